"""Deciding about victory cards, mooks, fate and adopted stakes (rules 3.13 to 3.15)."""

from engine.common.words import listed
from engine.phrase import phrase
from engine.systems.choice_pta import commands as cmd
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.cards import Card, parse_card, spoken
from engine.systems.choice_pta.entities import Conflict, Participant, PartOutcome
from engine.systems.choice_pta.fold import known_part
from engine.systems.choice_pta.guards import is_gm_part, own_part, which
from engine.systems.choice_pta.hands import draw
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.naming import find_part
from engine.systems.choice_pta.ranking import is_above, outcome_of
from engine.systems.choice_pta.resolving import rank_piles, score
from engine.systems.choice_pta.rulebook import NARRATING, rule
from engine.systems.choice_pta.stakes import adopter_of, opposes
from engine.systems.choice_pta.vocabulary import Fate, Phase, Status, Turn
from engine.types import Rejected


@rule(cmd.GiveVictoryCard, Phase.FINAL_NARRATION, acts="player")
def give_victory_card(ledger: Ledger, command: cmd.GiveVictoryCard, who: str) -> Rejected | None:
    """Pass one victory card on; a destroyed participant may pass on all (PTA-73 to PTA-77, PTA-92)."""
    giver = _giver(ledger, who, command.from_, command.card)
    if isinstance(giver, Rejected):
        return giver
    refusal = _refuse_giver(ledger, giver)
    if refusal is not None:
        return refusal
    card = _card_of(ledger, giver, command.card)
    if isinstance(card, Rejected):
        return card
    to = _receiver(ledger, giver, command.to)
    if isinstance(to, Rejected):
        return to
    before = outcome_of(ledger.conflict, to.name, ledger.rules, ledger.gm)
    ledger.record(ev.VictoryCardGiven(giver.name, to.name, card))
    rank_piles(ledger)
    reopen(ledger, to.name, before)
    return None


def reopen(ledger: Ledger, name: str, before: PartOutcome) -> None:
    """Whoever has told already may amend it when a gift changed how their stake stands (PTA-75)."""
    part = known_part(ledger.conflict, name)
    told = part.turn in (Turn.DONE, Turn.PASSED)
    if told and outcome_of(ledger.conflict, name, ledger.rules, ledger.gm) != before:
        ledger.record(ev.NarrationReopened(name, "gift"))


def _giver(ledger: Ledger, who: str, said: str | None, card: str) -> Participant | Rejected:
    """The own participant that gives; of several, the only one that has such a card."""
    own = ledger.conflict.parts_of(who)
    if said or len(own) < 2:
        return own_part(ledger, who, said)
    having = [part for part in own if _fitting(part, card)]
    return having[0] if len(having) == 1 else which(own)


def _refuse_giver(ledger: Ledger, giver: Participant) -> Rejected | None:
    """One gift each, before the own narration is over (PTA-73, R-68, R-70)."""
    if giver.status is Status.ELIMINATED:
        return Rejected("NOT_ACTIVE", phrase("{name} is out of this conflict.", name=giver.name))
    if giver.status is Status.DESTROYED:
        return None
    if giver.gift_made:
        return Rejected("GIFT_ALREADY_MADE", phrase("{name} has given a card already.", name=giver.name))
    if giver.told or (giver.passed and not ledger.rules.gift_after_pass):
        over = phrase("{name}'s turn is over; cards are given before or during it.", name=giver.name)
        return Rejected("ALREADY_NARRATED", over)
    if ledger.rules.gift_phase == "before_narration" and ledger.conflict.entries:
        return Rejected("ALREADY_NARRATED", phrase("Cards are given before anybody narrates."))
    return None


def _fitting(part: Participant, said: str) -> list[Card]:
    named = parse_card(said) if said.strip() else None
    if said.strip() and named is None:
        return []
    return [card for card in part.pile if named is None or _is_named(card, *named)]


def _is_named(card: Card, rank: str, suit: str | None) -> bool:
    return card.rank == rank and (suit is None or card.suit == suit)


