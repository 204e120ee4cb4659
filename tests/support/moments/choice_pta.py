"""Moments of an evening of Choice Based PTA at which sentences are said.

Ana plays Vesna, Ben Harrow, Cleo Juno, Dev Kiro; Gwen is GM.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.system import RULESET
from tests.support.choice_pta_table import Table

HEROES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "Ana": ("Vesna", ("duelist", "cold reader", "owes the mob")),
    "Ben": ("Harrow", ("stubborn", "ex-marine", "good liar")),
    "Cleo": ("Juno", ("pilot", "insomniac", "family name")),
    "Dev": ("Kiro", ("locksmith", "never forgets a face", "charming")),
}
PLAYERS = tuple(HEROES)


@cache
def moments() -> Mapping[str, State]:
    """Name to state."""
    return {"lobby": RULESET.initial_state(), **{name: make().state for name, make in _MAKERS.items()}}


def _table(**options: Any) -> Table:
    t = Table()
    t.create(PLAYERS, **options)
    for player, (name, traits) in HEROES.items():
        t.hero(player, name, traits)
    t.give(Ana=1, Ben=1, Cleo=1, Dev=1)
    t.correct("Gwen", "Ana")
    t.correct("Gwen", "pool", 2)
    return t


def _new() -> Table:
    t = Table()
    t.create(PLAYERS)
    return t


def _sitting() -> Table:
    t = _table()
    t.start()
    return t


def _three() -> Table:
    t = Table()
    t.create(PLAYERS[:3])
    return t


def _empty_scene() -> Table:
    t = _table()
    t.start()
    t.scene("GM", ())
    return t


def _scene(**options: Any) -> Table:
    t = _table(**options)
    t.start()
    t.scene("GM", ("Ana", "Ben"))
    return t


def _all_here(**options: Any) -> Table:
    t = _table(**options)
    t.start()
    t.scene()
    return t


def _offered() -> Table:
    t = _all_here()
    t.bribe("Ana", "Ben", "the lights fail")
    return t


def _suggested() -> Table:
    t = _all_here()
    t.suggest("Ana", "Ben", "the guard is asleep")
    return t


def _stakes() -> Table:
    t = _all_here()
    t.call("extended")
    for name in (*PLAYERS[:3], "goons", "Riso", "robbers", "cops", "store owner", "guards"):
        t.stake(name)
    return t


def _called() -> Table:
    t = _all_here()
    t.call("extended", "guards")
    return t


def _fight(*stakes: str, kind: str = "extended", goal: int = 3, **options: Any) -> Table:
    t = _all_here(**options)
    t.call(kind)
    for name in stakes:
        t.stake(name, f"{name} wins", **({"mook": 5} if name == "goons" and kind == "extended" else {}))
    if kind == "extended":
        t.goal(goal)
    return t


def _lockable() -> Table:
    t = _fight("Ana", "Ben", "Riso")
    return t


def _lockable_mooks() -> Table:
    return _fight("Ana", "Ben", "goons")


def _locked(*stakes: str, kind: str = "extended", fate: str = "off", **options: Any) -> Table:
    t = _fight(*stakes, kind=kind, **options)
    t.lock(mooks="goons" in stakes and kind == "extended", hand_of_fate=fate)
    return t


EVERYBODY = ("Ana", "Ben", "Cleo", "Dev", "Riso", "goons")


def _cards() -> Table:
    return _locked(*EVERYBODY)


def _guarded() -> Table:
    return _locked("Ana", "Ben", "guards")


def _mob() -> Table:
    return _locked("Ana", "Ben", "mob")


def _down(*stakes: str, **options: Any) -> Table:
    t = _locked(*stakes, **options)
    for part in t.conflict.active:
        t.chance(part)
    return t


def _bonus() -> Table:
    return _down(*EVERYBODY)


def _lenient() -> Table:
    """Cards and bonuses may be undone."""
    t = _locked("Ana", "Ben", "guards", retract_before_reveal=True, bonus_withdrawal=True)
    t.chance("Vesna")
    t.spend("Ana")
    return t


def _one_gm_card() -> Table:
    return _down("Ana", "Ben", "Cleo", "guards")


def _reading(*stakes: str, fate: str = "off") -> Table:
    t = _down(*stakes, mode="physical", fate=fate)
    t.reveal()
    return t


def _read_all() -> Table:
    return _reading("Ana", "Ben", "Cleo", "Riso", "goons")


def _tie(fate: str = "off") -> Table:
    t = _reading("Ana", "Ben", "Riso", fate=fate)
    t.declare("Vesna", "king of hearts")
    t.declare("Riso", "king of hearts")
    t.declare("Harrow", "two of clubs")
    return t


def _fate_draw() -> Table:
    return _tie("exact")


LOW_TO_HIGH = {"Riso": "3♦", "goons": "4♦", "Juno": "9♦", "Vesna": "K♦", "Harrow": "A♦"}


def _simple() -> Table:
    t = _locked("Ana", "Ben", "Cleo", "Riso", "goons", kind="simple")
    t.showdown(LOW_TO_HIGH)
    return t


def _speaking() -> Table:
    t = _simple()
    t.take("goons")
    t.take("Vesna")
    t.take("Juno")
    return t


def _told() -> Table:
    t = _simple()
    t.all_narrate()
    return t


def _one_gm_told() -> Table:
    t = _locked("Ana", "guards", kind="simple")
    t.showdown({"Vesna": "K♦", "guards": "3♦"})
    return t


def _round() -> Table:
    t = _locked("Ana", "Ben", "Cleo", "Riso", "goons")
    t.showdown(LOW_TO_HIGH)
    return t


def _round_told() -> Table:
    t = _round()
    t.all_narrate()
    return t


def _fate() -> Table:
    t = _locked("Ana", "Ben", "Riso", fate="exact")
    t.showdown({"Vesna": "K♦", "Riso": "K♦", "Harrow": "9♦"}, ["5♠", "8♠"])
    return t


FINAL = (
    {"Vesna": "joker", "Harrow": "A♦", "goons": "K♥", "Juno": "2♦", "Riso": "2♥"},
    {"Vesna": "K♦", "Juno": "J♦", "Riso": "Q♥", "Harrow": "3♦", "goons": "3♥"},
    {"Vesna": "Q♦", "Harrow": "9♠", "Riso": "9♥", "Juno": "4♦", "goons": "4♥"},
    {"Vesna": "10♦", "Juno": "8♦", "goons": "8♥", "Harrow": "5♦", "Riso": "5♥"},
    {"Vesna": "9♦", "Harrow": "8♠", "Riso": "7♥", "Juno": "6♦", "goons": "6♥"},
)


def _final() -> Table:
    t = _locked("Ana", "Ben", "Cleo", "Riso", "goons", goal=5)
    for number, cards in enumerate(FINAL):
        if number:
            t.next_round()
        t.showdown(cards)
    return t


def _doomed(who: str = "Dev", hero: str = "Kiro") -> Table:
    """Somebody has lost to fate twice."""
    others = [name for name in PLAYERS if name != who]
    t = _locked(who, *others, "Riso", fate="exact")
    first, second, third = (HEROES[name][0] for name in others)
    t.showdown({hero: "K♦", "Riso": "K♦", first: "9♦", second: "10♦", third: "4♦"}, ["5♠", "8♠"])
    t.fate(hero, "fight_on")
    t.next_round()
    t.showdown({hero: "Q♦", "Riso": "Q♦", first: "10♥", second: "9♥", third: "3♦"}, ["6♠", "9♠"])
    return t


def _doomed_ben() -> Table:
    return _doomed("Ben", "Harrow")


def _doomed_final() -> Table:
    t = _doomed()
    t.next_round()
    t.showdown({"Riso": "A♦", "Vesna": "J♦", "Harrow": "8♠", "Juno": "2♦"})
    return t


_MAKERS: Mapping[str, Callable[[], Table]] = {
    "new": _new,
    "table": _table,
    "sitting": _sitting,
    "scene": _scene,
    "everybody": _all_here,
    "offered": _offered,
    "suggested": _suggested,
    "stakes": _stakes,
    "called": _called,
    "lockable": _lockable,
    "lockable_mooks": _lockable_mooks,
    "cards": _cards,
    "guarded": _guarded,
    "bonus": _bonus,
    "lenient": _lenient,
    "one_gm_card": _one_gm_card,
    "reading": _read_all,
    "tie": _tie,
    "fate_draw": _fate_draw,
    "narration": _simple,
    "speaking": _speaking,
    "told": _told,
    "round": _round,
    "round_told": _round_told,
    "fate": _fate,
    "final": _final,
    "doomed": _doomed,
    "doomed_ben": _doomed_ben,
    "three": _three,
    "empty_scene": _empty_scene,
    "mob": _mob,
    "one_gm_told": _one_gm_told,
    "doomed_final": _doomed_final,
}
