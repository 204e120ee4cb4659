"""What a table has to say before a first evening: questions whose answers become entries of the campaign file."""

from dataclasses import dataclass
from typing import Literal

Shape = Literal["text", "texts", "numbered", "number", "choice", "choices"]
"""text: words; texts: a list of them; numbered: a list of words with a number each ("Haggling 3"); number: a whole
number; choice: one of the options; choices: some of them."""


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
        least: Fewest parts, or the smallest number.
        most: Most parts, or the largest number; None for no limit.
        each_least: Smallest number of a numbered part.
        each_most: Largest number of a numbered part; None for no limit.
        total: Sum the numbers may reach; None for no limit.
        options: What may be chosen; the first is taken for an empty answer to a choice.
        library: Section of the system's library whose entries may be chosen, by name.
        example: A good answer.
    """

    entry: str
    question: str
    shape: Shape = "text"
    noun: str = "entry"
    keys: tuple[str, ...] = ()
    least: int = 0
    most: int | None = None
    each_least: int = 1
    each_most: int | None = None
    total: int | None = None
    options: tuple[str, ...] = ()
    library: str | None = None
    example: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """Every question of a system, besides the names of the campaign, the players and their characters.

    Attributes:
        asks: In the order they are put: those about characters first for one player, then for the next.
        game_master: What the player without a character is called ("GM"); None where everybody runs one.
    """

    asks: tuple[Ask, ...] = ()
    game_master: str | None = None
