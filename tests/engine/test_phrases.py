"""Every text the rules make can be translated: what stays English is a name, or what somebody said."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any, ClassVar

import pytest

from engine.codec import to_json
from engine.form import Form
from engine.phrase import EMPTY, Phrase, capital, finished, joined, phrase, plural, sentence, translated, verbatim
from engine.registry import all_rulesets
from tests.engine.test_contract import moments, people, tour
from tests.support.pseudo import Pseudo, untranslated
from tools.collect_texts import collected

KEPT = ("because", "reason")
"""Fields of events that the log keeps in words."""
PLAYED = pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.info.slug)
LETTERS = re.compile(r"[A-Za-z]")
PLACE = re.compile(r"\{[^{}]*\}")
WORD = re.compile(r"[a-zà-ÿ]{2,}")
SYSTEMS = Path(__file__).resolve().parents[2] / "engine" / "systems"


class Backwards:
    """A language that turns words and values round."""

    known: ClassVar = {"{player} rolls {dice}": "{dice} werden von {player} gewürfelt", "no dice": "keine Würfel"}

    def gettext(self, message: str) -> str:
        return self.known.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "{count} Würfel" if msgid1 == "{count} die" else msgid1 if n == 1 else msgid2


def test_a_phrase_is_its_english_text() -> None:
    """Equal, with values put in, and never read as a template again."""
    text = phrase("{player} rolls {dice}", player="{0.__class__}", dice=plural("{count} die", "{count} dice", 2))
    assert text == "{0.__class__} rolls 2 dice"
    assert translated(text, NullTranslations()) == text


def test_a_phrase_is_put_together_anew_in_another_language() -> None:
    """Values change places, phrases inside are translated too, and sentences stay sentences."""
    text = phrase("{player} rolls {dice}", player="Ana", dice=plural("{count} die", "{count} dice", 2))
    assert translated(text, Backwards()) == "2 Würfel werden von Ana gewürfelt"
    assert translated(sentence(phrase("no dice")), Backwards()) == "Keine Würfel."
    assert translated(capital(phrase("no dice")), Backwards()) == "Keine Würfel"
    assert translated(joined([phrase("no dice"), EMPTY, "Ana"], ", "), Backwards()) == "keine Würfel, Ana"


def test_what_people_said_is_never_translated() -> None:
    assert translated(verbatim("no dice"), Backwards()) == "no dice"
    assert translated(sentence("no dice"), Backwards()) == "No dice."


@cache
def said(ruleset: Any) -> tuple[str, ...]:
    """Everything the rules put into words during the tour: pages, answers, announcements, the log."""
    return tuple(_said(ruleset))


def _said(ruleset: Any) -> Iterator[str]:
    slug = ruleset.info.slug
    for state in moments(slug)[::6]:
        seats = sorted(people(ruleset, state))
        for viewer in (None, *seats):
            yield from drawn(_without_reasons(ruleset.board(state, viewer)))
            if viewer is not None:
                for part in (*ruleset.sheet(state, viewer, viewer), *ruleset.moves(state, viewer)):
                    yield from drawn(part)
        yield from ruleset.tally(state)
        yield from (each.text for each in ruleset.remind(state))
    for history in tour(slug):
        state = ruleset.initial_state()
        for entry in history.effective():
            after = state
            for event in entry.events:
                yield ruleset.describe(event)
                after = ruleset.evolve(after, event)
            yield from (each.text for each in ruleset.say(state, entry.events, after))
            yield ruleset.summarise(entry.events, state)
            state = after
    yield from asked(ruleset.form)
    yield from (ruleset.info.covers, ruleset.info.left_to_table)


ONE_OF_MANY = re.compile(
    r"\b(?:1|one) (?:[a-z]+ )?(?:actions|boosts|cards|chips|dice|hearts|hits|points|stakes|successes|tokens|units)\b",
    re.IGNORECASE,
)


@PLAYED
def test_one_of_a_thing_is_told_so(ruleset: Any) -> None:
    assert not [text for text in said(ruleset) if ONE_OF_MANY.search(text)]


def drawn(value: Any) -> Iterator[str]:
    """Every text of a board, a panel or a move; by their types people's names and tones are none."""
    for item in fields(value):
        part = getattr(value, item.name)
        for each in part if isinstance(part, tuple) else (part,):
            if is_dataclass(each):
                yield from drawn(each)
            elif isinstance(each, str) and "Phrase" in str(item.type):
                yield each


