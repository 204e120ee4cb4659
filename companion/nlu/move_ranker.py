"""Moves open to somebody that a line asks for, with their probability: learned from examples, not from patterns.

A conditional logit over the speaker's moves and "nothing": the word model's probability of the kind, how well the line
fills the fields, what it leaves over, what is owed. `tools/train/train_ranker.py` trains it.
"""

import math
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.base.errors import GrammarError
from companion.nlu.line_words import Line, fold, stems
from companion.nlu.meaning import Meaning, SentenceEncoder
from companion.nlu.move_slots import Filled, filled
from companion.nlu.ranking import SPOKEN_KINDS, Ranking, Seat, Suggestion, spoken_moves, weights_of
from companion.nlu.slot_choice import LineSlots, SlotWeights
from companion.nlu.word_model import NOTHING, WordModel, log_shares, read_arrays
from companion.play.commands import commands_of
from engine.board import Move

MOST_MOVES = 3
"""Moves that are named at once."""
MEASURES, SIGNS = 20, 16
"""Numbers that tell how well a move fits a line, and how much the line looks like asking for nothing."""

_LEAST_WORDS, _MOST_WORDS = 1, 60
_STEEPEST = 30.0
_FAINTEST = -9.0
"""Logarithm below which a word model's chances are all the same."""
_RARELY = math.log(0.3 / 6)
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class MoveRanker:
    """Weighs the moves of one game.

    Attributes:
        words: Which kind a line asks for, by its words.
        habits: Logarithm of how often a kind is asked for while it is allowed.
        fits: Weight of each measure of a move.
        idle: Weight of each sign that nothing is asked for.
        spare: Fields that each kind of command does without.
        meaning: Which kind a line asks for, by its vector; None where its words alone are to tell.
        slots: Which value a field takes.
        topics: What people ask about.
    """

    words: WordModel
    habits: Mapping[str, float]
    fits: Numbers
    idle: Numbers
    spare: Mapping[str, frozenset[str]] = field(default_factory=dict)
    meaning: Meaning | None = None
    slots: SlotWeights = field(default_factory=lambda: SlotWeights({}))
    topics: tuple[str, ...] = ()

    @cached_property
    def spoken(self) -> tuple[Move, ...]:
        """Notes and questions as moves; none where nothing was learnt of them."""
        return spoken_moves(self.topics) if self.topics else ()

    def log_chances(self, line: Line) -> dict[str, float]:
        """Natural logarithm of the probability of each kind: the mean of what words and vector tell."""
        words = self.words.log_chances(line.features)
        if self.meaning is None:
            return words
        vector = self.meaning.log_chances(line.plain)
        both = np.array([(chance + vector[kind]) / 2 for kind, chance in words.items()], np.float32)
        return dict(zip(words, log_shares(both).tolist(), strict=True))

    def rank(self, text: str, seat: Seat) -> Ranking:
        """The moves a line may ask for; nothing for one that is too long to ask for one."""
        if not _LEAST_WORDS <= len(text.split()) <= _MOST_WORDS:
            return Ranking()
        line = Line.of(text, seat.vocabulary)
        return self.rank_line(line, seat)

    def rank_line(self, line: Line, seat: Seat) -> Ranking:
        """The moves a line that was read already may ask for."""
        chances = self.log_chances(line)
        offered = {move.kind for move in (*seat.moves, *self.spoken)}
        elsewhere = sorted(
            ((math.exp(chance), kind) for kind, chance in chances.items() if kind not in offered), reverse=True
        )
        others = tuple((kind, chance) for chance, kind in elsewhere[:MOST_MOVES] if kind != NOTHING)
        if not (seat.moves or self.spoken):
            return Ranking(elsewhere=others)
        best, measures, signs = self.measured(line, seat, chances)
        odds = np.exp(np.clip(measures @ self.fits, -_STEEPEST, _STEEPEST))
        idle = math.exp(min(_STEEPEST, max(-_STEEPEST, float(signs @ self.idle))))
        whole = float(odds.sum() + idle)
        found = [
            Suggestion(move, filling, float(odds[at]) / whole, self.spare.get(move.kind, frozenset()))
            for at in np.argsort(-odds, kind="stable")
            for move, filling in [best[at]]
        ]
        spoken = tuple(each for each in found if each.move.kind in SPOKEN_KINDS)
        moves = tuple(each for each in found if each.move.kind not in SPOKEN_KINDS)
        dice = next((each for each in moves[0].move.fields if each.shape == "faces"), None) if moves else None
        half_read = dice is not None and 0 < len(line.faces) < dice.least
        chance = sum(each.chance for each in moves)
        return Ranking(chance, moves[:MOST_MOVES], half_read, others, spoken)

    def measured(
        self, line: Line, seat: Seat, chances: Mapping[str, float]
    ) -> tuple[list[tuple[Move, Filled]], Numbers, Numbers]:
        """The best move of each kind with its fields, how well each fits, and signs that nothing is asked for."""
        moves = (*seat.moves, *self.spoken)
        legal = max((chances.get(move.kind, _FAINTEST) for move in moves), default=_FAINTEST)
        best: dict[str, tuple[float, Move, Filled, list[float]]] = {}
        learnt = self.slots, LineSlots(line, seat.own, seat.addressed)
        for move in moves:
            filling = filled(move, line, seat.own, seat.addressed, learnt)
            numbers = self._measures(move, filling, line, seat, chances, legal)
            worth = numbers[2] + 2 * numbers[3] + 2 * numbers[4] - numbers[5] + numbers[8] - numbers[16] - numbers[17]
            rival = best.get(move.kind)
            if rival is None or worth > rival[0]:
                best[move.kind] = (worth, move, filling, numbers)
            elif worth == rival[0] and not move.secret and not _throws(move):
                best[move.kind] = (*rival[:2], replace(rival[2], alone=False), rival[3])
        found = list(best.values())
        signs = _signs(line, replace(seat, moves=moves), self.words, chances, legal)
        measures = np.array([numbers for _, _, _, numbers in found])
        return [(move, filling) for _, move, filling, _ in found], measures, np.array(signs)

    def _measures(
        self, move: Move, filling: Filled, line: Line, seat: Seat, chances: Mapping[str, float], legal: float
    ) -> list[float]:
        known = {name for name, _ in filling.values}
        choices = [each for each in move.fields if each.shape in {"choice", "choices"}]
        numbers = [each for each in move.fields if each.shape == "number"]
        faces = next((each for each in move.fields if each.shape == "faces"), None)
        tells = any(each.shape == "text" for each in move.fields)
        settled = {fold(value) for _, value in move.given if isinstance(value, str)}
        chance = max(_FAINTEST, chances.get(move.kind, _FAINTEST))
        labels = stems(" ".join([move.label, move.kind.replace("_", " ")]))
        read = len(line.faces)
        return [
            chance,
            float(chance >= legal),
            len(labels & line.stems) / math.sqrt(len(labels) + 1),
            min(2, len(settled & (line.things | line.meant))),
            min(2, sum(each.name in known for each in choices)),
            float(sum(not each.optional and each.name not in known for each in choices)),
            float(any(each.name in known for each in numbers)),
            float(sum(not each.optional and each.name not in known for each in numbers)),
            float(faces is not None and read == faces.least),
            float(faces is not None and 0 < read != faces.least),
            float(faces is not None and read == 0),
            float(move.owed),
            self.habits.get(move.kind, _RARELY),
            tells * math.log(line.length + 1),
            math.exp(chance) * move.owed,
            float(tells and seat.narrates),
            float(len(filling.numbers)),
            float(len(filling.people)),
            math.exp(chance),
            float(not filling.exact),
        ]


