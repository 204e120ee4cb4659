"""Bases of every command and every event of Choice Based PTA."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.common import messages
from engine.common.batch import EventBatch
from engine.common.folding import Changes
from engine.fields import PlayerName
from engine.phrase import EMPTY, Phrase, sentence
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Phase
from engine.types import Spoken

Batch = EventBatch[State]
_NAMES = {"from_": "from"}


class Command(messages.Command, base=True):
    """A command of Choice Based PTA.

    Attributes:
        phases: Phases of a conflict it is legal in; empty when it does not depend on a conflict.
        acts: Field that names the acting seat; None when nobody in particular acts.
        for_others: Whether somebody may do it for another seat.
        scene: Whether it needs an open scene.
    """

    json_names: ClassVar[Mapping[str, str]] = _NAMES
    register: ClassVar[messages.Register] = {}
    phases: ClassVar[tuple[Phase, ...]] = ()
    acts: ClassVar[str | None] = None
    for_others: ClassVar[bool] = False
    scene: ClassVar[bool] = False


class SeatCommand(Command, base=True):
    """A command that a seat gives; `player` names it where somebody else speaks."""

    acts: ClassVar[str | None] = "player"
    player: PlayerName = ""


class Event(messages.Event, base=True):
    """An event of Choice Based PTA.

    Attributes:
        told: Its sentence, where that is always the same; empty for what nobody needs to read.
        deed: What is taken back with it, where that is always the same.
        weight: Weight with which its sentence is said aloud as it is; 0 where it is not.
    """

    json_names: ClassVar[Mapping[str, str]] = _NAMES
    register: ClassVar[messages.Register] = {}
    told: ClassVar[Phrase]
    deed: ClassVar[Phrase] = EMPTY
    weight: ClassVar[int] = 0

    def sentence(self) -> Phrase:
        """It as one plain sentence; of hidden cards it tells that something happened and never what (SEC-1)."""
        return self.told

    def aloud(self) -> Spoken | None:
        """The sentence, for an event with a weight."""
        said = self.sentence() if self.weight else EMPTY
        return Spoken(sentence(said), self.weight) if said else None

    def heard(self, batch: Batch) -> Iterator[Spoken]:
        """Sentences said of it at the table; its own for an event that needs what is around it for them."""
        said = self.aloud()
        if said is not None:
            yield said

    def undone(self) -> Phrase:
        """The deed that is taken back with it."""
        return self.deed


class Remark(Event, base=True):
    """An event that changes nothing: what happened is in the events around it."""

    def apply(self, state: State) -> Changes:
        """Nothing."""
        return {}
