"""State of a table: a frozen snapshot derived only by folding events (rules section 2)."""

from dataclasses import field
from typing import TypeVar

from engine.common.values import named
from engine.quick_dataclass import dataclass
from engine.systems.phasesix.entities.characters import Character, Player
from engine.systems.phasesix.entities.checks import Check, GroupCheck, Outcome, Throw
from engine.systems.phasesix.entities.combat import Combat, Deed, Strike, Task
from engine.systems.phasesix.entities.library import Library
from engine.systems.phasesix.house_rules import HouseRules
from engine.systems.phasesix.vocabulary import Phase

T = TypeVar("T")


@dataclass(frozen=True)  # no slots: a copy is one dict update, and every event makes one
class State:
    """A table of Phase Six.

    Attributes:
        name: Name of the table, None before `CreateTable`.
        players: In seat order.
        characters: In order of creation, dead ones included.
        epoch: Era chosen for the story; empty when any goes.
        extensions: Optional rules in use: "magic", "horror".
        session_active: Between `StartSession` and `EndSession`.
        checks: Open checks, oldest first.
        throws: Dice owed, in the order they should be thrown.
        group: The group roll that runs.
        deed: The deed whose roll or consequences are under way.
        strike: Hits that are being counted.
        tasks: What the rules do next as soon as nothing is open.
        last: The latest closed check.
        lying: Its dice, until others are thrown.
        count: Ids given so far.
    """

    name: str | None = None
    players: tuple[Player, ...] = ()
    characters: tuple[Character, ...] = ()
    house_rules: HouseRules = field(default_factory=HouseRules)
    library: Library = field(default_factory=Library)
    epoch: str = ""
    extensions: tuple[str, ...] = ()
    session_no: int = 0
    session_active: bool = False
    combat: Combat | None = None
    checks: tuple[Check, ...] = ()
    throws: tuple[Throw, ...] = ()
    group: GroupCheck | None = None
    deed: Deed | None = None
    strike: Strike | None = None
    tasks: tuple[Task, ...] = ()
    last: Outcome | None = None
    lying: Check | None = None
    count: int = 0

    @property
    def phase(self) -> Phase:
        """The phase the table is in."""
        if self.name is None:
            return Phase.LOBBY
        if self.combat is not None:
            return Phase.COMBAT
        return Phase.FREE if self.session_active else Phase.BETWEEN

    @property
    def gm(self) -> str | None:
        """The player who leads the story; None at a table without."""
        return next((player.name for player in self.players if player.gm), None)

    def character(self, name: str) -> Character | None:
        """The character of exactly this name."""
        return named(self.characters, name)

    def check(self, check_id: str) -> Check | None:
        """The open check of this id."""
        for check in self.checks:
            if check.check_id == check_id:
                return check
        return None
