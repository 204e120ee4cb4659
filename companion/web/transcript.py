"""The talk of the running evening as pages draw it: one line per utterance, corrected in place."""

import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.dialogue.records import Record
from companion.store import StoredUtterance


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """Something said or typed.

    Attributes:
        id: Of the utterance ("u12").
        text: The words; empty once struck.
        speaker: Player, `unknown`, or None.
        score: Likeness of the voice, -1 to 1; None without a match.
        start: Seconds since the evening was opened.
        typed: Whether it came from a keyboard or a page.
        struck: Whether it was taken from the record.
        settled: Whether what it asks for is known by now.
    """

    id: str
    text: str
    speaker: str | None
    score: float | None
    start: float
    typed: bool = False
    struck: bool = False
    settled: bool = True


class Transcript:
    """The lines of one evening, oldest first. Safe to use from several threads."""

    def __init__(self, kept: Iterable[StoredUtterance] = ()) -> None:
        self._lock = threading.Lock()
        self._lines: dict[str, TranscriptLine] = {}
        self._order: list[str] = []
        self._unsettled: list[str] = []
        for each in kept:
            self._put(TranscriptLine(each.id, each.text, each.speaker, each.score, each.start, each.typed, each.struck))

    def __len__(self) -> int:
        return len(self._order)

    def line(self, utterance_id: str) -> TranscriptLine | None:
        """A line; None when nothing of that id was said."""
        return self._lines.get(utterance_id)

    def last(self, count: int, before: int | None = None) -> tuple[TranscriptLine, ...]:
        """So many lines up to a place, oldest first.

        Args:
            count: How many at most.
            before: Place in the talk (0 for its first line) the window ends at; the end of the talk when None.
        """
        with self._lock:
            end = len(self._order) if before is None else before
            return tuple(self._lines[each] for each in self._order[max(0, end - count) : end])

    @property
    def unsettled(self) -> tuple[str, ...]:
        """Lines that are still being understood."""
        return tuple(self._unsettled)

    def settle(self, utterance_ids: Iterable[str]) -> None:
        """These lines are understood."""
        with self._lock:
            for each in utterance_ids:
                self._unsettled.remove(each)
                self._change(each, settled=True)

    def take(self, record: Record) -> tuple[str, ...]:
        """Take in a record; ids of the lines it changed, none for records about something else."""
        with self._lock:
            return self._take(record)

    def _take(self, record: Record) -> tuple[str, ...]:
        kind = record["type"]
        if kind == "utterance":
            line = TranscriptLine(
                record["id"],
                record["text"],
                record["speaker"],
                record["speaker_score"],
                record["start"],
                record["typed"],
                settled=False,
            )
            self._put(line)
            self._unsettled.append(line.id)
            return (line.id,)
        if kind == "credit":
            return self._change(record["utterance"], speaker=record["player"], score=None)
        if kind == "reword":
            return self._change(record["utterance"], text=record["text"])
        return tuple(found for each in record.get("struck", ()) for found in self._change(each, text="", struck=True))

    def _put(self, line: TranscriptLine) -> None:
        if line.id not in self._lines:
            self._order.append(line.id)
        self._lines[line.id] = line

    def _change(self, utterance_id: str, **changes: object) -> tuple[str, ...]:
        line = self._lines.get(utterance_id)
        if line is None:
            return ()
        self._lines[utterance_id] = replace(line, **changes)  # type: ignore[arg-type]
        return (utterance_id,)
