"""Folding facts about setting creation and character sheets."""

from engine.common.folding import Changes, Handlers
from engine.common.values import changed, replaced
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.entities import (
    Character,
    Connection,
    DetailEntry,
    Proposal,
    SettingDetail,
    Skill,
)
from engine.systems.phase_abandon.evolve_table import SETTING_CHIPS, phase_after_characters
from engine.systems.phase_abandon.fold import first, known_character, known_player, with_character, with_player
from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.vocabulary import (
    CharacterStatus,
    GoalKind,
    GoalStatus,
    Phase,
    ProposalStatus,
    ProposalSubject,
)

HANDLERS: Handlers[State, Event] = Handlers()


@HANDLERS.on(ev.GenreSet)
def _genre_set(state: State, event: ev.GenreSet) -> Changes:
    if state.phase is Phase.SETTING:
        return {"genre": event.text}
    players = tuple(changed(player, setting_chips=SETTING_CHIPS) for player in state.players)
    return {"genre": event.text, "phase": Phase.SETTING, "players": players}


@HANDLERS.on(ev.SettingFinished)
def _setting_finished(state: State, event: ev.SettingFinished) -> Changes:
    carry = state.house_rules.setting_chips_carry and state.phase is Phase.SETTING
    players = tuple(
        changed(player, setting_chips=0, carried_chips=player.setting_chips if carry else None)
        for player in state.players
    )
    return {"phase": Phase.CHARACTERS, "players": players}


@HANDLERS.on(ev.SettingDetailAdded)
def _setting_detail_added(state: State, event: ev.SettingDetailAdded) -> Changes:
    entry = DetailEntry(event.player, event.detail, event.chips)
    detail = SettingDetail(event.detail, event.player, event.lock, (entry,))
    left = known_player(state, event.player).setting_chips - event.chips
    changes = with_player(state, event.player, setting_chips=left)
    return {**changes, "setting_details": (*state.setting_details, detail)}


@HANDLERS.on(ev.SettingDetailModified)
def _setting_detail_modified(state: State, event: ev.SettingDetailModified) -> Changes:
    detail = first(state.setting_details, lambda detail: detail.text == event.detail, "setting detail")
    history = (*detail.history, DetailEntry(event.player, event.text, event.chips))
    new = changed(detail, text=event.text, lock=event.lock, history=history)
    left = known_player(state, event.player).setting_chips - event.chips
    changes = with_player(state, event.player, setting_chips=left)
    return {**changes, "setting_details": replaced(state.setting_details, detail, new)}


@HANDLERS.on(ev.CharacterCreated)
def _character_created(state: State, event: ev.CharacterCreated) -> Changes:
    changes = with_player(state, event.player, character_id=event.character)
    return {**changes, "characters": (*state.characters, Character(event.character, event.player))}


@HANDLERS.on(ev.BlurbSet)
def _blurb_set(state: State, event: ev.BlurbSet) -> Changes:
    blurbs = [*known_character(state, event.character).blurbs]
    blurbs += [""] * (event.slot - len(blurbs))
    blurbs[event.slot - 1] = event.text
    return with_character(state, event.character, blurbs=tuple(blurbs))


@HANDLERS.on(ev.CharacterFinished)
def _character_finished(state: State, event: ev.CharacterFinished) -> Changes:
    character = known_character(state, event.character)
    chips = character.improvement_chips
    if state.house_rules.unspent_skill_points == "improvement":
        chips += character.skill_points_left
    changes = with_character(
        state, event.character, status=CharacterStatus.ACTIVE, skill_points_left=0, improvement_chips=chips
    )
    return {**changes, "phase": phase_after_characters(changed(state, **changes))}


def _bought(state: State, name: str, skill: Skill, cost: int, proposal: str) -> Changes:
    character = known_character(state, name)
    place = "items" if skill.is_item else "skills"
    paid = "skill_points_left" if character.status is CharacterStatus.DRAFT else "improvement_chips"
    kind = ProposalSubject.ITEM if skill.is_item else ProposalSubject.SKILL
    changes = with_character(
        state, name, **{place: (*getattr(character, place), skill), paid: getattr(character, paid) - cost}
    )
    return {**changes, "proposals": (*state.proposals, Proposal(proposal, name, kind, skill.name))}


@HANDLERS.on(ev.SkillBought)
def _skill_bought(state: State, event: ev.SkillBought) -> Changes:
    return _bought(state, event.character, event.skill, event.cost, event.proposal)


