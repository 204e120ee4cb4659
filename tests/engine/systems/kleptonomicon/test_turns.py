"""Rounds, Turns, Abilities, Beats and Reactions (rules 3.6, 3.7)."""

import pytest

from engine.systems.kleptonomicon.entities import Ability, Stacks
from engine.systems.kleptonomicon.system import RULESET
from engine.systems.kleptonomicon.vocabulary import AbilityTime, TriggerKind
from tests.support.kleptonomicon_table import GM, Klepto, c, end_turns, fight, freeplay, npcs, opening, sheet


def test_kl43_members_of_a_group_act_one_by_one() -> None:
    """KL-43: a Turn each, in members' order, which the GM may change before they begin."""
    t = fight(("Alice",), foes=npcs("2 wolves"))
    t.do(c.ReorderGroup(actor=GM, group="wolves", members=("Wolf 2",)))
    end_turns(t, 1)
    assert t.encounter.active == "Wolf 2"
    t.refuses("SLOT_STARTED").do(c.ReorderGroup(actor=GM, group="wolves", members=("Wolf 1",)))
    t.do(c.EndTurn(actor=GM))
    assert t.encounter.active == "Wolf 1"


def test_kl43_klr9_a_group_may_act_as_one() -> None:
    """KL-43, KLR-9: npc_group_turns = as_one: one Turn, each with its own Beats, ended together."""
    t = fight(("Alice",), foes=npcs("2 wolves"))
    t.rule("npc_group_turns", "as_one")
    end_turns(t, 1)
    assert t.encounter.active == "Wolf 1"
    t.do(c.UseAbility(actor=GM, character="Wolf 2", ability="melee attack", targets=("Alice",)))
    t.do(c.Move(actor=GM, character="Wolf 1", units=2))
    assert (t.beats("Wolf 1"), t.beats("Wolf 2")) == (2, 1)
    t.do(c.EndTurn(actor=GM, character="Wolf 2"))
    assert t.encounter.active == "Alice"
    assert (t.beats("Wolf 1"), t.beats("Wolf 2")) == (2, 2)


def test_kl45_the_active_player_leads(t: Klepto) -> None:
    """KL-45, KL-82: the narration is whoever's Turn it is, the GM's for NPCs."""
    view = RULESET.narration(t.state)
    assert (view.holder, view.kind, view.actions, view.order) == ("Alice", "TURN", 2, ("Bob", GM))
    end_turns(t, 2)
    assert (RULESET.narration(t.state).holder, RULESET.narration(t.state).kind) == (GM, "NPC_TURN")


def test_kl46_a_turn_begins_fresh(t: Klepto) -> None:
    """KL-46: movement, counts and fresh Stacks are new; Beats are not."""
    t.do(c.Move(actor="Alice", units=3))
    t.do(c.ImproviseFree(actor="Alice", text="winks"))
    t.do(c.ApplyCondition(actor="Alice", name="dazed"))
    assert t.stacks("Alice", "dazed") == (1, 1)
    end_turns(t, 3)
    assert t.left("Alice") == (4,)
    assert t["Alice"].free_actions_used == 0
    assert t.stacks("Alice", "dazed") == (1, 0)


def test_kl47_turns_end_when_their_owner_says(t: Klepto) -> None:
    """KL-47: Beats left are told, not asked about."""
    t.refuses("NOT_YOUR_TURN").do(c.EndTurn(actor="Bob"))
    t.refuses("NOT_OWNER").do(c.EndTurn(actor="Bob", character="Alice"))
    t.do(c.EndTurn(actor="Alice"))
    assert t.event("unspent_beats").beats == 2
    assert t.encounter.active == "Bob"


def test_kl47_a_turn_with_beats_may_have_to_be_ended_twice(t: Klepto) -> None:
    """KL-47: confirm_unspent_beats asks once; acting takes the question back."""
    t.rule("confirm_unspent_beats", True)
    t.do(c.EndTurn(actor="Alice"))
    assert t.encounter.active == "Alice"
    t.do(c.Move(actor="Alice", units=1))
    t.do(c.EndTurn(actor="Alice"))
    assert t.encounter.active == "Alice"
    t.do(c.EndTurn(actor="Alice"))
    assert t.encounter.active == "Bob"


