"""What every command has."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What every command has.

    Attributes:
        kind: Tag of the JSON form, snake_case.
        json_names: JSON names of fields whose own name would clash with a Python keyword.
        actor: Player who speaks, None for the table as a whole.
    """

    kind: ClassVar[str]
    json_names: ClassVar[Mapping[str, str]] = {}
    actor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCommand(Command):
    """A command of one character; `char` left out means the speaker's only one, or whose turn it is."""

    kind: ClassVar[str] = ""
    char: str | None = None
