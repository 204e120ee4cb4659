"""Wording of the companion's own questions: short, answered by one word, naming what will happen."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from companion.nlu.numbers import UNITS
from companion.nlu.types import Intent
from engine.common.messages import Command
from engine.common.words import listed
from engine.fields import FieldType, Number, Person, Thing, fields_of
from engine.phrase import Phrase, phrase, spelled
from engine.vocabulary import Vocabulary

_MISSING = {
    "skill": "Which skill, {who}?",
    "player": "Who was that?",
    "values": "Which faces, {who}?",
    "name": "What is the name?",
}
"""Questions for fields that no command of the rules declares: those of the companion's own commands."""
_ASKED = {
    "end_evening": "End the evening?",
    "call_known": "Is {name} called {to}?",
    "same_known": "Are {name} and {into} the same?",
    "apart_known": "Are {name} and {other} different?",
    "note_about": "Shall I note that about {name}?",
}

_CORRECTING = frozenset({"read_again", "change_skill", "mean_other", "make_that", "not_that", "recredit"})

_PART = re.compile(r"\[([^\]]*)\]")
_FIELD = re.compile(r"\{(?P<names>[\w|]+)(?::(?P<one>[^|}]*)\|(?P<many>[^}]*))?\}")
_DOERS = frozenset({"player", "char", "character", "caller", "requester", "helper", "observer", "adopter", "who"})
"""Fields that stand for whoever speaks where nobody is named."""
_LONGEST = 60
"""Letters of somebody's own words that a question repeats."""
_NAMED = ("skill", "target", "player", "connection", "npc_name", "goal", "principle", "dice", "chips", "value")
_MOST_OPTIONS = 6
_WORDS = {number: word for word, number in reversed(UNITS.items())}


def number_word(number: Any) -> str:
    """A small number as it is said; anything else as it is written."""
    return _WORDS.get(number, str(number)) if isinstance(number, int) else str(number)


def listed_numbers(numbers: Sequence[int]) -> str:
    """Numbers as they are said: "five, four and three"."""
    return listed(number_word(number) for number in numbers)


def question_text(intent: Intent, speaker: str | None, command: type[Command]) -> str:
    """A question that one word answers: "Haggling, Jay?", "Which skill, Jay?".

    Args:
        intent: What is asked about.
        speaker: Who said it.
        command: The command it means (see `command_of`).
    """
    if intent.question:
        return intent.question
    if intent.missing:
        return _missing(intent, speaker, command)
    if command.talk.secret:
        return f"Was that your bid, {speaker}?" if speaker else "Was that a bid?"
    text = deed_text(command, intent.slots, speaker, _ASKED.get(intent.command or "", ""))
    if text is not None:
        return text
    named = [_said(intent.slots[name]) for name in _NAMED if intent.slots.get(name) not in (None, "", "none")]
    what = ", ".join(dict.fromkeys([(intent.command or intent.category).replace("_", " ").capitalize(), *named]))
    return f"{what}, {speaker}?" if speaker and speaker not in named else f"{what}?"


def deed_text(command: type[Command], slots: Mapping[str, Any], speaker: str | None, otherwise: str = "") -> str | None:
    """The question whether a deed is meant, as its command words it; None where a field it names is not known.

    Args:
        command: The deed.
        slots: Its fields.
        speaker: Who does it where no field says so.
        otherwise: The wording where the command has none.
    """
    fields = {name: value for name, value in slots.items() if value not in (None, "", (), [])}
    wording = command.talk.confirm or otherwise
    wording = _PART.sub(lambda part: "" if _filled(command, part[1], fields, speaker) is None else part[1], wording)
    text = _filled(command, wording, fields, speaker)
    return text[0].upper() + text[1:] if text else None


def in_turn(questions: Sequence[str], speaker: str | None, names: Collection[str] = ()) -> str:
    """Questions that one yes answers, in their order: "Turn the cards up? Then on to the next round, Ana?".

    Args:
        questions: At least one.
        speaker: Who is asked; named once, at the end.
        names: Words that keep their capital.
    """
    *before, last = questions
    first, *rest = [*(f"{each.removesuffix('?').removesuffix(f', {speaker}')}?" for each in before), last]
    kept = tuple(names)
    small = (each if each.startswith(kept) else each[0].lower() + each[1:] for each in rest)
    return " ".join([first, *(f"Then {each}" for each in small)])


