"""Whatever a page offers is taken by the rules, at random moments of random evenings of every system.

An evening starts anywhere in a system's tour (see `test_contract`) and goes on by taps; where the system has a random
evening of its own, a second one starts there and mixes taps with what somebody might say.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.dice.source import NoDice
from engine.registry import all_rulesets
from engine.step import advance
from engine.types import Rejected
from tests.engine.test_contract import moments
from tests.example_system.system import RULESET as EMBER
from tests.support import choice_pta_random, phasesix_evening, random_evening
from tests.support.disguise import disguised
from tests.support.taps import first_answers, people, pressed, random_answers

Say = Callable[[Any, Random], Any]
TALKATIVE = {"phase-abandon": random_evening, "choice-pta": choice_pta_random, "phasesix": phasesix_evening}
RULESETS = (*all_rulesets(), EMBER)
SYSTEMS = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.info.slug)
SPEAKERS = pytest.mark.parametrize(
    "ruleset", [each for each in all_rulesets() if each.info.slug in TALKATIVE], ids=lambda ruleset: ruleset.info.slug
)
OF_THE_HISTORY = {"undo_last", "redo_last"}
TAPS = 25


@SYSTEMS
@pytest.mark.parametrize("seed", range(6))
def test_what_is_offered_is_taken(ruleset: Any, seed: int) -> None:
    rng = Random(f"{ruleset.info.slug} {seed}")
    play(ruleset, rng.choice(moments(ruleset.info.slug)), rng)


@SPEAKERS
@pytest.mark.parametrize("seed", range(4))
def test_what_is_offered_amid_talk_is_taken(ruleset: Any, seed: int) -> None:
    rng = Random(f"{ruleset.info.slug} {seed}")
    evening = TALKATIVE[ruleset.info.slug]
    play(ruleset, evening.start(rng).history.state, rng, evening.next_command)


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.info.slug)
def test_secrets_of_others_leave_no_trace(ruleset: Any) -> None:
    """Hidden cards, bids or numbers of NPCs exchanged: board, sheets and moves of everybody else stay the same."""
    rng = Random(ruleset.info.slug)
    told_apart = 0
    for state in moments(ruleset.info.slug)[::6]:
        seats = people(ruleset, state)
        for viewer in (None, *seats):
            other = disguised(ruleset, state, viewer, rng)
            if other is not None:
                told_apart += 1
                assert face(ruleset, other, viewer, seats) == face(ruleset, state, viewer, seats)
    assert told_apart


def face(ruleset: Any, state: Any, viewer: str | None, seats: tuple[str, ...]) -> tuple[Any, ...]:
    """All a page has for one viewer."""
    sheets = tuple(ruleset.sheet(state, player, viewer) for player in seats)
    return ruleset.board(state, viewer), sheets, ruleset.moves(state, viewer) if viewer is not None else ()


def play(ruleset: Any, state: Any, rng: Random, say: Say | None = None) -> None:
    for _ in range(TAPS):
        seats = people(ruleset, state)
        if seats:
            check(ruleset, state, rng.choice(seats))
        state = said(ruleset, state, say(state, rng)) if say and rng.random() < 0.5 else tapped(ruleset, state, rng)


def check(ruleset: Any, state: Any, player: str) -> None:
    for move in ruleset.moves(state, player):
        for data in first_answers(move):
            outcome, _ = pressed(ruleset, state, player, data)
            assert not isinstance(outcome, Rejected), f"{player}: {move.label}: {data}: {outcome}"


def said(ruleset: Any, state: Any, command: Any) -> Any:
    return state if command.kind in OF_THE_HISTORY else advance(ruleset, state, command, NoDice())[1]


def tapped(ruleset: Any, state: Any, rng: Random) -> Any:
    """The state after somebody has tapped something, what is owed more often than anything else."""
    offered = [(player, move) for player in people(ruleset, state) for move in ruleset.moves(state, player)]
    if not offered:
        return state
    owed = [each for each in offered if each[1].owed]
    player, move = rng.choice(owed if owed and rng.random() < 0.7 else offered)
    return pressed(ruleset, state, player, random_answers(move, rng))[1]
