"""The right to give a command, and the character it is about (rules section 5)."""

from collections.abc import Iterable

from engine.common.rules import Refused
from engine.phrase import joined, phrase, spelled
from engine.systems.phasesix.entities import Character, State
from engine.systems.phasesix.messages import By, Command, OwnCommand
from engine.systems.phasesix.naming import find_character, find_player


def about(state: State, command: Command) -> Character | None:
    """The character a command is about, None when it is about none.

    Raises:
        Refused: It may not be given by its speaker, at this table, or about this character.
    """
    speaker = speaking(state, command.actor)
    if command.extension and command.extension not in state.extensions:
        extension = spelled(command.extension)
        raise Refused("EXTENSION_OFF", phrase("This table plays without {extension}.", extension=extension))
    if command.by is By.GM:
        refuse_unless_leading(state, speaker)
    if command.by is By.ANY or not isinstance(command, OwnCommand):
        return None
    to_all = (command.addressed or command.by is By.GM) and leads(state, speaker)
    who = meant(state, command.char, None if to_all else speaker, command.likely(state), command.dead)
    if command.by is By.OWNER:
        refuse_stranger(state, speaker, who)
    return who


def speaking(state: State, actor: str | None) -> str | None:
    """The name of the player who gives a command; None for the table as a whole."""
    return find_player(state, actor).name if actor else None


def leads(state: State, speaker: str | None) -> bool:
    """Somebody leads the story; at a table without a GM, and for the table as a whole, everybody does."""
    return speaker is None or state.gm is None or speaker == state.gm


def refuse_unless_leading(state: State, speaker: str | None) -> None:
    """Only whoever leads the story may say it."""
    if not leads(state, speaker):
        raise Refused("NOT_GM", phrase("Only {player} may say that.", player=state.gm))


def refuse_stranger(state: State, speaker: str | None, who: Character) -> None:
    """Only whoever runs a character, or the GM, speaks for it."""
    if speaker != who.player and not leads(state, speaker):
        raise Refused("NOT_OWNER", phrase("{player} decides for {character}.", player=who.player, character=who.name))


def meant(
    state: State, said: str | None, speaker: str | None, likely: Iterable[str] = (), dead: bool = False
) -> Character:
    """The character a command is about.

    Args:
        state: The table.
        said: Its name; None when nobody is named.
        speaker: Who speaks; None for the table as a whole.
        likely: Names that come to mind first.
        dead: Whether dead ones may be meant.

    Raises:
        Refused: Nobody of that name, or nobody named and several could be meant.
    """
    if said:
        return find_character(state, said, dead)
    own = [one for one in state.characters if (speaker in (None, one.player)) and (dead or not one.dead)]
    if len(own) == 1:
        return own[0]
    turn = {state.combat.holder} if state.combat is not None else set()
    for names in (set(likely), turn, {one.name for one in own if one.kind == "pc"}):
        fits = [one for one in own if one.name in names]
        if len(fits) == 1:
            return fits[0]
    if own:
        raise Refused("AMBIGUOUS_NAME", phrase("Say who: {names}.", names=joined((one.name for one in own), ", ")))
    if not speaker:
        raise Refused("UNKNOWN_CHARACTER", phrase("Nobody has no living character."))
    raise Refused("UNKNOWN_CHARACTER", phrase("{player} has no living character.", player=speaker))
