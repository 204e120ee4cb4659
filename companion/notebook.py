"""The notes of an evening as it goes: feeds the scribe from the talk and the log, and renders what it wrote."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from audio.types import Utterance
from companion.errors import StoreError
from companion.game import SETUP, Game, Performed
from companion.scribe import Happening, Line, Scribe
from companion.scribe.notes import Evening, render_notes
from companion.store import Campaign, Recorded, Store, StoredUtterance
from companion.store.codec import Codec
from companion.word_list import WordList
from engine.history import Committed, Entry, History, Undone
from engine.registry import find_ruleset
from engine.ruleset import Ruleset
from engine.types import ENGINE_ONLY, PUBLIC


def _public(entry: Committed[Any, Any]) -> Any:
    """The command, without its fields where it told the rules a secret."""
    secret = any(event.visibility not in {PUBLIC, ENGINE_ONLY} for event in entry.events)
    return {"kind": entry.command.kind, "actor": entry.command.actor} if secret else entry.command


class EveningBook:
    """Everything said and done in one evening, in order, with the scribe listening along.

    Args:
        ruleset: System played.
        before: State as the evening began.
    """

    def __init__(self, ruleset: Ruleset[Any, Any, Any], before: Any) -> None:
        self.before = before
        self.lines: list[Line] = []
        self.happenings: dict[int, Happening] = {}
        self.narrator = ruleset.narration(before).holder
        self.scribe = Scribe(ruleset.vocabulary(before), lambda: self.narrator)
        self._ruleset = ruleset
        self._roots: dict[str, list[int]] = {}

    def hear(self, line: Line) -> None:
        """Take in something said."""
        self.lines.append(line)
        self.scribe.heard(line)

    def happen(self, position: int, entry: Entry, utterance_id: str | None, after: Any) -> None:
        """Take in an entry of the log, as far as everybody may know it, and the state it left."""
        if isinstance(entry, Committed):
            self._roots.setdefault(entry.root, []).append(position)
            public = tuple(event for event in entry.events if event.visibility == PUBLIC)
            self._put(Happening(position, public, utterance_id, command=_public(entry)))
        else:
            for at in self._roots.get(entry.root, ()):
                self._put(replace(self.happenings[at], undone=isinstance(entry, Undone)))
        self.narrator = self._ruleset.narration(after).holder

    def _put(self, happening: Happening) -> None:
        self.happenings[happening.position] = happening
        if happening.undone:
            self.scribe.undone(happening.position)
        else:
            self.scribe.recorded(happening)

    def credit(self, utterance_id: str, player: str) -> None:
        """Words belong to another player."""
        self.lines = [replace(line, speaker=player) if line.id == utterance_id else line for line in self.lines]

    def strike(self, utterance_ids: Iterable[str]) -> None:
        """Forget what was said in these utterances."""
        struck = set(utterance_ids)
        self.lines = [line for line in self.lines if line.id not in struck]
        for name in struck:
            self.scribe.strike(name)

    def evening(self, title: str, date: str, number: int, after: Any) -> Evening:
        """What notes and recap are made from."""
        return Evening(
            title=title,
            date=date,
            lines=tuple(self.lines),
            happenings=tuple(self.happenings[at] for at in sorted(self.happenings)),
            chronicle=self.scribe.chronicle(),
            before=self.before,
            after=after,
            describe=self._ruleset.describe,
            cast=tuple((each.name, each.character) for each in self._ruleset.vocabulary(after).players),
            tally=self._ruleset.tally(after),
            number=number,
        )


@dataclass(frozen=True, slots=True)
class PastEvening:
    """An evening read from the store: its book, the state it left and when it was."""

    book: EveningBook
    after: Any
    date: str
    number: int
    said: int

    def evening(self, title: str) -> Evening:
        """What notes and recap are made from."""
        return self.book.evening(title, self.date, self.number, self.after)


def read_evening(store: Store, campaign: Campaign, number: int) -> PastEvening:
    """Read an evening of a campaign, played to its end or not.

    Raises:
        StoreError: There is no such evening, or the log cannot be read.
    """
    evening = next((each for each in store.evenings(campaign.id) if each.number == number), None)
    if evening is None:
        raise StoreError(f"{campaign.name} has no evening {number}.", "companion log shows what was played.")
    ruleset = find_ruleset(campaign.slug)
    codec = Codec(ruleset)
    history: History[Any, Any, Any] = History(ruleset)
    recorded = [each for each in store.read(campaign.id) if each.evening is None or each.evening <= number]
    mine = [each for each in recorded if each.evening == number and each.entry.root != SETUP]
    for each in recorded:
        if each.evening != number or each.entry.root == SETUP:
            history.commit(codec.entry(each))
    book = EveningBook(ruleset, history.state)
    words = WordList(store, campaign.id)
    said = tuple(
        each if each.typed else replace(each, text=words.respell(each.text))
        for each in store.utterances(campaign.id, number)
    )
    _read(book, history, codec, said, mine)
    return PastEvening(book, history.state, f"{evening.started:%Y-%m-%d}", number, len(said))


def _read(
    book: EveningBook,
    history: History[Any, Any, Any],
    codec: Codec,
    said: Iterable[StoredUtterance],
    recorded: Iterable[Recorded],
) -> None:
    """Talk and log in the order they came: every entry right after the sentence that caused it."""
    waiting = list(recorded)
    spoken = {utterance.id for utterance in said}

    def happen() -> None:
        each = waiting.pop(0)
        entry = codec.entry(each)
        history.commit(entry)
        book.happen(each.position, entry, each.utterance_id, history.state)

    for utterance in said:
        while waiting and waiting[0].utterance_id not in spoken:
            happen()
        if not utterance.struck:
            book.hear(Line(utterance.id, utterance.text, utterance.speaker, utterance.start, utterance.end))
        while waiting and waiting[0].utterance_id == utterance.id:
            happen()
    while waiting:
        happen()


class Notebook:
    """The book of the running evening.

    Args:
        game: Campaign played, its evening begun; what was said and done before a restart is read again.
        folder: Where `save` writes the notes; None keeps them in memory.
        tones: Where the table keeps tones of its own for recaps; None when it keeps none.
    """

    def __init__(self, game: Game, folder: Path | None = None, tones: Path | None = None) -> None:
        if game.evening is None:
            raise ValueError("the game's evening has not begun")
        self._game = game
        self._folder = folder
        self.tones = tones
        self._today = read_evening(game.store, game.campaign, game.evening)
        self._names: tuple[str, ...] | None = None
        self._stale = False

    @property
    def names(self) -> tuple[str, ...]:
        """People and places of the story so far."""
        if self._names is None:
            self._names = self._today.book.scribe.names()
        return self._names

    @property
    def heard_before(self) -> int:
        """Utterances of this evening that were heard before this run."""
        return self._today.said

    def heard(self, utterance: Utterance) -> None:
        """Take in something said."""
        speaker = utterance.speaker.name if utterance.speaker else None
        self._today.book.hear(Line(utterance.id, utterance.text, speaker, utterance.start, utterance.end))
        self._names = None

    def recorded(self, recorded: Recorded, performed: Performed) -> None:
        """Take in what was just written to the log."""
        if performed.entry is not None:
            self._today.book.happen(recorded.position, performed.entry, recorded.utterance_id, performed.after)
            self._names = None

    def credit(self, utterance_id: str, player: str) -> None:
        """Words belong to another player than the one they were credited to."""
        self._game.store.credit(self._game.campaign.id, self._today.number, utterance_id, player)
        self._today.book.credit(utterance_id, player)

    def strike_latest(self, count: int) -> list[str]:
        """Delete the words of the latest utterances for good; returns their ids."""
        game = self._game
        struck = [each.id for each in game.store.utterances(game.campaign.id, game.evening) if not each.struck]
        struck = struck[-count:]
        game.store.strike(game.campaign.id, self._today.number, struck)
        self._today.book.strike(struck)
        self._names = None
        return struck

    def notes(self) -> str:
        """The notes so far, as Markdown."""
        return render_notes(self._evening())

    def save(self) -> Path | None:
        """Write the notes to the notes folder; None when there is none."""
        if self._folder is None:
            return None
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._folder / f"{file_name(self._game.campaign.name)}-{self._today.number}.md"
        file.write_text(self.notes(), encoding="utf-8")
        return file

    def today(self) -> Evening:
        """This evening so far."""
        return self._evening()

    def evening_before(self) -> Evening | None:
        """The evening before this one; None when this is the first."""
        game, number = self._game, self._today.number
        if number == 1:
            return None
        return read_evening(game.store, game.campaign, number - 1).evening(game.campaign.name)

    def respelt(self) -> None:
        """A name is spelt otherwise from now on: what was said before follows when notes are next asked for."""
        self._stale = True

    def _evening(self) -> Evening:
        game = self._game
        if self._stale:
            self._today, self._stale = read_evening(game.store, game.campaign, self._today.number), False
            self._names = None
        book = self._today.book
        return book.evening(game.campaign.name, self._today.date, self._today.number, game.state)


def file_name(name: str) -> str:
    """A campaign's name as part of a file name: letters and digits of any script, the rest as dashes."""
    return re.sub(r"[^\w]+", "-", name).strip("-").lower() or "campaign"
