"""A language model that writes notes beside a running evening: after each scene, in the background, never waited for.

What it finds joins the notes. Goals and connections it sees that no sheet has lie as cards with their players, and
nothing is written there before a tap.
"""

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Any

from audio.types import SpeakerMatch, Utterance
from companion.base.clock import Clock
from companion.base.errors import CompanionError, ModelUnavailable
from companion.chronicle.extractor import TalkLine
from companion.dialogue.adviser import Start, in_background
from companion.dialogue.session_context import SessionContext
from companion.llm.port import MeteredModel
from companion.llm.table_reading import Proposal
from engine.phrase import verbatim

REST_SECONDS = 120.0
"""Pause after a failure of the server; each further one doubles it."""
_MOST_RESTS = 5
_MOST_ENTRIES = 300
"""Entries of the log that one look goes through, the latest ones."""
_OFFERED = ("goal", "connection")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Offer:
    """A goal or a connection that a model saw and no sheet has.

    Attributes:
        kind: Which of the two.
        text: Its words, or the name.
        player: Whose it would be.
        line: What was said last that it rests on.
        lines: All of it.
    """

    kind: str
    text: str
    player: str
    line: TalkLine
    lines: tuple[str, ...]


@dataclass(slots=True)
class NoteWriter:
    """Has scenes that are over read, one evening's worth at a time.

    Args:
        model: Whom to ask.
        clock: Measures.
        budget: Tokens the evening may cost.
        letters: Letters of talk one question may hold; so much talk is read also where no scene ends.
        start: How to run the reading.
    """

    model: MeteredModel
    clock: Clock
    budget: int
    letters: int
    start: Start = in_background
    _looked: int = 0
    _heard: int = 0
    _due: bool = False
    _busy: bool = False
    _came: bool = False
    _found: tuple[Offer, ...] = ()
    _offers: deque[Offer] = field(default_factory=deque)
    _known: set[tuple[str, str]] = field(default_factory=set)
    _sound: bool = False
    _failures: int = 0
    _rests_until: float = 0.0

    def heard(self, utterance: Utterance) -> None:
        """Count a line."""
        self._heard += len(utterance.text)

    def settle(self, session: SessionContext) -> None:
        """Show what has come in, and have the next scene read where one is over. Never waits."""
        if self._came:
            self._came = False
            self._offers.extend(each for each in self._found if (each.kind, each.text.casefold()) not in self._known)
            self._known |= {(each.kind, each.text.casefold()) for each in self._found}
            session.minutes.emit({"type": "read", "tokens": self.model.usage.tokens})
        self._offer(session)
        self._look(session)
        if self._due and not (self._busy or session.ended) and self.clock.monotonic() >= self._rests_until:
            self._due, self._busy, self._heard = False, True, 0
            self.start(lambda: self._read(session))

    def _look(self, session: SessionContext) -> None:
        """See whether a scene ended since the last look; in an evening that goes on, also before it was opened."""
        log = session.game.recorded
        first = max(self._looked, len(log) - _MOST_ENTRIES)
        events = (each for at in range(first, len(log)) for each in getattr(log.entry(at), "events", ()))
        self._due = self._due or self._heard > self.letters
        self._due = self._due or any(each.tells_scene or each.opens_scene for each in events)
        self._looked = len(log)

    def _read(self, session: SessionContext) -> None:
        # Imported late: evenings without a model do without its forms.
        from companion.chronicle.llm_extractor.evenings import findings_of, read_notes

        game = session.game
        try:
            if not self._wanted(session):
                return
            strikes = game.store.strikes(game.campaign.id)
            evening = session.evening()
            stopped: Callable[[], bool] = lambda: not self._wanted(session)  # noqa: E731
            done = read_notes(
                game.store, game.campaign, evening, strikes, self.model, self.budget, stopped,
                letters=self.letters, running=True, probed=self._sound,
            )  # fmt: skip
            if done.ended == "unavailable":
                raise ModelUnavailable(verbatim(done.problem))
            self._failures, self._sound = 0, self._sound or done.usage.questions > 0
            if done.ended == "unsound":
                self._rests_until = inf
            said = {line.id: line for line in evening.lines}
            self._found = tuple(
                Offer(each.kind, each.name, player, said[each.lines[-1]], each.lines)
                for each in findings_of(game.store, game.campaign, evening)
                if each.kind in _OFFERED and (player := each.owner) is not None and each.lines[-1] in said
            )
            self._came = bool(done.findings)
        except CompanionError as problem:
            self._failures = min(self._failures + 1, _MOST_RESTS)
            self._rests_until = self.clock.monotonic() + REST_SECONDS * 2.0 ** (self._failures - 1)
            self._due = True
            logger.warning("The notes are written without the language model for now: %s", problem)
        finally:  # whatever happens in this thread, the next scene has its turn
            self._busy = False

    def _wanted(self, session: SessionContext) -> bool:
        """True while this model may be told what is said: not once it was switched off, or the evening given back."""
        return session.writer is self and session.listening and not (session.ended or session.left)

    def _offer(self, session: SessionContext) -> None:
        """Lay the next card, where its player has none, the rules would take it and nobody has written it meanwhile."""
        if not self._offers:
            return
        offer = self._offers[0]
        if any(each.speaker == offer.player for each in session.cards):
            return
        self._offers.popleft()
        move, line = _move_for(session.game, offer), offer.line
        if move is not None and session.struck.isdisjoint(offer.lines):
            said = Utterance(line.id, line.text, SpeakerMatch(offer.player, 1.0), line.start, line.end)
            name = next(each.name for each in move.fields if each.shape == "text")
            session.suggest(said, (Proposal(line.id, move, ((name, offer.text),), said=True),), offer.lines)


def _move_for(game: Any, offer: Offer) -> Any:
    """The move that writes it on the player's sheet; None where it stands there, or the rules have none now."""
    vocabulary = game.ruleset.vocabulary(game.state)
    sheets = {name.casefold() for each in vocabulary.players if each.name == offer.player for _, name in each.things}
    shared = {name.casefold() for _, name in vocabulary.shared}
    if offer.text.casefold() in sheets | shared:
        return None
    moves = game.ruleset.moves(game.state, offer.player)
    own = (each for each in moves if each.kind.startswith("add_") and "group" not in each.kind)
    fits = (each for each in own if each.kind.endswith(offer.kind))
    return next((each for each in fits if any(one.shape == "text" for one in each.fields)), None)
