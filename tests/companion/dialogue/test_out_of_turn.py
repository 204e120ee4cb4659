"""A deed said at the wrong moment: the obstacle is named once, and only to those who plainly meant it."""

import json
from pathlib import Path

import pytest

from companion.dialogue.announcer import Pacing
from tests.support.evening import WholeEvening
from tests.support.wordings import wordings
from tools.bench.strangers import EVENINGS

WAY = "Magda Stahl has priority; Hotshot Ray can only react."


@pytest.fixture
def fight(tmp_path: Path) -> WholeEvening:
    """Kofi's Magda has priority."""
    roster = json.loads((EVENINGS / "depot-nine" / "roster.json").read_text(encoding="utf-8"))
    evening = WholeEvening(roster, tmp_path)
    evening.tap("Wren", {"kind": "start_combat", "foes": ["Thug", "Thug"]})
    for who, dice in (("Kofi", "Four."), ("Elif", "Two."), ("Dag", "Five."), ("Wren", "The thugs have one and three.")):
        evening.say(who, dice)
    assert evening.session.game.ruleset.narration(evening.session.game.state).holder == "Kofi"
    evening.wait(Pacing().keep_quiet)
    return evening


def told(evening: WholeEvening, by: str, text: str) -> str:
    """Return the announcements after somebody said something."""
    records = evening.say(by, text)
    return " ".join(each["text"] for each in records if each["type"] == "announcement")


def test_what_is_in_the_way_is_told_once(fight: WholeEvening) -> None:
    assert WAY in told(fight, "Elif", "I attack thug one with my shotgun.")
    assert told(fight, "Elif", "I shoot thug two with my shotgun then.") == ""


@pytest.mark.parametrize(("by", "said"), wordings(__file__, "talk_that_is_no_deed_is_told_nothing", 2))
def test_talk_that_is_no_deed_is_told_nothing(fight: WholeEvening, by: str, said: str) -> None:
    assert told(fight, by, said) == ""
