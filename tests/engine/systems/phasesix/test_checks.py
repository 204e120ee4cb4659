"""Checks, extra dice, group rolls, concealment (rules 3.3, 3.4)."""

import pytest

from engine.systems.phasesix.derived import pool_chance, success_chance
from engine.systems.phasesix.entities import Item
from engine.systems.phasesix.system import RULESET
from tests.support.phasesix_table import Table, c, scene, write


def hero(**sheet: object) -> Table:
    return scene(Hagen={"attributes": {"logic": 2}, **sheet})


def test_the_gm_calls_for_rolls() -> None:
    """P6-10: nobody else does; several people may roll for themselves."""
    t = scene(Hagen={}, Luta={"skills": {"Perception": 2}})
    t.refuses("NOT_GM").do(c.RequestCheck(actor="Ana", char="Hagen", trait="logic"))
    t.do(c.RequestCheck(actor="Gia", trait="apprehension", chars=("everyone",)))
    assert t.owed == [("Ana", 1, "POOL"), ("Ben", 1, "POOL")]
    t.refuses("PENDING_ROLL").do(c.RequestCheck(actor="Gia", char="Luta", trait="perception"))


def test_situational_dice_and_shock() -> None:
    """P6-11: both count before anything is rolled."""
    t = hero().check("Hagen", "logic", dice=3)
    assert t.owed == [("Ana", 5, "POOL")]
    t.do(c.CloseCheck(actor="Ana")).do(c.ApplyCondition(char="Hagen", cond="shocked", value=1))
    assert t.check("Hagen", "logic", dice=1).owed == [("Ana", 2, "POOL")]


def test_no_dice_no_roll() -> None:
    """P6-12, P6R-11: a voluntary roll needs committed dice, a compulsory one fails by itself."""
    t = hero(bonus_dice=1).check("Hagen", "logic", dice=-3)
    t.refuses("POOL_EMPTY").do(c.RollCheck(actor="Ana"))
    t.do(c.CloseCheck(actor="Ana"))
    assert t.has("check_impossible")
    assert not t.last.success
    t = hero().check("Hagen", "logic", dice=-2)
    assert t.has("check_impossible")
    t.do(c.ApplyCondition(char="Hagen", cond="bleeding")).do(c.ApplyCondition(char="Hagen", cond="shocked", value=3))
    t.do(c.TickConditions())
    assert t.has("check_impossible")
    assert t.who("Hagen").hearts == 5


def test_effective_minimum() -> None:
    """P6-13, P6V-6: own minimum, difficulty, conditions; P6R-8 sets the floor."""
    assert hero().check("Hagen", "logic", 3).state.checks[0].eff_min == 8
    t = hero().do(c.ApplyCondition(char="Hagen", cond="poisoned", value=2)).check("Hagen", "logic", 1)
    assert t.state.checks[0].eff_min == 8
    for floor in (1, 2, 3):
        t = hero().rule("min_roll_floor", floor).check("Hagen", "logic", -9)
        assert t.state.checks[0].eff_min == floor


def test_needed_successes() -> None:
    """P6-14: one die gives one success at most, the check needs as many as the GM said."""
    t = hero(attributes={"logic": 3}).check("Hagen", "logic", needed=2).feed(6, 5, 1)
    assert (t.last.successes, t.last.success) == (2, True)
    assert not t.check("Hagen", "logic", needed=3).feed(6, 5, 1).last.success


def test_sixes_are_rolled_on_when_needed() -> None:
    """P6-15, P6R-7: never where a six is enough; shown always by house rule, with the same successes."""
    t = hero().check("Hagen", "logic", 1).feed(6, 1)
    assert (t.owed, t.last.successes) == ([], 1)
    t.rule("explode_mode", "always").check("Hagen", "logic", 1).feed(6, 1)
    assert t.owed == [("Ana", 1, "EXPLODE")]
    assert t.feed(6).feed(2).last.successes == 1


