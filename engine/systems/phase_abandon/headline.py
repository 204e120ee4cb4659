"""What goes on, readable across a room, and why (rules section 4, in a few words)."""

from collections.abc import Callable

from engine.common.words import listed, sentence
from engine.systems.phase_abandon.entities import LiveRoll, Narration, RollOff
from engine.systems.phase_abandon.speech.rolls import what_is_rolled
from engine.systems.phase_abandon.state import State
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


def headline(state: State) -> tuple[str, str]:
    """Who has the word or the dice now, and the reason (empty when the state does not know).

    While dice or bids are open, a second sentence says who narrates meanwhile.
    """
    asked = _asked_now(state)
    if asked is None:
        return _telling(state)
    title, reason = asked
    meanwhile = "" if state.narration is None else f"{state.narration.holder} narrates."
    return title, " ".join(filter(None, (reason, meanwhile)))


def _asked_now(state: State) -> tuple[str, str] | None:
    """What is waited for, and why; None while nothing is."""
    conflict = state.conflict
    if conflict is not None and conflict.step is ConflictStep.BIDDING:
        about = f": {conflict.nature}" if conflict.nature else ""
        return "Bids, please", sentence(f"{conflict.caller} calls a conflict{about}")
    if state.roll_off is not None:
        return f"Roll-off: {listed(state.roll_off.candidates)}", _tied(state.roll_off)
    if state.roll is not None:
        return _rolling(state, state.roll), _roll_reason(state, state.roll)
    return _asked(state) if state.dice_requests else None


def _telling(state: State) -> tuple[str, str]:
    if state.narration is not None:
        return f"{state.narration.holder} narrates{TOLD[state.narration.kind]}", _because(state, state.narration)
    return _stage(state)


TOLD = {
    NarrationKind.SCENE: " the scene",
    NarrationKind.FREE: "",
    NarrationKind.SUCCESS_RESULT: " a success",
    NarrationKind.FAILURE_RESULT: " the failure",
    NarrationKind.BREAK_EVEN_RESULT: " the draw",
    NarrationKind.CONFLICT_NATURE: " what the conflict is",
    NarrationKind.WRAP_UP: " the end of the challenge",
    NarrationKind.GOAL_COMPLETION: " how a goal is reached",
}
"""What a holder tells, to follow "narrates"."""


def _stage(state: State) -> tuple[str, str]:
    if state.name is None:
        return "No table yet", ""
    if state.phase is Phase.OPENING and not state.session_running:
        return "Ready to play", "Every character is finished."
    return _STAGES[state.phase], ""


_STAGES = {
    Phase.LOBBY: "Agree on a genre",
    Phase.SETTING: "Make the setting",
    Phase.CHARACTERS: "Make the characters",
    Phase.OPENING: "Agree on group goals, then get moving",
    Phase.PLAY: "Play",
    Phase.CLOSED: "The game session is over",
}


def _asked(state: State) -> tuple[str, str]:
    """Dice that belong to nobody's roll."""
    purpose = Purpose(state.dice_requests[0].purpose)
    if purpose is Purpose.LUCK:
        return "Roll for Luck", "One die sets how lucky a character is tonight."
    if purpose is Purpose.GET_MOVING:
        return "Get moving", "The highest total begins the story."
    pot = state.conflict.pot if state.conflict is not None else 0
    return "Roll your bids", f"The highest total takes {counted(pot, 'chip')} and sets the challenge."


def _tied(roll_off: RollOff) -> str:
    return {
        RollOffReason.LOWEST: "They have the fewest chips.",
        RollOffReason.HIGHEST: "They have the most chips.",
        RollOffReason.ORDER: "They have as many chips; the dice say who speaks first.",
        RollOffReason.GET_MOVING: "Their get-moving totals are equal.",
        RollOffReason.BID: "Their challenge totals are equal.",
    }[roll_off.reason]


def _rolling(state: State, roll: LiveRoll) -> str:
    what = what_is_rolled(roll)
    if roll.step is RollStep.THROW:
        return f"{roll.roller} rolls {'for ' if roll.connection is not None else ''}{what}"
    if roll.rerolling:
        return f"{roll.roller} throws {dice(len(roll.rerolling))} again"
    if roll.step is RollStep.REROLL:
        return f"{roll.roller} may re-roll {what}"
    if roll.step is RollStep.TRADE:
        return f"Take the one away from {roll.roller}?"
    if roll.step is RollStep.EXPLODE:
        return f"{roll.roller} may throw sixes again"
    return f"{listed([each.player for each in roll.helpers if each.values is None])} rolls to help {roll.roller}"


