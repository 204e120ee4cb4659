"""Everything said, answered, expected and remembered (rules section 4)."""

from typing import Any

import pytest

from engine.systems.phasesix.answers import TOPICS
from engine.systems.phasesix.entities import Weapon
from engine.systems.phasesix.system import RULESET
from engine.systems.phasesix.words import worded
from tests.support.phasesix_table import Table, c, scene, table

AXE = Weapon("Axe")
FIGHTER = {"skills": {"Hand to Hand": 2}, "weapons": (AXE,)}


def told(t: Table, command: Any) -> list[str]:
    """Sentences said about a command, details left out."""
    before = t.state
    t.do(command)
    return [spoken.text for spoken in RULESET.say(before, t.events, t.state) if spoken.weight >= 2]


def told_dice(t: Table, *faces: int) -> list[str]:
    before = t.state
    t.feed(*faces)
    return [spoken.text for spoken in RULESET.say(before, t.events, t.state) if spoken.weight >= 2]


def test_a_check() -> None:
    """P6-10, P6-21: dice and minimum, then successes, then what is left."""
    t = scene(Hagen={"attributes": {"logic": 3}, "bonus_dice": 1, "rerolls": 2})
    assert told(t, c.RequestCheck(trait="logic", difficulty=1)) == ["Hagen, Logic: three dice, six or more."]
    assert told_dice(t, 1, 2, 3) == [
        "Hagen: no successes. One bonus die or two rerolls left; add dice or keep the roll?"
    ]
    assert told(t, c.AddBonusDie(actor="Ana")) == ["Hagen: one die more."]
    assert told_dice(t, 6) == ["Hagen: one success."]


def test_sixes_and_destiny() -> None:
    """P6-15, P6-19: what is thrown next is said."""
    t = scene(Hagen={"attributes": {"logic": 2}, "destiny_dice": 1})
    t.do(c.RequestCheck(trait="logic", difficulty=9))
    t.do(c.RollCheck(actor="Ana", destiny=1))
    assert told_dice(t, 6, 6) == ["Two sixes again."]
    assert told_dice(t, 1, 2) == ["Destiny die?"]


def test_a_group_roll() -> None:
    """P6-25: the sum of what was required."""
    t = scene(Hagen={}, Luta={})
    t.do(c.RequestGroupCheck(actor="Gia", trait="logic", required=2))
    assert told_dice(t, 5, 5) == ["Together two successes of two."]


def test_a_fight() -> None:
    """Section 4: order with scores, rounds, priority, kept actions, reactions, defence."""
    t = scene(Hagen=FIGHTER, Thug=FIGHTER)
    assert told(t, c.StartCombat())[-1] == "Initiative: one die each, sixes again."
    assert told_dice(t, 5, 2) == ["Order: Hagen six, Thug three.", "Round one.", "Hagen has priority, two actions."]
    assert told(t, c.PassPriority(actor="Ana")) == ["Hagen keeps two.", "Thug has priority, two actions."]
    t.do(c.Attack(char="Thug"))
    assert told_dice(t, 5, 5) == ["Hagen: evade, parry, or take two hits?"]
    assert told(t, c.Evade(actor="Ana")) == ["Hagen, evasion: one die, five or more."]
    assert told_dice(t, 1) == ["Hagen does not evade.", "Hagen: two wounds, four hearts left."]


def test_reactions() -> None:
    t = scene(Hagen=FIGHTER, Thug=FIGHTER).fight("Hagen", "Thug").pass_("Hagen")
    assert told(t, c.Walk(char="Thug")) == ["Thug walks. Reactions, Hagen?"]
    assert "Hagen reacts." in told(t, c.React(actor="Ana", deed="attack"))


def test_fainting_and_dying() -> None:
    """Section 4: dying with the successes needed; a turn that cannot be taken."""
    t = scene(Hagen={"attributes": {"resistance": 2}}, Thug={})
    said = told(t, c.TakeWounds(char="Hagen", count=6))
    assert said == ["Hagen: six wounds.", "Hagen faints.", "Hagen: dying one, one success needed."]
    t.do(c.TickConditions())
    assert told_dice(t, 1, 2) == ["Hagen: dying two, two successes needed."]
    t.fight("Thug", "Hagen", dice=(5, 1, 5, 1))
    assert "Hagen cannot act." in told(t, c.PassPriority(char="Thug"))


