"""A table that says anything that might be legal now: commands for random evenings of Choice Based PTA."""

from collections.abc import Callable
from random import Random
from typing import Any

from engine.dice.cards import Deck, TopCards
from engine.history import RedoLast
from engine.systems.choice_pta.derived import without_card
from engine.systems.choice_pta.house_rules import SETTINGS
from engine.systems.choice_pta.narrating import to_narrate
from engine.systems.choice_pta.rules.bonuses import SpendTokens, SpendTrait
from engine.systems.choice_pta.rules.conflicts import CallConflict, LockStakes, SetVictoryGoal
from engine.systems.choice_pta.rules.deals import AnswerBribe, AskPrice, WithdrawBribe
from engine.systems.choice_pta.rules.disputes import ClaimOrder, VetoNarration
from engine.systems.choice_pta.rules.ending import CancelConflict, CloseConflict, CloseRound
from engine.systems.choice_pta.rules.gifts import GiveRandomCard, GiveVictoryCard
from engine.systems.choice_pta.rules.hands import RedrawHand, UseMulligan
from engine.systems.choice_pta.rules.mooks_and_fate import AdoptStake, ChooseFate, TakeOutMooks
from engine.systems.choice_pta.rules.narration import FinishNarration, PassNarration, TakeNarration
from engine.systems.choice_pta.rules.offers import OfferBribe, SuggestNarration
from engine.systems.choice_pta.rules.playing import PlayChance, PlayChoice
from engine.systems.choice_pta.rules.reveal import DeclareCard, Reveal
from engine.systems.choice_pta.rules.scenes import EndScene, SetPresence, StartScene
from engine.systems.choice_pta.rules.scoring import wanted_cards
from engine.systems.choice_pta.rules.sittings import ChangeRoster, StartSitting
from engine.systems.choice_pta.rules.stakes import SetOpposition, SetStake
from engine.systems.choice_pta.rules.table import DefineProtagonist, UndoLast
from engine.systems.choice_pta.rules.tokens import AwardToken
from tests.support.choice_pta_table import TRAITS, Table, table

LABELS = ("goons", "Riso", "storm")
UNTOUCHED = frozenset(
    ("sitting_carryover", "roster_token_policy", "trait_mark_cap", "trait_total_cap", "set_exact_tie")
)
FREQUENT = frozenset(f"{rank} of {suit}" for rank in ("king", "queen") for suit in ("hearts", "spades"))
Chooser = Callable[[Any, Random], Any]


