"""Sixes repair and train, ones wear down (rules 3.8, 3.9, 3.10)."""

from typing import ClassVar

from engine.common.values import Changes
from engine.phrase import template
from engine.systems.phase_abandon.derived import RANK_LIMIT, in_challenge, level, max_damage, threshold
from engine.systems.phase_abandon.entities import Die, LiveRoll, Skill, State
from engine.systems.phase_abandon.fold import known_character, known_skill, with_character, with_skill
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import CharacterEvent
from engine.systems.phase_abandon.vocabulary import CharacterStatus, SceneStatus

COMBAT, SHEET, WORN, EXCESS = "combat", "sheet", "worn skill", "excess damage"


class SkillRepaired(CharacterEvent):
    """A 6 or an improvement chip repairs one damage."""

    told: ClassVar[str] = template("{character}'s {skill} recovers, {damage} damage left.")
    said: ClassVar[str] = template("{skill} recovers one.")
    weight: ClassVar[int] = 1
    skill: str
    damage: int

    def apply(self, state: State) -> Changes:
        return with_skill(state, self.character, self.skill, damage=self.damage)


class AdvancementGained(CharacterEvent):
    """A 6 or an improvement chip trains the skill."""

    told: ClassVar[str] = template("{character}'s {skill} advances to {advancement} of {threshold}.")
    said: ClassVar[str] = template("{skill} is at {advancement} of {threshold}.")
    weight: ClassVar[int] = 1
    skill: str
    advancement: int
    threshold: int

    def apply(self, state: State) -> Changes:
        return with_skill(state, self.character, self.skill, advancement=self.advancement)


class SkillRankRaised(CharacterEvent):
    """A skill reaches a new rank."""

    told: ClassVar[str] = template("{character}'s {skill} rises to rank {rank}.")
    said: ClassVar[str] = template("{skill} rises to rank {rank}.")
    weight: ClassVar[int] = 2
    skill: str
    rank: int

    def apply(self, state: State) -> Changes:
        return with_skill(state, self.character, self.skill, rank=self.rank, advancement=0)


class SkillDamaged(CharacterEvent):
    """1s wear the skill."""

    told: ClassVar[str] = template("{character}'s {skill} drops to {level}.")
    said: ClassVar[str] = template("{skill} drops to {level}.")
    weight: ClassVar[int] = 2
    skill: str
    amount: int
    damage: int
    level: int

    def apply(self, state: State) -> Changes:
        return with_skill(state, self.character, self.skill, damage=self.damage)


class LuckLost(CharacterEvent):
    """Luck is used up."""

    told: ClassVar[str] = template("{character} has {luck} Luck left.")
    luck: int

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, luck=self.luck)


class HeartDamaged(CharacterEvent):
    """Heart is lost; `causes` says by what."""

    told: ClassVar[str] = template("{character} loses {amount} Heart, {heart} left.")
    said: ClassVar[str] = template("{character} loses {amount} Heart, {heart} left.")
    weight: ClassVar[int] = 2
    amount: int
    heart: int
    causes: tuple[str, ...]

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, heart=self.heart)


class ItemBroken(CharacterEvent):
    """An item is gone for good."""

    told: ClassVar[str] = template("{item} breaks permanently.")
    said: ClassVar[str] = template("{item} is permanently broken.")
    weight: ClassVar[int] = 2
    item: str

    def apply(self, state: State) -> Changes:
        return with_skill(state, self.character, self.item, broken=True)


class CharacterFell(CharacterEvent):
    """A character has no Heart left."""

    told: ClassVar[str] = template("{character} falls; the owner decides what that means.")

    def apply(self, state: State) -> Changes:
        changes = with_character(state, self.character, status=CharacterStatus.DOWN)
        if state.split_roll is not None and state.split_roll.character_id == self.character:
            changes |= {"split_roll": None, "split_queue": ()}
        return changes


def train(ledger: Ledger, roll: LiveRoll, natural: int, exploded: int) -> None:
    """Each natural six repairs, else trains; exploded ones repair by house rule (PA-58, PA-59, R-17, R-29)."""
    if roll.skill_id is None:
        return
    gained = False
    for _ in range(natural):
        skill = _skill(ledger, roll.character_id, roll.skill_id)
        if skill.broken:
            return
        if skill.damage:
            _repair(ledger, roll.character_id, skill)
        elif not (gained and ledger.rules.advancement_six == "first_per_roll"):
            advance_skill(ledger, roll.character_id, skill)
            gained = True
    for _ in range(exploded if ledger.rules.repair_six == "any" else 0):
        skill = _skill(ledger, roll.character_id, roll.skill_id)
        if skill.damage:
            _repair(ledger, roll.character_id, skill)


def _skill(ledger: Ledger, character: str, name: str) -> Skill:
    return known_skill(known_character(ledger.state, character), name)


def _repair(ledger: Ledger, character: str, skill: Skill) -> None:
    ledger.record(SkillRepaired(character, skill.name, skill.damage - 1))


