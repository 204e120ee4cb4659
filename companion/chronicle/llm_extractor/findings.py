"""Findings of a model in a batch, as far as the talk bears them out."""

from collections.abc import Mapping
from dataclasses import field
from functools import cache
from typing import Any, Literal

from pydantic import TypeAdapter

from engine.quick_dataclass import dataclass

FindingKind = Literal["person", "place", "item", "open"]
Fault = Literal["not shown", "said twice", "role not said", "no such line", "too many", "a sure person denied"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found.

    Attributes:
        kind: A person, a place, an item, or a line that leaves something open.
        name: Its fullest form in these lines; empty for `open`.
        lines: Utterance ids of the lines that say it, in the order said.
        forms: Every form of it in these lines.
        role: What somebody is, in words of these lines.
    """

    kind: FindingKind
    name: str
    lines: tuple[str, ...]
    forms: tuple[str, ...] = ()
    role: str | None = None


@dataclass(frozen=True, slots=True)
class Findings:
    """Findings of one answer that are left after checking.

    Attributes:
        kept: What the talk bears out.
        dropped: How often something was dropped, by fault.
        trusted: Whether the answer agrees with what is sure, and little in it was wrong.
    """

    kept: tuple[Finding, ...] = ()
    dropped: Mapping[Fault, int] = field(default_factory=dict)
    trusted: bool = True

    @property
    def faults(self) -> int:
        """Number of entries dropped."""
        return sum(self.dropped.values())

    def to_json(self) -> dict[str, Any]:
        """JSON form, for the store."""
        form: dict[str, Any] = _adapter().dump_python(self, mode="json")
        return form


@cache
def _adapter() -> TypeAdapter[Findings]:
    return TypeAdapter(Findings)


def findings_from(body: Any) -> Findings:
    """Findings from their JSON form.

    Raises:
        pydantic.ValidationError: It is no such form.
    """
    return _adapter().validate_python(body)
