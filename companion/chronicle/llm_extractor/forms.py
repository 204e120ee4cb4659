"""Forms of a model's answers; everything in them is checked against the talk before anybody reads it."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, WithJsonSchema, create_model

NameKind = Literal["person", "place", "thing", "none"]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


class NameForm(_Form):
    """Kind and role of one of the names shown."""

    name: str
    kind: NameKind
    role: str


class ChronicleForm(_Form):
    """Answer to `prompts/chronicle.md`; `open` are numbers of lines shown, from 1."""

    names: list[NameForm]
    items: list[str]
    open: list[int]


def chronicle_form(names: Iterable[str], items: Iterable[str], lines: int) -> type[ChronicleForm]:
    """The form with the schema narrowed to what is shown.

    A server that enforces the schema can name nothing else. What one that does not enforce it makes up is still read,
    and dropped entry by entry.
    """
    named = create_model("NameForm", __base__=NameForm, name=(_one_of(names), ...))
    shown = Annotated[int, WithJsonSchema({"type": "integer", "enum": list(range(1, lines + 1))})]
    fields: dict[str, Any] = {"names": (list[named], ...), "items": (list[_one_of(items)], ...)}  # type: ignore[misc]
    return create_model("ChronicleForm", __base__=ChronicleForm, **fields, open=(list[shown], ...))


def _one_of(allowed: Iterable[str]) -> Any:
    return Annotated[str, WithJsonSchema({"type": "string", "enum": list(allowed) or ["none"]})]


class SentenceForm(_Form):
    """One sentence of a recap with the numbers of the lines it rests on, from 1."""

    text: str
    lines: list[int]


class RecapForm(_Form):
    """Answer to `prompts/recap.md`."""

    sentences: list[SentenceForm]
