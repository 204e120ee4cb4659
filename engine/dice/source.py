"""Where faces come from. `decide` reads straight down and asks a `DiceSource`; only `step` catches `RollNeeded`."""

from collections.abc import Iterable
from typing import Protocol

from engine.dice.roll import Roll, RollRequest


class RollNeeded(Exception):
    """The source has no faces for this request yet: the table has to roll.

    Not an EngineError: it is control flow between a source and `step`, which alone catches it.
    """

    def __init__(self, request: RollRequest, rolls: tuple[Roll, ...] = ()) -> None:
        super().__init__(f"{request.roller} rolls {request.count}d{request.sides}")
        self.request = request
        self.rolls = rolls


class DiceSource(Protocol):
    """Answers roll requests with faces, or raises `RollNeeded`."""

    def roll(self, request: RollRequest) -> Roll:
        """Return the thrown dice.

        Raises:
            RollNeeded: The faces are not known yet.
            BadFaces: The faces at hand do not fit the request.
        """
        ...


class NoDice:
    """Knows no faces: every request has to be rolled at the table."""

    def roll(self, request: RollRequest) -> Roll:
        """Raise `RollNeeded` for every request."""
        raise RollNeeded(request)


class RecordedDice:
    """Replays rolls already made for one pending command, then asks for the next.

    A recorded roll whose request differs from the one now asked for is stale: it and all later ones are dropped.
    """

    def __init__(self, rolls: Iterable[Roll] = ()) -> None:
        self._rolls = tuple(rolls)
        self._next = 0

    def roll(self, request: RollRequest) -> Roll:
        """Return the next recorded roll, or raise `RollNeeded` with the rolls used so far."""
        if self._next < len(self._rolls) and self._rolls[self._next].request == request:
            self._next += 1
            return self._rolls[self._next - 1]
        raise RollNeeded(request, self._rolls[: self._next])


class ScriptedDice:
    """Hands out a fixed sequence of faces in order, for tests, demos and `companion rules`."""

    def __init__(self, faces: Iterable[int] = ()) -> None:
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
