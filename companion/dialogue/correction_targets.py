"""Somebody or something else was meant than was understood: which field of a deed that corrects, and its new name."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from audio.types import Utterance
from companion.dialogue.corrections import Done, change, corrector, nothing_meant, targets
from companion.dialogue.doers import may_give
from companion.dialogue.session_context import SessionContext
from companion.nlu.names import things_of
from companion.nlu.types import Intent
from engine.codec import to_json
from engine.errors import BadField
from engine.vocabulary import PlayerWords

_BACK = 5
"""Deeds of a speaker among which one that names the wrong thing is looked for."""


def mean_other(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Do the speaker's latest deed with somebody or something else: "no, I meant the thug", "not Ben, Jay"."""
    meant, other = tuple(intent.slots["meant"]), tuple(intent.slots.get("other", ()))
    for target in islice(targets(session, intent, utterance), _BACK if other else 1):
        before = session.game.history.state_before(target.command_id)
        wanted = _with_other(session, target.command, meant, other, utterance.speaker_name)
        named = [each for each in wanted if _may_mean(session, target, each[1], before, corrector(intent, utterance))]
        refused = [_refusal(session, target, fields, before) for _, fields in named]
        fitting = [each for each, reason in zip(named, refused, strict=True) if reason is None]
        names = list(dict.fromkeys(name for name, _ in fitting))
        if len(names) > 1 and not _one_person(session, names):
            session.refuse_aloud(f"Say which: {', '.join(names[:-1])} or {names[-1]}.", utterance.id)
            return
        if named and not fitting:
            session.refuse_aloud(next(filter(None, refused)), utterance.id)
            return
        for name, fields in fitting:
            if change(session, intent, utterance, target, fields, name):
                return
    nothing_meant(session, utterance)


def _may_mean(session: SessionContext, target: Done, fields: Mapping[str, Any], before: Any, by: str | None) -> bool:
    """Return True if a deed with other fields is one this player may give or be refused."""
    try:
        return may_give(session, session.game.parse({**to_json(target.command), **fields}), before, by)
    except BadField:
        return True


def _refusal(session: SessionContext, target: Done, fields: Mapping[str, Any], before: Any) -> str | None:
    """Return the rules' refusal of a deed with other fields; None when they would have accepted it."""
    try:
        command = session.game.parse({**to_json(target.command), **fields})
    except BadField as problem:
        return f"{problem}."
    refused = session.game.refused(command, before)
    return None if refused is None else refused.reason


def _one_person(session: SessionContext, names: Iterable[str]) -> bool:
    """Return True if these are names of one player."""
    said = set(names)
    return any(said <= {each.name, each.character} for each in _players(session))


_FAMILIES = (
    {"player", "character", "npc", "creature", "group", "prepared", "fighter", "connection", "stake"},
    {"skill", "item", "attribute", "knowledge"},
    {"weapon", "gear", "item", "armour"},
)
"""Kinds of things that one field of a command may name."""


def _with_other(
    session: SessionContext, command: Any, meant: Iterable[str], other: Collection[str], by: str | None
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Names that were meant, each with a field of the command that holds it in place of what was understood."""
    kinds = _kinds_of(session)
    wanted = set().union(*(kinds.get(name.casefold(), set()) for name in meant))
    own = {by, *(each.character for each in _players(session) if each.name == by)}
    wrong = {name.casefold() for name in other}

    def named(value: Any) -> bool:
        if not isinstance(value, str) or (wrong and value.casefold() not in wrong):
            return False
        return bool(wrong) or (value not in own and _alike(kinds.get(value.casefold(), set()), wanted))

    for field, value in to_json(command).items():
        for name in meant if field not in {"kind", "actor"} else ():
            if isinstance(value, list) and sum(map(named, value)) == 1:
                yield name, {field: [name if named(each) else each for each in value]}
            elif named(value):
                yield name, {field: name}


def _players(session: SessionContext) -> tuple[PlayerWords, ...]:
    return session.game.ruleset.vocabulary(session.game.state).players


def _kinds_of(session: SessionContext) -> dict[str, set[str]]:
    """Return the kinds of things each name of the table stands for."""
    kinds: dict[str, set[str]] = {}
    for thing in things_of(session.game.ruleset.vocabulary(session.game.state)):
        kinds.setdefault(thing.name.casefold(), set()).add(thing.kind)
    return kinds


def _alike(some: set[str], others: set[str]) -> bool:
    return bool(some & others) or any(family & some and family & others for family in _FAMILIES)
