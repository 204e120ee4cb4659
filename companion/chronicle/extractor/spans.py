"""Positions of names in a sentence."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from companion.chronicle.extractor.language import words

_PARTICLES = frozenset(
    [
        "of",
        "the",
        "de",
        "del",
        "della",
        "van",
        "von",
        "der",
        "al",
        "el",
        "la",
        "le",
        "du",
        "di",
        "da",
        "ibn",
        "bin",
        "o",
    ]
)
_NO_NAME_TAGS = frozenset(("PRON", "DET", "ADP", "AUX", "CCONJ", "SCONJ", "PART", "INTJ", "NUM"))
WANTED_AS_CONNECTION = re.compile(r"\bas (?:a|an|my|our|another) (?:new )?(?:connection|contact|ally)\b", re.IGNORECASE)
"""Somebody asks for a connection."""

_LETTERS = re.compile(r"[^\W\d_]+")
_OWNED = ("'", "’")


def may_hold_name(text: str, known: Callable[[str], bool], story_names: frozenset[str]) -> bool:
    """Return False where `name_spans` finds no name but those of the table, told without parsing the line.

    Args:
        text: The line.
        known: Tells whether a name belongs to the table, and so is no name of the story.
        story_names: Lower-case words known to be part of names.
    """
    found = list(_LETTERS.finditer(text))
    said = [each[0] for each in found]
    for at, word in enumerate(said):
        lower = word.casefold()
        if not word[0].isupper():
            if not word.islower() or (lower in story_names and len(lower) > 3):
                return True
        elif lower not in words()["stop_words"] and (lower not in words()["never_names"] or lower in words()["titles"]):
            alone = not any(each[0].isupper() for each in said[at + 1 : at + 3])
            if not (alone and known(word)) or text.startswith(_OWNED, found[at].end()):
                return True
    return False


def name_spans(doc: Any, sentence: Any, story_names: frozenset[str]) -> Iterator[tuple[int, int]]:
    """First and last token of every name in a sentence.

    Args:
        doc: The parsed line.
        sentence: One of its sentences.
        story_names: Lower-case words known to be part of names; they count even where a capital proves nothing.
    """
    at = sentence.start
    while at < sentence.end:
        if not _starts_name(doc[at], sentence, story_names):
            at += 1
            continue
        last = at
        while (following := _extends(doc, sentence, at, last)) is not None:
            last = following
        yield at, last
        at = last + 1


def _capital(token: Any) -> bool:
    text = token.text  # "CSI" and "GPS" are no names
    return bool(text[:1].isupper()) and not (len(text) > 2 and text.isupper())


def _starts_name(token: Any, sentence: Any, story_names: frozenset[str]) -> bool:
    lower = token.text.casefold()
    if token.text.islower() and lower in story_names and len(lower) > 3:
        return token.dep_ == "nsubj" and not any(child.dep_ == "det" for child in token.children)
    if not _capital(token) or (lower in words()["never_names"] and lower not in words()["titles"]):
        return False
    if token.pos_ in _NO_NAME_TAGS or token.is_stop:
        return False
    if lower in story_names:
        return True
    opens = token.i == sentence.start or token.nbor(-1).text in {'"', "“", "‘", "(", "..."}
    if opens:
        follower = token.nbor(1) if token.i + 1 < sentence.end else None
        alone = follower is None or (follower.is_punct and sentence.end - sentence.start <= 6)
        return token.pos_ == "PROPN" or alone or _does_something(token, follower)
    return token.pos_ in {"PROPN", "NOUN", "ADJ", "X", "VERB", "ADV"}


def _does_something(token: Any, follower: Any | None) -> bool:
    """Return True if a noun without an article acts like a person ("Rook shakes his head"): a name, most likely."""
    if follower is None or token.tag_ != "NN" or follower.tag_ != "VBZ":
        return False
    return follower.lemma_.casefold() in words()["speech_verbs"] | words()["person_verbs"]


def _extends(doc: Any, sentence: Any, first: int, last: int) -> int | None:
    """Index of the next token of the same name, None when the name is over."""
    if last + 1 >= sentence.end:
        return None
    following = doc[last + 1]
    if _capital(following) and following.text.casefold() not in words()["never_names"] and following.pos_ != "PRON":
        return last + 1
    if last + 2 >= sentence.end:
        return None
    glue, beyond = following.text.casefold(), doc[last + 2]
    if glue in {"'s", "’s"}:
        located = first > sentence.start and doc[first - 1].pos_ == "ADP"
        placed = (
            beyond.text.casefold() in words()["place_words"] and beyond.text.casefold() not in words()["body_words"]
        )
        return last + 2 if placed and (located or _capital(beyond)) else None
    if not _capital(beyond):
        return None
    misheard = glue in {"a", "an"} and WANTED_AS_CONNECTION.search(sentence.text) is not None
    if glue in {"-", "–"} or misheard or (glue in _PARTICLES and beyond.pos_ == "PROPN"):
        return last + 2
    return None
