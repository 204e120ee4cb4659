"""Findings of a model in a batch, as far as the talk bears them out."""

from collections.abc import Mapping
from dataclasses import field
from functools import cache
from typing import Any, Literal

from pydantic import TypeAdapter

from companion.chronicle.extractor.model import Wording
from engine.quick_dataclass import dataclass

FindingKind = Literal[
    "scene", "person", "place", "thing", "goal", "connection", "thread", "consequence", "quote", "wrong"
]
Fault = Literal[
    "no such line", "name not said", "not their words", "not verbatim", "no plain text", "number", "name", "not",
    "outcome", "not borne out", "not shown", "said twice", "too many",
]  # fmt: skip
"""Fault of an entry: it cites no line; its name is in no line and nobody knows it; what should be the table's words is
not; a quotation differs; markup or the like; a number or a name no cited line has; it denies what they tell, or tells
what they deny; it ends otherwise than the log; nothing of it is in the lines; no such code; doubled; too much."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found.

    Attributes:
        kind: What it is.
        name: Name, title, aim or words; of a thread or a consequence what the model calls it. Of something `wrong`
            the name of the earlier finding that does not count any more.
        lines: Utterance ids of the lines it rests on, in the order said.
        forms: Other forms of the name in these lines.
        role: What somebody is, where the lines say it in these words; of a thread what sort it is; of something `wrong`
            the kind of the earlier finding.
        owner: Whose it is, as the model says.
        wording: What the model says of it in its own words.
    """

    kind: FindingKind
    name: str
    lines: tuple[str, ...]
    forms: tuple[str, ...] = ()
    role: str | None = None
    owner: str | None = None
    wording: Wording = ()


@dataclass(frozen=True, slots=True)
class Findings:
    """Findings of one answer that are left after checking.

    Attributes:
        kept: What the talk bears out.
        dropped: How often something was dropped, by fault.
        trusted: Whether not too much of the answer was wrong.
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


def findings_from(body: Any) -> Findings | None:
    """Findings from their JSON form; None where an older companion kept it in another one."""
    try:
        return _adapter().validate_python(body)
    except ValueError:
        return None


def standing(found: "tuple[Findings, ...] | list[Findings]") -> tuple[Finding, ...]:
    """Everything found that still counts: what a later batch corrects is left out, and so is what is not trusted."""
    left: list[Finding] = []
    for findings in found:
        if findings.trusted:
            gone = {(each.role, each.name) for each in findings.kept if each.kind == "wrong"}
            left = [each for each in left if (each.kind, each.name) not in gone]
            left += [each for each in findings.kept if each.kind != "wrong"]
    return tuple(left)
