"""Later corrections: another skill, another number, another speaker, several steps back.

Nothing is replayed silently. Where dice were thrown or others have gone on since, the companion asks first; on a yes
it undoes everything back to that point, does it as corrected, and does again what people had said after it.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, replace
from itertools import groupby, islice
from typing import Any

from audio.types import SpeakerMatch, Utterance
from companion.dialogue import dispatch
from companion.dialogue.admission import AGREEING, FORGETTING, PERSONAL
from companion.dialogue.command_executor import perform
from companion.dialogue.doers import may_give
from companion.dialogue.live_redaction import redact_live
from companion.dialogue.privacy_commands import told_of_papers
from companion.dialogue.question_wording import number_word
from companion.dialogue.session_context import SessionContext
from companion.dialogue.turn_interpreter import turn_of
from companion.nlu.types import Intent
from companion.play.game import SETUP, Game
from engine.codec import to_json
from engine.common.messages import UNDO_KIND
from engine.dice.source import NoDice
from engine.errors import BadField
from engine.history import Committed
from engine.phrase import phrase
from engine.quick_dataclass import dataclass
from engine.step import advance
from engine.types import Rejected

_AT_MOST = 5
"""Steps one sentence may undo, and how far back a correction looks for what it means."""
_DOERS = ("actor", "player", "requester", "caller")
_AMOUNTS = ("chips", "count", "dice", "amount", "extra_difficulty", "value", "n", "stacks", "units")
"""Fields a bare number corrects, the first one a command has."""
_FINAL = Rejected("CANNOT_UNDO", phrase("That can no longer be undone."))

Done = Committed[Any, Any]


@dataclass(frozen=True, slots=True)
class Rewind:
    """The way back to before a command.

    Attributes:
        before: State it met.
        steps: How many times something has to be undone.
        events: What would no longer count.
        given: Commands of people that came after it, oldest first; the app's own dice are not among them.
        free: Whether nothing hangs on it yet: no dice thrown, nothing done since.
    """

    before: Any
    steps: int
    events: tuple[Any, ...]
    given: tuple[Done, ...]
    free: bool


def way_back(game: Game, target: Done, *others: Done) -> Rewind | Rejected:
    """The way back to before a command; `others` came from the same sentence and go with it."""
    tail = game.history.since(target.command_id)
    events = tuple(event for each in tail for event in each.events)
    if not all(getattr(event, "undoable", True) for event in events):
        return _FINAL
    same = {target.command_id, *(each.command_id for each in others)}
    since = tuple(each for each in tail if each.command_id not in same)
    before = game.history.state_before(target.command_id)
    given = tuple(each for each in since if each.root == each.command_id)
    return Rewind(before, sum(1 for _ in groupby(tail, key=lambda each: each.root)), events, given, not since)


def take_back(session: SessionContext, steps: int, utterance: Utterance | None) -> list[str]:
    """Undo so many steps without a word; returns what was undone, latest first."""
    told: list[str] = []
    for _ in range(steps):
        performed = perform(session, session.game.parse({"kind": UNDO_KIND}), utterance)
        if isinstance(performed.outcome, Rejected):
            session.refuse_aloud(performed.outcome.reason, utterance.id if utterance else None)
            break
        session.announcer.withdraw(performed.command_id)
        told.append(session.game.ruleset.summarise(performed.taken_back, performed.after))
    return told


def do_again(session: SessionContext, given: tuple[Done, ...], utterance: Utterance | None) -> None:
    """Do again what people had done after a deed that was undone, whoever asks for it."""
    asked = None if utterance is None else replace(utterance, own_page=False)
    for each in given:
        again = _again(session.game, session.game.state, each.command)
        if again is None or not perform(session, again[0], asked).accepted:
            session.announcer.answer("What followed no longer fits; please say it again.", session.now)
            return


# What people say


def undo_several(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Undo as many steps as are named: "undo the last two"."""
    told = take_back(session, min(int(intent.slots["count"]), _AT_MOST), utterance)
    if told:
        session.announcer.answer(f"Undone: {' and '.join(dict.fromkeys(told))}.", session.now, utterance.id)


