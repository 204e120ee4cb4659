"""Characters that names and lines may hold, and the treatment of the others.

- What people write now (names, typed lines, notes, arguments, files) is refused: `companion.base.plain_text`.
- What was heard or recorded gets a mark in their place: `as_heard`.
- What is kept or quoted is shown with escapes in their place: `visible`, and for whatever a terminal prints
  `companion.cli.terminal`.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Any

LONGEST_TEXT = 10_000
"""Letters of a line that are kept: ten minutes of talk without a pause."""
CUT = " […]"
"""End of a line that was longer."""

_BREAKS = "\t\n\v\f\r\x85\u2028\u2029"
"""Tab, and whatever begins a new line somewhere."""

_CONTROLS = (
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"  # C0, DEL and C1: what terminals and printers obey
    "\u202a-\u202e\u2066-\u206f"  # text turned round (overrides, embeddings, isolates), and the deprecated formats
    "\u180e\u200b\u2060-\u2065\ufeff"  # blanks without width
    "\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # annotations, shorthand, music
    "\U000e0000-\U000e007f"  # tags
    "\ud800-\udfff"  # halves of letters
)
_FLAG = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f"
"""The flag of a region such as Scotland, the one use of tags."""

_UNFIT = re.compile(f"{_FLAG}|([{_CONTROLS}])")
_ESCAPED = re.compile(f"{_FLAG}|([{_CONTROLS}{_BREAKS.replace(chr(10), '')}])")
HALF_LETTER = re.compile("[\ud800-\udfff]")
"""Half of a letter, which JSON and a terminal can send but UTF-8 cannot say."""

_AS_BLANKS = str.maketrans(_BREAKS, " " * len(_BREAKS))

_UNSEEN = re.compile("[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u200e\u200f\u2800\u3164\uffa0]")
"""Characters that a line may hold, but no name: nobody could tell it from the same name without them."""

_JOINERS = frozenset("\u200c\u200d")
_DEPENDENT = re.compile("[\u200c\u200d\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Joiners and variation selectors: parts of emoji and of some scripts, unseen anywhere else."""

_JOINED = frozenset(("Lo", "Mn", "Mc", "So", "Sk", "Sm", "Cn"))
"""Categories of what a joiner may stand between: letters without case, their marks, and pictures."""

_CASED = frozenset(("Lu", "Ll", "Zs"))
_LETTER_LIKE_PICTURE = "\u2139"
"""The one emoji that is a small letter to Unicode."""


def unfit(text: str, *, name: bool = False) -> str | None:
    """The first character that a line may not hold, or a name may not; None when there is none.

    Breaks and tabs are no such characters (see `one_line`).

    Args:
        text: What somebody wrote.
        name: Whether it is a name, which may hold nothing unseen at all.
    """
    found = next((each[1] for each in _UNFIT.finditer(text) if each[1]), None)
    return found or (_unseen(text) if name and not text.isascii() else None)


def _unseen(name: str) -> str | None:
    plain = _UNSEEN.search(name)
    return plain[0] if plain else next((each[0] for each in _DEPENDENT.finditer(name) if _is_stray(each)), None)


def _is_stray(mark: re.Match[str]) -> bool:
    """Return True if a joiner or selector stands where it changes nothing that can be seen."""
    before, after = mark.string[: mark.start()][-1:], mark.string[mark.end() :][:1]
    if mark[0] in _JOINERS:
        return not {_category(before), _category(after)} <= _JOINED
    stacked = _DEPENDENT.fullmatch(before) is not None
    return stacked or not before or (_category(before) in _CASED and before != _LETTER_LIKE_PICTURE)


def _category(letter: str) -> str:
    return unicodedata.category(letter) if letter else ""


def one_line(text: str) -> str:
    """The text with a blank for every break and tab; as long as before."""
    return text.translate(_AS_BLANKS)


def as_heard(text: str) -> str:
    """Return heard or recorded text as one line with U+FFFD for what no line may hold; as long as before."""
    return text if text.isprintable() else _UNFIT.sub(_marked, one_line(text))


def within_line(text: str) -> str:
    """The text, cut where it has more than `LONGEST_TEXT` letters; `CUT` shows it."""
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - len(CUT)] + CUT


def _marked(found: re.Match[str]) -> str:
    return "\ufffd" if found[1] else found[0]


def visible(text: str) -> str:
    r"""The text with an escape such as \u001b for everything that no line may hold; its lines stay lines.

    A tab is a blank. What is escaped so is escaped in JSON too, so that JSON means the same as before.
    """
    return text if text.isprintable() else _ESCAPED.sub(_escape, text.replace("\r\n", "\n").replace("\t", " "))


def shown_name(text: str) -> str:
    """As `visible`, for a name: with an escape for everything that no name may hold (see `unfit`)."""
    while (character := unfit(text, name=True)) is not None:
        text = text.replace(character, _escaped(character))
    return text


def visible_line(text: str) -> str:
    """As `visible`, on one line: breaks and tabs become blanks."""
    return visible(one_line(text))


def _escape(found: re.Match[str]) -> str:
    return _escaped(found[1]) if found[1] else found[0]


def _escaped(character: str) -> str:
    return json.dumps(character)[1:-1].replace("\x7f", "\\u007f")


def json_text(data: Any, indent: int | None = None) -> str:
    """JSON in which letters of any script stand as they are, and nothing that `visible` would escape."""
    return visible(json.dumps(data, ensure_ascii=False, indent=indent))


def each_text(data: Any, change: Callable[[str], str]) -> Any:
    """JSON-like data with every text in it changed, names of entries included."""
    if isinstance(data, str):
        return change(data)
    if isinstance(data, Mapping):
        return {each_text(key, change): each_text(value, change) for key, value in data.items()}
    return [each_text(each, change) for each in data] if isinstance(data, list | tuple) else data


def texts_in(data: Any) -> Iterator[str]:
    """Every text in JSON-like data, names of entries included."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from texts_in(key)
            yield from texts_in(value)
    elif isinstance(data, list | tuple):
        for each in data:
            yield from texts_in(each)