def test_kl47_whoever_is_out_is_passed_over(t: Klepto) -> None:
    """KL-47: the GM skips them, and their Turn ends as any other."""
    t.do(c.ApplyCondition(target="Alice", name="slowed"))
    t.do(c.SetOut(actor="Alice"))
    t.refuses("CHARACTER_OUT").do(c.UseAbility(actor="Alice", ability="spell"))
    t.refuses("NOT_GM").do(c.SkipTurn(actor="Bob"))
    t.do(c.SkipTurn(actor=GM))
    assert t.saw("turn_skipped")
    assert t.saw("beats_refilled")


def test_kl48_no_delaying() -> None:
    """KL-48: Turns are neither held nor swapped."""
    t = fight(("Alice", "Bob"), foes=npcs("2 wolves"))
    t.refuses("UNSUPPORTED").do(c.ReorderGroup(actor=GM, group="Bob", members=("Alice",)))
    t.refuses("UNSUPPORTED").do(c.ReorderGroup(actor=GM, group="wolves", members=("Alice", "Wolf 1")))


@pytest.mark.parametrize(
    ("time", "beats", "own_turn"),
    [("ACTION", 1, True), ("FREE_ACTION", 2, True), ("SLOW_ACTION", 1, True), ("REACTION", 1, False)],
)
def test_kl49_ability_times(time: str, beats: int, own_turn: bool) -> None:
    """KL-49: what costs a Beat, and what wants one's own Turn."""
    t = fight(("Alice", "Bob"), Alice=sheet(Ability("Trick", AbilityTime(time))), Bob=sheet(Ability("Trick")))
    t.refuses("NOT_YOUR_TURN").do(c.UseAbility(actor="Bob", ability="trick"))
    if not own_turn:
        t.refuses("TRIGGER_MISSING").do(c.UseAbility(actor="Alice", ability="trick"))
        t.do(c.OpenTrigger(actor=GM))
    t.do(c.UseAbility(actor="Alice", ability="trick"))
    assert t.beats("Alice") == beats


def test_kl51_one_answer_to_one_trigger(t: Klepto) -> None:
    """KL-51: the same Ability once, another one too; also during one's own Turn."""
    t.do(c.OpenTrigger(actor=GM, trigger="ATTACKED", subject="Alice"))
    t.do(c.UseReaction(actor="Alice", ability="watchful"))
    t.do(c.CloseTrigger(actor=GM))
    t.do(c.OpenTrigger(actor=GM, trigger="ATTACKED", subject="Alice"))
    trigger = t.encounter.triggers[0].trigger_id
    t.do(c.UseReaction(actor="Alice", ability="parry", trigger_id=trigger))
    t.refuses("ALREADY_REACTED").do(c.UseReaction(actor="Alice", ability="parry", trigger_id=trigger))
    t.do(c.UseReaction(actor="Alice", ability="watchful", trigger_id=trigger))


def test_kl52_klr11_triggers_close_with_the_next_commit(t: Klepto) -> None:
    """KL-52, KLR-11: the active one going on closes them, in the default reaction_window."""
    t.do(c.UseAbility(actor="Alice", ability="melee attack", targets=("orc",)))
    assert t.encounter.triggers[0].kind is TriggerKind.ATTACKED
    t.do(c.Move(actor="Alice", units=1))
    assert not t.encounter.triggers
    t.refuses("TRIGGER_MISSING").do(c.UseReaction(actor="Bob", ability="parry"))
    t.do(c.UseReaction(actor=GM, character="Bob", ability="parry", trigger_text="the blow"))
    t.do(c.UseReaction(actor="Alice", ability="watchful", late_ok=True))


