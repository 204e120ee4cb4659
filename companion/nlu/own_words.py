"""Words with which people speak to the companion itself; no name's spelling may ever stand in their place."""

import re
from functools import lru_cache

from companion.nlu.grammar import build_grammar
from companion.nlu.grammar_files import parse_source, text_of
from companion.nlu.words import plain_word

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SHARED = ("common.toml", "help.toml")


def is_own(form: str, language: str = "en") -> bool:
    """Return True for words, in any case, all of which are used to command or answer the companion, or to pause it."""
    return own_words(language).issuperset(plain_word(word) for word in _WORD.findall(form))


@lru_cache(maxsize=2)
def own_words(language: str = "en") -> frozenset[str]:
    """Every plain word of the sentences that any game's companion understands, and of the X-card."""
    grammar = build_grammar("", language, [parse_source(name, text_of(language, name)) for name in _SHARED])
    said = (leaf for pattern in grammar.patterns for each in pattern.say for leaf in each.tree.leaves())
    pausing = " ".join(grammar.words["pause"]).replace("-", " ")
    return frozenset((*(leaf.text for leaf in said if leaf.kind == "word"), *pausing.split()))


def asks_for_pause(said: str, language: str = "en") -> bool:
    """Return True for words that are the X-card and nothing else."""
    plain = "".join(each if each.isalnum() else " " for each in said.casefold()).split()
    return "-".join(plain) in _pausing(language)


@lru_cache(maxsize=2)
def _pausing(language: str) -> frozenset[str]:
    source = parse_source(_SHARED[0], text_of(language, _SHARED[0]))
    return frozenset(source.data["words"]["pause"].split())
