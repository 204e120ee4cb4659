"""An answer against the talk it is about: what the talk does not bear out is dropped, counted and told."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from companion.chronicle.extractor.goals import names_aim
from companion.chronicle.extractor.mentions import is_role
from companion.chronicle.llm_extractor.batches import Batch, BatchLine
from companion.chronicle.llm_extractor.claims import Source, fault_of, wording_fault
from companion.chronicle.llm_extractor.findings import Fault, Finding, FindingKind, Findings
from companion.chronicle.llm_extractor.forms import NotesForm
from engine.quick_dataclass import dataclass

MOST_OF_A_KIND = 40
"""Entries of one kind an answer may hold; a model that names more names everything, which says nothing."""
_MOST_CITED = 30
_TRUSTED_SHARE = 0.5
"""Share of refused entries up to which the rest of an answer is believed."""
_LONGEST_NAME = 60
_QUOTED_WORDS = range(3, 41)
_OWN_WORDS: Mapping[FindingKind, tuple[str, ...]] = {
    "scene": ("happened", "outcome"),
    "person": ("wants", "relations", "attitude"),
    "place": ("about",),
    "thing": ("about", "holder"),
    "goal": ("why", "progress"),
    "connection": ("about",),
}
"""Fields in which a model says something in its own words, by kind; empty ones tell nothing."""
_LISTS: Mapping[FindingKind, tuple[str, str]] = {
    "scene": ("scenes", "title"),
    "person": ("people", "name"),
    "place": ("places", "name"),
    "thing": ("things", "name"),
    "goal": ("goals", "goal"),
    "connection": ("connections", "name"),
    "thread": ("threads", "text"),
    "consequence": ("consequences", "text"),
    "quote": ("quotes", "words"),
    "wrong": ("wrong", "code"),
}
"""The list of an answer that holds each kind, and the field with its name."""


@dataclass(frozen=True, slots=True)
class Known:
    """Facts known besides the lines of a batch.

    Attributes:
        cast: Characters by player; None for somebody who plays nobody.
        names: Everybody and everything known by name: cast, sheets, what was found before.
        goals: Goals of the sheets.
        earlier: Earlier findings by the codes a model is shown.
    """

    cast: Mapping[str, str | None]
    names: Collection[str]
    goals: Collection[str] = ()
    earlier: Mapping[str, Finding] | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """Findings, and for each entry or field that was refused its name and why."""

    findings: Findings
    refused: tuple[tuple[str, Fault], ...]


def check(answer: NotesForm, batch: Batch, known: Known) -> Checked:
    """Return the part of an answer that the talk bears out.

    Lines cited are lines shown; names stand in them or are known; quotations are verbatim; numbers and outcomes agree
    with the lines and the log. An answer in which more than half is wrong is not trusted.
    """
    desk = _Desk(batch, known)
    kept: dict[tuple[str, str], Finding] = {}
    entries = 0
    for kind, (listed, named) in _LISTS.items():
        forms: Sequence[Any] = getattr(answer, listed)
        if len(forms) > MOST_OF_A_KIND:
            desk.refuse(listed, "too many")
            entries += 1
            continue
        for form in forms:
            entries += 1
            found = desk.read(kind, getattr(form, named), form)
            if found is not None and (found.kind, found.name.casefold()) in kept:
                desk.refuse(f"{kind} {found.name[:_LONGEST_NAME]}", "said twice")
            elif found is not None:
                kept[found.kind, found.name.casefold()] = found
    refused = tuple(desk.refused)
    trusted = entries - len(kept) <= _TRUSTED_SHARE * entries
    return Checked(Findings(tuple(kept.values()), dict(Counter(fault for _, fault in refused)), trusted), refused)


class _Desk:
    def __init__(self, batch: Batch, known: Known) -> None:
        self._batch = batch
        self._known = known
        self.refused: list[tuple[str, Fault]] = []

    def refuse(self, entry: str, fault: Fault) -> None:
        self.refused.append((entry, fault))

    def read(self, kind: FindingKind, given: str, form: Any) -> Finding | None:
        """The part of an entry that passes; None where nothing does, and why is told."""
        name, cited = " ".join(given.split()), self._batch.cited(form.lines)
        fault = self._fault(kind, name, form, cited)
        entry = f"{kind} {name[:_LONGEST_NAME]}"
        if fault is not None:
            self.refuse(entry, fault)
            return None
        lines = tuple(dict.fromkeys(each.line.id for each in cited if each.line.id))
        forms: tuple[str, ...] = ()
        role = owner = None
        wording = list(self._own_words(kind, entry, form, cited))
        if kind == "person":
            forms = tuple(each for each in map(_one_line, form.aliases) if each != name and _said(each, cited))
            role = _role(form.role, cited)
            told = self._worded(entry, "role", form.role, cited) if role is None else None
            wording = ([("role", told)] if told else []) + wording
        elif kind in {"goal", "connection"}:
            owner = self._player(_one_line(form.of))
            name = next((each for each in self._known.goals if kind == "goal" and names_aim(name, each)), name)
        elif kind == "thread":
            role = form.kind
        elif kind == "quote":
            name = _verbatim(name, cited) or name
        elif kind == "wrong":
            earlier = (self._known.earlier or {})[name]
            name, role = earlier.name, earlier.kind
        return Finding(kind, name, lines, forms, role, owner, tuple(wording))

    def _fault(self, kind: FindingKind, name: str, form: Any, cited: Sequence[BatchLine]) -> Fault | None:
        if not 0 < len(set(form.lines)) == len(cited) <= _MOST_CITED or not any(each.line.id for each in cited):
            return "no such line"
        if kind == "wrong":
            return None if name in (self._known.earlier or {}) else "not shown"
        if kind == "quote":
            return None if _verbatim(name, [each for each in cited if not each.rules]) else "not verbatim"
        if kind in {"person", "place", "thing", "connection"}:
            return self._name_fault(name, cited)
        if kind == "goal":
            known = {each.casefold() for each in self._known.goals}
            strict = fault_of(name, self._sources(cited)[:3], self._known.names) is not None
            return "not their words" if strict and name.casefold() not in known else None
        titled = kind == "scene"
        return wording_fault(name, self._sources(cited), self._known.names, self._facts(cited), judges=titled)

    def _name_fault(self, name: str, cited: Sequence[BatchLine]) -> Fault | None:
        if not name or len(name) > _LONGEST_NAME:
            return "no plain text"
        known = name.casefold() in {each.casefold() for each in self._known.names}
        return None if known or _said(name, cited) else "name not said"

    def _own_words(
        self, kind: FindingKind, entry: str, form: Any, cited: Sequence[BatchLine]
    ) -> Iterator[tuple[str, str]]:
        for field in _OWN_WORDS.get(kind, ()):
            told = self._worded(entry, field, getattr(form, field), cited)
            if told:
                yield field, told

    def _worded(self, entry: str, field: str, text: str, cited: Sequence[BatchLine]) -> str | None:
        text = _one_line(text)
        if not text:
            return None
        judges = field == "attitude"
        fault = wording_fault(text, self._sources(cited), self._known.names, self._facts(cited), judges=judges)
        if fault is not None:
            self.refuse(f"{entry}, {field}", fault)
        return None if fault is not None else text

    def _sources(self, cited: Sequence[BatchLine]) -> list[Source]:
        cast = self._known.cast
        return [
            Source(each.text, tuple(name for name in (each.line.speaker, cast.get(each.line.speaker or "")) if name))
            for each in cited
        ]

    def _facts(self, cited: Sequence[BatchLine]) -> list[str]:
        """Events of the rules from the first line cited until the table spoke again after the last."""
        at = [self._batch.lines.index(each) for each in cited]
        until = max(at) + 1
        while until < len(self._batch.lines) and self._batch.lines[until].rules:
            until += 1
        return [each.text for each in self._batch.lines[min(at) : until] if each.rules]

    def _player(self, of: str) -> str | None:
        """The player whose character, or who, is meant; None for the whole party and for anybody else."""
        wanted = of.casefold()
        for player, character in self._known.cast.items():
            if wanted and any(wanted == each or wanted in each.split() for each in _names(player, character)):
                return player
        return None


def _names(player: str, character: str | None) -> tuple[str, ...]:
    return tuple(each.casefold() for each in (player, character) if each)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _said(name: str, cited: Sequence[BatchLine]) -> bool:
    return len(name) <= _LONGEST_NAME and any(said_in(name, each.text) for each in cited)


def _role(given: str, cited: Sequence[BatchLine]) -> str | None:
    """The trade or kinship that the lines say in these very words."""
    role = _one_line(given).casefold().removeprefix("the ").removeprefix("a ").removeprefix("an ")
    if not role or not is_role(role.split()[-1]):
        return None
    return role if _said(role, cited) else None


def _verbatim(words: str, cited: Sequence[BatchLine]) -> str | None:
    """The words as a line says them; None where none does, or they are too few or too many."""
    if len(words.split()) not in _QUOTED_WORDS:
        return None
    pattern = f"{_pattern(words)}[.!?]?"
    return next(
        (found[0] for each in cited if _pattern(words) and (found := re.search(pattern, each.text, re.I))), None
    )


def said_in(words: str, text: str) -> bool:
    """Return True if a text says these very words, any case, as whole words."""
    pattern = _pattern(words)
    return bool(pattern) and re.search(pattern, text, re.IGNORECASE) is not None


def _pattern(words: str) -> str:
    parts = [re.escape(part).replace("’", "'").replace("'", "['’]") for part in re.findall(r"[\w'’]+", words)]
    between = r"\W+"
    return rf"(?<!\w){between.join(parts)}(?!\w)" if parts else ""
