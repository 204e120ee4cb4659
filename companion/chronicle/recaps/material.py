"""Material of a recap: sentences of the evening's talk and facts of its log, in order, with their weight."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any, Literal

from companion.chronicle.extractor.evening import in_order
from companion.chronicle.extractor.language import words as lexicon
from companion.chronicle.extractor.last_time import PRONOUN_FIRST, weigh_story
from companion.chronicle.extractor.markdown import tidy
from companion.chronicle.extractor.model import Evidence, Happening
from companion.chronicle.extractor.notes import EveningNotes
from companion.chronicle.extractor.retellable import told
from companion.chronicle.extractor.standing import standing_of
from companion.chronicle.recaps.retold import called, retold
from companion.chronicle.recaps.weights import FIGHT, SCENE, as_told, is_table_talk, part_of, weight_of
from companion.nlu.numbers import value_of
from engine.quick_dataclass import dataclass
from engine.types import PUBLIC

_FIRST_PERSON = re.compile(r"\b(?:I|me|my|mine)\b")
_OWN_DEED = 3.0
_PLAIN = 1.0
"""Weight of a sentence that names nobody and nothing known."""

_SHORTEST, _LONGER, _LONGEST = 3, 8, 40


@dataclass(frozen=True, slots=True)
class RecapMaterial:
    """One thing that may stand in a recap.

    Attributes:
        kind: Something said, a fact of the log, the beginning of a scene, or who fights.
        text: A whole sentence; empty for a scene nobody described.
        weight: How much it matters; 0 for what only marks a scene.
        ending: Whether it is among the last things told.
        utterances: Talk it rests on.
        positions: Entries of the log it rests on.
    """

    kind: Literal["said", "fact", "scene", "fight"]
    text: str
    weight: float
    ending: bool = False
    utterances: tuple[str, ...] = ()
    positions: tuple[int, ...] = ()


def material_of(evening: EveningNotes, seen_by: str | None = None) -> tuple[RecapMaterial, ...]:
    """Everything worth a recap in the order it happened, public events and talk only.

    Args:
        evening: The evening.
        seen_by: Player whose evening it is: what happened while they were away is left out, what they said and did
            weighs more. None takes everything.
    """
    eyes = _Eyes(evening, seen_by)
    sentences = {each: eyes.said(each) for each in evening.chronicle.story}
    eyes.told = {each.utterance for each, told in sentences.items() if told is not None}
    found: list[RecapMaterial] = []
    starts = {line.id: line.start for line in evening.lines}
    for item in in_order(evening.happenings, evening.chronicle.story, starts):
        if isinstance(item, Happening):
            found += [each for event in public_events(item) if (each := eyes.fact(item, event)) is not None]
        elif eyes.open and (each := sentences[item]) is not None:
            found.append(each)
    told = [each for each in found if each.weight > 0]
    last = next((each.utterances for each in reversed(told) if each.kind == "said"), ())
    return tuple(replace(each, ending=bool(last) and each.utterances == last) for each in told)


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
        self._characters = dict(evening.cast)
        self._players = tuple(self._characters)
        self._skills = standing_of(evening.before).skills
        self._names = tuple(each.name for each in (*evening.chronicle.npcs, *evening.chronicle.places))
        self._names += tuple(name for name in self._characters.values() if name)
        self._weights = weigh_story(evening.chronicle)
        self._void = _taken_back(evening)
        self._table_talk = {
            each.utterance for each in evening.happenings if any(is_table_talk(event.kind) for event in each.events)
        }
        self.told: set[str] = set()
        """Utterances with sentences that are told."""

    def said(self, sentence: Evidence) -> RecapMaterial | None:
        if sentence.utterance in self._void:
            return None
        words = tidy(told(sentence.words, self._players, self._skills, self._names))
        count = len(words.split())
        if count < _LONGER and sentence.utterance in self._table_talk and not _names_any(words, self._names):
            return None
        if not _SHORTEST <= count <= _LONGEST or words.endswith("?"):
            return None
        character = self._characters.get(sentence.speaker or "")
        text = as_said(words, character, table_leads=None in self._characters.values())
        if not text:
            return None
        weight = max(_PLAIN, self._weights.get(sentence, 0.0)) / (2 if PRONOUN_FIRST.match(text) else 1)
        if sentence.speaker in self._own or _names_any(text, self._own):
            weight += _OWN_DEED
        return RecapMaterial("said", text, weight, utterances=(sentence.utterance,))

    def fact(self, happening: Happening, event: Any) -> RecapMaterial | None:
        self._look(event)
        part = part_of(event.kind)
        if not self.open or part is None:
            return None
        said = happening.utterance
        cited = (said,) if said is not None and said in self._heard else ()
        kind: Literal["scene", "fact"] = "scene" if part == SCENE else "fact"
        text, weight = as_told(event.kind, self._describe(event).strip()), weight_of(event.kind)
        put_in_words = getattr(event, "description", None) or getattr(event, "text", None)
        if part == SCENE and not put_in_words:
            return RecapMaterial("scene", "", weight, utterances=cited, positions=(happening.position,))
        if part in {SCENE, "told"} and self.told & set(cited):
            text = ""  # said better in the table's own sentences
        if _FIRST_PERSON.search(text):
            text = ""
        if part == FIGHT:
            return RecapMaterial("fight", text, weight, utterances=cited, positions=(happening.position,))
        if not text and kind == "fact":
            return None
        if _names_any(text, self._own):
            weight += _OWN_DEED
        return RecapMaterial(kind, text, weight, utterances=cited, positions=(happening.position,))

    def _look(self, event: Any) -> None:
        """Follow whether this player is there."""
        if self._player is not None and event.presence is not None and event.presence[0] in self._own:
            self.open = event.presence[1]


def as_said(words: str, character: str | None, *, table_leads: bool) -> str:
    """A sentence of the talk as a recap tells it; empty where it is no part of the tale.

    Args:
        words: Without hesitations and talk of the dice.
        character: Whom the speaker plays.
        table_leads: Whether somebody at the table plays nobody and leads the others.
    """
    plain = set(re.findall(r"\w+", words.casefold()))
    if character is not None and character.casefold() in lexicon()["leader_names"]:
        character = None
    table_words = frozenset() if plain & lexicon()["self_words"] else lexicon()["table_words"]
    if plain & (lexicon()["untold_words"] | table_words) or _reads_dice(words):
        return ""
    text = retold(words, character and called(character), to_the_group=table_leads and character is None)
    return text if not text or text[-1] in ".!?…" else f"{text.rstrip(',;:')}."


def _reads_dice(words: str) -> bool:
    return (
        sum(value_of([word]) is not None for word in re.findall(r"[a-z]+|\d{1,3}", words.casefold()) if word != "a") > 2
    )


def _taken_back(evening: EveningNotes) -> frozenset[str]:
    """Utterances whose every deed was undone."""
    standing = {each.utterance for each in evening.happenings if not each.undone}
    return frozenset(each.utterance for each in evening.happenings if each.undone and each.utterance) - standing


def _names_any(text: str, names: Collection[str]) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in names)
