"""Lines worth keeping: what somebody of the story said in so many words, and what the table asked to be kept."""

import re
from collections.abc import Iterable, Sequence

from companion.chronicle.extractor.language import words
from companion.chronicle.extractor.model import ChronicleEntry, Evidence

_KEEP = re.compile(
    r"\b(?:(?:write|put|note) (?:that|it) (?:one )?(?:down|in the notes)"
    r"|(?:line|quote) of the (?:night|evening|game|campaign)|(?:best|great|greatest) (?:line|quote)"
    r"|that(?:'s| is) going (?:in|on) the (?:notes|wall|t-shirt|shirt))\b",
    re.IGNORECASE,
)
_SPEECH = re.compile(r"\b(?P<verb>[a-z]+)(?: (?:at|to) \w+)?\s*[,:]\s*[\"“']?(?P<words>[A-Z“\"].*)$")
_QUOTED = re.compile(r"[\"“](?P<words>[^\"”]+)[\"”]")
_FEWEST, _MOST = 4, 25
_KEPT = 5


def asks_to_keep(text: str) -> bool:
    """Return True if somebody wants the line just said to be kept."""
    return _KEEP.search(text) is not None


def saying_in(sentence: str) -> str | None:
    """The speech a sentence of the story quotes ("She says, You will never find it."), None when there is none."""
    quoted = _QUOTED.search(sentence)
    found = quoted or _SPEECH.search(sentence)
    if found is None or (quoted is None and _lemma(found["verb"]) not in words()["speech_verbs"] | {"say", "go"}):
        return None
    spoken = found["words"].strip(" \"“”'")
    return spoken if _FEWEST <= len(spoken.split()) <= _MOST else None


def _lemma(verb: str) -> str:
    return verb.removesuffix("es") if verb == "goes" else verb.removesuffix("s")


def lines_of(said: Sequence[Evidence], wanted: Iterable[Evidence]) -> tuple[ChronicleEntry, ...]:
    """The few lines worth keeping, in the order they were said: those asked for, then speech of the story.

    Args:
        said: Sentences of the story that quote somebody.
        wanted: Sentences the table asked to be kept.
    """
    kept = {(each.utterance, each.words): ChronicleEntry(each.words, "said", (each,)) for each in wanted}
    for each in said:
        if len(kept) >= _KEPT:
            break
        speech = saying_in(each.words)
        if speech is not None:
            kept.setdefault((each.utterance, each.words), ChronicleEntry(speech, "inferred", (each,)))
    return tuple(sorted(kept.values(), key=lambda entry: entry.evidence[0].at))
