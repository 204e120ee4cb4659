"""Recap of an evening in a model's words, a piece at a time: checked, kept, and never over budget."""

import hashlib
import json
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

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
    work = _Work(store, campaign, evening, strikes, wish, tone, model, budget)
    told = work.run(stopped, watch)
    recap = None if told.waiting else _recap_of(told.pieces, evening, wish, tone, running=running)
    return Retold(recap, told.ended, told.waiting, dict(told.dropped), told.problem)


def kept_recap(
    store: Store, campaign: Campaign, evening: EveningNotes, wish: RecapRequest, tone: Tone, *, running: bool = False
) -> Recap | None:
    """The recap a model told before of these very words, for whoever cannot wait for one; None where there is none.

    Raises:
        UnknownSeat: Nobody is called as `wish.seen_by` says.
    """
    if evening.number is None or not any(each.number < 0 for each in store.batches(campaign.id, evening.number)):
        return None
    kept = _Work(store, campaign, evening, store.strikes(campaign.id), wish, tone).kept()
    return None if None in kept else _recap_of([each for each in kept if each], evening, wish, tone, running=running)


def _recap_of(
    pieces: Sequence[tuple[RecapSentence, ...]], evening: EveningNotes, wish: RecapRequest, tone: Tone, *, running: bool
) -> Recap | None:
    """The recap between the first and last words of its tone; None where too little is told."""
    sentences = [sentence for each in pieces for sentence in each]
    if len(sentences) < _FEWEST:
        return None
    ending = () if running else (RecapSentence(tone.closing),)
    return Recap((RecapSentence(opening_of(evening, wish, tone, running=running)), *sentences, *ending))


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
        wish: RecapRequest,
        tone: Tone,
        model: MeteredModel | None = None,
        budget: int = 0,
    ) -> None:
        assert evening.number is not None
        self._store = store
        self._which = (campaign.id, evening.number)
        self._model = model
        self._budget = budget
        self._most = _SENTENCES[wish.length]
        self._names = tuple(_names(evening))
        self._prompt = load_prompt("recap")
        self._strikes = strikes
        self._shelf = EveningShelf(store, *self._which, strikes)
        player = None if wish.seen_by is None else seat_of(evening, wish.seen_by)
        shown = _chosen(material_of(evening, player), _MOST_LINES[wish.length])
        sources = [Source(each.text, (), each.utterances, each.positions) for each in shown]
        self._pieces = [tuple(sources[at : at + _PIECE]) for at in range(0, len(sources), _PIECE)]
        vocabulary = evening_vocabulary(campaign, evening)
        self._asks = partial(
            recap_question, vocabulary=vocabulary, most=self._most, tone=tone.about, seen_by=wish.seen_by
        )
        self._questions = [self._asks(piece) for piece in self._pieces]

    def kept(self) -> list[tuple[RecapSentence, ...] | None]:
        """Sentences told of each piece before; None for one that was not asked about."""
        return [self._kept(at, question) for at, question in enumerate(self._questions)]

    def run(self, stopped: Callable[[], bool], watch: Callable[[Progress], None]) -> _Told:
        told = _Told()
        for at, (piece, question) in enumerate(zip(self._pieces, self._questions, strict=True)):
            told.waiting = len(self._pieces) - at
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
                watch(Progress(at + 1, len(self._pieces), self._shelf.spent()))
            told.pieces.append(kept)
        told.waiting = 0
        return told

    def _hindrance(self, question: str, stopped: Callable[[], bool]) -> Ended | None:
        if stopped() or self._shelf.outdated:
            return "stopped"
        price = tokens_of(self._prompt.instructions, question) + ANSWER_TOKENS
        return "budget" if self._shelf.spent().tokens + price > self._budget else None

    def _ask(self, at: int, piece: tuple[Source, ...], question: str, told: _Told) -> tuple[RecapSentence, ...]:
        self._open_account()
        answer = self._answer(at, question)
        if answer is None:
            return ()
        sentences, dropped = checked_sentences(answer, piece, self._names, self._most)
        if dropped and self._hindrance(question, lambda: False) is None:
            whole = {each.text.rstrip(".") for each in sentences}
            failed = [each.text for each in answer.sentences if " ".join(each.text.split()).rstrip(".") not in whole]
            again = self._better(at, piece, failed[: self._most])
            better, dropped = checked_sentences(again, piece, self._names, self._most) if again else ((), dropped)
            sentences = _in_order((*sentences, *better), piece)[: self._most]
        told.dropped.update(dropped)
        body = _KEPT.dump_python(sentences, mode="json")
        self._store.keep_batch(*self._which, StoredBatch(_number(at), self._key(question), 1, body), self._strikes)
        return sentences

    def _better(self, at: int, piece: tuple[Source, ...], failed: Sequence[str]) -> RecapForm | None:
        """One more answer in place of sentences that failed; None where none comes, which leaves the others as told."""
        try:
            return self._answer(at, self._asks(piece, again=" / ".join(failed)))
        except ModelUnavailable:
            return None

    def _answer(self, at: int, question: str) -> RecapForm | None:
        """One answer, its cost booked; None for one that cannot be read."""
        assert self._model is not None
        before = self._model.usage
        try:
            return self._model.ask(self._prompt.instructions, question, RecapForm)
        except ModelReplyError as wrong:
            logger.info("piece %d of a recap could not be read: %s", at + 1, wrong)
            return None
        finally:
            self._shelf.spend(self._model.usage - before)

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


def _in_order(sentences: Sequence[RecapSentence], piece: Sequence[Source]) -> tuple[RecapSentence, ...]:
    """Sentences by the first line each rests on, each text once."""

    def first(sentence: RecapSentence) -> int:
        cited = {*sentence.utterances, *sentence.positions}
        return next((at for at, each in enumerate(piece) if cited & {*each.utterances, *each.positions}), len(piece))

    return tuple({each.text: each for each in sorted(sentences, key=first)}.values())


def _number(at: int) -> int:
    """Recaps are kept below zero, beside the batches of the talk."""
    return -1 - at


def _names(evening: EveningNotes) -> Iterator[str]:
    for seat in evening.cast:
        yield from (name for name in seat if name)
    for entry in (*evening.chronicle.npcs, *evening.chronicle.places):
        yield from (entry.name, *entry.aliases)
