"""Story-tokens: from place to place, awards, corrections, and where they go once cards are known (PTA-53 to PTA-59)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import Worded
from engine.fields import Words
from engine.offers import choice
from engine.phrase import capital, phrase, template
from engine.systems.choice_pta.choices import TOKENS, people
from engine.systems.choice_pta.derived import available
from engine.systems.choice_pta.entities import Bonus, Conflict, Held, Participant
from engine.systems.choice_pta.fields import SeatName, Tokens
from engine.systems.choice_pta.fold import known_part, known_seat, running, with_conflict, with_seat, with_slot
from engine.systems.choice_pta.guards import refuse_in_conflict
from engine.systems.choice_pta.house_rules import HouseRules
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Command, Event, SeatCommand
from engine.systems.choice_pta.naming import find_seat
from engine.systems.choice_pta.ranking import is_above
from engine.systems.choice_pta.stakes import classes_facing, opponents
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Against, BonusKind, Cause, Result
from engine.systems.choice_pta.words import place_name, tokens
from engine.types import Spoken


class TokensMoved(Event):
    """Tokens changed their place: "seat:NAME", "pool", "bank", "card:STAKE" or "held"."""

    told: ClassVar[str] = template("From {from_place} to {to_place}: {n}")
    taken_back: ClassVar[str] = template("{n} moved")
    from_place: Annotated[str, Worded(place_name)]
    to_place: Annotated[str, Worded(place_name)]
    n: Annotated[int, Worded(tokens)]
    cause: Cause

    def apply(self, state: State) -> Changes:
        taken = changed(state, **place_changes(state, self.from_place, -self.n))
        changes = place_changes(taken, self.to_place, self.n)
        if self.cause is Cause.REDRAW and taken.conflict is not None and self.from_place == f"seat:{state.gm.name}":
            conflict = changes.get("conflict", taken.conflict)
            changes["conflict"] = changed(conflict, gm_redraws=conflict.gm_redraws + 1)
        kept = {"seats": taken.seats, "pool": taken.pool, "bank": taken.bank, "conflict": taken.conflict}
        return {**kept, **changes}

    def aloud(self) -> Spoken | None:
        if self.cause is not Cause.CORRECTION:
            return None
        return Spoken(phrase("{tokens} moved. Noted.", tokens=capital(tokens(self.n))), 2)


def place_changes(state: State, place: str, by: int) -> Changes:
    """More or fewer tokens in one place."""
    kind, _, name = place.partition(":")
    if kind == "seat":
        return with_seat(state, name, tokens=known_seat(state, name).tokens + by)
    if kind == "card":
        conflict = running(state)
        slot = conflict.slot(name)
        return with_conflict(state, slots=with_slot(conflict, name, tokens=(slot.tokens if slot else 0) + by))
    if kind == "held":
        return with_conflict(state, held=_less(running(state).held, name))
    return {place: getattr(state, place) + by}


def _less(held: tuple[Held, ...], seat: str) -> tuple[Held, ...]:
    """Without this payer's token; it settles as a whole."""
    return tuple(each for each in held if each.seat != seat)


def move_tokens(ledger: Ledger, from_place: str, to_place: str, n: int, cause: Cause) -> None:
    """Move tokens; nothing happens for none or within one place."""
    if n and from_place != to_place:
        ledger.record(TokensMoved(from_place, to_place, n, cause))


class TokenHeld(Event):
    """A redraw token waits for the payer's own card (PTA-58)."""

    told: ClassVar[str] = template("{seat} keeps {n} until the outcome")
    seat: str
    n: Annotated[int, Worded(tokens)]

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        paid = next((each.tokens for each in conflict.held if each.seat == self.seat), 0)
        held = (*_less(conflict.held, self.seat), Held(self.seat, paid + self.n))
        redraws = conflict.gm_redraws + known_seat(state, self.seat).is_gm
        tokens = known_seat(state, self.seat).tokens - self.n
        return {**with_seat(state, self.seat, tokens=tokens), **with_conflict(state, held=held, gm_redraws=redraws)}


