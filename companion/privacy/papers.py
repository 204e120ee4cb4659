"""Notes already written to files: the lines that quote struck words go, everything else stays as people left it."""

from collections.abc import Callable
from pathlib import Path


def clear_papers(folder: Path, quotes: Callable[[str], bool]) -> tuple[Path, ...]:
    """Take quoting lines out of every Markdown file of a folder.

    Args:
        folder: Notes folder; need not exist.
        quotes: Whether a line was made from struck words.

    Returns:
        Files that were changed.

    Raises:
        OSError: A file cannot be read or written; it is left as it was.
    """
    changed = []
    for file in sorted(folder.glob("*.md")):
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        staying = [line for line in lines if not quotes(line)]
        if len(staying) < len(lines):
            replacement = file.with_suffix(".new")
            replacement.write_text("".join(staying), encoding="utf-8")
            replacement.replace(file)
            changed.append(file)
    return tuple(changed)