def test_sixes_in_combat() -> None:
    """P6-16, P6R-6, P6R-35, P6V-14: nothing but destiny by default, plain checks or all rolls by house rule."""
    t = scene(Hagen={"skills": {"Hand to Hand": 1}, "destiny_dice": 1}, Thug={}).fight("Hagen", "Thug")
    t.check("Hagen", "logic", 3).feed(6)
    assert t.state.checks[0].successes == 0
    assert t.do(c.AddDestinyDie(actor="Ana")).feed(4).last.success
    t.rule("explode_in_combat", "checks").check("Hagen", "logic", 3).feed(6)
    assert t.owed == [("Ana", 1, "EXPLODE")]
    t.feed(2).do(c.Attack(actor="Ana", difficulty=3)).feed(6)
    assert t.owed == []
    t.rule("explode_in_combat", "all").do(c.Attack(actor="Ana", difficulty=3)).feed(6)
    assert t.owed == [("Ana", 1, "EXPLODE")]


def test_all_faces_may_be_said_at_once() -> None:
    """P6-17: faces beyond the pool are those of sixes rolled on, in order."""
    t = hero(attributes={"logic": 5}).check("Hagen", "logic", 9)
    t.do(c.RollCheck(actor="Ana", dice=(4, 2, 6, 6, 1, 6, 1, 1)))
    assert (t.last.best, t.owed) == (13, [])
    t.check("Hagen", "logic", 9)
    t.refuses("DICE_COUNT").do(c.RollCheck(actor="Ana", dice=(4, 2, 1, 1, 1, 6)))
    t.refuses("DICE_COUNT").do(c.SubmitDice(actor="Ana", dice=(4, 2)))
    t.refuses("DICE_RANGE").do(c.SubmitDice(actor="Ana", dice=(4, 2, 7, 1, 1)))


def test_only_successes_may_be_said() -> None:
    """Engine convention: a count of successes stands for the faces, then nothing is rolled on."""
    t = hero(attributes={"logic": 3}).check("Hagen", "logic", 9).do(c.SubmitDice(actor="Ana", successes=2))
    assert (t.last.successes, t.owed) == (2, [])
    t.check("Hagen", "logic", 9).feed(6, 6, 1).do(c.SubmitDice(actor="Ana", successes=1))
    assert (t.last.successes, t.owed) == (1, [])
    t.check("Hagen", "logic")
    t.refuses("DICE_COUNT").do(c.SubmitDice(actor="Ana", successes=4))


def test_bonus_dice() -> None:
    """P6-18, P6V-11: before the roll or after it, one by one until it works."""
    t = hero(bonus_dice=3).check("Hagen", "logic").do(c.AddBonusDie(actor="Ana", count=2))
    assert t.owed == [("Ana", 4, "POOL")]
    t.feed(1, 1, 1, 1)
    assert t.state.checks[0].successes == 0
    t.do(c.AddBonusDie(actor="Ana")).feed(5)
    assert (t.last.success, t.who("Hagen").bonus.now) == (True, 0)
    t.check("Hagen", "logic")
    t.refuses("NO_BONUS_DICE").do(c.AddBonusDie(actor="Ana"))
    t.refuses("NOT_OWNER").do(c.CloseCheck(actor="Ben", check_id=t.state.checks[0].check_id))


def test_destiny_dice_are_rolled_apart() -> None:
    """P6-19: after the others, four is enough."""
    t = hero(destiny_dice=2).check("Hagen", "logic", 9).do(c.RollCheck(actor="Ana", destiny=1)).feed(1, 1)
    assert t.owed == [("Ana", 1, "DESTINY")]
    t.feed(3).do(c.AddDestinyDie(actor="Ana")).feed(4)
    assert t.last.success
    t.check("Hagen", "logic")
    t.refuses("NO_DESTINY_DICE").do(c.AddDestinyDie(actor="Ana"))


def test_destiny_on_easy_rolls() -> None:
    """P6R-9, P6V-13: at a minimum of 3 a destiny die needs 3, or always four."""
    for setting, success in (("min4", True), ("flat4", False)):
        t = hero(destiny_dice=1).rule("destiny_threshold", setting).check("Hagen", "logic", -2, needed=3).feed(1, 1)
        t.do(c.AddDestinyDie(actor="Ana")).feed(3)
        assert (t.last.successes == 1) is success


