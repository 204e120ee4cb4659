"""A table of Choice Based PTA in few words: every method sends one command and expects it to hold.

`in_scene()` gives a table in an open scene, `fight()` one with stakes locked. Cards nobody scripts come off sorted
decks, so hands hold low clubs. `t.refuses("CODE")` gives the table whose next command has to be refused with that code
and to leave everything as it was.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any

from engine.common.messages import Command
from engine.dice.cards import ScriptedCards, card_from
from engine.dice.source import NoDice
from engine.history import History, RedoLast
from engine.systems.choice_pta.cards import parse_card
from engine.systems.choice_pta.derived import winners_of
from engine.systems.choice_pta.rules.bonuses import SpendTokens, SpendTrait
from engine.systems.choice_pta.rules.conflicts import CallConflict, LockStakes, SetVictoryGoal
from engine.systems.choice_pta.rules.deals import AnswerBribe, AskPrice, WithdrawBribe
from engine.systems.choice_pta.rules.disputes import ClaimOrder, RuleOnStakes, VetoNarration
from engine.systems.choice_pta.rules.ending import CancelConflict, CloseConflict, CloseRound
from engine.systems.choice_pta.rules.gifts import GiveRandomCard, GiveVictoryCard
from engine.systems.choice_pta.rules.hands import RedrawHand, UseMulligan
from engine.systems.choice_pta.rules.mooks_and_fate import AdoptStake, ChooseFate, TakeOutMooks
from engine.systems.choice_pta.rules.narration import FinishNarration, PassNarration, TakeNarration
from engine.systems.choice_pta.rules.offers import OfferBribe, SuggestNarration
from engine.systems.choice_pta.rules.playing import PlayChance, PlayChoice
from engine.systems.choice_pta.rules.reveal import DeclareCard, Reveal
from engine.systems.choice_pta.rules.scenes import EndScene, SetPresence, StartScene
from engine.systems.choice_pta.rules.sittings import ChangeRoster, StartSitting
from engine.systems.choice_pta.rules.stakes import SetOpposition, SetStake
from engine.systems.choice_pta.rules.table import ChangeSetting, CreateTable, DefineProtagonist, SettingChoice, UndoLast
from engine.systems.choice_pta.rules.tokens import AwardToken, CorrectTokens
from engine.systems.choice_pta.system import RULESET
from engine.types import Rejected

TRAITS = ("brave", "clever", "kind")
HEROES = {"Ana": "Vesna", "Ben": "Harrow", "Cleo": "Juno", "Dev": "Kiro"}


def token_sum(state: Any) -> int:
    """All tokens wherever they lie (INV-1)."""
    conflict, sums = state.conflict, sum(seat.tokens for seat in state.seats) + state.pool + state.bank
    return sums if conflict is None else sums + sum(each.tokens for each in (*conflict.slots, *conflict.held))


def last_round(count: int, goal: int) -> int:
    """Round by which an extended conflict of `count` cards is over unless fate strikes (rules 2.2)."""
    return count * (goal - 1) // winners_of(count) + 1


class Table:
    """A history with short names for its commands."""

    def __init__(self) -> None:
        self.history: History[Any, Any, Any] = History(RULESET)
        self.events: tuple[Any, ...] = ()
        self.said: tuple[str, ...] = ()
        self._next_id = 0
        self._expected: tuple[str, ...] = ()

    # -- sending commands ------------------------------------------------------------------------------------

    def do(self, command: Command | RedoLast, cards: Sequence[str] = ()) -> tuple[Any, ...]:
        """Send a command; return its events. `cards` are drawn next, in order."""
        before, entries = self.history.state, len(self.history)
        self._next_id += 1
        source = NoDice(ScriptedCards([card_from(name) for name in cards]))
        outcome = self.history.submit(command, source, f"c{self._next_id}")
        if self._expected:
            assert isinstance(outcome, Rejected), f"{command} held, expected {self._expected}"
            assert outcome.code in self._expected, f"{command}: {outcome}, expected {self._expected}"
            assert outcome.reason
            assert self.history.state is before
            assert len(self.history) == entries
            return ()
        assert not isinstance(outcome, Rejected), f"{command}: {outcome.code}: {outcome.reason}"
        self.events = outcome.events
        self.said = tuple(spoken.text for spoken in RULESET.say(before, outcome.events, self.history.state))
        if self.history.state.seats:
            assert token_sum(self.state) == self.state.total_tokens
        return outcome.events

    def refuses(self, *codes: str) -> "Table":
        """The same table, whose next command must be refused with one of these codes."""
        t = copy(self)
        t._expected, t._next_id = codes, 100_000 + len(self.history)
        return t

    # -- looking ---------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        return self.history.state

    @property
    def conflict(self) -> Any:
        return self.state.conflict

    @property
    def phase(self) -> str:
        return str(self.state.phase.value)

    def kinds(self) -> list[str]:
        """Kinds of the latest events."""
        return [event.kind for event in self.events]

    def event(self, kind: str) -> Any:
        """The only latest event of that kind."""
        (found,) = (event for event in self.events if event.kind == kind)
        return found

    def tokens(self, *places: str) -> list[int]:
        """Tokens of people, "pool" or "bank"."""
        return [
            getattr(self.state, place) if place in ("pool", "bank") else self.state.seat(place).tokens
            for place in places
        ]

    def hand(self, who: str) -> list[str]:
        return [str(held.card) for held in self.state.seat(who).hand]

    def marks(self, who: str) -> list[int]:
        return [trait.marks for trait in self.state.seat(who).protagonist.traits]

    def part(self, name: str) -> Any:
        found = self.conflict.part(name)
        assert found is not None, name
        return found

    def pile(self, name: str) -> list[str]:
        return [str(card) for card in self.part(name).pile]

    def outcomes(self) -> dict[str, tuple[str, set[str]]]:
        """Outcome and beaten opponents by participant."""
        conflict = self.conflict or self.state.last_conflict
        return {each.part: (each.outcome.value, set(each.beats)) for each in conflict.outcomes}

    def ask(self, topic: str, player: str | None = None, about: str | None = None) -> str:
        return RULESET.answer(self.state, topic, player, about)

    # -- the table -------------------------------------------------------------------------------------------

    def create(self, players: Iterable[str], gm: str = "Gwen", mode: str = "virtual", **settings: Any) -> None:
        choices = tuple(SettingChoice(name, value) for name, value in settings.items())
        self.do(CreateTable(players=tuple(players), gm=gm, card_mode=mode, settings=choices))

    def hero(self, player: str, name: str | None = None, traits: Sequence[str] = TRAITS) -> None:
        self.do(
            DefineProtagonist(player=player, name=name or HEROES.get(player, f"{player}'s hero"), traits=tuple(traits))
        )

    def start(self, cards: Sequence[str] = ()) -> None:
        self.do(StartSitting(), cards)

    def scene(self, owner: str = "GM", present: Sequence[str] = ("everyone",)) -> None:
        self.do(StartScene(owner=owner, present=tuple(present)))

    def end_scene(self) -> None:
        self.do(EndScene())

    def setting(self, name: str, value: Any) -> None:
        self.do(ChangeSetting(name=name, value=value))

    def correct(self, from_: str, to: str, n: int = 1) -> None:
        self.do(CorrectTokens(from_=from_, to=to, n=n))

    def give(self, **tokens: int) -> None:
        """Let players hold so many tokens, from the pool and then from the GM."""
        for name, count in tokens.items():
            for _ in range(count - self.state.seat(name).tokens):
                self.correct("pool" if self.state.pool else "GM", name)

    def roster(self, add: Sequence[str] = (), remove: Sequence[str] = ()) -> None:
        self.do(ChangeRoster(add=tuple(add), remove=tuple(remove)))

    def presence(self, player: str, here: bool) -> None:
        self.do(SetPresence(player=player, here=here))

    def mulligan(self, player: str) -> None:
        self.do(UseMulligan(actor=player))

    def award(self, player: str, to: str) -> None:
        self.do(AwardToken(actor=player, to=to))

    def suggest(self, player: str, to: str, content: str = "it rains") -> None:
        self.do(SuggestNarration(actor=player, to=to, content=content))

    def bribe(self, player: str, to: str = "", content: str = "the lights fail", **options: Any) -> None:
        self.do(OfferBribe(actor=player, to=to, content=content, **options))

    def price(self, player: str, **options: Any) -> None:
        self.do(AskPrice(actor=player, **options))

    def reply(self, player: str, answer: str = "accept", offer: str | None = None) -> None:
        self.do(AnswerBribe(actor=player, answer=answer, offer_id=offer))

    def withdraw(self, player: str, offer: str | None = None) -> None:
        self.do(WithdrawBribe(actor=player, offer_id=offer))

    def undo(self) -> None:
        self.do(UndoLast())

    def redo(self) -> None:
        self.do(RedoLast())

    # -- stakes ----------------------------------------------------------------------------------------------

    def call(self, kind: str = "simple", *participants: str, by: str | None = None) -> None:
        self.do(CallConflict(actor=by, conflict=kind, participants=participants))

    def stake(self, who: str, text: str = "to win", **options: Any) -> None:
        """A player's stake by name, or a GM stake by its label."""
        seat = self.state.seat(who)
        if seat is None:
            self.do(SetStake(player="GM", label=who, text=text, **options))
        else:
            self.do(SetStake(player=who, text=text, **options))

    def oppose(self, a: str, b: str, opposes: bool = True) -> None:
        self.do(SetOpposition(a=a, b=b, opposes=opposes))

    def goal(self, goal: int) -> None:
        self.do(SetVictoryGoal(goal=goal))

    def lock(self, **options: Any) -> None:
        self.do(LockStakes(**options))

    def clash(self, *stakes: str, kind: str = "simple", **lock: Any) -> None:
        """Call a conflict, state these stakes and lock them."""
        self.call(kind)
        for name in stakes:
            self.stake(name)
        self.lock(**lock)

    def cancel(self) -> None:
        self.do(CancelConflict(reason="agreed"))

    # -- cards -----------------------------------------------------------------------------------------------

    def owner(self, part: str) -> str:
        return str(self.part(part).seat)

    def code(self, who: str, card: str) -> str:
        """Code word of a card in a hand."""
        name = str(card_from(card))
        return next(str(held.code) for held in self.state.seat(who).hand if str(held.card) == name)

    def choice(self, part: str, card: str | None = None, **options: Any) -> None:
        """Play by choice: with the card's code, or asking to pick when no card is named."""
        who = self.owner(part)
        code = None if card is None else self.code(who, card)
        self.do(PlayChoice(player=who, part_id=part, slot_code=code), **options)

    def chance(self, part: str, card: str | None = None) -> None:
        self.do(PlayChance(player=self.owner(part), part_id=part), [card] if card else ())

    def lay(self, part: str, card: str) -> None:
        """Get this card down: from the hand if it is there, else off the deck."""
        if str(card_from(card)) in self.hand(self.owner(part)):
            self.choice(part, card)
        else:
            self.chance(part, card)
        assert str(self.conflict.slot(part).card) == str(card_from(card)), f"{card} is not to be had"

    def all_down(self, cards: Mapping[str, str]) -> None:
        for part, card in cards.items():
            self.lay(part, card)

    def redraw(self, player: str) -> None:
        self.do(RedrawHand(actor=player))

    def trait(self, player: str, trait: str = "brave", target: str | None = None) -> None:
        self.do(SpendTrait(actor=player, trait=trait, target=target))

    def spend(self, player: str, n: int = 1, target: str | None = None, against: str | None = None) -> None:
        self.do(SpendTokens(actor=player, n=n, target=target, against=against))

    def reveal(self, cards: Sequence[str] = (), by: str | None = None) -> None:
        self.do(Reveal(actor=by), cards)

    def showdown(self, cards: Mapping[str, str], ties: Sequence[str] = ()) -> None:
        """Everybody plays, and the cards are turned up."""
        self.all_down(cards)
        self.reveal(ties)

    def declare(self, part: str | None, card: str, **options: Any) -> None:
        named = parse_card(card)
        assert named is not None
        self.do(DeclareCard(part_id=part, rank=named[0], suit=named[1], **options))

    # -- narration and the end -------------------------------------------------------------------------------

    def take(self, part: str, **options: Any) -> None:
        self.do(TakeNarration(player=self.owner(part), part_id=part, **options))

    def outsider(self, player: str, leave: str | None = None) -> None:
        self.do(TakeNarration(player=player, leave_from=leave))

    def finish(self, part: str) -> None:
        self.do(FinishNarration(player=self.owner(part), part_id=part))

    def narrate(self, part: str) -> None:
        self.take(part)
        self.finish(part)

    def pass_on(self, part: str) -> None:
        self.do(PassNarration(player=self.owner(part), part_id=part))

    def all_narrate(self) -> None:
        for part in self.conflict.suggested:
            if self.part(part).turn.value in ("waiting", "reopened"):
                self.pass_on(part)

    def claim(self, part: str, position: str, other: str | None = None, **options: Any) -> None:
        self.do(ClaimOrder(player=self.owner(part), part_id=part, position=position, other=other, **options))

    def veto(self, part: str, target: str | None = None, what: str = "that") -> None:
        self.do(VetoNarration(player=self.owner(part), part_id=part, target=target, what=what))

    def rule(self, player: str, text: str = "both") -> None:
        self.do(RuleOnStakes(actor=player, text=text))

    def gift(self, from_: str, to: str, card: str = "", cards: Sequence[str] = ()) -> None:
        self.do(GiveVictoryCard(player=self.owner(from_), from_=from_, to=to, card=card), cards)

    def sacrifice(self, from_: str, to: str, card: str = "9♦") -> None:
        self.do(GiveRandomCard(player=self.owner(from_), from_=from_, to=to), [card])

    def take_out(self, part: str, group: str | None = None, n: int = 1) -> None:
        self.do(TakeOutMooks(player=self.owner(part), part_id=part, group=group, n=n))

    def fate(self, part: str, choice: str) -> None:
        self.do(ChooseFate(player=self.owner(part), part_id=part, choice=choice))

    def adopt(self, adopter: str, from_: str, consent: bool = True, by: str | None = None) -> None:
        self.do(AdoptStake(actor=by, adopter=adopter, from_=from_, consent=consent))

    def next_round(self, **options: Any) -> None:
        self.all_narrate()
        self.do(CloseRound(**options))

    def close(self) -> None:
        self.all_narrate()
        self.do(CloseConflict())


