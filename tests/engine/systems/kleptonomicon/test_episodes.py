"""Episodes and their credits (rules 3.1, 3.2, 3.14)."""

import pytest

from engine.systems.kleptonomicon.entities import Ability, ResetValue
from tests.support.kleptonomicon_table import GM, c, fight, freeplay, initiative, npcs, opening, sheet, table


def test_kl1_only_the_gm_starts_an_episode() -> None:
    """KL-1, KL-55: number up, last Episode's grants gone, uses back to zero."""
    t = table(("Alice",), Alice=sheet(Ability("Mending", uses_per_episode=1)))
    t.refuses("NOT_GM").do(c.StartEpisode(actor="Alice"))
    t.do(c.StartEpisode(actor="gm", title="One"))
    assert t.kinds == ["episode_started", "phase_changed"]
    t.do(c.BeginEpisodicStep())
    t.do(c.EndOpeningCredits())
    t.do(c.UseAbility(actor="Alice", ability="mending"))
    t.refuses("ABILITY_EXHAUSTED").do(c.UseAbility(actor="Alice", ability="mending"))
    t.do(c.StartClosingCredits())
    t.do(c.EndEpisode(force=True))
    t.do(c.StartEpisode())
    assert (t.episode.number, t.episode.ability_uses, t.episode.grants) == (2, (), ())


def test_kl1_an_episode_may_have_its_title_before() -> None:
    """KL-1: what was prepared is the title of the next one only."""
    t = table(("Alice",))
    t.refuses("EMPTY_TEXT").do(c.PrepareEpisode(title=" "))
    t.do(c.PrepareEpisode(title="The Glass Vault"))
    t.do(c.StartEpisode())
    assert (t.episode.title, t.state.next_title) == ("The Glass Vault", None)


def test_kl2_introductions_may_be_required() -> None:
    """KL-2: missing introductions are only told, unless the house wants them (require_introductions)."""
    t = opening(("Alice", "Bob"))
    t.do(c.Introduce(actor="Bob"))
    t.do(c.BeginEpisodicStep())
    t.rule("require_introductions", True)
    t.refuses("INTROS_MISSING").do(c.EndOpeningCredits())
    t.rule("require_introductions", False)
    t.do(c.EndOpeningCredits())
    assert t.event("introductions_missing").characters == ("Alice",)


def test_kl2_nothing_may_be_pending() -> None:
    """KL-2: an open Test holds the Opening Credits."""
    t = opening(("Alice",))
    t.do(c.BeginEpisodicStep())
    t.do(c.RequestTest(character="Alice", skill="Lore"))
    t.refuses("PENDING_RESOLUTION").do(c.EndOpeningCredits())


def test_kl3_players_cannot_start_an_encounter() -> None:
    """KL-3: the GM's announcement begins it, and not everybody has to take part."""
    t = freeplay()
    t.refuses("NOT_GM").do(c.StartEncounter(actor="Alice", npcs=npcs("orc")))
    t.do(c.StartEncounter(actor=GM, pcs=("Bob", "Alice"), npcs=npcs("orc")))
    assert t.phase == "INITIATIVE"
    assert t.encounter.participants == ("Alice", "Bob", "Orc")


def test_klr2_an_encounter_after_the_opening_credits() -> None:
    """KLR-2: only where opening_to_encounter says so."""
    t = opening(("Alice",))
    t.do(c.BeginEpisodicStep())
    t.refuses("ILLEGAL_TRANSITION").do(c.StartEncounter(npcs=npcs("orc")))
    t.rule("opening_to_encounter", True)
    t.do(c.StartEncounter(npcs=npcs("orc")))
    assert t.phase == "INITIATIVE"


def test_kl4_the_main_phase_waits_for_the_turn_order() -> None:
    """KL-4: Saves in and ties ordered first."""
    t = initiative(("Alice", "Bob"))
    t.refuses("TESTS_OUTSTANDING").do(c.ConfirmTurnOrder())
    t.do(c.BeginEdgeSaves())
    t.refuses("TESTS_OUTSTANDING").do(c.ConfirmTurnOrder())
    t.scores(Alice=3, Bob=3)
    t.refuses("TIE_UNRESOLVED").do(c.ConfirmTurnOrder())


def test_kl6_klr3_an_encounter_may_end_at_any_time() -> None:
    """KL-6, KLR-3: even before there is an order, unless end_from_initiative says no."""
    t = initiative()
    t.rule("end_from_initiative", False)
    t.refuses("ILLEGAL_TRANSITION").do(c.EndEncounter())
    t.rule("end_from_initiative", True)
    t.do(c.EndEncounter())
    assert t.phase == "REWARD"


