"""Deciding about setting creation and character sheets (rules 3.2, 3.3)."""

from engine.common.words import listed
from engine.phrase import Phrase, joined, phrase, plural, spelled
from engine.systems.phase_abandon import commands as cmd
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.decide_table import ask_luck
from engine.systems.phase_abandon.derived import BLURBS
from engine.systems.phase_abandon.entities import (
    Character,
    GuidingPrinciple,
    PersonalGoal,
    Proposal,
    SettingDetail,
    Skill,
    Trigger,
)
from engine.systems.phase_abandon.guards import living_character
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.naming import all_skills, find, find_skill
from engine.systems.phase_abandon.rulebook import rule
from engine.systems.phase_abandon.vocabulary import CharacterStatus, GoalKind, GoalStatus, ProposalStatus
from engine.systems.phase_abandon.words import counted
from engine.types import Rejected

PRINCIPLES, GOAL_SLOTS = 3, 3
STARTING_TOTAL = 300
_DETAIL = phrase("setting detail"), phrase("setting details")
_PROPOSAL = phrase("proposal"), phrase("proposals")
APPLIES = ("LINKED", "NOT_LINKED", "ANY")


@rule(cmd.SetGenre, "LS")
def set_genre(ledger: Ledger, command: cmd.SetGenre, who: str) -> Rejected | None:
    """Record the genre, which opens setting creation (PA-11, PA-12)."""
    if len(ledger.state.players) < 2:
        return Rejected("E_LIMIT", phrase("Two players have to sit at the table first."))
    ledger.record(ev.GenreSet(command.text.strip()))
    return None


@rule(cmd.AddSettingDetail, "LS", acts="player")
def add_setting_detail(ledger: Ledger, command: cmd.AddSettingDetail, who: str) -> Rejected | None:
    """Buy a detail (PA-13)."""
    state = ledger.state
    if state.genre is None:
        return Rejected("E_INCOMPLETE", phrase("Agree on a genre first."))
    refusal = _refuse_spent(ledger, command.chips, who)
    if refusal is not None:
        return refusal
    text = command.text.strip()
    if any(detail.text.casefold() == text.casefold() for detail in state.setting_details):
        return Rejected("E_DUPLICATE", phrase("That detail is in the setting already; modify it instead."))
    ledger.record(ev.SettingDetailAdded(text, who, command.chips, command.chips))
    return None


def _refuse_spent(ledger: Ledger, chips: int, who: str) -> Rejected | None:
    left = ledger.player(who).setting_chips
    if chips <= left:
        return None
    told = phrase("{player} has {chips} left.", player=who, chips=counted(left, "setting chip", "setting chips"))
    return Rejected("E_BUDGET", told)


@rule(cmd.ModifySettingDetail, "S", acts="player")
def modify_setting_detail(ledger: Ledger, command: cmd.ModifySettingDetail, who: str) -> Rejected | None:
    """Change a detail for at least its lock (PA-14)."""
    detail = find(ledger.state.setting_details, lambda detail: detail.text, command.detail, _DETAIL)
    if isinstance(detail, Rejected) and detail.code == "E_UNKNOWN":
        detail = find(ledger.state.setting_details, _whole_history, command.detail, _DETAIL)
    if isinstance(detail, Rejected):
        return detail
    refusal = _refuse_spent(ledger, command.chips, who)
    if refusal is not None:
        return refusal
    if command.chips < detail.lock:
        return Rejected("E_LOCK", phrase("Changing that takes {chips}.", chips=counted(detail.lock, "chip", "chips")))
    lock = command.chips + (detail.lock if ledger.rules.modify_lock == "sum" else 0)
    ledger.record(ev.SettingDetailModified(detail.text, who, command.text.strip(), command.chips, lock))
    return None


def _whole_history(detail: SettingDetail) -> str:
    return " ".join(entry.text for entry in detail.history)


@rule(cmd.FinishSetting, "LS")
def finish_setting(ledger: Ledger, command: cmd.FinishSetting, who: str) -> Rejected | None:
    """Go on to characters (PA-16)."""
    ledger.record(ev.SettingFinished())
    return None


