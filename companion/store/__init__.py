"""The campaign database: an append-only log, what was said, and what waits."""

from companion.store.codec import Codec, Loaded, load_history
from companion.store.store import Store, open_store
from companion.store.values import (
    Campaign,
    Correction,
    Evening,
    Found,
    LearntWord,
    LogEntry,
    Recorded,
    StoredAnnouncement,
    StoredBatch,
    StoredUtterance,
    StoredWriteUp,
    Verification,
)

__all__ = [
    "Campaign",
    "Codec",
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
    "StoredUtterance",
    "StoredWriteUp",
    "Verification",
    "load_history",
    "open_store",
]
