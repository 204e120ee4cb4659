"""Typed lines that plainly ask for what cannot be had now are told why; talk, and all that was said, is left alone."""

from audio.types import Utterance
from companion.dialogue.session_context import SessionContext
from companion.dialogue.spoken_explanations import needed
from companion.nlu.bind import command_json
from companion.nlu.trace import Reading
from companion.nlu.types import TABLE_COMMANDS, Intent, Turn
from engine.errors import BadField

_SURE = 0.88
_ALL_OF_IT = 0.7
_MOST_OF_IT = 0.5
"""Share of a line's words that a reading has to explain; the rest may be what somebody only tells."""


def tell_not_now(session: SessionContext, turn: Turn, utterance: Utterance) -> None:
    """Tell why nothing comes of a typed line, where it surely asks for something.

    Args:
        session: The evening.
        turn: What was typed, understood just now, and nothing came of it.
        utterance: The same, as it was kept.
    """
    for reading in session.turns.trace.readings:
        if _plainly_asks(reading, turn):
            reason = _refusal(session, reading.intent, utterance) or needed(reading.because)
            if reason:
                session.refuse_aloud(reason, utterance.id)
                return
    for intent in session.turns.read_anywhere(turn):
        if _is_whole(intent, turn) and (reason := _refusal(session, intent, utterance)):
            session.refuse_aloud(reason, utterance.id)
            return


def _is_whole(intent: Intent, turn: Turn) -> bool:
    """Return True where a line asks for it and for little else, in a phase of the game that is not now."""
    if intent.missing or intent.command in {None, *TABLE_COMMANDS} or intent.decision != "act":
        return False
    return intent.confidence >= _SURE and intent.span[1] - intent.span[0] >= _ALL_OF_IT * len(turn.text)


def _plainly_asks(reading: Reading, turn: Turn) -> bool:
    intent = reading.intent
    if reading.fate != "refused" or intent is None or intent.missing or intent.command in {None, *TABLE_COMMANDS}:
        return False
    return intent.confidence >= _SURE and len(reading.words.split()) >= _MOST_OF_IT * len(turn.text.split())


def _refusal(session: SessionContext, intent: Intent | None, utterance: Utterance) -> str | None:
    """Return the rules' refusal as a sentence; None when there is none."""
    if intent is None:
        return None
    try:
        command = session.game.parse({"actor": utterance.speaker_name, **command_json(intent)})
    except BadField:
        return None
    refused = session.game.refused(command)
    return None if refused is None else refused.reason
