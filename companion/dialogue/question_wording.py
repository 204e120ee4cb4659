"""What the companion's own questions say: short, answered by one word, naming what will happen."""

from collections.abc import Sequence
from string import Formatter
from typing import Any

from companion.nlu.numbers import UNITS
from companion.nlu.types import Intent
from engine.common.words import listed
from engine.phrase import Phrase, phrase
from engine.vocabulary import Vocabulary

_MISSING = {
    "skill": "Which skill, {who}?",
    "target": "Who is to roll?",
    "player": "Who was that?",
    "char": "Who, {who}?",
    "chars": "Who, {who}?",
    "targets": "Who, {who}?",
    "values": "Which faces, {who}?",
    "faces": "Which faces, {who}?",
    "dice": "How many dice, {who}?",
    "chips": "How many chips, {who}?",
    "goal": "Which goal, {who}?",
    "connection": "Which connection, {who}?",
    "npc_name": "What is the name?",
    "name": "What is the name?",
}
_ASKED = {
    "declare_action": "{skill}, {player}?",
    "request_skill_check": "A {skill} check for {target}?",
    "offer_help": "{dice} helping dice, {player}?",
    "hold_out_dice": "Keep {count} back, {player}?",
    "call_conflict": "A conflict, {caller}?",
    "call_connection": "A call to {connection}, {player}?",
    "set_scene": "A new scene, {player}?",
    "end_narration": "Is {player} finished?",
    "claim_reward": "The reward for {goal}, {player}?",
    "declare_lull": "End the scene?",
    "end_session": "End the session?",
    "end_evening": "End the evening?",
    "start_session": "Begin the session?",
    "start_sitting": "Deal the hands?",
    "call_get_moving": "Shall everybody roll to get moving?",
    "call_known": "Is {name} called {to}?",
    "same_known": "Are {name} and {into} one?",
    "apart_known": "Are {name} and {other} two?",
    "note_about": "Shall I keep that about {name}?",
}
_ASKED_OF_ONE = {"offer_help": "{dice} helping die, {player}?"}
_SECRET = frozenset({"place_bid"})
"""Commands whose numbers nobody says aloud before the rules reveal them."""

_CORRECTING = frozenset(
    {"correct_state", "read_again", "change_skill", "mean_other", "make_that", "not_that", "recredit"}
)

_NAMED = ("skill", "target", "player", "connection", "npc_name", "goal", "principle", "dice", "chips", "value")
_PEOPLE = frozenset({"player", "target", "targets", "char", "chars", "requester", "caller"})
_COUNTS = frozenset({"dice", "chips", "count"})
_MOST_OPTIONS = 6
_WORDS = {number: word for word, number in reversed(UNITS.items())}


def number_word(number: Any) -> str:
    """A small number as it is said; anything else as it is written."""
    return _WORDS.get(number, str(number)) if isinstance(number, int) else str(number)


def listed_numbers(numbers: Sequence[int]) -> str:
    """Numbers as they are said: "five, four and three"."""
    return listed(number_word(number) for number in numbers)


def question_text(intent: Intent, speaker: str | None) -> str:
    """A question that one word answers: "Haggling, Jay?", "Which skill, Jay?"."""
    if intent.question:
        return intent.question
    if intent.missing:
        return _missing(intent, speaker)
    if intent.command in _SECRET:
        return f"Was that your bid, {speaker}?" if speaker else "Was that a bid?"
    fields = {name: _said(value) for name, value in intent.slots.items() if value not in (None, "")}
    wording = _ASKED_OF_ONE.get(intent.command or "") if 1 in intent.slots.values() else None
    wording = wording or _ASKED.get(intent.command or "")
    if wording and all(name in fields for _, name, _, _ in Formatter().parse(wording) if name):
        text = wording.format(**fields)
        return text[0].upper() + text[1:]
    named = [fields[name] for name in _NAMED if name in fields and fields[name] != "luck"]
    what = ", ".join(dict.fromkeys([(intent.command or intent.category).replace("_", " ").capitalize(), *named]))
    return f"{what}, {speaker}?" if speaker and speaker not in named else f"{what}?"


def left_undone(intent: Intent, holder: str | None) -> Phrase:
    """What the companion goes by when nobody answers its question.

    Args:
        intent: What was asked about.
        holder: Who goes on narrating, where that was the question.
    """
    if holder is not None:
        return phrase("No answer: {holder} goes on.", holder=holder)
    return (
        phrase("No answer: it stays as it was.") if intent.command in _CORRECTING else phrase("No answer: I leave it.")
    )


def _missing(intent: Intent, speaker: str | None) -> str:
    name = intent.missing[0]
    who = roller(intent, speaker)
    text = _MISSING.get(name, f"Which {name.replace('_', ' ')}, {{who}}?")
    return text.format(who=who) if who else text.replace(", {who}", "")


def roller(intent: Intent, speaker: str | None) -> str | None:
    """Whose sheet an intent is about: the target of a check, else who acts."""
    named = next((intent.slots[name] for name in ("target", "player") if intent.slots.get(name)), None)
    return str(named) if named else speaker


def _said(value: Any) -> str:
    return "luck" if value == "none" else number_word(value)


def options(intent: Intent, speaker: str | None, vocabulary: Vocabulary) -> tuple[str, ...]:
    """What may be answered in one word, or by a tap: yes and no, or the names to choose from."""
    who = roller(intent, speaker)
    sheet = vocabulary.player(who)
    skills = () if sheet is None else tuple(sheet.of("skill"))
    if not intent.missing:
        skill = intent.slots.get("skill")
        others = tuple(name for name in skills if name != skill) if skill in skills else ()
        return ("yes", "no", *others[:_MOST_OPTIONS])
    name = intent.missing[0]
    if name == "skill":
        return skills
    own = vocabulary.player(speaker)
    reach = () if own is None else own.of("opponent")
    if reach and name in {"target", "weapon"} and own is not None:
        return reach if name == "target" else own.of("arm")
    if name in _PEOPLE:
        return tuple(player.name for player in vocabulary.players if name != "target" or player.name != speaker)
    if name in _COUNTS:
        return ("1", "2", "3")
    return tuple(sheet.of(name)) if sheet is not None else ()


def changed(old: Any, new: Any, whose: str | None, path: str) -> str:
    """What a stated number would change: "Mira: seven chips, not six?", "Pool: three, not two?"."""
    what = (
        whose if whose and path == "chips" else " ".join([*([f"{whose}'s"] if whose else []), path.replace("_", " ")])
    )
    unit = {"chips": " chip" if new == 1 else " chips"}.get(path, "")
    return f"{what[0].upper()}{what[1:]}: {number_word(new)}{unit}, not {number_word(old)}?"
