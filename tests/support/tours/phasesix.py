"""Evenings of Phase Six that use every command and let every event happen."""

from collections.abc import Iterator
from typing import Any

from engine.history import History
from engine.systems.phasesix.entities import Item, Value, Weapon
from engine.systems.phasesix.vocabulary import Mode
from tests.support.phasesix_table import Table, c, scene, table

RIFLE = Weapon(
    "Rifle",
    "firearm",
    20,
    modes=(Mode.SINGLE, Mode.SEMI, Mode.FULL_AUTO),
    rounds=(Value("semi", 2), Value("full_auto", 4)),
    ammo=20,
    magazine=20,
)


def histories() -> Iterator[History[Any, Any, Any]]:
    """Each evening as a finished history."""
    for evening in (growing, rolling, fighting, shooting, parrying, helping, haunted):
        yield evening().history


def growing() -> Table:
    """Creation, advancement, gear, spells."""
    t = table().do(c.ChooseEra(actor="Gia", epoch="modern", extensions=("magic", "horror")))
    t.do(c.CreateCharacter(actor="Ben", name="Luta")).do(c.TakeTemplate(actor="Ben", template="apprentice"))
    t.do(c.FinishCharacter(actor="Ben")).do(c.WriteSheet(actor="Ben", skills=(Value("Spell Casting", 3),)))
    t.do(c.AwardReputation(actor="Gia", amount=12)).do(c.BuyTemplate(actor="Ben", template="lucky dog"))
    t.do(c.Equip(actor="Ben", thing="leather jacket")).do(c.PutAway(actor="Ben", thing="leather jacket"))
    t.do(c.LearnSpell(actor="Ben", spell="Light", thesis="a lamp"))
    t.do(c.LearnSpell(actor="Ben", spell="Simple Heal", thesis="a prayer"))
    t.do(c.AddSpellTemplate(actor="Ben", instance="heal", template="powerful"))
    t.do(c.ForgetSpell(actor="Ben", instance="light")).do(c.StartSession())
    t.do(c.CorrectState(actor="Ben", path="hearts", value=3, reason="an old wound"))
    t.do(c.CastSpell(actor="Ben", targets=("Luta",))).feed(5, 1, 1, 1)
    t.do(c.CastSpell(actor="Ben", targets=("Luta",))).feed(1, 1, 1, 1)
    t.do(c.CorrectState(actor="Ben", path="hearts", value=2, reason="miscounted")).undo()
    return t.do(c.EndSession(actor="Gia"))


def rolling() -> Table:
    """Checks with everything that can be added, group rolls, looking around."""
    sheet = {"attributes": {"logic": 2}, "bonus_dice": 3, "destiny_dice": 2, "rerolls": 1}
    t = scene(Hagen=sheet, Luta={"attributes": {"logic": -1}}, Thief={"items": (Item("Crowbar", 3),)})
    t.check("Hagen", "logic", 3, needed=5).do(c.RollCheck(actor="Ana", bonus=1)).feed(6, 1, 1, 4)
    t.do(c.AddDestinyDie(actor="Ana")).feed(4).do(c.AddBonusDie(actor="Ana")).feed(2)
    t.do(c.Reroll(actor="Ana")).feed(1, 2, 3, 4, 4).do(c.CloseCheck(actor="Ana"))
    t.check("Luta", "logic").check("Hagen", "logic").do(c.CloseCheck(actor="Gia"))
    t.do(c.RequestGroupCheck(actor="Gia", trait="logic", required=3)).feed(5, 5)
    t.do(c.CloseCheck(actor="Ana"))
    t.do(c.Observe(actor="Ana", targets=("Thief",))).feed(1, 5, 1)
    t.do(c.GrantDestiny(actor="Gia", char="Hagen"))
    return t.undo().redo()


def fighting() -> Table:
    """A fight with movement, reactions, evasion, a latecomer, bought and stolen actions."""
    sheet = {"skills": {"Hand to Hand": 2}, "weapons": (Weapon("Axe"),)}
    t = scene(Hagen={**sheet, "bonus_dice": 1, "destiny_dice": 1}, Luta=sheet, Thug=sheet)
    t.fight("Hagen", "Luta", "Thug").do(c.BuyAction(actor="Ana")).do(c.StealAction(actor="Ana"))
    t.do(c.Walk(actor="Ana", metres=1)).do(c.Hunker(actor="Ana")).do(c.Crawl(actor="Ana")).do(c.StandUp(actor="Ana"))
    t.pass_("Hagen").do(c.Run(actor="Ben")).pass_("Luta").do(c.SetPerception(observer="Hagen", noticed="Thug"))
    t.do(c.JoinCombat(actor="Gia", foe="ghoul")).feed(6, 6, 6, 6, 6, 1)
    t.do(c.Attack(char="Thug", target="Luta")).feed(5, 5).do(c.Evade(actor="Ben")).feed(1)
    t.do(c.CloseReactions(actor="Gia")) if t.state.combat.window else t
    t.to_turn("Luta").do(c.Attack(actor="Ben", target="Thug")).feed(5, 5).do(c.PassReaction(char="Ghoul"))
    t.do(c.CloseReactions(actor="Gia")) if t.state.combat.window else t
    t.do(c.Walk(actor="Ben")).do(c.React(char="Ghoul", deed="hunker")).do(c.LeaveCombat(actor="Gia", char="Ghoul"))
    t.to_turn("Hagen").to_turn("Thug").do(c.Attack(char="Thug", target="Luta")).feed(5, 1).do(
        c.Evade(actor="Ben")
    ).feed(5)
    t.do(c.CloseReactions(actor="Gia")) if t.state.combat.window else t
    t.do(c.TakeWounds(char="Luta", count=2)).do(c.DeclareDead(actor="Gia", char="Thug"))
    return t.do(c.EndCombat(actor="Gia"))


