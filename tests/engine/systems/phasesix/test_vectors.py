"""The worked examples of the rules document, one test each."""

import pytest

from engine.systems.phasesix.derived import deviation, pool_chance, success_chance
from engine.systems.phasesix.entities import Knowledge, Value, Weapon
from engine.systems.phasesix.rules.movement import reach
from engine.systems.phasesix.traits import trait_of
from engine.systems.phasesix.vocabulary import DeedKind, Mode
from tests.support.phasesix_table import Table, c, scene, table, write

BURST_GUN = Weapon("Rifle", "firearm", 20, modes=(Mode.SINGLE, Mode.SEMI, Mode.BURST, Mode.FULL_AUTO))
SEMI_GUN = Weapon("Carbine", "firearm", 20, modes=(Mode.SINGLE, Mode.SEMI), default_mode=Mode.SEMI)


def hero(**sheet: object) -> Table:
    return scene(Hagen=sheet)


def test_v1_the_door() -> None:
    """P6V-1: four dice, four successes, nothing is rolled on. P6V-1b: one success is enough."""
    t = hero(attributes={"strength": 4}).check("Hagen", "Strength").feed(5, 6, 5, 6)
    assert (t.last.successes, t.last.success, t.owed) == (4, True, [])
    t.check("Hagen", "strength").feed(1, 5, 2, 3)
    assert (t.last.successes, t.last.success) == (1, True)


def test_v2_courage_and_chains() -> None:
    """P6-17, P6V-2: wave by wave in die order; 13 is no 14, eight dice in all. P6V-2b: 14 is."""
    t = hero(skills={"Courage": 5}).check("Hagen", "Courage", 9).feed(4, 2, 6, 6, 1)
    assert t.owed == [("Ana", 2, "EXPLODE")]
    t.feed(6, 1)
    assert [die.faces for die in t.state.checks[0].dice] == [(4,), (2,), (6, 6), (6, 1), (1,)]
    t.feed(1)
    assert (t.last.successes, t.last.success, t.last.best) == (0, False, 13)
    t.check("Hagen", "valor", 9).feed(4, 2, 6, 6, 1, 6, 1, 2)
    assert (t.last.success, t.last.best) == (True, 14)


@pytest.mark.parametrize(("face", "success"), [(4, True), (3, False)])
def test_v3_a_destiny_die_after_the_failure(face: int, success: bool) -> None:
    """P6V-3: 4 succeeds whatever the difficulty. P6V-3b: 3 does not."""
    t = hero(skills={"Courage": 5}, destiny_dice=1).check("Hagen", "Courage", 9).feed(4, 2, 6, 6, 1, 6, 1, 1)
    t.do(c.AddDestinyDie(actor="Ana")).feed(face)
    assert (t.last.success, t.who("Hagen").destiny.now) == (success, 0)


def test_v4_knowledge_adds_to_its_skill() -> None:
    """P6-5, P6V-4: Etiquette 3 with Communication 2 is a pool of 5."""
    t = hero(skills={"Communication": 2}, knowledge=(Knowledge("Etiquette", "Communication", 3),))
    assert t.check("Hagen", "etiquette").owed == [("Ana", 5, "POOL")]


def luta(wounds: int) -> Table:
    t = table("magic")
    write(t, "Luta", skills={"Spell Casting": 1}, attributes={"conscientiousness": 5}, arcana=2, spell_points=4)
    write(t, "Hagen")
    t.do(c.LearnSpell(char="Luta", spell="Simple Heal", thesis="a prayer book"))
    return t.do(c.StartSession()).do(c.TakeWounds(char="Hagen", count=wounds))


def test_v5_luta_heals() -> None:
    """P6-92, P6V-5: two successes and strength 1 heal three hearts. P6V-5b: no more than empty. P6V-5c: paid anyway."""
    t = luta(4).do(c.CastSpell(actor="Ben", targets=("Hagen",)))
    assert t.owed == [("Ben", 6, "POOL")]
    t.feed(3, 4, 5, 5, 3, 1)
    assert (t.event("spell_cast").power, t.who("Hagen").hearts, t.who("Luta").arcana.now) == (3, 5, 1)
    t = luta(2).do(c.CastSpell(actor="Ben", targets=("Hagen",))).feed(3, 4, 5, 5, 3, 1)
    assert t.who("Hagen").hearts == 6
    t = luta(2).do(c.CastSpell(actor="Ben", targets=("Hagen",))).feed(1, 2, 3, 4, 1, 2)
    assert t.has("spell_fizzled")
    assert (t.who("Hagen").hearts, t.who("Luta").arcana.now) == (4, 1)


