"""Moments of tables of Phase Six at which sentences are said."""

from functools import cache
from typing import Any

from engine.systems.phasesix.entities import Item, Knowledge, Value, Weapon
from engine.systems.phasesix.vocabulary import Mode
from tests.support.phasesix_table import Table, c, table, write

SWORD = Weapon("Sword", wounds="2")
RIFLE = Weapon(
    "Rifle",
    "firearm",
    40,
    modes=(Mode.SINGLE, Mode.SEMI, Mode.BURST, Mode.FULL_AUTO),
    rounds=(Value("burst", 3), Value("full_auto", 6)),
    ammo=30,
    magazine=30,
)
KNIFE = Weapon("Knife", "throwing", 8)
HEROES: dict[str, dict[str, Any]] = {
    "Hagen": {
        "attributes": {"strength": 4, "quickness": 4},
        "skills": {"Courage": 5, "Hand to Hand": 3, "Shooting": 4, "Throwing": 3, "First Aid": 2, "Communication": 2},
        "knowledge": (Knowledge("Etiquette", "Communication", 3),),
        "weapons": (SWORD, RIFLE, KNIFE),
        "items": (Item("Grenade"), Item("Bottle"), Item("Rope"), Item("Shield")),
        "bonus_dice": 4,
        "destiny_dice": 3,
        "rerolls": 2,
    },
    "Luta": {
        "attributes": {"conscientiousness": 5, "quickness": 2},
        "skills": {"Spell Casting": 2, "Hand to Hand": 2, "First Aid": 3, "Medicine": 3, "Perception": 2},
        "weapons": (SWORD,),
        "items": (Item("Shield", 2), Item("Kit", boosts=2)),
        "bonus_dice": 2,
        "destiny_dice": 2,
        "arcana": 6,
        "spell_points": 20,
    },
    "Bob": {
        "skills": {"Mechanics": 3, "Hand to Hand": 1, "Shooting": 1},
        "weapons": (SWORD,),
        "items": (Item("Stone"),),
        "bonus_dice": 1,
    },
}
FOE: dict[str, Any] = {"skills": {"Hand to Hand": 3, "Shooting": 3}, "weapons": (Weapon("Club"),), "max_health": 9}
FOES = ("Thief", "Guard", "Sniper", "Ghoul", "Thug", "Boss")


def free() -> Table:
    """A session without a fight."""
    t = table("magic", "horror")
    for name, sheet in HEROES.items():
        write(t, name, **sheet)
    for name in FOES:
        write(t, name, **FOE)
    for spell in ("Simple Heal", "Energy Bolt", "Fire Bolt", "Light", "Illusion"):
        t.do(c.LearnSpell(char="Luta", spell=spell, thesis="a scroll"))
    return t.do(c.StartSession())


def fight(first: str, *others: str) -> Table:
    """A fight whose first turn everybody but the first of the order has used to wait."""
    t = free().fight(first, *others)
    t.pass_(first, *others)
    return t


def attacked(attacker: str, target: str, weapon: str | None = None) -> Table:
    """An attack with two hits that its target may answer."""
    t = fight(attacker, target, "Bob").do(c.Attack(char=attacker, target=target, weapon=weapon)).feed(5, 5, 1)
    return t.do(c.CloseCheck()) if t.state.checks else t