class Shuffled(TopCards):
    """Shuffles with a generator; half of the draws are court cards of two suits, so that ties are frequent."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def shuffle(self, deck: Deck[Any]) -> Deck[Any]:
        order = list(range(len(deck)))
        self._rng.shuffle(order)
        return deck.shuffled(tuple(order))

    def draw(self, deck: Deck[Any], count: int = 1) -> tuple[tuple[Any, ...], Deck[Any]]:
        if count > 1 or self._rng.random() < 0.5:
            return deck.draw(count)
        high = [at for at, card in enumerate(deck.cards) if str(card) in FREQUENT]
        at = high[0] if high else 0
        return (deck.cards[at],), Deck(deck.cards[:at] + deck.cards[at + 1 :])


def start(rng: Random) -> Table:
    """One of several quite different tables, hands dealt."""
    players = ("Ana", "Ana Ben", "Ana Ben Cleo", "Ana Ben Cleo Dev")[rng.choice((0, 1, 2, 2, 3))]
    options: dict[str, Any] = {"mode": "physical"} if rng.random() < 0.15 else {}
    for setting in rng.sample(SETTINGS, 4):
        if setting.name not in UNTOUCHED:
            options[setting.name] = value_of(setting, rng)
    if {"traits_per_protagonist", "gm_traits"} & set(options):
        options.pop("traits_per_protagonist", None)
    t = table(players, **options)
    t.give(**{name: rng.choice((0, 1, 2)) for name in players.split()} if rng.random() < 0.7 else {})
    return t


def value_of(setting: Any, rng: Random) -> Any:
    return rng.choice(setting.values) if setting.values else rng.randint(setting.low, min(setting.high, 6))


def anybody(state: Any, rng: Random) -> str:
    return str(rng.choice(state.seats).name)


def a_player(state: Any, rng: Random) -> str:
    return str(rng.choice(state.players).name)


def a_part(state: Any, rng: Random) -> str:
    return str(rng.choice(state.conflict.participants).name)


def next_command(state: Any, rng: Random) -> Any:
    """A command worth trying; more than half of them hold."""
    roll = rng.random()
    if roll < 0.03:
        return rng.choice((UndoLast(), UndoLast(), RedoLast()))
    if roll < 0.12:
        return rng.choice(ANY_TIME)(state, rng)
    return rng.choice(BY_PHASE[state.phase.value])(state, rng)


def _stake(state: Any, rng: Random) -> Any:
    silent = [part for part in state.conflict.participants if not part.stake]
    if silent and rng.random() < 0.9:
        part = rng.choice(silent)
        return SetStake(player=part.seat, label=part.name if part.seat == state.gm.name else None, text="to win")
    involved = {part.seat for part in state.conflict.participants} - {state.gm.name}
    if len(state.conflict.parts_of(state.gm.name)) < len(involved) and rng.random() < 0.8:
        mook = 3 if rng.random() < 0.3 else None
        return SetStake(player="GM", label=rng.choice(LABELS), text="to win", mook=mook)
    return SetStake(player=a_player(state, rng), text="to win")


def _lock(state: Any, rng: Random) -> Any:
    mooks = any(part.mooks for part in state.conflict.participants)
    return LockStakes(mooks=mooks, hand_of_fate=rng.choice(("off", "exact", "lethal", "lethal")))


def _play(state: Any, rng: Random) -> Any:
    left = without_card(state.conflict)
    if not left or rng.random() < 0.1:
        return Reveal()
    part = rng.choice(left)
    if rng.random() < 0.5:
        return PlayChance(player=part.seat, part_id=part.name)
    hand = state.seat(part.seat).hand
    code = rng.choice(hand).code if hand and rng.random() < 0.9 else None
    return PlayChoice(player=part.seat, part_id=part.name, slot_code=code)


def _tokens(state: Any, rng: Random) -> Any:
    return SpendTokens(player=anybody(state, rng), n=rng.choice((1, 1, 2)), target=a_part(state, rng))


def _trait(state: Any, rng: Random) -> Any:
    return SpendTrait(player=anybody(state, rng), trait=rng.choice(TRAITS), target=a_part(state, rng))


def _declare(state: Any, rng: Random) -> Any:
    wanted = wanted_cards(state)
    part = rng.choice(wanted)[0] if wanted else a_part(state, rng)
    rank = rng.choice(("2", "9", "10", "king", "king", "ace", "joker"))
    suit = None if rank == "joker" else rng.choice(("hearts", "diamonds"))
    return DeclareCard(part_id=part, rank=rank, suit=suit, override=rng.random() < 0.9)


def _fate(state: Any, rng: Random) -> Any:
    part = rng.choice(state.conflict.choosing or (a_part(state, rng),))
    owner = state.conflict.part(part).seat
    return ChooseFate(player=owner, part_id=part, choice=rng.choice(("out", "fight_on", "fight_on")))


def _turn(state: Any, rng: Random) -> Any:
    part = state.conflict.part(rng.choice(to_narrate(state.conflict) or (a_part(state, rng),)))
    cls = FinishNarration if part.turn == "speaking" else rng.choice((PassNarration, TakeNarration))
    return cls(player=part.seat, part_id=part.name)


def _dispute(state: Any, rng: Random) -> Any:
    part = state.conflict.part(a_part(state, rng))
    other = a_part(state, rng)
    if rng.random() < 0.5:
        return VetoNarration(player=part.seat, part_id=part.name, target=other)
    position = rng.choice(("first", "last", "before", "after"))
    return ClaimOrder(player=part.seat, part_id=part.name, position=position, other=other)


def _gift(state: Any, rng: Random) -> Any:
    part = state.conflict.part(a_part(state, rng))
    card = str(rng.choice(part.pile)) if part.pile else ""
    return GiveVictoryCard(player=part.seat, from_=part.name, to=a_part(state, rng), card=card)


def _sacrifice(state: Any, rng: Random) -> Any:
    gone = [part for part in state.conflict.participants if part.status == "destroyed"]
    part = rng.choice(gone) if gone else state.conflict.part(a_part(state, rng))
    return GiveRandomCard(player=part.seat, from_=part.name, to=a_part(state, rng))


def _mooks(state: Any, rng: Random) -> Any:
    part = state.conflict.part(a_part(state, rng))
    return TakeOutMooks(player=part.seat, part_id=part.name, group=rng.choice((None, a_part(state, rng))))


def _opposition(state: Any, rng: Random) -> Any:
    if len(state.conflict.participants) < 2:
        return _stake(state, rng)
    return SetOpposition(a=a_part(state, rng), b=a_part(state, rng), opposes=rng.random() < 0.8)


def _adopt(state: Any, rng: Random) -> Any:
    gone = [part.name for part in state.conflict.participants if part.status == "destroyed"]
    return AdoptStake(adopter=a_part(state, rng), from_=rng.choice(gone or [a_part(state, rng)]), consent=True)


def _offer(state: Any, rng: Random) -> Any:
    if rng.random() < 0.3:
        return SuggestNarration(actor=anybody(state, rng), to=anybody(state, rng), content="rain")
    purpose = "scene_entry" if rng.random() < 0.2 else "narration"
    return OfferBribe(actor=anybody(state, rng), to=anybody(state, rng), content="fog", purpose=purpose)


def _reply(state: Any, rng: Random) -> Any:
    open_offers = [offer for offer in state.offers if offer.is_open]
    offer = rng.choice(open_offers) if open_offers else None
    who = anybody(state, rng) if offer is None else offer.payer if offer.status == "asked" else offer.to
    number = None if offer is None else offer.offer_id
    roll = rng.random()
    if roll < 0.2 and offer is not None:
        return WithdrawBribe(actor=offer.payer, offer_id=number)
    if roll < 0.35:
        return AskPrice(actor=who, suggestion_id=number)
    return AnswerBribe(actor=who, offer_id=number, answer=rng.choice(("accept", "accept", "accept_free", "refuse")))


def _award(state: Any, rng: Random) -> Any:
    return AwardToken(actor=a_player(state, rng), to=a_player(state, rng))


def _presence(state: Any, rng: Random) -> Any:
    return SetPresence(player=a_player(state, rng), here=rng.random() < 0.8)


def _roster(state: Any, rng: Random) -> Any:
    if rng.random() < 0.5:
        return ChangeRoster(add=(rng.choice(("Eli", "Fay", "Gus")),))
    return ChangeRoster(remove=(a_player(state, rng),))


def _hero(state: Any, rng: Random) -> Any:
    return DefineProtagonist(player=a_player(state, rng), name=f"hero {rng.randint(1, 99)}", traits=TRAITS)


def _scene(state: Any, rng: Random) -> Any:
    return StartScene(owner=anybody(state, rng), present=("everyone",))


def _call(state: Any, rng: Random) -> Any:
    players = tuple(seat.name for seat in state.players if rng.random() < 0.8)
    return CallConflict(conflict=rng.choice(("simple", "extended", "extended")), participants=players)


def _fixed(command: Any) -> Chooser:
    return lambda state, rng: command


def _rarely_cancel(state: Any, rng: Random) -> Any:
    return CancelConflict() if rng.random() < 0.1 else _play(state, rng)


def _for_anybody(cls: Any) -> Chooser:
    return lambda state, rng: cls(player=anybody(state, rng))


ANY_TIME: tuple[Chooser, ...] = (_offer, _reply, _award, _reply, _award, _presence, _for_anybody(UseMulligan))
NARRATING: tuple[Chooser, ...] = (*(_turn,) * 6, _dispute, _mooks, _adopt)
BY_PHASE: dict[str, tuple[Chooser, ...]] = {
    "TABLE": (_fixed(StartSitting()), _hero),
    "SITTING": (_scene, _scene, _scene, _scene, _roster, _hero, _fixed(StartSitting())),
    "SCENE": (_call, _call, _call, _call, _fixed(EndScene()), _roster),
    "STAKES": (
        *(_stake,) * 8,
        *(_lock,) * 6,
        _opposition,
        _fixed(SetVictoryGoal(goal=3)),
        _fixed(CancelConflict()),
    ),
    "CARDS": (*(_play,) * 12, *(_tokens,) * 2, _trait, _trait, _for_anybody(RedrawHand), _rarely_cancel),
    "REVEALED": (_declare, _declare, _fate, _fate),
    "ROUND_NARRATION": (*NARRATING, *(_fixed(CloseRound(force=True)),) * 4),
    "NARRATION": (*NARRATING, _fixed(CloseConflict())),
    "FINAL_NARRATION": (*NARRATING, _gift, _gift, _sacrifice, _declare, _fixed(CloseConflict())),
}
