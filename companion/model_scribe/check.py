"""An answer against the talk it is about: what the cited lines do not say is dropped and counted."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from companion.model_scribe.batches import Batch
from companion.model_scribe.findings import Fault, Finding, FindingKind, Findings
from companion.model_scribe.forms import ChronicleForm
from companion.scribe.model import Line
from companion.scribe.names import parts, same_person
from engine.vocabulary import Vocabulary

_LONGEST_NAME = 60
_LONGEST_ROLE = 40
_MOST_ENTRIES = 40
_TRUSTED_SHARE = 0.34
"""Share of dropped entries up to which the rest of an answer is believed."""

Entry = tuple[FindingKind, str, str, Sequence[int]]


class Checker:
    """Checks answers for one table.

    Args:
        vocabulary: Players, characters and what is theirs.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._cast = tuple(name for player in vocabulary.players for name in (player.name, player.character) if name)

    def check(self, answer: ChronicleForm, batch: Batch) -> Findings:
        """What of an answer the batch bears out; names of players and characters cost the answer its trust."""
        kept: list[Finding] = []
        dropped: Counter[Fault] = Counter()
        for entry in list(_entries(answer))[:_MOST_ENTRIES]:
            checked = self._checked(entry, batch)
            if isinstance(checked, Finding):
                kept.append(checked)
            else:
                dropped[checked] += 1
        wrong = sum(dropped.values())
        trusted = not dropped["the table's own"] and wrong <= _TRUSTED_SHARE * (wrong + len(kept))
        return Findings(tuple(dict.fromkeys(kept)), dict(dropped), trusted)

    def _checked(self, entry: Entry, batch: Batch) -> Finding | Fault:
        kind, name, role, numbers = entry
        name, role = " ".join(name.split()), " ".join(role.split())
        cited = batch.cited(numbers)
        if not cited:
            return "no such line"
        if kind == "open":
            return _sentence(name, cited)
        if len(name) > _LONGEST_NAME:
            return "too long"
        if kind == "person" and self.of_the_table(name):
            return "the table's own"
        if kind != "item" and not name_like(name):
            return "no name"
        saying = tuple(line for line in cited if said_in(name, line.text))
        if not saying:
            return "not in its lines"
        told = _said_role(role, saying) if kind == "person" else None
        return Finding(kind, name, tuple(line.id for line in saying), told)

    def of_the_table(self, name: str) -> bool:
        """Whether a name is that of a player or of one of their characters, or could be one misheard."""
        return any(same_person(name, member) for member in self._cast)


def _entries(answer: ChronicleForm) -> Iterator[Entry]:
    for person in answer.people:
        yield "person", person.name, person.role, person.lines
    for place in answer.places:
        yield "place", place.name, "", place.lines
    for item in answer.items:
        yield "item", item.name, "", item.lines
    for sentence in answer.open:
        yield "open", sentence.words, "", (sentence.line,)


def _sentence(words: str, cited: tuple[Line, ...]) -> Finding | Fault:
    if len(words.split()) < 3 or not verbatim(words, cited[0].text):
        return "not in its lines"
    return Finding("open", words, (cited[0].id,))


def _said_role(role: str, saying: Sequence[Line]) -> str | None:
    """The role, when one of the lines that say the name says it in these very words."""
    role = re.sub(r"^(?:the|an?) ", "", role.casefold()).strip(" .,")
    if not role or len(role) > _LONGEST_ROLE or not all(re.fullmatch(r"[\w'’-]+", word) for word in role.split()):
        return None
    return role if any(said_in(role, line.text) for line in saying) else None


def name_like(name: str) -> bool:
    """Whether it could be somebody's name: words of letters, the last one with a capital."""
    words = name.split()
    plain = all(re.fullmatch(r"[\w'’.-]+", each) for each in words)
    return bool(words and parts(name)) and plain and words[-1][0].isupper()


def said_in(words: str, text: str) -> bool:
    """Whether a text says these very words, any case, as whole words."""
    pattern = r"\W+".join(re.escape(word) for word in _plain(words).split())
    return bool(pattern) and re.search(rf"(?<!\w){pattern}(?!\w)", _plain(text)) is not None


def verbatim(words: str, text: str) -> bool:
    """Whether a text holds these words in this order, with nothing between them but spaces and punctuation."""
    return said_in(re.sub(r"[^\w'\s]", " ", _plain(words)), text)


def _plain(text: str) -> str:
    return " ".join(text.replace("’", "'").casefold().split())
