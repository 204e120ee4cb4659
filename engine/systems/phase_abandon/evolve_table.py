"""Folding facts about the table, its sessions, dice requests and roll-offs."""

from engine.common.folding import Changes, Handlers
from engine.common.values import changed, replaced
from engine.dice.roll import RollRequest
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.corrections import fold_correction
from engine.systems.phase_abandon.entities import Count, GetMoving, GroupGoal, Player, RollOff
from engine.systems.phase_abandon.fold import first, known_character, with_character, with_player
from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.settings import preset_rules
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.throws import ROLL_PURPOSES, fold_throw
from engine.systems.phase_abandon.vocabulary import GoalStatus, Phase, Purpose, RollOffUse

HANDLERS: Handlers[State, Event] = Handlers()
SETTING_CHIPS = 5


@HANDLERS.on(ev.TableCreated)
def _table_created(state: State, event: ev.TableCreated) -> Changes:
    return {"name": event.name, "house_rules": preset_rules(event.preset), "phase": Phase.LOBBY}


@HANDLERS.on(ev.PlayerSeated)
def _player_seated(state: State, event: ev.PlayerSeated) -> Changes:
    chips = SETTING_CHIPS if state.phase is Phase.SETTING else 0
    return {"players": (*state.players, Player(event.player, event.seat, setting_chips=chips))}


@HANDLERS.on(ev.PresenceChanged)
def _presence_changed(state: State, event: ev.PresenceChanged) -> Changes:
    changes = with_player(state, event.player, present=event.present)
    after = changed(state, **changes)
    return {**changes, "phase": phase_after_characters(after)}


def phase_after_characters(state: State) -> Phase:
    """OPENING once every present player has an active character (PA-27)."""
    if state.phase is not Phase.CHARACTERS or len(state.players) < 2:
        return state.phase
    characters = [state.character_of(player.name) for player in state.present]
    ready = all(character is not None and character.status == "ACTIVE" for character in characters)
    return Phase.OPENING if ready and characters else state.phase


@HANDLERS.on(ev.HouseRuleChanged)
def _house_rule_changed(state: State, event: ev.HouseRuleChanged) -> Changes:
    return {"house_rules": changed(state.house_rules, **{event.rule: event.new})}


@HANDLERS.on(ev.SessionStarted)
def _session_started(state: State, event: ev.SessionStarted) -> Changes:
    return {
        "session_no": event.session_no,
        "session_running": True,
        "phase": Phase.OPENING,
        "scene": None,
        "narration": None,
        "last_roll": None,
        "action_order": (),
        "highest_claim": None,
    }


@HANDLERS.on(ev.ChipsDealt)
def _chips_dealt(state: State, event: ev.ChipsDealt) -> Changes:
    changes = with_player(state, event.player, chips=event.chips, dealt_in=state.session_no, carried_chips=None)
    return {**changes, "highest_claim": None}


@HANDLERS.on(ev.LuckRolled)
def _luck_rolled(state: State, event: ev.LuckRolled) -> Changes:
    return with_character(state, event.character, luck=event.luck)


@HANDLERS.on(ev.GroupGoalAdded)
def _group_goal_added(state: State, event: ev.GroupGoalAdded) -> Changes:
    goal = GroupGoal(event.goal, event.value, event.value, event.order)
    goals = list(state.group_goals)
    goals.insert(event.order, goal)
    return {"group_goals": _renumbered(goals)}


def _renumbered(goals: list[GroupGoal]) -> tuple[GroupGoal, ...]:
    return tuple(goal if goal.order == place else changed(goal, order=place) for place, goal in enumerate(goals))


@HANDLERS.on(ev.GroupGoalChanged)
def _group_goal_changed(state: State, event: ev.GroupGoalChanged) -> Changes:
    goal = first(
        state.group_goals, lambda goal: goal.text == event.goal and goal.status is GoalStatus.OPEN, "group goal"
    )
    if event.op == "move":
        goals = [other for other in state.group_goals if other is not goal]
        goals.insert(int(event.new), goal)
        return {"group_goals": _renumbered(goals)}
    if event.op == "drop":
        new = changed(goal, status=GoalStatus.DROPPED)
    elif event.op == "rename":
        new = changed(goal, text=event.new)
    else:
        value = int(event.new)
        new = changed(goal, value_left=value, value_initial=max(value, goal.value_initial))
    return {"group_goals": replaced(state.group_goals, goal, new)}


