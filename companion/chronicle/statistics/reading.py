"""Reads a campaign's log and talk and counts."""

from typing import Any

from companion.chronicle.statistics.counting import counters_of_all, narration_shares, talk_shares, throws_by_player
from companion.chronicle.statistics.sitting import Sitting
from companion.chronicle.statistics.values import CampaignStatistics
from companion.play.game import SETUP
from companion.store import Campaign, Recorded, Store
from companion.store.codec import Codec
from engine.history import History
from engine.registry import find_ruleset


def campaign_statistics(store: Store, campaign: Campaign) -> CampaignStatistics:
    """Every evening of a campaign in numbers, and all of them together.

    Raises:
        StoreError: The log cannot be read.
        CorruptHistory: The log does not fit the rules.
    """
    sittings, counting = _watch(store, campaign)
    evenings = tuple(
        sitting.statistics(
            store.utterances(campaign.id, sitting.evening.number),
            store.last_sign(campaign.id, sitting.evening.number),
            counting,
        )
        for sitting in sittings
    )
    return CampaignStatistics(
        evenings,
        talk_shares(store.utterances(campaign.id)),
        throws_by_player(thrown for sitting in sittings for thrown in sitting.thrown(counting)),
        narration_shares([held for evening in evenings for held in evening.narration]),
        counters_of_all((each.seconds, each.counters) for each in evenings),
    )


def _watch(store: Store, campaign: Campaign) -> tuple[list[Sitting], frozenset[str]]:
    """The evenings with everything that happened in each, and the ids of the commands that were not undone."""
    ruleset = find_ruleset(campaign.slug)
    codec = Codec(ruleset)
    history: History[Any, Any, Any] = History(ruleset)
    to_come = list(store.evenings(campaign.id))
    sittings: list[Sitting] = []
    for recorded in store.read(campaign.id):
        entry, before = codec.entry(recorded), history.state
        played = _played(recorded)
        while played and to_come and to_come[0].number <= played:
            sittings.append(Sitting(ruleset, to_come.pop(0), before))
        history.commit(entry)
        if played:
            sittings[-1].saw(recorded, entry, before, history.state)
    sittings += (Sitting(ruleset, evening, history.state) for evening in to_come)
    return sittings, frozenset(entry.command_id for entry in history.effective())


def _played(recorded: Recorded) -> int | None:
    """Number of the evening an entry was played in; None for what set the table up or happened between evenings."""
    return None if recorded.entry.root == SETUP else recorded.evening