def _roll_reason(state: State, roll: LiveRoll) -> str:
    about = f": {roll.description}" if roll.description else ""
    if roll.kind is RollKind.CHECK:
        return sentence(f"{roll.requester} called the check{about}")
    if roll.kind is RollKind.CONNECTION:
        return sentence(f"{roll.roller} calls on {roll.connection}{about}")
    if roll.kind is RollKind.CONNECTION_REQUEST:
        asked = [each.target for each in state.requests if each.request_id == roll.request_id]
        return sentence(f"{roll.connection} asks a favour of {listed(asked)}{about}")
    return sentence(roll.description)


# -- why somebody narrates ---------------------------------------------------------------------------------------------


def _because(state: State, narration: Narration) -> str:
    if narration.kind in _RESULTS:
        return _RESULTS[narration.kind](state, narration)
    known = _SCENES if narration.kind is NarrationKind.SCENE else _FREE
    return known.get(narration.reason, _handed_on)(state, narration)


Reason = Callable[[State, Narration], str]


def _said(text: str) -> Reason:
    """A sentence about the holder."""
    return lambda state, narration: text.format(narration.holder)


def _handed_on(state: State, narration: Narration) -> str:
    """After a result the house says whether its teller keeps the word; otherwise it goes to the most chips."""
    setting = _AFTER.get(narration.reason)
    if setting is not None and getattr(state.house_rules, setting) != "highest_chips":
        return f"{narration.holder} keeps the word after the result."
    return f"{narration.holder} had the most chips."


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


def _success(state: State, narration: Narration) -> str:
    last = state.last_roll
    if last is None:
        return ""
    what = {RollKind.ACTION: "action", RollKind.CHECK: "check"}.get(last.kind, "call on a connection")
    return f"{last.roller}'s {what} brought {counted(last.successes, 'success', 'successes')}."


def _no_success(state: State, narration: Narration) -> str:
    last = state.last_roll
    if last is None:
        return ""
    went = "broke even" if last.outcome is RollOutcome.BREAK_EVEN else "failed"
    if narration.holder == last.requester and narration.reason in {"N-10", "N-11"}:
        return f"{last.roller} {went} the check {narration.holder} called."
    if len(state.present) == 2:
        return f"{last.roller} {went}."
    return f"{last.roller} {went}; {narration.holder} had the fewest chips of the others."


def _goal_reached(state: State, narration: Narration) -> str:
    last = state.last_roll
    shared = last.group_goal_done if last is not None else None
    if narration.reason == "N-22" or shared is None:
        return f"A goal of {narration.holder}'s character is reached."
    if narration.reason == "N-21":  # after a wrap-up both kinds of goals may follow one another
        return "A goal is reached."
    return f"{narration.holder} reached the group goal: {shared}."


_RESULTS: dict[NarrationKind, Reason] = {
    NarrationKind.SUCCESS_RESULT: _success,
    NarrationKind.FAILURE_RESULT: _no_success,
    NarrationKind.BREAK_EVEN_RESULT: _no_success,
    NarrationKind.CONFLICT_NATURE: _said("{} called the conflict."),
    NarrationKind.WRAP_UP: _said("{} took the last of the challenge."),
    NarrationKind.GOAL_COMPLETION: _goal_reached,
}

_SCENES: dict[str, Reason] = {
    "N-1": _said("{} won the get-moving roll."),
    "N-20": _said("{} won the challenge roll."),
    "N-29": _said("The narrator left, and {} had the most chips."),
}
"""Scenes not begun by whoever had the most chips."""


_FREE: dict[str, Reason] = {
    "N-1": _said("{} won the get-moving roll."),
    "N-29": _said("The narrator left, and {} had the most chips."),
    "N-31": _said("Nobody bid, so {} goes on."),
    "PA-103": _said("{} keeps the word; the rest of the result was cut short."),
    "PA-116": _said("The table gave {} the word."),
}
"""Free narration that does not follow a result."""
