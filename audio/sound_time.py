"""Time of sound, on the clock."""

from collections import deque

_REMEMBERED = 1_000
"""Chunks that are compared: half a minute of sound, in which a sound card's clock and the computer's stay together."""


class SoundTime:
    """Clock times of moments of sound.

    Of the last chunks the one that came with the least delay says how clock and sound belong together. Others came
    later than they could have: in a burst, or fetched by somebody who was busy. People at the table wait for that, too.
    """

    def __init__(self) -> None:
        self._apart: deque[float] = deque(maxlen=_REMEMBERED)

    def arrived(self, position: float, now: float) -> None:
        """Sound up to `position` seconds has been fetched at a clock time."""
        self._apart.append(now - position)

    def of(self, position: float) -> float:
        """Clock time at which the sound at `position` seconds could first be had.

        Raises:
            ValueError: No sound has arrived yet.
        """
        return position + min(self._apart)
