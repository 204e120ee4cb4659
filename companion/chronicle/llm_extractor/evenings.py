"""Evenings of a campaign that a language model reads, scene by scene and once more as a whole; kept in the store."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.chronicle.extractor.notes import EveningNotes
from companion.chronicle.llm_extractor.batches import MOST_LETTERS, Batch, batches_of
from companion.chronicle.llm_extractor.findings import Finding, Findings, findings_from, standing
from companion.chronicle.llm_extractor.merge import merged
from companion.chronicle.llm_extractor.reader import ModelReader
from companion.chronicle.llm_extractor.write_up import Kept, Progress, WriteUp, write_up
from companion.chronicle.memory.evenings import read_evening
from companion.llm.port import MeteredModel, Usage
from companion.store import Campaign, Store, StoredBatch
from engine.registry import find_ruleset
from engine.vocabulary import Vocabulary

_WHOLE = 1_000_000
"""Numbers of the batches of the whole talk begin after this one; those of scenes are smaller."""
_CUT = "cut"
"""Key of a kept answer that tells how many letters a batch had at most, to cut the talk in the same way again."""


class EveningShelf:
    """Keeps what is found in an evening's talk in the store, see `Shelf`.

    Args:
        store: The store.
        campaign_id: Campaign.
        evening: Number of the evening; it is in the queue.
        strikes: `Store.strikes` from before the evening was read; nothing is kept once there are more.
        cut: Letters a batch has at most.
    """

    def __init__(self, store: Store, campaign_id: int, evening: int, strikes: int, cut: int = MOST_LETTERS) -> None:
        self._store = store
        self._which = (campaign_id, evening)
        self._strikes = strikes
        self._cut = cut

    @property
    def outdated(self) -> bool:
        """True if words were struck since the evening was read."""
        return self._store.strikes(self._which[0]) != self._strikes

    def kept(self) -> Mapping[int, Kept]:
        """See `Shelf`."""
        return {
            each.number: Kept(each.key, None if each.body is None else _read(each.body), each.tries)
            for each in self._store.batches(*self._which)
            if each.number > 0
        }

    def keep(self, batch: Batch, findings: Findings | None) -> None:
        """See `Shelf`."""
        before = next((each for each in self._store.batches(*self._which) if each.number == batch.number), None)
        tries = before.tries + 1 if before and before.key == batch.key else 1
        body = None if findings is None else {_CUT: self._cut, **findings.to_json()}
        self._store.keep_batch(*self._which, StoredBatch(batch.number, batch.key, tries, body), self._strikes)

    def spend(self, usage: Usage) -> None:
        """See `Shelf`."""
        self._store.pay_write_up(*self._which, usage.questions, usage.tokens_read, usage.tokens_written)

    def spent(self) -> Usage:
        """See `Shelf`."""
        campaign_id, evening = self._which
        for each in self._store.write_ups(campaign_id):
            if each.evening == evening:
                return Usage(each.questions, each.tokens_read, each.tokens_written)
        return Usage()


def waiting_evenings(store: Store, campaign: Campaign) -> tuple[int, ...]:
    """Evenings in the queue that have not been read to their end."""
    return tuple(each.evening for each in store.write_ups(campaign.id) if not each.finished)


def write_up_evening(
    store: Store,
    campaign: Campaign,
    number: int,
    model: MeteredModel,
    budget: int,
    stopped: Callable[[], bool] = lambda: False,
    watch: Callable[[Progress], None] = lambda progress: None,
    *,
    letters: int = MOST_LETTERS,
) -> WriteUp:
    """Read what has not been read of an evening, then the whole of it once more, and keep it batch by batch.

    Args:
        store: Holds the evening.
        campaign: Whose evening it is.
        number: Which evening.
        model: Language model.
        budget: Tokens the evening may cost, earlier runs included.
        stopped: Whether to stop; it also does where words of the campaign are struck meanwhile.
        watch: Called after every batch.
        letters: Letters of talk one question may hold.

    Raises:
        StoreError: There is no such evening, or the store cannot be used.
    """
    strikes = store.strikes(campaign.id)
    evening = read_evening(store, campaign, number).evening(campaign.name)
    done = read_notes(store, campaign, evening, strikes, model, budget, stopped, watch, letters=letters)
    if not done.waiting:
        store.finish_write_up(campaign.id, number)
    return done


def read_notes(
    store: Store,
    campaign: Campaign,
    evening: EveningNotes,
    strikes: int,
    model: MeteredModel,
    budget: int,
    stopped: Callable[[], bool] = lambda: False,
    watch: Callable[[Progress], None] = lambda progress: None,
    *,
    letters: int = MOST_LETTERS,
    running: bool = False,
    probed: bool = False,
) -> WriteUp:
    """Read an evening that is there already, see `write_up_evening`.

    Args:
        store: Holds the evening.
        campaign: Whose evening it is.
        evening: What everybody may know of it; its number is known.
        strikes: `Store.strikes` from before it was read.
        model: Language model.
        budget: Tokens the evening may cost.
        stopped: Whether to stop.
        watch: Called after every batch.
        letters: Letters of talk one question may hold.
        running: Whether it goes on: then scenes that are over are read, and no more.
        probed: Whether the model is known to read a plain scene rightly.
    """
    assert evening.number is not None
    store.queue_write_up(campaign.id, evening.number)
    vocabulary = evening_vocabulary(campaign, evening)
    reader = ModelReader(model, vocabulary, evening.chronicle)
    shelf = EveningShelf(store, campaign.id, evening.number, strikes, letters)
    scenes = _batches(evening, vocabulary, letters)
    batches = scenes[:-1] if running else (*scenes, *_whole(evening, vocabulary, letters, scenes))
    return write_up(batches, reader, shelf, budget, lambda: stopped() or shelf.outdated, watch, probed=probed)


def with_findings(store: Store, campaign: Campaign, evening: EveningNotes) -> EveningNotes:
    """The evening with what a model found in the very words it now holds; the evening itself where there is nothing."""
    found, vocabulary = _found(store, campaign, evening), evening_vocabulary(campaign, evening)
    if not found:
        return evening
    return replace(evening, chronicle=merged(evening.chronicle, found, evening.lines, vocabulary))


def findings_of(store: Store, campaign: Campaign, evening: EveningNotes) -> tuple[Finding, ...]:
    """Everything that a model found in an evening and that still counts."""
    return standing(_found(store, campaign, evening))


def _found(store: Store, campaign: Campaign, evening: EveningNotes) -> tuple[Findings, ...]:
    """Answers about batches that have these very words now, in order."""
    if evening.number is None:
        return ()
    kept = [each for each in store.batches(campaign.id, evening.number) if each.number > 0 and each.body]
    bodies = {each.key: each.body for each in kept}
    vocabulary = evening_vocabulary(campaign, evening) if kept else Vocabulary()
    found: dict[str, Findings] = {}
    for letters in sorted({each.body[_CUT] for each in kept if isinstance(each.body.get(_CUT), int)}):
        scenes = _batches(evening, vocabulary, letters)
        for batch in (*scenes, *_whole(evening, vocabulary, letters, scenes)):
            read = _read(bodies[batch.key]) if batch.key in bodies else None
            if read is not None:
                found[batch.key] = read
    return tuple(found.values())


def _read(body: Any) -> Findings | None:
    return findings_from({name: value for name, value in body.items() if name != _CUT})


def _batches(evening: EveningNotes, vocabulary: Vocabulary, letters: int, *, scenes: bool = True) -> tuple[Batch, ...]:
    return batches_of(
        evening.lines, vocabulary, evening.happenings, evening.describe, scenes=scenes, most_letters=letters
    )


def _whole(evening: EveningNotes, vocabulary: Vocabulary, letters: int, read: tuple[Batch, ...]) -> tuple[Batch, ...]:
    """The talk in as few batches as it fits in; not those that were read as scenes."""
    known = {each.key for each in read}
    pieces = _batches(evening, vocabulary, letters, scenes=False)
    return tuple(replace(each, number=_WHOLE + each.number) for each in pieces if each.key not in known)


def evening_vocabulary(campaign: Campaign, evening: EveningNotes) -> Vocabulary:
    """People of the table and what is theirs, as the evening left them."""
    ruleset: Any = find_ruleset(campaign.slug)
    vocabulary: Vocabulary = ruleset.vocabulary(evening.after)
    return vocabulary
