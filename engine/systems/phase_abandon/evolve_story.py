"""Folding facts of narration, scenes, conflict, harm, goals and connections."""

from engine.common.folding import Changes, Handlers
from engine.common.values import changed, replaced
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.entities import (
    Conflict,
    ConnectionRequest,
    Count,
    LiveRoll,
    Narration,
    Reward,
    Scene,
    Skill,
)
from engine.systems.phase_abandon.evolve_rolls import fallen
from engine.systems.phase_abandon.fold import (
    first,
    known_character,
    known_player,
    with_character,
    with_player,
    with_skill,
)
from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.vocabulary import (
    CharacterStatus,
    ConflictStep,
    GoalKind,
    GoalStatus,
    RequestStatus,
    RollKind,
    SceneKind,
    SceneStatus,
    Then,
)

HANDLERS: Handlers[State, Event] = Handlers()
ROLLED = "ROLLED"
"""Reason of a connection's change that its own dice caused."""


@HANDLERS.on(ev.NarrationPassed)
def _narration_passed(state: State, event: ev.NarrationPassed) -> Changes:
    running = state.narration
    if event.resumes and running is not None and running.suspended is not None:
        return {"narration": running.suspended}
    suspended = running if event.suspends else None
    if running is not None and not event.suspends and event.then in (Then.RESUME, Then.NEXT_TASK):
        suspended = running.suspended
    narration = Narration(
        holder=event.holder,
        kind=event.narration,
        actions_allowed=event.actions_allowed,
        then=event.then,
        then_player=event.then_player,
        obligations=event.obligations,
        tasks=event.tasks,
        suspended=suspended,
        reason=event.reason,
    )
    return {"narration": narration}


def _running(state: State) -> Narration:
    if state.narration is None:
        raise LookupError("nobody narrates")
    return state.narration


@HANDLERS.on(ev.NarrationTaskQueued)
def _narration_task_queued(state: State, event: ev.NarrationTaskQueued) -> Changes:
    narration = _running(state)
    return {"narration": changed(narration, tasks=(*narration.tasks, event.task), then=Then.NEXT_TASK)}


@HANDLERS.on(ev.NarratedActionCounted)
def _narrated_action_counted(state: State, event: ev.NarratedActionCounted) -> Changes:
    return {"narration": changed(_running(state), actions_used=event.used)}


@HANDLERS.on(ev.NarrationLimitReached)
def _narration_limit_reached(state: State, event: ev.NarrationLimitReached) -> Changes:
    return {}


@HANDLERS.on(ev.NarrationEnded)
def _narration_ended(state: State, event: ev.NarrationEnded) -> Changes:
    return {}


def _scene(state: State) -> Scene:
    if state.scene is None:
        raise LookupError("no scene")
    return state.scene


@HANDLERS.on(ev.SceneSet)
def _scene_set(state: State, event: ev.SceneSet) -> Changes:
    scene = state.scene
    if scene is not None and scene.scene_id == event.scene:
        return {"scene": changed(scene, description=event.description, combat=event.combat)}
    opened = Scene(event.scene, event.scene_kind, event.set_by, event.description, event.combat)
    return {"scene": opened, "scene_count": state.scene_count + 1, "action_order": ()}


@HANDLERS.on(ev.SceneEnded)
def _scene_ended(state: State, event: ev.SceneEnded) -> Changes:
    return {"scene": changed(_scene(state), status=event.status)}


@HANDLERS.on(ev.ActionOrderAnnounced)
def _action_order_announced(state: State, event: ev.ActionOrderAnnounced) -> Changes:
    return {"action_order": event.players}


@HANDLERS.on(ev.ConflictCalled)
def _conflict_called(state: State, event: ev.ConflictCalled) -> Changes:
    return {
        "conflict": Conflict(event.caller, event.natural, event.nature, _running(state).holder),
        "action_order": (),
    }


def _conflict(state: State) -> Conflict:
    if state.conflict is None:
        raise LookupError("no conflict")
    return state.conflict


@HANDLERS.on(ev.BiddingOpened)
def _bidding_opened(state: State, event: ev.BiddingOpened) -> Changes:
    return {"conflict": changed(_conflict(state), step=ConflictStep.BIDDING, bidders=event.players)}


@HANDLERS.on(ev.BidPlaced)
def _bid_placed(state: State, event: ev.BidPlaced) -> Changes:
    conflict = _conflict(state)
    return {"conflict": changed(conflict, bids=(*conflict.bids, Count(event.player, event.chips)))}


@HANDLERS.on(ev.BidsRevealed)
def _bids_revealed(state: State, event: ev.BidsRevealed) -> Changes:
    bids = {bid.player: bid.number for bid in event.bids}
    players = tuple(changed(player, chips=player.chips - bids.get(player.name, 0)) for player in state.players)
    conflict = changed(_conflict(state), step=ConflictStep.ROLLING, pot=event.pot, bids=event.bids)
    return {"conflict": conflict, "players": players, "highest_claim": None}


