"""Commands that play by typing."""

import sys
from typing import Annotated

import typer

from companion.app import wiring
from companion.app.evenings import open_evening
from companion.base.characters import LONGEST_TEXT
from companion.cli.common import CampaignName, Dice, campaign_open, players_of, screen, settings_of, tell, usage, warn
from companion.cli.terminal import typed_line
from companion.cli.terminal_screen import Screen
from companion.cli.typing_table import TypedTable
from companion.dialogue.records import JsonLines


def say(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="What is said, as it would be said aloud.")],
    by: Annotated[str | None, typer.Option(help="Who says it.")] = None,
    campaign: CampaignName = None,
    dice: Dice = None,
    json: Annotated[bool, typer.Option("--json", help="Print records as JSON Lines.")] = False,
) -> None:
    """Type one sentence to a campaign; it is handled as if it had been said."""
    if len(text) > LONGEST_TEXT:
        usage(f"A line has at most {LONGEST_TEXT} characters.")
    settings = settings_of(context, dice=dice)
    with campaign_open(settings, campaign) as (store, played):
        players = players_of(played)
        if by is not None and by.casefold() not in {name.casefold() for name in players}:
            usage(f"{by} is not at this table; players: {', '.join(players)}.")
        evening = open_evening(
            store, played, settings, JsonLines(sys.stdout) if json else Screen(screen, players, slug=played.slug)
        )
        table = TypedTable(evening.session, players, speaker=_spelt(by, players))
        table.read(text)
        table.finish()
        evening.close(over=evening.session.ended)


def play(
    context: typer.Context,
    campaign: CampaignName = None,
    dice: Dice = None,
    spoken: Annotated[bool, typer.Option(help="Speak the announcements as well.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print records as JSON Lines and nothing else.")] = False,
) -> None:
    """Play by typing: `Jay: I roll Haggling`. Enter alone lets the app roll; Ctrl+D ends."""
    settings = settings_of(context, dice=dice)
    with campaign_open(settings, campaign) as (store, played):
        players = players_of(played)
        evening = open_evening(
            store, played, settings, JsonLines(sys.stdout) if json else Screen(screen, players, slug=played.slug)
        )
        voice = wiring.voice(wiring.loudspeaker(settings, warn), warn) if spoken else None
        if not json:
            tell(f"{played.name}: {', '.join(players)}. Start a line with a name and a colon.")
        TypedTable(evening.session, players, voice).run(lambda prompt: typed_line("" if json else prompt))
        if voice is not None:
            voice.close()
        evening.close(over=evening.session.ended)
    if evening.session.ended and settings.model_writes:
        from companion.cli.write_up import after_evening

        after_evening(settings, played)


def _spelt(name: str | None, players: tuple[str, ...]) -> str | None:
    return next((each for each in players if name and each.casefold() == name.casefold()), None)
