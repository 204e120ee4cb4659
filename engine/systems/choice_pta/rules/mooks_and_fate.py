"""The optional rules: mooks, and what becomes of those the Hand of Fate struck (PTA-80, PTA-81, PTA-88 to PTA-94)."""

from collections.abc import Iterator
from typing import ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes
from engine.common.words import InWords, number
from engine.phrase import Phrase, capital, joined, phrase, plural, template
from engine.systems.choice_pta.cards import Card
from engine.systems.choice_pta.choices import FATE, for_which, parts_of
from engine.systems.choice_pta.derived import active_parts
from engine.systems.choice_pta.entities import Conflict, Participant
from engine.systems.choice_pta.fields import FateChoice, Mooks, StakeName
from engine.systems.choice_pta.fold import known_part, running, with_conflict, with_part, with_slot
from engine.systems.choice_pta.guards import is_gm_part, named_or_own, own_part, which
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Batch, Command, Event, Remark, SeatCommand
from engine.systems.choice_pta.naming import find_part
from engine.systems.choice_pta.ranking import is_above
from engine.systems.choice_pta.rules.hands import discarded
from engine.systems.choice_pta.rules.scoring import rank_piles, score
from engine.systems.choice_pta.stakes import adopter_of, is_adopted
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import NARRATING, CardPlace, Fate, Phase, Status
from engine.types import Spoken


class MooksTakenOut(Event):
    """Underlings are out of the fight (PTA-80)."""

    told: ClassVar[str] = template("{by} took out {n} of {group}, {left} left")
    taken_back: ClassVar[str] = template("{group} taken out")
    by: str
    group: str
    n: InWords
    left: InWords

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        group = known_part(conflict, self.group)
        return with_conflict(state, participants=with_part(conflict, self.group, mooks_down=group.mooks_down + self.n))

    def heard(self, batch: Batch) -> Iterator[Spoken]:
        """Tells how many of them are down (N22)."""
        size = known_part(running(batch.after), self.group).mooks or 0
        down = number(size - self.left)
        yield Spoken(phrase("{down} of {size} {group} down.", down=down, size=number(size), group=self.group), 2)


class TakeOutMooks(SeatCommand):
    """Put underlings out of the fight (PTA-80); the only group when none is named."""

    talk: ClassVar[Talk] = Talk(confirm="{n:mook|mooks} out of the fight?")
    phases: ClassVar[tuple[Phase, ...]] = NARRATING
    part_id: StakeName | None = None
    group: StakeName | None = None
    n: Mooks = 1

    def decide(self, ledger: Ledger, who: str) -> None:
        """Put underlings out of the fight (PTA-80, PTA-81, R-75)."""
        if not ledger.conflict.options.mooks:
            raise Refused("OPTION_OFF", phrase("Mooks are not used in this conflict."))
        part = own_part(ledger, who, self.part_id)
        if is_gm_part(ledger, part):
            raise Refused("NOT_PARTICIPANT", phrase("Only players take out mooks."))
        group = _group(ledger, self.group)
        if not is_above(ledger.conflict, part.name, group.name, ledger.rules):
            low = phrase("{group} came out above {name}.", name=part.name, group=group.name)
            raise Refused("CARD_TOO_LOW", low)
        in_round = ledger.conflict.phase is Phase.ROUND_NARRATION
        floor = max(ledger.rules.mook_floor, group.mooks_kept) if in_round else 0
        standing = (group.mooks or 0) - group.mooks_down
        if self.n < 1 or standing - self.n < floor:
            raise Refused("TOO_FEW_MOOKS_LEFT", _too_few(group, standing, floor))
        ledger.record(MooksTakenOut(part.name, group.name, self.n, standing - self.n))


