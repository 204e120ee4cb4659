"""Conflicts, bids, and the challenge they open (rules 3.15)."""

from collections.abc import Iterator
from typing import ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed, existing
from engine.common.words import Names, listed
from engine.fields import Words
from engine.phrase import EMPTY, Phrase, joined, phrase, plural, template
from engine.systems.phase_abandon.derived import least_bid, most_bid
from engine.systems.phase_abandon.entities import Conflict, Count, Scene, State
from engine.systems.phase_abandon.fields import AnyPlayer, BidChips
from engine.systems.phase_abandon.fold import known_player, narrating, staged, with_player
from engine.systems.phase_abandon.guards import (
    refuse_if_protected,
    refuse_in_challenge,
    refuse_poor,
    refuse_unless_idle,
)
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Command, Event, PlayerCommand
from engine.systems.phase_abandon.rules.goals import RewardGranted
from engine.systems.phase_abandon.rules.harm import close_scene_effects
from engine.systems.phase_abandon.rules.narration import interrupt, pass_narration
from engine.systems.phase_abandon.rules.roll_offs import open_roll_off
from engine.systems.phase_abandon.rules.scenes import SceneEnded
from engine.systems.phase_abandon.vocabulary import (
    ChipReason,
    ConflictStep,
    NarrationKind,
    Purpose,
    RollOffReason,
    RollOffUse,
    SceneKind,
    SceneStatus,
)
from engine.systems.phase_abandon.words import dice, scores
from engine.types import Spoken

CONFLICT = phrase("Conflict")


class ConflictCalled(Event):
    """A conflict opens."""

    taken_back: ClassVar[str] = template("{caller}'s conflict")
    caller: str
    natural: bool
    nature: str

    def apply(self, state: State) -> Changes:
        return {
            "conflict": Conflict(self.caller, self.natural, self.nature, narrating(state).holder),
            "action_order": (),
        }

    def sentence(self) -> Phrase:
        if not self.nature:
            return phrase("{caller} calls a conflict.", caller=self.caller)
        return phrase("{caller} calls a conflict: {nature}.", caller=self.caller, nature=self.nature)


def _conflict(state: State) -> Conflict:
    return existing(state.conflict, "conflict")


class BiddingOpened(Event):
    """These players bid."""

    told: ClassVar[str] = template("{players}, place your bids.")
    players: Names

    def apply(self, state: State) -> Changes:
        return {"conflict": changed(_conflict(state), step=ConflictStep.BIDDING, bidders=self.players)}


class BidPlaced(Event):
    """A secret bid; only its player may see it."""

    told: ClassVar[str] = template("{player} has bid.")
    taken_back: ClassVar[str] = template("{player}'s bid")
    player: str
    chips: int

    @property
    def visibility(self) -> str:
        """Only the bidder may see it (PA-92)."""
        return self.player

    def apply(self, state: State) -> Changes:
        conflict = _conflict(state)
        return {"conflict": changed(conflict, bids=(*conflict.bids, Count(self.player, self.chips)))}


class BidsRevealed(Event):
    """All bids and the pot."""

    uncovers: ClassVar[bool] = True
    bids: tuple[Count, ...]
    pot: int

    def apply(self, state: State) -> Changes:
        bids = {bid.player: bid.number for bid in self.bids}
        players = tuple(changed(player, chips=player.chips - bids.get(player.name, 0)) for player in state.players)
        conflict = changed(_conflict(state), step=ConflictStep.ROLLING, pot=self.pot, bids=self.bids)
        return {"conflict": conflict, "players": players, "highest_claim": None}

    def sentence(self) -> Phrase:
        return phrase(
            "Bids: {bids}; {pot} in the pot.",
            bids=listed(phrase("{player} {chips}", player=bid.player, chips=bid.number) for bid in self.bids),
            pot=self.pot,
        )

    def aloud(self) -> Spoken | None:
        none = [bid.player for bid in self.bids if bid.number == 0]
        if not none:
            return None
        return Spoken(plural("{names} bids nothing.", "{names} bid nothing.", len(none), names=listed(none)), 2)


class BidPotWon(Event):
    """The challenge roll is decided."""

    told: ClassVar[str] = template("{winner} wins the pot of {pot}.")
    winner: str
    pot: int
    totals: tuple[Count, ...]

    def apply(self, state: State) -> Changes:
        chips = known_player(state, self.winner).chips + self.pot
        return {**with_player(state, self.winner, chips=chips), "conflict": None, "highest_claim": None}

    def aloud(self) -> Spoken:
        totals = scores((each.player, each.number) for each in self.totals)
        return Spoken(phrase("{scores}.", scores=totals), 2)