def advance_skill(ledger: Ledger, character: str, skill: Skill) -> None:
    """One advancement point, perhaps a new rank; lost at rank 15 (PA-60)."""
    if skill.rank >= RANK_LIMIT:
        return
    needed, points = threshold(skill, ledger.rules), skill.advancement + 1
    ledger.record(AdvancementGained(character, skill.name, points, needed))
    if points >= needed:
        ledger.record(SkillRankRaised(character, skill.name, skill.rank + 1))


def improve(ledger: Ledger, character: str, name: str) -> None:
    """Use one improvement chip: repair first, else advance (PA-114, R-61)."""
    skill = _skill(ledger, character, name)
    if skill.damage:
        _repair(ledger, character, skill)
    elif ledger.rules.improvement_value == "rank" and skill.rank < RANK_LIMIT:
        ledger.record(SkillRankRaised(character, name, skill.rank + 1))
    else:
        advance_skill(ledger, character, skill)


def wear(ledger: Ledger, roll: LiveRoll) -> None:
    """Ones damage the skill or use up Luck, then Heart is lost (PA-62, PA-64, PA-66, PA-69)."""
    ones = [die for die in roll.dice if die.live and die.face == 1 and not die.spared]
    chained = sum(die.chain.count(1) for die in roll.dice if die.live) if ledger.rules.explosion_ones_hurt else 0
    if roll.skill_id is None:
        _use_luck(ledger, roll, len(ones) + chained)
        excess, crit_heart = 0, 0
    else:
        skill = _skill(ledger, roll.character_id, roll.skill_id)
        crit_heart = skill.crit_heart
        excess = _damage(ledger, roll.character_id, skill, len(ones) + chained)
    causes = [_heart_cost(ledger, roll, die, crit_heart) for die in roll.dice if die.live and not die.spared]
    causes += [_cost_of(ledger, ledger_combat(ledger), crit_heart, worn=False)] * chained
    if ledger.rules.excess_damage == "heart" and excess:
        causes.append((excess, (EXCESS,)))
    _lose_heart(ledger, roll.character_id, causes)


def _use_luck(ledger: Ledger, roll: LiveRoll, ones: int) -> None:
    character = known_character(ledger.state, roll.character_id)
    costs = {"ones": ones, "dice_rolled": len(roll.dice), "none": 0}
    luck = character.luck or 0
    left = max(0, luck - costs[ledger.rules.luck_loss])
    if left != luck:
        ledger.record(LuckLost(character.name, left))


def _damage(ledger: Ledger, character: str, skill: Skill, ones: int) -> int:
    """Damage the skill; returns what exceeds its lowest level."""
    if not ones or (ledger.rules.sheet_replaces_damage and skill.crit_heart):
        return 0
    amount = min(ones, max_damage(skill, ledger.rules) - skill.damage)
    if amount > 0:
        damage = skill.damage + amount
        after = max(0, skill.rank - damage)
        ledger.record(SkillDamaged(character, skill.name, amount, damage, after))
    if amount > 0 and skill.breaks_at_zero and level(_skill(ledger, character, skill.name), ledger.rules) == 0:
        ledger.record(ItemBroken(character, skill.name))
    return ones - max(0, amount)


def ledger_combat(ledger: Ledger) -> bool:
    """True while the running scene is combat."""
    scene = ledger.state.scene
    if scene is None or scene.status is not SceneStatus.OPEN:
        return False
    return scene.combat or (in_challenge(ledger.state) and ledger.rules.combat_flag == "every_challenge")


def _heart_cost(ledger: Ledger, roll: LiveRoll, die: Die, crit_heart: int) -> tuple[int, tuple[str, ...]]:
    if die.face > 3:
        return 0, ()
    one = die.face == 1
    return _cost_of(ledger, one and ledger_combat(ledger), crit_heart if one else 0, roll.was_worn)


def _cost_of(ledger: Ledger, combat: bool, crit_heart: int, worn: bool) -> tuple[int, tuple[str, ...]]:
    """Heart lost by one die: the largest cause, or all of them by house rule (R-41)."""
    causes = [(1, COMBAT)] * combat + [(crit_heart, SHEET)] * (crit_heart > 0) + [(1, WORN)] * worn
    if not causes:
        return 0, ()
    if ledger.rules.heart_loss_stacks:
        return sum(amount for amount, _ in causes), tuple(cause for _, cause in causes)
    amount, cause = max(causes, key=lambda known: known[0])
    return amount, (cause,)


def _lose_heart(ledger: Ledger, name: str, causes: list[tuple[int, tuple[str, ...]]]) -> None:
    character = known_character(ledger.state, name)
    amount = min(character.heart, sum(cost for cost, _ in causes))
    if not amount:
        return
    named = tuple(dict.fromkeys(cause for _, found in causes for cause in found))
    ledger.record(HeartDamaged(name, amount, character.heart - amount, named))
    fall_if_spent(ledger, name)


def fall_if_spent(ledger: Ledger, name: str) -> None:
    """An active character without Heart falls (PA-69)."""
    character = known_character(ledger.state, name)
    if character.heart == 0 and character.status is CharacterStatus.ACTIVE:
        ledger.record(CharacterFell(name))
