"""Share of a recorded evening that was played right: records of `companion listen` against what had to happen.

`python -m tools.bench.evening FOLDER…` plays each folder's recordings (clean, table, evening) first.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.app.timings import percentile

Record = Mapping[str, Any]

FREE = frozenset({"askstatus", "acceptroll", "explodesixes", "repeat", "lasttime"})
"""Questions, and steps the rules may take by themselves."""

WORDING = frozenset(
    {"description", "text", "nature", "reason", "story", "requesttext", "newtext", "notes", "calledby", "purpose",
     "requestid", "natural", "kind", "groupagreed", "force"}
)  # fmt: skip
"""Fields whose wording may differ."""


@dataclass(frozen=True, slots=True)
class Score:
    """Result of one evening.

    Attributes:
        expected: Commands that had to be carried out.
        right: Carried out in their place with the right people, numbers and names.
        holders_right: After how many of these narration was where it had to be.
        missed: Those that were not, described.
        wrong: Commands carried out that nobody asked for, described.
        latencies: Seconds from the end of speech to the decision.
    """

    expected: int
    right: int
    holders_right: int
    missed: tuple[str, ...]
    wrong: tuple[str, ...]
    latencies: tuple[float, ...] = ()

    @property
    def perfect(self) -> bool:
        """True if everything that had to happen happened, and nothing else."""
        return not self.missed and not self.wrong and self.holders_right == self.right


def score(expected: Mapping[str, Any], records: Sequence[Record]) -> Score:
    """Compare records with a session's `expected.json`.

    Args:
        expected: `steps` with command, fields, actor, after; `tolerated_in_fiction`.
        records: Lines of `companion listen --events`.
    """
    steps = [step for step in expected["steps"] if folded(step["command"]) not in FREE]
    done = [each for each in records if carried_out(each) and folded(each["kind"]) not in FREE]
    tolerated = {folded(kind) for kind in expected.get("tolerated_in_fiction", ())}
    pairs = list(_align(steps, done))
    met = [(step, command) for step, command in pairs if step is not None and command is not None]
    needed = [step for step in steps if not step.get("optional")]
    met_steps = [id(step) for step, _ in met]
    counted = [(step, command) for step, command in met if not step.get("optional")]
    return Score(
        expected=len(needed),
        right=len(counted),
        holders_right=sum(
            folded(step["after"].get("holder")) == folded(command["holder"]) for step, command in counted
        ),
        missed=tuple(
            _told(step["command"], step["fields"], step["start"]) for step in needed if id(step) not in met_steps
        ),
        wrong=tuple(
            _told(command["kind"], command["fields"], command["utterance_end"])
            for step, command in pairs
            if step is None and command is not None and folded(command["kind"]) not in tolerated
        ),
        latencies=tuple(each["latency"] for each in records if each["type"] == "decision"),
    )


def carried_out(record: Record) -> bool:
    """Return True if a record tells of a command that was carried out, its dice owed or not."""
    return record["type"] == "command" and record["outcome"] in {"accepted", "awaiting_roll"}


def _align(steps: Sequence[Record], done: Sequence[Record]) -> Iterator[tuple[Record | None, Record | None]]:
    """Longest common sequence of steps and commands that mean the same."""
    best = [[0] * (len(done) + 1) for _ in range(len(steps) + 1)]
    for i in range(len(steps) - 1, -1, -1):
        for j in range(len(done) - 1, -1, -1):
            both = best[i + 1][j + 1] + 1 if same_deed(steps[i], done[j]) else 0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], both)
    i = j = 0
    while i < len(steps) or j < len(done):
        if i < len(steps) and j < len(done) and same_deed(steps[i], done[j]) and best[i][j] == best[i + 1][j + 1] + 1:
            yield steps[i], done[j]
            i, j = i + 1, j + 1
        elif i < len(steps) and best[i][j] == best[i + 1][j]:
            yield steps[i], None
            i += 1
        else:
            yield None, done[j]
            j += 1


def same_deed(step: Record, command: Record) -> bool:
    """Return True if a command did what a step asks for; it may say more than the step."""
    if folded(step["command"]) != folded(command["kind"]):
        return False
    have = {folded(name): folded(value) for name, value in command["fields"].items()}
    actor = folded(command["actor"])
    for name, value in step["fields"].items():
        if folded(name) in WORDING or value in (None, "", [], 0, False):
            continue
        found = have.get(folded(name)) or (actor if name in {"player", "requester", "caller"} else None)
        if found != folded(value):
            return False
    return True


def folded(value: Any) -> Any:
    """A name or value as it is compared: letters and digits only, no article before it, of a list in any order."""
    if isinstance(value, list):
        return tuple(sorted(str(folded(each)) for each in value))
    return re.sub(r"^(?:the|an?) |[^a-z0-9]", "", str(value).lower()) if value is not None else ""


def _told(kind: str, fields: Mapping[str, Any], at: float) -> str:
    shown = ", ".join(f"{name}={value}" for name, value in fields.items() if value not in (None, "", [], False))
    return f"{at:6.1f} s {kind}({shown})"


def read_records(path: Path) -> list[Record]:
    """Records of one evening."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def play(folder: Path, recording: Path, events: Path, *how: str) -> None:
    """Play a recording of a session folder through the companion's own command line; silently unless told how."""
    command = [
        sys.executable, "-m", "companion", "listen", "--input", str(recording), "--roster", str(folder / "roster.json"),
        "--enroll", str(folder), "--dice", _dealing(folder / "expected.json"), "--events", str(events),
        *(how or ("--mute",)),
    ]  # fmt: skip
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def _dealing(expected: Path) -> str:
    """Return the dealing option of a session: its own, or the faces and cards its file lists."""
    told: str | None = json.loads(expected.read_text(encoding="utf-8")).get("dealing")
    return told or f"script:{expected}"


RECORDINGS = frozenset({"clean", "table", "evening"})


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and score session folders; prints a line for each recording."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.evening", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, help="session folders with roster.json and expected.json")
    parser.add_argument("--errors", action="store_true", help="list what was missed and what was wrong")
    parser.add_argument("--keep", type=Path, help="folder to keep the records in")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        keep = options.keep or Path(scratch)
        keep.mkdir(parents=True, exist_ok=True)
        for folder in options.folders:
            if not (folder / "expected.json").is_file():
                sys.stdout.write(f"{folder} is no session folder: it has no expected.json.\n")
                continue
            for recording in recordings(folder):
                _measure(folder, recording, keep, options.errors)
    return 0


def recordings(folder: Path) -> list[Path]:
    """The recordings of a session folder, those of single voices left out."""
    return sorted(file for file in folder.glob("*.flac") if file.stem in RECORDINGS)


def _measure(folder: Path, recording: Path, keep: Path, errors: bool) -> None:
    events = keep / f"{folder.name}-{recording.stem}.jsonl"
    play(folder, recording, events)
    found = score(json.loads((folder / "expected.json").read_text(encoding="utf-8")), read_records(events))
    waits = list(found.latencies)
    sys.stdout.write(
        f"{folder.name} {recording.stem}: {found.right} of {found.expected} commands, holder right after "
        f"{found.holders_right}, {len(found.wrong)} wrong; end of speech to decision median "
        f"{percentile(waits, 0.5):.2f} s, 95 % {percentile(waits, 0.95):.2f} s\n"
    )
    if errors:
        for told in found.missed:
            sys.stdout.write(f"  missed {told}\n")
        for told in found.wrong:
            sys.stdout.write(f"  wrong  {told}\n")


if __name__ == "__main__":
    raise SystemExit(main())
