"""Form for a table's first evening: questions whose answers become entries of the campaign file."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from engine.common.house_rules import Setting, SettingValue
from engine.phrase import EMPTY, Phrase, phrase
from engine.quick_dataclass import dataclass

_ENTRY = phrase("entry")

Shape = Literal["text", "texts", "numbered", "number", "choice", "choices", "rows"]
"""text: words; texts: a list of them; numbered: a list of words with a number each ("Haggling 3"); number: a whole
number; choice: one of the options; choices: some of them; rows: a list of parts with several columns each."""


@dataclass(frozen=True, slots=True)
class Column:
    """One field of every part of a `rows` answer.

    Attributes:
        key: Field of the part.
        label: What it is called.
        number: Whether it is a whole number.
        least: The smallest number.
        most: The largest number; None for no limit.
        optional: Whether it may stay empty.
        among: What it is likely one of: the players, or the skills of the same character; empty for anything.
        options: What it must be one of, each as it is kept and as it is read; empty for anything.
    """

    key: str
    label: Phrase
    number: bool = False
    least: int = 1
    most: int | None = None
    optional: bool = False
    among: Literal["", "players", "skills"] = ""
    options: tuple[tuple[str, Phrase], ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """A question.

    Attributes:
        entry: Where the answer goes in the campaign file, dotted; what begins with `character` is asked of every player
            who runs one ("character.skills", "character.sheet.traits"), everything else once ("group_goals").
        question: To be put to people; may name {player} and {character}.
        shape: Form of the answer.
        noun: What one part of the answer is called ("skill"), for sentences about it.
        keys: Fields of each part, where parts are objects: ("name", "rank"). Without keys, texts are plain and
            numbered parts become one object from word to number.
        columns: Fields of each part of `rows`.
        least: Fewest parts, or the smallest number.
        most: Most parts, or the largest number; None for no limit.
        each_least: Smallest number of a numbered part.
        each_most: Largest number of a numbered part; None for no limit.
        total: Sum the numbers may reach; None for no limit.
        total_by: Column of `rows` each value of which has that sum for itself ("player").
        options: What may be chosen; the first is taken for an empty answer to a choice.
        hints: What each option means, a line each; none where they speak for themselves.
        library: Section of the system's library whose entries may be chosen, by name.
        example: A good answer.
    """

    entry: str
    question: Phrase
    shape: Shape = "text"
    noun: Phrase = _ENTRY
    keys: tuple[str, ...] = ()
    columns: tuple[Column, ...] = ()
    least: int = 0
    most: int | None = None
    each_least: int = 1
    each_most: int | None = None
    total: int | None = None
    total_by: str = ""
    options: tuple[str, ...] = ()
    hints: tuple[Phrase, ...] = ()
    library: str | None = None
    example: Phrase = EMPTY

    @property
    def of_character(self) -> bool:
        """True if it is asked of every player who runs a character."""
        return self.entry.startswith("character.")


@dataclass(frozen=True, slots=True)
class Form:
    """Every question of a system, besides the names of the campaign, the players and their characters.

    Attributes:
        asks: In the order they are put: those about characters first for one player, then for the next.
        game_master: What the player without a character is called ("GM"); None where everybody runs one.
        settings: House rules.
        presets: Named sets of house rules, each with what it sets; the rest keeps its default.
    """

    asks: tuple[Ask, ...] = ()
    game_master: str | None = None
    settings: tuple[Setting, ...] = ()
    presets: Mapping[str, Mapping[str, SettingValue]] = field(default_factory=dict)
