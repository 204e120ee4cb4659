"""Interfaces the pages' host is handed by whoever puts the companion together."""

from typing import Protocol

from audio.phones import Phones
from companion.base.config import Settings
from companion.dialogue.adviser import Adviser
from companion.dialogue.note_writer import NoteWriter
from companion.dialogue.records import Emit
from companion.dialogue.session import Session
from companion.play.game import Game
from companion.store import Campaign
from companion.web.microphone import Equipment
from companion.web.sound_check import Gear
from companion.web.voice_enrollment import Voices


class OpenEvening(Protocol):
    """A campaign opened for play."""

    @property
    def game(self) -> Game:
        """Rules, history and log."""

    @property
    def session(self) -> Session:
        """Hears turns, moves the game."""

    def leave(self, *, over: bool) -> None:
        """Give the campaign back; `over` also ends the evening in the log."""


class Opens(Protocol):
    """Opens evenings and makes what they listen with, as the composition root does."""

    def evening(self, campaign: Campaign, emit: Emit) -> OpenEvening:
        """Open a campaign where it stopped.

        Raises:
            CompanionError: It cannot be opened; the sentence says why.
        """

    def after(self, campaign: Campaign, number: int) -> None:
        """Do the work left for the time after an evening, while nobody waits; may take minutes."""

    def helping(self, settings: Settings) -> tuple[Adviser | None, NoteWriter | None]:
        """Go by other settings of the language model from now on; who advises the evening that runs, and notes it."""

    def equipment(self, campaign: Campaign, phones: Phones) -> Equipment:
        """Ears and voice for a campaign's players, some of whom lend the microphones of their phones."""

    def voices(self, campaign: Campaign) -> Voices:
        """The voices known at a campaign's table."""

    def gear(self) -> Gear:
        """Return the microphone and loudspeaker to try before anybody plays."""
