"""Names, numbers and places as sentences of this game say them."""

from collections.abc import Iterable

from engine.common.words import counted
from engine.phrase import EMPTY, Phrase, joined, phrase, verbatim
from engine.systems.choice_pta.entities import PartOutcome
from engine.systems.choice_pta.vocabulary import Outcome, Position

OUTCOMES = {
    Outcome.FULL: phrase("gets it all"),
    Outcome.PARTIAL: phrase("gets a part"),
    Outcome.NONE: phrase("gets nothing"),
}
"""Outcomes of a stake, aloud."""


def tokens(count: int) -> Phrase:
    """A number of tokens: "one token"."""
    return counted(count, "token", "tokens")


def place_name(place: str) -> Phrase:
    """The place of tokens, aloud."""
    kind, _, name = place.partition(":")
    return {
        "seat": verbatim(name),
        "card": phrase("{whose} card", whose=owned(name)),
        "held": phrase("the redraw tokens"),
        "bank": phrase("the bank"),
    }.get(kind, phrase("the pool"))


def owned(name: str) -> Phrase:
    """The name with its possessive ending: "Vesna's", "the guards'"."""
    return phrase("{name}'", name=name) if name.endswith("s") else phrase("{name}'s", name=name)


def detail(said: str) -> Phrase:
    """Somebody's words, to stand behind what it is about; empty for nothing."""
    return phrase(": {said}", said=said) if said else EMPTY


def placed(position: Position, other: str | None) -> Phrase:
    """A place in the order of narration: "first", "before Vesna"."""
    if position is Position.FIRST:
        return phrase("first")
    if position is Position.LAST:
        return phrase("last")
    name = other or phrase("somebody")
    return phrase("before {name}", name=name) if position is Position.BEFORE else phrase("after {name}", name=name)


def outcomes(ended: Iterable[PartOutcome]) -> Phrase:
    """Everybody's outcome, best first."""
    return joined((phrase("{name} {outcome}", name=each.part, outcome=OUTCOMES[each.outcome]) for each in ended), ", ")
