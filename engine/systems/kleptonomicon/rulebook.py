"""Carrying out a command: who may give it, in which phase, about whom; and the guards rules share."""

from engine.common.rules import Refused, heed
from engine.fields import refused
from engine.phrase import phrase
from engine.systems.kleptonomicon.derived import acting
from engine.systems.kleptonomicon.entities import Character
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import By, Command
from engine.systems.kleptonomicon.naming import find_character, find_player, group_named, singular, sought
from engine.systems.kleptonomicon.rules.phases import phase_words
from engine.systems.kleptonomicon.state import State


def carry_out(state: State, command: Command) -> Ledger:
    """Check who speaks, the phase and the character; then do what the command says.

    Raises:
        Refused: The rules say no.
    """
    speaker = find_player(state, command.actor).name if command.actor is not None else None
    by_gm = speaker is not None and speaker == state.gm
    trusted = speaker is None or by_gm or state.gm is None
    if command.by is By.GM and not trusted:
        raise Refused("NOT_GM", phrase("That is for the game master, {gm}, to decide.", gm=state.gm))
    if command.phases and state.phase not in command.phases:
        _refuse_phase(state, command)
    who = None
    about = command.whose or ("character" if command.by is By.OWNER else None)
    if about is not None:
        who = _character(state, getattr(command, about), speaker, by_gm)
        if command.by is By.OWNER and not trusted and who.player != speaker:
            owner = who.player or state.gm
            raise Refused("NOT_OWNER", phrase("{name} is played by {owner}.", name=who.name, owner=owner))
        if command.waits:
            refuse_pending(state, who)
    heed(refused(command))
    ledger = Ledger(state, by_gm)
    command.decide(ledger, who)
    return ledger


def _refuse_phase(state: State, command: Command) -> None:
    now = phase_words(state.phase)
    if command.transition:
        raise Refused("ILLEGAL_TRANSITION", phrase("That is not possible now; we are {phase}.", phase=now))
    raise Refused("WRONG_PHASE", phrase("That is not possible now; we are {phase}.", phase=now))


def _character(state: State, said: str | None, speaker: str | None, by_gm: bool) -> Character:
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
    raise Refused("UNKNOWN_CHARACTER", phrase("Say which character is meant."))


def _acting_for(state: State, said: str) -> Character | None:
    """The one meant by a group or a kind of creature: whoever of them has the Turn, or the only one."""
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
    player = sought(find_player, state, said)
    return player is not None and player.gm


# -- guards, which raise `Refused` -------------------------------------------------------------------------------------


def refuse_pending(state: State, character: Character) -> None:
    """No dice or tie of this character may be open."""
    if any(test.character == character.name for test in state.tests):
        raise Refused("PENDING_RESOLUTION", phrase("{name} still has a Test to roll.", name=character.name))
    gaps = state.encounter.gaps if state.encounter is not None else ()
    if any(character.name in gap.tied for gap in gaps):
        said = phrase("{name}'s place in the Turn Order is still open.", name=character.name)
        raise Refused("PENDING_RESOLUTION", said)


def refuse_out(character: Character) -> None:
    """The character can act."""
    if character.out:
        raise Refused("CHARACTER_OUT", phrase("{name} is out and cannot act.", name=character.name))


def refuse_other_turn(ledger: Ledger, character: Character) -> None:
    """It is this character's own Turn (KL-49)."""
    if character.name not in acting(ledger.state.encounter, ledger.rules):
        active = ledger.encounter.active
        said = phrase("It is {active}'s Turn, not {name}'s.", active=active, name=character.name)
        raise Refused("NOT_YOUR_TURN", said)


def refuse_no_beats(character: Character) -> None:
    """A Beat is left (KL-50)."""
    if not character.beats:
        raise Refused("NO_BEATS", phrase("{name} has no Beats left.", name=character.name))
