"""Kept between evenings: readings that never outlive the talk, corrections, an index without struck words."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.store import Store, StoredUtterance, open_store
from tests.support.clock import START, FakeClock


@pytest.fixture
def store(place: str | Path) -> Iterator[Store]:
    with open_store(place, FakeClock()) as opened:
        yield opened


@pytest.fixture
def ford(store: Store) -> int:
    campaign = store.create_campaign("The Ford", "phase-abandon", {"players": []}).id
    store.begin_evening(campaign)
    return campaign


def say(store: Store, campaign: int, *texts: str, evening: int = 1) -> None:
    known = len(store.utterances(campaign, evening))
    for number, text in enumerate(texts, known + 1):
        store.add_utterance(campaign, evening, StoredUtterance(f"u{number}", text, "Jay"))


def found(store: Store, campaign: int, *phrases: str) -> list[tuple[int, str]]:
    return [(each.evening, each.utterance.id) for each in store.search(campaign, phrases)]


def test_a_search_finds_every_word_in_any_order_and_case_the_latest_first(store: Store, ford: int) -> None:
    """A word also finds longer ones, and words of one phrase have to stand together in one utterance."""
    say(store, ford, "Benna laughs.", "So Harrow, that is Benna Harrow, rows.", "Nobody rows.")
    store.begin_evening(ford)
    say(store, ford, "The inn of Benna's sister.", evening=2)
    assert found(store, ford, "benna") == [(2, "u1"), (1, "u2"), (1, "u1")]
    assert found(store, ford, "harrow BENNA") == [(1, "u2")]
    assert found(store, ford, "row", "inn") == [(2, "u1"), (1, "u3"), (1, "u2")]
    assert [each.utterance.speaker for each in store.search(ford, ["laugh"])] == ["Jay"]
    assert len(store.search(ford, ["benna"], limit=2)) == 2


@pytest.mark.parametrize("words", ['"', "*", "AND OR NOT", "text:benna", "near(", "'; --", "ﬀ ∞ 🙂"])
def test_no_words_are_too_strange_to_search_for(store: Store, ford: int, words: str) -> None:
    """They are words, never a query language."""
    say(store, ford, "Benna laughs.")
    assert found(store, ford, words) == []


def test_a_search_stays_within_its_campaign(store: Store, ford: int) -> None:
    """Another table's secrets are its own."""
    other = store.create_campaign("Elsewhere", "phase-abandon", {"players": []}).id
    say(store, ford, "Benna laughs.")
    assert found(store, other, "benna") == []


def test_a_search_does_not_mind_accents(store: Store, ford: int) -> None:
    """On either side, in a file and on a server, however they are encoded."""
    say(store, ford, "Élodie keeps the café of Benna's sister.", "E\u0301lodie sings.", "Elodie rows to 한글.")
    for name in ("Elodie", "Élodie", "e\u0301lodie"):
        assert found(store, ford, name) == [(1, "u3"), (1, "u2"), (1, "u1")]
    assert found(store, ford, "cafe élo") == [(1, "u1")]
    assert found(store, ford, "한글") == [(1, "u3")]


def test_struck_words_are_neither_found_nor_in_any_file(
    store: Store, ford: int, is_kept: Callable[[str], bool]
) -> None:
    """The index holds words in lower case, and only marks them as deleted unless it is told to write itself anew."""
    say(store, ford, "Zanzibar is the password", "Zanzibar it is", "The ferry leaves")
    store.keep_reading(ford, 1, 1, {"quotes": ["Zanzibar"]})
    store.strike(ford, 1, ["u1", "u2"])
    assert found(store, ford, "zanzibar") == []
    assert found(store, ford, "ferry") == [(1, "u3")]
    assert is_kept("ferry")
    assert not is_kept("anzibar")


def test_a_deleted_campaign_leaves_no_words_in_the_index(
    store: Store, ford: int, is_kept: Callable[[str], bool]
) -> None:
    """Deleting cascades to the talk, and from there to its index."""
    say(store, ford, "Zanzibar is the password")
    store.delete_campaign(ford)
    assert not is_kept("zanzibar")


def test_a_reading_is_kept_until_the_talk_of_its_evening_changes(store: Store, ford: int) -> None:
    """Something said, struck, credited to somebody else or spelt otherwise makes it stale, and no other evening."""
    store.begin_evening(ford)
    for change in (
        lambda: say(store, ford, "One more thing"),
        lambda: store.credit(ford, 1, "u1", "Mira"),
        lambda: store.strike(ford, 1, ["u1"]),
    ):
        store.keep_reading(ford, 1, 1, {"people": []})
        store.keep_reading(ford, 2, 1, {"people": ["Benna"]})
        assert store.readings(ford, 1) == {1: {"people": []}, 2: {"people": ["Benna"]}}
        change()
        assert store.readings(ford, 1) == {2: {"people": ["Benna"]}}
    say(store, ford, "Then Oli-Ver laughs", evening=2)
    for change in (lambda: store.learn_word(ford, "oli ver", "Olvir"), lambda: store.forget_word(ford, "Olvir")):
        store.keep_reading(ford, 1, 1, {"people": []})
        store.keep_reading(ford, 2, 1, {"people": ["Benna"]})
        change()
        assert store.readings(ford, 1) == {1: {"people": []}}


def test_what_was_read_in_another_way_is_not_given_out(store: Store, ford: int) -> None:
    """A newer companion reads again."""
    store.keep_reading(ford, 1, 1, {"people": []})
    assert store.readings(ford, 2) == {}


def test_corrections_are_only_ever_added(store: Store, ford: int) -> None:
    """They are numbered from 1 for each campaign and come back as they were made."""
    other = store.create_campaign("Elsewhere", "phase-abandon", {"players": []}).id
    first = store.add_correction(ford, {"do": "rename", "name": "Oliver", "to": "Olvir"})
    store.add_correction(other, {"do": "forget", "name": "Bert"})
    second = store.add_correction(ford, {"do": "undo", "number": 1})
    assert (first.number, first.made_at) == (1, START)
    assert store.corrections(ford) == (first, second)