def shooting() -> Table:
    """Guns, cover, full auto, reloading, throwing, wound dice, other deeds."""
    t = scene(Hagen={"skills": {"Shooting": 2, "Throwing": 1}, "weapons": (RIFLE,), "actions": 4}, Thug={})
    t.fight("Hagen", "Thug").do(c.Attack(actor="Ana", cover=6)).feed(5, 5, 6, 1)
    t.do(c.Reload(actor="Ana")).do(c.CustomDeed(actor="Ana", text="shouts for help"))
    t.do(c.ThrowObject(actor="Ana", item="stone")).feed(1, 9, 2)
    t.pass_("Hagen", "Thug").do(c.Attack(actor="Ana", mode="full auto")).feed(1, 1, 1, 1, 1, 1).pass_("Hagen")
    t.do(c.UseObject(char="Thug", item="lever")).do(c.PassPriority(char="Thug"))
    t.rule("walk_rider", "other_pays").do(c.Walk(actor="Ana", coupled=True)).pass_("Hagen")
    t.do(c.ResolveEffect(actor="Gia", targets=("Hagen", "Thug"), hits=2, wounds="1d3")).feed(6, 1, 5, 5)
    t.do(c.EndCombat()).do(c.StartCombat(actor="Gia")).do(c.SkipInitiative(actor="Gia")).do(c.EndCombat())
    t.rule("explode_mode", "always").do(c.RequestCheck(actor="Gia", char="Hagen", trait="strength")).feed(6)
    t.do(c.CloseCheck(actor="Ana", unthrown=True))
    t.do(c.AddToLibrary(library=t.state.library))
    return t


def parrying() -> Table:
    """Parries counted and judged, a deed that lapses, a fight nobody can go on with."""
    sheet = {"skills": {"Hand to Hand": 2}, "weapons": (Weapon("Axe"),)}
    t = scene(Hagen=sheet, Thug={**sheet, "max_health": 3}).fight("Hagen", "Thug").pass_("Hagen")
    t.do(c.Attack(char="Thug")).feed(5, 5).do(c.Parry(actor="Ana")).feed(5, 1)
    t.rule("parry_mode", "gm").do(c.Attack(char="Thug")).feed(5, 5).do(c.Parry(actor="Ana")).feed(5, 1)
    t.do(c.StateHits(actor="Gia", hits=1)).pass_("Thug", "Hagen").do(c.Walk(char="Thug"))
    t.do(c.React(actor="Ana", deed="attack")).feed(5, 5).do(c.CloseReactions())
    t.do(c.TakeWounds(char="Hagen", count=3)).rule("reaction_simultaneous", False).pass_("Thug")
    t.do(c.Walk(actor="Ana")) if t.turn == "Hagen" else t
    t.to_turn("Thug").do(c.Attack(char="Thug")).feed(5, 5).do(c.React(actor="Ana", deed="attack"))
    t.do(c.TakeWounds(char="Hagen", count=6)).do(c.TakeWounds(char="Thug", count=6))
    while t.owed:
        t.feed(*[1] * t.owed[0][1])
    return t


def helping() -> Table:
    """Wounds, dying, first aid, conditions, rest."""
    t = scene(Hagen={"attributes": {"resistance": 1}, "bonus_dice": 1}, Luta={"skills": {"First Aid": 2}})
    t.do(c.TakeWounds(char="Hagen", count=6)).do(c.TickConditions()).feed(1).do(c.CloseCheck(actor="Ana"))
    t.do(c.FirstAid(actor="Ben")).feed(1, 5).do(c.FirstAid(actor="Ben")).feed(5, 5)
    t.do(c.GiveBoost(char="Hagen")).do(c.Heal(char="Hagen", count=2))
    for cond in ("bleeding", "burning", "shocked"):
        t.do(c.ApplyCondition(char="Hagen", cond=cond))
    t.do(c.Extinguish(char="Hagen")).do(c.RemoveCondition(char="Hagen", cond="shocked"))
    t.do(c.FirstAid(actor="Ben")).feed(5, 1).rule("boosts_expire_on_rest", True)
    t.do(c.Rest(actor="Gia")).feed(5, 1, 1)
    return t.do(c.CloseCheck(actor="Ana")) if t.state.checks else t


def haunted() -> Table:
    """Stress, ticks, therapy."""
    t = scene("horror", Hagen={"stress": 7}).do(c.AddStress(actor="Gia", chars=("Hagen",), reason="the cellar"))
    t.do(c.RecordTick(actor="Gia", char="Hagen", text="afraid of cellars"))
    t.do(c.RemoveTick(actor="Gia", char="Hagen", therapy=True)).do(c.AddStress(actor="Gia", count=2))
    return t.do(c.ReduceStress(actor="Gia", char="Hagen"))
