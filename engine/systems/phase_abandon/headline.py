"""The headline of a page, readable across a room, and its reason (rules section 4, in a few words)."""

from collections.abc import Callable

from engine.common.words import listed
from engine.phrase import EMPTY, Phrase, joined, phrase, sentence
from engine.systems.phase_abandon.entities import LiveRoll, Narration, RollOff, State
from engine.systems.phase_abandon.speech.rolls import what_is_rolled
from engine.systems.phase_abandon.vocabulary import (
    ConflictStep,
    NarrationKind,
    Phase,
    Purpose,
    RollKind,
    RollOffReason,
    RollOutcome,
    RollStep,
)
from engine.systems.phase_abandon.words import counted, dice


def headline(state: State) -> tuple[Phrase, Phrase]:
    """The player who has the word or the dice now, and the reason (empty when the state does not know).

    While dice or bids are open, a second sentence says who narrates meanwhile.
    """
    asked = _asked_now(state)
    if asked is None:
        return _telling(state)
    title, reason = asked
    meanwhile = EMPTY if state.narration is None else phrase("{holder} narrates.", holder=state.narration.holder)
    return title, joined((reason, meanwhile))


def _asked_now(state: State) -> tuple[Phrase, Phrase] | None:
    """The dice or bids waited for, and why; None while there are none."""
    conflict = state.conflict
    if conflict is not None and conflict.step is ConflictStep.BIDDING:
        called = phrase("{caller} calls a conflict", caller=conflict.caller)
        return phrase("Bids, please"), sentence(joined((called, conflict.nature), ": "))
    if state.roll_off is not None:
        return phrase("Roll-off: {names}", names=listed(state.roll_off.candidates)), _tied(state.roll_off)
    if state.roll is not None:
        return _rolling(state.roll), _roll_reason(state, state.roll)
    return _asked(state) if state.dice_requests else None


def _telling(state: State) -> tuple[Phrase, Phrase]:
    if state.narration is None:
        return _stage(state)
    return telling(state.narration), _because(state, state.narration)


def telling(narration: Narration) -> Phrase:
    """The teller and the subject: "Jay narrates a success"."""
    holder = narration.holder
    return {
        NarrationKind.SCENE: phrase("{holder} narrates the scene", holder=holder),
        NarrationKind.FREE: phrase("{holder} narrates", holder=holder),
        NarrationKind.SUCCESS_RESULT: phrase("{holder} narrates a success", holder=holder),
        NarrationKind.FAILURE_RESULT: phrase("{holder} narrates the failure", holder=holder),
        NarrationKind.BREAK_EVEN_RESULT: phrase("{holder} narrates the draw", holder=holder),
        NarrationKind.CONFLICT_NATURE: phrase("{holder} narrates what the conflict is", holder=holder),
        NarrationKind.WRAP_UP: phrase("{holder} narrates the end of the challenge", holder=holder),
        NarrationKind.GOAL_COMPLETION: phrase("{holder} narrates how a goal is reached", holder=holder),
    }[narration.kind]


def _stage(state: State) -> tuple[Phrase, Phrase]:
    if state.name is None:
        return phrase("No table yet"), EMPTY
    if state.phase is Phase.OPENING and not state.session_running:
        return phrase("Ready to play"), phrase("Every character is finished.")
    return _STAGES[state.phase], EMPTY


_STAGES = {
    Phase.LOBBY: phrase("Agree on a genre"),
    Phase.SETTING: phrase("Create the setting"),
    Phase.CHARACTERS: phrase("Create the characters"),
    Phase.OPENING: phrase("Agree on group goals, then get moving"),
    Phase.PLAY: phrase("Play"),
    Phase.CLOSED: phrase("The game session is over"),
}


def _asked(state: State) -> tuple[Phrase, Phrase]:
    """Dice that belong to nobody's roll."""
    purpose = Purpose(state.dice_requests[0].purpose)
    if purpose is Purpose.LUCK:
        return phrase("Roll for Luck"), phrase("One die sets each character's Luck for this session.")
    if purpose is Purpose.GET_MOVING:
        return phrase("Get moving"), phrase("The highest total starts the story.")
    pot = state.conflict.pot if state.conflict is not None else 0
    return phrase("Roll your bids"), phrase(
        "The highest total takes {chips} and sets the challenge.", chips=counted(pot, "chip", "chips")
    )


def _tied(roll_off: RollOff) -> Phrase:
    return {
        RollOffReason.LOWEST: phrase("They have the fewest chips."),
        RollOffReason.HIGHEST: phrase("They have the most chips."),
        RollOffReason.ORDER: phrase("They have equally many chips; the dice decide who speaks first."),
        RollOffReason.GET_MOVING: phrase("Their get-moving totals are equal."),
        RollOffReason.BID: phrase("Their challenge totals are equal."),
    }[roll_off.reason]


def _rolling(roll: LiveRoll) -> Phrase:
    player, what = roll.roller, what_is_rolled(roll)
    if roll.step is RollStep.THROW and roll.connection is not None:
        return phrase("{player} rolls for {connection}", player=player, connection=what)
    if roll.step is RollStep.THROW:
        return phrase("{player} rolls {skill}", player=player, skill=what)
    if roll.rerolling:
        return phrase("{player} rerolls {dice}", player=player, dice=dice(len(roll.rerolling)))
    if roll.step is RollStep.REROLL:
        return phrase("{player} may re-roll {skill}", player=player, skill=what)
    if roll.step is RollStep.TRADE:
        return phrase("{player}: trade the 6 for the 1?", player=player)
    if roll.step is RollStep.EXPLODE:
        return phrase("{player} may roll the sixes again", player=player)
    helpers = listed(each.player for each in roll.helpers if each.values is None)
    return phrase("{helpers} rolls to help {player}", helpers=helpers, player=player)


