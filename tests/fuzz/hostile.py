"""Hostile input: damaged bytes, and JSON that nobody would write."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from hypothesis import strategies as st

_HUGE, _DEEP, _LIST = "@@huge@@", "@@deep@@", "@@deep list@@"
_WRITTEN = {
    _HUGE: "9" * 5000,  # more digits than Python turns into a number
    _DEEP: '{"a":' * 4000 + "1" + "}" * 4000,
    _LIST: "[" * 4000 + "]" * 4000,
}

TEXTS = st.one_of(
    st.sampled_from(
        ["", " ", "\x00", "\ud800", "\u202e", "a\nb", "../../etc/passwd", "<b>", "x" * 3000, "ß", "İ", "🎲"]
    ),
    st.text(max_size=30),
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([0, -1, 1, 2**31, 2**63, -(2**63) - 1, 10**30, 0.5, 1e308, float("inf"), float("nan")]),
    st.sampled_from([*_WRITTEN]),
    TEXTS,
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=6
)
"""Anything JSON can say, and some it should not."""


def written(value: Any) -> bytes:
    """A value as JSON text, with what Python itself would not write."""
    text = json.dumps(value)
    for word, meant in _WRITTEN.items():
        text = text.replace(json.dumps(word), meant)
    return text.encode("utf-8", "surrogatepass")


@st.composite
def twisted(draw: st.DrawFn, valid: Any) -> Any:
    """A valid JSON value with one to three places changed, dropped or added."""
    value = json.loads(json.dumps(valid))
    for _ in range(draw(st.integers(1, 3))):
        value = _twist(draw, value)
    return value


def _twist(draw: st.DrawFn, value: Any) -> Any:
    whole = not isinstance(value, dict | list) or not value or draw(st.integers(0, 4)) == 0
    if whole and isinstance(value, dict) and draw(st.booleans()):
        return {**value, draw(TEXTS): draw(VALUES)}
    if whole:
        return draw(VALUES)
    places = list(value) if isinstance(value, dict) else range(len(value))
    place = draw(st.sampled_from(places))
    if draw(st.integers(0, 5)) == 0:
        del value[place]
    else:
        value[place] = _twist(draw, value[place])
    return value


@dataclass(frozen=True, slots=True)
class Damage:
    """One thing that went wrong with bytes; a place behind their end is their end."""

    kind: str
    place: int = 0
    noise: bytes = b""

    def to(self, content: bytes) -> bytes:
        """Bytes after it."""
        at, noise = min(self.place, len(content)), self.noise
        match self.kind:
            case "overwrite":
                return content[:at] + noise + content[at + len(noise) :]
            case "insert":
                return content[:at] + noise + content[at:]
            case "drop":
                return content[:at] + content[at + len(noise) :]
            case "cut":
                return content[:at]
            case _:
                return noise


_KINDS = [*["overwrite", "insert", "drop"] * 4, "cut", "cut", "replace"]


def damages(length: int) -> st.SearchStrategy[list[Damage]]:
    """Generate damages to bytes of a length, most often in a few places."""
    noise = st.one_of(st.binary(max_size=8), st.sampled_from([b"\xff" * 8, bytes(8), b"\x80", b"\r\n", b'"']))
    one = st.builds(Damage, st.sampled_from(_KINDS), st.integers(0, length), noise)
    return st.lists(one, min_size=1, max_size=4)


def spoilt(content: bytes, damages: Iterable[Damage]) -> bytes:
    """Bytes after everything that went wrong with them."""
    return reduce(lambda left, damage: damage.to(left), damages, content)


def damaged(content: bytes) -> st.SearchStrategy[bytes]:
    """Bytes cut off, overwritten, or replaced altogether."""
    return damages(len(content)).map(lambda found: spoilt(content, found))