@HANDLERS.on(ev.GetMovingCalled)
def _get_moving_called(state: State, event: ev.GetMovingCalled) -> Changes:
    return {"get_moving": GetMoving(tuple(player.name for player in state.present))}


@HANDLERS.on(ev.GetMovingWon)
def _get_moving_won(state: State, event: ev.GetMovingWon) -> Changes:
    return {"get_moving": None, "phase": Phase.PLAY}


@HANDLERS.on(ev.DiceRequested)
def _dice_requested(state: State, event: ev.DiceRequested) -> Changes:
    new = RollRequest(
        request_id=event.request,
        roller=event.player,
        count=event.count,
        purpose=event.purpose.value,
        because=event.because,
        total_accepted=not event.faces_needed,
    )
    requests = list(state.dice_requests)
    for place, old in enumerate(requests):
        if old.purpose == new.purpose and old.roller == new.roller:
            requests[place] = new
            break
    else:
        requests.append(new)
    return {"dice_requests": tuple(requests), "dice_request_count": state.dice_request_count + 1}


@HANDLERS.on(ev.DiceReported)
def _dice_reported(state: State, event: ev.DiceReported) -> Changes:
    rest = tuple(request for request in state.dice_requests if request.request_id != event.request)
    changes: Changes = {"dice_requests": rest}
    if state.roll is not None and event.purpose in ROLL_PURPOSES:
        changes["roll"] = fold_throw(state.roll, event, state.house_rules)
    elif event.purpose is Purpose.GET_MOVING and state.get_moving is not None:
        totals = (*state.get_moving.totals, Count(event.player, event.total))
        changes["get_moving"] = changed(state.get_moving, totals=totals)
    elif event.purpose is Purpose.ROLL_OFF and state.roll_off is not None:
        values = (*state.roll_off.values, Count(event.player, event.total))
        changes["roll_off"] = changed(state.roll_off, values=values)
    elif event.purpose is Purpose.BID and state.conflict is not None:
        totals = (*state.conflict.totals, Count(event.player, event.total))
        changes["conflict"] = changed(state.conflict, totals=totals)
    return changes


@HANDLERS.on(ev.RollOffOpened)
def _roll_off_opened(state: State, event: ev.RollOffOpened) -> Changes:
    roll_off = RollOff(event.candidates, event.reason, event.use)
    earlier = state.roll_off
    if earlier is not None and event.use is RollOffUse.ORDER:
        roll_off = changed(roll_off, values=earlier.values, round=earlier.round + 1)
    changes: Changes = {"roll_off": roll_off}
    if event.use is RollOffUse.GET_MOVING and state.get_moving is not None:
        changes["get_moving"] = changed(state.get_moving, candidates=event.candidates)
    return changes


@HANDLERS.on(ev.RollOffWon)
def _roll_off_won(state: State, event: ev.RollOffWon) -> Changes:
    changes: Changes = {"roll_off": None}
    if state.roll_off is not None and state.roll_off.use is RollOffUse.CLAIM:
        changes["highest_claim"] = event.winner
    return changes


@HANDLERS.on(ev.SessionEnded)
def _session_ended(state: State, event: ev.SessionEnded) -> Changes:
    players = state.players
    if state.house_rules.chips_reset_each_session:
        players = tuple(changed(player, chips=0) for player in players)
    return {
        "phase": Phase.CLOSED,
        "session_running": False,
        "players": players,
        "characters": tuple(changed(character, luck=None) for character in state.characters),
        "narration": None,
        "party_pool": event.pool_left,
        "split_queue": (),
        "split_roll": None,
        "action_order": (),
        "highest_claim": None,
    }


@HANDLERS.on(ev.ImprovementGranted)
def _improvement_granted(state: State, event: ev.ImprovementGranted) -> Changes:
    character = known_character(state, event.character)
    chips = character.improvement_chips + event.from_luck + event.from_pool
    return with_character(state, event.character, improvement_chips=chips)


@HANDLERS.on(ev.ImprovementSpent)
def _improvement_spent(state: State, event: ev.ImprovementSpent) -> Changes:
    character = known_character(state, event.character)
    return with_character(state, event.character, improvement_chips=character.improvement_chips - event.chips)


@HANDLERS.on(ev.StateCorrected)
def _state_corrected(state: State, event: ev.StateCorrected) -> Changes:
    return fold_correction(state, event)


@HANDLERS.on(ev.CommandUndone)
def _command_undone(state: State, event: ev.CommandUndone) -> Changes:
    return {}
