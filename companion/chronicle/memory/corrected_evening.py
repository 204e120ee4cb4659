"""An evening as the campaign remembers it: the table's corrections put into its words, people, places and things."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from companion.chronicle.extractor.model import Chronicle, ChronicleEntry, Evidence
from companion.chronicle.extractor.notes import EveningNotes
from companion.chronicle.memory.values import Entry, Memory, spelled

Spell = Callable[[str], str]


def as_remembered(evening: EveningNotes, gathered: Memory, right: Memory, spell: Spell) -> EveningNotes:
    """The evening with what the table set right; facts of the rules stay as they are.

    Args:
        evening: As it was read; its number is known.
        gathered: What the campaign remembers without corrections.
        right: The same with them.
        spell: Puts names that are used now in place of those that are not, see `corrections.spelling`.
    """
    number, chronicle = evening.number, evening.chronicle
    gone, new = _difference(gathered, right)
    closed = {each.key for each in right if each.closed}
    settled = {(each.ref, spelled(each.name)) for each in gathered if each.key in closed}

    def listed(kind: str, entries: Sequence[ChronicleEntry]) -> tuple[ChronicleEntry, ...]:
        left = [each for each in entries if not any(_is(each, other, number) for other in gone if other.kind == kind)]
        made = [_entry(each, number) for each in new if each.kind == kind and _of(each, number)]
        return tuple(sorted((*left, *made), key=_first)) if made else tuple(left)

    threads = [
        each for each in listed("thread", chronicle.threads) if (_ref(each, number), spelled(each.name)) not in settled
    ]
    changed = replace(
        chronicle,
        npcs=listed("person", chronicle.npcs),
        places=listed("place", chronicle.places),
        items=listed("item", chronicle.items),
        promises=listed("promise", chronicle.promises),
        lines=listed("line", chronicle.lines),
        threads=tuple(threads),
        goals=listed("goal", chronicle.goals),
        connections=listed("connection", chronicle.connections),
        scenes=listed("scene", chronicle.scenes),
        consequences=listed("consequence", chronicle.consequences),
    )
    lines = tuple(replace(line, text=spell(line.text)) for line in evening.lines)
    return replace(evening, lines=lines, chronicle=_spelt(changed, spell))


def _difference(gathered: Memory, right: Memory) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Entries that corrections removed or changed, and what there is in their place."""
    before, after = set(gathered), set(right)
    return tuple(each for each in gathered if each not in after), tuple(each for each in right if each not in before)


def _of(entry: Entry, evening: int | None) -> tuple[Evidence, ...]:
    """Return the evidence of an entry in one evening."""
    return tuple(
        Evidence(each.utterance, each.words, each.speaker, each.at)
        for each in entry.evidence
        if each.evening == evening
    )


def _is(entry: ChronicleEntry, other: Entry, evening: int | None) -> bool:
    """Return True if an evening's entry is part of what is remembered under another."""
    cited = set(_of(other, evening))
    return any(each in cited for each in entry.evidence) and other.goes_by(entry.name)


def _entry(entry: Entry, evening: int | None) -> ChronicleEntry:
    return ChronicleEntry(
        entry.name, entry.certainty, _of(entry, evening), entry.aliases, entry.role, entry.detail, entry.owner,
        entry.wording,
    )  # fmt: skip


def _first(entry: ChronicleEntry) -> float:
    return entry.evidence[0].at if entry.evidence else 0.0


def _ref(entry: ChronicleEntry, evening: int | None) -> str:
    return f"{evening}/{entry.evidence[0].utterance}" if entry.evidence else ""


def _spelt(chronicle: Chronicle, spell: Spell) -> Chronicle:
    def evidence(told: Iterable[Evidence]) -> tuple[Evidence, ...]:
        return tuple(replace(each, words=spell(each.words)) for each in told)

    def entries(listed: Iterable[ChronicleEntry], *, sentences: bool = False) -> tuple[ChronicleEntry, ...]:
        return tuple(
            replace(
                each,
                name=spell(each.name) if sentences else each.name,
                evidence=evidence(each.evidence),
                wording=tuple((what, spell(told)) for what, told in each.wording),
            )
            for each in listed
        )

    return Chronicle(
        npcs=entries(chronicle.npcs),
        places=entries(chronicle.places),
        items=entries(chronicle.items),
        goals=entries(chronicle.goals),
        connections=entries(chronicle.connections),
        threads=entries(chronicle.threads, sentences=True),
        promises=entries(chronicle.promises, sentences=True),
        lines=entries(chronicle.lines, sentences=True),
        story=evidence(chronicle.story),
        scenes=entries(chronicle.scenes, sentences=True),
        consequences=entries(chronicle.consequences, sentences=True),
    )
