"""Carrying out a command of the rules, and what follows from it: records, what is said, notes, dice that are owed."""

from collections.abc import Iterable
from typing import Any

from audio.types import Utterance
from companion.dialogue.doers import may_do
from companion.dialogue.session_context import SessionContext
from companion.play.game import Performed
from engine.common.messages import UNDO_KIND
from engine.phrase import phrase
from engine.types import Rejected, Spoken

NOT_YOURS = Rejected("E_NOT_YOURS", phrase("That is somebody else's to say."))
"""Answer to what a page of one's own asks for in another's name."""


def perform(
    session: SessionContext,
    command: Any,
    utterance: Utterance | None,
    root: str | None = None,
    first: Iterable[Spoken] = (),
) -> Performed:
    """Carry out a command, record it, and queue what there is to say about it.

    Args:
        session: The evening.
        command: What to do.
        utterance: Sentence that asks for it; None for a tap.
        root: Command it follows from; none when None.
        first: What is said before what follows from it.
    """
    game, now = session.game, session.now
    if may_do(session, command, utterance):
        performed = game.perform(command, utterance_id=utterance.id if utterance else None, root=root)
    else:
        performed = Performed(game.next_id, command, NOT_YOURS, game.state, game.state)
    actor = command.actor or (utterance.speaker_name if utterance else None)
    session.minutes.performed(performed, actor, utterance, now)
    if performed.entry is None:
        return performed
    if performed.taken_back:
        session.questions.close("withdrawn")
        _announce_undo(session, performed)
    else:
        asked = session.questions.open
        if asked is not None and asked.intent.command == UNDO_KIND:
            session.questions.close("withdrawn")  # a yes would undo this instead of what was meant
        for cause in session.dice.asked_for(performed.before, performed.after):
            session.announcer.withdraw(cause)
        spoken = game.ruleset.say(performed.before, performed.events, performed.after)
        session.announcer.results([*first, *spoken], now, performed.command_id)
        session.guide.took(session, command.kind)
    session.notebook.recorded(game.recorded[-1], performed)
    session.dice.note(now)
    means = game.command_of(command.kind).means
    if means in {"ends_session", "begins_session"}:
        session.ended_by = performed.command_id if means == "ends_session" else ""
    if means == "begins_session" and session.ended and game.evening is not None:
        game.store.reopen_evening(game.campaign.id, game.evening)
    if session.ended_by or means == "begins_session":  # an evening may also end without a command of the rules
        session.ended = game.history.counts(session.ended_by)
    session.claim_dice()
    return performed


def _announce_undo(session: SessionContext, performed: Performed) -> None:
    recorded = session.game.recorded
    for command_id in recorded.chain(recorded[-1].entry.root):
        session.announcer.withdraw(command_id)
    what = session.game.ruleset.summarise(performed.taken_back, performed.after)
    session.announcer.answer(f"Undone: {what}.", session.now, performed.command_id)