def _throws(move: Move) -> bool:
    """Return True for a move that hands in dice: of several throws that somebody owes, the first is meant."""
    return any(each.shape == "faces" for each in move.fields)


def _signs(line: Line, seat: Seat, words: WordModel, chances: Mapping[str, float], legal: float) -> list[float]:
    offered = {move.kind for move in seat.moves}
    elsewhere = max((value for kind, value in chances.items() if kind and kind not in offered), default=_FAINTEST)
    return [
        1.0,
        max(_FAINTEST, chances.get(NOTHING, _FAINTEST)),
        math.log(line.length + 1),
        float(line.asks),
        float(bool(line.things)),
        float(line.of_oneself),
        line.reported / (1 + math.sqrt(line.length)),
        float(bool(line.numbers)),
        float(any(move.owed for move in seat.moves)),
        float(seat.narrates),
        max(_FAINTEST, legal),
        math.log(len(seat.moves) + 1),
        float(line.sentences > 2),
        words.known_share(line.features),
        max(_FAINTEST, elsewhere) - max(_FAINTEST, legal),
        math.exp(chances.get(NOTHING, _FAINTEST)),
    ]


@lru_cache(maxsize=8)
def load_ranker(slug: str, language: str, encoder: SentenceEncoder) -> MoveRanker:
    """The ranker of a game that has one (see `has_ranker`).

    Args:
        slug: Of the game.
        language: Of the lines.
        encoder: Makes vectors of them.

    Raises:
        GrammarError: Its weights were made for other measures, or a file of the encoder is absent.
    """
    content = read_arrays(weights_of(slug, language).read_bytes())
    of_now = "vector_levels" in content and len(content["fits"]) == MEASURES and len(content["idle"]) == SIGNS
    if not of_now:
        hint = "Remove it and train it again: make train-ranker."
        raise GrammarError(f"{language}/{slug}.npz", 0, "made for other measures", hint)
    encoder.require()
    habits = dict(zip(str(content["habit_kinds"]).split("\n"), content["habits"].tolist(), strict=True))
    words, meaning = WordModel.unpacked(content), Meaning.unpacked(content, encoder)
    topics = tuple(filter(None, str(content["topics"]).split("\n"))) if "topics" in content else ()
    return MoveRanker(
        words,
        habits,
        content["fits"],
        content["idle"],
        spare_fields(slug),
        meaning,
        SlotWeights.unpacked(content),
        topics,
    )


def spare_fields(slug: str) -> dict[str, frozenset[str]]:
    """Fields that each kind of command of a game does without: they have a value of their own."""
    return {
        kind: frozenset(each.name for each in fields(command) if each.default not in (MISSING, None, ""))
        for kind, command in commands_of(slug).items()
    }
