"""Asks a model what unclear lines of a table ask for: the table in words, the moves allowed now, and commands back.

The model proposes and nothing more: a move is one of those the rules offer the speaker, a choice one of theirs, and
what it writes itself has to stand in what was said.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, create_model

from companion.llm.port import LanguageModel
from companion.llm.prompts import load_prompt
from companion.nlu.line_words import Line
from companion.play.commands import commands_of
from engine.board import Board, Field, Move, Panel
from engine.ruleset import Ruleset

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
        said: Whether every number stands in the line.
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
    """Reading of a line by the model: the moves it asks for, or plainly talk."""

    proposals: tuple[Proposal, ...] = ()
    talk: bool = False


Readings = Mapping[str, Reading]
"""What the model says of each line it answered for."""


class TableReader:
    """Asks a model about lines.

    Args:
        model: Language model.
    """

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self._prompt = load_prompt("interpret")

    def read(self, ruleset: Ruleset[Any, Any, Any], state: Any, lines: Sequence[Heard]) -> Readings:
        """Ask what the unclear lines ask for, and wait for the answer.

        Args:
            ruleset: The game.
            state: The table as it is.
            lines: The last ones, in order.

        Raises:
            ModelError: There is no answer, or none that fits.
        """
        unclear = {each.id: each for each in lines if each.unclear and each.speaker is not None}
        offers = _offers(ruleset, state, {str(each.speaker) for each in unclear.values()})
        if not unclear or not offers:
            return {}
        answer = self._model.ask(
            self._prompt.instructions,
            self._question(ruleset, state, lines, offers),
            _form(tuple(unclear), tuple(each.move for each in offers)),
        )
        return dict(_readings(answer.model_dump(), unclear, lines, offers, ruleset, state))

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


def _form(lines: tuple[str, ...], moves: tuple[Move, ...]) -> type[BaseModel]:
    """Form of the answer: for each line any number of the moves, with values that their fields may have."""
    forms: list[Any] = [
        create_model(f"M{number}", **{"move": (Literal[f"m{number}"], ...), **_fields(move)})
        for number, move in enumerate(moves, 1)
    ]
    any_of_them: Any = reduce(or_, forms)
    one_of_them: Any = Literal[lines]
    asks: Any = Literal["moves", "other", "talk"]
    line: Any = create_model(
        "Line",
        line=(one_of_them, ...),
        asks=(asks, ...),
        commands=(list[any_of_them], ...),
    )
    return create_model("Readings", __config__=ConfigDict(extra="forbid"), lines=(list[line], ...))


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
    answer: Mapping[str, Any],
    unclear: Mapping[str, Heard],
    lines: Sequence[Heard],
    offers: Sequence[_Offer],
    ruleset: Ruleset[Any, Any, Any],
    state: Any,
) -> Iterator[tuple[str, Reading]]:
    if len(answer["lines"]) > len(unclear) or sum(len(each["commands"]) for each in answer["lines"]) > MOST_COMMANDS:
        return  # each line is read once more for every entry
    vocabulary, talk = ruleset.vocabulary(state), "\n".join(each.text for each in lines)
    for each in answer["lines"]:
        line = unclear[each["line"]]
        told = Line.of(line.text, vocabulary)
        numbers = _FREE | {token.number for token in told.tokens if token.number is not None} | set(told.faces)
        proposals = []
        for command in each["commands"]:
            offer = offers[int(command["move"][1:]) - 1]
            values = _values(offer.move, command, talk)
            if values is None or line.speaker not in offer.players:
                break
            given = [value for name, value in values if _shape(offer.move, name) in {"number", "faces"}]
            spoken = {number for value in given for number in (value if isinstance(value, list) else [value])}
            proposals.append(Proposal(line.id, offer.move, values, spoken <= numbers))
        else:
            yield line.id, Reading(tuple(proposals), each["asks"] == "talk" and not proposals)


def _shape(move: Move, name: str) -> str:
    return next(each.shape for each in move.fields if each.name == name)


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
    wanted, there = (" ".join(_WORD.findall(text.lower())) for text in (words, talk))
    return bool(wanted) and f" {wanted} " in f" {there} " and set(words.lower()) <= set(talk.lower())


_WORD = re.compile(r"[\w'’]+")