def test_full_auto() -> None:
    """Section 4: the shooter is out until the next round."""
    gun = Weapon("Gun", "firearm", 20, modes=("semi", "full_auto"))  # type: ignore[arg-type]
    t = scene(Hagen={"skills": {"Shooting": 1}, "weapons": (gun,), "actions": 1}, Thug={}).fight("Hagen", "Thug")
    said = told(t, c.Attack(actor="Ana", mode="full auto"))
    assert "Hagen is done this round." in said


def test_rest_casting_and_ticks() -> None:
    """Section 4: results for each character, power, ticks."""
    t = scene("horror", Hagen={"hearts": 5, "stress": 7})
    assert told(t, c.AddStress(chars=("Hagen",))) == ["Hagen's stress is zero.", "Hagen gains a tick."]
    t.do(c.Rest())
    assert told_dice(t, 5, 1, 1) == ["Hagen: hearts six."]


def test_powerless() -> None:
    """P6-12: without natural dice the extra ones are offered."""
    t = scene(Hagen={"bonus_dice": 1, "attributes": {"logic": -1}})
    said = told(t, c.RequestCheck(trait="logic"))
    assert said == ["Hagen has no dice for Logic. One bonus die left; add dice or keep the roll?"]


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


def test_narration() -> None:
    """Section 4: whose turn it is, with actions left and who follows."""
    t = scene(Hagen={}, Thug={})
    assert (RULESET.narration(t.state).holder, RULESET.narration(t.state).kind) == ("Gia", "FREE")
    t.check("Hagen", "logic")
    assert (RULESET.narration(t.state).holder, RULESET.narration(t.state).kind) == ("Ana", "CHECK")
    t.feed(5).fight("Hagen", "Thug")
    view = RULESET.narration(t.state)
    assert (view.holder, view.kind, view.actions, view.order) == ("Ana", "PRIORITY", 2, ("Gia",))
    t.pass_("Hagen").do(c.Walk(char="Thug"))
    assert RULESET.narration(t.state).kind == "REACTIONS"
    assert RULESET.narration(table().state).kind == "BETWEEN"


@pytest.mark.parametrize("topic", sorted(TOPICS))
def test_every_question_is_answered(topic: str) -> None:
    quiet = scene("magic", "horror", Hagen={**FIGHTER, "bonus_dice": 1}, Thug=FIGHTER)
    fight = scene("magic", "horror", Hagen={**FIGHTER, "bonus_dice": 1}, Thug=FIGHTER).fight("Hagen", "Thug")
    fight.check("Hagen", "logic")
    for t in (quiet, fight):
        for name in (None, "Hagen", "Ana", "Nobody"):
            assert t.ask(topic, name, "Hand to Hand").endswith((".", "?"))


def test_answers_tell_what_is_so() -> None:
    t = scene("horror", Hagen={**FIGHTER, "bonus_dice": 1, "stress": 2, "attributes": {"quickness": 2}}, Thug=FIGHTER)
    t.do(c.TakeWounds(char="Hagen")).do(c.ApplyCondition(char="Hagen", cond="bleeding", value=2))
    assert t.ask("hearts", "Ana") == "Hagen: five of six hearts."
    assert t.ask("conditions") == "Hagen is bleeding two."
    assert t.ask("bonus dice", "Hagen") == "Hagen has one bonus die."
    assert t.ask("stress", "Hagen") == "Hagen has two stress, a tick at eight."
    assert t.ask("trait", "Hagen", "hand") == "Hagen has two dice on Hand to Hand."
    assert t.ask("distance", "Hagen") == "Hagen walks three, runs five and crawls two metres."
    assert t.ask("weather").startswith("You can ask about")
    t.check("Hagen", "logic")
    assert t.ask("odds") == "Hagen has about 33 percent for a success."
    assert t.ask("dice") == "Ana rolls one for Logic."


def test_undo_is_named() -> None:
    t = scene(Hagen={"attributes": {"logic": 2}}, Thug={}).check("Hagen", "logic")
    assert RULESET.summarise(t.events, t.state) == "Hagen's Logic check"
    before = t.state
    t.feed(1, 1)
    assert RULESET.summarise(t.events, before) == "Hagen's Logic roll"
    t.fight("Hagen", "Thug").do(c.Walk(actor="Ana"))
    assert RULESET.summarise(t.events, t.state) == "Hagen's walk"


def test_the_tally() -> None:
    t = scene("horror", Hagen={"bonus_dice": 1, "boosts": 1}, Luta={}).do(c.DeclareDead(char="Luta"))
    assert RULESET.tally(t.state) == ("Hagen: 6 of 6 hearts, 1 boost, bonus dice 1 of 1, stress 0", "Dead: Luta")


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
