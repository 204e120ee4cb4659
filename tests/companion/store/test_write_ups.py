"""Findings of a language model are kept, costs are added up, and struck words leave nothing behind."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.store import Campaign, Store, StoredBatch, StoredUtterance, StoredWriteUp, open_store
from tests.support.clock import FakeClock


@pytest.fixture
def store(place: str | Path) -> Iterator[Store]:
    with open_store(place, FakeClock()) as store:
        yield store


@pytest.fixture
def campaign(store: Store) -> Campaign:
    campaign = store.create_campaign("Thursday", "phase-abandon", {"players": []})
    store.begin_evening(campaign.id)
    store.begin_evening(campaign.id)
    return campaign


def test_the_queue_and_its_costs_survive_a_restart(store: Store, campaign: Campaign, place: str | Path) -> None:
    """Costs of several runs add up; queueing again forgets none of them."""
    for evening in (2, 1):
        store.queue_write_up(campaign.id, evening)
    store.pay_write_up(campaign.id, 1, 2, 300, 40)
    store.pay_write_up(campaign.id, 1, 1, 100, 10)
    store.finish_write_up(campaign.id, 1)
    store.close()
    with open_store(place, FakeClock()) as again:
        assert again.write_ups(campaign.id) == (
            StoredWriteUp(1, True, 3, 400, 50),
            StoredWriteUp(2, False, 0, 0, 0),
        )
        again.queue_write_up(campaign.id, 1)
        assert again.write_ups(campaign.id)[0] == StoredWriteUp(1, False, 3, 400, 50)


def test_a_batch_replaces_the_one_of_its_number(store: Store, campaign: Campaign) -> None:
    """Other evenings are not touched."""
    for evening, batch in ((1, StoredBatch(1, "a", 1, None)), (1, StoredBatch(1, "a", 2, {"kept": []}))):
        store.keep_batch(campaign.id, evening, batch, 0)
    store.keep_batch(campaign.id, 2, StoredBatch(1, "b", 1, None), 0)
    assert store.batches(campaign.id, 1) == (StoredBatch(1, "a", 2, {"kept": []}),)
    assert store.batches(campaign.id, 2) == (StoredBatch(1, "b", 1, None),)


def test_struck_words_leave_nothing_a_model_read(
    store: Store, campaign: Campaign, is_kept: Callable[[str], bool]
) -> None:
    """Not in the tables and not in the file, and what it found meanwhile is refused; what it cost stays known."""
    store.queue_write_up(campaign.id, 1)
    store.pay_write_up(campaign.id, 1, 1, 5, 5)
    store.add_utterance(campaign.id, 1, StoredUtterance("u1", "Zanzibar is the password", None, None, 0.0, 1.0))
    store.keep_batch(campaign.id, 1, StoredBatch(1, "a", 1, {"name": "Zanzibar"}), 0)
    store.keep_batch(campaign.id, 2, StoredBatch(1, "b", 1, None), 0)
    store.strike(campaign.id, 1, ["u1"])
    assert store.batches(campaign.id, 1) == ()
    store.keep_batch(campaign.id, 1, StoredBatch(1, "a", 1, {"name": "Zanzibar"}), 0)
    assert store.batches(campaign.id, 1) == ()
    assert len(store.batches(campaign.id, 2)) == 1
    assert store.write_ups(campaign.id)[0].questions == 1
    assert not is_kept("Zanzibar")


def test_a_deleted_campaign_takes_everything_with_it(store: Store, campaign: Campaign) -> None:
    """The queue too."""
    store.queue_write_up(campaign.id, 1)
    store.keep_batch(campaign.id, 1, StoredBatch(1, "a", 1, None), 0)
    store.delete_campaign(campaign.id)
    assert (store.write_ups(campaign.id), store.batches(campaign.id, 1)) == ((), ())
