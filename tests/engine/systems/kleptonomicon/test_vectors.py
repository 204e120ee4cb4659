"""Worked examples of the rules document, section 8."""

import pytest

from engine.systems.kleptonomicon.entities import NpcEntry
from tests.support.kleptonomicon_table import (
    c,
    end_turns,
    fight,
    freeplay,
    initiative,
    npcs,
    opening,
    sheet,
    styles,
    table,
)


def begun(**rules: str):
    """The chapter's Encounter at the start of its Edge Saves."""
    t = freeplay()
    for rule, value in rules.items():
        t.rule(rule, value)
    t.do(c.SetSneaky(character="Carol"))
    t.do(c.StartEncounter(npcs=npcs("2 wolves", "2 goblins", "orc")))
    t.do(c.BeginEdgeSaves())
    return t


def up_to_the_tie(**rules: str):
    t = begun(**rules)
    t.scores(Alice=10, Bob=8, Carol=12, David=7)
    t.scores(Alice=3, Bob=4, Carol=9, David=7)
    return t


def saves_made(t) -> int:
    return sum(event.kind == "test_resolved" and event.test == "EDGE_SAVE" for event in t.history.events)


def test_klv1_the_turn_order_of_the_chapter() -> None:
    """KLV-1, KL-32, KL-35, KL-39: last group first, fails come after the group, passing all comes ahead."""
    t = begun()
    assert [(test.character, test.group, test.net) for test in t.state.tests] == [
        ("Alice", "Orcs", 0),
        ("Bob", "Orcs", 0),
        ("Carol", "Orcs", 1),
        ("David", "Orcs", 0),
    ]
    t.scores(Alice=10, Bob=8, Carol=12, David=7)
    assert t.encounter.gaps == ()
    assert t.tested == ["Alice", "Bob", "Carol", "David"]
    t.scores(Alice=3, Bob=4, Carol=9, David=7)
    asked = t.event("tie_decision_requested")
    assert (asked.key, asked.characters) == ("Goblins", ("Alice", "Bob"))
    assert [(each.character, each.score) for each in asked.scores] == [("Alice", 3), ("Bob", 4)]
    t.do(c.SetTieOrder(key="goblins", order=("Alice", "Bob")))
    assert t.tested == ["Carol", "David"]
    t.scores(Carol=10, David=4)
    t.do(c.ConfirmTurnOrder())
    assert t.order == ["Carol", "Wolves", "David", "Goblins", "Alice", "Bob", "Orcs"]
    assert saves_made(t) == 10


def test_klv2_scores_settle_the_tie() -> None:
    """KLV-2, KL-36: compared Scores put the higher one first."""
    t = up_to_the_tie()
    t.do(c.UseScoresForTie(key="goblins"))
    t.scores(Carol=10, David=4)
    t.do(c.ConfirmTurnOrder())
    assert t.order == ["Carol", "Wolves", "David", "Goblins", "Bob", "Alice", "Orcs"]


def test_klv3_the_same_from_dice() -> None:
    """KLV-3, KL-27, KL-38: groups from the bottom, PCs in seat order, three dice for the Sneaky one."""
    t = begun()
    used = t.feed(4, 6, 3, 5, 6, 6, 2, 3, 4, 1, 2, 1, 3, 3, 5, 4, 2, 5)
    t.do(c.SetTieOrder(order=("Alice", "Bob")))
    used += t.feed(4, 6, 1, 2, 2)
    scores = [event.score for event in t.history.events if event.kind == "test_resolved"]
    assert scores == [10, 8, 12, 7, 3, 4, 9, 7, 10, 4]
    assert used == 23
    t.do(c.ConfirmTurnOrder())
    assert t.order == ["Carol", "Wolves", "David", "Goblins", "Alice", "Bob", "Orcs"]


def test_klv4_all_passed_is_compared_too() -> None:
    """KLV-4, KL-37: Scores of the last Save made count among those who passed everything."""
    t = freeplay(("Alice", "Bob"))
    t.do(c.StartEncounter(npcs=(NpcEntry("x", edge_modifier=3), NpcEntry("y", edge_modifier=0))))
    t.do(c.BeginEdgeSaves())
    t.scores(Alice=8, Bob=11)
    t.scores(Alice=9, Bob=7)
    t.do(c.UseScoresForTie(key="all_passed"))
    t.do(c.ConfirmTurnOrder())
    assert t.order[:2] == ["Alice", "Bob"]
    assert [group.edge_modifier for group in t.encounter.groups] == [3, 0]


