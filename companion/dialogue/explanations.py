"""Explanation of a decision: what was heard, what it was taken for, what else it could have been."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.base.errors import StoreError
from companion.chronicle.log_text import told_facts
from companion.dialogue.spoken_explanations import fate, sentence, tipped
from companion.nlu.examples import load_examples
from companion.store import Campaign, Recorded, Store, StoredUtterance
from companion.store.codec import Codec
from engine.history import Committed, Undone
from engine.phrase import Phrase, joined, phrase, spelled, verbatim
from engine.registry import find_ruleset

RECENT_SECONDS = 60.0
"""Time during which a deed is the one meant by "why did you do that?"."""

_HINT = phrase("companion log shows what was played, companion export --form transcript what was said.")


@dataclass(frozen=True, slots=True)
class ExplainedCommand:
    """An entry of the log that an utterance led to: its position and what it did, in words."""

    position: int
    text: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything known about how one utterance was understood.

    Attributes:
        evening: Number of the evening.
        utterance: What was heard.
        reasons: As `companion.dialogue.records.explanation` wrote it; None when it was heard before reasons were kept.
        slug: Rules system played.
        deeds: What it led to.
        answers: What the companion said to it.
    """

    evening: int
    utterance: StoredUtterance
    reasons: Mapping[str, Any] | None
    slug: str
    deeds: tuple[ExplainedCommand, ...] = ()
    answers: tuple[str, ...] = ()

    @property
    def readings(self) -> list[Mapping[str, Any]]:
        """Ways to read it, those that were taken first; without those a campaign file tells too little of."""
        found = [each for each in (self.reasons or {}).get("readings", ()) if self._can_be_told(each)]
        return sorted(found, key=lambda each: each["fate"] != "taken")

    def _can_be_told(self, reading: Mapping[str, Any]) -> bool:
        reasons = self.reasons or {}
        try:
            _ = sentence(None, [reading], reasons, load_examples(self.slug)), *_understood([reading], reasons)
        except (LookupError, TypeError, ValueError, AttributeError):
            return False
        return True

    @property
    def sentence(self) -> Phrase:
        """The explanation in one sentence that can be said aloud: it quotes nobody, and names nothing only we know."""
        return sentence(self.utterance.speaker, self.readings, self.reasons, load_examples(self.slug))

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
    """Explain the reading of an utterance.

    Args:
        store: Where the campaign lives.
        campaign: Campaign.
        which: Id of an utterance ("u12") or position of an entry of the log ("14"); the latest utterance when None.
        evening: Evening of the utterance; the last one when None.

    Raises:
        StoreError: There is no such utterance or entry, nobody said it, or it was struck from the record.
    """
    if which is not None and not re.fullmatch(r"u?[0-9]+", which):
        raise StoreError(
            phrase("{which} is neither an utterance, such as u12, nor an entry of the log, such as 14.", which=which),
            _HINT,
        )
    number, utterance_id = _evening(store, campaign, evening), which
    if which is not None and which.isdecimal():
        number, utterance_id = _cause_of(store, campaign, int(which))
    said = store.utterances(campaign.id, number)
    wanted = (each for each in reversed(said) if each.id == utterance_id or (utterance_id is None and not each.struck))
    found = next(wanted, None)
    if found is None:
        what = (
            phrase("Nothing was said")
            if utterance_id is None
            else phrase("There is no utterance {utterance_id}", utterance_id=utterance_id)
        )
        raise StoreError(phrase("{what} in evening {number}.", what=what, number=number), _HINT)
    if found.struck:
        raise StoreError(phrase("{id} was deleted from the record; nothing is known about it.", id=found.id))
    return Explanation(
        number,
        found,
        store.explanation(campaign.id, number, found.id),
        campaign.slug,
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
        told = Explanation(evening, each, store.explanation(campaign.id, evening, each.id), campaign.slug)
        if nothing or any(_did_something(reading) for reading in told.readings):
            return told.sentence
    return None


_NO_DEEDS = frozenset({"why", "stop_listening", "start_listening"})
"""Commands nobody means by "that" in "why did you do that?"."""


def _did_something(reading: Mapping[str, Any]) -> bool:
    done = reading["fate"] == "taken" and reading["decision"] in {"act", "ask"}
    return done and reading["command"] not in _NO_DEEDS


def _evening(store: Store, campaign: Campaign, number: int | None) -> int:
    evenings = [each.number for each in store.evenings(campaign.id)]
    if not evenings:
        raise StoreError(
            phrase("{name} has not been played yet.", name=campaign.name),
            phrase("Start an evening with companion play."),
        )
    if number is not None and number not in evenings:
        raise StoreError(phrase("{name} has no evening {number}.", name=campaign.name, number=number), _HINT)
    return number or evenings[-1]


def _cause_of(store: Store, campaign: Campaign, position: int) -> tuple[int, str]:
    """Evening and sentence that an entry of the log goes back to: its own, or that of what its dice belong to."""
    entries = list(store.read(campaign.id))
    if position >= len(entries):
        raise StoreError(
            phrase(
                "The log has no entry {position}; the last one is {entries}.",
                position=position,
                entries=len(entries) - 1,
            ),
            _HINT,
        )
    root = entries[position].entry.root
    chain = [each for each in entries if each.entry.root == root and each.position <= position]
    cause = next((each for each in reversed(chain) if each.utterance_id is not None), None)
    if cause is None or cause.evening is None or cause.utterance_id is None:
        raise StoreError(
            phrase(
                "Nobody said entry {position}: it was tapped, set up, or done by the companion itself.",
                position=position,
            )
        )
    return cause.evening, cause.utterance_id


def _deeds(store: Store, campaign: Campaign, evening: int, utterance_id: str) -> Iterator[ExplainedCommand]:
    ruleset = find_ruleset(campaign.slug)
    codec = Codec(ruleset)

    def words(recorded: Recorded) -> str:
        entry = codec.entry(recorded)
        if isinstance(entry, Committed):
            return " ".join(told_facts(ruleset, entry)) or spelled(entry.command.kind)
        return "undone" if isinstance(entry, Undone) else "redone"

    for recorded in store.read(campaign.id):
        if (recorded.evening, recorded.utterance_id) == (evening, utterance_id):
            yield ExplainedCommand(recorded.position, words(recorded))


# ---------------------------------------------------------------- telling it

_DONE = {"act": phrase("Carried out"), "ask": phrase("Asked about"), "note": phrase("Noted")}


def told(explanation: Explanation) -> Iterator[Phrase]:
    """The whole explanation as lines for people."""
    said = explanation.utterance
    yield phrase(
        "{id} of evening {evening}, {speaker}: “{text}”",
        id=said.id,
        evening=explanation.evening,
        speaker=said.speaker or phrase("unknown speaker"),
        text=said.text,
    )
    reasons = explanation.reasons
    if reasons is None:
        yield phrase("No reasons were recorded for it.")
    else:
        yield from _heard(said, reasons)
        yield from _understood(explanation.readings, reasons)
        if "opinion" in reasons:
            yield phrase("The language model reads: {opinion}.", opinion=reasons["opinion"])
    for deed in explanation.deeds:
        yield phrase("Entry {position} of the log: {text}", position=deed.position, text=deed.text)
    for answer in explanation.answers:
        yield phrase("The companion said: “{answer}”", answer=answer)


def _heard(said: StoredUtterance, reasons: Mapping[str, Any]) -> Iterator[Phrase]:
    voices = joined(
        (phrase("{name} {score:.2f}", name=name, score=score) for name, score in reasons.get("voices", ())), ", "
    )
    sure = _percent(reasons.get("heard", 0.0))
    how = phrase("typed") if said.typed else phrase("words {percent} certain", percent=sure)
    who = joined(reasons.get("who", ()), "; ")
    yield phrase(
        "Heard: {how}{voices}{who}",
        how=how,
        voices=phrase("; voice match {voices}", voices=voices) if voices else "",
        who=phrase("; {who}", who=who) if who else "",
    )
    names = reasons.get("names", ())
    if names:
        yield phrase(
            "Names: {words}",
            words=joined(
                (
                    phrase(
                        "“{words}” is {name} ({what}, {percent})",
                        words=words,
                        name=name,
                        what=spelled(kind),
                        percent=_percent(score),
                    )
                    for words, name, kind, score in names
                ),
                "; ",
            ),
        )
    for quoted in reasons.get("quoted", ()):
        yield phrase("Taken as quoted speech: “{quoted}”", quoted=quoted)


def _understood(readings: Sequence[Mapping[str, Any]], reasons: Mapping[str, Any]) -> Iterator[Phrase]:
    taken = [each for each in readings if each["fate"] == "taken"]
    if not taken:
        yield phrase("It was not understood as a request.")
    for reading in taken:
        yield phrase("{done}: {meaning}", done=_DONE[reading["decision"]], meaning=_meaning(reading))
        yield phrase("  because  {tipped}", tipped=tipped(reading))
        yield phrase(
            "  words    “{words}”{said}",
            words=reading["words"],
            said=joined(
                (
                    phrase(", {what} from “{words}”", what=spelled(field), words=words)
                    for field, words in reading.get("said", {}).items()
                ),
                "",
            ),
        )
        if "template" in reading:
            yield phrase("  template {template}", template=reading["template"])
        yield phrase("confidence {certainty}", certainty=_certainty(reading, reasons["limits"]))
    done = {each["command"] for each in taken}
    lost = [each for each in readings if each["command"] not in done]
    if lost:
        yield phrase("Other readings:")
    yield from dict.fromkeys(phrase("  {meaning}: {fate}", meaning=_meaning(each), fate=fate(each)) for each in lost)


def _meaning(reading: Mapping[str, Any]) -> Phrase:
    filled = {name: value for name, value in reading.get("slots", {}).items() if value not in (None, "", [], False)}
    command = spelled(reading["command"])
    if not filled:
        return command
    slots = (phrase("{name} {value}", name=spelled(name), value=_value(value)) for name, value in filled.items())
    return phrase("{command} ({slots})", command=command, slots=joined(slots, ", "))


def _value(value: Any) -> Phrase:
    return joined(str(each) for each in value) if isinstance(value, list) else verbatim(str(value))


def _certainty(reading: Mapping[str, Any], limits: Sequence[float]) -> Phrase:
    wording, names, hearing = (_percent(factor) for factor in reading["factors"])
    act, ask, note = (_percent(limit) for limit in limits)
    parts = phrase(
        "template {wording}, names and people x {names}, hearing x {hearing}",
        wording=wording,
        names=names,
        hearing=hearing,
    )
    return phrase(
        "{percent}: {parts}; acts from {act}, asks from {ask}, notes from {note}",
        percent=_percent(reading["confidence"]),
        parts=parts,
        act=act,
        ask=ask,
        note=note,
    )


def _percent(share: float) -> Phrase:
    return phrase("{share:.0f} %", share=share * 100)
