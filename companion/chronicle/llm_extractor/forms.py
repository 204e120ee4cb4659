"""Forms of a model's answers; everything in them is checked against the talk before anybody reads it."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


class _Cited(_Form):
    """Something found, with the numbers of the lines it rests on, from 1."""

    lines: list[int]


class SceneForm(_Cited):
    """A scene."""

    title: str
    happened: str
    outcome: str


class PersonForm(_Cited):
    """Somebody of the story."""

    name: str
    aliases: list[str]
    role: str
    wants: str
    relations: str
    attitude: str


class PlaceForm(_Cited):
    """Somewhere."""

    name: str
    about: str


class ThingForm(_Cited):
    """Something that matters."""

    name: str
    about: str
    holder: str


class GoalForm(_Cited):
    """An aim."""

    goal: str
    of: str
    why: str
    progress: str


class ConnectionForm(_Cited):
    """Somebody a character is tied to."""

    name: str
    of: str
    about: str


class ThreadForm(_Cited):
    """Something left open."""

    kind: Literal["promise", "debt", "mystery", "threat"]
    text: str


class ConsequenceForm(_Cited):
    """Something that follows from what happened."""

    text: str


class QuoteForm(_Cited):
    """Words worth keeping, as they were said."""

    words: str


class WrongForm(_Cited):
    """An earlier finding, by its code, that these lines correct."""

    code: str


class NotesForm(_Form):
    """Answer to `prompts/notes.md`."""

    scenes: list[SceneForm]
    people: list[PersonForm]
    places: list[PlaceForm]
    things: list[ThingForm]
    goals: list[GoalForm]
    connections: list[ConnectionForm]
    threads: list[ThreadForm]
    consequences: list[ConsequenceForm]
    quotes: list[QuoteForm]
    wrong: list[WrongForm]


class SentenceForm(_Form):
    """One sentence of a recap with the numbers of the lines it rests on, from 1."""

    text: str
    lines: list[int]


class RecapForm(_Form):
    """Answer to `prompts/recap.md`."""

    sentences: list[SentenceForm]