@pytest.mark.parametrize(
    ("difficulty", "faces", "success"),
    [(4, (6, 3), True), (4, (6, 2), False), (9, (6, 6, 2), True), (9, (6, 6, 1), False), (2, (6, 1), True)],
)
def test_v7_to_v9_single_dice(difficulty: int, faces: tuple[int, ...], success: bool) -> None:
    """P6V-7 (9 or more), P6V-8 (14 or more), P6V-9 (7 or more)."""
    assert hero().check("Hagen", "logic", difficulty).feed(*faces).last.success is success


def test_v7_to_v9_chances() -> None:
    """P6V-7, P6V-8, P6V-9: the chances that go with them."""
    assert float(success_chance(9)) == pytest.approx(1 / 9)
    assert success_chance(14) * 216 == 5
    assert float(pool_chance(5, 14)) == pytest.approx(0.1105, abs=1e-4)
    assert success_chance(7) == success_chance(6)


def test_v10_extra_dice_stand_for_a_negative_pool() -> None:
    """P6V-10: exactly the two bonus dice are rolled; without them there is no roll."""
    t = hero(skills={"Courage": -3}, bonus_dice=2).check("Hagen", "courage")
    t.refuses("POOL_EMPTY").do(c.RollCheck(actor="Ana"))
    t.do(c.RollCheck(actor="Ana", bonus=2))
    assert t.owed == [("Ana", 2, "POOL")]
    t.feed(5, 2)
    assert (t.last.successes, t.who("Hagen").bonus.now) == (1, 0)


def test_v15_a_group_roll() -> None:
    """P6V-15: 2 + 2 + 0 successes make the 4 required."""
    t = scene(Hagen={"attributes": {"apprehension": 3}}, Luta={"attributes": {"apprehension": 2}})
    write(t, "Mira", attributes={"apprehension": 0})
    t.do(c.RequestGroupCheck(trait="Apprehension", required=4)).feed(5, 6, 1, 5, 5)
    assert (t.event("group_check_resolved").total, t.event("group_check_resolved").success) == (4, True)


def test_v17_initiative() -> None:
    """P6V-17: 17, then three sevens by Quickness and Deftness."""
    t = scene(
        Hagen={"attributes": {"quickness": 3}},
        Luta={"attributes": {"quickness": 2, "deftness": 3}},
        Thief={"attributes": {"quickness": 4}},
        Guard={"attributes": {"quickness": 2, "deftness": 1}},
    )
    t.fight("Hagen", "Luta", "Thief", "Guard", dice=(6, 6, 2, 5, 3, 5))
    order = [(one.name, one.score) for one in t.state.combat.combatants]
    assert order == [("Hagen", 17), ("Thief", 7), ("Luta", 7), ("Guard", 7)]


def swing(hits: int = 1, **target: object) -> Table:
    """A thug with a club attacks Hagen and hits so often; Hagen has not had priority yet."""
    t = scene(Thug={"skills": {"Hand to Hand": 3}, "weapons": (Weapon("Club"),)}, Hagen=target).fight("Thug", "Hagen")
    return t.do(c.Attack(char="Thug", target="Hagen")).feed(*([5] * hits + [1] * (3 - hits)))


def test_v18_nobody_has_actions_at_first() -> None:
    """P6V-18: no reaction before the first priority, unless an action is bought."""
    t = swing(bonus_dice=1)
    t.refuses("NO_ACTIONS").do(c.Evade(actor="Ana"))
    t.do(c.BuyAction(actor="Ana")).do(c.Evade(actor="Ana")).feed(5)
    assert t.has("evaded")


