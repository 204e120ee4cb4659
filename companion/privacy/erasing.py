"""Letting go of words that are gone from the store, in everything a running evening has made of them."""

from collections.abc import Collection

from companion.desk import Desk
from companion.privacy.striking import Struck, strike


def erase(session: Desk, utterance_ids: Collection[str], by: str | None) -> None:
    """Take words of this evening from the record, for good, with everything that was made of them.

    Args:
        session: The evening.
        utterance_ids: The words.
        by: Utterance that asks for it, None for a tap.

    Raises:
        StoreError: It could not be written; nothing was changed.
    """
    game = session.game
    if game.evening is None:
        return
    struck = strike(game.store, game.campaign, {game.evening: utterance_ids})
    session.minutes.emit(
        {"type": "note", "utterance": by, "text": "struck from the record", "struck": list(utterance_ids)}
    )
    let_go(session, struck)


def let_go(session: Desk, struck: Struck) -> None:
    """Forget what was made of words that are gone: turns, names, answers that wait, the question about them."""
    game = session.game
    ids = struck.utterances.get(game.evening or 0, ())
    session.struck.update(ids)
    if struck.reworded:
        game.load()
    session.words.read()
    session.notebook.forget(struck)
    session.turns.forget()
    caused = [
        each.entry.command_id for each in game.recorded if each.evening == game.evening and each.utterance_id in ids
    ]
    session.announcer.forget(struck.traces.in_text, {*ids, *caused})
    question = session.questions.open
    if question is not None and (question.utterance_id in ids or struck.traces.in_json(question.to_json())):
        session.questions.close("withdrawn")
