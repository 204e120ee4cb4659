"""A language nobody speaks: English between brackets, so that what was not translated stands outside them."""

import re

INNERMOST = re.compile(r"⟦[^⟦⟧]*⟧")
VALUE = re.compile(r"(?<!\{)\{[^{}]*\}(?!\})")


class Pseudo:
    """Brackets around every message; values that are put into it close and open them again."""

    def gettext(self, message: str) -> str:
        """The message between brackets."""
        return self._bracketed(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The message for the number, between brackets."""
        return self._bracketed(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """The message between brackets."""
        return self._bracketed(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """The message for the number, between brackets."""
        return self._bracketed(msgid1 if n == 1 else msgid2)

    def _bracketed(self, message: str) -> str:
        return f"⟦{VALUE.sub(lambda value: f'⟧{value[0]}⟦', message)}⟧"


def untranslated(text: str) -> str:
    """Return the part of a text in this language that stands outside the brackets."""
    while (shorter := INNERMOST.sub(" ", text)) != text:
        text = shorter
    return text
