"""Reactions: windows, evading, parrying, deeds in answer to deeds (rules 3.7, 3.8)."""

from engine.systems.phasesix.entities import Item, Weapon
from engine.systems.phasesix.system import RULESET
from engine.systems.phasesix.vocabulary import Mode
from tests.support.phasesix_table import Table, c, scene

AXE = Weapon("Axe")


def brawl(**luta: object) -> Table:
    """Luta and Hagen keep their actions, a thug is about to act."""
    sheet = {"skills": {"Hand to Hand": 2, "Shooting": 2}, "weapons": (AXE,)}
    t = scene(Hagen={**sheet, "bonus_dice": 1}, Luta={**sheet, **luta}, Thug={**sheet, "max_health": 9})
    return t.fight("Hagen", "Luta", "Thug").pass_("Hagen", "Luta")


def swing(t: Table, hits: int = 2, target: str = "Hagen") -> Table:
    return t.do(c.Attack(char="Thug", target=target)).feed(*[5] * hits, *[1] * (2 - hits))


def window(t: Table) -> object:
    return t.state.combat.window


def test_who_may_react() -> None:
    """P6-39: those who notice, have an action or a die to buy one, and can act."""
    t = brawl().do(c.SetPerception(actor="Gia", observer="Luta", noticed="Thug", perceives=False))
    t.do(c.Walk(char="Thug"))
    assert t.state.combat.window.eligible == ("Hagen",)
    t.refuses("CANNOT_PERCEIVE").do(c.React(actor="Ben", deed="attack"))
    t.do(c.SetPerception(actor="Gia", observer="Luta", noticed="Thug")).do(c.Walk(char="Thug"))
    assert t.state.combat.window.eligible == ("Hagen", "Luta")
    t.do(c.ApplyCondition(char="Luta", cond="unconscious"))
    t.refuses("INCAPACITATED").do(c.React(actor="Ben", deed="attack"))
    t.refuses("NOT_GM").do(c.SetPerception(actor="Ana", observer="Luta", noticed="Thug"))


def test_one_reaction_each() -> None:
    """P6-40, P6I-8: once per deed, one action, so only deeds of one action."""
    t = brawl().do(c.Walk(char="Thug")).do(c.React(actor="Ana", deed="attack"))
    assert t.actions("Hagen") == 1
    t.refuses("ALREADY_REACTED").do(c.React(actor="Ana", deed="walk"))
    t.refuses("NO_WINDOW").do(c.React(char="Thug", deed="walk"))
    heavy = Weapon("Cannon", "firearm", 20, ammo=0, magazine=1, reload_actions=2)
    t = brawl(weapons=(heavy,)).do(c.Walk(char="Thug"))
    t.refuses("TOO_COSTLY").do(c.React(actor="Ben", deed="reload"))
    t.refuses("BAD_VALUE").do(c.React(actor="Ben", deed="sing"))
    t.do(c.PassReaction(actor="Ben")).do(c.PassReaction(actor="Ana"))
    t.refuses("NO_WINDOW").do(c.React(actor="Ben", deed="walk"))


def test_reactions_come_after_the_consequences() -> None:
    """P6-41: in initiative order, even by somebody who has just gone down."""
    t = swing(brawl(hearts=1), 2, "Luta")
    t.do(c.React(actor="Ben", deed="attack")).do(c.React(actor="Ana", deed="hunker"))
    kinds = [event.kind for event in t.events]
    assert kinds.index("wounds_dealt") < kinds.index("reaction_resolved")
    assert [event.character for event in t.events if event.kind == "reaction_resolved"] == ["Hagen", "Luta"]
    assert t.who("Luta").fainted
    assert t.feed(5, 5).no_reactions().who("Thug").hearts == 7


def test_reactions_of_the_fallen() -> None:
    """P6R-15: whoever went down first does nothing, by house rule."""
    t = swing(brawl(hearts=1).rule("reaction_simultaneous", False), 2, "Luta")
    t.do(c.React(actor="Ben", deed="attack")).do(c.PassReaction(actor="Ana"))
    assert t.has("deed_lapsed")
    assert t.turn == "Thug"


