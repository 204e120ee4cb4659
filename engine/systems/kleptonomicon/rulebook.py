"""Registry of what each command does: who may give it, in which phases, and the handler."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.common.rules import Rulebook, carried_out
from engine.fields import refused
from engine.phrase import Phrase, phrase
from engine.systems.kleptonomicon.derived import acting
from engine.systems.kleptonomicon.entities import Character
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import By as By
from engine.systems.kleptonomicon.messages import Command
from engine.systems.kleptonomicon.naming import find_character, find_player, group_named, singular
from engine.systems.kleptonomicon.state import Player, State
from engine.systems.kleptonomicon.vocabulary import Phase
from engine.types import Rejected

Handler = Callable[[Ledger, Any, Any], Rejected | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """How a command is carried out.

    Attributes:
        handler: Called with the ledger, the command and the character it is about (None when it has no such field,
            or names somebody the handler has to look up).
        by: Who may give it.
        phases: Where it is legal, None = anywhere.
        about: Field that names the character.
        transition: Whether a wrong phase is an illegal transition.
        waits: Whether dice or ties owed by the character come first.
    """

    handler: Handler
    by: By
    phases: frozenset[Phase] | None
    about: str | None
    transition: bool
    waits: bool


def _own(command: type[Command]) -> Rule:
    return _rule(carried_out, command.by, command.phases, command.whose, command.transition, command.waits)


def _rule(
    handler: Handler, by: By, phases: tuple[Phase, ...], about: str | None, transition: bool, waits: bool
) -> Rule:
    """OWNER commands are about their `character` unless another field is given."""
    field = about or ("character" if by is By.OWNER else None)
    return Rule(handler, by, frozenset(phases) or None, field, transition, waits)


RULES: Rulebook[Rule] = Rulebook(_own)


def rule(
    command: type[Command],
    by: By,
    *phases: Phase,
    about: str | None = None,
    transition: bool = False,
    waits: bool = False,
) -> Callable[[Handler], Handler]:
    """Register the decorated handler."""

    def register(handler: Handler) -> Handler:
        RULES[command] = _rule(handler, by, phases, about, transition, waits)
        return handler

    return register


def carry_out(state: State, command: Command) -> Ledger | Rejected:
    """Check who speaks, the phase and the character; then what the command's rule says."""
    known = RULES[type(command)]
    speaker: str | None = None
    if command.actor is not None:
        player = find_player(state, command.actor)
        if isinstance(player, Rejected):
            return player
        speaker = player.name
    by_gm = speaker is not None and speaker == state.gm
    trusted = speaker is None or by_gm or state.gm is None
    if known.by is By.GM and not trusted:
        return Rejected("NOT_GM", phrase("That is for the game master, {gm}, to say.", gm=state.gm))
    if known.phases is not None and state.phase not in known.phases:
        return _wrong_phase(state, known)
    character = None
    if known.about is not None:
        named = _character(state, getattr(command, known.about), speaker, by_gm)
        if isinstance(named, Rejected):
            return named
        refusal = _refuse_owner(state, named, speaker, trusted) if known.by is By.OWNER else None
        if known.waits:
            refusal = refusal or refuse_pending(state, named)
        if refusal is not None:
            return refusal
        character = named
    ledger = Ledger(state, by_gm)
    return refused(command) or known.handler(ledger, command, character) or ledger


def _wrong_phase(state: State, known: Rule) -> Rejected:
    now = phase_words(state.phase)
    if known.transition:
        return Rejected("ILLEGAL_TRANSITION", phrase("That does not follow from here; we are {phase}.", phase=now))
    return Rejected("WRONG_PHASE", phrase("That does not go now; we are {phase}.", phase=now))


def phase_words(phase: Phase) -> Phrase:
    """Where the table is, to follow "we are"."""
    return _PHASES[phase]


_PHASES = {
    Phase.NONE: phrase("between Episodes"),
    Phase.OPENING_CREDITS: phrase("in the Opening Credits"),
    Phase.FREEPLAY: phrase("in Freeplay"),
    Phase.INITIATIVE: phrase("in the Initiative Phase"),
    Phase.MAIN: phrase("in the Main Phase"),
    Phase.PAUSE: phrase("in a Pause"),
    Phase.REWARD: phrase("in the Reward Phase"),
    Phase.CLOSING_CREDITS: phrase("in the Closing Credits"),
    Phase.EPISODE_OVER: phrase("between Episodes"),
}


def _character(state: State, said: str | None, speaker: str | None, by_gm: bool) -> Character | Rejected:
    """Whoever is named, a group by who acts for it; else the speaker's PC, for the GM whoever's Turn it is."""
    if said and not _is_gm(state, said):
        return _acting_for(state, said) or find_character(state, said)
    by_gm = by_gm or bool(said)
    if not by_gm:
        own = state.character_of(speaker)
        if own is not None:
            return own
    active = state.encounter.active if state.encounter is not None else None
    if active is not None and (by_gm or speaker is None):
        return find_character(state, active)
    return Rejected("UNKNOWN_CHARACTER", phrase("Say which character is meant."))


def _acting_for(state: State, said: str) -> Character | None:
    """Who is meant by a group or a kind of creature: whoever of them has the Turn, or the only one."""
    encounter = state.encounter
    active = state.character(encounter.active) if encounter is not None else None
    if active is not None and active.is_npc and active.creature == singular(said):
        return active
    group = group_named(encounter, said)
    if group is None:
        return None
    if active is not None and active.name in group.members:
        return active
    return state.character(group.members[0]) if len(group.members) == 1 else None


def _is_gm(state: State, said: str) -> bool:
    player = find_player(state, said)
    return isinstance(player, Player) and player.gm


def _refuse_owner(state: State, character: Character, speaker: str | None, trusted: bool) -> Rejected | None:
    if trusted or character.player == speaker:
        return None
    owner = character.player or state.gm
    return Rejected("NOT_OWNER", phrase("{name} is played by {owner}.", name=character.name, owner=owner))


def refuse_pending(state: State, character: Character) -> Rejected | None:
    """No dice or tie of this character may be open."""
    if any(test.character == character.name for test in state.tests):
        return Rejected("PENDING_RESOLUTION", phrase("{name} still has a Test to roll.", name=character.name))
    gaps = state.encounter.gaps if state.encounter is not None else ()
    if any(character.name in gap.tied for gap in gaps):
        return Rejected(
            "PENDING_RESOLUTION", phrase("{name}'s place in the Turn Order is still open.", name=character.name)
        )
    return None


def refuse_out(character: Character) -> Rejected | None:
    """The character can act."""
    if not character.out:
        return None
    return Rejected("CHARACTER_OUT", phrase("{name} is out and cannot act.", name=character.name))


def refuse_other_turn(ledger: Ledger, character: Character) -> Rejected | None:
    """It is this character's own Turn (KL-49)."""
    if character.name in acting(ledger.state.encounter, ledger.rules):
        return None
    active = ledger.encounter.active
    return Rejected("NOT_YOUR_TURN", phrase("It is {active}'s Turn, not {name}'s.", active=active, name=character.name))


def refuse_no_beats(character: Character) -> Rejected | None:
    """A Beat is left (KL-50)."""
    return None if character.beats else Rejected("NO_BEATS", phrase("{name} has no Beats left.", name=character.name))


def first_refusal(*refusals: Rejected | None) -> Rejected | None:
    """The first refusal, in the order of the rules."""
    return next((each for each in refusals if each is not None), None)
