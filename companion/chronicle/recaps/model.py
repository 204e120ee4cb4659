"""Values of a recap: sentences, each with its sources."""

from typing import Literal, get_args

from engine.quick_dataclass import dataclass

Length = Literal["short", "page", "full"]
LENGTHS: tuple[Length, ...] = get_args(Length)
"""About thirty seconds aloud, about a page, and everything worth telling."""

WORDS_A_SECOND = 2.6
"""Pace of a calm voice."""


@dataclass(frozen=True, slots=True)
class RecapRequest:
    """Request for a recap of an evening.

    Attributes:
        length: How long it may be.
        tone: Name of a tone file; it chooses the wording around the facts, never the facts.
        seen_by: Player or character whose evening it is; None tells everybody's.
    """

    length: Length = "short"
    tone: str = "plain"
    seen_by: str | None = None


@dataclass(frozen=True, slots=True)
class RecapSentence:
    """One sentence of a recap.

    Attributes:
        text: As it is read or said.
        utterances: Talk it rests on.
        positions: Entries of the log it rests on.
        remarks: Numbers of what the table wrote itself.
    """

    text: str
    utterances: tuple[str, ...] = ()
    positions: tuple[int, ...] = ()
    remarks: tuple[int, ...] = ()

    def said_in(self, evening: int) -> tuple[str, ...]:
        """Return where the talk it rests on was said, as in "2/u14", told the number of the evening."""
        return tuple(f"{evening}/{each}" for each in self.utterances)


@dataclass(frozen=True, slots=True)
class Fault:
    """A sentence that was left out because its evidence does not bear it.

    Attributes:
        sentence: As it was composed.
        reason: What is wrong, one sentence.
    """

    sentence: RecapSentence
    reason: str


@dataclass(frozen=True, slots=True)
class Recap:
    """A recap of an evening, checked.

    Attributes:
        sentences: In the order they are told; empty when there is nothing to tell.
        faults: What the check left out.
        evening: Number of the evening it tells; 0 where nobody asks for it.
    """

    sentences: tuple[RecapSentence, ...] = ()
    faults: tuple[Fault, ...] = ()
    evening: int = 0

    @property
    def text(self) -> str:
        """All sentences in one line."""
        return " ".join(sentence.text for sentence in self.sentences)
