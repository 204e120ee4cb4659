"""Distance, movement, Dash, improvised styles, conditions (rules 3.8 to 3.11)."""

import pytest

from tests.support.kleptonomicon_table import GM, Klepto, c, end_turns, fight, freeplay, npcs, sheet, styles


@pytest.mark.parametrize("units", [0, -1])
def test_kl63_distances_are_whole_and_positive(t: Klepto, units: int) -> None:
    """KL-60, KL-63: at least one unit, in a style one has, on one's own Turn."""
    t.refuses("NOT_YOUR_TURN").do(c.Move(actor="Bob", units=1))
    t.refuses("BAD_DISTANCE").do(c.Move(actor="Alice", units=units))
    t.refuses("STYLE_UNAVAILABLE").do(c.Move(actor="Alice", style="fly", units=1))
    t.refuses("POOL_EXHAUSTED").do(c.Move(actor="Alice", style="jump", units=5))


def test_kl64_the_style_moved_in_is_active(t: Klepto) -> None:
    """KL-64: from Turn to Turn, until another takes over."""
    t.do(c.Move(actor="Alice", style="jump", units=1))
    end_turns(t, 3)
    assert t["Alice"].active_style == "jump"
    t.do(c.Move(actor="Alice", style="walk", units=1))
    assert t.event("style_activated").style == "walk"


@pytest.mark.parametrize(("time", "beats"), [("reaction", 1), ("free_reaction", 2)])
def test_kl65_klr18_an_opportunity_attack(t: Klepto, time: str, beats: int) -> None:
    """KL-65, KLR-18: leaving somebody's Swinging Distance lets just them strike (opportunity_attack_time)."""
    t.rule("opportunity_attack_time", time)
    t.do(c.Move(actor="Alice", units=2, leaves_reach_of=("the orc",)))
    assert t.encounter.triggers[0].subject == "Orc"
    t.refuses("TRIGGER_MISSING").do(c.UseReaction(actor="Bob", ability="opportunity attack"))
    t.do(c.UseReaction(actor=GM, character="orc", ability="melee attack"))
    assert t.beats("Orc") == beats
    t.do(c.AdjustMovement(actor=GM, delta=-1))
    assert t.left("Alice") == (3,)
    t.refuses("BAD_DISTANCE").do(c.AdjustMovement(actor=GM, delta=-2))


def test_kl67_klr12_dash_costs_an_action(t: Klepto) -> None:
    """KL-67, KLR-12: a Beat, on one's own Turn; nothing where dash_time is free_action."""
    t.refuses("NOT_YOUR_TURN").do(c.Dash(actor="Bob"))
    t.do(c.UseAbility(actor="Alice", ability="dash"))
    assert (t.beats("Alice"), t["Alice"].movement.mult) == (1, 2)
    end_turns(t, 1)
    t.rule("dash_time", "free_action")
    t.do(c.Dash(actor="Bob"))
    assert t.beats("Bob") == 2


def test_kl68_klr14_a_failed_second_dash() -> None:
    """KL-68, KLR-14: dash_fail_stacks of Slowed; two of them interrupt."""
    t = fight(("Alice",))
    t.rule("dash_fail_stacks", 2)
    t.do(c.Dash(actor="Alice"))
    t.do(c.Dash(actor="Alice"))
    t.refuses("PENDING_RESOLUTION").do(c.Move(actor="Alice", units=1))
    t.scores(Alice=6)
    assert t.stacks("Alice") == (2, 2)
    assert t.saw("movement_interrupted")


def test_kl70_improvised_styles_are_multiplied() -> None:
    """KL-70, KL-76: a Half style gives four units after a Dash."""
    t = fight(("Alice",))
    t.do(c.ImproviseMovement(actor="Alice", style="climb"))
    t.do(c.GrantStyle(actor=GM))
    assert t.left("Alice", "climb") == (4, 2)
    t.do(c.Dash(actor="Alice"))
    assert t.left("Alice", "climb") == (8, 4)


