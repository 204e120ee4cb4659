"""Fills the fields of a move from a line, by the type each field declares, and tells what no field took.

An option is named by its whole name, in any order and with numbers as words ("the second ghoul" is Ghoul Two), or
by words of its own that no other option has ("the suffering one"). A number belongs to the field whose word is near.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Any

from companion.nlu.line_words import SMALL, Line, Token, fold, number_in, repairs, stem
from companion.nlu.numbers import ORDINALS
from companion.nlu.words import word_set
from engine.board import Field, Move, Option
from engine.quick_dataclass import dataclass

_SELF = word_set("me myself my mine i i'm i'll i'd i've")
_TO_ONESELF = word_set("me myself mine")
"""Words by which somebody names themselves as the one to whom something is done."""
_ONE = word_set("you your you're you'll you've you'd yours her his him")
"""Words that point at the one who spoke before."""
_SEVERAL = word_set("all both each everybody everyone lot we us our")
_DONE_TO = word_set("target targets to recipient")
"""Names of fields that tell to whom something is done."""
_NOUGHT = word_set("nothing none nil no nought pass")
_WITH = word_set("with at have has got get")
"""Words before what somebody has one of."""
_BETWEEN = word_set("a an and another then")
"""Words between the numbers of a list."""
_DENIED = word_set("not never isn't")
_SINGLE = word_set("a an another one single")
_LEAST_TEXT = 3
"""Words from which a line may itself be the text a move asks for."""
_LEAST_SHARE = 0.34
"""Share of an option's own words that has to be said where not all are."""
_MOST_OF_A_KIND = 12
_TWO = word_set("pair couple both")
_SIX_AND_ITS_NEXT = 2
_NEAR = 2
"""Words between a number and the word that tells what it counts."""
_LABEL_FARTHER = 1.5
"""Words by which a number beside a field's label is farther than one beside its name."""


@dataclass(frozen=True, slots=True)
class Filled:
    """Values that a line gives the fields of a move.

    Attributes:
        values: Name and value of each field it fills.
        numbers: Numbers in it that no field took.
        people: Players in it that no field took, both names folded.
        exact: True where every choice was made by its whole name.
        alone: True where no other move of the kind fits as well.
    """

    values: tuple[tuple[str, Any], ...] = ()
    numbers: tuple[int, ...] = ()
    people: frozenset[str] = frozenset()
    exact: bool = True
    alone: bool = True


NOTHING_FILLED = Filled()


def filled(
    move: Move, line: Line, own: frozenset[str] = frozenset(), addressed: frozenset[str] = frozenset()
) -> Filled:
    """The fields of a move as a line fills them; of a secret one only a number, which is no secret once it was said.

    Args:
        move: What might be asked for.
        line: What was said.
        own: Folded names of the speaker, for "me" and "my own".
        addressed: Folded names of who spoke before, for "you" where nobody is named.
    """
    if move.secret and not (move.fields and all(each.shape == "number" for each in move.fields)):
        return NOTHING_FILLED
    filling = _Filling(move, line, own, addressed)
    filling.fill()
    settled = {name for _, value in move.given if isinstance(value, str) for name in filling.names_of(value)}
    left = frozenset(line.meant - filling.named - settled - own)
    given = {value for _, value in move.given if type(value) is int}
    numbers = tuple(number for number in _meant(line) if number not in filling.counted and number not in given)
    return Filled(tuple(filling.values), numbers, left, filling.exact)


def left_over(line: Line, fields: Mapping[str, Any], own: frozenset[str]) -> bool:
    """Return True where a line names somebody, or tells a number, that no field of a command has.

    Args:
        line: What was said.
        fields: Of the command.
        own: Folded names of the speaker.
    """
    told = list(_plain_values(fields.values()))
    people = {fold(value) for value in told if isinstance(value, str)}
    named = {name for token in line.tokens for name in token.names if token.names & people}
    numbers = {value for value in told if type(value) is int}
    words = {int(word) for value in told if isinstance(value, str) for word in _words_in(value) if word.isdecimal()}
    return bool(line.meant - named - people - own) or bool(set(_meant(line)) - numbers - words)


