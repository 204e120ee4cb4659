"""Reads scenes of the rules; `tests/engine/test_scenes.py` says how they are written."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SYSTEMS = Path(__file__).parents[1] / "engine" / "systems"


@dataclass(frozen=True)
class Scene:
    """What it shows, the rules it is about, and its steps with the numbers of their lines."""

    path: Path
    title: str
    rules: str
    steps: tuple[tuple[int, list[Any]], ...]


def scenes(folder: Path) -> Iterator[Scene]:
    """Every scene of a game's folder of tests, file by file."""
    for path in sorted((folder / "scenes").glob("*.jsonl")):
        head: dict[str, str] = {}
        steps: list[tuple[int, list[Any]]] = []
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            step = json.loads(line) if line else None
            if isinstance(step, dict):
                head = step if "scene" in step else {}
            elif step is not None:
                steps.append((number, step))
            elif steps:
                yield Scene(path, head["scene"], head.get("rules", ""), tuple(steps))
                head, steps = {}, []
        if steps:
            yield Scene(path, head["scene"], head.get("rules", ""), tuple(steps))
