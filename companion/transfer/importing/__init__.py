"""Evenings that were recorded without the companion: from sound files to talk, notes, chronicle and recap.

recordings ─► tracks (who is on which) ─► hearing, chunk by chunk, each kept ─► evening of a campaign ─► papers
"""

from companion.transfer.importing.errors import AlreadyImported, ImportFailed, UnknownTracks, WorkNotKept
from companion.transfer.importing.recognition import TrackRecognizer, hear
from companion.transfer.importing.tracks import Track, assign, find_tracks, recorded_at
from companion.transfer.importing.work import Plan, Work

__all__ = [
    "AlreadyImported",
    "ImportFailed",
    "Plan",
    "Track",
    "TrackRecognizer",
    "UnknownTracks",
    "Work",
    "WorkNotKept",
    "assign",
    "find_tracks",
    "hear",
    "recorded_at",
]