def repaired(line: Line, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a command with the numbers that a line says in the stead of others it took back."""
    told = {at: each.number for at, each in enumerate(line.tokens)}
    instead = {told[old]: told[new] for old, new in repairs(line.tokens).items()}
    return {name: instead.get(value, value) if type(value) is int else value for name, value in fields.items()}


def _meant(line: Line) -> tuple[int, ...]:
    """Numbers of a line that are not taken back in it."""
    gone = repairs(line.tokens)
    return tuple(
        each.number
        for at, each in enumerate(line.tokens)
        if each.stem == "#n" and at not in gone and each.number is not None
    )


def _plain_values(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from _plain_values(value)
        else:
            yield value


@dataclass(slots=True)
class _Filling:
    move: Move
    line: Line
    own: frozenset[str]
    addressed: frozenset[str]
    values: list[tuple[str, Any]] = field(default_factory=list)
    named: set[str] = field(default_factory=set)
    counted: set[int] = field(default_factory=set)
    exact: bool = True
    said: list[str] = field(init=False)
    ordinals: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.said = [_compared(token) for token in self.line.tokens]
        self.ordinals = {str(token.number) for token in self.line.tokens if token.word in ORDINALS}

    def fill(self) -> None:
        for each in self.move.fields:
            if each.shape == "choice":
                self._choose(each)
            elif each.shape == "choices":
                self._choose_some(each)
        if any(each.shape == "faces" for each in self.move.fields):
            self._faces()
        else:
            self._count()
        self._tell()

    def _choose(self, wanted: Field) -> None:
        option = self._best(wanted.options, wanted.optional, _TO_ONESELF if wanted.name in _DONE_TO else _SELF)
        option = option or self._whom(wanted.options)
        if option is not None:
            self._take(wanted.name, option.value)

    def _take(self, name: str, value: Any) -> None:
        self.values.append((name, value))
        self.named |= self.names_of(value)
        self.counted |= {number for word in str(value).split() if (number := _number(word)) is not None}

    def names_of(self, value: Any) -> set[str]:
        """The name of a value, folded; of somebody in the line both names."""
        name = fold(value)
        return {name} | {each for token in self.line.tokens if name in token.names for each in token.names}

    def _best(self, options: Sequence[Option], beside: bool, oneself: frozenset[str]) -> Option | None:
        """The one option that is named best; None where two are named equally well."""
        spread = Counter(word for option in options for word in _words_of(option))
        found = [(self._named(option, spread, beside), option) for option in options]
        scores = sorted((score for score, _ in found if score), reverse=True)
        if not scores:
            own = self._self(options, oneself)
            return own if beside or own is None else self._best(options, True, oneself)
        if len(scores) > 1 and scores[0] == scores[1]:
            return None
        score, option = max(found, key=lambda each: each[0])
        self.exact = self.exact and score >= 2
        return option

    def _self(self, options: Sequence[Option], oneself: frozenset[str]) -> Option | None:
        mine = [option for option in options if fold(option.value) in self.own]
        said = any(token.word in oneself for token in self.line.tokens)
        return mine[0] if said and len(mine) == 1 and len(options) > 1 else None

    def _whom(self, options: Sequence[Option]) -> Option | None:
        """Who spoke before, where the line says "you" to one person and names nobody."""
        said = {token.word for token in self.line.tokens}
        found = [option for option in options if fold(option.value) in self.addressed]
        if len(found) != 1 or self.line.meant or not said & _ONE or said & _SEVERAL:
            return None
        self.exact = False
        return found[0]

    def _named(self, option: Option, spread: Counter[str], beside: bool) -> float:
        """Score of the naming of an option: 0 not at all, below 2 by some of its words, from 2 by all of its name."""
        for name in (option.value, str(option.label).split(",")[0]):
            if fold(name) and fold(name) not in self.named and self.line.names(name, beside):
                return 3.0 + len(fold(name)) / 100
        words = _words_of(option)
        said = self.said
        if len(words) == 1 and words[0].isdecimal():
            return 2.0 / (1 + said.index(words[0]) / 100) if words[0] in said else 0.0
        numbered = next((word for word in words if word.isdecimal()), "")
        apart = 0 if numbered and numbered not in self.ordinals else _NEAR
        if len(words) > 1 and all(word in said for word in words) and _together(words, said, apart):
            return 2.0 + len(words) / 100
        own = [
            word for word in words if spread[word] == 1 and word not in SMALL and not word.isdecimal() and len(word) > 2
        ]
        hits = sum(word in said for word in own)
        share = hits / max(1, len([word for word in words if word not in SMALL]))
        return share if hits and share >= _LEAST_SHARE else 0.0

    def _choose_some(self, wanted: Field) -> None:
        counted = [value for option in wanted.options for value in [option.value] * self._how_many(option)]
        if len(counted) > 1:
            self.values.append((wanted.name, counted))
            return
        named = self._all_named(wanted, beside=False) or self._all_named(wanted, beside=True)
        if named and wanted.least <= len(named) <= (wanted.most or len(named)):
            for value in named:
                self._take(wanted.name, value)
            self.values = [pair for pair in self.values if pair[0] != wanted.name] + [(wanted.name, named)]

    def _all_named(self, wanted: Field, beside: bool) -> list[Any]:
        """The options that are named by all of their name; those of "Ben's shoulder" with `beside`."""
        counted = ((each, Counter(_words_of(each))) for each in wanted.options)
        return [option.value for option, words in counted if self._named(option, words, beside) >= 2]

    def _how_many(self, option: Option) -> int:
        """Number of a kind that is named: "two ghouls and a hound"; 0 where none is counted."""
        words, tokens = _words_of(option), self.line.tokens
        said = self.said
        for at in range(1, len(said)):
            if tuple(said[at : at + len(words)]) != words:
                continue
            before = tokens[at - 1]
            if before.number is not None and before.word not in ORDINALS and 0 < before.number <= _MOST_OF_A_KIND:
                self.counted.add(before.number)
                return before.number
            if before.word in _SINGLE:
                return 1
            if tokens[at + len(words) - 1].word.endswith("s") and not str(option.value).endswith("s"):
                return self._how_many_in_all()
        return 0

    def _how_many_in_all(self) -> int:
        """The only number of several that a line tells: "two big lads, thugs, the pair of them"; 0 where none is."""
        said = self.line.tokens
        told = {each.number for each in said if each.number is not None and each.word not in ORDINALS}
        told |= {2 for each in said if each.word in _TWO}
        several = {number for number in told if 1 < number <= _MOST_OF_A_KIND}
        if len(several) != 1:
            return 0
        self.counted |= several
        return next(iter(several))

    def _faces(self) -> None:
        wanted = next(each for each in self.move.fields if each.shape == "faces")
        faces = self.line.faces
        self.counted |= set(faces)
        if wanted.least == 1 and len(faces) == _SIX_AND_ITS_NEXT:
            faces = faces[-1:]
        elif len(faces) != wanted.least and len(first := _first_run(self.line.tokens)) == wanted.least:
            faces = first
            self.counted |= set(self.line.numbers)
        elif len(faces) != wanted.least:
            runs = [run for run in _runs(self.line.tokens) if len(run) == wanted.least > 1]
            faces = runs[0] if len(runs) == 1 else faces
            self.counted |= set(self.line.numbers) if len(runs) == 1 else set()
        if len(faces) == wanted.least and all(1 <= face <= (wanted.most or 6) for face in faces):
            self.values.append((wanted.name, list(faces)))

    def _count(self) -> None:
        """Give numbers to the fields whose word stands beside them; a number alone to the only field that wants one."""
        wanted = [each for each in self.move.fields if each.shape == "number"]
        taken = set(repairs(self.line.tokens))
        left = [
            token
            for at, token in enumerate(self.line.tokens)
            if token.number is not None and token.number not in self.counted and at not in taken
        ]
        beside = sorted((far, at, each.name, value) for each in wanted for far, at, value in self._beside(each))
        told: dict[str, int] = {}
        for _, at, name, number in beside:
            if at not in taken and name not in told:
                told[name] = number
                taken.add(at)
        for each in wanted:
            value = told.get(each.name, self._mentioned(each))
            if value is None and len(wanted) == 1:
                value = self._alone(left)
            if value is not None and each.least <= value and (each.most is None or value <= each.most):
                self.values.append((each.name, value))
                self.counted.add(value)

    def _mentioned(self, wanted: Field) -> int | None:
        """One of what need not be told, where its name stands alone: "with advantage"."""
        label, tokens = _cues(str(wanted.label)), self.line.tokens
        if not wanted.optional or len(label) != 1:
            return None
        alone = any(token.stem in label and at and tokens[at - 1].word in _WITH for at, token in enumerate(tokens))
        return 1 if alone else None

    def _beside(self, wanted: Field) -> list[tuple[float, int, int]]:
        """Numbers near a word of a field's name or label, as in "two dice": how far, where, the value."""
        label = str(wanted.label).split(",")[0]  # what follows a comma tells what it costs
        name, kind = _cues(wanted.name), _cues(f"{self.move.kind} {self.move.label}")
        called = name | (_cues(label) - kind)
        if not wanted.optional and sum(each.shape == "number" for each in self.move.fields) == 1:
            called |= _cues(self.move.kind)  # where it may be left out, "a check" says nothing of how hard it is
        tokens = self.line.tokens
        found: list[tuple[float, int, int]] = []
        for at, token in enumerate(tokens):
            if token.stem in called or stem(token.word + "s") in called:
                farther = 0.0 if token.stem in name else _LABEL_FARTHER
                found += [(far + farther, there, value) for far, there, value in _counts(tokens, at)]
        return found

    def _alone(self, left: Sequence[Token]) -> int | None:
        plain = {each.number for each in left if each.stem == "#n" and not self._denied(each)}
        if len(plain) == 1:
            return next(iter(plain))
        if plain:
            return None
        if any(each.word == "one" for each in left):
            return 1
        return 0 if any(each.word in _NOUGHT for each in self.line.tokens) else None

    def _denied(self, token: Token) -> bool:
        """Return True where the word before a number denies it: "two, never three"."""
        at = next(at for at, each in enumerate(self.line.tokens) if each is token)
        return at > 0 and self.line.tokens[at - 1].word in _DENIED

    def _tell(self) -> None:
        """Take the line as the text of the only field that has to be told and is not."""
        known = {name for name, _ in self.values}
        left = [each for each in self.move.fields if not each.optional and each.name not in known]
        named = [each for each in left if each.shape == "text" and "name" in f"{each.label} {each.name}".lower()]
        if named and (name := self._new_name()):
            self.values.append((named[0].name, name))
            left.remove(named[0])
        if len(left) == 1 and left[0].shape == "text" and self.line.length >= _LEAST_TEXT:
            self.values.append((left[0].name, self.line.text))
            self.counted |= set(self.line.numbers)
            self.named |= self.line.meant

    def _new_name(self) -> str:
        """The first name in the line that nobody at the table has: words with capitals inside a sentence."""
        found = [each[1] for each in _NEW_NAME.finditer(self.line.text)]
        known = {name for token in self.line.tokens for name in token.names}
        new = [name for name in found if fold(name) not in known]
        return next((longer for name in new[:1] for longer in reversed(new) if name in longer), "")


_NEW_NAME = re.compile(r"(?<![.!?:] )(?<!^)\b((?!I\b|I')[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2})")


@lru_cache(maxsize=1024)
def _cues(text: str) -> frozenset[str]:
    """Stems of words that tell what a number counts."""
    return frozenset(stem(word) for word in re.findall(r"[a-z]+", text.lower())) - SMALL


def _counts(tokens: Sequence[Token], at: int) -> Iterator[tuple[float, int, int]]:
    """Numbers beside a word: how far, where, the value; those before it are nearer than those behind."""
    for way, farther in ((-1, 0.0), (1, 0.5)):
        far, there = 0, at + way
        while 0 <= there < len(tokens) and far < _NEAR and tokens[there].stem not in {".", "?"}:
            value = _how_much(tokens[there]) if way < 0 else tokens[there].number
            if value is not None and (way < 0 or tokens[there].stem == "#n"):
                yield far + farther, there, value
                break
            far += tokens[there].stem not in SMALL or tokens[there].word in _SINGLE
            there += way


def _how_much(token: Token) -> int | None:
    """The number a word before a thing tells of it: "two", "another", "no"; None where it tells none."""
    if token.number is not None and token.word not in ORDINALS:
        return token.number
    return 1 if token.word in _SINGLE else 0 if token.word in _NOUGHT else None


def _runs(tokens: Sequence[Token]) -> list[tuple[int, ...]]:
    """Numbers that are told one after the other, as "five, four and a two"."""
    found: list[list[int]] = [[]]
    for token in tokens:
        if token.number is not None and token.word not in ORDINALS:
            found[-1].append(token.number)
        elif token.word not in _BETWEEN and found[-1]:
            found.append([])
    return [tuple(run) for run in found if run]


def _first_run(tokens: Sequence[Token]) -> tuple[int, ...]:
    """Numbers that a line begins with, as "four, to which I add three" does; empty where it begins otherwise."""
    first = next((token for token in tokens if token.word not in _BETWEEN), None)
    begins = first is not None and first.number is not None and first.word not in ORDINALS
    return _runs(tokens)[0] if begins else ()


def _words_of(option: Option) -> tuple[str, ...]:
    return _words_in(str(option.value) if isinstance(option.value, str) else str(option.label).split(",")[0])


@lru_cache(maxsize=4096)
def _words_in(text: str) -> tuple[str, ...]:
    return tuple(_compared_word(word) for word in re.findall(r"[a-z0-9']+", text.lower().replace("_", " ")))


def _compared(token: Token) -> str:
    return str(token.number) if token.number is not None else stem(token.word)


def _compared_word(word: str) -> str:
    number = _number(word)
    return str(number) if number is not None else stem(word)


def _number(word: str) -> int | None:
    found = number_in(word.lower())
    return found if found is not None else ORDINALS.get(word.lower())


def _together(words: Sequence[str], said: Sequence[str], apart: int) -> bool:
    """Return True where the words stand near each other, in any order, with so many others between them at most."""
    return any(set(words) <= set(window) for window in _windows(said, len(words) + apart))


def _windows(said: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    yield from (said[at : at + size] for at in range(max(1, len(said) - size + 1)))
