"""Spoken answers about the state (`AskStatus`, rules 6.5); short sentences, nothing secret."""

from collections.abc import Callable

from engine.common.words import listed, number
from engine.systems.phase_abandon.derived import base_dice, capped, highest, in_challenge, level, lowest_others
from engine.systems.phase_abandon.entities import Character, Player, Skill
from engine.systems.phase_abandon.headline import TOLD
from engine.systems.phase_abandon.naming import all_skills, find_connection, find_player, find_skill, is_luck
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.words import counted, dice
from engine.types import Rejected

Answer = Callable[[State, str | None, str | None], str]


def answer(state: State, topic: str, player: str | None = None, about: str | None = None) -> str:
    """A spoken answer; asks back when the topic or the player is unknown."""
    known = TOPICS.get(topic.strip().lower().replace(" ", "_"))
    if known is None:
        return f"I can tell about {listed(sorted(TOPICS))}."
    return known(state, player or None, about or None)


def _holder(state: State, player: str | None, about: str | None) -> str:
    narration = state.narration
    if narration is None:
        return "Nobody narrates right now."
    told = _left_to_tell(state)
    owed = f" Mention: {listed([item.text for item in narration.obligations])}." if narration.obligations else ""
    return f"{narration.holder} narrates{TOLD[narration.kind]}{', ' + told if told else ''}.{owed}"


def _left_to_tell(state: State) -> str:
    narration = state.narration
    if narration is None or narration.actions_allowed is None:
        return ""
    return f"{_amount(narration.actions_allowed - narration.actions_used, 'action')} left"


def _actions(state: State, player: str | None, about: str | None) -> str:
    if state.narration is None:
        return "Nobody narrates right now."
    left = _left_to_tell(state)
    return f"{state.narration.holder} has {left}." if left else f"{state.narration.holder} narrates without a limit."


def _highest(state: State, player: str | None, about: str | None) -> str:
    richest = highest(state)
    if not richest:
        return "Nobody is at the table."
    names = listed([one.name for one in richest])
    return f"{names} {'has' if len(richest) == 1 else 'have'} the most chips, {number(richest[0].chips)}."


def _lowest(state: State, player: str | None, about: str | None) -> str:
    poorest = lowest_others(state, None)
    if not poorest:
        return "Nobody is at the table."
    names = listed([one.name for one in poorest])
    return f"{names} {'has' if len(poorest) == 1 else 'have'} the fewest chips, {number(poorest[0].chips)}."


def _chips(state: State, player: str | None, about: str | None) -> str:
    if player is None:
        return listed([f"{one.name} has {number(one.chips)}" for one in state.players]) + "."
    return _for_player(state, player, lambda one: f"{one.name} has {_amount(one.chips, 'chip')}.")


def _amount(value: int, thing: str) -> str:
    return counted(value, thing) if value else f"no {thing}s"


def _for_player(state: State, said: str | None, tell: Callable[[Player], str]) -> str:
    found = find_player(state, said)
    return found.reason if isinstance(found, Rejected) else tell(found)


def _for_character(state: State, said: str | None, tell: Callable[[Character], str]) -> str:
    def told(player: Player) -> str:
        character = state.character_of(player.name)
        return tell(character) if character is not None else f"{player.name} has no character."

    return _for_player(state, said, told)


def _challenge(state: State, player: str | None, about: str | None) -> str:
    scene = state.scene
    if scene is None or not in_challenge(state):
        return "No challenge is running."
    return f"{number(scene.challenge_left).capitalize()} of {number(scene.challenge_rating)} are left of the challenge."


def _group_goal(state: State, player: str | None, about: str | None) -> str:
    goal = state.current_group_goal
    return (
        f"{number(goal.value_left).capitalize()} left to {goal.text}." if goal is not None else "No group goal is open."
    )


def _pool(state: State, player: str | None, about: str | None) -> str:
    verb = "is" if state.party_pool == 1 else "are"
    return f"There {verb} {_amount(state.party_pool, 'token')} in the party pool."


def _skill(state: State, player: str | None, about: str | None) -> str:
    def told(character: Character) -> str:
        if about is None:
            parts = [f"{skill.name} {level(skill, state.house_rules)}" for skill in all_skills(character)]
            return f"{character.name} has {listed(parts)}." if parts else f"{character.name} has no skills."
        if is_luck(about):
            return f"{character.name} has {character.luck or 0} Luck."
        skill = find_skill(character, about)
        return skill.reason if isinstance(skill, Rejected) else _told_skill(state, character, skill)

    return _for_character(state, player, told)


