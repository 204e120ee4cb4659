"""Carries out what the tracker makes of a line that exact reading left alone: a deed, a missed step, a question."""

from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from audio.types import Utterance
from companion.dialogue import corrections, dispatch
from companion.dialogue.inferred_deeds import act, ask_about, ask_for_dice, costs, is_missed, is_owed, trusted
from companion.dialogue.questions import Question
from companion.dialogue.session_context import SessionContext
from companion.nlu.bind import command_json
from companion.nlu.types import COMPANION_COMMANDS, Category, Intent, Turn
from companion.tracker.hypotheses import Inferred, Spoken
from companion.tracker.tracker import Tracker
from companion.tracker.verdicts import Overdue, Verdict
from companion.tracker.ways import ReadsExactly
from engine.common.messages import ASK_KIND, UNDO_KIND
from engine.history import Committed

LATEST_LINES = 4
"""Lines after which nobody expects anything to come of a line any more."""
LATEST_SECONDS = 45.0
CONFIRMED_CHANCE = 0.85
"""Probability by likeness from which what exact reading asks about is carried out."""
OVERDUE_LINES, OVERDUE_CHANCE = 4, 0.7
"""Lines after which dice that nobody throws may have been asked for by mistake, and how probably; ever more so."""
STALE_LINES = 3
"""Lines after which somebody who goes on leaves the dice unthrown that are owed in one case of two."""
LATE_DICE_LINES, BLOCKED_CHANCE = 2, 0.5
"""Lines after which dice are late; probability of a request not allowed yet from which they are asked for."""
SPOKEN_CHANCE, HEARD_SPOKEN_CHANCE = 0.7, 0.9
"""Probability from which a line is answered or written down, typed and heard."""
CONTESTED_CHANCE = 0.5
"""Probability that what was inferred is a mistake where it forbids what somebody plainly says next."""
_STOPS = " .,;:!?…-"


