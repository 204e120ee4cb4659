"""Attacks: weapons, fire modes, distance, ammunition, hit rolls (P6-47 to P6-53, P6-59)."""

from typing import Any

from engine.common.words import counted
from engine.phrase import joined, phrase, spelled
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.deeds import builds, cost_of, does, follows, open_window
from engine.systems.phasesix.derived import RIDER
from engine.systems.phasesix.entities import Character, Check, Deed, Strike, Task, Weapon
from engine.systems.phasesix.fields import COVERS
from engine.systems.phasesix.guards import refuse_no_dice
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.naming import find, find_character, plain
from engine.systems.phasesix.objects import deviate
from engine.systems.phasesix.rolls import Asked, closes, open_check
from engine.systems.phasesix.skills import HAND_TO_HAND, SHOOTING, THROWING
from engine.systems.phasesix.state import State
from engine.systems.phasesix.strikes import best_cover
from engine.systems.phasesix.traits import Trait, skill_of
from engine.systems.phasesix.vocabulary import Attr, DeedKind, Mode, Purpose, TaskKind
from engine.types import Rejected

UNARMED = "unarmed"
UNARMED_WORDS = frozenset((UNARMED, "fist", "fists", "bare hands", "punch", "kick", "hands"))
MODE_DICE = {Mode.SINGLE: 1, Mode.SEMI: 2, Mode.BURST: 0, Mode.FULL_AUTO: 4}
SKILLS = {"firearm": SHOOTING, "throwing": THROWING}
_MODE_WORDS = {
    **{mode.value: mode for mode in Mode},
    **{"single shot": Mode.SINGLE, "semi automatic": Mode.SEMI, "semi auto": Mode.SEMI},
    **{"full auto": Mode.FULL_AUTO, "full automatic": Mode.FULL_AUTO, "auto": Mode.FULL_AUTO},
}


def default_mode(weapon: Weapon) -> Mode | None:
    """The fire mode without extra dice (P6-50); None for weapons without fire modes."""
    if weapon.default_mode is not None:
        return weapon.default_mode
    if not weapon.modes:
        return None
    if weapon.modes == (Mode.FULL_AUTO,):
        return Mode.FULL_AUTO
    return next((mode for mode in (Mode.BURST, Mode.SEMI) if mode in weapon.modes), Mode.SINGLE)


def mode_dice(state: State, weapon: Weapon, mode: Mode | None) -> int:
    """Dice a fire mode adds (P6-50)."""
    usual = mode == default_mode(weapon) and state.house_rules.fire_mode_bonus == "non_default"
    return 0 if mode is None or usual else MODE_DICE[mode]


def rounds_fired(weapon: Weapon, mode: Mode | None) -> int:
    """Shots of one attack (P6-51); one where the weapon says nothing."""
    if mode is None or mode is Mode.SINGLE:
        return 1
    return next((value.number for value in weapon.rounds if value.name == mode), 1)


def unarmed(state: State, who: Character) -> Weapon:
    """What somebody does with bare hands (P6-59)."""
    bonus = 1 if who.attr(Attr.STRENGTH) > 2 else 0
    return Weapon(UNARMED, UNARMED, 1, str(state.house_rules.unarmed_wounds), bonus)


def weapon_of(state: State, who: Character, said: str | None) -> Weapon | Rejected:
    """The weapon meant: the one named, the only one, or none at all."""
    if said and plain(said) not in UNARMED_WORDS:
        return find(who.weapons, lambda weapon: weapon.name, said, phrase("weapon"))
    if said or not who.weapons:
        return unarmed(state, who)
    if len(who.weapons) == 1:
        return who.weapons[0]
    weapons = joined((weapon.name for weapon in who.weapons), ", ")
    return Rejected("AMBIGUOUS_NAME", phrase("Say with what: {weapons}.", weapons=weapons))


def opponent(state: State, who: Character, said: str | None) -> Character | Rejected:
    """Whoever is attacked: the one named, or the only opponent still standing."""
    if said:
        target = find_character(state, said)
        if isinstance(target, Character) and target.name == who.name:
            return Rejected("BAD_VALUE", phrase("Say who is attacked."))
        return target
    combat = state.combat
    own = combat.of(who.name) if combat is not None else None
    if combat is None or own is None:
        return Rejected("BAD_VALUE", phrase("Say who is meant."))
    standing = opponents(state, who.name)
    if len(standing) == 1:
        return standing[0]
    names = joined((one.name for one in standing), ", ") or phrase("nobody stands")
    return Rejected("AMBIGUOUS_NAME", phrase("Say who is meant: {names}.", names=names))


def opponents(state: State, name: str) -> list[Character]:
    """Those of the other side of the fight who still stand, in the order of the fight; nobody without one."""
    combat = state.combat
    own = combat.of(name) if combat is not None else None
    if combat is None or own is None:
        return []
    others = [state.character(one.name) for one in combat.combatants if one.side != own.side]
    return [one for one in others if one is not None and not one.incapacitated]


def _mode_of(weapon: Weapon, said: str | None) -> Mode | Rejected | None:
    if said is None:
        return default_mode(weapon)
    mode = _MODE_WORDS.get(plain(said), _MODE_WORDS.get(said.strip().lower()))
    if mode is None or mode not in (*weapon.modes, weapon.default_mode):
        modes = joined(map(spelled, weapon.modes), ", ") or phrase("no fire modes")
        return Rejected("BAD_MODE", phrase("The {weapon} has {modes}.", weapon=weapon.name, modes=modes))
    return mode


