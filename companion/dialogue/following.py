"""Carries out what the tracker makes of a line that exact reading left alone: a deed, a missed step, a question."""

from collections import deque
from dataclasses import replace

from audio.types import Utterance
from companion.dialogue import corrections, dispatch
from companion.dialogue.answering import ANSWERED
from companion.dialogue.confirmation_policy import ConfirmationPolicy
from companion.dialogue.records import intent_record
from companion.dialogue.session_context import SessionContext
from companion.nlu.trace import Reading
from companion.nlu.types import COMPANION_COMMANDS, Intent, Turn
from companion.tracker.tracker import REMEMBERED_LINES, REMEMBERED_SECONDS, Inferred, Spoken, Tracker, Verdict
from engine.common.messages import UNDO_KIND
from engine.errors import BadField
from engine.phrase import phrase
from engine.types import Spoken as Said

LATEST_LINES = 4
"""Lines after which nobody expects anything to come of a line any more."""
OVERDUE_LINES = 4
"""Lines after which dice that nobody throws may have been asked for by mistake."""
_FEW = 3
"""Choices that a question names."""


class Follower:
    """Follows the table with the tracker, and reads lines again once what stood in their way has gone.

    Args:
        tracker: Knows what the last lines may have meant.
    """

    def __init__(self, tracker: Tracker) -> None:
        self.tracker = tracker
        self._waiting: deque[tuple[int, Turn, Utterance]] = deque(maxlen=REMEMBERED_LINES)
        self._state: object = None
        self._heard = self._since = self._length = 0
        self._busy = False

    @property
    def reads_again(self) -> bool:
        """True while an earlier line is being read again; that line is not about anything that came after it."""
        return self._busy

    def follow(self, session: SessionContext, turn: Turn, utterance: Utterance) -> bool:
        """Do what a line most probably asks for; keep it for a while where nothing comes of it.

        Args:
            session: The evening.
            turn: What was said, and exact reading made nothing of.
            utterance: The same, as it was kept.

        Returns:
            Whether something was written to the log.
        """
        if session.ended or session.trust == "careful":
            self.keep(session, turn, utterance)
            return False
        line = spoken(session, turn, utterance)

        def reads_exactly(state: object) -> bool:
            intents = session.turns.read_ahead(turn, state)
            return any(each.decision == "act" and each.command not in session.own for each in intents)

        verdict = self.tracker.hear(line, session.game.state, reads_exactly, self._before_overdue(session))
        if verdict.decision == "act" and _act(session, verdict, turn, utterance):
            self.settled(utterance.id)
            return True
        if verdict.decision != "leave" and session.questions.open is None:
            _ask(session, verdict.bridge or verdict.meant, utterance)
        self.keep(session, turn, utterance)
        return False

    def settled(self, utterance_id: str) -> None:
        """Something came of a line."""
        self.tracker.forget(utterance_id)
        kept = [each for each in self._waiting if each[2].id != utterance_id]
        self._waiting.clear()
        self._waiting.extend(kept)

    def put_right(self, by: str | None) -> None:
        """Somebody did something by hand: what their last lines asked for is done, or not wanted; of all where None."""
        for _, _, utterance in tuple(self._waiting):
            if by in {None, utterance.speaker_name}:
                self.settled(utterance.id)

    def heard(self) -> None:
        """One more line is heard."""
        self._heard += 1

    def catch_up(self, session: SessionContext) -> None:
        """Read the last lines that nothing came of once more where the table has moved on since, oldest first."""
        if self._busy or session.game.state is self._state or session.questions.open is not None:
            return
        self._busy = True
        for number, turn, utterance in tuple(self._waiting):
            late = number < self._heard - LATEST_LINES or utterance.end < session.now - REMEMBERED_SECONDS
            if late or utterance.id in session.struck or session.understand(turn, utterance):
                self.settled(utterance.id)
        self._state, self._busy = session.game.state, False

    def _before_overdue(self, session: SessionContext) -> object | None:
        """State before the latest deed where nobody has thrown its dice for some lines; None where that is not so."""
        game = session.game
        if len(game.recorded) != self._length:
            self._length, self._since = len(game.recorded), self._heard
        root = game.latest_root
        owed = [request for request in game.open_rolls if game.root_of_roll(request.request_id) == root]
        if root is None or not owed or len(owed) < len(game.open_rolls) or self._heard - self._since < OVERDUE_LINES:
            return None
        before: object = game.history.state_before(root)
        return before

    def keep(self, session: SessionContext, turn: Turn, utterance: Utterance) -> None:
        """Keep a line that nothing came of, to be read again."""
        if self._busy or _refers_back(session) or any(each[2].id == utterance.id for each in self._waiting):
            return
        if not self._waiting:
            self._state = session.game.state
        self.tracker.remember(spoken(session, turn, utterance))
        self._waiting.append((self._heard, turn, utterance))


