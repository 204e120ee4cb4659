"""Numbers, plurals and lists as people say them."""

from collections.abc import Iterable

_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)


def number(value: int) -> str:
    """A number as a word from zero to twenty, in digits beyond."""
    return _WORDS[value] if 0 <= value < len(_WORDS) else str(value)


def counted(value: int, one: str, many: str | None = None) -> str:
    """A number with its noun: "one token", "two dice", "no tokens"."""
    return f"{number(value) if value else 'no'} {one if value == 1 else many or one + 's'}"


def listed(names: Iterable[str], last: str = "and") -> str:
    """Names as a spoken list: "Callum", "Callum and Priya", "Dana, Owen and Ruth"."""
    names = list(names)
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}" if names else ""


def sentence(text: str) -> str:
    """The text with a capital first letter and a full stop, unless it already ends in a mark."""
    text = text.strip()
    return text if not text else text[0].upper() + text[1:] + ("" if text[-1] in ".?!" else ".")


def setting_value(value: object) -> str:
    """A house rule's value as a table says it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value).replace("_", " ")
