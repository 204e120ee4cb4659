"""The chronicle corrected aloud: another name, two who are one, one who is two, and the undo of each."""

import re

from audio.types import Utterance
from companion.base.errors import NoteRefused, TextRefused, UnknownEntry
from companion.chronicle.memory.corrections import (
    Amendment,
    Merge,
    Note,
    Rename,
    Split,
    Undo,
    effective,
    named,
    read_correction,
    told,
)
from companion.chronicle.memory.values import Entry, Memory
from companion.dialogue.session_context import SessionContext
from companion.nlu.types import Intent
from companion.store import LearntWord

_TAIL = re.compile(r"\s+(?:please|now|again|then|thanks|from now on)$", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|this|that|our)\s+(?=\S)", re.IGNORECASE)


def call_known(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Somebody or something is called otherwise."""
    name, to = _name(intent, "name"), _name(intent, "to")
    lately = session.notebook.amended
    if isinstance(lately, LearntWord) and lately.spelled.casefold() == to.casefold():
        return  # the same sentence has just taught the spelling
    rename = Rename(name, to, utterance.speaker_name, _place(session, utterance))
    _set_right(session, intent, utterance, rename, f"{to}. I will use that name.")


def same_known(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Two names mean one; the fuller one stays."""
    memory = session.notebook.memory()
    entries = [named(memory, _name(intent, slot)) for slot in ("name", "into")]
    unknown = next(
        (_name(intent, slot) for slot, each in zip(("name", "into"), entries, strict=True) if not each), None
    )
    if unknown is not None:
        session.refuse_aloud(f"I do not know {unknown}.", utterance.id)
        return
    one, other = sorted((each for each in entries if each), key=lambda each: len(each.name))
    if one is other:
        session.announcer.answer(f"They are already the same: {one.name}.", session.now, utterance.id)
        return
    merge = Merge(one.name, other.name, utterance.speaker_name, _place(session, utterance))
    _set_right(session, intent, utterance, merge, f"{one.name} and {other.name} are now the same.")


def apart_known(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Two who were taken for one; without names those joined last, or whom the last answer was about."""
    memory = session.notebook.memory()
    names = [_name(intent, slot) for slot in ("name", "other") if intent.slots.get(slot)]
    joined = _joined(session, names)
    if joined is not None:
        _set_right(
            session, intent, utterance, Undo(joined[0]), f"{joined[1].name} and {joined[1].into} are separate again."
        )
        return
    entry, alias = _one_who_is_two(session, memory, names)
    if entry is None or alias is None:
        if names or utterance.typed:
            session.refuse_aloud("Those are already separate.", utterance.id)
        return
    split = Split(entry.name, alias, utterance.speaker_name, _place(session, utterance))
    _set_right(session, intent, utterance, split, f"{entry.name} and {alias} are now separate.")


def note_about(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Words of the table's own about somebody or something; of names nobody knows only typed ones are answered."""
    name = _name(intent, "name")
    entry = named(session.notebook.memory(), name)
    if entry is None:
        if utterance.typed:
            session.refuse_aloud(f"I do not know {name}.", utterance.id)
        return
    words = _to_the_end(str(intent.slots["text"]), utterance)
    note = Note(entry.name, words, utterance.speaker_name, _place(session, utterance))
    _set_right(session, intent, utterance, note, f"Noted about {entry.name}.")


def take_back_lately(session: SessionContext, utterance: Utterance) -> bool:
    """Undo the last correction or learnt spelling; False when the rules acted since, or there is none."""
    lately = session.notebook.amended
    if lately is None:
        return False
    if isinstance(lately, LearntWord):
        session.words.forget(lately.spelled)
        session.notebook.respelt()
        session.announcer.answer(f"{lately.spelled} is removed from the word list.", session.now, utterance.id)
    else:
        session.notebook.set_right(Undo(lately.number))
        session.announcer.answer(f"Undone: {told(read_correction(lately))}.", session.now, utterance.id)
    session.notebook.taken_back()
    return True


def _set_right(
    session: SessionContext, intent: Intent, utterance: Utterance, correction: Amendment | Undo, answer: str
) -> None:
    try:
        session.notebook.set_right(correction)
    except UnknownEntry:
        session.refuse_aloud("I do not know enough about them to correct that.", utterance.id)
        return
    except (NoteRefused, TextRefused) as problem:
        session.refuse_aloud(f"{problem}", utterance.id)
        return
    session.minutes.command(intent.command, utterance.speaker_name, intent.slots, utterance, None, now=session.now)
    session.announcer.answer(answer, session.now, utterance.id)


def _place(session: SessionContext, utterance: Utterance) -> str:
    """Return where words were said, as the chronicle cites it: "2/u14"."""
    return f"{session.game.evening}/{utterance.id}"


def _to_the_end(words: str, utterance: Utterance) -> str:
    """Return the dictated words, with the sentences after them."""
    found = re.search(re.escape(words), utterance.text, re.IGNORECASE)
    whole = utterance.text[found.start() :] if found else words
    return f"{whole[:1].upper()}{whole[1:]}"


def _name(intent: Intent, slot: str) -> str:
    return _TAIL.sub("", _ARTICLE.sub("", str(intent.slots.get(slot, ""))))


def _joined(session: SessionContext, names: list[str]) -> tuple[int, Merge] | None:
    """The latest correction that joined two, or these two."""
    wanted = {name.casefold() for name in names}
    for number, each in reversed(tuple(effective(session.notebook.recollection.corrections))):
        if isinstance(each, Merge) and wanted <= {part for name in (each.name, each.into) for part in _parts(name)}:
            return number, each
    return None


def _parts(name: str) -> tuple[str, ...]:
    return (name.casefold(), *name.casefold().split())


def _one_who_is_two(session: SessionContext, memory: Memory, names: list[str]) -> tuple[Entry | None, str | None]:
    """Return the entry that is meant, and the other form of the name that is somebody else's."""
    about = session.notebook.asked().lately
    entry = named(memory, names[0]) if names else named(memory, about) if about else None
    if entry is None:
        return None, None
    wanted = {name.casefold() for name in names} - {entry.name.casefold()}
    return entry, next((each for each in entry.aliases if not wanted or each.casefold() in wanted), None)