def _too_few(group: Participant, standing: int, floor: int) -> Phrase:
    """Tell how many there still are, and how many have to stay."""
    there = plural("{number} is left", "{number} are left", standing, number=number(standing))
    stay = plural(
        "{number} has to stay until the end", "{number} have to stay until the end", floor, number=number(floor)
    )
    told = phrase("{there}, and {stay}", there=there, stay=stay) if floor else there
    return phrase("{name}: {told}.", name=capital(group.name), told=told)


class MooksKept(Event):
    """The GM wants so many of a group to stay; those taken out beyond that are back (PTA-80)."""

    told: ClassVar[str] = template("At least {n} of {group} had to stay")
    taken_back: ClassVar[str] = template("the objection about {group}")
    group: str
    n: int
    back: int = 0

    def apply(self, state: State) -> Changes:
        down = known_part(running(state), self.group).mooks_down - self.back
        return with_conflict(
            state, participants=with_part(running(state), self.group, mooks_kept=self.n, mooks_down=down)
        )

    def aloud(self) -> Spoken:
        """Tell how many have to stay, and who stands again."""
        stay = plural("{number} has to stay", "{number} have to stay", self.n, number=number(self.n))
        told = phrase("{name}: at least {stay}.", name=capital(self.group), stay=stay)
        again = plural("{number} is back.", "{number} are back.", self.back, number=capital(number(self.back)))
        return Spoken(joined((told, again)) if self.back else told, 2)


class KeepMooks(Command):
    """Object that too few mooks would be left for their goal (PTA-80).

    Attributes:
        group: The only group when None.
        n: How many have to stay; None for one more than stand, so that the one taken out last is back.
    """

    talk: ClassVar[Talk] = Talk(confirm="{n:mook has|mooks have} to stay?")
    phases: ClassVar[tuple[Phase, ...]] = (Phase.CARDS, Phase.ROUND_NARRATION)
    group: StakeName | None = None
    n: Mooks | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """The GM's word, until the end is narrated (PTA-80, PTA-81)."""
        if who != ledger.gm:
            raise Refused("GM_ONLY", phrase("Only the GM says how many mooks have to stay."))
        group = _group(ledger, self.group)
        size, standing = group.mooks or 0, (group.mooks or 0) - group.mooks_down
        if self.n is None and not group.mooks_down:
            raise Refused("BAD_VALUE", phrase("{name}: all of them still stand.", name=group.name))
        wanted = self.n if self.n is not None else standing + 1
        if not 1 <= wanted <= size:
            raise Refused("BAD_VALUE", phrase("There are {number} of {name}.", number=number(size), name=group.name))
        ledger.record(MooksKept(group.name, wanted, max(0, wanted - standing)))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        for group in running(state).participants:
            if group.mooks and who == state.gm.name:
                count = Field("n", phrase("How many have to stay"), "number", least=1, most=group.mooks)
                label = phrase("Object: too few of {group} would be left", group=group.name)
                yield Move(cls.kind, label, phrase("Mooks"), (("group", group.name),), (count,))


def _group(ledger: Ledger, said: str | None) -> Participant:
    if said:
        found = find_part(ledger.state, ledger.conflict, said)
        if found.mooks is None:
            raise Refused("NOT_A_MOOK_GROUP", phrase("{group} are not mooks.", group=found.name))
        return found
    groups = [part for part in ledger.conflict.participants if part.mooks is not None]
    if not groups:
        raise Refused("NOT_A_MOOK_GROUP", phrase("There are no mooks in this conflict."))
    if len(groups) > 1:
        raise which(groups)
    return groups[0]


def taking_out(conflict: Conflict, part: Participant) -> Iterator[Move]:
    """Some of each group that is left."""
    for group in conflict.participants:
        left = (group.mooks or 0) - group.mooks_down
        if left:
            given = (("part_id", part.name), ("group", group.name))
            count = Field("n", phrase("How many"), "number", least=1, most=left)
            label = phrase("Take out some of {group}", group=group.name)
            yield Move(TakeOutMooks.kind, label, phrase("Mooks"), given, (count,))