def test_klv5_one_save_for_the_last_place() -> None:
    """KLV-5: a fail against the lowest group ends one's Saves."""
    t = initiative(("Alice",))
    t.do(c.BeginEdgeSaves())
    t.scores(Alice=6)
    assert not t.state.tests
    t.do(c.ConfirmTurnOrder())
    assert t.order[-1] == "Alice"
    assert saves_made(t) == 1


def test_klv6_alice_moves_and_acts() -> None:
    """KLV-6, KL-60, KL-61, KL-62: movement in pieces around Abilities, style and total run out."""
    t = fight()
    assert (t.left("Alice", "jump", "walk"), t.beats("Alice")) == ((4, 2, 4), 2)
    t.do(c.Move(character="Alice", style="jump", units=1))
    assert t["Alice"].active_style == "jump"
    assert t.left("Alice", "jump", "walk") == (3, 1, 4)
    t.do(c.UseAbility(character="Alice", ability="spell"))
    assert t.beats("Alice") == 1
    t.do(c.Move(character="Alice", style="jump", units=1))
    assert t.left("Alice", "jump", "walk") == (2, 0, 4)
    t.refuses("STYLE_EXHAUSTED").do(c.Move(character="Alice", style="jump", units=1))
    t.do(c.Move(character="Alice", style="walk", units=2))
    assert t.left("Alice", "jump", "walk") == (0, 0, 2)
    t.refuses("POOL_EXHAUSTED").do(c.Move(character="Alice", style="walk", units=1))
    t.do(c.UseAbility(character="Alice", ability="Spell"))
    assert t.beats("Alice") == 0
    t.do(c.EndTurn(character="Alice"))
    assert t.beats("Alice") == 2
    assert t.encounter.active == "Bob"


def test_klv7_bob_dashes() -> None:
    """KLV-7, KL-66: a Dash doubles every style and the total."""
    t = fight(("Bob", "Alice"))
    t.do(c.Dash(character="Bob"))
    assert (t.left("Bob", "jump", "walk"), t.beats("Bob")) == ((8, 4, 8), 1)
    for _ in range(4):
        t.do(c.Move(character="Bob", style="jump", units=1))
    assert t.left("Bob", "jump") == (4, 0)
    assert t.available("Bob", "walk") == 4
    t.refuses("STYLE_EXHAUSTED").do(c.Move(character="Bob", style="jump", units=1))


def test_klv7_with_a_half_jump_only() -> None:
    """KLV-7: without Walk the total is that of the jump."""
    t = fight(("Bob", "Alice"), Bob=sheet(styles=styles(jump="HALF")))
    assert t.left("Bob") == (2,)
    t.do(c.Dash(character="Bob"))
    t.do(c.Move(character="Bob", style="jump", units=4))
    assert t.left("Bob") == (0,)


def test_klv8_a_second_dash_failed() -> None:
    """KLV-8, KL-68, KL-77, KL-80: a failed Test slows; the fresh Stack outlasts this Turn's end only."""
    t = fight(("Bob", "Alice"))
    t.do(c.Dash(character="Bob"))
    t.do(c.Dash(character="Bob"))
    assert t.state.tests[0].skill == "athletics"
    assert t.feed(2, 4) == 2
    assert t.stacks("Bob") == (1, 1)
    assert (t["Bob"].movement.mult, t.beats("Bob")) == (2, 0)
    t.refuses("NO_BEATS").do(c.Dash(character="Bob"))
    t.do(c.EndTurn(character="Bob"))
    assert t.stacks("Bob") == (1, 1)
    end_turns(t, 2)
    assert t.stacks("Bob") == (1, 0)
    t.do(c.EndTurn(character="Bob"))
    assert t.stacks("Bob") == (0, 0)


