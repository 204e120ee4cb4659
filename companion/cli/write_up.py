"""Evenings a language model reads once they are over, and what it says on the way."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn

from audio.patience import Patience
from companion.app.wiring import kept_store
from companion.base.clock import SystemClock
from companion.base.config import Settings
from companion.chronicle.campaign_reader import CampaignReader, retell_evening
from companion.chronicle.extractor.notes import render_notes
from companion.chronicle.llm_extractor.batches import letters_for
from companion.chronicle.llm_extractor.evenings import waiting_evenings, write_up_evening
from companion.chronicle.llm_extractor.reader import ANSWER_TOKENS
from companion.chronicle.llm_extractor.write_up import Progress as Reached
from companion.chronicle.llm_extractor.write_up import WriteUp
from companion.chronicle.notebook import file_name
from companion.chronicle.saved_documents import write_document, write_unredacted
from companion.cli.common import CampaignName, campaign_open, complain, errors, settings_of, tell, usage
from companion.llm.port import LanguageServer, Usage, connect
from companion.store import Campaign, Store


def write_up(
    context: typer.Context,
    campaign: CampaignName = None,
    evening: Annotated[int | None, typer.Option(help="Number of the evening; all unread evenings by default.")] = None,
) -> None:
    """Let the language server read evenings, and add what their transcripts support to the notes.

    Ctrl+C stops; progress is saved, and the next run continues from there.
    """
    settings = settings_of(context)
    model = language_model(settings)
    if model is None:
        usage("No language server is set; set llm_url. Notes are also written without one.")
    with campaign_open(settings, campaign) as (store, played):
        numbers = waiting_evenings(store, played) if evening is None else (evening,)
        if not numbers:
            tell(f"{played.name} has no unread evening.")
        for number in numbers:
            read_up(settings, store, played, number, model)


def after_evening(settings: Settings, played: Campaign) -> None:
    """Queue the evening just over and read it at once; without a language server it stays as it is."""
    model = language_model(settings)
    if model is None:
        return
    with kept_store(settings) as store:
        number = store.evenings(played.id)[-1].number
        store.queue_write_up(played.id, number)
        tell("The language server is reading the evening; Ctrl+C stops it until later.")
        read_up(settings, store, played, number, model)
        if settings.model_tells:
            retell_evening(store, played, number, model, settings.scribe_tokens)


def read_up(settings: Settings, store: Store, played: Campaign, number: int, model: LanguageServer) -> None:
    """Read one evening, say what came of it, and write its notes anew."""
    try:
        with ReadingBar() as bar:
            letters = letters_for(settings.llm_context)
            done = write_up_evening(
                store, played, number, model, settings.scribe_tokens, watch=bar.reached, letters=letters
            )
    except KeyboardInterrupt:
        complain("Stopped.", f"Progress is saved; companion write-up continues with evening {number}.", code=130)
    tell(f"Evening {number}: {told(done, settings)}")
    tell(f"Notes: {_write_notes(settings.data_dir / 'notes', store, played, number)}")


def _write_notes(folder: Path, store: Store, played: Campaign, number: int) -> Path:
    file = folder / f"{file_name(played.name)}-{number}.md"

    def write() -> None:
        write_document(file, render_notes(CampaignReader(store).evening(played, number)))

    write_unredacted(store, played.id, write)
    return file


def language_model(settings: Settings) -> LanguageServer | None:
    """The server that reads talk, as patient as the settings allow; None when there is none."""
    patience = Patience(total_seconds=settings.scribe_timeout_seconds)
    return connect(settings, SystemClock(), patience, answer_tokens=ANSWER_TOKENS)


class ReadingBar:
    """A progress bar over pieces of talk, on standard error; also a context manager that shows it.

    Args:
        doing: What is done with them.
    """

    def __init__(self, doing: str = "reading") -> None:
        self._bar = Progress(
            TextColumn(doing), BarColumn(),
            TextColumn("{task.completed}/{task.total}, {task.fields[tokens]} tokens"),
            console=errors, transient=True, disable=not errors.is_terminal,
        )  # fmt: skip
        self._task = self._bar.add_task(doing, total=None, tokens=0)

    def __enter__(self) -> "ReadingBar":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def reached(self, progress: Reached) -> None:
        """A piece has been read."""
        self._bar.update(self._task, completed=progress.done, total=progress.total, tokens=progress.usage.tokens)


def told(done: WriteUp, settings: Settings) -> str:
    """Describe the result of reading for people: its end, its cost, and what was left out."""
    sentences = [_ending(done), f"{plural(done.usage.questions, 'question')}, {_cost(done.usage, settings)}."]
    if done.failed:
        sentences.append(f"{plural(done.failed, 'piece')} could not be read.")
    if wrong := sum(done.dropped.values()):
        sentences.append(f"{plural(wrong, 'entry', 'entries')} left out, because the transcript does not support them.")
    if doubted := sum(not each.trusted for each in done.findings):
        sentences.append(f"{plural(doubted, 'answer')} not trusted.")
    return " ".join(sentences)


def _ending(done: WriteUp) -> str:
    waiting = f"{plural(done.waiting, 'piece')} of the transcript left to read"
    match done.ended:
        case "done":
            return "Read completely." if not done.waiting else f"Read, {waiting} again."
        case "budget":
            return f"The tokens of this evening are used up (scribe_tokens), {waiting}."
        case "stopped":
            return f"Stopped, {waiting}."
        case "unavailable":
            return f"{done.problem} {waiting[0].upper()}{waiting[1:]}."
        case "unsound":
            return "The language model fails a simple test, so it is not used; choose a larger one."


def _cost(spent: Usage, settings: Settings) -> str:
    tokens = f"{spent.tokens_read} tokens read and {spent.tokens_written} written"
    price = spent.tokens_read * settings.llm_price_read + spent.tokens_written * settings.llm_price_written
    return f"{tokens}, {price / 1e6:.4f} at the price set" if price else tokens


def plural(count: int, one: str, many: str | None = None) -> str:
    """A number with its noun."""
    return f"{count} {one if count == 1 else many or one + 's'}"