class ConflictFizzled(Event):
    """Nobody bid."""

    told: ClassVar[str] = template("Nobody bids; the conflict fizzles.")
    said: ClassVar[str] = template("Nobody bids: no conflict.")
    weight: ClassVar[int] = 2
    resume_holder: str

    def apply(self, state: State) -> Changes:
        return {"conflict": None}


class ChallengeSceneStarted(Event):
    """A challenge scene opens."""

    told: ClassVar[str] = template("Challenge scene with a rating of {rating}.")
    said: ClassVar[str] = template("The challenge is {rating}.")
    weight: ClassVar[int] = 2
    tells_scene: ClassVar[bool] = True
    scene: str
    rating: int
    combat: bool
    set_by: str
    description: str

    def apply(self, state: State) -> Changes:
        scene = Scene(
            self.scene,
            SceneKind.CHALLENGE,
            self.set_by,
            self.description,
            self.combat,
            self.rating,
            self.rating,
        )
        return {"scene": scene, "scene_count": state.scene_count + 1}


class ChallengeReduced(Event):
    """The challenge shrinks."""

    told: ClassVar[str] = template("The challenge falls by {amount} to {left}.")
    scene: str
    by: str
    amount: int
    left: int

    def apply(self, state: State) -> Changes:
        return {"scene": changed(staged(state), challenge_left=self.left)}


class ChallengeCleared(Event):
    """The challenge is beaten; groups of a split not thrown yet, `dropped`, go with it (PA-41, PA-99)."""

    scene: str
    by: str
    rating: int
    dropped: tuple[int, ...] = ()

    def sentence(self) -> Phrase:
        return joined((phrase("{by} beats the challenge.", by=self.by), split_dropped(self.dropped)))

    def apply(self, state: State) -> Changes:
        return {
            "scene": changed(staged(state), status=SceneStatus.WRAPPED),
            "split_queue": (),
            "split_roll": None,
            "last_roll": changed(state.last_roll, cleared=True) if state.last_roll is not None else None,
        }


class CallConflict(Command):
    """Call a conflict and open the bidding (PA-90)."""

    phases: ClassVar[str] = "P"
    acts: ClassVar[str] = "caller"
    talk: ClassVar[Talk] = Talk(
        confirm="A conflict, {caller}?", main=True, asks_all="place_bid", begins="CONFLICT_NATURE"
    )
    caller: AnyPlayer = ""
    nature: Words = ""
    natural: bool = False

    def decide(self, ledger: Ledger, who: str) -> None:
        """Call a conflict and open the bidding (PA-90, R-15, R-16, R-73)."""
        state, holder = ledger.state, ledger.holder
        nested = ledger.rules.nested_conflict == "replace"
        refuse_unless_idle(state)
        refuse_if_protected(state, conflict=True)
        if not (nested):
            refuse_in_challenge(state)
        if self.natural and who != holder:
            raise Refused(
                "E_NOT_HOLDER", phrase("Only the narrator, {holder}, calls a natural conflict.", holder=holder)
            )
        cost = 0 if who == holder else ledger.rules.conflict_call_cost
        refuse_poor(state, who, cost)
        interrupt(ledger, who)
        ledger.record(ConflictCalled(who, who == holder, self.nature.strip()))
        if cost and holder is not None:
            ledger.pay(who, holder, cost, ChipReason.CONFLICT_CALL)
        if ledger.rules.conflict_nature_by == "caller":
            pass_narration(ledger, who, NarrationKind.CONFLICT_NATURE, "N-19" if who == holder else "N-18")
        ledger.record(BiddingOpened(tuple(player.name for player in ledger.state.present)))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if state.narration is None:
            return
        cost = state.house_rules.conflict_call_cost if state.narration.holder != who else 0
        label = phrase("Call a conflict (a chip)") if cost else phrase("Call a conflict")
        yield Move(cls.kind, label, CONFLICT, (), (Field("nature", phrase("What it is about"), optional=True),))


