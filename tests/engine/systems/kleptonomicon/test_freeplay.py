"""Freeplay and Tests (rules 3.3, 3.4)."""

import pytest

from engine.dice.roll import Roll
from engine.systems.kleptonomicon.entities import Ability, NpcEntry, Skill
from engine.systems.kleptonomicon.system import RULESET
from tests.support.kleptonomicon_table import GM, c, freeplay, opening, sheet, table


def test_kl17_everybody_may_act() -> None:
    """KL-17: an order is a hint, acting out of it no error."""
    t = freeplay()
    t.do(c.SetLooseOrder(actor=GM, order=("Carol", "Alice")))
    assert RULESET.narration(t.state).order == ("Carol", "Alice")
    for player in ("Bob", "Alice", "David"):
        t.do(c.Improvise(actor=player, text="looks around"))
    t.refuses("UNKNOWN_CHARACTER").do(c.SetLooseOrder(actor=GM, order=("Zed",)))


def test_kl18_no_beats_and_no_times_in_freeplay() -> None:
    """KL-18: any Ability Time goes, nothing is paid; minutes wait for the GM's word."""
    t = freeplay(("Alice",), Alice=sheet(Ability("Forge Papers", duration_minutes=10)))
    for ability in ("spell", "grand ritual", "parry", "battle cry", "watchful"):
        t.do(c.UseAbility(actor="Alice", ability=ability))
        assert not t.saw("beat_spent")
    t.do(c.UseReaction(actor="Alice", ability="parry"))
    t.do(c.UseAbility(actor="Alice", ability="forge papers"))
    assert t.kinds == ["long_ability"]
    t.refuses("NOT_GM").do(c.ConfirmAbility(actor="Alice"))
    t.do(c.ConfirmAbility(actor=GM, allowed=False))
    assert not t.saw("ability_used")
    t.refuses("NOT_ASKED").do(c.ConfirmAbility(actor=GM))


def test_kl19_an_impossible_deed_gets_no_test() -> None:
    """KL-19: easy, hard or impossible is the GM's; what was impossible cannot be rolled."""
    t = freeplay()
    t.do(c.Improvise(actor="Alice", text="lifts the vault"))
    t.do(c.RequestTest(actor=GM, skill="Athletics"))
    assert t.tested == ["Alice"]
    t.do(c.DeclareImpossible(actor=GM, character="Alice"))
    t.refuses("NO_SUCH_TEST").do(c.SubmitScore(actor="Alice", score=12))


@pytest.mark.parametrize(("policy", "net"), [("free", 0), ("disadvantage", -1)])
def test_kl21_a_trick_tried_again(policy: str, net: int) -> None:
    """KL-21: the first use is free, later ones as the GM has it."""
    t = freeplay()
    t.do(c.FlagSolution(actor=GM, tag="Oil Flask", policy=policy))
    t.do(c.Improvise(actor="Alice", text="throws oil", solution_tag="oil flask"))
    t.do(c.RequestTest(actor=GM, skill="Aim"))
    assert t.state.tests[0].net == 0
    t.do(c.SubmitScore(actor="Alice", score=8))
    t.do(c.Improvise(actor="Alice", text="throws oil", solution_tag="the oil flask"))
    t.do(c.RequestTest(actor=GM, skill="Aim"))
    assert t.state.tests[0].net == net


def test_kl21_a_banned_trick() -> None:
    """KL-21: it is discouraged, and no Test is made of it; another deed gets its own."""
    t = freeplay()
    t.refuses("BAD_VALUE").do(c.FlagSolution(actor=GM, tag="oil", policy="maybe"))
    t.do(c.FlagSolution(actor=GM, tag="oil", policy="ban"))
    t.do(c.Improvise(actor="Alice", solution_tag="oil"))
    t.do(c.Improvise(actor="Bob", solution_tag="oil"))
    assert t.saw("solution_discouraged")
    t.do(c.RequestTest(actor=GM, character="Bob", skill="Aim"))
    assert t.kinds == ["solution_discouraged"]
    t.do(c.RequestTest(actor=GM, character="Bob", skill="Aim"))
    assert t.tested == ["Bob"]


def test_kl22_the_quiet_are_only_mentioned() -> None:
    """KL-22: spotlight_nudge tells the GM, and blocks nothing."""
    t = freeplay(("Alice", "Bob"))
    t.do(c.Improvise(actor="Alice", text="sings"))
    assert not any("quiet" in text for text in t.said())
    t.rule("spotlight_nudge", True)
    t.do(c.Improvise(actor="Alice", text="sings on"))
    assert "Gwen, Bob has been quiet longest." in t.said()


def test_kl23_nothing_is_measured_in_freeplay() -> None:
    """KL-23: no movement, no Turns; recovering goes without saying, unless implicit_recovery says otherwise."""
    t = freeplay()
    t.refuses("WRONG_PHASE").do(c.Move(actor="Alice", units=3))
    t.refuses("WRONG_PHASE").do(c.Dash(actor="Alice"))
    t.refuses("WRONG_PHASE").do(c.EndTurn(actor="Alice"))
    t.do(c.UseRecovery(actor="Alice", recovery="shields up", announced=False))
    t.rule("implicit_recovery", False)
    t.refuses("NOT_ANNOUNCED").do(c.UseRecovery(actor="Alice", recovery="shields up", announced=False))


