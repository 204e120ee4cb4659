"""Pauses, rewards and recovery (rules 3.12, 3.13)."""

import pytest

from engine.systems.kleptonomicon.entities import Ability, XpShare
from engine.systems.kleptonomicon.vocabulary import AbilityTime
from tests.support.kleptonomicon_table import GM, Klepto, c, end_turns, fight, freeplay, npcs, sheet


def test_kl5_only_the_gm_pauses(t: Klepto) -> None:
    """KL-5: players ask, the GM enters and leaves."""
    t.refuses("NOT_GM").do(c.PauseEncounter(actor="Alice"))
    t.do(c.PauseEncounter(actor=GM, reason="parlay"))
    t.refuses("NOT_GM").do(c.ResumeEncounter(actor="Alice"))
    t.do(c.ResumeEncounter(actor=GM))
    assert t.kinds == ["encounter_resumed", "phase_changed", "turn_resumed"]


def test_kl85_abilities_are_announced_in_a_pause(t: Klepto) -> None:
    """KL-85: every Ability, recovery included; no Beats, no triggers."""
    t.do(c.PauseEncounter())
    t.refuses("NOT_ANNOUNCED").do(c.UseAbility(actor="Bob", ability="spell", announced=False))
    t.refuses("NOT_ANNOUNCED").do(c.UseRecovery(actor="Bob", recovery="shields up", announced=False))
    t.do(c.UseAbility(actor="Bob", ability="spell"))
    t.do(c.UseReaction(actor="Bob", ability="parry"))
    t.do(c.UseRecovery(actor="Bob", recovery="shields up"))
    t.do(c.Improvise(actor="Bob", text="offers wine"))
    assert t.beats("Bob") == 2


def test_kl86_everything_freezes(t: Klepto) -> None:
    """KL-86: Beats, order, movement, Slow Actions; triggers close."""
    t.do(c.UseAbility(actor="Alice", ability="grand ritual"))
    t.do(c.Move(actor="Alice", units=2))
    t.do(c.OpenTrigger())
    before = t["Alice"], t.encounter.order, t.encounter.slow_actions
    t.do(c.PauseEncounter())
    assert (t["Alice"], t.encounter.order, t.encounter.slow_actions) == before
    assert (t.encounter.active, t.encounter.suspended, t.encounter.triggers) == (None, "Alice", ())
    t.do(c.ResumeEncounter())
    t.do(c.Move(actor="Alice", units=2))


def test_kl87_nobody_can_pay_without_a_beat(t: Klepto) -> None:
    """KL-87: somebody else needs a Beat; without one spent nothing happens."""
    t.do(c.CorrectState(character="Bob", path="beats", value=0, reason="for the test"))
    t.do(c.PauseEncounter())
    t.refuses("NO_BEATS").do(c.ResumeEncounter(provoked_by="Bob", beat_spent=True))
    t.refuses("BAD_VALUE").do(c.ResumeEncounter(beat_spent=True))
    t.refuses("UNKNOWN_CHARACTER").do(c.ResumeEncounter(provoked_by="Zed", beat_spent=True))
    t.do(c.ResumeEncounter(provoked_by="Bob"))
    assert t.beats("Bob") == 0


def test_klr19_the_beat_may_be_missing_from_the_next_turn(t: Klepto) -> None:
    """KL-87, KLR-19: pause_beat_rule = next_full_turn always waits for the refill."""
    t.rule("pause_beat_rule", "next_full_turn")
    t.do(c.PauseEncounter())
    t.do(c.ResumeEncounter(provoked_by="Bob", beat_spent=True))
    assert (t.beats("Bob"), t["Bob"].beat_debt) == (2, 1)
    end_turns(t, 2)
    assert (t.beats("Bob"), t["Bob"].beat_debt) == (1, 0)


@pytest.mark.parametrize(
    ("resume", "active", "number", "beats"),
    [("same_turn", "Bob", 1, 0), ("next_turn", "Orc", 1, 1), ("new_round", "Alice", 2, 1)],
)
def test_kl89_klr20_where_play_goes_on(t: Klepto, resume: str, active: str, number: int, beats: int) -> None:
    """KL-87, KL-89, KLR-20: the same Turn, or (pause_resume) the next, or a new Round; the refill comes first."""
    end_turns(t, 1)
    t.rule("pause_resume", resume)
    t.do(c.UseAbility(actor="Bob", ability="spell"))
    t.do(c.PauseEncounter())
    t.do(c.ResumeEncounter(provoked_by="Bob", beat_spent=True))
    assert (t.encounter.active, t.encounter.round, t.beats("Bob")) == (active, number, beats)


def test_kl41_the_held_one_may_leave(t: Klepto) -> None:
    """KL-41, KL-86: whoever follows is held instead."""
    t.do(c.PauseEncounter())
    t.do(c.RemoveCombatant(character="Alice"))
    assert t.encounter.suspended == "Bob"
    t.do(c.ResumeEncounter())
    assert t.encounter.active == "Bob"


def over(**kwargs: object):
    t = fight(("Alice", "Bob"), **kwargs)
    t.do(c.RecordDamage(actor="Alice", amount=6))
    t.do(c.EndEncounter(actor=GM, outcome="they yield"))
    return t


