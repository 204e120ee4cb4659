"""Answers to questions about the state, by topic."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from engine.common.rules import Refused
from engine.common.words import listed
from engine.phrase import Phrase, phrase, spelled

S = TypeVar("S")

Answer = Callable[[S, str | None, str | None], Phrase]
"""The answer about a state, a player and a thing; the last two are None where nobody named them."""


def answered(
    topics: Mapping[str, Answer[S]], state: S, topic: str, player: str | None = None, about: str | None = None
) -> Phrase:
    """The answer of a topic; says what there is to ask when it is unknown, and asks back when somebody in it is."""
    known = topics.get(topic.strip().lower().replace(" ", "_"))
    if known is None:
        return phrase("You can ask about {topics}.", topics=listed(map(spelled, sorted(topics))))
    try:
        return known(state, player or None, about or None)
    except Refused as refused:
        return refused.rejected.reason


Explained = Mapping[str, tuple[str, Phrase]]
"""Words of a game's rules, each with the rule it comes from and what it means."""


def word_meant(words: Explained, said: str) -> str | None:
    """The longest of the words that what was said holds, one or several of it; None where it holds none."""
    plain = " " + " ".join(said.casefold().replace("-", " ").split()).strip(" .?!") + " "
    held = (word for word in words if f" {word} " in plain or f" {word}s " in plain)
    return max(held, key=len, default=None)


def explain(words: Explained, said: str | None) -> Phrase:
    """Explain a word of the rules in one sentence with its rule."""
    word = word_meant(words, said or "")
    if word is None:
        return phrase("You can ask what these mean: {words}.", words=listed(sorted(words)))
    rule, meaning = words[word]
    return phrase("{meaning} ({rule}).", meaning=meaning, rule=rule)
