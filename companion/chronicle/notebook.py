"""The notes of an evening as it goes: feeds the scribe from the talk and the log, and renders what it wrote."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from pathlib import Path

from audio.types import Utterance
from companion.base.file_names import file_name
from companion.chronicle.extractor import Chronicle, TalkLine
from companion.chronicle.extractor.notes import EveningNotes, render_notes
from companion.chronicle.memory.answers import Asked
from companion.chronicle.memory.corrections import AnyCorrection
from companion.chronicle.memory.evenings import EveningRecord, PastEvening, read_evening
from companion.chronicle.memory.recollection import Recollection
from companion.chronicle.memory.values import Memory
from companion.chronicle.recaps import Recap, RecapRequest, Tone, make_recap
from companion.chronicle.saved_documents import redact_documents, write_document
from companion.play.game import Game, Performed
from companion.store import Correction, LearntWord, Recorded

MOST_UNREAD = 20_000
"""Letters of talk that wait to be read, two lines of the longest: whoever asks what they tell waits for a second."""

__all__ = ["EveningRecord", "Notebook", "PastEvening", "file_name", "read_evening"]


class Rereading:
    """A running evening read anew, with the evenings before it, while what was read before goes on being used.

    Args:
        evening: The evening, nothing of its talk read yet.
        recollection: What is remembered of earlier ones, not read yet either.
    """

    def __init__(self, evening: PastEvening, recollection: Recollection) -> None:
        self.evening = evening
        self.recollection = recollection
        self.since: list[Callable[[EveningRecord], None]] = []
        """Entries put into the book in use meanwhile."""

    def read(self) -> None:
        """Read everything; takes as long as there is talk, and may be done beside the session."""
        self.recollection.read_past()
        while self.evening.book.scribe.read_on(MOST_UNREAD):
            pass

    def catch_up(self) -> bool:
        """Take in what came meanwhile; True when so little is unread that this may be used."""
        for put in self.since:
            put(self.evening.book)
        self.since.clear()
        return self.evening.book.scribe.unread <= MOST_UNREAD


class Notebook:
    """The book of the running evening, with everything the campaign remembers of earlier ones.

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
        self._read_beside = False
        self._today = self._read(game.evening)
        self._recollection = self._recall()
        self._names: tuple[str, ...] | None = None
        self._stale = False
        self._anew: Rereading | None = None
        self._unsettled: str | None = None
        self._asked_about: tuple[str, int] | None = None
        self._amended: tuple[Correction | LearntWord, int] | None = None

    def _read(self, number: int, known: Chronicle | None = None) -> PastEvening:
        return read_evening(self._game.store, self._game.campaign, number, known, self._game.recorded)

    def _recall(self) -> Recollection:
        game = self._game
        kept = self._read_beside
        return Recollection(game.store, game.campaign, game.evening, game.recorded, self._folder, only_kept=kept)

    @property
    def folder(self) -> Path | None:
        """Folder of the saved notes; None when they are not saved."""
        return self._folder

    @property
    def names(self) -> tuple[str, ...]:
        """People and places of the campaign so far, this evening's first."""
        if self._names is None:
            self._names = self._recollection.names(self._today.book.scribe.names(), self._game.state)
        return self._names

    @property
    def heard_before(self) -> int:
        """Utterances of this evening that were heard before this run."""
        return self._today.said

    @property
    def heard_until(self) -> float:
        """Seconds into the evening at which the last of them ended; 0 without any."""
        return self._today.until

    def heard(self, utterance: Utterance) -> None:
        """Take in something said; what was said before it has been understood by now."""
        self._settle()
        speaker = utterance.speaker.name if utterance.speaker else None
        line = TalkLine(utterance.id, utterance.text, speaker, utterance.start, utterance.end)
        self._put(lambda book: book.hear(line))
        scribe = self._today.book.scribe
        scribe.read_on(scribe.unread - MOST_UNREAD)
        self._unsettled, self._names = utterance.id, None

    def _put(self, into: Callable[[EveningRecord], None]) -> None:
        """Put something into this evening's book, and into the one that is being read anew."""
        into(self._today.book)
        if self._anew is not None:
            self._anew.since.append(into)

    def _settle(self) -> None:
        """Words that were meant for the companion are no part of the story; nothing to do until that is known."""
        game, said = self._game, self._unsettled
        known = None if said is None else game.store.explanation(game.campaign.id, self._today.number, said)
        if said is not None and known is not None:
            self._put(lambda book: book.understood(said, known))
            self._unsettled, self._names = None, None

    def recorded(self, recorded: Recorded, performed: Performed) -> None:
        """Take in what was just written to the log."""
        entry = performed.entry
        if entry is not None:
            self._put(lambda book: book.happen(recorded.position, entry, recorded.utterance_id, performed.after))
            self._names = None

    def credit(self, utterance_id: str, player: str) -> None:
        """Words belong to another player than the one they were credited to."""
        self._game.store.credit(self._game.campaign.id, self._today.number, utterance_id, player)
        self._put(lambda book: book.credit(utterance_id, player))

    def reword(self, utterance_id: str, text: str) -> None:
        """Replace the text of an utterance that was misheard."""
        self._game.store.reword(self._game.campaign.id, self._today.number, utterance_id, text)
        self.respelt()

    def latest(self, count: int, by: str | None = None) -> list[str]:
        """Ids of the latest utterances of this evening, of one speaker where that is named."""
        game = self._game
        kept = [each for each in game.store.utterances(game.campaign.id, game.evening) if not each.struck]
        return [each.id for each in kept if by in {None, each.speaker}][-count:]

    def forget(
        self, utterances: Mapping[int, Collection[str]], quotes: Callable[[str], bool], *, reworded: bool
    ) -> None:
        """Drop words that are gone from the store, from this book and from notes that were saved.

        Args:
            utterances: Ids of the utterances that are gone, by number of their evening.
            quotes: True for a text that quotes one of them.
            reworded: Whether entries of the log were reworded.
        """
        game, today = self._game, self._today.number
        self._recollection = self._recall()
        self._today.book.strike(utterances.get(today, ()))
        respelt = [line.id for line in self._today.book.lines if quotes(line.text)]  # as the words taught, now no more
        self._today.book.strike(respelt)
        if reworded:
            fresh = self._read(today)
            if self._read_beside or set(utterances) <= {today}:
                self._today.book.logged_anew(fresh.book)
                fresh = replace(fresh, book=self._today.book)
            self._today = fresh
        elsewhere = reworded and not set(utterances) <= {today}
        if self._anew is not None or respelt or elsewhere or self._recollection.lacking:
            self._anew, self._stale = None, True  # what is being read may hold the words
        self._names, self._unsettled, self._asked_about = None, None, None
        if not self._amended_is_kept():
            self._amended = None
        if self._folder is not None:
            redact_documents(self._folder, file_name(game.campaign.name), quotes)

    def notes(self) -> str:
        """The notes so far, as Markdown."""
        return render_notes(self.today())

    def save(self) -> Path | None:
        """Write the notes to the notes folder; None when there is none.

        Raises:
            PaperNotKept: They cannot be written; those saved before are still there.
        """
        if self._folder is None:
            return None
        file = self._folder / f"{file_name(self._game.campaign.name)}-{self._today.number}.md"
        write_document(file, self.notes())
        return file

    def today(self) -> EveningNotes:
        """This evening so far, as notes and recaps are made from, with what the table set right."""
        evening = self.evening()
        return self._recollection.remembered(evening, evening.chronicle)

    def chronicle(self) -> Chronicle:
        """Findings of this evening's talk and log so far, before anything is set right."""
        return self.evening().chronicle

    def evening_before(self) -> EveningNotes | None:
        """The evening before this one; None when this is the first."""
        before = self._today.number - 1
        if before == 0:
            return None
        known = self._recollection.reading(before)
        evening = self._read(before, known).evening(self._game.campaign.name)
        return self._recollection.remembered(evening)

    def recap(self, wish: RecapRequest, tone: Tone, *, today: bool = False) -> Recap:
        """Recap of the evening before, or of this one where it is the first or asked for; a model's where it told it.

        Raises:
            UnknownSeat: Nobody is called as `wish.seen_by` says.
        """
        # Imported late: a typed line tells no recap, and this loads the forms of a model's answers.
        from companion.chronicle.llm_extractor.recap_writer import kept_recap

        before = None if today else self.evening_before()
        running = before is None
        evening = before or self.today()
        kept = kept_recap(self._game.store, self._game.campaign, evening, wish, tone, running=running)
        return replace(kept or make_recap(evening, wish, tone, running=running), evening=evening.number or 0)

    def memory(self) -> Memory:
        """Everything the campaign remembers, this evening included."""
        return self._recollection.memory(self._game.state, self.evening().chronicle)

    @property
    def recollection(self) -> Recollection:
        """Memory in which corrections are made and words are searched for."""
        return self._recollection

    def asked(self) -> Asked:
        """Return the material from which a question about the story is answered."""
        name, since = self._asked_about or (None, 0)
        told_since = [each.id for each in self._today.book.lines[since:]]
        memory = self.memory()
        spoken_of = any(
            quote.evening == self._today.number and quote.utterance in told_since
            for each in memory.people
            for quote in each.evidence[-1:]
        )
        return Asked(memory, self._today.number, None if spoken_of else name)

    def answered(self, name: str) -> None:
        """The latest answer was about somebody: "him" and "her" mean them until the story speaks of somebody else."""
        self._asked_about = (name, len(self._today.book.lines))

    def keep(self) -> None:
        """The evening is over: keep what was read of it, so that the next one begins without reading it again."""
        self._stale, self._anew, self._read_beside = self._stale or self._anew is not None, None, False
        self._recollection.keep(self.chronicle)

    def respelt(self, learnt: LearntWord | None = None) -> None:
        """A name is spelt otherwise from now on: what was said before follows when notes are next asked for.

        Args:
            learnt: The spelling, where the table has just corrected it aloud.
        """
        self._stale = True
        if learnt is not None:
            self._amended = learnt, len(self._game.recorded)

    def set_right(self, correction: AnyCorrection) -> None:
        """Add a correction of the chronicle.

        Raises:
            UnknownEntry: There is nothing it could change.
        """
        made = self._recollection.correct(correction, self.memory())
        self._amended, self._names = (made, len(self._game.recorded)), None

    @property
    def amended(self) -> Correction | LearntWord | None:
        """Last correction, while the rules have done nothing since; None once it is undone."""
        what, since = self._amended or (None, 0)
        return what if since == len(self._game.recorded) else None

    def _amended_is_kept(self) -> bool:
        """Return False where the last correction was struck."""
        what = self._amended[0] if self._amended is not None else None
        if isinstance(what, LearntWord):
            learnt = self._game.store.learnt_words(self._game.campaign.id)
            return (what.heard, what.spelled) in {(each.heard, each.spelled) for each in learnt}
        return what is None or what.number in {each.number for each in self._recollection.corrections}

    def taken_back(self) -> None:
        """Forget the last correction, which was undone."""
        self._amended = None

    @property
    def outdated(self) -> bool:
        """True when a spelling has changed or words went, and what else was said was not read anew to its end yet."""
        return self._stale or self._anew is not None

    def rereading(self) -> Rereading | None:
        """Talk to be read anew, as a spelling has changed or words of earlier evenings went; None without any.

        Whoever asks reads it beside the session and has it taken: until then what was read before stays in use.
        """
        self._read_beside = True
        if self._stale and self._anew is None:
            recollection = Recollection(self._game.store, self._game.campaign, self._game.evening)
            self._anew, self._stale = Rereading(self._read(self._today.number), recollection), False
        return self._anew

    def take(self, anew: Rereading) -> bool:
        """Use what was read anew; False where more of it has to be read first."""
        self._settle()
        if anew is self._anew:
            if not anew.catch_up():
                return False
            self._today, self._recollection = anew.evening, anew.recollection
            self._anew, self._names = None, None
        return True

    def _refresh(self) -> None:
        """Read everything anew once a spelling has changed, where nobody does that beside the session."""
        if self._stale and not self._read_beside:
            self._today, self._stale = self._read(self._today.number), False
            self._recollection = self._recall()
            self._names = None

    def evening(self) -> EveningNotes:
        """This evening so far, with what a language model found in it, before anything is set right."""
        game = self._game
        self._settle()
        self._refresh()
        book = self._today.book
        read = book.evening(game.campaign.name, self._today.date, self._today.number, game.state)
        if not game.store.batches(game.campaign.id, self._today.number):
            return read
        from companion.chronicle.llm_extractor.evenings import with_findings  # evenings without a model do without

        return with_findings(game.store, game.campaign, read)
