"""Draws a stretch of a played demo as a terminal shows it: `python -m tools.recording.picture EVENTS.jsonl OUT.svg`."""

import io
import json
import sys
from pathlib import Path

from rich.console import Console

from companion.cli.terminal_screen import Screen
from companion.demo import demo_of
from companion.play.roster import load_roster
from tools.bench.evening import read_records

_FORMAT = """<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g></svg>
"""
"""As Rich draws it, without the web font it would fetch."""


def draw(events: Path, out: Path, until_seconds: float = 75.0, columns: int = 110) -> None:
    """Write the picture.

    Args:
        events: Records of `companion demo`.
        out: SVG file.
        until_seconds: Last second of the recording shown.
        columns: Width of the terminal.
    """
    console = Console(record=True, width=columns, file=io.StringIO(), force_terminal=True, highlight=False)
    screen = Screen(console, load_roster(demo_of("phase-abandon").roster).names, slug="phase-abandon")
    for record in read_records(events):
        if record["type"] == "utterance" and record["start"] > until_seconds:
            break
        screen(dict(record))
    console.save_svg(str(out), title="companion demo", code_format=_FORMAT, unique_id="demo")


if __name__ == "__main__":
    draw(Path(sys.argv[1]), Path(sys.argv[2]))
    sys.stdout.write(json.dumps({"written": sys.argv[2]}) + "\n")
