"""Words of options, numbers beside words, and new names in a line: what the filling of fields compares."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from companion.nlu.line_words import SMALL, Line, Token, fold, number_in, stem
from companion.nlu.numbers import ORDINALS
from companion.nlu.words import word_set
from engine.board import Option

NOUGHT = word_set("nothing none nil no nought pass")
SINGLE = word_set("a an another one single")
SELF = word_set("me myself my mine i i'm i'll i'd i've")
ONE = word_set("you your you're you'll you've you'd yours her his him")
"""Words that point at the one who spoke before."""
NEAR = 2
"""Words between a number and the word that tells what it counts."""

_ENDS, _SHORT = {"y": "i", "f": "v"}, 3
_NEW_NAME = re.compile(r"(?<![.!?:] )(?<!^)\b((?!I\b|I')[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2})")

_THING = re.compile(
    r"\b(?:the|my|our)\s+([a-z][a-z-]{2,})\b(?:\s+((?!(?:are|is|was|were|have|has|had|want)\b)[a-z-]{3,})"
    r"(?=\s+(?:are|is|was|were|have|has|had|wants?|would|will)\b))?",
    re.IGNORECASE,
)


@lru_cache(maxsize=1024)
def cues(text: str) -> frozenset[str]:
    """Stems of words that tell what a number counts."""
    return frozenset(stem(word) for word in re.findall(r"[a-z]+", text.lower())) - SMALL


def counts(tokens: Sequence[Token], at: int) -> Iterator[tuple[float, int, int]]:
    """Numbers beside a word: how far, where, the value; those before it are nearer than those behind."""
    for way, farther in ((-1, 0.0), (1, 0.5)):
        far, there = 0, at + way
        while 0 <= there < len(tokens) and far < NEAR and tokens[there].stem not in {".", "?"}:
            value = _how_much(tokens[there]) if way < 0 else tokens[there].number
            if value is not None and (way < 0 or tokens[there].stem == "#n"):
                yield far + farther, there, value
                break
            far += tokens[there].stem not in SMALL or tokens[there].word in SINGLE
            there += way


def _how_much(token: Token) -> int | None:
    """The number a word before a thing tells of it: "two", "another", "no"; None where it tells none."""
    if token.number is not None and token.word not in ORDINALS:
        return token.number
    return 1 if token.word in SINGLE else 0 if token.word in NOUGHT else None


def words_of(option: Option) -> tuple[str, ...]:
    """The words an option is named by, as they are compared."""
    return words_in(str(option.value) if isinstance(option.value, str) else str(option.label).split(",")[0])


@lru_cache(maxsize=4096)
def words_in(text: str) -> tuple[str, ...]:
    """Stems of the words of a text, numbers as digits."""
    return tuple(_compared_word(word) for word in re.findall(r"[a-z0-9']+", text.lower().replace("_", " ")))


def compared(token: Token) -> str:
    """A word of a line as it is compared with those of an option."""
    return str(token.number) if token.number is not None else _singular(stem(token.word))


def _compared_word(word: str) -> str:
    number = number_of(word)
    return str(number) if number is not None else _singular(stem(word))


def _singular(bare: str) -> str:
    """A stem as that of its plural has it: mummies are like a mummy, wolves like a wolf."""
    return f"{bare[:-1]}{_ENDS.get(bare[-1], bare[-1])}" if len(bare) > _SHORT else bare


def number_of(word: str) -> int | None:
    """The number a word says, as a count or a place ("second"); None for any other."""
    found = number_in(word.lower())
    return found if found is not None else ORDINALS.get(word.lower())


def together(words: Sequence[str], said: Sequence[str], apart: int) -> bool:
    """Return True where the words stand near each other, in any order, with so many others between them at most."""
    return any(set(words) <= set(window) for window in _windows(said, len(words) + apart))


def _windows(said: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    yield from (said[at : at + size] for at in range(max(1, len(said) - size + 1)))


def new_name(line: Line) -> str:
    """The first name in a line that nobody at the table has: words with capitals in it, or a thing; empty for none."""
    found = [each[1].removesuffix("'s") for each in _NEW_NAME.finditer(line.text)]
    known = {name for token in line.tokens for name in token.names}
    new = [name for name in found if fold(name) not in known]
    things = [
        " ".join(filter(None, (each[1], each[2])))
        for each in _THING.finditer(line.text)
        if number_in(each[1].lower()) is None
    ]
    return next((longer for name in new[:1] for longer in reversed(new) if name in longer), next(iter(things), ""))
