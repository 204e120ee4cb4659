"""Characters that names and lines may hold, and the display of the others."""

import json
import unicodedata
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from companion.base import plain_text
from companion.base.characters import as_heard, json_text, unfit, visible, visible_line
from companion.base.errors import TextRefused
from companion.base.plain_text import JsonRule, Line, NameRule
from tests.fuzz.hostile import TEXTS

GOOD_NAMES = [
    "Jay", "O’Neil-Ørsted (II)", "Zoë", "Zoe\u0308", "שלום", "مريم", "می\u200cروم", "क्\u200dष", "葛\U000e0100",
    "👩\u200d🚀", "👨🏽\u200d👩🏽\u200d👧", "❤\ufe0f\u200d🔥", "🙂\u200d↔\ufe0f", "1\ufe0f\u20e3", "ℹ\ufe0f", "©\ufe0f",
    "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", "Ana 🎲",
]  # fmt: skip
BAD_NAMES = [
    "\x00", "a\x1b[31m", "a\x7f", "a\x9b2J", "a\u202eb", "\u2066a", "a\u200b", "\ufeffa", "a\u2060b", "\ud800",
    "a\U000e0041", "J\u200day", "Jay\u200d", "\u200cJay", "é\u200cé", "Jay\ufe0f", "a\U000e0100", "💩\ufe0f\ufe0f",
    "\ufe0f", "\u200fJay", "Ja\xady", "\u3164", "\u2800", "🏴\U000e0067\U000e0062", "🎲\U000e007f",
]  # fmt: skip


@pytest.mark.parametrize("name", GOOD_NAMES, ids=ascii)
def test_names_of_any_script_and_every_kind_of_emoji_are_names(name: str) -> None:
    """Accents, text from right to left, joined pictures, keycaps and flags; shown as they are, everywhere."""
    assert plain_text.name(name) == plain_text.line(name) == visible(name) == as_heard(name) == name


@pytest.mark.parametrize("name", BAD_NAMES, ids=ascii)
def test_names_with_something_unseen_are_refused(name: str) -> None:
    """With the character in the sentence, as nobody could find it otherwise."""
    character = unfit(name, name=True)
    assert character is not None
    with pytest.raises(TextRefused, match=r"^The name contains the invisible character U\+[0-9A-F]{4,6}\.$") as told:
        plain_text.name(name)
    assert f"U+{ord(character):04X}." in str(told.value)


def test_breaks_and_tabs_are_blanks() -> None:
    """In a name single ones; in a line each is one, so that places in it stay the same; in a text they stay."""
    written = " a\tb\r\nc\u2028d "
    assert plain_text.name(written) == "a b c d"
    assert plain_text.line(written) == " a b  c d "
    assert plain_text.text(written) == written


def test_a_line_may_hold_more_than_a_name() -> None:
    """Marks of direction and joiners come with what people paste, and command nothing; controls are in neither."""
    for harmless in ("\u200e(שלום)!", "soft\xadhyphen", "J\u200day"):
        assert plain_text.line(harmless) == harmless
    for unseen in ("\x1b", "\u202e", "\u200b", "\U000e0041", "\ud800"):
        with pytest.raises(TextRefused):
            plain_text.line(f"a{unseen}")


class Campaign(BaseModel):
    """As a file describes it."""

    name: Annotated[str, NameRule] = ""
    told: Line = ""
    sheet: Annotated[dict[str, object], JsonRule] = {}


@pytest.mark.parametrize("given", [{"name": "a\u200bb"}, {"told": "\x1b"}, {"sheet": {"a": [{"b\x7f": 1}]}}])
def test_a_model_refuses_the_same(given: dict[str, object]) -> None:
    """In names, in lines, and in every text of what only one system knows, names of entries included."""
    with pytest.raises(ValidationError, match="it contains the invisible character U"):
        Campaign.model_validate(given)


def test_a_model_keeps_the_rest() -> None:
    read = Campaign.model_validate({"name": " a\nb ", "told": "c\td", "sheet": {"e\nf": ["g\th", 1]}})
    assert (read.name, read.told, read.sheet) == ("a b", "c d", {"e f": ["g h", 1]})


@given(TEXTS | st.text(st.characters(categories=["Cc", "Cf", "Cs", "Zl", "Zp", "Mn", "So"])))
def test_what_is_shown_holds_no_controls(text: str) -> None:
    """Whatever is in a text, and JSON stays the same JSON; what was heard keeps its length."""
    allowed = {"\n", *"\xad\u061c\u200c\u200d\u200e\u200f"}
    for shown in (visible(text), visible_line(text), as_heard(text)):
        found = [each for each in shown if unicodedata.category(each) in {"Cc", "Cs", "Zl", "Zp"} and each != "\n"]
        assert found == []
        assert visible(shown) == shown
        assert not unfit(shown)
    assert "\n" not in visible_line(text) + as_heard(text)
    assert len(as_heard(text)) == len(text)
    assert json.loads(json_text([text])) == [text]
    assert not {each for each in json_text([text]) if unicodedata.category(each) == "Cc"} - allowed


def test_an_escape_says_which_character_it_was() -> None:
    assert visible("a\x1b[31m\x7f\x9b\u202e\U000e0041\ud800") == r"a\u001b[31m\u007f\u009b\u202e\udb40\udc41\ud800"
    assert visible("two\nlines\tand\r\nmore") == "two\nlines and\nmore"
    assert visible_line("two\nlines") == "two lines"
    assert as_heard("a\x1bb\nc") == "a\ufffdb c"
