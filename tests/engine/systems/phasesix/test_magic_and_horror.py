"""Magic and horror (rules 3.12, 3.13)."""

import pytest

from engine.systems.phasesix.entities import Deltas, LearnedSpell, SpellTemplate, Value
from engine.systems.phasesix.rules.spells import modified
from engine.systems.phasesix.vocabulary import Attr
from tests.support.phasesix_table import Table, c, scene, table, write

SCHOOLS = {
    **{"damage": "strength", "control": "willpower", "transmutation": "deftness", "healing": "conscientiousness"},
    **{"illusion": "quickness", "divination": "apprehension", "revocation": "logic", "summoning": "charm"},
    "enchantment": "attractiveness",
}


def mage(*spells: str, session: bool = True, **luta: object) -> Table:
    """Luta knows spells, Hagen stands by."""
    t = table("magic")
    write(t, "Luta", **{"skills": {"Spell Casting": 2}, "arcana": 4, "spell_points": 30, **luta})
    write(t, "Hagen", hearts=3)
    for spell in spells:
        t.do(c.LearnSpell(char="Luta", spell=spell, thesis="a scroll"))
    return t.do(c.StartSession()) if session else t


def test_magic_is_optional() -> None:
    """P6-85, P6-90: without the extension nobody casts or learns."""
    t = scene(Luta={})
    t.refuses("EXTENSION_OFF").do(c.CastSpell(actor="Ben"))
    t.refuses("EXTENSION_OFF").do(c.LearnSpell(actor="Ben", spell="Light", thesis="a scroll"))


def test_what_a_spell_is() -> None:
    """P6-85: school, cost, arcana, strength, range, actions and the rest are copied when it is learned."""
    spell = mage("Fire Bolt").who("Luta").spells[0]
    assert (spell.school, spell.arcana, spell.strength, spell.range_m, spell.actions) == ("damage", 2, 1, 20, 2)
    assert (spell.targets, spell.element, spell.thesis, spell.base_points) == (1, "fire", "a scroll", 3)


@pytest.mark.parametrize(("school", "attribute"), SCHOOLS.items())
def test_schools(school: str, attribute: str) -> None:
    """P6-86: each school has its attribute."""
    t = mage("Second Sight", session=False, attributes={attribute: 5})
    t.do(c.AddSpellTemplate(char="Luta", instance="second sight", template="school", value=school))
    t.do(c.StartSession()).do(c.CastSpell(actor="Ben"))
    assert t.owed == [("Ben", 7, "POOL")]


def test_learning() -> None:
    """P6-87, P6I-12, P6V-54: between sessions, with points and a thesis, the same spell again if wished."""
    t = mage("Light", "Light", session=False, spell_points=3)
    assert [spell.label for spell in t.who("Luta").spells] == ["Light", "Light 2"]
    t.refuses("NO_THESIS").do(c.LearnSpell(actor="Ben", spell="Light"))
    t.refuses("INSUFFICIENT_SPELL_POINTS").do(c.LearnSpell(actor="Ben", spell="Fire Bolt", thesis="a scroll"))
    t.do(c.StartSession()).refuses("SESSION_IN_PROGRESS").do(c.LearnSpell(actor="Ben", spell="Light", thesis="x"))


def test_forgetting() -> None:
    """P6-88, P6R-44, P6V-54: between sessions, templates refunded too unless the house says otherwise."""
    for refund, spent in (("all", 0), ("spell_only", 5)):
        t = mage("Light", session=False).rule("forget_refund", refund)
        t.do(c.AddSpellTemplate(actor="Ben", instance="light", template="twin"))
        assert t.do(c.ForgetSpell(actor="Ben", instance="light")).who("Luta").sp_spent == spent
    mage("Light").refuses("SESSION_IN_PROGRESS").do(c.ForgetSpell(actor="Ben", instance="light"))


