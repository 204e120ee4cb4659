"""Whole scenes, one step a line: what was done and rolled, what happened, who narrates then.

Lines with `scene`, `command` or `dice` are what people write; the lines after them (`event`, `asks`, `refused`,
`narration`) are what the rules make of it. `pytest tests/golden/test_games.py --update-golden` rewrites those, and the
difference is reviewed like code.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from engine.codec import KindReader, to_json
from engine.dice.source import NoDice
from engine.history import History
from engine.registry import find_ruleset
from engine.types import Rejected
from tests.support.deal import scene

GAMES = Path(__file__).parent / "games"
INPUTS = ("note", "heard", "scene", "command", "dice")
# Bookkeeping that would only repeat the lines around it.
QUIET = ("dice_requested", "dice_reported")


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


class Player:
    """Plays the written lines of one scene and answers each with what the rules say."""

    def __init__(self, slug: str) -> None:
        self._rules = find_ruleset(slug)
        self._read = KindReader(self._rules.command_types)
        self._history: History[Any, Any, Any] = History(self._rules)
        self._steps = 0

    def answer(self, line: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if "scene" in line:
            self._history = scene(**deepcopy(line["scene"])).history
            yield self._narration()
        elif "command" in line:
            yield from self._submit(self._read(line["command"]))
        elif "dice" in line:
            yield from self._submit(self._read({"kind": "report_dice", **line["dice"]}))

    def _submit(self, command: Any) -> Iterator[dict[str, Any]]:
        self._steps += 1
        before = self._narration()
        outcome = self._history.submit(command, NoDice(), f"step {self._steps}")
        if isinstance(outcome, Rejected):
            yield {"refused": outcome.code, "because": outcome.reason}
            return
        yield from ({"event": to_json(event)} for event in outcome.events if event.kind not in QUIET)
        for request in self._rules.open_rolls(self._history.state):
            yield {"asks": f"{request.count}d{request.sides}", "of": request.roller, "because": request.because}
        if self._narration() != before:
            yield self._narration()

    def _narration(self) -> dict[str, Any]:
        view = self._rules.narration(self._history.state)
        return {"narration": {"holder": view.holder, "kind": view.kind, "actions": view.actions}}


def played(path: Path) -> list[dict[str, Any]]:
    player = Player(path.parent.name)
    result = []
    for line in lines(path):
        if any(name in line for name in INPUTS):
            result += [line, *player.answer(line)]
    return result


@pytest.mark.parametrize("path", sorted(GAMES.rglob("*.jsonl")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_scene_goes_as_written(path: Path, request: pytest.FixtureRequest) -> None:
    now = played(path)
    if request.config.getoption("--update-golden"):
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in now)
        path.write_text(text, encoding="utf-8")
    assert now == lines(path)


def test_there_are_scenes() -> None:
    assert len(list((GAMES / "phase-abandon").glob("*.jsonl"))) >= 5
