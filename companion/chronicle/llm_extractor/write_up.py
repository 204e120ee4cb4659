"""Works through the batches of an evening one by one: kept as they come, stopped at any time, never over budget."""

import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Literal, Protocol, TypeVar

from companion.base.errors import ModelReplyError, ModelUnavailable
from companion.chronicle.llm_extractor.batches import Batch
from companion.chronicle.llm_extractor.findings import Fault, Finding, Findings, standing
from companion.chronicle.llm_extractor.reader import ModelReader
from companion.llm.port import Usage
from engine.quick_dataclass import dataclass

R = TypeVar("R")

logger = logging.getLogger(__name__)

MOST_TRIES = 2
"""A batch nobody can read is given up after so many tries."""

Ended = Literal["done", "budget", "stopped", "unavailable", "unsound"]
"""Reason why work ended: nothing is left, the evening's tokens are spent, somebody stopped it, the server does not
answer, or the model fails a plain scene."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Stored result of one batch.

    Attributes:
        key: `Batch.key` of the words that were read.
        findings: What was found; None when no answer fitted.
        tries: How often it was tried.
    """

    key: str
    findings: Findings | None
    tries: int


class Shelf(Protocol):
    """Keeps what was found, batch by batch, and what it cost."""

    def kept(self) -> Mapping[int, Kept]:
        """Batches tried so far, by number."""

    def keep(self, batch: Batch, findings: Findings | None) -> None:
        """Keep what came of a batch, in place of what was kept of that number; None when no answer fitted."""

    def spend(self, usage: Usage) -> None:
        """Add to what the evening has cost."""

    def spent(self) -> Usage:
        """Return the evening's cost so far, in this run and before."""


@dataclass(slots=True)
class MemoryShelf:
    """Keeps everything in memory, for talk that belongs to no campaign."""

    batches: dict[int, Kept] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)

    def kept(self) -> Mapping[int, Kept]:
        """See `Shelf`."""
        return dict(self.batches)

    def keep(self, batch: Batch, findings: Findings | None) -> None:
        """See `Shelf`."""
        before = self.batches.get(batch.number)
        tries = before.tries + 1 if before and before.key == batch.key else 1
        self.batches[batch.number] = Kept(batch.key, findings, tries)

    def spend(self, usage: Usage) -> None:
        """See `Shelf`."""
        self.usage += usage

    def spent(self) -> Usage:
        """See `Shelf`."""
        return self.usage


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of the work: batches tried, of how many, and the evening's cost."""

    done: int
    total: int
    usage: Usage


@dataclass(frozen=True, slots=True)
class WriteUp:
    """Result of reading an evening's batches.

    Attributes:
        findings: What was found, batch after batch.
        ended: Why work ended.
        waiting: Batches that are still to be read.
        failed: Batches nobody could read.
        usage: What the evening has cost so far.
        problem: What the server said when it is unavailable.
    """

    findings: tuple[Findings, ...]
    ended: Ended
    waiting: int
    failed: int
    usage: Usage
    problem: str = ""

    @property
    def dropped(self) -> Mapping[Fault, int]:
        """Entries dropped because the talk does not bear them out, by fault."""
        total: Counter[Fault] = Counter()
        for findings in self.findings:
            total.update(findings.dropped)
        return dict(total)


def write_up(
    batches: Sequence[Batch],
    reader: ModelReader,
    shelf: Shelf,
    budget: int,
    stopped: Callable[[], bool] = lambda: False,
    watch: Callable[[Progress], None] = lambda progress: None,
    *,
    probed: bool = False,
) -> WriteUp:
    """Read what has not been read yet.

    Args:
        batches: Talk of the evening.
        reader: Asks the model.
        shelf: Keeps every batch as soon as it is read; what it holds of the same words is not asked again.
        budget: Tokens the evening may cost; nothing is asked that could cost more.
        stopped: Whether to stop; looked at before every question.
        watch: Called after every batch.
        probed: Whether the model is known to read a plain scene rightly.

    Returns:
        What is known now; a server that does not answer is no error.
    """
    work = _Work(batches, reader, shelf, budget, stopped, watch, probed)
    try:
        return work.result(work.run(), "")
    except ModelUnavailable as missing:
        return work.result("unavailable", str(missing))


@dataclass(frozen=True, slots=True)
class _Work:
    batches: Sequence[Batch]
    reader: ModelReader
    shelf: Shelf
    budget: int
    stopped: Callable[[], bool]
    watch: Callable[[Progress], None]
    probed: bool

    def run(self) -> Ended:
        waiting = self._waiting()
        probed = self.probed
        for at, batch in enumerate(waiting):
            earlier = self._earlier(batch)
            price = self.reader.price(batch, earlier)
            if self.stopped():
                return "stopped"
            if self._left() < price + (0 if probed else self.reader.probe_price):
                return "budget"
            if not probed and not self._metered(self.reader.sound):
                return "unsound"
            probed = True
            self._read(batch, earlier, again=self._left() >= 2 * price)
            self.watch(Progress(len(self.batches) - len(waiting) + at + 1, len(self.batches), self.shelf.spent()))
        return "done"

    def _earlier(self, batch: Batch) -> tuple[Finding, ...]:
        """Findings of the other batches, so that this one knows them."""
        return standing([findings for number, findings in self._current() if number != batch.number])

    def _read(self, batch: Batch, earlier: Sequence[Finding], again: bool) -> None:
        try:
            findings = self._metered(lambda: self.reader.read(batch, earlier, again))
        except ModelReplyError as wrong:
            logger.info("batch %d of the talk could not be read: %s", batch.number, wrong)
            self.shelf.keep(batch, None)
            return
        self.shelf.keep(batch, findings)

    def _metered(self, ask: Callable[[], R]) -> R:
        """Ask, and book what it cost however it ends."""
        before = self.reader.model.usage
        try:
            return ask()
        finally:
            self.shelf.spend(self.reader.model.usage - before)

    def _left(self) -> int:
        return self.budget - self.shelf.spent().tokens

    def _waiting(self) -> list[Batch]:
        kept = self.shelf.kept()
        return [each for each in self.batches if not _settled(kept.get(each.number), each)]

    def _current(self) -> list[tuple[int, Findings]]:
        """Findings in the very words the batches have, by number, in order."""
        kept = self.shelf.kept()
        read = ((batch, kept.get(batch.number)) for batch in self.batches)
        return [
            (batch.number, each.findings) for batch, each in read if each and each.key == batch.key and each.findings
        ]

    def result(self, ended: Ended, problem: str) -> WriteUp:
        kept = self.shelf.kept()
        current = [each for batch in self.batches if (each := kept.get(batch.number)) and each.key == batch.key]
        found = tuple(each.findings for each in current if each.findings is not None)
        failed = sum(each.findings is None for each in current)
        return WriteUp(found, ended, len(self._waiting()), failed, self.shelf.spent(), problem)


def _settled(kept: Kept | None, batch: Batch) -> bool:
    """Return True if a batch was read, or tried often enough, with these very words."""
    return kept is not None and kept.key == batch.key and (kept.findings is not None or kept.tries >= MOST_TRIES)