class FateChosen(Event):
    """The choice of a fate loser's owner (PTA-88)."""

    undoable: ClassVar[bool] = False
    taken_back: ClassVar[str] = template("{whose_part_id} choice")
    part_id: str
    choice: Fate

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        choosing = tuple(part for part in conflict.choosing if part != self.part_id)
        return with_conflict(state, choosing=choosing)

    def sentence(self) -> Phrase:
        if self.choice is Fate.OUT:
            return phrase("{name} left the fight", name=self.part_id)
        return phrase("{name} fought on", name=self.part_id)


class ParticipantHarmed(Remark):
    """Fights on, hurt (PTA-89)."""

    told: ClassVar[str] = template("{part_id} is harmed")
    said: ClassVar[str] = template("{part_id} fights on, harmed.")
    weight: ClassVar[int] = 2
    part_id: str


class ParticipantEliminated(Event):
    """Out of the conflict; stake lost, cards laid aside (PTA-88)."""

    told: ClassVar[str] = template("{part_id} is out of the conflict")
    said: ClassVar[str] = template("Out of the fight: {part_id}.")
    weight: ClassVar[int] = 2
    part_id: str
    discarded_cards: tuple[Card, ...]

    def apply(self, state: State) -> Changes:
        conflict, out = running(state), Status.ELIMINATED
        slots = with_slot(conflict, self.part_id, place=CardPlace.DISCARD)
        parts = with_part(conflict, self.part_id, status=out, pile=(), received=(), fell_in=conflict.round_no)
        changes = with_conflict(state, slots=slots, participants=parts)
        return {**changes, "decks": discarded(state, self.discarded_cards)}


