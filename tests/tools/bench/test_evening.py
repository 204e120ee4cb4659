"""The score of an evening: what was done right, what was missed, and what nobody asked for."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tools.bench.evening import play, score


def step(command: str, start: float = 1.0, holder: str | None = "Jay", **more: Any) -> dict[str, Any]:
    fields = {name: value for name, value in more.items() if name not in {"optional", "actor"}}
    return {
        "command": command,
        "fields": fields,
        "start": start,
        "after": {"holder": holder},
        **{name: more[name] for name in ("optional", "actor") if name in more},
    }


def done(kind: str, holder: str | None = "Jay", outcome: str = "accepted", actor: str = "", **fields: Any) -> Any:
    place = {"utterance_end": 2.0, "holder": holder}
    return {"type": "command", "kind": kind, "actor": actor or None, "fields": fields, "outcome": outcome, **place}


def test_everything_right_is_perfect() -> None:
    steps = [
        step("RequestSkillCheck", target="Jay", skill="Haggling", requester="Russ"),
        step("ReportDice", values=[5, 4, 2], player="Jay"),
    ]
    records = [
        {"type": "decision", "utterance": "u1", "latency": 0.5},
        done("request_skill_check", outcome="awaiting_roll", target="jay", skill="haggling", requester="Russ"),
        done("report_dice", player="Jay", values=[2, 4, 5], purpose="CHECK"),
    ]
    found = score({"steps": steps}, records)
    assert found.perfect
    assert (found.expected, found.right, found.holders_right, found.latencies) == (2, 2, 2, (0.5,))


def test_a_missed_command_is_described() -> None:
    found = score(
        {"steps": [step("DeclareAction", 61.5, player="Jay", skill="Haggling")]},
        [done("declare_action", outcome="rejected", player="Jay", skill="Haggling")],
    )
    assert found.missed == ("  61.5 s DeclareAction(player=Jay, skill=Haggling)",)
    assert found.wrong == ()
    assert not found.perfect


def test_a_command_nobody_asked_for_is_wrong() -> None:
    records = [done("add_connection", player="Jay", npc_name="Tom"), done("end_narration", player="Jay")]
    found = score({"steps": [], "tolerated_in_fiction": ["AddConnection"]}, records)
    assert found.wrong == ("   2.0 s end_narration(player=Jay)",)
    assert not found.perfect


def test_other_faces_are_both_missed_and_wrong() -> None:
    found = score(
        {"steps": [step("ReportDice", values=[5, 4, 2], player="Jay")]},
        [done("report_dice", values=[5, 4, 3], player="Jay")],
    )
    assert (len(found.missed), len(found.wrong)) == (1, 1)
    worded = score(
        {"steps": [step("SetScene", player="Jay", description="the quay at dusk", combat=False)]},
        [done("set_scene", player="Jay", description="dusk, a quay")],
    )
    assert worded.perfect


def test_the_order_counts() -> None:
    steps = [step("EndNarration", player="Jay"), step("DeclareAction", player="Russ", skill="Stealth")]
    records = [done("declare_action", player="Russ", skill="Stealth"), done("end_narration", player="Jay")]
    found = score({"steps": steps}, records)
    assert (found.right, len(found.missed), len(found.wrong)) == (1, 1, 1)


def test_an_optional_step_may_be_done_or_left() -> None:
    steps = {"steps": [step("AcceptRoll"), step("CountAction", player="Jay", optional=True)]}
    for records in ([], [done("count_action", player="Jay")]):
        found = score(steps, records)
        assert found.perfect
        assert found.expected == 0


def test_questions_and_the_rules_own_steps_are_free() -> None:
    found = score({"steps": [step("AskStatus", topic="holder")]}, [done("accept_roll"), done("repeat")])
    assert found.perfect


def test_the_actor_stands_for_the_player_who_is_not_named() -> None:
    found = score(
        {"steps": [step("DeclareAction", player="Jay", skill="Haggling")]},
        [done("declare_action", actor="Jay", skill="Haggling")],
    )
    assert found.right == 1


def test_narration_in_the_wrong_hands_is_no_perfect_evening() -> None:
    steps = {"steps": [step("EndNarration", holder="Mira", player="Jay")]}
    found = score(steps, [done("end_narration", holder="Russ", player="Jay")])
    assert (found.right, found.holders_right, found.perfect) == (1, 0, False)
    nobody = {"steps": [step("CallGetMoving", holder=None)]}
    assert score(nobody, [done("call_get_moving", holder=None)]).perfect


@pytest.mark.parametrize(("told", "option"), [({"dealing": "seed:7"}, "seed:7"), ({}, "script:{folder}/expected.json")])
def test_a_session_is_dealt_as_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: dict[str, str], option: str
) -> None:
    """Without a word of its own, with the faces and cards it lists."""
    commands: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", lambda command, **_: commands.append(command))
    (tmp_path / "expected.json").write_text(json.dumps(told), encoding="utf-8")
    play(tmp_path, tmp_path / "clean.flac", tmp_path / "events.jsonl")
    dealt = commands[0][commands[0].index("--dice") + 1]
    assert dealt == option.format(folder=tmp_path)
