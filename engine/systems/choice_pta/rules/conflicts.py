"""A conflict is called, its stakes are locked, and a round of cards opens (PTA-21 to PTA-27, PTA-65, PTA-79)."""

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import counted, listed, number
from engine.fields import Number
from engine.offers import asked, choice, options
from engine.phrase import EMPTY, Phrase, joined, phrase, plural, template
from engine.systems.choice_pta.choices import CONFLICT, STAKES
from engine.systems.choice_pta.derived import active_parts, gm_card_cap, gm_limit, players_counted
from engine.systems.choice_pta.entities import Conflict, Opposition, Options
from engine.systems.choice_pta.fields import ConflictKind, HandOfFate, StakeName
from engine.systems.choice_pta.fold import running, with_conflict
from engine.systems.choice_pta.guards import refuse_in_conflict
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Command, Event
from engine.systems.choice_pta.naming import seat_if_known
from engine.systems.choice_pta.rules.presence import PresenceChanged
from engine.systems.choice_pta.rules.stakes import StakeDropped, StakeSet, gm_may_oppose, part_name
from engine.systems.choice_pta.stakes import opposes
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import FateRule, Kind, Phase, Turn
from engine.types import Spoken

_KINDS = (
    (Kind.SIMPLE.value, phrase("simple: one round")),
    (Kind.EXTENDED.value, phrase("extended: several rounds")),
)


class ConflictCalled(Event):
    """A conflict opens with its stakes (PTA-21)."""

    taken_back: ClassVar[str] = template("the conflict")
    conflict_id: str
    conflict: Kind
    called_by: str
    goal: int | None = None

    def apply(self, state: State) -> Changes:
        number = state.conflict_count + 1
        scene = state.scene
        return {
            "conflict": Conflict(number, self.conflict, self.called_by, goal=self.goal),
            "conflict_count": number,
            "scene": None if scene is None else changed(scene, conflicts=scene.conflicts + 1),
        }

    def sentence(self) -> Phrase:
        player = self.called_by
        if self.goal is not None:
            goal = number(self.goal)
            return phrase("{player} called an extended conflict, victory goal {goal}", player=player, goal=goal)
        if self.conflict is Kind.EXTENDED:
            return phrase("{player} called an extended conflict", player=player)
        return phrase("{player} called a simple conflict", player=player)

    def aloud(self) -> Spoken:
        extended = self.conflict is Kind.EXTENDED
        kind = phrase("An extended conflict.") if extended else phrase("A conflict.")
        return Spoken(joined((kind, phrase("What is at stake?"))), 3)


class CallConflict(Command):
    """Turn to the cards (PTA-21).

    Attributes:
        conflict: "simple" or "extended" (the document's `kind`).
        participants: Players, protagonists, or labels of GM stakes; whoever states a stake joins later.
    """

    talk: ClassVar[Talk] = Talk(confirm="Call a conflict?", main=True, takes_in=("set_opposition",))
    scene: ClassVar[bool] = True
    conflict: ConflictKind = "simple"
    participants: tuple[StakeName, ...] = ()

    def decide(self, ledger: Ledger, who: str) -> None:
        """Turn to the cards (PTA-21, R-53)."""
        refuse_in_conflict(ledger)
        _refuse_call(ledger, who)
        kind = Kind(self.conflict.strip().lower())
        goal = ledger.rules.victory_goal_default if kind is Kind.EXTENDED else None
        ledger.record(ConflictCalled(f"conflict-{ledger.state.conflict_count + 1}", kind, who or ledger.gm, goal))
        for said in dict.fromkeys(name.strip() for name in self.participants if name.strip()):
            _take_part(ledger, said)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        kind = choice("conflict", phrase("Which kind"), _KINDS)
        taking = Field("participants", phrase("Who takes part"), "choices", options(seat.name for seat in state.seats))
        yield Move(cls.kind, phrase("Call a conflict"), CONFLICT, fields=(kind, taking))


def _refuse_call(ledger: Ledger, who: str) -> None:
    if not ledger.state.sitting_no:
        raise Refused("WRONG_PHASE", phrase("Deal the hands first."))
    if ledger.rules.conflict_call_by == "gm" and who not in ("", ledger.gm):
        raise Refused("GM_ONLY", phrase("Only the GM calls conflicts at this table."))
    most, scene = ledger.rules.conflicts_per_scene, ledger.state.scene
    if isinstance(most, int) and scene is not None and scene.conflicts >= most:
        raise Refused("CONFLICT_LIMIT", phrase("This scene has had its conflict."))


def _take_part(ledger: Ledger, said: str) -> None:
    """Somebody named in the call: a person, or else something of the GM's."""
    seat = seat_if_known(ledger.state, said)
    if seat is not None and not ledger.conflict.parts_of(seat.name):
        ledger.record(StakeSet(part_name(seat), seat.name, ""))
    elif seat is None and ledger.conflict.part(said) is None:
        ledger.record(StakeSet(said, ledger.gm, ""))


def least_goal(state: State, player: str) -> int:
    """Fewest victory cards that may end a conflict (R-58)."""
    return state.house_rules.victory_goal_min


