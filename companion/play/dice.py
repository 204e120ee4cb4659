"""Sources of dice and cards: the app, the table, or a file; the rules only see a `DiceSource`."""

import json
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

from companion.base.errors import DiceOptionError
from companion.base.file_limits import read_small
from engine.dice.cards import Card, CardSource, Deck, ScriptedCards, card_from
from engine.dice.roll import Roll, RollRequest
from engine.dice.source import DiceSource, NoDice
from engine.errors import BadField
from engine.phrase import phrase
from engine.quick_dataclass import dataclass

T = TypeVar("T")

_MOST_DIGITS = 20
"""Of the number of a seed."""
_FORMS = phrase("Use app, table, seed:NUMBER or script:FACES.json.")
_FILE_FORMS = phrase('A file of faces is a list of numbers, of lists, or of {"player": …, "values": […]}.')


class AppCards(ScriptedCards):
    """Shuffles with a generator that is handed in.

    Args:
        generator: Decides the order.
        script: Cards to be drawn first, where a file says so.
    """

    def __init__(self, generator: random.Random, script: Iterable[Card] = ()) -> None:
        super().__init__(script)
        self._generator = generator

    def shuffle(self, deck: Deck[T]) -> Deck[T]:
        """The same cards in a random order."""
        order = list(range(len(deck)))
        self._generator.shuffle(order)
        return deck.shuffled(tuple(order))


class SeededDice(NoDice):
    """Rolls with a generator that is handed in: seeded for repeatable play, `SystemRandom` for real games."""

    def __init__(self, generator: random.Random) -> None:
        super().__init__()
        self._generator = generator

    def roll(self, request: RollRequest) -> Roll:
        """Throw every die of the request; never asks the table."""
        return Roll(request, tuple(self._generator.randint(1, request.sides) for _ in range(request.count)))


class TableDice(NoDice):
    """Real dice: every request is asked of the table, and its faces come back as spoken or typed numbers."""


@dataclass(frozen=True, slots=True)
class ScriptedThrow:
    """Faces for one throw, and who throws them; None when the file does not say."""

    faces: tuple[int, ...]
    player: str | None = None


class ScriptFileDice(NoDice):
    """The app's own throws from a file, in order.

    Single numbers are handed out one die at a time; lists are one throw each and must fit the request.

    Args:
        throws: What to hand out.
        name: Name of the file, for errors.
    """

    def __init__(self, throws: Iterable[ScriptedThrow], name: str = "script") -> None:
        super().__init__()
        self._throws = list(throws)
        self._name = name
        self._used = 0

    @property
    def left(self) -> int:
        """Throws not handed out yet."""
        return len(self._throws) - self._used

    def roll(self, request: RollRequest) -> Roll:
        """Hand out the next throw.

        Raises:
            DiceOptionError: The script is used up, or its next throw has other dice or another player.
        """
        faces = self._next_faces(request)
        if any(not 1 <= face <= request.sides for face in faces):
            raise DiceOptionError(
                phrase(
                    "{name}: roll {used}: {list} cannot come from d{sides}.",
                    name=self._name,
                    used=self._used,
                    list=list(faces),
                    sides=request.sides,
                )
            )
        return Roll(request, faces)

    def _next_faces(self, request: RollRequest) -> tuple[int, ...]:
        wanted = phrase(
            "{roller} rolls {count}d{sides} for {purpose}",
            roller=request.roller,
            count=request.count,
            sides=request.sides,
            purpose=request.purpose,
        )
        faces: tuple[int, ...] = ()
        while len(faces) < request.count:
            if self._used == len(self._throws):
                raise DiceOptionError(
                    phrase("{name}: the faces are used up, but {wanted}.", name=self._name, wanted=wanted),
                    phrase("Add the missing faces."),
                )
            throw = self._throws[self._used]
            if throw.player is not None and throw.player.casefold() != request.roller.casefold():
                raise DiceOptionError(
                    phrase(
                        "{name}: roll {used} is {player}'s, but {wanted}.",
                        name=self._name,
                        used=self._used + 1,
                        player=throw.player,
                        wanted=wanted,
                    )
                )
            self._used += 1
            faces += throw.faces
        if len(faces) > request.count:
            raise DiceOptionError(
                phrase(
                    "{name}: roll {used} has {faces} faces, but {wanted}.",
                    name=self._name,
                    used=self._used,
                    faces=len(faces),
                    wanted=wanted,
                )
            )
        return faces


DiceMode = Literal["app", "table", "seed", "script"]


