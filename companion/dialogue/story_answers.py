"""Questions about the story, answered aloud from what the campaign remembers."""

import re
from collections.abc import Callable

from audio.types import Utterance
from companion.chronicle.memory.answers import Answer, Asked, opening
from companion.chronicle.notebook import Notebook
from companion.chronicle.recaps import RecapRequest, load_tone, make_recap
from companion.dialogue.announcer import Announcer
from companion.dialogue.records import Record
from companion.dialogue.session_context import SessionContext
from companion.nlu.types import Intent
from companion.play.game import SETUP, Game
from engine.common.messages import ASK_KIND

_ADDRESSED = re.compile(r"\b(?:companion|computer|scribe)\b", re.IGNORECASE)
_WORDS_TOLD = 36
"""Words of last time's end that begin an evening: about a quarter of a minute."""


def tell_known(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Answer a question about somebody or something, or about who somebody was."""
    words = str(intent.slots.get("text", ""))
    _tell(session, intent, utterance, lambda asked: asked.about(words), f"I do not know {words}.")


def tell_met(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Tell when somebody first came up."""
    words = str(intent.slots.get("text", ""))
    _tell(session, intent, utterance, lambda asked: asked.met(words), f"I do not know {words}.")


def tell_promises(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Promises and debts."""
    words = str(intent.slots.get("text", ""))

    def find(asked: Asked) -> Answer | None:
        return asked.promises(words) if not words or asked.find(words) else None

    _tell(session, intent, utterance, find, f"I do not know {words}.")


def tell_open(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Tell what is still open."""
    _tell(session, intent, utterance, Asked.open_ends)


def _tell(
    session: SessionContext,
    intent: Intent,
    utterance: Utterance,
    find: Callable[[Asked], Answer | None],
    unknown: str = "",
) -> None:
    """Answer, with what the answer rests on in the record; a name nobody knows is left to the people it was put to."""
    answer = find(session.notebook.asked())
    if answer is None:
        if not (utterance.typed or _ADDRESSED.search(utterance.text)):
            return
        answer = Answer(unknown)
    cited = [{"evening": each.evening, "utterance": each.utterance} for each in answer.evidence]
    fields = {"topic": intent.command, **intent.slots, "evidence": cited}
    session.minutes.command(ASK_KIND, utterance.speaker_name, fields, utterance, None, now=session.now)
    session.announcer.answer(answer.text, session.now, utterance.id, _sources(answer))
    if answer.about is not None and answer.about.kind == "person":
        session.notebook.answered(answer.about.name)


class Opening:
    """Tells in short what happened last time, once, when the table begins to play; an observer of the records.

    Args:
        game: Campaign played.
        notebook: What it remembers.
        announcer: Says it.
    """

    def __init__(self, game: Game, notebook: Notebook, announcer: Announcer) -> None:
        self._announcer = announcer
        played = any(each.entry.root != SETUP for each in game.recorded.of_evening(game.evening))
        self._told = () if played else last_time(notebook)

    def __call__(self, record: Record) -> None:
        """Take in one record; the first command that the rules took begins the play."""
        taken = record["type"] == "command" and record["command_id"] is not None and record["outcome"] != "rejected"
        if self._told and taken:
            texts, sources = zip(*self._told, strict=True)
            self._announcer.tell(texts, record["utterance_end"], sources=sources)
            self._told = ()


def _sources(answer: Answer) -> tuple[str, ...]:
    return tuple(f"{each.evening}/{each.utterance}" for each in answer.evidence)


def last_time(notebook: Notebook) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Sentences to begin an evening with, and where what they tell was said; none on the first.

    They tell what happened last time and what is still to do.
    """
    before = notebook.evening_before()
    if before is None:
        return ()
    recap = make_recap(before, RecapRequest("short"), load_tone("plain", None))
    story = [each for each in recap.sentences if each.utterances and not each.positions]
    facts = story or [each for each in recap.sentences if each.positions]
    last = [each for at, each in enumerate(facts) if sum(len(each.text.split()) for each in facts[at:]) <= _WORDS_TOLD]
    told = [(each.text, each.said_in(before.number or 0)) for each in last]
    told[:1] = [(f"Last time: {text}", sources) for text, sources in told[:1]]
    return (*told, *((each.text, _sources(each)) for each in opening(notebook.memory())))
