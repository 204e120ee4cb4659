"""Taps of narration, scenes, conflict, goals and connections (rules 3.13 to 3.17)."""

from collections.abc import Iterator

from engine.board import Field, Move
from engine.offers import choice
from engine.phrase import phrase, verbatim
from engine.systems.phase_abandon.derived import in_challenge, least_bid, most_bid
from engine.systems.phase_abandon.entities import Narration
from engine.systems.phase_abandon.moves_sheets import YES_NO
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.vocabulary import ConflictStep, GoalStatus, NarrationKind, RequestStatus

STORY = phrase("Story")
CONFLICT = phrase("Conflict")
GROUP_GOALS = phrase("Group goals")
CONNECTIONS = phrase("Connections")


def bidding(state: State, player: str) -> Iterator[Move]:
    """A secret bid (PA-92)."""
    conflict, seated = state.conflict, state.player(player)
    if conflict is None or seated is None or conflict.step is not ConflictStep.BIDDING:
        return
    chips = Field("chips", phrase("Chips"), "number", (), least_bid(state, player), most_bid(state, player))
    yield Move("place_bid", phrase("Place a bid"), CONFLICT, (), (chips,), owed=True, secret=True)


def story(state: State, player: str) -> Iterator[Move]:
    """Telling on, setting the scene, handing over, calling a conflict."""
    narration = state.narration
    if narration is None:
        return
    if narration.holder == player:
        yield from _holder(state, narration)
    elif narration.kind is NarrationKind.SUCCESS_RESULT:
        yield Move("end_narration", phrase("Say that {holder}'s success is told", holder=narration.holder), STORY)
    cost = state.house_rules.conflict_call_cost if narration.holder != player else 0
    label = phrase("Call a conflict (a chip)") if cost else phrase("Call a conflict")
    yield Move("call_conflict", label, CONFLICT, (), (Field("nature", phrase("What it is about"), optional=True),))
    if in_challenge(state):
        yield Move("declare_lull", phrase("Drop the challenge, as everybody agrees"), STORY, (("group_agreed", True),))
    else:
        yield Move("declare_lull", phrase("End the scene in a lull"), STORY)


def _holder(state: State, narration: Narration) -> Iterator[Move]:
    if narration.kind in {NarrationKind.FREE, NarrationKind.SCENE}:
        yield Move("ask_around", phrase("Ask what everybody does"), STORY)
    else:
        yield Move("end_narration", phrase("Finish telling"), STORY)
    if narration.actions_allowed is not None:
        happens = Field("text", phrase("What happens"), optional=True)
        yield Move("count_action", phrase("Count an action"), STORY, (), (happens,))
    yield Move("set_scene", phrase("Describe the scene"), STORY, (), (Field("description", phrase("The scene")),))
    combat = state.scene is not None and state.scene.combat
    label = phrase("Say that the combat is over") if combat else phrase("Say that it is combat")
    yield Move("set_scene", label, STORY, (("combat", not combat),))


# -- goals -------------------------------------------------------------------------------------------------------------


def goals(state: State, player: str) -> Iterator[Move]:
    """Rewards for one's own goals, and the aims of the group."""
    yield from _rewards(state, player)
    fields = (Field("text", phrase("Goal")), Field("value", phrase("Points"), "number", (), 1))
    yield Move("add_group_goal", phrase("Add a group goal"), GROUP_GOALS, (), fields)
    opened = [goal.text for goal in state.group_goals if goal.status is GoalStatus.OPEN]
    if not opened:
        return
    goal = choice("goal", phrase("Goal"), opened)
    for op, label, value in (
        ("revalue", phrase("Revalue a group goal"), Field("value", phrase("Points"), "number", (), 1)),
        ("rename", phrase("Rename a group goal"), Field("value", phrase("New text"))),
        ("move", phrase("Move a group goal"), Field("value", phrase("Place"), "number", (), 1, len(opened))),
    ):
        yield Move("change_group_goal", label, GROUP_GOALS, (("op", op),), (goal, value))
    yield Move("change_group_goal", phrase("Drop a group goal"), GROUP_GOALS, (("op", "drop"),), (goal,))


def _rewards(state: State, player: str) -> Iterator[Move]:
    reward = next((each for each in state.rewards if each.player == player), None)
    character = state.character_of(player)
    if reward is not None and character is not None:
        opened = [
            (goal.text, phrase("{goal}, {points} left", goal=goal.text, points=goal.value_left))
            for goal in character.goals
            if goal.status is GoalStatus.OPEN
        ]
        label = phrase("Take {points} off a goal", points=reward.points)
        yield Move("claim_reward", label, phrase("Reward"), (), (choice("goal", phrase("Goal"), opened),))


# -- connections -------------------------------------------------------------------------------------------------------


def of_connections(state: State, player: str) -> Iterator[Move]:
    """Calling on one's own acquaintances, having those of others ask, and what they asked."""
    request = Field("request_text", phrase("What for"), optional=True)
    character = state.character_of(player)
    if character is not None and character.connections:
        known = [(each.npc_name, verbatim(f"{each.npc_name}, {each.value}")) for each in character.connections]
        who = choice("connection", phrase("Who"), known)
        yield Move("call_connection", phrase("Call on somebody"), CONNECTIONS, (), (who, request))
    for other in state.present:
        theirs = state.character_of(other.name)
        if other.name != player and theirs is not None and theirs.connections:
            names = [each.npc_name for each in theirs.connections]
            who = choice("connection", phrase("Who"), names)
            label = phrase("Have somebody {player} knows ask a favour (a chip)", player=other.name)
            yield Move("invoke_connection", label, CONNECTIONS, (("target", other.name),), (who, request))


def requests(state: State, player: str) -> Iterator[Move]:
    """What connections asked of this player (PA-110)."""
    for request in state.requests:
        if request.target != player or request.status is not RequestStatus.OPEN:
            continue
        kind, given, who = "settle_connection_request", ("request", request.request_id), request.connection_id
        grows = choice("raise", phrase("{connection} values you more", connection=who), YES_NO)
        done = phrase("Do what {connection} asks", connection=who)
        yield Move(kind, done, CONNECTIONS, (given, ("fulfilled", True)), (grows,))
        yield Move(kind, phrase("Refuse {connection}", connection=who), CONNECTIONS, (given, ("fulfilled", False)))