@rule(cmd.CreateCharacter, "COP", acts="player")
def create_character(ledger: Ledger, command: cmd.CreateCharacter, who: str) -> Rejected | None:
    """Begin a sheet; one living character per player (PA-1)."""
    state, name = ledger.state, command.name.strip()
    current = state.character_of(who)
    if current is not None and current.status is not CharacterStatus.DEAD:
        return Rejected("E_ALREADY", phrase("{player} plays {character}.", player=who, character=current.name))
    if any(character.name.casefold() == name.casefold() for character in state.characters):
        return Rejected("E_DUPLICATE", phrase("There is a character called {character} already.", character=name))
    ledger.record(ev.CharacterCreated(name, who))
    return None


def draft(ledger: Ledger, who: str) -> Character | Rejected:
    """The player's unfinished sheet."""
    character = living_character(ledger.state, who)
    if isinstance(character, Character) and character.status is not CharacterStatus.DRAFT:
        return Rejected("E_PHASE", phrase("The sheet of {character} is finished.", character=character.name))
    return character


@rule(cmd.SetBlurb, "COP", acts="player")
def set_blurb(ledger: Ledger, command: cmd.SetBlurb, who: str) -> Rejected | None:
    """Write one of three blurbs (PA-18)."""
    character = draft(ledger, who)
    if isinstance(character, Rejected):
        return character
    blank = next((at for at, text in enumerate(character.blurbs) if not text), len(character.blurbs))
    slot = command.slot if command.slot is not None else blank + 1
    if not 1 <= slot <= BLURBS:
        return Rejected("E_LIMIT", phrase("A character has three blurbs."))
    ledger.record(ev.BlurbSet(character.name, slot, command.text.strip()))
    return None


def _purchase_refusal(
    ledger: Ledger, character: Character, command: cmd.AddSkill | cmd.AddSpecialItem
) -> Rejected | None:
    drafting = character.status is CharacterStatus.DRAFT
    budget = character.skill_points_left if drafting else character.improvement_chips
    if command.rank > budget:
        left = counted(budget, "point", "points") if drafting else counted(budget, "chip", "chips")
        return Rejected("E_BUDGET", phrase("{character} has {left} left.", character=character.name, left=left))
    return refuse_known_skill(character, command.name)


def refuse_known_skill(character: Character, name: str) -> Rejected | None:
    """Skill and item names are unique in a character."""
    if any(skill.name.casefold() == name.strip().casefold() for skill in all_skills(character)):
        return Rejected("E_DUPLICATE", phrase("{character} has {skill} already.", character=character.name, skill=name))
    return None


def proposal_id(ledger: Ledger) -> str:
    """Id of the next proposal."""
    return f"proposal-{len(ledger.state.proposals) + 1}"


@rule(cmd.AddSkill, "COP", acts="player")
def add_skill(ledger: Ledger, command: cmd.AddSkill, who: str) -> Rejected | None:
    """Buy a skill (PA-20, PA-21)."""
    character = draft(ledger, who)
    if isinstance(character, Rejected):
        return character
    refusal = _purchase_refusal(ledger, character, command)
    if refusal is None:
        skill = Skill(
            command.name.strip(),
            command.rank,
            command.success_effect,
            command.critical_failure_effect,
            command.notes,
            command.crit_heart,
        )
        ledger.record(ev.SkillBought(character.name, skill, command.rank, proposal_id(ledger)))
    return refusal


@rule(cmd.AddSpecialItem, "COPE", acts="player")
def add_special_item(ledger: Ledger, command: cmd.AddSpecialItem, who: str) -> Rejected | None:
    """Buy an item; once the character is active only from improvement chips, if the table allows it (R-62)."""
    character = living_character(ledger.state, who)
    if isinstance(character, Rejected):
        return character
    drafting = character.status is CharacterStatus.DRAFT
    if not drafting and (ledger.rules.item_after_creation != "by_improvement" or command.rank < 1):
        return Rejected("E_PHASE", phrase("The sheet of {character} is finished.", character=character.name))
    refusal = _purchase_refusal(ledger, character, command)
    if refusal is None:
        item = Skill(
            command.name.strip(),
            command.rank,
            command.success_effect,
            command.critical_failure_effect,
            command.notes,
            command.crit_heart,
            is_item=True,
            breaks_at_zero=command.breaks_at_zero,
            recharge=command.recharge,
            linked_to=command.linked_to,
        )
        ledger.record(ev.SpecialItemBought(character.name, item, command.rank, proposal_id(ledger)))
    return refusal