def _told_skill(state: State, character: Character, skill: Skill) -> str:
    if skill.broken:
        return f"{skill.name} is broken."
    thrown = capped(base_dice(character, skill, state.house_rules))
    hurt = f", rank {skill.rank} with {skill.damage} damage" if skill.damage else ""
    gained = f", {skill.advancement} toward the next rank" if skill.advancement else ""
    return f"{skill.name} has {dice(thrown) if thrown else 'no dice'}{hurt}{gained}."


def _heart(state: State, player: str | None, about: str | None) -> str:
    return _for_character(state, player, lambda one: f"{one.name} has {one.heart} Heart, {one.status.lower()}.")


def _luck(state: State, player: str | None, about: str | None) -> str:
    return _for_character(state, player, lambda one: f"{one.name} has {one.luck or 0} Luck.")


def _goals(state: State, player: str | None, about: str | None) -> str:
    def told(character: Character) -> str:
        parts = [f"{goal.text}, {goal.value_left} left" for goal in character.goals if goal.status == "OPEN"]
        return f"{character.name}: {'; '.join(parts)}." if parts else f"{character.name} has no open goals."

    return _for_character(state, player, told)


def _connections(state: State, player: str | None, about: str | None) -> str:
    def told(character: Character) -> str:
        if about is not None:
            known = find_connection(character, about)
            return known.reason if isinstance(known, Rejected) else f"{known.npc_name} is at {known.value}."
        parts = [f"{known.npc_name} {known.value}" for known in character.connections]
        return f"{character.name} knows {listed(parts)}." if parts else f"{character.name} has no connections."

    return _for_character(state, player, told)


def _requests(state: State, player: str | None, about: str | None) -> str:
    opened = [request for request in state.requests if request.status == "OPEN"]
    if not opened:
        return "No request of a connection is open."
    return " ".join(
        f"{request.connection_id} asks {request.target} with strength {request.strength}"
        f"{': ' + request.text if request.text else ''}."
        for request in opened
    )


def _dice(state: State, player: str | None, about: str | None) -> str:
    if not state.dice_requests:
        return "No dice are wanted."
    return " ".join(f"{one.roller} rolls {one.count} for {one.because}." for one in state.dice_requests)


def _order(state: State, player: str | None, about: str | None) -> str:
    if not state.action_order:
        return "No order is set; anybody may act."
    return f"The order is {listed(list(state.action_order))}."


def _scene(state: State, player: str | None, about: str | None) -> str:
    scene = state.scene
    if scene is None:
        return "No scene is running."
    combat = ", combat" if scene.combat else ""
    return f"{scene.kind.capitalize()} scene{combat}. {scene.description}".strip()


def _rewards(state: State, player: str | None, about: str | None) -> str:
    if not state.rewards:
        return "No reward waits."
    return " ".join(f"{reward.player} may take {reward.points} off a goal." for reward in state.rewards)


def _bids(state: State, player: str | None, about: str | None) -> str:
    conflict = state.conflict
    if conflict is None:
        return "No bidding is running."
    done = {bid.player for bid in conflict.bids}
    waiting = [name for name in conflict.bidders if name not in done]
    return f"{listed(waiting)} still have to bid." if waiting else "All bids are in."


def _improvement(state: State, player: str | None, about: str | None) -> str:
    return _for_character(
        state, player, lambda one: f"{one.name} has {_amount(one.improvement_chips, 'improvement chip')}."
    )


TOPICS: dict[str, Answer] = {
    "holder": _holder,
    "narration": _holder,
    "actions": _actions,
    "highest": _highest,
    "lowest": _lowest,
    "chips": _chips,
    "challenge": _challenge,
    "group_goal": _group_goal,
    "pool": _pool,
    "party_pool": _pool,
    "skill": _skill,
    "heart": _heart,
    "luck": _luck,
    "goals": _goals,
    "connections": _connections,
    "connection": _connections,
    "requests": _requests,
    "dice": _dice,
    "order": _order,
    "scene": _scene,
    "rewards": _rewards,
    "bids": _bids,
    "improvement": _improvement,
}
"""Topics `AskStatus` knows."""
