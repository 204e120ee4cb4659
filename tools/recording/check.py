"""Says whether a played demo did all it had to and nothing else: `python -m tools.recording.check FOLDER [SYSTEM]`."""

import json
import sys
from pathlib import Path

from companion import demo
from tools.bench.evening import read_records, score


def faults(folder: Path, slug: str = "phase-abandon") -> list[str]:
    """List the faults of a played demo, one sentence each.

    Args:
        folder: Where `companion demo --out` wrote `events.jsonl` and `notes.md`.
        slug: System played.
    """
    expected = json.loads(demo.demo_of(slug).expected.read_text(encoding="utf-8"))
    found = score(expected, read_records(folder / "events.jsonl"))
    told = [f"missed: {each}" for each in found.missed] + [f"nobody asked for: {each}" for each in found.wrong]
    if found.holders_right != found.right:
        told.append(f"narration was elsewhere after {found.right - found.holders_right} commands")
    notes = (folder / "notes.md").read_text(encoding="utf-8")
    named = {fact["name"] for fact in expected["facts"] if fact["type"] in {"npc", "connection"}}
    return told + [f"the notes do not name {name}" for name in sorted(named) if name not in notes]


def main() -> int:
    """Check the folder named on the command line; exit code 1 when something is wrong."""
    wrong = faults(Path(sys.argv[1]), *sys.argv[2:3])
    sys.stdout.writelines(f"demo: {each}\n" for each in wrong)
    sys.stdout.write("demo: everything as it had to be\n" if not wrong else "")
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())