def change_skill(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Do the speaker's latest deed or check with another skill: "no, I meant Stealth"."""
    skill = intent.slots["skill"]
    said = "luck" if skill == "none" else str(skill)
    for target in targets(session, intent, utterance):
        field = next((name for name in ("skill", "trait") if getattr(target.command, name, None)), None)
        if field and change(session, intent, utterance, target, {field: skill}, f"{said[0].upper()}{said[1:]}"):
            return
    nothing_meant(session, utterance)


def make_that(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Set the number right in what the speaker did last: "no wait, make that two"."""
    value = int(intent.slots["value"])
    for target in targets(session, intent, utterance):
        field = next((name for name in _AMOUNTS if type(getattr(target.command, name, None)) is int), None)
        if field is None:
            continue
        # A check costs a chip; each chip more makes it harder by one.
        number = value - 1 if field == "extra_difficulty" else value
        if change(session, intent, utterance, target, {field: number}, number_word(value).capitalize()):
            return
    nothing_meant(session, utterance)


def not_that(session: SessionContext, intent: Intent, utterance: Utterance) -> bool:
    """Swap a die or number given lately, else chips of which somebody has so many: "that was four, not six".

    Returns:
        False when there is no such number.
    """
    value, wrong = int(intent.slots["value"]), int(intent.slots["wrong"])
    by = corrector(intent, utterance)
    lately = list(targets(session, intent, utterance, anybody=True))
    for target in sorted(lately, key=lambda each: not _did(each, by)):
        fields = _swapped(target.command, wrong, value)
        if fields and change(session, intent, utterance, target, fields, number_word(value).capitalize()):
            return True
    holders = [
        each.name for each in getattr(session.game.state, "players", ()) if getattr(each, "chips", None) == wrong
    ]
    whose = by if by in holders else holders[0] if len(holders) == 1 else None
    if whose is None:
        return False
    slots = {"path": "chips", "value": value, "player": whose, "reason": utterance.text}
    correcting = session.game.kind_that("corrects")
    dispatch.act(session, replace(intent, command=correcting, slots=slots), utterance, by)
    return True


def _swapped(command: Any, wrong: int, value: int) -> dict[str, Any]:
    """The fields of a command with one number in place of another; empty when it has no such number."""
    for name in ("values", "dice"):
        faces = getattr(command, name, None)
        if isinstance(faces, tuple) and wrong in faces:
            at = faces.index(wrong)
            return {name: [*faces[:at], value, *faces[at + 1 :]]}
    field = next((name for name in (*_AMOUNTS, "total") if getattr(command, name, None) == wrong), None)
    return {field: value} if field else {}


def other_speaker(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Credit words to somebody else: "that wasn't me, that was Ben"; on a page of their own people only claim words."""
    player, words = str(intent.slots["player"]), intent.slots.get("utterance")
    if utterance.own_page and player != utterance.speaker_name:
        session.refuse_aloud(f"{player} has to say that.", utterance.id)
        return
    recredit(session, words, player, utterance, sure=bool(intent.slots.get("sure")), own_page=utterance.own_page)


def targets(session: SessionContext, intent: Intent, utterance: Utterance, *, anybody: bool = False) -> Iterator[Done]:
    """Yield the commands a correction may mean, latest first: the one asked about, else those of the speaker.

    What is secret is only ever meant by a speaker known to have done it, and the deeds of others only by a speaker who
    could have done them as well: to all others it is as if they did not exist.
    """
    by, wanted = corrector(intent, utterance), intent.slots.get("of")
    given = (each for each in session.game.history.latest() if each.root == each.command_id != SETUP)
    for each in tuple(islice(given, _AT_MOST)):
        if each.command.talk.secret and not _did(each, by):
            continue
        if not may_give(session, each.command, session.game.history.state_before(each.command_id), by):
            continue
        if each.command_id == wanted or (wanted is None and (anybody or by is None or _did(each, by))):
            yield each


def corrector(intent: Intent, utterance: Utterance) -> str | None:
    """Return whoever corrects: the one who was asked, else the speaker; None where nobody knows."""
    by: str | None = intent.slots.get("by", utterance.speaker_name)
    return by


def _did(done: Done, player: str | None) -> bool:
    return player is not None and player in {getattr(done.command, name, None) for name in _DOERS}


def change(
    session: SessionContext, intent: Intent, utterance: Utterance, target: Done, fields: Mapping[str, Any], told: str
) -> bool:
    """Do a command again with other fields, or ask whether to; False when that makes no sense to the rules.

    Whoever corrects does it from then on, and could have done so at first; a voice nobody knows changes no name.
    """
    game, by = session.game, corrector(intent, utterance)
    try:
        command = game.parse({**to_json(target.command), **fields})
    except BadField:
        return False
    if command == target.command:
        session.announcer.answer(f"{told} already.", session.now, utterance.id)
        return True
    back = way_back(game, target)
    if isinstance(back, Rejected):
        session.refuse_aloud(back.reason, utterance.id)
        return True
    if game.refused(command, back.before) is not None or not may_give(session, command, back.before, by):
        return False
    command = command if by is None else replace(command, actor=by)
    if back.free or intent.slots.get("sure"):
        take_back(session, back.steps, utterance)
        perform(session, command, utterance)
        do_again(session, back.given, utterance)
    else:
        slots = {**intent.slots, "of": target.command_id, "by": by, "sure": True}
        dispatch.ask(session, replace(intent, slots=slots), utterance, _doubt(session, command, back, told, by))
    return True


def _doubt(session: SessionContext, command: Any, back: Rewind, told: str, by: str | None) -> str:
    if command.talk.secret:
        return f"Another bid, {by}?"
    return f"Undo {session.game.ruleset.summarise(back.events, back.before)}: {told} instead?"


def nothing_meant(session: SessionContext, utterance: Utterance) -> None:
    """Nothing fits: typed talk gets an answer, spoken talk was probably not meant for the companion."""
    if utterance.typed:
        session.refuse_aloud("I do not know what that corrects.", utterance.id)


# What was said

REWORDED_SECONDS = 60.0
"""Age up to which corrected words are still acted upon; of older ones only the record is corrected."""


def reword(session: SessionContext, utterance_id: str, text: str, *, own_page: bool = False) -> None:
    """Put other words in the place of what was heard.

    What followed from words said just now is undone, and the new words are understood in their place. Where the
    table has gone on since, only the record changes.

    Args:
        session: The evening.
        utterance_id: Words meant.
        text: What was really said.
        own_page: Whether whoever said it corrects it on their own page.
    """
    words = words_of(session, utterance_id, "", None)
    if words is None:
        session.refuse_aloud("I do not know which line you mean.", None)
        return
    own = led_to(session, words)
    back = way_back(session.game, own[0], *own[1:]) if own else None
    session.notebook.reword(words.id, text)
    session.minutes.emit({"type": "reword", "utterance": words.id, "text": text})
    settled = isinstance(back, Rejected) or (back is not None and not back.free)
    if settled or words.end < session.began or session.now - words.end > REWORDED_SECONDS:
        if own:
            session.announcer.answer("Corrected. What followed from it is unchanged.", session.now, words.id)
        return
    if isinstance(back, Rewind):
        take_back(session, back.steps, words)
    said = replace(words, text=text, own_page=own_page)
    session.understand(turn_of(said), said)


def without(session: SessionContext, *command_ids: str) -> Rejected | None:
    """Undo deeds, whatever came after them, and do again what people did since; why not, or None."""
    chain = _chain_of(session.game, command_ids)
    if not chain:
        return Rejected("E_ALREADY", phrase("That has already been undone."))
    back = way_back(session.game, chain[0], *chain[1:])
    if isinstance(back, Rejected):
        return back
    told = take_back(session, back.steps, None)
    do_again(session, back.given, None)
    if told:
        session.announcer.answer(f"Undone: {told[-1]}.", session.now)
    return None


def state_without(session: SessionContext, *command_ids: str) -> Any | None:
    """State the table would have without some deeds; None where what people did since would not fit."""
    chain = _chain_of(session.game, command_ids)
    back = way_back(session.game, chain[0], *chain[1:]) if chain else None
    if back is None or isinstance(back, Rejected) or len(back.given) > _AT_MOST:
        return None
    state = session.game.history.state_before(chain[0].command_id)
    for done in back.given:
        again = _again(session.game, state, done.command)
        if again is None:
            return None
        state = again[1]
    return state


def _again(game: Game, state: Any, command: Any) -> tuple[Any, Any] | None:
    """A command as it fits a state in which rolls and checks have other numbers, and the state behind it."""
    numbers = {each.name for each in fields(command) if each.name.endswith("_id") and each.default is None}
    for each in (command, replace(command, **dict.fromkeys(numbers))):
        outcome, after = advance(game.ruleset, state, each, NoDice())
        if not isinstance(outcome, Rejected):
            return each, after
    return None


def _chain_of(game: Game, command_ids: Collection[str]) -> list[Done]:
    """Deeds with all that followed from them, oldest first; nothing when one does not count, or set the table up."""
    if not all(game.history.counts(each) for each in command_ids):
        return []
    found: list[Done] = []
    for root, deeds in groupby(game.history.latest(), key=lambda each: each.root):
        chain = list(deeds)
        if any(each.command_id in command_ids for each in chain):
            if root == SETUP:
                return []
            found += chain
        if {each.command_id for each in found}.issuperset(command_ids):
            break
    return found[::-1]


# Who said it


def recredit(
    session: SessionContext,
    utterance_id: str | None,
    player: str,
    utterance: Utterance | None,
    *,
    sure: bool = False,
    own_page: bool = False,
) -> None:
    """Credit something said to another player: what followed from it is undone and done as that player's.

    Words of somebody who is not to be heard are struck instead.

    Args:
        session: The evening.
        utterance_id: Words meant; the latest ones credited to somebody else when None.
        player: Who really said them.
        utterance: Sentence that asks for it; None for a tap.
        sure: Whether the table agreed to undo what depends on it.
        own_page: Whether that player claims them on their own page.
    """
    words = words_of(session, utterance_id, player, utterance)
    cause = utterance.id if utterance else utterance_id
    if words is None:
        session.refuse_aloud("I do not know which line you mean.", utterance.id if utterance else None)
        return
    words = replace(words, own_page=own_page or words.own_page)
    own = led_to(session, words)
    back = way_back(session.game, own[0], *own[1:]) if own else None
    if _left_out(session, words, player, utterance):
        _strike(session, words, player, back, utterance)
        return
    if isinstance(back, Rejected):
        session.refuse_aloud(back.reason, cause)
        return
    if back is not None and not back.free and not sure:
        what = session.game.ruleset.summarise(back.events, back.before)
        slots = {"player": player, "utterance": words.id, "sure": True}
        meant = Intent("table_command", "recredit", slots, confidence=1.0, decision="ask")
        dispatch.ask(session, meant, utterance or words, f"Undo {what}: {player} said it?")
        return
    _say_as(session, words, player, back, utterance or words)


def led_to(session: SessionContext, words: Utterance) -> list[Done]:
    """Commands that people gave with these words and that still count."""
    game = session.game
    caused = [each for each in game.recorded.of_evening(game.evening) if each.utterance_id == words.id]
    done = [game.history.entry_at(each.position) for each in caused if game.history.counts(each.entry.command_id)]
    return [each for each in done if isinstance(each, Committed) and each.root == each.command_id]


def _say_as(session: SessionContext, words: Utterance, player: str, back: Rewind | None, utterance: Utterance) -> None:
    if back is not None:
        take_back(session, back.steps, utterance)
    credited = replace(words, speaker=SpeakerMatch(player, 1.0))
    session.notebook.credit(words.id, player)
    session.voices.credit(words.id, player)
    session.minutes.emit({"type": "credit", "utterance": words.id, "player": player})
    if utterance.id != words.id and utterance.speaker_name not in {None, player} and _personal(session, credited):
        session.refuse_aloud(f"{player} has to say that.", utterance.id)
        return
    reason = _obstacle(session, credited)
    length = len(session.game.recorded)
    session.understand(turn_of(credited), credited)
    if back is not None and len(session.game.recorded) == length:
        session.refuse_aloud(f"Undone. {reason}".strip(), utterance.id)
    if back is not None:
        do_again(session, back.given, utterance)


def _left_out(session: SessionContext, words: Utterance, player: str, utterance: Utterance | None) -> bool:
    """Return True if words are not to be kept as this player's; what they say themselves of being heard is."""
    credited = replace(words, speaker=SpeakerMatch(player, 1.0))
    if not session.consent.leaves_out(credited):
        return False
    others = utterance is not None and utterance.speaker_name not in {None, player}
    return others or not _says(session, credited, {AGREEING, FORGETTING})


def _strike(
    session: SessionContext,
    words: Utterance,
    player: str,
    back: Rewind | Rejected | None,
    utterance: Utterance | None,
) -> None:
    """Delete words of somebody who is not to be heard, with what followed where nothing hangs on it yet."""
    cause = utterance.id if utterance else None
    if isinstance(back, Rewind) and back.free:
        take_back(session, back.steps, utterance)
    with told_of_papers(session, cause):
        redact_live(session, [words.id], cause)
        session.announcer.answer(f"Deleted from the record, as {player} is not to be heard.", session.now, cause)


def _personal(session: SessionContext, credited: Utterance) -> bool:
    """Return True if words say something about consent or forgetting that nobody can say for somebody else."""
    question = session.questions.open
    if question is not None and question.intent.command in PERSONAL:
        return True
    return _says(session, credited, PERSONAL, question is not None)


def _says(session: SessionContext, words: Utterance, commands: Collection[str], asked: bool = False) -> bool:
    return any(each.command in commands for each in session.turns.read(turn_of(words), asked))


def _obstacle(session: SessionContext, credited: Utterance) -> str:
    """Return the rules' objection to another speaker for words; a plain sentence when they mean nothing there."""
    speaker = credited.speaker_name
    for intent in session.turns.read(turn_of(credited), False):
        if intent.command and intent.refused and not intent.missing:
            try:
                command = session.game.parse({"actor": speaker, "kind": intent.command, **intent.slots})
            except BadField:
                continue
            refusal = session.game.refused(command)
            if refusal is not None:
                return refusal.reason
    return f"Said by {speaker}, it is not a request now."


def words_of(
    session: SessionContext, utterance_id: str | None, player: str, utterance: Utterance | None
) -> Utterance | None:
    """The words meant, as they are kept."""
    game = session.game
    kept = [each for each in game.store.utterances(game.campaign.id, game.evening) if not each.struck]
    if utterance_id is not None:
        meant = [each for each in kept if each.id == utterance_id]
    else:
        others = [each for each in kept if each.speaker != player and (utterance is None or each.id != utterance.id)]
        tonight = game.recorded.of_evening(game.evening)
        caused = {each.utterance_id for each in tonight if game.history.counts(each.entry.command_id)}
        recent = others[-_AT_MOST:]
        meant = [each for each in recent if each.id in caused] or recent
    if not meant:
        return None
    found = meant[-1]
    match = SpeakerMatch(found.speaker, found.score or 0.0) if found.speaker else None
    return Utterance(found.id, found.text, match, found.start, found.end, typed=found.typed)
