"""Checks of text that people write, on entry: one rule for names, one for lines (`companion.base.characters`).

Each function gives the text as it is kept, and raises `TextRefused` with one sentence. `NameRule` and `LineRule` do the
same for a field of a pydantic model, `JsonRule` for all lines of one whose entries nobody knows beforehand.
"""

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from companion.base.characters import each_text, one_line, unfit
from companion.base.errors import TextRefused
from engine.phrase import Phrase, phrase

_NAME, _LINE, _TEXT = phrase("The name"), phrase("The line"), phrase("The text")


def name(given: str, what: Phrase = _NAME) -> str:
    """A name: one line, single blanks, nothing unseen.

    Args:
        given: As it was written.
        what: What it is, for the sentence.

    Raises:
        TextRefused: It holds something else.
    """
    return " ".join(_checked(given, what, is_name=True).split())


def line(given: str, what: Phrase = _LINE) -> str:
    """One line; breaks and tabs become blanks (see `name`)."""
    return one_line(_checked(given, what))


def text(given: str, what: Phrase = _TEXT) -> str:
    """Several lines (see `name`)."""
    return _checked(given, what)


def _checked(given: str, what: Phrase, *, is_name: bool = False) -> str:
    character = unfit(given, name=is_name)
    if character is not None:
        raise TextRefused(what, character)
    return given


def _in_a_model(check: Callable[[Any], Any]) -> AfterValidator:
    def checked(given: Any) -> Any:
        try:
            return check(given)
        except TextRefused as problem:
            raise PydanticCustomError("unfit_text", "{wrong}", {"wrong": str(problem.wrong)}) from problem

    return AfterValidator(checked)


NameRule, LineRule = _in_a_model(name), _in_a_model(line)
JsonRule = _in_a_model(lambda data: each_text(data, line))
Line = Annotated[str, LineRule]