def table(players: str = "Ana Ben", **options: Any) -> Table:
    """A table with protagonists; the GM is Gwen."""
    t = Table()
    t.create(players.split(), **options)
    for player in players.split():
        t.hero(player)
    return t


def in_scene(players: str = "Ana Ben", tokens: Mapping[str, int] | None = None, **options: Any) -> Table:
    """A table in a scene of the GM's with everybody present."""
    t = table(players, **options)
    t.give(**(tokens or {}))
    t.start()
    t.scene()
    return t


def fight(
    *stakes: str,
    kind: str = "simple",
    players: str = "Ana Ben",
    compatible: Sequence[tuple[str, str]] = (),
    opposed: Sequence[tuple[str, str]] = (),
    goal: int | None = None,
    mooks: Mapping[str, int] | None = None,
    lock: Mapping[str, Any] | None = None,
    **options: Any,
) -> Table:
    """A conflict whose stakes are locked; names of people are players' stakes, other names are the GM's."""
    t = in_scene(players, **options)
    t.call(kind)
    for name in stakes:
        t.stake(name, f"{name} wins", **({"mook": mooks[name]} if mooks and name in mooks else {}))
    for a, b in compatible:
        t.oppose(a, b, opposes=False)
    for a, b in opposed:
        t.oppose(a, b)
    if goal is not None:
        t.goal(goal)
    t.lock(**(lock or {"mooks": bool(mooks)}))
    return t
