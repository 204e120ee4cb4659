"""Suggested sentences: what is open, a few sentences the rules would take from somebody, and where to find others."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from audio.types import Utterance
from companion.dialogue import dispatch
from companion.dialogue.question_wording import listed_numbers
from companion.dialogue.reminders import owed
from companion.dialogue.self_questions import meant
from companion.dialogue.session_context import SessionContext
from companion.nlu.examples import load_examples, spoken
from companion.nlu.types import Intent, Turn
from engine.board import Move
from engine.common.messages import ASK_KIND, DICE_KIND, UNDO_KIND
from engine.common.words import listed
from engine.quick_dataclass import dataclass
from engine.ruleset import Ruleset

Rules = Ruleset[Any, Any, Any]

_ALOUD = 3
_SHOWN = 8
_FACES = (5, 4, 2, 6, 3, 1)
_ALWAYS = (ASK_KIND, UNDO_KIND)
"""Commands that can be said at any time, for a seat whose own moves leave room for them."""


@dataclass(frozen=True, slots=True)
class Sayable:
    """Sentences that somebody may say now.

    Attributes:
        open: What the table stands at, or waits for, in a few words.
        player: Whose sentences these are; None where nobody can tell.
        sentences: The likeliest first; none of them gives away a secret.
    """

    open: str
    player: str | None
    sentences: tuple[str, ...]

    def aloud(self, asking: str | None) -> str:
        """One sentence to be said to whoever asks."""
        who = "you" if self.player in {None, asking} else str(self.player)
        told = listed((f"“{each.rstrip('.')}”" for each in self.sentences[:_ALOUD]), "or")
        return f"{self.open}; {who} can say {told}; the page lists all actions." if told else f"{self.open}."


def tell_sayable(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Tell what can be said now, where the companion is asked and not somebody at the table."""
    if not (meant(utterance) or intent.slots.get("plainly")):
        return
    asking = utterance.speaker_name
    now = sayable(session, asking)
    lead = "No dice have to be rolled now. " if intent.slots.get("dice") and not session.game.open_rolls else ""
    session.announcer.answer(f"{lead}{now.aloud(asking)}", session.now, utterance.id)
    session.minutes.emit({"type": "help", "utterance": utterance.id, "to": now.player, "sentences": [*now.sentences]})


def get_started(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Take the step the table takes for granted where it was typed, ask about it where it was said among people."""
    step = session.game.ruleset.next_step(session.game.state)
    if step is None:
        tell_sayable(session, intent, utterance)
        return
    begin = Intent("table_command", step.kind, confidence=1.0, decision="ask")
    if utterance.typed:
        dispatch.act(session, begin, utterance, utterance.speaker_name)
    else:
        dispatch.ask(session, begin, utterance)


def sayable(session: SessionContext, asking: str | None) -> Sayable:
    """Return what can be said now, by whoever asks or else by whose moment it is; all of it is understood."""
    question, ruleset, state = session.questions.open, session.game.ruleset, session.game.state
    if question is not None:
        return Sayable(
            f"The question is “{question.text}”", asking, tuple(each.capitalize() for each in question.options)
        )
    opened = " ".join(each.text for each in owed(session)) or ruleset.board(state).headline
    player = _whose(ruleset, state, asking)

    def understood(sentence: str) -> bool:
        intents = session.turns.read_ahead(Turn(sentence, player, typed=True), state)
        return any(each.decision in {"act", "ask"} for each in intents)

    found = islice(filter(understood, sentences(ruleset, state, player)), _SHOWN)
    return Sayable(opened.rstrip(".?!"), player, tuple(found))


def sentences(ruleset: Rules, state: Any, player: str | None) -> Iterator[str]:
    """Sentences for what the rules would take from a player now, what is owed first, and what can always be said."""
    examples = load_examples(ruleset.info.slug)
    vocabulary = ruleset.vocabulary(state)
    order = {kind: place for place, kind in enumerate(examples)}
    step = ruleset.next_step(state)
    moves = [] if player is None else [each for each in ruleset.moves(state, player) if not each.secret]
    first = None if step is None else step.kind
    moves.sort(key=lambda each: (each.kind != first, not each.owed, order.get(each.kind, len(order))))
    throws = {each.kind: _faces(each) for each in reversed(moves) if each.kind == DICE_KIND}
    kinds = dict.fromkeys(each for move in moves for each in _kinds(move))
    found = (throws.get(kind) or spoken(examples.get(kind, ""), vocabulary, player) for kind in (*kinds, *_ALWAYS))
    yield from dict.fromkeys(sentence for sentence in found if sentence)


def sayings(ruleset: Rules, state: Any, player: str) -> Mapping[str, str]:
    """By kind of command, a sentence with which a player may ask for one at this table."""
    vocabulary = ruleset.vocabulary(state)
    told = {kind: spoken(each, vocabulary, player) for kind, each in load_examples(ruleset.info.slug).items()}
    return {kind: sentence for kind, sentence in told.items() if sentence is not None}


def _kinds(move: Move) -> tuple[str, ...]:
    """Kinds of command that make a move; dice may be left to the app."""
    return ("roll_for_me", move.kind) if move.kind == DICE_KIND else (move.kind,)


def _faces(move: Move) -> str:
    """As many faces as a throw has, as they are read aloud; empty where that is nothing to say in one breath."""
    count = next((field.least for field in move.fields if field.shape == "faces"), 0)
    return f"{listed_numbers(_FACES[:count]).capitalize()}." if 0 < count <= len(_FACES) else ""


def _whose(ruleset: Rules, state: Any, asking: str | None) -> str | None:
    """Return who asks, unless the next step of the table is somebody else's; the narrator for an unknown voice."""
    players = [each.name for each in ruleset.vocabulary(state).players]
    step = ruleset.next_step(state)
    if step is not None:
        able = [name for name in players if any(each.kind == step.kind for each in ruleset.moves(state, name))]
        if able:
            return asking if asking in able else able[0]
    return asking if asking in players else ruleset.narration(state).holder or next(iter(players), None)