def test_reactions_to_reactions() -> None:
    """P6-42, P6R-16: none, but a reaction attack may be defended against."""
    t = brawl().do(c.Walk(char="Thug")).do(c.React(actor="Ana", deed="attack")).do(c.PassReaction(actor="Ben"))
    t.feed(5, 5).do(c.CloseCheck(actor="Ana"))
    assert (t.state.combat.window.eligible, t.state.combat.window.defence) == (("Thug",), True)
    t.refuses("NO_WINDOW").do(c.React(actor="Ben", deed="attack"))
    t.do(c.Evade(char="Thug")).feed(5)
    assert t.who("Thug").hearts == 9
    t = brawl().rule("defend_against_reactions", False).do(c.Walk(char="Thug"))
    t.do(c.React(actor="Ana", deed="attack")).do(c.PassReaction(actor="Ben")).feed(5, 5).do(c.CloseCheck(actor="Ana"))
    assert t.who("Thug").hearts == 7


def test_when_a_window_closes() -> None:
    """P6-43: everybody answered, the actor goes on or passes, or the GM says so."""
    t = brawl().do(c.Walk(char="Thug"))
    t.refuses("NOT_GM").do(c.CloseReactions(actor="Ana"))
    assert window(t.do(c.PassReaction(actor="Ana")).do(c.PassReaction(actor="Ben"))) is None
    t.do(c.Walk(char="Thug"))
    assert window(t) is not None
    assert RULESET.settle(t.state) == c.CloseReactions()
    assert window(t.do(c.PassPriority(char="Thug"))) is None
    t = swing(brawl()).do(c.Walk(char="Thug"))
    assert (t.who("Hagen").hearts, t.has("moved_metres")) == (4, True)
    t = swing(brawl()).do(c.CloseReactions(actor="Gia"))
    assert t.who("Hagen").hearts == 4
    t.refuses("NO_WINDOW").do(c.CloseReactions(actor="Gia"))


def test_no_reactions_leaves_the_roll_as_it_is() -> None:
    """P6-21, P6-43: the GM moves on while the attacker could still add dice."""
    t = scene(Hagen={"skills": {"Hand to Hand": 1}, "bonus_dice": 1}, Thug={}).fight("Thug", "Hagen").pass_("Thug")
    t.do(c.Attack(actor="Ana")).feed(5)
    assert t.state.checks
    t.do(c.CloseReactions(actor="Gia"))
    assert (t.who("Thug").hearts, t.state.checks, window(t)) == (5, (), None)


def test_a_deed_that_waited_may_lapse() -> None:
    """P6-43: whoever went down to a reaction does not go on."""
    t = brawl().do(c.CorrectState(char="Thug", path="hearts", value=1, reason="weak")).do(c.Walk(char="Thug"))
    t.do(c.React(actor="Ana", deed="attack", target="Thug")).do(c.Hunker(char="Thug")).feed(5, 5)
    t.do(c.CloseCheck(actor="Ana")).do(c.CloseReactions(actor="Gia"))
    assert t.has("deed_lapsed")
    assert not t.cond("Thug", "hunkered")


def test_evading() -> None:
    """P6-60, P6-61: melee only, own evasion and minimum; taking cover does not hamper it, poison does."""
    t = brawl(evasion=2).do(c.ApplyCondition(char="Luta", cond="hunkered"))
    swing(t, 1, "Luta").do(c.Evade(actor="Ben"))
    assert (t.owed, t.state.checks[0].eff_min) == ([("Ben", 2, "POOL")], 5)
    assert t.feed(1, 1).has("evade_failed")
    t = swing(brawl().do(c.ApplyCondition(char="Luta", cond="poisoned")), 1, "Luta").do(c.Evade(actor="Ben"))
    assert t.state.checks[0].eff_min == 6
    gun = Weapon("Gun", "firearm", 20)
    sheet = {"skills": {"Shooting": 1}, "weapons": (gun,)}
    t = scene(Thug=sheet, Hagen={}).fight("Hagen", "Thug").pass_("Hagen").do(c.Attack(char="Thug")).feed(5)
    t.refuses("NOT_MELEE").do(c.Evade(actor="Ana"))
    t.refuses("NOT_MELEE").do(c.Parry(actor="Ana"))


