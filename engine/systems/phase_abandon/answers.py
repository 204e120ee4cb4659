"""Spoken answers about the state (`AskStatus`, rules 6.5); short sentences, nothing secret."""

from engine.common.answers import Answer, answered, explain
from engine.common.house_rules import settings_told
from engine.common.rules import Refused
from engine.common.words import counted, listed, number
from engine.phrase import EMPTY, Phrase, capital, joined, phrase, plural, sentence, spelled
from engine.systems.phase_abandon.derived import base_dice, capped, highest, in_challenge, level, lowest_others
from engine.systems.phase_abandon.entities import Character, ConnectionRequest, Skill, State
from engine.systems.phase_abandon.explained import EXPLAINED
from engine.systems.phase_abandon.guards import bids_missing, dice_owed, open_business
from engine.systems.phase_abandon.headline import headline, telling
from engine.systems.phase_abandon.house_rules import SETTINGS
from engine.systems.phase_abandon.naming import all_skills, find_connection, find_player, find_skill, is_luck
from engine.systems.phase_abandon.rules.harm import FULL_HEART
from engine.systems.phase_abandon.rules.narration import mention
from engine.systems.phase_abandon.vocabulary import CharacterStatus, GoalStatus, SceneKind


def answer(state: State, topic: str, player: str | None = None, about: str | None = None) -> Phrase:
    """A spoken answer; asks back when the topic or somebody in it is unknown."""
    return answered(TOPICS, state, topic, player, about)


def _holder(state: State, player: str | None, about: str | None) -> Phrase:
    narration = state.narration
    if open_business(state) is not None:
        title, reason = headline(state)
        return joined((sentence(title), reason))
    if narration is None:
        return phrase("Nobody narrates right now.")
    actions = _actions_left(state)
    left = phrase("{actions} left", actions=actions) if actions else EMPTY
    told = phrase("{told}.", told=joined((telling(narration), left), ", "))
    if not narration.obligations:
        return told
    return joined((told, phrase("Mention: {things}.", things=listed(map(mention, narration.obligations)))))


def _actions_left(state: State) -> Phrase:
    narration = state.narration
    if narration is None or narration.actions_allowed is None:
        return EMPTY
    return counted(narration.actions_allowed - narration.actions_used, "action", "actions")


def _actions(state: State, player: str | None, about: str | None) -> Phrase:
    if state.narration is None:
        return phrase("Nobody narrates right now.")
    holder, actions = state.narration.holder, _actions_left(state)
    if not actions:
        return phrase("{holder} narrates without a limit.", holder=holder)
    return phrase("{holder} has {actions} left.", holder=holder, actions=actions)


def _highest(state: State, player: str | None, about: str | None) -> Phrase:
    richest = highest(state)
    if not richest:
        return phrase("Nobody is at the table.")
    return plural(
        "{names} has the most chips, {chips}.",
        "{names} have the most chips, {chips}.",
        len(richest),
        names=listed(one.name for one in richest),
        chips=number(richest[0].chips),
    )


def _lowest(state: State, player: str | None, about: str | None) -> Phrase:
    poorest = lowest_others(state, None)
    if not poorest:
        return phrase("Nobody is at the table.")
    return plural(
        "{names} has the fewest chips, {chips}.",
        "{names} have the fewest chips, {chips}.",
        len(poorest),
        names=listed(one.name for one in poorest),
        chips=number(poorest[0].chips),
    )


def _chips(state: State, player: str | None, about: str | None) -> Phrase:
    if player is not None:
        one = find_player(state, player)
        return phrase("{player} has {chips}.", player=one.name, chips=counted(one.chips, "chip", "chips"))
    purses = (phrase("{player} has {chips}", player=one.name, chips=number(one.chips)) for one in state.players)
    return phrase("{purses}.", purses=listed(purses))


def _character(state: State, said: str | None) -> Character:
    """The character asked about.

    Raises:
        Refused: Nobody answers to that, or has one.
    """
    player = find_player(state, said)
    character = state.character_of(player.name)
    if character is None:
        raise Refused("E_UNKNOWN", phrase("{player} has no character.", player=player.name))
    return character


