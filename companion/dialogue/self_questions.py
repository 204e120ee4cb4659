"""Questions to the companion about itself: what it waits for, whether it heard, that something was not meant.

People say the same to each other. Where nothing tells that the companion is meant, it only answers what it has had to
do with: something is owed, or the sentence just before led to something.
"""

import re

from audio.types import Utterance
from companion.dialogue import answering, dice_corrections, dispatch
from companion.dialogue.corrections import Done
from companion.dialogue.explanations import why_lately
from companion.dialogue.questions import Question
from companion.dialogue.reminders import owed
from companion.dialogue.session_context import SessionContext
from companion.nlu.types import Intent
from engine.common.messages import UNDO_KIND

_NAME = re.compile(r"\b(?:companion|computer)\b", re.IGNORECASE)


def tell_waiting(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Tell what is owed: an answer to the companion's question, dice, or whatever else the rules wait for.

    Who asks where the table is ("where are we?") is told whose moment it is as well.
    """
    question = session.questions.open
    text = question.text if question else " ".join(each.text for each in owed(session))
    board = session.game.ruleset.board(session.game.state)
    if intent.slots.get("about") == "table":
        text = f"{board.headline}. {text}".rstrip()
    elif not text and meant(utterance):
        text = f"{board.headline}. {board.reason}".rstrip()
    if text:
        session.announcer.answer(text, session.now, utterance.id)


def tell_heard(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Tell what the sentence just before led to, and why when it led to nothing."""
    game, done, question = session.game, dice_corrections.said_lately(session, 1), _asked_just_now(session)
    if question is not None:
        text: str | None = question.text
    elif done is not None:
        text = f"Yes: {_told(session, done)}."
    elif meant(utterance):
        text = why_lately(game.store, game.campaign, game.evening or 0, utterance.id, nothing=True)
    else:
        return
    session.announcer.answer(text or "I have not heard anything recently.", session.now, utterance.id)


def tell_listening(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Tell that it listens."""
    session.announcer.answer("I am listening.", session.now, utterance.id)


def _told(session: SessionContext, done: Done) -> str:
    """Describe the effect of a deed in a few words."""
    return session.game.ruleset.summarise(done.events, session.game.history.state_before(done.command_id))


def meant(utterance: Utterance) -> bool:
    """Return True if words were certainly for the companion: typed, or with its name."""
    return utterance.typed or _NAME.search(utterance.text) is not None


def _asked_just_now(session: SessionContext) -> Question | None:
    """The open question, where it is about the sentence just before."""
    question = session.questions.open
    return question if question is not None and question.utterance_id in session.notebook.latest(2) else None


def not_meant(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Words that were not for the companion: its question about them is dropped, what came of them is undone."""
    if session.questions.open is not None:
        if not answering.is_anothers(session, utterance):
            session.questions.close("dropped")
        return
    done = dice_corrections.said_lately(session, 1, utterance.speaker_name)
    if done is None:
        return
    undo = Intent("table_command", UNDO_KIND, {}, confidence=1.0, decision="ask")
    if intent.slots.get("plainly"):
        session.own[UNDO_KIND](session, undo, utterance)
    else:
        dispatch.ask(session, undo, utterance, f"Undo {_told(session, done)}?")