@rule(cmd.AddPrinciple, "COP", acts="player")
def add_principle(ledger: Ledger, command: cmd.AddPrinciple, who: str) -> Rejected | None:
    """Take a principle with its trigger (PA-22, R-60)."""
    character = draft(ledger, who)
    if isinstance(character, Rejected):
        return character
    if len(character.principles) >= PRINCIPLES:
        return Rejected("E_LIMIT", phrase("A character has three principles."))
    linked = find_skill(character, command.linked_skill)
    if isinstance(linked, Rejected):
        return linked
    applies = _applies_to(character, command.applies_to)
    if isinstance(applies, Rejected):
        return applies
    text = command.text.strip()
    if any(vow.text.casefold() == text.casefold() for vow in character.principles):
        return Rejected("E_DUPLICATE", phrase("{character} has that principle already.", character=character.name))
    principle = GuidingPrinciple(text, linked.name, Trigger(command.condition, command.bonus_dice, applies))
    ledger.record(ev.PrincipleAdded(character.name, principle, proposal_id(ledger)))
    return None


def _applies_to(character: Character, said: str | tuple[str, ...]) -> str | tuple[str, ...] | Rejected:
    if isinstance(said, str):
        word = said.strip().upper().replace(" ", "_")
        if word in APPLIES:
            return word
        said = (said,)
    names = []
    for name in said:
        skill = find_skill(character, name)
        if isinstance(skill, Rejected):
            return skill
        names.append(skill.name)
    return tuple(names)


def open_slots(character: Character, derived: bool) -> int:
    """Goals that use one of the three slots; vow and skill goals only by house rule (PA-83, R-52)."""
    kinds = (GoalKind.STARTING, GoalKind.FOLLOW_UP)
    return sum(goal.status is GoalStatus.OPEN and (derived or goal.kind in kinds) for goal in character.goals)


def refuse_known_goal(character: Character, text: str) -> Rejected | None:
    """Open goals of a character have different texts."""
    if any(goal.text.casefold() == text.casefold() and goal.status is GoalStatus.OPEN for goal in character.goals):
        return Rejected("E_DUPLICATE", phrase("{character} has that goal already.", character=character.name))
    return None


@rule(cmd.AddPersonalGoal, "COPE", acts="player")
def add_personal_goal(ledger: Ledger, command: cmd.AddPersonalGoal, who: str) -> Rejected | None:
    """Take a starting or follow-up goal (PA-23, PA-81)."""
    character = living_character(ledger.state, who)
    if isinstance(character, Rejected):
        return character
    drafting = character.status is CharacterStatus.DRAFT
    kind = GoalKind.STARTING if drafting else GoalKind.FOLLOW_UP
    said = (command.goal_kind or kind).upper().replace(" ", "_")
    value = command.value if command.value is not None else ledger.rules.follow_up_goal_value
    if open_slots(character, ledger.rules.goal_cap_counts_derived) >= GOAL_SLOTS:
        return Rejected("E_LIMIT", phrase("{character} has three goals open.", character=character.name))
    if said != kind:
        before = phrase("Goals of that kind are taken before the character is finished.")
        once = phrase("Goals of that kind are taken once the character is finished.")
        return Rejected("E_PHASE", once if drafting else before)
    text = command.text.strip()
    refusal = refuse_known_goal(character, text)
    if refusal is None:
        goal = PersonalGoal(text, kind, value, value)
        warnings = _total_warning(ledger, character, value) if drafting else ()
        ledger.record(ev.GoalAdded(character.name, goal, proposal_id(ledger), warnings))
    return refusal


def starting_total(character: Character) -> int:
    """Points of all starting goals."""
    return sum(goal.value_initial for goal in character.goals if goal.kind is GoalKind.STARTING)


def _total_warning(ledger: Ledger, character: Character, more: int) -> tuple[str, ...]:
    total = starting_total(character) + more
    if ledger.rules.starting_goal_total == "ignore" or total <= STARTING_TOTAL:
        return ()
    return (f"starting goals total {total}, not {STARTING_TOTAL}",)


@rule(cmd.AddConnection, "COP", acts="player")
def add_connection(ledger: Ledger, command: cmd.AddConnection, who: str) -> Rejected | None:
    """Write down an acquaintance (PA-24, PA-111, R-63)."""
    character = living_character(ledger.state, who)
    if isinstance(character, Rejected):
        return character
    name = command.npc_name.strip()
    if any(known.npc_name.casefold() == name.casefold() for known in character.connections):
        knows = phrase("{character} knows {connection} already.", character=character.name, connection=name)
        return Rejected("E_DUPLICATE", knows)
    at_creation = character.status is CharacterStatus.DRAFT and ledger.rules.starting_connection_value == "group_sets"
    if command.value < 1 or (command.value > 1 and not at_creation):
        return Rejected("E_RANGE", phrase("A new connection starts at 1."))
    ledger.record(ev.ConnectionAdded(character.name, name, command.value))
    return None