class TokenAwarded(Event):
    """A pool token went to a player (PTA-59)."""

    told: ClassVar[str] = template("{from_} awarded {to} a token from the pool")
    said: ClassVar[str] = template("A token from the pool for {to}.")
    weight: ClassVar[int] = 2
    taken_back: ClassVar[str] = template("the award to {to}")
    from_: str
    to: str
    pool_left: int

    def apply(self, state: State) -> Changes:
        given = changed(state, **with_seat(state, self.from_, award_used=True))
        tokens = known_seat(given, self.to).tokens + 1
        return {"pool": self.pool_left, **with_seat(given, self.to, tokens=tokens)}


class AwardToken(SeatCommand):
    """Move a pool token to another player, once a scene (PTA-59)."""

    talk: ClassVar[Talk] = Talk(confirm="A token from the pool for {to}?")
    scene: ClassVar[bool] = True
    to: SeatName

    def decide(self, ledger: Ledger, who: str) -> None:
        """Move a pool token to another player, once a scene (PTA-59, R-52)."""
        giver, receiver = ledger.seat(who), find_seat(ledger.state, self.to)
        if giver.is_gm:
            raise Refused("GM_CANNOT_AWARD", phrase("Only players award tokens from the pool."))
        if giver.award_used:
            raise Refused("AWARD_USED", phrase("{player} has already given this scene's award.", player=who))
        if not ledger.state.pool:
            raise Refused("POOL_EMPTY", phrase("The pool is empty."))
        if receiver == giver and not ledger.rules.award_self:
            raise Refused("NO_SELF_AWARD", phrase("The award goes to another player."))
        if receiver.is_gm:
            raise Refused("AWARD_TO_GM", phrase("The award goes to a player, not to the GM."))
        ledger.record(TokenAwarded(who, receiver.name, ledger.state.pool - 1))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if state.scene is not None and state.pool and not known_seat(state, who).award_used:
            to = Field("to", phrase("To whom"), "choice", people(state.players))
            yield Move(cls.kind, phrase("Award a token from the pool"), TOKENS, fields=(to,))


class CorrectTokens(Command):
    """Put miscounted tokens right; none are made or lost.

    Attributes:
        from_: A person, or "pool".
        to: Likewise.
        n: At least 1.
        reason: Why the table corrects.
    """

    talk: ClassVar[Talk] = Talk(confirm="Move {n:token|tokens} from {from} to {to}?")

    from_: SeatName
    to: SeatName
    n: Tokens = 1
    reason: Words = "miscounted"

    def decide(self, ledger: Ledger, who: str) -> None:
        refuse_in_conflict(ledger)
        source, goal = _place(ledger, self.from_), _place(ledger, self.to)
        left = ledger.state.pool if source == "pool" else available(ledger.state, ledger.seat(source[5:]))
        if not 1 <= self.n <= left:
            raise Refused("NOT_ENOUGH_TOKENS", phrase("Left to move: {tokens}.", tokens=tokens(left)))
        move_tokens(ledger, source, goal, self.n, Cause.CORRECTION)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        names = [who, *(each.name for each in state.seats if each.name != who)]
        pool = ("pool", phrase("pool"))
        fields = (
            choice("from", phrase("From"), [pool, *names]),
            choice("to", phrase("To"), [*names, pool]),
            Field("n", phrase("How many"), "number", least=1),
        )
        yield Move(cls.kind, phrase("Correct the tokens"), TOKENS, fields=fields)


def _place(ledger: Ledger, said: str) -> str:
    if said.strip().casefold() in ("pool", "the pool"):
        return "pool"
    return f"seat:{find_seat(ledger.state, said).name}"


class BankEmptied(Event):
    """The bank went to the GM (PTA-56)."""

    told: ClassVar[str] = template("From the bank to the GM: {n}")
    n: Annotated[int, Worded(tokens)]

    def apply(self, state: State) -> Changes:
        return {**place_changes(state, f"seat:{state.gm.name}", self.n), "bank": 0}