class PlaceBid(PlayerCommand):
    """Stake chips secretly (PA-92)."""

    talk: ClassVar[Talk] = Talk(main=True, secret=True, holds_up=True)
    chips: BidChips

    def decide(self, ledger: Ledger, who: str) -> None:
        """Stake chips secretly; the last bid reveals all (PA-92, R-70, R-71)."""
        conflict = ledger.state.conflict
        if conflict is None or conflict.step is not ConflictStep.BIDDING:
            raise Refused(
                "E_NO_BID",
                phrase("Nobody has called a conflict, so nobody bids. Say “That's a conflict!” to call one."),
            )
        least, most = least_bid(ledger.state, who), most_bid(ledger.state, who)
        if not least <= self.chips <= most:
            raise Refused("E_RANGE", phrase("{player} bids {least} to {most}.", player=who, least=least, most=most))
        if any(bid.player == who for bid in conflict.bids):
            raise Refused("E_ALREADY", phrase("{player} has already bid.", player=who))
        ledger.record(BidPlaced(who, self.chips))
        if len(conflict.bids) + 1 == len(conflict.bidders):
            _all_bids_in(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        conflict = state.conflict
        if conflict is not None and state.player(who) is not None and conflict.step is ConflictStep.BIDDING:
            chips = Field("chips", phrase("Chips"), "number", (), least_bid(state, who), most_bid(state, who))
            yield Move(cls.kind, phrase("Place a bid"), CONFLICT, (), (chips,), owed=True, secret=True)


def _all_bids_in(ledger: Ledger) -> None:
    conflict = ledger.state.conflict
    if conflict is None:
        return
    placed = {bid.player: bid.number for bid in conflict.bids}
    bids = tuple(Count(name, placed[name]) for name in conflict.bidders)
    pot = sum(placed.values())
    if pot == 0:
        ledger.record(ConflictFizzled(conflict.resume_holder))
        pass_narration(ledger, conflict.resume_holder, NarrationKind.FREE, "N-31")
        return
    ledger.record(BidsRevealed(bids, pot))
    for bid in bids:
        if bid.number:
            ledger.ask_dice(bid.player, bid.number, Purpose.BID, "challenge roll", faces=False)


def finish_bids(ledger: Ledger) -> None:
    """All challenge dice are in: the highest total wins, ties are rolled off (PA-95, R-72)."""
    conflict = ledger.state.conflict
    if conflict is None:
        return
    best = max(total.number for total in conflict.totals)
    tied = tuple(name for name in conflict.bidders if any(total == Count(name, best) for total in conflict.totals))
    if len(tied) > 1:
        open_roll_off(ledger, tied, RollOffReason.BID, RollOffUse.BID)
    else:
        win_bid(ledger, tied[0])


def win_bid(ledger: Ledger, winner: str) -> None:
    """The winner takes the pot and sets the challenge scene (PA-95, PA-96, N-20)."""
    conflict = ledger.state.conflict
    if conflict is None:
        return
    ledger.record(BidPotWon(winner, conflict.pot, _by_seat(conflict)))
    scene = ledger.state.scene
    if scene is not None and scene.status is SceneStatus.OPEN:
        ledger.record(SceneEnded(scene.scene_id, SceneStatus.REPLACED))
    close_scene_effects(ledger)
    rating = sum(total.number for total in conflict.totals)
    scene_id = f"scene-{ledger.state.scene_count + 1}"
    combat = ledger.rules.combat_flag == "every_challenge"
    ledger.record(ChallengeSceneStarted(scene_id, rating, combat, winner, conflict.nature))
    pass_narration(ledger, winner, NarrationKind.SCENE, "N-20")


def split_dropped(groups: tuple[int, ...]) -> Phrase:
    """Tell of dice of a split that are not needed any more; empty where there are none."""
    if not groups:
        return EMPTY
    return phrase("The rest of the split, {dice}, is not rolled any more.", dice=dice(sum(groups)))


def _by_seat(conflict: Conflict) -> tuple[Count, ...]:
    totals = {total.player: total for total in conflict.totals}
    return tuple(totals[name] for name in conflict.bidders if name in totals)


def reduce_challenge(ledger: Ledger, roller: str, successes: int) -> None:
    """Take successes off the challenge; the last point wraps the scene and earns its rating (PA-91, PA-99, PA-100)."""
    scene = ledger.state.scene
    if scene is None:
        return
    amount = min(successes, scene.challenge_left)
    left = scene.challenge_left - amount
    ledger.record(ChallengeReduced(scene.scene_id, roller, amount, left))
    if left == 0:
        ledger.record(ChallengeCleared(scene.scene_id, roller, scene.challenge_rating, ledger.state.split_queue))
        ledger.record(RewardGranted(roller, scene.challenge_rating, scene.scene_id))
