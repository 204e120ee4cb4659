"""The campaign database: an append-only log, what was said, and what waits."""

from companion.store.campaign_log import CampaignLog
from companion.store.codec import Codec, Loaded, load_history
from companion.store.store import Store, open_store
from companion.store.values import (
    Campaign,
    ConsentWay,
    Correction,
    Evening,
    Found,
    LearntWord,
    LogEntry,
    Recorded,
    StoredAnnouncement,
    StoredBatch,
    StoredConsent,
    StoredUtterance,
    StoredWriteUp,
    Verification,
)

__all__ = [
    "Campaign",
    "CampaignLog",
    "Codec",
    "ConsentWay",
    "Correction",
    "Evening",
    "Found",
    "LearntWord",
    "Loaded",
    "LogEntry",
    "Recorded",
    "Store",
    "StoredAnnouncement",
    "StoredBatch",
    "StoredConsent",
    "StoredUtterance",
    "StoredWriteUp",
    "Verification",
    "load_history",
    "open_store",
]
