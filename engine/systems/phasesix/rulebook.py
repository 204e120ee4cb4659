"""Registry of what each command does: who may give it, what it needs, and the handler (rules section 5)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.common.rules import Rulebook, carried_out
from engine.phrase import joined, phrase, spelled
from engine.systems.phasesix.entities import Character
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By as By
from engine.systems.phasesix.messages import Command, OwnCommand
from engine.systems.phasesix.naming import find_character, find_player
from engine.systems.phasesix.state import State
from engine.types import Rejected

Handler = Callable[[Ledger, Any, Any], Rejected | None]
Candidates = Callable[[State], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Rule:
    """How a command is carried out.

    Attributes:
        handler: Called with the ledger, the command and the character it is about, None when it has none.
        by: Who may give it.
        extension: Optional rules it needs, empty for none.
        dead: Whether the character may be dead.
        likely: Names of characters meant when nobody is named, in a given state.
        addressed: Whether the GM, naming nobody, means the players' characters rather than the foes.
    """

    handler: Handler
    by: By
    extension: str
    dead: bool
    likely: Candidates | None
    addressed: bool


def _own(command: type[Command]) -> Rule:
    addressed = command.addressed or command.by is By.GM
    return Rule(carried_out, command.by, command.extension, command.dead, None, addressed)


RULES: Rulebook[Rule] = Rulebook(_own)


def rule(
    command: type[Command],
    by: By = By.OWNER,
    extension: str = "",
    dead: bool = False,
    likely: Candidates | None = None,
    addressed: bool = False,
) -> Callable[[Handler], Handler]:
    """Register the decorated handler."""

    def register(handler: Handler) -> Handler:
        RULES[command] = Rule(handler, by, extension, dead, likely, addressed or by is By.GM)
        return handler

    return register


def general_refusal(state: State, command: Command, known: Rule) -> Rejected | Character | None:
    """The character a command is about, or why it is refused before its own preconditions."""
    speaker = None
    if command.actor:
        player = find_player(state, command.actor)
        if isinstance(player, Rejected):
            return player
        speaker = player.name
    if known.extension and known.extension not in state.extensions:
        return Rejected(
            "EXTENSION_OFF", phrase("This table plays without {extension}.", extension=spelled(known.extension))
        )
    if known.by is By.GM and not leads(state, speaker):
        return Rejected("NOT_GM", phrase("Only {player} may say that.", player=state.gm))
    if known.by is By.ANY or not isinstance(command, OwnCommand):
        return None
    to_all = known.addressed and leads(state, speaker)
    who = meant(state, command.char, None if to_all else speaker, known.likely, known.dead)
    if isinstance(who, Character) and known.by is By.OWNER:
        return refuse_stranger(state, speaker, who) or who
    return who


def leads(state: State, speaker: str | None) -> bool:
    """Whether somebody leads the story; at a table without a GM, and for the table as a whole, everybody does."""
    return speaker is None or state.gm is None or speaker == state.gm


def refuse_stranger(state: State, speaker: str | None, who: Character) -> Rejected | None:
    """Only whoever runs a character, or the GM, speaks for it."""
    if speaker == who.player or leads(state, speaker):
        return None
    return Rejected("NOT_OWNER", phrase("{player} decides for {character}.", player=who.player, character=who.name))


def meant(
    state: State, said: str | None, speaker: str | None, likely: Candidates | None = None, dead: bool = False
) -> Character | Rejected:
    """The character a command is about.

    Args:
        state: The table.
        said: Its name; None when nobody is named.
        speaker: Who speaks; None for the table as a whole.
        likely: Names that come to mind first.
        dead: Whether dead ones may be meant.
    """
    if said:
        return find_character(state, said, dead)
    own = [one for one in state.characters if (speaker in (None, one.player)) and (dead or not one.dead)]
    if len(own) == 1:
        return own[0]
    combat = state.combat
    first = set(likely(state)) if likely is not None else set()
    turn = {combat.holder} if combat is not None else set()
    for names in (first, turn, {one.name for one in own if one.kind == "pc"}):
        fits = [one for one in own if one.name in names]
        if len(fits) == 1:
            return fits[0]
    if not own:
        if not speaker:
            return Rejected("UNKNOWN_CHARACTER", phrase("Nobody has no living character."))
        return Rejected("UNKNOWN_CHARACTER", phrase("{player} has no living character.", player=speaker))
    return Rejected("AMBIGUOUS_NAME", phrase("Say who: {names}.", names=joined((one.name for one in own), ", ")))
