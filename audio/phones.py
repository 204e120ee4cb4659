"""The phones that lend their microphones to a table. Whoever lends none waits for no numpy."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from audio.channels import Channel


class Phones:
    """The phones that lend their microphones: who may send sound, and what they sent lately. Safe between threads.

    Args:
        clock: Seconds that only go forward.
        allowed: Whether somebody's phone may be heard now; asked for every packet and every block that is read.
    """

    def __init__(self, clock: Callable[[], float], allowed: Callable[[str], bool] = lambda owner: True) -> None:
        self.allowed = allowed
        self.began: float | None = None
        """Clock time at which the table's time began; None while nobody listens, and then no sound is kept."""
        self._clock = clock
        self._channels: dict[str, tuple[object, Channel]] = {}

    @property
    def connected(self) -> bool:
        """True while any phone offers its microphone."""
        return bool(self._channels)

    def join(self, owner: str) -> object:
        """A phone offers its microphone, in place of any its owner offered before; returns what it sends under."""
        from audio.channels import Channel

        ticket = object()
        self._channels = {**self._channels, owner: (ticket, Channel())}
        return ticket

    def leave(self, owner: str, ticket: object) -> None:
        """A phone is gone; nothing when its owner's place was taken by another."""
        if self.holds(owner, ticket):
            self._channels = {name: held for name, held in self._channels.items() if name != owner}

    def holds(self, owner: str, ticket: object) -> bool:
        """True while this is the phone its owner is heard through."""
        return owner in self._channels and self._channels[owner][0] is ticket

    def hear(self, owner: str, ticket: object, first: int, sound: bytes) -> bool:
        """Take in a packet, 16 bits a sample, the low byte first; False when it was not wanted."""
        if not self.holds(owner, ticket) or self.began is None or not self.allowed(owner):
            return False
        import numpy as np

        self._channels[owner][1].put(first, np.frombuffer(sound, dtype="<i2"), self._clock() - self.began)
        return True

    def channels(self) -> dict[str, Channel]:
        """Whoever may be heard now; what others have sent is dropped."""
        for owner, (_, channel) in self._channels.items():
            if not self.allowed(owner):
                channel.drop()
        return {owner: channel for owner, (_, channel) in self._channels.items() if self.allowed(owner)}

    def drop(self) -> None:
        """Overwrite what everybody sent."""
        for _, channel in self._channels.values():
            channel.drop()
