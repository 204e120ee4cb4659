"""`companion words`: the list of names a campaign has learnt to spell."""

import json
from pathlib import Path

import pytest

from companion.base.config import load_settings
from companion.store import open_store
from tests.support.clock import FakeClock
from tests.support.command_line import Run, one_sentence


def test_the_list_begins_empty_and_shows_what_was_added(made: Run) -> None:
    assert made("words").lines == ["The word list of Harbour is empty."]
    assert made("words", "add", "Olvir", "--heard", "Oliver").lines == ["oliver is now spelled Olvir."]
    made("words", "add", "Kelpfjord", "--campaign", "harbour")
    assert set(made("words", "list").lines) == {"oliver is spelled Olvir", "Kelpfjord"}


def test_a_word_is_forgotten_by_its_spelling_or_its_mistake(made: Run) -> None:
    made("words", "add", "Olvir", "--heard", "Oliver")
    assert made("words", "remove", "oliver").lines == ["oliver is removed."]
    one_sentence(made("words", "remove", "Olvir"), 1, "Olvir is not in the word list.", "companion words")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("dance",), "list, add, remove"),
        (("add",), "take one"),
        (("list", "Olvir"), "takes no word"),
        (("add", " "), "letters"),
        (("remove", "Olvir", "--heard", "Oliver"), "--heard"),
    ],
)
def test_wrong_usage_is_told_in_a_sentence(made: Run, arguments: tuple[str, ...], told: str) -> None:
    one_sentence(made("words", *arguments), 2, told)
    assert made("words").lines == ["The word list of Harbour is empty."]


def test_words_travel_with_the_campaign_file(made: Run, tmp_path: Path) -> None:
    made("words", "add", "Olvir", "--heard", "Oliver")
    with open_store(load_settings().database, FakeClock()) as store:  # as one of before learnt it
        store.learn_word(store.campaign("Harbour").id, "record", "Records")
    assert "record is spelled Records (not used: said to the companion)" in made("words").lines
    out = tmp_path / "again.json"
    made("export", "--form", "roster", "--out", out)
    assert json.loads(out.read_text())["words"] == [{"spelled": "Olvir", "heard": "oliver"}]
    assert made("new", "--from", out, "--name", "Again").code == 0
    assert made("words", "--campaign", "Again").lines == ["oliver is spelled Olvir"]
