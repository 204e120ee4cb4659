"""Values the store takes and returns; identity and times belong to storage, not to the values it stores."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from engine.quick_dataclass import dataclass

EntryKind = Literal["committed", "undone", "redone"]
ConsentWay = Literal["said", "typed", "command", "page"]


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of a campaign's history in its stored shape; `companion.store.codec` translates the typed one.

    Attributes:
        kind: What happened: a command was committed, or an earlier one undone or redone.
        command_id: Unique within the campaign; the same id appended twice is written once.
        root: Id of the command whose chain (a check and its dice) was added to, undone or redone.
        command: The command as JSON with its `kind`; None for undone and redone.
        events: The facts as JSON, each with its `kind`.
        schema: Version of the JSON shape.
    """

    kind: EntryKind
    command_id: str
    root: str
    command: Mapping[str, Any] | None = None
    events: tuple[Mapping[str, Any], ...] = ()
    schema: int = 1


@dataclass(frozen=True, slots=True)
class Recorded:
    """A log entry with its place and time.

    Attributes:
        campaign_id: Campaign it belongs to.
        position: Place in the campaign's log, from 0, without gaps.
        entry: What happened.
        evening: Number of the evening, None outside one.
        utterance_id: Sentence that caused it, None when nobody said it.
        recorded_at: When it was written, UTC.
    """

    campaign_id: int
    position: int
    entry: LogEntry
    evening: int | None
    utterance_id: str | None
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign as stored.

    Attributes:
        id: Number of the campaign in this store.
        name: Its name, unique without regard to case.
        slug: Rules system.
        roster: Roster as JSON.
        settings: Settings of this campaign as JSON.
        created: When it was made, UTC.
    """

    id: int
    name: str
    slug: str
    roster: Mapping[str, Any]
    settings: Mapping[str, Any]
    created: datetime

    @property
    def key(self) -> str:
        """Tells it from every other campaign, also from one with the same number in another database."""
        return f"{self.id} {self.created.isoformat()}"


@dataclass(frozen=True, slots=True)
class Evening:
    """One sitting of a campaign.

    Attributes:
        number: From 1.
        started: UTC.
        ended: UTC; None while it runs.
        silent: Whether the table told the companion not to listen, and has not told it to since.
    """

    number: int
    started: datetime
    ended: datetime | None = None
    silent: bool = False


@dataclass(frozen=True, slots=True)
class StoredUtterance:
    """Something said or typed during an evening.

    Attributes:
        id: Unique within the evening.
        text: The words; empty once struck.
        speaker: Player, `unknown`, or None.
        score: Similarity of the voice, -1 to 1; None without a match.
        start: Seconds since listening began.
        end: Seconds since listening began.
        typed: True when it came from a keyboard or the page.
        latency: Seconds until the words were ready; None when typed.
        struck: True when the words were taken from the record.
        heard_at: When it was written, UTC.
    """

    id: str
    text: str
    speaker: str | None = None
    score: float | None = None
    start: float = 0.0
    end: float = 0.0
    typed: bool = False
    latency: float | None = None
    struck: bool = False
    heard_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class StoredAnnouncement:
    """Something the companion said.

    Attributes:
        evening: When it was said.
        text: The words.
        at: When, UTC.
        cause: Command or utterance that caused it.
        sources: Where what it retells was said ("2/u14").
    """

    evening: int
    text: str
    at: datetime
    cause: str | None = None
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LearntWord:
    """Spelling of a campaign: the words as heard, in lower case; as spelt; and the time it was learnt, UTC."""

    heard: str
    spelled: str
    learnt_at: datetime


@dataclass(frozen=True, slots=True)
class Correction:
    """Something set right in the chronicle: its number from 1, what it says as JSON, and when it was made, UTC."""

    number: int
    body: Mapping[str, Any]
    made_at: datetime


@dataclass(frozen=True, slots=True)
class StoredConsent:
    """Somebody agreed to being heard, or withdrew that.

    Attributes:
        number: Place among everything said about it in this campaign, from 1.
        person: Name in the roster.
        given: False when it was withdrawn.
        way: How it was given: said or typed during play, by a command, or on the page.
        at: When, UTC.
    """

    number: int
    person: str
    given: bool
    way: ConsentWay
    at: datetime


@dataclass(frozen=True, slots=True)
class Found:
    """Something said that a search found: the evening and the utterance."""

    evening: int
    utterance: StoredUtterance


@dataclass(frozen=True, slots=True)
class Verification:
    """Result of checking a campaign.

    Attributes:
        entries: Entries that are readable and in order, counted from the start.
        problems: One sentence for each thing wrong; empty when all is well.
    """

    entries: int
    problems: tuple[str, ...] = field(default=())

    @property
    def ok(self) -> bool:
        """True if nothing is wrong."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class StoredWriteUp:
    """An evening that a language model is to read, or has read.

    Attributes:
        evening: Number of the evening.
        finished: Whether it was read as far as it can be.
        questions: Questions asked about it.
        tokens_read: Tokens of the questions.
        tokens_written: Tokens of the answers.
    """

    evening: int
    finished: bool
    questions: int
    tokens_read: int
    tokens_written: int


@dataclass(frozen=True, slots=True)
class StoredBatch:
    """Findings of a language model in a piece of an evening's talk.

    Attributes:
        number: Which piece, from 1.
        key: Fingerprint of the words that were read.
        tries: How often it was tried.
        body: What was found, as JSON; None when no answer fitted.
    """

    number: int
    key: str
    tries: int
    body: Any
