"""Operational failures of the app; what the rules refuse or the table says is never an exception.

CompanionError
├─ SettingsError        a setting that cannot be used                    (source, key)
├─ TextRefused          a name or a line with a character nobody sees    (character)
├─ WordRefused          a word that no word list may hold
├─ RosterError          a roster or campaign file that cannot be used    (path, field)
├─ DiceOptionError      a dice option or a file of faces that cannot be used
├─ GrammarError         a sentence template that cannot be read          (file, line)
├─ PromptError          a text for a language model that cannot be used  (prompt)
├─ ToneError            a tone of recaps that cannot be used             (tone)
├─ UnknownEntry         nothing in the chronicle that is meant
├─ NoteRefused          words that cannot be kept in the chronicle
├─ KeychainError        a keychain that is missing or gives no key
├─ ExportError          something that cannot be written out or read in
├─ ModelError
│  ├─ ModelUnavailable  the language server cannot answer now            (retryable)
│  │  ├─ ModelKeyRefused  it wants a key, or another one
│  │  └─ ModelTooSlow   it did not answer within the seconds it has      (retryable)
│  └─ ModelReplyError   it answered something that does not fit the question
│     └─ ModelAnswerTooLong  it answered more than is taken in
└─ StoreError
   ├─ PositionConflict  somebody else wrote that position first          (retryable)
   ├─ CommandReused     one command id, two different commands
   ├─ UnknownEventKind  a log written by a newer companion               (position)
   ├─ UnknownCampaign   no campaign of that name
   ├─ CampaignExists    that name is taken
   ├─ CampaignInUse     another companion is writing this campaign       (retryable)
   ├─ StoreBusy         another process holds the file                   (retryable)
   ├─ StoreFull         no space left
   ├─ StoreReadOnly     the file or its folder may not be written
   ├─ StoreDamaged      not a database, or a broken one
   ├─ StoreTooNew       written by a newer companion
   └─ StoreUnreachable  the database server or its driver is missing     (retryable)
"""

from pathlib import Path

from audio.errors import AudioError
from companion.base.characters import visible_line
from engine.common.words import snake_case
from engine.phrase import EMPTY, Phrase, finished, joined, made, phrase, verbatim


class CompanionError(Exception):
    """Root of the app's operational failures; the message is one sentence a player can read.

    Attributes:
        message: The sentence.
        code: Stable code for programs: the class's name in snake_case without "Error", unless the class states it.
        hint: What a person can do about it, one sentence; empty when the message says it all.
        retryable: Whether trying the same again later can help.
    """

    code = "companion_error"
    retryable = False

    def __init_subclass__(cls) -> None:
        """Name its code after the class."""
        if "code" not in vars(cls):
            cls.code = snake_case(cls.__name__.removesuffix("Error"))

    def __init__(self, message: Phrase, hint: Phrase = EMPTY) -> None:
        self.message = finished(message, _on_one_line)
        self.hint = finished(hint, _on_one_line)
        super().__init__(str(self.message))


def told(problem: CompanionError | AudioError) -> Phrase:
    """Return the message that says what is wrong, and what can be done about it."""
    if isinstance(problem, AudioError):
        return joined([made(problem.template, problem.values), made(problem.advice, problem.values)])
    return joined([problem.message, problem.hint])


def _on_one_line(sentence: str) -> str:
    """The sentence without line breaks and control characters, which may come with what a file or a person put in."""
    return sentence if sentence.isprintable() else " ".join(visible_line(sentence).split())


def _located(message: Phrase, *places: str) -> Phrase:
    """One sentence that begins with where it is about."""
    return finished(joined([*places, message], ": "), _with_full_stop)


def _with_full_stop(sentence: str) -> str:
    return sentence if sentence.endswith((".", "…")) else f"{sentence}."


class SettingsError(CompanionError):
    """A setting is unknown or has an impossible value.

    Attributes:
        source: Where it was read: a file, the environment or the command line.
        key: Name of the setting as written there, empty when the source as a whole is unusable.
    """

    def __init__(self, source: str, key: str, message: Phrase, hint: Phrase = EMPTY) -> None:
        super().__init__(_located(message, source, key), hint)
        self.source = source
        self.key = key


class TextRefused(CompanionError):
    """A name, a line or a text holds a character that nobody sees, such as a control character.

    Attributes:
        character: The first one.
        wrong: What is wrong, without what it is wrong with.
    """

    def __init__(self, what: Phrase, character: str) -> None:
        self.character = character
        self.wrong = phrase("it contains the invisible character {code}", code=f"U+{ord(character):04X}")
        super().__init__(
            phrase("{what} contains the invisible character {code}.", what=what, code=f"U+{ord(character):04X}"),
            phrase("Remove it and try again."),
        )


