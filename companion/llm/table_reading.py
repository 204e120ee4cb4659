"""Asks a model what unclear lines of a table ask for: the table in words, the moves allowed now, and commands back.

The model proposes and nothing more: a move is one of those the rules offer the speaker, a choice one of theirs, and
what it writes itself has to stand in what was said. It cites the words of a line that ask for a move, and where its
readings are carried out, it is asked once more without what others said, whose words might turn somebody's line.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    create_model,
    model_validator,
)

from companion.base.errors import ModelError
from companion.llm.port import LanguageModel
from companion.llm.prompts import load_prompt
from companion.nlu.line_words import Line
from companion.play.commands import commands_of
from engine.board import Board, Field, Move, Panel
from engine.ruleset import Ruleset
from engine.vocabulary import Vocabulary

MOST_COMMANDS = 8
"""Commands of one answer that are believed to be meant; of more, none is."""
_MOST_CHOICES = 40
"""Options of a field that the form of the answer lists; of more, they are only told."""
_NONE = "none"
_FREE = frozenset({1})
"""Numbers that need no word of their own: a chip is one chip."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A line of the talk; `unclear` where the model is asked what it asks for."""

    id: str
    speaker: str | None
    text: str
    unclear: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """A command that a line asks for according to the model.

    Attributes:
        line: Id of the line.
        move: As the rules offer it to the speaker.
        values: Fields as the model fills them, by name.
        said: Whether all of it rests on the line: every number, and words as its speaker said them.
    """

    line: str
    move: Move
    values: tuple[tuple[str, Any], ...]
    said: bool

    def data(self, actor: str | None) -> dict[str, Any]:
        """The command as JSON."""
        return {"kind": self.move.kind, "actor": actor, **dict(self.move.given), **dict(self.values)}


@dataclass(frozen=True, slots=True)
class Reading:
    """Reading of a line by the model.

    Attributes:
        proposals: The moves it asks for.
        talk: Whether it is plainly talk.
        dropped: Why further commands of the answer are left out, each.
    """

    proposals: tuple[Proposal, ...] = ()
    talk: bool = False
    dropped: tuple[str, ...] = ()

    @property
    def said(self) -> bool:
        """True where all of it rests on the line, and nothing was left out."""
        return not self.dropped and all(each.said for each in self.proposals)


Readings = Mapping[str, Reading]
"""Readings of the model, one for each line it answered for."""


class TableReader:
    """Asks a model about lines.

    Args:
        model: Language model.
    """

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self._prompt = load_prompt("interpret")

    def read(
        self, ruleset: Ruleset[Any, Any, Any], state: Any, lines: Sequence[Heard], *, alone: bool = False
    ) -> Readings:
        """Ask what the unclear lines ask for, and wait for the answer.

        Args:
            ruleset: The game.
            state: The table as it is.
            lines: The last ones, in order.
            alone: Whether a line that asks for moves is read once more with its speaker's own lines only. A reading
                that only the words of others led to does not rest on the line.

        Raises:
            ModelError: There is no answer, or none that fits.
        """
        readings = self._read(ruleset, state, lines)
        asking = {each.speaker for each in lines if each.id in readings and readings[each.id].proposals}
        for speaker in sorted(map(str, asking)) if alone and len({each.speaker for each in lines}) > 1 else ():
            own = [each for each in lines if each.speaker == speaker]
            asked = [replace(each, unclear=each.id in readings and bool(readings[each.id].proposals)) for each in own]
            try:
                again = self._read(ruleset, state, asked)
            except ModelError:
                again = {}
            readings |= {
                each.id: _resting(readings[each.id], again.get(each.id, Reading())) for each in asked if each.unclear
            }
        return readings

    def _read(self, ruleset: Ruleset[Any, Any, Any], state: Any, lines: Sequence[Heard]) -> dict[str, Reading]:
        unclear = {each.id: each for each in lines if each.unclear and each.speaker is not None}
        offers = _offers(ruleset, state, {str(each.speaker) for each in unclear.values()})
        if not unclear or not offers:
            return {}
        answer = self._model.ask(
            self._prompt.instructions,
            self._question(ruleset, state, lines, offers),
            _form(tuple(unclear), tuple(each.move for each in offers)),
        )
        return dict(_readings(answer, unclear, lines, offers, ruleset.vocabulary(state)))

    def _question(
        self, ruleset: Ruleset[Any, Any, Any], state: Any, lines: Sequence[Heard], offers: Sequence["_Offer"]
    ) -> str:
        return self._prompt.render(
            game="\n".join(_commands(ruleset.info.slug)),
            people="\n".join(_people(ruleset, state)) or _NONE,
            table="\n".join(_table(ruleset.board(state))) or _NONE,
            moves="\n".join(_told(f"m{number}", each) for number, each in enumerate(offers, 1)),
            lines="\n".join(f"{each.id} {each.speaker or 'somebody'}: {each.text}" for each in lines),
            unclear=", ".join(each.id for each in lines if each.unclear),
        )