def spoken(session: SessionContext, turn: Turn, utterance: Utterance) -> Spoken:
    """A line as the tracker takes it."""
    return Spoken(utterance.id, utterance.speaker_name, turn.text, utterance.end, utterance.typed)


def _refers_back(session: SessionContext) -> bool:
    """Return True where the line at hand undoes or corrects: read again later, it would meet what came after it."""
    meant = {each.intent.command for each in session.turns.trace.readings if each.intent is not None}
    return any(
        kind in COMPANION_COMMANDS or kind == UNDO_KIND or session.game.command_of(kind).means == "corrects"
        for kind in meant
    )


def _act(session: SessionContext, verdict: Verdict, turn: Turn, utterance: Utterance) -> bool:
    """Carry out the missed step, if any, and what the line asks for; both are asked about where they are dear."""
    step = verdict.bridge
    if step is not None and session.questions.lately(_intent(step), step.actor) == "dropped":
        return False
    first = step or verdict.meant
    if first is not None and _dear(session, first):
        _ask(session, first, utterance)
        return False
    length = len(session.game.recorded)
    overdue = session.game.latest_root if verdict.undo else None
    if overdue is not None and corrections.without(session, overdue) is not None:
        return False
    if step is not None:
        _carry_out(session, step, utterance, told=True)
        session.follower.settled(step.line.id)
        if len(session.game.recorded) == length:
            return False
    if verdict.meant is None:
        session.understand(turn, utterance)
    elif step is None or not _dear(session, verdict.meant):
        _carry_out(session, verdict.meant, utterance, told=False)
    return len(session.game.recorded) > length


def _carry_out(session: SessionContext, inferred: Inferred, utterance: Utterance, *, told: bool) -> None:
    intent = _intent(inferred)
    session.minutes.emit({**intent_record(intent, utterance.id), "inferred": inferred.line.id})
    _explain(session, inferred, intent)
    if told:
        what = phrase("I take it that {player} meant: {what}.", player=inferred.actor, what=inferred.suggestion.label)
        session.announcer.results([Said(what, 2)], session.now, utterance.id)
    dispatch.act(session, intent, utterance, inferred.actor)


def _intent(inferred: Inferred) -> Intent:
    text, chance = inferred.line.text, round(inferred.chance, 3)
    return Intent("table_command", inferred.kind, inferred.fields, (0, len(text)), chance, "act", tipped="likely")


def _explain(session: SessionContext, inferred: Inferred, intent: Intent) -> None:
    """Keep for `why` what was made of the words by their likelihood."""
    text = inferred.line.text
    reading = Reading(
        inferred.kind, intent.category, "", text, (0, len(text)), "taken", factors=(inferred.chance, 1.0, 1.0),
        intent=intent,
    )  # fmt: skip
    session.turns.trace.readings.append(reading)


def _dear(session: SessionContext, inferred: Inferred) -> bool:
    """Return True where a command ends something, spends more than one chip, or cannot be undone."""
    try:
        command = session.game.parse(inferred.data)
    except BadField:
        return True
    return ConfirmationPolicy(session.trust, session.game).heavy(command)


def _ask(session: SessionContext, inferred: Inferred | None, utterance: Utterance) -> None:
    """Ask about what a line most probably asks for; nothing where a word could not answer."""
    if inferred is None or session.trust == "brisk":
        return
    first = inferred.suggestion
    lacks = first.lacks
    missing = tuple(each.name for each in lacks)
    if not ANSWERED.issuperset(missing) or len(missing) > 1:
        return
    intent = replace(_intent(inferred), decision="ask", missing=missing, tipped="unsure")
    text, choices = f"{first.label}, {inferred.actor}?", None
    if lacks:
        choices = tuple(str(each.value) for each in lacks[0].options)
        named = " or ".join(choices) if 0 < len(choices) <= _FEW else lacks[0].label.lower()
        text = f"{first.label}, {inferred.actor}: {named}?"
    if session.questions.ask(text, intent, utterance.id, inferred.actor, session.now, choices=choices or None):
        session.minutes.emit(intent_record(intent, utterance.id))