@HANDLERS.on(ev.BidPotWon)
def _bid_pot_won(state: State, event: ev.BidPotWon) -> Changes:
    chips = known_player(state, event.winner).chips + event.pot
    return {**with_player(state, event.winner, chips=chips), "conflict": None, "highest_claim": None}


@HANDLERS.on(ev.ConflictFizzled)
def _conflict_fizzled(state: State, event: ev.ConflictFizzled) -> Changes:
    return {"conflict": None}


@HANDLERS.on(ev.ChallengeSceneStarted)
def _challenge_scene_started(state: State, event: ev.ChallengeSceneStarted) -> Changes:
    scene = Scene(
        event.scene,
        SceneKind.CHALLENGE,
        event.set_by,
        event.description,
        event.combat,
        event.rating,
        event.rating,
    )
    return {"scene": scene, "scene_count": state.scene_count + 1}


@HANDLERS.on(ev.ChallengeReduced)
def _challenge_reduced(state: State, event: ev.ChallengeReduced) -> Changes:
    return {"scene": changed(_scene(state), challenge_left=event.left)}


@HANDLERS.on(ev.ChallengeCleared)
def _challenge_cleared(state: State, event: ev.ChallengeCleared) -> Changes:
    return {
        "scene": changed(_scene(state), status=SceneStatus.WRAPPED),
        "split_queue": (),
        "split_roll": None,
        "last_roll": changed(state.last_roll, cleared=True) if state.last_roll is not None else None,
    }


def _group_goal(state: State, text: str, /, **changes: object) -> Changes:
    goal = first(state.group_goals, lambda goal: goal.text == text and goal.status is GoalStatus.OPEN, "group goal")
    return {"group_goals": replaced(state.group_goals, goal, changed(goal, **changes))}


@HANDLERS.on(ev.GroupGoalReduced)
def _group_goal_reduced(state: State, event: ev.GroupGoalReduced) -> Changes:
    return _group_goal(state, event.goal, value_left=event.left)


@HANDLERS.on(ev.GroupGoalCompleted)
def _group_goal_completed(state: State, event: ev.GroupGoalCompleted) -> Changes:
    changes = _group_goal(state, event.goal, status=GoalStatus.DONE)
    if state.last_roll is not None:
        changes["last_roll"] = changed(state.last_roll, group_goal_done=event.goal)
    return changes


@HANDLERS.on(ev.RewardGranted)
def _reward_granted(state: State, event: ev.RewardGranted) -> Changes:
    return {"rewards": (*state.rewards, Reward(event.player, event.points, event.scene))}


def _without_reward(state: State, player: str, points: int) -> Changes:
    reward = first(state.rewards, lambda reward: reward.player == player and reward.points == points, "reward")
    return {"rewards": replaced(state.rewards, reward, None)}


@HANDLERS.on(ev.RewardClaimed)
def _reward_claimed(state: State, event: ev.RewardClaimed) -> Changes:
    return _without_reward(state, event.player, event.points)


@HANDLERS.on(ev.RewardForfeited)
def _reward_forfeited(state: State, event: ev.RewardForfeited) -> Changes:
    return _without_reward(state, event.player, event.points)


def _goal(state: State, name: str, text: str, status: GoalStatus, /, **changes: object) -> Changes:
    character = known_character(state, name)
    goal = first(character.goals, lambda goal: goal.text == text and goal.status is status and not goal.settled, "goal")
    return with_character(state, name, goals=replaced(character.goals, goal, changed(goal, **changes)))


@HANDLERS.on(ev.GoalReduced)
def _goal_reduced(state: State, event: ev.GoalReduced) -> Changes:
    return _goal(state, event.character, event.goal, GoalStatus.OPEN, value_left=event.left)


@HANDLERS.on(ev.GoalCompleted)
def _goal_completed(state: State, event: ev.GoalCompleted) -> Changes:
    return _goal(state, event.character, event.goal, GoalStatus.OPEN, status=GoalStatus.DONE)


@HANDLERS.on(ev.ItemRecharged)
def _item_recharged(state: State, event: ev.ItemRecharged) -> Changes:
    return with_skill(state, event.character, event.item, damage=0)


def _healed_by(state: State, roll: str | None) -> Changes:
    last = state.last_roll
    return {"last_roll": changed(last, healed=True)} if last is not None and last.roll_id == roll else {}


@HANDLERS.on(ev.DamageHealed)
def _damage_healed(state: State, event: ev.DamageHealed) -> Changes:
    return {**with_skill(state, event.character, event.skill, damage=event.damage), **_healed_by(state, event.roll)}


@HANDLERS.on(ev.HeartRestored)
def _heart_restored(state: State, event: ev.HeartRestored) -> Changes:
    return {**with_character(state, event.character, heart=event.heart), **_healed_by(state, event.roll)}


