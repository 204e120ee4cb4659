"""Why the companion did what it did: what was heard, what it was taken for, what else it could have been."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import StoreError
from companion.log_text import told_facts
from companion.store import Campaign, Recorded, Store, StoredUtterance
from companion.store.codec import Codec
from engine.history import Committed, Undone
from engine.registry import find_ruleset

RECENT_SECONDS = 60.0
"""How long a deed stays the one that is meant by "why did you do that?"."""

_HINT = "companion log shows what was played, companion export --form transcript what was said."


@dataclass(frozen=True, slots=True)
class Deed:
    """An entry of the log that an utterance led to: its position and what it did, in words."""

    position: int
    text: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything known about how one utterance was understood.

    Attributes:
        evening: Number of the evening.
        utterance: What was heard.
        reasons: As `companion.records.explanation` wrote it; None when it was heard before reasons were kept.
        deeds: What it led to.
        answers: What the companion said to it.
    """

    evening: int
    utterance: StoredUtterance
    reasons: Mapping[str, Any] | None
    deeds: tuple[Deed, ...] = ()
    answers: tuple[str, ...] = ()

    @property
    def readings(self) -> list[Mapping[str, Any]]:
        """Ways to read it, those that were taken first."""
        found = list((self.reasons or {}).get("readings", ()))
        return sorted(found, key=lambda each: each["fate"] != "taken")

    @property
    def sentence(self) -> str:
        """The explanation in one sentence that can be said aloud; it quotes nobody."""
        return _sentence(self.utterance.speaker, self.readings, self.reasons)

    def to_json(self) -> dict[str, Any]:
        """For programs and pages."""
        said = self.utterance
        return {
            "utterance": said.id,
            "evening": self.evening,
            "speaker": said.speaker,
            "text": said.text,
            "typed": said.typed,
            "sentence": self.sentence,
            "reasons": None if self.reasons is None else dict(self.reasons),
            "entries": [{"position": each.position, "text": each.text} for each in self.deeds],
            "answers": list(self.answers),
        }


# ---------------------------------------------------------------- finding it


def explain(store: Store, campaign: Campaign, which: str | None = None, evening: int | None = None) -> Explanation:
    """Why an utterance was taken as it was.

    Args:
        store: Where the campaign lives.
        campaign: Campaign.
        which: Id of an utterance ("u12") or position of an entry of the log ("14"); the latest utterance when None.
        evening: Evening of the utterance; the last one when None.

    Raises:
        StoreError: There is no such utterance or entry, nobody said it, or it was struck from the record.
    """
    if which is not None and not re.fullmatch(r"u?[0-9]+", which):
        raise StoreError(f"{which} is neither an utterance, such as u12, nor an entry of the log, such as 14.", _HINT)
    number, utterance_id = _evening(store, campaign, evening), which
    if which is not None and which.isdecimal():
        number, utterance_id = _cause_of(store, campaign, int(which))
    said = store.utterances(campaign.id, number)
    wanted = (each for each in reversed(said) if each.id == utterance_id or (utterance_id is None and not each.struck))
    found = next(wanted, None)
    if found is None:
        what = "Nothing was said" if utterance_id is None else f"There is no utterance {utterance_id}"
        raise StoreError(f"{what} in evening {number}.", _HINT)
    if found.struck:
        raise StoreError(f"{found.id} was struck from the record; nothing is kept about it.")
    return Explanation(
        number,
        found,
        store.explanation(campaign.id, number, found.id),
        tuple(_deeds(store, campaign, number, found.id)),
        tuple(each.text for each in store.announcements(campaign.id, number) if each.cause == found.id),
    )


def why_lately(store: Store, campaign: Campaign, evening: int, asking: str, nothing: bool = False) -> str | None:
    """One sentence about the latest deed of the companion; None when it did nothing lately.

    Args:
        store: Where the campaign lives.
        campaign: Campaign.
        evening: The running evening.
        asking: Id of the utterance that asks.
        nothing: Explain the sentence just before instead, of which nothing came.
    """
    said = [each for each in store.utterances(campaign.id, evening) if not each.struck]
    now = next((each.start for each in said if each.id == asking), 0.0)
    for each in reversed(said):
        if each.id == asking or each.start < now - RECENT_SECONDS:
            continue
        told = Explanation(evening, each, store.explanation(campaign.id, evening, each.id))
        if nothing or any(_did_something(reading) for reading in told.readings):
            return told.sentence
    return None


_NO_DEEDS = frozenset({"why", "stop_listening", "start_listening"})
"""What nobody means by "that" in "why did you do that?"."""


