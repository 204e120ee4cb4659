"""Entries a campaign remembers, with the words they rest on."""

from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import date, datetime
from typing import Any, Literal

from companion.chronicle.extractor.model import Certainty, Chronicle, Wording
from engine.quick_dataclass import dataclass

Kind = Literal["person", "place", "item", "goal", "connection", "thread", "promise", "line", "scene", "consequence"]
NAMED: tuple[Kind, ...] = ("person", "place", "item")
"""Kinds whose entries have names that can be set right; the others are what the rules or the talk say."""

ENDABLE: tuple[Kind, ...] = ("thread", "promise")
"""Kinds that are open until somebody says that they are settled."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Words something rests on.

    Attributes:
        evening: Number of the evening.
        utterance: Utterance id within it.
        at: Seconds since listening began.
        speaker: Who said it.
        words: The sentence, as heard.
    """

    evening: int
    utterance: str
    at: float
    speaker: str | None
    words: str

    @property
    def place(self) -> tuple[int, float]:
        """Order within the campaign."""
        return self.evening, self.at

    @property
    def ref(self) -> str:
        """Evening and utterance in short: "2/u14"."""
        return f"{self.evening}/{self.utterance}"


@dataclass(frozen=True, slots=True)
class Change:
    """Difference from the evening before: a role, a value, a name."""

    evening: int
    what: str


@dataclass(frozen=True, slots=True)
class Written:
    """Words of the table's own about an entry.

    Attributes:
        number: Of the correction that holds them.
        text: The words, one line or several.
        by: Player who wrote them; None when nobody said who.
        at: When, UTC; None until they are kept.
    """

    number: int
    text: str
    by: str | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody, something, some aim or some open question of a campaign.

    Attributes:
        kind: What it is.
        name: As the table calls it; for threads, promises and lines the sentence.
        certainty: How sure it is.
        evidence: Sentences it rests on, in order.
        aliases: Other forms heard.
        role: What somebody is; of a promise whether it is one or a debt.
        detail: What the rules say of it ("12 of 20 left", "at 3").
        owner: Player it belongs to, None when it belongs to nobody.
        met_by: Characters who had to do with somebody.
        attitude: "friendly" or "hostile", as the words about somebody last sounded; None when they tell nothing.
        closed: True when it is settled.
        history: What was different on earlier evenings.
        notes: What the table has written about it, oldest first.
        wording: What a language model says of it in its own words.
        nth: Which it is of those that would have the same key otherwise, from 1.
    """

    kind: Kind
    name: str
    certainty: Certainty
    evidence: tuple[Quote, ...] = ()
    aliases: tuple[str, ...] = ()
    role: str | None = None
    detail: str | None = None
    owner: str | None = None
    met_by: tuple[str, ...] = ()
    attitude: str | None = None
    closed: bool = False
    history: tuple[Change, ...] = ()
    notes: tuple[Written, ...] = ()
    wording: Wording = ()
    nth: int = 1

    @property
    def ref(self) -> str:
        """Place where it first came up, which no later evening changes; empty when nobody spoke of it."""
        return self.evidence[0].ref if self.evidence else ""

    @property
    def key(self) -> str:
        """Unique key: a person's name, another name and its kind, or the place where a sentence came up.

        As in "Benna", "The Gull (place)", "2/u14 promise", "2/u14 promise 2".
        """
        if self.kind in NAMED or not self.ref:
            plain = self.name if self.kind == "person" else f"{self.name} ({self.kind})"
        else:
            plain = f"{self.ref} {self.kind}"
        return plain if self.nth == 1 else f"{plain} {self.nth}"

    def goes_by(self, name: str) -> bool:
        """Return True if this is its name or one of its other forms, any case."""
        wanted = spelled(name)
        return any(spelled(each) == wanted for each in (self.name, *self.aliases))


@dataclass(frozen=True, slots=True)
class Reading:
    """Chronicle the scribe made of one evening.

    Attributes:
        number: The evening.
        day: When it began.
        chronicle: Its people, places and all the rest.
    """

    number: int
    day: date
    chronicle: Chronicle


@dataclass(frozen=True, slots=True)
class Memory:
    """Everything a campaign remembers.

    Attributes:
        people: The characters of the players are not among them.
        connections: Those of the sheets with their value, and those somebody asked for that no rules know yet.
        threads: What was left open.
        promises: Words given and debts.
        lines: What somebody of the story said, or the table wanted kept.
        scenes: What each scene was about, as a language model tells it.
        consequences: What follows from what happened; the same.
        days: Evening to its date.
        idle: Numbers of corrections that change nothing any more.
    """

    people: tuple[Entry, ...] = ()
    places: tuple[Entry, ...] = ()
    items: tuple[Entry, ...] = ()
    goals: tuple[Entry, ...] = ()
    connections: tuple[Entry, ...] = ()
    threads: tuple[Entry, ...] = ()
    promises: tuple[Entry, ...] = ()
    lines: tuple[Entry, ...] = ()
    scenes: tuple[Entry, ...] = ()
    consequences: tuple[Entry, ...] = ()
    days: tuple[tuple[int, date], ...] = ()
    idle: tuple[int, ...] = ()

    def __iter__(self) -> Iterator[Entry]:
        """Every entry, kind by kind."""
        for name in LISTS:
            yield from getattr(self, name)

    def day(self, evening: int) -> date | None:
        """Date of an evening."""
        return dict(self.days).get(evening)

    def replaced(self, entries: "dict[str, tuple[Entry, ...]]") -> "Memory":
        """The same with other entries."""
        return replace(self, **entries)  # type: ignore[arg-type]

    def to_json(self) -> dict[str, Any]:
        """For programs and pages: lists of entries by kind, each with its evidence."""
        return {name: [entry_json(each) for each in getattr(self, name)] for name in LISTS}


LISTS = ("people", "places", "items", "goals", "connections", "threads", "promises", "lines", "scenes", "consequences")
"""Fields of a `Memory` that hold entries."""


def entry_json(entry: Entry) -> dict[str, Any]:
    """An entry as JSON; what it does not have is left out."""
    plain = {each.name: getattr(entry, each.name) for each in fields(entry) if each.name not in _LISTED}
    told = {name: value for name, value in plain.items() if value not in (None, False)}
    told["aliases"], told["met_by"] = list(entry.aliases), list(entry.met_by)
    told["history"] = [{"evening": each.evening, "what": each.what} for each in entry.history]
    told["notes"] = [
        {"number": each.number, "text": each.text, "by": each.by, "at": each.at and each.at.isoformat()}
        for each in entry.notes
    ]
    if entry.wording:
        told["wording"] = dict(entry.wording)
    told["ref"] = entry.ref
    told["evidence"] = [
        {
            "evening": each.evening,
            "utterance": each.utterance,
            "at": each.at,
            "speaker": each.speaker,
            "words": each.words,
        }
        for each in entry.evidence
    ]
    return told


_LISTED = frozenset(("aliases", "met_by", "history", "notes", "evidence", "wording", "nth"))


def spelled(name: str) -> str:
    """A name for comparing: lower case, single spaces."""
    return " ".join(name.split()).casefold()
