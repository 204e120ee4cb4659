"""Attacks: weapons, fire modes, distance, ammunition, hit rolls (P6-47 to P6-53, P6-59)."""

from collections.abc import Iterator
from typing import Any, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes
from engine.common.words import counted
from engine.offers import choice
from engine.phrase import Phrase, joined, phrase, sentence, spelled, template, verbatim
from engine.systems.phasesix.agenda import builds, closes, does, follows
from engine.systems.phasesix.entities import Character, Check, Deed, State, Strike, Task, Weapon
from engine.systems.phasesix.fields import COVERS, Cover, Difficulty, ExtraDice, FireMode, Metres, Target, WeaponName
from engine.systems.phasesix.fold import known, with_ammo, with_combatant, with_hits
from engine.systems.phasesix.guards import refuse_no_dice
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import OwnEvent, Silent
from engine.systems.phasesix.naming import find, find_character, plain
from engine.systems.phasesix.rules.checks import Asked
from engine.systems.phasesix.rules.deeds import DeedCommand, cost_of, roll_for
from engine.systems.phasesix.rules.strikes import best_cover
from engine.systems.phasesix.rules.things import deviate
from engine.systems.phasesix.rules.windows import may_defend, open_window
from engine.systems.phasesix.skills import HAND_TO_HAND, SHOOTING, THROWING
from engine.systems.phasesix.taps import DEEDS, HARDER, METRES_AWAY, living, people, tap
from engine.systems.phasesix.traits import Trait, skill_of
from engine.systems.phasesix.vocabulary import Attr, DeedKind, Mode, Purpose, TaskKind
from engine.types import Spoken

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
    """Bare hands as a weapon (P6-59)."""
    bonus = 1 if who.attr(Attr.STRENGTH) > 2 else 0
    return Weapon(UNARMED, UNARMED, 1, str(state.house_rules.unarmed_wounds), bonus)


def weapon_of(state: State, who: Character, said: str | None) -> Weapon:
    """The weapon meant: the one named, the only one, or none at all."""
    if said and plain(said) not in UNARMED_WORDS:
        return find(who.weapons, lambda weapon: weapon.name, said, phrase("weapon"))
    if said or not who.weapons:
        return unarmed(state, who)
    if len(who.weapons) == 1:
        return who.weapons[0]
    weapons = joined((weapon.name for weapon in who.weapons), ", ")
    raise Refused("AMBIGUOUS_NAME", phrase("Say with what: {weapons}.", weapons=weapons))


def opponent(state: State, who: Character, said: str | None) -> Character:
    """Whoever is attacked: the one named, or the only opponent still standing."""
    if said:
        target = find_character(state, said)
        if target.name == who.name:
            raise Refused("BAD_VALUE", phrase("Say who is attacked."))
        return target
    combat = state.combat
    own = combat.of(who.name) if combat is not None else None
    if combat is None or own is None:
        raise Refused("BAD_VALUE", phrase("Say who is meant."))
    standing = opponents(state, who.name)
    if len(standing) == 1:
        return standing[0]
    names = joined((one.name for one in standing), ", ") or phrase("nobody stands")
    raise Refused("AMBIGUOUS_NAME", phrase("Say who is meant: {names}.", names=names))


def opponents(state: State, name: str) -> list[Character]:
    """Those of the other side of the fight who still stand, in the order of the fight; nobody without one."""
    combat = state.combat
    own = combat.of(name) if combat is not None else None
    if combat is None or own is None:
        return []
    others = [state.character(one.name) for one in combat.combatants if one.side != own.side]
    return [one for one in others if one is not None and not one.incapacitated]


def _mode_of(weapon: Weapon, said: str | None) -> Mode | None:
    if said is None:
        return default_mode(weapon)
    mode = _MODE_WORDS.get(plain(said), _MODE_WORDS.get(said.strip().lower()))
    if mode is None or mode not in (*weapon.modes, weapon.default_mode):
        modes = joined(map(spelled, weapon.modes), ", ") or phrase("no fire modes")
        raise Refused("BAD_MODE", phrase("The {weapon} has {modes}.", weapon=weapon.name, modes=modes))
    return mode


