"""Everything a table of Choice Based PTA knows, rebuilt by folding events."""

from collections.abc import Iterable
from dataclasses import field
from typing import TypeVar

from engine.common.values import named
from engine.quick_dataclass import dataclass
from engine.systems.choice_pta.entities import Conflict, Deck, Offer, Scene, Seat
from engine.systems.choice_pta.house_rules import HouseRules
from engine.systems.choice_pta.vocabulary import CardMode, Phase

T = TypeVar("T")

PLAYER_HAND = 4
GM_HAND_BASE = 3
TOKENS_PER_PLAYER = 3


@dataclass(frozen=True)
class State:
    """A table of Choice Based PTA.

    Attributes:
        seats: Players in seat order, then the GM; empty before `CreateTable`.
        decks: Empty with real cards and before the first deal.
        pool: Tokens in mid-table that players award to each other.
        bank: Tokens of players kept back during an extended conflict.
        total_tokens: All story-tokens of the game, three per player at its start (PTA-4).
        scene: The open scene.
        conflict: The running conflict.
        last_conflict: The latest one that was closed, without secrets.
        offers: Suggestions and bribes of this scene, oldest first, answered ones included.
    """

    card_mode: CardMode = CardMode.VIRTUAL
    house_rules: HouseRules = field(default_factory=HouseRules)
    seats: tuple[Seat, ...] = ()
    decks: tuple[Deck, ...] = ()
    pool: int = 0
    bank: int = 0
    total_tokens: int = 0
    sitting_no: int = 0
    scene: Scene | None = None
    scene_count: int = 0
    conflict: Conflict | None = None
    conflict_count: int = 0
    last_conflict: Conflict | None = None
    offers: tuple[Offer, ...] = ()
    offer_count: int = 0

    @property
    def phase(self) -> Phase:
        """Stage of the table."""
        if self.conflict is not None:
            return self.conflict.phase
        if not self.seats:
            return Phase.LOBBY
        if self.scene is not None:
            return Phase.SCENE
        return Phase.SITTING if self.sitting_no else Phase.TABLE

    @property
    def players(self) -> tuple[Seat, ...]:
        """Player seats in order; the GM is never counted (PTA-1)."""
        return tuple(seat for seat in self.seats if not seat.is_gm)

    @property
    def gm(self) -> Seat:
        """The GM's seat.

        Raises:
            LookupError: There is no table yet.
        """
        for seat in self.seats:
            if seat.is_gm:
                return seat
        raise LookupError("no GM")

    @property
    def is_virtual(self) -> bool:
        """True if the app deals the cards."""
        return self.card_mode is CardMode.VIRTUAL

    def seat(self, name: str | None) -> Seat | None:
        """The seat of exactly this name."""
        return named(self.seats, name)

    def deck(self, name: str) -> Deck | None:
        """The deck of exactly this name."""
        return named(self.decks, name)


def without(items: Iterable[T], taken: Iterable[T]) -> tuple[T, ...]:
    """The items less the first occurrence of each of `taken`.

    Raises:
        ValueError: One of them is not there.
    """
    left = list(items)
    for each in taken:
        left.remove(each)
    return tuple(left)
