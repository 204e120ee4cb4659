"""Sources of chance: faces and cards. `decide` reads straight down and asks; only `step` catches `RollNeeded`."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from engine.dice.cards import CardSource, Deck, TopCards
from engine.dice.roll import Roll, RollRequest

T = TypeVar("T")


class RollNeeded(Exception):
    """The source has no faces for this request yet: the table has to roll.

    Not an EngineError: it is control flow between a source and `step`, which alone catches it.
    """

    def __init__(self, request: RollRequest, rolls: tuple[Roll, ...] = ()) -> None:
        super().__init__(f"{request.roller} rolls {request.count}d{request.sides}")
        self.request = request
        self.rolls = rolls


class DiceSource(CardSource, Protocol):
    """Answers roll requests with faces, or raises `RollNeeded`; shuffles and draws cards."""

    def roll(self, request: RollRequest) -> Roll:
        """Return the thrown dice.

        Raises:
            RollNeeded: The faces are not known yet.
            BadFaces: The faces at hand do not fit the request.
        """


class _WithCards:
    """Passes cards on to a source of their own.

    Args:
        cards: Shuffles and draws; without one, decks stay as they lie.
    """

    def __init__(self, cards: CardSource | None = None) -> None:
        self._cards: CardSource = cards or TopCards()

    def shuffle(self, deck: Deck[T]) -> Deck[T]:
        """The same cards in another order."""
        return self._cards.shuffle(deck)

    def draw(self, deck: Deck[T], count: int = 1) -> tuple[tuple[T, ...], Deck[T]]:
        """Cards from the deck, and the deck without them."""
        return self._cards.draw(deck, count)


class NoDice(_WithCards):
    """Knows no faces: every request has to be rolled at the table."""

    def roll(self, request: RollRequest) -> Roll:
        """Raise `RollNeeded` for every request."""
        raise RollNeeded(request)


class ScriptedDice(_WithCards):
    """Hands out a fixed sequence of faces in order, for tests, demos and `companion rules`."""

    def __init__(self, faces: Iterable[int] = (), cards: CardSource | None = None) -> None:
        super().__init__(cards)
        self._faces = list(faces)

    @property
    def left(self) -> int:
        """Faces not handed out yet."""
        return len(self._faces)

    def roll(self, request: RollRequest) -> Roll:
        """Take `request.count` faces from the script; raise `RollNeeded` when too few are left."""
        if len(self._faces) < request.count:
            raise RollNeeded(request)
        faces = tuple(self._faces[: request.count])
        roll = Roll(request, faces)
        del self._faces[: request.count]
        return roll
