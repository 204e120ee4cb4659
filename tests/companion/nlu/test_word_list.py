"""A campaign learns how its names are spelt, keeps it, and spells them so from then on."""

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.base.errors import WordRefused
from companion.nlu.word_list import WordList
from companion.store import Store, open_store
from tests.support.clock import FakeClock

NAMES = st.text(alphabet=st.sampled_from("abkot AOİıſß-"), min_size=1, max_size=8).filter(lambda text: text.strip(" -"))


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store("sqlite://", FakeClock()) as opened:
        yield opened


@pytest.fixture
def harbour(store: Store) -> int:
    return store.create_campaign("Harbour", "phase-abandon", {"players": []}).id


@pytest.fixture
def words(store: Store, harbour: int) -> WordList:
    return WordList(store, harbour)


def test_what_was_heard_is_spelt_as_the_table_does(words: WordList) -> None:
    """Whole words and phrases in any case, with what hangs on them; nothing else."""
    words.learn_name("Olvir", "Oliver")
    words.learn_name("Yargert of Tull", "your gert of tool")
    said = "oliver's ship. Your Gert of  Tool sails with OLIVER, not with Oliverson."
    assert words.respell(said) == "Olvir's ship. Yargert of Tull sails with Olvir, not with Oliverson."


def test_the_longest_phrase_wins(words: WordList) -> None:
    """A part of a name does not spoil the whole."""
    words.learn_name("Gert", "Girt")
    words.learn_name("Yargert", "Yar Girt")
    assert words.respell("Yar-Girt and Girt") == "Yargert and Gert"


def test_a_word_without_a_mistake_is_a_hint_and_gets_its_capitals(words: WordList) -> None:
    """Nothing was misheard yet."""
    words.learn_name("Kelpfjord")
    assert (words.hotwords, words.respell("to kelpfjord")) == (("Kelpfjord",), "to Kelpfjord")


def test_every_spelling_is_a_hint_once(words: WordList, store: Store, harbour: int) -> None:
    words.learn_name("Olvir", "Oliver")
    words.learn_name("Kara", "Cara")
    words.learn_name("Olvir", "Oliva")
    assert set(words.hotwords) == {"Olvir", "Kara"}
    assert len(words.hotwords) == 2


def test_what_is_learnt_survives_and_stays_in_its_campaign(store: Store, harbour: int, words: WordList) -> None:
    """Another evening knows it; another campaign does not."""
    words.learn_name("Olvir", "Oliver")
    other = store.create_campaign("Moor", "phase-abandon", {"players": []}).id
    assert WordList(store, harbour).respell("Oliver") == "Olvir"
    assert WordList(store, other).words == ()
    store.delete_campaign(harbour)
    assert store.learnt_words(harbour) == ()


def test_a_correction_aloud_is_learnt_once(words: WordList) -> None:
    """Said again it is nothing new."""
    learnt = words.learn_from("No, it's Olvir, not Oliver.")
    assert learnt is not None
    assert (learnt.heard, learnt.spelled) == ("oliver", "Olvir")
    assert words.learn_from("Olvir, not Oliver") is None
    assert words.learn_from("Let's go to the harbour, not the mill.") is None


def test_a_correction_taken_back_leaves_one_spelling(words: WordList) -> None:
    """The older mistake follows to the new spelling too."""
    words.learn_name("Olvir", "Oliver")
    words.learn_name("Oliver", "Olvir")
    assert words.respell("Olvir and Oliver") == "Oliver and Oliver"
    words.learn_name("Ulvir", "Oliver")
    assert words.respell("Olvir and Oliver") == "Ulvir and Ulvir"


def test_forgetting_takes_every_mistake_of_a_spelling(words: WordList) -> None:
    """By the spelling or by one mistake, any case."""
    words.learn_name("Olvir", "Oliver")
    words.learn_name("Olvir", "all veer")
    words.learn_name("Kara", "Cara")
    assert (words.forget("CARA"), words.forget("olvir"), words.forget("olvir")) == (1, 2, 0)
    assert words.respell("Oliver and Cara") == "Oliver and Cara"


def test_it_is_kept_on_disk(tmp_path: Path) -> None:
    """A second companion reads what the first learnt."""
    with open_store(tmp_path / "companion.db", FakeClock()) as store:
        campaign = store.create_campaign("Harbour", "phase-abandon", {}).id
        WordList(store, campaign).learn_name("Olvir", "Oliver")
    with open_store(tmp_path / "companion.db", FakeClock()) as store:
        assert [each.spelled for each in store.learnt_words(campaign)] == ["Olvir"]


@given(st.lists(st.tuples(NAMES, NAMES), max_size=4), st.text(max_size=40) | NAMES)
def test_respelling_never_fails_and_changes_nothing_it_did_not_learn(pairs: list[tuple[str, str]], text: str) -> None:
    """Any letters of any script; what was not learnt comes back as it was."""
    with open_store("sqlite://", FakeClock()) as store:
        words = WordList(store, store.create_campaign("Harbour", "phase-abandon", {}).id)
        assert words.respell(text) == text
        for spelled, heard in pairs:
            with suppress(WordRefused):
                words.learn_name(spelled, heard)
        assert isinstance(words.respell(text), str)


def test_hundreds_of_words_take_no_time(words: WordList) -> None:
    """Learnt one after the other, and looked for in the longest line."""
    began = time.process_time()
    with words._store.in_one_step():
        words.learn_names((f"Olvir{number}", f"w{number} {'ab cd ' * 12}ef") for number in range(600))
    assert words.respell(f"to w599 {'ab cd ' * 12}ef") == "to Olvir599"
    words.respell("w1 ab cd " * 1_000)
    assert time.process_time() - began < 10.0


def test_a_word_longer_than_any_name_is_not_learnt(words: WordList) -> None:
    for spelled, heard in (("Olvir", "a b " * 2_000), ("O" * 101, "olvir")):
        with pytest.raises(WordRefused):
            words.learn_name(spelled, heard)
    assert words.words == ()


@pytest.mark.parametrize(
    "heard", ["record", "Off the record,", "strike that", "no.", "I don’t want to be recorded", "X-card", "pause"]
)
def test_what_is_said_to_the_companion_keeps_its_spelling(
    words: WordList, store: Store, harbour: int, heard: str
) -> None:
    """However it came to be spelt otherwise: taught aloud, listed, or kept from before."""
    assert words.learn_from(f"{heard.capitalize()}s, not {heard.capitalize()}.") is None
    with pytest.raises(WordRefused, match="keeps its spelling"):
        words.learn_name("Olvir", heard)
    store.learn_word(harbour, heard.casefold(), "Olvir")
    words.read()
    assert words.respell(heard) == heard
    assert words.learn_name(heard.upper()[:2] + heard[2:], heard).heard


def test_long_words_of_before_are_left_alone(words: WordList, store: Store, harbour: int) -> None:
    """A file may hold megabytes of them; they are listed and can be removed, and make nothing wait."""
    for number in range(20):
        store.learn_word(harbour, f"w{number} " + "a b " * 25_000, "Olvir")
    store.learn_word(harbour, "olive", "O" * 100_000)
    store.learn_word(harbour, "oliver", "Olvir")
    began = time.process_time()
    words.read()
    assert words.respell("oliver, w1 a b") == "Olvir, w1 a b"
    assert time.process_time() - began < 1.0
    assert (words.hotwords, len(words.words)) == (("Olvir",), 22)
