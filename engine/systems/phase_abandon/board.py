"""The table of Phase Abandon for a page: seats, challenge and goals, pool, dice on the table, conflict."""

from collections.abc import Iterator

from engine.board import Bar, Board, Counter, Face, Line, Mark, Panel, Place, Throw
from engine.dice.roll import RollRequest
from engine.systems.phase_abandon.derived import awaits_explosion, in_challenge, is_success, undecided
from engine.systems.phase_abandon.entities import Character, Conflict, Die, Helper, LiveRoll, Player
from engine.systems.phase_abandon.headline import headline
from engine.systems.phase_abandon.house_rules import HouseRules
from engine.systems.phase_abandon.recovery import FULL_HEART
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.vocabulary import (
    CharacterStatus,
    ConflictStep,
    GoalStatus,
    NarrationKind,
    Phase,
    Purpose,
    RequestStatus,
    RollStep,
)
from engine.systems.phase_abandon.words import counted, dice

FULL_LUCK = 6
_SETTING_UP = (Phase.LOBBY, Phase.SETTING)


def board(state: State, viewer: str | None = None) -> Board:
    """What everybody sees, and of undeclared bids only the viewer's own (PA-92)."""
    title, reason = headline(state)
    narration = state.narration
    limit = narration.actions_allowed if narration is not None else None
    return Board(
        headline=title,
        reason=reason,
        holder=narration.holder if narration is not None else None,
        actions=limit - narration.actions_used if narration is not None and limit is not None else None,
        places=tuple(_place(state, player) for player in state.players),
        bars=tuple(_bars(state)),
        counters=() if state.phase in _SETTING_UP else (Counter("tokens in the pool", state.party_pool),),
        throws=tuple(_throws(state)),
        order=state.action_order,
        panels=tuple(panel for panel in _panels(state, viewer) if panel.lines or panel.counters),
    )


# -- seats -------------------------------------------------------------------------------------------------------------


def _place(state: State, player: Player) -> Place:
    character = state.character_of(player.name)
    return Place(
        player=player.name,
        character=character.name if character is not None else None,
        counters=tuple(_counters(state, player, character)),
        badges=tuple(_badges(state, player, character)),
        owes=tuple(_owes(state, player)),
        present=player.present,
    )


def _counters(state: State, player: Player, character: Character | None) -> Iterator[Counter]:
    if state.phase in _SETTING_UP:
        yield Counter("setting chips", player.setting_chips)
        return
    if state.session_no:
        yield Counter("chips", player.chips)
    if character is not None and character.status is CharacterStatus.DRAFT:
        yield Counter("skill points", character.skill_points_left)
    elif character is not None:
        yield Counter("Heart", character.heart, FULL_HEART, "bad" if character.heart <= 1 else "plain")
        if character.luck is not None:
            yield Counter("Luck", character.luck, FULL_LUCK)
        if character.improvement_chips:
            yield Counter("improvement chips", character.improvement_chips)


def _badges(state: State, player: Player, character: Character | None) -> Iterator[str]:
    if state.narration is not None and state.narration.holder == player.name:
        yield "narrates"
    if state.roll is not None and state.roll.roller == player.name:
        yield "rolls"
    if state.roll is not None and any(each.player == player.name for each in state.roll.helpers):
        yield "helps"
    if state.session_running and player.present:
        yield from _rank(state, player)
    if character is not None and character.status is not CharacterStatus.ACTIVE:
        yield _STATUS[character.status]
    if not player.present:
        yield "away"


def _rank(state: State, player: Player) -> Iterator[str]:
    """Who has most or fewest chips decides who narrates (PA-6, PA-7); nobody when all have the same."""
    purses = [each.chips for each in state.present]
    if min(purses) == max(purses):
        return
    if player.chips == max(purses):
        yield "most chips"
    elif player.chips == min(purses):
        yield "fewest chips"


_STATUS = {
    CharacterStatus.DRAFT: "sheet not finished",
    CharacterStatus.DOWN: "down",
    CharacterStatus.INCAPACITATED: "incapacitated",
    CharacterStatus.DEAD: "dead",
}


