"""Findings of a model joined with what the embedded scribe wrote, whose entries all stay with their evidence.

What a model brings is uncertain ("inferred"), rests on sentences of the table, and tells its own words apart.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from companion.chronicle.extractor.language import words
from companion.chronicle.extractor.model import Chronicle, ChronicleEntry, Evidence, TalkLine, Wording
from companion.chronicle.extractor.names import parts, same_person
from companion.chronicle.llm_extractor.check import said_in
from companion.chronicle.llm_extractor.findings import Finding, FindingKind, Findings, standing
from engine.vocabulary import Vocabulary

_MOST_SENTENCES = 6
"""Sentences an entry takes of the lines of one finding."""
_PROMISES = frozenset(("promise", "debt"))


def merged(
    chronicle: Chronicle, found: Iterable[Findings], lines: Iterable[TalkLine], vocabulary: Vocabulary
) -> Chronicle:
    """The chronicle with what a model found; nothing of it is removed, and merging twice is merging once.

    Args:
        chronicle: What the embedded scribe wrote of the same talk.
        found: Checked answers, in the order of their batches; of those not trusted nothing is taken.
        lines: The talk.
        vocabulary: People of the table and what is theirs.
    """
    left = standing(tuple(found))
    return _Merger(chronicle, vocabulary, left, lines).merge() if left else chronicle


class _Merger:
    def __init__(
        self, chronicle: Chronicle, vocabulary: Vocabulary, found: Sequence[Finding], lines: Iterable[TalkLine]
    ) -> None:
        self._old = chronicle
        self._vocabulary = vocabulary
        self._found = found
        self._lines = {line.id: line for line in lines}
        self._story: dict[str, list[Evidence]] = {}
        for each in chronicle.story:
            self._story.setdefault(each.utterance, []).append(each)

    def merge(self) -> Chronicle:
        old = self._old
        people = self._named("person", old.npcs, (*old.places, *old.items))
        connections = self._named("connection", old.connections, ())
        places = self._named("place", old.places, (*people, *connections, *old.items))
        items = self._named("thing", old.items, (*people, *places, *connections))
        threads = list(self._sentenced("thread", old.threads))
        promised = [each for each in threads if each.role in _PROMISES]
        known = {each.evidence[0] for each in old.promises if each.evidence}
        said = {each.evidence[0]: each.wording for each in threads if each.evidence}
        kept = (replace(each, wording=_both(each, said.get(each.evidence[0], ()))) for each in old.promises)
        return replace(
            old,
            npcs=tuple(sorted(people, key=_first_said)),
            places=tuple(places),
            items=tuple(items),
            goals=tuple(self._named("goal", old.goals, ())),
            connections=tuple(connections),
            threads=tuple(threads),
            promises=(*kept, *(each for each in promised if each.evidence[0] not in known)),
            lines=tuple(self._quotes()),
            scenes=tuple(self._worded("scene", old.scenes)),
            consequences=tuple(self._worded("consequence", old.consequences)),
        )

    def _of(self, kind: FindingKind) -> Iterator[Finding]:
        return (each for each in self._found if each.kind == kind)

    def _named(
        self, kind: FindingKind, old: Sequence[ChronicleEntry], others: Collection[ChronicleEntry]
    ) -> list[ChronicleEntry]:
        """Entries with a name: more of those there are, and new ones for what no entry of another kind means."""
        entries = list(old)
        for finding in self._of(kind):
            evidence = self._evidence(finding)
            at = next((at for at, each in enumerate(entries) if self._means(each, finding)), None)
            if at is not None:
                entries[at] = _joined(entries[at], finding, evidence)
            elif evidence and not any(_same(each, finding) for each in others) and not self._of_the_table(finding):
                made = ChronicleEntry(
                    finding.name, "inferred", evidence, finding.forms, finding.role, None, finding.owner
                )
                entries.append(replace(made, wording=finding.wording))
        return entries

    def _means(self, entry: ChronicleEntry, finding: Finding) -> bool:
        if finding.kind in {"person", "connection"}:
            return any(
                same_person(one, other)
                for one in (entry.name, *entry.aliases)
                for other in (finding.name, *finding.forms)
            )
        if finding.kind == "goal":
            return entry.name.casefold() == finding.name.casefold() and entry.owner in {None, finding.owner}
        return _same(entry, finding)

    def _of_the_table(self, finding: Finding) -> bool:
        """True for a player, a character or a name of a sheet; goals and connections of sheets are fine."""
        if finding.kind == "goal":
            return False
        cast = [name for player in self._vocabulary.players for name in (player.name, player.character) if name]
        if finding.kind in {"person", "connection"} and any(same_person(finding.name, member) for member in cast):
            return True
        sheets = {
            thing.casefold()
            for player in self._vocabulary.players
            for kind, thing in player.things
            if kind not in {"connection", "goal"}
        }
        return finding.name.casefold() in sheets or _rules_word(finding.name)

    def _evidence(self, finding: Finding) -> tuple[Evidence, ...]:
        """Sentences of its lines that say its name; where none does, whole lines."""
        found: list[Evidence] = []
        for line in self._cited(finding):
            told = self._sentences(line)
            if finding.kind != "goal":
                told = [each for each in told if any(said_in(form, each.words) for form in _forms(finding))]
            found += told or [Evidence(line.id, line.text, line.speaker, line.start)]
        named = [each for each in found if any(said_in(form, each.words) for form in _forms(finding))]
        return tuple((named or found)[:_MOST_SENTENCES])

    def _cited(self, finding: Finding) -> Iterator[TalkLine]:
        return (self._lines[each] for each in finding.lines if each in self._lines)

    def _sentences(self, line: TalkLine) -> list[Evidence]:
        """Sentences of a line, those of the story as the embedded scribe has them."""
        told = list(self._story.get(line.id, ()))
        known = " ".join(each.words for each in told)
        for words_ in re.findall(r"[^.!?]+[.!?]*", line.text):
            if words_.strip() and words_.strip() not in known:
                told.append(Evidence(line.id, words_.strip(), line.speaker, line.start))
        return told

    def _sentenced(self, kind: FindingKind, old: Sequence[ChronicleEntry]) -> Iterator[ChronicleEntry]:
        """Entries called after the sentence that says them best, with what the model makes of it beside it."""
        left = list(old)
        for finding in self._of(kind):
            told = [each for line in self._cited(finding) for each in self._sentences(line)]
            if not told:
                continue
            best = max(told, key=lambda each: len(_words(each.words) & _words(finding.name)))
            at = next((at for at, each in enumerate(left) if best in each.evidence), None)
            wording: Wording = ((finding.role or "open", finding.name),)
            if at is None:
                left.append(
                    ChronicleEntry(best.words, "inferred", (best,), role=finding.role, owner=None, wording=wording)
                )
            else:
                left[at] = replace(left[at], role=left[at].role or finding.role, wording=_both(left[at], wording))
        yield from left

    def _worded(self, kind: FindingKind, old: Sequence[ChronicleEntry]) -> Iterator[ChronicleEntry]:
        """Entries in the model's words, each with its lines."""
        known = {each.name.casefold() for each in old}
        yield from old
        for finding in self._of(kind):
            told = tuple(Evidence(line.id, line.text, line.speaker, line.start) for line in self._cited(finding))
            if told and finding.name.casefold() not in known:
                known.add(finding.name.casefold())
                yield ChronicleEntry(finding.name, "inferred", told, wording=finding.wording)

    def _quotes(self) -> Iterator[ChronicleEntry]:
        yield from self._old.lines
        known = [each.name for each in self._old.lines]
        for finding in self._of("quote"):
            line = next(self._cited(finding), None)
            doubled = any(said_in(finding.name, each) or said_in(each, finding.name) for each in known)
            if line is not None and not doubled:
                known.append(finding.name)
                told = next((each for each in self._sentences(line) if said_in(finding.name, each.words)), None)
                evidence = told or Evidence(line.id, line.text, line.speaker, line.start)
                yield ChronicleEntry(finding.name, "inferred", (evidence,))