def test_kl90_one_point_or_two() -> None:
    """KLV-20, KL-90: for all, with exceptions the GM names; only once."""
    t = over()
    t.refuses("NOT_GM").do(c.AwardExperience(actor="Alice"))
    t.refuses("XP_RANGE").do(c.AwardExperience(base=0))
    t.refuses("XP_RANGE").do(c.AwardExperience(bonus=2))
    t.refuses("XP_RANGE").do(c.AwardExperience(overrides=(XpShare("Bob", 3),)))
    t.refuses("BAD_VALUE").do(c.AwardExperience(overrides=(XpShare("Orc", 1),)))
    t.do(c.AwardExperience(bonus=1, overrides=(XpShare("Bob", 1),)))
    assert (t["Alice"].xp, t["Bob"].xp) == (2, 1)
    t.refuses("XP_ALREADY_AWARDED").do(c.AwardExperience())


def test_kl91_klr23_without_a_word() -> None:
    """KL-91, KLR-23: auto_xp gives one each; xp_recipients = all_pcs includes those who were not there."""
    t = freeplay(("Alice", "Bob"))
    t.do(c.StartEncounter(pcs=("Alice",), npcs=npcs("orc")))
    t.do(c.EndEncounter())
    t.rule("auto_xp", False)
    t.do(c.ReturnToFreeplay())
    assert (t["Alice"].xp, t["Bob"].xp) == (0, 0)
    t.rule("auto_xp", True)
    t.rule("xp_recipients", "all_pcs")
    t.do(c.StartEncounter(pcs=("Alice",), npcs=npcs("orc")))
    t.do(c.EndEncounter())
    t.do(c.ReturnToFreeplay())
    assert (t["Alice"].xp, t["Bob"].xp) == (1, 1)


def test_kl92_levels() -> None:
    """KL-92: xp_thresholds tell when a level is reached; what it brings is typed in."""
    t = over()
    t.rule("xp_thresholds", "1, 4")
    t.refuses("BAD_VALUE").do(c.ChangeHouseRule(rule="xp_thresholds", value="5, 3"))
    t.do(c.AwardExperience())
    assert t.event("level_up_available").level == 2
    t.do(c.LearnAbility(actor="Alice", ability=Ability("Riposte", AbilityTime.REACTION)))
    t.do(c.UseRecovery(actor="Alice", health=1))
    assert any(each.name == "Riposte" for each in t["Alice"].sheet.abilities)


def test_kl93_the_damaged_are_offered_recovery() -> None:
    """KL-93, KLR-24: nobody is refused, unless recovery_gate = damaged_only."""
    t = over()
    assert t.said()[-1] == "Alice: Dodges Up, Shields Up or Heal Up?"
    t.do(c.UseRecovery(actor="Bob", recovery="dodges up"))
    t.rule("recovery_gate", "damaged_only")
    t.refuses("NOT_DAMAGED").do(c.UseRecovery(actor="Bob", recovery="dodges up"))
    t.do(c.UseRecovery(actor="Alice", recovery="dodges up"))


def test_kl94_klr24_what_recovery_restores_and_costs() -> None:
    """KL-94, KLR-24: stated amounts within the maximum; heal_up_cost, dodges_up_cost, shields_up_cost in Recoveries."""
    t = over()
    t.do(c.UseRecovery(actor="Alice", health=3, vitality=9))
    assert (t["Alice"].health, t["Alice"].vitality, t["Alice"].recoveries) == (7, 5, 3)
    t.refuses("BAD_VALUE").do(c.UseRecovery(actor="Alice", recovery="luck up"))
    t.rule("heal_up_cost", 4)
    t.refuses("NO_RECOVERIES").do(c.UseRecovery(actor="Alice", health=1))
    t.rule("heal_up_cost", 0)
    t.rule("dodges_up_cost", 1)
    t.rule("shields_up_cost", 2)
    t.do(c.UseRecovery(actor="Alice", recovery="dodges_up"))
    t.do(c.UseRecovery(actor="Alice", recovery="shields_up"))
    assert t["Alice"].recoveries == 0


def test_kl94_amounts_may_be_said_afterwards() -> None:
    """KL-94: Heal Up without a number is asked about; all three may be taken at once."""
    t = over()
    t.do(c.UseRecovery(actor="Alice", recovery="all"))
    assert t["Alice"].recoveries == 3
    assert "How much Health or Vitality comes back?" in t.said()
    t.do(c.RecordHeal(actor="Alice", amount=2))
    assert t["Alice"].health == 6


def test_klr24_heal_up_may_be_full() -> None:
    """KLR-24: heal_up = full needs no numbers."""
    t = over()
    t.rule("heal_up", "full")
    t.do(c.UseRecovery(actor="Alice"))
    assert (t["Alice"].health, t["Alice"].vitality) == (10, 5)


def test_kl94_not_in_a_fight_unless_the_sheet_says_so() -> None:
    """KL-94: in the Main Phase only what is usable there, on one's own Turn, for its Beat."""
    t = fight(("Alice", "Bob"), Alice=sheet(Ability("Heal Up")))
    t.refuses("WRONG_PHASE").do(c.UseRecovery(actor="Alice", recovery="shields up"))
    t.do(c.RecordDamage(actor="Alice", amount=5))
    t.do(c.UseRecovery(actor="Alice", health=2))
    assert (t["Alice"].health, t.beats("Alice")) == (7, 1)
