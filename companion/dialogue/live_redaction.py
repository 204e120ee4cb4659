"""Letting go of words that are gone from the store, in everything a running evening has made of them."""

from collections.abc import Collection

from companion.chronicle.saved_documents import although_locked
from companion.dialogue.session_context import SessionContext
from companion.privacy.redaction import Redacted, forget_person, redact


def redact_live(session: SessionContext, utterance_ids: Collection[str], by: str | None) -> None:
    """Take words of this evening from the record, for good, with everything that was made of them.

    Args:
        session: The evening.
        utterance_ids: The words.
        by: Utterance that asks for it, None for a tap.

    Raises:
        StoreError: It could not be written; nothing was changed.
        PaperLocked: The words are gone; saved notes that are named cannot be changed.
    """
    game = session.game
    if game.evening is None:
        return
    struck = redact(game.store, game.campaign, {game.evening: utterance_ids}, papers=session.notebook.folder)
    with although_locked("Deleted from the record."):
        _let_go(session, struck, by)


def forget_live(session: SessionContext, person: str) -> Redacted:
    """Delete everything somebody said and wrote in this campaign, for good, and their voiceprint.

    Args:
        session: The evening.
        person: Whose, as the roster spells them.

    Raises:
        StoreError: It could not be written; nothing was changed.
        PaperLocked: Words and voice are gone; saved notes that are named cannot be changed.
    """
    struck = forget_person(session.game.store, session.game.campaign, person, session.notebook.folder)
    session.consent.forget_voice(person)
    with although_locked(f"Everything {person} said is deleted."):
        _let_go(session, struck, None)
    return struck


def _let_go(session: SessionContext, struck: Redacted, by: str | None) -> None:
    """Forget what was made of words that are gone: turns, names, answers that wait, the question about them."""
    game = session.game
    ids = struck.utterances.get(game.evening or 0, ())
    session.struck.update(ids)
    if struck.reworded:
        game.load()
    session.words.read()
    session.turns.forget()
    session.follower.struck(ids)
    caused = [each.entry.command_id for each in game.recorded.of_evening(game.evening) if each.utterance_id in ids]
    sources = (f"{evening}/{each}" for evening, those in struck.utterances.items() for each in those)
    session.announcer.forget(struck.traces.in_text, {*ids, *caused, *sources})
    question = session.questions.open
    if question is not None and (question.utterance_id in ids or struck.traces.in_json(question.to_json())):
        session.questions.close("withdrawn")
    try:
        session.notebook.forget(struck.utterances, struck.traces.in_text, reworded=struck.reworded)
    finally:  # where saved notes are locked, what is on the pages goes all the same
        gone = sorted(ids, key=lambda each: (len(each), each))
        session.minutes.emit({"type": "note", "utterance": by, "text": "deleted from the record", "struck": gone})
