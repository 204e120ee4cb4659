"""The X-card: pauses of one evening, who may end them, and what is done where one seat asks again and again."""

from collections import defaultdict, deque
from collections.abc import Callable

OFTEN = 3
"""Times somebody asks for something within `LATELY_SECONDS`, from which it is bounded."""
LATELY_SECONDS = 600.0
SHOWN_SECONDS = 900.0
"""Time for which the cards of a seat are shown and stop nothing, once the table wants that."""
SHOWN_AGAIN_SECONDS = 20.0
"""A card that is shown fades after so long; held up again before, it is the same one."""


class Lately:
    """Counts how often each seat asked for something lately.

    Args:
        monotonic: Seconds that only go up.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._asked: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=OFTEN))

    def note(self, seat: str) -> None:
        """It asked once more."""
        self._asked[seat].append(self._monotonic())

    def often(self, seat: str | None) -> bool:
        """Return True where it asked as often as is counted."""
        asked = self._asked[seat] if seat is not None else deque[float]()
        return len(asked) == OFTEN and self._monotonic() - asked[0] < LATELY_SECONDS


class Pauses:
    """Keeps the owner of the card that stopped play, to decide who may go on; nobody is told.

    Args:
        monotonic: Seconds that only go up.

    Attributes:
        on: True while a pause lasts.
        shown: Number of cards to be shown that stopped nothing; 0 once the table has seen to it.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self.on, self.shown = False, 0
        self._monotonic = monotonic
        self._lately = Lately(monotonic)
        self._seat: str | None = None
        self._shown_at = -SHOWN_AGAIN_SECONDS
        self._only_shown: dict[str, float] = {}

    def ask(self, seat: str | None) -> None:
        """Somebody holds up the card; None for the table, and for whoever said it aloud."""
        if self.on:
            return
        if seat is not None and self._monotonic() < self._only_shown.get(seat, 0.0):
            if self._monotonic() - self._shown_at >= SHOWN_AGAIN_SECONDS:
                self.shown, self._shown_at = self.shown + 1, self._monotonic()
            return
        if seat is not None:
            self._lately.note(seat)
        self.on, self.shown, self._seat = True, 0, seat

    def is_of(self, seat: str) -> bool:
        """Return True where it was this seat that asked for the pause, which may end it; the table ends any."""
        return self._seat == seat

    @property
    def often(self) -> bool:
        """True where the seat that asked for the pause has done so again and again."""
        return self.on and self._lately.often(self._seat)

    def end(self, *, show_only: bool = False) -> None:
        """Go on; with `show_only`, further cards of the same seat are only shown for a while."""
        if show_only and self._seat is not None:
            self._only_shown[self._seat] = self._monotonic() + SHOWN_SECONDS
        self.on, self.shown, self._seat, self._shown_at = False, 0, None, -SHOWN_AGAIN_SECONDS