@pytest.mark.parametrize(("scope", "jump", "walk"), [("styles_and_cap", 6, 12), ("cap_only", 4, 8)])
def test_klv8_a_second_dash_passed(scope: str, jump: int, walk: int) -> None:
    """KLV-8, KL-69, KLR-13: everything is tripled, or the total only (second_dash_scope)."""
    t = fight(("Bob", "Alice"))
    t.rule("second_dash_scope", scope)
    t.do(c.Dash(character="Bob"))
    t.do(c.Dash(character="Bob"))
    t.feed(3, 4)
    assert t["Bob"].movement.mult == 3
    assert t.left("Bob", "jump", "walk") == (12, jump, walk)


def test_klv8_a_third_dash() -> None:
    """KLV-8, KL-70: where Dash is free, the limit is what stops it."""
    t = fight(("Bob", "Alice"))
    t.rule("dash_time", "free_action")
    t.do(c.Dash(character="Bob"))
    t.do(c.Dash(character="Bob"))
    t.feed(3, 4)
    assert t.beats("Bob") == 2
    t.refuses("DASH_LIMIT").do(c.Dash(character="Bob"))


def test_klv9_a_dash_after_moving() -> None:
    """KLV-9, KL-66: what was moved stays moved."""
    t = fight()
    t.do(c.Move(character="Alice", style="walk", units=3))
    t.do(c.Dash(character="Alice"))
    assert t.left("Alice", "walk") == (5, 5)


def test_klv10_a_double_jump() -> None:
    """KLV-10, KL-62, KL-63: the largest style sets the total."""
    t = fight(Alice=sheet(styles=styles(walk="NORMAL", jump="DOUBLE")))
    assert t.left("Alice") == (8,)
    t.do(c.Move(character="Alice", style="jump", units=5))
    t.refuses("POOL_EXHAUSTED").do(c.Move(character="Alice", style="walk", units=4))
    t.do(c.Move(character="Alice", style="walk", units=3))


def test_klv11_beats_spent_on_reactions() -> None:
    """KLV-11, KL-42, KL-46, KL-50: Beats come back at the end of one's own Turn only."""
    t = fight(("Alice", "Carol"))
    for _ in range(2):
        t.do(c.OpenTrigger(trigger="ATTACKED", subject="Carol"))
        t.do(c.UseReaction(character="Carol", ability="parry"))
    assert t.beats("Carol") == 0
    t.do(c.EndTurn(character="Alice"))
    t.refuses("NO_BEATS").do(c.UseAbility(character="Carol", ability="spell"))
    t.do(c.Move(character="Carol", units=1))
    t.do(c.UseAbility(character="Carol", ability="battle cry"))
    t.do(c.EndTurn(character="Carol"))
    assert t.beats("Carol") == 2
    t.do(c.OpenTrigger(trigger="ATTACKED", subject="Carol"))
    t.do(c.UseReaction(character="Carol"))
    assert t.beats("Carol") == 1
    end_turns(t, 2)
    assert (t.encounter.active, t.beats("Carol")) == ("Carol", 1)


def test_klv12_a_slow_action() -> None:
    """KLV-12, KL-49: paid at once, taking effect at the start of the next own Turn."""
    t = fight()
    t.do(c.UseAbility(character="Alice", ability="grand ritual"))
    assert t.beats("Alice") == 1
    t.do(c.UseAbility(character="Alice", ability="spell"))
    assert t.beats("Alice") == 0
    end_turns(t, 3)
    assert t.kinds.index("slow_action_resolved") < t.kinds.index("turn_started")
    assert t.beats("Alice") == 2
    assert not t.encounter.slow_actions


@pytest.mark.parametrize(
    ("stacks", "fresh", "after"), [(1, 0, 0), (2, 0, 1), (1, 1, 1), (2, 1, 1), (2, 2, 2), (3, 1, 2)]
)
def test_klv13_fleeting_stacks(stacks: int, fresh: int, after: int) -> None:
    """KLV-13, KL-77: one old Stack goes; others' Turns count as old."""
    t = fight()
    end_turns(t, 1)
    if stacks - fresh:
        t.do(c.ApplyCondition(target="Alice", name="dazed", stacks=stacks - fresh, fleeting=True))
    end_turns(t, 2)
    if fresh:
        t.do(c.ApplyCondition(target="Alice", name="dazed", stacks=fresh, fleeting=True))
    assert t.stacks("Alice", "dazed") == (stacks, fresh)
    t.do(c.EndTurn(character="Alice"))
    assert t.stacks("Alice", "dazed")[0] == after