class ChooseFate(SeatCommand):
    """Leave the fight or fight on after a first fate loss (PTA-88): "out" or "fight_on"."""

    talk: ClassVar[Talk] = Talk(confirm="{choice}, for sure?")
    phases: ClassVar[tuple[Phase, ...]] = (Phase.REVEALED,)
    part_id: StakeName | None = None
    choice: FateChoice

    def decide(self, ledger: Ledger, who: str) -> None:
        """After a first fate loss, leave the fight or fight on (PTA-88, PTA-89, R-82)."""
        own = ledger.conflict.parts_of(who)
        pending = [part for part in own if part.name in ledger.conflict.choosing]
        if not own and not self.part_id:
            raise Refused("NO_FATE_CHOICE", phrase("{player} has nothing to choose.", player=who))
        part = pending[0] if len(pending) == 1 and not self.part_id else own_part(ledger, who, self.part_id)
        if part not in pending:
            raise Refused("NO_FATE_CHOICE", phrase("{name} has nothing to choose.", name=part.name))
        choice = Fate(self.choice.strip().lower().replace(" ", "_"))
        ledger.record(FateChosen(part.name, choice))
        if choice is Fate.OUT:
            ledger.record(ParticipantEliminated(part.name, _cards_lost(ledger.conflict, part)))
        else:
            ledger.record(ParticipantHarmed(part.name))
        if not ledger.conflict.choosing:
            score(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        conflict = running(state)
        for part in conflict.parts_of(who):
            if part.name in conflict.choosing:
                given, whose = ("part_id", part.name), for_which(conflict, part)
                label = phrase("Fight on{whose}, harmed", whose=whose)
                yield Move(cls.kind, label, FATE, (given, ("choice", "fight_on")), owed=True)
                label = phrase("Leave the fight{whose}", whose=whose)
                yield Move(cls.kind, label, FATE, (given, ("choice", "out")), owed=True)


def _cards_lost(conflict: Conflict, part: Participant) -> tuple[Card, ...]:
    slot = conflict.slot(part.name)
    return (*((slot.card,) if slot is not None and slot.card is not None else ()), *part.pile)


def fate_questions(batch: Batch) -> Iterator[Spoken]:
    """Asks those whom fate has struck since this batch."""
    conflict = batch.after.conflict
    known = batch.before.conflict.choosing if batch.before.conflict is not None else ()
    if conflict is not None and conflict.phase is Phase.REVEALED:
        yield from (fate_question(part) for part in conflict.choosing if part not in known)


def fate_question(part: str) -> Spoken:
    """Asks what the owner of a first fate loss chooses."""
    return Spoken(phrase("{name}: out of the fight, or fight on harmed?", name=part), 3)


class StakeAdopted(Event):
    """A destroyed participant's stake goes on with somebody else (PTA-94)."""

    told: ClassVar[str] = template("{adopter} carried on the stake of {from_}")
    said: ClassVar[str] = template("{adopter} takes up {whose_from_} stake.")
    weight: ClassVar[int] = 2
    taken_back: ClassVar[str] = template("{adopter} carrying on a stake")
    adopter: str
    from_: str

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        adopted = (*known_part(conflict, self.adopter).adopted, self.from_)
        return with_conflict(state, participants=with_part(conflict, self.adopter, adopted=adopted))


class AdoptStake(Command):
    """Carry on the stake of a destroyed participant (PTA-94).

    Attributes:
        adopter: Player participant; the speaker's when None.
        from_: The destroyed one; the only one when None.
        consent: Both said yes.
    """

    phases: ClassVar[tuple[Phase, ...]] = (Phase.CARDS, Phase.REVEALED, *NARRATING)
    talk: ClassVar[Talk] = Talk(confirm="Share the stake of {from}[, {who}]?")
    adopter: StakeName | None = None
    from_: StakeName | None = None
    consent: bool = False

    def decide(self, ledger: Ledger, who: str) -> None:
        fallen = _fallen(ledger, self.from_)
        heir = adopter_of(ledger.conflict, fallen.name)
        if fallen.status is not Status.DESTROYED or heir is not None:
            alive = phrase("{name} is not destroyed.", name=fallen.name)
            told = phrase("{name} already carries on that stake.", name=heir.name) if heir else alive
            raise Refused("NOT_DESTROYED", told)
        adopter = named_or_own(ledger, who, self.adopter)
        if adopter.status is not Status.ACTIVE or is_gm_part(ledger, adopter):
            raise Refused("NOT_ACTIVE", phrase("{name} cannot take over a stake.", name=adopter.name))
        if who and who not in (adopter.seat, fallen.seat, ledger.gm):
            theirs = phrase("That is between {name} and {other}.", name=adopter.name, other=fallen.name)
            raise Refused("NOT_YOUR_SEAT", theirs)
        if not self.consent:
            both = phrase("{name} and {other} both have to agree; then say so.", name=adopter.name, other=fallen.name)
            raise Refused("CONSENT_MISSING", both)
        ledger.record(StakeAdopted(adopter.name, fallen.name))
        if ledger.conflict.phase is Phase.FINAL_NARRATION:
            rank_piles(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        conflict = running(state)
        heir = Field("adopter", phrase("Who carries it on"), "choice", parts_of(active_parts(conflict)))
        for part in conflict.participants:
            if part.status is Status.DESTROYED and not is_adopted(conflict, part.name):
                label = phrase("Carry on the stake of {name}, as both agree", name=part.name)
                yield Move(cls.kind, label, FATE, (("from", part.name), ("consent", True)), (heir,))


def _fallen(ledger: Ledger, said: str | None) -> Participant:
    """The destroyed participant meant; unnamed, the only one nobody has taken over from."""
    if said:
        return find_part(ledger.state, ledger.conflict, said)
    conflict = ledger.conflict
    destroyed = (part for part in conflict.participants if part.status is Status.DESTROYED)
    gone = [part for part in destroyed if adopter_of(conflict, part.name) is None]
    if not gone:
        raise Refused("NOT_DESTROYED", phrase("Nobody is destroyed."))
    if len(gone) > 1:
        raise which(gone)
    return gone[0]
