"""Answers "what happened last time?"."""

from companion.scribe.notes import Evening, read_evening
from companion.scribe.retelling import make_recap
from companion.scribe.standing import standing_of


def recap(evening: Evening, seconds: float = 30.0) -> str:
    """An evening in about `seconds` of speech, empty when there is nothing to tell.

    Every name and number in it comes from the evening's talk or its log.
    """
    log = read_evening(evening)
    return make_recap(evening.chronicle, log.scenes, standing_of(evening.after).goals, seconds).text
