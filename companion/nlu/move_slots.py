"""Fills the fields of a move from a line, by the type each field declares, and tells what no field took.

What was learnt of a field chooses among the options and numbers that may be meant (`slot_choice`). Where nothing was,
an option is named by its whole name, in any order and with numbers as words ("the second ghoul" is Ghoul Two), or by
words of its own that no other option has ("the suffering one"), and a number belongs to the field whose word is near.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from companion.nlu.dice_slots import told_dice
from companion.nlu.line_words import SMALL, Line, Token, fold, number_in, repairs, stem
from companion.nlu.numbers import ORDINALS
from companion.nlu.slot_choice import LEAST_CHANCE, SURE_CHANCE, Candidate, LineSlots, SlotWeights
from companion.nlu.slot_words import (
    NEAR,
    NOUGHT,
    ONE,
    SELF,
    SINGLE,
    compared,
    counts,
    cues,
    new_name,
    number_of,
    together,
    words_in,
    words_of,
)
from companion.nlu.words import word_set
from engine.board import Field, Move, Option
from engine.quick_dataclass import dataclass

_TO_ONESELF = word_set("me myself mine")
"""Words by which somebody names themselves as the one to whom something is done."""
_SEVERAL = word_set("all both each everybody everyone lot we us our")
_DONE_TO = word_set("target targets to recipient")
"""Names of fields that tell to whom something is done."""
_WITH = word_set("with at have has got get")
"""Words before what somebody has one of."""
_US = word_set("you us we")
_POINTS = word_set("the this that these those")
_DENIED = word_set("not never isn't")
_LEAST_TEXT = 3
"""Words from which a line may itself be the text a move asks for."""
_LEAST_SHARE = 0.34
"""Share of an option's own words that has to be said where not all are."""
_MOST_OF_A_KIND = 12
_TWO = word_set("pair couple both")
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


Learnt = tuple[SlotWeights, LineSlots]
"""Weights learnt of the fields of a game, and evidence of a line for them."""


def filled(
    move: Move,
    line: Line,
    own: frozenset[str] = frozenset(),
    addressed: frozenset[str] = frozenset(),
    learnt: Learnt | None = None,
) -> Filled:
    """The fields of a move as a line fills them; of a secret one only a number, which is no secret once it was said.

    Args:
        move: What might be asked for.
        line: What was said.
        own: Folded names of the speaker, for "me" and "my own".
        addressed: Folded names of who spoke before, for "you" where nobody is named.
        learnt: Chooses the values of fields that were learnt; None where nothing was learnt.
    """
    if move.hides:
        return NOTHING_FILLED
    filling = _Filling(move, line, own, addressed, learnt)
    filling.fill()
    settled = {name for _, value in move.given if isinstance(value, str) for name in filling.names_of(value)}
    left = frozenset(line.meant - filling.named - settled - own)
    given = {value for _, value in move.given if type(value) is int}
    numbers = tuple(number for number in _meant(line) if number not in filling.counted and number not in given)
    return Filled(tuple(filling.values), numbers, left, filling.exact)


def candidates(move: Move, wanted: Field, line: Line, slots: LineSlots, own: frozenset[str]) -> list[Candidate]:
    """Values a line may give a field of a move that is a choice or a number, for learning which one it is."""
    return _Filling(move, line, own, frozenset(), (SlotWeights({}), slots)).candidates(wanted)


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
    words = {number_in(word) for value in told if isinstance(value, str) for word in words_in(value)}
    return bool(line.meant - named - people - own) or bool(set(_meant(line)) - numbers - words)


