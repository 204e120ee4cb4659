"""Reminders of what the rules wait for: it is asked for again, and a choice nobody makes is left."""

from dataclasses import dataclass
from typing import Any

from companion.dialogue.command_executor import perform
from companion.dialogue.session_context import SessionContext
from engine.common.words import listed
from engine.phrase import phrase
from engine.types import Rejected, Spoken

CHOICE_AGAIN_SECONDS = 30.0
"""Time for which a choice stands open (keep these dice or not) before it is asked about once more."""
CHOICE_LEFT_SECONDS = 60.0
"""Time after which a choice is left as it is."""
OWED_AGAIN_SECONDS = (60.0, 180.0)
"""Times after the last deed at which what is owed (dice, bids, cards) is asked for again."""
_MOST_STEPS = 3
"""Choices of one roll that may be left one after the other."""


@dataclass(slots=True)
class ReminderTimer:
    """Since when the table stands where it stands, in seconds since listening began, and how often it was reminded."""

    state: Any = None
    since: float = 0.0
    reminded: int = 0

    def look(self, session: SessionContext, now: float) -> None:
        """Remind of what the rules wait for, or leave a choice as it is; does nothing while play goes on.

        Args:
            session: The evening.
            now: Seconds since listening began.
        """
        state, waited = session.game.state, now - self.since
        if state is not self.state or not session.listening or session.ended:
            self.state, self.since, self.reminded = state, now, 0
            return
        if session.questions.open is not None:
            return
        if session.game.ruleset.settle(state) is not None:
            self._choice(session, waited)
        elif self.reminded < len(OWED_AGAIN_SECONDS) and waited >= OWED_AGAIN_SECONDS[self.reminded]:
            self.reminded += 1
            session.announcer.results(owed(session), now)

    def _choice(self, session: SessionContext, waited: float) -> None:
        state = session.game.state
        if waited >= CHOICE_LEFT_SECONDS and not _only_helps(session):
            _leave_choice(session)
        elif waited >= CHOICE_AGAIN_SECONDS and not self.reminded:
            self.reminded = 1
            who = _whose(session.game.ruleset.settle(state))
            plain = (Spoken(phrase("{who}, keep the result?", who=who) if who else phrase("Keep the result?"), 3),)
            session.announcer.results(session.game.ruleset.remind(state) or plain, session.now)


def _leave_choice(session: SessionContext) -> None:
    """Leave every open choice as it is, and say so."""
    session.announcer.results([Spoken(phrase("No choice was made, so the result stays."), 3)], session.now)
    for _ in range(_MOST_STEPS):
        settling = session.game.ruleset.settle(session.game.state)
        if settling is None or _only_helps(session):
            return
        if isinstance(perform(session, settling, None).outcome, Rejected):
            return


def _only_helps(session: SessionContext) -> bool:
    """True while what is open costs nothing and cannot hurt: that is never given away for somebody who is silent."""
    return any(each.free for each in session.game.ruleset.expected(session.game.state))


def _whose(settling: Any) -> str | None:
    return getattr(settling, "player", None)


def owed(session: SessionContext) -> tuple[Spoken, ...]:
    """Return what the table owes, as it is said aloud; nothing where everything open is somebody's free choice."""
    ruleset, state = session.game.ruleset, session.game.state
    rollers = [request.roller for request in ruleset.open_rolls(state)]
    waited_for = rollers + [each.player for each in ruleset.expected(state) if not each.optional]
    if not waited_for:
        return ()
    names = listed(tuple(dict.fromkeys(waited_for)))
    return ruleset.remind(state) or (Spoken(phrase("Still waiting for {names}.", names=names), 3),)
