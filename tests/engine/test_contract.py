"""Contract of a rules system; runs over every system of the registry, and one from outside.

A system brings a tour: `tests/support/tours/<slug with underscores>.py` with `histories()`, whole evenings that use
every command and let every event happen.
"""

import dataclasses
import json
import re
from functools import cache
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.codec import KindReader, from_json, to_json
from engine.common.messages import UNDO_KIND
from engine.dice.roll import Roll
from engine.dice.source import NoDice
from engine.errors import BadField
from engine.history import REDO_KIND, History
from engine.registry import all_rulesets
from engine.step import advance, replay, step
from engine.types import ENGINE_ONLY, PUBLIC, AwaitingRoll, Rejected
from tests.engine.strategies import instances, simplest
from tests.example_system.system import RULESET as EMBER
from tests.support.failures import check_each

RULESETS = (*all_rulesets(), EMBER)
SYSTEMS = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.info.slug)


FEW, MANY = settings(max_examples=15), settings(max_examples=50)
# Carried out by the history, or only answered.
WITHOUT_EVENTS = {UNDO_KIND, REDO_KIND, "ask_status"}
# Games of cards.
WITHOUT_DICE = {"choice-pta"}


@cache
def tour(slug: str) -> tuple[History[Any, Any, Any], ...]:
    module = import_module(f"tests.support.tours.{slug.replace('-', '_')}")
    return tuple(module.histories())


@cache
def moments(slug: str) -> tuple[Any, ...]:
    """States from all over the tour."""
    ruleset = next(each for each in RULESETS if each.info.slug == slug)
    states = [ruleset.initial_state()]
    for history in tour(slug):
        state = ruleset.initial_state()
        for entry in history.effective():
            for event in entry.events:
                state = ruleset.evolve(state, event)
            states.append(state)
    return tuple(states)


def people(ruleset: Any, state: Any) -> set[str]:
    """Names of the players of a table."""
    return {words.name for words in ruleset.vocabulary(state).players}


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


@SYSTEMS
def test_kinds_are_unique_and_follow_the_class_names(ruleset: Any) -> None:
    for types in (ruleset.command_types, ruleset.event_types):
        kinds = [cls.kind for cls in types]
        assert len(set(kinds)) == len(kinds)
        assert kinds == [snake(cls.__name__) for cls in types]


def messages(ruleset: Any) -> tuple[Any, ...]:
    """Types of everything that is said to the rules, and of everything they say."""
    return (*ruleset.command_types, *ruleset.event_types)


def kind_of(cls: Any) -> str:
    return str(cls.kind)


@SYSTEMS
def test_messages_are_frozen_dataclasses(ruleset: Any) -> None:
    def holds(cls: Any) -> None:
        assert dataclasses.is_dataclass(cls)
        assert vars(cls)["__dataclass_params__"].frozen

    check_each(messages(ruleset), holds, kind_of)


@SYSTEMS
def test_messages_survive_json(ruleset: Any) -> None:
    for types in (ruleset.command_types, ruleset.event_types):
        read = KindReader(types)

        def survives(cls: Any, read: KindReader = read) -> None:
            @FEW
            @given(instances(cls))
            def holds(message: Any) -> None:
                written = json.loads(json.dumps(to_json(message)))
                assert written["kind"] == cls.kind
                assert read(written) == message

            holds()

        check_each(types, survives, kind_of)


@SYSTEMS
def test_unknown_kinds_are_refused(ruleset: Any) -> None:
    """The error says what was there and what would have fitted."""
    for types in (ruleset.command_types, ruleset.event_types):
        wrongs: tuple[object, ...] = ({"kind": "summon_dragon"}, {}, [], "text", None)
        for wrong in wrongs:
            with pytest.raises(BadField) as caught:
                KindReader(types)(wrong)
            assert caught.value.field == "kind"
            assert caught.value.expected


@SYSTEMS
def test_fields_of_the_wrong_kind_are_refused(ruleset: Any) -> None:
    """A field that does not fit is named in the error; a field nobody knows is ignored."""
    for types in (ruleset.command_types, ruleset.event_types):
        read = KindReader(types)

        def holds(cls: Any, read: KindReader = read) -> None:
            good = to_json(simplest(cls))
            assert read({**good, "spoken at": "midnight"}) == read(good)
            for name in good.keys() - {"kind"}:
                with pytest.raises(BadField) as caught:
                    read({**good, name: 3.5})
                assert name in caught.value.field

        check_each(types, holds, kind_of)


