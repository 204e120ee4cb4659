"""Promises that hold whatever a table says: random evenings, checked after every command (rules section 9)."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.codec import from_json, to_json
from engine.dice.source import NoDice
from engine.history import History, RedoLast
from engine.step import replay
from engine.systems.phasesix.derived import deviation, reaches, standing, stress_limit
from engine.systems.phasesix.entities import Check, Die
from engine.systems.phasesix.house_rules import HouseRules
from engine.systems.phasesix.system import RULESET
from engine.systems.phasesix.vocabulary import DieKind, Purpose
from engine.types import Rejected
from tests.support.phasesix_evening import next_command, start
from tests.support.phasesix_table import Table, c, scene

EVENINGS, COMMANDS = 12, 160


def evening(seed: int) -> None:
    rng = Random(seed)
    t = start(rng)
    held = 0
    for number in range(COMMANDS):
        before = t.state
        command = next_command(before, rng)
        outcome = t.history.submit(command, NoDice(), f"e{number}")
        if isinstance(outcome, Rejected):
            assert t.state is before, "P6I-1"
            continue
        held += 1
        check_state(t.state)
        if not isinstance(command, c.UndoLast | RedoLast):
            check_events(before, outcome.events, t.state)
    assert held > COMMANDS // 3
    check_replay(t.history)


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_random_evenings(seed: int) -> None:
    """P6I-1 to P6I-17 after every command of whole evenings."""
    evening(seed)


def check_replay(history: History[Any, Any, Any]) -> None:
    """P6I-1: the events alone give the same table, written down and read back too."""
    assert replay(RULESET, history.events) == history.state
    assert from_json(type(history.state), to_json(history.state)) == history.state


def check_state(state: Any) -> None:
    """P6I-2, P6I-4, P6I-11, P6I-12, P6I-14: gauges, conditions and points."""
    for who in state.characters:
        assert 0 <= who.hearts <= who.max_health
        assert who.boosts >= 0
        for gauge in (who.bonus, who.rerolls, who.arcana):
            assert 0 <= gauge.now <= gauge.most
        assert who.destiny.now >= 0
        assert all(value.number >= 1 for value in who.conditions)
        assert all(value.number < 6 for value in who.conditions if value.name == "dying" and not who.dead)
        assert 0 <= who.rep_used <= who.rep_collected
        assert 0 <= who.sp_spent <= who.sp_total
        if state.house_rules.forget_refund == "all":
            assert who.sp_spent == sum(spell.points for spell in who.spells)
        assert 0 <= who.stress < stress_limit(who, state.house_rules)
    if state.combat is not None:
        check_combat(state)


def check_combat(state: Any) -> None:
    """P6I-4, P6I-9: no debts of actions, and the order is that of initiative."""
    combat = state.combat
    assert all(one.actions >= 0 and one.stolen_next >= 0 for one in combat.combatants)
    if combat.round and state.house_rules.initiative_final_tie != "pc_first":
        scores = [standing(one)[:3] for one in combat.combatants]
        assert scores == sorted(scores, reverse=True)
    assert combat.holder is None or combat.of(combat.holder) is not None


def check_events(before: Any, events: tuple[Any, ...], after: Any) -> None:
    """P6I-3, P6I-5, P6I-7, P6I-8, P6I-10, P6I-13, P6I-15, P6I-17: what single events promise."""
    state = before
    for event in events:
        check = CHECKS.get(event.kind)
        new = RULESET.evolve(state, event)
        if check is not None:
            check(event, state, new)
        state = new
    assert state == after


def check_wounds(event: Any, old: Any, new: Any) -> None:
    """P6I-2, P6I-3: boosts and hearts together lose what was dealt, never a heart before a boost."""
    was, now = old.character(event.character), new.character(event.character)
    assert now.hearts + now.boosts == max(0, was.hearts + was.boosts - event.count)
    assert now.hearts == was.hearts or now.boosts == 0


def check_healing(event: Any, old: Any, new: Any) -> None:
    """P6I-2: boosts are not touched."""
    assert new.character(event.character).boosts == old.character(event.character).boosts


def check_resolved(event: Any, old: Any, new: Any) -> None:
    """P6I-5: no more successes than dice."""
    check = old.check(event.check_id)
    assert 0 <= event.successes <= len(check.dice)
    for die in check.dice:
        check_chain(die, check)


def check_chain(die: Die, check: Check) -> None:
    """P6I-6: sixes and a last face, or sixes alone when nothing more was needed."""
    assert all(face == 6 for face in die.faces[:-1])


def check_dealt(event: Any, old: Any, new: Any) -> None:
    """P6I-7: hits only grow fewer; wounds when something got through."""
    assert event.hits >= event.through >= 0
    assert (event.wounds > 0) == (event.through > 0) or old.house_rules.unarmed_wounds == 0


def check_priority(event: Any, old: Any, new: Any) -> None:
    """P6I-8, P6I-10: once per round, with the actions of the sheet at most."""
    assert event.cursor == old.combat.cursor + 1
    assert event.actions <= old.character(event.character).actions_max


def check_started(event: Any, old: Any, new: Any) -> None:
    """P6I-10: nobody has actions before their first priority."""
    assert all(one.actions == 0 for one in event.combatants)


def check_reaction(event: Any, old: Any, new: Any) -> None:
    """P6I-8: one reaction for each participant and deed."""
    assert event.deed.actor not in old.combat.window.reacted


def check_refreshed(event: Any, old: Any, new: Any) -> None:
    """P6I-13: all three kinds of dice equal their maximum."""
    who = new.character(event.character)
    assert all(gauge.now == gauge.most for gauge in (who.bonus, who.destiny, who.rerolls))


def check_arcana(event: Any, old: Any, new: Any) -> None:
    """P6I-15: exactly the cost."""
    was, now = old.character(event.character), new.character(event.character)
    assert was.arcana.now - now.arcana.now == event.count
    assert event.count in {spell.arcana for spell in was.spells}


def check_group(event: Any, old: Any, new: Any) -> None:
    """P6I-17: the sum of everybody's successes."""
    assert event.total == old.group.total + event.successes


