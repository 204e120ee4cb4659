"""A language model beside a running evening: asked in the background about unclear lines, and never waited for.

What it answers is one more reading of a line, which the rules try and the tracker weighs. A late answer is read against
the table as it is by then; one that the rules refuse is dropped, and the line is asked about once more.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from audio.types import Utterance
from companion.base.clock import Clock
from companion.base.errors import ModelError
from companion.dialogue import dispatch
from companion.dialogue.session_context import SessionContext
from companion.dialogue.suggestion_cards import Standing as Before
from companion.llm.port import MeteredModel
from companion.llm.standing import Standing
from companion.llm.table_reading import Heard, Reading, Readings, TableReader
from companion.nlu.types import Turn

BELIEVED: dict[Standing, float] = {"act": 0.95, "ask": 0.78}
"""Probability that a line asks for what a model says, by how far the model is believed."""
UNSAID_CHANCE = 0.78
"""That of a reading that does not rest on its line, or of which a part is left out, and of a correction: it is asked
about."""
LEAST_CHANCE = 0.03
"""Probability that a line asks for anything from which it is a reason to ask a model."""
LINES_SHOWN = 12
LINES_ASKED = 6
KEPT_SECONDS = 120.0
"""Time after which nobody expects anything to come of a line any more."""
MOST_TIMES = 2
TOKENS_AN_HOUR = 200_000
_HOUR = 3600.0
_REST_SECONDS = 60.0
"""Pause after a failure; each further one doubles it."""
_MOST_RESTS = 5

logger = logging.getLogger(__name__)

Start = Callable[[Callable[[], None]], None]
"""Runs a job beside the evening."""


def in_background(job: Callable[[], None]) -> None:
    """Run a job in a thread of its own that never keeps the program alive."""
    threading.Thread(target=job, name="language-model", daemon=True).start()


@dataclass(slots=True)
class _Line:
    turn: Turn
    utterance: Utterance
    unclear: bool
    length: int
    reason: bool = False
    times: int = 0


@dataclass(slots=True)
class _Job:
    lines: tuple[_Line, ...]
    state: Any
    began: float
    readings: Readings | None = None
    problem: str = ""
    done: bool = False


@dataclass(slots=True)
class Adviser:
    """Asks about unclear lines of one evening, one question at a time.

    Args:
        model: Whom to ask.
        stands: Tells how far the model is believed; called once, in the background, and may take minutes.
        clock: Measures.
        start: How to run the asking.
        tokens_an_hour: Bound on what is read and written; nothing is asked beyond it.

    Attributes:
        standing: How far the model is believed; None until that is known.
    """

    model: MeteredModel
    stands: Callable[[], Standing]
    clock: Clock
    start: Start = in_background
    tokens_an_hour: int = TOKENS_AN_HOUR
    standing: Standing | None = None
    _lines: deque[_Line] = field(default_factory=lambda: deque(maxlen=LINES_SHOWN))
    _job: _Job | None = None
    _spent: deque[tuple[float, int]] = field(default_factory=deque)
    _rests_until: float = 0.0
    _failures: int = 0

    def warm_up(self) -> None:
        """Find out in the background how far the model is believed, which also gets it loaded."""
        self.start(self._stand)

    def _stand(self) -> None:
        try:
            self.standing = self.stands()
        except ModelError as problem:
            logger.warning("%s The language model is not asked this evening.", problem)
            self.standing = "none"

    @property
    def tokens(self) -> int:
        """Tokens of the last hour."""
        while self._spent and self._spent[0][0] < self.clock.monotonic() - _HOUR:
            self._spent.popleft()
        return sum(count for _, count in self._spent)

    def heard(self, session: SessionContext, turn: Turn, utterance: Utterance, before: Before) -> None:
        """Keep a line; it is unclear where nothing came of it but a question or a refusal. Never waits."""
        now, question = Before.of(session), session.questions.open
        doubted = question is not None and question.utterance_id == utterance.id and question.intent.tipped == "unsure"
        unclear = doubted or (now.length == before.length and not (before.question or now.question))
        line = _Line(turn, utterance, unclear and utterance.speaker_name is not None, now.length)
        if line.unclear:
            owed = bool(session.game.open_rolls)
            refused = now.waiting > before.waiting
            line.reason = (
                doubted or owed or refused or session.follower.chance(session, turn, utterance) >= LEAST_CHANCE
            )
        self._lines.append(line)

    def settle(self, session: SessionContext) -> None:
        """Take an answer that has come in, and ask the next question where there is one."""
        job = self._job
        if job is not None and job.done:
            self._job = None
            self._take(session, job)
        if self._job is None and self.standing not in {None, "none"}:
            self._ask(session)

    def _ask(self, session: SessionContext) -> None:
        now = self.clock.monotonic()
        lines = [each for each in self._lines if each.utterance.id not in session.struck]
        for each in lines:
            each.unclear = each.unclear and each.utterance.end >= session.now - KEPT_SECONDS and each.times < MOST_TIMES
        asked = [each for each in lines if each.unclear][-LINES_ASKED:]
        paused = session.ended or not session.listening or now < self._rests_until
        if paused or not any(each.reason for each in asked) or self.tokens >= self.tokens_an_hour:
            return
        for each in asked:
            each.times, each.unclear = each.times + 1, False
        job = self._job = _Job(tuple(asked), session.game.state, now)
        talk = [Heard(each.utterance.id, each.utterance.speaker_name, each.turn.text, each in asked) for each in lines]
        ruleset, state = session.game.ruleset, session.game.state
        acts = self.standing == "act"
        self.start(lambda: self._read(job, lambda: TableReader(self.model).read(ruleset, state, talk, alone=acts)))

    def _read(self, job: _Job, read: Callable[[], Readings]) -> None:
        before = self.model.usage
        try:
            job.readings = read()
        except ModelError as problem:
            job.problem = str(problem)
        finally:  # whatever happens in this thread, the next line has its turn
            self._spent.append((self.clock.monotonic(), (self.model.usage - before).tokens))
            job.done = True

    def _take(self, session: SessionContext, job: _Job) -> None:
        seconds = self.clock.monotonic() - job.began
        if job.readings is None:
            self._failures = min(self._failures + 1, _MOST_RESTS)
            self._rests_until = self.clock.monotonic() + _REST_SECONDS * 2.0 ** (self._failures - 1)
            logger.warning("The language model did not answer: %s", job.problem or "an unforeseen failure")
            return
        self._failures = 0
        for line in job.lines:
            read = job.readings.get(line.utterance.id)
            if read is None or line.utterance.id in session.struck:
                continue
            did = self._carry_out(session, line, read)
            if did == "refused" and session.game.state is not job.state:
                line.unclear = True
            self._tell(session, line, read, did, seconds)

    def _carry_out(self, session: SessionContext, line: _Line, read: Reading) -> str:
        """Do what a reading leads to; its line may have been answered meanwhile."""
        if session.ended or not session.listening:
            return "nothing"
        question = session.questions.open
        doubted = question is not None and question.utterance_id == line.utterance.id
        if question is not None and doubted:
            return self._settle_question(session, line, read)
        since = session.game.recorded[line.length :]
        if not read.proposals or any(each.utterance_id == line.utterance.id for each in since):
            return "nothing"
        if self.standing == "cards":
            return "card" if session.suggest(line.utterance, read.proposals) else "nothing"
        believed = BELIEVED[self.standing or "ask"]
        corrects = any(session.game.command_of(each.move.kind).means == "corrects" for each in read.proposals)
        if corrects or not read.said:
            believed = min(believed, UNSAID_CHANCE)
        commands = [each.data(line.utterance.speaker_name) for each in read.proposals]
        return session.follower.advised(session, line.turn, line.utterance, commands, believed)

    def _settle_question(self, session: SessionContext, line: _Line, read: Reading) -> str:
        """Answer a question that was put because of a doubt, where the model has none."""
        question = session.questions.open
        if question is None or question.intent.tipped != "unsure" or self.standing == "cards":
            return "nothing"
        if read.talk:
            session.questions.close("dropped")
            return "dropped the question"
        values = dict(read.proposals[0].values) if len(read.proposals) == 1 and read.said else None
        if values is None or question.first or question.intent.missing:
            return "nothing"
        slots = question.intent.slots
        agrees = read.proposals[0].move.kind == question.intent.command and all(
            slots.get(name, value) == value for name, value in values.items()
        )
        if self.standing == "act" and agrees and dispatch.refusal(session, question.intent, question.speaker) is None:
            dispatch.carry_out(session, line.utterance)
            return "acted"
        return "nothing"

    def _tell(self, session: SessionContext, line: _Line, read: Reading, did: str, seconds: float) -> None:
        kinds = [each.move.kind for each in read.proposals]
        session.minutes.emit(
            {
                "type": "opinion",
                "utterance": line.utterance.id,
                "commands": kinds,
                "dropped": list(read.dropped),
                "seconds": round(seconds, 3),
                "tokens_this_hour": self.tokens,
                "did": did,
            }
        )
        opinion = f"{', '.join(kinds) or ('talk' if read.talk else 'no move')} after {seconds:.1f} s, {did}"
        opinion = "; ".join((opinion, *(f"left out {each}" for each in read.dropped)))
        game = session.game
        kept = game.store.explanation(game.campaign.id, game.evening or 0, line.utterance.id)
        if kept is not None and game.evening is not None:
            game.store.explain(game.campaign.id, game.evening, line.utterance.id, {**kept, "opinion": opinion})