def _filled(command: type[Command], wording: str, fields: Mapping[str, Any], speaker: str | None) -> str | None:
    """A wording with the fields put in; None where one of them is not known."""
    unknown = False

    def said(place: re.Match[str]) -> str:
        nonlocal unknown
        names, one = place["names"].split("|"), place["one"]
        value = next((fields[name] for name in names if name in fields), None)
        if value is None:
            value = speaker if _DOERS.intersection(names) else getattr(command, names[0], None)
        if isinstance(value, bool) and one is not None:
            return str(one if value else place["many"])
        unknown = unknown or value in (None, "", ())
        counts = f" {one if value == 1 else place['many']}" if one is not None else ""
        return _said(value) + counts

    text = _FIELD.sub(said, wording)
    return None if unknown else text


def left_undone(intent: Intent, command: type[Command], holder: str | None) -> Phrase:
    """Return the sentence on what holds when nobody answers the companion's question.

    Args:
        intent: What was asked about.
        command: The command it means (see `command_of`).
        holder: Who goes on narrating, where that was the question.
    """
    if holder is not None:
        return phrase("No answer: {holder} continues.", holder=holder)
    corrects = intent.command in _CORRECTING or command.means == "corrects"
    return phrase("No answer: nothing changed.") if corrects else phrase("Skipped.")


def _missing(intent: Intent, speaker: str | None, command: type[Command]) -> str:
    name = intent.missing[0]
    who = roller(intent, speaker)
    declared = declared_type(command, name)
    text = _MISSING.get(name, "") if declared is None else declared.ask
    text = text or f"Which {name.replace('_', ' ')}, {{who}}?"
    return text.format(who=who) if who else text.replace(", {who}", "")


def declared_type(command: type[Command], name: str) -> FieldType | None:
    """Return the declared type of a field of a command; None when it has no such field."""
    return next((each.type for each in fields_of(command) if each.name == name), None)


def roller(intent: Intent, speaker: str | None) -> str | None:
    """Return the player whose sheet an intent is about: the target of a check, else the actor."""
    named = next((intent.slots[name] for name in ("target", "player") if intent.slots.get(name)), None)
    return str(named) if named else speaker


def _said(value: Any) -> str:
    """A value as a question says it: numbers and lists in words, names of the rules' own spelled, long words cut."""
    if isinstance(value, list | tuple):
        return listed(_said(each) for each in value)
    if isinstance(value, bool):
        return "on" if value else "off"
    if not isinstance(value, str):
        return number_word(value)
    if "_" in value or value.isupper():
        return spelled(value)
    cut = value if len(value) <= _LONGEST else f"{value[:_LONGEST].rsplit(' ', 1)[0]} …"
    return "luck" if cut == "none" else cut


def options(intent: Intent, speaker: str | None, command: type[Command], vocabulary: Vocabulary) -> tuple[str, ...]:
    """List the answers in one word or by a tap: yes and no, or the names to choose from."""
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
    declared = declared_type(command, name)
    if isinstance(declared, Person) or (declared is None and name == "player"):
        other = isinstance(declared, Person) and declared.other
        return tuple(player.name for player in vocabulary.players if not other or player.name != speaker)
    if isinstance(declared, Number) and declared.few:
        return ("1", "2", "3")
    return sheet.of(declared.sort) if isinstance(declared, Thing) and sheet is not None else ()


def changed(old: Any, new: Any, whose: str | None, path: str) -> str:
    """Word the change a stated number would make: "Mira: seven chips, not six?", "Pool: three, not two?"."""
    what = (
        whose if whose and path == "chips" else " ".join([*([f"{whose}'s"] if whose else []), path.replace("_", " ")])
    )
    unit = {"chips": " chip" if new == 1 else " chips"}.get(path, "")
    return f"{what[0].upper()}{what[1:]}: {number_word(new)}{unit}, not {number_word(old)}?"
