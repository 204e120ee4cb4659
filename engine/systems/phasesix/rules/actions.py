"""Buying actions with dice (rules 3.6)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.board import Move
from engine.common.folding import Changes
from engine.common.rules import Refused, found, heed
from engine.common.words import counted
from engine.fields import Number, OneOf
from engine.offers import asked
from engine.phrase import Phrase, phrase, plural
from engine.systems.phasesix.decide_combat import able
from engine.systems.phasesix.derived import clipped
from engine.systems.phasesix.entities import Character
from engine.systems.phasesix.fold import known, with_character, with_combatant
from engine.systems.phasesix.guards import too_few_bonus_dice
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, Event, OwnCommand
from engine.systems.phasesix.moves_rolls import prefixed
from engine.systems.phasesix.state import State
from engine.types import Spoken

TURN = phrase("Turn")
BONUS, DESTINY = "bonus", "destiny"
_PAID = phrase("An action is bought with a bonus die or a destiny die.")
_LABELS = {
    BONUS: phrase("buy actions with bonus dice"),
    DESTINY: phrase("buy actions with destiny dice"),
}


@dataclass(frozen=True, slots=True)
class ActionBought(Event):
    """A die became an action (P6-44)."""

    kind: ClassVar[str] = "action_bought"
    character: str
    pay: str
    count: int
    actions: int
    dice_left: int

    def apply(self, state: State) -> Changes:
        """Fewer dice, more actions."""
        field = BONUS if self.pay == BONUS else DESTINY
        gauge = clipped(getattr(known(state, self.character), field), self.dice_left)
        fewer = with_character(state, self.character, **{field: gauge})
        return fewer | with_combatant(state, self.character, actions=self.actions)

    def sentence(self) -> Phrase:
        """Who buys how many, and the dice left."""
        who, actions, left = self.character, counted(self.count, "action", "actions"), self.dice_left
        if self.pay == BONUS:
            dice = plural("{count} bonus die", "{count} bonus dice", left)
        else:
            dice = plural("{count} destiny die", "{count} destiny dice", left)
        return phrase("{character} buys {actions}, {dice} left", character=who, actions=actions, dice=dice)

    def aloud(self) -> Spoken:
        """How many actions there are now."""
        actions = counted(self.actions, "action", "actions")
        return Spoken(phrase("{character} has {actions} now.", character=self.character, actions=actions), 2)

    def undone(self) -> Phrase:
        """Whose action."""
        return phrase("{character}'s bought action", character=self.character)


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyAction(OwnCommand):
    """Buy actions with bonus dice, or with destiny dice (P6-44); `pay` None takes a bonus die if there is one."""

    kind: ClassVar[str] = "buy_action"
    also_read: ClassVar[Mapping[str, str]] = {"n": "count"}
    by: ClassVar[By] = By.OWNER
    pay: Annotated[str, OneOf((BONUS, DESTINY), otherwise=_PAID)] | None = None
    count: Annotated[int, Number(1, few=True, otherwise=_PAID)] = 1

    def decide(self, ledger: Ledger, who: Character) -> None:
        """Turn dice into actions, at any time."""
        one = found(able(ledger.state, who))
        pay = (self.pay or (BONUS if who.bonus.now else DESTINY)).strip().lower()
        gauge = who.bonus if pay == BONUS else who.destiny
        if pay == BONUS and gauge.now < self.count:
            heed(too_few_bonus_dice(who))
        if pay == DESTINY and (gauge.now < self.count or not ledger.rules.destiny_buys_action):
            meant = self.pay is not None and ledger.rules.destiny_buys_action
            none = phrase("{character} has no die left that buys an action.", character=who.name)
            raise Refused("NO_DESTINY_DICE" if meant else "NO_BONUS_DICE", none)
        left = gauge.now - self.count
        ledger.record(ActionBought(who.name, pay, self.count, one.actions + self.count, left))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        """A form for each sort of dice that a character has left."""
        character = known(state, who)
        for pay, gauge in ((BONUS, character.bonus), (DESTINY, character.destiny)):
            if gauge.now:
                given = (("char", who), ("pay", pay))
                count = asked(cls, "count", phrase("How many"), state, who, gauge.now)
                yield Move(cls.kind, prefixed(state, character, _LABELS[pay]), TURN, given, (count,))