def test_kl7_klr4_closing_credits_after_rewards() -> None:
    """KL-7, KLR-4: by way of Freeplay in one go; closing_from_reward = forbid wants it said."""
    t = fight()
    t.do(c.EndEncounter())
    t.rule("closing_from_reward", "forbid")
    t.refuses("ILLEGAL_TRANSITION").do(c.StartClosingCredits())
    t.rule("closing_from_reward", "auto")
    t.do(c.StartClosingCredits())
    assert [event.phase for event in t.events if event.kind == "phase_changed"] == ["FREEPLAY", "CLOSING_CREDITS"]
    assert t.event("experience_gained").amount == 1


def test_kl9_kl8_an_episode_ends_with_resets_or_force() -> None:
    """KL-8, KL-9: closing credits end every Episode."""
    t = freeplay()
    t.refuses("ILLEGAL_TRANSITION").do(c.EndEpisode(force=True))
    t.do(c.StartClosingCredits())
    t.refuses("RESETS_MISSING").do(c.EndEpisode())
    t.do(c.EndEpisode(force=True))
    assert t.phase == "EPISODE_OVER"


def test_kl10_sessions_change_nothing() -> None:
    """KL-10: an Episode may take several evenings; only the count of them moves."""
    t = fight()
    t.refuses("SESSION_STATE").do(c.EndSession())
    before = t.encounter
    t.do(c.StartSession())
    t.refuses("SESSION_STATE").do(c.StartSession())
    t.do(c.EndSession())
    t.do(c.StartSession())
    assert (t.encounter, t.phase, t.episode.sessions) == (before, "MAIN", 3)


def test_kl11_introductions_go_round_the_table() -> None:
    """KL-11: prompts in seat order, any order is fine."""
    t = opening(("Alice", "Bob", "Carol"))
    assert t.said()[-1] == "Alice, introduce Alice."
    t.do(c.Introduce(actor="Bob"))
    t.do(c.Introduce(actor="Alice"))
    assert t.said()[-1] == "Carol, introduce Carol."
    t.refuses("NOT_OWNER").do(c.Introduce(actor="Bob", character="Carol"))


def test_kl13_the_cold_open_comes_before_episodic_abilities() -> None:
    """KL-13: optional, recorded, and not after the last step."""
    t = opening(("Alice",))
    t.do(c.ColdOpen(text="a vault door"))
    assert t.episode.opening.cold_open == "a vault door"
    t.do(c.BeginEpisodicStep())
    t.refuses("WRONG_STEP").do(c.ColdOpen(text="another"))
    t.refuses("WRONG_STEP").do(c.BeginEpisodicStep())


def test_kl14_episodic_abilities_have_their_step() -> None:
    """KL-14: too early is refused; what is not episodic is no Episodic Ability."""
    t = opening(("Alice", "Bob"), Bob=sheet(Ability("Lucky Charm", episodic=True)))
    t.refuses("WRONG_STEP").do(c.UseEpisodicAbility(actor="Alice"))
    t.do(c.BeginEpisodicStep())
    assert t.event("episodic_step_opened").characters == ("Alice", "Bob")
    t.refuses("NOT_EPISODIC").do(c.UseEpisodicAbility(actor="Alice", ability="parry"))
    t.refuses("UNKNOWN_ABILITY").do(c.UseEpisodicAbility(actor="Bob"))
    t.do(c.UseAbility(actor="Bob", ability="lucky charm"))
    assert t.kinds == ["episodic_ability_used", "grant_added"]


def test_kl15_klr26_later_only_by_the_gm() -> None:
    """KL-15, KLR-26: episodic_outside_opening = gm lets the GM allow one later."""
    t = freeplay(("Alice",))
    t.rule("episodic_outside_opening", "gm")
    t.refuses("EPISODIC_WRONG_PHASE").do(c.UseEpisodicAbility(actor="Alice"))
    t.do(c.UseEpisodicAbility(actor=GM, character="Alice"))
    t.refuses("EPISODIC_USED").do(c.UseEpisodicAbility(actor=GM, character="Alice"))


def test_kl16_grants_are_spent_bit_by_bit() -> None:
    """KL-16: never more than there is."""
    t = opening(("Alice",))
    t.do(c.BeginEpisodicStep())
    t.refuses("BAD_VALUE").do(c.UseEpisodicAbility(actor="Alice", amount=0))
    t.do(c.UseEpisodicAbility(actor="Alice", amount=2))
    t.refuses("GRANT_EMPTY").do(c.SpendGrant(actor="Alice", amount=3))
    t.do(c.SpendGrant(actor="Alice", amount=2))
    t.refuses("GRANT_EMPTY").do(c.SpendGrant(actor="Alice"))


def closing(**kwargs: object):
    t = freeplay(("Alice", "Bob"), **kwargs)
    t.do(c.StartClosingCredits())
    return t


