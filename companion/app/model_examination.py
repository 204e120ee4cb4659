"""Examines a language model on lines of every game, as play asks it; what comes of it is kept with its name."""

import hashlib
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from companion.app.wiring import passing_campaign
from companion.base.addresses import local
from companion.base.clock import Clock, SystemClock
from companion.base.config import Settings
from companion.base.errors import ModelReplyError
from companion.demo import demo_of
from companion.llm.port import LanguageServer, Usage
from companion.llm.standing import Examined, Standing, keep, kept
from companion.llm.table_reading import Heard, Readings, TableReader
from companion.play.game import Game
from companion.play.roster import load_roster
from engine.phrase import Phrase, phrase
from engine.ruleset import Ruleset

ANSWER_TOKENS = 4_000
"""Longest answer about unclear lines; most of it is for models that think first."""
LINES_AT_ONCE = 5
_FILE = "data/model_examination.toml"
_MOST_SECONDS = 20.0
"""Seconds of a usual answer beyond which nothing is done or asked aloud: it would come too late for the table."""


STANDINGS: dict[Standing, Phrase] = {
    "act": phrase("It is good enough to carry out what unclear lines ask for; what is dear is asked about first."),
    "ask": phrase("It is good enough to ask the table about unclear lines; it carries nothing out by itself."),
    "cards": phrase("It is good enough for cards on the page, which somebody has to tap."),
    "none": phrase("It understands the table too badly to be asked about unclear lines. Try a larger model."),
}

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the examination; `kind` is empty where it asks for nothing."""

    speaker: str
    text: str
    kind: str = ""
    fields: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A table, and lines to be read there."""

    ruleset: Ruleset[Any, Any, Any]
    state: Any
    lines: tuple[Line, ...]


@cache
def edition() -> str:
    """Mark of the questions and the prompt: what was examined under another one is examined anew."""
    texts = ((files("companion.app") / _FILE).read_bytes(), (files("prompts") / "interpret.md").read_bytes())
    return hashlib.sha256(b"".join(texts)).hexdigest()[:12]


@cache
def questions() -> tuple[Question, ...]:
    """The examination, some lines of a table at once."""
    tables = tomllib.loads((files("companion.app") / _FILE).read_text(encoding="utf-8"))["table"]
    return tuple(each for table in tables for each in _questions(table))


def _questions(table: Mapping[str, Any]) -> Iterator[Question]:
    store, campaign = passing_campaign(load_roster(demo_of(table["game"]).folder / "roster.json"), table["game"])
    with store:
        game = Game(store, campaign, SystemClock())
        game.set_up()
        for data in table["before"]:
            assert game.perform(game.parse(data)).accepted, data
        lines = tuple(Line(*each) for each in table["lines"])
        for at in range(0, len(lines), LINES_AT_ONCE):
            yield Question(game.ruleset, game.state, lines[at : at + LINES_AT_ONCE])


def examine(
    model: LanguageServer, clock: Clock, reached: Callable[[int, int], None] = lambda done, of: None
) -> Examined:
    """Ask a model everything; takes as long as its answers do.

    Args:
        model: Language model.
        clock: Measures.
        reached: Called with the lines that are done, and how many there are.

    Raises:
        ModelUnavailable: The server does not answer.
    """
    before, asked = model.usage, questions()
    right = wrong = done = 0
    seconds: list[float] = []
    for question in asked:
        began = clock.monotonic()
        readings = _read(model, question)
        seconds.append(clock.monotonic() - began)
        for number, line in enumerate(question.lines, 1):
            verdict = _marked(line, readings, f"L{number}")
            right, wrong, done = right + (verdict > 0), wrong + (verdict < 0), done + 1
        reached(done, sum(len(each.lines) for each in asked))
    spent: Usage = model.usage - before
    usual = sorted(seconds)[len(seconds) // 2]
    return Examined(
        name_of(model), edition(), done, right, wrong, round(usual, 2), spent.tokens_read, spent.tokens_written,
        counted=not spent.estimated,
    )  # fmt: skip


def _read(model: LanguageServer, question: Question) -> Readings | None:
    try:
        return ask_one(model, question)
    except ModelReplyError:
        return None


def ask_one(model: LanguageServer, question: Question | None = None) -> Readings:
    """Ask one question of the examination, the first when None.

    Raises:
        ModelError: There is no answer, or none that fits.
    """
    question = question or questions()[0]
    heard = [Heard(f"L{number}", each.speaker, each.text, True) for number, each in enumerate(question.lines, 1)]
    return TableReader(model).read(question.ruleset, question.state, heard)


def _marked(line: Line, readings: Readings | None, name: str) -> int:
    """1 for a right reading, -1 for a wrong one, 0 for one that is missing."""
    read = None if readings is None else readings.get(name)
    if read is None:
        return 0
    if not read.proposals:
        return 0 if line.kind or read.dropped else 1
    data = read.proposals[0].data(line.speaker)
    meant = len(read.proposals) == 1 and data["kind"] == line.kind
    return 1 if meant and all(data.get(each) == value for each, value in (line.fields or {}).items()) else -1


def name_of(model: LanguageServer) -> str:
    """A model's name with its server, under which its examination is kept."""
    return f"{model.name or 'its first model'} at {model.server}"


def standing_of(examined: Examined) -> Standing:
    """The belief in a model that takes so long for an answer."""
    found = examined.standing
    return "cards" if found in {"act", "ask"} and examined.seconds > _MOST_SECONDS else found


def examined_before(folder: Path, model: LanguageServer) -> Examined | None:
    """The result of a model's examination, where it took this one."""
    return kept(folder, name_of(model), edition())


def stands(folder: Path, model: LanguageServer, clock: Clock) -> Standing:
    """The belief in a model; it is examined where it was not, and otherwise asked one thing to get it loaded.

    Raises:
        ModelError: It does not answer.
    """
    if model.name is None:
        model.choose()
    examined = examined_before(folder, model)
    if examined is None:
        examined = examine(model, clock)
        keep(folder, examined)
    else:
        _read(model, questions()[0])
    return standing_of(examined)


def told(examined: Examined, settings: Settings) -> Phrase:
    """An examination in words: how many lines, how fast, and what it cost as far as that is known."""
    sentence = phrase(
        "{right} of {lines} lines right, {wrong} wrong, the others left; an answer takes {seconds:g} s. The test used "
        "{read} tokens read and {written} written",
        right=examined.right,
        lines=examined.lines,
        wrong=examined.wrong,
        seconds=examined.seconds,
        read=examined.read,
        written=examined.written,
    )
    cost = (examined.read * settings.llm_price_read + examined.written * settings.llm_price_written) / _MILLION
    if local(f"http://{examined.model.rpartition(' at ')[2]}"):
        return phrase("{sentence}.", sentence=sentence)
    if not examined.counted:
        return phrase("{sentence} by estimate: that server counts none. Its price is unknown.", sentence=sentence)
    if not cost:
        return phrase("{sentence}. Its price is unknown.", sentence=sentence)
    hour = settings.llm_tokens_an_hour * cost / (examined.read + examined.written)
    return phrase(
        "{sentence}, which cost {cost:.4f}; an hour of play costs at most {hour:.2f}.",
        sentence=sentence,
        cost=cost,
        hour=hour,
    )