class AmmoSpent(OwnEvent, Silent):
    """Shots leave a weapon (P6-51)."""

    weapon: str
    count: int
    left: int

    def apply(self, state: State) -> Changes:
        return with_ammo(state, self.character, self.weapon, self.left)


class HitRolled(OwnEvent):
    """The hits of an attack (P6-48)."""

    target: str
    weapon: str
    hits: int

    def apply(self, state: State) -> Changes:
        return with_hits(state, self.hits)

    def sentence(self) -> Phrase:
        if self.hits:
            return phrase("{hits} on {target}", hits=counted(self.hits, "hit", "hits"), target=self.target)
        return phrase("{character} misses", character=self.character)

    def aloud_at(self, table: State) -> Spoken | None:
        window = table.combat.window if table.combat is not None else None
        asked = window is not None and table.house_rules.announce_windows and may_defend(table, window)
        return None if asked else Spoken(sentence(self.sentence()), 2)


class FullAutoBegun(OwnEvent):
    """All of somebody's actions go into shots with one weapon; the round ends for them (P6-52)."""

    told: ClassVar[str] = template("{character} goes full auto with the {weapon}")
    weapon: str
    left: int

    def apply(self, state: State) -> Changes:
        return with_combatant(state, self.character, actions=self.left, ended=True, locked=self.weapon)

    def aloud_at(self, table: State) -> Spoken | None:
        one = table.combat.of(self.character) if table.combat is not None else None
        if one is not None and one.actions:
            return None
        return Spoken(phrase("{character} is done this round.", character=self.character), 2)


class Attack(DeedCommand):
    """Attack somebody (P6-47 to P6-57).

    Attributes:
        target: Who is attacked; the only opponent when left out.
        weapon: Own weapon, "unarmed", or None for the only one.
        mode: "single", "semi", "burst" or "full_auto"; None for the weapon's default.
        distance: Metres; None when nobody counts them.
        cover: Cover of the target, 4 to 6.
        from_behind: Whether the target cannot see it coming.
        as_rider: Whether it follows a walk without cost (P6-38); None when it does if it can.
        bonus: Bonus dice committed to the hit roll; likewise `destiny`.
    """

    deed: ClassVar[DeedKind] = DeedKind.ATTACK
    talk: ClassVar[Talk] = Talk(confirm="Does {char} attack[ {target}][ with {weapon}]?")
    target: Target | None = None
    weapon: WeaponName | None = None
    mode: FireMode | None = None
    distance: Metres | None = None
    cover: Cover | None = None
    from_behind: bool = False
    as_rider: bool = False
    difficulty: Difficulty = 0
    bonus: ExtraDice = 0
    destiny: ExtraDice = 0

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        targets = _targets(state, who)
        if not targets:
            return
        target = Field("target", phrase("Whom"), "choice", people(targets))
        cover = choice("cover", phrase("Their cover"), ((each, verbatim(f"{each}+")) for each in COVERS), optional=True)
        behind = choice("from_behind", phrase("From behind"), [(True, phrase("yes"))], optional=True)
        for weapon in known(state, who).weapons:
            label = phrase("attack with the {weapon}", weapon=weapon.name)
            locked = _locked(state, who) == weapon.name
            modes = () if locked else tuple(_modes(weapon))
            given: dict[str, Any] = {"weapon": weapon.name} | ({"mode": Mode.FULL_AUTO.value} if locked else {})
            fields = (target, *modes, METRES_AWAY, cover, behind, HARDER)
            yield tap(cls, state, who, label, DEEDS, *fields, **given)
        bare = phrase("attack with bare hands")
        yield tap(cls, state, who, bare, DEEDS, target, behind, HARDER, weapon=UNARMED)


