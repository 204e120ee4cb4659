"""Recap of an evening in a model's words, a piece at a time: checked, kept, and never over budget."""

import hashlib
import json
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import TypeAdapter

from companion.base.errors import ModelReplyError, ModelUnavailable
from companion.chronicle.extractor.notes import EveningNotes
from companion.chronicle.llm_extractor.claims import ClaimFault, Source
from companion.chronicle.llm_extractor.evenings import EveningShelf, evening_vocabulary
from companion.chronicle.llm_extractor.forms import RecapForm
from companion.chronicle.llm_extractor.reader import ANSWER_TOKENS
from companion.chronicle.llm_extractor.recap import checked_sentences, recap_question
from companion.chronicle.llm_extractor.write_up import Ended, Progress
from companion.chronicle.recaps import Recap, RecapRequest, RecapSentence, Tone
from companion.chronicle.recaps.compose import opening_of, seat_of
from companion.chronicle.recaps.material import RecapMaterial, material_of
from companion.chronicle.recaps.model import Length
from companion.llm.port import MeteredModel, tokens_of
from companion.llm.prompts import load_prompt
from companion.store import Campaign, Store, StoredBatch
from engine.vocabulary import Vocabulary

logger = logging.getLogger(__name__)

_MOST_LINES: Mapping[Length, int] = {"short": 24, "page": 60, "full": 1_000}
_SENTENCES: Mapping[Length, int] = {"short": 5, "page": 7, "full": 12}
"""Sentences asked for of each piece."""
_PIECE = 30
_FEWEST = 2
_KEPT: TypeAdapter[tuple[RecapSentence, ...]] = TypeAdapter(tuple[RecapSentence, ...])


@dataclass(frozen=True, slots=True)
class Retold:
    """Result of asking a model for a recap.

    Attributes:
        recap: In the model's words; None when too little of them is borne out, or there are none.
        ended: Why asking ended.
        waiting: Pieces of the evening that were not asked about.
        dropped: Sentences left out, by what was wrong with them.
        problem: What the server said when it is unavailable.
    """

    recap: Recap | None
    ended: Ended
    waiting: int = 0
    dropped: Mapping[ClaimFault, int] = field(default_factory=dict)
    problem: str = ""


def retell(
    store: Store,
    campaign: Campaign,
    evening: EveningNotes,
    strikes: int,
    wish: RecapRequest,
    tone: Tone,
    model: MeteredModel,
    budget: int,
    *,
    running: bool = False,
    stopped: Callable[[], bool] = lambda: False,
    watch: Callable[[Progress], None] = lambda progress: None,
) -> Retold:
    """Make a recap; a piece that was answered before in these very words and this length is not asked for again.

    Args:
        store: Keeps the answers, and the cost of the evening.
        campaign: Whose evening it is.
        evening: What everybody may know of it; its number is known.
        strikes: `Store.strikes` from before it was read; once there are more, asking ends and nothing is kept.
        wish: Length and whose evening it is.
        tone: Wording of its beginning and end.
        model: Language model.
        budget: Tokens the evening may cost, what else was asked about it included.
        running: Whether the evening is still going on.
        stopped: Whether to stop; looked at before every question.
        watch: Called after every piece.

    Raises:
        UnknownSeat: Nobody is called as `wish.seen_by` says.
        StoreError: The store cannot be used.
    """
    player = None if wish.seen_by is None else seat_of(evening, wish.seen_by)
    shown = _chosen(material_of(evening, player), _MOST_LINES[wish.length])
    vocabulary = evening_vocabulary(campaign, evening)
    sources = [Source(each.text, (), each.utterances, each.positions) for each in shown]
    pieces = [tuple(sources[at : at + _PIECE]) for at in range(0, len(sources), _PIECE)]
    work = _Work(store, campaign, evening, strikes, vocabulary, model, budget, _SENTENCES[wish.length])
    told = work.run(pieces, stopped, watch)
    sentences = [sentence for each in told.pieces for sentence in each]
    recap = None
    if not told.waiting and len(sentences) >= _FEWEST:
        ending = () if running else (RecapSentence(tone.closing),)
        recap = Recap((RecapSentence(opening_of(evening, wish, tone, running=running)), *sentences, *ending))
    return Retold(recap, told.ended, told.waiting, dict(told.dropped), told.problem)


