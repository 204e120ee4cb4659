"""Material of a recap: sentences of the evening's talk and facts of its log, in order, with their weight."""

import re
from collections.abc import Collection, Iterator
from typing import Any, Literal

from companion.chronicle.extractor.evening import in_order
from companion.chronicle.extractor.last_time import weigh_story
from companion.chronicle.extractor.markdown import tidy
from companion.chronicle.extractor.model import Evidence, Happening
from companion.chronicle.extractor.notes import EveningNotes
from companion.chronicle.extractor.retellable import told
from companion.chronicle.extractor.standing import standing_of
from companion.chronicle.recaps.weights import SCENES, weight_of
from engine.quick_dataclass import dataclass
from engine.types import PUBLIC

OWN_WORDS = re.compile(r"\b(?:I|me|my|mine|we|us|our|ours|you|your|yours)\b(?!\.)", re.IGNORECASE)
"""Words that mean somebody else from another mouth."""

_OWN_DEED = 3.0
_TELLING = 1.0
"""Weight from which a deed is worth telling because it is somebody's own."""

_SHORTEST, _LONGEST = 3, 40


@dataclass(frozen=True, slots=True)
class RecapMaterial:
    """One thing that may stand in a recap.

    Attributes:
        kind: Something said, a fact of the log, or the beginning of a scene.
        text: A whole sentence; empty for a scene nobody described.
        weight: How much it matters; 0 for what only marks a scene.
        who: Player who said it in words of their own ("I", "we"); None when it reads the same from anybody.
        utterances: Talk it rests on.
        positions: Entries of the log it rests on.
    """

    kind: Literal["said", "fact", "scene"]
    text: str
    weight: float
    who: str | None = None
    utterances: tuple[str, ...] = ()
    positions: tuple[int, ...] = ()


def material_of(evening: EveningNotes, seen_by: str | None = None) -> tuple[RecapMaterial, ...]:
    """Everything worth a recap in the order it happened, public events and talk only.

    Args:
        evening: The evening.
        seen_by: Player whose evening it is: what happened while they were away is left out, what they said and did
            weighs more. None takes everything.
    """
    players = [player for player, _ in evening.cast]
    skills = standing_of(evening.before).skills
    names = [entry.name for entry in (*evening.chronicle.npcs, *evening.chronicle.places)]
    weights = weigh_story(evening.chronicle)
    eyes = _Eyes(evening, seen_by)
    found: list[RecapMaterial] = []
    starts = {line.id: line.start for line in evening.lines}
    for item in in_order(evening.happenings, evening.chronicle.story, starts):
        if isinstance(item, Happening):
            found += [each for event in public_events(item) if (each := eyes.fact(item, event)) is not None]
        elif eyes.open:
            words = tidy(told(item.words, players, skills, names))
            if _SHORTEST <= len(words.split()) <= _LONGEST and not words.endswith("?"):
                found.append(eyes.said(item, words, weights.get(item, 0.3)))
    return tuple(each for each in found if each.weight > 0)


def public_events(happening: Happening) -> Iterator[Any]:
    """Facts of a batch that everybody may know and nobody undid."""
    if not happening.undone:
        yield from (event for event in happening.events if getattr(event, "visibility", PUBLIC) == PUBLIC)


class _Eyes:
    """Sees the evening as one player, or as the whole table."""

    def __init__(self, evening: EveningNotes, player: str | None) -> None:
        self.open = True
        self._describe = evening.describe
        self._player = player
        character = next((each for name, each in evening.cast if name == player), None)
        self._own = {name for name in (player, character) if name}
        self._heard = {line.id for line in evening.lines}

    def said(self, sentence: Evidence, words: str, weight: float) -> RecapMaterial:
        own_words = OWN_WORDS.search(words)
        who = sentence.speaker if own_words else None
        if own_words and who is None:
            weight = 0.0  # "I" of nobody known tells nothing
        text = words if words[-1] in ".!?…" else f"{words.rstrip(',;:')}."
        if weight > 0 and (sentence.speaker in self._own or _names_any(words, self._own)):
            weight += _OWN_DEED
        return RecapMaterial("said", text, weight, who, (sentence.utterance,))

    def fact(self, happening: Happening, event: Any) -> RecapMaterial | None:
        self._look(event)
        if not self.open:
            return None
        scene = event.kind in SCENES
        named = not scene or getattr(event, "description", "named") != ""
        text, weight = self._describe(event).strip() if named else "", weight_of(event.kind)
        if weight >= _TELLING and _names_any(text, self._own):
            weight += _OWN_DEED
        said = happening.utterance
        cited = (said,) if said is not None and said in self._heard else ()
        if not text and not scene:
            return None
        return RecapMaterial("scene" if scene else "fact", text, weight, None, cited, (happening.position,))

    def _look(self, event: Any) -> None:
        """Follow whether this player is there."""
        if self._player is not None and event.presence is not None and event.presence[0] in self._own:
            self.open = event.presence[1]


def _names_any(text: str, names: Collection[str]) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in names)
