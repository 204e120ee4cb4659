"""Lines that nothing was made of but that look like a request: what they may ask for lies on the page as a card.

Nothing is done before a tap, and a card is never said aloud. What nobody takes makes it quieter for an hour.
"""

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Literal

from audio.types import Utterance
from companion.dialogue.session_context import SessionContext
from companion.nlu.ranking import Ranker, Seat, Suggestion
from engine.history import Committed

KEEP_SECONDS = 60.0
"""Time for which a card stays."""
LEAST_CHANCE = 0.55
"""Chance that a line asks for anything from which a card is shown."""
MOST_IDLE = 4
"""Cards within an hour that nobody took, after which there are no more."""

_HOUR = 3600.0

Fate = Literal["offered", "taken", "left", "expired", "withdrawn"]


@dataclass(frozen=True, slots=True)
class SuggestionCard:
    """Moves that a line may have asked for that was left alone.

    Attributes:
        id: Of the utterance.
        speaker: Who said it, and whose moves these are.
        text: What was said.
        suggestions: Moves as their player may see them, the likeliest first.
        public: Moves as others may see them, the likeliest first; nothing of them depends on secret ones.
        until: When it goes away by itself, seconds of the evening.
        length: Entries of the log when it was made.
        rests_on: Further lines that its words come from.
    """

    id: str
    speaker: str
    text: str
    suggestions: tuple[Suggestion, ...]
    public: tuple[Suggestion, ...]
    until: float
    length: int
    rests_on: frozenset[str] = frozenset()

    def is_gone(self, struck: Collection[str]) -> bool:
        """Return True where words of it were struck."""
        return self.id in struck or not self.rests_on.isdisjoint(struck)


@dataclass(frozen=True, slots=True)
class Standing:
    """State of the evening before a line, by which it is seen whether anything came of it."""

    length: int
    waiting: int
    question: bool

    @staticmethod
    def of(session: SessionContext) -> "Standing":
        """Return the present state of the evening."""
        waiting = len(session.announcer.waiting)
        return Standing(len(session.game.recorded), waiting, session.questions.open is not None)


