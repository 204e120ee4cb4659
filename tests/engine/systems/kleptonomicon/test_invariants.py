"""Invariants after any sequence of commands (rules section 9)."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.dice.source import NoDice
from engine.history import History
from engine.step import replay
from engine.systems.kleptonomicon.derived import available, cap, limit, score_of, spent, styles, turns
from engine.systems.kleptonomicon.entities import OpenTest
from engine.systems.kleptonomicon.house_rules import HouseRules
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.system import RULESET
from engine.systems.kleptonomicon.vocabulary import ENCOUNTER, RESET_POOLS, Phase
from engine.systems.kleptonomicon.vocabulary import TestKind as Kind
from engine.types import Rejected
from tests.support.kleptonomicon_table import Klepto, c, fight, freeplay, initiative, npcs

PEOPLE = st.sampled_from([None, "Alice", "Bob", "Carol", "Wolf 1", "Goblin", "Orc"])
ABILITY = st.sampled_from(["spell", "melee attack", "parry", "watchful", "grand ritual", "battle cry", None])
STYLE = st.sampled_from([None, "walk", "jump", "climb"])
SMALL = st.integers(0, 4)

# Named once for each time it should be likely.
MOVES: list[st.SearchStrategy[Any]] = [
    st.builds(c.EndTurn),
    st.builds(c.EndTurn),
    st.builds(c.EndTurn),
    st.builds(c.Move, style=STYLE, units=SMALL),
    st.builds(c.Move, style=STYLE, units=SMALL, leaves_reach_of=st.sampled_from([(), ("Alice",)])),
    st.builds(c.Dash),
    st.builds(c.UseAbility, ability=ABILITY, targets=st.sampled_from([(), ("Bob",)])),
    st.builds(c.UseAbility, ability=ABILITY, maneuver=st.booleans(), targets=st.just(("Alice",))),
    st.builds(c.UseReaction, character=PEOPLE, ability=ABILITY),
    st.builds(c.OpenTrigger, trigger=st.sampled_from(["ATTACKED", "SPOKEN"])),
    st.builds(c.SubmitScore, score=st.integers(2, 12)),
    st.builds(c.SubmitScore, score=st.integers(2, 12)),
    st.builds(c.SubmitScore, score=st.integers(2, 12)),
    st.builds(c.ApplyCondition, target=PEOPLE, name=st.sampled_from(["slowed", "dazed"]), stacks=st.integers(1, 2)),
    st.builds(c.RemoveCondition, target=PEOPLE, name=st.just("slowed"), stacks=st.integers(1, 2)),
    st.builds(c.RecordDamage, target=PEOPLE, amount=st.integers(1, 6)),
    st.builds(c.UseRecovery, character=PEOPLE, recovery=st.sampled_from(["heal_up", "dodges_up"]), health=SMALL),
    st.builds(c.ImproviseMovement, character=PEOPLE, style=st.just("climb")),
    st.builds(c.GrantStyle),
    st.builds(c.RequestTest, character=PEOPLE),
    st.builds(c.PauseEncounter),
    st.builds(c.ResumeEncounter, provoked_by=PEOPLE, beat_spent=st.booleans()),
    st.builds(c.EndEncounter),
    st.builds(c.AwardExperience, bonus=st.integers(0, 1)),
    st.builds(c.ReturnToFreeplay),
    st.builds(c.StartEncounter, npcs=st.sampled_from([npcs("2 wolves", "orc"), npcs("goblin")])),
    st.builds(c.BeginEdgeSaves),
    st.builds(c.SetTieOrder, order=st.sampled_from([("Alice",), ("Bob",), ("Carol", "Bob")])),
    st.builds(c.UseScoresForTie),
    st.builds(c.ConfirmTurnOrder),
    st.builds(c.AddCombatant, character=st.sampled_from(["goblin", "wolf", "Alice", "Carol"])),
    st.builds(c.RemoveCombatant, character=st.sampled_from(["Alice", "Wolf 1", "Orcs", "Goblin"])),
    st.builds(c.SetOut, character=PEOPLE, out=st.booleans()),
    st.builds(c.SkipTurn),
    st.builds(c.StartClosingCredits),
    st.builds(c.SetTimePasses, passes=st.just(False)),
    st.builds(c.ApplyResets, mode=st.sampled_from(["full", "half", "none"])),
    st.builds(c.EndEpisode),
    st.builds(c.StartEpisode),
    st.builds(c.BeginEpisodicStep),
    st.builds(c.UseEpisodicAbility, character=PEOPLE),
    st.builds(c.EndOpeningCredits),
    st.builds(
        c.ChangeHouseRule,
        rule=st.sampled_from(["npc_group_turns", "pause_resume", "pause_beat_rule", "second_dash_scope"]),
        value=st.sampled_from(["as_one", "next_turn", "new_round", "next_full_turn", "cap_only", "pool"]),
    ),
]
STARTS: tuple[Callable[[], Klepto], ...] = (
    lambda: fight(("Alice", "Bob", "Carol"), foes=npcs("2 wolves", "goblin")),
    lambda: initiative(("Alice", "Bob", "Carol"), foes=npcs("2 wolves", "goblin")),
    lambda: freeplay(("Alice", "Bob", "Carol")),
)
EVENINGS = st.tuples(st.sampled_from(STARTS), st.lists(st.one_of(MOVES), min_size=10, max_size=60))
PROPERTY = settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


@PROPERTY
@given(EVENINGS)
def test_whatever_is_said_the_table_stays_sound(evening: tuple[Callable[[], Klepto], list[Any]]) -> None:
    """KLI-1, KLI-2: refusals change nothing, and replaying gives the same; every state and step is checked."""
    start, commands = evening
    history: History[Any, Any, Any] = start().history
    for number, command in enumerate(commands):
        before = history.state
        outcome = history.submit(command, NoDice(), f"random-{number}")
        if isinstance(outcome, Rejected):
            assert history.state is before
            continue
        check_state(history.state)
        check_step(before, outcome.events, history.state)
    assert replay(RULESET, history.events) == history.state


def check_state(state: State) -> None:
    """KLI-3, KLI-4, KLI-5, KLI-7, KLI-8, KLI-10, KLI-12, KLI-15: bounds, and who is where."""
    encounter = state.encounter
    assert (encounter is not None) == (state.phase in ENCOUNTER)
    assert (encounter is not None and encounter.active is not None) == (state.phase is Phase.MAIN)
    if encounter is not None and encounter.order:
        flat = [name for slot in encounter.order for name in slot.members]
        assert sorted(flat) == sorted(encounter.participants)
    if state.phase is Phase.EPISODE_OVER:
        assert state.episode is not None
        assert not state.episode.grants
    for character in state.characters:
        assert 0 <= character.beats <= character.sheet.beats_max
        assert 0 <= character.beat_debt <= character.sheet.beats_max
        for each in RESET_POOLS:
            assert 0 <= getattr(character, each) <= getattr(character.sheet, f"{each}_max")
        for condition in character.conditions:
            assert condition.stacks >= 1
            assert 0 <= condition.gained_this_turn <= condition.stacks
        rules = state.house_rules
        assert character.movement.mult in {1, 2, 3}
        assert spent(character) <= cap(character, rules)
        for style in styles(character):
            assert spent(character, style) <= limit(character, style, rules) or rules.second_dash_scope == "cap_only"
            assert available(character, style, rules) >= 0


def check_step(before: State, events: tuple[Any, ...], after: State) -> None:
    """KLI-3, KLI-8, KLI-9, KLI-10, KLI-11, KLI-14, KLI-16: what one command may do."""
    kinds = [event.kind for event in events]
    for event in events:
        if event.kind == "beats_refilled":
            was = before.character(event.character)
            assert was is not None
            owed = [each.debt for each in events if each.kind == "beat_owed" and each.character == event.character]
            assert event.beats >= max(0, was.sheet.beats_max - was.beat_debt - len(owed))
        if event.kind == "experience_gained":
            assert event.amount in {1, 2}
        if event.kind == "slow_action_resolved":
            assert before.encounter is not None
            waiting = [each for each in before.encounter.slow_actions if each.character == event.character]
            assert waiting
    if "turn_started" in kinds and after.encounter is not None and after.encounter.active is not None:
        active = after.character(after.encounter.active)
        assert active is not None
        assert active.movement.mult == 1
    if before.phase in {Phase.INITIATIVE, Phase.CLOSING_CREDITS, Phase.OPENING_CREDITS}:
        assert not {"ability_used", "reaction_used", "slow_action_started"} & set(kinds)
    if "movement_interrupted" in kinds and not {"beat_spent", "beats_refilled", "turn_order_set"} & set(kinds):
        assert [each.beats for each in after.characters] == [each.beats for each in before.characters]
    lost = [(event.character, event.name) for event in events if event.kind in {"condition_reduced"}]
    assert len(lost) == len(set(lost))


SCORES = st.lists(st.integers(2, 12), min_size=9, max_size=9)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(SCORES)
def test_pcs_sit_where_they_failed(scores: list[int]) -> None:
    """KLI-6: groups in falling order of modifiers, each PC right after the group it failed, as many Saves as needed."""
    t = initiative(("Alice", "Bob", "Carol"))
    t.rule("pc_tie_policy", "seat")
    t.do(c.BeginEdgeSaves())
    told = iter(scores)
    failed: dict[str, str] = {}
    saves: dict[str, int] = {}
    while t.state.tests:
        test, score = t.state.tests[0], next(told)
        saves[test.character] = saves.get(test.character, 0) + 1
        if score < 7:
            failed[test.character] = test.group or ""
        t.do(c.SubmitScore(test_id=test.test_id, score=score))
    t.do(c.ConfirmTurnOrder())
    order = t.encounter.order
    assert [slot.name for slot in order if slot.group] == ["Wolves", "Goblins", "Orcs"]
    above: str | None = None
    for slot in order:
        above = slot.name if slot.group else above
        if not slot.group:
            assert failed.get(slot.name) == above
            assert saves[slot.name] == {"Orcs": 1, "Goblins": 2, "Wolves": 3, None: 3}[above]


def test_everybody_has_one_turn_between_two_of_anybodys() -> None:
    """KLI-5: rounds are fair."""
    t = fight(("Alice", "Bob"), foes=npcs("2 wolves", "orc"))
    seen = []
    for _ in range(15):
        seen.append(t.encounter.active)
        t.do(c.EndTurn(character=t.encounter.active))
    everybody = set(turns(t.encounter.order, t.state.house_rules))
    for name in everybody:
        places = [at for at, each in enumerate(seen) if each == name]
        assert all(set(seen[one:other]) == everybody for one, other in pairwise(places))


@settings(max_examples=100, derandomize=True)
@given(st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6)))
def test_advantage_never_hurts(faces: tuple[int, int, int]) -> None:
    """KLI-13: a third die kept high gives at least the plain Score, kept low at most."""
    rules = HouseRules()
    plain = score_of(OpenTest("", "Alice", Kind.SKILL), faces[:2], rules)
    assert score_of(OpenTest("", "Alice", Kind.SKILL, net=1), faces, rules) >= plain
    assert score_of(OpenTest("", "Alice", Kind.SKILL, net=-1), faces, rules) <= plain


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.permutations([("walk", 2), ("jump", 1), ("jump", 1), None]))
def test_moves_may_come_in_any_order(pieces: list[tuple[str, int] | None]) -> None:
    """KLI-7: what is legal in all is legal in any order around an Ability."""
    t = fight(("Alice",))
    for piece in pieces:
        if piece is None:
            t.do(c.UseAbility(actor="Alice", ability="spell"))
        else:
            t.do(c.Move(actor="Alice", style=piece[0], units=piece[1]))
    assert t.left("Alice") == (0,)


def test_undo_and_redo_bring_everything_back(t: Klepto) -> None:
    """KLI-2: taking back and bringing back passes through the same states."""
    states = [t.state]
    for command in (c.Move(actor="Alice", units=2), c.Dash(actor="Alice"), c.EndTurn(actor="Alice")):
        t.do(command)
        states.append(t.state)
    for state in reversed(states[:-1]):
        t.undo()
        assert t.state == state
    for state in states[1:]:
        t.redo()
        assert t.state == state


def test_a_slow_action_waits_for_the_next_own_turn(t: Klepto) -> None:
    """KLI-16: never in the Turn it was started, and only once."""
    t.do(c.UseAbility(actor="Alice", ability="grand ritual"))
    t.do(c.PauseEncounter())
    t.do(c.ResumeEncounter())
    resolved = []
    for _ in range(9):
        t.do(c.EndTurn(character=t.encounter.active))
        resolved += [t.encounter.round for event in t.events if event.kind == "slow_action_resolved"]
    assert resolved == [2]
