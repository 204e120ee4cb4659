"""Wounds, healing, conditions, first aid, rest (rules 3.10, 3.11)."""

import pytest

from engine.systems.phasesix.entities import Item
from tests.support.phasesix_table import Table, c, scene


def hurt(wounds: int = 6, rule: str = "", value: object = None) -> Table:
    """Hagen is wounded, Luta can help."""
    t = scene(Hagen={"attributes": {"resistance": 2}}, Luta={"skills": {"First Aid": 3, "Medicine": 1}})
    if rule:
        t.rule(rule, value)
    return t.do(c.TakeWounds(char="Hagen", count=wounds))


def test_wounds() -> None:
    """P6-67, P6I-3: boosts first, then hearts, the rest is lost; GM or owner mark them."""
    t = scene(Hagen={"boosts": 1}, Luta={})
    t.refuses("NOT_OWNER").do(c.TakeWounds(actor="Ben", char="Hagen"))
    t.refuses("AMBIGUOUS_NAME").do(c.TakeWounds(actor="Gia"))
    t.do(c.TakeWounds(actor="Ana", count=3))
    assert (t.who("Hagen").hearts, t.who("Hagen").boosts) == (4, 0)
    t.do(c.TakeWounds(actor="Gia", char="Hagen", count=99))
    assert t.who("Hagen").hearts == 0
    t.refuses("BAD_VALUE").do(c.TakeWounds(actor="Ana", count=0))


def test_fainting_and_dying() -> None:
    """P6-69, P6R-27: by house rule only with wounds beyond the last heart."""
    t = hurt(6, "dying_trigger", "on_excess")
    assert (t.who("Hagen").fainted, t.cond("Hagen", "dying")) == (True, 0)
    assert t.do(c.TakeWounds(char="Hagen")).cond("Hagen", "dying") == 1


def test_wounds_of_the_dying() -> None:
    """P6-70, P6R-28: nothing, or one more by house rule, up to death."""
    assert hurt(6).do(c.TakeWounds(char="Hagen", count=3)).cond("Hagen", "dying") == 1
    t = hurt(6, "wound_while_dying", 1).do(c.TakeWounds(char="Hagen", count=3))
    assert t.cond("Hagen", "dying") == 2
    for _ in range(4):
        t.do(c.TakeWounds(char="Hagen"))
    assert t.who("Hagen").dead


def test_dying_and_death() -> None:
    """P6-71, P6I-11, P6V-37, P6V-38: a roll each round, dead at six, or when the GM says so; the dead do nothing."""
    t = hurt(6).do(c.TickConditions()).feed(5, 1)
    assert t.cond("Hagen", "dying") == 1
    for value in (2, 3, 4, 5):
        assert t.do(c.TickConditions()).feed(1, 2).cond("Hagen", "dying") == value
    assert t.do(c.TickConditions()).feed(1, 1).who("Hagen").dead
    t.refuses("DEAD").do(c.Heal(char="Hagen"))
    t = hurt(1)
    t.refuses("NOT_GM").do(c.DeclareDead(actor="Ana", char="Hagen"))
    assert t.do(c.DeclareDead(actor="Gia", char="Hagen")).who("Hagen").dead
    t.refuses("UNKNOWN_CHARACTER").do(c.BuyAction(actor="Ana"))


def test_stabilising() -> None:
    """P6-72, P6R-29, P6V-39: enough successes in one roll, added up by house rule."""
    t = hurt(6).do(c.ApplyCondition(char="Hagen", cond="dying", value=2))
    assert t.do(c.FirstAid(actor="Ben")).feed(5, 6, 1).cond("Hagen", "dying") == 0
    t.undo().undo()
    t.do(c.FirstAid(actor="Ben")).feed(5, 1, 1)
    assert t.has("aid_failed")
    t.do(c.FirstAid(actor="Ben", skill="medicine")).feed(5)
    assert t.cond("Hagen", "dying") == 2
    t.rule("stabilise_accumulates", True).do(c.FirstAid(actor="Ben")).feed(5, 1, 1)
    assert t.cond("Hagen", "dying") == 2
    t.do(c.FirstAid(actor="Ben")).feed(5, 1, 1)
    assert (t.has("stabilised"), t.who("Hagen").fainted, t.who("Hagen").stabilised) == (True, True, 0)
    t.refuses("NOT_DYING").do(c.FirstAid(actor="Ben", target="Hagen", purpose="stabilise"))


