"""Corrections of the chronicle by the table: an append-only list, applied to what was gathered; never rules."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from companion.chronicle.extractor.markdown import excerpt
from companion.chronicle.memory.attitude import attitude
from companion.chronicle.memory.values import ENDABLE, LISTS, NAMED, Change, Entry, Memory, Quote, Written, spelled
from companion.store import Correction
from engine.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Rename:
    """Somebody or something is called otherwise; a name that is taken means that the two are one.

    Attributes:
        name: As before.
        to: From now on.
        by: Player who said it, and `said`, where ("2/u14"); None where it was written.
    """

    name: str
    to: str
    by: str | None = None
    said: str | None = None
    do: Literal["rename"] = "rename"


@dataclass(frozen=True, slots=True)
class Merge:
    """Two entries are one; `by` and `said` as in `Rename`."""

    name: str
    into: str
    by: str | None = None
    said: str | None = None
    do: Literal["merge"] = "merge"


@dataclass(frozen=True, slots=True)
class Split:
    """One of the other forms of a name is somebody else; `by` and `said` as in `Rename`."""

    name: str
    alias: str
    by: str | None = None
    said: str | None = None
    do: Literal["split"] = "split"


@dataclass(frozen=True, slots=True)
class Forget:
    """Nothing is to be remembered of this: a name, the key of an entry, or where a sentence first came up ("2/u14")."""

    name: str
    do: Literal["forget"] = "forget"


@dataclass(frozen=True, slots=True)
class SetRole:
    """Correction of somebody's role."""

    name: str
    role: str
    do: Literal["role"] = "role"


@dataclass(frozen=True, slots=True)
class SetCertainty:
    """The table vouches for somebody or something ("said"), or doubts it ("inferred")."""

    name: str
    certainty: Literal["said", "inferred"]
    do: Literal["certainty"] = "certainty"


@dataclass(frozen=True, slots=True)
class Close:
    """A thread, promise or debt is settled, named by its key or by where it came up ("2/u14")."""

    ref: str
    do: Literal["close"] = "close"


@dataclass(frozen=True, slots=True)
class Note:
    """Words of the table's own about somebody or something.

    Attributes:
        name: Key of an entry, another name of it, or where a sentence first came up ("2/u14").
        text: The words, see `companion.chronicle.memory.noting`; empty once they were taken back or replaced.
        by: Player who wrote or said them; None when nobody said who.
        said: Where they were said ("2/u14"); None when they were written.
        instead: Number of the correction with the words that these replace.
        number: Of this correction, once it is kept.
        at: When it was kept, UTC.
    """

    name: str
    text: str
    by: str | None = None
    said: str | None = None
    instead: int | None = None
    number: int = 0
    at: datetime | None = None
    do: Literal["note"] = "note"


@dataclass(frozen=True, slots=True)
class Undo:
    """A correction does not count any more; one that is an undo itself makes the other count again."""

    number: int
    do: Literal["undo"] = "undo"


Spoken = Rename | Merge | Split | Note
"""Corrections that know the sentence they were said in."""
Amendment = Rename | Merge | Split | Forget | SetRole | SetCertainty | Close | Note
AnyCorrection = Amendment | Undo


@cache
def _stored() -> TypeAdapter[AnyCorrection]:
    return TypeAdapter(Annotated[AnyCorrection, Field(discriminator="do")])


_KEPT_BESIDE = {"number", "at"}
"""Fields of a note that the store keeps itself; of other corrections `number` says which one is meant."""

_LONGEST_TOLD = 80
"""Characters of a note in one line about it."""


def correction_json(correction: AnyCorrection) -> dict[str, Any]:
    """The stored form."""
    kept_beside = _KEPT_BESIDE if isinstance(correction, Note) else None
    body: dict[str, Any] = _stored().dump_python(correction, mode="json", exclude=kept_beside)
    return body


def read_correction(stored: Correction) -> AnyCorrection:
    """Decode a stored correction."""
    read = _stored().validate_python(stored.body)
    return replace(read, number=stored.number, at=stored.made_at) if isinstance(read, Note) else read


def told(correction: AnyCorrection) -> str:
    """A correction in words."""
    match correction:
        case Rename():
            return f"{correction.name} is called {correction.to}"
        case Merge():
            return f"{correction.name} is the same as {correction.into}"
        case Split():
            return f"{correction.alias} is not the same as {correction.name}"
        case Forget():
            return f"{correction.name} is removed"
        case SetRole():
            return f"{correction.name} is {correction.role}"
        case SetCertainty():
            return f"{correction.name} is {'certain' if correction.certainty == 'said' else 'uncertain'}"
        case Close():
            return f"{correction.ref} is resolved"
        case Note():
            return f"note about {correction.name}: “{excerpt(' '.join(correction.text.split()), _LONGEST_TOLD)}”"
        case Undo():
            return f"correction {correction.number} is undone"