@pytest.mark.parametrize(("mode", "interrupts"), [("cumulative", True), ("single", False)])
def test_kl72_klr15_stacks_of_slowed(mode: str, interrupts: bool) -> None:
    """KL-72, KLR-15: slowed_interrupt counts in total, or what one effect adds."""
    t = fight(("Alice",))
    t.rule("slowed_interrupt", mode)
    t.do(c.ApplyCondition(target="Alice", name="slowed"))
    t.do(c.ApplyCondition(target="Alice", name="slowed"))
    assert t.saw("movement_interrupted") is interrupts
    t.do(c.ApplyCondition(target="Alice", name="slowed", stacks=2))
    assert t.saw("movement_interrupted") is not interrupts


def test_kl73_the_gm_may_interrupt() -> None:
    """KL-73: only the clause of the active style; data may bring others."""
    t = fight(("Alice",), Alice=sheet(styles=styles(surf="NORMAL")))
    t.do(c.DefineStyle(name="Surf", interruption="you are under water"))
    t.do(c.Move(actor="Alice", style="surf", units=1))
    t.refuses("NOT_GM").do(c.InterruptMovement(actor="Alice", target="Alice"))
    t.do(c.InterruptMovement(actor=GM, target="Alice", cause="a wave"))
    assert t.event("movement_interrupted").effect == "you are under water"
    assert not t["Alice"].falling


def test_kl75_a_style_is_asked_for(t: Klepto) -> None:
    """KL-75: the GM grants, denies or asks for a Test first."""
    t.refuses("STYLE_ALREADY_KNOWN").do(c.ImproviseMovement(actor="Alice", style="walk"))
    t.refuses("NOT_ASKED").do(c.GrantStyle(actor=GM))
    t.do(c.ImproviseMovement(actor="Alice", style="climb", method="the curtain"))
    t.do(c.RequestTest(actor=GM, skill="Athletics"))
    t.scores(Alice=4)
    t.do(c.DenyStyle(actor=GM))
    t.refuses("STYLE_UNAVAILABLE").do(c.Move(actor="Alice", style="climb", units=1))
    t.refuses("NOT_ASKED").do(c.DenyStyle(actor=GM))


def test_kl76_klr17_how_far_and_how_long() -> None:
    """KL-76, KLR-17: two units, four for good preparation; for the Turn, or the scene (improvised_style_duration)."""
    t = fight(("Alice", "Bob"), Alice=sheet(styles=styles(walk="HALF")))
    t.do(c.ImproviseMovement(actor="Alice", style="climb"))
    t.refuses("BAD_VALUE").do(c.GrantStyle(actor=GM, size="double"))
    t.do(c.GrantStyle(actor=GM, size="normal"))
    assert t.left("Alice", "climb") == (2, 4)
    t.do(c.EndTurn(actor="Alice"))
    assert not t["Alice"].movement.improvised
    t.rule("improvised_style_duration", "scene")
    t.rule("improvised_raises_cap", True)
    end_turns(t, 2)
    t.do(c.ImproviseMovement(actor="Alice", style="climb"))
    t.do(c.GrantStyle(actor=GM, size="normal"))
    assert t.left("Alice", "climb") == (4, 4)
    end_turns(t, 3)
    t.do(c.Move(actor="Alice", style="climb", units=4))


def test_kl75_in_freeplay_it_is_only_a_word() -> None:
    """KL-75, KL-23: nothing is measured, a yes is a yes."""
    t = freeplay()
    t.do(c.ImproviseMovement(actor="Alice", style="climb"))
    t.do(c.GrantStyle(actor=GM))
    assert not t["Alice"].movement.improvised


def test_kl77_klr21_npcs_and_fresh_stacks() -> None:
    """KL-77, KLR-21: NPCs keep fresh Stacks too, unless npc_fresh_stack_exception is off."""
    t = fight(("Alice",))
    end_turns(t, 1)
    t.do(c.ApplyCondition(actor=GM, target="orc", name="slowed"))
    t.do(c.EndTurn(actor=GM))
    assert t.stacks("Orc") == (1, 1)
    t.rule("npc_fresh_stack_exception", False)
    t.do(c.EndTurn(actor="Alice"))
    t.do(c.ApplyCondition(actor=GM, target="orc", name="dazed", fleeting=True))
    t.do(c.EndTurn(actor=GM))
    assert t.stacks("Orc", "dazed") == (0, 0)


