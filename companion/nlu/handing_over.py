"""Signs that a storyteller has plainly stopped: the last words ask others, hand over, or say that it is over."""

import re

from companion.nlu.names import find_mentions
from companion.nlu.types import Table, Turn
from companion.nlu.words import Sentence, split, word_set

_NAME = "@"
_OTHERS = f"(?:(?:you|{_NAME}|everybody|somebody|the rest|the others|whoever)(?: guys| all| lot| else| two| three)?)"
_FORMS = (
    f"(?:what|how) (?:do|does|are|is|will|would|about) {_OTHERS}(?: (?:do|doing|react|say|think))?",
    "(?:who|who's|anybody|somebody|whoever)(?: is| wants| goes| else)*(?: to)?(?: (?:go|next|on|first|continue))+",
    f"(?:over|back|up) to {_OTHERS}",
    f"(?:it's )?(?:your|{_NAME}) (?:turn|go|move|call)",
    "you're (?:up|on|next)",
    "next(?: one| person)?",
    "(?:that's|that is|that was)(?: all)? (?:it|all|me|everything|the end|the lot|the story|where i stop|enough)",
    "(?:that's|that is|that was|end of) (?:my|the) (?:success|failure|bit|part|story|scene|go|turn)(?: told)?",
    "the end|done|finished|enough from me",
    "i'm (?:done|finished|through|out)|i've (?:finished|(?:talked|said|told) (?:enough|everything|it all))",
    "i'll (?:stop|leave it|shut up)",
)
_URGES = "(?:you |off you )?(?:go ahead|go on|go for it|carry on|take it(?: away| from here)?|take over|go)"
_TAIL = f"(?:,?(?: (?:from|for) (?:me|my side|now)| somebody else| now| then| please| there| here| next| go| {_NAME}))*"
_LINKS = "so|and|okay|right|well|anyway|think|but"
_STOPS = re.compile(rf"(?:(?:^|, |\b(?:{_LINKS}) )(?:{'|'.join(_FORMS)})|(?:^|, |\b(?:okay|right) ){_URGES}){_TAIL}$")
_SPEECH = word_set("says said asks asked calls shouts cries whispers sings if when until")
_STILL = word_set("not isn't don't doesn't nearly almost he she they i'd")
"""Words of a clause that only resembles last ones; those of speech spoil the whole end."""
_WORD = re.compile(r"[\w']+")
_MOST_WORDS = 8
"""Words of the last clauses that are looked at."""


def hands_over(turn: Turn, table: Table) -> bool:
    """Return True where the last words of a turn leave the story to others.

    Args:
        turn: Last words of whoever tells the story.
        table: Names in use.
    """
    sentences = split(turn.text)
    if not sentences or sentences[-1].quoted:
        return False
    last = _last_clauses(sentences[-1], table)
    found = _STOPS.search(last)
    if found is None or not _SPEECH.isdisjoint(_WORD.findall(last)):
        return False
    clause = last[last.rfind(",", 0, found.start() + 1) + 1 :]
    return _STILL.isdisjoint(_WORD.findall(clause))


def _last_clauses(sentence: Sentence, table: Table) -> str:
    """The end of a sentence from the first pause that leaves few enough words, with a mark for each player named."""
    words = sentence.words
    mentions = find_mentions(words, table.vocabulary, table.names)
    named = {each.at: each.until for each in mentions if each.of("player", "character")}
    cuts = [0, *(at + 1 for at, word in enumerate(words[:-1]) if word.pause)]
    at = next((cut for cut in cuts if len(words) - cut <= _MOST_WORDS), len(words) - _MOST_WORDS)
    parts = []
    while at < len(words):
        until = named.get(at, at + 1)
        parts.append((_NAME if at in named else words[at].text) + ("," if words[until - 1].pause else ""))
        at = until
    return " ".join(parts).removesuffix(",")
