"""Numbers that follow from the state (rules section 2.8); pure functions."""

from engine.systems.phase_abandon.entities import Character, Die, LiveRoll, Player, Proposal, Skill, State
from engine.systems.phase_abandon.house_rules import HouseRules
from engine.systems.phase_abandon.vocabulary import (
    CharacterStatus,
    DieOrigin,
    DieStatus,
    NarrationKind,
    Phase,
    ProposalStatus,
)

DICE_LIMIT = 5
EFFECTIVE_LIMIT = 15
RANK_LIMIT = 15
DEAREST_RANK = 5
BLURBS = 3
SETTING_CHIPS = 5
FULL_SETS_REROLLS = 15


def is_success(face: int) -> bool:
    """True for a face that counts as a success: 4, 5 or 6."""
    return face >= 4


def floor(skill: Skill, rules: HouseRules) -> int:
    """Lowest level damage can leave."""
    return 0 if skill.rank == 0 or skill.breaks_at_zero or rules.skill_floor == 0 else 1


def max_damage(skill: Skill, rules: HouseRules) -> int:
    """Most damage a skill can carry."""
    return skill.rank if skill.breaks_at_zero or rules.skill_floor == 0 else max(0, skill.rank - 1)


def level(skill: Skill, rules: HouseRules) -> int:
    """Rank less damage."""
    return max(floor(skill, rules), skill.rank - skill.damage)


def is_worn(skill: Skill, rules: HouseRules) -> bool:
    """True when every failure on the skill costs Heart (PA-64, R-40)."""
    damaged = skill.damage > 0 or rules.worn_skill_applies_to == "any_level_one"
    return damaged and level(skill, rules) == 1


def principle_penalty(character: Character, skill: Skill) -> int:
    """Dice taken by broken principles linked to the skill (PA-84)."""
    return sum(principle.penalty for principle in character.principles if principle.linked_skill_id == skill.name)


def base_dice(character: Character, skill: Skill, rules: HouseRules) -> int:
    """Level with modifier and penalty, before a trigger and before capping; may be negative."""
    penalty = principle_penalty(character, skill)
    dice = level(skill, rules) + skill.temp_modifier - penalty
    if penalty and rules.principle_floor == 1:
        dice = max(dice, min(1, level(skill, rules)))
    return 1 if skill.rank == 0 and dice <= 0 and rules.rank_zero_roll == "one_die" else dice


def capped(dice: int) -> int:
    """Effective dice: 0 to 15 (PA-46)."""
    return max(0, min(EFFECTIVE_LIMIT, dice))


def luck_dice(character: Character, rules: HouseRules) -> int:
    """Dice of a roll without a skill (PA-35, R-49)."""
    return (character.luck or 0) if rules.luck_enabled else rules.unskilled_dice


def reroll_allowance(effective: int, rules: HouseRules) -> int:
    """Single re-rolls of an unsplit roll (PA-37, R-22)."""
    if rules.reroll_allowance == "none":
        return 0
    if rules.reroll_allowance == "full_sets" and effective == EFFECTIVE_LIMIT:
        return FULL_SETS_REROLLS
    return max(0, effective - DICE_LIMIT)


def rerolls_after_holding(roll: LiveRoll, rules: HouseRules) -> int:
    """Re-rolls left once dice are held out (PA-39, R-26)."""
    allowance = reroll_allowance(roll.effective, rules)
    return max(0, allowance - roll.held_out) if rules.hold_out_reduces == "rerolls_first" else allowance


def dice_to_throw(roll: LiveRoll, rules: HouseRules) -> int:
    """Dice of the next throw."""
    if roll.group is not None:
        return roll.group - roll.held_out
    held = roll.held_out
    if rules.hold_out_reduces == "rerolls_first":
        held = max(0, held - reroll_allowance(roll.effective, rules))
    limit = DICE_LIMIT if roll.connection is None else roll.effective
    return min(limit, roll.effective) - held


