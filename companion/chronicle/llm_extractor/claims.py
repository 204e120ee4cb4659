"""Check that a sentence says no more than the lines it cites: in names, numbers, outcomes or any other full word."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from companion.chronicle.extractor.language import parser, words
from companion.nlu.numbers import value_of

ClaimFault = Literal["cites nothing", "no sentence", "number", "name", "word", "not"]
"""Fault of a sentence: it cites no line or too many; it is not one plain sentence; a number, a name or
another full word of it is in no line it cites; it denies what they tell, or tells what they deny."""

MOST_CITED = 3
_LONGEST = 40
_MOST_LETTERS = 400
_FULL = frozenset(("NOUN", "VERB", "ADJ", "PROPN", "ADV", "NUM", "INTJ", "SYM", "X"))
_MARKS = frozenset("0123456789 .,;:!?'’‘\"“”()…–—-")
"""Characters allowed in a plain sentence beside a to z. Any other has to stand in the lines it cites, letters too: the
parser knows no other script, and takes words in one for marks."""
_OPENS = frozenset("'’‘\"“(")
_NOT = re.compile(
    r"\b(?:no|not|never|nobody|nothing|nowhere|none|neither|nor|without|cannot|\w+n['’]t)\b", re.IGNORECASE
)
_MARKUP = re.compile(r"[<>\[\]{}`*_#|\\]|://|www\.|([^\w\s])\1{3}")
_EMPTY_WORDS = """
    be have do get say tell ask go come meet see talk speak begin start happen then later there here also still again
    just now together group party people friend evening story scene end finally first next soon back away while when
    after before where
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
"""Words that tell nothing of their own."""


@dataclass(frozen=True, slots=True)
class Source:
    """A line that a sentence may rest on.

    Attributes:
        text: What was said or what the log says.
        people: Who said it: player and character.
        utterances: Utterances it comes from.
        positions: Entries of the log it comes from.
    """

    text: str
    people: tuple[str, ...] = ()
    utterances: tuple[str, ...] = ()
    positions: tuple[int, ...] = ()


def fault_of(text: str, cited: Sequence[Source], names: Iterable[str]) -> ClaimFault | None:
    """Return the fault of a sentence; None when the cited lines bear all of it.

    Args:
        text: The sentence.
        cited: Lines it cites.
        names: Everybody and everything known by name; each counts as a name wherever it stands.
    """
    if not 0 < len(cited) <= MOST_CITED:
        return "cites nothing"
    told = " ".join(source.text for source in cited)
    shown = {letter for source in cited for letter in "".join((source.text, *source.people))}
    if not _plain_sentence(text, shown):
        return "no sentence"
    if not _numbers(text) <= _numbers(told) | _single_numbers(told):
        return "number"
    if _NOT.search(text) and not _NOT.search(told):
        return "not"
    if not _NOT.search(text) and all(_NOT.search(source.text) for source in cited):
        return "not"
    return _foreign(text, cited, {part.casefold() for name in names for part in name.split()})


_BORNE_SHARE = 0.5
"""More than this share of the telling words has to stand in the lines; names alone bear nothing out."""

WordingFault = Literal["no plain text", "number", "name", "not", "outcome", "not borne out"]
"""Fault of a model's own words: markup or the like; a number or a name nobody told; a denial that is not theirs;
another outcome than the log's; nothing in common with the lines cited."""


def wording_fault(
    text: str, cited: Sequence[Source], known: Iterable[str], facts: Sequence[str] = (), *, judges: bool = False
) -> WordingFault | None:
    """Return what speaks against words a model chose itself; None when the cited lines may bear them.

    Args:
        text: The words, one line.
        cited: Lines they rest on.
        known: Everybody and everything known by name.
        facts: What the rules recorded about these lines; an outcome agrees with them.
        judges: Whether a word for the whole is wanted ("hostile"), which the lines need not say.
    """
    told = " ".join((*(source.text for source in cited), *facts))
    people = [name for source in cited for name in source.people]
    named = {_plain(part) for name in (*known, *people) for part in name.split()}
    if not _plain_sentence(text, {letter for part in (told, *named, *known) for letter in part}, fewest=1):
        return "no plain text"
    if not _numbers(text) <= _numbers(told) | _single_numbers(told):
        return "number"
    if _outcomes(text) and _outcomes(" ".join(facts)) and not _outcomes(text) & _outcomes(" ".join(facts)):
        return "outcome"
    said = {form for token in parser()(told) for form in _forms(token)}
    said |= {word for name in _outcomes(" ".join(facts)) for word in words()[name]}
    tokens = list(parser()(text))
    if any(_capital(token) and not token.is_punct and not _forms(token) & (said | named) for token in tokens):
        return "name"
    if _denies(text) and not any(_denies(source.text) for source in cited):
        return "not"
    if judges:
        return None
    full = [_forms(token) for token in tokens if token.pos_ in _FULL and not token.is_stop and not token.is_punct]
    telling = [forms for forms in full if not forms & (named | _EMPTY)]
    borne = sum(bool(forms & said) for forms in telling)
    return None if borne > _BORNE_SHARE * len(telling) or (not telling and full) else "not borne out"


