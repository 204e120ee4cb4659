"""Each event as one plain sentence, made to be read as a line of minutes; empty when nobody needs to read it.

Sentences about hidden cards say that something happened and never what (SEC-1).
"""

from collections.abc import Callable, Iterable
from typing import Any

from engine.common.words import counted, listed, number, setting_value
from engine.phrase import EMPTY, Phrase, joined, phrase, sentence, spelled, verbatim
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.cards import spoken
from engine.systems.choice_pta.entities import PartOutcome
from engine.systems.choice_pta.messages import Event
from engine.systems.choice_pta.vocabulary import (
    Fate,
    FateRule,
    Kind,
    Mode,
    OfferPurpose,
    Outcome,
    Phase,
    Position,
    Purpose,
)

OUTCOMES = {
    Outcome.FULL: phrase("gets it all"),
    Outcome.PARTIAL: phrase("gets a part"),
    Outcome.NONE: phrase("gets nothing"),
}
"""What became of a stake, aloud."""


def describe(event: Event) -> Phrase:
    """The event as a sentence."""
    known = SENTENCES.get(type(event))
    return sentence(event.sentence() if known is None else known(event))


def tokens(count: int) -> Phrase:
    """A number of tokens: "one token"."""
    return counted(count, "token", "tokens")


def place_name(place: str) -> Phrase:
    """Where tokens lie, aloud."""
    kind, _, name = place.partition(":")
    return {
        "seat": verbatim(name),
        "card": phrase("{whose} card", whose=owned(name)),
        "held": phrase("the redraw tokens"),
        "bank": phrase("the bank"),
    }.get(kind, phrase("the pool"))


def owned(name: str) -> Phrase:
    """The name with its possessive ending: "Vesna's", "the guards'"."""
    return phrase("{name}'", name=name) if name.endswith("s") else phrase("{name}'s", name=name)


def detail(said: str) -> Phrase:
    """What somebody said, to stand behind what it is about; empty for nothing."""
    return phrase(": {said}", said=said) if said else EMPTY


def placed(position: Position, other: str | None) -> Phrase:
    """A place in the order of narration: "first", "before Vesna"."""
    if position is Position.FIRST:
        return phrase("first")
    if position is Position.LAST:
        return phrase("last")
    name = other or phrase("somebody")
    return phrase("before {name}", name=name) if position is Position.BEFORE else phrase("after {name}", name=name)


def outcomes(ended: Iterable[PartOutcome]) -> Phrase:
    """Who got what, best first."""
    return joined((phrase("{name} {outcome}", name=each.part, outcome=OUTCOMES[each.outcome]) for each in ended), ", ")


def _created(event: ev.TableCreated) -> Phrase:
    names, total = listed(event.seats), counted(event.total_tokens, "story-token", "story-tokens")
    return phrase("{names} play, {gm} is GM, {tokens} in the game", names=names, gm=event.gm, tokens=total)


def _protagonist(event: ev.ProtagonistDefined) -> Phrase:
    name = event.name or phrase("a character without a name")
    traits = listed(trait.label for trait in event.traits)
    if not traits:
        return phrase("{player} plays {name}", player=event.player, name=name)
    return phrase("{player} plays {name}: {traits}", player=event.player, name=name, traits=traits)


def _roster(event: ev.RosterChanged) -> Phrase:
    joining = phrase("{names} joined", names=listed(event.added)) if event.added else EMPTY
    leaving = phrase("{names} left", names=listed(event.removed)) if event.removed else EMPTY
    return listed(filter(None, (joining, leaving)))


def _discarded(event: ev.HandDiscarded) -> Phrase:
    if not event.shown:
        return EMPTY
    return phrase("{player} threw in the {cards}", player=event.seat, cards=listed(map(spoken, event.cards)))


def _scene(event: ev.SceneStarted) -> Phrase:
    count, whose = number(event.scene_no), owned(event.owner)
    return phrase("Scene {number}, {whose}{where}", number=count, whose=whose, where=detail(event.description))


def _presence(event: ev.PresenceChanged) -> Phrase:
    if event.here:
        return phrase("{player} came into the scene", player=event.player)
    return phrase("{player} left the scene", player=event.player)


def _moved(event: ev.TokensMoved) -> Phrase:
    source, goal = place_name(event.from_place), place_name(event.to_place)
    return phrase("{tokens} went from {source} to {goal}", tokens=tokens(event.n), source=source, goal=goal)