def _challenge(state: State, player: str | None, about: str | None) -> Phrase:
    scene = state.scene
    if scene is None or not in_challenge(state):
        return phrase("No challenge is running.")
    left, rating = capital(number(scene.challenge_left)), number(scene.challenge_rating)
    return phrase("{left} of {rating} points of the challenge are left.", left=left, rating=rating)


def _group_goal(state: State, player: str | None, about: str | None) -> Phrase:
    goal = state.current_group_goal
    if goal is None:
        return phrase("No group goal is open.")
    now = _points_to(goal.text, goal.value_left)
    later = [each for each in state.group_goals if each.status is GoalStatus.OPEN and each is not goal]
    if not later:
        return now
    return joined((now, phrase("After that: {goal}", goal=_points_to(later[0].text, later[0].value_left))))


def _points_to(goal: str, points: int) -> Phrase:
    left = counted(points, "point", "points")
    return phrase("{goal}: {points} left.", goal=capital(goal), points=left)


def _pool(state: State, player: str | None, about: str | None) -> Phrase:
    return plural(
        "There is {tokens} in the party pool.",
        "There are {tokens} in the party pool.",
        state.party_pool,
        tokens=counted(state.party_pool, "token", "tokens"),
    )


def _skill(state: State, player: str | None, about: str | None) -> Phrase:
    character = _character(state, player)
    if about is None:
        return _all_skills(state, character)
    if is_luck(about):
        return _luck(state, player, about)
    return _told_skill(state, character, find_skill(character, about))


def _all_skills(state: State, character: Character) -> Phrase:
    skills = [
        phrase("{skill} {level}", skill=skill.name, level=number(level(skill, state.house_rules)))
        for skill in all_skills(character)
    ]
    if not skills:
        return phrase("{character} has no skills.", character=character.name)
    return phrase("{character} has {skills}.", character=character.name, skills=listed(skills))


def _told_skill(state: State, character: Character, skill: Skill) -> Phrase:
    if skill.broken:
        return phrase("{skill} is broken.", skill=skill.name)
    parts = [counted(capped(base_dice(character, skill, state.house_rules)), "die", "dice")]
    if skill.damage:
        parts.append(phrase("rank {rank} with {damage} damage", rank=number(skill.rank), damage=number(skill.damage)))
    if skill.advancement:
        parts.append(phrase("{points} toward the next rank", points=counted(skill.advancement, "point", "points")))
    return phrase("{skill} has {dice}.", skill=skill.name, dice=joined(parts, ", "))


def _heart(state: State, player: str | None, about: str | None) -> Phrase:
    one = _character(state, player)
    heart = phrase("{heart} of {most} Heart", heart=number(one.heart), most=number(FULL_HEART))
    if one.status is CharacterStatus.ACTIVE:
        return phrase("{character} has {heart}.", character=one.name, heart=heart)
    return phrase(
        "{character} has {heart} and is {status}.", character=one.name, heart=heart, status=spelled(one.status)
    )


def _luck(state: State, player: str | None, about: str | None) -> Phrase:
    character = _character(state, player)
    return phrase("{character} has {luck} Luck.", character=character.name, luck=number(character.luck or 0))


def _goals(state: State, player: str | None, about: str | None) -> Phrase:
    character = _character(state, player)
    goals = [
        phrase("{goal}, {points} left", goal=goal.text, points=number(goal.value_left))
        for goal in character.goals
        if goal.status == "OPEN"
    ]
    if not goals:
        return phrase("{character} has no open goals.", character=character.name)
    return phrase("{character}: {goals}.", character=character.name, goals=joined(goals, "; "))


def _connections(state: State, player: str | None, about: str | None) -> Phrase:
    character = _character(state, player)
    if about is not None:
        known = find_connection(character, about)
        return phrase("{connection} is at {value}.", connection=known.npc_name, value=number(known.value))
    people = [
        phrase("{connection} {value}", connection=known.npc_name, value=number(known.value))
        for known in character.connections
    ]
    if not people:
        return phrase("{character} has no connections.", character=character.name)
    return phrase("{character} knows {people}.", character=character.name, people=listed(people))


def _requests(state: State, player: str | None, about: str | None) -> Phrase:
    opened = [request for request in state.requests if request.status == "OPEN"]
    return joined(map(_request, opened)) if opened else phrase("No request of a connection is open.")