@cache
def moments() -> dict[str, Any]:
    """States by name."""
    made: dict[str, Table] = {
        "free": free(),
        "between": free().do(c.EndSession()),
        "declared": free().check("Hagen", "Courage", 9),
        "four dice": free().check("Hagen", "strength"),
        "two dice": free().check("Hagen", "First Aid"),
        "exploding": free().check("Hagen", "Courage", 9).feed(4, 2, 6, 6, 1),
        "one six": free().check("Hagen", "Courage", 9).feed(4, 2, 6, 3, 1),
        "rolled": free().check("Hagen", "Courage", 9).feed(1, 2, 3, 4, 1),
        "destiny": free().check("Hagen", "Courage", 9).feed(1, 2, 3, 4, 1).do(c.AddDestinyDie(actor="Ana")),
        "bonus": free().check("Hagen", "Courage", 9).feed(1, 2, 3, 4, 1).do(c.AddBonusDie(actor="Ana")),
        "turn": fight("Hagen", "Luta", "Bob", "Thief", "Guard", "Sniper", "Ghoul", "Thug", "Boss"),
        "duel": fight("Hagen", "Thief"),
        "hunkered": fight("Hagen", "Thief").do(c.ApplyCondition(char="Hagen", cond="hunkered")),
        "walked": fight("Hagen", "Thief").do(c.Walk(actor="Ana", metres=3)),
        "guards": fight("Guard", "Luta", "Hagen"),
        "attacked": attacked("Guard", "Luta"),
        "swung at": attacked("Guard", "Hagen"),
        "reacting": fight("Guard", "Hagen", "Luta").do(c.Walk(char="Guard")),
        "casting": fight("Luta", "Hagen", "Ghoul", "Guard"),
        "dying": free().do(c.TakeWounds(char="Hagen", count=6)),
        "bleeding": free().do(c.ApplyCondition(char="Hagen", cond="bleeding", value=2)),
        "bound": free().do(c.ApplyCondition(char="Hagen", cond="burning")),
        "hurt": free().do(c.TakeWounds(char="Hagen", count=2)),
        "alone": alone(),
        "struck": struck(),
        "judging": judging(),
        "healer": healer(),
        "gunfight": bare(RIFLE),
        "fists": bare(),
        "shootout": bare(RIFLE, foes=("Sniper",)),
        "haunted": haunted(),
        "rich": rich(),
    }
    return {name: t.state for name, t in made.items()}


def alone() -> Table:
    """One player character with the GM."""
    t = table("magic", "horror")
    write(t, "Hagen", **HEROES["Hagen"])
    return t.do(c.StartSession())


def judging() -> Table:
    """A parry whose worth the GM says."""
    t = free().rule("parry_mode", "gm").fight("Guard", "Luta")
    t.pass_("Guard", "Luta").do(c.Attack(char="Guard", target="Luta")).feed(5, 5, 1)
    return t.do(c.Parry(actor="Ben")).feed(5, 1).do(c.CloseCheck(actor="Ben"))


def struck() -> Table:
    """Hagen has struck at the thief, nobody answered, and he has an action left."""
    t = fight("Hagen", "Thief", "Guard").do(c.Attack(char="Hagen", target="Thief", weapon="Sword")).feed(5, 1, 1)
    t = t.do(c.CloseCheck()) if t.state.checks else t
    return t.do(c.CloseReactions()) if t.state.combat.window is not None else t


def healer() -> Table:
    """A mage with one spell."""
    t = table("magic")
    write(t, "Luta", **HEROES["Luta"])
    t.do(c.LearnSpell(char="Luta", spell="Simple Heal", thesis="a scroll"))
    return t.do(c.StartSession())


def bare(*weapons: Weapon, foes: tuple[str, ...] = ()) -> Table:
    """Hagen's turn in a fight, with these weapons alone."""
    t = table("magic", "horror")
    write(t, "Hagen", **{**HEROES["Hagen"], "weapons": weapons})
    foes = foes or (FOES if weapons else ("Ghoul",))
    for name in foes:
        write(t, name, **FOE)
    return t.do(c.StartSession()).fight("Hagen", *foes)


def haunted() -> Table:
    """A character with stress and a tick to be written down."""
    t = alone().do(c.AddStress(chars=("Hagen",), count=8))
    return t.do(c.AddStress(chars=("Hagen",), count=3))


def rich() -> Table:
    """Reputation to spend between sessions."""
    return alone().do(c.AwardReputation(amount=10)).do(c.EndSession())
