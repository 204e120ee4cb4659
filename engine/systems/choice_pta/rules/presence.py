"""People who come into a scene and leave it (rules 3.3)."""

from typing import ClassVar

from engine.common.values import Changes, changed
from engine.phrase import Phrase, phrase
from engine.systems.choice_pta.messages import Event
from engine.systems.choice_pta.state import State


class PresenceChanged(Event):
    """A protagonist came into the scene or left it."""

    weight: ClassVar[int] = 1
    player: str
    here: bool

    @property
    def presence(self) -> tuple[str, bool]:
        return self.player, self.here

    def apply(self, state: State) -> Changes:
        if state.scene is None:
            raise LookupError("no scene")
        here = tuple(name for name in state.scene.present if name != self.player)
        return {"scene": changed(state.scene, present=(*here, self.player) if self.here else here)}

    def sentence(self) -> Phrase:
        if self.here:
            return phrase("{player} came into the scene", player=self.player)
        return phrase("{player} left the scene", player=self.player)

    def undone(self) -> Phrase:
        return (
            phrase("{player} coming in", player=self.player)
            if self.here
            else phrase("{player} leaving", player=self.player)
        )
