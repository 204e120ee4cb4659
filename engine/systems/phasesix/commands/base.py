"""What every command of one character has."""

from dataclasses import dataclass
from typing import ClassVar

from engine.common.messages import Command

__all__ = ["Command", "OwnCommand"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCommand(Command):
    """A command of one character; `char` left out means the speaker's only one, or whose turn it is."""

    kind: ClassVar[str] = ""
    char: str | None = None
