"""The names a table uses, and what the rules wait for: what a listener needs to know of a state."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayerWords:
    """A player and everything of theirs that can be named aloud.

    Attributes:
        name: Player's name at the table.
        character: Character's name, None before there is one.
        things: (kind, name) pairs, kind being the system's word: "skill", "item", "connection", "goal", "principle".
    """

    name: str
    character: str | None = None
    things: tuple[tuple[str, str], ...] = ()

    def of(self, kind: str) -> tuple[str, ...]:
        """Names of one kind, in sheet order."""
        return tuple(name for each, name in self.things if each == kind)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All names of a table: players in seat order, and what belongs to nobody ("group_goal")."""

    players: tuple[PlayerWords, ...] = ()
    shared: tuple[tuple[str, str], ...] = ()

    def player(self, name: str | None) -> PlayerWords | None:
        """The player of that name, any case; None when there is none."""
        wanted = (name or "").casefold()
        return next((each for each in self.players if each.name.casefold() == wanted), None)


@dataclass(frozen=True, slots=True)
class Expected:
    """An answer other than dice that the rules wait for.

    Attributes:
        command: Kind of the command that would answer ("place_bid").
        player: Who owes it.
        optional: True when play may go on without it (keeping dice, trading a six).
        free: True when it costs nothing and can only help (rolling a six again): it is never left for the silent.
    """

    command: str
    player: str
    optional: bool = False
    free: bool = False