@SYSTEMS
def test_the_tour_uses_every_command(ruleset: Any) -> None:
    used = {type(entry.command) for history in tour(ruleset.info.slug) for entry in history.effective()}
    missing = [cls.__name__ for cls in ruleset.command_types if cls not in used and cls.kind not in WITHOUT_EVENTS]
    assert not missing


@SYSTEMS
def test_the_tour_lets_every_event_happen(ruleset: Any) -> None:
    seen = {type(event) for history in tour(ruleset.info.slug) for entry in history.entries for event in _events(entry)}
    assert not [cls.__name__ for cls in ruleset.event_types if cls not in seen]


def _events(entry: Any) -> tuple[Any, ...]:
    return getattr(entry, "events", ())


@SYSTEMS
def test_replay_is_repeatable(ruleset: Any) -> None:
    for history in tour(ruleset.info.slug):
        assert replay(ruleset, history.events) == history.state
        assert replay(ruleset, history.events) == replay(ruleset, history.events)


@SYSTEMS
def test_evolve_leaves_the_old_state_alone(ruleset: Any) -> None:
    """States are values: hashing one before and after further events gives the same."""
    for history in tour(ruleset.info.slug):
        state = ruleset.initial_state()
        for event in history.events:
            before = hash(state)
            after = ruleset.evolve(state, event)
            assert hash(state) == before
            state = after


