"""Several things said in one breath: what only says the same again, or belongs to what was read, is no deed more."""

import json
from pathlib import Path

import pytest

from tests.support.evening import WholeEvening
from tools.bench.strangers import EVENINGS


@pytest.fixture
def road(tmp_path: Path) -> WholeEvening:
    """Ilse has set a scene and goes on telling."""
    roster = json.loads((EVENINGS / "salt-road" / "roster.json").read_text(encoding="utf-8"))
    evening = WholeEvening(roster, tmp_path)
    evening.tap("Ilse", {"kind": "add_group_goal", "text": "the salt gets to port", "value": 20})
    evening.tap("Ilse", {"kind": "call_get_moving"})
    for who, dice in (("Thabo", "One and a two."), ("Desmond", "Four and a four."), ("Ilse", "Six and five.")):
        evening.say(who, dice)
    evening.tap("Ilse", {"kind": "set_scene", "description": "a well full of stones"})
    return evening


def deeds(evening: WholeEvening, by: str, text: str) -> list[tuple[str, dict[str, object]]]:
    """Return the commands carried out after somebody said something."""
    done = (each for each in evening.say(by, text) if each["type"] == "command" and each["outcome"] != "rejected")
    return [(each["kind"], each["fields"]) for each in done]


def test_a_bid_said_twice_is_nobody_elses(road: WholeEvening) -> None:
    road.tap("Thabo", {"kind": "call_conflict", "caller": "Thabo", "nature": "six wreckers"})
    assert deeds(road, "Desmond", "I'm sitting this one out. Zero.") == [
        ("place_bid", {"player": "Desmond", "chips": 0})
    ]


def test_another_bid_in_the_same_breath_may_be_somebody_elses(road: WholeEvening) -> None:
    """Two people who speak without a pause may be heard as one."""
    road.tap("Thabo", {"kind": "call_conflict", "caller": "Thabo", "nature": "six wreckers"})
    road.tap("Ilse", {"kind": "place_bid", "player": "Ilse", "chips": 1})
    bids = deeds(road, "Desmond", "I'm sitting this one out. Two chips.")
    assert [fields["player"] for _, fields in bids] == ["Desmond", "Thabo"]


def test_dice_of_two_sentences_are_not_read_twice(road: WholeEvening) -> None:
    """The sixes may roll again, but nobody has thrown them yet."""
    road.tap("Ilse", {"kind": "end_narration", "player": "Ilse"})
    road.tap("Thabo", {"kind": "declare_action", "player": "Thabo", "description": "", "skill": "Knife Work"})
    road.tap("Thabo", {"kind": "hold_out_dice", "player": "Thabo", "count": 1})
    ((kind, fields),) = deeds(road, "Thabo", "Two sixes! And a four, and a two.")
    assert (kind, fields["values"]) == ("report_dice", [6, 6, 4, 2])
