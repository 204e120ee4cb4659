"""A table as a listener needs to know it: the names in use, and which answers the rules wait for."""

from collections.abc import Iterator

from engine.systems.phase_abandon.entities import Character, State
from engine.systems.phase_abandon.rules.preparing import WithdrawRoll
from engine.systems.phase_abandon.rules.reports import SkipRollOff
from engine.systems.phase_abandon.rules.sessions import CallGetMoving, StartSession
from engine.systems.phase_abandon.rules.throws import AcceptRoll
from engine.systems.phase_abandon.vocabulary import (
    CharacterStatus,
    ConflictStep,
    GoalStatus,
    NarrationKind,
    Phase,
    Purpose,
    RollStep,
    SceneKind,
)
from engine.vocabulary import Expected, PlayerWords, Vocabulary


def vocabulary(state: State) -> Vocabulary:
    """Players in seat order with what is on their sheets, and the open group goals."""
    players = tuple(_words(player.name, state.character_of(player.name)) for player in state.players)
    goals = tuple(("group_goal", goal.text) for goal in state.group_goals if goal.status == GoalStatus.OPEN)
    details = tuple(("setting_detail", detail.text) for detail in state.setting_details)
    return Vocabulary(players, goals + details)


def _words(player: str, character: Character | None) -> PlayerWords:
    if character is None:
        return PlayerWords(player)
    things = (
        *(("skill", skill.name) for skill in character.skills),
        *(("item", item.name) for item in character.items),
        *(("connection", connection.npc_name) for connection in character.connections),
        *(("goal", goal.text) for goal in character.goals if goal.status == GoalStatus.OPEN),
        *(("principle", principle.text) for principle in character.principles),
    )
    return PlayerWords(player, character.name, things)


def expected(state: State) -> tuple[Expected, ...]:
    """Answers other than dice that the rules wait for: bids first, then choices somebody may make."""
    return tuple(_expected(state))


def _expected(state: State) -> Iterator[Expected]:
    if state.conflict is not None and state.conflict.step == ConflictStep.BIDDING:
        given = {bid.player for bid in state.conflict.bids}
        yield from (Expected("place_bid", player) for player in state.conflict.bidders if player not in given)
    roll = state.roll
    if roll is not None and roll.step in _CHOICES:
        free = roll.step is not RollStep.TRADE
        yield from (Expected(command, roll.roller, optional=True, free=free) for command in _CHOICES[roll.step])
    if _unpainted(state) and state.narration is not None:
        yield Expected("set_scene", state.narration.holder, optional=True)
    for character in state.characters:
        if character.status == CharacterStatus.DOWN:
            yield Expected("choose_fate", character.owner, optional=True)
    yield from (Expected("claim_reward", reward.player, optional=True) for reward in state.rewards)


def _unpainted(state: State) -> bool:
    """True when a scene has begun that nobody has described yet, or a challenge nobody has taken on."""
    scene, narration = state.scene, state.narration
    if scene is None or narration is None or narration.kind is not NarrationKind.SCENE:
        return False
    untouched = scene.kind is SceneKind.CHALLENGE and scene.challenge_left == scene.challenge_rating
    return untouched or not scene.description


def settle(state: State) -> AcceptRoll | None:
    """The command that leaves an optional step of the live roll as it is; None when no such step is open (PA-43)."""
    roll = state.roll
    return AcceptRoll(player=roll.roller) if roll is not None and roll.step in _CHOICES else None


def lapse(state: State, request_id: str) -> WithdrawRoll | SkipRollOff | AcceptRoll | None:
    """The command that lets a roll go which nobody makes; None for dice of bids, of helpers and of connections."""
    request = next((each for each in state.dice_requests if each.request_id == request_id), None)
    if request is None:
        return None
    if request.purpose == Purpose.ROLL_OFF:
        return SkipRollOff()
    if request.purpose == Purpose.REROLL:
        return AcceptRoll(player=request.roller, unthrown=True)
    roll = state.roll
    if roll is None or request.purpose not in (Purpose.ACTION, Purpose.CHECK) or roll.step is not RollStep.THROW:
        return None
    return WithdrawRoll(player=roll.requester or roll.roller)


def next_step(state: State) -> StartSession | CallGetMoving | None:
    """The start of a session that does not run yet (PA-28), then the call for the get-moving roll (PA-31).

    A table that rolls without a group goal goes on without its points (PA-89).
    """
    if state.phase not in {Phase.OPENING, Phase.CLOSED}:
        return None
    if not state.session_running:
        return StartSession()
    waits = state.dice_requests or state.roll_off is not None
    return None if waits else CallGetMoving(force=state.current_group_goal is None)


_CHOICES = {
    RollStep.REROLL: ("reroll_dice", "trade_six", "accept_roll"),
    RollStep.TRADE: ("trade_six", "accept_roll"),
    RollStep.EXPLODE: ("accept_roll",),
}
