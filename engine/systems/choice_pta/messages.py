"""What every command and every event of Choice Based PTA has."""

from typing import ClassVar

from engine.common import messages
from engine.systems.choice_pta.vocabulary import Phase


class Command(messages.Command):
    """A command of Choice Based PTA.

    Attributes:
        phases: Phases of a conflict it is legal in; empty when it does not depend on a conflict.
        acts: Field that names the acting seat; None when nobody in particular acts.
        for_others: Whether somebody may do it for another seat.
        scene: Whether it needs an open scene.
    """

    __slots__ = ()
    register: ClassVar[messages.Register] = {}
    phases: ClassVar[tuple[Phase, ...]] = ()
    acts: ClassVar[str | None] = None
    for_others: ClassVar[bool] = False
    scene: ClassVar[bool] = False


class Event(messages.Event):
    """An event of Choice Based PTA."""

    __slots__ = ()
    register: ClassVar[messages.Register] = {}
