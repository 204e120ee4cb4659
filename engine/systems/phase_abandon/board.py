"""The table of Phase Abandon for a page: seats, challenge and goals, pool, dice on the table, conflict."""

from collections.abc import Iterator

from engine.board import Bar, Board, Card, Counter, Face, Line, Mark, Panel, Place, Throw, Tone
from engine.dice.roll import RollRequest
from engine.phrase import EMPTY, Phrase, joined, phrase, plural, spelled, verbatim
from engine.systems.phase_abandon.derived import awaits_explosion, in_challenge, is_success, undecided
from engine.systems.phase_abandon.entities import Character, Conflict, Die, Helper, LiveRoll, Player, State
from engine.systems.phase_abandon.headline import headline
from engine.systems.phase_abandon.house_rules import HouseRules
from engine.systems.phase_abandon.rules.harm import FULL_HEART
from engine.systems.phase_abandon.rules.narration import mention
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
    """The table as everybody sees it, and of undeclared bids only the viewer's own (PA-92)."""
    title, reason = headline(state)
    narration = state.narration
    limit = narration.actions_allowed if narration is not None else None
    left = limit - narration.actions_used if narration is not None and limit is not None else None
    return Board(
        headline=title,
        reason=reason,
        holder=narration.holder if narration is not None else None,
        actions=left,
        places=tuple(_place(state, player) for player in state.players),
        bars=tuple(_bars(state)),
        counters=() if state.phase in _SETTING_UP else (_pool(state.party_pool),),
        throws=tuple(_throws(state)),
        order=state.action_order,
        panels=tuple(panel for panel in _panels(state, viewer) if panel.lines or panel.counters),
        unit=plural("action", "actions", left or 0),
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


def _pool(tokens: int) -> Counter:
    return Counter(plural("token in the pool", "tokens in the pool", tokens), tokens, sign="chip")


def _counters(state: State, player: Player, character: Character | None) -> Iterator[Counter]:
    if state.phase in _SETTING_UP:
        yield Counter(plural("setting chip", "setting chips", player.setting_chips), player.setting_chips, sign="chip")
        return
    if state.session_no:
        yield Counter(plural("chip", "chips", player.chips), player.chips, sign="chip")
    if character is not None and character.status is CharacterStatus.DRAFT:
        left = character.skill_points_left
        yield Counter(plural("skill point", "skill points", left), left)
    elif character is not None:
        tone: Tone = "bad" if character.heart <= 1 else "plain"
        yield Counter(phrase("Heart"), character.heart, FULL_HEART, tone, "heart")
        if character.luck is not None:
            yield Counter(phrase("Luck"), character.luck, FULL_LUCK, sign="luck")
        if character.improvement_chips:
            chips = character.improvement_chips
            yield Counter(plural("improvement chip", "improvement chips", chips), chips)


def _badges(state: State, player: Player, character: Character | None) -> Iterator[Phrase]:
    if state.narration is not None and state.narration.holder == player.name:
        yield phrase("narrates")
    if state.roll is not None and state.roll.roller == player.name:
        yield phrase("rolls")
    if state.roll is not None and any(each.player == player.name for each in state.roll.helpers):
        yield phrase("helps")
    if state.session_running and player.present:
        yield from _rank(state, player)
    if character is not None and character.status is not CharacterStatus.ACTIVE:
        yield _STATUS[character.status]
    if not player.present:
        yield phrase("away")


def _rank(state: State, player: Player) -> Iterator[Phrase]:
    """The badge of most or fewest chips, which decide who narrates (PA-6, PA-7); none when all have the same."""
    purses = [each.chips for each in state.present]
    if min(purses) == max(purses):
        return
    if player.chips == max(purses):
        yield phrase("most chips")
    elif player.chips == min(purses):
        yield phrase("fewest chips")


_STATUS = {
    CharacterStatus.DRAFT: phrase("sheet not finished"),
    CharacterStatus.DOWN: phrase("down"),
    CharacterStatus.INCAPACITATED: phrase("incapacitated"),
    CharacterStatus.DEAD: phrase("dead"),
}


def _owes(state: State, player: Player) -> Iterator[Phrase]:
    for request in state.dice_requests:
        if request.roller == player.name:
            yield phrase("roll {dice}", dice=dice(request.count))
    if player.name in _still_to_bid(state.conflict):
        yield phrase("place a bid")
    character = state.character_of(player.name)
    if character is not None and character.status is CharacterStatus.DOWN:
        yield phrase("decide what becomes of {character}", character=character.name)
    if any(reward.player == player.name for reward in state.rewards):
        yield phrase("choose a goal for the reward")


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
        left = phrase("{points} left", points=scene.challenge_left)
        detail = phrase("{left}, combat", left=left) if scene.combat else left
        yield Bar(phrase("Challenge"), done, scene.challenge_rating, detail, "strong")
    for goal in state.group_goals:
        if goal.status is GoalStatus.OPEN:
            done, left = goal.value_initial - goal.value_left, phrase("{points} left", points=goal.value_left)
            yield Bar(verbatim(goal.text), done, goal.value_initial, left)


# -- dice --------------------------------------------------------------------------------------------------------------


def _throws(state: State) -> Iterator[Throw]:
    roll = state.roll
    own = [request for request in state.dice_requests if roll is not None and _belongs(request, roll)]
    if roll is not None and roll.dice and not own:
        yield Throw(roll.roller, _what_is_open(roll), faces=_faces(state, roll))
    for request in state.dice_requests:
        faces = _faces(state, roll) if roll is not None and request in own else ()
        yield Throw(request.roller, verbatim(request.because), request.count, request.sides, faces, request.request_id)
    for helper in roll.helpers if roll is not None else ():
        if helper.values is not None and roll is not None:
            helps = phrase("helps {player} with {skill}", player=roll.roller, skill=helper.skill_id)
            yield Throw(helper.player, helps, faces=_helping(helper))
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


def _what_is_open(roll: LiveRoll) -> Phrase:
    return {
        RollStep.REROLL: phrase("{rerolls} left", rerolls=counted(roll.rerolls_left, "re-roll", "re-rolls")),
        RollStep.TRADE: phrase("a one to trade or rescue"),
        RollStep.EXPLODE: phrase("sixes can be rolled again"),
    }.get(roll.step, phrase("waits for help"))


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
        conflict = state.conflict
        called = Line(phrase("Called by"), verbatim(conflict.caller), verbatim(conflict.nature))
        yield Panel(phrase("Conflict"), (called,), (), _pot(conflict), tuple(_bids(conflict, viewer)), where="conflict")
    if state.roll is not None:
        yield Panel(phrase("Roll"), tuple(_roll(state.roll)), where="order")
    if state.narration is not None:
        yield Panel(phrase("Narration to come"), tuple(_to_tell(state)))
    yield Panel(phrase("Scene"), tuple(_scene(state)), where="scene")
    yield Panel(
        phrase("Rewards"),
        tuple(Line(verbatim(each.player), phrase("{points} off a goal", points=each.points)) for each in state.rewards),
    )
    yield Panel(phrase("Requests of connections"), tuple(_requests(state)))
    yield Panel(
        phrase("For the group to approve"),
        tuple(
            Line(verbatim(each.character_id), verbatim(each.subject), spelled(each.subject_kind))
            for each in undecided(state)
        ),
    )
    yield Panel(phrase("Setting"), tuple(_setting(state)))


def _bids(conflict: Conflict, viewer: str | None) -> Iterator[Card]:
    """One bid a player, face down until all are in and turned together."""
    secret = conflict.step is ConflictStep.BIDDING
    bids = {bid.player: bid.number for bid in conflict.bids}
    totals = {total.player: total.number for total in conflict.totals}
    for name in conflict.bidders:
        if name not in bids:
            yield Card(verbatim(name), EMPTY, phrase("no bid yet"), tone="strong")
        elif secret and name != viewer:
            yield Card(verbatim(name), None, phrase("bid placed"))
        else:
            rolled = phrase("rolled {total}", total=totals[name]) if name in totals else EMPTY
            yield Card(verbatim(name), phrase("bid {chips}", chips=bids[name]), rolled)


def _pot(conflict: Conflict) -> tuple[Counter, ...]:
    return (
        (Counter(plural("chip in the pot", "chips in the pot", conflict.pot), conflict.pot, sign="chip"),)
        if conflict.pot
        else ()
    )


def _roll(roll: LiveRoll) -> Iterator[Line]:
    if roll.step is RollStep.THROW and roll.rerolls_left:
        yield Line(phrase("Re-rolls"), verbatim(roll.rerolls_left))
    if roll.held_out:
        yield Line(phrase("Held out"), dice(roll.held_out))
    if roll.split_groups:
        group = phrase("group {number}", number=roll.group_no + 1)
        yield Line(phrase("Split"), joined(map(str, roll.split_groups), " + "), group)
    if roll.trigger_principle_id is not None:
        yield Line(phrase("Principle"), verbatim(roll.trigger_principle_id), tone="good")
    if roll.extra_difficulty:
        harder = phrase("{number} off the successes", number=roll.extra_difficulty)
        yield Line(phrase("Made harder"), harder, tone="bad")
    for helper in roll.helpers:
        helps = phrase("{player}, {skill}", player=helper.player, skill=helper.skill_id)
        yield Line(phrase("Help"), helps, dice(helper.dice), "good")
    if roll.was_worn:
        yield Line(phrase("Worn skill"), phrase("failures cost Heart"), tone="bad")


def _to_tell(state: State) -> Iterator[Line]:
    narration = state.narration
    if narration is None:
        return
    yield from (Line(phrase("Mention"), mention(each)) for each in narration.obligations)
    yield from (Line(phrase("Then"), verbatim(each.holder), verbatim(each.text)) for each in narration.tasks)
    if narration.suspended is not None:
        yield Line(phrase("Then continues"), verbatim(narration.suspended.holder))
    waiting = state.split_roll
    if waiting is not None and state.roll is None:
        group = phrase("next group of {skill}", skill=waiting.skill_id or phrase("Luck"))
        yield Line(phrase("Then rolls"), verbatim(waiting.roller), group)


def _scene(state: State) -> Iterator[Line]:
    scene = state.scene
    if scene is not None:
        kind = phrase("Challenge scene") if in_challenge(state) else phrase("Scene")
        described = verbatim(scene.description) or phrase("set by {player}", player=scene.set_by)
        yield Line(kind, described, phrase("combat") if scene.combat else EMPTY)


def _requests(state: State) -> Iterator[Line]:
    for request in state.requests:
        if request.status is RequestStatus.OPEN:
            asked = phrase("{connection} asks {player}", connection=request.connection_id, player=request.target)
            yield Line(asked, phrase("strength {strength}", strength=request.strength), verbatim(request.text))


def _setting(state: State) -> Iterator[Line]:
    if state.genre is not None:
        yield Line(phrase("Genre"), verbatim(state.genre))
    for detail in state.setting_details:
        yield Line(verbatim(detail.author), verbatim(detail.text), phrase("firmness {chips}", chips=detail.lock))
