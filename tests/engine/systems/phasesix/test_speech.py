"""Everything said, answered, expected and remembered (rules section 4)."""

from engine.systems.phasesix.entities import Weapon
from engine.systems.phasesix.system import RULESET
from engine.systems.phasesix.words import worded
from tests.support.phasesix_table import c, scene

AXE = Weapon("Axe")
FIGHTER = {"skills": {"Hand to Hand": 2}, "weapons": (AXE,)}


def test_reminding_and_settling() -> None:
    """Dice owed are said again; optional answers can be left."""
    t = scene(Hagen={"bonus_dice": 1}, Thug={})
    t.check("Hagen", "logic")
    assert [one.text for one in RULESET.remind(t.state)] == ["Hagen, Logic: one die, five or more."]
    assert RULESET.settle(t.state) is None
    t.feed(1)
    assert [one.command for one in RULESET.expected(t.state)] == ["add_bonus_die", "close_check"]
    assert isinstance(RULESET.settle(t.state), c.CloseCheck)
    t.do(c.CloseCheck()).fight("Hagen", "Thug").pass_("Hagen").do(c.Walk(char="Thug"))
    assert {one.command for one in RULESET.expected(t.state)} >= {"react", "pass_reaction"}
    assert [one.text for one in RULESET.remind(t.state)] == ["Thug walks. Reactions, Hagen?"]


def test_undo_is_named() -> None:
    t = scene(Hagen={"attributes": {"logic": 2}}, Thug={}).check("Hagen", "logic")
    assert RULESET.summarise(t.events, t.state) == "Hagen's Logic check"
    before = t.state
    t.feed(1, 1)
    assert RULESET.summarise(t.events, before) == "Hagen's Logic roll"
    t.fight("Hagen", "Thug").do(c.Walk(actor="Ana"))
    assert RULESET.summarise(t.events, t.state) == "Hagen's walk"


def test_names_to_listen_for() -> None:
    t = scene("magic", Hagen=FIGHTER, Thug={})
    words = RULESET.vocabulary(t.state)
    ana = words.player("Ana")
    assert ana is not None
    assert (ana.character, ana.of("weapon")) == ("Hagen", ("Axe",))
    assert {("attribute", "logic"), ("skill", "Shooting"), ("foe_kind", "Ghoul"), ("fighter", "Thug")} <= set(
        words.shared
    )


def test_words_of_the_rules_are_told_from_those_of_a_table() -> None:
    """Traits a state keeps as text can be translated where the rules name them; what a table made up stays."""
    assert [worded(kept).template for kept in ("Hand to Hand", "Strength", "evasion", "tick 2", "5 dice")] == [
        "Hand to Hand",
        "strength",
        "evasion",
        "tick {number}",
        "{count} die",
    ]
    assert [worded(kept).template for kept in ("Sword Lore", "tick", "dice")] == ["", "", ""]