def split_shape(effective: int) -> tuple[int, ...]:
    """Groups of five, then the remainder (PA-41)."""
    fives, rest = divmod(effective, DICE_LIMIT)
    return (DICE_LIMIT,) * fives + ((rest,) if rest else ())


def threshold(skill: Skill, rules: HouseRules) -> int:
    """Advancement points needed for the next rank (PA-60, R-18)."""
    return max(1, skill.rank if rules.advancement_threshold == "equal_rank" else 2 * skill.rank)


def is_natural_six(die: Die, rules: HouseRules) -> bool:
    """A live 6 on a thrown or re-thrown die (R-19)."""
    if not die.live or die.face != 6:
        return False
    return die.origin is DieOrigin.INITIAL or rules.reroll_six_is_natural


def is_live_one(die: Die) -> bool:
    """A 1 that still counts and still hurts."""
    return die.live and die.face == 1 and not die.spared


def awaits_explosion(die: Die, rules: HouseRules) -> bool:
    """A live natural 6 whose next extra die has not been thrown (PA-49)."""
    return is_natural_six(die, rules) and (not die.chain or die.chain[-1] == 6)


def may_reroll(die: Die, rules: HouseRules) -> bool:
    """True for a die that shows 2 to 5 and is not fixed (PA-44, PA-45)."""
    again = rules.reroll_same_die or die.origin is DieOrigin.INITIAL
    return die.status is DieStatus.OPEN and 2 <= die.face <= 5 and again


def own_tokens(roll: LiveRoll, rules: HouseRules) -> int:
    """Tokens of this very roll that may be spent on it (R-38)."""
    if not rules.pool_same_roll:
        return 0
    initial = sum(die.live and die.face == 6 and die.origin is DieOrigin.INITIAL for die in roll.dice)
    return initial - roll.borrowed


def lowest_others(state: State, player: str | None) -> tuple[Player, ...]:
    """Present players with fewest chips, `player` never among them (PA-6)."""
    others = [other for other in state.players if other.present and other.name != player]
    fewest = min((other.chips for other in others), default=0)
    return tuple(other for other in others if other.chips == fewest)


def highest(state: State) -> tuple[Player, ...]:
    """Present players with most chips (PA-7)."""
    present = [player for player in state.players if player.present]
    most = max((player.chips for player in present), default=0)
    return tuple(player for player in present if player.chips == most)


def is_active(state: State, player: str) -> bool:
    """True when the player's character is able to act."""
    character = state.character_of(player)
    return character is not None and character.status is CharacterStatus.ACTIVE


def undecided(state: State) -> tuple[Proposal, ...]:
    """Sheet entries the group may speak about: while characters are made, or whenever the house says (PA-26)."""
    if not state.house_rules.require_approval and state.phase is not Phase.CHARACTERS:
        return ()
    return tuple(each for each in state.proposals if each.status is ProposalStatus.OPEN)


def in_challenge(state: State) -> bool:
    """True while a challenge scene is running."""
    return state.scene is not None and state.scene.kind == "CHALLENGE" and state.scene.status == "OPEN"


def is_protected(state: State, conflict: bool = False) -> bool:
    """True while the narration may not be cut into (PA-103); a conflict may cut into failures and break evens."""
    narration = state.narration
    if narration is None:
        return False
    if narration.kind in (NarrationKind.WRAP_UP, NarrationKind.GOAL_COMPLETION):
        return True
    if narration.kind is NarrationKind.SUCCESS_RESULT:
        return not state.house_rules.interrupt_success
    result = narration.kind in (NarrationKind.FAILURE_RESULT, NarrationKind.BREAK_EVEN_RESULT)
    return result and not conflict


def most_bid(state: State, player: str) -> int:
    """Most chips a player may stake (PA-92, R-71)."""
    seated, cap = state.player(player), state.house_rules.bid_cap
    chips = seated.chips if seated is not None else 0
    return min(chips, cap) if isinstance(cap, int) else chips


def least_bid(state: State, player: str) -> int:
    """Fewest chips a player has to stake (R-70)."""
    return min(state.house_rules.min_bid, most_bid(state, player))
