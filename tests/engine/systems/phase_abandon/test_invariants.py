"""Random evenings keep every invariant of the rules document (section 9).

`HYPOTHESIS_PROFILE=long` plays ten times as many.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.codec import KindReader, from_json, to_json
from engine.common.messages import UNDO_KIND
from engine.dice.source import NoDice
from engine.history import REDO_KIND, Committed, History, RedoLast, Redone, Undone
from engine.step import replay
from engine.systems.phase_abandon.rules.setting import AddSettingDetail, ModifySettingDetail
from engine.systems.phase_abandon.rules.table import AddPlayer, UndoLast
from engine.systems.phase_abandon.system import RULESET
from engine.types import Rejected
from tests.engine.systems.phase_abandon.state_invariants import STATE_CHECKS
from tests.engine.systems.phase_abandon.step_invariants import STEP_CHECKS, Step
from tests.support.deal import scene
from tests.support.random_evening import next_command, start
from tests.support.table import Table, table

ROOT = Path(__file__).resolve().parents[4]
SEEDS = st.lists(st.integers(0, 2**32 - 1), min_size=60, max_size=160)


def examples(number: int) -> settings:
    """So many evenings, ten times as many under the profile `long`."""
    profile = settings.get_current_profile_name()
    return settings(max_examples=number * (10 if profile == "long" else 1))


def play(seeds: Sequence[int], check: bool = True) -> Table:
    """An evening of random commands; every one of them is checked."""
    t = start(Random(seeds[0]))
    for number, seed in enumerate(seeds):
        rng = Random(seed)
        command = next_command(t.state, rng)
        before, entries = t.state, len(t.history)
        outcome = t.history.submit(command, NoDice(), f"e{number}")
        if isinstance(outcome, Rejected):
            check_inv_32(t, before, entries)
        elif check and command.kind not in (UNDO_KIND, REDO_KIND):
            step = Step(before, command, outcome.events, t.state)
            for step_check in STEP_CHECKS:
                step_check(step)
        if check and t.state is not before:
            for state_check in STATE_CHECKS:
                state_check(t.state)
    return t


def check_inv_32(t: Table, before: Any, entries: int) -> None:
    """INV-32: a rejected command leaves state and log as they were."""
    assert t.state is before
    assert len(t.history) == entries


def check_inv_1(t: Table) -> None:
    """INV-1: all chips there are were dealt in this session; only corrections add to or take from their sum."""
    state, expected, told = RULESET.initial_state(), 0, True
    dealt: set[str] = set()
    for event in t.log:
        before, state = state, RULESET.evolve(state, event)
        if event.kind == "session_ended":
            expected, dealt, told = 0, set(), True
        elif event.kind == "chips_dealt":
            expected += event.chips
            dealt.add(event.player)
        elif event.kind == "state_corrected" and event.path == "chips":
            expected += state.total_chips - before.total_chips
            told = told and event.player in dealt  # what is corrected before the deal is lost in it
        if told and state.phase == "PLAY":
            assert state.total_chips == expected, event


def check_inv_13_rating(t: Table) -> None:
    """INV-13: a challenge is rated with the sum of all dice bid."""
    total = 0
    for event in t.log:
        if event.kind == "bidding_opened":
            total = 0
        elif event.kind == "dice_reported" and event.purpose == "BID":
            total += event.total
        elif event.kind == "challenge_scene_started":
            assert event.rating == total


def check_inv_28(t: Table) -> None:
    """INV-28: a failed roll pays one chip if there was one, and never two."""
    state: Any = RULESET.initial_state()
    due, paid = None, 0
    for event in t.log:
        before, state = state, RULESET.evolve(state, event)
        if event.kind == "roll_resolved":
            rules = before.house_rules
            plain = rules.failed_check_payoff == "lowest_other" and event.kind_of_roll != "CONNECTION_REQUEST"
            due = min(1, before.player(event.roller).chips) if plain and event.outcome == "FAILURE" else None
            paid = 0
        elif event.kind == "chips_transferred" and event.reason in ("FAILURE", "CONNECTION_FAILURE"):
            paid += event.amount
            assert paid <= 1
            assert due is None or paid <= due
        elif event.kind == "narration_passed" and event.narration == "FAILURE_RESULT" and due is not None:
            assert paid == due or event.resumes
            due = None


def check_inv_30(t: Table) -> None:
    """INV-30: folding the log gives the live state, and storing and reloading changes nothing."""
    assert replay(RULESET, t.log) == t.state
    assert History(RULESET, t.history.entries).state == t.state
    assert from_json(type(t.state), json.loads(json.dumps(to_json(t.state)))) == t.state
    read = KindReader(RULESET.event_types)
    assert tuple(read(json.loads(json.dumps(to_json(event)))) for event in t.log) == t.log


def check_inv_37(t: Table) -> None:
    """INV-37: every event belongs to one accepted command, and the events of a command stand together."""
    batches = [entry.events for entry in t.history.effective()]
    assert tuple(event for batch in batches for event in batch) == t.log
    assert all(batches)
    assert t.state.log_seq == len(t.log)
    ids = [entry.command_id for entry in t.history.entries]
    assert len(set(ids)) == len(ids)


@examples(200)
@given(SEEDS)
def test_random_evenings_keep_the_invariants(seeds: list[int]) -> None:
    """INV-2, INV-3, INV-4, INV-5, INV-6, INV-8, INV-9, INV-10, INV-11, INV-12, INV-14, INV-15: every step and state.

    INV-1, INV-13, INV-16, INV-17, INV-18, INV-19, INV-20, INV-21, INV-22, INV-23, INV-26, INV-27, INV-28, INV-29,
    INV-30, INV-32, INV-35, INV-36, INV-37, INV-39, INV-40 as well; each has a check of its own.
    """
    t = play(seeds)
    for check in (check_inv_1, check_inv_13_rating, check_inv_28, check_inv_30, check_inv_37):
        check(t)


@examples(15)
@given(SEEDS)
def test_the_same_commands_give_the_same_log(seeds: list[int]) -> None:
    """INV-31: playing the record of an evening again gives identical entries."""
    t = play(seeds, check=False)
    again: History[Any, Any, Any] = History(RULESET)
    for entry in t.history.entries:
        command = {Undone: UndoLast(), Redone: RedoLast()}.get(type(entry)) or entry.command  # type: ignore[union-attr]
        root = entry.root if isinstance(entry, Committed) else None
        again.submit(command, NoDice(), entry.command_id, root)
    assert again.entries == t.history.entries
    assert again.state == t.state


@examples(25)
@given(SEEDS)
def test_undo_and_again_is_where_we_were(seeds: list[int]) -> None:
    """INV-33: undoing a command and giving it again with the same dice restores the same state."""
    t = play(seeds, check=False)
    latest = t.history.effective()[-1]
    after = t.state
    t.undo()
    assert t.state != after
    t.do(latest.command)
    assert t.state == after


@examples(20)
@given(SEEDS, st.integers(0, 2**32 - 1))
def test_a_repeated_command_adds_nothing(seeds: list[int], pick: int) -> None:
    """INV-32: a repeated id changes neither state nor log, whatever it now asks for."""
    t = play(seeds, check=False)
    entry = Random(pick).choice(t.history.entries)
    before, length = t.state, len(t.history)
    t.history.submit(AddPlayer(name="Zoe"), NoDice(), entry.command_id)
    assert (t.state, len(t.history)) == (before, length)


FACE = st.sampled_from([1, 2, 3, 4, 5, 6])
OWN = st.tuples(FACE, FACE, FACE)


def helped(own: Sequence[int], helping: Sequence[int], harder: int = 0) -> Table:
    """A check of three dice with so many helping dice, in a fight."""
    s = scene(skills={"P": {"Sword": 3}}, chips={"P": 5, "Q": 9, "R": 9}, challenge=18, combat=True, holder="P")
    s.check("Q", "P", "Sword", extra_difficulty=harder)
    if helping:
        s.help("R", "Wits", len(helping))
        s.dice("R", *helping)
    s.dice("P", *own)
    s.accept_all("P")
    return s


RANKING = {"FAILURE": 0, "BREAK_EVEN": 1, "SUCCESS": 2}


@examples(60)
@given(OWN, st.tuples(FACE, FACE), st.tuples(FACE, FACE))
def test_helping_dice_hurt_nobody(own: Sequence[int], one: Sequence[int], other: Sequence[int]) -> None:
    """INV-24: whatever the helping dice show, damage, Heart, pool and advancement are the same."""
    a, b = helped(own, one), helped(own, other)
    for name in "PQR":
        assert a.character(name).skills == b.character(name).skills
        assert a.heart(name) == b.heart(name)
    assert a.pool == b.pool


@examples(60)
@given(OWN, FACE, st.sampled_from([4, 5, 6]))
def test_a_helping_success_never_worsens(own: Sequence[int], helping: int, better: int) -> None:
    """INV-25: one more helping success leaves the outcome or improves it; difficulty leaves it or worsens it."""
    plain = RANKING[helped(own, (helping,)).outcome]
    assert RANKING[helped(own, (helping, better)).outcome] >= plain
    assert RANKING[helped(own, (helping,), harder=1).outcome] <= plain


@examples(30)
@given(st.integers(0, 3), OWN)
def test_holding_out_limits_the_damage(held: int, faces: Sequence[int]) -> None:
    """INV-26: with dice held out no more damage is possible than dice are thrown."""
    s = scene(skills={"P": {"Sword": 4}})
    s.declare("P", "Sword")
    s.hold_out("P", held)
    s.dice("P", *([*faces, 1][: 4 - held]))
    s.accept_all("P")
    assert s.skill("P", "Sword").damage <= 4 - held


BIDS = st.tuples(*[st.integers(0, 4)] * 3)


def bidding(bids: Sequence[int]) -> Table:
    """All but the last of three bids are in."""
    s = scene(holder="P")
    s.conflict("P")
    for name, chips in zip("PQ", bids, strict=False):
        s.bid(name, chips)
    return s


@examples(40)
@given(BIDS, BIDS)
def test_bids_cannot_be_told_before_they_are_revealed(one: Sequence[int], other: Sequence[int]) -> None:
    """INV-38: whatever was bid, all that is public before the reveal is the same."""
    a, b = bidding(one), bidding(other)

    def public(t: Table) -> list[Any]:
        return [to_json(event) for event in t.log if event.visibility == "public"]

    assert public(a) == public(b)
    assert RULESET.open_rolls(a.state) == RULESET.open_rolls(b.state)
    assert RULESET.narration(a.state) == RULESET.narration(b.state)
    assert RULESET.expected(a.state) == RULESET.expected(b.state)
    assert a.chips == b.chips
    for topic in ("holder", "chips", "bids", "highest"):
        assert a.ask(topic, "P") == b.ask(topic, "P")
    spoken = [[each.text for each in RULESET.say(t.state, t.events, t.state)] for t in (a, b)]
    assert spoken[0] == spoken[1]


@examples(40)
@given(st.lists(st.tuples(st.sampled_from("PQR"), st.integers(0, 6), st.integers(0, 3)), max_size=20))
def test_the_setting_stays_within_its_chips(moves: list[tuple[str, int, int]]) -> None:
    """INV-7: chips spent are at most five each, and locks only rise."""
    t = table("P", "Q", "R")
    t.begin_setting()
    for number, (player, chips, which) in enumerate(moves):
        details = t.state.setting_details
        before = t.state
        if which and details:
            detail = details[which % len(details)].text
            command: Any = ModifySettingDetail(player=player, detail=detail, text=f"new {number}", chips=chips)
        else:
            command = AddSettingDetail(player=player, text=f"fact {number}", chips=chips)
        outcome = t.history.submit(command, NoDice(), f"s{number}")
        if not isinstance(outcome, Rejected):
            for check in STEP_CHECKS:
                check(Step(before, command, outcome.events, t.state))


DIGEST = """
import hashlib, json
from engine.codec import to_json
from tests.support.tours.phase_abandon import histories
text = json.dumps([[to_json(event) for event in history.events] for history in histories()])
print(hashlib.sha256(text.encode()).hexdigest())
"""


def test_hash_order_does_not_matter() -> None:
    """INV-34: whole evenings come out the same whatever order sets and dictionaries of names would have."""
    digests = {
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "PATH": ""},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1
    assert len(digests.pop().strip()) == 64
