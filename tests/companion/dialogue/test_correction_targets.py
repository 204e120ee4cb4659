"""Somebody or something else was meant: targets, people, traits and skills put right by voice, in every game."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.demo import demo_of
from tests.support.evening import WholeEvening
from tests.support.harbour import after
from tests.support.wordings import wordings


def _evening(tmp_path: Path, game: str, count: int) -> WholeEvening:
    roster = demo_of(game).roster
    cards = tomllib.loads((roster.parent / "evening.toml").read_text())
    evening = WholeEvening(json.loads(roster.read_text()), tmp_path, cards=cards.get("cards"), dice=[])
    for each in cards["lines"][:count]:
        evening.say(each["by"], each["text"])
    return evening


def _latest(evening: WholeEvening) -> Any:
    return next(evening.session.game.history.latest()).command


@pytest.mark.parametrize(
    ("game", "count", "said", "words", "field", "value"),
    wordings(__file__, "what_was_meant_takes_the_place_of_what_was_understood", 6),
)
def test_what_was_meant_takes_the_place_of_what_was_understood(
    tmp_path: Path, game: str, count: int, said: str, words: str, field: str, value: Any
) -> None:
    """By the one who said it, while nothing hangs on it."""
    by, _, text = said.partition(": ")
    evening = _evening(tmp_path, game, count)
    for player in ("Ana", "Gwen") if game == "choice-pta" else ():
        evening.tap(player, {"kind": "play_chance"})
    evening.say(by, text)
    kind = _latest(evening).kind
    evening.say(by, words)
    wanted = tuple(value) if isinstance(value, list) else value
    assert (_latest(evening).kind, getattr(_latest(evening), field)) == (kind, wanted)


def test_of_several_alike_the_one_meant_is_asked_for(tmp_path: Path) -> None:
    """There are two thugs."""
    evening = _evening(tmp_path, "phasesix", 15)
    evening.say("Cleo", "I attack the ghoul with my submachine gun.")
    records = evening.say("Cleo", "No, I meant the thug.")
    assert [each["text"] for each in records if each["type"] == "announcement"] == ["Say which: Thug One or Thug Two."]
    assert _latest(evening).target == "Ghoul"


def test_a_target_that_may_be_several_is_asked_for_aloud(tmp_path: Path) -> None:
    """Whoever attacks "the thug" is not left waiting."""
    evening = _evening(tmp_path, "phasesix", 15)
    records = evening.say("Cleo", "I attack the thug with my submachine gun.")
    (said,) = [each["text"] for each in records if each["type"] == "question"]
    assert said == "Whom: Thug Two or Thug One?"
    evening.say("Cleo", "Thug One.")
    assert (_latest(evening).kind, _latest(evening).target) == ("attack", "Thug One")


@pytest.mark.parametrize(
    "words", ["I meant well.", "No, I meant the pizza.", "Not Mira, the other one.", "I meant Russ's sister."]
)
def test_talk_about_something_else_corrects_nothing(words: str) -> None:
    """Names of nothing, and names with more around them."""
    sitting = after(("Russ", "Here's a chip, give me a Haggling check, Jay."))
    before = sitting.game.state
    sitting.say("Russ", words)
    assert sitting.game.state is before
    assert not sitting.of("question")


def test_what_the_rules_refuse_is_told() -> None:
    """A correction that cannot be is no silence."""
    sitting = after(("Russ", "Here's a chip, give me a Haggling check, Jay."))
    sitting.say("Russ", "Not Jay, Mira.")
    assert sitting.wait(3) == ["A check needs the narrator, Jay, on one side."]
    assert sitting.owed == [("Jay", 3)]


@pytest.mark.parametrize(("words", "left"), wordings(__file__, "so_many_sentences_are_struck_as_are_named", 2))
def test_so_many_sentences_are_struck_as_are_named(words: str, left: list[str]) -> None:
    """The speaker's own, or everybody's; and the wish itself."""
    sitting = after(("Jay", "one"), ("Jay", "two"), ("Mira", "three"))
    sitting.say("Jay", words)
    kept = [each.text for each in sitting.store.utterances(1, 1) if not each.struck]
    assert kept == left
