"""The command that makes a recap of an evening."""

from pathlib import Path
from typing import Annotated

import typer

from audio.tts import HibariSynthesizer
from audio.wav import WavSink
from companion.app.wiring import tones_folder
from companion.base.atomic_files import growing_named
from companion.base.config import Settings
from companion.chronicle.campaign_reader import CampaignReader
from companion.chronicle.extractor.notes import EveningNotes
from companion.chronicle.llm_extractor.recap_writer import Retold, retell
from companion.chronicle.recaps import (
    Length,
    Recap,
    RecapRequest,
    Tone,
    UnknownSeat,
    load_tone,
    make_recap,
    told_reasons,
)
from companion.chronicle.recaps.pages import Form, render_recap
from companion.chronicle.recaps.reading import read_aloud
from companion.cli.common import (
    CampaignName,
    Options,
    complain,
    open_campaign,
    registered,
    tell,
    usage,
    warn,
    write_text,
)
from companion.cli.write_up import ReadingBar, language_model, plural
from companion.llm.port import LanguageServer
from companion.store import Campaign, Store

_SOUND_FILES = (".wav", ".flac")


def register(app: typer.Typer) -> None:
    """Add these commands."""
    registered(app, recap)


def recap(
    context: typer.Context,
    campaign: CampaignName = None,
    evening: Annotated[
        int | None, typer.Option(min=1, help="Number of the evening; the last one when left out.")
    ] = None,
    length: Annotated[Length, typer.Option(help="short (about 30 seconds aloud), page or full.")] = "short",
    tone: Annotated[str, typer.Option(help="plain, bardic, noir, log-book, or a tone of your own.")] = "plain",
    seen_by: Annotated[str | None, typer.Option("--as", help="Character or player whose evening it is.")] = None,
    form: Annotated[Form, typer.Option(help="txt, md or html; md and html show the evidence.")] = "txt",
    out: Annotated[Path | None, typer.Option(help="Write to this file instead of the screen.")] = None,
    audio: Annotated[Path | None, typer.Option(help="Read it aloud into this WAV or FLAC file as well.")] = None,
    llm: Annotated[
        bool | None,
        typer.Option(help="Ask the language server of the settings to retell it; as model_recaps says when left out."),
    ] = None,
) -> None:
    """Make a recap of an evening: what everybody may know of it, every sentence with its evidence."""
    if audio is not None and audio.suffix.lower() not in _SOUND_FILES:
        usage(f"A recap is read into a file that ends in {' or '.join(_SOUND_FILES)}.")
    options: Options = context.obj
    settings = options.settings()
    wording = load_tone(tone, tones_folder(settings))
    model = _model(settings, asked=llm)
    store, played = open_campaign(settings, campaign)
    with store:
        evenings = store.evenings(played.id)
        if not evenings:
            complain(f"{played.name} has not been played yet.")
        number = evening or evenings[-1].number
        strikes = store.strikes(played.id)
        told = CampaignReader(store).evening(played, number)
        running = any(each.number == number and each.ended is None for each in evenings)
        wish = RecapRequest(length, tone, seen_by)
        try:
            retold = model and _retold(settings, store, played, told, strikes, wish, wording, model, running=running)
            made = retold or make_recap(told, wish, wording, running=running)
        except UnknownSeat:
            seats = ", ".join(character or name for name, character in told.cast)
            usage(f"{seen_by} is not at this table; {seats} are.")
        if store.strikes(played.id) != strikes:
            complain("Words of this campaign were struck while the evening was retold.", "Ask for the recap again.")
    _report(made, f"Evening {number}")
    if made.sentences:
        write_text(render_recap(made, form, played.name, f"Evening {number}, {told.date}"), out)
        if audio is not None:
            with WavSink(audio, lambda: 0.0, growing_named) as sink:
                read_aloud((each.text for each in made.sentences), HibariSynthesizer(), sink)
            tell(f"Read into {audio}.")


def _model(settings: Settings, *, asked: bool | None) -> LanguageServer | None:
    """The server that makes recaps; None when nobody wants one."""
    if not (settings.model_recaps if asked is None else asked):
        return None
    model = language_model(settings)
    if model is None and asked:
        usage("No language server is set: name one as llm_url. Evenings are retold without one, too.")
    return model


def _retold(
    settings: Settings,
    store: Store,
    played: Campaign,
    evening: EveningNotes,
    strikes: int,
    wish: RecapRequest,
    tone: Tone,
    model: LanguageServer,
    *,
    running: bool,
) -> Recap | None:
    """The evening in a model's words, as far as the evening bears them out; None when that is no recap."""
    budget = settings.scribe_tokens
    try:
        with ReadingBar("retelling") as bar:
            retold = retell(
                store, played, evening, strikes, wish, tone, model, budget, running=running, watch=bar.reached
            )
    except KeyboardInterrupt:
        complain("Stopped.", "What was told is kept; the same command goes on from there.", code=130)
    warn(_came(retold))
    return retold.recap


def _came(retold: Retold) -> str:
    """Describe the outcome of asking, in one or two sentences."""
    left = sum(retold.dropped.values())
    dropped = f" {plural(left, 'sentence')} left out, because the evening does not say so." if left else ""
    if retold.recap is not None:
        return f"Retold by the language server.{dropped}"
    if retold.ended == "unavailable":
        return f"{retold.problem} The recap is told without it."
    if retold.ended == "budget":
        return "The tokens of this evening are used up (scribe_tokens); the recap is told without the language server."
    return f"The language server told too little that the evening bears out; the recap is told without it.{dropped}"


def _report(made: Recap, evening: str) -> None:
    for line in told_reasons(made.faults):
        warn(line)
    if not made.sentences:
        warn(f"{evening} has nothing to tell.")