class WordRefused(CompanionError):
    """A word for the word list is longer than any name, or would replace words said to the companion itself."""


class RosterError(CompanionError):
    """A roster or campaign file cannot be used.

    Attributes:
        path: The file, None when the roster did not come from one.
        field: Path of the entry inside it ("players[1].chips"), empty when the file as a whole is unusable.
        reason: What is wrong, without the place.
    """

    def __init__(self, path: Path | None, field: str, message: Phrase, hint: Phrase = EMPTY) -> None:
        super().__init__(_located(message, str(path) if path else "roster", field), hint)
        self.path = path
        self.field = field
        self.reason = _located(message)


class UnknownEntry(CompanionError):
    """The chronicle holds nothing of that name, or nothing that a correction could change."""


class NoteRefused(CompanionError):
    """A note holds nothing, or more than is kept."""


class DiceOptionError(CompanionError):
    """A dice option or a file of faces cannot be used."""


class GrammarError(CompanionError):
    """A sentence template cannot be read.

    Attributes:
        file: Name of the grammar file.
        line: Line of the template, from 1; 0 when the whole file is unusable.
    """

    def __init__(self, file: str, line: int, message: str, hint: str = "") -> None:
        super().__init__(_located(verbatim(message), f"{file}:{line}" if line else file), verbatim(hint))
        self.file = file
        self.line = line


class PromptError(CompanionError):
    """A text for a language model is missing, is not of the form it should have, or got the wrong variables.

    Attributes:
        prompt: Its name.
    """

    def __init__(self, prompt: str, message: str) -> None:
        super().__init__(
            _located(verbatim(message), f"prompt {prompt}"), phrase("prompts/README.md describes the format.")
        )
        self.prompt = prompt


class ToneError(CompanionError):
    """A tone of recaps does not exist or cannot be used.

    Attributes:
        tone: Its name.
    """

    def __init__(self, tone: str, message: Phrase, hint: Phrase = EMPTY) -> None:
        super().__init__(_located(message, f"tone {tone}"), hint)
        self.tone = tone


class KeychainError(CompanionError):
    """The system's keychain is missing, locked, or keeps nothing."""


class ExportError(CompanionError):
    """A folder or file cannot take an export, or does not hold one."""


class ModelError(CompanionError):
    """The language model did not help; everything works without it."""


class ModelUnavailable(ModelError):
    """The language server refuses, is overloaded, too slow or not there."""

    retryable = True


class ModelKeyRefused(ModelUnavailable):
    """The language server wants a key, or another one."""

    retryable = False


class ModelTooSlow(ModelUnavailable):
    """The language server did not send its whole answer within the seconds it has."""


class ModelReplyError(ModelError):
    """The language model answered something that does not fit the question."""


class ModelAnswerTooLong(ModelReplyError):
    """The answer has more bytes or letters than are taken in; the rest of it was not waited for."""


class StoreError(CompanionError):
    """The campaign database cannot do what was asked; nothing was half-done."""


class PositionConflict(StoreError):
    """Somebody else appended first.

    Attributes:
        expected: Position the caller wanted to write.
        actual: Position the next entry would have.
    """

    retryable = True

    def __init__(self, expected: int, actual: int) -> None:
        super().__init__(
            phrase(
                "the log was expected to continue at {expected} but continues at {actual}.",
                expected=expected,
                actual=actual,
            ),
            phrase("Reload and try again."),
        )
        self.expected = expected
        self.actual = actual


class CommandReused(StoreError):
    """A command id that is already in the log came back with another command."""


class UnknownEventKind(StoreError):
    """The log holds something this version cannot read.

    Attributes:
        position: Position of the entry.
        kind: What it calls itself.
    """

    def __init__(self, position: int, kind: str, hint: Phrase = EMPTY) -> None:
        super().__init__(
            phrase("entry {position} of the log is of the unknown kind {kind!r}.", position=position, kind=kind),
            hint or phrase("It was probably written by a newer companion; update this one."),
        )
        self.position = position
        self.kind = kind


class UnknownCampaign(StoreError):
    """No campaign of that name or number."""


class CampaignExists(StoreError):
    """Another campaign has that name; upper and lower case count as the same."""


class CampaignInUse(StoreError):
    """Another companion is writing this campaign."""

    retryable = True


class StoreBusy(StoreError):
    """Another process holds the database file."""

    retryable = True


class StoreFull(StoreError):
    """No space is left for the database."""


class StoreReadOnly(StoreError):
    """The database or its folder may not be written."""


class StoreDamaged(StoreError):
    """The file is no companion database, or its content is broken."""


class StoreTooNew(StoreError):
    """The database was written by a newer companion."""


class StoreUnreachable(StoreError):
    """The database server cannot be reached, or its driver is not installed."""

    retryable = True
