"""Recaps asked for aloud: which one is meant, read sentence by sentence until somebody says stop."""

import logging
import re
from collections.abc import Iterable

from audio.types import Utterance
from companion.base.errors import ToneError
from companion.chronicle.recaps.model import Length, RecapRequest
from companion.chronicle.recaps.tones import load_tone, tone_names
from companion.dialogue.session_context import SessionContext
from companion.nlu.types import Intent
from engine.common.messages import ASK_KIND

log = logging.getLogger(__name__)

_LENGTHS: tuple[tuple[Length, str], ...] = (
    ("full", r"\b(?:full|whole|complete|everything|every detail)\b"),
    ("page", r"\b(?:long|longer|detailed)\b"),
)
_CALLED = {"bard": "bardic", "minstrel": "bardic", "detective": "noir", "captain": "log-book", "ship": "log-book"}
_TODAY = re.compile(r"\b(?:so far|tonight|today)\b", re.IGNORECASE)


def tell_recap(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Give a recap of the evening before, or of this one when it is asked for or is the first."""
    seats = session.game.ruleset.vocabulary(session.game.state).players
    names = [name for seat in seats for name in (seat.character, seat.name) if name]
    wish = wish_in(utterance.text, names, tone_names(session.notebook.tones))
    fields = {"topic": intent.command, **intent.slots}
    session.minutes.command(ASK_KIND, utterance.speaker_name, fields, utterance, None, now=session.now)
    try:
        tone = load_tone(wish.tone, session.notebook.tones)
        recap = session.notebook.recap(wish, tone, today=_TODAY.search(utterance.text) is not None)
    except ToneError as problem:
        session.refuse_aloud(str(problem), utterance.id)
        return
    for fault in recap.faults:
        cited = {"utterances": fault.sentence.utterances, "positions": fault.sentence.positions}
        log.warning("a sentence of a recap was left out: what it cites does not bear it", extra=cited)
    told = [sentence.text for sentence in recap.sentences]
    sources = [sentence.said_in(recap.evening) for sentence in recap.sentences]
    session.announcer.tell(told or ["There is nothing to recap yet."], session.now, utterance.id, sources)


def wish_in(text: str, names: Iterable[str], tones: Iterable[str]) -> RecapRequest:
    """The recap a request means: "the long version", "as a bard", "everything, as Herik saw it".

    Args:
        text: The request.
        names: Characters and players; the one named in the request is whose evening is told.
        tones: Names of the tones there are; a tone may be asked for by its name.
    """
    plain = text.casefold()
    length: Length = next((length for length, words in _LENGTHS if re.search(words, plain)), "short")
    words = re.findall(r"[a-z]+", plain)
    named = [tone for tone in tones if re.search(rf"\b{tone.replace('-', '[ -]?')}\b", plain)]
    called = [_CALLED[word] for word in words if word in _CALLED]
    seen_by = next((name for name in names if re.search(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", plain)), None)
    return RecapRequest(length, next(iter([*named, *called]), "plain"), seen_by)


def stop_telling(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Leave the rest of a tale untold."""
    session.announcer.stop_telling()
