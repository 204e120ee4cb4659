"""Who may give a command: a line typed, or a tap, on a page of one's own does nothing that its player could not do."""

from dataclasses import replace
from typing import Any

from audio.types import Utterance
from companion.dialogue.session_context import SessionContext
from engine.common.messages import UNDO_KIND
from engine.dice.source import NoDice
from engine.history import REDO_KIND
from engine.step import step


def may_do(session: SessionContext, command: Any, utterance: Utterance | None) -> bool:
    """Return True unless a sentence from a page of one's own asks for what is somebody else's to do.

    Dice may be read out for others; undoing has rules of its own.
    """
    if utterance is None or not utterance.own_page or command.kind in {UNDO_KIND, REDO_KIND}:
        return True
    by, acts = utterance.speaker_name, getattr(command, "acts", None)
    named = getattr(command, acts) if acts else None
    if by is None or command.talk.by_anybody:
        return True
    return named in {None, "", by} and may_give(session, command, session.game.state, by)


def may_give(session: SessionContext, command: Any, before: Any, by: str | None) -> bool:
    """Return True if a command comes to the same when this player gives it: the rules let them, and nothing differs.

    Where nobody knows who speaks, it is nothing that the GM has given and alone may give.
    """
    gm, ruleset = _gm(before), session.game.ruleset
    if by == command.actor or (by is None and gm is None):
        return True
    seats = [each.name for each in ruleset.vocabulary(before).players if each.name != gm] if by is None else [by]
    outcome = step(ruleset, before, command, NoDice())
    return any(step(ruleset, before, replace(command, actor=each), NoDice()) == outcome for each in seats)


def _gm(state: Any) -> str | None:
    """Return the name of whoever leads the game; None where nobody does."""
    gm = getattr(state, "gm", None)
    return getattr(gm, "name", gm)
