"""Correcting a number of a sheet by table agreement."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Meaning, Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import InWords, Worded
from engine.fields import Words
from engine.offers import choice
from engine.phrase import Phrase, capital, phrase, spelled, template
from engine.systems.phasesix.derived import stress_limit
from engine.systems.phasesix.entities import Character, Gauge, State, Value
from engine.systems.phasesix.fields import AnyNumber, Who
from engine.systems.phasesix.fold import known, with_sheet
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, Command, OwnEvent
from engine.systems.phasesix.rulebook import meant, refuse_unless_leading, speaking
from engine.systems.phasesix.skills import all_skills
from engine.systems.phasesix.taps import of_own
from engine.systems.phasesix.vocabulary import ATTRS
from engine.systems.phasesix.words import worded

LARGEST = 999
"""The largest number that may stand on a sheet."""
CORRECTIONS = phrase("Corrections")
_OFTEN_WRONG = ("hearts", "boosts", "bonus_dice", "destiny_dice", "rerolls", "arcana", "stress")

NUMBERS: Mapping[str, str] = {
    "min_roll": "min_roll",
    "protection": "protection",
    "evasion": "evasion",
    "hearts": "hearts",
    "boosts": "boosts",
    "actions": "actions_max",
    "spell_points": "sp_total",
    "stress": "stress",
    "max_stress": "max_stress",
    "reputation": "rep_collected",
    "reputation_used": "rep_used",
}
"""Numbers as people write them, and the fields of a character they stand in."""

GAUGES: Mapping[str, str] = {"bonus_dice": "bonus", "destiny_dice": "destiny", "rerolls": "rerolls", "arcana": "arcana"}
"""The same for dice and points that are spent and come back; "max_rerolls" is the most of them."""

_PLAIN: Mapping[str, str] = {**NUMBERS, "max_health": "max_health", "career_points": "career_points"}
PATHS = frozenset((*_PLAIN, *GAUGES, *(f"max_{gauge}" for gauge in GAUGES)))
"""Everything that can be set, apart from attributes and skills by their names."""

SIGNED = frozenset(("protection", "evasion"))
"""Paths that may be negative, besides attributes and skills."""


def number_named(path: str) -> Phrase:
    """A path as people read it."""
    return spelled(path) if path in PATHS or path in ATTRS else worded(path)


def value_at(who: Character, path: str) -> int:
    """The number at a path, an attribute or a skill."""
    if path in _PLAIN:
        return getattr(who, _PLAIN[path]) or 0
    if path in GAUGES:
        return int(getattr(who, GAUGES[path]).now)
    if path in PATHS:
        return int(getattr(who, GAUGES[path.removeprefix("max_")]).most)
    if path in ATTRS:
        return who.attributes[ATTRS.index(path)]
    return next((value.number for value in who.skills if value.name.casefold() == path.casefold()), 0)


def corrected(who: Character, path: str, value: int) -> Character:
    """The sheet with another number at a path; a skill it does not have yet is written onto it."""
    if path in _PLAIN:
        return changed(who, **{_PLAIN[path]: value})
    if path in PATHS:
        field = GAUGES[path.removeprefix("max_")]
        gauge: Gauge = getattr(who, field)
        now = Gauge(value, gauge.most) if path in GAUGES else Gauge(min(gauge.now, value), value)
        return changed(who, **{field: now})
    if path in ATTRS:
        numbers = list(who.attributes)
        numbers[ATTRS.index(path)] = value
        return changed(who, attributes=tuple(numbers))
    others = tuple(one for one in who.skills if one.name.casefold() != path.casefold())
    return changed(who, skills=(*others, Value(path, value)))


class StateCorrected(OwnEvent):
    """The table sets a number of a sheet; of one that is not open to players `only` its leader may see it."""

    told: ClassVar[str] = template("{character}: {path} {new} now")
    path: Annotated[str, Worded(number_named)]
    old: int
    new: InWords
    reason: str
    only: str | None = None

    @property
    def visibility(self) -> str:
        """Only whoever leads the story may see numbers of foes and bystanders."""
        return self.only or self.seen

    def apply(self, state: State) -> Changes:
        return with_sheet(state, corrected(known(state, self.character), self.path, self.new))

    def sentence(self) -> Phrase:
        if self.only is None:
            return super().sentence()
        return phrase("{character}: {path} corrected", character=self.character, path=number_named(self.path))


class CorrectState(Command):
    """Set a number of a sheet after table agreement.

    Attributes:
        path: One of `corrections.PATHS` ("hearts", "boosts", "bonus_dice", "strength", a skill ...).
        value: New number.
        reason: Why the table corrects; required.
        char: Whose sheet.
    """

    by: ClassVar[By] = By.ANY
    means: ClassVar[Meaning] = "corrects"
    talk: ClassVar[Talk] = Talk(confirm="Set[ {char}:] {path} to {value}?")
    path: Words
    value: AnyNumber
    reason: Words
    char: Who | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        target = meant(ledger.state, self.char, self.actor, dead=True)
        if target.kind == "npc":  # its numbers are the GM's: a refusal or "already so" would tell them
            refuse_unless_leading(ledger.state, speaking(ledger.state, self.actor))
        path = _path(ledger.state, self.path)
        if path is None or not self.reason.strip():
            raise Refused("BAD_VALUE", phrase("Say what is corrected, and why."))
        _refuse_number(ledger, target, path, self.value)
        old, only = value_at(target, path), ledger.state.gm if target.kind == "npc" else None
        ledger.record(StateCorrected(target.name, path, old, self.value, self.reason.strip(), only))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        given, asked = of_own(state, who)
        path = choice("path", phrase("Which number"), ((each, spelled(each)) for each in _OFTEN_WRONG))
        fields = (*asked, path, Field("value", phrase("What it is"), "number"))
        yield Move(cls.kind, phrase("Correct a number"), CORRECTIONS, (*given, ("reason", "miscounted")), fields)


def _path(state: State, said: str) -> str | None:
    word = said.strip().casefold()
    if word.replace(" ", "_") in PATHS:
        return word.replace(" ", "_")
    if word in ATTRS:
        return word
    return next((name for name in all_skills(state) if name.casefold() == word), None)


def _refuse_number(ledger: Ledger, who: Character, path: str, value: int) -> None:
    signed = path in SIGNED or path not in PATHS
    low = -LARGEST if signed else 1 if path in ("max_health", "max_stress", "min_roll") else 0
    most = {
        "hearts": who.max_health,
        "stress": stress_limit(who, ledger.rules) - 1,
        "reputation_used": who.rep_collected,
        "bonus_dice": who.bonus.most,
        "rerolls": who.rerolls.most,
        "arcana": who.arcana.most,
    }.get(path, LARGEST)
    low = {
        "max_health": max(1, who.hearts),
        "reputation": who.rep_used,
        "spell_points": who.sp_spent,
        "max_stress": max(1, who.stress + 1 - who.stress_shift),
    }.get(path, low)
    if low <= value <= most:
        return None
    if who.kind == "npc" and ledger.state.gm is not None:
        said = phrase(
            "{value} of {character} cannot be {number}.", value=number_named(path), character=who.name, number=value
        )
        raise Refused("BAD_VALUE", capital(said))
    text = phrase(
        "{value} of {character} goes from {least} to {most}.",
        value=number_named(path),
        character=who.name,
        least=low,
        most=most,
    )
    raise Refused("BAD_VALUE", capital(text))