def test_v19_refresh() -> None:
    """P6V-19: kept and bought actions are overwritten by the next priority."""
    t = scene(Hagen={"bonus_dice": 1}, Thug={}).fight("Hagen", "Thug")
    t.do(c.Walk(actor="Ana", metres=1)).do(c.BuyAction(actor="Ana"))
    assert t.actions("Hagen") == 2
    t.pass_("Hagen", "Thug")
    assert (t.turn, t.actions("Hagen")) == ("Hagen", 2)


def test_v21_stealing_from_whoever_acts() -> None:
    """P6V-21: the action is gone now; with none left there is nothing to steal."""
    t = scene(Thug={}, Hagen={"destiny_dice": 2}).fight("Thug", "Hagen")
    t.do(c.Walk(char="Thug")).do(c.CloseReactions()).do(c.StealAction(actor="Ana"))
    assert (t.actions("Thug"), t.actions("Hagen")) == (0, 1)
    t.refuses("NOTHING_TO_STEAL").do(c.StealAction(actor="Ana"))


def gunner(weapon: Weapon = BURST_GUN, shooting: int = 4, **more: object) -> Table:
    sheet = {"skills": {"Shooting": shooting}, "weapons": (weapon,), **more}
    return scene(Hagen=sheet, Thug={"max_health": 20}).fight("Hagen", "Thug")


@pytest.mark.parametrize(
    ("weapon", "mode", "dice"),
    [
        (BURST_GUN, "burst", 4),
        (BURST_GUN, None, 4),
        (BURST_GUN, "single", 5),
        (BURST_GUN, "semi", 6),
        (BURST_GUN, "full_auto", 8),
        (SEMI_GUN, "semi", 4),
    ],
)
def test_v23_fire_modes(weapon: Weapon, mode: str | None, dice: int) -> None:
    """P6V-23: dice of each mode."""
    assert gunner(weapon).do(c.Attack(actor="Ana", mode=mode)).owed == [("Ana", dice, "POOL")]


def test_v25_and_v26_cover_and_the_whole_chain() -> None:
    """P6V-25: two of four hits are stopped by cover. P6V-26: 2 - 1 = 1 hit, two wounds and a bonus wound."""
    gun = Weapon("Gun", "firearm", 20, "2", 1, 1)
    sheet = {"skills": {"Shooting": 4}, "weapons": (gun,)}
    t = scene(Hagen=sheet, Thug={"protection": 2}).fight("Hagen", "Thug")
    t.do(c.Attack(actor="Ana", cover=5)).feed(5, 5, 6, 6)
    assert t.owed == [("Gia", 4, "POOL")]
    t.feed(5, 2, 6, 4)
    assert (t.event("cover_rolled").removed, t.event("cover_rolled").left) == (2, 2)
    dealt = t.event("wounds_dealt")
    assert (dealt.through, dealt.wounds, t.who("Thug").hearts) == (1, 3, 3)


@pytest.mark.parametrize(("face", "hearts"), [(5, 6), (4, 3)])
def test_v31_evading(face: int, hearts: int) -> None:
    """P6V-31: all or nothing, the action is spent either way."""
    t = scene(Thug={"skills": {"Hand to Hand": 3}, "weapons": (Weapon("Club"),)}, Hagen={}).fight("Hagen", "Thug")
    t.do(c.Walk(actor="Ana")).pass_("Hagen").do(c.Attack(char="Thug")).feed(5, 5, 5)
    t.do(c.Evade(actor="Ana")).feed(face)
    assert (t.who("Hagen").hearts, t.actions("Hagen")) == (hearts, 0)


def test_v31_from_behind() -> None:
    """P6V-31: nobody dodges what they cannot see."""
    t = scene(Thug={"skills": {"Hand to Hand": 3}, "weapons": (Weapon("Club"),)}, Hagen={}).fight("Hagen", "Thug")
    t.pass_("Hagen").do(c.Attack(char="Thug", from_behind=True)).feed(5, 5, 5)
    t.refuses("CANNOT_PERCEIVE").do(c.Evade(actor="Ana"))