def _same(entry: ChronicleEntry, finding: Finding) -> bool:
    """Return True if an entry has a name of a finding, or the one is part of the other."""
    return any(
        set(parts(one)) <= set(parts(other)) or set(parts(other)) <= set(parts(one))
        for one in (entry.name, *entry.aliases)
        for other in _forms(finding)
        if parts(one) and parts(other)
    )


def _forms(finding: Finding) -> tuple[str, ...]:
    return (finding.name, *finding.forms)


def _rules_word(name: str) -> bool:
    lowers = name.casefold().split()
    return not lowers or lowers[0] in words()["rules_words"] or all(each in words()["titles"] for each in lowers)


def _joined(entry: ChronicleEntry, finding: Finding, evidence: Sequence[Evidence]) -> ChronicleEntry:
    """An entry with what a finding adds; a name of the embedded scribe stays, so that corrections find it."""
    aliases = dict.fromkeys(form for form in (*entry.aliases, *_forms(finding)) if form != entry.name)
    known = {each.utterance for each in entry.evidence}
    told = sorted((*entry.evidence, *(each for each in evidence if each.utterance not in known)), key=lambda e: e.at)
    role = entry.role or finding.role
    owner = entry.owner or finding.owner
    joined = replace(entry, evidence=tuple(told), role=role, owner=owner, wording=_both(entry, finding.wording))
    return joined if finding.kind == "goal" else replace(joined, aliases=tuple(aliases))


def _both(entry: ChronicleEntry, later: Wording) -> Wording:
    """The latest of each kind of thing said about an entry."""
    return tuple({**dict(entry.wording), **dict(later)}.items())


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def _first_said(entry: ChronicleEntry) -> float:
    return entry.evidence[0].at if entry.evidence else 0.0