@rule(cmd.NoteEquipment, "COP", acts="player")
def note_equipment(ledger: Ledger, command: cmd.NoteEquipment, who: str) -> Rejected | None:
    """Write down equipment (PA-25)."""
    character = living_character(ledger.state, who)
    if isinstance(character, Rejected):
        return character
    ledger.record(ev.EquipmentNoted(character.name, command.text.strip()))
    return None


@rule(cmd.DecideProposal)
def decide_proposal(ledger: Ledger, command: cmd.DecideProposal, who: str) -> Rejected | None:
    """The group approves or refuses a sheet entry (PA-26)."""
    found = _proposal(ledger.state.proposals, command.proposal)
    if isinstance(found, Rejected):
        return found
    if found.status is not ProposalStatus.OPEN:
        decided = phrase("{entry} was {status} already.", entry=found.subject, status=spelled(found.status))
        return Rejected("E_ALREADY", decided)
    ledger.record(ev.ProposalDecided(found.proposal_id, found.subject, command.approved, command.reason))
    return None


def _proposal(proposals: tuple[Proposal, ...], said: str | None) -> Proposal | Rejected:
    """By id or entry; undecided ones first; nothing said means the latest undecided one."""
    opened = tuple(known for known in proposals if known.status is ProposalStatus.OPEN)
    if said is None:
        return opened[-1] if opened else Rejected("E_ALREADY", phrase("Nothing waits for approval."))
    for known in proposals:
        if known.proposal_id == said:
            return known
    found = find(opened, lambda known: known.subject, said, _PROPOSAL)
    if isinstance(found, Rejected) and found.code == "E_UNKNOWN":
        found = find(proposals, lambda known: known.subject, said, _PROPOSAL)
    return found


@rule(cmd.FinishCharacter, "COP", acts="player")
def finish_character(ledger: Ledger, command: cmd.FinishCharacter, who: str) -> Rejected | None:
    """Check the sheet and activate the character (PA-27)."""
    character = draft(ledger, who)
    if isinstance(character, Rejected):
        return character
    missing = _missing(character)
    if missing:
        needs = phrase("{character} still needs {missing}.", character=character.name, missing=listed(missing))
        return Rejected("E_INCOMPLETE", needs)
    total, setting = starting_total(character), ledger.rules.starting_goal_total
    off = total != STARTING_TOTAL
    if off and setting == "enforce":
        wrong = phrase("Starting goals have to total {points}, not {total}.", points=STARTING_TOTAL, total=total)
        return Rejected("E_GOAL_TOTAL", wrong)
    waiting = _unapproved(character) if ledger.rules.require_approval else ()
    if waiting:
        unapproved = phrase("The group has not approved {entries}.", entries=joined(waiting, ", "))
        return Rejected("E_NOT_APPROVED", unapproved)
    warned = off and setting == "warn"
    warnings = (f"starting goals total {total}, not {STARTING_TOTAL}",) if warned else ()
    ledger.record(ev.CharacterFinished(character.name, warnings))
    if ledger.state.session_running:
        ask_luck(ledger, who)
    return None


def _missing(character: Character) -> list[Phrase]:
    missing = []
    written = sum(bool(blurb) for blurb in character.blurbs)
    if written != BLURBS:
        missing.append(plural("{count} more blurb", "{count} more blurbs", BLURBS - written))
    lacking = PRINCIPLES - len(character.principles)
    if lacking:
        missing.append(plural("{count} more principle", "{count} more principles", lacking))
    names = {skill.name for skill in all_skills(character)}
    unlinked = [vow.text for vow in character.principles if vow.linked_skill_id not in names]
    return missing + [phrase("a skill for {principle}", principle=text) for text in unlinked]


def _unapproved(character: Character) -> tuple[str, ...]:
    skills = [skill.name for skill in all_skills(character) if not skill.approved]
    vows = [vow.text for vow in character.principles if not vow.approved]
    goals = [goal.text for goal in character.goals if not goal.approved]
    return (*skills, *vows, *goals)
