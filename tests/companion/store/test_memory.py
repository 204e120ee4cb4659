"""Kept between evenings: readings that never outlive the talk, corrections, an index without struck words."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.store import LogEntry, Store, StoredBatch, StoredUtterance, open_store
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


def keep(store: Store, campaign: int, evening: int, body: dict[str, Any]) -> None:
    store.keep_reading(campaign, evening, 1, body, store.wording(campaign, evening))


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
    keep(store, ford, 1, {"quotes": ["Zanzibar"]})
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
        keep(store, ford, 1, {"people": []})
        keep(store, ford, 2, {"people": ["Benna"]})
        assert store.readings(ford, 1) == {1: {"people": []}, 2: {"people": ["Benna"]}}
        change()
        assert store.readings(ford, 1) == {2: {"people": ["Benna"]}}
    say(store, ford, "Then Oli-Ver laughs", evening=2)
    for change in (lambda: store.learn_word(ford, "oli ver", "Olvir"), lambda: store.forget_word(ford, "Olvir")):
        keep(store, ford, 1, {"people": []})
        keep(store, ford, 2, {"people": ["Benna"]})
        change()
        assert store.readings(ford, 1) == {1: {"people": []}}


def test_what_was_read_in_another_way_is_not_given_out(store: Store, ford: int) -> None:
    """A newer companion reads again."""
    keep(store, ford, 1, {"people": []})
    assert store.readings(ford, 2) == {}


def test_corrections_are_only_ever_added(store: Store, ford: int) -> None:
    """They are numbered from 1 for each campaign and come back as they were made."""
    other = store.create_campaign("Elsewhere", "phase-abandon", {"players": []}).id
    first = store.add_correction(ford, {"do": "rename", "name": "Oliver", "to": "Olvir"})
    store.add_correction(other, {"do": "forget", "name": "Bert"})
    second = store.add_correction(ford, {"do": "undo", "number": 1})
    assert (first.number, first.made_at) == (1, START)
    assert store.corrections(ford) == (first, second)


def test_a_reading_from_before_a_strike_is_not_kept(store: Store, ford: int, is_kept: Callable[[str], bool]) -> None:
    """Wherever words were struck: names are handed on from one evening to the next."""
    say(store, ford, "Zanzibar is the password", "The ferry leaves")
    store.begin_evening(ford)
    say(store, ford, "So it was", evening=2)
    before = {evening: store.wording(ford, evening) for evening in (1, 2)}
    store.strike(ford, 1, ["u1"])
    for evening, wording in before.items():
        store.keep_reading(ford, evening, 1, {"people": ["Zanzibar"]}, wording)
    assert store.readings(ford, 1) == {}
    assert not is_kept("Zanzibar")
    keep(store, ford, 1, {"people": []})
    assert store.readings(ford, 1) == {1: {"people": []}}


@pytest.mark.parametrize("change", ["more", "credit", "reword", "spelling", "findings", "log", "note"])
def test_a_reading_from_before_a_change_is_not_kept(store: Store, ford: int, change: str) -> None:
    """Nothing would ever make it right again."""
    say(store, ford, "Then Oli-Ver laughs")
    store.add_correction(ford, {"do": "note", "name": "Olvir", "text": "Zanzibar"})
    store.append(ford, 0, LogEntry("committed", "c0", "c0", {"kind": "set_scene"}, ({"kind": "scene_set"},), 1))
    wording = store.wording(ford, 1)
    assert store.wording(ford, 1) == wording
    match change:
        case "more":
            say(store, ford, "And goes")
        case "credit":
            store.credit(ford, 1, "u1", "Mira")
        case "reword":
            store.reword(ford, 1, "u1", "Then Olvir laughs")
        case "spelling":
            store.learn_word(ford, "oli ver", "Olvir")
        case "findings":
            store.keep_batch(ford, 1, StoredBatch(1, "key", 1, None), store.strikes(ford))
        case "log":
            entry = LogEntry("committed", "c1", "c1", {"kind": "set_scene"}, ({"kind": "scene_set"},), 1)
            store.append(ford, 1, entry, evening=1)
        case "note":
            store.strike(ford, 1, [], quotes=lambda value: value == {"do": "note", "name": "Olvir", "text": "Zanzibar"})
    store.keep_reading(ford, 1, 1, {"people": []}, wording)
    assert store.readings(ford, 1) == {}


def test_a_struck_correction_leaves_its_number(store: Store, ford: int, is_kept: Callable[[str], bool]) -> None:
    """A page that still shows it undoes nothing else; nothing is left of its words."""
    store.add_correction(ford, {"do": "forget", "name": "Bert"})
    store.add_correction(ford, {"do": "note", "name": "Bert", "text": "Zanzibar"})
    store.strike(ford, 1, [], quotes=lambda value: "Zanzibar" in str(value))
    assert [each.number for each in store.corrections(ford)] == [1]
    assert not is_kept("Zanzibar")
    assert store.add_correction(ford, {"do": "forget", "name": "Benna"}).number == 3
    assert [each.number for each in store.corrections(ford)] == [1, 3]
