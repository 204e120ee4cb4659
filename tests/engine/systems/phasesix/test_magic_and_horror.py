"""Magic and horror (rules 3.12, 3.13)."""

from engine.systems.phasesix.entities import LearnedSpell, SpellTemplate
from engine.systems.phasesix.rules.spells import modified
from tests.support.phasesix_table import Table, c, scene, table, write


def mage(*spells: str, session: bool = True, **luta: object) -> Table:
    """Luta knows spells, Hagen stands by."""
    t = table("magic")
    write(t, "Luta", **{"skills": {"Spell Casting": 2}, "arcana": 4, "spell_points": 30, **luta})
    write(t, "Hagen", hearts=3)
    for spell in spells:
        t.do(c.LearnSpell(char="Luta", spell=spell, thesis="a scroll"))
    return t.do(c.StartSession()) if session else t


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


def horror(**hagen: object) -> Table:
    return scene("horror", Hagen=hagen, Luta={})