class Follower:
    """Follows the table with the tracker, and reads lines again once what stood in their way has gone.

    Args:
        tracker: Knows what the last lines may have meant.
    """

    def __init__(self, tracker: Tracker) -> None:
        self.tracker = tracker
        self._waiting: deque[tuple[int, Turn, Utterance]] = deque(maxlen=LATEST_LINES)
        self._state: object = None
        self._latest: deque[tuple[Turn, Utterance]] = deque(maxlen=LATEST_LINES)
        self._entries = 0
        self._owed: dict[str, int] = {}
        self._purposes: dict[str, int] = {}
        self._asked_for: set[str] = set()
        self._inferred: deque[tuple[int, str]] = deque(maxlen=LATEST_LINES)
        self._heard = 0
        self._busy = False

    @property
    def reads_again(self) -> bool:
        """True while an earlier line is being read again; that line is not about anything that came after it."""
        return self._busy

    def follow(
        self,
        session: SessionContext,
        turn: Turn,
        utterance: Utterance,
        refused: tuple[str, ...] = (),
        *,
        intents: Sequence[Intent] = (),
        whole: bool = True,
    ) -> bool:
        """Do what a line most probably asks for; keep it for a while where nothing comes of it.

        Args:
            session: The evening.
            turn: What was said, and exact reading made nothing of.
            utterance: The same, as it was kept.
            refused: Kinds of command that exact reading made of it and the rules refuse; then it asks for nothing else.
            intents: What exact reading made of it.
            whole: False for the rest of a line that was carried out; it is not kept.

        Returns:
            Whether something was written to the log.
        """
        over = session.ended and not session.ended_by  # rules may wait for something behind a session's end
        if over or session.trust == "careful":
            self.keep(session, turn, utterance, refused)
            return False
        self._take_note(session)
        line = self._spoken(turn, utterance, refused, intents)
        verdict = self._verdict(session, line, turn, utterance, whole=whole)
        if verdict.decision == "act" and act(session, verdict, turn, utterance):
            self.done(session, utterance.id)
            return True
        if whole and not (refused or self._busy) and self._answer_or_note(session, verdict, utterance):
            self.settled(utterance.id)
            return False
        self._ask(session, verdict, utterance, refused, whole=whole)
        if whole and (verdict.telling or refused):
            self.keep(session, turn, utterance, refused)
        return False

    def _verdict(
        self, session: SessionContext, line: Spoken, turn: Turn, utterance: Utterance, *, whole: bool
    ) -> Verdict:
        """The tracker's decision about a line; nothing where what the line asks for is not to be done because of it."""
        contested = self._contested(session) if line.refused or not utterance.typed else {}
        doubtful, reads_exactly = {**self._overdue(session), **contested}, self._reader(session, turn, utterance)
        verdict = self.tracker.hear(
            line, session.game.state, reads_exactly, doubtful, stale=self._stale(session), again=self._busy
        )
        if verdict.decision == "leave":
            return verdict
        last = verdict.steps[-1]
        # Behind what a line asked for, numbers are counts more often than faces, and the same kind tells more of it.
        same = "request_id" in last.fields or last.kind in _done_by(session, utterance)
        early = self._busy and self._is_before(session, utterance, last)
        untrusted = verdict.decision == "act" and not trusted(verdict, utterance)
        return Verdict(ranking=verdict.ranking) if early or untrusted or (same and not whole) else verdict

    def _ask(
        self, session: SessionContext, verdict: Verdict, utterance: Utterance, refused: tuple[str, ...], *, whole: bool
    ) -> None:
        """Ask about what a line most probably asks for, or for dice that are late where it is blocked by them."""
        # What is refused is answered with the reason; a yes undoes nothing; the rest of a line names what it asks for.
        vague = not whole and bool(verdict.steps) and bool(verdict.steps[-1].lacks)
        passed = verdict.decision == "ask" and any(is_missed(each, utterance) for each in verdict.steps)
        asks = verdict.decision != "leave" and not (verdict.undo or vague) and (passed or not refused)
        if asks and session.questions.open is None and (not self._busy or is_owed(session, verdict.steps[-1])):
            if self._is_new(session, verdict.steps[-1]):
                ask_about(session, verdict, utterance)
        elif refused or verdict.elsewhere >= BLOCKED_CHANCE:
            self._ask_for_late_dice(session, utterance)

    def _is_before(self, session: SessionContext, utterance: Utterance, step: Inferred) -> bool:
        """Return True for dice of a line that was said before the one which asked for that roll."""
        root = session.game.root_of_roll(str(step.fields.get("request_id")))
        recorded = session.game.recorded
        latest = (recorded[at] for at in range(len(recorded) - 1, -1, -1))
        asked = next((each.utterance_id for each in latest if root and each.entry.root == root), None)
        lines = [each.id for _, each in self._latest]
        return asked in lines[lines.index(utterance.id) + 1 :] if utterance.id in lines else False

    def _answer_or_note(self, session: SessionContext, verdict: Verdict, utterance: Utterance) -> bool:
        """Answer a question about how things stand, or write a line down, where that is most probably asked for."""
        meant = next(iter(verdict.ranking.spoken), None)
        least = SPOKEN_CHANCE if utterance.typed else HEARD_SPOKEN_CHANCE
        if meant is None or meant.chance < least or meant.lacks:
            return False
        kind = meant.move.kind
        slots = dict(meant.known) if kind == ASK_KIND else {"text": utterance.text}
        category: Category = "table_command" if kind == ASK_KIND else "scribe_note"
        span = (0, len(utterance.text))
        dispatch.take(session, Intent(category, kind, slots, span, meant.chance, "act"), utterance)
        return True

    def _ask_for_late_dice(self, session: SessionContext, utterance: Utterance) -> None:
        """Ask once for dice of others that have been waited for too long while the table goes on."""
        late = [each for each, since in self._owed.items() if self._heard - since >= LATE_DICE_LINES]
        rolls = (each for each in session.game.open_rolls if each.roller != utterance.speaker_name)
        request = next((each for each in rolls if each.request_id in late), None)
        if request is None or session.questions.open is not None or self._busy:
            return
        if self._asks_anew(session, request.roller):
            ask_for_dice(session, request.roller, utterance)

    def _is_new(self, session: SessionContext, step: Inferred) -> bool:
        """Return True unless a step lacks faces that were asked for before."""
        lacks_faces = any(each.shape == "faces" for each in step.lacks)
        return not lacks_faces or step.actor is None or self._asks_anew(session, step.actor)

    def _asks_anew(self, session: SessionContext, roller: str) -> bool:
        """Return True once for the dice that somebody owes now."""
        rollers = {each.request_id: each.roller for each in session.game.open_rolls}
        owed = {request for request, whose in rollers.items() if whose == roller}
        new = not owed & self._asked_for
        self._asked_for = owed | (self._asked_for & rollers.keys())
        return new

    def follow_rest(self, session: SessionContext, turn: Turn, done: int, utterance: Utterance) -> None:
        """Do what the rest of a typed line asks for, whose first `done` characters were carried out."""
        rest = turn.text[done:].lstrip(_STOPS)
        if rest and utterance.typed and not self._busy:
            self.follow(session, replace(turn, text=rest), utterance, whole=False)

    def advised(
        self,
        session: SessionContext,
        turn: Turn,
        utterance: Utterance,
        commands: Sequence[Mapping[str, Any]],
        believed: float,
    ) -> str:
        """Weigh what somebody else reads in a line that nothing came of, such as a language model; returns the deed."""
        self._take_note(session)
        verdict = self.tracker.advised(self._spoken(turn, utterance), session.game.state, commands, believed)
        if verdict is None:
            return "refused"
        if verdict.decision == "act" and session.trust != "careful" and act(session, verdict, turn, utterance):
            self.done(session, utterance.id)
            return "acted"
        if verdict.decision != "leave" and session.questions.open is None:
            ask_about(session, verdict, utterance)
        return "nothing" if session.questions.open is None else "asked"

    def chance(self, session: SessionContext, turn: Turn, utterance: Utterance) -> float:
        """Probability that a line asks for anything, by its likeness to others."""
        return self.tracker.asks(self._spoken(turn, utterance), session.game.state)

    def confirmed(
        self, session: SessionContext, turn: Turn, utterance: Utterance, intents: tuple[Intent, ...]
    ) -> tuple[Intent, ...]:
        """Decide anew about what exact reading told, by the likeness of the line to others.

        What it would ask about is carried out where likeness tells the same; what is dear is asked about where likeness
        tells something else. A line that was heard stays as exact reading has it: half a sentence is like many others.
        """
        if not utterance.typed:
            return intents
        return tuple(self._confirmed(session, turn, utterance, each) for each in intents)

    def _confirmed(self, session: SessionContext, turn: Turn, utterance: Utterance, intent: Intent) -> Intent:
        if intent.decision not in {"act", "ask"} or intent.missing or intent.command in {None, *session.own}:
            return intent
        if intent.category == "dice_report" or session.trust != "normal" or utterance.speaker_name is None:
            return intent
        data = {"actor": utterance.speaker_name, **command_json(intent)}
        kind = str(data.pop("kind"))
        line, state = self._spoken(turn, utterance), session.game.state
        if intent.decision == "ask" and self.tracker.agrees(line, state, kind, intent.slots) >= CONFIRMED_CHANCE:
            return intent if costs(session, kind, data) else replace(intent, decision="act")
        if intent.decision == "ask" and self.tracker.prefers(line, state, kind):
            return replace(intent, decision="ignore", tipped="faint")
        intent = replace(intent, slots=self.tracker.repaired(line, state, intent.slots))
        fuller = self.tracker.fuller(line, state, kind, intent.slots)
        if fuller is not None and session.game.after([{"actor": utterance.speaker_name, "kind": kind, **fuller}]):
            return replace(intent, slots={**fuller, "actor": utterance.speaker_name})
        if intent.decision == "act" and costs(session, kind, data) and self.tracker.doubts(line, state, kind):
            return replace(intent, decision="ask", tipped="unsure")
        return intent

    def observe(self, session: SessionContext, turn: Turn, utterance: Utterance, intents: Sequence[Intent]) -> None:
        """The table is asked about a line; what it asks for may turn out from what is said next."""
        asked = tuple(
            {"actor": utterance.speaker_name, **command_json(each)}
            for each in intents
            if each.decision == "ask" and not each.missing and each.command not in {None, *session.own}
        )
        if asked and not self._busy:
            self._take_note(session)
            line = replace(self._spoken(turn, utterance), asked=asked)
            self.tracker.observe(line, session.game.state, self._reader(session, turn, utterance))

    def wait_for(self, session: SessionContext, step: Inferred) -> None:
        """A step is asked about first; what is said next may tell as well."""
        if step.line is not None:
            self._take_note(session)
            line = replace(step.line, asked=(step.data,))
            self.tracker.observe(line, session.game.state, lambda line, state: [])

    def _reader(self, session: SessionContext, turn: Turn, utterance: Utterance) -> ReadsExactly:
        turns = {utterance.id: turn, **{each.id: said for _, said, each in self._waiting}}

        def reads_exactly(line: Spoken, state: object) -> list[dict[str, Any]]:
            said = turns.get(line.id)
            intents = () if said is None else session.turns.read_ahead(replace(said, text=line.text), state)
            meant = [each for each in intents if each.command not in {None, *session.own} and not each.missing]
            first = meant[:1] if meant and meant[0].decision == "act" else []
            return [{"actor": said.speaker if said else None, **command_json(each)} for each in first]

        return reads_exactly

    def done(self, session: SessionContext, utterance_id: str) -> None:
        """Something came of a line; what others asked for that rests on it is not forgotten."""
        self._take_note(session)
        self.settled(utterance_id)

    def settled(self, utterance_id: str) -> None:
        """Something came of a line."""
        self.tracker.forget(utterance_id)
        self.answered(utterance_id)

    def struck(self, utterance_ids: Collection[str]) -> None:
        """Words were taken from the record: nothing is inferred from them any more, and nothing quotes them."""
        for each in utterance_ids:
            self.settled(each)
        kept = [each for each in self._latest if each[1].id not in utterance_ids]
        self._latest.clear()
        self._latest.extend(kept)

    def denied(self, question: Question) -> None:
        """Somebody said no to a question: its line asks for something else, or for nothing."""
        self.tracker.deny(question.utterance_id, str(question.intent.command))
        self.answered(question.utterance_id)

    def answered(self, utterance_id: str) -> None:
        """A line was answered, if only with what stands in its way: it is not read again."""
        kept = [each for each in self._waiting if each[2].id != utterance_id]
        self._waiting.clear()
        self._waiting.extend(kept)

    def put_right(self, by: str | None) -> None:
        """Somebody did something by hand: what their last lines asked for is done, or not wanted; of all where None."""
        for _, _, utterance in tuple(self._waiting):
            if by in {None, utterance.speaker_name}:
                self.settled(utterance.id)

    def heard(self, turn: Turn, utterance: Utterance) -> None:
        """One more line is heard."""
        self._heard += 1
        self._latest.append((turn, utterance))

    def read_dice_after(self, session: SessionContext, utterance_id: str, done: Intent) -> None:
        """Take the dice that a line reads out for what it asked for itself, as "Flying. One and a two" does.

        Args:
            session: The evening.
            utterance_id: The line.
            done: What it asked for, and was done.
        """
        turn, utterance = next((each for each in self._latest if each[1].id == utterance_id), (None, None))
        if turn is None or utterance is None or not session.game.open_rolls or utterance.speaker_name is None:
            return
        rest = session.turns.read_rest(turn, 0, done, question=False)
        dice = next((each for each in rest if each.category == "dice_report" and each.decision == "act"), None)
        if dice is not None:
            dispatch.take(session, dice, utterance)

    def catch_up(self, session: SessionContext) -> None:
        """Read the last lines that nothing came of once more where the table has moved on since, oldest first."""
        if self._busy or session.game.state is self._state or session.questions.open is not None:
            return
        self._busy = True
        for number, turn, utterance in tuple(self._waiting):
            if not any(each[2].id == utterance.id for each in self._waiting):
                continue  # a line before it did what it asks for
            late = number < self._heard - LATEST_LINES or utterance.end < session.now - LATEST_SECONDS
            if late or utterance.id in session.struck or session.understand(turn, utterance):
                self.done(session, utterance.id)
        self._state, self._busy = session.game.state, False

    def _take_note(self, session: SessionContext) -> None:
        """Tell the tracker what was written to the log since the last line."""
        history = session.game.history
        entries = [history.entry_at(at) for at in range(self._entries, len(history))]
        self._entries = len(history)
        done = [each.command for each in entries if isinstance(each, Committed)]
        if len(done) == len(entries):
            for line in self.tracker.done(done, session.game.state):
                self.answered(line)
        else:
            self.tracker.begin_anew(session.game.state)

    def _spoken(
        self, turn: Turn, utterance: Utterance, refused: tuple[str, ...] = (), intents: Sequence[Intent] = ()
    ) -> Spoken:
        """A line as the tracker takes it."""
        speaker = utterance.speaker_name
        refusals = tuple({"actor": speaker, **command_json(each)} for each in intents if each.command in refused)
        before = [each.speaker_name for _, each in takewhile(lambda each: each[1].id != utterance.id, self._latest)]
        after = next((each for each in reversed(before) if each not in {speaker, None}), None)
        return Spoken(utterance.id, speaker, turn.text, utterance.end, utterance.typed, refused, refusals, after=after)

    def _stale(self, session: SessionContext) -> dict[str, float]:
        """Return the chance that an open roll is not made any more, by its id; what several owe is given up sooner."""
        several = Counter(each.purpose for each in session.game.open_rolls)
        lines = {}
        for each in session.game.open_rolls:
            group = several[each.purpose]
            since = self._purposes[each.purpose] if group > 1 else self._owed[each.request_id]
            if since < self._heard:
                lines[each.request_id] = (self._heard - since) * min(3, group)
        return {each: 1.0 - 0.5 ** (age / STALE_LINES) for each, age in lines.items()}

    def _overdue(self, session: SessionContext) -> dict[tuple[str, ...], Overdue]:
        """Return the table without the deeds whose dice nobody has thrown for some lines: the oldest, and all."""
        game = session.game
        owed = {request.request_id: self._owed.get(request.request_id, self._heard) for request in game.open_rolls}
        self._owed = owed
        purposes = {request.purpose for request in game.open_rolls}
        self._purposes = {each: self._purposes.get(each, self._heard) for each in purposes}
        owed = {each: since for each, since in owed.items() if game.ruleset.lapse(game.state, each) is None}
        late = sorted((since, each) for each, since in owed.items() if self._heard - since >= OVERDUE_LINES)
        roots = {root: since for since, each in late if (root := game.root_of_roll(each)) is not None}
        found: dict[tuple[str, ...], Overdue] = {}
        for way in ((*roots,)[:1], (*roots,)):
            state = corrections.state_without(session, *way) if way else None
            if state is not None:
                lines = self._heard - max(roots[root] for root in way)
                found[way] = Overdue(state, 1.0 - (1.0 - OVERDUE_CHANCE) ** (lines / OVERDUE_LINES))
        return found

    def _contested(self, session: SessionContext) -> dict[tuple[str, ...], Overdue]:
        """Return the table without what was last inferred; something plainly said that it forbids speaks against it."""
        since, root = self._inferred[-1] if self._inferred else (-LATEST_LINES, "")
        state = corrections.state_without(session, root) if since > self._heard - LATEST_LINES else None
        return {} if state is None else {(root,): Overdue(state, CONTESTED_CHANCE)}

    def inferred(self, session: SessionContext, since: int) -> None:
        """Note that the log from a place on was inferred from a line that is not known exactly."""
        history = session.game.history
        entries = (history.entry_at(at) for at in range(since, len(history)))
        roots = dict.fromkeys(each.root for each in entries if isinstance(each, Committed))
        self._inferred.extend((self._heard, root) for root in roots)

    def keep(self, session: SessionContext, turn: Turn, utterance: Utterance, refused: tuple[str, ...] = ()) -> None:
        """Keep a typed line that nothing came of, to be read again; dice heard in banter are none of a later roll."""
        known = any(each[2].id == utterance.id for each in self._waiting)
        if known or not utterance.typed or self._busy or _refers_back(session):
            return
        if not self._waiting:
            self._state = session.game.state
        self._waiting.append((self._heard, turn, utterance))