@dataclass(frozen=True, slots=True)
class _Offer:
    """A move, and the players who may make it now."""

    move: Move
    players: tuple[str, ...]


def _offers(ruleset: Ruleset[Any, Any, Any], state: Any, players: Iterable[str]) -> list[_Offer]:
    """Moves that everybody may know of: of a hand that is hidden, and of bids, a server learns nothing."""
    found: list[tuple[Move, list[str]]] = []
    for player in sorted(players):
        for move in (each for each in ruleset.moves(state, player) if not each.secret):
            same = next((who for each, who in found if each == move), None)
            if same is None:
                found.append((move, [player]))
            else:
                same.append(player)
    return [_Offer(move, tuple(who)) for move, who in found]


# The form of an answer


class _Readings(BaseModel):
    """The part that every form of an answer has."""

    model_config = ConfigDict(extra="forbid")
    lines: list[Any]

    @model_validator(mode="after")
    def _some_fit(self) -> Self:
        """Keep the parts that fit; an answer without any is none."""
        kept = [each.commands for each in self.lines if each is not None]
        if self.lines and not any(not each or any(each) for each in kept):
            raise ValueError("no move in it is one of those that were offered")
        return self


def _form(lines: tuple[str, ...], moves: tuple[Move, ...]) -> type[BaseModel]:
    """Form of the answer: for each line any number of the moves, with values that their fields may have.

    A line or a command that does not fit is None, and costs the others nothing.
    """
    forms: list[Any] = [
        create_model(f"M{number}", **{"words": (str, ...), "move": (Literal[f"m{number}"], ...), **_fields(move)})
        for number, move in enumerate(moves, 1)
    ]
    any_of_them: Any = Annotated[reduce(or_, forms), WrapValidator(_fitting)]
    one_of_them: Any = Literal[lines]
    asks: Any = Literal["moves", "other", "talk"]
    line: Any = create_model(
        "Line",
        line=(one_of_them, ...),
        asks=(asks, ...),
        commands=(list[any_of_them], ...),
    )
    fitting: Any = Annotated[line, WrapValidator(_fitting)]
    return create_model("Readings", __base__=_Readings, lines=(list[fitting], ...))


def _fitting(value: Any, fits: ValidatorFunctionWrapHandler) -> Any:
    try:
        return fits(value)
    except ValidationError:
        return None


def _fields(move: Move) -> dict[str, Any]:
    return {f"f_{each.name}": (_type(each) | None if each.optional else _type(each), ...) for each in move.fields}


def _type(field: Field) -> Any:
    match field.shape:
        case "number":
            return int
        case "faces":
            return list[int]
        case "choice" | "choices":
            options = tuple(dict.fromkeys(_word(each.value) for each in field.options))
            one: Any = Literal[options] if 0 < len(options) <= _MOST_CHOICES else str
            return list[one] if field.shape == "choices" else one
    return str


def _word(value: Any) -> str:
    return str(value)


# The table in words


def _commands(slug: str) -> Iterator[str]:
    for kind, command in sorted(commands_of(slug).items()):
        yield f"{kind}: {(command.__doc__ or '').strip().partition(chr(10))[0]}"


def _people(ruleset: Ruleset[Any, Any, Any], state: Any) -> Iterator[str]:
    vocabulary = ruleset.vocabulary(state)
    for player in vocabulary.players:
        things = ", ".join(f"{kind} {name}" for kind, name in player.things)
        plays = f" plays {player.character}" if player.character else ""
        yield f"{player.name}{plays}" + (f": {things}" if things else "")
    if vocabulary.shared:
        yield "shared: " + ", ".join(f"{kind} {name}" for kind, name in vocabulary.shared)


def _table(board: Board) -> Iterator[str]:
    yield " ".join(filter(None, (str(board.headline), str(board.reason))))
    if board.holder:
        yield f"{board.holder} tells the story"
    for place in board.places:
        counted = [f"{each.label} {each.value}" for each in place.counters]
        more = [*counted, *map(str, place.badges), *(f"has to {each}" for each in place.owes)]
        if more:
            yield f"{place.player}: {', '.join(more)}"
    for bar in board.bars:
        yield f"{bar.label}: {bar.value} of {bar.most}"
    for throw in board.throws:
        faces = ", ".join(str(each.value) for each in throw.faces)
        yield f"{throw.roller} throws for {throw.because}: {throw.wanted} dice to come" + (
            f", {faces} lie" if faces else ""
        )
    for panel in board.panels:
        yield _panel(panel)


def _panel(panel: Panel) -> str:
    lines = [" ".join(filter(None, map(str, (each.label, each.value, each.detail)))) for each in panel.lines]
    cards = [f"{each.owner}: {each.face}" for each in panel.cards if each.face]
    return f"{panel.title}: {'; '.join((*lines, *cards))}"


