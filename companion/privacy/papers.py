"""Papers already written to files: what quotes struck words goes, everything else stays as people left it."""

from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from companion.errors import CompanionError


class PaperLocked(CompanionError):
    """Saved notes that quote struck words cannot be changed."""

    code = "paper_locked"


def clear_papers(folder: Path, campaign: str, quotes: Callable[[str], bool]) -> tuple[Path, ...]:
    """Take quoting lines out of a campaign's notes and recaps; a quoting chronicle is deleted, as it is no prose.

    Args:
        folder: Notes folder; need not exist.
        campaign: What the names of its files begin with.
        quotes: Whether a line was made from struck words.

    Returns:
        Files that were changed.

    Raises:
        PaperLocked: A file cannot be read or written; it is left as it was, and the others were cleared.
    """
    changed, locked = [], []
    for file in _papers(folder, campaign):
        try:
            if _clear(file, quotes):
                changed.append(file)
        except OSError as problem:
            locked.append(f"{file} ({problem.strerror})")
    if locked:
        raise PaperLocked(f"These may still quote what was struck: {', '.join(locked)}.", "Unlock and delete them.")
    return tuple(changed)


def _clear(file: Path, quotes: Callable[[str], bool]) -> bool:
    """Take quoting lines out of a file; False when there are none."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    staying = [line for line in lines if not quotes(line)]
    if len(staying) == len(lines):
        return False
    if file.suffix == ".json":
        file.unlink()
        return True
    replacement = file.with_suffix(".new")
    replacement.write_text("".join(staying), encoding="utf-8")
    replacement.replace(file)
    return True


def holding(folder: Path, words: Collection[str]) -> tuple[Path, ...]:
    """Files of the data folder in which one of these words is left: copies that were kept of an earlier database.

    Args:
        folder: Data folder.
        words: Words in lower case that occur nowhere else.
    """
    wanted = [each.encode() for each in words]
    files = (each for each in sorted(folder.rglob("*")) if each.is_file())
    return tuple(each for each in files if any(word in body for body in [_body(each)] for word in wanted))


def _body(file: Path) -> bytes:
    """What a file holds in lower case; nothing where it went away since the folder was listed, as an evening runs."""
    try:
        return file.read_bytes().lower()
    except FileNotFoundError:
        return b""


def _papers(folder: Path, campaign: str) -> Iterator[Path]:
    return (file for file in sorted(folder.glob(f"{campaign}-*")) if file.suffix in {".md", ".txt", ".json"})
