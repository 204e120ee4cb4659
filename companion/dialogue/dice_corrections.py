"""Dice read out once more: whoever repeats a roll that lies already sets it right.

People who were misheard do not say "correction": they read the dice again, name the one that was wrong, or only say
that something was wrong. Faces that are plain are taken at once where nothing hangs on the old ones; else the companion
asks in one short sentence.
"""

from collections.abc import Iterable, Iterator
from itertools import islice, takewhile
from typing import Any

from audio.types import UNKNOWN, Utterance
from companion.dialogue import dispatch
from companion.dialogue.command_executor import perform
from companion.dialogue.corrections import Done, do_again, take_back, way_back
from companion.dialogue.question_wording import listed_numbers
from companion.dialogue.session_context import SessionContext
from companion.nlu.dice_talk import Again, Report
from companion.nlu.types import Intent, Turn
from companion.play.game import SETUP
from engine.codec import to_json
from engine.common.messages import UNDO_KIND
from engine.common.words import counted
from engine.dice.roll import Roll, RollRequest
from engine.quick_dataclass import dataclass
from engine.types import Rejected

READ_AGAIN = "read_again"
RECENT_SECONDS = 60.0
"""Time after dice came in during which they may be read again."""
_AT_ONCE_SECONDS = 25.0
"""Time during which numbers without a word of correction are the same dice again."""
_MOST_WORDS = 18
"""Word limit: a longer sentence tells a story with numbers in it."""
_AT_MOST = 3
"""Deeds among which the dice meant are looked for."""


@dataclass(frozen=True, slots=True)
class Reported:
    """Dice that somebody handed in lately.

    Attributes:
        done: The command that did it.
        requests: What it settled.
        ago: Seconds since.
        latest: Whether nothing was done since.
    """

    done: Done
    requests: tuple[RollRequest, ...]
    ago: float
    latest: bool


def says_more(intents: Iterable[Intent]) -> bool:
    """Return True if a turn asks for more than dice read again do: "make that five" may still be a die."""
    return any(each.decision == "act" and each.command not in {"choose", "make_that"} for each in intents)


def read_again(session: SessionContext, turn: Turn, utterance: Utterance) -> bool:
    """Take words as the correction of dice that were read out lately; False when they are none.

    Args:
        session: The evening.
        turn: What was said.
        utterance: The same, as it was kept.
    """
    if len(turn.text.split()) > _MOST_WORDS:
        return False
    asked = _asked_about(session)
    for reported in _lately(session):
        if asked not in {None, reported.done.command_id}:
            continue
        before = session.game.history.state_before(reported.done.command_id)
        again = session.turns.dice_again(turn, before, reported.requests)
        report = again.report or _swapped(reported, again)
        if report is not None and not reported.latest and report.request.count == 1:
            continue
        if report is not None and (asked or again.corrects or _only_the_dice(reported, report, turn)):
            sure = again.corrects or asked is not None
            return _set_right(session, reported, report, utterance, sure=sure, asked=asked is not None)
        if again.partly and reported.latest and reported.ago <= _AT_ONCE_SECONDS and asked is None:
            _ask_for_faces(session, reported, utterance)
            return True
    return False