def _chosen(material: Sequence[RecapMaterial], most: int) -> list[RecapMaterial]:
    """Return the end and the heaviest material, in the order it happened; scenes nobody described tell nothing."""
    worded = [each for each in material if each.text]
    heaviest = sorted(range(len(worded)), key=lambda at: (not worded[at].ending, -worded[at].weight, at))[:most]
    return [worded[at] for at in sorted(heaviest)]


@dataclass(slots=True)
class _Told:
    pieces: list[tuple[RecapSentence, ...]] = field(default_factory=list)
    ended: Ended = "done"
    waiting: int = 0
    dropped: Counter[ClaimFault] = field(default_factory=Counter)
    problem: str = ""


class _Work:
    def __init__(
        self,
        store: Store,
        campaign: Campaign,
        evening: EveningNotes,
        strikes: int,
        vocabulary: Vocabulary,
        model: MeteredModel,
        budget: int,
        most: int,
    ) -> None:
        assert evening.number is not None
        self._store = store
        self._which = (campaign.id, evening.number)
        self._vocabulary = vocabulary
        self._model = model
        self._budget = budget
        self._most = most
        self._names = tuple(_names(evening, vocabulary))
        self._prompt = load_prompt("recap")
        self._strikes = strikes
        self._shelf = EveningShelf(store, *self._which, strikes)

    def run(
        self, pieces: Sequence[tuple[Source, ...]], stopped: Callable[[], bool], watch: Callable[[Progress], None]
    ) -> _Told:
        told = _Told()
        for at, piece in enumerate(pieces):
            told.waiting = len(pieces) - at
            question = recap_question(piece, self._vocabulary, self._most)
            kept = self._kept(at, question)
            if kept is None:
                ended = self._hindrance(question, stopped)
                if ended is not None:
                    told.ended = ended
                    return told
                try:
                    kept = self._ask(at, piece, question, told)
                except ModelUnavailable as missing:
                    told.ended, told.problem = "unavailable", str(missing)
                    return told
                watch(Progress(at + 1, len(pieces), self._shelf.spent()))
            told.pieces.append(kept)
        told.waiting = 0
        return told

    def _hindrance(self, question: str, stopped: Callable[[], bool]) -> Ended | None:
        if stopped() or self._shelf.outdated:
            return "stopped"
        price = tokens_of(self._prompt.instructions, question) + ANSWER_TOKENS
        return "budget" if self._shelf.spent().tokens + price > self._budget else None

    def _ask(self, at: int, piece: tuple[Source, ...], question: str, told: _Told) -> tuple[RecapSentence, ...]:
        before = self._model.usage
        self._open_account()
        try:
            answer = self._model.ask(self._prompt.instructions, question, RecapForm)
        except ModelReplyError as wrong:
            logger.info("piece %d of a recap could not be read: %s", at + 1, wrong)
            return ()
        finally:
            self._shelf.spend(self._model.usage - before)
        sentences, dropped = checked_sentences(answer, piece, self._names, self._most)
        told.dropped.update(dropped)
        body = _KEPT.dump_python(sentences, mode="json")
        self._store.keep_batch(*self._which, StoredBatch(_number(at), self._key(question), 1, body), self._strikes)
        return sentences

    def _open_account(self) -> None:
        """Queue an evening that nobody queued, as finished: its cost is kept there, and a recap has nothing read."""
        if all(each.evening != self._which[1] for each in self._store.write_ups(self._which[0])):
            self._store.queue_write_up(*self._which)
            self._store.finish_write_up(*self._which)

    def _kept(self, at: int, question: str) -> tuple[RecapSentence, ...] | None:
        for each in self._store.batches(*self._which):
            if each.number == _number(at) and each.key == self._key(question):
                return _KEPT.validate_python(each.body)
        return None

    def _key(self, question: str) -> str:
        """Changes with every word shown, and with the prompt."""
        return hashlib.sha256(json.dumps([self._prompt.instructions, question]).encode()).hexdigest()


def _number(at: int) -> int:
    """Recaps are kept below zero, beside the batches of the talk."""
    return -1 - at


def _names(evening: EveningNotes, vocabulary: Vocabulary) -> Iterator[str]:
    for player in vocabulary.players:
        yield from (name for name in (player.name, player.character) if name)
    for entry in (*evening.chronicle.npcs, *evening.chronicle.places):
        yield from (entry.name, *entry.aliases)