@pytest.mark.parametrize(
    ("setting", "after_boost", "after_heart"),
    [("stabilise_or_heart", 1, 0), ("stabilise_only", 1, 1), ("any", 0, 0)],
)
def test_what_else_ends_dying(setting: str, after_boost: int, after_heart: int) -> None:
    """P6-73, P6R-29: a heart by default; a boost only lifts fainting."""
    t = hurt(6, "dying_ends_on", setting).do(c.GiveBoost(char="Hagen"))
    assert (t.who("Hagen").fainted, t.cond("Hagen", "dying")) == (False, after_boost)
    assert hurt(6, "dying_ends_on", setting).do(c.Heal(char="Hagen")).cond("Hagen", "dying") == after_heart


def test_first_aid() -> None:
    """P6-74, P6R-39: a boost, more with an aid; one purpose for each roll."""
    t = hurt(1).do(c.Equip(actor="Ben", thing="first aid kit"))
    t.do(c.FirstAid(actor="Ben", target="Hagen")).feed(5, 1, 1)
    assert t.who("Hagen").boosts == 1
    t.do(c.FirstAid(actor="Ben", target="Hagen", item="kit")).feed(5, 1, 1)
    assert (t.who("Hagen").boosts, t.who("Luta").items[0].uses) == (3, 4)
    t.refuses("NOT_BLEEDING").do(c.FirstAid(actor="Ben", target="Hagen", purpose="bandage"))
    t.refuses("BAD_VALUE").do(c.FirstAid(actor="Ben", target="Hagen", item="spoon"))
    t.do(c.ApplyCondition(char="Hagen", cond="bleeding", value=2)).do(c.FirstAid(actor="Ben")).feed(1, 1, 1)
    assert t.cond("Hagen", "bleeding") == 2
    t.do(c.FirstAid(actor="Ben")).feed(5, 1, 1)
    assert t.cond("Hagen", "bleeding") == 0


def test_first_aid_for_everything() -> None:
    """P6R-39: all of it with one roll, by house rule."""
    t = hurt(6, "first_aid_combined", True).do(c.ApplyCondition(char="Hagen", cond="bleeding"))
    t.do(c.FirstAid(actor="Ben", target="Hagen")).feed(5, 1, 1)
    who = t.who("Hagen")
    assert (t.cond("Hagen", "dying"), t.cond("Hagen", "bleeding"), who.boosts) == (0, 0, 1)


def test_first_aid_in_combat() -> None:
    """P6-36, P6-74: it is the use of an object and takes an action."""
    t = scene(Hagen={}, Luta={"skills": {"First Aid": 1}}, Thug={}).fight("Luta", "Hagen", "Thug")
    t.do(c.FirstAid(actor="Ben", target="Hagen"))
    assert t.actions("Luta") == 1


def test_potions_heal() -> None:
    """P6-75, P6R-38, P6V-57: hearts by their own text, boosts by house rule."""
    potion = Item("Potion", hearts="1d3+1", uses=2)
    t = scene(Hagen={"hearts": 1, "items": (potion,)}, Luta={"hearts": 3})
    t.do(c.UseObject(actor="Ana", item="potion", target="Luta")).feed(4)
    assert t.who("Luta").hearts == 6
    t.rule("magic_heals", "boosts").do(c.UseObject(actor="Ana", item="potion")).feed(1)
    assert (t.who("Hagen").hearts, t.who("Hagen").boosts) == (1, 2)
    t.refuses("BAD_VALUE").do(c.UseObject(actor="Ana", item="potion"))