def repaired(line: Line, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a command with the numbers that a line says in the stead of others it took back."""
    told = {at: each.number for at, each in enumerate(line.tokens)}
    instead = {told[old]: told[new] for old, new in repairs(line.tokens).items()}
    return {name: instead.get(value, value) if type(value) is int else value for name, value in fields.items()}


def _meant(line: Line) -> tuple[int, ...]:
    """Numbers of a line that are not taken back in it, and do not only tell how many people are spoken to."""
    gone = repairs(line.tokens)
    return tuple(
        each.number
        for at, each in enumerate(line.tokens)
        if each.stem == "#n" and at not in gone and each.number is not None and not _people_spoken_to(line.tokens, at)
    )


def _people_spoken_to(tokens: Sequence[Token], at: int) -> bool:
    """Return True for the number in "you three" and "the four of us"."""
    before = tokens[at - 1].word if at else ""
    behind = [each.word for each in tokens[at + 1 : at + 3]]
    return before in _US or (behind[:1] == ["of"] and behind[1:] != [] and behind[1] in _US)


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
    learnt: Learnt | None = None
    values: list[tuple[str, Any]] = field(default_factory=list)
    named: set[str] = field(default_factory=set)
    counted: set[int] = field(default_factory=set)
    exact: bool = True
    said: list[str] = field(init=False)
    ordinals: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.said = [compared(token) for token in self.line.tokens]
        self.ordinals = {str(token.number) for token in self.line.tokens if token.word in ORDINALS}

    def fill(self) -> None:
        learnt = self._choose_learnt()
        for each in self.move.fields:
            if each.shape == "choice" and each.name not in learnt:
                self._choose(each)
            elif each.shape == "choices":
                self._choose_some(each)
        if any(each.shape == "faces" for each in self.move.fields):
            self._faces()
        else:
            self._count(learnt)
        self._tell()

    def _choose_learnt(self) -> frozenset[str]:
        """Fill the fields that were learnt, the surest first, no value twice; returns their names."""
        if self.learnt is None:
            return frozenset()
        weights = self.learnt[0]
        known = [each for each in self.move.fields if weights.knows(self.move.kind, each.name)]
        found = {each.name: self.candidates(each) for each in known if each.shape in {"choice", "number"}}
        left = {name: list(zip(weights.chances(several), several, strict=True)) for name, several in found.items()}
        while left:
            name = max(left, key=lambda each: max(chance for chance, _ in left[each]))
            chance, best = max(left.pop(name), key=lambda each: each[0])
            self.exact = self.exact and chance >= SURE_CHANCE
            if best.value is None or chance < LEAST_CHANCE:
                continue
            self._take(name, best.value)
            if type(best.value) is int:
                self.counted.add(best.value)
            for other, several in left.items():
                left[other] = [each for each in several if each[1].value != best.value or each[1].value == 1]
        return frozenset(found)

    def candidates(self, wanted: Field) -> list[Candidate]:
        """Values the line may give a field that is a choice or a number, and leaving it open last."""
        assert self.learnt is not None
        if wanted.shape == "number":
            beside = {at: far for far, at, _ in self._beside(wanted)}
            return self.learnt[1].numbers(self.move.kind, wanted, beside)
        spread = Counter(word for option in wanted.options for word in words_of(option))
        named = [self._named(option, spread, beside=True) for option in wanted.options]
        return self.learnt[1].options(self.move.kind, wanted, named)

    def _choose(self, wanted: Field) -> None:
        option = self._best(wanted.options, wanted.optional, _TO_ONESELF if wanted.name in _DONE_TO else SELF)
        option = option or self._whom(wanted.options)
        if option is not None:
            self._take(wanted.name, option.value)

    def _take(self, name: str, value: Any) -> None:
        self.values.append((name, value))
        self.named |= self.names_of(value)
        self.counted |= {number for word in str(value).split() if (number := number_of(word)) is not None}

    def names_of(self, value: Any) -> set[str]:
        """The name of a value, folded; of somebody in the line both names."""
        name = fold(value)
        return {name} | {each for token in self.line.tokens if name in token.names for each in token.names}

    def _best(self, options: Sequence[Option], beside: bool, oneself: frozenset[str]) -> Option | None:
        """The one option that is named best; None where two are named equally well."""
        spread = Counter(word for option in options for word in words_of(option))
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
        """The one who spoke before, where the line says "you" to one person and names nobody."""
        said = {token.word for token in self.line.tokens}
        found = [option for option in options if fold(option.value) in self.addressed]
        if len(found) != 1 or self.line.meant or not said & ONE or said & _SEVERAL:
            return None
        self.exact = False
        return found[0]

    def _named(self, option: Option, spread: Counter[str], beside: bool) -> float:
        """Score of the naming of an option: 0 not at all, below 2 by some of its words, from 2 by all of its name."""
        for name in (option.value, str(option.label).split(",")[0]):
            if fold(name) and fold(name) not in self.named and self.line.names(name, beside):
                return 3.0 + len(fold(name)) / 100
        words = words_of(option)
        said = self.said
        if len(words) == 1 and words[0].isdecimal():
            return 2.0 / (1 + said.index(words[0]) / 100) if words[0] in said else 0.0
        numbered = next((word for word in words if word.isdecimal()), "")
        apart = 0 if numbered and numbered not in self.ordinals else NEAR
        if len(words) > 1 and all(word in said for word in words) and together(words, said, apart):
            return 2.0 + len(words) / 100
        own = [
            word for word in words if spread[word] == 1 and word not in SMALL and not word.isdecimal() and len(word) > 2
        ]
        hits = sum(word in said for word in own)
        share = hits / max(1, len([word for word in words if word not in SMALL]))
        return share if hits and share >= _LEAST_SHARE else 0.0

    def _choose_some(self, wanted: Field) -> None:
        words = {words_of(option): option.value for option in wanted.options}
        several = {said: value for said, value in words.items() if len(said) > 1 and said[0].isdecimal()}
        options = [option for option in wanted.options if words_of(option) not in several]
        counted = {at: found for at, option in enumerate(options) if (found := self._so_many(option, several))}
        for beside in (False, True):
            named = {at: [options[at].value] for at in self._named_in(options, beside) if at not in counted}
            if named:
                break
        found = [value for at in sorted({**counted, **named}) for value in {**named, **counted}[at]]
        if found and (counted or wanted.least <= len(found) <= (wanted.most or len(found))):
            for each in named.values():
                self._take(wanted.name, each[0])
            self.values = [pair for pair in self.values if pair[0] != wanted.name] + [(wanted.name, found)]

    def _so_many(self, option: Option, several: Mapping[tuple[str, ...], Any]) -> list[Any]:
        """An option as often as it is counted: the one that stands for so many, where there is one, else that often."""
        number = self._how_many(option)
        together = several.get((str(number), *words_of(option)))
        return [option.value] * number if together is None else [together]

    def _named_in(self, options: Sequence[Option], beside: bool) -> list[int]:
        """Places of the options that are named by all of their name, or as "the dragon" by a word of no other.

        Those of "Ben's shoulder" count with `beside`.
        """
        wholly = [at for at, each in enumerate(options) if self._named(each, Counter(words_of(each)), beside) >= 2]
        spread = Counter(word for option in options for word in words_of(option))
        partly = [] if beside else [at for at, each in enumerate(options) if self._pointed_at(each, spread)]
        self.exact = self.exact and set(partly) <= set(wholly)
        return sorted({*wholly, *partly})

    def _pointed_at(self, option: Option, spread: Counter[str]) -> bool:
        """Return True for "the dragon" where one option alone has the word."""
        own = {word for word in words_of(option) if spread[word] == 1 and word not in SMALL and not word.isdecimal()}
        said = zip(self.line.tokens, self.said[1:], strict=False)
        return any(before.word in _POINTS and word in own and len(word) > 2 for before, word in said)

    def _how_many(self, option: Option) -> int:
        """Number of a kind that is named: "two ghouls and a hound"; 0 where none is counted."""
        words, tokens = words_of(option), self.line.tokens
        said = self.said
        for at in range(1, len(said)):
            if tuple(said[at : at + len(words)]) != words:
                continue
            before = tokens[at - 1]
            if before.number is not None and before.word not in ORDINALS and 0 < before.number <= _MOST_OF_A_KIND:
                self.counted.add(before.number)
                return before.number
            if before.word in SINGLE:
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
        faces, told = told_dice(self.line, wanted.least, wanted.most or 6)
        self.counted |= set(told)
        if len(faces) == wanted.least and all(1 <= face <= (wanted.most or 6) for face in faces):
            self.values.append((wanted.name, list(faces)))

    def _count(self, learnt: Collection[str]) -> None:
        """Give numbers to the fields whose word stands beside them; a number alone to the only field that wants one."""
        wanted = [each for each in self.move.fields if each.shape == "number" and each.name not in learnt]
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
        label, tokens = cues(str(wanted.label)), self.line.tokens
        if not wanted.optional or len(label) != 1:
            return None
        alone = any(token.stem in label and at and tokens[at - 1].word in _WITH for at, token in enumerate(tokens))
        return 1 if alone else None

    def _beside(self, wanted: Field) -> list[tuple[float, int, int]]:
        """Numbers near a word of a field's name or label, as in "two dice": how far, where, the value."""
        label = str(wanted.label).split(",")[0]  # what follows a comma tells what it costs
        name, kind = cues(wanted.name), cues(f"{self.move.kind} {self.move.label}")
        called = name | (cues(label) - kind)
        if not wanted.optional and sum(each.shape == "number" for each in self.move.fields) == 1:
            called |= cues(self.move.kind)  # where it may be left out, "a check" says nothing of how hard it is
        tokens = self.line.tokens
        found: list[tuple[float, int, int]] = []
        for at, token in enumerate(tokens):
            if token.stem in called or stem(token.word + "s") in called:
                farther = 0.0 if token.stem in name else _LABEL_FARTHER
                found += [(far + farther, there, value) for far, there, value in counts(tokens, at)]
        return found

    def _alone(self, left: Sequence[Token]) -> int | None:
        plain = {each.number for each in left if each.stem == "#n" and not self._denied(each)}
        if len(plain) == 1:
            return next(iter(plain))
        if plain:
            return None
        if any(each.word == "one" for each in left):
            return 1
        return 0 if any(each.word in NOUGHT for each in self.line.tokens) else None

    def _denied(self, token: Token) -> bool:
        """Return True where the word before a number denies it: "two, never three"."""
        at = next(at for at, each in enumerate(self.line.tokens) if each is token)
        return at > 0 and self.line.tokens[at - 1].word in _DENIED

    def _tell(self) -> None:
        """Take the line as the text of the only field that has to be told and is not."""
        known = {name for name, _ in self.values}
        left = [each for each in self.move.fields if not each.optional and each.name not in known]
        named = [each for each in left if each.shape == "text" and "name" in f"{each.label} {each.name}".lower()]
        if named and (name := new_name(self.line)):
            self.values.append((named[0].name, name))
            left.remove(named[0])
        if len(left) == 1 and left[0].shape == "text" and self.line.length >= _LEAST_TEXT:
            self.values.append((left[0].name, self.line.text))
            self.counted |= set(self.line.numbers)
            self.named |= self.line.meant
