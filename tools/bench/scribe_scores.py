"""Scores of a chronicle, beside the facts a session is known to hold.

An entry is right when it is a fact of its type by name: the same words, a part of them ("Dreel" for Captain Dreel), or,
where speech was recognised, a similar spelling in a sentence that really names it. A second entry for the same somebody
is wrong. Evidence is valid when the sentence cited is there and holds the name; a recap invents when it holds a name or
number that none of the sentences it cites, nor the roster, does.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from jellyfish import jaro_winkler_similarity

from companion.nlu.numbers import TENS, UNITS
from tools.bench.talk_scores import Count

TYPES = {
    "npc": "npcs",
    "goal": "goals",
    "connection": "connections",
    "place": "places",
    "item": "items",
    "thread": "threads",
}
"""The list of a chronicle that holds each type of fact."""

Line = Mapping[str, Any]
Words = frozenset[str]

_FILLING_WORDS = "the a an of to my our your captain doctor dr mr mrs ms sir lady lord old saint brother sister"
_FILLING = frozenset(_FILLING_WORDS.split())
_FRAME_WORDS = "last time so far you met and in the conflict group goal left i it it's"
_FRAME = frozenset(_FRAME_WORDS.split())
_NUMBERS = frozenset(UNITS) | frozenset(TENS) | {"hundred", "thousand", "dozen"}
_ALIKE = 0.8
_PERSONS = frozenset({"npc", "connection"})
_PART_OF_AN_AIM = 0.5


@dataclass(frozen=True, slots=True)
class Wanted:
    """Something a session holds.

    Attributes:
        type: One of `TYPES`.
        names: Every form of its name, the one of its first fact first.
        told: Seconds (start, end) of the sentences that tell its facts.
        named: Seconds of the sentences that name it.
    """

    type: str
    names: tuple[str, ...]
    told: tuple[tuple[float, float], ...]
    named: tuple[tuple[float, float], ...]


@dataclass(slots=True)
class Score:
    """Scores of one or more transcripts.

    Attributes:
        types: Entries by type: right, wrong and missed.
        unlabelled: Entries of types of which nothing is labelled.
        aliases: Other forms of a name that are labelled: known to the entry, and not.
        split: Entries too many for somebody who has one already.
        facts: Labelled facts whose sentence the entry cites, and others.
        evidence: Cited sentences that are there and hold a form of the name, and others.
        borne: Entries whose name itself stands in a sentence they cite or in the roster, and others.
        invented: Names and numbers in recaps that nothing cited holds.
        recap_words: Words of recaps.
        lines: Lines of talk.
        milliseconds: Processor time of each line, where it was measured.
        mistakes: One sentence each.
    """

    types: dict[str, Count] = field(default_factory=lambda: {name: Count() for name in TYPES})
    unlabelled: dict[str, int] = field(default_factory=dict)
    aliases: Count = field(default_factory=Count)
    split: int = 0
    facts: Count = field(default_factory=Count)
    evidence: Count = field(default_factory=Count)
    borne: Count = field(default_factory=Count)
    invented: list[str] = field(default_factory=list)
    recap_words: int = 0
    lines: int = 0
    milliseconds: list[float] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)

    def add(self, other: "Score") -> None:
        """Count another transcript in."""
        for name, count in other.types.items():
            _sum(self.types[name], count)
        for name, number in other.unlabelled.items():
            self.unlabelled[name] = self.unlabelled.get(name, 0) + number
        for name in ("aliases", "facts", "evidence", "borne"):
            _sum(getattr(self, name), getattr(other, name))
        self.split += other.split
        self.recap_words += other.recap_words
        self.lines += other.lines
        self.invented += other.invented
        self.milliseconds += other.milliseconds
        self.mistakes += other.mistakes

    def as_json(self) -> dict[str, Any]:
        """Everything but the times, which no two runs share."""
        found = asdict(self)
        del found["milliseconds"]
        return found


def _sum(into: Count, other: Count) -> None:
    into.right += other.right
    into.false += other.false
    into.missed += other.missed


def wanted_of(facts: Iterable[Mapping[str, Any]], truth: Sequence[Line]) -> tuple[Wanted, ...]:
    """Collect a session's labelled facts; somebody may have several names ("Gault", "Bertram Gault").

    Args:
        facts: Facts with `type`, `name` and the id of an `utterance`.
        truth: What was really said, with `id`, `start`, `end` and `text`.
    """
    spoken = {line["id"]: (line["start"], line["end"]) for line in truth}
    facts = list(facts)
    people = [fact["name"] for fact in facts if fact["type"] in _PERSONS]
    groups: dict[tuple[str, Words], list[Mapping[str, Any]]] = {}
    for fact in facts:
        longest = _longest(fact["name"], people) if fact["type"] in _PERSONS else fact["name"]
        groups.setdefault((fact["type"], _words(longest)), []).append(fact)
    found = []
    for (type_, _), same in groups.items():
        own = [fact["name"] for fact in same]
        also = [name for name in people if type_ in _PERSONS and _longest(name, people) == _longest(own[0], people)]
        names = tuple(dict.fromkeys([*own, *also]))
        named = tuple((line["start"], line["end"]) for line in truth if any(_names(line["text"], n) for n in names))
        told = tuple(spoken[fact["utterance"]] for fact in same)
        found.append(Wanted(type_, names, told, named))
    return tuple(found)


def _longest(name: str, people: Iterable[str]) -> str:
    """The fullest form of a person's name."""
    return max((each for each in people if _words(name) <= _words(each)), key=len)


