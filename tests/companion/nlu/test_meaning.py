"""The kind a line asks for by its vector: the text that is read, the files, and what comes of both."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from audio.errors import ModelMissing
from audio.onnx import open_session
from companion.base.errors import GrammarError
from companion.nlu.line_words import Line
from companion.nlu.meaning import NETWORK, TAUGHT, TOKENIZER, WEIGHTS, WIDTH, Meaning, Network, SentenceEncoder
from companion.nlu.word_model import NOTHING
from engine.vocabulary import PlayerWords, Vocabulary
from tests.support.word_vectors import WordVectors
from tests.support.wordings import wordings

NAMES = Vocabulary((PlayerWords("Jay", "Herik", (("skill", "Locks"), ("connection", "Old Marta"))),))


@pytest.fixture(scope="module")
def encoder() -> SentenceEncoder:
    return SentenceEncoder(open_session)


@pytest.mark.parametrize(("text", "plain"), wordings(__file__, "names_are_read_by_their_kind_and_marks_not_at_all", 2))
def test_names_are_read_by_their_kind_and_marks_not_at_all(text: str, plain: str) -> None:
    assert Line.of(text, NAMES).plain == plain


def test_lines_that_ask_for_the_same_lie_nearer_than_talk(encoder: SentenceEncoder) -> None:
    end, other, talk = (
        encoder.vector(text)
        for text in ("that's the end of this scene", "we'll leave the tea hut there", "pass me the nuts please")
    )
    assert end.shape == (WIDTH,)
    assert np.linalg.norm(end) == pytest.approx(1.0, abs=1e-4)
    assert end @ other > max(end @ talk, other @ talk) + 0.1


def test_long_and_empty_lines_have_vectors(encoder: SentenceEncoder) -> None:
    assert np.isfinite(encoder.vector("")).all()
    assert np.array_equal(encoder.vector("word " * 40), encoder.vector("word " * 4000))


def test_the_network_is_opened_once_and_a_line_is_read_once() -> None:
    opened: list[Path] = []

    def noted(path: Path) -> Network:
        opened.append(path)
        return open_session(path)

    encoder = SentenceEncoder(noted)
    assert opened == []
    assert encoder.vector("we rest") is encoder.vector("we rest")
    encoder.vector("we roll")
    assert opened == [WEIGHTS / NETWORK]


def test_without_its_files_it_says_which_one_is_absent(tmp_path: Path) -> None:
    encoder = SentenceEncoder(open_session, tmp_path)
    with pytest.raises(GrammarError, match=NETWORK):
        encoder.require()
    (tmp_path / NETWORK).write_bytes(b"not a network")
    with pytest.raises(GrammarError, match=TOKENIZER):
        encoder.require()
    (tmp_path / TOKENIZER).write_bytes((WEIGHTS / TOKENIZER).read_bytes())
    encoder.require()
    with pytest.raises(ModelMissing, match=NETWORK):
        encoder.vector("we rest")


def test_a_packed_model_tells_nearly_the_same() -> None:
    encoder, chance = WordVectors(), np.random.default_rng(7)
    weights = chance.normal(0, 0.2, (WIDTH, 3)).astype(np.float32)
    before = Meaning(encoder, (NOTHING, "rest", "roll"), weights, np.array([0.5, 0.0, -0.5], np.float32))
    after = Meaning.unpacked({"kinds": np.array("\nrest\nroll"), **before.packed()}, encoder)
    assert after.kinds == before.kinds
    assert after.log_chances("we rest here") == pytest.approx(before.log_chances("we rest here"), abs=0.1)
    assert sum(np.exp(list(after.log_chances("we rest").values()))) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("name", [NETWORK, TOKENIZER])
def test_the_notice_names_the_files_that_are_shipped(name: str) -> None:
    notice = (Path(__file__).parents[3] / "NOTICE").read_text(encoding="utf-8")
    assert hashlib.sha256((WEIGHTS / name).read_bytes()).hexdigest() in notice


def test_how_the_network_was_trained_is_told_of_the_one_that_is_shipped() -> None:
    told = json.loads((WEIGHTS / TAUGHT).read_text(encoding="utf-8"))
    assert told["sha256"] == hashlib.sha256((WEIGHTS / NETWORK).read_bytes()).hexdigest()
