"""Names and things a model is asked about: those the embedded scribe saw in the story, whatever it made of them.

A name the embedded scribe did not see in a sentence of the story is not asked about, so no answer can bring it in.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.chronicle.extractor.language import parser, words
from companion.chronicle.extractor.mentions import Mention, mentions
from companion.chronicle.extractor.model import Chronicle, Evidence
from companion.chronicle.extractor.names import parts, same_person
from companion.chronicle.llm_extractor.batches import Batch
from engine.quick_dataclass import dataclass
from engine.vocabulary import Vocabulary

_MOST = 25
"""Names and things one question lists at most; the talk of a batch rarely has ten."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A name of the story before anybody says what it stands for.

    Attributes:
        name: Its fullest form in the batch.
        forms: Every form of it in the batch.
        lines: Utterance ids of the lines with a story sentence that says it.
    """

    name: str
    forms: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Material:
    """A batch with what can be asked about it.

    Attributes:
        batch: What was said.
        names: Names of people, places and things.
        items: Things without a name, with the lines that speak of them.
        people: Names among them whose people the embedded scribe is sure of.
        story: Its sentences of the story.
    """

    batch: Batch
    names: tuple[Candidate, ...]
    items: Mapping[str, tuple[str, ...]]
    people: frozenset[str]
    story: tuple[Evidence, ...]

    @property
    def worth_asking(self) -> bool:
        """True if the story of the batch holds any name or thing; without one no server is asked."""
        return bool(self.names or self.items)


def material_of(batch: Batch, chronicle: Chronicle, vocabulary: Vocabulary) -> Material:
    """Collect what can be asked about a batch.

    Args:
        batch: What was said.
        chronicle: What the embedded scribe made of the whole evening.
        vocabulary: People of the table and what is theirs; none of these names is asked about.
    """
    ids = {line.id for line in batch.lines}
    story = tuple(each for each in chronicle.story if each.utterance in ids)
    known = frozenset(part for entry in chronicle.npcs for part in parts(entry.name))
    own = _Own(vocabulary)
    seen: list[tuple[str, str]] = []
    items: dict[str, list[str]] = {}
    for evidence in story:
        doc = parser()(evidence.words)
        seen += [(each.name, evidence.utterance) for each in _mentioned(doc, known) if not own.has(each.name)]
        for thing in _things(doc):
            if not own.has(thing):
                items.setdefault(thing, []).append(evidence.utterance)
    names = _candidates(seen)[:_MOST]
    sure = [entry for entry in chronicle.npcs if entry.certainty != "inferred"]
    people = frozenset(
        each.name for each in names if any(form in {e.name, *e.aliases} for form in each.forms for e in sure)
    )
    return Material(batch, names, {name: _once(lines) for name, lines in list(items.items())[:_MOST]}, people, story)


class _Own:
    """Names that belong to the table: players, their characters, what stands on their sheets, words of the rules."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._cast = [name for player in vocabulary.players for name in (player.name, player.character) if name]
        sheets = (thing for player in vocabulary.players for kind, thing in player.things if kind != "connection")
        self._sheets = frozenset(thing.casefold() for thing in sheets)

    def has(self, name: str) -> bool:
        lowers = name.casefold().split()
        if name.casefold() in self._sheets or lowers[0] in words()["rules_words"]:
            return True
        if all(word in words()["titles"] for word in lowers):
            return True
        return any(same_person(name, member) for member in self._cast)


def of_the_table(name: str, vocabulary: Vocabulary) -> bool:
    """Return True if a name is a player's or a character's, stands on a sheet, or is a word of the rules."""
    return _Own(vocabulary).has(name)


def _mentioned(doc: Any, known: frozenset[str]) -> Iterator[Mention]:
    for sentence in doc.sents:
        yield from (each for each in mentions(doc, sentence, known) if each.sure or each.person > 0)


def _things(doc: Any) -> Iterator[str]:
    for token in doc:
        if token.pos_ == "NOUN" and token.lemma_.casefold() in words()["item_words"]:
            described = [child.text for child in token.lefts if child.dep_ in {"compound", "amod"} and child.is_alpha]
            yield " ".join([*described, token.text]).casefold()


def _candidates(seen: Iterable[tuple[str, str]]) -> tuple[Candidate, ...]:
    """Names as (form, utterance) gathered to one candidate for each somebody or something, in the order said."""
    seen = list(seen)
    fullest: list[str] = []
    for form in sorted({form for form, _ in seen}, key=lambda each: (-len(parts(each)), each)):
        if not any(same_person(form, other) for other in fullest):
            fullest.append(form)
    found = []
    for name in fullest:
        mine = [(form, line) for form, line in seen if _home(form, fullest) == name]
        found.append(Candidate(name, _once(form for form, _ in mine), _once(line for _, line in mine)))
    order = [line for _, line in seen]
    return tuple(sorted(found, key=lambda each: order.index(each.lines[0])))


def _home(form: str, fullest: Iterable[str]) -> str:
    return next(name for name in fullest if form == name or same_person(form, name))


def _once(each: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each))


def said_in(words: str, text: str) -> bool:
    """Return True if a text says these very words, any case, as whole words."""
    pattern = r"\W+".join(re.escape(word) for word in _plain(words).split())
    return bool(pattern) and re.search(rf"(?<!\w){pattern}(?!\w)", _plain(text)) is not None


def _plain(text: str) -> str:
    return " ".join(text.replace("’", "'").casefold().split())
