"""A campaign as a vault of linked notes: one for every evening, person, place, thing and goal, and one to begin with.

Notes link to each other as [[folder/file|name]]. What people said stays text: it can neither link nor format, nor
reach the front matter, nor mean anything to the programs that read such vaults.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.base.characters import json_text, visible_line
from companion.base.file_names import Names
from companion.chronicle.extractor.markdown import escape, tidy
from companion.chronicle.memory.values import Entry, Memory, Written
from companion.transfer.exports.chapters import Chapter
from companion.transfer.exports.pages import evening_markdown

_MEANING = {"$": "&#36;", "%%": "&#37;&#37;", "==": "&#61;&#61;", "::": "&#58;&#58;", "^": "&#94;"}
"""Replacements for what such programs read as formulas, comments, marks and fields where plain Markdown does not."""

_QUOTES = 12
"""Sentences of one evening in one note."""

_LONGEST_NAME = 4


@dataclass(frozen=True, slots=True)
class _Note:
    """Somebody or something of the story, over all evenings."""

    folder: str
    file: str
    entry: Entry

    @property
    def link(self) -> str:
        """The note, as others link to it."""
        return self.link_as(self.entry.name)

    def link_as(self, words: str) -> str:
        """The note, linked to by other words."""
        return f"[[{self.folder}/{self.file}|{_label(words)}]]"

    @property
    def evenings(self) -> tuple[int, ...]:
        """Evenings that spoke of it."""
        return tuple(sorted({each.evening for each in self.entry.evidence}))


def vault_files(title: str, chapters: Sequence[Chapter], memory: Memory) -> dict[str, str]:
    """Every note of the vault by its path, with slashes.

    Args:
        title: Name of the campaign.
        chapters: Its evenings, first one first.
        memory: What it remembers; what nobody ever spoke of has no note, unless it is a goal.
    """
    notes = tuple(_notes(memory))
    files = {"Start here.md": _front_page(title, chapters, notes)}
    for chapter in chapters:
        files[f"Evenings/{_evening_file(chapter.number)}.md"] = _evening_note(title, chapter, notes)
    for note in notes:
        files[f"{note.folder}/{note.file}.md"] = _note_page(title, note, notes)
    return files


def _notes(memory: Memory) -> Iterator[_Note]:
    told = {"People": memory.people, "Places": memory.places, "Things": memory.items, "Goals": memory.goals}
    for folder, entries in told.items():
        names = Names()
        for entry in entries:
            if entry.evidence or entry.kind == "goal":
                yield _Note(folder, names.give(entry.name), entry)


def _front_page(title: str, chapters: Sequence[Chapter], notes: Sequence[_Note]) -> str:
    cast = dict.fromkeys(seat for chapter in chapters for seat in chapter.evening.cast)
    seats = [f"- {plain(player)}" + (f" as **{plain(name)}**" if name else "") for player, name in cast]
    evenings = [f"- {_evening_link(each.number)}, {plain(each.evening.date)}" for each in chapters]
    parts = [_front_matter(type="campaign", campaign=title), f"# {plain(title)}", "\n".join(seats)]
    parts += [_section("Evenings", evenings)]
    parts += [_section(folder, [f"- {each.link}" for each in notes if each.folder == folder]) for folder in _FOLDERS]
    return _page(parts)


_FOLDERS = ("People", "Places", "Things", "Goals")


def _evening_note(title: str, chapter: Chapter, notes: Sequence[_Note]) -> str:
    evening = chapter.evening
    about = _front_matter(
        type="evening",
        campaign=title,
        number=chapter.number,
        date=evening.date,
        players=[player for player, _ in evening.cast],
        secrets=bool(chapter.secrets),
    )
    parts = [about, _calm(evening_markdown(chapter)).replace("## ", "# ", 1)]
    for folder in _FOLDERS:
        here = [f"- {each.link}" for each in notes if each.folder == folder and chapter.number in each.evenings]
        parts.append(_section(f"{folder} of this evening", here))
    return _page(parts)


def _note_page(title: str, note: _Note, notes: Sequence[_Note]) -> str:
    entry = note.entry
    about = _front_matter(
        type=entry.kind if entry.kind != "item" else "thing",
        campaign=title,
        name=entry.name,
        aliases=sorted(entry.aliases),
        role=entry.role,
        owner=entry.owner,
        detail=entry.detail,
        evenings=list(note.evenings),
    )
    parts = [about, f"# {plain(entry.name)}"]
    facts = [plain(each) for each in (entry.role, entry.detail) if each]
    facts += [f"of {plain(entry.owner)}"] if entry.owner else []
    parts.append(", ".join(facts))
    others = [each for each in notes if each is not note]
    for evening in note.evenings:
        told = [each for each in entry.evidence if each.evening == evening][:_QUOTES]
        quotes = [f"- “{_linked(tidy(each.words), others)}” [{plain(each.utterance)}]" for each in told]
        parts.append(_section(_evening_link(evening), quotes))
    own = [f"- {plain(what)}: {plain(words)}" for what, words in entry.wording]
    parts.append(_section("As a language model tells it", own))
    wrote = [f"- “{plain(each.text)}” ({plain(_writer(each))})" for each in entry.notes]
    parts.append(_section("Written by the table", wrote))
    return _page(parts)


def _writer(note: Written) -> str:
    told = [note.by or "the table", f"{note.at:%Y-%m-%d}" if note.at else ""]
    return ", ".join(filter(None, told))


def _linked(text: str, notes: Sequence[_Note]) -> str:
    """Text with the names of other notes as links, the rest plain."""
    by_name = {name.casefold(): each for each in notes for name in _called(each.entry)}
    if not by_name:
        return plain(text)
    names = "|".join(re.escape(name) for name in sorted(by_name, key=len, reverse=True))
    pieces = re.split(rf"(?<!\w)({names})(?!\w)", text, flags=re.IGNORECASE)
    return "".join(
        note.link_as(piece) if (note := by_name.get(piece.casefold())) else _inner(piece) for piece in pieces
    )


def _called(entry: Entry) -> list[str]:
    """The name and its parts as the table says them; names as long as a goal are never said like that."""
    words = entry.name.casefold().split()
    shorter = [alias for alias in sorted(entry.aliases) if set(alias.casefold().split()) <= set(words)]
    return [] if len(words) > _LONGEST_NAME else [*shorter, entry.name]


def _inner(text: str) -> str:
    """Plain text in the middle of a line, its blanks at the ends kept."""
    return f"{' ' if text[:1].isspace() else ''}{plain(text)}{' ' if text[-1:].isspace() and text.strip() else ''}"


def _evening_file(number: int) -> str:
    return f"Evening {number:02}"


def _evening_link(number: int) -> str:
    return f"[[Evenings/{_evening_file(number)}|Evening {number}]]"


def _label(name: str) -> str:
    """A name inside a link, which knows no escapes: letters, digits and what stands between words."""
    return " ".join(re.sub(r"[^\w\s'’,.()&!?-]|_", " ", name).split()) or "unnamed"


def plain(text: str) -> str:
    """Speech as text in a vault."""
    return _calm(escape(text))


def _calm(markdown: str) -> str:
    for sign, entity in _MEANING.items():
        markdown = markdown.replace(sign, entity)
    return markdown


def _section(heading: str, lines: Sequence[str]) -> str:
    return "\n".join([f"## {heading}\n", *lines]) if lines else ""


def _page(parts: Iterable[str]) -> str:
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def _front_matter(**fields: Any) -> str:
    """YAML between dashes; every text stands in quotes on one line, whatever is in it."""
    lines = [f"{key}: {_yaml(value)}" for key, value in fields.items() if value not in (None, [])]
    return "\n".join(["---", *lines, "---"])


def _yaml(value: Any) -> str:
    if isinstance(value, str):
        return json_text(" ".join(visible_line(value).split()))
    if isinstance(value, list):
        return f"[{', '.join(map(_yaml, value))}]"
    return json.dumps(value)
