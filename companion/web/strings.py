"""Every text of the page in the language it is shown in: its own by key, those of the rules by their English."""

import gettext
import struct
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from companion.base.characters import visible
from companion.base.errors import SettingsError
from companion.base.file_limits import read_small
from engine.phrase import EMPTY, UNFIT, Phrase, phrase, translated, verbatim

CATALOGUE = Path(__file__).parent / "catalogue"
TEXTS = CATALOGUE / "en.toml"
DOMAIN = "companion"
ENGLISH = "en"
_LARGEST_BYTES = 4_000_000
"""Of a translation, several times what every text takes."""
_NUMBERS = 200
"""Count of numbers a translation's rule for plurals is tried with: it may divide by zero."""

_shown_in: gettext.NullTranslations = gettext.NullTranslations()


def show_in(language: str, *folders: Path) -> None:
    """Show every page of this process in a language.

    Args:
        language: "en", or a code with a translation: `<folder>/<code>/LC_MESSAGES/companion.mo`.
        folders: Where translations lie besides those that come with the companion.

    Raises:
        SettingsError: There is no such translation, or it cannot be read.
    """
    global _shown_in  # one process shows its pages in one language, as it has one locale
    places = (*folders, CATALOGUE)
    found = next((place for place in places if gettext.find(DOMAIN, place, [language])), None)
    if language == ENGLISH:
        _shown_in = gettext.NullTranslations()
        return
    if found is None:
        known = {path.parts[-3] for place in places for path in place.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")}
        message = phrase("the page is not translated into {language!r}", language=language)
        hint = phrase("Available: {languages}.", languages=", ".join([ENGLISH, *sorted(known)]))
        raise SettingsError("", "page_language", message, hint)
    try:
        for file in gettext.find(DOMAIN, found, [language], all=True):
            read_small(Path(file), _LARGEST_BYTES)
        read = gettext.translation(DOMAIN, found, [language])
        for number in range(_NUMBERS):
            read.ngettext("", "", number)
    except (OSError, ValueError, LookupError, ArithmeticError, struct.error) as problem:
        message = phrase("the translation into {language!r} cannot be read", language=language)
        raise SettingsError(str(found), "page_language", message, phrase("Compile it again with msgfmt.")) from problem
    _shown_in = read


def words(key: str, /, **values: object) -> Phrase:
    """The text of a key ("table.undo"), with values put in.

    Args:
        key: Section and name in the catalogue.
        values: What its {placeholders} stand for; taken as they are, so whoever draws them must escape them.

    Raises:
        KeyError: There is no such key, or a placeholder has no value.
    """
    english = catalogue()[key]
    return _filled(_shown_in.pgettext(key, english), english, values)


def helped(key: str) -> Phrase:
    """The text of a key that explains something; empty where nobody has explained it."""
    return words(key) if key in catalogue() else EMPTY


def counted(key: str, count: int, /, **values: object) -> Phrase:
    """The text of a key for a number of things: its `one`, its `many`, or what the language has for it."""
    one, many = catalogue()[f"{key}.one"], catalogue()[f"{key}.many"]
    return _filled(_shown_in.npgettext(key, one, many, count), one if count == 1 else many, {"count": count, **values})


def shown(text: str) -> str:
    """A text of the rules or the companion in the page's language; what people said stays as it is.

    Control characters in it are shown (see `companion.base.characters.visible`).
    """
    return visible(translated(text, _shown_in))


def _filled(template: str, english: str, values: Mapping[str, object]) -> Phrase:
    known = {name: shown(each) if isinstance(each, str) else each for name, each in values.items()}
    try:
        return verbatim(template.format(**known))
    except UNFIT:
        return verbatim(english.format(**known))


@cache
def catalogue() -> Mapping[str, str]:
    """Every key with its English text."""
    return dict(_flat(tomllib.loads(TEXTS.read_text(encoding="utf-8")), ""))


def _flat(section: Mapping[str, Any], prefix: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name, value in section.items():
        key = f"{prefix}{name}"
        found += _flat(value, f"{key}.") if isinstance(value, dict) else [(key, value)]
    return found