@HANDLERS.on(ev.CharacterFell)
def _character_fell(state: State, event: ev.CharacterFell) -> Changes:
    return fallen(state, event.character)


@HANDLERS.on(ev.FateChosen)
def _fate_chosen(state: State, event: ev.FateChosen) -> Changes:
    status = CharacterStatus.DEAD if event.fate == "die" else CharacterStatus.INCAPACITATED
    return with_character(state, event.character, status=status)


@HANDLERS.on(ev.CharacterRecovered)
def _character_recovered(state: State, event: ev.CharacterRecovered) -> Changes:
    return with_character(state, event.character, status=CharacterStatus.ACTIVE, heart=event.heart)


@HANDLERS.on(ev.PrincipleBroken)
def _principle_broken(state: State, event: ev.PrincipleBroken) -> Changes:
    return _principle(state, event.character, event.principle, break_count=event.count, penalty=event.penalty)


def _principle(state: State, name: str, text: str, /, **changes: object) -> Changes:
    character = known_character(state, name)
    vow = first(character.principles, lambda vow: vow.text == text, "principle")
    return with_character(state, name, principles=replaced(character.principles, vow, changed(vow, **changes)))


@HANDLERS.on(ev.PrincipleResolved)
def _principle_resolved(state: State, event: ev.PrincipleResolved) -> Changes:
    character = known_character(state, event.character)
    text = event.new_text or event.principle
    mended = changed(
        state, **_principle(state, event.character, event.principle, text=text, penalty=0, break_count=0, goal_id=None)
    )
    goals = tuple(
        changed(goal, settled=True)
        if goal.kind is GoalKind.PRINCIPLE_RESOLUTION and goal.principle_id == event.principle
        else goal
        for goal in character.goals
    )
    return with_character(mended, event.character, goals=goals)


@HANDLERS.on(ev.SkillLearned)
def _skill_learned(state: State, event: ev.SkillLearned) -> Changes:
    character = known_character(state, event.character)
    goal = first(
        character.goals,
        lambda goal: goal.text == event.goal and not goal.settled and goal.skill_draft is not None,
        "goal",
    )
    draft = goal.skill_draft
    if draft is None:
        raise LookupError("no skill to learn")
    skill = Skill(
        draft.name,
        event.rank,
        draft.success_effect,
        draft.critical_failure_effect,
        draft.notes,
        approved=goal.approved,
        is_item=draft.item,
    )
    place = "items" if draft.item else "skills"
    goals = replaced(character.goals, goal, changed(goal, settled=True))
    return with_character(state, event.character, goals=goals, **{place: (*getattr(character, place), skill)})


@HANDLERS.on(ev.ConnectionCalled)
def _connection_called(state: State, event: ev.ConnectionCalled) -> Changes:
    roll = LiveRoll(
        roll_id=event.roll,
        kind=RollKind.CONNECTION,
        roller=event.player,
        character_id=event.character,
        description=event.request_text,
        effective=event.dice,
        connection=event.connection,
    )
    return {"roll": roll, "roll_count": state.roll_count + 1}


@HANDLERS.on(ev.ConnectionInvoked)
def _connection_invoked(state: State, event: ev.ConnectionInvoked) -> Changes:
    request = ConnectionRequest(
        event.request, event.connection, event.character, event.target, event.invoker, event.request_text
    )
    roll = LiveRoll(
        roll_id=event.roll,
        kind=RollKind.CONNECTION_REQUEST,
        roller=event.invoker,
        character_id=event.character,
        description=event.request_text,
        effective=event.dice,
        connection=event.connection,
        request_id=event.request,
    )
    return {"roll": roll, "roll_count": state.roll_count + 1, "requests": (*state.requests, request)}


@HANDLERS.on(ev.ConnectionChanged)
def _connection_changed(state: State, event: ev.ConnectionChanged) -> Changes:
    character = known_character(state, event.character)
    old = first(character.connections, lambda known: known.npc_name == event.connection, "connection")
    connections = replaced(character.connections, old, changed(old, value=event.new))
    changes = with_character(state, event.character, connections=connections)
    if event.reason == ROLLED and state.last_roll is not None:
        changes["last_roll"] = changed(state.last_roll, relation=event.new - event.old)
    return changes


def _request(state: State, request_id: str, /, **changes: object) -> Changes:
    request = first(state.requests, lambda request: request.request_id == request_id, "connection request")
    return {"requests": replaced(state.requests, request, changed(request, **changes))}


@HANDLERS.on(ev.ConnectionRequestOpened)
def _connection_request_opened(state: State, event: ev.ConnectionRequestOpened) -> Changes:
    return _request(state, event.request, strength=event.strength, status=RequestStatus.OPEN)


@HANDLERS.on(ev.ConnectionRequestSettled)
def _connection_request_settled(state: State, event: ev.ConnectionRequestSettled) -> Changes:
    status = RequestStatus.FULFILLED if event.fulfilled else RequestStatus.REFUSED
    return _request(state, event.request, status=status)
