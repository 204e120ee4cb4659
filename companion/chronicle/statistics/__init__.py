"""Statistics of an evening: speaking and narration times, rolls, and everybody's counters."""

from companion.chronicle.statistics.reading import campaign_statistics
from companion.chronicle.statistics.values import (
    CampaignStatistics,
    CounterLine,
    CounterPoint,
    EveningStatistics,
    Held,
    NarrationShare,
    TalkShare,
    Throws,
)

__all__ = [
    "CampaignStatistics",
    "CounterLine",
    "CounterPoint",
    "EveningStatistics",
    "Held",
    "NarrationShare",
    "TalkShare",
    "Throws",
    "campaign_statistics",
]
