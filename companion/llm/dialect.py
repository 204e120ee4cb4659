"""Options that a server of the OpenAI protocol takes, found out from its refusals: servers differ in three."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import BaseModel

Form = Literal["json_schema", "json_object", "none"]
"""The way the form of an answer is asked for; without an option of the server's it stands in the question only."""

_LOOSER: Mapping[Form, Form] = {"json_schema": "json_object", "json_object": "none"}
_IN_WORDS = "Answer with one JSON object and nothing else. It must fit this JSON schema:"


@dataclass(frozen=True, slots=True)
class Dialect:
    """Options that a server takes.

    Attributes:
        form: How the form of the answer is asked for.
        told: Whether the question tells the schema as well.
        length: Name of the option that bounds an answer; None where it takes none.
        temperature: Whether it takes one.
    """

    form: Form = "json_schema"
    told: bool = False
    length: str | None = "max_completion_tokens"
    temperature: bool = True

    def body(
        self, instructions: str, question: str, reply: type[BaseModel], options: Mapping[str, float]
    ) -> dict[str, Any]:
        """The question as this server takes it, without the model's name.

        Args:
            instructions: What the model is to do.
            question: The material.
            reply: Form of the answer.
            options: `temperature` and `answer_tokens`, where they are wished.
        """
        schema = strict_schema(reply)
        if self.told:
            instructions = f"{instructions}\n\n{_IN_WORDS}\n{json.dumps(schema, ensure_ascii=False)}"
        messages = [{"role": "system", "content": instructions}, {"role": "user", "content": question}]
        asked: dict[str, Any] = {"messages": messages}
        if self.form == "json_schema":
            named = {"name": reply.__name__, "schema": schema, "strict": True}
            asked["response_format"] = {"type": "json_schema", "json_schema": named}
        elif self.form == "json_object":
            asked["response_format"] = {"type": "json_object"}
        if self.length is not None and "answer_tokens" in options:
            asked[self.length] = options["answer_tokens"]
        if self.temperature and "temperature" in options:
            asked["temperature"] = options["temperature"]
        return asked

    def without(self, refused: str, asked: Mapping[str, Any]) -> "Dialect | None":
        """The dialect to try next; None when there is nothing left to leave out.

        Args:
            refused: The server's own words about the question.
            asked: The question it refused.
        """
        words = refused.lower()
        if "temperature" in asked and "temperature" in words:
            return replace(self, temperature=False)
        if self.length in asked and "max_" in words and "tokens" in words:
            return replace(self, length="max_tokens" if self.length == "max_completion_tokens" else None)
        if self.form in _LOOSER:
            return replace(self, form=_LOOSER[self.form], told=True)
        if "temperature" in asked:
            return replace(self, temperature=False)
        return replace(self, length=None) if self.length in asked else None


def strict_schema(reply: type[BaseModel]) -> dict[str, Any]:
    """JSON schema of a reply as servers want it: every entry required, no other ones allowed."""
    schema = _strict(reply.model_json_schema())
    assert isinstance(schema, dict)
    return schema


def _strict(part: Any) -> Any:
    if isinstance(part, list):
        return [_strict(each) for each in part]
    if not isinstance(part, dict):
        return part
    # `default` is dropped from schemas only: below `properties` it may be the name of an entry.
    schema = {name: _strict(each) for name, each in part.items() if name != "default" or isinstance(each, dict)}
    if isinstance(schema.get("properties"), dict):
        schema |= {"required": list(schema["properties"]), "additionalProperties": False}
    return schema