def test_rerolls() -> None:
    """P6-20: every die again, for a reroll or a destiny die, as often as there are some."""
    t = hero(rerolls=1, destiny_dice=1).check("Hagen", "logic")
    t.refuses("NOTHING_TO_REROLL").do(c.Reroll(actor="Ana"))
    t.feed(1, 2).do(c.Reroll(actor="Ana")).feed(3, 3)
    t.refuses("NO_REROLLS").do(c.Reroll(actor="Ana", pay="reroll"))
    t.do(c.Reroll(actor="Ana", pay="destiny")).feed(5, 1)
    assert (t.last.success, t.who("Hagen").rerolls.now, t.who("Hagen").destiny.now) == (True, 0, 0)


def test_rerolls_by_house_rule() -> None:
    """P6R-10, P6R-11, P6V-12: a success is lost, unless the better result or added dice may stay."""
    for keep, successes in (("new", 0), ("better", 1)):
        t = hero(rerolls=1).rule("reroll_keep", keep).check("Hagen", "logic", needed=2).feed(5, 1)
        assert t.do(c.Reroll(actor="Ana")).feed(1, 2).last.successes == successes
    t = hero(rerolls=1, bonus_dice=1).rule("reroll_scope", "natural").check("Hagen", "logic", needed=3)
    t.do(c.AddBonusDie(actor="Ana")).feed(1, 1, 5).do(c.Reroll(actor="Ana"))
    assert t.owed == [("Ana", 2, "POOL")]
    assert t.feed(5, 1).last.successes == 2
    t = hero(rerolls=1, bonus_dice=1).rule("reroll_needs_natural", True).check("Hagen", "logic", dice=-2)
    t.do(c.AddBonusDie(actor="Ana")).feed(1)
    t.refuses("NOTHING_TO_REROLL").do(c.Reroll(actor="Ana"))
    t.rule("reroll_needs_natural", False).do(c.Reroll(actor="Ana"))
    assert t.owed == [("Ana", 1, "POOL")]


def test_when_a_check_closes() -> None:
    """P6-21: by itself with nothing left to add or enough successes, else when its owner says so."""
    t = hero().check("Hagen", "logic").feed(1, 1)
    assert not t.state.checks
    t.refuses("CHECK_CLOSED").do(c.AddBonusDie(actor="Ana"))
    t = hero(bonus_dice=1).check("Hagen", "logic").feed(1, 1)
    assert t.state.checks
    assert RULESET.settle(t.state) == c.CloseCheck(check_id=t.state.checks[0].check_id)
    t.do(c.CloseCheck(actor="Ana"))
    assert not t.last.success
    t.check("Hagen", "logic").feed(5, 1)
    assert t.last.success


def test_a_check_may_be_given_up() -> None:
    """P6-21: one that was not thrown yet is withdrawn."""
    t = hero().check("Hagen", "logic").do(c.CloseCheck(actor="Gia"))
    assert t.has("check_withdrawn")
    assert not t.owed


def test_extra_dice_in_combat() -> None:
    """P6-22, P6R-12: on attacks by default, never on initiative; a house rule forbids them on attack and defence."""
    sheet = {"skills": {"Hand to Hand": 1}, "bonus_dice": 2, "rerolls": 1}
    t = scene(Hagen=sheet, Thug={}).do(c.StartCombat())
    t.refuses("CHECK_CLOSED").do(c.AddBonusDie(actor="Ana"))
    t.feed(5, 1).do(c.Attack(actor="Ana")).feed(1).do(c.AddBonusDie(actor="Ana")).feed(5)
    assert t.state.checks[0].successes == 1
    t.do(c.CloseCheck(actor="Ana")).rule("extra_dice_in_combat", False)
    t.refuses("CHECK_CLOSED").do(c.Attack(actor="Ana", bonus=1))
    t.do(c.Attack(actor="Ana"))
    t.refuses("CHECK_CLOSED").do(c.AddBonusDie(actor="Ana"))
    assert not t.feed(1).state.checks


def test_granted_destiny() -> None:
    """P6-23: beyond the maximum until the next refresh."""
    t = hero(destiny_dice=1)
    t.refuses("NOT_GM").do(c.GrantDestiny(actor="Ana"))
    t.do(c.GrantDestiny(actor="Gia", count=2))
    assert (t.who("Hagen").destiny.now, t.who("Hagen").destiny.most) == (3, 1)
    assert t.do(c.Rest()).who("Hagen").destiny.now == 1