@builds(DeedKind.ATTACK)
def _attack(ledger: Ledger, who: Character, command: Any) -> Deed | Rejected:
    state = ledger.state
    weapon = weapon_of(state, who, command.weapon)
    if isinstance(weapon, Rejected):
        return weapon
    target = opponent(state, who, command.target)
    if isinstance(target, Rejected):
        return target
    mode = _mode_of(weapon, command.mode)
    if isinstance(mode, Rejected):
        return mode
    if command.cover not in (None, *COVERS) or (command.distance is not None and command.distance < 0):
        return Rejected("BAD_VALUE", phrase("Cover is 4, 5 or 6, and distances are metres."))
    if command.distance is not None and command.distance > 2 * weapon.range_m:
        reach = 2 * weapon.range_m
        text = phrase("The {weapon} reaches {number} metres at most.", weapon=weapon.name, number=reach)
        return Rejected("OUT_OF_RANGE", text)
    if weapon.ammo is not None and weapon.ammo < rounds_fired(weapon, mode):
        rounds = counted(weapon.ammo, "round", "rounds")
        return Rejected("NO_AMMO", phrase("The {weapon} has {rounds} left.", weapon=weapon.name, rounds=rounds))
    deed = Deed(
        ledger.new_id("deed"),
        DeedKind.ATTACK,
        who.name,
        cost_of(state, "attack"),
        targets=(target.name,),
        weapon=weapon.name,
        mode=mode,
        distance=command.distance,
        cover=command.cover,
        from_behind=command.from_behind,
        rider=getattr(command, "as_rider", False),
        difficulty=command.difficulty,
        bonus=getattr(command, "bonus", 0),
        destiny=getattr(command, "destiny", 0),
    )
    return _refuse_no_dice(ledger, who, weapon, deed) or deed


def _refuse_no_dice(ledger: Ledger, who: Character, weapon: Weapon, deed: Deed) -> Rejected | None:
    pool = hit_pool(ledger.state, who, weapon, deed)
    if isinstance(pool, Rejected):
        return pool
    return refuse_no_dice(ledger.state, who, Purpose.HIT, pool.value, deed.bonus, deed.destiny)


def hit_pool(state: State, who: Character, weapon: Weapon, deed: Deed) -> Trait | Rejected:
    """Skill, fire mode, distance and bare hands as one pool (P6-48)."""
    skill = skill_of(state, who, SKILLS.get(weapon.weapon_kind, HAND_TO_HAND))
    if isinstance(skill, Rejected):
        return skill
    more = mode_dice(state, weapon, deed.mode)
    if deed.distance is not None and deed.distance > weapon.range_m:
        more -= state.house_rules.range_penalty
    if weapon.name == UNARMED and who.attr(Attr.QUICKNESS) > 2:
        more += 1
    return Trait(skill.label, skill.value + more, skill.what, skill.manual)


def _arm(state: State, who: Character, name: str) -> Weapon:
    return next((weapon for weapon in who.weapons if weapon.name == name), unarmed(state, who))


@does(DeedKind.ATTACK)
def _strike_out(ledger: Ledger, deed: Deed) -> bool:
    who = ledger.who(deed.actor)
    weapon = _arm(ledger.state, who, deed.weapon)
    if weapon.ammo is not None:
        fired = min(weapon.ammo, rounds_fired(weapon, deed.mode))
        ledger.record(ev.AmmoSpent(who.name, weapon.name, fired, weapon.ammo - fired))
    _lock(ledger, deed, weapon)
    pool = hit_pool(ledger.state, who, weapon, deed)
    if isinstance(pool, Trait):
        modifier = deed.difficulty + (RIDER if deed.rider else 0)
        open_check(
            ledger,
            who.name,
            pool,
            Purpose.HIT,
            Asked(modifier=modifier, refs=(deed.target,), bonus=deed.bonus, destiny=deed.destiny),
        )
    return True


def _lock(ledger: Ledger, deed: Deed, weapon: Weapon) -> None:
    """Full-auto fire that is not the default ends the round for the shooter (P6-52)."""
    if deed.mode is not Mode.FULL_AUTO or default_mode(weapon) is Mode.FULL_AUTO or deed.reaction:
        return
    one = ledger.combat.of(deed.actor)
    if one is not None and not one.locked:
        left = 0 if ledger.rules.full_auto == "single_attack" else one.actions
        ledger.record(ev.FullAutoBegun(one.name, weapon.name, left))


@closes(Purpose.HIT)
def _hits(ledger: Ledger, check: Check, successes: int) -> None:
    deed = ledger.state.deed
    if deed is None:
        return
    ledger.record(ev.HitRolled(deed.actor, deed.target, deed.weapon, successes))
    open_window(ledger, pending=True)


@follows(DeedKind.ATTACK)
def _land(ledger: Ledger, deed: Deed) -> bool:
    weapon = _arm(ledger.state, ledger.who(deed.actor), deed.weapon)
    if not deed.hits:
        if weapon.weapon_kind == "throwing" and ledger.rules.throwing_weapon_deviates:
            deviate(ledger, deed)
            return False
        return True
    covered = not weapon.is_melee or ledger.rules.cover_in_melee
    strike = Strike(
        deed.target,
        deed.hits,
        weapon.wounds,
        weapon.bonus_wounds,
        weapon.piercing,
        best_cover(ledger, deed.target, deed.cover) if covered else None,
        attacker=deed.actor,
    )
    ledger.queue(Task(TaskKind.STRIKE, deed.target, strike=strike))
    return True
