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
from companion.chronicle.llm_extractor.recap_writer import Retold, kept_recap, retell
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
from companion.cli.common import CampaignName, campaign_open, complain, settings_of, tell, usage, warn, write_text
from companion.cli.write_up import ReadingBar, language_model, plural
from companion.llm.port import LanguageServer
from companion.store import Campaign, Store

_SOUND_FILES = (".wav", ".flac")


def recap(
    context: typer.Context,
    campaign: CampaignName = None,
    evening: Annotated[int | None, typer.Option(min=1, help="Number of the evening; the last one by default.")] = None,
    length: Annotated[Length, typer.Option(help="short (about 30 seconds aloud), page or full.")] = "short",
    tone: Annotated[str, typer.Option(help="plain, bardic, noir, log-book, or a custom tone.")] = "plain",
    seen_by: Annotated[
        str | None, typer.Option("--as", help="Character or player from whose perspective to recap.")
    ] = None,
    form: Annotated[Form, typer.Option(help="txt, md or html; md and html show the evidence.")] = "txt",
    out: Annotated[Path | None, typer.Option(help="Write to this file instead of the terminal.")] = None,
    audio: Annotated[Path | None, typer.Option(help="Also write it, read aloud, to this WAV or FLAC file.")] = None,
    llm: Annotated[
        bool | None,
        typer.Option(help="Let the language server write it; the setting model_helps decides by default."),
    ] = None,
) -> None:
    """Write a recap of an evening without secrets, every sentence with its evidence."""
    if audio is not None and audio.suffix.lower() not in _SOUND_FILES:
        usage(f"The audio file name has to end in {' or '.join(_SOUND_FILES)}.")
    settings = settings_of(context)
    wording = load_tone(tone, tones_folder(settings))
    model = _model(settings, asked=llm)
    with campaign_open(settings, campaign) as (store, played):
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
            kept = None if retold or llm is False else kept_recap(store, played, told, wish, wording, running=running)
            made = retold or kept or make_recap(told, wish, wording, running=running)
        except UnknownSeat:
            seats = ", ".join(character or name for name, character in told.cast)
            usage(f"{seen_by} is not at this table; players: {seats}.")
        if store.strikes(played.id) != strikes:
            complain("The transcript of this campaign was changed during the recap.", "Run the command again.")
    _report(made, f"Evening {number}")
    if made.sentences:
        write_text(render_recap(made, form, played.name, f"Evening {number}, {told.date}"), out)
        if audio is not None:
            with WavSink(audio, lambda: 0.0, growing_named) as sink:
                read_aloud((each.text for each in made.sentences), HibariSynthesizer(), sink)
            tell(f"Audio written to {audio}.")


def _model(settings: Settings, *, asked: bool | None) -> LanguageServer | None:
    """The server that makes recaps; None when nobody wants one."""
    if not (settings.model_tells if asked is None else asked):
        return None
    model = language_model(settings)
    if model is None and asked:
        usage("No language server is set; set llm_url, or leave out --llm.")
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
        with ReadingBar("writing the recap") as bar:
            retold = retell(
                store, played, evening, strikes, wish, tone, model, budget, running=running, watch=bar.reached
            )
    except KeyboardInterrupt:
        complain("Stopped.", "Progress is saved; run the same command to continue.", code=130)
    warn(_came(retold))
    return retold.recap


def _came(retold: Retold) -> str:
    """Describe the outcome of asking, in one or two sentences."""
    left = sum(retold.dropped.values())
    dropped = f" {plural(left, 'sentence')} left out, because the evening does not support them." if left else ""
    if retold.recap is not None:
        return f"Written by the language server.{dropped}"
    if retold.ended == "unavailable":
        return f"{retold.problem} The recap is written without it."
    if retold.ended == "budget":
        return (
            "The tokens of this evening are used up (scribe_tokens); the recap is written without the language server."
        )
    return f"Too little of the language server's recap fits the evening; the recap is written without it.{dropped}"


def _report(made: Recap, evening: str) -> None:
    for line in told_reasons(made.faults):
        warn(line)
    if not made.sentences:
        warn(f"{evening} has nothing to recap.")