def _denies(text: str) -> bool:
    return bool(_NOT.search(text) or words()["denying_words"] & set(re.findall(r"[a-z]+", text.casefold())))


def _outcomes(text: str) -> set[str]:
    """Tell whether a text speaks of something that went well, or badly, or both."""
    said = set(re.findall(r"[a-z]+", text.casefold()))
    return {name for name in ("won_words", "lost_words") if said & words()[name]}


def _plain_sentence(text: str, shown: set[str], fewest: int = 3) -> bool:
    """Return True if a text is words and marks only, with nothing that a page, a file or a terminal would act upon.

    Args:
        text: The sentence.
        shown: Characters of the lines it cites, and of the names of those who said them.
        fewest: Words it has at least.
    """
    if not fewest <= len(text.split()) <= _LONGEST or len(text) > _MOST_LETTERS or not text.isprintable():
        return False
    if _MARKUP.search(text) or not (text[0].isalnum() or text[0] in _OPENS):
        return False
    return {letter for letter in text if not (letter.isascii() and letter.isalpha())} <= _MARKS | shown


def _foreign(text: str, cited: Sequence[Source], named: set[str]) -> ClaimFault | None:
    known = {_plain(person) for source in cited for name in source.people for person in name.split()}
    for source in cited:
        known |= _said_in(source.text)
    borne = False
    for token in parser()(text):
        if token.pos_ not in _FULL and not _capital(token) and token.text.casefold() not in named:
            continue
        borne = borne or bool(_forms(token) & known - _EMPTY)
        if _forms(token) & (known | _EMPTY) or token.is_punct or _numeric(token.text):
            continue
        if token.is_stop and token.text.casefold() not in named:
            continue
        return "name" if _capital(token) or token.text.casefold() in named else "word"
    return None if borne else "word"


@lru_cache(maxsize=128)
def _said_in(text: str) -> frozenset[str]:
    """Forms of the words of a line; a long one takes a third of a second, and an answer may cite it again and again."""
    return frozenset(form for token in parser()(text) for form in _forms(token))


def _capital(token: Any) -> bool:
    return bool(token.text[:1].isupper()) and not (token.is_sent_start and token.pos_ != "PROPN")


def _forms(token: Any) -> set[str]:
    text = _plain(token.text)
    return {text, _plain(token.lemma_), *((text[:-1],) if text.endswith("s") else ())}  # "rides" is no form of "rid"


def _plain(word: str) -> str:
    return re.sub(r"['’]s$", "", word.casefold())


_NUMBER = re.compile(r"\d{1,15}|[a-z]+", re.IGNORECASE)


def _numeric(word: str) -> bool:
    return value_of([word.casefold()]) is not None and word.casefold() not in _ARTICLES


_ARTICLES = frozenset(("a", "an", "no", "none", "nothing", "another", "single", "couple", "second"))


def _numbers(text: str) -> set[int]:
    """Numbers of a text: neighbouring number words count as one ("a hundred and twenty")."""
    found: set[int] = set()
    run: list[str] = []
    for word in [*_NUMBER.findall(text.casefold()), "."]:
        if _numeric(word):
            run.append(word)
        elif run and word != "and":
            value = value_of(run)
            found |= {value} if value is not None else set()
            run = []
    return found


def _single_numbers(text: str) -> set[int]:
    words = [word for word in _NUMBER.findall(text.casefold()) if _numeric(word)]
    return {value for word in words if (value := value_of([word])) is not None}