def effective(stored: Sequence[Correction]) -> Iterator[tuple[int, Amendment]]:
    """Corrections that count, with their numbers, oldest first; no note that was emptied."""
    read = [(each.number, read_correction(each)) for each in stored if each.body.get("text") != ""]
    undone: set[int] = set()
    for number, correction in reversed(read):
        if isinstance(correction, Undo) and number not in undone:
            undone.add(correction.number)
    for number, correction in read:
        if not isinstance(correction, Undo) and number not in undone:
            yield number, correction


def emptied_notes(stored: Sequence[Correction]) -> dict[int, dict[str, Any]]:
    """Notes that were taken back or replaced, by number, without their words."""
    counting = dict(effective(stored))
    replaced = {each.instead for each in counting.values() if isinstance(each, Note)}
    gone = (each for each in stored if each.number not in counting or each.number in replaced)
    return {each.number: {**each.body, "text": ""} for each in gone if each.body.get("text")}


def corrected(memory: Memory, corrections: Iterable[tuple[int, Amendment]]) -> Memory:
    """Apply the table's corrections to what is remembered; those that find nothing are listed as idle.

    Names that are used no more are spelt in the quoted words as the table now says them, too.
    """
    idle: list[int] = []
    renamed: list[Rename] = []
    for number, correction in corrections:
        changed = apply(memory, correction)
        if changed is None:
            idle.append(number)
            continue
        memory = changed
        if isinstance(correction, Rename):
            renamed.append(correction)
    spell = spelling(renamed)
    entries = {name: tuple(_spelt(each, spell) for each in getattr(memory, name)) for name in LISTS} if renamed else {}
    return replace(memory.replaced(entries), idle=tuple(idle))


def spelling(renamed: Iterable[Rename]) -> Callable[[str], str]:
    """Puts new names in the place of old ones in talk, whole words only.

    A full name also changes where only one of its parts is said ("Benna" for Benna Harrow, called Bena Harro). A name
    that is only told more fully stays as it was said: it is right already.
    """
    new: dict[str, str] = {}
    for each in renamed:
        old, to = each.name.split(), each.to.split()
        if set(map(str.casefold, old)) <= set(map(str.casefold, to)):
            continue
        pairs = [(each.name, each.to), *(zip(old, to, strict=True) if len(old) == len(to) > 1 else ())]
        new = {before: _replaced(after, pairs) for before, after in new.items()}
        new |= {before: after for before, after in pairs if before != after}
    if not new:
        return lambda words: words
    forms = "|".join(re.escape(form) for form in sorted(new, key=len, reverse=True))
    pattern = re.compile(rf"(?<!\w)(?:{forms})(?!\w)")
    return lambda words: pattern.sub(lambda found: new[found[0]], words)


def _replaced(name: str, pairs: Iterable[tuple[str, str]]) -> str:
    """A new name after it was changed once more."""
    return next((after for before, after in pairs if before == name), name)


def _spelt(entry: Entry, spell: Callable[[str], str]) -> Entry:
    quotes = tuple(replace(each, words=spell(each.words)) for each in entry.evidence)
    wording = tuple((what, spell(told)) for what, told in entry.wording)
    name = entry.name if entry.kind in NAMED else spell(entry.name)
    return replace(entry, name=name, evidence=quotes, wording=wording)


def apply(memory: Memory, correction: Amendment) -> Memory | None:
    """Apply one correction; return None when there is nothing it could change."""
    return _DOING[correction.do](memory, correction)


def named(memory: Memory, name: str) -> Entry | None:
    """The person, place or thing of this name or, where nobody has it, of this other form of a name."""
    entries = [each for each in memory if each.kind in NAMED]
    exact = (each for each in entries if spelled(each.name) == spelled(name))
    return next(exact, None) or next((each for each in entries if each.goes_by(name)), None)


def meant(memory: Memory, key: str) -> Entry | None:
    """The entry of this key, or the sentence that first came up there, or the goal or connection of these words."""
    plain = (each for each in memory if each.kind not in NAMED and spelled(each.name) == spelled(key))
    return _keyed(memory, key) or named(memory, key) or next(plain, None)


def _keyed(memory: Iterable[Entry], key: str) -> Entry | None:
    """The entry of this very key, else the first sentence that came up there."""
    entries = tuple(memory)
    there = (each for each in entries if each.kind not in NAMED and each.ref == key)
    return next((each for each in entries if each.key == key), None) or next(there, None)


def _rename(memory: Memory, correction: Rename) -> Memory | None:
    entry = named(memory, correction.name)
    if entry is None:
        return None
    other = next((each for each in _like(memory, entry) if spelled(each.name) == spelled(correction.to)), None)
    if other is not None and other is not entry:
        return _put(memory, {entry: None, other: _joined(other, entry)})
    aliases = [each for each in (entry.name, *entry.aliases) if each != correction.to]
    was = Change(entry.evidence[0].evening, f"called {entry.name}")
    renamed = replace(entry, name=correction.to, aliases=tuple(aliases), history=(*entry.history, was))
    return _put(memory, {entry: renamed})


