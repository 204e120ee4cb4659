"""Scoring of speakers: the sound, weighed against what the table expects, with the reasons.

likelihood of every enrolled voice ───┐
dice, bids and answers owed ──────────┼─► posterior over players and a stranger ─► speaker, alternatives, reasons
who was asked, who is spoken to ──────┘
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence

from audio.types import UNKNOWN
from engine.quick_dataclass import dataclass

LEAST_BY_SOUND = 0.5
LEAST_WITHOUT = 0.75
"""A posterior above it names somebody: where the voice was compared, and where only the table's expectations speak."""

_ANSWERS = 3.0
_ASKED = 1.0
_HOLDS = 0.3
_ITSELF = 1.0
_SPOKEN_TO = -3.0
_CHARACTER_SPOKEN_TO = -1.0
"""Weights of clues, natural logarithms of likelihood ratios: e to the third, twenty times, is what a clear second of
voice weighs as well."""


@dataclass(frozen=True, slots=True)
class Clue:
    """Something besides the sound that speaks for or against a player.

    Attributes:
        player: Who.
        weight: Natural logarithm of how much likelier it makes this player.
        reason: Why, to stand behind the player's name ("is expected to give these dice").
    """

    player: str
    weight: float
    reason: str


@dataclass(frozen=True, slots=True)
class Person:
    """A player as they may be spoken to, or speak of themselves.

    Attributes:
        player: Player's name.
        character: Character's name, None before there is one.
    """

    player: str
    character: str | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """Expectations of the table just now.

    Attributes:
        people: Everybody at the table.
        answers: What the words are, for each player who owes exactly that ("these dice").
        holder: Who holds narration.
        before: The turn before, empty when there was none or it was long ago.
        before_by: Who said that.
    """

    people: tuple[Person, ...]
    answers: Mapping[str, str]
    holder: str | None = None
    before: str = ""
    before_by: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of speaker attribution.

    Attributes:
        speaker: Player; `UNKNOWN` for a stranger or where two are too close to call.
        score: Probability of that, 0 to 1.
        alternatives: The others with their probability, the likeliest first, `UNKNOWN` among them.
        reasons: What besides the sound speaks for or against the speaker.
    """

    speaker: str
    score: float
    alternatives: tuple[tuple[str, float], ...] = ()
    reasons: tuple[str, ...] = ()


def weigh(voice: Mapping[str, float], people: Iterable[str], clues: Sequence[Clue]) -> Verdict:
    """The posterior over everybody at the table and a stranger.

    Args:
        voice: For each enrolled name the logarithm of how much likelier the sound is from them than from a stranger;
            empty when no voice was compared. Somebody not enrolled sounds like a stranger.
        people: Names of the players.
        clues: What else speaks for or against them.
    """
    logits = {name: voice.get(name, 0.0) for name in people}
    logits |= {UNKNOWN: 0.0}
    for clue in clues:
        logits[clue.player] += clue.weight
    highest = max(logits.values())
    weights = {name: math.exp(logit - highest) for name, logit in logits.items()}
    total = sum(weights.values())
    ranked = sorted(((weight / total, name) for name, weight in weights.items()), key=lambda pair: (-pair[0], pair[1]))
    score, name = ranked[0]
    speaker = name if score > (LEAST_BY_SOUND if voice else LEAST_WITHOUT) else UNKNOWN
    return Verdict(
        speaker,
        score if speaker == name else next(weight for weight, each in ranked if each == UNKNOWN),
        tuple((each, weight) for weight, each in ranked if each != speaker),
        tuple(clue.reason for clue in clues if clue.player == speaker),
    )


def clues_in(text: str, scene: Scene) -> tuple[Clue, ...]:
    """Return the clues of words and table to the speaker.

    Args:
        text: The words.
        scene: What the table expects.
    """
    found = [Clue(player, _ANSWERS, f"is expected to give {what}") for player, what in scene.answers.items()]
    called = spoken_to(text, scene.people)
    asked = spoken_to(scene.before, scene.people).keys() if "?" in scene.before else frozenset()
    for person in scene.people:
        if person.player == scene.holder:
            found.append(Clue(person.player, _HOLDS, "holds narration"))
        if person.player in asked - {scene.before_by}:
            found.append(Clue(person.player, _ASKED, "was just asked"))
        if person.player in called:
            weight = _SPOKEN_TO if called[person.player] else _CHARACTER_SPOKEN_TO
            found.append(Clue(person.player, weight, "is spoken to"))
        if speaks_as(text, person):
            found.append(Clue(person.player, _ITSELF, f"speaks as {person.character}"))
    return tuple(found)


def spoken_to(text: str, people: Iterable[Person]) -> dict[str, bool]:
    """Players a sentence turns to: "Ben, your dice.", "What do you do, Sparrow?".

    Returns:
        Whether by their own name; with the character's, a lost pause may have made a subject of the sentence a call.
    """
    said = text.casefold()
    found: dict[str, bool] = {}
    for person in people:
        for own, name in ((True, person.player), (False, person.character or "")):
            if any(_turns_to(said, each) for each in names_in(name)):
                found.setdefault(person.player, own)
    return found


def names_in(name: str) -> tuple[str, ...]:
    """A name as people may shorten it: whole, and each longer word of it; lower case."""
    words = [word for word in name.casefold().split() if len(word) > 2]
    return tuple(dict.fromkeys([name.casefold(), *words])) if name else ()


def _turns_to(said: str, name: str) -> bool:
    opening = rf"(?:^|[.!?]\s+)(?:(?:ok|okay|so|hey|right|well|and|oh|no|yes|come on),?\s+)?{re.escape(name)}\s*[,!?]"
    closing = rf",\s*{re.escape(name)}\s*(?:[.!?]|$)"
    return re.search(opening, said) is not None or re.search(closing, said) is not None


def speaks_as(text: str, person: Person) -> bool:
    """Return True if the words make a character their own: "I'm Sparrow", "my character Sparrow", "as Sparrow, I …"."""
    if person.character is None:
        return False
    name = f"(?:{'|'.join(re.escape(each) for each in names_in(person.character))})"
    own = rf"\b(?:i'm|i am|i play|my character(?: is|,)?|as) {name}\b"
    return re.search(own, text.casefold()) is not None
