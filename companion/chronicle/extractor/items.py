"""Things of the story worth a line of their own."""

from typing import Any

from companion.chronicle.extractor.language import words


def valued_things(aim: Any) -> frozenset[str]:
    """Things an aim is about: "bring the lantern home" is about the lantern."""
    return frozenset(
        _phrase(token)
        for token in aim
        if token.pos_ == "NOUN" and token.dep_ in {"dobj", "nsubj"} and _definite(token) and not _somebody(token)
    )


def items_in(sentence: Any, valued: frozenset[str]) -> tuple[str, ...]:
    """Things a story sentence speaks of: those the table is after, and those that change hands or come to light."""
    found = []
    for token in sentence:
        if token.pos_ != "NOUN":
            continue
        lemma, phrase = token.lemma_.casefold(), _phrase(token)
        known = next((thing for thing in valued if thing in {phrase, lemma} or thing.split()[-1] == lemma), None)
        if known is not None:
            found.append(known)
        elif lemma in words()["item_words"] and _moved(token):
            found.append(phrase)
    return tuple(dict.fromkeys(found))


def _moved(token: Any) -> bool:
    verb = token.head.lemma_.casefold()
    return (
        token.dep_ == "dobj" and verb in words()["item_verbs"] and any(child.dep_ == "det" for child in token.children)
    )


def _definite(token: Any) -> bool:
    return any(child.text.casefold() in {"the", "this", "that"} for child in token.children)


def _somebody(token: Any) -> bool:
    return token.lemma_.casefold() in words()["roles"] | words()["no_things"]


def _phrase(token: Any) -> str:
    before = [child.text.casefold() for child in token.lefts if child.dep_ in {"compound", "amod"} and child.is_alpha]
    return " ".join([*before, token.lemma_.casefold() if token.tag_ != "NNS" else token.text.casefold()])