def _merge(memory: Memory, correction: Merge) -> Memory | None:
    entry, home = named(memory, correction.name), named(memory, correction.into)
    if entry is None or home is None or entry is home or entry.kind != home.kind:
        return None
    return _put(memory, {entry: None, home: _joined(home, entry)})


def _split(memory: Memory, correction: Split) -> Memory | None:
    entry = named(memory, correction.name)
    alias = (
        next((each for each in entry.aliases if spelled(each) == spelled(correction.alias)), None) if entry else None
    )
    if entry is None or alias is None:
        return None
    kept_names = [
        each for each in (entry.name, *entry.aliases) if each != alias and spelled(each) not in spelled(alias)
    ]
    theirs = [each for each in entry.evidence if _says(each, alias) and not any(_says(each, one) for one in kept_names)]
    left = [each for each in entry.evidence if each not in theirs]
    if not theirs or not left:
        return None
    aliases = tuple(each for each in entry.aliases if each != alias)
    mine = replace(entry, aliases=aliases, evidence=tuple(left), attitude=attitude(left))
    other = Entry(entry.kind, alias, entry.certainty, tuple(theirs), attitude=attitude(theirs))
    return _put(memory, {entry: mine}, after={mine.name: other})


def _forget(memory: Memory, correction: Forget) -> Memory | None:
    """One entry, of that very name; a form of somebody else's name is no entry of its own."""
    wanted = spelled(correction.name)
    of_name = (each for each in memory if each.kind in NAMED and spelled(each.name) == wanted)
    entry = _keyed(memory, correction.name) or next(of_name, None)
    return None if entry is None else _put(memory, {entry: None})


def _set_role(memory: Memory, correction: SetRole) -> Memory | None:
    entry = named(memory, correction.name)
    if entry is None:
        return None
    wording = tuple(each for each in entry.wording if each[0] != "role")
    return _put(memory, {entry: replace(entry, role=correction.role, certainty="said", wording=wording)})


def _set_certainty(memory: Memory, correction: SetCertainty) -> Memory | None:
    """Set the certainty of an entry; None for entries of the rules, which stay as sure as they are."""
    entry = named(memory, correction.name)
    if entry is None or entry.certainty in {"rules", correction.certainty}:
        return None
    return _put(memory, {entry: replace(entry, certainty=correction.certainty)})


def _close(memory: Memory, correction: Close) -> Memory | None:
    """One entry, which may have been told of again where it is named by."""
    endable = [each for each in memory if each.kind in ENDABLE]
    again = (each for each in endable if any(quote.ref == correction.ref for quote in each.evidence))
    entry = _keyed(endable, correction.ref) or next(again, None)
    return None if entry is None else _put(memory, {entry: replace(entry, closed=True)})


def _note(memory: Memory, correction: Note) -> Memory | None:
    entry = meant(memory, correction.name)
    if entry is None:
        return None
    written = Written(correction.number, correction.text, correction.by, correction.at)
    replaced = any(each.number == correction.instead for each in entry.notes)
    notes = [written if each.number == correction.instead else each for each in entry.notes]
    return _put(memory, {entry: replace(entry, notes=tuple(notes) if replaced else (*entry.notes, written))})


_DOING: dict[str, Callable[[Memory, Any], Memory | None]] = {
    "rename": _rename,
    "merge": _merge,
    "split": _split,
    "forget": _forget,
    "role": _set_role,
    "certainty": _set_certainty,
    "close": _close,
    "note": _note,
}


def _like(memory: Memory, entry: Entry) -> Iterator[Entry]:
    return (each for each in memory if each.kind == entry.kind)


def _says(quote: Quote, name: str) -> bool:
    return spelled(name) in spelled(quote.words)


def _joined(home: Entry, other: Entry) -> Entry:
    evidence = tuple(sorted({*home.evidence, *other.evidence}, key=lambda quote: quote.place))
    names = dict.fromkeys((*home.aliases, other.name, *other.aliases))
    return replace(
        home,
        evidence=evidence,
        aliases=tuple(each for each in names if each != home.name),
        role=home.role or other.role,
        met_by=tuple(dict.fromkeys((*home.met_by, *other.met_by))),
        attitude=attitude(evidence) if home.kind == "person" else None,
        history=(*home.history, *other.history),
        notes=tuple(sorted((*home.notes, *other.notes), key=lambda note: note.number)),
        wording=tuple({**dict(other.wording), **dict(home.wording)}.items()),
    )


def _put(memory: Memory, changes: dict[Entry, Entry | None], after: dict[str, Entry] | None = None) -> Memory:
    """The memory with some entries replaced, or removed, and others put behind the entry of a name."""
    lists: dict[str, tuple[Entry, ...]] = {}
    for name in LISTS:
        entries: list[Entry] = []
        for entry in getattr(memory, name):
            new = changes.get(entry, entry)
            if new is not None:
                entries.append(new)
                if after and entry in changes and new.name in after:
                    entries.append(after[new.name])
        lists[name] = tuple(entries)
    return memory.replaced(lists)