@pytest.mark.parametrize(("window", "after_move", "after_turn"), [("turn_end", 1, 0), ("gm", 1, 1)])
def test_klr11_longer_windows(t: Klepto, window: str, after_move: int, after_turn: int) -> None:
    """KLR-11: reaction_window until the Turn ends, or until the GM says so."""
    t.rule("reaction_window", window)
    t.do(c.OpenTrigger(actor=GM, trigger="SPOKEN"))
    t.do(c.Move(actor="Alice", units=1))
    assert len(t.encounter.triggers) == after_move
    t.do(c.EndTurn(actor="Alice"))
    assert len(t.encounter.triggers) == after_turn
    if after_turn:
        t.do(c.CloseTrigger(actor=GM))
    t.refuses("TRIGGER_MISSING").do(c.CloseTrigger(actor=GM))
    t.refuses("BAD_VALUE").do(c.OpenTrigger(actor=GM, trigger="thunder"))


def test_kl53_who_may_react_is_named_in_turn_order() -> None:
    """KL-53: after the active one, round the table."""
    t = fight(("Alice", "Bob", "Carol"))
    end_turns(t, 1)
    t.do(c.UseAbility(actor="Bob", ability="melee attack", targets=("orc",)))
    assert not any("react" in text for text in t.said())
    end_turns(t, 2)
    t.do(c.UseAbility(actor=GM, ability="melee attack", targets=("Bob",)))
    assert "Alice, Bob and Carol may react." in t.said()
    t.rule("announce_reactions", False)
    t.do(c.UseAbility(actor=GM, ability="melee attack", targets=("Bob",)))
    assert not any("react" in text for text in t.said())


def test_kl54_a_slow_action_may_be_lost(t: Klepto) -> None:
    """KL-54: its user out, leaving, or the Encounter over."""
    t.do(c.UseAbility(actor="Alice", ability="grand ritual"))
    t.do(c.SetOut(actor="Alice"))
    assert t.saw("slow_action_lost")
    assert not t.encounter.slow_actions


@pytest.mark.parametrize(("policy", "kind"), [("lapse", "slow_action_lost"), ("resolve", "slow_action_resolved")])
def test_klr10_slow_actions_at_the_end(t: Klepto, policy: str, kind: str) -> None:
    """KLR-10: slow_action_on_end = lapse or resolve."""
    t.rule("slow_action_on_end", policy)
    t.do(c.UseAbility(actor="Alice", ability="grand ritual"))
    t.do(c.EndEncounter())
    assert t.saw(kind)


def test_kl56_reach() -> None:
    """KL-56: checked where a distance is said."""
    t = fight(("Alice",))
    t.refuses("OUT_OF_REACH").do(c.UseAbility(actor="Alice", ability="melee_attack", targets=("orc",), distance=2))
    t.do(c.UseAbility(actor="Alice", ability="ranged attack", targets=("orc",), distance=16))


def test_kl57_klr22_free_actions(t: Klepto) -> None:
    """KL-57, KLR-22: two a Turn without asking (free_actions_guaranteed), then the GM's word."""
    for text in ("winks", "bows"):
        t.do(c.ImproviseFree(actor="Alice", text=text))
    t.do(c.UseAbility(actor="Alice", ability="battle cry"))
    t.refuses("FREE_ACTION_LIMIT").do(c.ImproviseFree(actor="Alice", text="sings"))
    t.do(c.ImproviseFree(actor="Alice", text="sings", gm_ok=True))
    t.do(c.ImproviseFree(actor=GM, character="Alice", text="dances"))
    t.refuses("NOT_YOUR_TURN").do(c.ImproviseFree(actor="Bob", text="waves"))
    t.rule("free_actions_guaranteed", 5)
    t.do(c.ImproviseFree(actor="Alice", text="hums"))


