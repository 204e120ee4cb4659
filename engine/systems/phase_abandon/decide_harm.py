"""Deciding about healing, fates, principles and learning (rules 3.9, 3.10, 3.13)."""

from engine.phrase import phrase
from engine.systems.phase_abandon import commands as cmd
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.decide_sheets import (
    GOAL_SLOTS,
    open_slots,
    proposal_id,
    refuse_known_goal,
    refuse_known_skill,
)
from engine.systems.phase_abandon.entities import (
    Character,
    GuidingPrinciple,
    PersonalGoal,
    ResolvedRoll,
    Skill,
    SkillDraft,
)
from engine.systems.phase_abandon.fields import FATES
from engine.systems.phase_abandon.guards import living_character, refuse_unless_idle
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.naming import by_number, find, find_player, find_principle, find_skill
from engine.systems.phase_abandon.recovery import FULL_HEART
from engine.systems.phase_abandon.rulebook import rule
from engine.systems.phase_abandon.vocabulary import CharacterStatus, GoalKind, GoalStatus, NarrationKind
from engine.systems.phase_abandon.words import counted
from engine.types import Rejected

BREAK_PENALTY = 3
ATONEMENT = (50, 75, 100)
SKILL_GOAL = 100
_ITEM = phrase("item"), phrase("items")
_SKILL_GOAL = phrase("skill goal"), phrase("skill goals")


@rule(cmd.HealDamage, "P")
def heal_damage(ledger: Ledger, command: cmd.HealDamage, who: str) -> Rejected | None:
    """Cure a skill or Heart in the story (PA-68)."""
    state = ledger.state
    player = find_player(state, command.target or command.actor)
    if isinstance(player, Rejected):
        return player
    character = living_character(state, player.name)
    if isinstance(character, Rejected):
        return character
    skill = None if command.heart else find_skill(character, command.skill or "")
    if isinstance(skill, Rejected):
        return skill
    paying = _paying_roll(ledger, command)
    if isinstance(paying, Rejected):
        return paying
    if paying is not None:
        if command.amount is not None and command.amount > paying.successes:
            return Rejected("E_RANGE", phrase("That roll heals {points} at most.", points=paying.successes))
        if paying.healed:
            return Rejected("E_ALREADY", phrase("That roll has healed something already."))
    if skill is not None and skill.broken:
        return Rejected("E_BROKEN", phrase("{skill} is broken for good.", skill=skill.name))
    wanted = (
        command.amount if command.amount is not None else paying.successes if paying is not None else FULL_HEART * 3
    )
    return _heal(ledger, character, skill, wanted, paying.roll_id if paying is not None else None)


def _paying_roll(ledger: Ledger, command: cmd.HealDamage) -> ResolvedRoll | Rejected | None:
    """The roll named, or for a skill the success just being told."""
    last, narration = ledger.state.last_roll, ledger.state.narration
    if command.roll_id is not None:
        if last is None or last.roll_id != command.roll_id:
            return Rejected("E_UNKNOWN", phrase("Only the latest roll can pay for healing."))
        return last
    telling = narration is not None and narration.kind is NarrationKind.SUCCESS_RESULT
    return last if telling and not command.heart else None


def _heal(ledger: Ledger, character: Character, skill: Skill | None, wanted: int, roll: str | None) -> Rejected | None:
    """Heal up to what is missing; nothing exceeds full Heart or a whole skill."""
    hurt = FULL_HEART - character.heart if skill is None else skill.damage
    amount = min(wanted, hurt)
    if not amount:
        return Rejected("E_RANGE", phrase("There is nothing to heal."))
    if skill is not None:
        ledger.record(ev.DamageHealed(character.name, skill.name, amount, skill.damage - amount, roll))
        return None
    ledger.record(ev.HeartRestored(character.name, amount, character.heart + amount, roll))
    if character.status is CharacterStatus.DOWN:
        ledger.record(ev.CharacterRecovered(character.name, character.heart + amount))
    return None


@rule(cmd.RechargeItem, "P", acts="player")
def recharge_item(ledger: Ledger, command: cmd.RechargeItem, who: str) -> Rejected | None:
    """An item's own condition is met (PA-67)."""
    character = living_character(ledger.state, who)
    if isinstance(character, Rejected):
        return character
    item = _item_meant(character, command.item)
    if isinstance(item, Rejected):
        return item
    if item.broken:
        return Rejected("E_BROKEN", phrase("{skill} is broken for good.", skill=item.name))
    ledger.record(ev.ItemRecharged(character.name, item.name))
    return None