class VictoryGoalSet(Event):
    """Victory cards that end the fight."""

    taken_back: ClassVar[str] = template("the victory goal")
    goal: int

    def apply(self, state: State) -> Changes:
        return with_conflict(state, goal=self.goal)

    def sentence(self) -> Phrase:
        return phrase("Victory goal {goal}", goal=number(self.goal))

    def aloud(self) -> Spoken:
        return Spoken(phrase("First to {cards}.", cards=counted(self.goal, "victory card", "victory cards")), 2)


class SetVictoryGoal(Command):
    """Say how many victory cards end an extended conflict (PTA-26)."""

    talk: ClassVar[Talk] = Talk(confirm="First to {goal} victory cards?")
    phases: ClassVar[tuple[Phase, ...]] = (Phase.STAKES,)
    goal: Annotated[int, Number(least_goal)]

    def decide(self, ledger: Ledger, who: str) -> None:
        """Set it, before the stakes are locked (R-58)."""
        if not ledger.conflict.is_extended:
            raise Refused("SIMPLE_HAS_NO_GOAL", phrase("A simple conflict has no victory goal."))
        least = least_goal(ledger.state, who)
        if self.goal < least:
            raise Refused("GOAL_TOO_LOW", phrase("The victory goal is at least {number}.", number=number(least)))
        ledger.record(VictoryGoalSet(self.goal))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if state.conflict is not None and state.conflict.is_extended:
            goal = asked(cls, "goal", phrase("Victory cards"), state, who)
            yield Move(cls.kind, phrase("Set the victory goal"), STAKES, fields=(goal,))


_FATES = (
    (FateRule.OFF.value, phrase("off")),
    (FateRule.EXACT.value, phrase("exact: equal cards")),
    (FateRule.LETHAL.value, phrase("lethal: equal totals")),
)


class StakesLocked(Event):
    """Stakes, opposition, goal and options are frozen (PTA-27)."""

    undoable: ClassVar[bool] = False
    participants: tuple[str, ...]
    opposes: tuple[Opposition, ...]
    options: Options
    goal: int | None

    def apply(self, state: State) -> Changes:
        return with_conflict(state, options=self.options, opposition=self.opposes)

    def sentence(self) -> Phrase:
        fate = {
            FateRule.OFF: EMPTY,
            FateRule.EXACT: phrase("the Hand of Fate"),
            FateRule.LETHAL: phrase("the lethal Hand of Fate"),
        }
        mooks = phrase("mooks") if self.options.mooks else EMPTY
        options = listed(filter(None, (fate[self.options.hand_of_fate], mooks)))
        if not options:
            return phrase("The stakes were locked")
        return phrase("The stakes were locked with {options}", options=options)


class LockStakes(Command):
    """Freeze stakes and options, and open the cards (PTA-27).

    Attributes:
        mooks: Whether mooks may be taken out in this conflict.
        hand_of_fate: "off", "exact" or "lethal".
        untold: Whether a player's stake may stay untold; the table knows it then, and the notes do not.
    """

    talk: ClassVar[Talk] = Talk(confirm="Lock the stakes[{untold:, though not all are told|}]?")
    phases: ClassVar[tuple[Phase, ...]] = (Phase.STAKES,)
    mooks: bool = False
    hand_of_fate: HandOfFate = "off"
    untold: bool = False

    def decide(self, ledger: Ledger, who: str) -> None:
        fate = FateRule(self.hand_of_fate.strip().lower())
        _drop_silent(ledger)
        if self.untold:
            _leave_untold(ledger)
        _refuse_stakes(ledger)
        _refuse_options(ledger, self.mooks)
        conflict = ledger.conflict
        names = tuple(part.name for part in conflict.participants)
        pairs = tuple(Opposition(a, b, opposes(conflict, a, b, ledger.gm)) for a, b in combinations(names, 2))
        ledger.record(StakesLocked(names, pairs, Options(self.mooks, fate), conflict.goal))
        _bring_in(ledger)
        open_round(ledger, 1)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        fate = choice("hand_of_fate", phrase("Hand of Fate"), _FATES)
        mooks = any(part.mooks is not None for part in running(state).participants)
        label = phrase("Lock the stakes, with mooks") if mooks else phrase("Lock the stakes")
        yield Move(cls.kind, label, STAKES, (("mooks", mooks),), (fate,))
        if all(part.stake for part in running(state).participants):
            return
        label = phrase("Lock them, though not all stakes are told")
        yield Move(cls.kind, label, STAKES, (("mooks", mooks), ("untold", True)), (fate,))


def _drop_silent(ledger: Ledger) -> None:
    """A stake of the GM that was never told goes where the GM holds another one."""
    own = ledger.conflict.parts_of(ledger.gm)
    if any(part.stake for part in own):
        for part in own:
            if not part.stake:
                ledger.record(StakeDropped(part.name))