def _card_of(ledger: Ledger, giver: Participant, said: str) -> Card | Rejected:
    """The card meant, from the giver's own pile (R-67)."""
    cards = [card for card in _fitting(giver, said) if ledger.rules.regift or card not in giver.received]
    if not cards:
        return Rejected("NO_SUCH_VICTORY_CARD", phrase("{name} has no such victory card to give.", name=giver.name))
    if len({(card.rank, card.suit) for card in cards}) > 1:
        return Rejected("AMBIGUOUS", phrase("Say which card: {cards}.", cards=listed(map(spoken, cards), "or")))
    return cards[0]


def _receiver(ledger: Ledger, giver: Participant, said: str) -> Participant | Rejected:
    """Who gets it: anybody active, players only from a destroyed giver (PTA-73, PTA-92, R-71, R-84)."""
    to = find_part(ledger.state, ledger.conflict, said)
    if isinstance(to, Rejected):
        return to
    rules = ledger.rules
    limit = rules.sacrifice_target if giver.status is Status.DESTROYED else rules.gift_target
    rival = limit == "allies" and opposes(ledger.conflict, giver.name, to.name, ledger.gm)
    barred = limit == "players" and is_gm_part(ledger, to)
    if to == giver or to.status is not Status.ACTIVE or rival or barred:
        refused = phrase("{name} cannot give a card to {other}.", name=giver.name, other=to.name)
        return Rejected("BAD_GIFT_TARGET", refused)
    return to


@rule(cmd.GiveRandomCard, Phase.FINAL_NARRATION, acts="player")
def give_random_card(ledger: Ledger, command: cmd.GiveRandomCard, who: str) -> Rejected | None:
    """A destroyed participant without cards gives one off the deck (PTA-93, R-84)."""
    destroyed = [part for part in ledger.conflict.parts_of(who) if part.status is Status.DESTROYED]
    alone = destroyed[0] if not command.from_ and len(destroyed) == 1 else None
    giver = alone or own_part(ledger, who, command.from_)
    if isinstance(giver, Rejected):
        return giver
    if giver.status is not Status.DESTROYED:
        return Rejected("NOT_DESTROYED", phrase("{name} is not destroyed.", name=giver.name))
    if giver.pile:
        return Rejected("PILE_NOT_EMPTY", phrase("{name} still has victory cards to give.", name=giver.name))
    if giver.gift_made or ledger.conflict.sacrifice is not None:
        return Rejected("GIFT_ALREADY_MADE", phrase("{name} has made the last gift.", name=giver.name))
    to = _receiver(ledger, giver, command.to)
    if isinstance(to, Rejected):
        return to
    if not ledger.state.is_virtual:
        ledger.record(ev.SacrificePromised(giver.name, to.name))
        return None
    before = outcome_of(ledger.conflict, to.name, ledger.rules, ledger.gm)
    card = draw(ledger, ledger.seat(giver.seat).deck, 1)[0]
    ledger.record(ev.SacrificeCardGiven(giver.name, to.name, card))
    rank_piles(ledger)
    reopen(ledger, to.name, before)
    return None


@rule(cmd.TakeOutMooks, *NARRATING, acts="player")
def take_out_mooks(ledger: Ledger, command: cmd.TakeOutMooks, who: str) -> Rejected | None:
    """Put underlings out of the fight (PTA-80, PTA-81, R-75)."""
    if not ledger.conflict.options.mooks:
        return Rejected("OPTION_OFF", phrase("Mooks are not on in this conflict."))
    part = own_part(ledger, who, command.part_id)
    if isinstance(part, Rejected):
        return part
    if is_gm_part(ledger, part):
        return Rejected("NOT_PARTICIPANT", phrase("Only players take out mooks."))
    group = _group(ledger, command.group)
    if isinstance(group, Rejected):
        return group
    if not is_above(ledger.conflict, part.name, group.name, ledger.rules):
        low = phrase("{name} does not rank above {group}.", name=part.name, group=group.name)
        return Rejected("CARD_TOO_LOW", low)
    floor = ledger.rules.mook_floor if ledger.conflict.phase is Phase.ROUND_NARRATION else 0
    left = (group.mooks or 0) - group.mooks_down - command.n
    if command.n < 1 or left < floor:
        return Rejected("TOO_FEW_MOOKS_LEFT", phrase("{number} of {name} have to stay.", number=floor, name=group.name))
    ledger.record(ev.MooksTakenOut(part.name, group.name, command.n, left))
    return None


