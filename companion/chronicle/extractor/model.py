"""Input and output values of the scribe."""

from typing import Any, Literal

from engine.quick_dataclass import dataclass

Certainty = Literal["rules", "said", "inferred"]
"""`rules`: a recorded fact of the game; `said`: stated in so many words; `inferred`: seen from how it is used."""

Wording = tuple[tuple[str, str], ...]
"""Words of a language model about something, each with what it is about ("wants", "outcome")."""


@dataclass(frozen=True, slots=True)
class TalkLine:
    """One thing said, as the scribe reads it.

    Attributes:
        id: Utterance id.
        text: The words.
        speaker: Player's name, None or "unknown" when it is nobody at the table.
        start: Seconds since listening began.
        end: Seconds since listening began at the end of speech.
    """

    id: str
    text: str
    speaker: str | None = None
    start: float = 0.0
    end: float = 0.0


@dataclass(frozen=True, slots=True)
class Evidence:
    """The words a claim rests on.

    Attributes:
        utterance: Utterance id.
        words: The sentence, as heard.
        speaker: Who said it.
        at: Seconds since listening began.
    """

    utterance: str
    words: str
    speaker: str | None
    at: float


@dataclass(frozen=True, slots=True)
class ChronicleEntry:
    """Somebody, something or some aim of the story, with what it rests on.

    Attributes:
        name: As the table says it.
        aliases: Other forms heard, misrecognised ones included.
        role: What somebody is ("ferrywoman"), None when nobody said.
        certainty: How sure it is.
        evidence: Sentences that name it, in the order they were said.
        detail: A short factual addition from the rules ("8 of 150 points done").
        owner: Player it belongs to, None when it belongs to nobody.
        wording: What a language model says of it.
    """

    name: str
    certainty: Certainty
    evidence: tuple[Evidence, ...]
    aliases: tuple[str, ...] = ()
    role: str | None = None
    detail: str | None = None
    owner: str | None = None
    wording: Wording = ()


@dataclass(frozen=True, slots=True)
class Remark:
    """Words the table wrote itself about something of the story.

    Attributes:
        number: Of the correction that holds them.
        about: Name of what they are about.
        text: The words, in one line.
        by: Player who wrote them; None when nobody said who.
        day: When, as it should read.
    """

    number: int
    about: str
    text: str
    by: str | None
    day: str


@dataclass(frozen=True, slots=True)
class Chronicle:
    """Everything the story has brought so far.

    Attributes:
        promises: Sentences that give a word or name a debt; their role is "promise" or "debt", their owner the player
            who speaks for themselves in it.
        lines: What somebody of the story said, or the table asked to be kept, word for word.
        story: Its sentences in the order they were said.
        scenes: What each scene was about, as a language model tells it; none without one.
        consequences: What follows from what happened; the same.
    """

    npcs: tuple[ChronicleEntry, ...] = ()
    places: tuple[ChronicleEntry, ...] = ()
    items: tuple[ChronicleEntry, ...] = ()
    goals: tuple[ChronicleEntry, ...] = ()
    connections: tuple[ChronicleEntry, ...] = ()
    threads: tuple[ChronicleEntry, ...] = ()
    promises: tuple[ChronicleEntry, ...] = ()
    lines: tuple[ChronicleEntry, ...] = ()
    story: tuple[Evidence, ...] = ()
    scenes: tuple[ChronicleEntry, ...] = ()
    consequences: tuple[ChronicleEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class Happening:
    """One recorded batch, as the log holds it.

    Attributes:
        position: Place in the log.
        events: Facts, each with a `kind`.
        utterance: Utterance that led to it, None when it was typed or tapped.
        at: Seconds since listening began, None when unknown.
        command: What was asked for: a command of the rules, or its JSON form.
        undone: True when the table undid it.
    """

    position: int
    events: tuple[Any, ...]
    utterance: str | None = None
    at: float | None = None
    command: Any = None
    undone: bool = False
