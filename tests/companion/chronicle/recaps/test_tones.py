import pytest

from companion.base.errors import ToneError
from companion.chronicle.recaps import load_tone, tone_names
from tests.support.wordings import wordings

BARE = """
about = "Mine."
opening = "So."
so_far = "So far."
seen_by = "For {who}."
in_words = "{who}: {fact}"
named = "There were {people}."
still_open = "Open: {fact}"
closing = "Done."
"""


def test_four_tones_come_with_the_companion_and_all_can_be_used():
    assert tone_names() == ("bardic", "log-book", "noir", "plain")
    assert len({load_tone(name).opening for name in tone_names()}) == 4


def test_a_table_may_add_tones_and_change_those_there_are(tmp_path):
    (tmp_path / "grim.toml").write_text(BARE)
    (tmp_path / "noir.toml").write_text(BARE.replace("So.", "Rain again."))
    assert "grim" in tone_names(tmp_path)
    assert load_tone("grim", tmp_path).closing == "Done."
    assert load_tone("noir", tmp_path).opening == "Rain again."


@pytest.mark.parametrize(
    ("old", "new", "complaint"), wordings(__file__, "a_tone_that_brings_facts_or_is_no_tone_is_refused", 3)
)
def test_a_tone_that_brings_facts_or_is_no_tone_is_refused(tmp_path, old, new, complaint):
    assert old in BARE
    (tmp_path / "grim.toml").write_text(BARE.replace(old, new, 1))
    with pytest.raises(ToneError, match="grim") as refused:
        load_tone("grim", tmp_path)
    assert complaint in str(refused.value)


@pytest.mark.parametrize("name", ["shanty", "../plain", "Plain", ""])
def test_an_unknown_tone_names_those_there_are(name):
    with pytest.raises(ToneError) as refused:
        load_tone(name)
    assert "bardic, log-book, noir, plain" in refused.value.hint