_GM = "gm"
_SIMPLE = {
    (Against.GM, True): _GM,
    (Against.GM, False): "pool",
    (Against.PLAYERS, True): "pool",
    (Against.PLAYERS, False): _GM,
}
_EXTENDED_PVP = {True: "pool", False: "bank"}


def empty_bank(ledger: Ledger) -> None:
    """The rest in the bank is the GM's (PTA-56)."""
    if ledger.state.bank:
        ledger.record(BankEmptied(ledger.state.bank))


def settle_tokens(ledger: Ledger) -> None:
    """Move every token lying on a card, and redraw tokens that waited for one."""
    for slot in ledger.conflict.slots:
        if not slot.tokens:
            continue
        goals: dict[str, int] = {}
        for bonus in slot.bonuses:
            if bonus.kind is BonusKind.TOKEN:
                goal = token_goal(ledger, bonus, slot.part)
                goals[goal] = goals.get(goal, 0) + 1
        for goal, count in goals.items():
            move_tokens(ledger, f"card:{slot.part}", goal, count, Cause.SETTLED)
    for held in ledger.conflict.held:
        own = ledger.conflict.parts_of(held.seat)
        goal = token_goal(ledger, Bonus(BonusKind.TOKEN, held.seat), own[0].name) if own else "pool"
        move_tokens(ledger, f"held:{held.seat}", goal, held.tokens, Cause.SETTLED)


def token_goal(ledger: Ledger, bonus: Bonus, target: str) -> str:
    """Place a token on this card goes to (PTA-54 to PTA-56)."""
    conflict, rules, gm = ledger.conflict, ledger.rules, ledger.gm
    if bonus.source == gm:
        return "pool"
    part = _deciding(conflict, bonus, known_part(conflict, target), rules)
    side = bonus.against or default_side(conflict, part, rules, gm)
    if conflict.is_extended:
        return _extended_goal(conflict, part, side, rules)
    if known_part(conflict, target).seat == gm and rules.player_boost_gm_flow == "pool":
        return "pool"
    goal = _SIMPLE[side, has_won(conflict, part, side, rules, gm)]
    return f"seat:{gm}" if goal == _GM else goal


def _deciding(conflict: Conflict, bonus: Bonus, target: Participant, rules: HouseRules) -> Participant:
    """The participant whose card decides: the boosted one, or the spender's own (R-39)."""
    own = conflict.parts_of(bonus.source)
    return own[0] if rules.aid_token_result == "spender_card" and own else target


def default_side(conflict: Conflict, part: Participant, rules: HouseRules, gm: str) -> Against:
    """Class of the opposition when nobody said one (PTA-55, R-38)."""
    classes = classes_facing(conflict, part.name, gm)
    if len(classes) == 2:
        return Against.PLAYERS if rules.mixed_opposition == "players_first" else Against.GM
    return Against.GM if Against.GM in classes else Against.PLAYERS


def _extended_goal(conflict: Conflict, part: Participant, side: Against, rules: HouseRules) -> str:
    slot = conflict.slot(part.name)
    won = slot is not None and slot.result is Result.WON
    if side is Against.PLAYERS and rules.extended_pvp_flow == "pvp_rule":
        return _EXTENDED_PVP[won]
    return "bank" if won else "pool"


def has_won(conflict: Conflict, part: Participant, side: Against, rules: HouseRules, gm: str) -> bool:
    """True if a boosted card counts as won against that class (PTA-55, R-37)."""
    if rules.multiway_token_test == "top_card":
        return conflict.order[0] == part.name
    group = [rival.name for rival in opponents(conflict, part.name, gm) if (rival.seat == gm) == (side is Against.GM)]
    test = all if rules.multiway_token_test == "beat_all" else any
    return test(is_above(conflict, part.name, rival, rules) for rival in group)