@HANDLERS.on(ev.SpecialItemBought)
def _special_item_bought(state: State, event: ev.SpecialItemBought) -> Changes:
    return _bought(state, event.character, event.item, event.cost, event.proposal)


@HANDLERS.on(ev.PrincipleAdded)
def _principle_added(state: State, event: ev.PrincipleAdded) -> Changes:
    principles = (*known_character(state, event.character).principles, event.principle)
    proposal = Proposal(event.proposal, event.character, ProposalSubject.PRINCIPLE, event.principle.text)
    return {
        **with_character(state, event.character, principles=principles),
        "proposals": (*state.proposals, proposal),
    }


@HANDLERS.on(ev.GoalAdded)
def _goal_added(state: State, event: ev.GoalAdded) -> Changes:
    character = known_character(state, event.character)
    sheet: Changes = {"goals": (*character.goals, event.goal)}
    if event.goal.kind is GoalKind.PRINCIPLE_RESOLUTION:
        broken = first(character.principles, lambda vow: vow.text == event.goal.principle_id, "principle")
        sheet["principles"] = replaced(character.principles, broken, changed(broken, goal_id=event.goal.text))
    changes = with_character(state, event.character, **sheet)
    if event.proposal is not None:
        proposal = Proposal(event.proposal, event.character, ProposalSubject.GOAL, event.goal.text)
        changes["proposals"] = (*state.proposals, proposal)
    return changes


@HANDLERS.on(ev.GoalRaised)
def _goal_raised(state: State, event: ev.GoalRaised) -> Changes:
    character = known_character(state, event.character)
    goal = first(character.goals, lambda goal: goal.text == event.goal and not goal.settled, "goal")
    new = changed(goal, value_initial=event.new_initial, value_left=event.value_left, status=GoalStatus.OPEN)
    return with_character(state, event.character, goals=replaced(character.goals, goal, new))


@HANDLERS.on(ev.ConnectionAdded)
def _connection_added(state: State, event: ev.ConnectionAdded) -> Changes:
    character = known_character(state, event.character)
    connections = (*character.connections, Connection(event.npc_name, event.value))
    return with_character(state, event.character, connections=connections)


@HANDLERS.on(ev.EquipmentNoted)
def _equipment_noted(state: State, event: ev.EquipmentNoted) -> Changes:
    equipment = (*known_character(state, event.character).equipment, event.text)
    return with_character(state, event.character, equipment=equipment)


@HANDLERS.on(ev.ProposalDecided)
def _proposal_decided(state: State, event: ev.ProposalDecided) -> Changes:
    proposal = first(state.proposals, lambda proposal: proposal.proposal_id == event.proposal, "proposal")
    status = ProposalStatus.APPROVED if event.approved else ProposalStatus.REFUSED
    decided = changed(proposal, status=status, reason=event.reason)
    changes: Changes = {"proposals": replaced(state.proposals, proposal, decided)}
    character = known_character(state, proposal.character_id)
    return {**changes, **with_character(state, character.name, **_judged(character, proposal, event.approved))}


def _judged(character: Character, proposal: Proposal, approved: bool) -> Changes:
    """The sheet with the entry approved; refused, it is struck off while the sheet is a draft, goals at any time."""
    draft = character.status is CharacterStatus.DRAFT
    if proposal.subject_kind is ProposalSubject.GOAL:
        goal = next((goal for goal in character.goals if goal.text == proposal.subject and not goal.settled), None)
        if goal is None:
            return {}
        new = changed(goal, approved=True) if approved else None
        return {"goals": replaced(character.goals, goal, new)}
    if proposal.subject_kind is ProposalSubject.PRINCIPLE:
        vow = next((vow for vow in character.principles if vow.text == proposal.subject), None)
        if vow is None:
            return {}
        kept = changed(vow, approved=approved) if approved or not draft else None
        return {"principles": replaced(character.principles, vow, kept)}
    place = "items" if proposal.subject_kind is ProposalSubject.ITEM else "skills"
    skills: tuple[Skill, ...] = getattr(character, place)
    skill = next((skill for skill in skills if skill.name == proposal.subject), None)
    if skill is None:
        return {}
    if approved or not draft:
        return {place: replaced(skills, skill, changed(skill, approved=approved))}
    return {place: replaced(skills, skill, None), "skill_points_left": character.skill_points_left + skill.rank}
