"""A step everybody takes for granted and nobody said: the session was not started, the first dice were not called for.

Phases gate everything, so without it the rest of an evening means nothing. What a sentence would mean behind the step
is looked up; where that is sure, the companion asks whether to take it. A table that goes on meanwhile has answered,
and dice that two people read out need no question.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from audio.types import Utterance
from companion.dialogue import dispatch
from companion.dialogue.command_executor import perform
from companion.dialogue.question_wording import question_text
from companion.dialogue.records import intent_record
from companion.dialogue.session_context import SessionContext
from companion.nlu.types import COMPANION_COMMANDS, Intent, Turn
from engine.codec import to_json
from engine.common.messages import ASK_KIND, UNDO_KIND

SOON_SECONDS = 60.0
"""Time for which dice nobody called for are remembered until somebody else reads out some."""

_PLAY = frozenset({"declared_action", "check_request", "conflict_call"})
"""Talk that nobody mistakes for talk before play."""
_NO_STEP = COMPANION_COMMANDS | {ASK_KIND, UNDO_KIND}
_SURE = 0.88


@dataclass(slots=True)
class ImpliedSteps:
    """Looks behind the step that keeps a sentence from meaning anything; keeps the dice read out before it."""

    _dice: dict[str, tuple[Intent, Utterance]] = field(default_factory=dict)

    def take(self, session: SessionContext, turn: Turn, utterance: Utterance) -> bool:
        """Take, or ask about, the step before what a turn means.

        Args:
            session: The evening.
            turn: What was said, and asked for nothing as the table stands.
            utterance: The same, as it was kept.

        Returns:
            Whether it was taken, so that the turn is worth reading again.
        """
        ahead = () if session.ended or session.announcer.telling else session.game.steps_ahead()
        for number, (_, state) in enumerate(ahead, 1):
            intent = _surely(session, session.turns.read_ahead(turn, state))
            if intent is not None:
                steps = tuple(step for step, _ in ahead[:number])
                if intent.category == "dice_report":
                    return self._second_reader(session, steps, intent, utterance)
                return _asked_twice(session, steps, intent, utterance)
        held_up = bool(ahead or session.game.open_rolls) and not session.ended
        if held_up and any(each.category in _PLAY for each in _sure(session.turns.read_anywhere(turn))):
            if ahead:
                step = Intent("table_command", ahead[0][0].kind, confidence=1.0, decision="ask")
                _ask(session, (), step, utterance)
            else:
                session.announcer.remind(session.game.ruleset.remind(session.game.state), session.now)
        return False

    def _second_reader(
        self, session: SessionContext, steps: Sequence[Any], intent: Intent, utterance: Utterance
    ) -> bool:
        """Dice of two people that fit the first roll: it was called for at the table."""
        roller = str(intent.slots["player"])
        since = session.now - SOON_SECONDS
        lately = {who: said for who, said in self._dice.items() if said[1].end >= since}
        self._dice = {who: said for who, said in lately.items() if said[1].id not in session.struck}
        if not self._dice.keys() - {roller}:
            self._dice[roller] = intent, utterance
            return False
        earlier, self._dice = self._dice, {}
        session.questions.close("withdrawn")
        for step in steps:
            perform(session, step, utterance)
        for who, (said, heard) in earlier.items():
            if who != roller:
                dispatch.act(session, said, heard, heard.speaker_name)
        return True


def _sure(intents: Sequence[Intent]) -> list[Intent]:
    return [each for each in intents if each.decision == "act" and each.confidence >= _SURE]


def _surely(session: SessionContext, intents: Sequence[Intent]) -> Intent | None:
    """Return the first intent that is surely meant for the rules and goes on with play."""
    return next((each for each in _sure(intents) if _goes_on(session, each.command)), None)


def _goes_on(session: SessionContext, command: str | None) -> bool:
    means = session.game.command_of(command).means
    return command not in _NO_STEP and means not in {"corrects", "ends_session"}


def _asked_twice(session: SessionContext, steps: Sequence[Any], intent: Intent, utterance: Utterance) -> bool:
    """Ask about the steps; whoever goes on with something else behind them has answered."""
    question = session.questions.open
    if question is None:
        _ask(session, steps, intent, utterance)
        return False
    if [each["kind"] for each in question.first] != [step.kind for step in steps]:
        return False
    dispatch.carry_out(session, utterance)
    return True


def _ask(session: SessionContext, steps: Sequence[Any], intent: Intent, utterance: Utterance) -> None:
    """Ask whether to take the steps, and what was said after them; with no steps the intent itself is the step."""
    session.minutes.emit(intent_record(intent, utterance.id))
    asked = Intent("table_command", steps[-1].kind) if steps else intent
    first = tuple(to_json(step) for step in steps)
    text = question_text(asked, None, session.game.command_of(asked.command))
    session.questions.ask(text, intent, utterance.id, utterance.speaker_name, session.now, first)
