"""Numbers nobody counts to: refused in one sentence, before any rule does something that often."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.demo import demo_of
from companion.play.roster import Roster
from engine.codec import KindReader
from engine.dice.roll import RollRequest
from engine.dice.source import NoDice
from engine.fields import MOST_NUMBER
from engine.registry import find_ruleset
from engine.step import MOST_DICE, advance
from engine.types import Rejected
from tests.support.evening import WholeEvening
from tests.support.sitting import roster


@pytest.mark.parametrize(
    ("slug", "command"),
    [
        ("phase-abandon", {"kind": "correct_state", "path": "chips", "value": 10**9, "reason": "x"}),
        ("phase-abandon", {"kind": "correct_state", "path": "chips", "value": "1" + "0" * 9, "reason": "x"}),
        ("phasesix", {"kind": "grant_destiny", "char": "Bob", "count": 10**9}),
    ],
)
def test_a_seat_cannot_send_them(slug: str, command: dict[str, Any], tmp_path: Path) -> None:
    """A seat corrects its own numbers on its page."""
    written = json.loads(demo_of(slug).roster.read_text(encoding="utf-8"))
    evening = WholeEvening(Roster.from_json(written).to_json(), tmp_path)
    told = evening.session.submit(command, actor=written["players"][0]["name"])
    refused = told if isinstance(told, Rejected) else told.outcome
    assert isinstance(refused, Rejected)
    assert refused.reason == f"No number can be larger than {MOST_NUMBER}."


def test_nobody_throws_thousands_of_dice(tmp_path: Path) -> None:
    """A bid of more chips than anybody has dice, whoever set the chips."""
    evening = WholeEvening(roster(), tmp_path)
    session = evening.session
    for player in ("Jay", "Russ", "Mira"):
        session.submit({"kind": "correct_state", "path": "chips", "value": 9_000, "reason": "x"}, actor=player)
    session.submit({"kind": "call_conflict", "nature": "a quarrel"}, actor="Russ")
    for player in ("Jay", "Russ", "Mira"):
        session.submit({"kind": "place_bid", "chips": 5_000}, actor=player)
    owed = session.game.ruleset.open_rolls(session.game.state)
    assert sum(each.count for each in owed) <= MOST_DICE


def test_more_dice_than_that_are_owed_by_no_command(tmp_path: Path) -> None:
    """The state is as before."""
    ruleset = find_ruleset("phase-abandon")

    class Owing:
        """The rules of a game, but for the dice that are owed."""

        def __getattr__(self, name: str) -> Any:
            return getattr(ruleset, name)

        def open_rolls(self, state: Any) -> tuple[RollRequest, ...]:
            return tuple(RollRequest(f"dice-{each}", "Jay", MOST_DICE // 2, "CHECK", "") for each in range(3))

    state = WholeEvening(roster(), tmp_path).session.game.state
    corrected = {"kind": "correct_state", "actor": "Jay", "path": "chips", "value": 7, "reason": "x"}
    command = KindReader(ruleset.command_types)(corrected)
    outcome, after = advance(Owing(), state, command, NoDice())
    assert isinstance(outcome, Rejected)
    assert outcome.code == "E_RANGE"
    assert after is state


def test_a_check_is_made_harder_a_hundred_times_at_most(tmp_path: Path) -> None:
    """Where the house rules know no limit."""
    evening = WholeEvening(roster(), tmp_path)
    session = evening.session
    session.submit({"kind": "change_house_rule", "rule": "extra_difficulty_max", "value": "unlimited"}, actor="Russ")
    session.submit({"kind": "correct_state", "path": "chips", "value": 9_000, "reason": "x"}, actor="Russ")
    asked = {"kind": "request_skill_check", "target": "Jay", "skill": "Haggling", "extra_difficulty": 5_000}
    told = session.submit(asked, actor="Russ")
    assert isinstance(told if isinstance(told, Rejected) else told.outcome, Rejected)
