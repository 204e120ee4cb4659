"""Papers already written to files: what quotes struck words goes, everything else stays as people left it."""

import json
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from companion.base.atomic_files import PASSING, write_whole
from companion.base.errors import CompanionError
from companion.base.private_files import private_folder
from companion.store import Store
from engine.phrase import joined, phrase

Written = TypeVar("Written")

_PART_BYTES, _LONGEST_WORD = 1 << 20, 1 << 10
"""Bytes of a file that are searched at a time; bytes of the longest word that may lie on the border of two parts."""
_ESCAPED = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")


class DocumentLocked(CompanionError):
    """Saved notes that quote struck words cannot be changed."""

    code = "paper_locked"


class DocumentNotSaved(CompanionError):
    """Notes cannot be saved; the evening they tell of is kept all the same."""

    code = "paper_not_kept"


@contextmanager
def although_locked(done: str) -> Iterator[None]:
    """Tell what was done all the same where a paper is locked.

    Raises:
        PaperLocked: A paper is locked; the sentences tell what was done, too.
    """
    try:
        yield
    except DocumentLocked as problem:
        raise DocumentLocked(phrase("{done} {problem}", done=done, problem=problem), problem.hint) from problem


def write_document(file: Path, text: str) -> None:
    """Save notes, or a recap, in the notes folder, in place of what was saved before.

    Args:
        file: In the notes folder, which is made where needed.
        text: All of it.

    Raises:
        PaperNotKept: There is no room or no right; what was saved before is still there.
    """
    try:
        private_folder(file.parent)
        write_whole(file, text)
    except OSError as problem:
        raise DocumentNotSaved(
            phrase("The notes cannot be saved in {parent}: {strerror}.", parent=file.parent, strerror=problem.strerror),
            phrase("Free some space there and save them again; everything said is stored."),
        ) from problem


def write_unredacted(store: Store, campaign: int, write: Callable[[], Written]) -> Written:
    """Write papers, again where words were struck meanwhile: striking clears what lies there only.

    Args:
        store: Where the campaign lives.
        campaign: Its number.
        write: Reads the evening and writes what is made of it.
    """
    strikes = store.strikes(campaign)
    written = write()
    return written if store.strikes(campaign) == strikes else write_unredacted(store, campaign, write)


def redact_documents(folder: Path, campaign: str, quotes: Callable[[str], bool]) -> tuple[Path, ...]:
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
        raise DocumentLocked(
            phrase("These documents may still quote it: {locked}.", locked=joined(locked, ", ")),
            phrase("Unlock and delete them."),
        )
    return tuple(changed)


def _clear(file: Path, quotes: Callable[[str], bool]) -> bool:
    """Take quoting lines out of a file; False when there are none."""
    if file.suffix == PASSING:
        file.unlink()
        return True
    lines = file.read_bytes().decode("utf-8", "surrogateescape").splitlines(keepends=True)
    staying = [line for line in lines if not quotes(line)]
    if len(staying) == len(lines):
        return False
    if file.suffix == ".json":
        file.unlink()
        return True
    write_whole(file, "".join(staying).encode("utf-8", "surrogateescape"))
    return True


def holding(folder: Path, words: Collection[str]) -> tuple[Path, ...]:
    """Files of the data folder in which one of these words is left: copies that were kept of an earlier database.

    Args:
        folder: Data folder.
        words: Words in folded case that occur nowhere else.
    """
    files = (each for each in sorted(folder.rglob("*")) if each.is_file())
    return tuple(each for each in files if any(word in part for part in _parts(each) for word in words))


def _parts(file: Path) -> Iterator[str]:
    """Yield the content of a file in folded case, in parts that each begin with the end of the one before.

    There are none where it went away since the folder was listed, or is locked.
    """
    before = b""
    with suppress(FileNotFoundError, PermissionError), file.open("rb") as stream:
        while part := stream.read(_PART_BYTES):
            yield _ESCAPED.sub(_unescaped, (before + part).decode("utf-8", "surrogateescape")).casefold()
            before = part[-_LONGEST_WORD:]


def _unescaped(found: re.Match[str]) -> str:
    """Letters that JSON writes as numbers; halves of a letter stay halves."""
    letters: str = json.loads(f'"{found[0]}"')
    return letters


def _papers(folder: Path, campaign: str) -> list[Path]:
    """A campaign's papers with copies people made of them, and what a crash left half written of one.

    Of a campaign called "Harbour 2" none is one of "Harbour".
    """
    paper = rf"{re.escape(campaign)}-[0-9]+(-chronicle|-recap)?([^\w-].*)?\.(md|txt|json)"
    ours = re.compile(rf"{paper}|\.{paper}(\.[0-9a-f]+)?{re.escape(PASSING)}", re.DOTALL)
    return sorted(each for each in folder.glob("*") if ours.fullmatch(each.name))