def _leave_untold(ledger: Ledger) -> None:
    """Stakes that nobody told the companion, where the table has told others."""
    parts = ledger.conflict.participants
    if any(part.stake for part in parts):
        for part in parts:
            if not part.stake:
                ledger.record(StakeSet(part.name, part.seat, "not told", part.mooks))


def _bring_in(ledger: Ledger) -> None:
    """Taking part makes protagonists present (PTA-22)."""
    scene = ledger.state.scene
    for part in ledger.conflict.participants:
        if scene is not None and part.seat != ledger.gm and part.seat not in scene.present:
            ledger.record(PresenceChanged(part.seat, True))


def _refuse_stakes(ledger: Ledger) -> None:
    """PTA-22 to PTA-26, in the order of the rules document."""
    conflict = ledger.conflict
    parts = conflict.participants
    players = players_counted(ledger.state, conflict)
    if not players:
        raise Refused("NO_PLAYER_INVOLVED", phrase("At least one player takes part in a conflict."))
    if len(parts) < 2:
        raise Refused("TOO_FEW_PARTICIPANTS", phrase("A conflict needs two stakes at least."))
    silent = next((part.name for part in parts if not part.stake), None)
    if silent is not None:
        raise Refused("STAKE_MISSING", phrase("Still without a stake: {name}.", name=silent))
    _refuse_opposition(ledger)
    table = ledger.rules.gm_stake_limit_basis == "table"
    most = len(ledger.state.players) if table else players
    if len(conflict.parts_of(ledger.gm)) > most:
        raise Refused(
            "TOO_MANY_GM_STAKES",
            plural(
                "The GM may hold {count} stake in this conflict.",
                "The GM may hold {count} stakes in this conflict.",
                most,
            ),
        )
    fewest = ledger.rules.extended_min_participants
    if conflict.is_extended and len(parts) < fewest:
        raise Refused(
            "EXTENDED_NEEDS_THREE", phrase("An extended conflict needs {number} stakes.", number=number(fewest))
        )


def _refuse_opposition(ledger: Ledger) -> None:
    conflict, gm = ledger.conflict, ledger.gm
    parts = conflict.participants
    if len(parts) == 2 and not opposes(conflict, parts[0].name, parts[1].name, gm):
        raise Refused("MUST_OPPOSE", phrase("Two stakes alone have to oppose each other."))
    for part in parts:
        rivals = [each for each in parts if opposes(conflict, part.name, each.name, gm)]
        if not rivals or (part.seat == gm and all(each.seat == gm for each in rivals)):
            no_player = phrase("{name}'s stake does not oppose a player's stake.", name=part.name)
            nobody = phrase("{name}'s stake does not oppose any other stake.", name=part.name)
            raise Refused("STAKE_OPPOSES_NOBODY", no_player if part.seat == gm else nobody)
        if part.seat == gm and not gm_may_oppose(ledger) and any(each.seat == gm for each in rivals):
            raise Refused("GM_STAKES_OPPOSE", phrase("Two stakes of the GM never oppose each other."))


def _refuse_options(ledger: Ledger, mooks: bool) -> None:
    """Mooks need their option, and extended conflicts unless the house allows more (PTA-79, R-75)."""
    conflict = ledger.conflict
    groups = [part.name for part in conflict.participants if part.mooks is not None]
    if groups and not mooks:
        told = phrase("{group} are mooks; lock the stakes with mooks, or make them a plain stake.", group=groups[0])
        raise Refused("OPTION_OFF", told)
    if mooks and not conflict.is_extended and ledger.rules.mooks_scope == "extended":
        raise Refused("OPTION_OFF", phrase("Mooks are for extended conflicts."))


class RoundOpened(Event):
    """Cards may be committed (PTA-65)."""

    undoable: ClassVar[bool] = False
    round_no: int
    active: tuple[str, ...]
    p_count: int
    gm_limit: int
    gm_card_cap: int | None = None

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        parts = tuple(changed(part, turn=Turn.WAITING, told=False, passed=False) for part in conflict.participants)
        cleared = changed(conflict, slots=(), order=(), picking=(), gm_redraws=0, suggested=(), entries=(), claims=())
        opened = {"round_no": self.round_no, "active": self.active, "players_counted": self.p_count}
        return {"conflict": changed(cleared, phase=Phase.CARDS, participants=parts, **opened)}

    def sentence(self) -> Phrase:
        return phrase("Round {number}", number=number(self.round_no)) if self.round_no > 1 else EMPTY

    def aloud(self) -> Spoken:
        later = phrase("Round {number}.", number=number(self.round_no)) if self.round_no > 1 else EMPTY
        return Spoken(joined((later, phrase("Cards, please: {names}.", names=listed(self.active)))), 3)


def open_round(ledger: Ledger, number: int) -> None:
    """Let every active participant commit a card (PTA-65)."""
    state = ledger.state
    conflict = changed(ledger.conflict, players_counted=players_counted(state, ledger.conflict))
    active = tuple(part.name for part in active_parts(conflict))
    limit, cap = gm_limit(state, conflict), gm_card_cap(state, conflict)
    ledger.record(RoundOpened(number, active, conflict.players_counted, limit, cap))
