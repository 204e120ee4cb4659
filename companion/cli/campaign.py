"""Commands about campaigns: make one, learn voices, read what was written."""

from pathlib import Path
from typing import Annotated

import typer

from companion.app import wiring
from companion.app.evenings import open_evening
from companion.chronicle.campaign_reader import CampaignReader
from companion.chronicle.extractor.notes import render_notes
from companion.chronicle.log_text import told_log
from companion.chronicle.notebook import PastEvening, read_evening
from companion.cli.common import CampaignName, campaign_open, complain, screen, settings_of, tell, usage, write_text
from companion.cli.terminal import typed_line
from companion.cli.terminal_screen import Screen
from companion.cli.typing_table import TypedTable
from companion.cli.wizard import make_roster
from companion.nlu.word_list import WordList
from companion.play.roster import Roster, load_roster
from companion.play.setup import state_of
from companion.privacy.consent import consents
from companion.store import Campaign, Store
from engine.common.messages import UNDO_KIND
from engine.errors import UnknownRuleset
from engine.registry import find_ruleset

EveningNumber = Annotated[int | None, typer.Option(min=1, help="Number of the evening; the last one by default.")]
OutFile = Annotated[Path | None, typer.Option(help="Write to this file instead of the terminal.")]


def new(
    context: typer.Context,
    roster: Annotated[
        Path | None, typer.Option("--from", help="Campaign file; without it, questions are asked step by step.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="Name of the campaign; the file's title by default.")] = None,
) -> None:
    """Create a campaign, by answering questions or from a campaign file."""
    settings = settings_of(context)
    made = load_roster(roster) if roster is not None else _ask_for_roster()
    try:
        ruleset = find_ruleset(made.game)
    except UnknownRuleset as problem:
        complain(f"{problem}.")
    state_of(ruleset, made.to_json())
    title = name or made.title or ruleset.info.title
    with wiring.kept_store(settings) as store, store.in_one_step():
        campaign = store.create_campaign(title, ruleset.info.slug, made.to_json())
        WordList(store, campaign.id).learn_names((word.spelled, word.heard) for word in made.words)
    tell(
        f"{campaign.name}: {', '.join(made.names)}. Next: companion enroll {made.names[0]} and so on, then companion "
        "(or companion play, to type). Start with: Let's start the session."
    )


def _ask_for_roster() -> Roster:
    try:
        return make_roster(typed_line, tell)
    except EOFError:
        complain("Not all questions were answered; no campaign was created.")


def enroll(
    context: typer.Context,
    player: Annotated[str, typer.Argument(help="Player whose voice is recorded.")],
    clips: Annotated[list[Path] | None, typer.Argument(help="Recordings to use instead of the microphone.")] = None,
    campaign: CampaignName = None,
    forget: Annotated[bool, typer.Option(help="Delete this player's voiceprint instead.")] = False,
) -> None:
    """Learn a player's voice from recordings, or from three sentences read into the microphone."""
    settings = settings_of(context)
    with campaign_open(settings, campaign) as (store, played):
        names = {each["name"].casefold(): each["name"] for each in played.roster["players"]}
        name = names.get(player.casefold())
        if name is None:
            usage(f"{player} is not at this table; players: {', '.join(names.values())}.")
        if forget:
            known = wiring.forget_voice(settings, played, name)
            tell(f"{name}'s voiceprint is deleted." if known else f"{name} has no voiceprint.")
            return
        if any(each.person == name and each.given is False for each in consents(store, played)):
            complain(f"{name} does not want to be heard.", f"If that has changed: companion consent {name} --give")
        if clips:
            learnt = wiring.learn_voice(settings, played, name, clips)
        else:
            for line in (f"{name}, please read these three sentences aloud:", *wiring.SENTENCES_TO_READ):
                tell(line)
            learnt = wiring.learn_voice_live(settings, played, name, lambda seconds: None)
    tell(f"{name}'s voice is known now, from {learnt.seconds:.0f} seconds of speech.")


def notes(
    context: typer.Context,
    campaign: CampaignName = None,
    evening: EveningNumber = None,
    out: OutFile = None,
) -> None:
    """Print the notes of an evening as Markdown."""
    with campaign_open(settings_of(context), campaign) as (store, played):
        past = evening_of(store, played, evening)
        write_text(render_notes(CampaignReader(store).evening(played, past.number)), out)


def log(
    context: typer.Context,
    campaign: CampaignName = None,
    last: Annotated[int, typer.Option(min=1, help="Number of latest entries.")] = 40,
) -> None:
    """Print the log, with the sentence that caused each entry; undone entries are struck through."""
    with campaign_open(settings_of(context), campaign) as (store, played):
        for line in told_log(store, played)[-last:]:
            tell(line.text, "dim strike" if line.undone else None)


def undo(context: typer.Context, campaign: CampaignName = None) -> None:
    """Undo the latest command of a campaign."""
    settings = settings_of(context)
    with campaign_open(settings, campaign) as (store, played):
        evening = open_evening(store, played, settings, Screen(screen, slug=played.slug))
        if evening.game.latest_root is None:
            complain("There is nothing to undo.")
        evening.session.submit({"kind": UNDO_KIND})
        TypedTable(evening.session, ()).hear_out()


def evening_of(store: Store, played: Campaign, number: int | None) -> PastEvening:
    """An evening of a campaign, the last one when no number is given; leaves with one sentence when there is none."""
    evenings = store.evenings(played.id)
    if not evenings:
        complain(f"{played.name} has not been played yet.")
    return read_evening(store, played, number or evenings[-1].number)
