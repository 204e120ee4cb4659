"""Statements about being heard are kept in order, with their time, and can be forgotten."""

from datetime import timedelta
from pathlib import Path

from companion.store import StoredConsent, open_store
from companion.store.consents import MOST_OF_ONE
from tests.support.clock import FakeClock


def test_consents_are_kept_in_order_and_forgotten_by_person(place: str | Path) -> None:
    """All but the wish not to be heard, while it holds."""
    clock = FakeClock()
    began = clock.now()
    with open_store(place, clock) as store:
        campaign = store.create_campaign("Thursday", "phase-abandon", {"players": []})
        store.add_consent(campaign.id, "Jay", True, "said")
        clock.advance(60)
        store.add_consent(campaign.id, "Mira", True, "page")
        store.add_consent(campaign.id, "Jay", False, "command")
    with open_store(place, clock) as again:
        later = began + timedelta(seconds=60)
        assert again.consents(campaign.id) == (
            StoredConsent(1, "Jay", True, "said", began),
            StoredConsent(2, "Mira", True, "page", later),
            StoredConsent(3, "Jay", False, "command", later),
        )
        for person in ("Jay", "Mira", "Russ"):
            again.forget_consents(campaign.id, person)
        assert again.consents(campaign.id) == (StoredConsent(3, "Jay", False, "command", later),)
        again.add_consent(campaign.id, "Jay", True, "command")
        again.forget_consents(campaign.id, "Jay")
        assert again.consents(campaign.id) == ()


def test_taps_without_end_leave_the_latest_statements_of_each_person(place: str | Path) -> None:
    """All are read with every sentence; what others said is not pushed out by them."""
    with open_store(place, FakeClock()) as store:
        campaign = store.create_campaign("Thursday", "phase-abandon", {"players": []})
        store.add_consent(campaign.id, "Mira", False, "said")
        for number in range(MOST_OF_ONE + 21):
            store.add_consent(campaign.id, "Jay", number % 2 == 1, "page")
        kept = store.consents(campaign.id)
        assert [(each.person, each.given) for each in (kept[0], kept[-1])] == [("Mira", False), ("Jay", False)]
        assert len(kept) == MOST_OF_ONE + 1
