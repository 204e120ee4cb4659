"""The log without struck words: their place is taken by a mark, and the game stays what it was."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from companion.base.errors import StoreDamaged, UnknownEventKind
from companion.nlu.words import word_set
from companion.privacy.traces import Traces, words_of
from companion.store import LogEntry, Recorded
from companion.store.codec import Codec
from engine.codec import to_json
from engine.errors import CorruptHistory
from engine.history import History
from engine.ruleset import Ruleset

MARK = "(struck)"
_MARKED = re.compile(r"\(struck(?: (\d+))?\)")
_CODE = re.compile(r"[a-z0-9_.:+-]*|[A-Z0-9_]*")
_TOLD = word_set(
    """
    description text reason nature notes story request_text new_text goal_text trigger_text title content what why
    purpose condition success_effect critical_failure_effect recharge
    """
)
"""Fields that tell the story. A single word in another one may be a code of the rules."""


def reworded(
    ruleset: Ruleset[Any, Any, Any],
    recorded: Sequence[Recorded],
    causes: Mapping[tuple[int, str], str],
    traces: Traces,
    known: Iterable[str],
) -> tuple[dict[int, LogEntry], bool]:
    """The entries of a log that hold struck words, worded without them.

    Descriptions and names that were made from the words become marks everywhere at once. Where the rules would not
    come to the same state with them (a name may be one the rules know), only descriptions do.

    Args:
        ruleset: System played.
        recorded: The whole log.
        causes: What was said in each struck utterance, by evening and id.
        traces: What gives the words away.
        known: Names and texts of the table and of the rules, which nobody made from what was said.

    Returns:
        Entries by position, and whether none of the words is left in the log.
    """
    found = _made_of(recorded, causes, traces, set(known))
    if not found:
        return {}, True
    for texts in (found, [each for each in found if len(words_of(each)) > 1]):
        marks = dict(zip(texts, _fresh_marks(recorded, len(texts)), strict=True))
        changed = _marked_entries(recorded, marks)
        if _plays_the_same(ruleset, recorded, changed, marks):
            return changed, len(texts) == len(found)
    return {}, False


def _made_of(
    recorded: Sequence[Recorded], causes: Mapping[tuple[int, str], str], traces: Traces, known: set[str]
) -> list[str]:
    """Texts of the log that hold struck words, or were put together from several of them by their own entry."""
    found: dict[str, None] = {}
    for each in recorded:
        said = causes.get((each.evening or 0, each.utterance_id or ""))
        for text in _free_texts([each.entry.command, *each.entry.events]):
            if text not in known and (traces.in_text(text) or (said is not None and _quoted(text, said))):
                found[text] = None
            else:
                known.add(text)
    return [each for each in found if not _MARKED.fullmatch(each)]


def told_from(
    recorded: Iterable[Recorded], causes: Mapping[tuple[int, str], str], known: Collection[str]
) -> tuple[str, ...]:
    """Texts of commands that were given with struck words, or quote them.

    They may hold what the words do not, where somebody put other words in the place of what was heard; and a
    description that somebody else said yes to belongs to the sentence it stands in.

    Args:
        recorded: The whole log.
        causes: What was said in each struck utterance, by evening and id.
        known: Names and texts of the table and of the rules, which nobody made from what was said.
    """
    found: dict[str, None] = {}
    said: dict[int, list[str]] = {}
    for (evening, _), text in causes.items():
        said.setdefault(evening, []).append(text)
    quotes = {evening: _Quotes(texts) for evening, texts in said.items()}
    for each in recorded:
        evening = each.evening or 0
        given = (evening, each.utterance_id or "") in causes
        for text in _free_texts(each.entry.command) if evening in quotes else ():
            if text not in known and not _MARKED.search(text) and (given or quotes[evening].hold(text)):
                found[text] = None
    return tuple(found)


class _Quotes:
    """Sentences in which texts are looked for; pairs of words tell first, as there may be many long ones."""

    def __init__(self, said: Iterable[str]) -> None:
        words = [words_of(each) for each in said]
        self._pairs = {pair for each in words for pair in pairwise(each)}
        self._whole = "\n".join(f" {' '.join(each)} " for each in words)

    def hold(self, text: str) -> bool:
        """Return True if a sentence holds a text of more than one word."""
        words = words_of(text)
        return len(words) > 1 and self._pairs.issuperset(pairwise(words)) and f" {' '.join(words)} " in self._whole


def _quoted(text: str, said: str) -> bool:
    words = words_of(text)
    return len(words) > 1 and f" {' '.join(words)} " in f" {' '.join(words_of(said))} "


def _free_texts(value: Any, field: str = "") -> Iterator[str]:
    """Texts of a JSON value that people may have worded."""
    if isinstance(value, str):
        if field in _TOLD or not _CODE.fullmatch(value):
            yield value
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _free_texts(each, field)
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from _free_texts(each, name)


def _replaced(value: Any, marks: Mapping[str, str]) -> Any:
    """A JSON value with marks in place of texts."""
    if isinstance(value, str):
        return marks.get(value, value)
    if isinstance(value, list | tuple):
        return [_replaced(each, marks) for each in value]
    if isinstance(value, Mapping):
        return {name: each if name == "kind" else _replaced(each, marks) for name, each in value.items()}
    return value


def _fresh_marks(recorded: Sequence[Recorded], count: int) -> list[str]:
    """Marks not in the log yet: "(struck)", then "(struck 2)" and so on."""
    used = [0]
    for each in recorded:
        for text in _free_texts([each.entry.command, *each.entry.events]):
            used += [int(found[1] or 1) for found in _MARKED.finditer(text)]
    first = max(used) + 1
    return [MARK if number == 1 else f"(struck {number})" for number in range(first, first + count)]


def _marked_entries(recorded: Sequence[Recorded], marks: Mapping[str, str]) -> dict[int, LogEntry]:
    changed = {}
    for each in recorded:
        entry = each.entry
        command, events = _replaced(entry.command, marks), tuple(_replaced(event, marks) for event in entry.events)
        if (command, events) != (entry.command, entry.events):
            changed[each.position] = replace(entry, command=command, events=events)
    return changed


def _plays_the_same(
    ruleset: Ruleset[Any, Any, Any],
    recorded: Sequence[Recorded],
    changed: Mapping[int, LogEntry],
    marks: Mapping[str, str],
) -> bool:
    """Return True if the rules come to the same state by the new words, the words aside."""
    before = _state(ruleset, recorded)
    try:
        after = _state(ruleset, [replace(each, entry=changed.get(each.position, each.entry)) for each in recorded])
    except (StoreDamaged, UnknownEventKind, CorruptHistory):
        return False
    return bool(_replaced(before, marks) == after)


def _state(ruleset: Ruleset[Any, Any, Any], recorded: Iterable[Recorded]) -> Any:
    codec, history = Codec(ruleset), History[Any, Any, Any](ruleset)
    for each in recorded:
        history.commit(codec.entry(each))
    return to_json(history.state)