def test_kl95_closing_scenes_are_the_gms() -> None:
    """KL-95: one or two wrap-up scenes, before anything else."""
    t = closing()
    t.refuses("NOT_GM").do(c.PlayScene(actor="Alice", text="home"))
    t.do(c.PlayScene(text="the harbour at dawn"))
    assert t.episode.closing is not None
    assert t.episode.closing.scenes == ("the harbour at dawn",)
    t.do(c.SetTimePasses())
    t.refuses("WRONG_STEP").do(c.PlayScene(text="one more"))


def test_kl96_resolutions_need_time_to_pass() -> None:
    """KL-96: every player is asked and may decline; the last answer opens the resets."""
    t = closing()
    t.refuses("NO_TIME_PASSES").do(c.PlayResolution(actor="Alice", text="a letter"))
    t.refuses("WRONG_STEP").do(c.ApplyResets())
    t.do(c.SetTimePasses())
    assert t.said()[-1] == "Alice, a resolution scene?"
    t.do(c.PlayResolution(actor="Alice", text="a letter"))
    t.refuses("WRONG_STEP").do(c.ApplyResets())
    t.do(c.PlayResolution(actor="Bob", declined=True))
    t.do(c.ApplyResets())
    t.refuses("WRONG_STEP").do(c.SetTimePasses(passes=False))


@pytest.mark.parametrize(
    ("mode", "health", "conditions"), [("none", 3, 1), ("custom", 3, 0), ("half", 6, 0), ("full", 10, 0)]
)
def test_kl98_the_gm_may_trim_resets(mode: str, health: int, conditions: int) -> None:
    """KL-97, KL-98: reset_mode is what happens when nobody says; "none" leaves conditions; extra_resets are told."""
    t = closing()
    t.rule("reset_mode", mode)
    t.rule("extra_resets", "ammunition, favours")
    t.do(c.RecordDamage(target="Bob", amount=7))
    t.do(c.ApplyCondition(target="Bob", name="cursed"))
    t.do(c.SetTimePasses(passes=False))
    t.do(c.ApplyResets())
    assert (t["Bob"].health, len(t["Bob"].conditions)) == (health, conditions)
    assert t.event("resets_finished").also == ("ammunition", "favours")


def test_kl98_stated_values_win() -> None:
    """KL-98: what the GM states is what it becomes, within the maximum."""
    t = closing()
    t.do(c.RecordDamage(target="Bob", amount=7))
    t.do(c.SetTimePasses(passes=False))
    t.refuses("BAD_VALUE").do(c.ApplyResets(overrides=(ResetValue("Bob", "health", 11),)))
    t.do(c.ApplyResets(mode="custom", overrides=(ResetValue("Bob", "health", 5),)))
    assert t["Bob"].health == 5


def test_klr25_half_of_what() -> None:
    """KLR-25: half_reset_meaning = of_max fills up to half the maximum."""
    t = closing()
    t.rule("half_reset_meaning", "of_max")
    t.do(c.RecordDamage(target="Bob", amount=7))
    t.do(c.RecordDamage(target="Alice", amount=2))
    t.do(c.SetTimePasses(passes=False))
    t.do(c.ApplyResets(mode="half"))
    assert (t["Bob"].health, t["Alice"].health) == (5, 8)


def test_kl99_no_abilities_in_the_closing_credits() -> None:
    """KL-99: nor any recovery."""
    t = closing()
    t.refuses("WRONG_PHASE").do(c.UseAbility(actor="Alice", ability="spell"))
    t.refuses("WRONG_PHASE").do(c.UseRecovery(actor="Alice", health=1))


def test_klr30_limited_abilities_come_back() -> None:
    """KLR-30: at the start of an Episode, or (ability_use_reset = closing) with the resets."""
    t = freeplay(("Alice",), Alice=sheet(Ability("Mending", uses_per_episode=1)))
    t.rule("ability_use_reset", "closing")
    t.do(c.UseAbility(actor="Alice", ability="mending"))
    t.do(c.StartClosingCredits())
    t.do(c.SetTimePasses(passes=False))
    t.do(c.ApplyResets())
    assert t.episode.ability_uses == ()
    t.do(c.EndEpisode())


def test_klr30_uses_stay_when_resets_are_skipped() -> None:
    """KLR-30: with ability_use_reset = closing a forced end brings nothing back."""
    t = freeplay(("Alice",), Alice=sheet(Ability("Mending", uses_per_episode=1)))
    t.rule("ability_use_reset", "closing")
    t.do(c.UseAbility(actor="Alice", ability="mending"))
    t.do(c.StartClosingCredits())
    t.do(c.EndEpisode(force=True))
    t.do(c.StartEpisode())
    assert t.episode.ability_uses