def test_a_defence_without_dice() -> None:
    """P6-12: no action is spent where nothing could be rolled; extra dice may make up for it."""
    swing(brawl(evasion=0), 1, "Luta").refuses("POOL_EMPTY").do(c.Evade(actor="Ben"))
    t = swing(brawl(evasion=0, bonus_dice=1), 1, "Luta").do(c.Evade(actor="Ben"))
    assert (t.owed, t.actions("Luta")) == ([], 1)
    assert t.do(c.AddBonusDie(actor="Ben")).feed(5).has("evaded")


def test_only_the_target_defends() -> None:
    """P6-60: and only one way, and only against hits."""
    t = swing(brawl())
    t.refuses("NO_WINDOW").do(c.Evade(actor="Ben"))
    t.do(c.Evade(actor="Ana")).feed(1).do(c.CloseCheck(actor="Ana"))
    t.refuses("ALREADY_REACTED").do(c.Parry(actor="Ana"))
    swing(t.do(c.CloseReactions()), 0).refuses("NO_WINDOW").do(c.Evade(actor="Ana"))


def test_parrying() -> None:
    """P6-62, P6R-23: a hit per success, all of them, or as the GM says; something has to be in hand."""
    t = swing(brawl()).do(c.Parry(actor="Ana")).feed(5, 1).do(c.CloseCheck(actor="Ana"))
    assert (t.event("parried").removed, t.event("parried").left) == (1, 1)
    t = swing(brawl().rule("parry_mode", "full")).do(c.Parry(actor="Ana", with_="a chair")).feed(5, 1)
    assert t.event("parried").left == 0
    t = swing(brawl().rule("parry_mode", "gm")).do(c.Parry(actor="Ana")).feed(5, 1).do(c.CloseCheck(actor="Ana"))
    t.refuses("PENDING_ROLL").do(c.CloseReactions(actor="Gia"))
    t.refuses("PENDING_ROLL").do(c.PassPriority(char="Thug"))
    t.refuses("BAD_VALUE").do(c.StateHits(actor="Gia", hits=3))
    t.do(c.StateHits(actor="Gia", hits=1)).do(c.PassReaction(actor="Ben"))
    assert t.who("Hagen").hearts == 5
    t.refuses("NO_WINDOW").do(c.StateHits(actor="Gia", hits=1))
    bare = swing(brawl(weapons=()), 1, "Luta")
    bare.refuses("BAD_VALUE").do(c.Parry(actor="Ben"))
    shield = swing(brawl(weapons=(), items=(Item("Shield"),)), 1, "Luta").do(c.Parry(actor="Ben", with_="shield"))
    assert shield.event("defence_declared").weapon == "Shield"


def test_hunkering_as_a_reaction_comes_too_late() -> None:
    """P6-63: no cover against the deed that caused it."""
    t = swing(brawl()).do(c.React(actor="Ana", deed="hunker")).do(c.PassReaction(actor="Ben"))
    assert (t.who("Hagen").hearts, t.cond("Hagen", "hunkered")) == (4, 1)


def test_full_auto_is_no_reaction() -> None:
    """P6-52: it takes a whole turn."""
    rifle = Weapon("Rifle", "firearm", 20, modes=(Mode.SEMI, Mode.FULL_AUTO))
    t = brawl(weapons=(rifle,)).do(c.Walk(char="Thug"))
    t.refuses("BAD_MODE").do(c.React(actor="Ben", deed="shoot", mode="full auto"))
    t.do(c.React(actor="Ben", deed="shoot", mode="semi"))
    assert t.actions("Luta") == 1


def test_reacting_by_the_words_of_a_defence() -> None:
    """P6-60: "reaction: dodge" is an evasion."""
    t = swing(brawl()).do(c.React(actor="Ana", deed="dodge"))
    assert t.state.checks[0].purpose == "EVADE"
    t = swing(brawl()).do(c.React(actor="Ana", deed="parry", weapon="axe"))
    assert t.state.checks[0].purpose == "PARRY"
