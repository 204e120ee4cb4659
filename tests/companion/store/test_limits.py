"""What may be read back is all that can be kept: nothing more is added to a campaign that has as much as any."""

import pytest

from companion.base.errors import StoreError
from companion.nlu.word_list import LONGEST_FORM, WordList
from companion.store import Store, limits, open_store
from engine.vocabulary import Vocabulary
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


@pytest.mark.parametrize("writer", ["Jay", 'Jör%g_"/\\'])
def test_one_person_writes_no_more_notes_than_their_share(
    writer: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others, and the table, go on; names of any letters are told apart, and a quoted one counts for nobody."""
    monkeypatch.setattr(limits, "MOST_NOTES", 2)
    note = {"do": "note", "name": "x", "text": '"by":"Jay",', "said": None}
    with open_store(place, FakeClock()) as store:
        campaign = store.create_campaign("The Ford", "phase-abandon", {}).id
        for by in (writer, writer, None, "Mira", None, None):
            store.add_correction(campaign, {**note, "by": by, "instead": None})
        with pytest.raises(StoreError, match="has written 2 notes already"):
            store.add_correction(campaign, {**note, "by": writer, "instead": None})
        store.add_correction(campaign, {**note, "by": "Mira", "instead": None})


def test_where_no_more_words_can_be_learnt_a_correction_said_aloud_is_heard_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with open_store("sqlite://", FakeClock()) as store:
        campaign = store.create_campaign("The Ford", "phase-abandon", {}).id
        words = WordList(store, campaign)
        words.learn_name("Olivier", "olifier")
        monkeypatch.setattr(limits, "MOST_ROWS", {"words": 1})
        said = "It's Yargert, not Yarget."
        assert words.hear(said, ["Yarget"], Vocabulary()) == (said, None)


def test_a_name_too_long_to_be_learnt_is_heard_all_the_same() -> None:
    with open_store("sqlite://", FakeClock()) as store:
        words = WordList(store, store.create_campaign("The Ford", "phase-abandon", {}).id)
        name = f"B{'a' * LONGEST_FORM}"
        said = f"{name}, not {name[:-3]}."
        assert words.hear(said, [name[:-3]], Vocabulary()) == (said, None)