def _item_meant(character: Character, said: str | None) -> Skill | Rejected:
    if said:
        return find(character.items, lambda item: item.name, said, _ITEM)
    if len(character.items) == 1:
        return character.items[0]
    return Rejected("E_AMBIGUOUS" if character.items else "E_UNKNOWN", phrase("Say which item is meant."))


@rule(cmd.ChooseFate, "P", acts="player")
def choose_fate(ledger: Ledger, command: cmd.ChooseFate, who: str) -> Rejected | None:
    """The owner decides what Heart 0 means (PA-69)."""
    if command.actor:
        speaker = find_player(ledger.state, command.actor)
        if isinstance(speaker, Rejected) or speaker.name != who:
            return Rejected("E_NOT_OWNER", phrase("Only {player} decides that.", player=who))
    fate = FATES[command.fate.strip().lower()]
    character = ledger.state.character_of(who)
    if character is None or character.status is not CharacterStatus.DOWN:
        fallen = [other for other in ledger.state.characters if other.status is CharacterStatus.DOWN]
        if fallen:
            owner, name = fallen[0].owner, fallen[0].name
            only = phrase("Only {player} decides about {character}.", player=owner, character=name)
            return Rejected("E_NOT_OWNER", only)
        return Rejected("E_ALREADY", phrase("Nobody has fallen."))
    ledger.record(ev.FateChosen(character.name, fate))
    return None


@rule(cmd.RecoverCharacter, "PO", acts="player")
def recover_character(ledger: Ledger, command: cmd.RecoverCharacter, who: str) -> Rejected | None:
    """An incapacitated character comes back (PA-71)."""
    character = living_character(ledger.state, who)
    if isinstance(character, Rejected):
        return character
    if character.status is not CharacterStatus.INCAPACITATED:
        return Rejected("E_ALREADY", phrase("{character} is not incapacitated.", character=character.name))
    heart = max(character.heart, ledger.rules.recovery_heart)
    ledger.record(ev.CharacterRecovered(character.name, heart))
    return None


@rule(cmd.BreakPrinciple, "P", acts="player")
def break_principle(ledger: Ledger, command: cmd.BreakPrinciple, who: str) -> Rejected | None:
    """A vow is broken: dice lost and an atonement goal (PA-84, R-57, R-59)."""
    character = living_character(ledger.state, who)
    if isinstance(character, Rejected):
        return character
    vow = find_principle(character, command.principle)
    if isinstance(vow, Rejected):
        return vow
    refusal = refuse_unless_idle(ledger.state)
    if refusal is not None:
        return refusal
    flat = ledger.rules.principle_penalty_mode == "flat"
    count = vow.break_count + 1
    penalty = BREAK_PENALTY if flat else vow.penalty + BREAK_PENALTY
    ledger.record(ev.PrincipleBroken(character.name, vow.text, count, penalty, command.by))
    _atone(ledger, character, vow, ATONEMENT[min(count, len(ATONEMENT)) - 1])
    return None


def _atone(ledger: Ledger, character: Character, vow: GuidingPrinciple, points: int) -> None:
    goal = next((goal for goal in character.goals if goal.text == vow.goal_id and not goal.settled), None)
    if goal is None:
        text = f"resolve the broken principle: {vow.text}"
        new = PersonalGoal(text, GoalKind.PRINCIPLE_RESOLUTION, points, points, principle_id=vow.text, approved=True)
        ledger.record(ev.GoalAdded(character.name, new))
    elif points > goal.value_initial:
        more = points - goal.value_initial
        left = points if ledger.rules.principle_goal_raise == "reset" else goal.value_left + more
        ledger.record(ev.GoalRaised(character.name, goal.text, goal.value_initial, points, left))


@rule(cmd.ResolvePrinciple, "PE", acts="player")
def resolve_principle(ledger: Ledger, command: cmd.ResolvePrinciple, who: str) -> Rejected | None:
    """Amends are made or the vow is changed (PA-85)."""
    character = living_character(ledger.state, who)
    if isinstance(character, Rejected):
        return character
    vow = _broken_vow(character, command.principle)
    if isinstance(vow, Rejected):
        return vow
    goal = next((goal for goal in character.goals if goal.text == vow.goal_id and not goal.settled), None)
    if goal is None:
        return Rejected("E_ALREADY", phrase('"{principle}" is not broken.', principle=vow.text))
    if goal.status is not GoalStatus.DONE:
        return _still_open(goal)
    mode = command.mode.strip().lower()
    text = (command.new_text or "").strip()
    if mode == "changed" and not text:
        return Rejected("E_EMPTY", phrase("Say how the vow reads now."))
    new_text = text if mode == "changed" else None
    ledger.record(ev.PrincipleResolved(character.name, vow.text, mode, new_text))
    return None


