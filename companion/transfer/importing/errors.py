"""Errors of a recording that cannot become an evening.

ImportFailed
├─ UnknownTracks     nobody knows who is on a track             (tracks)
├─ AlreadyImported   the recording is an evening already        (evening)
├─ WorkDamaged       what was heard before cannot be read
└─ WorkNotKept       what was heard cannot be written down      (retryable)
"""

from collections.abc import Sequence

from companion.base.errors import CompanionError
from engine.phrase import joined, phrase


class ImportFailed(CompanionError):
    """A recording cannot be imported; the campaign is as it was."""

    code = "import"


class UnknownTracks(ImportFailed):
    """Tracks whose names belong to nobody at the table.

    Attributes:
        tracks: Their names.
    """

    def __init__(self, tracks: Sequence[str], players: Sequence[str]) -> None:
        first = tracks[0]
        super().__init__(
            phrase("No player is called {tracks}.", tracks=joined(tracks, " or ")),
            phrase(
                'Say who it is: --map "{first}={players}"; {first}=unknown for a guest, {first}=- leaves it out.',
                first=first,
                players=players[0],
            ),
        )
        self.tracks = tuple(tracks)


class AlreadyImported(ImportFailed):
    """The recording was imported before.

    Attributes:
        evening: Number of the evening it became.
    """

    def __init__(self, evening: int) -> None:
        super().__init__(
            phrase("This recording has already been imported as evening {evening}.", evening=evening),
            phrase("Add --again to import it as another evening."),
        )
        self.evening = evening


class WorkDamaged(ImportFailed):
    """The stored progress of an interrupted import can no longer be read."""


class WorkNotKept(ImportFailed):
    """The progress so far cannot be written down: no space, or no permission."""

    retryable = True
