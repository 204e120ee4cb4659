"""Turns and their actions: ending a turn, buying and stealing actions (rules 3.6, 3.7)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Meaning, Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed, replaced
from engine.common.words import Worded, counted
from engine.fields import Number, OneOf
from engine.offers import asked
from engine.phrase import Phrase, joined, phrase, plural, template
from engine.systems.phasesix.agenda import refuse_pending
from engine.systems.phasesix.derived import clipped, in_combat
from engine.systems.phasesix.entities import Character, Combatant, State
from engine.systems.phasesix.fields import Fighter
from engine.systems.phasesix.fold import combatant, known, running, with_character, with_combat, with_combatant
from engine.systems.phasesix.guards import cannot_act, no_combat, parry_unjudged, too_few_bonus_dice
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import Event, OwnCommand, OwnEvent, Silent
from engine.systems.phasesix.naming import find_character
from engine.systems.phasesix.rules.deeds import ActionSpent
from engine.systems.phasesix.rules.rounds import pass_on, start_round
from engine.systems.phasesix.rules.windows import close_window
from engine.systems.phasesix.taps import FIGHT, living, people, tap

TURN = phrase("Turn")
BONUS, DESTINY = "bonus", "destiny"
_PAID = phrase("An action is bought with a bonus die or a destiny die.")
_LABELS = {
    BONUS: phrase("buy actions with bonus dice"),
    DESTINY: phrase("buy actions with destiny dice"),
}


class RiderLapsed(OwnEvent, Silent):
    """The deed that could follow a walk is not done."""

    def apply(self, state: State) -> Changes:
        return with_combat(state, rider=None, coupled=False)


class PassPriority(OwnCommand):
    """End one's turn; actions left are kept (P6-35)."""

    addressed: ClassVar[bool] = True
    means: ClassVar[Meaning] = "ends_turn"
    talk: ClassVar[Talk] = Talk(confirm="Is the turn of {char} over?")

    @classmethod
    def likely(cls, state: State) -> tuple[str, ...]:
        return (state.combat.holder or "",) if state.combat is not None else ()

    def decide(self, ledger: Ledger, who: Character) -> None:
        """End a turn, actions left are kept (P6-35); after a round in which nobody could act it begins the next."""
        if ledger.state.combat is None:
            raise no_combat()
        refuse_pending(ledger.state)
        combat = ledger.combat
        if combat.holder is None and combat.round and not combat.acted and not ledger.state.tasks:
            start_round(ledger)
            return
        if combat.holder != who.name:
            raise _not_the_turn(combat.holder, who)
        if combat.window is not None and combat.window.judging:
            raise parry_unjudged()
        _pay_for_walk(ledger, who.name)
        close_window(ledger)
        pass_on(ledger, who.name)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if state.combat is not None and state.combat.holder == who:
            yield tap(cls, state, who, phrase("end the turn"), TURN)

    @classmethod
    def after_all(cls, state: State) -> Iterator[Move]:
        """For the GM, once nobody can act."""
        combat = state.combat
        if combat is not None and combat.holder is None and combat.combatants:
            yield Move(cls.kind, phrase("Go on to the next round"), FIGHT, (("char", combat.combatants[0].name),))


def _not_the_turn(holder: str | None, who: Character) -> Refused:
    if holder is None:
        return Refused("NOT_YOUR_PRIORITY", phrase("Nobody has priority, not {character}.", character=who.name))
    text = phrase("{holder} has priority, not {character}.", holder=holder, character=who.name)
    return Refused("NOT_YOUR_PRIORITY", text)


def _pay_for_walk(ledger: Ledger, name: str) -> None:
    """A walk that was free because a deed should have paid for it is paid after all (P6-38)."""
    combat = ledger.combat
    one = combat.of(name)
    if combat.coupled and combat.rider == name and one is not None:
        ledger.record(RiderLapsed(name))
        if one.actions:
            ledger.record(ActionSpent(name, 1, one.actions - 1, "walk"))


def _able(state: State, who: Character) -> Combatant:
    """A combatant who may still get actions this round (P6-46)."""
    one = state.combat.of(who.name) if state.combat is not None else None
    if one is None:
        raise no_combat()
    if who.incapacitated:
        raise cannot_act(who)
    if one.ended:
        raise Refused("ROUND_ENDED", phrase("The round is over for {character}.", character=who.name))
    return one


class ActionBought(OwnEvent):
    """A die became an action (P6-44)."""

    taken_back: ClassVar[str] = template("{character}'s bought action")
    said: ClassVar[str] = template("{character} has {actions} now.")
    pay: str
    count: int
    actions: Annotated[int, Worded(lambda actions: counted(actions, "action", "actions"))]
    dice_left: int

    def apply(self, state: State) -> Changes:
        field = BONUS if self.pay == BONUS else DESTINY
        gauge = clipped(getattr(known(state, self.character), field), self.dice_left)
        fewer = with_character(state, self.character, **{field: gauge})
        return fewer | with_combatant(state, self.character, actions=self.actions)

    def sentence(self) -> Phrase:
        who, actions, left = self.character, counted(self.count, "action", "actions"), self.dice_left
        if self.pay == BONUS:
            dice = plural("{count} bonus die", "{count} bonus dice", left)
        else:
            dice = plural("{count} destiny die", "{count} destiny dice", left)
        return phrase("{character} buys {actions}, {dice} left", character=who, actions=actions, dice=dice)


