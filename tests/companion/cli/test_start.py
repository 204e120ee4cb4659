"""What a command loads: one that tells the version nothing, one that types a line only what the line needs."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command_line import Run

HEAVY = "av ctranslate2 cryptography faster_whisper httpx jinja2 keyring nicegui numpy onnxruntime openai spacy"
HEAVY += " alembic tokenizers companion.chronicle.llm_extractor.evenings rich.progress"
OTHERS = "engine.systems.choice_pta.system engine.systems.kleptonomicon.system engine.systems.phasesix.system"
LIBRARIES = "pydantic rich sqlalchemy typer engine companion.cli.application"


def loaded(*arguments: str | Path) -> set[str]:
    script = "import sys, companion.cli\ntry: companion.cli.main()\nfinally: sys.stderr.write(' '.join(sys.modules))"
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stderr.split())


def test_the_version_is_told_without_anything() -> None:
    assert not loaded("--version") & {*HEAVY.split(), *OTHERS.split(), *LIBRARIES.split()}


@pytest.mark.parametrize("line", ["I roll Haggling", "Who narrates?"])
def test_a_line_of_the_grammar_is_typed_without_models_page_and_other_games(made: Run, line: str) -> None:
    assert not loaded("say", line, "--by", "Jay") & {*HEAVY.split(), *OTHERS.split()}


def test_the_page_is_loaded_without_models_and_clients_of_servers() -> None:
    script = "import sys, companion.web.server; sys.stderr.write(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    unwanted = {
        "aiohttp",
        "av",
        "ctranslate2",
        "faster_whisper",
        "onnxruntime",
        "openai",
        "requests",
        "spacy",
        "websocket",
    }
    assert not set(done.stderr.split()) & unwanted
