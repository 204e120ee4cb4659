"""Outcomes of lines as far as they are known: done, asked about, answered, refused, unsure, or part of the story."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.dialogue.records import Record

Kind = Literal["done", "asked", "answered", "refused", "unsure", "story"]
"""done: it moved the game; asked: a question is put about it; answered: the companion replied; refused: the rules or
the companion did not take it; unsure: it may have asked for something; story: it was told, and asked for nothing."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a line.

    Attributes:
        kind: See `Kind`.
        why: One sentence: the reason of a refusal, the answer, the question; empty where there is none.
    """

    kind: Kind
    why: str = ""


class Outcomes:
    """Outcomes of the lines of one evening, taken from the session's records as they come."""

    def __init__(self) -> None:
        self._of: dict[str, Outcome] = {}

    def of(self, utterance_id: str) -> Outcome | None:
        """The outcome of a line; None where nothing is known of it."""
        return self._of.get(utterance_id)

    def forget(self, staying: Collection[str]) -> tuple[str, ...]:
        """Forget the sentences that are not among these, as words were struck that they may quote; ids of their lines.

        That something came of a line stays.
        """
        gone = tuple(line for line, each in self._of.items() if each.why and each.why not in staying)
        self._of.update((line, replace(self._of[line], why="")) for line in gone)
        return gone

    def take(self, record: Record) -> tuple[str, ...]:
        """Take in a record; ids of the lines whose outcome it changed."""
        found = _told(record)
        if found is None:
            for each in record.get("struck", ()):
                self._of.pop(each, None)
            return ()
        line, outcome = found
        if outcome is None:
            gone = self._of.get(line)
            if gone is not None and gone.kind in {"asked", "unsure"}:
                del self._of[line]
                return (line,)
            return ()
        before = self._of.get(line)
        if before == outcome or (before is not None and before.kind == "done" and outcome.kind != "refused"):
            return ()
        self._of[line] = outcome
        return (line,)


def _told(record: Record) -> tuple[str, Outcome | None] | None:
    """The line a record is about and what came of it, None in its place where that is over; None for other records."""
    kind, line = record["type"], record.get("utterance") or record.get("cause")
    if not isinstance(line, str) or not line.startswith("u"):
        return None
    if kind == "command":
        refused = record["outcome"] == "rejected"
        return line, Outcome("refused", record.get("reason", "")) if refused else Outcome("done")
    if kind == "question":
        asked = record["status"] == "asked"
        return line, Outcome("asked", record.get("text", "")) if asked else None
    if kind == "card":
        return line, Outcome("unsure") if record["status"] == "offered" else None
    if kind == "announcement" and (of := _SAID.get(record["of"])) is not None:
        return line, Outcome(of, record["text"])
    return None


_SAID: Mapping[str, Kind] = {"error": "refused", "answer": "answered"}
