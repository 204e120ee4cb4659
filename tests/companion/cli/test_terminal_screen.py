"""Records as lines on a terminal."""

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from companion.cli.terminal_screen import Screen
from companion.dialogue.records import Record


def _line(fields: dict[str, Any]) -> str:
    shown = StringIO()
    record: Record = {"type": "command", "kind": "start_encounter", "fields": fields, "outcome": "accepted"}
    Screen(Console(file=shown, width=200), slug="phase-abandon")(record)
    return shown.getvalue().strip()


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"npcs": [{"creature": "Guard", "count": 2}, {"creature": "Hound", "count": None}]}, "npcs Guard 2, Hound"),
        ({"topic": "known", "text": "Mo", "evidence": [{"evening": 1, "utterance": "u9"}]}, "topic known, text Mo"),
        ({"actor": "Ana", "description": "[red]"}, "description [red]"),
    ],
)
def test_fields_are_told_in_words(fields: dict[str, Any], told: str) -> None:
    """No braces of a program, nothing that only leads back to the log, and nobody's words are markup."""
    assert _line(fields) == f"✓ start encounter ({told})"