def _request(request: ConnectionRequest) -> Phrase:
    asks = phrase(
        "{connection} asks {player} with strength {strength}",
        connection=request.connection_id,
        player=request.target,
        strength=number(request.strength),
    )
    return phrase("{asks}.", asks=joined((asks, request.text), ": "))


def _dice(state: State, player: str | None, about: str | None) -> Phrase:
    """Tell the table's next step: dice, bids, a choice about a roll, or the narrator."""
    if len(state.dice_requests) > 1:
        return joined(map(dice_owed, state.dice_requests))
    waited = open_business(state)
    if waited is not None:
        return waited.reason
    down = [one.name for one in state.characters if one.status is CharacterStatus.DOWN]
    fallen = phrase("{names}: what does falling mean?", names=listed(down)) if down else EMPTY
    rewards = _rewards(state, player, about) if state.rewards else EMPTY
    nothing = joined((phrase("No dice are owed."), _holder(state, player, about)))
    return joined((fallen, rewards)) or nothing


def _order(state: State, player: str | None, about: str | None) -> Phrase:
    if not state.action_order:
        return phrase("No order is set; anyone may act.")
    return phrase("The order is {names}.", names=listed(state.action_order))


def _scene(state: State, player: str | None, about: str | None) -> Phrase:
    scene = state.scene
    if scene is None:
        return phrase("No scene is running.")
    kind = phrase("Challenge scene") if scene.kind is SceneKind.CHALLENGE else phrase("Plain scene")
    opening = phrase("{scene}, combat.", scene=kind) if scene.combat else phrase("{scene}.", scene=kind)
    return joined((opening, scene.description.strip()))


def _rewards(state: State, player: str | None, about: str | None) -> Phrase:
    if not state.rewards:
        return phrase("No reward is open.")
    return joined(
        phrase(
            "{player} may take {points} off a goal.",
            player=reward.player,
            points=counted(reward.points, "point", "points"),
        )
        for reward in state.rewards
    )


def _bids(state: State, player: str | None, about: str | None) -> Phrase:
    conflict = state.conflict
    if conflict is None:
        return phrase("Nobody has called a conflict, so nobody bids.")
    done = {bid.player for bid in conflict.bids}
    waiting = [name for name in conflict.bidders if name not in done]
    return bids_missing(waiting) if waiting else phrase("All bids are placed.")


def _rerolls(state: State, player: str | None, about: str | None) -> Phrase:
    if state.roll is None:
        return phrase("No roll is open.")
    rerolls = counted(state.roll.rerolls_left, "re-roll", "re-rolls")
    return phrase("{player} has {rerolls} left.", player=state.roll.roller, rerolls=rerolls)


def _conflict(state: State, player: str | None, about: str | None) -> Phrase:
    """Tells who takes part in the conflict or challenge, and what it is."""
    conflict, scene = state.conflict, state.scene
    if conflict is not None:
        names, caller = listed(conflict.bidders), conflict.caller
        called = phrase("{caller} called the conflict; {names} bid on it.", caller=caller, names=names)
        return joined((called, _bids(state, player, about)))
    if scene is None or not in_challenge(state):
        return phrase("No conflict is running.")
    names = listed(each.name for each in state.characters if each.status is CharacterStatus.ACTIVE)
    return joined((phrase("{names} may act against it.", names=names), _challenge(state, player, about)))


def _house_rules(state: State, player: str | None, about: str | None) -> Phrase:
    return settings_told(SETTINGS, state.house_rules, about)


def _meaning(state: State, player: str | None, about: str | None) -> Phrase:
    return explain(EXPLAINED, about)


def _improvement(state: State, player: str | None, about: str | None) -> Phrase:
    one = _character(state, player)
    chips = counted(one.improvement_chips, "improvement chip", "improvement chips")
    return phrase("{character} has {chips}.", character=one.name, chips=chips)


TOPICS: dict[str, Answer[State]] = {
    "holder": _holder,
    "narration": _holder,
    "actions": _actions,
    "highest": _highest,
    "lowest": _lowest,
    "chips": _chips,
    "challenge": _challenge,
    "conflict": _conflict,
    "rerolls": _rerolls,
    "house_rules": _house_rules,
    "rule": _meaning,
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