CHECKS = {
    "wounds_taken": check_wounds,
    "hearts_healed": check_healing,
    "check_resolved": check_resolved,
    "wounds_dealt": check_dealt,
    "priority_gained": check_priority,
    "combat_started": check_started,
    "reaction_queued": check_reaction,
    "dice_refreshed": check_refreshed,
    "arcana_spent": check_arcana,
    "group_member_rolled": check_group,
}

FACE = st.integers(1, 6)
FEW = settings(max_examples=40, deadline=None)


@FEW
@given(st.lists(FACE, min_size=4, max_size=4), FACE, st.integers(-4, 8))
def test_more_dice_never_hurt(faces: list[int], extra: int, difficulty: int) -> None:
    """P6I-5: a further die never lowers successes, a higher minimum never raises them."""
    rules, check = HouseRules(), Check("c", "H", "A", "Logic", Purpose.CHECK, 4, 5 + difficulty)

    def hits(of: list[int], harder: int = 0) -> int:
        tougher = Check("c", "H", "A", "Logic", Purpose.CHECK, 4, check.eff_min + harder)
        return sum(reaches(tougher, DieKind.NATURAL, face, rules) for face in of)

    assert hits([*faces, extra]) >= hits(faces)
    assert hits(faces, harder=1) <= hits(faces)


def rolled(mode: str, chains: list[list[int]], difficulty: int) -> int:
    """Successes of a roll whose dice show these chains, taken as far as the rules ask."""
    t = (
        scene(Hagen={"attributes": {"logic": len(chains)}})
        .rule("explode_mode", mode)
        .check("Hagen", "logic", difficulty)
    )
    wave = 0
    while t.owed:
        check = t.state.checks[0]
        going = [at for at, die in enumerate(check.dice) if die.faces[-1] == 6 and len(die.faces) == wave]
        if mode == "when_needed":
            going = [at for at in going if check.dice[at].total < check.eff_min]
        t.feed(*(chains[at][wave] for at in (going if wave else range(len(chains)))))
        wave += 1
    return int(t.last.successes)


CHAIN = st.tuples(st.integers(0, 3), st.integers(1, 5)).map(lambda pair: [6] * pair[0] + [pair[1]])


@settings(max_examples=15, deadline=None)
@given(st.lists(CHAIN, min_size=1, max_size=4), st.integers(0, 10))
def test_showing_every_six_changes_nothing(chains: list[list[int]], difficulty: int) -> None:
    """P6I-6: given the same chains, both modes count the same successes."""
    assert rolled("always", chains, difficulty) == rolled("when_needed", chains, difficulty)


@FEW
@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6))
def test_piercing_never_helps_the_target(hits: int, protection: int, piercing: int) -> None:
    """P6I-7: more piercing never means fewer wounds."""

    def wounds(pierced: int) -> int:
        t: Table = scene(Hagen={"protection": protection, "max_health": 20})
        t.do(c.ResolveEffect(targets=("Hagen",), hits=hits, piercing=pierced))
        return int(t.event("wounds_dealt").wounds)

    assert wounds(piercing + 1) >= wounds(piercing)


@FEW
@given(st.integers(1, 12), FACE)
def test_deviation_is_as_long_as_its_die(clock: int, metres: int) -> None:
    """P6I-16: the offset's length is the die."""
    right, beyond = deviation(clock, metres)
    assert (right**2 + beyond**2) ** 0.5 == pytest.approx(metres, abs=1e-2)
