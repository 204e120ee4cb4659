"""Evenings of a campaign that a language model reads after they were played; the queue is in the store."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.chronicle.extractor.model import Happening
from companion.chronicle.extractor.notes import EveningNotes
from companion.chronicle.llm_extractor.batches import Batch, batches_of
from companion.chronicle.llm_extractor.findings import Findings, findings_from
from companion.chronicle.llm_extractor.merge import merged
from companion.chronicle.llm_extractor.reader import ModelReader
from companion.chronicle.llm_extractor.write_up import Kept, Progress, WriteUp, write_up
from companion.chronicle.memory.evenings import read_evening
from companion.llm.port import MeteredModel, Usage
from companion.store import Campaign, Store, StoredBatch
from engine.registry import find_ruleset
from engine.vocabulary import Vocabulary


class EveningShelf:
    """Keeps what is found in an evening's talk in the store, see `Shelf`.

    Args:
        store: The store.
        campaign_id: Campaign.
        evening: Number of the evening; it is in the queue.
        strikes: `Store.strikes` from before the evening was read; nothing is kept once there are more.
    """

    def __init__(self, store: Store, campaign_id: int, evening: int, strikes: int) -> None:
        self._store = store
        self._which = (campaign_id, evening)
        self._strikes = strikes

    @property
    def outdated(self) -> bool:
        """True if words were struck since the evening was read."""
        return self._store.strikes(self._which[0]) != self._strikes

    def kept(self) -> Mapping[int, Kept]:
        """See `Shelf`."""
        return {
            each.number: Kept(each.key, None if each.body is None else findings_from(each.body), each.tries)
            for each in self._store.batches(*self._which)
            if each.number > 0
        }

    def keep(self, batch: Batch, findings: Findings | None) -> None:
        """See `Shelf`."""
        before = next((each for each in self._store.batches(*self._which) if each.number == batch.number), None)
        tries = before.tries + 1 if before and before.key == batch.key else 1
        body = None if findings is None else findings.to_json()
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
) -> WriteUp:
    """Read what has not been read of an evening, and keep it batch by batch; see `write_up`.

    Args:
        store: Holds the evening.
        campaign: Whose evening it is.
        number: Which evening.
        model: Language model.
        budget: Tokens the evening may cost, earlier runs included.
        stopped: Whether to stop; it also does where words of the campaign are struck meanwhile.
        watch: Called after every batch.

    Raises:
        StoreError: There is no such evening, or the store cannot be used.
    """
    strikes = store.strikes(campaign.id)
    evening = read_evening(store, campaign, number).evening(campaign.name)
    store.queue_write_up(campaign.id, number)
    vocabulary = evening_vocabulary(campaign, evening)
    reader = ModelReader(model, vocabulary, evening.chronicle)
    shelf = EveningShelf(store, campaign.id, number, strikes)
    done = write_up(_batches(evening, vocabulary), reader, shelf, budget, lambda: stopped() or shelf.outdated, watch)
    if not done.waiting:
        store.finish_write_up(campaign.id, number)
    return done


def with_findings(store: Store, campaign: Campaign, evening: EveningNotes) -> EveningNotes:
    """The evening with what a model found in the very words it now holds; the evening itself where there is nothing."""
    if evening.number is None:
        return evening
    kept = {each.key: each.body for each in store.batches(campaign.id, evening.number) if each.body is not None}
    if not kept:
        return evening
    vocabulary = evening_vocabulary(campaign, evening)
    found = [findings_from(kept[each.key]) for each in _batches(evening, vocabulary) if each.key in kept]
    return replace(evening, chronicle=merged(evening.chronicle, found, vocabulary))


def _batches(evening: EveningNotes, vocabulary: Vocabulary) -> tuple[Batch, ...]:
    return batches_of(evening.lines, vocabulary, frozenset(_openings(evening.happenings)))


def _openings(happenings: tuple[Happening, ...]) -> Iterator[str]:
    for happening in happenings:
        if happening.utterance and any(event.tells_scene for event in happening.events):
            yield happening.utterance


def evening_vocabulary(campaign: Campaign, evening: EveningNotes) -> Vocabulary:
    """People of the table and what is theirs, as the evening left them."""
    ruleset: Any = find_ruleset(campaign.slug)
    vocabulary: Vocabulary = ruleset.vocabulary(evening.after)
    return vocabulary