def _did_something(reading: Mapping[str, Any]) -> bool:
    done = reading["fate"] == "taken" and reading["decision"] in {"act", "ask"}
    return done and reading["command"] not in _NO_DEEDS


def _evening(store: Store, campaign: Campaign, number: int | None) -> int:
    evenings = [each.number for each in store.evenings(campaign.id)]
    if not evenings:
        raise StoreError(f"{campaign.name} has not been played yet.", "companion play begins an evening.")
    if number is not None and number not in evenings:
        raise StoreError(f"{campaign.name} has no evening {number}.", _HINT)
    return number or evenings[-1]


def _cause_of(store: Store, campaign: Campaign, position: int) -> tuple[int, str]:
    """Evening and sentence that an entry of the log goes back to: its own, or that of what its dice belong to."""
    entries = list(store.read(campaign.id))
    if position >= len(entries):
        raise StoreError(f"The log has no entry {position}; the last one is {len(entries) - 1}.", _HINT)
    root = entries[position].entry.root
    chain = [each for each in entries if each.entry.root == root and each.position <= position]
    cause = next((each for each in reversed(chain) if each.utterance_id is not None), None)
    if cause is None or cause.evening is None or cause.utterance_id is None:
        raise StoreError(f"Nobody said entry {position}: it was tapped, set up, or done by the companion itself.")
    return cause.evening, cause.utterance_id


def _deeds(store: Store, campaign: Campaign, evening: int, utterance_id: str) -> Iterator[Deed]:
    ruleset = find_ruleset(campaign.slug)
    codec = Codec(ruleset)

    def words(recorded: Recorded) -> str:
        entry = codec.entry(recorded)
        if isinstance(entry, Committed):
            return " ".join(told_facts(ruleset, entry)) or plain_words(entry.command.kind)
        return "undone" if isinstance(entry, Undone) else "done again"

    for recorded in store.read(campaign.id):
        if (recorded.evening, recorded.utterance_id) == (evening, utterance_id):
            yield Deed(recorded.position, words(recorded))


# ---------------------------------------------------------------- telling it

_DONE = {"act": "Carried out", "ask": "Asked about", "note": "Noted"}
_TIPPED = {
    "sure": "sure enough, and the rules accept it",
    "unsure": "not sure enough to act unasked",
    "faint": "too unsure to ask",
    "missing": "{missing} was not heard",
    "mishearing": "the words were hard to hear",
    "speaker": "nobody knows who spoke",
    "stranger": "strangers move no chips",
    "protected": "the running narration has to end first",
    "refused": "the rules refuse it now ({refused})",
    "weight": "much hangs on it, and words or voice were in doubt or this table wants to be asked",
    "note": "such talk is only noted",
}
_LOST = {
    "beaten": "{because} explains the words better",
    "spoiled": "“{word}” shows that it is not meant ({because})",
    "excluded": "the sentence says something that never goes with it",
    "unfitting": "the names or numbers it needs were not there",
    "repeated": "the turn had said so already",
    "faint": "that is too unsure even for a note",
}
_NEEDS = {
    "play": "a running scene",
    "idle": "a moment without dice or bids",
    "unprotected": "a narration that may be interrupted",
    "callable": "a narration that may be interrupted",
    "own_throw": "dice the speaker is to throw",
    "any_throw": "dice somebody is to throw",
    "other_throw": "dice somebody else is to throw",
    "own_choice": "dice of the speaker's lying on the table",
    "other_choice": "dice of somebody else's lying on the table",
    "narrating": "the speaker to narrate",
    "bidding": "a conflict that waits for bids",
    "owes_bid": "a bid the speaker owes",
    "question": "an open question of the companion",
}
"""Conditions of a grammar in words; others are told by their names."""


def told(explanation: Explanation) -> Iterator[str]:
    """The whole explanation as lines for people."""
    said = explanation.utterance
    yield f"{said.id} of evening {explanation.evening}, {said.speaker or 'nobody known'}: “{said.text}”"
    reasons = explanation.reasons
    if reasons is None:
        yield "It was heard before reasons were kept."
    else:
        yield from _heard(said, reasons)
        yield from _understood(explanation.readings, reasons)
        if "opinion" in reasons:
            yield f"Second opinion of the language model: {reasons['opinion']}."
    for deed in explanation.deeds:
        yield f"Entry {deed.position} of the log: {deed.text}"
    for answer in explanation.answers:
        yield f"The companion said: “{answer}”"


def plain_words(name: str) -> str:
    """A kind of command or field as words."""
    return name.replace("_", " ")