def misheard(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Something was misheard ("that's not what I said"): dice are asked for again, else whether to undo the deed.

    On a yes to the companion's own question, the dice it named are taken instead.
    """
    wanted, again = intent.slots.get("of"), intent.slots.get("instead")
    if wanted is not None and again is not None:
        target = next((each for each in session.game.history.latest() if each.command_id == wanted), None)
        if target is not None:
            _take_instead(session, target, session.game.parse(again), utterance)
        return
    latest = session.game.recorded[-1:]
    if any(each.utterance_id == utterance.id and each.entry.kind == "undone" for each in latest):
        return  # "undo that, one die was upside down": the same breath has undone it
    if not ask_again(session, utterance) and (done := said_lately(session)) is not None:
        what = session.game.ruleset.summarise(done.events, session.game.history.state_before(done.command_id))
        undo = Intent("table_command", UNDO_KIND, {}, confidence=1.0, decision="ask")
        session.questions.close("withdrawn")
        dispatch.ask(session, undo, utterance, f"Undo {what}?")


def ask_again(session: SessionContext, utterance: Utterance) -> bool:
    """Ask the speaker for the dice they have just read out; False when they have not."""
    by = utterance.speaker_name
    own = next((each for each in _lately(session) if by is None or each.requests[0].roller == by), None)
    if own is None or not own.latest:
        return False
    _ask_for_faces(session, own, utterance)
    return True


def _asked_about(session: SessionContext) -> str | None:
    """The command whose faces the companion has just asked for."""
    question = session.questions.open
    if question is None or question.intent.command != READ_AGAIN:
        return None
    return str(question.intent.slots["of"])


def _lately(session: SessionContext) -> Iterator[Reported]:
    """Dice that people handed in lately, latest first."""
    history = session.game.history
    deeds = takewhile(lambda each: each.root != SETUP, history.latest())
    for number, done in enumerate(islice(deeds, _AT_MOST)):
        tail = history.since(done.command_id)
        after = history.state_before(tail[1].command_id) if len(tail) > 1 else session.game.state
        settled = _settled(session, history.state_before(done.command_id), after)
        came_in = [session.dice.came_in(request.request_id) for request in settled]
        times = [each for each in came_in if each is not None]
        by_hand = done.root == done.command_id and bool(settled) and len(times) == len(settled)
        if by_hand and session.now - min(times) <= RECENT_SECONDS:
            yield Reported(done, settled, session.now - min(times), number == 0)


def _settled(session: SessionContext, before: Any, after: Any) -> tuple[RollRequest, ...]:
    still = {request.request_id for request in session.game.ruleset.open_rolls(after)}
    return tuple(each for each in session.game.ruleset.open_rolls(before) if each.request_id not in still)


def _only_the_dice(reported: Reported, report: Report, turn: Turn) -> bool:
    """Return True if dice can only be the first ones again: as many, right after, by their roller or with the name."""
    soon = reported.latest and reported.ago <= _AT_ONCE_SECONDS
    return soon and turn.speaker not in {None, UNKNOWN} and report.request.count > 1 and report.values is not None


def _swapped(reported: Reported, again: Again) -> Report | None:
    """The dice with all those put right that show what was denied: "fives, not twos"."""
    faces = getattr(reported.done.command, "values", None) or getattr(reported.done.command, "dice", None) or ()
    if again.swap is None or again.swap[1] not in faces:
        return None
    value, wrong = again.swap
    values = tuple(value if face == wrong else face for face in faces)
    request = reported.requests[0]
    return Report(request, values, None, 0, 0, 0, 1.0) if 1 <= value <= request.sides else None


def _set_right(
    session: SessionContext, reported: Reported, report: Report, utterance: Utterance, *, sure: bool, asked: bool
) -> bool:
    """Take the dice in place of the old ones, or ask whether to; False when they are no others."""
    target, game = reported.done, session.game
    roll = Roll(report.request, report.values or (), report.total, report.successes)
    command = game.ruleset.report(roll)
    if _same(command, target.command):
        if sure:
            session.announcer.answer("That is already so.", session.now, utterance.id)
        return sure
    back = way_back(game, target)
    if isinstance(back, Rejected):
        session.refuse_aloud(back.reason, utterance.id)
        return True
    if (refused := game.refused(command, back.before)) is not None:
        session.refuse_aloud(refused.reason, utterance.id)
        return True
    session.questions.close("answered" if asked else "withdrawn")
    if (sure and back.free) or asked:
        _take_instead(session, target, command, utterance)
        return True
    told = _told(report)
    what = "" if back.free else f"Undo {game.ruleset.summarise(back.events, back.before)}: "
    question = f"{what}{told if what else told.capitalize()} instead, {report.request.roller}?"
    slots = {"of": target.command_id, "instead": to_json(command)}
    dispatch.ask(session, Intent("table_command", READ_AGAIN, slots, decision="ask"), utterance, question)
    return True


def _same(one: Any, other: Any) -> bool:
    """Return True if two reports hand in the same dice, in whatever order they were named."""
    return type(one) is type(other) and _sorted(to_json(one)) == _sorted(to_json(other))


def _sorted(fields: dict[str, Any]) -> dict[str, Any]:
    plain = {name: value for name, value in fields.items() if name in {"values", "dice", "total", "successes", "score"}}
    return {name: sorted(value) if isinstance(value, list | tuple) else value for name, value in plain.items()}


def _take_instead(session: SessionContext, target: Done, command: Any, utterance: Utterance) -> None:
    back = way_back(session.game, target)
    if isinstance(back, Rejected):
        session.refuse_aloud(back.reason, utterance.id)
        return
    take_back(session, back.steps, utterance)
    perform(session, command, utterance)
    do_again(session, back.given, utterance)


def _ask_for_faces(session: SessionContext, reported: Reported, utterance: Utterance) -> None:
    slots = {"of": reported.done.command_id, "player": reported.requests[0].roller}
    session.questions.close("withdrawn")
    intent = Intent("table_command", READ_AGAIN, slots, decision="ask", missing=("values",))
    dispatch.ask(session, intent, utterance)


def _told(report: Report) -> str:
    if report.values:
        return listed_numbers(report.values)
    if report.total is not None:
        return listed_numbers([report.total])
    return str(counted(report.successes or 0, "success", "successes"))


def said_lately(session: SessionContext, within: int = _AT_MOST, by: str | None = None) -> Done | None:
    """The latest deed, where somebody said it in the last few sentences.

    Args:
        session: The evening.
        within: How many sentences, the one that is being understood left out.
        by: Who has to have said it; anybody when None.
    """
    game = session.game
    done = next(game.history.latest(), None)
    if done is None or done.root == SETUP:
        return None
    causes = {each.entry.command_id: each.utterance_id for each in game.recorded[-_AT_MOST:]}
    lately, own = session.notebook.latest(within + 1), session.notebook.latest(within + 1, by)
    return done if causes.get(done.root) in set(lately) & set(own) else None
