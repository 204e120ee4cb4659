"""Registry of what each command does: who acts, in which phases, and the handler."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.common.rules import Rulebook, carried_out
from engine.fields import refused
from engine.phrase import phrase, spelled
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Command
from engine.systems.phase_abandon.naming import find_player
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.vocabulary import Phase
from engine.types import Rejected

Handler = Callable[[Ledger, Any, str], Rejected | None]
_LETTERS = {
    "L": Phase.LOBBY,
    "S": Phase.SETTING,
    "C": Phase.CHARACTERS,
    "O": Phase.OPENING,
    "P": Phase.PLAY,
    "E": Phase.CLOSED,
}


@dataclass(frozen=True, slots=True)
class Rule:
    """How a command is carried out.

    Attributes:
        handler: Called with the ledger, the command and the acting player ("" when nobody in particular acts).
        phases: Phases it is legal in, None = any.
        acts: Field that names the acting player, None when nobody does.
        absent_may: Whether absent or unknown speakers are fine.
    """

    handler: Handler
    phases: frozenset[Phase] | None
    acts: str | None
    absent_may: bool


def _own(command: type[Command]) -> Rule:
    return Rule(carried_out, _legal(command.phases), command.acts, command.absent_may)


def _legal(phases: str) -> frozenset[Phase] | None:
    return frozenset(_LETTERS[letter] for letter in phases) if phases else None


RULES: Rulebook[Rule] = Rulebook(_own)


def rule(
    command: type[Command],
    phases: str = "",
    acts: str | None = None,
    absent_may: bool = False,
) -> Callable[[Handler], Handler]:
    """Register the decorated handler; `phases` are letters as in the rules document, "" = any."""

    def register(handler: Handler) -> Handler:
        RULES[command] = Rule(handler, _legal(phases), acts, absent_may)
        return handler

    return register


def general_refusal(state: State, command: Command, known: Rule) -> Rejected | str:
    """The acting player's name, or why the command is refused before its own preconditions (rules 5.2)."""
    who = ""
    if not known.absent_may and command.actor:
        speaker = find_player(state, command.actor)
        if isinstance(speaker, Rejected):
            return speaker
        if not speaker.present:
            return Rejected("E_ABSENT", phrase("{player} is not at the table.", player=speaker.name))
        who = speaker.name
    if known.acts is not None:
        named = getattr(command, known.acts)
        if named and named != who:
            player = find_player(state, named)
            if isinstance(player, Rejected):
                return player
            if not player.present and not known.absent_may:
                return Rejected("E_ABSENT", phrase("{player} is not at the table.", player=player.name))
            who = player.name
        if not who:
            speaker = find_player(state, command.actor)
            if isinstance(speaker, Rejected):
                return speaker
            who = speaker.name
    return _form_refusal(state, command, known) or who


def _form_refusal(state: State, command: Command, known: Rule) -> Rejected | None:
    if known.phases is not None and state.phase not in known.phases:
        now = phrase("That does not go now; the table is in phase {phase}.", phase=spelled(state.phase))
        return Rejected("E_PHASE", now)
    return refused(command)