def score(
    chronicle: Mapping[str, Any], wanted: Iterable[Wanted], lines: Sequence[Line], roster: Mapping[str, Any]
) -> Score:
    """Compare a chronicle with what the session holds.

    Args:
        chronicle: What `companion scribe` writes.
        wanted: What the session holds.
        lines: The transcript it was made from.
        roster: The table's roster.
    """
    found = Score(lines=len(lines))
    spoken = {line["id"]: line for line in lines}
    wanted = list(wanted)
    for type_, key in TYPES.items():
        entries = [entry for entry in chronicle[key] if type_ != "goal" or entry.get("evidence")]
        labelled = [each for each in wanted if each.type == type_]
        if labelled or type_ in _PERSONS:
            _count(found, type_, entries, labelled, spoken)
        else:
            found.unlabelled[type_] = len(entries)
        for entry in entries:
            _count_evidence(found, type_, entry, spoken, " ".join(_texts(roster)))
    recap = chronicle["recap"]
    found.recap_words = len(recap["text"].split())
    cited = [spoken[name]["text"] for name in recap["evidence"] if name in spoken]
    found.invented = list(invented(recap["text"], [*cited, *_texts(roster)]))
    return found


def _count(
    found: Score, type_: str, entries: Sequence[Any], labelled: Sequence[Wanted], spoken: Mapping[str, Line]
) -> None:
    count, taken = found.types[type_], set()
    for entry in entries:
        means = [each for each in labelled if _means(entry, each, spoken)]
        fresh = next((each for each in means if each.names not in taken), None)
        if fresh is None:
            count.false += 1
            found.split += bool(means)
            found.mistakes.append(f"{'doubled' if means else 'wrong'} {type_} {entry['name']}: {_first(entry, spoken)}")
            continue
        count.right += 1
        taken.add(fresh.names)
        _count_forms(found, entry, fresh)
        _count_facts(found, entry, fresh, spoken)
    for each in labelled:
        if each.names not in taken:
            count.missed += 1
            found.facts.missed += len(each.told)
            found.aliases.missed += len(each.names) - 1
            found.mistakes.append(f"missed {type_} {each.names[0]}")


def _count_forms(found: Score, entry: Any, wanted: Wanted) -> None:
    forms = [_words(form) for form in (entry["name"], *entry["aliases"])]
    known = sum(any(_words(name) <= form for form in forms) for name in wanted.names)
    found.aliases.right += max(0, known - 1)
    found.aliases.missed += len(wanted.names) - max(1, known)


def _count_facts(found: Score, entry: Any, wanted: Wanted, spoken: Mapping[str, Line]) -> None:
    cited = list(_seconds(entry, spoken))
    for told in wanted.told:
        there = any(_overlap(told, each) for each in cited)
        found.facts.right += there
        found.facts.missed += not there


