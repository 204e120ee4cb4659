"""A campaign file becomes a table (PTA-1, PTA-5, PTA-8)."""

from typing import Any

import pytest

from engine.dice.roll import Roll, RollRequest
from engine.dice.source import NoDice
from engine.errors import BadField
from engine.history import History
from engine.systems.choice_pta.system import RULESET
from engine.types import Rejected

PEOPLE: list[dict[str, Any]] = [
    {"name": "Ana", "character": {"name": "Vesna", "sheet": {"traits": ["duelist", "cold reader", "owes the mob"]}}},
    {"name": "Ben", "role": "player", "character": {"name": "Harrow"}},
    {"name": "Dev", "role": "gm"},
]


def opened(**entries: Any) -> Any:
    """The state after every command of a campaign file."""
    history: History[Any, Any, Any] = History(RULESET)
    for number, command in enumerate(RULESET.setup({"players": PEOPLE, **entries})):
        outcome = history.submit(command, NoDice(), f"c{number}")
        assert not isinstance(outcome, Rejected), outcome
    return history.state


def test_people_and_protagonists() -> None:
    """PTA-1, PTA-5: the GM by role, traits where they are known already."""
    state = opened()
    assert [seat.name for seat in state.seats] == ["Ana", "Ben", "Dev"]
    assert state.gm.name == "Dev"
    assert state.seat("Ana").protagonist.traits[1].label == "cold reader"
    assert state.seat("Ben").protagonist.traits == ()


def test_settings_and_tokens_of_a_running_game() -> None:
    """PTA-4, PTA-8: as they lay when the game was put away; none are made."""
    state = opened(house_rules={"award_self": True}, table={"card_mode": "physical", "tokens": {"Ana": 2, "Dev": 3}})
    assert state.house_rules.award_self
    assert state.card_mode == "physical"
    assert [seat.tokens for seat in state.seats] == [2, 0, 3]
    assert (state.pool, state.total_tokens) == (1, 6)
    richer = opened(table={"tokens": {"Dev": 6}})
    assert (richer.gm.tokens, richer.pool) == (6, 0)
    assert opened(table={"pool": 2}).pool == 2


@pytest.mark.parametrize(
    ("entries", "field"),
    [
        ({"table": {"deck": "tarot"}}, "table.deck"),
        ({"table": []}, "table"),
        ({"table": {"card_mode": "tarot"}}, "table.card_mode"),
        ({"table": {"tokens": {"Zoe": 1}}}, "table.tokens.Zoe"),
        ({"table": {"tokens": {"Ana": -1}}}, "table.tokens.Ana"),
        ({"table": {"tokens": {"Ana": 5}}}, "table.pool"),
        ({"table": {"pool": 5}}, "table.pool"),
        ({"players": [{"name": "A", "role": "gm"}, {"name": "B", "role": "gm"}]}, "players"),
        ({"players": [{"name": "A", "character": {"name": "B", "sheet": {"hp": 3}}}]}, "players.0.character.sheet.hp"),
        (
            {"players": [{"name": "A", "character": {"name": "B", "sheet": {"traits": "x"}}}]},
            "players.0.character.sheet.traits",
        ),
    ],
)
def test_mistakes_are_told_with_their_place(entries: dict[str, Any], field: str) -> None:
    """PTA-8: nothing is silently ignored."""
    with pytest.raises(BadField) as caught:
        RULESET.setup({"players": PEOPLE, **entries})
    assert caught.value.field == field


def test_the_form_asks_for_traits_and_cards() -> None:
    """PTA-5: what a table says before its first evening."""
    assert [ask.entry for ask in RULESET.form.asks] == ["character.sheet.traits", "table.card_mode"]
    assert RULESET.form.game_master == "GM"


def test_there_are_no_dice() -> None:
    """PTA-31: chance comes from cards alone."""
    assert RULESET.open_rolls(opened()) == ()
    with pytest.raises(ValueError, match="no dice"):
        RULESET.report(Roll(RollRequest("dice-1", "Ana", 1, "NONE", "nothing"), (1,)))