def _targets(state: State, who: str) -> tuple[Character, ...]:
    """Everybody who could be attacked, standing opponents first."""
    combat = state.combat
    own = combat.of(who) if combat is not None else None
    if combat is None or own is None:
        return ()
    sides = {one.name: one.side for one in combat.combatants}
    others = [one for one in living(state) if one.name in sides and one.name != who]
    return tuple(sorted(others, key=lambda one: (sides[one.name] == own.side, one.incapacitated)))


def _locked(state: State, who: str) -> str:
    """The weapon all of somebody's actions go into, empty when none does (P6-52)."""
    one = state.combat.of(who) if state.combat is not None else None
    return one.locked if one is not None else ""


def _modes(weapon: Weapon) -> Iterator[Field]:
    """Fire modes, the thriftiest first; one has to be named where the usual one takes more rounds than are left."""
    if len(weapon.modes) > 1:
        thrifty = sorted(weapon.modes, key=lambda mode: rounds_fired(weapon, mode))
        enough = weapon.ammo is None or weapon.ammo >= rounds_fired(weapon, default_mode(weapon))
        modes = ((mode.value, spelled(mode)) for mode in thrifty)
        yield choice("mode", phrase("Fire mode"), modes, optional=enough)


@builds(DeedKind.ATTACK)
def _attack(ledger: Ledger, who: Character, kind: DeedKind, command: Any) -> Deed:
    state = ledger.state
    weapon = weapon_of(state, who, command.weapon)
    target = opponent(state, who, command.target)
    mode = _mode_of(weapon, command.mode)
    if command.cover not in (None, *COVERS) or (command.distance is not None and command.distance < 0):
        raise Refused("BAD_VALUE", phrase("Cover is 4, 5 or 6, and distances are metres."))
    if command.distance is not None and command.distance > 2 * weapon.range_m:
        reach = 2 * weapon.range_m
        text = phrase("The {weapon} reaches {number} metres at most.", weapon=weapon.name, number=reach)
        raise Refused("OUT_OF_RANGE", text)
    if weapon.ammo is not None and weapon.ammo < rounds_fired(weapon, mode):
        rounds = counted(weapon.ammo, "round", "rounds")
        raise Refused("NO_AMMO", phrase("The {weapon} has {rounds} left.", weapon=weapon.name, rounds=rounds))
    deed = Deed(
        ledger.new_id("deed"),
        kind,
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
    pool = hit_pool(state, who, weapon, deed)
    refuse_no_dice(state, who, Purpose.HIT, pool.value, deed.bonus, deed.destiny)
    return deed


def hit_pool(state: State, who: Character, weapon: Weapon, deed: Deed) -> Trait:
    """Skill, fire mode, distance and bare hands as one pool (P6-48)."""
    skill = skill_of(state, who, SKILLS.get(weapon.weapon_kind, HAND_TO_HAND))
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
        ledger.record(AmmoSpent(who.name, weapon.name, fired, weapon.ammo - fired))
    _lock(ledger, deed, weapon)
    state, asked = ledger.state, Asked(refs=(deed.target,))
    return roll_for(ledger, deed, lambda: hit_pool(state, who, weapon, deed), Purpose.HIT, asked)


def _lock(ledger: Ledger, deed: Deed, weapon: Weapon) -> None:
    """Full-auto fire that is not the default ends the round for the shooter (P6-52)."""
    if deed.mode is not Mode.FULL_AUTO or default_mode(weapon) is Mode.FULL_AUTO or deed.reaction:
        return
    one = ledger.combat.of(deed.actor)
    if one is not None and not one.locked:
        left = 0 if ledger.rules.full_auto == "single_attack" else one.actions
        ledger.record(FullAutoBegun(one.name, weapon.name, left))


@closes(Purpose.HIT)
def _hits(ledger: Ledger, check: Check, successes: int) -> None:
    deed = ledger.state.deed
    if deed is None:
        return
    ledger.record(HitRolled(deed.actor, deed.target, deed.weapon, successes))
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