def test_rest() -> None:
    """P6-76, P6I-13: six hours of quiet, no fight, nobody dying; then the dice are full again."""
    t = scene(Hagen={"hearts": 5, "bonus_dice": 2}, Thug={}).do(
        c.CorrectState(char="Hagen", path="bonus_dice", value=1, reason="spent")
    )
    t.refuses("REST_TOO_SHORT").do(c.Rest(actor="Gia", hours=2))
    t.refuses("NOT_GM").do(c.Rest(actor="Ana"))
    t.do(c.Rest(actor="Gia", hours=6)).feed(1, 1, 1).do(c.AddBonusDie(actor="Ana")).feed(5)
    assert (t.who("Hagen").hearts, t.who("Hagen").bonus.now) == (6, 2)
    hurt(6).refuses("DYING").do(c.Rest(actor="Gia"))
    t.fight("Hagen", "Thug").refuses("IN_COMBAT").do(c.Rest(actor="Gia"))


@pytest.mark.parametrize(("when", "dice"), [("before", 1), ("after", 0)])
def test_when_dice_come_back(when: str, dice: int) -> None:
    """P6R-36: after the rolls, or before them."""
    t = scene(Hagen={"hearts": 1, "bonus_dice": 1}).rule("rest_refresh", when)
    t.do(c.CorrectState(char="Hagen", path="bonus_dice", value=0, reason="spent")).do(c.Rest())
    assert t.who("Hagen").bonus.now == dice


def test_what_a_rest_leaves() -> None:
    """P6-77, P6R-37: conditions stay, boosts too unless the house says so."""
    t = scene(Hagen={"boosts": 2}).do(c.ApplyCondition(char="Hagen", cond="poisoned", value=2)).do(c.Rest())
    assert (t.cond("Hagen", "poisoned"), t.who("Hagen").boosts) == (2, 2)
    assert t.rule("boosts_expire_on_rest", True).do(c.Rest()).who("Hagen").boosts == 0


def test_the_table_of_conditions() -> None:
    """P6-78: what each does to rolls, and how it ends."""
    t = scene(Hagen={"attributes": {"logic": 3, "apprehension": 2}, "skills": {"Perception": 2}})
    t.do(c.ApplyCondition(char="Hagen", cond="burning", value=2)).check("Hagen", "perception")
    assert t.state.checks[0].eff_min == 7
    t.do(c.CloseCheck()).check("Hagen", "logic")
    assert t.state.checks[0].eff_min == 5
    t.do(c.CloseCheck())
    t.refuses("NOT_GM").do(c.Extinguish(actor="Ana"))
    t.do(c.Extinguish(actor="Gia"))
    t.refuses("NO_CONDITION").do(c.Extinguish(actor="Gia"))
    t.refuses("BAD_VALUE").do(c.ApplyCondition(char="Hagen", cond="sleepy"))
    t.do(c.ApplyCondition(char="Hagen", cond="shock")).do(c.RemoveCondition(char="Hagen", cond="shocked"))
    assert not t.who("Hagen").conditions
    t.refuses("NO_CONDITION").do(c.TickConditions())


@pytest.mark.parametrize(("setting", "value"), [("add", 5), ("max", 3), ("set", 2)])
def test_stacking(setting: str, value: int) -> None:
    """P6-79, P6R-31: applied again, a condition adds up, keeps the worse, or is set; dying is always set."""
    t = scene(Hagen={}).rule("condition_stacking", setting)
    t.do(c.ApplyCondition(char="Hagen", cond="bleeding", value=3))
    assert t.do(c.ApplyCondition(char="Hagen", cond="bleeding", value=2)).cond("Hagen", "bleeding") == value
    for number in (3, 2):
        t.do(c.ApplyCondition(char="Hagen", cond="dying", value=number)).do(
            c.ApplyCondition(char="Hagen", cond="prone")
        )
    assert (t.cond("Hagen", "dying"), t.cond("Hagen", "hunkered")) == (2, 1)


