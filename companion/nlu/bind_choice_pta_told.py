"""Fields of sentences with which people at a table of Choice Based PTA tell what came of a conflict."""

import re
from collections.abc import Callable, Mapping

from companion.nlu.bind_choice_pta_cards import leads, part
from companion.nlu.drafts import Draft
from companion.nlu.words import word_set

_LEAST_TOLD = 12
_SURE, _LIKELY = 0.9, 0.75
_NOT_TOLD = word_set(
    """
    token tokens card cards deck trait traits conflict round rounds rule rules stake stakes pool pizza beer coffee tea
    wine drink drinks game session tonight dice bribe veto narrate narrates narrating narration companion app phone
    think thought guess remember know honestly okay
    """
)
_CLOSED = re.compile(
    r"\b(?:done|finished|the end|that(?:'s| is| was) (?:it|that|all|me|mine|my \w+)|over to [\w ]+|over and out"
    r"|your (?:turn|go|move)|you're up|next|so there)\b[^.!?]{0,25}[.!?]*$",
    re.IGNORECASE,
)


def _tells(draft: Draft) -> bool:
    """Somebody tells although nobody said who begins: whoever is next in order, at some length, and nobody else tells.

    Where the turn ends by saying that it is told, that is sure.
    """
    draft.actor = draft.speaker
    open_turns = [each for each in draft.heard.table.expected if each.command.endswith("_narration")]
    if not open_turns or _goes_on(draft) or any(each.command == "finish_narration" for each in open_turns):
        return False
    closed = _CLOSED.search(draft.heard.turn.text) is not None
    mine = [each.player for each in open_turns].count(draft.speaker or "")
    if draft.each.index or not mine or (open_turns[0].player != draft.speaker and not closed):
        return False
    if mine > 1 and not (part(draft) and "part_id" in draft.slots):
        return False
    words = draft.told()
    draft.factor *= _SURE if closed else _LIKELY
    return len(words) >= _LEAST_TOLD and not _NOT_TOLD & set(words)


def _goes_on(draft: Draft) -> bool:
    """Return True where this is the rest of a turn whose beginning was carried out."""
    said, turn = (draft.before[-1] if draft.before else None), draft.heard.turn
    return said is not None and said.done > 0 and (said.speaker, said.time) == (turn.speaker, turn.time)


def _round(draft: Draft) -> bool:
    """The round is over; the GM's word for it also skips what nobody told, which is asked about."""
    draft.actor = draft.speaker
    untold = any(each.command.endswith("_narration") for each in draft.heard.table.expected)
    if untold and leads(draft):
        draft.slots["force"] = True
        draft.factor *= min(1.0, _LIKELY / draft.pattern.confidence)
    return True


def _veto(draft: Draft) -> bool:
    """Against whom: where nobody is named, whoever tells now."""
    draft.actor = draft.speaker
    telling = [each.player for each in draft.heard.table.expected if each.command == "finish_narration"]
    if "target" not in draft.slots and len(telling) == 1 and telling[0] != draft.speaker:
        several = sum(kind == "stake" for kind, _ in draft.sheet(telling[0]).things) > 1
        if not several:
            draft.slots["target"] = telling[0]
    return True


def _first_now(draft: Draft) -> bool:
    """Whoever is first in order says that they begin, and nobody tells yet."""
    draft.actor = draft.speaker
    return _leads_off(draft) and part(draft)


def _claims_first(draft: Draft) -> bool:
    """The first place, for somebody who does not have it."""
    draft.actor = draft.speaker
    return not _leads_off(draft)


def _leads_off(draft: Draft) -> bool:
    order = [each for each in draft.heard.table.expected if each.command.endswith("_narration")]
    return bool(order) and order[0].command == "take_narration" and order[0].player == draft.speaker


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "pta_tells": _tells,
    "pta_first_now": _first_now,
    "pta_claims_first": _claims_first,
    "pta_round": _round,
    "pta_veto": _veto,
}
"""Conditions a grammar may name."""