@pytest.mark.parametrize(("clock", "metres", "offset"), [(12, 2, (0, 2)), (6, 5, (0, -5)), (1, 6, (3.0, 5.196))])
def test_v34_more_deviation(clock: int, metres: int, offset: tuple[float, float]) -> None:
    """P6V-34: beyond, short, and in between."""
    assert deviation(clock, metres) == pytest.approx(offset, abs=1e-3)


def test_v35_hearts_and_boosts() -> None:
    """P6-68, P6I-2, P6V-35: a boost goes first, healing fills hearts only."""
    t = hero().do(c.TakeWounds(char="Hagen", count=2))
    assert (t.who("Hagen").hearts, t.who("Hagen").boosts) == (4, 0)
    t.do(c.GiveBoost(char="Hagen"))
    assert (t.who("Hagen").hearts, t.who("Hagen").boosts) == (4, 1)
    t.do(c.TakeWounds(char="Hagen", count=2))
    assert (t.who("Hagen").hearts, t.who("Hagen").boosts) == (3, 0)
    assert t.do(c.Heal(char="Hagen", count=9)).who("Hagen").hearts == 6


def test_v36_fainting() -> None:
    """P6-69, P6V-36: nothing left means fainted and dying, kept actions are lost."""
    t = scene(Hagen={"hearts": 1, "boosts": 1}, Thug={}).fight("Hagen", "Thug")
    assert t.actions("Hagen") == 2
    t.do(c.TakeWounds(char="Hagen", count=2))
    assert (t.who("Hagen").fainted, t.cond("Hagen", "dying"), t.actions("Hagen")) == (True, 1, 0)


@pytest.mark.parametrize(
    ("cond", "attribute", "faces", "value", "hearts"),
    [
        ("bleeding", "endurance", (1, 3), 2, 4),
        ("bleeding", "endurance", (5, 1), 2, 6),
        ("unconscious", "willpower", (5, 5, 1), 0, 6),
        ("unconscious", "willpower", (5, 1, 1), 2, 6),
    ],
)
def test_v40_and_v42_conditions(cond: str, attribute: str, faces: tuple[int, ...], value: int, hearts: int) -> None:
    """P6V-40: a wound for each level, unless Endurance holds. P6V-42: deep sleep needs as many successes."""
    t = hero(attributes={attribute: len(faces)}).do(c.ApplyCondition(char="Hagen", cond=cond, value=2))
    t.do(c.TickConditions()).feed(*faces)
    assert (t.cond("Hagen", cond), t.who("Hagen").hearts) == (value, hearts)


def test_v41_shocked() -> None:
    """P6V-41: shock takes dice from its own recovery."""
    t = hero(attributes={"endurance": 3}).do(c.ApplyCondition(char="Hagen", cond="shocked", value=2))
    t.do(c.TickConditions())
    assert t.owed == [("Ana", 1, "POOL")]
    assert t.feed(5).cond("Hagen", "shocked") == 1


def test_v43_poisoned() -> None:
    """P6V-43: 7 or more cannot be reached in combat, outside it can."""
    t = scene(Hagen={"attributes": {"resistance": 3}}, Thug={})
    t.do(c.ApplyCondition(char="Hagen", cond="poisoned", value=2)).fight("Hagen", "Thug")
    assert t.state.checks[0].eff_min == 7
    assert t.feed(6, 6, 6).cond("Hagen", "poisoned") == 2
    t.do(c.EndCombat()).do(c.TickConditions()).feed(6, 6, 6, 1, 1, 1)
    assert t.event("condition_rolled").successes == 3
    assert t.cond("Hagen", "poisoned") == 0


def test_v44_hunkered() -> None:
    """P6V-44: harder to shoot from, and cover at 6 or more."""
    t = gunner().do(c.Hunker(actor="Ana")).do(c.Attack(actor="Ana"))
    assert t.state.checks[0].eff_min == 6
    t = gunner().do(c.ApplyCondition(char="Thug", cond="hunkered")).do(c.Attack(actor="Ana")).feed(5, 5, 1, 1)
    assert (t.owed, t.state.checks[0].eff_min) == ([("Gia", 2, "POOL")], 6)


