"""A line of anything, as long as people may type or paste one, holds nobody up, and nothing in it is a fault."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.base.characters import LONGEST_TEXT
from companion.cli.typing_table import TypedTable
from companion.demo import demo_of
from companion.nlu.detect import detect_lines
from companion.nlu.recognize import load_recognizer
from companion.nlu.types import Table
from companion.nlu.words import MOST_SENTENCES, MOST_WORDS, split
from engine.registry import infos
from engine.vocabulary import Vocabulary
from tests.support.evening import WholeEvening

SECONDS = 8.0
"""Of the processor; some of these lines took minutes."""

SHAPES = [
    *("1", "12 ", "1,", "1. ", "1a", "a1", "2d6 ", "five and ", "twenty, ", "a", "a. ", "Jay. ", "I-", "the rest are "),
    *("strike that. ", "I bid two, scratch that, ", "undo that, no wait, "),
    *(" ", ".", "?", ",", ";", "-", "'", '"', '"a" ', "a'b ", "(", "ä", "🎲", "\u0663"),
]
WHOLE_WAY = ["1", "1. ", "Jay, ", "?", "strike that. "]
"""Those that each game's own understanding and the notes found hard."""

Read = Callable[[str], object]


@pytest.fixture(scope="module", params=[info.slug for info in infos()])
def read(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Read:
    """Reads a line as one of the games does, from the keyboard to the notes."""
    roster = json.loads(demo_of(request.param).roster.read_text(encoding="utf-8"))
    folder: Path = tmp_path_factory.mktemp(request.param)
    with pytest.MonkeyPatch.context() as home:
        home.setenv("COMPANION_HOME", str(folder))
        evening = WholeEvening(roster, folder)
    names = [player["name"] for player in roster["players"]]
    typed = TypedTable(evening.session, names, speaker=names[0])
    typed.read("We wait for the ferry, and I roll two dice.")
    return typed.read


def seconds_for(read: Read, shape: str) -> float:
    """Return the processor seconds a line of one shape takes."""
    began = time.process_time()
    read((shape * LONGEST_TEXT)[:LONGEST_TEXT])
    return time.process_time() - began


def test_talk_of_any_game_takes_as_long_as_it_is() -> None:
    recognizer, table = load_recognizer("any-rpg"), Table("any-rpg", Vocabulary())
    for shape in SHAPES:
        spent = seconds_for(lambda text: list(detect_lines([{"text": text}], recognizer, table)), shape)
        assert spent < SECONDS / 4, shape


@pytest.mark.parametrize("shape", WHOLE_WAY)
def test_a_long_line_holds_no_game_up(read: Read, shape: str) -> None:
    assert seconds_for(read, shape) < SECONDS


def test_what_is_read_of_a_turn_is_bounded() -> None:
    """Words behind it are kept, and ask for nothing."""
    words = [word for sentence in split("a " * 5_000) for word in sentence.words]
    assert len(words) == MOST_WORDS
    assert len(split("a. " * 5_000)) == MOST_SENTENCES
    assert sum(len(sentence.words) for sentence in split("a b c d e f g h i j k l. " * 5_000)) == MOST_WORDS