def _owes(state: State, player: Player) -> Iterator[str]:
    for request in state.dice_requests:
        if request.roller == player.name:
            yield dice(request.count)
    if player.name in _still_to_bid(state.conflict):
        yield "a bid"
    character = state.character_of(player.name)
    if character is not None and character.status is CharacterStatus.DOWN:
        yield "a fate"
    if any(reward.player == player.name for reward in state.rewards):
        yield "a goal for the reward"


def _still_to_bid(conflict: Conflict | None) -> tuple[str, ...]:
    if conflict is None or conflict.step is not ConflictStep.BIDDING:
        return ()
    placed = {bid.player for bid in conflict.bids}
    return tuple(name for name in conflict.bidders if name not in placed)


# -- what the table works towards --------------------------------------------------------------------------------------


def _bars(state: State) -> Iterator[Bar]:
    scene = state.scene
    if scene is not None and in_challenge(state) and scene.challenge_rating:
        done = scene.challenge_rating - scene.challenge_left
        detail = f"{scene.challenge_left} left{', combat' if scene.combat else ''}"
        yield Bar("Challenge", done, scene.challenge_rating, detail, "strong")
    for goal in state.group_goals:
        if goal.status is GoalStatus.OPEN:
            yield Bar(goal.text, goal.value_initial - goal.value_left, goal.value_initial, f"{goal.value_left} left")


# -- dice --------------------------------------------------------------------------------------------------------------


def _throws(state: State) -> Iterator[Throw]:
    roll = state.roll
    own = [request for request in state.dice_requests if roll is not None and _belongs(request, roll)]
    if roll is not None and roll.dice and not own:
        yield Throw(roll.roller, _what_is_open(roll), faces=_faces(state, roll))
    for request in state.dice_requests:
        faces = _faces(state, roll) if roll is not None and request in own else ()
        yield Throw(request.roller, request.because, request.count, request.sides, faces, request.request_id)
    for helper in roll.helpers if roll is not None else ():
        if helper.values is not None and roll is not None:
            yield Throw(helper.player, f"helps {roll.roller} with {helper.skill_id}", faces=_helping(helper))
    if roll is None and not state.dice_requests:
        yield from _over(state)


def _over(state: State) -> Iterator[Throw]:
    """The latest roll while its result is told."""
    last, told = state.last_roll, state.narration
    if last is not None and last.dice and told is not None and told.kind in _RESULTS:
        faces = tuple(face for die in last.dice for face in _shown(die, state.house_rules, counting=True))
        yield Throw(last.roller, counted(last.successes, "success", "successes"), faces=faces, over=True)


_RESULTS = {
    NarrationKind.SUCCESS_RESULT,
    NarrationKind.FAILURE_RESULT,
    NarrationKind.BREAK_EVEN_RESULT,
    NarrationKind.WRAP_UP,
}


def _belongs(request: RollRequest, roll: LiveRoll) -> bool:
    return request.roller == roll.roller and request.purpose != Purpose.HELP


def _what_is_open(roll: LiveRoll) -> str:
    return {
        RollStep.REROLL: f"{counted(roll.rerolls_left, 're-roll')} left",
        RollStep.TRADE: "a one to trade or rescue",
        RollStep.EXPLODE: "sixes may be thrown again",
    }.get(roll.step, "waits for help")


def _faces(state: State, roll: LiveRoll) -> tuple[Face, ...]:
    """Dice in reported order, each followed by what its six threw further."""
    open_dice = (die for die in roll.dice if die.index not in roll.rerolling)
    counting = roll.step is RollStep.COUNT
    return tuple(face for die in open_dice for face in _shown(die, state.house_rules, counting))


def _shown(die: Die, rules: HouseRules, counting: bool) -> Iterator[Face]:
    if not die.live:
        yield Face(die.face, "struck")
        return
    again = awaits_explosion(die, rules) and not counting
    thrown: tuple[tuple[int, Mark], ...] = ((die.face, _mark(die.face)),)
    counts = rules.explosion_failures_count
    thrown += tuple((face, _mark(face) if counts or is_success(face) else "plain") for face in die.chain)
    for at, (face, mark) in enumerate(thrown, start=1):
        yield Face(face, "again" if again and at == len(thrown) else mark)


