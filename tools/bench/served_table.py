"""A table that asks servers: how long sentences take, which words come back, how many tables one server carries."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from audio.ear import EarParams
from audio.errors import TranscriptionFailed
from audio.ports import Transcriber
from audio.recording import SESSION_SECONDS
from audio.types import SAMPLE_RATE_HZ, Samples
from audio.wav import read_audio
from companion.app.timings import percentile
from engine.vocabulary import PlayerWords, Vocabulary
from tools.bench.hearing import Truth, names_of, word_errors, words

LATE_SECONDS = 2.0
"""After so long somebody looks up; 95 of 100 sentences have to be written down sooner."""

MOST_TABLES = 16


@dataclass(frozen=True, slots=True)
class Sentence:
    """One labelled sentence, cut out.

    Attributes:
        end: Second of the session at which it is over.
        speaker: Who says it.
        text: Its words.
        command: Whether it asks for something.
        samples: Its sound, with as much around it as the ear leaves.
    """

    end: float
    speaker: str
    text: str
    command: bool
    samples: Samples


@dataclass(frozen=True, slots=True)
class Evening:
    """A labelled session.

    Attributes:
        seconds: How long it lasts.
        sentences: In order.
        names: Names the recogniser is given.
        vocabulary: People of the table.
    """

    seconds: float
    sentences: tuple[Sentence, ...]
    names: tuple[str, ...]
    vocabulary: Vocabulary


@dataclass(frozen=True, slots=True)
class Written:
    """Sentences one by one: the share of words wrong, lost sentences, and seconds until each was written down."""

    words_wrong: float
    lost: int
    median: float
    slow: float


@dataclass(frozen=True, slots=True)
class Carried:
    """Tables at the pace of the evening: sentences of all, lost ones, and seconds from the end of each to its words."""

    tables: int
    sentences: int
    lost: int
    median: float
    slow: float

    @property
    def in_time(self) -> bool:
        """True if the tables could play so."""
        return not self.lost and 0 < self.slow <= LATE_SECONDS


def evening_of(folder: Path, recording: Path) -> Evening:
    """A session with its sentences cut out."""
    truth: list[Truth] = [
        json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    roster = json.loads((folder / "roster.json").read_text(encoding="utf-8"))
    sound = read_audio(recording, SESSION_SECONDS)
    players = tuple(PlayerWords(each["name"], each["character"]["name"]) for each in roster["players"])
    sentences = tuple(
        Sentence(said["end"], said["speaker"], said["text"], bool(said["commands"]), _cut(sound, said))
        for said in truth
        if said.get("text_exact", True)
    )
    return Evening(len(sound) / SAMPLE_RATE_HZ, sentences, tuple(names_of(roster)), Vocabulary(players))


def _cut(sound: Samples, said: Truth) -> Samples:
    rolls = EarParams()
    start, end = said["start"] - rolls.pre_roll_seconds, said["end"] + rolls.post_roll_seconds
    return sound[max(0, round(start * SAMPLE_RATE_HZ)) : round(end * SAMPLE_RATE_HZ)]


def one_by_one(sentences: Sequence[Sentence], names: Sequence[str], transcriber: Transcriber) -> Written:
    """Each when the last one is done; a lost one has all its words wrong."""
    waited, wrong, said, lost = [], 0, 0, 0
    for each in sentences:
        began = time.perf_counter()
        try:
            text = transcriber.transcribe(each.samples, names).text
        except TranscriptionFailed:
            text, lost = "", lost + 1
        waited.append(time.perf_counter() - began)
        wrong += word_errors(words(each.text), words(text))
        said += len(words(each.text))
    return Written(wrong / max(1, said), lost, percentile(waited, 0.5), percentile(waited, 0.95))


def until_late(evening: Evening, asking: Callable[[], Transcriber], seconds: float) -> Iterator[Carried]:
    """One table, two, four and so on, until they cannot play so."""
    tables = 1
    while tables <= MOST_TABLES:
        load = carry(evening, asking, tables, seconds)
        yield load
        if not load.in_time:
            return
        tables *= 2


def carry(evening: Evening, asking: Callable[[], Transcriber], tables: int, seconds: float) -> Carried:
    """So many tables at the pace of the evening, each somewhere else in it.

    Args:
        evening: What is played.
        asking: Makes a table's transcriber.
        tables: How many.
        seconds: For how long.
    """
    began = time.perf_counter()
    playing = [_Table(evening, asking(), number / tables, began, seconds) for number in range(tables)]
    for table in playing:
        table.start()
    for table in playing:
        table.join()
    waited = [each for table in playing for each in table.waited]
    lost = sum(table.lost for table in playing)
    return Carried(tables, len(waited) + lost, lost, percentile(waited, 0.5), percentile(waited, 0.95))


class _Table(threading.Thread):
    """One table: hands over each sentence at its end, or as soon as the one before is done.

    Args:
        evening: What it plays.
        transcriber: Whom it asks.
        share: Where in the evening it begins, from 0 to 1.
        began: Reading of the clock at the beginning.
        seconds: How long it plays.
    """

    def __init__(self, evening: Evening, transcriber: Transcriber, share: float, began: float, seconds: float) -> None:
        super().__init__()
        self.waited: list[float] = []
        self.lost = 0
        self._names, self._transcriber, self._began = evening.names, transcriber, began
        skipped = share * evening.seconds
        due = [((each.end - skipped) % evening.seconds, each.samples) for each in evening.sentences]
        self._due = sorted((each for each in due if each[0] <= seconds), key=lambda each: each[0])

    def run(self) -> None:
        """Play."""
        for at, samples in self._due:
            time.sleep(max(0.0, self._began + at - time.perf_counter()))
            try:
                self._transcriber.transcribe(samples, self._names)
            except TranscriptionFailed:
                self.lost += 1
            else:
                self.waited.append(time.perf_counter() - self._began - at)