def _still_open(goal: PersonalGoal) -> Rejected:
    points = counted(goal.value_left, "point", "points")
    return Rejected("E_GOAL_OPEN", phrase("The goal still has {points}.", points=points))


def _broken_vow(character: Character, said: str | None) -> GuidingPrinciple | Rejected:
    broken = [vow for vow in character.principles if vow.goal_id is not None]
    if not said and len(broken) == 1:
        return broken[0]
    return find_principle(character, said)


@rule(cmd.ProposeSkillGoal, "OPE", acts="player")
def propose_skill_goal(ledger: Ledger, command: cmd.ProposeSkillGoal, who: str) -> Rejected | None:
    """Write up a skill to be learned (PA-82, R-52, R-62)."""
    character = living_character(ledger.state, who)
    if isinstance(character, Rejected):
        return character
    if command.item and ledger.rules.item_after_creation != "by_goal":
        return Rejected("E_RULE", phrase("This table does not gain items through goals."))
    refusal = refuse_known_skill(character, command.skill_name)
    if refusal is not None:
        return refusal
    if ledger.rules.goal_cap_counts_derived and open_slots(character, derived=True) >= GOAL_SLOTS:
        return Rejected("E_LIMIT", phrase("{character} has three goals open.", character=character.name))
    name = command.skill_name.strip()
    text = command.goal_text.strip() or f"learn {name}"
    pending = any(_drafts(goal, name) for goal in character.goals)
    refusal = (
        Rejected("E_DUPLICATE", phrase("{skill} is being learned.", skill=name))
        if pending
        else refuse_known_goal(character, text)
    )
    if refusal is None:
        draft = SkillDraft(name, command.success_effect, command.critical_failure_effect, command.notes, command.item)
        goal = PersonalGoal(text, GoalKind.SKILL_LEARNING, SKILL_GOAL, SKILL_GOAL, skill_draft=draft)
        ledger.record(ev.GoalAdded(character.name, goal, proposal_id(ledger)))
    return refusal


def _drafts(goal: PersonalGoal, name: str) -> bool:
    draft = goal.skill_draft
    return draft is not None and not goal.settled and draft.name.casefold() == name.casefold()


@rule(cmd.LearnSkill, "PEO", acts="player")
def learn_skill(ledger: Ledger, command: cmd.LearnSkill, who: str) -> Rejected | None:
    """Write the learned skill on the sheet at rank 1 (PA-82)."""
    character = living_character(ledger.state, who)
    if isinstance(character, Rejected):
        return character
    goal = _skill_goal(character, command.goal)
    if isinstance(goal, Rejected):
        return goal
    if goal.status is not GoalStatus.DONE:
        return _still_open(goal)
    if goal.settled or goal.skill_draft is None:
        return Rejected("E_ALREADY", phrase("That skill has been learned already."))
    if ledger.rules.require_approval and not goal.approved:
        return Rejected("E_NOT_APPROVED", phrase("The group has not approved that skill."))
    refusal = refuse_known_skill(character, goal.skill_draft.name)
    if refusal is None:
        ledger.record(ev.SkillLearned(character.name, goal.skill_draft.name, 1, goal.text))
    return refusal


def _skill_goal(character: Character, said: str) -> PersonalGoal | Rejected:
    """A skill goal by text, number among all goals, or name of its skill; unlearned ones first."""
    goals = tuple(goal for goal in character.goals if goal.skill_draft is not None)
    numbered = by_number(character.goals, said)
    if numbered is not None and numbered in goals:
        return numbered
    waiting = sorted(goals, key=lambda goal: goal.settled)
    by_skill = find(waiting, _skill_to_learn, said, _SKILL_GOAL, loose=False)
    if isinstance(by_skill, PersonalGoal):
        return by_skill
    return find(waiting, _text, said, _SKILL_GOAL)


def _skill_to_learn(goal: PersonalGoal) -> str:
    return goal.skill_draft.name if goal.skill_draft is not None else ""


def _text(goal: PersonalGoal) -> str:
    return goal.text
