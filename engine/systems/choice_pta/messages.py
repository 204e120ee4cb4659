"""Bases of every command and every event of Choice Based PTA."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from engine.common import messages
from engine.common.batch import EventBatch
from engine.common.values import Changes
from engine.fields import PlayerName
from engine.phrase import sentence
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Phase
from engine.systems.choice_pta.words import owned
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
    """An event of Choice Based PTA; of hidden cards it tells that something happened and never what (SEC-1).

    Templates also know what is somebody's: `{whose_seat}` for the field `seat`.
    """

    json_names: ClassVar[Mapping[str, str]] = _NAMES
    register: ClassVar[messages.Register] = {}

    def aloud(self) -> Spoken | None:
        """The sentence said of it, as a whole one."""
        said = super().aloud()
        return said if said is None or self.said else Spoken(sentence(said.text), said.weight)

    def in_words(self) -> dict[str, Any]:
        """The fields as sentences have them."""
        names = {f"whose_{name}": owned(value) for name, value in vars(self).items() if isinstance(value, str)}
        return super().in_words() | names

    def heard(self, batch: Batch) -> Iterator[Spoken]:
        """Sentences said of it at the table; its own for an event that needs what is around it for them."""
        said = self.aloud()
        if said is not None:
            yield said


class Remark(Event, base=True):
    """An event that changes nothing: what happened is in the events around it."""

    def apply(self, state: State) -> Changes:
        """Nothing."""
        return {}