def _told(code: str, offer: _Offer) -> str:
    move = offer.move
    given = ", ".join(f"{name} {_word(value)}" for name, value in move.given if name != "request_id")
    fields = "; ".join(_field_told(each) for each in move.fields)
    told = f"{code} [{', '.join(offer.players)}] {move.kind}: {move.label}"
    return told + (f" <{given}>" if given else "") + (f" ({fields})" if fields else "")


def _field_told(field: Field) -> str:
    optional = ", may be null" if field.optional else ""
    options = ", ".join(_word(each.value) for each in field.options[: 3 * _MOST_CHOICES])
    wanted = {"number": "a number", "text": "words as said", "faces": "faces as said"}.get(
        field.shape, f"of: {options}"
    )
    return f"f_{field.name}, {field.label}: {wanted}{optional}"


# Back from words


def _readings(
    answer: Any, unclear: Mapping[str, Heard], lines: Sequence[Heard], offers: Sequence[_Offer], known: Vocabulary
) -> Iterator[tuple[str, Reading]]:
    told = [each for each in answer.lines if each is not None]
    if len(told) > len(unclear) or sum(len(each.commands) for each in told) > MOST_COMMANDS:
        return  # each line is read once more for every entry
    for each in told:
        read = _Line(unclear[each.line], lines, known)
        found = [
            "one that fits no move" if one is None else read.proposal(one.model_dump(), offers) for one in each.commands
        ]
        proposals = tuple(one for one in found if isinstance(one, Proposal))
        dropped = tuple(one for one in found if isinstance(one, str))
        yield each.line, Reading(proposals, each.asks == "talk" and not found, dropped)


class _Line:
    """A line that an answer is about.

    Args:
        heard: The line.
        lines: Everything the model was shown.
        known: Names of the table.
    """

    def __init__(self, heard: Heard, lines: Sequence[Heard], known: Vocabulary) -> None:
        self._heard = heard
        self._talk = "\n".join(each.text for each in lines)
        self._own = "\n".join(each.text for each in lines if each.speaker == heard.speaker)
        told = Line.of(heard.text, known)
        self._numbers = _FREE | {each.number for each in told.tokens if each.number is not None} | set(told.faces)

    def proposal(self, command: Mapping[str, Any], offers: Sequence[_Offer]) -> "Proposal | str":
        """The command as the rules may take it; what is wrong with it where they may not, or the line does not ask."""
        offer = offers[int(command["move"][1:]) - 1]
        move, shapes = offer.move, {each.name: each.shape for each in offer.move.fields}
        if self._heard.speaker not in offer.players:
            return f"{move.kind}, which is not the speaker's to do"
        if not _in_order(command["words"], self._heard.text):
            return f"{move.kind}, which cites no words of the line"
        values = _values(move, command, self._talk)
        if values is None:
            return f"{move.kind}, with what was neither offered nor said"
        said = True
        for name, value in values:
            if shapes[name] in {"number", "faces"}:
                said = said and set(value if isinstance(value, list) else [value]) <= self._numbers
            elif shapes[name] == "text":
                said = said and _said(value, self._own)
        return Proposal(self._heard.id, move, values, said)


def _resting(read: Reading, alone: Reading) -> Reading:
    """A reading, of which only what the line asks for by itself rests on it; words may be cut otherwise."""

    def essence(one: Proposal) -> tuple[Move, list[Any]]:
        texts = {each.name for each in one.move.fields if each.shape == "text"}
        return one.move, [each for each in one.values if each[0] not in texts]

    asked = [essence(each) for each in alone.proposals]
    return replace(
        read, proposals=tuple(replace(each, said=each.said and essence(each) in asked) for each in read.proposals)
    )


def _values(move: Move, command: Mapping[str, Any], talk: str) -> tuple[tuple[str, Any], ...] | None:
    """The fields of a command by name; None where a choice is none of theirs, or words were said by nobody."""
    found = []
    for field in move.fields:
        value = command[f"f_{field.name}"]
        if value is None:
            continue
        if field.shape in {"choice", "choices"}:
            options = {_word(each.value): each.value for each in field.options}
            chosen = value if isinstance(value, list) else [value]
            if not set(chosen) <= options.keys():
                return None
            value = [options[each] for each in chosen] if field.shape == "choices" else options[value]
        elif field.shape == "text" and not _said(value, talk):
            return None
        found.append((field.name, value))
    return tuple(found)


def _said(words: str, talk: str) -> bool:
    """Return True where words stand in the talk one after the other, and hold no sign that is not in it."""
    return _in_order(words, talk) and set(words.lower()) <= set(talk.lower())


def _in_order(words: str, talk: str) -> bool:
    wanted, there = (" ".join(_WORD.findall(text.lower())) for text in (words, talk))
    return bool(wanted) and f" {wanted} " in f" {there} "


_WORD = re.compile(r"[\w'’]+")
