"""Grammars kept beside the compiled modules: the same as read from their files, and never one of other files."""

import json
import sys
from pathlib import Path

import pytest

from companion.nlu import grammar, kept_grammars
from companion.nlu.grammar import Grammar, load_grammar
from companion.nlu.templates import Template

load = load_grammar.__wrapped__


@pytest.fixture
def kept_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept_grammars, "_place", lambda language, slug: tmp_path / f"{language}-{slug}.json")
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path


def templates_of(loaded: Grammar) -> list[Template]:
    loose = [] if loaded.loose is None else [each for listed in loaded.loose.listed.values() for each in listed]
    return [each for wording in (*loaded.filters, *loaded.patterns) for each in (*wording.say, *wording.never)] + loose


@pytest.mark.parametrize("slug", ["any-rpg", "choice-pta", "kleptonomicon", "phase-abandon", "phasesix"])
def test_a_kept_grammar_is_the_same_and_reads_no_template(
    slug: str, kept_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = load(slug)
    with monkeypatch.context() as forbidden:
        forbidden.setattr(grammar, "parse_source", None)
        forbidden.setattr(grammar, "read_template", None)
        kept = load(slug)
    assert kept.literals == fresh.literals
    assert (kept.params, kept.words, kept.vocabulary) == (fresh.params, fresh.words, fresh.vocabulary)
    pairs = list(zip(templates_of(kept), templates_of(fresh), strict=True))
    assert all((one.source, one.needs, one.least) == (other.source, other.needs, other.least) for one, other in pairs)
    assert not any("tree" in vars(one) for one, _ in pairs)
    assert all((one.expression, one.slots) == (other.expression, other.slots) for one, other in pairs[::7])


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{}", b"\xff", b'{"checksum": "%s", "sets": 3}', b'{"checksum": "%s", "sets": [], "needs": [[1]]}'],
)
def test_a_damaged_file_is_made_anew(body: bytes, kept_in: Path) -> None:
    fresh = load("any-rpg")
    place = kept_in / "en-any-rpg.json"
    whole = place.read_bytes()
    place.write_bytes(body.replace(b"%s", json.loads(whole)["checksum"].encode()))
    assert load("any-rpg").literals == fresh.literals
    assert place.read_bytes() == whole


def test_what_other_texts_or_other_code_made_is_not_taken(kept_in: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load("any-rpg")
    assert kept_grammars.checksum(["a", "bc"]) != kept_grammars.checksum(["ab", "c"])
    assert kept_grammars.kept_grammar("en", "any-rpg", kept_grammars.checksum(["other"])) is None
    before = kept_grammars.checksum([])
    monkeypatch.setattr(kept_grammars, "_READERS", ("grammar",))
    assert kept_grammars.checksum([]) != before


def test_where_nothing_can_be_written_nothing_is_kept(kept_in: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_grammars, "_place", lambda language, slug: Path("/dev/null/grammars/x.json"))
    assert load("any-rpg").patterns
    monkeypatch.setattr(kept_grammars, "_place", lambda language, slug: kept_in / "x.json")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert load("any-rpg").patterns
    assert not list(kept_in.iterdir())
