"""Talk in pieces a model can read at once, with what the rules recorded between its lines."""

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from companion.chronicle.extractor.model import Happening, TalkLine
from companion.chronicle.extractor.story_classifier import to_a_machine
from engine.quick_dataclass import dataclass
from engine.vocabulary import Vocabulary

FEWEST_LINES = 4
"""Lines a scene has at least to be read by itself; a shorter one is read with the next."""
MOST_LETTERS = 60_000
"""Letters of one batch at most: an answer about more would be cut off."""
_LEAST_LETTERS = 1_200
_LETTERS_A_TOKEN = 3
_BESIDE_TALK = 6_000
"""Tokens of a question and its answer that are no talk: instructions, form, sheets, earlier findings, the answer."""
_READ_AS = "notes 1"
"""Changes when lines are read otherwise, so that they are read anew."""
RULES = "(rules)"
"""Stands for a speaker where the rules recorded something; no player's name can have brackets."""


@dataclass(frozen=True, slots=True)
class BatchLine:
    """One line as a model sees it.

    Attributes:
        line: What was said; a fact of the log has its words here, and the id of the utterance that led to it.
        rules: Whether the rules recorded it.
    """

    line: TalkLine
    rules: bool = False

    @property
    def text(self) -> str:
        """Its words on one line."""
        return " ".join(self.line.text.split())

    @property
    def who(self) -> str:
        """The speaker of the words."""
        return RULES if self.rules else " ".join((self.line.speaker or "somebody").split())


@dataclass(frozen=True, slots=True)
class Batch:
    """Lines a model reads at once; it knows them by their numbers from 1.

    Attributes:
        number: Place among the evening's batches, from 1.
        lines: What was said and recorded.
    """

    number: int
    lines: tuple[BatchLine, ...]

    @property
    def key(self) -> str:
        """Changes with every word, speaker or line of the batch."""
        said = [_READ_AS, *((each.line.id, each.who, each.line.text) for each in self.lines)]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()

    @property
    def talk(self) -> str:
        """The lines as the model sees them, each on one line of its own whatever was said."""
        return "\n".join(f"{number} {each.who}: {each.text}" for number, each in enumerate(self.lines, 1))

    def cited(self, numbers: Iterable[int]) -> tuple[BatchLine, ...]:
        """The lines of these numbers in the order they were said; numbers that mean no line are left out."""
        return tuple(self.lines[number - 1] for number in sorted(set(numbers)) if 0 < number <= len(self.lines))


def letters_for(context_tokens: int) -> int:
    """Letters of talk a batch may have for a model that reads and writes so many tokens at once."""
    return min(MOST_LETTERS, max(_LEAST_LETTERS, _LETTERS_A_TOKEN * (context_tokens - _BESIDE_TALK)))


def batches_of(
    lines: Iterable[TalkLine],
    vocabulary: Vocabulary,
    happenings: Iterable[Happening] = (),
    describe: Callable[[Any], str] = lambda event: "",
    *,
    scenes: bool = True,
    most_letters: int = MOST_LETTERS,
) -> tuple[Batch, ...]:
    """Cuts talk into batches: scene by scene, or as much as fits.

    Left out is what strangers said and what is said to a machine: nobody of the story speaks of prompts. Left out, too,
    is what was undone and what is not for everybody.

    Args:
        lines: Talk of the evening in order.
        vocabulary: People of the table.
        happenings: What the rules recorded in it.
        describe: The game's sentence for an event.
        scenes: Whether a new scene begins a new batch.
        most_letters: Bound of one batch.
    """
    players = {player.name.casefold() for player in vocabulary.players}
    heard = [line for line in lines if line.text.strip() and not to_a_machine(line.text)]
    mixed = _mixed([line for line in heard if not _stranger(line, players)], tuple(happenings), describe)
    batches: list[list[BatchLine]] = []
    for each, opens in mixed:
        new = scenes and opens and batches and sum(not one.rules for one in batches[-1]) >= FEWEST_LINES
        if not batches or new or sum(len(one.text) for one in batches[-1]) + len(each.text) > most_letters:
            batches.append([])
        batches[-1].append(each)
    return tuple(Batch(number, tuple(each)) for number, each in enumerate(batches, 1))


def _mixed(
    lines: Sequence[TalkLine], happenings: Sequence[Happening], describe: Callable[[Any], str]
) -> Iterator[tuple[BatchLine, bool]]:
    """Lines with the facts that they led to right behind them, each with whether a scene opens with it."""
    said = {line.id for line in lines}
    after: dict[str, list[Happening]] = {}
    latest = ""
    for each in sorted(happenings, key=lambda happening: happening.position):
        if not each.undone:
            latest = each.utterance if each.utterance in said and each.utterance is not None else latest
            after.setdefault(latest, []).append(each)
    opens = False
    for line in (None, *lines):
        led_to = after.get(line.id if line is not None else "", [])
        spoken = any(_opens(each) and each.utterance is not None for each in led_to)
        if line is not None:
            yield BatchLine(line), opens or spoken
            opens = False
        opens = opens or any(_opens(each) and each.utterance is None for each in led_to)
        for event in (event for each in led_to for event in each.events):
            if getattr(event, "visibility", "public") == "public" and (told := str(describe(event))):
                at = line or TalkLine("", "")
                yield BatchLine(TalkLine(at.id, told, None, at.start, at.end), rules=True), False


def _opens(happening: Happening) -> bool:
    return any(event.tells_scene or event.opens_scene for event in happening.events)


def _stranger(line: TalkLine, players: Collection[str]) -> bool:
    return bool(players) and line.speaker is not None and line.speaker.casefold() not in players