def paused(beats: int = 1):
    t = fight()
    end_turns(t, 3)
    for _ in range(2 - beats):
        t.do(c.UseAbility(character="Alice", ability="spell"))
    t.do(c.PauseEncounter(reason="parlay"))
    assert t.encounter.suspended == "Alice"
    return t


@pytest.mark.parametrize(("spent_by", "alice", "bob"), [("Bob", 1, 1), ("Alice", 0, 2)])
def test_klv14_a_beat_ends_the_pause(spent_by: str, alice: int, bob: int) -> None:
    """KLV-14, KL-87: it is missing from the pool of whoever spent it; the held Turn goes on."""
    t = paused()
    t.do(c.ResumeEncounter(provoked_by=spent_by, beat_spent=True))
    assert (t.beats("Alice"), t.beats("Bob"), t.encounter.active) == (alice, bob, "Alice")


def test_klv14_without_a_beat_left() -> None:
    """KLV-14, KL-78, KL-87: the next refill is a Beat short, the one after is whole."""
    t = paused(beats=0)
    t.do(c.ResumeEncounter(provoked_by="Alice", beat_spent=True))
    t.do(c.EndTurn(character="Alice"))
    assert t.beats("Alice") == 1
    end_turns(t, 3)
    assert t.beats("Alice") == 2


def test_klv14_nothing_is_withheld_for_rewards() -> None:
    """KLV-14, KL-88: a Pause that ends the Encounter costs nothing."""
    t = paused()
    t.do(c.EndEncounter(outcome="they surrender"))
    assert t.phase == "REWARD"
    assert not t.saw("beat_spent")
    assert not t.saw("beat_owed")


@pytest.mark.parametrize(
    ("adv", "dis", "faces", "score", "passed"),
    [
        (0, 0, (2, 4), 7, True),
        (1, 0, (1, 5, 2), 8, True),
        (0, 1, (1, 5, 6), 7, True),
        (0, 1, (1, 5, 2), 4, False),
        (1, 1, (3, 2), 6, False),
        (3, 1, (1, 5, 2), 8, True),
    ],
)
def test_klv15_the_test_rule(adv: int, dis: int, faces: tuple[int, ...], score: int, passed: bool) -> None:
    """KLV-15, KL-20, KL-24, KL-25: best or worst two of three, modifier added, seven passes."""
    t = freeplay(("Alice",))
    t.do(c.RequestTest(character="Alice", skill="Lore", modifier=1, adv=adv, dis=dis))
    t.do(c.SubmitDice(dice=faces))
    resolved = t.event("test_resolved")
    assert (resolved.score, resolved.passed, resolved.margin) == (score, passed, score - 7)


def test_klv16_slowed_twice_stops_a_flier() -> None:
    """KLV-16, KL-72, KL-73, KL-74: crossing two Stacks interrupts; flying falls."""
    t = fight(Alice=sheet(styles=styles(fly="NORMAL", levitate="NORMAL", walk="NORMAL")))
    t.do(c.Move(character="Alice", style="fly", units=1))
    t.do(c.ApplyCondition(target="Alice", name="Slowed"))
    assert not t.saw("movement_interrupted")
    t.do(c.ApplyCondition(target="Alice", name="slowed"))
    assert t.event("movement_interrupted").effect == "fall"
    assert (t["Alice"].falling, t["Alice"].active_style) == (True, None)


@pytest.mark.parametrize("style", ["levitate", "walk"])
def test_klv16_others_are_interrupted_without_effect(style: str) -> None:
    """KLV-16, KL-73: no clause, no effect; more Stacks later do not interrupt again."""
    t = fight(Alice=sheet(styles=styles(levitate="NORMAL", walk="NORMAL")))
    t.do(c.Move(character="Alice", style=style, units=1))
    t.do(c.ApplyCondition(target="Alice", name="slowed", stacks=2))
    assert t.event("movement_interrupted").effect is None
    assert not t["Alice"].falling
    t.do(c.ApplyCondition(target="Alice", name="slowed"))
    assert not t.saw("movement_interrupted")