def test_v46_distances() -> None:
    """P6V-46: walking 4, running 7, crawling 3, or 2 rounded down."""
    t = hero(attributes={"quickness": 3})
    kinds = (DeedKind.WALK, DeedKind.RUN, DeedKind.CRAWL)
    assert [reach(t.who("Hagen"), kind, t.state.house_rules) for kind in kinds] == [4, 7, 3]
    t.rule("half_rounding", "down")
    assert reach(t.who("Hagen"), DeedKind.CRAWL, t.state.house_rules) == 2


@pytest.mark.parametrize(
    ("sheet", "faces", "now"),
    [
        (
            {"hearts": 2, "attributes": {"resistance": 2, "endurance": 3, "willpower": 4}},
            (5, 6, 1, 2, 3, 4, 5, 1, 2),
            (5, 0),
        ),
        ({"stress": 3, "attributes": {"willpower": 4, "logic": 1}}, (5, 5, 1, 1, 2), (6, 1)),
    ],
)
def test_v47_and_v49_rest(sheet: dict[str, object], faces: tuple[int, ...], now: tuple[int, int]) -> None:
    """P6V-47: nine dice, three hearts. P6V-49: five dice, two successes take two stress."""
    t = scene("horror", Hagen=sheet).do(c.Rest())
    assert t.owed == [("Ana", len(faces), "POOL")]
    who = t.feed(*faces).who("Hagen")
    assert (who.hearts, who.stress) == now


def test_v48_rest_brings_arcana() -> None:
    """P6V-48: three successes, two arcana."""
    t = scene("magic", Hagen={"attributes": {"charm": 1, "conscientiousness": 5, "willpower": 4}, "arcana": 2})
    t.do(c.CorrectState(char="Hagen", path="arcana", value=0, reason="spent before")).do(c.Rest())
    t.feed(6, 6, 1, 1, 2, 3, 4, 5, 2, 3)
    assert (t.event("rest_rolled").successes, t.who("Hagen").arcana.now) == (3, 2)


def test_v50_templates() -> None:
    """P6V-50: what the two templates of the rules bring, and what one of them needs."""
    t = table().do(c.CreateCharacter(name="Hagen", player="Ana"))
    t.refuses("MISSING_REQUIREMENT").do(c.TakeTemplate(actor="Ana", template="Military Academy"))
    t.do(c.TakeTemplate(actor="Ana", template="Trivium"))
    knowledge = {(one.name, one.value) for one in t.who("Hagen").knowledge}
    assert knowledge == {("General Knowledge", 2), ("Reading and Writing", 2), ("Rhetoric", 2)}
    assert (t.who("Hagen").bonus.now, t.who("Hagen").skills) == (1, (Value("Communication", 3),))
    t.do(c.TakeTemplate(actor="Ana", template="soldier"))
    shooting, fists = (trait_of(t.state, t.who("Hagen"), skill).value for skill in ("Shooting", "Hand to Hand"))
    t.do(c.TakeTemplate(actor="Ana", template="Military Academy"))
    who = t.who("Hagen")
    values = {skill: trait_of(t.state, who, skill).value for skill in ("Shooting", "Hand to Hand", "Intimidation")}
    assert values == {"Shooting": shooting + 1, "Hand to Hand": fists + 1, "Intimidation": 1}
    assert (who.destiny.now, who.knowledge[-1].value, who.career_points) == (1, 2, 50 - 12 - 10 - 12)


def test_v53_spell_templates() -> None:
    """P6V-53: thirty points of changes."""
    t = table("magic")
    write(t, "Luta", spell_points=40)
    t.do(c.LearnSpell(char="Luta", spell="Illusion", thesis="a mirror"))
    before = t.who("Luta").spells[0]
    assert (before.arcana, before.strength, before.actions, before.range_m) == (2, 1, 2, 20)
    for template in (*["powerful"] * 2, *["easy"] * 3, *["fast"] * 2, "long range", "twin"):
        t.do(c.AddSpellTemplate(char="Luta", instance="illusion", template=template))
    spell = t.who("Luta").spells[0]
    assert (spell.strength, spell.arcana, spell.actions) == (3, 1, 1)
    assert (spell.range_m, spell.targets) == (before.range_m + 20, before.targets + 1)
    assert spell.points - spell.base_points == 30
