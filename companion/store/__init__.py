"""The campaign database: an append-only log, what was said, and what waits."""

from companion.store.codec import Codec, Loaded, load_history
from companion.store.store import Store, open_store
from companion.store.values import (
    Campaign,
    Evening,
    LearntWord,
    LogEntry,
    Recorded,
    StoredAnnouncement,
    StoredUtterance,
    Verification,
)

__all__ = [
    "Campaign",
    "Codec",
    "Evening",
    "LearntWord",
    "Loaded",
    "LogEntry",
    "Recorded",
    "Store",
    "StoredAnnouncement",
    "StoredUtterance",
    "Verification",
    "load_history",
    "open_store",
]
