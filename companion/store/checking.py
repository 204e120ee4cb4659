"""Check that everything in a store can be read, and every campaign folded."""

from dataclasses import dataclass

from companion.base.errors import StoreDamaged, UnknownEventKind
from companion.store.campaign_log import CampaignLog
from companion.store.codec import load_history
from companion.store.store import Store
from companion.store.values import Campaign
from engine.errors import UnknownRuleset
from engine.registry import find_ruleset
from engine.step import replay


@dataclass(frozen=True, slots=True)
class CheckedCampaign:
    """One campaign, read and folded.

    Attributes:
        campaign: The campaign.
        entries: Entries of its log that are in order, counted from the start.
        problem: What is wrong with the next one, a sentence; empty when all is well.
        foreign: Whether only a newer companion, or one with another rules system, can read on: nothing is damaged.
        misfits: Entries after which a state is kept that the log does not lead to; nothing is lost with them.
    """

    campaign: Campaign
    entries: int
    problem: str = ""
    foreign: bool = False
    misfits: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """Result of a check: the campaigns that can be read, and the faults of the file, one sentence each."""

    campaigns: tuple[CheckedCampaign, ...]
    problems: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """True if nothing is wrong."""
        return not self.problems and not any(each.problem for each in self.campaigns)

    @property
    def entries(self) -> int:
        """Entries of all campaigns."""
        return sum(each.entries for each in self.campaigns)


def check_store(store: Store) -> Checked:
    """Read everything and fold every campaign from nothing; changes nothing.

    Raises:
        StoreError: The store cannot be used at all.
    """
    problems = store.file_problems()
    try:
        unreadable = store.row_problems()
        if unreadable:
            return Checked((), (*problems, *unreadable))
        return Checked(tuple(check_campaign(store, each) for each in store.campaigns()), problems)
    except StoreDamaged as problem:
        return Checked((), (*problems, str(problem)))


def check_campaign(store: Store, campaign: Campaign) -> CheckedCampaign:
    """Read and fold one campaign, and fold what counts of it once more on its own: both must agree, and kept states."""
    try:
        ruleset = find_ruleset(campaign.slug)
    except UnknownRuleset as unknown:
        return CheckedCampaign(campaign, 0, f"{unknown}.", foreign=True)
    loaded = load_history(store, campaign.id, ruleset)
    entries, problem = len(loaded.recorded), loaded.problem
    if problem is not None:
        return CheckedCampaign(campaign, entries, str(problem), isinstance(problem, UnknownEventKind))
    if replay(ruleset, loaded.history.events) != loaded.history.state:
        return CheckedCampaign(campaign, entries, "Its stored state does not match its log.", foreign=True)
    return CheckedCampaign(campaign, entries, misfits=CampaignLog(store, campaign.id, ruleset).misfits())
