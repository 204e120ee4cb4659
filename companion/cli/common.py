"""Parts the commands share: options, output, and finding a campaign."""

import json
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Annotated, Any, NoReturn

import typer

from companion.app.wiring import kept_store
from companion.base.atomic_files import write_named
from companion.base.characters import LONGEST_TEXT, as_heard, json_text, visible_line
from companion.base.config import Settings, load_settings
from companion.base.errors import UnknownCampaign
from companion.cli.terminal import LogFormatter, console
from companion.store import Campaign, Store
from engine.phrase import phrase
from engine.quick_dataclass import dataclass

screen = console()
errors = console(stderr=True)

LONGEST_LINE = 1_000_000
"""Letters of a line that a program writes."""

Dice = Annotated[
    str | None, typer.Option(help="Who rolls: app, table, seed:N, or script:FACES.json with the app's rolls in order.")
]
CampaignName = Annotated[str | None, typer.Option("--campaign", "-c", help="Campaign; the one played last by default.")]


@dataclass(frozen=True, slots=True)
class Options:
    """Options that stand before the command.

    Attributes:
        data: Data folder.
        store: Database URL.
        config: Settings file.
        trust: How readily commands are carried out.
        log_level: Level of the log on standard error.
    """

    data: Path | None = None
    store: str | None = None
    config: Path | None = None
    trust: str | None = None
    log_level: str | None = None

    def settings(self, **flags: Any) -> Settings:
        """Effective settings of this run; also sets up logging, the only place that does.

        Raises:
            SettingsError: A source names an unknown setting or an impossible value.
        """
        given = {
            "data_dir": self.data,
            "database_url": self.store,
            "trust": self.trust,
            "log_level": self.log_level,
            **flags,
        }
        settings = load_settings(given, config=self.config)
        _log_at(settings.log_level)
        return settings


def settings_of(context: typer.Context, **flags: Any) -> Settings:
    """Effective settings of a command (see `Options.settings`)."""
    options: Options = context.obj
    return options.settings(**flags)


_OWN_LOGGERS = ("companion", "audio", "engine")


def _log_at(level: str) -> None:
    """Log our own entries from this level on, those of libraries from WARNING on: below, they tell every address."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LogFormatter())
    logging.basicConfig(level=max(logging.WARNING, logging.getLevelNamesMapping()[level]), handlers=[handler])
    for name in _OWN_LOGGERS:
        logging.getLogger(name).setLevel(level)


def tell(text: str, style: str | None = None) -> None:
    """Print a message as one line: nothing in it is markup, and a control character is shown as such."""
    screen.print(visible_line(text), style=style, soft_wrap=True)


def warn(text: str) -> None:
    """The same on standard error."""
    errors.print(visible_line(text), soft_wrap=True)


def tell_lines(text: str) -> None:
    """Print the lines of a text of the companion's own, such as notes."""
    for line in text.split("\n"):
        tell(line)


def confirmed(question: str) -> bool:
    """Ask at the keyboard and return True on yes; exits when there is no answer."""
    return typer.confirm(visible_line(question))


def complain(sentence: str, hint: str = "", code: int = 1) -> NoReturn:
    """Print one sentence and what to do about it to standard error, and leave."""
    warn(" ".join(part for part in (sentence, hint) if part))
    raise SystemExit(code)


def usage(sentence: str) -> NoReturn:
    """Leave because the command line makes no sense."""
    complain(sentence, code=2)


def say_line(data: Any, stream: IO[str] | None = None) -> None:
    """Write one JSON line."""
    (stream or sys.stdout).write(json_text(data) + "\n")


def json_lines(stream: IO[str]) -> Iterator[tuple[int, Any]]:
    """Line numbers from 1 and objects of a JSON Lines stream; blank lines are skipped.

    Raises:
        SystemExit: A line is not a JSON object, or longer than `LONGEST_LINE`; the sentence names it.
    """
    number = 0
    try:
        for number, line in enumerate(iter(lambda: stream.readline(LONGEST_LINE + 1), ""), start=1):
            if len(line) > LONGEST_LINE:
                complain(f"Line {number} of the input has more than {LONGEST_LINE} characters.")
            if line.strip():
                data = json.loads(line)
                if not isinstance(data, dict):
                    complain(f"Line {number} of the input is not a JSON object.")
                yield number, data
    except json.JSONDecodeError as problem:
        complain(f"Line {number} of the input is not JSON: {problem.msg} in column {problem.colno}.")
    except UnicodeDecodeError:
        complain(f"The input is not UTF-8 after line {number}.")
    except (ValueError, RecursionError):
        complain(f"Line {number} of the input is nested too deeply, or holds a number of too many digits.")


