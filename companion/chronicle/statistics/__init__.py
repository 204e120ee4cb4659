"""What an evening was like in numbers: who spoke, who told, what was thrown, and how much everybody had."""

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
