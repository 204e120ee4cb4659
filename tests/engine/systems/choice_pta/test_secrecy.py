"""Nobody learns a hidden card: what is public is the same whatever lies face down (rules 5.3)."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.codec import to_json
from engine.dice.source import NoDice
from engine.step import advance
from engine.systems.choice_pta.answers import TOPICS
from engine.systems.choice_pta.codewords import CODE_WORDS
from engine.systems.choice_pta.rules.playing import PlayChoice
from engine.systems.choice_pta.rules.sittings import StartSitting
from engine.systems.choice_pta.system import RULESET
from engine.types import ENGINE_ONLY, PUBLIC, Rejected
from tests.support.choice_pta_random import Shuffled, next_command, start
from tests.support.choice_pta_table import Table, fight, in_scene

SHOWING = {"cards_revealed", "sacrifice_card_given", "hand_discarded"}
"""Events that turn hidden cards up; before them nothing may differ."""

Place = tuple[str, str, int]


def hidden(state: Any) -> dict[Place, Any]:
    """Cards nobody but perhaps their owner knows, by where they lie: kind, owner or deck, index."""
    found: dict[Place, Any] = {}
    for deck in state.decks:
        found |= {("draw", deck.name, at): card for at, card in enumerate(deck.draw)}
    for seat in state.seats:
        found |= {("hand", seat.name, at): held.card for at, held in enumerate(seat.hand)}
    if state.conflict is not None:
        for slot in state.conflict.slots:
            if slot.card is not None and not slot.face_up:
                found["slot", slot.part, 0] = slot.card
    return found


def put(state: Any, place: Place, card: Any) -> Any:
    """The state with another card in a hidden place."""
    kind, name, at = place
    if kind == "draw":
        deck = state.deck(name)
        new = replace(deck, draw=(*deck.draw[:at], card, *deck.draw[at + 1 :]))
        return replace(state, decks=tuple(new if each is deck else each for each in state.decks))
    if kind == "hand":
        seat = state.seat(name)
        hand = tuple(replace(held, card=card) if number == at else held for number, held in enumerate(seat.hand))
        return replace(state, seats=tuple(replace(each, hand=hand) if each is seat else each for each in state.seats))
    slots = tuple(replace(slot, card=card) if slot.part == name else slot for slot in state.conflict.slots)
    return replace(state, conflict=replace(state.conflict, slots=slots))


def owners(state: Any, place: Place) -> set[str]:
    """Seats that may know the card there."""
    kind, name, _ = place
    if kind == "hand":
        return {name}
    return {state.conflict.part(name).seat} if kind == "slot" else set()


def swapped(state: Any, rng: Random) -> tuple[Any, set[str]] | None:
    """The state with two hidden cards of one deck exchanged, and who may notice."""
    places = hidden(state)
    interesting = [place for place in places if place[0] != "draw"] or list(places)
    if not interesting:
        return None
    one = rng.choice(interesting)
    others = [place for place, card in places.items() if card.deck == places[one].deck and card != places[one]]
    if not others:
        return None
    other = rng.choice(others)
    changed = put(put(state, one, places[other]), other, places[one])
    return changed, owners(state, one) | owners(state, other)


def public_face(state: Any, but: set[str]) -> str:
    """Everything anybody but these people may see, hear or ask."""
    seats = [seat.name for seat in state.seats if seat.name not in but]
    return json.dumps(
        {
            "views": [RULESET.view(state, viewer) for viewer in (None, *seats)],
            "answers": [
                RULESET.answer(state, topic, player, "brave") for topic in TOPICS for player in (None, *seats, *but)
            ],
            "remind": [spoken.text for spoken in RULESET.remind(state)],
            "narration": to_json(RULESET.narration(state)),
            "expected": [to_json(each) for each in RULESET.expected(state)],
            "tally": RULESET.tally(state),  # type: ignore[attr-defined]
        }
    )


def consequences(state: Any, command: Any, but: set[str]) -> str | None:
    """All that others see and hear of a command; None when it turns cards up."""
    outcome, after = advance(RULESET, state, command, NoDice())
    if isinstance(outcome, Rejected):
        return f"{outcome.code} {outcome.reason}"
    if any(event.kind in SHOWING and event.visibility == PUBLIC for event in outcome.events):
        return None
    public = [event for event in outcome.events if event.visibility == PUBLIC]
    drew = {event.visibility for event in outcome.events} - {PUBLIC, ENGINE_ONLY}
    return json.dumps(
        {
            "events": [to_json(event) for event in public],
            "sentences": [RULESET.describe(event) for event in public],
            "said": [spoken.text for spoken in RULESET.say(state, outcome.events, after)],
            "undo": RULESET.summarise(outcome.events, state),
            "state": public_face(after, but | drew),
        }
    )


def moments(seed: int) -> Iterator[tuple[Any, Random]]:
    """States of a random evening."""
    rng = Random(seed)
    t = start(rng)
    for number in range(60):
        if number % 3 == 0 and t.state.sitting_no:
            yield t.state, rng
        t.history.submit(next_command(t.state, rng), NoDice(), f"e{number}")


@pytest.mark.parametrize("seed", range(12))
def test_hidden_cards_leave_no_trace(seed: int) -> None:
    """SEC-1, SEC-4, SEC-6, INV-24, PTA-35: hidden cards exchanged, nobody else sees, hears or is refused otherwise."""
    for state, rng in moments(seed):
        exchange = swapped(state, rng)
        if exchange is None:
            continue
        other, but = exchange
        assert public_face(state, but) == public_face(other, but)
        command = next_command(state, rng)
        if command.kind not in ("undo_last", "redo_last"):
            assert consequences(state, command, but) == consequences(other, command, but), command


def test_public_events_hold_no_secret() -> None:
    """INV-24, SEC-1: no code word and no card of a hand is in any public event before the reveal."""
    t = fight("Ana", "Ben", "mob", tokens={"Ana": 1})
    t.redraw("Ana")
    t.choice("Vesna", t.hand("Ana")[0])
    t.chance("Harrow")
    t.choice("mob")
    public = json.dumps([to_json(event) for event in t.history.events if event.visibility == PUBLIC])
    assert not any(f'"{word}"' in public for word in CODE_WORDS)
    assert '"rank"' not in public


def test_hands_are_shown_to_their_owner_only() -> None:
    """SEC-2, PTA-33, PTA-35, R-13: the owner sees hand and choice; a chance card only with `chance_peek`."""
    t = fight("Ana", "mob")
    t.choice("Vesna", "3♣")
    t.chance("mob")
    own, other, table = (RULESET.view(t.state, viewer) for viewer in ("Ana", "Gwen", None))
    assert [card["name"] for card in own["own"]["hand"]] == t.hand("Ana")
    assert own["own"]["hand"][0]["code"] in CODE_WORDS
    assert table["own"] is None
    assert other["own"]["seat"] == "Gwen"
    cards = [[part["card"]["card"] for part in view["conflict"]["participants"]] for view in (own, other, table)]
    assert cards[0][0]["name"] == "3 of clubs"
    assert cards[0][1] is None
    assert cards[1] == cards[2] == [None, None]
    t.reveal()
    seen = RULESET.view(t.state, None)["conflict"]["participants"]
    assert all(part["card"]["card"] for part in seen)
    t = fight("Ana", "mob", chance_peek=True)
    t.chance("Vesna", "K♦")
    parts = [RULESET.view(t.state, viewer)["conflict"]["participants"] for viewer in ("Ana", "Gwen")]
    own, other = (seen[0]["card"]["card"] for seen in parts)
    assert (own["name"], other) == ("king of diamonds", None)


def test_code_words_are_many_and_plain() -> None:
    """SEC-2, SEC-5: about two hundred distinct words, none of them about cards or numbers."""
    assert len(set(CODE_WORDS)) == len(CODE_WORDS) >= 180
    assert all(word.isalpha() and word.islower() and len(word) > 3 for word in CODE_WORDS)
    forbidden = {"ace", "king", "queen", "jack", "joker", "spade", "heart", "diamond", "club", "trump"}
    assert not forbidden & set(CODE_WORDS)


def test_code_words_change_with_every_hand() -> None:
    """SEC-5, INV-25: drawn anew for the whole hand, whatever was there before."""
    t = in_scene()
    rng = Random(5)
    seen = []
    for _ in range(2):
        t.history.submit(StartSitting(), NoDice(Shuffled(rng)), f"deal-{rng.random()}")
        seen.append(tuple(held.code for held in t.state.seat("Ana").hand))
    assert seen[0] != seen[1]


def test_undo_tells_nothing_about_the_card() -> None:
    """SEC-6: only that it was taken back."""
    t: Table = fight("Ana", "mob")
    before = t.state
    events = t.do(PlayChoice(actor="Ana", slot_code=t.state.seat("Ana").hand[0].code))
    assert RULESET.summarise(events, before) == "Vesna's card"