def test_poison_hampers_its_own_cure() -> None:
    """P6-80: every roll means recovery rolls too."""
    t = scene(Hagen={"attributes": {"resistance": 3}})
    t.do(c.ApplyCondition(char="Hagen", cond="poisoned")).do(c.ApplyCondition(char="Hagen", cond="shocked"))
    t.do(c.TickConditions())
    assert (t.owed, t.state.checks[0].eff_min) == ([("Ana", 2, "POOL")], 6)


@pytest.mark.parametrize(
    ("setting", "logic", "strength", "stealth", "courage"),
    [("manual", 5, 6, 6, 5), ("all", 5, 6, 6, 6), ("none", 5, 6, 5, 5)],
)
def test_hunkered(setting: str, logic: int, strength: int, stealth: int, courage: int) -> None:
    """P6-81, P6R-34: the body and manual skills; recovery and rest are no deeds."""
    t = scene(Hagen={"skills": {"Stealth": 1, "Courage": 1}, "hearts": 3}).rule("hunkered_skills", setting)
    t.do(c.ApplyCondition(char="Hagen", cond="hunkered"))
    minima = []
    for trait in ("logic", "strength", "stealth", "courage"):
        minima.append(t.check("Hagen", trait).state.checks[0].eff_min)
        t.do(c.CloseCheck())
    assert minima == [logic, strength, stealth, courage]
    assert t.do(c.Rest()).state.checks[0].eff_min == 5


def test_unconscious() -> None:
    """P6-82, P6R-30: no actions from now on; fainting may bring it, by house rule."""
    t = scene(Hagen={}, Thug={}).fight("Thug", "Hagen").pass_("Thug").to_turn("Hagen")
    t.do(c.ApplyCondition(char="Hagen", cond="unconscious", value=2))
    assert (t.actions("Hagen"), t.turn, t.owed) == (0, None, [("Ana", 1, "POOL")])
    for depth in range(7):
        assert hurt(6, "faint_sets_unconscious", depth).cond("Hagen", "unconscious") == depth


def test_ticking_outside_combat() -> None:
    """P6-83, P6R-32: when the GM says so; in a fight by itself."""
    t = scene(Hagen={}, Thug={}).do(c.ApplyCondition(char="Hagen", cond="bleeding"))
    t.refuses("NOT_GM").do(c.TickConditions(actor="Ana"))
    t.do(c.TickConditions(actor="Gia", chars=("Hagen",))).feed(5)
    t.fight("Hagen", "Thug", dice=(5, 1)).refuses("IN_COMBAT").do(c.TickConditions(actor="Gia"))


def test_the_order_of_conditions() -> None:
    """P6-84: dying, bleeding, poisoned, shocked, unconscious; a new one waits; some may be waived by house rule."""
    t = scene(Hagen={"attributes": {"resistance": 3, "endurance": 3, "willpower": 3}})
    for cond in ("unconscious", "shocked", "poisoned", "bleeding"):
        t.do(c.ApplyCondition(char="Hagen", cond=cond))
    t.do(c.TickConditions())
    seen = []
    while t.owed:
        seen.append(t.state.checks[0].purpose.value)
        t.feed(*[1] * t.owed[0][1])
    assert seen == ["BLEEDING", "POISONED", "SHOCKED", "UNCONSCIOUS"]
    t.do(c.TickConditions()).feed(1, 1)
    t.refuses("PENDING_ROLL").do(c.CloseCheck(actor="Ana"))
    t.rule("auto_condition_rolls", False).do(c.CloseCheck(actor="Ana"))
    assert (t.has("check_withdrawn"), t.state.checks[0].purpose) == (True, "SHOCKED")


@pytest.mark.parametrize("wounds", [0, 1, 2, 3])
def test_burning(wounds: int) -> None:
    """P6R-33: no damage by the text, some by house rule; it may hamper the senses as a whole."""
    t = scene(Hagen={}, Thug={}).rule("burning_wounds", wounds).do(c.ApplyCondition(char="Hagen", cond="burning"))
    assert t.fight("Thug", "Hagen").who("Hagen").hearts == 6 - wounds
    t.rule("burning_scope", "skill_and_attribute").check("Hagen", "apprehension")
    assert t.state.checks[0].eff_min == 6
