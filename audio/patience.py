"""Bounds on waiting for what is outside this program."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Patience:
    """Bounds of one question to a server.

    Attributes:
        total_seconds: Bound over all attempts and the waits between them, from connecting to the last byte; > 0.
        attempts: Bound on the number of attempts.
        first_wait_seconds: Scale of the random wait after the first failure; it doubles each time.
    """

    total_seconds: float = 20.0
    attempts: int = 3
    first_wait_seconds: float = 0.5


def in_time(question: Callable[[], T], seconds: float) -> T:
    """The answer to a question to which a library may wait for an answer forever.

    The question is asked in a thread of its own. Nothing can end a thread that waits inside a library: a late one is
    left behind, and keeps the program from nothing, not even from leaving.

    Args:
        question: Asks, and returns the answer.
        seconds: How long the answer may take.

    Raises:
        TimeoutError: It does not come in time.
        Exception: Whatever the question raises.
    """
    answer: Future[T] = Future()

    def ask() -> None:
        try:
            answer.set_result(question())
        except BaseException as problem:  # handed on to whoever asks
            answer.set_exception(problem)

    threading.Thread(target=ask, name="question", daemon=True).start()
    return answer.result(seconds)
