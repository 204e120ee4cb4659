"""English texts that know what they were made of, so that they can be shown in another language.

`make catalogue` collects every template from the code, so each stands written out where `phrase`, `plural` or `counted`
is called.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol


class Phrase(str):
    """An English text, and how it was put together; everywhere else it is the English text itself.

    Attributes:
        template: English with a {name} for each value; empty for what stays as it is (see `verbatim`).
        many: The template for any number but one; empty where no number chooses.
        number: What chooses between the two.
        values: What stands for each name; phrases among them are translated for themselves.
        finish: What is done to the text once its values are in, in any language.
    """

    __slots__ = ("finish", "many", "number", "template", "values")

    template: str
    many: str
    number: int
    values: Mapping[str, object]
    finish: Callable[[str], str] | None


def phrase(template: str, /, **values: object) -> Phrase:
    """A text with values put in, such as `phrase("{player} rolls {dice}", player=…, dice=…)`.

    Args:
        template: Written out where it is used.
        values: What its {names} stand for, taken as they are; a name or a number needs no `verbatim` here.

    Raises:
        KeyError: A name in the template has no value.
    """
    return made(template, values)


def template(text: str, /) -> str:
    """A template written out here, which gets its values elsewhere (see `made`)."""
    return text


def made(template: str, values: Mapping[str, object]) -> Phrase:
    """A text of a template that is written out elsewhere: in a table of words, in an error of `audio`."""
    return _made(template, values)


def plural(one: str, many: str, count: int, /, **values: object) -> Phrase:
    """The first text for exactly one, the second for any other number; {count} may stand in both (see `phrase`)."""
    return _made(one, {"count": count, **values}, many, count)


def verbatim(text: str | int) -> Phrase:
    """Return a phrase that stays the same in every language: a name, a number, somebody's words."""
    return _phrase(str(text), "", {})


def spelled(identifier: str) -> Phrase:
    """A word of the rules' own as people read it: "lowest_other" becomes "lowest other", "DEAD" becomes "dead"."""
    return _made(identifier.replace("_", " ").lower(), {})


def sentence(text: str) -> Phrase:
    """The text with a capital first letter and a full stop, unless it already ends in a mark."""
    return finished(text, _as_sentence)


def capital(text: str) -> Phrase:
    """The text with a capital first letter; the rest as it is."""
    return finished(text, _capital)


def finished(text: str, finish: Callable[[str], str]) -> Phrase:
    """The text with something done to it that does not depend on the language."""
    if not isinstance(text, Phrase):
        return verbatim(finish(text))
    before = text.finish
    both = finish if before is None else lambda said: finish(before(said))
    return _phrase(finish(text), text.template, text.values, text.many, text.number, both)


def joined(parts: Iterable[str | None], between: str = " ") -> Phrase:
    """Texts one after another, empty ones left out."""
    kept = [part for part in parts if part]
    names = [f"part{at}" for at in range(len(kept))]
    return _made(between.join(f"{{{name}}}" for name in names), dict(zip(names, kept, strict=True)))


UNFIT = (AttributeError, IndexError, KeyError, TypeError, ValueError)
"""Errors of a template that names values nobody has, or is none."""


class Translations(Protocol):
    """Translator of texts, with the interface of the standard library's `gettext.NullTranslations`."""

    def gettext(self, message: str) -> str:
        """The message in the other language, itself where there is none."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The form of the message for a number."""


def translated(text: str, into: Translations) -> str:
    """A text in another language, put together anew from its template; any other text as it is.

    What is translated into a template that cannot be filled in stays English.
    """
    if not isinstance(text, Phrase) or not text.template:
        return str(text)
    template = into.ngettext(text.template, text.many, text.number) if text.many else into.gettext(text.template)
    values = {name: translated(each, into) if isinstance(each, str) else each for name, each in text.values.items()}
    try:
        said = template.format(**values) if values else template
    except UNFIT:
        return str(text)
    return said if text.finish is None else text.finish(said)


def _made(template: str, values: Mapping[str, object], many: str = "", number: int = 1) -> Phrase:
    chosen = many if many and number != 1 else template
    return _phrase(chosen.format(**values) if values else chosen, template, values, many, number)


def _phrase(
    english: str,
    template: str,
    values: Mapping[str, object],
    many: str = "",
    number: int = 1,
    finish: Callable[[str], str] | None = None,
) -> Phrase:
    text = Phrase(english)
    text.template, text.many, text.number, text.values, text.finish = template, many, number, values, finish
    return text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _as_sentence(text: str) -> str:
    text = _capital(text.strip())
    return text + "." if text and text[-1] not in ".?!" else text


EMPTY = verbatim("")
"""No words."""
