"""(state, command) to events or a refusal. The rules themselves stand in `rules/`."""

from engine.common.rules import Refused, answering, heed
from engine.dice.source import DiceSource
from engine.fields import refused
from engine.phrase import phrase
from engine.registry import load_chapters
from engine.systems.choice_pta.entities import Seat
from engine.systems.choice_pta.guards import refuse_other_phases
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Command, Event
from engine.systems.choice_pta.naming import find_seat
from engine.systems.choice_pta.rules import table
from engine.systems.choice_pta.state import State
from engine.types import Rejected

load_chapters("engine.systems.choice_pta.rules")


@answering
def decide(state: State, command: Command, dice: DiceSource) -> tuple[Event, ...] | Rejected:
    """Facts that follow from the command, or why it is refused; cards come from `dice`."""
    who = _acting(state, command)
    heed(refused(command))
    ledger = Ledger(state, dice)
    command.decide(ledger, who)
    return tuple(ledger.events)


def _acting(state: State, command: Command) -> str:
    """The acting seat, "" when nobody in particular acts; refusals before a rule's own conditions (rules 5.1)."""
    if not state.seats:
        if not isinstance(command, table.CreateTable):
            raise Refused("WRONG_PHASE", phrase("Create the table first."))
        return ""
    speaker = find_seat(state, command.actor) if command.actor else None
    who = _seat_of(state, command, speaker)
    _refuse_moment(state, command)
    return who


def _seat_of(state: State, command: Command, speaker: Seat | None) -> str:
    named = getattr(command, command.acts) if command.acts is not None else ""
    if not named:
        if speaker is None and command.acts is not None:
            raise Refused("UNKNOWN_SEAT", phrase("Say who is meant."))
        return "" if speaker is None else speaker.name
    seat = find_seat(state, named)
    if speaker is not None and speaker != seat and not command.for_others:
        raise Refused("NOT_YOUR_SEAT", phrase("Only {player} can do that.", player=seat.name))
    return seat.name


def _refuse_moment(state: State, command: Command) -> None:
    if command.scene and state.scene is None:
        raise Refused("NO_SCENE", phrase("No scene is open; start one first."))
    if not command.phases:
        return
    if state.conflict is None:
        raise Refused("NO_CONFLICT", phrase("No conflict is running."))
    refuse_other_phases(state.conflict, command.phases)
