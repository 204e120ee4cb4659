"""Findings of a model joined with what the embedded scribe wrote: two witnesses for everything new.

The embedded scribe's entries all stay, with their evidence. A model can tell somebody's trade, and bring somebody new
where the embedded scribe, too, took the sentence for the story and saw more of a person in the name than of a place or
a thing.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.chronicle.extractor.language import parser
from companion.chronicle.extractor.mentions import mentions
from companion.chronicle.extractor.model import Chronicle, ChronicleEntry, Evidence
from companion.chronicle.extractor.names import parts, same_person
from companion.chronicle.extractor.retellable import told
from companion.chronicle.llm_extractor.findings import Finding, FindingKind, Findings
from companion.chronicle.llm_extractor.material import of_the_table, said_in
from engine.quick_dataclass import dataclass
from engine.vocabulary import Vocabulary

_LEANS_ENOUGH = 1.0
"""Weight a story needs for a person or a place; the embedded scribe alone wants more than twice that."""
_COMES_BACK = 3
"""Sentences of the story that have to speak of a thing; small models take whatever lies around for what matters."""
_MAY_BE_OPEN = re.compile(
    r"\b(?:promis\w+|swears?|swore|vow\w*|owes?|owed|debts?|demand\w*|wants?|must|needs?|ha(?:s|ve) to"
    r"|ask(?:s|ed)? \w+ to|in return|unless|until|missing|looking for|find out|bring \w+ back|whoever|nobody knows"
    r"|no one knows|deadline|before (?:dawn|dusk|midnight|nightfall|sunrise|sunset|the \w+))\b",
    re.IGNORECASE,
)
"""Words without which nothing is open; the embedded scribe alone wants plainer ones."""


def merged(chronicle: Chronicle, found: Iterable[Findings], vocabulary: Vocabulary) -> Chronicle:
    """The chronicle with what a model found; nothing of it is removed.

    Args:
        chronicle: What the embedded scribe wrote of the same talk.
        found: Checked answers; of those not trusted nothing is taken.
        vocabulary: People of the table and what is theirs.
    """
    believed = [each for findings in found if findings.trusted for each in findings.kept]
    return _Merger(chronicle, vocabulary, believed).merge() if believed else chronicle


@dataclass(frozen=True, slots=True)
class _Leaning:
    """Weights of the sentences around a name for a person, a place and another thing."""

    person: float
    place: float
    thing: float


class _Merger:
    def __init__(self, chronicle: Chronicle, vocabulary: Vocabulary, found: Sequence[Finding]) -> None:
        self._old = chronicle
        self._vocabulary = vocabulary
        self._found = found

    def merge(self) -> Chronicle:
        old = self._old
        taken = [*old.npcs, *old.connections, *old.places]
        people = [*map(self._with_role, old.npcs), *self._new("person", taken)]
        return replace(
            old,
            npcs=tuple(sorted(people, key=_first_said)),
            places=(*old.places, *self._new("place", [*taken, *people])),
            items=(*old.items, *self._new("item", old.items)),
            threads=(*old.threads, *self._open()),
        )

    def _with_role(self, entry: ChronicleEntry) -> ChronicleEntry:
        names = {entry.name, *entry.aliases}
        roles = (each.role for each in self._of("person") if each.role and names & set(each.forms))
        return replace(entry, role=entry.role or next(roles, None))

    def _new(self, kind: FindingKind, taken: Sequence[ChronicleEntry]) -> list[ChronicleEntry]:
        """Entries for findings that nothing written so far can mean, one for each somebody or something."""
        entries: list[ChronicleEntry] = []
        for finding in sorted(self._of(kind), key=lambda each: -len(parts(each.name))):
            sentences = self._sentences(finding)
            if not sentences or any(_means(each, finding) for each in taken) or not self._borne_out(finding):
                continue
            at = next((at for at, each in enumerate(entries) if _means(each, finding)), None)
            if at is None:
                aliases = tuple(form for form in finding.forms if form != finding.name)
                entries.append(ChronicleEntry(finding.name, "inferred", sentences, aliases, finding.role))
            else:
                entries[at] = _joined(entries[at], finding, sentences)
        return entries

    def _borne_out(self, finding: Finding) -> bool:
        """Return True if the embedded scribe's own reading of the story allows for the finding."""
        if of_the_table(finding.name, self._vocabulary):
            return False
        if finding.kind == "item":
            said = [each for each in self._old.story if any(said_in(form, each.words) for form in finding.forms)]
            return len(said) >= _COMES_BACK
        leaning = self._leaning(finding)
        if finding.kind == "person":
            return leaning.person >= _LEANS_ENOUGH and leaning.person > max(leaning.place, leaning.thing)
        if finding.kind == "place":
            return leaning.place >= _LEANS_ENOUGH and leaning.place > max(leaning.person, leaning.thing)
        return True

    def _leaning(self, finding: Finding) -> _Leaning:
        """Return the weights of all the story's sentences that say the name."""
        named = frozenset(parts(finding.name))
        found = []
        for each in self._old.story:
            if any(said_in(form, each.words) for form in finding.forms):
                doc = parser()(each.words)
                found += [mention for sentence in doc.sents for mention in mentions(doc, sentence, named)]
        mine = [each for each in found if same_person(each.name, finding.name)]
        return _Leaning(*(sum(getattr(each, of) for each in mine) for of in ("person", "place", "thing")))

    def _open(self) -> list[ChronicleEntry]:
        """Sentences of the story in the lines that leave something open, as they were said, without talk of dice."""
        lines = {line for finding in self._of("open") for line in finding.lines}
        noted = {evidence.utterance for entry in self._old.threads for evidence in entry.evidence}
        players = [player.name for player in self._vocabulary.players]
        return [
            ChronicleEntry(each.words, "inferred", (each,))
            for each in self._old.story
            if each.utterance in lines - noted
            and _MAY_BE_OPEN.search(each.words)
            and not each.words.endswith("?")
            and told(each.words, players, ())
        ]

    def _of(self, kind: FindingKind) -> list[Finding]:
        return [each for each in self._found if each.kind == kind]

    def _sentences(self, finding: Finding) -> tuple[Evidence, ...]:
        """Sentences of the story that say the name in the lines of the finding."""
        return tuple(
            each
            for each in self._old.story
            if each.utterance in finding.lines and any(said_in(form, each.words) for form in finding.forms)
        )


def _means(entry: ChronicleEntry, finding: Finding) -> bool:
    return any(same_person(each, form) for each in (entry.name, *entry.aliases) for form in finding.forms)


def _joined(entry: ChronicleEntry, finding: Finding, sentences: Sequence[Evidence]) -> ChronicleEntry:
    aliases = dict.fromkeys(form for form in (*entry.aliases, *finding.forms) if form != entry.name)
    evidence = sorted(dict.fromkeys((*entry.evidence, *sentences)), key=lambda each: each.at)
    return replace(entry, aliases=tuple(aliases), evidence=tuple(evidence), role=entry.role or finding.role)


def _first_said(entry: ChronicleEntry) -> float:
    return entry.evidence[0].at
