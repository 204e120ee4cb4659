"""Refusals that rules raise, and where they become answers: see `engine/systems/README.md`."""

from collections.abc import Callable, Iterable
from typing import Concatenate, ParamSpec, TypeVar

from engine.common.words import listed
from engine.phrase import Phrase, capital, phrase
from engine.types import Rejected

P = ParamSpec("P")
S = TypeVar("S")
C = TypeVar("C")
T = TypeVar("T")


class Refused(Exception):
    """A rule says no; whatever was recorded for the command until then is dropped.

    Attributes:
        rejected: What is answered.
    """

    def __init__(self, code: str, reason: Phrase) -> None:
        super().__init__(code, reason)
        self.rejected = Rejected(code, capital(reason))


def heed(refusal: Rejected | None) -> None:
    """Pass on what a guard has against it.

    Raises:
        Refused: It has something.
    """
    if refusal is not None:
        raise Refused(refusal.code, refusal.reason)


def answering(
    decide: Callable[Concatenate[S, C, P], tuple[T, ...] | Rejected],
) -> Callable[Concatenate[S, C, P], tuple[T, ...] | Rejected]:
    """The `decide` of a system that answers with the refusals its rules raise: the one place where they are caught."""

    def answered(state: S, command: C, /, *rest: P.args, **named: P.kwargs) -> tuple[T, ...] | Rejected:
        try:
            return decide(state, command, *rest, **named)
        except Refused as refused:
            return refused.rejected

    return answered


def nothing_called(thing: Phrase, said: str, known: Iterable[str]) -> Phrase:
    """The sentence about a name that nothing has: what is called otherwise is told, if there is anything."""
    names = listed(known)
    if not names:
        return phrase("There is no {thing} called “{said}” yet.", thing=thing, said=said)
    return phrase("There is no {thing} called “{said}”, only {names}.", thing=thing, said=said, names=names)


def several_called(said: str, fits: Iterable[str]) -> Phrase:
    """The sentence about a name that several may have."""
    return phrase("“{said}” may be {names}; say which.", said=said, names=listed(fits, "or"))
