"""Taps of narration, scenes, conflict, goals and connections (rules 3.13 to 3.17)."""

from collections.abc import Iterator

from engine.board import Field, Move
from engine.offers import choice
from engine.systems.phase_abandon.derived import in_challenge
from engine.systems.phase_abandon.entities import Narration
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.vocabulary import ConflictStep, GoalStatus, NarrationKind, RequestStatus

STORY = "Story"
CONFLICT = "Conflict"
GROUP_GOALS = "Group goals"
CONNECTIONS = "Connections"


def bidding(state: State, player: str) -> Iterator[Move]:
    """A secret bid (PA-92)."""
    conflict, seated = state.conflict, state.player(player)
    if conflict is None or seated is None or conflict.step is not ConflictStep.BIDDING:
        return
    cap = state.house_rules.bid_cap
    most = min(seated.chips, cap) if isinstance(cap, int) else seated.chips
    chips = Field("chips", "Chips", "number", (), min(state.house_rules.min_bid, most), most)
    yield Move("place_bid", "Place a bid", CONFLICT, (), (chips,), owed=True, secret=True)


def story(state: State, player: str) -> Iterator[Move]:
    """Telling on, setting the scene, handing over, calling a conflict."""
    narration = state.narration
    if narration is None:
        return
    if narration.holder == player:
        yield from _holder(state, narration)
    elif narration.kind is NarrationKind.SUCCESS_RESULT:
        yield Move("end_narration", f"Say that {narration.holder}'s success is told", STORY)
    cost = state.house_rules.conflict_call_cost if narration.holder != player else 0
    label = "Call a conflict (a chip)" if cost else "Call a conflict"
    yield Move("call_conflict", label, CONFLICT, (), (Field("nature", "What it is about", optional=True),))
    if in_challenge(state):
        yield Move("declare_lull", "Drop the challenge, as everybody agrees", STORY, (("group_agreed", True),))
    else:
        yield Move("declare_lull", "End the scene in a lull", STORY)


def _holder(state: State, narration: Narration) -> Iterator[Move]:
    if narration.kind in {NarrationKind.FREE, NarrationKind.SCENE}:
        yield Move("ask_around", "Ask what everybody does", STORY)
    else:
        yield Move("end_narration", "Finish telling", STORY)
    if narration.actions_allowed is not None:
        yield Move("count_action", "Count an action", STORY, (), (Field("text", "What happens", optional=True),))
    yield Move("set_scene", "Describe the scene", STORY, (), (Field("description", "The scene"),))
    combat = state.scene is not None and state.scene.combat
    yield Move(
        "set_scene",
        "Say that the combat is over" if combat else "Say that it is combat",
        STORY,
        (("combat", not combat),),
    )


# -- goals -------------------------------------------------------------------------------------------------------------


def goals(state: State, player: str) -> Iterator[Move]:
    """Rewards for one's own goals, and the aims of the group."""
    yield from _rewards(state, player)
    fields = (Field("text", "Goal"), Field("value", "Points", "number", (), 1))
    yield Move("add_group_goal", "Add a group goal", GROUP_GOALS, (), fields)
    opened = [goal.text for goal in state.group_goals if goal.status is GoalStatus.OPEN]
    if not opened:
        return
    goal = choice("goal", "Goal", opened)
    for op, label, value in (
        ("revalue", "Revalue a group goal", Field("value", "Points", "number", (), 1)),
        ("rename", "Rename a group goal", Field("value", "New text")),
        ("move", "Move a group goal", Field("value", "Place", "number", (), 1, len(opened))),
    ):
        yield Move("change_group_goal", label, GROUP_GOALS, (("op", op),), (goal, value))
    yield Move("change_group_goal", "Drop a group goal", GROUP_GOALS, (("op", "drop"),), (goal,))


def _rewards(state: State, player: str) -> Iterator[Move]:
    reward = next((each for each in state.rewards if each.player == player), None)
    character = state.character_of(player)
    if reward is not None and character is not None:
        opened = [(goal.text, f"{goal.text}, {goal.value_left} left") for goal in character.goals if _open(goal.status)]
        label = f"Take {reward.points} off a goal"
        yield Move("claim_reward", label, "Reward", (), (choice("goal", "Goal", opened),))


def _open(status: GoalStatus) -> bool:
    return status is GoalStatus.OPEN


# -- connections -------------------------------------------------------------------------------------------------------


def of_connections(state: State, player: str) -> Iterator[Move]:
    """Calling on one's own acquaintances, having those of others ask, and what they asked."""
    request = Field("request_text", "What for", optional=True)
    character = state.character_of(player)
    if character is not None and character.connections:
        known = [(each.npc_name, f"{each.npc_name}, {each.value}") for each in character.connections]
        yield Move(
            "call_connection", "Call on somebody", CONNECTIONS, (), (choice("connection", "Who", known), request)
        )
    for other in state.present:
        theirs = state.character_of(other.name)
        if other.name != player and theirs is not None and theirs.connections:
            names = [each.npc_name for each in theirs.connections]
            yield Move(
                "invoke_connection",
                f"Have somebody {other.name} knows ask a favour (a chip)",
                CONNECTIONS,
                (("target", other.name),),
                (choice("connection", "Who", names), request),
            )


def requests(state: State, player: str) -> Iterator[Move]:
    """What connections asked of this player (PA-110)."""
    for request in state.requests:
        if request.target != player or request.status is not RequestStatus.OPEN:
            continue
        given = ("request", request.request_id)
        who = request.connection_id
        grows = choice("raise", f"{who} values you more", ((True, "yes"), (False, "no")))
        yield Move(
            "settle_connection_request", f"Do what {who} asks", CONNECTIONS, (given, ("fulfilled", True)), (grows,)
        )
        yield Move("settle_connection_request", f"Refuse {who}", CONNECTIONS, (given, ("fulfilled", False)))
