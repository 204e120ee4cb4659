"""A table that says anything that might be legal now: commands for a random evening of Phase Six."""

from random import Random
from typing import Any

from engine.dice.roll import Roll
from engine.history import RedoLast
from engine.systems.phasesix.entities import Item, Weapon
from engine.systems.phasesix.house_rules import SETTINGS
from engine.systems.phasesix.system import RULESET
from engine.systems.phasesix.vocabulary import Cond, Mode
from tests.support.phasesix_table import Table, c, table, write

FACES = (1, 2, 3, 4, 5, 5, 6, 6)
RIFLE = Weapon("Rifle", "firearm", 20, "1d3", 1, 1, (Mode.SINGLE, Mode.BURST, Mode.FULL_AUTO), ammo=9, magazine=9)
AXE = Weapon("Axe", wounds="2")
NAMES = ("Hagen", "Luta", "Mira", "Thug", "Boss")


def start(rng: Random) -> Table:
    """A table with both extensions, gear, spells and all kinds of dice."""
    t = table("magic", "horror")
    for name in NAMES:
        write(
            t,
            name,
            attributes={
                "resistance": rng.randint(-1, 3),
                "endurance": 2,
                "willpower": 2,
                "quickness": rng.randint(0, 4),
            },
            skills={"Hand to Hand": 3, "Shooting": 3, "First Aid": 2, "Throwing": 1, "Spell Casting": 2},
            weapons=(AXE, RIFLE),
            items=(Item("Potion", 2, hearts="1d3", uses=3), Item("Kit", boosts=2)),
            max_health=rng.randint(2, 6),
            bonus_dice=rng.randint(0, 2),
            destiny_dice=rng.randint(0, 2),
            rerolls=rng.randint(0, 1),
            arcana=3,
            spell_points=9,
            protection=rng.randint(0, 1),
            reputation=10,
        )
        t.do(c.LearnSpell(char=name, spell="Simple Heal", thesis="a book"))
    for setting in rng.sample(SETTINGS, 4):
        t.rule(setting.name, rng.choice(setting.values))
    return t.do(c.StartSession())


def next_command(state: Any, rng: Random) -> Any:
    """A command worth trying; more than half of them hold."""
    if rng.random() < 0.04:
        return rng.choice((c.UndoLast(), RedoLast()))
    owed = RULESET.open_rolls(state)
    if owed and rng.random() < 0.9:
        request = rng.choice(owed)
        faces = tuple(min(request.sides, rng.choice(FACES)) for _ in range(request.count))
        return RULESET.report(Roll(request, faces))
    if state.checks and rng.random() < 0.8:
        check = state.checks[0].check_id
        kind = rng.choice((c.CloseCheck, c.AddBonusDie, c.AddDestinyDie, c.Reroll, c.RollCheck))
        return kind(check_id=check)
    if state.combat is None:
        return _peace(rng)
    return _war(state, rng)


def _peace(rng: Random) -> Any:
    who, other = rng.sample(NAMES, 2)
    return rng.choice(
        (
            *(c.StartCombat(),) * 4,
            c.RequestCheck(char=who, trait=rng.choice(("logic", "Shooting", "evasion")), difficulty=rng.randint(-3, 6)),
            c.RequestGroupCheck(trait="Stealth", required=2, members=(who, other)),
            c.Observe(observer=who, targets=(other,)),
            c.Rest(),
            c.TickConditions(),
            c.CastSpell(char=who, targets=(other,)),
            c.FirstAid(helper=who, target=other),
            c.UseObject(char=who, item="potion", target=other),
            c.ThrowObject(char=who, item="stone"),
            c.AddStress(chars=(who,), count=rng.randint(1, 9)),
            c.AwardReputation(amount=3, chars=(who,)),
            c.GrantDestiny(char=who),
            c.BuyTemplate(char=who, template="Fencing"),
            c.LearnSpell(char=who, spell="Light", thesis="a book"),
            c.AddSpellTemplate(char=who, instance="heal", template="powerful"),
            c.ForgetSpell(char=who, instance="light"),
            c.StartSession(),
            c.EndSession(),
            *_harm(rng, who),
        )
    )


def _harm(rng: Random, who: str) -> tuple[Any, ...]:
    value = rng.randint(1, 3)
    return (
        c.TakeWounds(char=who, count=value),
        c.Heal(char=who, count=value),
        c.GiveBoost(char=who, count=value),
        c.ApplyCondition(char=who, cond=rng.choice(tuple(Cond)), value=value),
        c.ResolveEffect(targets=(who,), hits=value, wounds="1d3", allow_cover=True),
    )


def _war(state: Any, rng: Random) -> Any:
    combat = state.combat
    who, other = rng.sample(NAMES, 2)
    if combat.window is not None and rng.random() < 0.8:
        return _reaction(combat.window, rng)
    holder = combat.holder or who
    mode = rng.choice((None, "single", "full_auto", "burst"))
    deeds = (
        *(c.Attack(char=holder, target=other, weapon="axe", as_rider=rng.random() < 0.2),) * 3,
        c.Attack(char=holder, target=other, weapon="rifle", mode=mode, cover=rng.choice((None, 4, 6))),
        c.Walk(char=holder, coupled=rng.random() < 0.5),
        c.Run(char=holder, metres=1),
        c.Hunker(char=holder),
        c.StandUp(char=holder),
        c.Crawl(char=holder),
        c.Reload(char=holder),
        c.CastSpell(char=holder, targets=(other,)),
        c.FirstAid(helper=holder, target=other),
        c.UseObject(char=holder, item="potion", target=other),
        c.ThrowObject(char=holder, item="stone", target=other),
        c.CustomDeed(char=holder, text="shouts"),
        *(c.PassPriority(char=holder),) * 3,
        c.BuyAction(char=who),
        c.StealAction(char=who, victim=other),
        c.SetPerception(observer=who, noticed=other, perceives=rng.random() < 0.5),
        c.JoinCombat(char=who),
        c.LeaveCombat(char=who),
        c.EndCombat(),
        *_harm(rng, who),
    )
    return rng.choice(deeds)


def _reaction(window: Any, rng: Random) -> Any:
    name = rng.choice(window.eligible)
    return rng.choice(
        (
            c.Evade(char=window.deed.target or name),
            c.Parry(char=window.deed.target or name),
            c.React(char=name, deed="attack", target=window.deed.actor, weapon="axe"),
            c.React(char=name, deed=rng.choice(("hunker", "walk", "first_aid", "throw_object")), item="stone"),
            c.PassReaction(char=name),
            c.CloseReactions(),
            c.StateHits(hits=0),
            c.BuyAction(char=name),
        )
    )
