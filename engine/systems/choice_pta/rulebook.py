"""Registry of what each command does: who acts, in which phases, and the handler."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.common.rules import Rulebook, carried_out
from engine.common.words import listed
from engine.phrase import phrase
from engine.systems.choice_pta.entities import Seat
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Command
from engine.systems.choice_pta.naming import find_seat
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Phase
from engine.types import Rejected

Handler = Callable[[Ledger, Any, str], Rejected | None]

NARRATING = (Phase.ROUND_NARRATION, Phase.NARRATION, Phase.FINAL_NARRATION)
IN_CONFLICT = (Phase.STAKES, Phase.CARDS, Phase.REVEALED, *NARRATING)
_SAID = {
    Phase.STAKES: phrase("the stakes are being set"),
    Phase.CARDS: phrase("cards are being played"),
    Phase.REVEALED: phrase("the cards are being read out"),
    Phase.ROUND_NARRATION: phrase("the round is being narrated"),
    Phase.NARRATION: phrase("the outcome is being narrated"),
    Phase.FINAL_NARRATION: phrase("the end is being narrated"),
}


@dataclass(frozen=True, slots=True)
class Rule:
    """How a command is carried out.

    Attributes:
        handler: Called with the ledger, the command and the acting seat ("" when nobody in particular acts).
        phases: Conflict phases it is legal in; empty when it does not depend on a conflict.
        acts: Field that names the acting seat, None when nobody in particular acts.
        for_others: Whether somebody may do it for another seat.
        scene: Whether it needs an open scene.
    """

    handler: Handler
    phases: tuple[Phase, ...]
    acts: str | None
    for_others: bool
    scene: bool


def _own(command: type[Command]) -> Rule:
    return Rule(carried_out, command.phases, command.acts, command.for_others, command.scene)


RULES: Rulebook[Rule] = Rulebook(_own)


def rule(
    command: type[Command],
    *phases: Phase,
    acts: str | None = None,
    for_others: bool = False,
    scene: bool = False,
) -> Callable[[Handler], Handler]:
    """Register the decorated handler."""

    def register(handler: Handler) -> Handler:
        RULES[command] = Rule(handler, phases, acts, for_others, scene)
        return handler

    return register


def general_refusal(state: State, command: Command, known: Rule) -> Rejected | str:
    """The acting seat's name, or why the command is refused before its own preconditions (rules 5.1)."""
    speaker = find_seat(state, command.actor) if command.actor else None
    if isinstance(speaker, Rejected):
        return speaker
    who = _acting(state, command, known, speaker)
    if isinstance(who, Rejected):
        return who
    return _wrong_moment(state, known) or who


def _acting(state: State, command: Command, known: Rule, speaker: Seat | None) -> Rejected | str:
    if known.acts is None:
        return "" if speaker is None else speaker.name
    named = getattr(command, known.acts)
    if not named:
        return Rejected("UNKNOWN_SEAT", phrase("Say who is meant.")) if speaker is None else speaker.name
    seat = find_seat(state, named)
    if isinstance(seat, Rejected):
        return seat
    if speaker is not None and speaker != seat and not known.for_others:
        return Rejected("NOT_YOUR_SEAT", phrase("Only {player} can do that.", player=seat.name))
    return seat.name


def _wrong_moment(state: State, known: Rule) -> Rejected | None:
    if known.scene and state.scene is None:
        return Rejected("NO_SCENE", phrase("No scene is open; start one first."))
    if not known.phases:
        return None
    if state.conflict is None:
        return Rejected("NO_CONFLICT", phrase("No conflict is running."))
    if state.conflict.phase not in known.phases:
        fits = listed((_SAID[phase] for phase in known.phases), "or")
        wrong = phrase("That goes while {phases}; now {phase}.", phases=fits, phase=_SAID[state.conflict.phase])
        return Rejected("WRONG_PHASE", wrong)
    return None
