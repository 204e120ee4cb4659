"""Attacks, weapons, throwing (rules 3.8, 3.9)."""

import pytest

from engine.systems.phasesix.derived import deviation
from engine.systems.phasesix.entities import Value, Weapon
from engine.systems.phasesix.rules.attacks import default_mode
from engine.systems.phasesix.vocabulary import Mode
from tests.support.phasesix_table import Table, c, scene

SINGLE, SEMI, BURST, AUTO = Mode.SINGLE, Mode.SEMI, Mode.BURST, Mode.FULL_AUTO


def gun(**more: object) -> Weapon:
    return Weapon("Gun", **{"weapon_kind": "firearm", "range_m": 20, **more})  # type: ignore[arg-type]


def duel(
    weapon: Weapon | None = None, dice: int = 3, skill: str = "Shooting", thug: object = None, **hagen: object
) -> Table:
    sheet = {"skills": {skill: dice}, "weapons": (weapon,) if weapon else (), **hagen}
    return scene(Hagen=sheet, Thug=thug or {"max_health": 20}).fight("Hagen", "Thug")


@pytest.mark.parametrize(
    ("weapon", "skill"),
    [(gun(), "Shooting"), (Weapon("Axe"), "Hand to Hand"), (Weapon("Spear", "throwing", 10), "Throwing")],
)
def test_one_procedure_three_skills(weapon: Weapon, skill: str) -> None:
    """P6-47, P6R-26: the skill follows the weapon, throwing weapons included."""
    t = duel(weapon, 2, skill).do(c.Attack(actor="Ana"))
    assert (t.owed, t.state.checks[0].trait) == ([("Ana", 2, "POOL")], skill)


def test_hit_rolls() -> None:
    """P6-48: burning, poison, cover taken, riders and difficulty all make it harder; each success is a hit."""
    t = duel(gun())
    for cond in ("burning", "poisoned", "hunkered"):
        t.do(c.ApplyCondition(char="Hagen", cond=cond, value=1))
    t.do(c.Attack(actor="Ana", difficulty=-2))
    assert t.state.checks[0].eff_min == 6
    assert t.feed(6, 6, 1).event("hit_rolled").hits == 2
    weak = duel(gun(), 0)
    weak.refuses("POOL_EMPTY").do(c.Attack(actor="Ana"))


def test_committed_dice() -> None:
    """P6-12, P6-48: bonus dice make an attack possible that has no dice of its own."""
    t = duel(gun(), -2, bonus_dice=1, destiny_dice=1).do(c.Attack(actor="Ana", bonus=1, destiny=1))
    assert t.feed(5, 4).event("hit_rolled").hits == 2
    t.refuses("NO_BONUS_DICE").do(c.Attack(actor="Ana", bonus=1))
    t.refuses("NO_DESTINY_DICE").do(c.Attack(actor="Ana", destiny=1))


def test_the_order_of_things() -> None:
    """P6-49, P6I-7: paying, hit roll, cover, protection, wounds, bonus wounds, fainting."""
    weapon = gun(wounds="2", bonus_wounds=1)
    t = duel(weapon, thug={"protection": 1, "max_health": 3}).do(c.Attack(actor="Ana", cover=6)).feed(5, 5, 5, 6, 1, 1)
    kinds = [event.kind for event in t.events]
    wanted = ["hit_rolled", "cover_rolled", "wounds_dealt", "wounds_taken", "fainted", "dying_started"]
    assert [kind for kind in kinds if kind in wanted] == wanted
    assert (t.event("wounds_dealt").through, t.event("wounds_dealt").wounds) == (1, 3)


@pytest.mark.parametrize(
    ("modes", "stated", "default"),
    [
        ((SINGLE, SEMI, BURST, AUTO), None, BURST),
        ((SINGLE, SEMI), None, SEMI),
        ((SINGLE, AUTO), None, SINGLE),
        ((AUTO,), None, AUTO),
        ((SINGLE, BURST), SINGLE, SINGLE),
        ((), None, None),
    ],
)
def test_default_modes(modes: tuple[Mode, ...], stated: Mode | None, default: Mode | None) -> None:
    """P6-50: weapon data, else burst, else semi; full auto only alone."""
    assert default_mode(gun(modes=modes, default_mode=stated)) is default


def test_fire_mode_dice() -> None:
    """P6-50, P6R-19: extra dice off the default, or always; a mode the weapon lacks is refused."""
    weapon = gun(modes=(SINGLE, SEMI))
    duel(weapon).refuses("BAD_MODE").do(c.Attack(actor="Ana", mode="burst"))
    duel(gun()).refuses("BAD_MODE").do(c.Attack(actor="Ana", mode="single"))
    assert duel(weapon).do(c.Attack(actor="Ana", mode="semi")).owed == [("Ana", 3, "POOL")]
    t = duel(weapon).rule("fire_mode_bonus", "always").do(c.Attack(actor="Ana", mode="semi"))
    assert t.owed == [("Ana", 5, "POOL")]


