"""Records as lines on a terminal: who said what, what was done about it, what was answered."""

from typing import Any

from rich.console import Console
from rich.text import Text

from companion.base.characters import visible_line
from companion.dialogue.records import Record
from companion.play.commands import command_of

_COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "bright_red", "bright_cyan", "bright_magenta")


class Screen:
    """Prints records as they come.

    Args:
        console: Terminal.
        players: Names in seat order; each gets a colour, and is always named too.
        slug: Rules system; what one of its commands keeps secret stays off the screen.
    """

    def __init__(self, console: Console, players: tuple[str, ...] = (), *, slug: str) -> None:
        self._console = console
        self._slug = slug
        self._colours = {name: _COLOURS[index % len(_COLOURS)] for index, name in enumerate(players)}

    def __call__(self, record: Record) -> None:
        """Print one record; events and bare notes are left to the log."""
        printer = _PRINTERS.get(record["type"])
        if printer is not None:
            printer(self, record)

    def _utterance(self, record: Record) -> None:
        speaker = record["speaker"] or "someone"
        colour = self._colours.get(speaker, "white")
        self._print((clock_text(record["start"]), "dim"), " ", (speaker, colour), f": {record['text']}")

    def _command(self, record: Record) -> None:
        if command_of(self._slug, record["kind"]).talk.secret:
            return
        fields = ", ".join(
            f"{name.replace('_', ' ')} {_shown(value)}"
            for name, value in record["fields"].items()
            if _worth(name, value)
        )
        words = f"{record['kind'].replace('_', ' ')}{f' ({fields})' if fields else ''}"
        if record["outcome"] == "rejected":
            self._print((f"      ✗ {words}: {record.get('reason', '')}", "red"))
            return
        holder = f" · {record['holder']} narrates" if record.get("holder") else ""
        self._print((f"      ✓ {words}", "bold green"), (holder, "dim"))

    def _announcement(self, record: Record) -> None:
        self._print((f"      » {record['text']}", "bold"))

    def _question(self, record: Record) -> None:
        if record["status"] == "asked":
            self._print((f"      ? {record['text']}", "yellow"))

    def _card(self, record: Record) -> None:
        if record["status"] == "offered" and record["options"]:
            named = ", ".join(f"{number} {_shown(each)}" for number, each in enumerate(record["options"], 1))
            self._print((f"      ? Not understood. Did you mean: {named}?", "yellow"))

    def _help(self, record: Record) -> None:
        self._print((f"      {record['to'] or 'Anybody'} can say now, for example:", "dim"))
        for sentence in record["sentences"]:
            self._print((f"        {sentence}", "dim"))
        self._print(("        List everything that can be said with companion sentences.", "dim"))

    def _print(self, *parts: str | tuple[str, str]) -> None:
        """Print one line of texts, some with a style; control characters are shown, and nothing is markup."""
        styled = [(each, "") if isinstance(each, str) else each for each in parts]
        line = Text.assemble(*((visible_line(words), style) for words, style in styled))
        self._console.print(line, soft_wrap=not self._console.record)


_PRINTERS = {
    "utterance": Screen._utterance,
    "command": Screen._command,
    "announcement": Screen._announcement,
    "question": Screen._question,
    "card": Screen._card,
    "help": Screen._help,
}
_INTERNAL = frozenset({"actor", "evidence", "purpose", "request_id"})
"""Fields not shown: the speaker, who is on the line above; the place of an answer; the throw that some dice answer."""
_LONGEST_VALUE = 48


def clock_text(seconds: float) -> str:
    """Seconds as minutes and seconds: "2:05"."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


class HearingBar:
    """A progress bar over a recording; also a context manager that shows it.

    Args:
        console: Terminal.
        duration: Seconds of the recording.
    """

    def __init__(self, console: Console, duration: float) -> None:
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn  # only where sound is heard

        self._bar = Progress(
            TextColumn("listening"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"), TimeRemainingColumn(),
            console=console, transient=True, disable=not console.is_terminal,
        )  # fmt: skip
        self._task = self._bar.add_task("listening", total=duration)

    def __enter__(self) -> "HearingBar":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def progress(self, position: float) -> None:
        """Seconds of sound heard so far."""
        self._bar.update(self._task, completed=position)


def _worth(name: str, value: Any) -> bool:
    return name not in _INTERNAL and value not in (None, "", [], False, 0)


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        text = " ".join(_shown(each) for each in value.values() if each not in (None, ""))
    else:
        text = ", ".join(_shown(each) for each in value) if isinstance(value, list | tuple) else str(value)
    return text if len(text) <= _LONGEST_VALUE else f"{text[: _LONGEST_VALUE - 1].rstrip()}…"
