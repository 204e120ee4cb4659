"""Measurement of servers: the counts, and the message about one that cannot be measured."""

import json
import time
from collections.abc import Sequence
from pathlib import Path

import httpx
import numpy as np
import pytest
import respx

from audio.errors import TranscriptionFailed
from audio.types import Samples, Transcript
from companion.llm.standing import Examined
from engine.vocabulary import PlayerWords, Vocabulary
from tools.bench import servers
from tools.bench.served_table import (
    Carried,
    Evening,
    Sentence,
    Written,
    carry,
    until_late,
)

ADDRESS = "http://speech.club/v1"


class Scripted:
    """Writes down what it is told to, after so long; loses what it has no words for."""

    def __init__(self, texts: Sequence[str], seconds: float = 0.0) -> None:
        self._texts, self._seconds = iter(texts), seconds
        self.names: list[tuple[str, ...]] = []

    def transcribe(
        self, samples: Samples, hotwords: Sequence[str] = (), *, alternatives: bool = False, cut_off: bool = False
    ) -> Transcript:
        time.sleep(self._seconds)
        self.names.append(tuple(hotwords))
        text = next(self._texts)
        if not text:
            raise TranscriptionFailed("It is gone.", "")
        return Transcript(text, -0.2, 0.0, "en")


def evening(*texts: str, seconds: float = 0.4) -> Evening:
    """Sentences at even distances."""
    sound = np.zeros(160, dtype=np.float32)
    said = [Sentence((at + 0.5) * seconds / len(texts), "Ana", text, True, sound) for at, text in enumerate(texts)]
    return Evening(seconds, tuple(said), ("Ana", "Haggling"), Vocabulary((PlayerWords("Ana", "Rook"),)))


def test_delay_counts_from_the_end_of_a_sentence_also_while_the_one_before_is_not_done() -> None:
    """The second ends 0.1 s after the first, which takes 0.3 s: it waits for that too."""
    slow = Scripted(["one", "two"], seconds=0.3)
    load = carry(evening("One.", "Two.", seconds=0.2), lambda: slow, 1, seconds=0.2)
    assert (load.sentences, load.lost) == (2, 0)
    assert load.slow >= 0.45


def test_more_tables_are_tried_until_sentences_are_lost() -> None:
    """Twice as many each time; one that loses a sentence ends it."""
    words = iter([["one"], ["one"], [""], ["one"]])
    loads = list(until_late(evening("One.", seconds=0.02), lambda: Scripted(next(words)), seconds=0.02))
    assert [(load.tables, load.in_time) for load in loads] == [(1, True), (2, False)]


@respx.mock
def test_every_row_of_a_named_server_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the one at home first; what does not answer is named, and the figures are written."""
    respx.post(f"{ADDRESS}/audio/transcriptions").mock(return_value=httpx.Response(200, json={"text": "Mind the map"}))
    respx.get("http://language.club/v1/models").mock(side_effect=httpx.ConnectError("down"))
    monkeypatch.setattr(servers, "WhisperTranscriber", lambda: Scripted(["Mind"] * 9))
    file = tmp_path / "figures.json"
    named = ["--transcription", ADDRESS, "--llm", "http://language.club/v1"]
    assert servers.main([*named, "--sentences", "1", "--seconds", "1", "--json", str(file)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("at home: one by one")
    assert told[2].startswith(f"{ADDRESS}: one by one")
    assert told[-1].startswith("The examination was not taken: language.club cannot be reached")
    assert set(json.loads(file.read_text(encoding="utf-8"))) == {"at home", ADDRESS}


def test_lines_say_what_is_too_slow() -> None:
    assert "words wrong 4.1 %, 1 lost" in servers.as_text("it", Written(0.041, 1, 0.5, 1.0))
    assert servers.as_text("it", Carried(2, 20, 0, 0.5, 1.9)).endswith("in time")
    assert "NOT IN TIME" in servers.as_text("it", Carried(4, 40, 1, 0.5, 1.9))
    assert "NOT IN TIME" in servers.as_text("it", Carried(4, 40, 0, 0.5, 2.1))
    line = servers.as_text("it", Examined("m at llm.test", "1", 60, 20, 30, 2.5, 9_000, 700))
    assert line == "it: 20 of 60 lines right, 30 wrong, median 2.50 s, 9000 tokens read, 700 written: none"
