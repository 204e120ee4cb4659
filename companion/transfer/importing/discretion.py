"""Keeps only words a recorded table wanted kept: commands about their own words count as they do live.

As nobody can be asked, what is doubtful counts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from audio.types import Utterance
from companion.base.characters import as_heard, within_line
from companion.chronicle.extractor import roster_vocabulary
from companion.dialogue.admission import AGREEING, GOING_OFF, STRIKING, WAKING, WITHDRAWING
from companion.dialogue.privacy_commands import struck_by
from companion.dialogue.turn_interpreter import LONGEST_TURN, turn_of
from companion.nlu.recognize import Recognizer
from companion.nlu.types import Intent, Table
from companion.privacy.consent import ConsentRegister
from companion.store import Campaign

Wishes = Mapping[str, Intent]
"""Commands people give about their own words."""
_ABOUT_WORDS = frozenset({STRIKING, GOING_OFF, "stop_listening", WAKING, AGREEING, WITHDRAWING})


def with_wishes(
    said: Iterable[Utterance], campaign: Campaign, recognizer: Recognizer
) -> list[tuple[Utterance, Wishes]]:
    """Everything said, as it may be kept, with what it asks for; takes seconds for a long evening."""
    table = Table(campaign.slug, roster_vocabulary(campaign.roster))
    heard = [replace(each, text=as_heard(within_line(each.text))) for each in said]
    return [(each, _wishes(each, table, recognizer)) for each in heard]


def _wishes(utterance: Utterance, table: Table, recognizer: Recognizer) -> Wishes:
    if len(utterance.text.split()) > LONGEST_TURN:
        return {}
    intents = recognizer.recognize(turn_of(utterance), table)
    meant = (each for each in intents if each.decision in {"act", "ask"} or each.command == WAKING)
    return {each.command: each for each in meant if each.command in _ABOUT_WORDS}


def kept_of(heard: Iterable[tuple[Utterance, Wishes]], consent: ConsentRegister) -> list[Utterance]:
    """The words to keep: none off the record, none struck, none of somebody who withdrew consent before.

    Args:
        heard: A recording from its beginning; see `with_wishes`.
        consent: Is told who withdraws consent in it, or gives it again.
    """
    kept: list[Utterance] = []
    listening = True
    for utterance, wishes in heard:
        agrees, withdraws = (_who(utterance, wishes.get(each), consent) for each in (AGREEING, WITHDRAWING))
        if consent.leaves_out(utterance) and agrees is None:
            continue
        listening = listening or WAKING in wishes
        if not listening:
            continue
        kept.append(utterance)
        if agrees is not None:
            consent.give(agrees, "said")
        if withdraws is not None:
            consent.withdraw(withdraws, "said")
        struck = {utterance.id} if GOING_OFF in wishes else set[str]()
        if STRIKING in wishes:
            count, by = struck_by(wishes[STRIKING], utterance)
            struck |= {utterance.id, *[each.id for each in kept if by in {None, each.speaker_name}][-count:]}
        kept = [each for each in kept if each.id not in struck] if struck else kept
        listening = not ({GOING_OFF, "stop_listening"} & wishes.keys())
    return kept


def _who(utterance: Utterance, intent: Intent | None, consent: ConsentRegister) -> str | None:
    return None if intent is None else consent.one_who_speaks(intent.slots.get("player"), utterance)