def _mark(face: int) -> Mark:
    return "success" if is_success(face) else "failure"


def _helping(helper: Helper) -> tuple[Face, ...]:
    return tuple(Face(face, _mark(face)) for face in helper.values or ())


# -- panels ------------------------------------------------------------------------------------------------------------


def _panels(state: State, viewer: str | None) -> Iterator[Panel]:
    if state.conflict is not None:
        yield Panel("Conflict", tuple(_conflict(state.conflict, viewer)), counters=_pot(state.conflict))
    if state.roll is not None:
        yield Panel("Roll", tuple(_roll(state.roll)))
    if state.narration is not None:
        yield Panel("To be told", tuple(_to_tell(state)))
    yield Panel("Scene", tuple(_scene(state)))
    yield Panel("Rewards", tuple(Line(each.player, f"{each.points} off a goal") for each in state.rewards))
    yield Panel("Requests of connections", tuple(_requests(state)))
    yield Panel(
        "For the group to approve",
        tuple(Line(each.character_id, each.subject, each.subject_kind.lower()) for each in undecided(state)),
    )
    yield Panel("Setting", tuple(_setting(state)))


def _conflict(conflict: Conflict, viewer: str | None) -> Iterator[Line]:
    yield Line("Called by", conflict.caller, conflict.nature)
    secret = conflict.step is ConflictStep.BIDDING
    bids = {bid.player: bid.number for bid in conflict.bids}
    totals = {total.player: total.number for total in conflict.totals}
    for name in conflict.bidders:
        if name not in bids:
            yield Line(name, "still to bid", tone="strong")
            continue
        bid = "bid placed" if secret and name != viewer else f"bid {bids[name]}"
        yield Line(name, bid, f"rolled {totals[name]}" if name in totals else "")


def _pot(conflict: Conflict) -> tuple[Counter, ...]:
    return (Counter("chips in the pot", conflict.pot),) if conflict.pot else ()


def _roll(roll: LiveRoll) -> Iterator[Line]:
    if roll.step is RollStep.THROW and roll.rerolls_left:
        yield Line("Re-rolls", str(roll.rerolls_left))
    if roll.held_out:
        yield Line("Held out", dice(roll.held_out))
    if roll.split_groups:
        yield Line("Split", " + ".join(map(str, roll.split_groups)), f"group {roll.group_no + 1}")
    if roll.trigger_principle_id is not None:
        yield Line("Principle", roll.trigger_principle_id, tone="good")
    if roll.extra_difficulty:
        yield Line("Made harder", f"{roll.extra_difficulty} off the successes", tone="bad")
    for helper in roll.helpers:
        yield Line("Help", f"{helper.player}, {helper.skill_id}", dice(helper.dice), "good")
    if roll.was_worn:
        yield Line("Worn skill", "failures cost Heart", tone="bad")


def _to_tell(state: State) -> Iterator[Line]:
    narration = state.narration
    if narration is None:
        return
    yield from (Line("Mention", each.text) for each in narration.obligations)
    yield from (Line("Then", each.holder, each.text) for each in narration.tasks)
    if narration.suspended is not None:
        yield Line("Then goes on", narration.suspended.holder)
    waiting = state.split_roll
    if waiting is not None and state.roll is None:
        yield Line("Then rolls", waiting.roller, f"next group of {waiting.skill_id or 'Luck'}")


def _scene(state: State) -> Iterator[Line]:
    scene = state.scene
    if scene is not None:
        kind = "Challenge scene" if in_challenge(state) else "Scene"
        yield Line(kind, scene.description or f"set by {scene.set_by}", "combat" if scene.combat else "")


def _requests(state: State) -> Iterator[Line]:
    for request in state.requests:
        if request.status is RequestStatus.OPEN:
            asked = f"{request.connection_id} asks {request.target}"
            yield Line(asked, f"strength {request.strength}", request.text)


def _setting(state: State) -> Iterator[Line]:
    if state.genre is not None:
        yield Line("Genre", state.genre)
    for detail in state.setting_details:
        yield Line(detail.author, detail.text, f"firmness {detail.lock}")