def test_ammunition() -> None:
    """P6-51: rounds per action by mode, one for single; too few is no attack, reloading helps."""
    weapon = gun(modes=(SINGLE, BURST), rounds=(Value("burst", 3),), ammo=4, magazine=4)
    t = duel(weapon, dice=1, actions=4).do(c.Attack(actor="Ana")).feed(1)
    assert t.who("Hagen").weapons[0].ammo == 1
    t.refuses("NO_AMMO").do(c.Attack(actor="Ana"))
    t.do(c.Attack(actor="Ana", mode="single")).feed(1, 1)
    t.refuses("NO_AMMO").do(c.Attack(actor="Ana", mode="single"))
    t.do(c.Reload(actor="Ana"))
    assert t.who("Hagen").weapons[0].ammo == 4


def test_full_auto() -> None:
    """P6-52, P6R-20, P6V-22: all actions into shots with this weapon, then the round is over."""
    weapon = gun(modes=(SINGLE, SEMI, AUTO))
    t = duel(weapon, dice=1, bonus_dice=1, actions=3).do(c.Attack(actor="Ana", mode="full auto")).feed(1, 1, 1, 1, 1)
    t.do(c.CloseCheck(actor="Ana"))
    assert t.actions("Hagen") == 2
    t.refuses("FULL_AUTO_LOCKED").do(c.Walk(actor="Ana"))
    t.refuses("FULL_AUTO_LOCKED").do(c.Attack(actor="Ana", mode="single"))
    t.refuses("ROUND_ENDED").do(c.BuyAction(actor="Ana"))
    t.pass_("Hagen")
    assert (t.has("actions_forfeited"), t.actions("Hagen")) == (True, 0)
    t.pass_("Thug")
    assert not t.fighter("Hagen").ended


def test_full_auto_in_one_attack() -> None:
    """P6R-20: the rest is forfeited at once; P6-52: a weapon that knows nothing else fires like any other."""
    t = duel(gun(modes=(SEMI, AUTO)), dice=1, actions=3).rule("full_auto", "single_attack")
    t.do(c.Attack(actor="Ana", mode="full auto")).feed(1, 1, 1, 1, 1)
    assert (t.actions("Hagen"), t.turn) == (0, "Thug")
    t = duel(gun(modes=(AUTO,)), dice=1).do(c.Attack(actor="Ana")).feed(1)
    assert (t.actions("Hagen"), t.fighter("Hagen").ended) == (1, False)


@pytest.mark.parametrize("penalty", [0, 1, 2, 3, 4])
def test_distance(penalty: int) -> None:
    """P6-53, P6R-21, P6V-24: fewer dice beyond the range, none beyond its double; nobody counting means none fewer."""
    t = duel(gun(), 5).rule("range_penalty", penalty).do(c.Attack(actor="Ana", distance=21))
    assert t.owed == [("Ana", 5 - penalty, "POOL")]
    for near in (20, None):
        assert duel(gun(), 5).do(c.Attack(actor="Ana", distance=near)).owed == [("Ana", 5, "POOL")]
    duel(gun()).refuses("OUT_OF_RANGE").do(c.Attack(actor="Ana", distance=41))


def test_cover() -> None:
    """P6-54, P6R-22: the best cover counts, dice as many as hits, untouched by conditions."""
    t = (
        duel(gun())
        .do(c.ApplyCondition(char="Thug", cond="hunkered"))
        .do(c.ApplyCondition(char="Thug", cond="shocked", value=5))
    )
    t.do(c.Attack(actor="Ana", cover=4)).feed(5, 5, 1)
    assert (t.owed, t.state.checks[0].eff_min) == ([("Gia", 2, "POOL")], 4)
    t.feed(4, 4)
    assert t.who("Thug").hearts == 20
    for in_melee, owed in ((True, 1), (False, 0)):
        t = duel(Weapon("Axe"), 1, "Hand to Hand").rule("cover_in_melee", in_melee)
        assert len(t.do(c.Attack(actor="Ana", cover=5)).feed(5).owed) == owed
    duel(gun()).refuses("BAD_VALUE").do(c.Attack(actor="Ana", cover=3))


@pytest.mark.parametrize(("piercing", "through"), [(0, 1), (1, 2), (5, 3)])
def test_protection_and_piercing(piercing: int, through: int) -> None:
    """P6-55: protection stops hits, piercing lowers it to nothing at most."""
    t = duel(gun(piercing=piercing), thug={"protection": 2, "max_health": 20}).do(c.Attack(actor="Ana")).feed(5, 5, 5)
    assert t.event("wounds_dealt").through == through


def test_wound_dice() -> None:
    """P6-56, P6R-25: rolled for every hit let through, or once."""
    t = duel(gun(wounds="1d3+1")).do(c.Attack(actor="Ana")).feed(5, 5, 1)
    assert t.owed == [("Ana", 2, "WOUNDS")]
    assert t.feed(6, 1).event("wounds_dealt").wounds == 3 + 1 + 2
    t = duel(gun(wounds="1d3+1")).rule("wound_formula", "once").do(c.Attack(actor="Ana")).feed(5, 5, 1)
    assert t.feed(6).event("wounds_dealt").wounds == 4


