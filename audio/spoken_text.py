"""Written announcements as a voice should read them."""

import re

_DICE = re.compile(r"\b(\d+)\s*[dD](\d+)\b")
_BARE_DIE = re.compile(r"(?<![\w])[dD](\d+)\b")
_SIGNED = re.compile(r"(?<![\w])([+\-−])(\d+)\b")
_TIMES = re.compile(r"(\d)\s*[x×]\s*(\d)")
_MARKUP = re.compile(r"[*_`#|<>\[\]{}]+")
_SPACES = re.compile(r"[ \t]+")


def printable(text: str) -> str:
    """The text on one line, with single blanks for everything that is not printed, such as control characters."""
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


def to_spoken(text: str) -> str:
    """Prepare a text for the voice: "2d6" becomes "2 D 6", "+3" "plus 3"; marks of Markdown and controls vanish."""
    spoken = _MARKUP.sub(" ", printable(text))
    spoken = _DICE.sub(r"\1 D \2", spoken)
    spoken = _BARE_DIE.sub(r"D \1", spoken)
    spoken = _TIMES.sub(r"\1 times \2", spoken)
    spoken = _SIGNED.sub(lambda m: f"{'plus' if m[1] == '+' else 'minus'} {m[2]}", spoken)
    spoken = spoken.replace("→", ", ").replace("•", ", ").replace("&", " and ").replace("%", " percent")
    return _SPACES.sub(" ", spoken).strip()
