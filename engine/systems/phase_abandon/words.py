"""Numbers, plurals and lists, as people say them and as the log writes them."""

from collections.abc import Iterable, Sequence

_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)


def number(value: int) -> str:
    """A number as a word from zero to twenty, in digits beyond."""
    return _WORDS[value] if 0 <= value < len(_WORDS) else str(value)


def counted(value: int, one: str, many: str | None = None) -> str:
    """A number with its noun: "one chip", "three dice"."""
    return f"{number(value)} {one if value == 1 else many or one + 's'}"


def in_figures(value: int, one: str) -> str:
    """A number with its noun as the log writes it: "1 chip", "5 chips", "no chips"."""
    return f"{value or 'no'} {one}{'' if value == 1 else 's'}"


def dice(count: int) -> str:
    """A number of dice."""
    return counted(count, "die", "dice")


def listed(names: Iterable[str]) -> str:
    """Names as a spoken list: "Callum", "Callum and Priya", "Dana, Owen and Ruth"."""
    names = list(names)
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


def scores(pairs: Sequence[tuple[str, int]]) -> str:
    """Who has how many: "Jay eleven, Russ seven"."""
    return ", ".join(f"{name} {number(value)}" for name, value in pairs)


def sentence(text: str) -> str:
    """The text with a capital first letter and a full stop, unless it already ends in a mark."""
    text = text.strip()
    return text if not text else text[0].upper() + text[1:] + ("" if text[-1] in ".?!" else ".")