def test_bonus_wounds_count_once() -> None:
    """P6-57, P6I-7, P6V-27: not per hit, and only when a hit became a wound."""
    for protection, wounds in ((0, 5), (3, 0)):
        t = duel(gun(bonus_wounds=2), thug={"protection": protection}).do(c.Attack(actor="Ana")).feed(5, 5, 5)
        assert t.event("wounds_dealt").wounds == wounds


def test_stated_hits() -> None:
    """P6-58, P6V-28: no hit roll; cover only where allowed, protection always; direct wounds pass both by."""
    t = scene(Hagen={"protection": 1}, Luta={})
    t.refuses("NOT_GM").do(c.ResolveEffect(actor="Ana", targets=("Luta",), hits=1))
    t.do(c.ResolveEffect(actor="Gia", targets=("Hagen", "Luta"), hits=2, wounds="1", cover=5))
    assert [t.who(name).hearts for name in ("Hagen", "Luta")] == [5, 4]
    t.do(c.ResolveEffect(actor="Gia", targets=("Luta",), hits=2, allow_cover=True, cover=5)).feed(5, 1)
    assert t.who("Luta").hearts == 3
    assert t.do(c.TakeWounds(actor="Ana")).who("Hagen").hearts == 4
    assert t.do(c.ResolveEffect(targets=("Hagen",), hits=3, wounds="2")).event("wounds_dealt").wounds == 4
    t.refuses("BAD_VALUE").do(c.ResolveEffect(targets=("Luta",), hits=2, wounds="many"))
    t.check("Luta", "logic").refuses("PENDING_ROLL").do(c.ResolveEffect(targets=("Luta",), hits=2))


@pytest.mark.parametrize(("value", "dice", "bonus"), [(3, 3, 1), (2, 2, 0)])
@pytest.mark.parametrize("wounds", [0, 1, 2])
def test_bare_hands(wounds: int, value: int, dice: int, bonus: int) -> None:
    """P6-59, P6R-24, P6V-29, P6V-30: one die more when quick, one wound more when strong, one metre."""
    t = duel(None, 2, "Hand to Hand", attributes={"quickness": value, "strength": value}).rule("unarmed_wounds", wounds)
    assert t.do(c.Attack(actor="Ana", weapon="fists")).owed == [("Ana", dice, "POOL")]
    assert t.feed(5, 5, *[1] * (dice - 2)).event("wounds_dealt").wounds == 2 * wounds + bonus
    t.refuses("OUT_OF_RANGE").do(c.Attack(actor="Ana", distance=3))


def test_throwing_things() -> None:
    """P6-64, P6V-32: one success lands on target; the item is used up, its effect is the GM's word."""
    t = scene(Hagen={"skills": {"Throwing": 1}}).do(c.Equip(actor="Ana", thing="grenade"))
    t.do(c.ThrowObject(actor="Ana", item="grenade", target="the truck")).feed(5)
    assert t.event("throw_resolved").on_target
    t.refuses("BAD_VALUE").do(c.ThrowObject(actor="Ana", item="grenade", target="the truck"))


def test_deviation() -> None:
    """P6-65, P6V-33: two dice that never explode say where it lands."""
    t = scene(Hagen={"skills": {"Throwing": 1}}).do(c.ThrowObject(actor="Ana", item="bottle")).feed(1)
    assert t.owed == [("Ana", 1, "CLOCK")]
    t.feed(3)
    assert t.owed == [("Ana", 1, "METRES")]
    event = t.feed(6).event("deviation_rolled")
    assert deviation(event.clock, event.metres) == pytest.approx((6, 0), abs=1e-9)
    assert not t.owed


def test_missed_throwing_weapons() -> None:
    """P6-66, P6R-26: they only miss, or deviate by house rule."""
    spear = Weapon("Spear", "throwing", 10)
    t = duel(spear, 1, "Throwing").do(c.Attack(actor="Ana")).feed(1)
    assert not t.owed
    t = duel(spear, 1, "Throwing").rule("throwing_weapon_deviates", True).do(c.Attack(actor="Ana")).feed(1)
    assert t.feed(9, 2).event("deviation_rolled").clock == 9
    assert t.turn == "Hagen"


def test_which_weapon_which_target() -> None:
    """The only weapon and the only opponent need no name; what is not clear is asked."""
    t = duel(gun()).do(c.Equip(actor="Ana", thing="knife"))
    t.refuses("AMBIGUOUS_NAME").do(c.Attack(actor="Ana"))
    t.refuses("BAD_VALUE").do(c.Attack(actor="Ana", weapon="bazooka"))
    t.refuses("BAD_VALUE").do(c.Attack(actor="Ana", weapon="gun", target="Hagen"))
    t.do(c.DeclareDead(char="Thug"))
    t.refuses("DEAD").do(c.Attack(actor="Ana", weapon="gun", target="Thug"))
