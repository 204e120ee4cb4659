"""`companion rules`: a rules engine driven by lines."""

from typing import Any

import pytest

from companion.cli.rules_script import RulesScript
from engine.codec import to_json
from engine.systems.phase_abandon.system import RULESET
from tests.support.sitting import roster

CREATE = {"command": {"kind": "create_table", "name": "Thursday"}}
HAGGLE = {"kind": "declare_action", "player": "Jay", "skill": "Haggling"}


@pytest.fixture
def script() -> RulesScript:
    """A table in play, Jay narrating, brought there by lines."""
    made = RulesScript(RULESET)
    for command in RULESET.setup(roster()):
        assert made.run({"command": to_json(command)})["outcome"] != "rejected"
    return made


def kinds(answer: dict[str, Any]) -> list[str]:
    return [event["kind"] for event in answer["events"]]


def test_an_accepted_command_tells_its_events() -> None:
    answer = RulesScript(RULESET).run(CREATE)
    assert set(answer) == {"outcome", "events"}
    assert answer["outcome"] == "accepted"
    assert kinds(answer)[0] == "table_created"


def test_a_refused_command_tells_code_and_reason(script: RulesScript) -> None:
    before = script.state()
    answer = script.run({"command": {**HAGGLE, "skill": "Surgery"}})
    assert set(answer) == {"outcome", "events", "code", "reason"}
    assert (answer["outcome"], answer["events"]) == ("rejected", [])
    assert answer["code"] == "E_UNKNOWN"
    assert script.state() == before


def test_dice_are_asked_for(script: RulesScript) -> None:
    answer = script.run({"command": HAGGLE})
    assert answer["outcome"] == "awaiting_roll"
    assert {name: answer["request"][name] for name in ("roller", "count", "sides", "purpose")} == {
        "roller": "Jay",
        "count": 3,
        "sides": 6,
        "purpose": "ACTION",
    }


def test_the_faces_at_hand_are_drawn_in_order(script: RulesScript) -> None:
    answer = script.run({"command": HAGGLE, "dice": [5, 4, 2, 6, 6]})
    assert answer["outcome"] == "accepted"
    (reported,) = [event for event in answer["events"] if event["kind"] == "dice_reported"]
    assert reported["values"] == [5, 4, 2]
    assert script.narration()["holder"] == "Jay"


def test_too_few_faces_leave_the_roll_open(script: RulesScript) -> None:
    """They are not drawn; the report that follows answers it."""
    assert script.run({"command": HAGGLE, "dice": [5, 4]})["outcome"] == "awaiting_roll"
    answer = script.run({"command": {"kind": "report_dice", "player": "Jay", "values": [5, 4, 2]}})
    assert answer["outcome"] == "accepted"


@pytest.mark.parametrize("dice", [[7, 1, 1], [0, 1, 1], [True, 1, 1], ["5", 1, 1], [2.5, 1, 1], "555", {"a": 1}])
def test_impossible_dice_refuse_the_whole_line(script: RulesScript, dice: Any) -> None:
    """The command included: the same line with possible dice holds afterwards."""
    before = script.state()
    answer = script.run({"command": HAGGLE, "dice": dice})
    assert (answer["outcome"], answer["code"]) == ("rejected", "E_FACE")
    assert script.state() == before
    assert script.run({"command": HAGGLE, "dice": [5, 4, 2]})["outcome"] == "accepted"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"kind": "dance"}, "E_UNKNOWN"),
        ({}, "E_UNKNOWN"),
        ({"kind": 7}, "E_UNKNOWN"),
        ({"kind": "place_bid", "player": "Jay"}, "E_EMPTY"),
        ({"kind": "place_bid", "player": "Jay", "chips": "two"}, "E_RANGE"),
    ],
)
def test_commands_of_the_wrong_form_are_refused(script: RulesScript, command: dict[str, Any], code: str) -> None:
    answer = script.run({"command": command})
    assert (answer["outcome"], answer["code"]) == ("rejected", code)
    assert answer["reason"].endswith(".")


def test_unknown_fields_are_ignored(script: RulesScript) -> None:
    answer = script.run({"command": {**HAGGLE, "mood": "grim"}, "comment": "here we go", "dice": [5, 4, 2]})
    assert answer["outcome"] == "accepted"


def test_the_actor_may_stand_beside_the_command(script: RulesScript) -> None:
    answer = script.run({"command": {"kind": "declare_action", "skill": "Haggling"}, "actor": "Jay"})
    assert answer["request"]["roller"] == "Jay"


def test_a_repeated_command_id_changes_nothing(script: RulesScript) -> None:
    line = {"command": HAGGLE, "dice": [5, 4, 2], "command_id": "once"}
    first = script.run(line)
    before = script.state()
    again = script.run(line)
    assert script.state() == before
    assert again["outcome"] == first["outcome"] == "accepted"


def test_undo_takes_command_and_dice_back(script: RulesScript) -> None:
    before = script.state()
    script.run({"command": HAGGLE, "dice": [5, 4, 2]})
    after = script.state()
    assert script.run({"command": {"kind": "undo_last"}})["outcome"] == "accepted"
    assert script.state() == before
    assert script.run({"command": {"kind": "redo_last"}})["outcome"] == "accepted"
    assert script.state() == after


def test_questions_are_answered_without_events(script: RulesScript) -> None:
    answer = script.run({"command": {"kind": "ask_status", "topic": "chips", "player": "Mira"}})
    assert (answer["outcome"], answer["events"]) == ("accepted", [])
    assert answer["answer"] == "Mira has four chips."