def _group(ledger: Ledger, said: str | None) -> Participant | Rejected:
    groups = [part for part in ledger.conflict.participants if part.mooks is not None]
    if not said:
        if len(groups) == 1:
            return groups[0]
        return which(groups) if groups else Rejected("NOT_A_MOOK_GROUP", phrase("There are no mooks in this conflict."))
    found = find_part(ledger.state, ledger.conflict, said)
    if isinstance(found, Participant) and found.mooks is None:
        return Rejected("NOT_A_MOOK_GROUP", phrase("{group} are no mooks.", group=found.name))
    return found


@rule(cmd.ChooseFate, Phase.REVEALED, acts="player")
def choose_fate(ledger: Ledger, command: cmd.ChooseFate, who: str) -> Rejected | None:
    """After a first fate loss, leave the fight or fight on (PTA-88, PTA-89, R-82)."""
    pending = [part for part in ledger.conflict.parts_of(who) if part.name in ledger.conflict.choosing]
    part = pending[0] if len(pending) == 1 and not command.part_id else own_part(ledger, who, command.part_id)
    if isinstance(part, Rejected) and part.code == "NOT_PARTICIPANT":
        return Rejected("NO_FATE_CHOICE", phrase("{player} has nothing to choose.", player=who))
    if isinstance(part, Rejected):
        return part
    if part not in pending:
        return Rejected("NO_FATE_CHOICE", phrase("{name} has nothing to choose.", name=part.name))
    choice = Fate(command.choice.strip().lower().replace(" ", "_"))
    ledger.record(ev.FateChosen(part.name, choice))
    if choice is Fate.OUT:
        ledger.record(ev.ParticipantEliminated(part.name, _cards_lost(ledger.conflict, part)))
    else:
        ledger.record(ev.ParticipantHarmed(part.name))
    if not ledger.conflict.choosing:
        score(ledger)
    return None


def _cards_lost(conflict: Conflict, part: Participant) -> tuple[Card, ...]:
    slot = conflict.slot(part.name)
    return (*((slot.card,) if slot is not None and slot.card is not None else ()), *part.pile)


@rule(cmd.AdoptStake, Phase.CARDS, Phase.REVEALED, *NARRATING)
def adopt_stake(ledger: Ledger, command: cmd.AdoptStake, who: str) -> Rejected | None:
    """Carry on the stake of a destroyed participant, when both agree (PTA-94)."""
    fallen = _fallen(ledger, command.from_)
    if isinstance(fallen, Rejected):
        return fallen
    heir = adopter_of(ledger.conflict, fallen.name)
    if fallen.status is not Status.DESTROYED or heir is not None:
        alive = phrase("{name} is not destroyed.", name=fallen.name)
        told = phrase("{name} carries on that stake already.", name=heir.name) if heir else alive
        return Rejected("NOT_DESTROYED", told)
    adopter = (
        find_part(ledger.state, ledger.conflict, command.adopter) if command.adopter else own_part(ledger, who, None)
    )
    if isinstance(adopter, Rejected):
        return adopter
    if adopter.status is not Status.ACTIVE or is_gm_part(ledger, adopter):
        return Rejected("NOT_ACTIVE", phrase("{name} cannot take over a stake.", name=adopter.name))
    if who and who not in (adopter.seat, fallen.seat, ledger.gm):
        theirs = phrase("That is between {name} and {other}.", name=adopter.name, other=fallen.name)
        return Rejected("NOT_YOUR_SEAT", theirs)
    if not command.consent:
        both = phrase("{name} and {other} both have to agree; then say so.", name=adopter.name, other=fallen.name)
        return Rejected("CONSENT_MISSING", both)
    ledger.record(ev.StakeAdopted(adopter.name, fallen.name))
    if ledger.conflict.phase is Phase.FINAL_NARRATION:
        rank_piles(ledger)
    return None


def _fallen(ledger: Ledger, said: str | None) -> Participant | Rejected:
    """The destroyed participant meant; unnamed, the only one nobody has taken over from."""
    if said:
        return find_part(ledger.state, ledger.conflict, said)
    conflict = ledger.conflict
    gone = [
        part
        for part in conflict.participants
        if part.status is Status.DESTROYED and adopter_of(conflict, part.name) is None
    ]
    if len(gone) == 1:
        return gone[0]
    return which(gone) if gone else Rejected("NOT_DESTROYED", phrase("Nobody is destroyed."))