@pytest.mark.parametrize(
    ("minimum", "parts"),
    [(5, 72), (6, 36), (7, 36), (8, 30), (9, 24), (10, 18), (12, 6), (13, 6), (14, 5)],
)
def test_chances(minimum: int, parts: int) -> None:
    """P6-24: of 216 throws of one die; n dice add up, and in combat a six is the end."""
    assert success_chance(minimum) * 216 == parts
    assert pool_chance(2, 5) == 1 - (1 - success_chance(5)) ** 2
    assert success_chance(7, rolled_on=False) == 0
    assert success_chance(1) == 1


def test_group_rolls() -> None:
    """P6-25: successes are summed, extra dice help, members without dice bring nothing."""
    t = scene(Hagen={"attributes": {"logic": 2}, "bonus_dice": 1}, Luta={"attributes": {"logic": -1}})
    t.do(c.RequestGroupCheck(actor="Gia", trait="logic", required=3, difficulty=1))
    assert t.owed == [("Ana", 2, "POOL")]
    t.feed(6, 6).do(c.AddBonusDie(actor="Ana")).feed(6)
    assert (t.event("group_check_resolved").total, t.event("group_check_resolved").success) == (3, True)
    t.refuses("BAD_VALUE").do(c.RequestGroupCheck(actor="Gia", trait="logic", required=0))
    t.do(c.RequestGroupCheck(actor="Gia", trait="logic"))
    t.refuses("PENDING_ROLL").do(c.RequestGroupCheck(actor="Gia", trait="logic"))
    t.do(c.CloseCheck(actor="Ana"))
    assert not t.event("group_check_resolved").success


def test_concealment() -> None:
    """P6-26, P6R-4, P6R-46, P6V-16: Perception or Apprehension and the most conspicuous thing; empty pockets."""
    t = scene(
        Hagen={"skills": {"Perception": 3}}, Thug={}, Thief={"items": tuple(Item(f"thing {n}", n) for n in (1, 3, 2))}
    )
    t.do(c.Observe(actor="Ana", targets=("Thief",)))
    assert t.owed == [("Ana", 6, "POOL")]
    t.feed(1, 2, 5, 4, 3, 1)
    assert (t.event("concealment_resolved").spotted, t.event("concealment_resolved").item) == (True, "thing 3")
    t.do(c.Observe(actor="Ana", targets=("Thug",)))
    assert t.owed == [("Ana", 3, "POOL")]
    assert not t.feed(1, 1, 1).event("concealment_resolved").spotted
    t.rule("concealment_base", "attribute").do(c.Observe(actor="Gia", observer="Hagen", targets=("Thug",)))
    assert t.owed == [("Ana", 1, "POOL")]
    t.feed(5)
    t.refuses("NOT_OWNER").do(c.Observe(actor="Ben", observer="Hagen", targets=("Thug",)))


def test_whose_dice() -> None:
    """Dice belong to whoever owes them; the GM may read for others."""
    t = scene(Hagen={"attributes": {"logic": 1}}, Luta={"attributes": {"logic": 2}})
    t.refuses("NO_SUCH_REQUEST").do(c.SubmitDice(actor="Ana", dice=(5,)))
    t.check("Luta", "logic")
    t.refuses("NOT_OWNER").do(c.SubmitDice(actor="Ana", dice=(5, 5)))
    t.do(c.SubmitDice(actor="Gia", dice=(5, 5)))
    assert t.last.character == "Luta"
    t.do(c.RequestCheck(actor="Gia", trait="logic", chars=("Hagen", "Luta")))
    t.do(c.SubmitDice(actor="Ben", dice=(1, 1))).do(c.SubmitDice(actor="Ana", dice=(1,)))
    assert not t.owed


def test_names_are_matched_leniently() -> None:
    """Any case, part of a name, the player's name; what fits several is asked back."""
    t = scene(Hagen={})
    for name in ("Thug 1", "Thug 2"):
        write(t, name)
    t.refuses("AMBIGUOUS_NAME").check("thug", "logic")
    t.refuses("UNKNOWN_CHARACTER").check("Siegfried", "logic")
    t.refuses("UNKNOWN_PLAYER").do(c.AddBonusDie(actor="Zoe"))
    assert t.check("ana", "LOGIC").owed == [("Ana", 1, "POOL")]
