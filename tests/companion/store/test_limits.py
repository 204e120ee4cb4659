"""What may be read back is all that can be kept: nothing more is added to a campaign that has as much as any."""

import pytest

from companion.base.errors import StoreError
from companion.store import Store, limits, open_store
from tests.support.clock import FakeClock


def add(store: Store, table: str, number: int) -> None:
    """Add one more row to a table as the companion does."""
    if table == "campaigns":
        store.create_campaign(f"Campaign {number}", "phase-abandon", {})
    elif table == "evenings":
        store.begin_evening(1)
    elif table == "words":
        store.learn_word(1, f"heard {number}", "spelled")
    else:
        store.add_correction(1, {"do": "note", "text": f"{number}"})


@pytest.mark.parametrize("table", ["campaigns", "evenings", "words", "corrections"])
def test_as_many_rows_as_are_kept(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more is refused, and nothing changes."""
    monkeypatch.setattr(limits, "MOST_ROWS", {table: 3})
    with open_store("sqlite://", FakeClock()) as store:
        store.create_campaign("The Ford", "phase-abandon", {})
        for number in range(2 if table == "campaigns" else 3):
            add(store, table, number)
        with pytest.raises(StoreError, match=rf"There are 3 {table} already, as many as are kept"):
            add(store, table, 9)
        assert len(store.campaigns()) == (3 if table == "campaigns" else 1)


def test_a_word_that_is_spelt_anew_takes_the_place_of_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where there is no room for another."""
    monkeypatch.setattr(limits, "MOST_ROWS", {"words": 1})
    with open_store("sqlite://", FakeClock()) as store:
        store.create_campaign("The Ford", "phase-abandon", {})
        store.learn_word(1, "oliver", "Olivier")
        store.learn_word(1, "oliver", "Olvir")
        assert [each.spelled for each in store.learnt_words(1)] == ["Olvir"]
