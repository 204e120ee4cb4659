"""A language model's opinion on what the grammar is not sure of.

The model picks a verdict, nothing else: the command and its fields stay those of the grammar. A verdict can make an
unsure question unnecessary, by acting or by dropping it; no verdict, a late one or a broken one changes nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, create_model

from companion.base.clock import Clock
from companion.base.errors import ModelReplyError, ModelUnavailable
from companion.llm.port import LanguageModel
from companion.llm.prompts import load_prompt
from companion.nlu.trace import Trace
from companion.nlu.types import Category, Decision, Intent, Table, Turn
from engine.vocabulary import PlayerWords, Vocabulary

Verdict = Literal["agrees", "talk", "differs", "unclear", "silent"]
"""agrees: the same command; talk: plainly no command; differs: another command; unclear: it cannot tell or contradicts
itself; silent: no answer in time, or none that fits."""

LIMIT_SECONDS = 2.0
"""Time for which it is worth waiting for an answer."""

_NONE = "none"
_TURNS_BEFORE = 3


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something the grammar is not sure of.

    Attributes:
        intent: What it was taken for.
        turn: Words it is about.
        before: Turns heard just before, oldest first.
        vocabulary: People of the table.
        rolls: Who owes dice, in words.
        readings: Commands the words could mean with what each would be, that of the intent first.
    """

    intent: Intent
    turn: Turn
    before: tuple[Turn, ...]
    vocabulary: Vocabulary
    rolls: tuple[str, ...]
    readings: Mapping[str, Category]


@dataclass(frozen=True, slots=True)
class Opinion:
    """Verdict of the model on a doubt, and the seconds it took."""

    verdict: Verdict
    seconds: float


class Interpretation(BaseModel):
    """Form of the model's answer; `command` is narrowed to the readings in question."""

    model_config = ConfigDict(extra="forbid", strict=True)

    kind: Literal["command", "talk", "unclear"]
    command: str


def doubtful(intent: Intent) -> bool:
    """Return True if an intent is worth a second opinion: asked about, or noted although it nearly was."""
    if intent.command is None or intent.tipped == "protected":
        return False
    return intent.decision == "ask" or (intent.decision == "note" and intent.tipped == "faint")


def doubt_of(intent: Intent, turn: Turn, before: Sequence[Turn], table: Table, trace: Trace) -> Doubt:
    """The doubt about an intent of a turn, with the other commands its words could mean."""
    others = {each.command: each.category for each in trace.readings if each.fate != "spoiled"}
    rolls = tuple(f"{roll.roller}: {roll.count} {'die' if roll.count == 1 else 'dice'}" for roll in table.open_rolls)
    return Doubt(
        intent,
        turn,
        tuple(before)[-_TURNS_BEFORE:],
        table.vocabulary,
        rolls,
        {str(intent.command): intent.category} | others,
    )


def decided(intent: Intent, verdict: Verdict) -> Decision:
    """The decision about an intent once the verdict is known.

    Only a lack of confidence is settled by a model that agrees: who spoke, what was not heard and what was hard to hear
    it cannot know. What was nearly asked about is asked about.
    """
    match intent.decision, intent.tipped, verdict:
        case "ask", "unsure", "agrees":
            return "act"
        case "note", "faint", "agrees" if intent.command is not None:
            return "ask"
        case "ask", tipped, "talk" if tipped != "protected":
            return "ignore"
    return intent.decision


class SecondOpinion:
    """Asks a language model about doubts.

    Args:
        model: Language model, with patience no longer than the limit.
        clock: Measures how long it takes.
        limit_seconds: Later answers count as none.
    """

    def __init__(self, model: LanguageModel, clock: Clock, limit_seconds: float = LIMIT_SECONDS) -> None:
        self._model = model
        self._clock = clock
        self.limit_seconds = limit_seconds
        self._prompt = load_prompt("interpret")

    def judge(self, doubt: Doubt) -> Opinion:
        """The model's opinion; waits for it."""
        began = self._clock.monotonic()
        try:
            answer = self._model.ask(self._prompt.instructions, self._question(doubt), _form(tuple(doubt.readings)))
        except (ModelUnavailable, ModelReplyError):
            return Opinion("silent", self._clock.monotonic() - began)
        seconds = self._clock.monotonic() - began
        return Opinion(_verdict(answer, doubt) if seconds <= self.limit_seconds else "silent", seconds)

    def sound(self) -> bool:
        """Return True if the model gets four plain cases right; one that does not would do harm. Waits for it."""
        return all(self.judge(_plain_case(said)).verdict == verdict for said, verdict in _PLAIN_CASES)

    def _question(self, doubt: Doubt) -> str:
        return self._prompt.render(
            readings="\n".join(_told(command, category, doubt.intent) for command, category in doubt.readings.items()),
            people="\n".join(_people(doubt.vocabulary)) or _NONE,
            rolls="\n".join(doubt.rolls) or _NONE,
            before="\n".join(f"{each.speaker or 'somebody'}: {each.text}" for each in doubt.before) or _NONE,
            speaker=doubt.turn.speaker or "somebody",
            said=doubt.turn.text,
        )


_PLAIN_CASES: tuple[tuple[str, Verdict], ...] = (
    ("I climb the wall. Climbing, three dice.", "agrees"),
    ("Last year I used Climbing on a wall like that, and we laughed for an hour.", "talk"),
    ("Okay, I use Climbing to get up there.", "agrees"),
    ("Does everybody get more dice when they use Climbing with a rope?", "talk"),
)


def _plain_case(said: str) -> Doubt:
    slots = {"player": "Ana", "skill": "Climbing"}
    intent = Intent("declared_action", "use_skill", slots, decision="ask", tipped="unsure")
    players = Vocabulary((PlayerWords("Ana", "Rook"), PlayerWords("Ben", "Vex")))
    return Doubt(intent, Turn(said, "Ana"), (), players, (), {"use_skill": "declared_action"})


@lru_cache(maxsize=64)
def _form(commands: tuple[str, ...]) -> type[Interpretation]:
    allowed: Any = Literal[(*commands, _NONE)]
    return create_model("Interpretation", __base__=Interpretation, command=(allowed, ...))


def _verdict(answer: Interpretation, doubt: Doubt) -> Verdict:
    match answer.kind, answer.command:
        case "talk", "none":
            return "talk"
        case "command", command if command == doubt.intent.command:
            return "agrees"
        case "command", command if command != _NONE:
            return "differs"
    return "unclear"


_MEANS: Mapping[Category, str] = {
    "declared_action": "a player says what their own character does now, with a roll",
    "check_request": "somebody is asked or told to roll",
    "check_offer": "somebody offers a roll, or help with one",
    "conflict_call": "a fight or a conflict begins now",
    "dice_report": "somebody reads out what their dice show",
    "handover": "somebody hands the telling on to another, or ends their turn",
    "resource": "chips, points or things are paid, won or lost now",
    "table_command": "somebody tells the program to do something",
    "scribe_note": "somebody wants something written down",
}


def _told(command: str, category: Category, intent: Intent) -> str:
    """A reading in words. Numbers are left out: a bid is nobody's business before the rules reveal it."""
    slots = intent.slots if command == intent.command else {}
    named = [f"{name.replace('_', ' ')} {value}" for name, value in slots.items() if isinstance(value, str)]
    return f"{command}: {_MEANS[category]}" + (f" ({', '.join(named)})" if named else "")


def _people(vocabulary: Vocabulary) -> Iterable[str]:
    for player in vocabulary.players:
        yield f"{player.name} plays {player.character}" if player.character else player.name
