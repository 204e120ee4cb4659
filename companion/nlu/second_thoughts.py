"""Corrections people make before they have finished: "I bid two, no, three." asks for three and never for two."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.nlu.numbers import SPOKEN, value_of
from companion.nlu.types import Intent, Turn

_STARTS_OVER = re.compile(
    r"""[,.;:!?…–—-]\s*(?:(?:oh|ah|um|uh|er|well|and|or|but|sorry|wait|actually|hang\ on|hold\ on|god)[\s,.…!-]+)*
        (?:no(?:pe)?(?=[\s]*[,.;:!…–—-]|\ (?:wait|sorry|hang|hold|actually|make|that's|it's|let's|scratch|what\ am))
        |scratch\ that|strike\ that|or\ rather|on\ second\ thoughts?|what\ am\ i\ saying
        |(?:make|call)\ (?:that|it)(?=\ )|actually(?=,?\ (?:make|let's|that's|it's)))""",
    re.IGNORECASE | re.VERBOSE,
)
_NUMBER = re.compile(
    rf"""(?:^[\s,.;:!?…–—-]*(?:(?:oh|ah|um|uh|er|well|and|or|no(?:pe)?|wait|sorry|actually|hang\ on|hold\ on|just|only
         |scratch\ that|strike\ that|or\ rather|that's|it's|i\ mean|a|an)[\s,.;:!?…–—-]+)+
         |\b(?:make|call)\ (?:that|it)\ (?:just\ |only\ |a\ )?)(?P<n>{SPOKEN})(?:\ \w+)?\s*[.!]?$""",
    re.IGNORECASE | re.VERBOSE,
)

Reader = Callable[[Turn], Sequence[Intent]]


def put_right(turn: Turn, intents: tuple[Intent, ...], read: Reader) -> tuple[Intent, ...]:
    """The intents with the last wording of what was said twice; dice read out put themselves right elsewhere.

    Args:
        turn: What was said.
        intents: What all of it asks for, in the order of the words.
        read: Understands the rest of the turn for itself.
    """
    for place, intent in enumerate(intents):
        over = _STARTS_OVER.search(turn.text, max(1, intent.span[1] - 1))
        if over is None or not _may_change(intent):
            continue
        rest = turn.text[over.start() :]
        again = _other_number(intent, rest) or next(
            (each for each in read(replace(turn, text=rest)) if _instead(each, intent)), None
        )
        if again is not None:
            span = (intent.span[0], over.start() + again.span[1])
            put = replace(intent, slots={**intent.slots, **again.slots}, span=span)
            return (*intents[:place], put, *(each for each in intents[place + 1 :] if each.span[0] >= span[1]))
    return intents


def _may_change(intent: Intent) -> bool:
    """Return True where a deed may be worded twice in a turn: it is sure, and tells nothing in words of its own."""
    told = any(isinstance(value, str) and value.count(" ") >= _TOLD for value in intent.slots.values())
    return intent.decision == "act" and intent.category != "dice_report" and not told


_TOLD = 4
"""Spaces from which on a text is told and no name."""


def _instead(again: Intent, intent: Intent) -> bool:
    return again.command == intent.command and again.decision in {"act", "ask"} and not again.missing


def _other_number(intent: Intent, rest: str) -> Intent | None:
    """The intent with the number its speaker ends with, where it holds one."""
    found = _NUMBER.search(rest)
    numbers = [name for name, value in intent.slots.items() if type(value) is int]
    if found is None or len(numbers) != 1:
        return None
    slots = {numbers[0]: value_of(found["n"].lower().split())}
    return replace(intent, slots=slots, span=(0, found.end("n")))
