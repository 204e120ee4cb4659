"""Forms of a model's answers; everything in them is checked against the talk before anybody reads it."""

from pydantic import BaseModel, ConfigDict


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class PersonForm(_Form):
    """Somebody of the story; `lines` are numbers of the lines shown, from 1."""

    name: str
    role: str
    lines: list[int]


class ThingForm(_Form):
    """A place or a thing; `lines` are numbers of the lines shown, from 1."""

    name: str
    lines: list[int]


class OpenForm(_Form):
    """A sentence that leaves something open, in the words of its line."""

    words: str
    line: int


class ChronicleForm(_Form):
    """Answer to `prompts/chronicle.md`."""

    people: list[PersonForm]
    places: list[ThingForm]
    items: list[ThingForm]
    open: list[OpenForm]


class SentenceForm(_Form):
    """One sentence of a retelling with the numbers of the lines it rests on, from 1."""

    text: str
    lines: list[int]


class RecapForm(_Form):
    """Answer to `prompts/recap.md`."""

    sentences: list[SentenceForm]