def _done_by(session: SessionContext, utterance: Utterance) -> set[str]:
    """Kinds of command that a line has led to, as the latest entries of the log have it."""
    recorded = session.game.recorded
    latest = (recorded[at] for at in range(len(recorded) - 1, -1, -1))
    commands = (each.entry.command for each in takewhile(lambda each: each.utterance_id == utterance.id, latest))
    return {str(command["kind"]) for command in commands if command is not None}


def plainly_refused(intents: Sequence[Intent]) -> tuple[str, ...]:
    """Kinds of command that a line plainly asks for and the rules refuse; none where it asks for something else too."""
    if any(each.decision in {"act", "ask"} for each in intents):
        return ()
    plain = (each for each in intents if each.refused is not None and each.confidence >= dispatch.LEAST_PLAIN)
    return tuple(dict.fromkeys(each.command for each in plain if each.command is not None))


def unfitting_dice(intents: Sequence[Intent]) -> tuple[str, ...]:
    """Kinds of command that hand in dice a line reads out where they are not those that are owed."""
    asks = (each for each in intents if each.category == "dice_report" and each.decision == "ask" and each.missing)
    return tuple(dict.fromkeys(each.command for each in asks if each.command is not None))


def _refers_back(session: SessionContext) -> bool:
    """Return True where the line at hand undoes or corrects: read again later, it would meet what came after it."""
    meant = {each.intent.command for each in session.turns.trace.readings if each.intent is not None}
    return any(
        kind in COMPANION_COMMANDS or kind == UNDO_KIND or session.game.command_of(kind).means == "corrects"
        for kind in meant
    )
