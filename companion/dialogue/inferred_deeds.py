"""Carries out what was inferred from a line, and the steps that were missed before it, or asks about them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from audio.types import Utterance
from companion.dialogue import corrections, dispatch
from companion.dialogue.answering import ANSWERED
from companion.dialogue.confirmation_policy import ConfirmationPolicy
from companion.dialogue.question_wording import deed_text, in_turn, question_text
from companion.dialogue.records import intent_record
from companion.dialogue.session_context import SessionContext
from companion.nlu.trace import Reading
from companion.nlu.types import Intent, Turn
from companion.tracker.hypotheses import Inferred
from companion.tracker.tracker import ACT_CHANCE
from companion.tracker.verdicts import Verdict
from engine.errors import BadField
from engine.phrase import phrase
from engine.types import Spoken as Said

FINAL_CHANCE = 0.9
"""Probability from which a command that cannot be undone, or ends a fight, is carried out without being asked about."""
PLAIN_CHANCE = 0.95
"""Probability from which an answer that the rules wait for is carried out whatever it costs."""
HEARD_BRIDGE_CHANCE = 0.95
"""Probability from which steps that were missed are taken with a line that was heard."""
UNSAID_CHANCE = 0.4
"""Probability from which a step is taken for granted that nobody said."""
_MOST_ASKED = 3
"""Steps that one question is about; it names each that is not plainly said in the line itself."""
MOST_MISSED = 6
"""Steps that are taken with a line although they were not said in it."""
_FEW = 3
"""Choices that a question names."""


def act(session: SessionContext, verdict: Verdict, turn: Turn, utterance: Utterance) -> bool:
    """Carry out the missed steps, if any, and what the line asks for; what is dear is asked about."""
    length = len(session.game.recorded)
    plan = _needed(session, verdict, utterance)
    if sum(is_missed(each, utterance) for each in plan) > MOST_MISSED:
        return False
    if any(
        each.line is not None and session.questions.lately(_intent(each), each.actor) == "dropped" for each in plan[:-1]
    ):
        return False
    firm = len({each.line.id for each in plan if each.line is not None}) > 1
    unsure = (each for each in plan if is_missed(each, utterance) and not _goes_without_saying(session, each, firm))
    dear = next(unsure, None)
    if dear is not None:
        if dear.line is not None and not session.follower.reads_again:
            _ask(session, dear, utterance)
            session.follower.wait_for(session, dear)
        return False
    if verdict.undo and corrections.without(session, *verdict.undo) is not None:
        return False
    for at, step in enumerate(plan):
        missed = is_missed(step, utterance)
        if _dear(session, step, missed=missed):
            _ask(session, step, utterance)
            session.follower.wait_for(session, step)
            return len(session.game.recorded) > length
        before = len(session.game.recorded)
        _carry_out(session, step, utterance, told=missed)
        if len(session.game.recorded) == before:
            break
        if step.line is not None:
            session.follower.done(session, step.line.id)
            if not any(each.said_in(step.line) for each in plan[at + 1 :]):
                session.follower.read_dice_after(session, step.line.id, _intent(step))
    return len(session.game.recorded) > length


def ask_about(session: SessionContext, verdict: Verdict, utterance: Utterance) -> None:
    """Ask about what a line most probably asks for, and about a step that was missed before it.

    Nobody is asked about the ends of two turns that nobody spoke of.
    """
    plan = _needed(session, verdict, utterance)
    if len(plan) <= _MOST_ASKED and sum(_passes(session, each) for each in plan[:-1]) < 2:
        _ask(session, plan[-1], utterance, plan[:-1])


def ask_for_dice(session: SessionContext, roller: str, utterance: Utterance) -> None:
    """Ask somebody for the faces of the dice that the table waits for."""
    for move in session.game.ruleset.moves(session.game.state, roller):
        faces = tuple(each for each in move.fields if each.shape == "faces")
        if faces and all(each.optional for each in move.fields if each not in faces):
            owed = Inferred(None, move.kind, roller, dict(move.given), str(move.label), 1.0, faces)
            return _ask(session, owed, utterance)


def _passes(session: SessionContext, step: Inferred) -> bool:
    """Return True for the end of a turn that nobody spoke of."""
    return step.line is None and session.game.command_of(step.kind).means == "ends_turn"


def _goes_without_saying(session: SessionContext, step: Inferred, firm: bool) -> bool:
    """Return True where a step may be taken although nobody plainly said it: it ends nothing, and is likely by itself.

    The end of a turn, and that a roll is not made, are likely with `firm` too, where more than one line speaks for it.
    """
    try:
        command = session.game.parse(step.data)
    except BadField:
        return False
    passed = firm and (command.means == "ends_turn" or step.lets_go)
    likely = passed or step.line is not None or step.chance >= UNSAID_CHANCE
    return likely and not ConfirmationPolicy(session.trust, session.game).costs(command)


def trusted(verdict: Verdict, utterance: Utterance) -> bool:
    """Return True unless a line that was heard, and may have been cut in two, decides about more than itself."""
    if utterance.typed or not any(is_missed(each, utterance) and not each.lets_go for each in verdict.steps):
        return True
    return not verdict.undo and verdict.chance >= HEARD_BRIDGE_CHANCE


def is_missed(step: Inferred, utterance: Utterance) -> bool:
    """Return True where a step was not said in the line at hand."""
    return step.line is None or step.line.id != utterance.id


def _needed(session: SessionContext, verdict: Verdict, utterance: Utterance) -> Sequence[Inferred]:
    """The steps of a decision without missed ones that are dear, or only tell, and that the last does not need."""
    steps, last = verdict.steps[:-1], verdict.steps[-1]
    missed = [each for each in steps if is_missed(each, utterance)]
    idle = [each for each in missed if each.only_quotes or _dear(session, each, missed=True)]
    plan = [*(each for each in steps if each not in idle), last]
    allowed = verdict.undo or session.game.after([each.data for each in plan]) is not None
    return plan if allowed else verdict.steps


def _carry_out(session: SessionContext, inferred: Inferred, utterance: Utterance, *, told: bool) -> None:
    intent, length = _intent(inferred), len(session.game.history)
    source = inferred.line.id if inferred.line is not None else None
    session.minutes.emit({**intent_record(intent, utterance.id), "inferred": source})
    _explain(session, inferred, intent)
    if told:
        what = phrase("I take it that {player} meant “{what}”.", player=inferred.actor, what=inferred.label)
        if inferred.line is None:
            what = phrase("I take it that this was meant: “{what}”.", what=inferred.label)
        session.announcer.results([Said(what, 2)], session.now, utterance.id)
    dispatch.act(session, intent, utterance, inferred.actor)
    session.follower.inferred(session, length)


def _intent(inferred: Inferred) -> Intent:
    text, chance = inferred.line.text if inferred.line is not None else "", round(inferred.chance, 3)
    return Intent("table_command", inferred.kind, inferred.fields, (0, len(text)), chance, "act", tipped="likely")


def _explain(session: SessionContext, inferred: Inferred, intent: Intent) -> None:
    """Keep for `why` what was made of the words by their likelihood."""
    text = inferred.line.text if inferred.line is not None else ""
    reading = Reading(
        inferred.kind, intent.category, "", text, (0, len(text)), "taken", factors=(inferred.chance, 1.0, 1.0),
        intent=intent,
    )  # fmt: skip
    session.turns.trace.readings.append(reading)


def costs(session: SessionContext, kind: str, fields: Mapping[str, Any]) -> bool:
    """Return True where a command ends something or spends more than one chip."""
    try:
        command = session.game.parse({"kind": kind, **fields})
    except BadField:
        return True
    return ConfirmationPolicy(session.trust, session.game).costs(command)


def _dear(session: SessionContext, inferred: Inferred, *, missed: bool = False) -> bool:
    """Return True where a command ends something or spends more than one chip, or cannot be undone and is not sure.

    A missed one is dear too where it takes more than one of anything, or cannot be undone. An answer that the rules
    wait for, such as a bid, is not dear where it is plainly said.
    """
    try:
        command = session.game.parse(inferred.data)
    except BadField:
        return True
    if is_owed(session, inferred) and not missed and inferred.chance >= PLAIN_CHANCE:
        return False
    policy = ConfirmationPolicy(session.trust, session.game)
    if missed and (policy.takes(command) or policy.final(command, ends="fight")):
        return True
    return policy.costs(command) or (inferred.chance < FINAL_CHANCE and policy.final(command, ends="fight"))


def is_owed(session: SessionContext, step: Inferred) -> bool:
    """Return True for an answer of somebody without which the table cannot go on."""
    return any(
        each.player == step.actor and each.command == step.kind and not each.optional
        for each in session.game.ruleset.expected(session.game.state)
    )


def _asked(session: SessionContext, step: Inferred) -> str:
    """The question about one step, as its command words it, or else named by its button."""
    known = deed_text(session.game.command_of(step.kind), step.fields, step.actor)
    return known or (f"{step.label}, {step.actor}?" if step.actor else f"{step.label}?")


def _ask(session: SessionContext, inferred: Inferred, utterance: Utterance, first: Sequence[Inferred] = ()) -> None:
    """Ask about what a line most probably asks for, and the steps before it; nothing where a word could not answer."""
    if session.trust == "brisk":
        return
    lacks = inferred.lacks
    missing = tuple(each.name for each in lacks)
    if not ANSWERED.issuperset(missing) or len(missing) > 1:
        return
    intent = replace(_intent(inferred), decision="ask", missing=missing, tipped="unsure")
    named = [*first, inferred] if inferred.lacks or inferred.chance < ACT_CHANCE or not first else first
    names = {str(value) for step in named for value in (step.actor, *step.fields.values()) if value}
    text, choices = in_turn([_asked(session, each) for each in named], inferred.actor, names), None
    if lacks and lacks[0].shape == "faces":
        text = question_text(intent, inferred.actor, session.game.command_of(inferred.kind))
    elif lacks:
        choices = tuple(str(each.value) for each in lacks[0].options)
        offered = " or ".join(choices) if 0 < len(choices) <= _FEW else lacks[0].label.lower()
        text = f"{text.removesuffix('?')}: {offered}?"
    before = tuple(each.data for each in first)
    if session.questions.ask(text, intent, utterance.id, inferred.actor, session.now, before, choices=choices or None):
        session.minutes.emit(intent_record(intent, utterance.id))
