"""Benchmark of starting: what a command costs before and until it has done something.

`python -m tools.bench.start [--json FILE]` runs each command as a process of its own, `say` on a fresh copy of the
campaign of the demonstration, and gives its processor time in loops: the unit is what the same Python needs for ten
million additions as a program of its own, taken anew before each run. Medians of five. Of the page it is seconds until
it answers.
"""

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from companion.demo import demo_of

REPEATS = 5
LOOP = "total = 0\nfor number in range(10_000_000): total += 1"
LINES: Mapping[str, str] = {
    "say, understood exactly": "I roll Steering",
    "say, in other words": "let me give steering a go",
}
"""Lines that are typed: a wording of the grammar, which needs no model, and one that is weighed."""


@dataclass(frozen=True, slots=True)
class Start:
    """Times measured.

    Attributes:
        loop_seconds: Processor time of the loop.
        loops: Command to its processor time in loops.
        page_seconds: From starting the page to its first answer.
    """

    loop_seconds: float
    loops: Mapping[str, float]
    page_seconds: float


def measure(folder: Path) -> Start:
    """Start every command, in a folder for campaigns."""
    roster, made = folder / "roster.json", folder / "made"
    table = json.loads(demo_of("phase-abandon").roster.read_text(encoding="utf-8"))
    roster.write_text(json.dumps({**table, "phase": "PLAY", "holder": "Nina"}), encoding="utf-8")
    _companion("--data", str(made), "new", "--from", str(roster))
    _typed(made, "I roll Steering")  # modules are compiled once
    measured = {"--version": _in_loops(lambda: _companion("--version"))}
    measured |= {name: _in_loops(lambda line=line: _typed(made, line)) for name, line in LINES.items()}  # type: ignore[misc]
    return Start(
        loop_seconds=median(loop for each in measured.values() for loop, _ in each),
        loops={name: median(command / loop for loop, command in each) for name, each in measured.items()},
        page_seconds=median(_page(made) for _ in range(REPEATS)),
    )


def _in_loops(command: Callable[[], float]) -> list[tuple[float, float]]:
    return [(_run([sys.executable, "-c", LOOP]), command()) for _ in range(REPEATS)]


def _companion(*arguments: str) -> float:
    return _run([sys.executable, "-m", "companion", *arguments])


def _typed(made: Path, line: str) -> float:
    played = shutil.copytree(made, made.with_name("played"))
    try:
        return _companion("--data", str(played), "say", line, "--by", "Nina", "--dice", "seed:7")
    finally:
        shutil.rmtree(played)


def _run(command: Sequence[str]) -> float:
    """Processor time of a process, its own and the system's for it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=_environment())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _page(made: Path) -> float:
    began = time.monotonic()
    command = [sys.executable, "-m", "companion", "--data", str(made), "page", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=_environment()) as process:
        try:
            assert process.stdout is not None
            told = next(found for line in process.stdout if (found := re.search(r"http://\S+", line)))
            with urlopen(told[0], timeout=60) as answer:
                answer.read()
            return time.monotonic() - began
        finally:
            process.terminate()


def _environment() -> dict[str, str]:
    """As for people: what was compiled is kept."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def as_text(start: Start) -> str:
    """A line for the loop, and one a command."""
    rows = [("ten million additions", f"{start.loop_seconds:6.2f} s of one core")]
    rows += [(name, f"{loops:6.2f} loops") for name, loops in start.loops.items()]
    rows += [("page, until it answers", f"{start.page_seconds:6.2f} s")]
    return "".join(f"{label:<28}{value}\n" for label, value in rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; write the figures as JSON when asked."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.start", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        start = measure(Path(folder))
    sys.stdout.write(as_text(start))
    if options.json:
        options.json.write_text(json.dumps(asdict(start), indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