@SYSTEMS
def test_states_survive_json(ruleset: Any) -> None:
    states = moments(ruleset.info.slug)
    for state in (*states[:: max(1, len(states) // 40)], states[-1]):
        assert from_json(type(state), json.loads(json.dumps(to_json(state)))) == state


@SYSTEMS
def test_every_event_can_be_said(ruleset: Any) -> None:
    for history in tour(ruleset.info.slug):
        for event in history.events:
            text = ruleset.describe(event)
            assert isinstance(text, str)
            assert not re.search(r"\bNone\b|[{}<>]|object at|\bTrue\b|\bFalse\b", text), f"{event}: {text}"


@SYSTEMS
def test_any_event_can_be_said(ruleset: Any) -> None:
    def can_be_said(cls: Any) -> None:
        @FEW
        @given(instances(cls))
        def holds(event: Any) -> None:
            assert isinstance(ruleset.describe(event), str)

        holds()

    check_each(ruleset.event_types, can_be_said, kind_of)


@SYSTEMS
def test_events_say_who_may_see_them(ruleset: Any) -> None:
    for history in tour(ruleset.info.slug):
        names = people(ruleset, history.state)
        for event in history.events:
            assert event.visibility in {PUBLIC, ENGINE_ONLY, *names}


@SYSTEMS
def test_no_command_is_too_strange(ruleset: Any) -> None:
    """Whatever is said, the answer is an outcome; a refusal has a code and a sentence and changes nothing."""
    states = moments(ruleset.info.slug)

    def is_answered(cls: Any) -> None:
        @MANY
        @given(st.sampled_from(states), instances(cls))
        def holds(state: Any, command: Any) -> None:
            before = hash(state)
            outcome, after = advance(ruleset, state, command, NoDice())
            assert hash(state) == before
            if isinstance(outcome, Rejected):
                assert after is state
                assert re.fullmatch(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*", outcome.code)
                assert outcome.reason
            else:
                assert all(type(event) in ruleset.event_types for event in outcome.events)

        holds()

    check_each((cls for cls in ruleset.command_types if cls.kind not in WITHOUT_EVENTS), is_answered, kind_of)


@SYSTEMS
def test_open_rolls_are_answered_by_reports(ruleset: Any) -> None:
    """Every request of the tour takes the lowest faces, and its report is a command of the system."""
    answered = 0
    for state in moments(ruleset.info.slug):
        requests = ruleset.open_rolls(state)
        assert len({request.request_id for request in requests}) == len(requests)
        for request in requests:
            command = ruleset.report(Roll(request, (2,) * request.count))
            assert type(command) in ruleset.command_types
            outcome = step(ruleset, state, command, NoDice())
            assert not isinstance(outcome, Rejected), f"{request}: {outcome}"
            answered += 1
    assert answered or ruleset.info.slug in WITHOUT_DICE


@SYSTEMS
def test_a_wanted_roll_is_part_of_the_outcome(ruleset: Any) -> None:
    for history in tour(ruleset.info.slug):
        state = ruleset.initial_state()
        for entry in history.effective():
            outcome, state = advance(ruleset, state, entry.command, NoDice())
            owed = ruleset.open_rolls(state)
            wanted = outcome.request if isinstance(outcome, AwaitingRoll) else None
            assert wanted == (owed[0] if owed else None)


@SYSTEMS
def test_narration_names_players_of_the_table(ruleset: Any) -> None:
    """Holder and order are people who are there; what is left of a limit is a number."""
    for state in moments(ruleset.info.slug):
        view = ruleset.narration(state)
        names = people(ruleset, state)
        assert view.holder is None or view.holder in names
        assert set(view.order) <= names
        assert view.actions is None or view.actions >= 0


@SYSTEMS
def test_questions_never_change_anything(ruleset: Any) -> None:
    words = ("holder", "chips", "challenge", "pool", "actions", "skill", "heart", "order", "weather")
    for state in moments(ruleset.info.slug)[::7]:
        for topic in words:
            for player in (None, *sorted(people(ruleset, state))[:1], "Nobody"):
                text = ruleset.answer(state, topic, player, "Wits")
                assert isinstance(text, str)
                assert text
                assert not re.search(r"\bNone\b|[{}<>]", text), (topic, player, text)


@SYSTEMS
def test_what_is_said_aloud_is_public(ruleset: Any) -> None:
    for history in tour(ruleset.info.slug):
        before = ruleset.initial_state()
        for entry in history.effective():
            after = replay_from(ruleset, before, entry.events)
            for spoken in ruleset.say(before, entry.events, after):
                assert spoken.text
                assert not re.search(r"\bNone\b|[{}<>]", spoken.text), spoken
            assert not re.search(r"\bNone\b|[{}<>]", ruleset.summarise(entry.events, before))
            before = after


def replay_from(ruleset: Any, state: Any, events: Any) -> Any:
    for event in events:
        state = ruleset.evolve(state, event)
    return state


@SYSTEMS
def test_views_are_json_and_repeatable(ruleset: Any) -> None:
    """Views can be sent to a page, for the table and for every seat."""
    for state in moments(ruleset.info.slug)[::5]:
        for viewer in (None, *sorted(people(ruleset, state))):
            seen = ruleset.view(state, viewer)
            assert json.loads(json.dumps(seen)) == seen == ruleset.view(state, viewer)


@SYSTEMS
def test_the_tally_is_told_in_plain_lines(ruleset: Any) -> None:
    for state in moments(ruleset.info.slug)[::5]:
        for line in ruleset.tally(state):
            assert line
            assert not re.search(r"\bNone\b|[{}<>]", line), line


@SYSTEMS
def test_secrets_are_lines_of_one_seat(ruleset: Any) -> None:
    """Secrets of a player are text; somebody who is not at the table has none."""
    for state in moments(ruleset.info.slug)[::5]:
        assert ruleset.secrets(state, "Nobody") == ()
        for name in people(ruleset, state):
            assert all(line and "None" not in line for line in ruleset.secrets(state, name))


@SYSTEMS
def test_expected_answers_are_commands_of_the_system(ruleset: Any) -> None:
    kinds = {cls.kind for cls in ruleset.command_types}
    for state in moments(ruleset.info.slug):
        for expected in ruleset.expected(state):
            assert expected.command in kinds
            assert expected.player in people(ruleset, state)


@SYSTEMS
def test_the_vocabulary_has_no_blanks(ruleset: Any) -> None:
    for state in moments(ruleset.info.slug)[::5]:
        vocabulary = ruleset.vocabulary(state)
        assert len({words.name.casefold() for words in vocabulary.players}) == len(vocabulary.players)
        assert all(name for words in vocabulary.players for _, name in words.things)