def _roll_reason(state: State, roll: LiveRoll) -> Phrase:
    return sentence(joined((_called(state, roll), roll.description), ": "))


def _called(state: State, roll: LiveRoll) -> Phrase:
    """The reason of the roll, besides its player's own words."""
    if roll.kind is RollKind.CHECK:
        return phrase("{player} called the check", player=roll.requester)
    if roll.kind is RollKind.CONNECTION:
        return phrase("{player} calls on {connection}", player=roll.roller, connection=roll.connection)
    if roll.kind is RollKind.CONNECTION_REQUEST:
        asked = listed(each.target for each in state.requests if each.request_id == roll.request_id)
        return phrase("{connection} asks a favour of {player}", connection=roll.connection, player=asked)
    return EMPTY


# -- why somebody narrates ---------------------------------------------------------------------------------------------


def _because(state: State, narration: Narration) -> Phrase:
    if narration.kind in _RESULTS:
        return _RESULTS[narration.kind](state, narration)
    known = _SCENES if narration.kind is NarrationKind.SCENE else _FREE
    return known.get(narration.reason, _handed_on)(state, narration)


Reason = Callable[[State, Narration], Phrase]


def _handed_on(state: State, narration: Narration) -> Phrase:
    """After a result the house says whether its teller keeps the word; otherwise it goes to the most chips."""
    setting = _AFTER.get(narration.reason)
    if setting is not None and getattr(state.house_rules, setting) != "highest_chips":
        return phrase("{holder} keeps narrating after the result.", holder=narration.holder)
    return phrase("{holder} had the most chips.", holder=narration.holder)


_AFTER = {
    "N-3": "after_success_action",
    "N-8": "after_success_check",
    "N-9": "after_success_check",
    "N-10": "after_failed_check",
    "N-11": "after_failed_check",
    "N-12": "after_failed_check",
    "N-15": "after_connection_call",
    "N-16": "after_connection_call",
}
"""House rule that says who narrates on, by narration row."""


def _success(state: State, narration: Narration) -> Phrase:
    last = state.last_roll
    if last is None:
        return EMPTY
    player, successes = last.roller, counted(last.successes, "success", "successes")
    if last.kind is RollKind.ACTION:
        return phrase("{player}'s action scored {successes}.", player=player, successes=successes)
    if last.kind is RollKind.CHECK:
        return phrase("{player}'s check scored {successes}.", player=player, successes=successes)
    return phrase("{player}'s call on a connection scored {successes}.", player=player, successes=successes)


def _no_success(state: State, narration: Narration) -> Phrase:
    last = state.last_roll
    if last is None:
        return EMPTY
    player, holder, even = last.roller, narration.holder, last.outcome is RollOutcome.BREAK_EVEN
    if holder == last.requester and narration.reason in {"N-10", "N-11"}:
        if even:
            return phrase("{player} broke even the check {holder} called.", player=player, holder=holder)
        return phrase("{player} failed the check {holder} called.", player=player, holder=holder)
    went = phrase("{player} broke even", player=player) if even else phrase("{player} failed", player=player)
    if len(state.present) == 2:
        return phrase("{result}.", result=went)
    return phrase("{result}; {holder} had the fewest chips of the others.", result=went, holder=holder)


def _goal_reached(state: State, narration: Narration) -> Phrase:
    last = state.last_roll
    shared = last.group_goal_done if last is not None else None
    if narration.reason == "N-22" or shared is None:
        return phrase("A goal of {holder}'s character is reached.", holder=narration.holder)
    if narration.reason == "N-21":  # after a wrap-up both kinds of goals may follow one another
        return phrase("A goal is reached.")
    return phrase("{holder} reached the group goal: {goal}.", holder=narration.holder, goal=shared)


_RESULTS: dict[NarrationKind, Reason] = {
    NarrationKind.SUCCESS_RESULT: _success,
    NarrationKind.FAILURE_RESULT: _no_success,
    NarrationKind.BREAK_EVEN_RESULT: _no_success,
    NarrationKind.CONFLICT_NATURE: lambda _, told: phrase("{holder} called the conflict.", holder=told.holder),
    NarrationKind.WRAP_UP: lambda _, told: phrase("{holder} took the last of the challenge.", holder=told.holder),
    NarrationKind.GOAL_COMPLETION: _goal_reached,
}

_SCENES: dict[str, Reason] = {
    "N-1": lambda _, told: phrase("{holder} won the get-moving roll.", holder=told.holder),
    "N-20": lambda _, told: phrase("{holder} won the challenge roll.", holder=told.holder),
    "N-29": lambda _, told: phrase("The narrator left, and {holder} had the most chips.", holder=told.holder),
}
"""Scenes not begun by whoever had the most chips."""


_FREE: dict[str, Reason] = {
    "N-1": lambda _, told: phrase("{holder} won the get-moving roll.", holder=told.holder),
    "N-29": lambda _, told: phrase("The narrator left, and {holder} had the most chips.", holder=told.holder),
    "N-31": lambda _, told: phrase("Nobody bid, so {holder} continues.", holder=told.holder),
    "PA-103": lambda _, told: phrase(
        "{holder} keeps narrating; the rest of the result was cut short.", holder=told.holder
    ),
    "PA-116": lambda _, told: phrase("The table handed narration to {holder}.", holder=told.holder),
}
"""Free narration that does not follow a result."""
