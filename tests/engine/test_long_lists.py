"""Lists that people lengthen by talk: at their end another entry is refused in one sentence."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engine.codec import KindReader
from engine.dice.source import NoDice
from engine.registry import find_ruleset
from engine.step import advance
from engine.types import Rejected
from tests.support import deal, kleptonomicon_table, phasesix_table

TABLES: Mapping[str, Callable[[], Any]] = {
    "phase-abandon": deal.scene,
    "phasesix": lambda: phasesix_table.scene(Hagen={}),
    "kleptonomicon": lambda: kleptonomicon_table.freeplay(("Alice",)),
}


@pytest.mark.parametrize(
    ("game", "actor", "command", "reason"),
    [
        (
            "phase-abandon",
            "P",
            {"kind": "add_group_goal", "text": "N", "value": 9},
            "A group has at most 50 open goals.",
        ),
        ("phase-abandon", "P", {"kind": "propose_skill_goal", "skill_name": "N"}, "has at most 50 open goals."),
        ("phase-abandon", "P", {"kind": "note_equipment", "text": "N"}, "carries at most 50 things."),
        ("phase-abandon", "P", {"kind": "add_connection", "npc_name": "N"}, "knows at most 50 people."),
        ("phasesix", "Ana", {"kind": "create_character", "name": "N"}, "Ana has at most 12 characters."),
        ("phasesix", "Ana", {"kind": "add_player", "name": "N"}, "A table has at most 12 people."),
        ("kleptonomicon", "Alice", {"kind": "apply_condition", "name": "N"}, "Alice has at most 50 conditions."),
        ("kleptonomicon", "Alice", {"kind": "learn_ability", "ability": {"name": "N"}}, "has at most 50 Abilities."),
        ("kleptonomicon", "Alice", {"kind": "level_up", "gain": "N"}, "Alice has at most 50 Upgrades."),
    ],
)
def test_a_list_has_an_end(game: str, actor: str, command: dict[str, Any], reason: str) -> None:
    """No seat makes the rules, or the moves they offer, slow for others."""
    ruleset, state = find_ruleset(game), TABLES[game]().state
    read = KindReader(ruleset.command_types)
    for number in range(52):
        outcome, state = advance(ruleset, state, read(_numbered({**command, "actor": actor}, number)), NoDice())
        if isinstance(outcome, Rejected):
            break
    assert isinstance(outcome, Rejected)
    assert outcome.reason.endswith(reason)
    assert number >= 5


def _numbered(value: Any, number: int) -> Any:
    if isinstance(value, dict):
        return {name: _numbered(each, number) for name, each in value.items()}
    return f"thing {number}" if value == "N" else value


def test_a_seat_makes_no_foes_of_the_library() -> None:
    """A ready-made foe is the GM's, whatever kind of character it is called."""
    state = phasesix_table.scene(Hagen={}).state
    ruleset = find_ruleset("phasesix")
    wanted = {"kind": "create_character", "actor": "Ana", "name": "Grim", "char_kind": "pc", "foe": "Ghoul"}
    refused, _ = advance(ruleset, state, KindReader(ruleset.command_types)(wanted), NoDice())
    assert isinstance(refused, Rejected)
    assert refused.code == "NOT_GM"