def test_kl25_klr1_the_test_rule_can_be_changed() -> None:
    """KL-25, KLR-1: test_dice, test_sides, test_pass_at, test_extra_dice and test_stack are house rules."""
    t = freeplay(("Alice",))
    for rule, value in {
        "test_dice": 1,
        "test_sides": 20,
        "test_pass_at": 11,
        "test_extra_dice": 2,
        "test_stack": True,
    }.items():
        t.rule(rule, value)
    t.do(c.RequestTest(character="Alice", skill="Lore", adv=2))
    request = RULESET.open_rolls(t.state)[0]
    assert (request.count, request.sides) == (5, 20)
    t.do(c.SubmitDice(dice=(3, 17, 2, 9, 1)))
    assert (t.event("test_resolved").score, t.event("test_resolved").passed) == (17, True)
    t.do(c.RequestTest(character="Alice", skill="Lore"))
    t.do(c.SubmitDice(dice=(10,)))
    assert not t.event("test_resolved").passed


def test_kl26_scores_are_taken_as_said_and_faces_checked() -> None:
    """KL-26: a total is stored verbatim, faces get the modifier."""
    t = freeplay(("Alice",), Alice=sheet(level=2))
    t.do(c.WriteSheet(character="Alice", sheet=_skilled(3)))
    t.do(c.RequestTest(character="Alice", skill="lore"))
    t.refuses("DICE_COUNT").do(c.SubmitDice(dice=(1, 2, 3)))
    t.refuses("DICE_RANGE").do(c.SubmitDice(dice=(1, 7)))
    t.do(c.SubmitDice(dice=(1, 2)))
    assert t.event("test_resolved").score == 6
    t.do(c.RequestTest(character="Alice", skill="lore"))
    t.do(c.SubmitScore(score=-2))
    assert t.event("test_resolved").score == -2


def _skilled(modifier: int):
    return type(sheet())(skills=(Skill("Lore", modifier),))


def test_kl27_dice_answer_the_oldest_test() -> None:
    """KL-27: in the order Tests were asked; a player's own dice go to their own Test."""
    t = freeplay()
    for name in ("Carol", "Alice"):
        t.do(c.RequestTest(actor=GM, character=name, skill="Lore"))
    assert [request.roller for request in RULESET.open_rolls(t.state)] == ["Carol", "Alice"]
    t.do(c.SubmitDice(actor="Alice", dice=(1, 1)))
    assert t.tested == ["Carol"]
    t.refuses("NO_SUCH_TEST").do(c.SubmitDice(actor="Bob", dice=(1, 1)))
    t.refuses("NOT_OWNER").do(c.SubmitDice(actor="Bob", character="Carol", dice=(1, 1)))
    t.do(RULESET.report(Roll(RULESET.open_rolls(t.state)[0], (6, 6))))
    assert not t.state.tests


def test_tests_are_asked_by_the_gm_while_an_episode_runs() -> None:
    """KL-19: nobody else asks, and nobody is tested twice at once."""
    table().refuses("WRONG_PHASE").do(c.RequestTest(actor=GM, character="Alice", skill="Lore"))
    t = freeplay()
    t.refuses("NOT_GM").do(c.RequestTest(actor="Bob", character="Alice", skill="Lore"))
    t.do(c.RequestTest(actor=GM, character="Alice", skill="Lore"))
    t.refuses("PENDING_RESOLUTION").do(c.RequestTest(actor=GM, character="Alice", skill="Lore"))
    t.refuses("PENDING_RESOLUTION").do(c.UseAbility(actor="Alice", ability="spell"))
    t.refuses("BAD_VALUE").do(c.RequestTest(actor=GM, character="Bob", test="LUCK"))


def test_a_table_without_a_gm_shares_the_work() -> None:
    """KL-1: where nobody is the GM, everybody may say what the GM would."""
    t = freeplay(("Alice", "Bob"), gm=None)
    t.do(c.RequestTest(actor="Bob", character="Alice", skill="Lore"))
    t.do(c.SubmitScore(actor="Alice", score=7))
    t.do(c.StartEncounter(actor="Alice", npcs=(NpcEntry("wolf"),)))
    assert t.phase == "INITIATIVE"


def test_who_and_what_has_to_be_known() -> None:
    """KL-17: strangers, blank names and unknown settings are refused with a reason."""
    t = opening(("Alice",))
    t.refuses("UNKNOWN_PLAYER").do(c.Introduce(actor="Zed"))
    t.refuses("UNKNOWN_CHARACTER").do(c.Introduce(actor=GM))
    t.refuses("UNKNOWN_SETTING").do(c.ChangeHouseRule(rule="gravity", value=1))
    t.refuses("BAD_VALUE").do(c.ChangeHouseRule(rule="dash_time", value="never"))
    t.refuses("DUPLICATE_NAME").do(c.AddPlayer(name="alice"))
    t.refuses("EMPTY_TEXT").do(c.AddPlayer(name=" "))
