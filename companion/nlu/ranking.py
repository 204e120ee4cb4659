"""Moves that a line may ask for, as values, and what weighs them.

`move_ranker` loads the weights; a line that is understood exactly does not wait for them.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Protocol

from companion.nlu.line_words import fold
from companion.nlu.move_slots import NOTHING_FILLED, Filled
from engine.board import Field, Move, Option
from engine.common.messages import ASK_KIND
from engine.phrase import Phrase, joined, phrase
from engine.quick_dataclass import dataclass
from engine.vocabulary import Vocabulary

_LONGEST_SHOWN = 40
"""Characters of a value on a button."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The one who speaks, and what they may do now.

    Attributes:
        moves: Moves the rules would accept from them.
        vocabulary: Names of the table.
        player: Their name; None where nobody knows who speaks.
        narrates: True where they hold narration.
        after: Who spoke before them; None where nobody did.
    """

    moves: tuple[Move, ...]
    vocabulary: Vocabulary
    player: str | None = None
    narrates: bool = False
    after: str | None = None

    @property
    def own(self) -> frozenset[str]:
        """Folded names of the speaker and their character."""
        return self._names(self.player)

    @property
    def addressed(self) -> frozenset[str]:
        """Folded names of who spoke before, and of their character."""
        return self._names(self.after)

    def _names(self, of: str | None) -> frozenset[str]:
        player = self.vocabulary.player(of)
        names = (player.name, player.character) if player is not None else (of,)
        return frozenset(fold(name) for name in names if name)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move that a line may ask for.

    Attributes:
        move: As the rules offer it.
        filling: Fields that the line fills, and what it leaves over.
        chance: How probably the line asks for it, 0 to 1.
        spare: Fields that the command does without, whatever a form asks for.
    """

    move: Move
    filling: Filled = NOTHING_FILLED
    chance: float = 0.0
    spare: frozenset[str] = frozenset()

    @property
    def known(self) -> tuple[tuple[str, Any], ...]:
        """Fields that the line fills, by name."""
        return self.filling.values

    @property
    def ready(self) -> Move:
        """The move with what is known settled, and the fields that are left; what was said aloud is no secret."""
        known = dict(self.known)
        left = tuple(each for each in self.move.fields if each.name not in known)
        given = (*self.move.given, *self.known)
        secret = self.move.secret and not known
        return Move(self.move.kind, self.move.label, self.move.group, given, left, self.move.owed, secret)

    @property
    def lacks(self) -> tuple[Field, ...]:
        """Fields that have to be filled and are not."""
        return tuple(each for each in self.ready.fields if not each.optional and each.name not in self.spare)

    @property
    def whole(self) -> bool:
        """True where nothing has to be asked: every field is filled, no number or person of the line left over."""
        left = self.lacks or self.filling.numbers or self.filling.people
        return self.filling.alone and not (left or self.ready.secret)

    @property
    def label(self) -> Phrase:
        """The move's words with what is known of it: "Take the word: Ben"."""
        labels = {(each.name, str(option.value)): option.label for each in self.move.fields for option in each.options}
        shown = [_short(labels.get((name, str(value))) or _listed(value)) for name, value in self.known]
        return joined((self.move.label, joined(shown, ", ")), ": ")


def _listed(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1].rstrip()}…"


@dataclass(frozen=True, slots=True)
class Ranking:
    """Moves that a line may ask for.

    Attributes:
        chance: Probability that it asks for any of the speaker's moves, 0 to 1.
        suggestions: The likeliest moves of different kinds, the likeliest first.
        half_read: True where it reads out some of the dice that are owed; the others follow.
        elsewhere: Kinds that its words ask for and nobody may do now, with their chance by the words alone.
        spoken: What is written down or answered, and is always allowed, the likeliest first; no move of the rules.
    """

    chance: float = 0.0
    suggestions: tuple[Suggestion, ...] = ()
    half_read: bool = False
    elsewhere: tuple[tuple[str, float], ...] = ()
    spoken: tuple[Suggestion, ...] = ()

    @property
    def first(self) -> float:
        """Probability that it asks for the likeliest move, 0 to 1."""
        return self.suggestions[0].chance if self.suggestions else 0.0


NOTE_KIND = "note"
SPOKEN_KINDS = frozenset({NOTE_KIND, ASK_KIND})
"""Kinds of what is written down or answered."""


def spoken_moves(topics: Sequence[str]) -> tuple[Move, ...]:
    """Moves that anybody may always ask for: a note, or a question about how things stand."""
    options = tuple(Option(topic, phrase("{topic}", topic=topic)) for topic in topics)
    about = (Field("topic", phrase("About"), "choice", options),) if options else ()
    return (Move(NOTE_KIND, phrase("Write it down")), Move(ASK_KIND, phrase("How things stand"), fields=about))


class Ranker(Protocol):
    """Weighs the moves of one game."""

    @property
    def habits(self) -> Mapping[str, float]:
        """Logarithm of how often a kind is asked for while it is allowed."""

    def rank(self, text: str, seat: Seat) -> Ranking:
        """The moves a line may ask for."""


class LateRanker:
    """A ranker that is loaded when it is first asked.

    Args:
        load: Loads it.
    """

    def __init__(self, load: Callable[[], Ranker]) -> None:
        self._load = load

    @cached_property
    def _ranker(self) -> Ranker:
        return self._load()

    @property
    def habits(self) -> Mapping[str, float]:
        """Logarithm of how often a kind is asked for while it is allowed."""
        return self._ranker.habits

    def rank(self, text: str, seat: Seat) -> Ranking:
        """The moves a line may ask for."""
        return self._ranker.rank(text, seat)


def weights_of(slug: str, language: str) -> Traversable:
    """The file of a game's weights, there or not."""
    return files("companion.nlu") / "weights" / language / f"{slug}.npz"


def has_ranker(slug: str, language: str) -> bool:
    """Return True if a game has weights for a language."""
    return weights_of(slug, language).is_file()
