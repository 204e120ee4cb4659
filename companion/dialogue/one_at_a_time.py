"""One deed of an evening at a time, and none once the evening was given back."""

import threading
from types import TracebackType

from companion.base.errors import CompanionError
from engine.phrase import phrase


class EveningLeft(CompanionError):
    """The evening was given back before this was its turn; nothing was done."""


class OneAtATime:
    """A lock that whoever waits for it is refused by once the evening is over.

    Attributes:
        over: Set by whoever holds it.
    """

    def __init__(self) -> None:
        self.over = False
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        """Wait for one's turn.

        Raises:
            EveningLeft: There is none any more.
        """
        self._lock.acquire()
        if self.over:
            self._lock.release()
            raise EveningLeft(phrase("This evening is not open any more."))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()
