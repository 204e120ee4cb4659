"""A step everybody takes for granted is asked about or taken, so that what was said after it is not lost."""

import json
from pathlib import Path

import pytest

from companion.demo import demo_of
from companion.play.roster import Roster
from companion.play.setup import state_of
from engine.dice.source import NoDice
from engine.registry import find_ruleset
from engine.step import step
from engine.types import Rejected
from tests.support.evening import WholeEvening
from tests.support.harbour import talking
from tests.support.sitting import Sitting

OPENING = {"phase": "OPENING", "holder": None, "scene": None}


def _kinds(sitting: Sitting) -> list[str]:
    kept = (each.entry.command for each in sitting.game.recorded)
    return [each["kind"] for each in kept if each is not None]


def test_dice_of_two_people_call_for_the_first_roll() -> None:
    """Nobody said that the get-moving roll is due; both readings count."""
    sitting = talking(**OPENING)
    sitting.say("Jay", "Nine for me.")
    assert "call_get_moving" not in _kinds(sitting)
    sitting.say("Mira", "Five and a two.")
    assert _kinds(sitting)[-3:] == ["call_get_moving", "report_dice", "report_dice"]
    assert [each.roller for each in sitting.game.open_rolls] == ["Russ"]


def test_dice_that_were_struck_are_not_taken_with_those_of_a_second_reader() -> None:
    sitting = talking(**OPENING)
    sitting.session.strike([sitting.say("Jay", "Nine for me.")])
    sitting.say("Mira", "Five and a two.")
    assert "call_get_moving" not in _kinds(sitting)


@pytest.mark.parametrize("second", ["Nine for me.", "I had nine of them last week.", "The castle stands on a hill."])
def test_one_reader_is_not_enough(second: str) -> None:
    """The same player again, and talk that is no dice, call for nothing."""
    sitting = talking(**OPENING)
    sitting.say("Jay", "Nine for me.")
    sitting.say("Jay", second)
    assert not sitting.game.open_rolls
    assert sitting.session.question is None


def test_a_deed_before_the_first_roll_is_asked_about() -> None:
    """The roll has to come first; one word calls for it."""
    sitting = talking(**OPENING)
    sitting.say("Jay", "I roll Haggling.")
    assert sitting.session.question is not None
    sitting.say("Russ", "Yes.")
    assert sorted(each.roller for each in sitting.game.open_rolls) == ["Jay", "Mira", "Russ"]


@pytest.mark.parametrize(
    "chatter",
    ["Did anybody bring the crisps?", "Last week I rolled Haggling all evening.", "If I roll Haggling, do I win?"],
)
def test_chatter_before_play_asks_nothing(chatter: str) -> None:
    """Only what would surely be a deed leads to a question."""
    sitting = talking(**OPENING)
    sitting.say("Jay", chatter)
    assert sitting.session.question is None
    assert not sitting.game.open_rolls


def test_a_deed_before_the_first_sitting_begins_it(tmp_path: Path) -> None:
    """The question is put once; the yes begins the sitting and does what was said."""
    roster = json.loads((demo_of("choice-pta").folder / "roster.json").read_text(encoding="utf-8"))
    evening = WholeEvening(roster, tmp_path)
    asked = evening.say("Gwen", "Next scene: the harbour at dawn, with Ana.")
    assert any(each["type"] == "question" for each in asked)
    done = [each["kind"] for each in evening.say("Ana", "Yes.") if each["type"] == "command"]
    assert done[:2] == ["start_sitting", "start_scene"]


@pytest.mark.parametrize(("slug", "kind"), [("kleptonomicon", "start_session"), ("phasesix", "start_session")])
def test_every_table_says_how_its_session_starts(slug: str, kind: str) -> None:
    """The rules accept what they call the next step."""
    ruleset = find_ruleset(slug)
    roster = json.loads((demo_of(slug).folder / "roster.json").read_text(encoding="utf-8"))
    state = state_of(ruleset, Roster.from_json(roster).to_json())
    step_ahead = ruleset.next_step(state)
    assert step_ahead is not None
    assert step_ahead.kind == kind
    assert not isinstance(step(ruleset, state, step_ahead, NoDice()), Rejected)


def test_a_deed_while_dice_are_owed_is_no_silence() -> None:
    """Whoever goes on while somebody else owes dice hears what is waited for."""
    sitting = talking()
    sitting.say("Jay", "I roll Haggling.")
    sitting.wait(20)
    sitting.say("Mira", "I roll Locks.")
    assert "Jay" in " ".join(sitting.wait(5))
