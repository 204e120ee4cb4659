"""A campaign as a vault of linked notes: one for every evening, person, place, thing and goal, and one to begin with.

Notes link to each other as [[folder/file|name]]. What people said stays text: it can neither link nor format, nor
reach the front matter, nor mean anything to the programs that read such vaults.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.exports.chapters import Chapter
from companion.exports.file_names import Names
from companion.exports.pages import evening_markdown
from companion.scribe.markdown import escape, tidy
from companion.scribe.model import Chronicle, ChronicleEntry, Evidence
from companion.scribe.names import same_person

_MEANING = {"$": "&#36;", "%%": "&#37;&#37;", "==": "&#61;&#61;", "::": "&#58;&#58;", "^": "&#94;"}
"""What such programs read as formulas, comments, marks and fields where plain Markdown does not."""

_QUOTES = 12
"""Sentences of one evening in one note."""

_LONGEST_NAME = 4


@dataclass(slots=True)
class _Note:
    """Somebody or something of the story, over all evenings."""

    folder: str
    name: str
    file: str
    aliases: set[str] = field(default_factory=set)
    role: str | None = None
    owner: str | None = None
    detail: str | None = None
    told: dict[int, list[Evidence]] = field(default_factory=dict)

    @property
    def link(self) -> str:
        """The note, as others link to it."""
        return f"[[{self.folder}/{self.file}|{_label(self.name)}]]"


def vault_files(title: str, chapters: Sequence[Chapter]) -> dict[str, str]:
    """Every note of the vault by its path, with slashes."""
    notes = _Gatherer().gather(chapters)
    files = {"Start here.md": _front_page(title, chapters, notes)}
    for chapter in chapters:
        files[f"Evenings/{_evening_file(chapter.number)}.md"] = _evening_note(title, chapter, notes)
    for note in notes:
        files[f"{note.folder}/{note.file}.md"] = _note_page(title, note, notes)
    return files


class _Gatherer:
    """Brings together what different evenings say of the same."""

    def __init__(self) -> None:
        self._notes: list[_Note] = []
        self._names: dict[str, Names] = {}

    def gather(self, chapters: Iterable[Chapter]) -> list[_Note]:
        for chapter in chapters:
            for folder, entries in _kinds(chapter.evening.chronicle):
                for entry in entries:
                    self._take(folder, entry, chapter.number)
        return self._notes

    def _take(self, folder: str, entry: ChronicleEntry, evening: int) -> None:
        note = next((each for each in self._notes if each.folder == folder and _same(each, entry)), None)
        if note is None:
            file = self._names.setdefault(folder, Names()).give(entry.name)
            note = _Note(folder, entry.name, file)
            self._notes.append(note)
        note.aliases |= {alias for alias in (entry.name, *entry.aliases) if alias != note.name}
        note.role, note.owner = entry.role or note.role, entry.owner or note.owner
        note.detail = entry.detail or note.detail
        note.told.setdefault(evening, []).extend(entry.evidence)


def _kinds(chronicle: Chronicle) -> Iterator[tuple[str, Sequence[ChronicleEntry]]]:
    yield "People", chronicle.npcs
    yield "Places", chronicle.places
    yield "Things", [entry for entry in chronicle.items if entry.evidence]
    yield "Goals", chronicle.goals


def _same(note: _Note, entry: ChronicleEntry) -> bool:
    if note.folder == "People":
        return same_person(note.name, entry.name)
    return note.name.casefold() == entry.name.casefold() and note.owner == entry.owner


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
        here = [f"- {each.link}" for each in notes if each.folder == folder and chapter.number in each.told]
        parts.append(_section(f"{folder} of this evening", here))
    return _page(parts)


def _note_page(title: str, note: _Note, notes: Sequence[_Note]) -> str:
    about = _front_matter(
        type=note.folder.removesuffix("s").lower().replace("people", "person"),
        campaign=title,
        name=note.name,
        aliases=sorted(note.aliases),
        role=note.role,
        owner=note.owner,
        detail=note.detail,
        evenings=sorted(note.told),
    )
    parts = [about, f"# {plain(note.name)}"]
    facts = [plain(each) for each in (note.role, note.detail) if each]
    facts += [f"of {plain(note.owner)}"] if note.owner else []
    parts.append(", ".join(facts))
    others = [each for each in notes if each is not note]
    for evening, evidence in sorted(note.told.items()):
        quotes = [f"- “{_linked(tidy(each.words), others)}” [{plain(each.utterance)}]" for each in _first(evidence)]
        parts.append(_section(_evening_link(evening), quotes))
    return _page(parts)


def _first(evidence: Iterable[Evidence]) -> list[Evidence]:
    by_words = {(each.utterance, each.words): each for each in evidence}
    return list(by_words.values())[:_QUOTES]


def _linked(text: str, notes: Sequence[_Note]) -> str:
    """Text with the names of other notes as links, the rest plain."""
    by_name = {name.casefold(): each for each in notes for name in _called(each)}
    if not by_name:
        return plain(text)
    names = "|".join(re.escape(name) for name in sorted(by_name, key=len, reverse=True))
    pieces = re.split(rf"(?<!\w)({names})(?!\w)", text, flags=re.IGNORECASE)
    return "".join(
        f"[[{note.folder}/{note.file}|{_label(piece)}]]" if (note := by_name.get(piece.casefold())) else _inner(piece)
        for piece in pieces
    )


def _called(note: _Note) -> list[str]:
    """The name and its parts as the table says them; names as long as a goal are never said like that."""
    words = note.name.casefold().split()
    shorter = [alias for alias in sorted(note.aliases) if set(alias.casefold().split()) <= set(words)]
    return [] if len(words) > _LONGEST_NAME else [*shorter, note.name]


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
        one_line = " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]", " ", value).split())
        return json.dumps(one_line, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{', '.join(map(_yaml, value))}]"
    return json.dumps(value)
