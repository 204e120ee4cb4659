"""Full-text search over what was said: SQLite's FTS5, and PostgreSQL's own search."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, func, literal_column, text

from companion.store import schema

Phrases = list[list[str]]


def phrases_of(texts: Iterable[str]) -> Phrases:
    """Words to look for, phrase by phrase, without accents; what holds no word is left out."""
    return [words for each in texts if (words := re.findall(r"\w+", _without_accents(each)))]


def _without_accents(text: str) -> str:
    """As SQLite's index leaves them out, and `schema.PLAIN_WORDS` on a server."""
    apart = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", re.sub("[\u0300-\u036f]", "", apart))


def holding(phrases: Phrases, *, sqlite: bool) -> ColumnElement[bool]:
    """Return a condition for utterances that hold every word of one phrase, any case, accents or longer form of a word.

    Args:
        phrases: What `phrases_of` gives, at least one.
        sqlite: Whether the database is SQLite.
    """
    table = schema.utterances
    if sqlite:
        match = _any_of(phrases, " AND ", " OR ", '"{}"*')
        found = text(f"SELECT rowid FROM {schema.WORD_INDEX} WHERE {schema.WORD_INDEX} MATCH :match")
        return table.c.row.in_(found.bindparams(match=match))
    match = _any_of(phrases, " & ", " | ", "'{}':*")
    simple: ColumnElement[Any] = literal_column("'simple'::regconfig")
    said: ColumnElement[Any] = literal_column(schema.PLAIN_WORDS)
    return func.to_tsvector(simple, said).op("@@", is_comparison=True)(func.to_tsquery(simple, match))


def _any_of(phrases: Phrases, every: str, some: str, word: str) -> str:
    return some.join("(" + every.join(word.format(each) for each in words) + ")" for words in phrases)