def test_kl57_a_deed_too_big_to_be_free(t: Klepto) -> None:
    """KL-57: the GM prices it as an Action or a Slow Action."""
    t.do(c.UseAbility(actor="Alice", ability="improvised", text="topples the shelf"))
    assert t.beats("Alice") == 1
    t.refuses("BAD_VALUE").do(c.UseAbility(actor="Alice", ability="improvised", time="REACTION"))
    t.do(c.UseAbility(actor="Alice", ability="improvised", time="slow action", text="saws the beam"))
    assert t.encounter.slow_actions[0].ability == "saws the beam"


def test_kl58_quick_replies(t: Klepto) -> None:
    """KL-58: talk is free at any time, the rest wants the GM."""
    t.do(c.ImproviseFreeReaction(actor="Bob", text="Never!"))
    t.refuses("GM_APPROVAL_REQUIRED").do(c.ImproviseFreeReaction(actor="Bob", text="ducks", reply="dodge"))
    t.do(c.ImproviseFreeReaction(actor="Bob", text="ducks", reply="dodge", gm_ok=True))
    assert t.beats("Bob") == 2


def test_kl71_an_improvised_maneuver() -> None:
    """KL-71, KL-72, KLR-14: a Basic Attack at Disadvantage; on a pass Slowed (maneuver_stacks), on a fail nothing."""
    t = fight(("Alice",))
    t.refuses("NOT_BASIC_ATTACK").do(c.UseAbility(actor="Alice", ability="spell", targets=("orc",), maneuver=True))
    t.do(c.UseAbility(actor="Alice", ability="melee attack", targets=("orc",), maneuver=True))
    assert t.state.tests[0].net == -1
    t.scores(Alice=6)
    assert t.stacks("Orc") == (0, 0)
    t.rule("maneuver_stacks", 2)
    t.do(c.UseAbility(actor="Alice", ability="ranged attack", targets=("orc",), maneuver=True))
    t.scores(Alice=7)
    assert t.stacks("Orc") == (2, 0)
    assert t.saw("movement_interrupted")


def test_kl71_abilities_that_interrupt() -> None:
    """KL-71: one that says so, one that slows enough, one that has to be tested first."""
    net = Ability("Net", interrupts=True)
    glue = Ability("Glue", inflicts=(Stacks("slowed", 2),), test="Aim")
    t = fight(("Alice",), Alice=sheet(net, glue))
    t.do(c.UseAbility(actor="Alice", ability="net", targets=("orc",)))
    assert t.saw("movement_interrupted")
    t.do(c.UseAbility(actor="Alice", ability="glue", targets=("orc",)))
    assert not t.saw("condition_gained")
    t.scores(Alice=6)
    assert t.stacks("Orc") == (0, 0)


def test_kl82_npcs_use_the_same_rules() -> None:
    """KL-82: Beats, movement, free deeds, Reactions."""
    t = fight(("Alice",))
    end_turns(t, 1)
    t.do(c.UseAbility(actor=GM, ability="melee attack", targets=("Alice",)))
    t.do(c.Move(actor=GM, units=4))
    t.refuses("POOL_EXHAUSTED").do(c.Move(actor=GM, units=1))
    t.do(c.ImproviseFree(actor=GM, text="roars"))
    t.do(c.EndTurn(actor=GM))
    assert t.beats("Orc") == 2
    t.refuses("NOT_OWNER").do(c.Move(actor="Alice", character="orc", units=1))


def test_kl83_the_world_acts_too() -> None:
    """KL-83: any time in the Main Phase, no place, no Beats."""
    t = fight(("Alice",))
    t.do(c.EnvironmentEvent(actor=GM, text="the roof gives way"))
    t.refuses("NOT_GM").do(c.EnvironmentEvent(actor="Alice", text="rain"))


def test_opening_credits_take_no_actions() -> None:
    """KL-14: everything else waits."""
    opening().refuses("EPISODIC_ONLY").do(c.UseReaction(actor="Alice", ability="parry"))
    fight().refuses("NOT_A_REACTION").do(c.UseReaction(actor="Alice", ability="spell"))
    freeplay().refuses("UNKNOWN_ABILITY").do(c.UseAbility(actor="Alice", ability="fireball"))