def test_kl78_kl79_the_end_of_a_turn(t: Klepto) -> None:
    """KL-78, KL-79: Beats back, ledger cleared, triggers closed, the next one up."""
    t.do(c.Dash(actor="Alice"))
    t.do(c.OpenTrigger(actor=GM))
    t.do(c.EndTurn(actor="Alice"))
    assert t.beats("Alice") == 2
    assert t["Alice"].movement.mult == 1
    assert not t.encounter.triggers
    assert t.kinds.index("beats_refilled") < t.kinds.index("turn_ended") < t.kinds.index("turn_started")


def test_kl80_old_stacks_go_first(t: Klepto) -> None:
    """KL-80: fresh ones are counted in the holder's own Turn; taking some away takes old ones."""
    t.do(c.ApplyCondition(target="Bob", name="dazed", stacks=2, fleeting=True))
    assert t.stacks("Bob", "dazed") == (2, 0)
    t.do(c.ApplyCondition(target="Alice", name="dazed", stacks=2, fleeting=True))
    t.do(c.RemoveCondition(actor=GM, target="Alice", name="Dazed", stacks=1))
    assert t.stacks("Alice", "dazed") == (1, 1)
    t.do(c.RemoveCondition(actor=GM, target="Alice", name="dazed"))
    t.refuses("NO_CONDITION").do(c.RemoveCondition(actor=GM, target="Alice", name="dazed"))
    t.refuses("BAD_VALUE").do(c.ApplyCondition(target="Alice", name="dazed", stacks=0))


def test_kl81_klr16_slowed_is_fleeting(t: Klepto) -> None:
    """KL-81, KLR-16: unless slowed_fleeting is off; unknown Conditions are not."""
    t.do(c.ApplyCondition(target="Bob", name="slowed"))
    t.do(c.ApplyCondition(target="Bob", name="cursed"))
    t.rule("slowed_fleeting", False)
    t.do(c.ApplyCondition(target="Alice", name="slowed"))
    end_turns(t, 2)
    assert t.stacks("Bob") == (0, 0)
    assert t.stacks("Bob", "cursed") == (1, 0)
    assert t["Alice"].conditions[0].fleeting is False


def test_kl84_nothing_ticks_outside_turns(t: Klepto) -> None:
    """KL-84, KLR-27: Fleeting Conditions stay, unless clear_fleeting_on_encounter_end is on."""
    t.do(c.ApplyCondition(target="Bob", name="slowed", stacks=2))
    t.do(c.PauseEncounter())
    t.do(c.EndEncounter())
    t.do(c.ReturnToFreeplay())
    assert t.stacks("Bob") == (2, 0)
    t.rule("clear_fleeting_on_encounter_end", True)
    t.do(c.StartEncounter(npcs=npcs("orc")))
    t.do(c.EndEncounter())
    assert t.stacks("Bob") == (0, 0)


def test_points_stay_in_their_bounds() -> None:
    """KL-93: the engine stores what people state, between 0 and the maximum."""
    t = fight(("Alice",))
    t.do(c.RecordDamage(actor="Alice", pool="dodge points", amount=9))
    assert t["Alice"].dodge_points == 0
    t.do(c.RecordHeal(actor="Alice", pool="Dodge", amount=9))
    assert t["Alice"].dodge_points == 2
    t.refuses("BAD_VALUE").do(c.RecordDamage(actor="Alice", pool="luck", amount=1))
    t.refuses("BAD_VALUE").do(c.RecordDamage(actor="Alice", amount=0))
    t.refuses("NOT_OWNER").do(c.RecordDamage(actor="Alice", target="orc", amount=1))
