"""(state, command) to events or a refusal. The rules stand in `rules/`, one chapter a module."""

from engine.common.rules import Refused, answering, heed
from engine.dice.source import DiceSource
from engine.fields import refused
from engine.phrase import phrase
from engine.registry import load_chapters
from engine.systems.phase_abandon.entities import State
from engine.systems.phase_abandon.guards import open_business, refuse_absent
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Command, Event
from engine.systems.phase_abandon.naming import find_player
from engine.systems.phase_abandon.rules.table import CreateTable
from engine.systems.phase_abandon.vocabulary import Phase
from engine.types import Rejected

load_chapters("engine.systems.phase_abandon.rules")

_LETTERS = {
    Phase.LOBBY: "L",
    Phase.SETTING: "S",
    Phase.CHARACTERS: "C",
    Phase.OPENING: "O",
    Phase.PLAY: "P",
    Phase.CLOSED: "E",
}
_NOW = {
    Phase.LOBBY: phrase("the table is being set up"),
    Phase.SETTING: phrase("the setting is being agreed on"),
    Phase.CHARACTERS: phrase("the characters are being made"),
    Phase.OPENING: phrase("the story begins with “Let's get moving”"),
    Phase.PLAY: phrase("the story is running"),
    Phase.CLOSED: phrase("this session is over"),
}


@answering
def decide(state: State, command: Command, dice: DiceSource) -> tuple[Event, ...] | Rejected:
    """Facts that follow from the command, or why it is refused.

    Dice are never drawn here: open throws are part of the state, and `ReportDice` answers them (PA-2).
    """
    if state.name is None and not isinstance(command, CreateTable):
        raise Refused("E_PHASE", phrase("Create the table first."))
    who = _acting(state, command)
    if command.phases and _LETTERS[state.phase] not in command.phases:
        owed = open_business(state)
        raise Refused(
            "E_PHASE", owed.reason if owed else phrase("That is not possible now: {now}.", now=_NOW[state.phase])
        )
    heed(refused(command))
    ledger = Ledger(state)
    command.decide(ledger, who)
    return tuple(ledger.events)


def _acting(state: State, command: Command) -> str:
    """The acting player's name, empty when nobody in particular acts (rules 5.2)."""
    who = ""
    if command.actor and not command.absent_may:
        who = _present(state, command.actor)
    if command.acts is None:
        return who
    named = getattr(command, command.acts)
    if named and named != who:
        return find_player(state, named).name if command.absent_may else _present(state, named)
    return who or find_player(state, command.actor).name


def _present(state: State, said: str) -> str:
    player = find_player(state, said)
    refuse_absent(player)
    return player.name
