"""The machine contract of `companion detect`: labelled lines in, intents out, with an assumed state of the table."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.nlu.classifier import Classifier, load_classifier
from companion.nlu.faces import said_numbers
from companion.nlu.recognize import Recognizer
from companion.nlu.table_talk import Limits, intents_of, read_lines
from companion.nlu.types import Intent, Table, Turn
from companion.nlu.words import split
from companion.play.commands import command_of
from engine.common.messages import DICE_KIND
from engine.dice.roll import RollRequest
from engine.vocabulary import Expected

_OPEN_FOR_TURNS = 12
"""Number of turns that a requested roll stays open when nobody reads out dice."""


def detect_lines(lines: Iterable[Mapping[str, Any]], recognizer: Recognizer, table: Table) -> Iterator[dict[str, Any]]:
    """Intents of each line of consecutive talk.

    Args:
        lines: Objects with id and text, and where known speaker, time and before (up to two preceding turns with
            speaker and text, given where lines are not consecutive).
        recognizer: Understanding.
        table: The table as it starts; what is detected moves an assumed state of it on.
    """
    grammar = recognizer.grammar
    classifier = load_classifier(grammar.slug, grammar.language)
    if classifier is not None:
        return _talk(lines, recognizer, table, classifier)
    return _play(lines, recognizer, table)


def _talk(
    lines: Iterable[Mapping[str, Any]], recognizer: Recognizer, table: Table, classifier: Classifier
) -> Iterator[dict[str, Any]]:
    """Lines of any game's table: what each is, is the classifier's to say."""
    limits = Limits.of(recognizer)
    for line, (reading, sentences) in read_lines(lines, recognizer, table):
        intents = intents_of(reading, sentences, classifier, limits)
        yield {"id": line.get("id"), "intents": [written(intent) for intent in intents]}


def _play(lines: Iterable[Mapping[str, Any]], recognizer: Recognizer, table: Table) -> Iterator[dict[str, Any]]:
    """Lines of a game whose rules are known, with an assumed state of it."""
    assumed = _Assumed(table)
    for line in lines:
        turn = Turn(str(line.get("text", "")), line.get("speaker"), float(line.get("time") or 0.0))
        given = line.get("before")
        if given is not None:
            assumed = _Assumed(table)
            for each in given:
                earlier = Turn(str(each.get("text", "")), each.get("speaker"))
                assumed.take(earlier, recognizer.recognize(earlier, assumed.table_for(earlier), assumed.before))
        intents = recognizer.recognize(turn, assumed.table_for(turn), assumed.before)
        assumed.take(turn, intents)
        yield {"id": line.get("id"), "intents": [written(intent) for intent in intents]}


def written(intent: Intent) -> dict[str, Any]:
    """An intent as the contract gives it."""
    return {
        "category": intent.category,
        "command": intent.command,
        "slots": dict(intent.slots),
        "span": list(intent.span),
        "confidence": intent.confidence,
        "decision": intent.decision,
    }


class _Assumed:
    """The table as far as talk alone shows it: who was asked to roll, who bids, who may narrate."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.before: tuple[Turn, ...] = ()
        self._since = 0

    def table_for(self, turn: Turn) -> Table:
        """The table for a turn: nobody knows how many dice are thrown, so it takes as many as are read out."""
        if not self.table.open_rolls:
            return self.table
        said = [face for each in split(turn.text) for one in said_numbers(each.words) for face in one.faces]
        count = max(1, len(said))
        return replace(self.table, open_rolls=tuple(replace(each, count=count) for each in self.table.open_rolls))

    def take(self, turn: Turn, intents: Iterable[Intent]) -> None:
        """Move on after a turn."""
        self.before = (*self.before, turn)[-2:]
        self._since += 1
        if self.table.open_rolls and self._since > _OPEN_FOR_TURNS:
            self.table = replace(self.table, open_rolls=())
        for intent in intents:
            if intent.decision in {"act", "ask"}:
                self._move(intent)

    def _move(self, intent: Intent) -> None:
        table, slots = self.table, intent.slots
        talk = command_of(table.slug, intent.command).talk
        if intent.command == DICE_KIND:
            left = tuple(each for each in table.open_rolls if each.roller != slots.get("player"))
            self.table = replace(table, open_rolls=left)
        elif talk.throws:
            roller = slots.get("target") or slots.get("player")
            if isinstance(roller, str):
                self._open(RollRequest("assumed", roller, int(slots.get("dice") or 1), talk.throws, "assumed"))
        elif talk.begins:
            asked = table.vocabulary.players if talk.asks_all else ()
            owing = tuple(Expected(talk.asks_all, player.name) for player in asked)
            self.table = replace(table, expected=owing, narration=talk.begins)
        elif any(each.command == intent.command for each in table.expected):
            given = (intent.command, slots.get("player"))
            owing = tuple(each for each in table.expected if (each.command, each.player) != given)
            self.table = replace(table, expected=owing)

    def _open(self, request: RollRequest) -> None:
        others = tuple(each for each in self.table.open_rolls if each.roller != request.roller)
        self.table = replace(self.table, open_rolls=(*others, request))
        self._since = 0