def worn_out():
    t = freeplay(("Alice",))
    for path, value in {"health": 3, "vitality": 2, "shield": 0, "dodge_points": 1, "recoveries": 1}.items():
        t.do(c.CorrectState(character="Alice", path=path, value=value, reason="a long day"))
    t.do(c.ApplyCondition(target="Alice", name="slowed", stacks=2))
    t.do(c.StartClosingCredits())
    t.do(c.SetTimePasses(passes=False))
    return t


@pytest.mark.parametrize(("mode", "values"), [("full", (10, 5, 3, 2, 4)), ("half", (6, 3, 1, 1, 2))])
def test_klv17_resets(mode: str, values: tuple[int, ...]) -> None:
    """KLV-17, KL-97, KL-98: everything to its maximum, or half of what is missing; conditions are cleared."""
    t = worn_out()
    t.do(c.ApplyResets(mode=mode))
    alice = t["Alice"]
    assert (alice.health, alice.vitality, alice.shield, alice.dodge_points, alice.recoveries) == values
    assert alice.conditions == ()


def test_klv18_the_phases_in_order() -> None:
    """KLV-18, KL-1, KL-2, KL-3, KL-4, KL-5, KL-6, KL-7, KL-8, KL-9: the legal path from start to end."""
    t = table(("Alice",))
    seen = []
    for command in (
        c.StartEpisode(),
        c.BeginEpisodicStep(),
        c.EndOpeningCredits(),
        c.StartEncounter(npcs=npcs("orc")),
        c.BeginEdgeSaves(),
        c.SubmitScore(score=7),
        c.ConfirmTurnOrder(),
        c.PauseEncounter(),
        c.ResumeEncounter(),
        c.EndEncounter(),
        c.ReturnToFreeplay(),
        c.StartClosingCredits(),
        c.SetTimePasses(passes=False),
        c.ApplyResets(),
        c.EndEpisode(),
    ):
        t.do(command)
        if not seen or seen[-1] != t.phase:
            seen.append(t.phase)
    assert seen == [
        *("OPENING_CREDITS", "FREEPLAY", "INITIATIVE", "MAIN", "PAUSE", "MAIN"),
        *("REWARD", "FREEPLAY", "CLOSING_CREDITS", "EPISODE_OVER"),
    ]


def test_klv18_steps_that_are_not_there() -> None:
    """KLV-18, KLI-1: whatever does not follow is refused and changes nothing."""
    initiative().refuses("ILLEGAL_TRANSITION").do(c.PauseEncounter())
    fight().refuses("ILLEGAL_TRANSITION").do(c.ResumeEncounter())
    fight().refuses("ILLEGAL_TRANSITION").do(c.StartEncounter(npcs=npcs("orc")))
    freeplay().refuses("ILLEGAL_TRANSITION").do(c.StartEpisode())
    t = opening()
    t.do(c.ColdOpen(text="rain on glass"))
    t.refuses("WRONG_STEP").do(c.EndOpeningCredits())


def test_klv19_episodic_abilities() -> None:
    """KLV-19, KL-14, KL-15, KL-16: only in their step, once, and nothing of it outlasts the Episode."""
    t = opening(("Alice",))
    t.refuses("EPISODIC_ONLY").do(c.UseAbility(character="Alice", ability="spell"))
    t.do(c.BeginEpisodicStep())
    t.do(c.UseEpisodicAbility(actor="Alice", grant_text="favours", amount=2))
    t.refuses("EPISODIC_USED").do(c.UseEpisodicAbility(actor="Alice", ability="old contacts"))
    t.do(c.EndOpeningCredits())
    t.refuses("EPISODIC_WRONG_PHASE").do(c.UseEpisodicAbility(actor="Alice"))
    t.do(c.SpendGrant(actor="Alice", ability="favours"))
    assert (t.episode.grants[0].amount, t.episode.grants[0].spent) == (2, 1)
    t.do(c.StartClosingCredits())
    t.do(c.EndEpisode(force=True))
    assert t.event("grants_expired").characters == ("Alice",)
    assert t.episode.grants == ()