def _suggested(event: ev.NarrationSuggested) -> Phrase:
    player, to, what = event.from_, event.to, event.content
    if to and what:
        return phrase("{player} suggested to {other}: {what}", player=player, other=to, what=what)
    if to:
        return phrase("{player} suggested something to {other}", player=player, other=to)
    if what:
        return phrase("{player} suggested: {what}", player=player, what=what)
    return phrase("{player} suggested something", player=player)


def _offered(event: ev.BribeOffered) -> Phrase:
    player, other, amount = event.from_, event.to, tokens(event.amount)
    if event.purpose is OfferPurpose.SCENE_ENTRY:
        return phrase(
            "{player} offered {other} {tokens} to get into the scene", player=player, other=other, tokens=amount
        )
    what = detail(event.content)
    return phrase("{player} offered {other} {tokens}{what}", player=player, other=other, tokens=amount, what=what)


def _called(event: ev.ConflictCalled) -> Phrase:
    player = event.called_by
    if event.goal is not None:
        goal = number(event.goal)
        return phrase("{player} called an extended conflict, victory goal {goal}", player=player, goal=goal)
    if event.conflict is Kind.EXTENDED:
        return phrase("{player} called an extended conflict", player=player)
    return phrase("{player} called a simple conflict", player=player)


def _stake(event: ev.StakeSet) -> Phrase:
    name = verbatim(event.part_id)
    if event.mook_size:
        name = phrase("{name} ({mooks})", name=name, mooks=counted(event.mook_size, "mook", "mooks"))
    if not event.text:
        return phrase("{name} took part", name=name)
    return phrase("At stake for {name}: {stake}", name=name, stake=event.text)


def _opposition(event: ev.OppositionSet) -> Phrase:
    if event.opposes:
        return phrase("{name} and {other} oppose each other", name=event.a, other=event.b)
    return phrase("{name} and {other} are compatible", name=event.a, other=event.b)


def _locked(event: ev.StakesLocked) -> Phrase:
    fate = {
        FateRule.OFF: EMPTY,
        FateRule.EXACT: phrase("the Hand of Fate"),
        FateRule.LETHAL: phrase("the lethal Hand of Fate"),
    }
    mooks = phrase("mooks") if event.options.mooks else EMPTY
    options = listed(filter(None, (fate[event.options.hand_of_fate], mooks)))
    if not options:
        return phrase("The stakes were locked")
    return phrase("The stakes were locked with {options}", options=options)


def _committed(event: ev.CardCommitted) -> Phrase:
    if event.mode is Mode.CHANCE:
        return phrase("{name} played by chance", name=event.part_id)
    return phrase("{name} played by choice", name=event.part_id)


def _trait_spent(event: ev.TraitSpent) -> Phrase:
    player, whose = event.player, owned(event.target)
    return phrase("{player} used the trait {trait} on {whose} card", player=player, trait=event.trait_id, whose=whose)


def _trait_refunded(event: ev.TraitRefunded) -> Phrase:
    return phrase("The trait {trait} came off {whose} card", trait=event.trait_id, whose=owned(event.target))


def _committed_tokens(event: ev.TokensCommitted) -> Phrase:
    whose = owned(event.target)
    return phrase("{player} laid {tokens} on {whose} card", player=event.seat, tokens=tokens(event.n), whose=whose)


def _revealed(event: ev.CardsRevealed) -> Phrase:
    shown = sorted(event.slots, key=lambda slot: slot.total, reverse=True)
    return phrase("Cards: {cards}", cards=joined(map(_total, shown), ", "))


def _total(slot: ev.RevealedCard) -> Phrase:
    name, card, total = slot.part_id, spoken(slot.card), slot.total
    if not slot.bonuses:
        return phrase("{name} {card} ({total})", name=name, card=card, total=total)
    bonus = total - slot.face_value
    return phrase("{name} {card} and {bonus} makes {total}", name=name, card=card, bonus=bonus, total=total)


def _drawn(event: ev.TieDrawn) -> Phrase:
    draws = zip(event.parts, event.draws, strict=False)
    drew = joined((phrase("{name} drew the {card}", name=name, card=spoken(card)) for name, card in draws), ", ")
    if event.purpose is Purpose.FATE:
        return phrase("The Hand of Fate: {drew}", drew=drew)
    return phrase("A tie: {drew}", drew=drew)


def _fate(event: ev.FateTriggered) -> Phrase:
    pairs = (phrase("{winner} over {loser}", winner=pair.winner, loser=pair.loser) for pair in event.pairs)
    return phrase("Hand of Fate: {pairs}", pairs=joined(pairs, ", "))


