"""Findings of a model joined with what the embedded scribe wrote: two witnesses for everything new.

The embedded scribe's entries all stay, with their evidence. A model can tell somebody's trade, point at further
sentences that name somebody, and bring somebody new where the embedded scribe, too, took the sentence for the story and
saw more of a person in the name than of a place or a thing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.model_scribe.check import Checker, said_in
from companion.model_scribe.findings import Finding, FindingKind, Findings
from companion.scribe.language import parser, words
from companion.scribe.mentions import is_role, mentions
from companion.scribe.model import Chronicle, ChronicleEntry, Evidence
from companion.scribe.names import parts, same_person
from companion.scribe.telling import told
from engine.vocabulary import Vocabulary

_LEANS_ENOUGH = 1.0
"""How much a story has to speak for a person or a place; the embedded scribe alone wants more than twice that."""


def merged(chronicle: Chronicle, found: Iterable[Findings], vocabulary: Vocabulary) -> Chronicle:
    """The chronicle with what a model found; nothing of it is taken away.

    Args:
        chronicle: What the embedded scribe wrote of the same talk.
        found: Checked answers; of those not trusted nothing is taken.
        vocabulary: People of the table and what is theirs.
    """
    believed = [each for findings in found if findings.trusted for each in findings.kept]
    return _Merger(chronicle, vocabulary, believed).merge() if believed else chronicle


@dataclass(frozen=True, slots=True)
class _Leaning:
    """How much the sentences around a name speak for a person, a place and another thing."""

    person: float
    place: float
    thing: float


class _Merger:
    def __init__(self, chronicle: Chronicle, vocabulary: Vocabulary, found: Sequence[Finding]) -> None:
        self._old = chronicle
        self._checker = Checker(vocabulary)
        self._found = found
        self._players = [player.name for player in vocabulary.players]
        self._sheets = {thing.casefold() for player in vocabulary.players for _, thing in player.things}

    def merge(self) -> Chronicle:
        old = self._old
        taken = [*old.npcs, *old.connections, *old.places]
        people = [*map(self._enriched, old.npcs), *self._new("person", taken)]
        return replace(
            old,
            npcs=tuple(sorted(people, key=_first_said)),
            places=(*old.places, *self._new("place", [*taken, *people])),
            items=(*old.items, *self._new("item", old.items)),
            threads=(*old.threads, *self._open()),
        )

    def _enriched(self, entry: ChronicleEntry) -> ChronicleEntry:
        """An entry with a role where it had none and with further sentences that say its very name."""
        mine = [each for each in self._of("person") if each.name in {entry.name, *entry.aliases}]
        role = entry.role or next((each.role for each in mine if self._states_role(each)), None)
        further = [evidence for each in mine for evidence in self._sentences(each)]
        evidence = sorted(dict.fromkeys((*entry.evidence, *further)), key=lambda each: each.at)
        return replace(entry, role=role, evidence=tuple(evidence))

    def _states_role(self, finding: Finding) -> bool:
        """Whether a story sentence says name and role together, and the role is a trade or a kinship."""
        role = finding.role
        if role is None or not is_role(role.split()[-1]):
            return False
        return any(said_in(role, sentence.words) for sentence in self._sentences(finding))

    def _new(self, kind: FindingKind, taken: Sequence[ChronicleEntry]) -> list[ChronicleEntry]:
        """Entries for findings that nothing written so far can mean, one for each somebody or something."""
        entries: list[ChronicleEntry] = []
        for finding in sorted(self._of(kind), key=lambda each: -len(parts(each.name))):
            sentences = tuple(self._sentences(finding))
            if not sentences or any(_means(each, finding.name) for each in taken) or not self._borne_out(finding):
                continue
            at = next((at for at, each in enumerate(entries) if _means(each, finding.name)), None)
            role = finding.role if self._states_role(finding) else None
            if at is None:
                entries.append(ChronicleEntry(finding.name, "inferred", sentences, role=role))
            else:
                entries[at] = _joined(entries[at], finding.name, sentences, role)
        return entries

    def _borne_out(self, finding: Finding) -> bool:
        """Whether the embedded scribe's own reading of the story allows for the finding."""
        if finding.name.casefold() in self._sheets or self._checker.of_the_table(finding.name):
            return False
        if finding.kind == "item":
            return finding.name.split()[-1].casefold() in words()["item_words"]
        leaning = self._leaning(finding)
        if finding.kind == "person":
            return leaning.person >= _LEANS_ENOUGH and leaning.person > max(leaning.place, leaning.thing)
        return leaning.place >= _LEANS_ENOUGH and leaning.place > max(leaning.person, leaning.thing)

    def _leaning(self, finding: Finding) -> _Leaning:
        """What every story sentence that says the name speaks for, cited or not."""
        named = frozenset(parts(finding.name))
        found = []
        for each in self._old.story:
            if said_in(finding.name, each.words):
                doc = parser()(each.words)
                found += [m for sentence in doc.sents for m in mentions(doc, sentence, named)]
        mine = [each for each in found if same_person(each.name, finding.name)]
        return _Leaning(*(sum(getattr(each, of) for each in mine) for of in ("person", "place", "thing")))

    def _open(self) -> list[ChronicleEntry]:
        """Sentences of the story that leave something open, whole as they were said, without talk of dice."""
        noted = {(entry.evidence[0].utterance, entry.name) for entry in self._old.threads}
        found = dict.fromkeys(
            sentence
            for finding in self._of("open")
            for sentence in self._sentences(finding)
            if (sentence.utterance, sentence.words) not in noted
            and not sentence.words.rstrip().endswith("?")
            and told(sentence.words, self._players, ())
        )
        return [ChronicleEntry(each.words, "inferred", (each,)) for each in found]

    def _of(self, kind: FindingKind) -> list[Finding]:
        return [each for each in self._found if each.kind == kind]

    def _sentences(self, finding: Finding) -> list[Evidence]:
        """Sentences of the story, by the embedded scribe's judgement, that say the name in the lines cited."""
        return [
            each for each in self._old.story if each.utterance in finding.lines and said_in(finding.name, each.words)
        ]


def _means(entry: ChronicleEntry, name: str) -> bool:
    return any(same_person(each, name) for each in (entry.name, *entry.aliases))


def _joined(entry: ChronicleEntry, name: str, sentences: Sequence[Evidence], role: str | None) -> ChronicleEntry:
    aliases = entry.aliases if name in {entry.name, *entry.aliases} else (*entry.aliases, name)
    evidence = sorted(dict.fromkeys((*entry.evidence, *sentences)), key=lambda each: each.at)
    return replace(entry, aliases=aliases, evidence=tuple(evidence), role=entry.role or role)


def _first_said(entry: ChronicleEntry) -> float:
    return entry.evidence[0].at