@contextmanager
def writable(path: Path) -> Iterator[IO[str]]:
    """A text file opened for writing; leaves with one sentence when it cannot be. Who writes flushes."""
    try:
        stream = path.open("w", encoding="utf-8")
    except OSError as problem:
        complain(f"{path} cannot be written: {problem.strerror}.", "Choose another place.")
    try:
        yield stream
    finally:
        with suppress(OSError):  # it was reported when it was flushed
            stream.close()


def write_text(text: str, out: Path | None) -> None:
    """Write a text to a file and say so, or to the screen where there is none; leaves with one sentence on failure."""
    if out is None:
        sys.stdout.write(text)
        return
    write_file(text, out)
    tell(f"Written to {out}.")


def write_file(text: str, out: Path) -> None:
    """Write a text to a file somebody names, in place of what was there; leaves with one sentence on failure."""
    try:
        write_named(out, text)
    except OSError as problem:
        complain(f"{out} cannot be written: {problem.strerror}.", "Choose another place.")


def talk_lines(stream: IO[str]) -> Iterator[Any]:
    """Lines of talk: `text`, and where given `speaker`, `time`, `start`, `end` in seconds and `before`.

    It is what was heard elsewhere: a character that nobody sees becomes a mark, and places in the text stay the same.

    Raises:
        SystemExit: An entry is not of its type; the sentence names it.
    """
    for number, line in json_lines(stream):
        for entry, fits, wanted in _TALK:
            if not fits(line.get(entry)):
                complain(f'Line {number} of the input: "{entry}" must be {wanted}.')
        yield _as_heard(line)


def _as_heard(line: dict[str, Any]) -> dict[str, Any]:
    words = {entry: as_heard(line[entry]) for entry in ("text", "speaker") if isinstance(line.get(entry), str)}
    before = {"before": [_as_heard(each) for each in line["before"]]} if line.get("before") else {}
    return {**line, **words, **before}


def _text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def _seconds(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return value is None or (number and abs(value) <= _MOST_SECONDS)


def _turns(value: Any) -> bool:
    return value is None or (
        isinstance(value, list)
        and len(value) <= _MOST_TURNS
        and all(isinstance(each, dict) and _text(each.get("text")) for each in value)
    )


_MOST_SECONDS, _MOST_TURNS = 1e12, 100
"""Of the time of a line, which is counted from any moment; of the talk before it, of which the last two are read."""

_TALK: tuple[tuple[str, Callable[[Any], bool], str], ...] = (
    ("text", _text, f"text of at most {LONGEST_TEXT} characters"),
    ("speaker", lambda value: value is None or _text(value), "a name or null"),
    ("time", _seconds, "a number of seconds"),
    ("start", _seconds, "a number of seconds"),
    ("end", _seconds, "a number of seconds"),
    ("before", _turns, f'a list of objects with "text", {_MOST_TURNS} at most'),
)


def open_campaign(settings: Settings, name: str | None) -> tuple[Store, Campaign]:
    """The store and the campaign meant: the one named, or the one played last.

    Raises:
        StoreError: The store cannot be used, or there is no such campaign.
    """
    store = kept_store(settings)
    try:
        found = store.campaign(name) if name else played_last(store)
        if found is None:
            raise UnknownCampaign(phrase("There is no campaign yet."), phrase("Create one with: companion new"))
        return store, found
    except BaseException:
        store.close()
        raise


@contextmanager
def campaign_open(settings: Settings, name: str | None) -> Iterator[tuple[Store, Campaign]]:
    """The same, until the end of the block, when the store is closed."""
    store, played = open_campaign(settings, name)
    with store:
        yield store, played


def played_last(store: Store) -> Campaign | None:
    """The campaign with the latest evening, or made last; None when there is none."""
    return max(store.campaigns(), key=lambda each: store.last_played(each.id) or each.created, default=None)


def players_of(campaign: Campaign) -> tuple[str, ...]:
    """Names at the table of a campaign, in seat order."""
    return tuple(player["name"] for player in campaign.roster["players"])