def _order(event: ev.OrderDecided) -> Phrase:
    places = zip(event.order, event.totals, strict=False)
    order = joined((phrase("{name} {total}", name=name, total=total) for name, total in places), ", ")
    return phrase("Order: {order}", order=order)


def _closed(event: ev.ConflictClosed) -> Phrase:
    told = outcomes(event.outcomes)
    return phrase("The conflict was closed: {outcomes}", outcomes=told) if told else phrase("The conflict was closed")


def _scored(event: ev.RoundScored) -> Phrase:
    if not event.winners:
        return phrase("Nobody won a victory card")
    return phrase("{names} won a victory card", names=listed(event.winners))


def _opened(event: ev.NarrationOpened) -> Phrase:
    told = {Phase.ROUND_NARRATION: phrase("The round is told"), Phase.FINAL_NARRATION: phrase("The end is told")}.get(
        event.scope, phrase("The outcome is told")
    )
    if not event.suggested:
        return told
    return phrase("{told} in this order: {order}", told=told, order=joined(event.suggested, ", "))


def _taken(event: ev.NarrationTaken) -> Phrase:
    player, name = event.seat, event.part_or_seat
    if name != player and event.extra:
        return phrase("{player} narrated for {name} once more", player=player, name=name)
    if name != player:
        return phrase("{player} narrated for {name}", player=player, name=name)
    if event.extra:
        return phrase("{player} narrated once more", player=player)
    return phrase("{player} narrated", player=player)


def _claimed(event: ev.OrderClaimed) -> Phrase:
    return phrase("{name} wanted to narrate {place}", name=event.part_id, place=placed(event.position, event.other))


def _mooks_out(event: ev.MooksTakenOut) -> Phrase:
    name, group, count, left = event.by, event.group, number(event.n), number(event.left)
    return phrase("{name} took out {count} of {group}, {left} left", name=name, count=count, group=group, left=left)


def _fate_chosen(event: ev.FateChosen) -> Phrase:
    if event.choice is Fate.OUT:
        return phrase("{name} left the fight", name=event.part_id)
    return phrase("{name} fought on", name=event.part_id)


def _given(event: ev.VictoryCardGiven) -> Phrase:
    return phrase("{name} gave {other} the {card}", name=event.from_, other=event.to, card=spoken(event.card))


def _last_gift(event: ev.SacrificeCardGiven) -> Phrase:
    card = spoken(event.card)
    return phrase("{name} gave {other} the {card} as a last gift", name=event.from_, other=event.to, card=card)


def _standings(event: ev.StandingsChanged) -> Phrase:
    piles = {pile.part_id: len(pile.cards) for pile in event.piles}
    told = (
        phrase("{name} {cards}", name=name, cards=counted(piles.get(name, 0), "card", "cards"))
        for name in event.standings
    )
    return phrase("Standings: {standings}", standings=joined(told, ", "))