class BuyAction(OwnCommand):
    """Buy actions with bonus dice, or with destiny dice (P6-44); `pay` None takes a bonus die if there is one."""

    also_read: ClassVar[Mapping[str, str]] = {"n": "count"}
    talk: ClassVar[Talk] = Talk(confirm="Buy an action, {char}?")
    pay: Annotated[str, OneOf((BONUS, DESTINY), otherwise=_PAID)] | None = None
    count: Annotated[int, Number(1, few=True, otherwise=_PAID)] = 1

    def decide(self, ledger: Ledger, who: Character) -> None:
        one = _able(ledger.state, who)
        pay = (self.pay or (BONUS if who.bonus.now else DESTINY)).strip().lower()
        gauge = who.bonus if pay == BONUS else who.destiny
        if pay == BONUS and gauge.now < self.count:
            raise too_few_bonus_dice(who)
        if pay == DESTINY and (gauge.now < self.count or not ledger.rules.destiny_buys_action):
            meant = self.pay is not None and ledger.rules.destiny_buys_action
            none = phrase("{character} has no die left that buys an action.", character=who.name)
            raise Refused("NO_DESTINY_DICE" if meant else "NO_BONUS_DICE", none)
        left = gauge.now - self.count
        ledger.record(ActionBought(who.name, pay, self.count, one.actions + self.count, left))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        character = known(state, who)
        for pay, gauge in ((BONUS, character.bonus), (DESTINY, character.destiny)):
            if gauge.now:
                count = asked(cls, "count", phrase("How many"), state, who, gauge.now)
                yield tap(cls, state, who, _LABELS[pay], TURN, count, pay=pay)


class ActionStolen(Event):
    """An action changes hands (P6-45); `when` is "now" or "next"."""

    told: ClassVar[str] = template("{thief} steals an action from {victim}")
    taken_back: ClassVar[str] = template("{thief}'s stolen action")
    thief: str
    victim: str
    when: str
    actions: int
    dice_left: int

    def apply(self, state: State) -> Changes:
        combat, victim = running(state), combatant(state, self.victim)
        if self.when == "now":
            poorer = changed(victim, actions=victim.actions - 1)
        else:
            poorer = changed(victim, stolen_next=victim.stolen_next + 1)
        thief = combatant(state, self.thief)
        combatants = replaced(combat.combatants, victim, poorer)
        combatants = replaced(combatants, thief, changed(thief, actions=self.actions))
        destiny = clipped(known(state, self.thief).destiny, self.dice_left)
        return with_combat(state, combatants=combatants) | with_character(state, self.thief, destiny=destiny)


class StealAction(OwnCommand):
    """Take an action from an opponent for a destiny die (P6-45)."""

    talk: ClassVar[Talk] = Talk(confirm="Does {char} steal an action from {victim}?")

    victim: Fighter | None = None

    def decide(self, ledger: Ledger, who: Character) -> None:
        one = _able(ledger.state, who)
        victim = _victim(ledger.state, one, self.victim)
        if victim.side == one.side:
            text = phrase("{victim} is on {character}'s side.", victim=victim.name, character=who.name)
            raise Refused("NOT_AN_OPPONENT", text)
        if not who.destiny.now:
            raise Refused("NO_DESTINY_DICE", phrase("{character} has no destiny dice left.", character=who.name))
        acting = ledger.combat.holder == victim.name
        now = acting or (ledger.rules.steal_scope == "kept_first" and victim.actions > 0)
        most = ledger.who(victim.name).actions_max
        if (now and not victim.actions) or (not now and victim.stolen_next >= most):
            raise Refused("NOTHING_TO_STEAL", phrase("{name} has no action left to lose.", name=victim.name))
        when = "now" if now else "next"
        ledger.record(ActionStolen(who.name, victim.name, when, one.actions + 1, who.destiny.now - 1))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if known(state, who).destiny.now:
            victims = tuple(one for one in living(state) if in_combat(state, one.name))
            victim = Field("victim", phrase("From whom"), "choice", people(victims))
            yield tap(cls, state, who, phrase("steal an action"), TURN, victim)


def _victim(state: State, thief: Combatant, said: str | None) -> Combatant:
    combat = state.combat
    if combat is None:
        raise no_combat()
    if said:
        character = find_character(state, said).name
        one = combat.of(character)
        if one is None:
            raise Refused("NOT_AN_OPPONENT", phrase("{character} is not in the fight.", character=character))
        return one
    others = [one for one in combat.combatants if one.side != thief.side]
    acting = [one for one in others if one.name == combat.holder]
    if len(acting or others) == 1:
        return (acting or others)[0]
    names = joined((one.name for one in others), ", ")
    raise Refused("AMBIGUOUS_NAME", phrase("Say from whom: {names}.", names=names))