class SuggestionCards:
    """Keeps the cards of one evening, one a speaker.

    Args:
        ranker: Weighs the moves of the game; no cards when None.
    """

    def __init__(self, ranker: Ranker | None) -> None:
        self._ranker = ranker
        self._line: Utterance | None = None
        self._cards: dict[str, SuggestionCard] = {}
        self._idle: deque[float] = deque(maxlen=MOST_IDLE)
        self._state: Any = None

    @property
    def cards(self) -> tuple[SuggestionCard, ...]:
        """Those that lie, oldest first."""
        return tuple(self._cards.values())

    def heard(self, session: SessionContext, utterance: Utterance, before: Standing) -> None:
        """Keep a line for a card where nothing at all came of it; it is looked at when there is time."""
        decided = {each.intent.decision for each in session.turns.trace.readings if each.intent is not None}
        quiet = not before.question and Standing.of(session) == before and not decided & {"act", "ask"}
        self._line = utterance if quiet and self._ranker is not None else None

    def look(self, session: SessionContext) -> None:
        """Make a card of the line that waits, and remove those whose time is over."""
        for card in self.cards:
            if fate := self._over(session, card):
                self.close(session, card.id, fate)
        self._still_allowed(session)
        line, self._line = self._line, None
        speaker = None if line is None else line.speaker_name
        if line is not None and speaker is not None and self._may_offer(session, line):
            self._offer(session, line, speaker)

    def close(self, session: SessionContext, card_id: str, fate: Fate) -> None:
        """Remove a card; nothing when it is gone."""
        card = next((each for each in self.cards if each.id == card_id), None)
        if card is not None:
            del self._cards[card.speaker]
            if fate in {"left", "expired"}:
                self._idle.append(session.now)
            self._tell(session, card, fate)

    def _may_offer(self, session: SessionContext, line: Utterance) -> bool:
        full = len(self._idle) == MOST_IDLE and session.now - self._idle[0] < _HOUR
        return not (full or session.ended or not session.listening or line.id in session.struck)

    def _offer(self, session: SessionContext, line: Utterance, speaker: str) -> None:
        """Lay a card; whether one lies, and what others see of it, is decided as if there were no hidden moves."""
        game = session.game
        moves = game.ruleset.moves(game.state, speaker)
        holder = game.ruleset.narration(game.state).holder
        seat = Seat(moves, game.ruleset.vocabulary(game.state), speaker, holder == speaker)
        open_seat = replace(seat, moves=tuple(each for each in moves if not each.hides))
        if self._ranker is None or (public := self._ranker.rank(line.text, open_seat)).chance < LEAST_CHANCE:
            return
        if not public.half_read:
            own = public if open_seat.moves == moves else self._ranker.rank(line.text, seat)
            shown = tuple(each for each in public.suggestions if not each.move.secret)
            self._lay(session, line, speaker, own.suggestions, shown)

    def offer(
        self, session: SessionContext, line: Utterance, suggestions: tuple[Suggestion, ...], lines: Collection[str] = ()
    ) -> bool:
        """Lay a card of what somebody else reads in a line, and in further ones; False where none may lie."""
        moves = session.game.ruleset.moves(session.game.state, line.speaker_name or "")
        allowed = tuple(each for each in suggestions if each.move in moves)
        if not allowed or line.speaker_name is None or not self._may_offer(session, line):
            return False
        public = tuple(each for each in allowed if not each.move.secret)
        self._lay(session, line, line.speaker_name, allowed, public, frozenset(lines))
        return True

    def _lay(
        self,
        session: SessionContext,
        line: Utterance,
        speaker: str,
        suggestions: tuple[Suggestion, ...],
        public: tuple[Suggestion, ...],
        lines: frozenset[str] = frozenset(),
    ) -> None:
        game = session.game
        if speaker in self._cards:
            self.close(session, self._cards[speaker].id, "withdrawn")
        until = session.now + KEEP_SECONDS
        card = SuggestionCard(line.id, speaker, line.text, suggestions, public, until, len(game.recorded), lines)
        self._cards[speaker], self._state = card, game.state
        self._tell(session, card, "offered")

    def _over(self, session: SessionContext, card: SuggestionCard) -> Fate | None:
        """Return the reason for removing a card: its words are struck, its speaker acted since, its time is over."""
        log = session.game.recorded
        done = (log.entry(at) for at in range(card.length, len(log)))
        if card.is_gone(session.struck) or session.ended or any(_by(entry) == card.speaker for entry in done):
            return "withdrawn"
        return "expired" if session.now >= card.until else None

    def _still_allowed(self, session: SessionContext) -> None:
        """Keep of each card what the rules would still take."""
        game = session.game
        if not self._cards or game.state is self._state:
            return
        self._state = game.state
        for card in self.cards:
            moves = game.ruleset.moves(game.state, card.speaker)
            left = tuple(each for each in card.suggestions if each.move in moves)
            public = tuple(each for each in card.public if each.move in moves)
            if not (public or left) or (card.public and not public):
                self.close(session, card.id, "withdrawn")
            elif (left, public) != (card.suggestions, card.public):
                self._cards[card.speaker] = kept = replace(card, suggestions=left, public=public)
                if public != card.public:
                    self._tell(session, kept, "offered")

    def _tell(self, session: SessionContext, card: SuggestionCard, fate: Fate) -> None:
        session.minutes.emit(
            {
                "type": "card",
                "id": card.id,
                "utterance": card.id,
                "to": card.speaker,
                "options": [each.label for each in card.public],
                "kinds": [each.move.kind for each in card.public],
                "status": fate,
            }
        )


def _by(entry: Any) -> str | None:
    """Return the actor of an entry; None for the companion itself, and for an undo."""
    actor: str | None = entry.command.actor if isinstance(entry, Committed) else None
    return actor
