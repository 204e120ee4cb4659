"""Last time, in half a minute: what somebody who missed the evening has to know."""

import re
from collections.abc import Iterable, Iterator, Sequence

from companion.chronicle.extractor.evening import SceneNote
from companion.chronicle.extractor.markdown import excerpt, tidy
from companion.chronicle.extractor.model import Chronicle, ChronicleEntry, Evidence
from companion.chronicle.extractor.standing import GoalStanding
from engine.quick_dataclass import dataclass

WORDS_A_SECOND = 2.6
"""Pace of a calm voice."""

_SENTENCE_LIMIT = 150
_PEOPLE = 4
PRONOUN_FIRST = re.compile(r"(?:then |but )?(?:he|she|it|they|that|this)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LastTime:
    """Answer to the question what happened last time.

    Attributes:
        text: A few sentences, their names and numbers all from the evening.
        evidence: Utterances it rests on, in the order they were said.
    """

    text: str
    evidence: tuple[str, ...] = ()


def make_recap(
    chronicle: Chronicle,
    scenes: Sequence[SceneNote] = (),
    goals: Iterable[GoalStanding] = (),
    seconds: float = 30.0,
) -> LastTime:
    """The evening in about `seconds` of speech: how it began, what mattered, whom it brought, what is left.

    Everything is a sentence of the evening or a fact of its log; nothing is made up.
    """
    room = int(seconds * WORDS_A_SECOND)
    closing = [*_met(chronicle.npcs), *_conflicts(scenes), *_left(goals)]
    told: list[Evidence] = []
    for sentence in _by_weight(chronicle):
        spent = _words(_spoken(each) for each in told) + _words(text for text, _ in closing)
        if spent + _words([_spoken(sentence)]) <= room - 2:
            told.append(sentence)
    while closing and _words(text for text, _ in closing) > room:
        closing.pop()
    if not told and not closing:
        return LastTime("")
    ordered = sorted(told, key=lambda evidence: evidence.at)
    texts = [*(_spoken(each) for each in ordered), *(text for text, _ in closing)]
    cited = [*(each.utterance for each in ordered), *(one for _, utterances in closing for one in utterances)]
    return LastTime("Last time: " + " ".join(texts), tuple(dict.fromkeys(cited)))


def _words(texts: Iterable[str]) -> int:
    return sum(len(text.split()) for text in texts)


def _spoken(sentence: Evidence) -> str:
    text = excerpt(tidy(sentence.words), _SENTENCE_LIMIT).removesuffix(" …")
    return text if text[-1:] in ".!?" else f"{text}."


def weigh_story(chronicle: Chronicle) -> dict[Evidence, float]:
    """Sentences of the story with what they carry: people, places and things; the opening counts for more.

    Sentences that carry nothing, are very short or long, or speak of the dice are left out.
    """
    cited: dict[tuple[str, str], int] = {}
    for entry in (*chronicle.npcs, *chronicle.places, *chronicle.items, *chronicle.threads):
        for evidence in entry.evidence:
            key = (evidence.utterance, evidence.words)
            cited[key] = cited.get(key, 0) + 1
    heard = [each for each in chronicle.story if 6 <= len(each.words.split()) <= 32 and not _spoken_to(each.words)]
    first = min((each.at for each in heard), default=0.0)

    def weight(sentence: Evidence) -> float:
        carried = cited.get((sentence.utterance, sentence.words), 0)
        alone = not PRONOUN_FIRST.match(tidy(sentence.words))
        return carried and carried + (1.5 if sentence.at == first else 0.0) + (0.5 if alone else 0.0)

    return {sentence: found for sentence in heard if (found := weight(sentence)) > 0}


def _by_weight(chronicle: Chronicle) -> list[Evidence]:
    weights = weigh_story(chronicle)
    return sorted(weights, key=lambda sentence: (-weights[sentence], -sentence.at))


def _spoken_to(words: str) -> bool:
    """Return True if a sentence speaks to somebody or of the dice rather than narrating."""
    return words.rstrip().endswith("?") or bool(re.search(r"\b(?:I'm using|I roll|chips?|dice|roll|rolling)\b", words))


def _met(npcs: Sequence[ChronicleEntry]) -> Iterator[tuple[str, tuple[str, ...]]]:
    first = sorted(npcs, key=lambda entry: -len(entry.evidence))[:_PEOPLE]
    if first:
        people = [_introduced(entry) for entry in sorted(first, key=lambda entry: entry.evidence[0].at)]
        listed = people[0] if len(people) == 1 else f"{', '.join(people[:-1])} and {people[-1]}"
        yield f"You met {listed}.", tuple(dict.fromkeys(each for entry in first for each in _bearing(entry)))


def _bearing(entry: ChronicleEntry) -> Iterator[str]:
    """The first sentence about somebody, and the first with each word of the name and role told of them."""
    yield entry.evidence[0].utterance
    for word in _introduced(entry).casefold().split():
        yield from [each.utterance for each in entry.evidence if word in each.words.casefold()][:1]


def _introduced(entry: ChronicleEntry) -> str:
    name = as_heard(entry)
    return name if entry.role is None or entry.role in name.casefold() else f"the {entry.role} {name}"


def as_heard(entry: ChronicleEntry) -> str:
    """The name, or the first other form of it where no sentence about somebody holds the name itself."""
    heard = [each.words.casefold() for each in entry.evidence]
    forms = (entry.name, *entry.aliases)
    return next((form for form in forms if any(form.casefold() in words for words in heard)), entry.name)


def _conflicts(scenes: Sequence[SceneNote]) -> Iterator[tuple[str, tuple[str, ...]]]:
    ended = [scene for scene in scenes if scene.rating and scene.ended]
    if ended:
        yield f"In the conflict, {ended[-1].ended}.", ended[-1].utterances


def _left(goals: Iterable[GoalStanding]) -> Iterator[tuple[str, tuple[str, ...]]]:
    shared = next((goal for goal in goals if goal.owner is None and goal.left), None)
    if shared is not None:
        yield f"Group goal: {shared.text}, {shared.left} left.", ()
