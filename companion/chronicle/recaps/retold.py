"""Puts what somebody said of "me" and "us" as told of their character and the group."""

import re
from functools import lru_cache
from typing import Any

from companion.chronicle.extractor.language import parser, words
from companion.chronicle.extractor.markdown import tidy

_GROUP = {"we": "they", "us": "them", "our": "their", "ours": "theirs", "ourselves": "themselves"}
_SINGULAR = {"am": "is", "'m": "is", "are": "is", "be": "is", "have": "has", "'ve": "has", "do": "does", "go": "goes"}
_SHORTENED = {"'m": "'s", "'ve": " has"}
_UNTOLD = frozenset(("myself", "mine", "yourself", "yourselves", "yours"))


@lru_cache(maxsize=4_096)
def retold(sentence: str, character: str | None, *, to_the_group: bool = False) -> str:
    """A sentence of the story in the third person.

    Args:
        sentence: As it was said.
        character: Whom the speaker plays; None for somebody who plays nobody, who means nobody of the story by "I".
        to_the_group: Whether "you" means the group, as it does when a game master says it.

    Returns:
        Empty where it cannot be told so, or is what somebody at the table thinks.
    """
    doc = parser()(tidy(sentence).replace("’", "'"))
    if any(_is_untold(token, character, to_the_group) for token in doc):
        return ""
    agreeing = {
        verb.i for token in doc if token.text == "I" and token.dep_.startswith("nsubj") for verb in _verbs(token)
    }
    told = "".join(_told(token, character or "", agreeing) + token.whitespace_ for token in doc)
    told = re.sub(r"\s+", " ", told).strip()
    return told[:1].upper() + told[1:]


def _is_untold(token: Any, character: str | None, to_the_group: bool) -> bool:
    low = token.lower_
    if low in _UNTOLD or (token.dep_ == "ROOT" and _is_request(token)):
        return True
    if low in {"i", "me", "my"}:
        return character is None or (low == "i" and _is_opinion(token)) or (low == "me" and token.head.lemma_ == "be")
    return low in {"you", "your"} and not to_the_group


def _is_request(verb: Any) -> bool:
    return verb.tag_ == "VB" and not any(each.dep_ in {"nsubj", "nsubjpass", "expl", "aux"} for each in verb.lefts)


def _is_opinion(subject: Any) -> bool:
    """Return True for what somebody thinks or is about to do, which is no deed of the story yet."""
    verb = subject.head
    about_to = any(each.lower_ in {"'ll", "'d", "will", "would", "can", "could"} for each in verb.lefts)
    return about_to or verb.lemma_.casefold() in words()["opinion_verbs"] | {"be"}


def _verbs(subject: Any) -> list[Any]:
    """Verbs that agree with a subject: the finite one, and those joined to it without subject or auxiliary."""
    verb = subject.head
    helping = [each for each in verb.lefts if each.dep_ in {"aux", "auxpass"}]
    if helping:
        return helping[:1]
    joined = [verb]
    for each in joined:
        joined += [
            other
            for other in each.rights
            if other.dep_ == "conj" and not any(left.dep_ in {"nsubj", "aux", "auxpass"} for left in other.lefts)
        ]
    return joined


def _told(token: Any, character: str, agreeing: set[int]) -> str:
    low: str = token.lower_
    if low in words()["self_words"] and token.i and token.nbor(-1).lower_ == "my":
        return ""
    if low in _GROUP:
        return _GROUP[low]
    if low in {"i", "me"}:
        return character
    if low == "my":
        own = token.i + 1 < len(token.doc) and token.nbor(1).lower_ in words()["self_words"]
        return character if own else f"{character}'s"
    if low == "your":
        return "their"
    if low == "you":
        return "they" if token.dep_.startswith("nsubj") else "them"
    if token.i in agreeing:
        return _SHORTENED.get(low) or _third_person(token)
    return str(token.text)


def _third_person(token: Any) -> str:
    low: str = token.lower_
    if low in _SINGULAR:
        return _SINGULAR[low]
    if token.tag_ not in {"VBP", "VB"}:
        return str(token.text)
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return f"{low[:-1]}ies"
    return f"{low}es" if low.endswith(("s", "x", "z", "ch", "sh", "o")) else f"{low}s"


def called(character: str) -> str:
    """The name a tale uses: the first one, unless it is a title or the like."""
    first = character.split()[0] if character.split() else character
    return (
        character if first.endswith("'s") or first.casefold() in words()["titles"] | words()["name_openers"] else first
    )