def _means(entry: Any, wanted: Wanted, spoken: Mapping[str, Line]) -> bool:
    """Return True if an entry is that fact."""
    forms = (entry["name"], *entry["aliases"])
    if any(_same(form, name, wanted.type) for form in forms for name in wanted.names):
        return True
    there = any(_overlap(one, other) for one in _seconds(entry, spoken) for other in wanted.named)
    return there and any(_sounds(form, name) for form in forms for name in wanted.names)


def _same(one: str, other: str, type_: str) -> bool:
    a, b = _words(one), _words(other)
    if not a or not b:
        return False
    if type_ in {"goal", "thread"}:
        return len(a & b) / len(a | b) > _PART_OF_AN_AIM
    return a <= b or b <= a


def _sounds(one: str, other: str) -> bool:
    a, b = ("".join(re.findall(r"\w", each.casefold())) for each in (one, other))
    return jaro_winkler_similarity(a, b) >= _ALIKE


def _count_evidence(found: Score, type_: str, entry: Any, spoken: Mapping[str, Line], roster: str) -> None:
    forms = (entry["name"], *entry["aliases"])
    borne = _holds(roster, forms[:1], type_)
    for name in entry["evidence"]:
        text = spoken[name]["text"] if name in spoken else ""
        holds = _holds(text, forms, type_)
        borne = borne or _holds(text, forms[:1], type_)
        found.evidence.right += holds
        found.evidence.false += not holds
        if not holds:
            found.mistakes.append(f"{type_} {entry['name']} cites {name}: {text or 'not there'}")
    found.borne.right += borne
    found.borne.false += not borne
    if not borne:
        found.mistakes.append(f"{type_} {entry['name']} is a name that nothing it cites holds")


def _holds(text: str, forms: Sequence[str], type_: str) -> bool:
    """Return True if a sentence holds a name, or most of the words of an aim."""
    if type_ in {"goal", "thread"}:
        wanted = _words(forms[0]) - _FILLING
        return len(wanted & _words(text)) >= _PART_OF_AN_AIM * len(wanted)
    plain = _plain(text)
    return any(f" {_plain(form).strip()} " in plain for form in forms)


def invented(recap: str, sources: Iterable[str]) -> Iterator[str]:
    """Names and numbers of a recap that stand in none of the sources."""
    known = set(_FRAME)
    for source in sources:
        said = re.findall(r"\w+(?:['’]\w+)*", source.casefold())
        known |= {*said, *(_owner(word) for word in said)}
    for word in re.findall(r"\w+(?:['’]\w+)*", recap):
        plain = word.casefold()
        telling = word[0].isupper() or plain in _NUMBERS or any(letter.isdigit() for letter in word)
        if telling and not known & {plain, _owner(plain)}:
            yield word


def _owner(word: str) -> str:
    """A word without the ending of what belongs to somebody."""
    return re.sub(r"['’]s$", "", word)


def _texts(value: Any) -> Iterator[str]:
    """Every text and number in a JSON value."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif value is not None:
        yield str(value)


def _names(text: str, name: str) -> bool:
    """Return True if a sentence says a name or a telling part of it."""
    said = _words(text)
    return any(word in said for word in _words(name) if len(word) > 2)


def _words(text: str) -> Words:
    plain = {_owner(word) for word in re.findall(r"\w+(?:['’]\w+)*", text.casefold())}
    return frozenset(plain - _FILLING) or frozenset(plain)


def _plain(text: str) -> str:
    said = re.findall(r"[^\W_]+", re.sub(r"['’]s\b", "", text.casefold()))
    return f" {' '.join(said)} "


def _seconds(entry: Any, spoken: Mapping[str, Line]) -> Iterator[tuple[float, float]]:
    for name in entry["evidence"]:
        if name in spoken:
            yield spoken[name]["start"], spoken[name]["end"]


def _overlap(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return min(one[1], other[1]) - max(one[0], other[0]) > 0.1


def _first(entry: Any, spoken: Mapping[str, Line]) -> str:
    return next((spoken[name]["text"] for name in entry["evidence"] if name in spoken), "no evidence")
