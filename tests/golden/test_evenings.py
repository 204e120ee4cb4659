"""Whole evenings through understanding, rules, voice and notes, one step a line, for every system.

People write `roster` (with `dice` and `cards` the app throws and deals), `heard` with `by`, and `tap` with `by`;
the lines after them are what comes of it: `command`, `asks`, `said`, `narration`, and at the end `notes`.
`pytest tests/golden/test_evenings.py --update-golden` rewrites those, and the difference is reviewed like code.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.evening import WholeEvening

EVENINGS = Path(__file__).parent / "evenings"
INPUTS = ("remark", "roster", "heard", "tap")


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


class Listener:
    """Plays the written lines and tells what came of each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._evening: WholeEvening | None = None
        self._narration: dict[str, Any] = {}

    def answer(self, line: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if "roster" in line:
            self._evening = WholeEvening(line["roster"], self._folder, line.get("dice"), line.get("cards"))
            yield from self._held()
        evening = self._evening
        if evening is None:
            return
        records = []
        if "heard" in line:
            records = evening.say(line.get("by"), line["heard"], typed=line.get("typed", False))
        elif "tap" in line:
            records = evening.tap(line["by"], line["tap"])
        for record in records:
            if record["type"] == "command":
                shown = {"command": record["kind"], "of": record["actor"], "fields": record["fields"]}
                yield shown if record["outcome"] != "rejected" else {**shown, "outcome": "rejected"}
            elif record["type"] == "question" and record["status"] == "asked":
                yield {"asks": record["text"]}
            elif record["type"] == "announcement":
                yield {"said": record["text"]}
        yield from self._held()

    def _held(self) -> Iterator[dict[str, Any]]:
        game = self._evening.session.game if self._evening else None
        if game is None:
            return
        view = game.ruleset.narration(game.state)
        now = {"holder": view.holder, "kind": view.kind, "actions": view.actions, "order": list(view.order)}
        if now != self._narration:
            self._narration = now
            yield {"narration": now}

    def notes(self) -> Iterator[dict[str, Any]]:
        if self._evening is not None:
            yield from ({"notes": line} for line in self._evening.session.notebook.notes().splitlines() if line.strip())


def played(path: Path, folder: Path) -> list[dict[str, Any]]:
    listener = Listener(folder)
    result = []
    for line in lines(path):
        if any(name in line for name in INPUTS):
            result += [line, *listener.answer(line)]
    return [*result, *listener.notes()]


@pytest.mark.parametrize("path", sorted(EVENINGS.rglob("*.jsonl")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_an_evening_goes_as_written(path: Path, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    happened = played(path, tmp_path)
    if request.config.getoption("--update-golden"):
        path.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in happened), encoding="utf-8")
    assert happened == lines(path)