SENTENCES: dict[type[Event], Callable[[Any], Phrase]] = {
    ev.TableCreated: _created,
    ev.ProtagonistDefined: _protagonist,
    ev.SittingStarted: lambda e: phrase("Evening {number} began", number=number(e.sitting_no)),
    ev.HandsDealt: lambda e: phrase("Hands were dealt"),
    ev.SettingChanged: lambda e: phrase(
        "House rule: {rule} is now {value}", rule=spelled(e.name), value=setting_value(e.new)
    ),
    ev.RosterChanged: _roster,
    ev.HandChanged: lambda e: EMPTY,
    ev.DeckStacked: lambda e: EMPTY,
    ev.CardsDrawn: lambda e: EMPTY,
    ev.HandDiscarded: _discarded,
    ev.MulliganUsed: lambda e: phrase("{player} took the mulligan", player=e.seat),
    ev.MulliganExpired: lambda e: EMPTY,
    ev.HandRedrawn: lambda e: phrase("{player} redrew {cards}", player=e.seat, cards=counted(e.count, "card", "cards")),
    ev.DeckReshuffled: lambda e: phrase("A deck was reshuffled"),
    ev.PackOpened: lambda e: phrase("One more pack was opened"),
    ev.SceneStarted: _scene,
    ev.SceneEnded: lambda e: phrase("Scene {number} ended", number=number(e.scene_no)),
    ev.PresenceChanged: _presence,
    ev.TokensMoved: _moved,
    ev.TokenHeld: lambda e: phrase("{tokens} of {player} waits for the outcome", tokens=tokens(e.n), player=e.seat),
    ev.TokenAwarded: lambda e: phrase("{player} awarded {other} a token from the pool", player=e.from_, other=e.to),
    ev.NarrationSuggested: _suggested,
    ev.BribeOffered: _offered,
    ev.PriceAsked: lambda e: phrase("{player} asked {tokens} for it", player=e.by, tokens=tokens(e.amount)),
    ev.BribeAccepted: lambda e: phrase("{player} took the deal{what}", player=e.by, what=detail(e.content)),
    ev.BribeAcceptedFree: lambda e: phrase("{player} liked it, for free{what}", player=e.by, what=detail(e.content)),
    ev.BribeRefused: lambda e: phrase("{player} refused the offer", player=e.by),
    ev.BribeWithdrawn: lambda e: phrase("{player} took the offer back", player=e.by),
    ev.SecrecyWarning: lambda e: EMPTY,
    ev.CommandUndone: lambda e: phrase("The last entry was taken back"),
    ev.ConflictCalled: _called,
    ev.StakeSet: _stake,
    ev.StakeDropped: lambda e: phrase("{name} no longer took part", name=e.part_id),
    ev.OppositionSet: _opposition,
    ev.StakesLocked: _locked,
    ev.RoundOpened: lambda e: phrase("Round {number}", number=number(e.round_no)) if e.round_no > 1 else EMPTY,
    ev.CardPickPending: lambda e: EMPTY,
    ev.PickCardPrompt: lambda e: EMPTY,
    ev.CardCommitted: _committed,
    ev.CardLaid: lambda e: EMPTY,
    ev.CardRetracted: lambda e: phrase("{name} took the card back", name=e.part_id),
    ev.TraitSpent: _trait_spent,
    ev.TraitRefunded: _trait_refunded,
    ev.TokensCommitted: _committed_tokens,
    ev.BonusWithdrawn: lambda e: EMPTY,
    ev.DeclarationsOpened: lambda e: phrase("The cards were turned up"),
    ev.CardDeclared: lambda e: phrase("{name} showed the {card}", name=e.part_id, card=spoken(e.card)),
    ev.CardsRevealed: _revealed,
    ev.TieDrawn: _drawn,
    ev.FateTriggered: _fate,
    ev.OrderDecided: _order,
    ev.HandsRefilled: lambda e: EMPTY,
    ev.RoundScored: _scored,
    ev.GoalReached: lambda e: phrase("{names} reached the victory goal", names=listed(e.parts)),
    ev.RoundClosed: lambda e: phrase("Round {number} was closed", number=number(e.round_no)),
    ev.BankEmptied: lambda e: phrase("{tokens} went from the bank to the GM", tokens=tokens(e.n)),
    ev.ConflictClosed: _closed,
    ev.ConflictCancelled: lambda e: phrase("The conflict was called off{reason}", reason=detail(e.reason)),
    ev.NarrationOpened: _opened,
    ev.NarrationTaken: _taken,
    ev.NarrationFinished: lambda e: EMPTY,
    ev.NarrationPassed: lambda e: phrase("{name} passed on narrating", name=e.part_id),
    ev.NarrationReopened: lambda e: phrase("{name} may tell it again", name=e.part_id),
    ev.OrderClaimed: _claimed,
    ev.NarrationOrderChanged: lambda e: phrase("Order of narration: {order}", order=joined(e.suggested, ", ")),
    ev.NarrationVetoed: lambda e: phrase("{name} vetoed {other}{what}", name=e.by, other=e.target, what=detail(e.what)),
    ev.StakesRuled: lambda e: phrase("{name} ruled: {ruling}", name=e.by, ruling=e.text),
    ev.MooksTakenOut: _mooks_out,
    ev.FateChosen: _fate_chosen,
    ev.ParticipantHarmed: lambda e: phrase("{name} is harmed", name=e.part_id),
    ev.ParticipantEliminated: lambda e: phrase("{name} is out of the conflict", name=e.part_id),
    ev.ParticipantDestroyed: lambda e: phrase("{name} is destroyed", name=e.part_id),
    ev.StakeAdopted: lambda e: phrase("{name} carried on the stake of {other}", name=e.adopter, other=e.from_),
    ev.VictoryCardGiven: _given,
    ev.SacrificePromised: lambda e: phrase("{name} makes a last gift to {other}", name=e.from_, other=e.to),
    ev.SacrificeCardGiven: _last_gift,
    ev.StandingsChanged: _standings,
}