def test_modifying() -> None:
    """P6-89, P6R-44: between sessions; what is below one is not raised."""
    t = mage("Light", session=False)
    t.refuses("BAD_VALUE").do(c.AddSpellTemplate(actor="Ben", instance="light", template="affinity"))
    t.do(c.AddSpellTemplate(actor="Ben", instance="light", template="affinity", value="frost"))
    t.do(c.AddSpellTemplate(actor="Ben", instance="light", template="shape", value="a ball"))
    assert (t.who("Luta").spells[0].element, t.who("Luta").spells[0].shape) == ("frost", "a ball")
    t.do(c.StartSession())
    t.refuses("SESSION_IN_PROGRESS").do(c.AddSpellTemplate(actor="Ben", instance="light", template="fast"))
    t.rule("spell_template_timing", "any").do(c.AddSpellTemplate(actor="Ben", instance="light", template="fast"))
    free = LearnedSpell("Spark", "Spark", "damage", "", 1, 1, 0, 1, 0, 0, 1)
    assert modified(free, SpellTemplate("easy", 5, arcana=-1), "").arcana == 0


def test_casting() -> None:
    """P6-12, P6-90, P6-91, P6I-15: arcana, actions, range; paid whether or not it works; nothing without dice."""
    mage("Energy Bolt", skills={"Spell Casting": -3}).refuses("POOL_EMPTY").do(c.CastSpell(actor="Ben"))
    t = mage("Energy Bolt", "Simple Heal")
    t.refuses("BAD_VALUE").do(c.CastSpell(actor="Ben"))
    t.refuses("OUT_OF_RANGE").do(c.CastSpell(actor="Ben", instance="bolt", targets=("Hagen",), distance=21))
    t.refuses("BAD_VALUE").do(c.CastSpell(actor="Ben", instance="bolt", targets=("Hagen", "Luta")))
    t.do(c.CastSpell(actor="Ben", instance="energy bolt", targets=("Hagen",), distance=20)).feed(1, 1, 1)
    assert (t.has("spell_fizzled"), t.who("Luta").arcana.now) == (True, 3)
    for _ in range(3):
        t.do(c.CastSpell(actor="Ben", instance="heal", targets=("Hagen",))).feed(1, 1, 1)
    t.refuses("NO_ARCANA").do(c.CastSpell(actor="Ben", instance="heal", targets=("Hagen",)))


def test_casting_on_oneself_alone() -> None:
    """P6-90: range nothing is the caster alone."""
    t = mage("Second Sight")
    t.refuses("OUT_OF_RANGE").do(c.CastSpell(actor="Ben", targets=("Hagen",)))
    assert t.do(c.CastSpell(actor="Ben")).feed(5, 5, 1).event("spell_cast").targets == ("Luta",)


def test_casting_in_combat() -> None:
    """P6-90: it takes the spell's actions; as a rider or a reaction only with one of them."""
    t = mage("Energy Bolt", "Light").fight("Luta", "Hagen")
    t.do(c.Walk(actor="Ben"))
    t.refuses("NO_ACTIONS").do(c.CastSpell(actor="Ben", instance="bolt"))
    t.refuses("NO_RIDER").do(c.CastSpell(actor="Ben", instance="bolt", as_rider=True))
    t.do(c.CastSpell(actor="Ben", instance="light", as_rider=True))
    assert (t.actions("Luta"), t.state.checks[0].eff_min) == (1, 7)
    t.feed(1, 1, 1).pass_("Luta").do(c.Walk(actor="Ana"))
    t.refuses("TOO_COSTLY").do(c.React(actor="Ben", deed="cast", spell="bolt"))
    t.do(c.React(actor="Ben", deed="cast", spell="light"))
    assert t.owed == [("Ben", 3, "POOL")]


def test_the_effect() -> None:
    """P6-92: healing gives strength plus successes, hearts or boosts as the house says."""
    t = mage("Simple Heal").rule("magic_heals", "boosts").do(c.CastSpell(actor="Ben", targets=("Hagen",)))
    assert t.feed(5, 1, 1).who("Hagen").boosts == 2


def test_artifacts_are_items() -> None:
    """P6-93: carried and used like any other."""
    t = mage().do(c.Equip(actor="Ben", thing="simple healing potion")).do(c.UseObject(actor="Ben", item="potion"))
    assert t.owed == [("Ben", 1, "EFFECT")]