def _heard(said: StoredUtterance, reasons: Mapping[str, Any]) -> Iterator[str]:
    voices = ", ".join(f"{name} {score:.2f}" for name, score in reasons.get("voices", ()))
    how = "typed" if said.typed else f"words {_percent(reasons['heard'])} sure"
    who = "; ".join(reasons.get("who", ()))
    yield f"Heard: {how}" + (f"; voice like {voices}" if voices else "") + (f"; {who}" if who else "")
    names = reasons.get("names", ())
    if names:
        yield "Names: " + "; ".join(
            f"“{words}” is {name} ({plain_words(kind)}, {_percent(score)})" for words, name, kind, score in names
        )
    for quoted in reasons.get("quoted", ()):
        yield f"Taken for quoted speech: “{quoted}”"


def _understood(readings: Sequence[Mapping[str, Any]], reasons: Mapping[str, Any]) -> Iterator[str]:
    taken = [each for each in readings if each["fate"] == "taken"]
    if not taken:
        yield "Nothing was made of it."
    for reading in taken:
        yield f"{_DONE[reading['decision']]}: {_meaning(reading)}"
        yield f"  because  {_tipped(reading)}"
        yield f"  words    “{reading['words']}”" + "".join(
            f", {plain_words(field)} from “{words}”" for field, words in reading.get("said", {}).items()
        )
        if "template" in reading:
            yield f"  template {reading['template']}"
        yield f"  sure     {_certainty(reading, reasons['limits'])}"
    done = {each["command"] for each in taken}
    lost = [each for each in readings if each["command"] not in done]
    if lost:
        yield "It could have been:"
    yield from dict.fromkeys(f"  {_meaning(each)}: {_fate(each)}" for each in lost)


def _meaning(reading: Mapping[str, Any]) -> str:
    filled = {name: value for name, value in reading.get("slots", {}).items() if value not in (None, "", [], False)}
    slots = ", ".join(f"{plain_words(name)} {_value(value)}" for name, value in filled.items())
    return plain_words(reading["command"]) + (f" ({slots})" if slots else "")


def _value(value: Any) -> str:
    return " ".join(str(each) for each in value) if isinstance(value, list) else str(value)


def _tipped(reading: Mapping[str, Any]) -> str:
    missing = " and ".join(plain_words(name) for name in reading.get("missing", ()))
    return _TIPPED[reading["tipped"]].format(missing=missing, refused=reading.get("refused", ""))


def _fate(reading: Mapping[str, Any]) -> str:
    because = str(reading.get("because", ""))
    if reading["fate"] == "refused":
        if because.isupper():
            return f"the rules refuse it now ({because})"
        return "it needs " + " and ".join(_NEEDS.get(need, plain_words(need)) for need in because.split(", "))
    return _LOST[reading["fate"]].format(because=plain_words(because), word=reading.get("word", ""))


def _certainty(reading: Mapping[str, Any], limits: Sequence[float]) -> str:
    template, names, hearing = (_percent(factor) for factor in reading["factors"])
    act, ask, note = (_percent(limit) for limit in limits)
    parts = f"template {template}, names and people x {names}, hearing x {hearing}"
    return f"{_percent(reading['confidence'])}: {parts}; acts from {act}, asks from {ask}, notes from {note}"


def _percent(share: float) -> str:
    return f"{share * 100:.0f} %"


def _sentence(speaker: str | None, readings: Sequence[Mapping[str, Any]], reasons: Mapping[str, Any] | None) -> str:
    who = speaker if speaker and speaker != "unknown" else "somebody"
    if reasons is None:
        return "I kept no reasons for that."
    if not readings:
        return f"I did nothing, because nothing {who} said sounded like a command."
    first = min(readings, key=_weight)
    meant = plain_words(first["command"])
    if first["fate"] != "taken":
        return f"I did nothing: what {who} said could have meant {meant}, but {_fate(first)}."
    if first["decision"] == "act":
        sure, limit = (f"{share * 100:.0f} percent" for share in (first["confidence"], reasons["limits"][0]))
        return f"I took what {who} said for {meant} and was {sure} sure; I act from {limit}."
    did = "asked" if first["decision"] == "ask" else "only noted it"
    return f"I {did} because what {who} said sounded like {meant}, but {_tipped(first)}."


def _weight(reading: Mapping[str, Any]) -> tuple[bool, bool, int]:
    """What was taken comes first, and what nothing in the sentence fits comes last."""
    fate = reading["fate"]
    return fate != "taken", fate == "unfitting", _RANK.get(reading.get("decision", ""), 9)


_RANK = {"act": 0, "ask": 1, "note": 2}
