"""Each event as one plain sentence, made to be read as a line of minutes; empty when nobody needs to read it.

Sentences about hidden cards say that something happened and never what (SEC-1).
"""

from collections.abc import Callable, Iterable
from typing import Any

from engine.common.messages import Event
from engine.common.words import counted, listed, number, sentence, setting_value
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.cards import Card, spoken
from engine.systems.choice_pta.vocabulary import Fate, FateRule, Kind, OfferPurpose, Outcome, Phase, Position, Purpose

OUTCOMES = {Outcome.FULL: "gets it all", Outcome.PARTIAL: "gets a part", Outcome.NONE: "gets nothing"}
"""What became of a stake, aloud."""


def describe(event: Event) -> str:
    """The event as a sentence."""
    return sentence(SENTENCES[type(event)](event))


def tokens(count: int) -> str:
    """A number of tokens: "one token"."""
    return counted(count, "token")


def place_name(place: str) -> str:
    """Where tokens lie, aloud."""
    kind, _, name = place.partition(":")
    return {"seat": name, "card": f"{owned(name)} card", "held": "the redraw tokens", "bank": "the bank"}.get(
        kind, "the pool"
    )


def owned(name: str) -> str:
    """The name with its possessive ending: "Vesna's", "the guards'"."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def cards(names: Iterable[Card]) -> str:
    """Several cards aloud."""
    return listed(spoken(card) for card in names)


def _created(event: ev.TableCreated) -> str:
    return f"{listed(event.seats)} play, {event.gm} is GM, {counted(event.total_tokens, 'story-token')} in the game"


def _protagonist(event: ev.ProtagonistDefined) -> str:
    traits = listed(trait.label for trait in event.traits)
    name = event.name or "a character without a name"
    return f"{event.player} plays {name}{': ' + traits if traits else ''}"


def _roster(event: ev.RosterChanged) -> str:
    parts = [
        f"{listed(event.added)} joined" if event.added else "",
        f"{listed(event.removed)} left" if event.removed else "",
    ]
    return listed(part for part in parts if part)


def _scene(event: ev.SceneStarted) -> str:
    where = f": {event.description}" if event.description else ""
    return f"Scene {number(event.scene_no)}, {owned(event.owner)}{where}"


def _moved(event: ev.TokensMoved) -> str:
    return f"{tokens(event.n)} went from {place_name(event.from_place)} to {place_name(event.to_place)}"


def _suggested(event: ev.NarrationSuggested) -> str:
    to = f" to {event.to}" if event.to else ""
    return (
        f"{event.from_} suggested{to}: {event.content}" if event.content else f"{event.from_} suggested something{to}"
    )


def _offered(event: ev.BribeOffered) -> str:
    if event.purpose is OfferPurpose.SCENE_ENTRY:
        return f"{event.from_} offered {event.to} {tokens(event.amount)} to get into the scene"
    what = f": {event.content}" if event.content else ""
    return f"{event.from_} offered {event.to} {tokens(event.amount)}{what}"


def _stake(event: ev.StakeSet) -> str:
    group = f" ({counted(event.mook_size, 'mook')})" if event.mook_size else ""
    return f"At stake for {event.part_id}{group}: {event.text}" if event.text else f"{event.part_id}{group} took part"


def _locked(event: ev.StakesLocked) -> str:
    fate = {FateRule.OFF: "", FateRule.EXACT: "the Hand of Fate", FateRule.LETHAL: "the lethal Hand of Fate"}
    options = [name for name in (fate[event.options.hand_of_fate], "mooks" if event.options.mooks else "") if name]
    return f"The stakes were locked{' with ' + listed(options) if options else ''}"


def _called(event: ev.ConflictCalled) -> str:
    goal = f", victory goal {number(event.goal)}" if event.goal is not None else ""
    return f"{event.called_by} called {'an extended' if event.conflict is Kind.EXTENDED else 'a simple'} conflict{goal}"


def _committed(event: ev.CardCommitted) -> str:
    return f"{event.part_id} played by {event.mode.value}"


def _bonus(event: ev.TraitSpent) -> str:
    whose = f" on {owned(event.target)} card"
    return f"{event.player} used the trait {event.trait_id}{whose}"


def _committed_tokens(event: ev.TokensCommitted) -> str:
    return f"{event.seat} laid {tokens(event.n)} on {owned(event.target)} card"


def _revealed(event: ev.CardsRevealed) -> str:
    shown = sorted(event.slots, key=lambda slot: slot.total, reverse=True)
    return "Cards: " + ", ".join(f"{slot.part_id} {spoken(slot.card)}{_sum(slot)}" for slot in shown)


def _sum(slot: ev.RevealedCard) -> str:
    return f" and {slot.total - slot.face_value} makes {slot.total}" if slot.bonuses else f" ({slot.total})"


def _drawn(event: ev.TieDrawn) -> str:
    drew = ", ".join(f"{part} drew the {spoken(card)}" for part, card in zip(event.parts, event.draws, strict=False))
    return f"A tie: {drew}" if event.purpose is not Purpose.FATE else f"The Hand of Fate: {drew}"


def _fate(event: ev.FateTriggered) -> str:
    return "Hand of Fate: " + ", ".join(f"{pair.winner} over {pair.loser}" for pair in event.pairs)


def _order(event: ev.OrderDecided) -> str:
    places = zip(event.order, event.totals, strict=False)
    return "Order: " + ", ".join(f"{part} {total}" for part, total in places)


def outcomes(event: ev.ConflictClosed) -> str:
    """Who got what, best first."""
    return ", ".join(f"{each.part} {OUTCOMES[each.outcome]}" for each in event.outcomes)


def _closed(event: ev.ConflictClosed) -> str:
    told = outcomes(event)
    return f"The conflict was closed: {told}" if told else "The conflict was closed"


def _scored(event: ev.RoundScored) -> str:
    return f"{listed(event.winners)} won a victory card" if event.winners else "Nobody won a victory card"


def _opened(event: ev.NarrationOpened) -> str:
    scope = {Phase.ROUND_NARRATION: "The round is told", Phase.FINAL_NARRATION: "The end is told"}
    order = f" in this order: {', '.join(event.suggested)}" if event.suggested else ""
    return f"{scope.get(event.scope, 'The outcome is told')}{order}"


def _taken(event: ev.NarrationTaken) -> str:
    for_whom = f" for {event.part_or_seat}" if event.part_or_seat != event.seat else ""
    return f"{event.seat} narrated{for_whom}{' once more' if event.extra else ''}"


def _claimed(event: ev.OrderClaimed) -> str:
    if event.position in (Position.FIRST, Position.LAST):
        return f"{event.part_id} wanted to narrate {event.position.value}"
    return f"{event.part_id} wanted to narrate {event.position.value} {event.other or 'somebody'}"


def _vetoed(event: ev.NarrationVetoed) -> str:
    return f"{event.by} vetoed {event.target}{': ' + event.what if event.what else ''}"


def _standings(event: ev.StandingsChanged) -> str:
    piles = {pile.part_id: pile.cards for pile in event.piles}
    return "Standings: " + ", ".join(f"{part} {counted(len(piles.get(part, ())), 'card')}" for part in event.standings)


SENTENCES: dict[type[Event], Callable[[Any], str]] = {
    ev.TableCreated: _created,
    ev.ProtagonistDefined: _protagonist,
    ev.SittingStarted: lambda e: f"Evening {number(e.sitting_no)} began",
    ev.HandsDealt: lambda e: "Hands were dealt",
    ev.SettingChanged: lambda e: f"House rule: {e.name.replace('_', ' ')} is now {setting_value(e.new)}",
    ev.RosterChanged: _roster,
    ev.HandChanged: lambda e: "",
    ev.DeckStacked: lambda e: "",
    ev.CardsDrawn: lambda e: "",
    ev.HandDiscarded: lambda e: f"{e.seat} threw in the {cards(e.cards)}" if e.shown else "",
    ev.MulliganUsed: lambda e: f"{e.seat} took the mulligan",
    ev.MulliganExpired: lambda e: "",
    ev.HandRedrawn: lambda e: f"{e.seat} redrew {counted(e.count, 'card')}",
    ev.DeckReshuffled: lambda e: "A deck was reshuffled",
    ev.PackOpened: lambda e: "One more pack was opened",
    ev.SceneStarted: _scene,
    ev.SceneEnded: lambda e: f"Scene {number(e.scene_no)} ended",
    ev.PresenceChanged: lambda e: f"{e.player} {'came into' if e.here else 'left'} the scene",
    ev.TokensMoved: _moved,
    ev.TokenHeld: lambda e: f"{tokens(e.n)} of {e.seat} waits for the outcome",
    ev.TokenAwarded: lambda e: f"{e.from_} awarded {e.to} a token from the pool",
    ev.NarrationSuggested: _suggested,
    ev.BribeOffered: _offered,
    ev.PriceAsked: lambda e: f"{e.by} asked {tokens(e.amount)} for it",
    ev.BribeAccepted: lambda e: f"{e.by} took the deal{': ' + e.content if e.content else ''}",
    ev.BribeAcceptedFree: lambda e: f"{e.by} liked it, for free{': ' + e.content if e.content else ''}",
    ev.BribeRefused: lambda e: f"{e.by} refused the offer",
    ev.BribeWithdrawn: lambda e: f"{e.by} took the offer back",
    ev.SecrecyWarning: lambda e: "",
    ev.CommandUndone: lambda e: "The last entry was taken back",
    ev.ConflictCalled: _called,
    ev.StakeSet: _stake,
    ev.StakeDropped: lambda e: f"{e.part_id} no longer took part",
    ev.OppositionSet: lambda e: f"{e.a} and {e.b} {'oppose each other' if e.opposes else 'are compatible'}",
    ev.VictoryGoalSet: lambda e: f"Victory goal {number(e.goal)}",
    ev.StakesLocked: _locked,
    ev.RoundOpened: lambda e: f"Round {number(e.round_no)}" if e.round_no > 1 else "",
    ev.CardPickPending: lambda e: "",
    ev.PickCardPrompt: lambda e: "",
    ev.CardCommitted: _committed,
    ev.CardLaid: lambda e: "",
    ev.CardRetracted: lambda e: f"{e.part_id} took the card back",
    ev.TraitSpent: _bonus,
    ev.TraitRefunded: lambda e: f"The trait {e.trait_id} came off {owned(e.target)} card",
    ev.TokensCommitted: _committed_tokens,
    ev.BonusWithdrawn: lambda e: "",
    ev.DeclarationsOpened: lambda e: "The cards were turned up",
    ev.CardDeclared: lambda e: f"{e.part_id} showed the {spoken(e.card)}",
    ev.CardsRevealed: _revealed,
    ev.TieDrawn: _drawn,
    ev.FateTriggered: _fate,
    ev.OrderDecided: _order,
    ev.HandsRefilled: lambda e: "",
    ev.RoundScored: _scored,
    ev.GoalReached: lambda e: f"{listed(e.parts)} reached the victory goal",
    ev.RoundClosed: lambda e: f"Round {number(e.round_no)} was closed",
    ev.BankEmptied: lambda e: f"{tokens(e.n)} went from the bank to the GM",
    ev.ConflictClosed: _closed,
    ev.ConflictCancelled: lambda e: f"The conflict was called off{': ' + e.reason if e.reason else ''}",
    ev.NarrationOpened: _opened,
    ev.NarrationTaken: _taken,
    ev.NarrationFinished: lambda e: "",
    ev.NarrationPassed: lambda e: f"{e.part_id} passed on narrating",
    ev.NarrationReopened: lambda e: f"{e.part_id} may tell it again",
    ev.OrderClaimed: _claimed,
    ev.NarrationOrderChanged: lambda e: f"Order of narration: {', '.join(e.suggested)}",
    ev.NarrationVetoed: _vetoed,
    ev.StakesRuled: lambda e: f"{e.by} ruled: {e.text}",
    ev.MooksTakenOut: lambda e: f"{e.by} took out {number(e.n)} of {e.group}, {number(e.left)} left",
    ev.FateChosen: lambda e: f"{e.part_id} {'left the fight' if e.choice is Fate.OUT else 'fought on'}",
    ev.ParticipantHarmed: lambda e: f"{e.part_id} is harmed",
    ev.ParticipantEliminated: lambda e: f"{e.part_id} is out of the conflict",
    ev.ParticipantDestroyed: lambda e: f"{e.part_id} is destroyed",
    ev.StakeAdopted: lambda e: f"{e.adopter} carried on the stake of {e.from_}",
    ev.VictoryCardGiven: lambda e: f"{e.from_} gave {e.to} the {spoken(e.card)}",
    ev.SacrificePromised: lambda e: f"{e.from_} makes a last gift to {e.to}",
    ev.SacrificeCardGiven: lambda e: f"{e.from_} gave {e.to} the {spoken(e.card)} as a last gift",
    ev.StandingsChanged: _standings,
}