def _without_reasons(board: Any) -> Any:
    """The board without what its open throws are for, which the log keeps in words."""
    return replace(board, throws=())


def asked(form: Form) -> Iterator[str]:
    """Yield the texts that the wizard of a system reads out."""
    for ask in form.asks:
        question = finished(ask.question, lambda text: text.format(player="", character=""))
        yield from (question, ask.noun, ask.example, *ask.hints, *(column.label for column in ask.columns))
        yield from (label for column in ask.columns for _, label in column.options)
    yield from (text for setting in form.settings for text in (setting.explanation, *setting.labels.values()))


def written(ruleset: Any) -> set[str]:
    """Words people wrote or said: those in the tour's commands and the system's library, and several of each.

    Words the log keeps, what throws are for and why something did not happen, are among them.
    """
    found: set[str] = set()
    for history in tour(ruleset.info.slug):
        for entry in history.effective():
            found |= set(WORD.findall(str(to_json(entry.command)).casefold()))
            found |= {word for event in entry.events for kept in KEPT for word in _words(str(getattr(event, kept, "")))}
    for state in moments(ruleset.info.slug):
        found |= {word for request in ruleset.open_rolls(state) for word in _words(request.because)}
    library = SYSTEMS / ruleset.info.slug.replace("-", "_") / "library.toml"
    if library.exists():
        found |= set(WORD.findall(library.read_text(encoding="utf-8").casefold()))
    return found | {f"{word}s" for word in found}


def _words(text: str) -> set[str]:
    return set(WORD.findall(text.casefold()))


@PLAYED
def test_every_text_of_the_rules_can_be_translated(ruleset: Any) -> None:
    theirs, language = written(ruleset), Pseudo()
    strays = {
        text
        for text in said(ruleset)
        if any(word not in theirs for word in WORD.findall(untranslated(translated(text, language)).casefold()))
    }
    assert sorted(strays) == []


class Remembering(NullTranslations):
    """English, and every message that was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def gettext(self, message: str) -> str:
        self.asked.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked.add(msgid1)
        return super().ngettext(msgid1, msgid2, n)


@pytest.fixture(scope="module")
def known() -> set[str]:
    """Every text a translator sees."""
    return {message.id if isinstance(message.id, str) else message.id[0] for message in collected()}


@PLAYED
def test_every_text_of_the_rules_is_in_the_catalogue(ruleset: Any, known: set[str]) -> None:
    """Every text can be translated, as all of them are in the catalogue; mere separators and numbers need not be."""
    language = Remembering()
    for text in said(ruleset):
        translated(text, language)
    unknown = {asked for asked in language.asked - known if LETTERS.search(PLACE.sub("", asked))}
    assert sorted(unknown - written(ruleset)) == []


@PLAYED
def test_every_text_of_the_rules_is_a_phrase(ruleset: Any) -> None:
    assert sorted({text for text in said(ruleset) if not isinstance(text, Phrase)}) == []


def kept(value: Any) -> Iterator[str]:
    """Every text in a command, an event or what they hold."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list | set | frozenset):
        yield from (text for each in value for text in kept(each))
    elif isinstance(value, dict):
        yield from (text for pair in value.items() for text in kept(pair))
    elif is_dataclass(value):
        yield from (text for each in fields(value) for text in kept(getattr(value, each.name)))


@PLAYED
def test_what_the_log_keeps_is_plain_text(ruleset: Any) -> None:
    """A phrase is for showing: kept in a log it would be another thing once it was read back."""
    for history in tour(ruleset.info.slug):
        for entry in history.effective():
            strays = [text for each in (entry.command, *entry.events) for text in kept(each) if type(text) is Phrase]
            assert strays == [], entry