@dataclass(frozen=True, slots=True)
class DiceChoice:
    """A read dice option.

    Attributes:
        mode: Who rolls.
        source: Where faces come from.
        cards: Shuffles the decks the app deals from.
        for_me: Where faces come from when somebody asks the app to roll all the same; `source` when None.
    """

    mode: DiceMode
    source: DiceSource
    cards: CardSource
    for_me: DiceSource | None = None


def parse_dice_option(option: str) -> DiceChoice:
    """Read `app`, `table`, `seed:N` or `script:FILE`.

    Raises:
        DiceOptionError: It is none of these, or the file cannot be used.
    """
    word, _, rest = option.strip().partition(":")
    chance = random.SystemRandom()
    match word, rest:
        case "app", "":
            return DiceChoice("app", SeededDice(chance), AppCards(chance))
        case "table", "":
            return DiceChoice("table", TableDice(), AppCards(chance), SeededDice(chance))
        case "seed", _ if rest.isascii() and rest.isdigit() and len(rest) <= _MOST_DIGITS:
            return DiceChoice("seed", SeededDice(random.Random(int(rest))), AppCards(random.Random(f"cards {rest}")))
        case "script", _ if rest:
            return load_script(Path(rest))
    raise DiceOptionError(phrase("There is no dice option {option!r}.", option=option), _FORMS)


def load_script(path: Path) -> DiceChoice:
    """Read a file of faces, and of cards for the games that have them.

    The file is a list of throws, or an object with such a list under `dice` and names of cards in drawing order under
    `cards`. Of the `dice` list in a session's expected results only the throws nobody speaks aloud are taken: those are
    the app's own. Cards the file does not name come in an order that is the same every time.

    Raises:
        DiceOptionError: The file cannot be read or holds impossible faces or cards.
    """
    try:
        content = json.loads(read_small(path).decode("utf-8"))
    except OSError as exc:
        raise DiceOptionError(
            phrase("{path} cannot be read: {strerror}.", path=path, strerror=exc.strerror),
            phrase("Check the path after script:."),
        ) from exc
    except (ValueError, RecursionError) as exc:
        raise DiceOptionError(phrase("{path} is not JSON.", path=path), _FILE_FORMS) from exc
    cards: list[Card] = []
    if isinstance(content, dict):
        cards = _cards(content.get("cards", []), path)
        content = content.get("dice", [] if "cards" in content else None)
    if not isinstance(content, list):
        raise DiceOptionError(phrase("{path} contains no list of faces.", path=path), _FILE_FORMS)
    throws = [_throw(entry, index, path) for index, entry in enumerate(content, start=1) if not _is_spoken(entry)]
    return DiceChoice("script", ScriptFileDice(throws, str(path)), AppCards(random.Random("script"), cards))


def _cards(names: Any, path: Path) -> list[Card]:
    if not isinstance(names, list):
        raise DiceOptionError(
            phrase("{path}: cards is not a list.", path=path),
            phrase('Cards are names in drawing order: ["queen of clubs", …].'),
        )
    try:
        return [card_from(str(name)) for name in names]
    except BadField as problem:
        raise DiceOptionError(phrase("{path}: {problem}.", path=path, problem=problem)) from problem


def _is_spoken(entry: Any) -> bool:
    return isinstance(entry, dict) and bool(entry.get("spoken", False))


def _throw(entry: Any, index: int, path: Path) -> ScriptedThrow:
    where = phrase("{path}: roll {index}", path=path, index=index)
    match entry:
        case int():
            return ScriptedThrow(_faces([entry], where))
        case list():
            return ScriptedThrow(_faces(entry, where))
        case {"values": list() as values, "player": str() as player}:
            return ScriptedThrow(_faces(values, where), player)
        case {"values": list() as values, **rest} if "player" not in rest:
            return ScriptedThrow(_faces(values, where))
    raise DiceOptionError(
        phrase("{where} is {part}, which is not a roll.", where=where, part=json.dumps(entry)[:60]), _FILE_FORMS
    )


def _faces(values: Sequence[Any], where: str) -> tuple[int, ...]:
    if not values:
        raise DiceOptionError(phrase("{where} has no faces.", where=where), _FILE_FORMS)
    wrong = [value for value in values if isinstance(value, bool) or not isinstance(value, int) or value < 1]
    if wrong:
        raise DiceOptionError(
            phrase("{where} has the face {dumps}.", where=where, dumps=json.dumps(wrong[0])),
            phrase("Faces are whole numbers from 1 up."),
        )
    return tuple(values)