@pytest.mark.parametrize("rate", [1, 2, 3])
def test_blood_magic(rate: int) -> None:
    """P6-8, P6R-45: wounds instead of arcana, at the house's rate."""
    t = table("magic").rule("blood_rate", rate).do(c.CreateCharacter(actor="Ben", name="Luta"))
    t.do(c.TakeTemplate(actor="Ben", template="blood magic")).do(c.LearnSpell(actor="Ben", spell="Light", thesis="x"))
    t.do(c.WriteSheet(char="Luta", skills=(Value("Spell Casting", 1),))).do(c.CastSpell(actor="Ben"))
    assert (t.who("Luta").hearts, t.owed) == (6 - rate, [("Ben", 2, "POOL")])


def horror(**hagen: object) -> Table:
    return scene("horror", Hagen=hagen, Luta={})


def test_stress() -> None:
    """P6-94, P6I-14: up to the maximum, then a tick and none; the GM says how much."""
    t = horror()
    t.refuses("NOT_GM").do(c.AddStress(actor="Ana", chars=("Hagen",)))
    t.do(c.AddStress(actor="Gia", count=3, reason="a thing with too many eyes"))
    assert [t.who(name).stress for name in ("Hagen", "Luta")] == [3, 3]
    t.do(c.ReduceStress(actor="Gia", char="Hagen", count=5))
    assert t.who("Hagen").stress == 0
    scene(Hagen={}).refuses("EXTENSION_OFF").do(c.AddStress())


def test_stress_carried_over() -> None:
    """P6R-41, P6V-55: the last point is a tick; what is beyond it is lost, or carried by house rule."""
    t = horror(stress=6).do(c.AddStress(chars=("Hagen",)))
    assert (t.who("Hagen").stress, t.who("Hagen").ticks) == (7, ())
    for more in (1, 5):
        t = horror(stress=7).do(c.AddStress(chars=("Hagen",), count=more))
        assert (t.who("Hagen").stress, len(t.who("Hagen").ticks)) == (0, 1)
    t = horror(stress=6).rule("stress_overflow", "carry").do(c.AddStress(chars=("Hagen",), count=11))
    assert (t.who("Hagen").stress, len(t.who("Hagen").ticks)) == (1, 2)


def test_ticks() -> None:
    """P6-95, P6R-42: read off the tables by the GM, with what they change, until therapy."""
    t = horror(stress=7)
    t.refuses("BAD_VALUE").do(c.RecordTick(actor="Gia", char="Hagen", text="afraid of water"))
    t.do(c.AddStress(chars=("Hagen",)))
    assert t.who("Hagen").ticks[0].pending
    change = Deltas(attributes=(Value("willpower", -1),))
    t.do(c.RecordTick(actor="Gia", char="Hagen", text="afraid of water", deltas=change))
    assert t.who("Hagen").attr(Attr.WILLPOWER) == 0
    t.refuses("NEEDS_THERAPY").do(c.RemoveTick(actor="Gia", char="Hagen"))
    t.do(c.RemoveTick(actor="Gia", char="Hagen", tick="water", therapy=True))
    assert (t.who("Hagen").attr(Attr.WILLPOWER), t.who("Hagen").ticks) == (1, ())
    t.refuses("BAD_VALUE").do(c.RemoveTick(actor="Gia", char="Hagen", therapy=True))


def test_the_maximum_of_stress() -> None:
    """P6-96, P6R-40: the lineage's, or six for all; templates change either."""
    t = horror(stress=5).rule("max_stress_source", "horror_chapter").do(c.AddStress(chars=("Hagen",)))
    assert len(t.who("Hagen").ticks) == 1
    t = table("horror").do(c.CreateCharacter(actor="Ana", name="Hagen"))
    t.do(c.TakeTemplate(actor="Ana", template="seen things")).do(c.AddStress(chars=("Hagen",), count=9))
    assert (t.who("Hagen").stress, t.who("Hagen").ticks) == (9, ())
