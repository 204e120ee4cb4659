"""Reasons for a reading, in one sentence that can be said aloud: words for every reason."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.nlu.examples import in_general
from engine.common.words import listed
from engine.phrase import Phrase, made, phrase, spelled, template

_TIPPED = {
    "sure": template("certain enough, and the rules accept it"),
    "unsure": template("not certain enough to act without asking"),
    "faint": template("too uncertain to ask"),
    "missing": template("{missing} was not heard"),
    "mishearing": template("the words were hard to hear"),
    "speaker": template("nobody knows who spoke"),
    "stranger": template("unknown voices cannot move chips"),
    "protected": template("the running narration has to end first"),
    "refused": template("the rules refuse it now ({refused})"),
    "weight": template("it is important, and the words or the voice were uncertain, or this table wants to be asked"),
    "likely": template("it was by far the likeliest of all possible requests"),
    "note": template("such lines are only noted"),
}
_LOST = {
    "beaten": template("{because} explains the words better"),
    "spoiled": template("“{word}” shows that it is not meant ({because})"),
    "excluded": template("the sentence says something that never goes with it"),
    "unfitting": template("the names or numbers it needs were not there"),
    "repeated": template("it had already been said"),
    "faint": template("too uncertain even for a note"),
}
_NEEDS = {
    "play": phrase("a running scene"),
    "idle": phrase("a moment without dice or bids"),
    "unprotected": phrase("a narration that may be interrupted"),
    "callable": phrase("a narration that may be interrupted"),
    "own_throw": phrase("dice the speaker has to roll"),
    "any_throw": phrase("dice somebody has to roll"),
    "other_throw": phrase("dice somebody else has to roll"),
    "own_choice": phrase("dice the speaker has rolled"),
    "other_choice": phrase("dice somebody else has rolled"),
    "narrating": phrase("the speaker to narrate"),
    "bidding": phrase("a conflict that waits for bids"),
    "owes_bid": phrase("a bid the speaker has to place"),
    "question": phrase("an open question of the companion"),
}
"""Conditions of a grammar in words; others are given by their names."""


def tipped(reading: Mapping[str, Any]) -> Phrase:
    """Return the reason for the decision about a reading that was taken, with the names that the rules use."""
    missing = listed(spelled(name) for name in reading.get("missing", ()))
    return made(_TIPPED[reading["tipped"]], {"missing": missing, "refused": reading.get("refused", "")})


def fate(reading: Mapping[str, Any]) -> Phrase:
    """Return the reason why a reading was not taken, with the names that the rules and the grammar use."""
    because = str(reading.get("because", ""))
    if reading["fate"] == "refused":
        if because.isupper():
            return phrase("the rules refuse it now ({because})", because=because)
        needed = (_NEEDS.get(need, spelled(need)) for need in because.split(", "))
        return phrase("it needs {needed}", needed=listed(needed))
    return made(_LOST[reading["fate"]], {"because": spelled(because), "word": reading.get("word", "")})


def sentence(
    speaker: str | None,
    readings: Sequence[Mapping[str, Any]],
    reasons: Mapping[str, Any] | None,
    examples: Mapping[str, str],
) -> Phrase:
    """The explanation without those names.

    Args:
        speaker: Who said it.
        readings: Ways to read it, as `companion.dialogue.records.explanation` wrote them.
        reasons: Everything it wrote; None when nothing was kept.
        examples: A sentence for each command.
    """
    who = speaker if speaker and speaker != "unknown" else phrase("somebody")
    if reasons is None:
        return phrase("I have no reasons recorded for that.")
    if not readings:
        return phrase("I did nothing, because nothing {who} said sounded like a request.", who=who)
    first = min(readings, key=_weight)
    meant = _like(first["command"], first.get("slots", {}), examples)
    if first["fate"] != "taken":
        return phrase(
            "I did nothing: what {who} said could have meant {meant}, but {fate}.",
            who=who,
            meant=meant,
            fate=_plain_fate(first, examples),
        )
    if first["decision"] == "act":
        sure, limit = (f"{share * 100:.0f} percent" for share in (first["confidence"], reasons["limits"][0]))
        return phrase(
            "I took what {who} said for {meant}, and was {sure} sure; I act from {limit}.",
            who=who,
            meant=meant,
            sure=sure,
            limit=limit,
        )
    did = phrase("asked") if first["decision"] == "ask" else phrase("only noted it")
    return phrase(
        "I {did} because what {who} said sounded like {meant}, but {tipped}.",
        did=did,
        who=who,
        meant=meant,
        tipped=_plainly_tipped(first),
    )


def _like(command: str, slots: Mapping[str, Any], examples: Mapping[str, str]) -> Phrase:
    """Describe a command by a sentence that asks for one."""
    example = examples.get(command)
    if example is None:
        return phrase("something else")
    return phrase("something like “{example}”", example=in_general(example, slots).rstrip("."))


def _plainly_tipped(reading: Mapping[str, Any]) -> Phrase:
    if reading["tipped"] == "refused":
        return phrase("the rules do not allow it now")
    if reading["tipped"] == "missing":
        return phrase("part of it was not heard")
    return tipped(reading)


def _plain_fate(reading: Mapping[str, Any], examples: Mapping[str, str]) -> Phrase:
    because = str(reading.get("because", ""))
    if reading["fate"] == "spoiled":
        return phrase("“{word}” shows that it is not meant", word=reading.get("word", ""))
    if reading["fate"] == "beaten":
        return phrase("{better} explains the words better", better=_like(because, {}, examples))
    if reading["fate"] == "refused":
        known = _known(because)
        return phrase("it needs {needed}", needed=known) if known else phrase("this is not the moment for it")
    return fate(reading)


def needed(conditions: str) -> Phrase | None:
    """Return the conditions of a grammar as a sentence; None where they have no words."""
    known = _known(conditions)
    return phrase("That needs {needed}.", needed=known) if known else None


def _known(conditions: str) -> Phrase:
    return listed(_NEEDS[each] for each in conditions.split(", ") if each in _NEEDS)


def _weight(reading: Mapping[str, Any]) -> tuple[bool, bool, int]:
    """Return a sort key: the reading that was taken first, those that nothing in the sentence fits last."""
    fate = reading["fate"]
    return fate != "taken", fate == "unfitting", _RANK.get(reading.get("decision", ""), 9)


_RANK = {"act": 0, "ask": 1, "note": 2}
