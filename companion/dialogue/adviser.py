"""Second opinions beside a running evening: asked for in the background, fetched as time passes, never waited for."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from audio.types import Utterance
from companion.base.clock import Clock
from companion.dialogue import dispatch
from companion.dialogue.session_context import SessionContext
from companion.llm.second_opinion import Doubt, Opinion, SecondOpinion, Verdict, decided, doubt_of, doubtful
from companion.nlu.types import Intent, Turn

GRACE_SECONDS = 0.5
"""Time for which an answer in time may wait to be fetched."""

logger = logging.getLogger(__name__)

Start = Callable[[Callable[[], None]], None]
"""Runs a job beside the evening."""


def in_background(job: Callable[[], None]) -> None:
    """Run a job in a thread of its own that never keeps the program alive."""
    threading.Thread(target=job, name="second-opinion", daemon=True).start()


@dataclass(slots=True)
class _Case:
    doubt: Doubt
    utterance: Utterance
    until: float
    opinion: Opinion | None = None


class Adviser:
    """Gets opinions beside an evening, one at a time; the session hands in doubts and fetches what came of them.

    The first doubt is spent on finding out whether the model can be trusted with any.

    Args:
        second_opinion: Whom to ask.
        clock: Tells when an opinion comes too late.
        start: How to run the asking.
    """

    def __init__(self, second_opinion: SecondOpinion, clock: Clock, start: Start = in_background) -> None:
        self._second_opinion = second_opinion
        self._clock = clock
        self._start = start
        self._sound: bool | None = None
        self._case: _Case | None = None

    def consider(self, session: SessionContext, intent: Intent, turn: Turn, utterance: Utterance) -> None:
        """Ask about an intent that was just asked about or noted; never waits, and asks nothing while it is busy."""
        if self._case is not None or self._sound is False or not doubtful(intent):
            return
        if intent.decision == "ask" and not _waits(session, intent, utterance):
            return
        table = session.turns.table(session.game.state)
        doubt = doubt_of(intent, turn, session.turns.before, table, session.turns.trace)
        until = self._clock.monotonic() + self._second_opinion.limit_seconds + GRACE_SECONDS
        case = self._case = _Case(doubt, utterance, until)
        self._start(lambda: self._ask(case))

    def _ask(self, case: _Case) -> None:
        opinion = Opinion("silent", 0.0)
        try:
            if self._sound is None:
                self._sound = self._second_opinion.sound()
                if not self._sound:
                    logger.warning("the language model fails plain cases, or is too slow for them: it is asked no more")
            if self._sound:
                opinion = self._second_opinion.judge(case.doubt)
        finally:  # whatever happens in this thread, the next doubt has its turn
            case.opinion = opinion

    def settle(self, session: SessionContext) -> None:
        """Do what an opinion that has come in suggests, when it came in time and its question still waits."""
        case = self._case
        if case is None or case.opinion is None:
            return
        self._case = None
        if case.utterance.id in session.struck:
            return
        opinion = case.opinion if self._clock.monotonic() <= case.until else replace(case.opinion, verdict="silent")
        did = _carry_out(session, case.doubt.intent, case.utterance, opinion.verdict)
        session.minutes.emit(
            {
                "type": "opinion",
                "utterance": case.utterance.id,
                "command": case.doubt.intent.command,
                "verdict": opinion.verdict,
                "seconds": round(opinion.seconds, 3),
                "did": did,
            }
        )
        _remember(session, case.utterance, f"{opinion.verdict} after {opinion.seconds:.1f} s, {did}")


def _carry_out(session: SessionContext, intent: Intent, utterance: Utterance, verdict: Verdict) -> str:
    """Carry out an intent as the verdict says and return the deed; its question may have been answered meanwhile."""
    decision, question = decided(intent, verdict), session.questions.open
    if intent.decision == "note":
        return _ask_after_all(session, replace(intent, decision=decision), utterance)
    if question is None or not _waits(session, intent, utterance):
        return "nothing"
    if decision == "ignore":
        session.questions.close("dropped")
        return "dropped the question"
    if (
        decision == "act"
        and not question.first
        and dispatch.refusal(session, question.intent, question.speaker) is None
    ):
        dispatch.carry_out(session, utterance)
        return "acted"
    return "nothing"


def _waits(session: SessionContext, intent: Intent, utterance: Utterance) -> bool:
    """Return True if the open question is the one about this intent."""
    question = session.questions.open
    return question is not None and (question.utterance_id, question.intent.command) == (utterance.id, intent.command)


def _ask_after_all(session: SessionContext, intent: Intent, utterance: Utterance) -> str:
    if intent.decision != "ask" or session.questions.open is not None:
        return "nothing"
    if dispatch.refusal(session, intent, utterance.speaker_name) is not None:
        return "nothing"
    dispatch.ask(session, intent, utterance)
    return "asked"


def _remember(session: SessionContext, utterance: Utterance, opinion: str) -> None:
    game = session.game
    if game.evening is None:
        return
    kept = game.store.explanation(game.campaign.id, game.evening, utterance.id)
    if kept is not None:
        game.store.explain(game.campaign.id, game.evening, utterance.id, {**kept, "opinion": opinion})
