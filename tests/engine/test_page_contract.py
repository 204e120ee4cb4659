"""Contract with a page: boards, sheets and moves of every system of the registry, and of one from outside."""

import dataclasses
import re
from typing import Any

from engine.board import Counter, Field, Move
from tests.engine.test_contract import SYSTEMS, moments, people

PLACEHOLDER = re.compile(r"\bNone\b|[{}<>]|object at|\bTrue\b|\bFalse\b|[A-Z]{2,}_[A-Z]|^\s|\s$|  ")

MANY = {"actions", "boosts", "cards", "chips", "tokens", "tokens in the pool", "tokens in the bank", "victory cards"}


def texts(value: Any) -> list[str]:
    """Every text a page would draw of a board, a panel or a move; what a tap sends is no text."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Move):
        return [value.label, value.group, *texts(value.fields)]
    if isinstance(value, Field):
        return [value.label, *(option.label for option in value.options)]
    if isinstance(value, tuple):
        return [text for part in value for text in texts(part)]
    return [text for item in _parts(value) for text in texts(getattr(value, item))]


def _parts(value: Any) -> list[str]:
    return [item.name for item in dataclasses.fields(value)] if dataclasses.is_dataclass(value) else []


def shown(ruleset: Any) -> list[tuple[Any, str | None]]:
    """Moments of the tour with everybody who looks."""
    states = moments(ruleset.info.slug)[::6]
    return [(state, viewer) for state in states for viewer in (None, *sorted(people(ruleset, state)))]


@SYSTEMS
def test_boards_and_sheets_read_without_placeholders(ruleset: Any) -> None:
    for state, viewer in shown(ruleset):
        board = ruleset.board(state, viewer)
        assert board.headline
        sheets = tuple(ruleset.sheet(state, player, viewer) for player in people(ruleset, state))
        for text in texts((board, sheets)):
            assert not PLACEHOLDER.search(text), text


def counters(value: Any) -> list[Counter]:
    """Every counter in a board or a sheet."""
    if isinstance(value, Counter):
        return [value]
    parts = value if isinstance(value, tuple) else [getattr(value, item) for item in _parts(value)]
    return [counter for part in parts for counter in counters(part)]


@SYSTEMS
def test_what_there_is_one_of_is_called_so(ruleset: Any) -> None:
    """A number that stands alone has a word that fits it: "1 token", "2 tokens"."""
    seen = set()
    for state, viewer in shown(ruleset):
        sheets = tuple(ruleset.sheet(state, player, viewer) for player in people(ruleset, state))
        alone = [each for each in counters((ruleset.board(state, viewer), sheets)) if each.most is None]
        seen |= {(each.label, each.value == 1) for each in alone}
    labels = {label for label, _ in seen}
    assert not [label for label, one in seen if one and label in MANY]
    assert not [label for label, one in seen if not one and f"{label}s" in MANY & labels]


@SYSTEMS
def test_boards_agree_with_the_rest_of_the_system(ruleset: Any) -> None:
    for state, viewer in shown(ruleset):
        board, told = ruleset.board(state, viewer), ruleset.narration(state)
        assert [place.player for place in board.places] == [each.name for each in ruleset.vocabulary(state).players]
        assert (board.holder, board.actions) == (told.holder, told.actions)
        owed = {(each.request_id, each.roller, each.count, each.sides) for each in ruleset.open_rolls(state)}
        thrown = [each for each in board.throws if each.request_id is not None]
        assert {(each.request_id, each.roller, each.wanted, each.sides) for each in thrown} == owed
        assert all(not each.wanted for each in board.throws if each.request_id is None)
        assert all(1 <= face.value <= each.sides for each in board.throws for face in each.faces)


@SYSTEMS
def test_what_is_counted_stays_in_its_bounds(ruleset: Any) -> None:
    """A bar goes from nothing to its end, a counter to its limit; no two panels have one title."""
    for state, viewer in shown(ruleset):
        board = ruleset.board(state, viewer)
        sheets = [panel for player in people(ruleset, state) for panel in ruleset.sheet(state, player, viewer)]
        panels = (*board.panels, *sheets)
        for bar in (*board.bars, *(bar for panel in panels for bar in panel.bars)):
            assert bar.label
            assert 0 <= bar.value <= bar.most
            assert bar.most >= 1
        counters = [*board.counters, *(each for place in board.places for each in place.counters)]
        for counter in (*counters, *(each for panel in panels for each in panel.counters)):
            assert counter.label
            assert counter.most is None or counter.value <= counter.most
        for panel in panels:
            assert panel.title
        assert len({each.title for each in board.panels}) == len(board.panels)


@SYSTEMS
def test_hands_are_on_their_owners_sheet_only(ruleset: Any) -> None:
    """Others see the part of a sheet that the table sees; code words lie in no hand but one's own."""
    for state in moments(ruleset.info.slug)[::5]:
        seats = sorted(people(ruleset, state))
        for player in seats:
            public = ruleset.sheet(state, player)
            assert not any(card.code for panel in public for card in panel.cards)
            assert ruleset.sheet(state, player, "Nobody") == public


@SYSTEMS
def test_moves_are_commands_with_fields_of_theirs(ruleset: Any) -> None:
    """A tap sends a kind the game reads and fields that kind has; every input says what it wants."""
    known = {cls.kind: command_fields(cls) for cls in ruleset.command_types}
    known.setdefault("report_dice", set()).update({"request_id", "values", "total", "successes"})
    for state, viewer in shown(ruleset):
        assert ruleset.moves(state, "Nobody") == ()
        for move in ruleset.moves(state, viewer) if viewer is not None else ():
            sent = [name for name, _ in move.given] + [field.name for field in move.fields]
            assert len(set(sent)) == len(sent)
            assert set(sent) <= known[move.kind], move
            assert move.label
            assert move.group
            for text in texts(move):
                assert not PLACEHOLDER.search(text), text
            for field in move.fields:
                assert_answerable(field)


def command_fields(cls: Any) -> set[str]:
    """JSON names of a command's fields."""
    names = getattr(cls, "json_names", {})
    return {names.get(item.name, item.name) for item in dataclasses.fields(cls)}


def assert_answerable(field: Field) -> None:
    """Somebody can fill it in."""
    assert field.label
    assert (field.shape in {"choice", "choices"}) == bool(field.options)
    assert all(option.label for option in field.options)
    assert field.most is None or field.most >= (1 if field.shape == "faces" else field.least)
    if field.shape == "choices":
        assert field.least <= len(field.options)
    if field.shape == "faces":
        assert field.least >= 1
        assert field.most


@SYSTEMS
def test_what_is_owed_is_offered_first(ruleset: Any) -> None:
    """Every throw can be handed in by a tap of whoever owes it, before anything that can wait."""
    for state in moments(ruleset.info.slug)[::6]:
        for player in people(ruleset, state):
            moves = ruleset.moves(state, player)
            owed = [move.owed for move in moves]
            assert owed == sorted(owed, reverse=True)
            wanted = {each.request_id for each in ruleset.open_rolls(state) if each.roller == player}
            assert {dict(move.given)["request_id"] for move in moves if move.kind == "report_dice"} == wanted
