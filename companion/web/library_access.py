"""A campaign as one visitor reads it: which one, where its pages are, and what of it they may write or set right."""

from urllib.parse import urlencode

from companion.base.errors import CompanionError
from companion.chronicle.campaign_reader import CampaignReader
from companion.chronicle.memory.corrections import AnyCorrection, Note, Undo, effective
from companion.chronicle.memory.values import Written
from companion.store import Campaign, Correction
from companion.web.actions import NotAllowed, NothingOpen, for_table
from companion.web.app_context import AppContext
from companion.web.keys import Visitor
from companion.web.strings import words

READING_SECONDS = 60.0
"""Most seconds a page may read before it is first shown; a slow computer takes its time over a long campaign."""


class LibraryAccess:
    """One visitor of the library. What is read there is safe for everybody at the table; what is done is checked here.

    Args:
        house: What pages share.
        visitor: Who reads; a seat reads its own campaign only.
        asked: Campaign the address names; empty for the one being played, or the newest.

    Attributes:
        campaign: What they read.
        shelf: Where they read it.

    Raises:
        CompanionError: There is no such campaign.
        NothingOpen: The visitor's seat is not at its table any more.
    """

    def __init__(self, house: AppContext, visitor: Visitor, asked: str = "") -> None:
        papers = house.settings.data_dir / "notes"
        self.shelf = CampaignReader(house.store, house.tones, house.host.today, papers)
        self.seat = visitor.seat
        self.campaign = _campaign_of(house, asked) if visitor.is_table else _own(house, visitor.campaign)
        self._house = house
        self._visitor = visitor
        if self.seat is not None and self.seat not in self.players:
            raise NothingOpen(words("seat.not_here", player=self.seat))

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody of the campaign, in seat order."""
        return tuple(each["name"] for each in self.campaign.roster["players"])

    @property
    def points_of_view(self) -> tuple[str, ...]:
        """The player whose evening may be told: on the table's page anybody, on a seat's its own."""
        return self.players if self.seat is None else (self.seat,)

    def library(self) -> str:
        """Address of the campaign's page."""
        return f"/library?campaign={self.campaign.id}" if self.seat is None else "/seat/library"

    def evening(self, number: int, **where: str | int) -> str:
        """Address of an evening's page, with `at` or `first` of its transcript, left out where of a strange shape."""
        known = {key: each for key, each in where.items() if str(each).isalnum()}
        if self.seat is not None:
            return f"/seat/evening?{urlencode({'evening': number, **known})}"
        return f"/library/evening?{urlencode({'campaign': self.campaign.id, 'evening': number, **known})}"

    def may_change(self, note: Written) -> bool:
        """Return True where this visitor may change or undo a note: a seat its own, the table's page any."""
        return self.seat is None or note.by == self.seat

    def write(self, about: str, text: str, instead: int | None = None) -> Correction:
        """Write about an entry, as whoever reads.

        Args:
            about: Key of the entry.
            text: The words.
            instead: Number of the note they replace; None adds one.

        Raises:
            NotAllowed: That note is somebody else's.
            UnknownEntry: The entry is gone.
            NoteRefused: The words cannot be kept.
        """
        if instead is not None:
            self._own(instead)
        return self._keep(Note(about, text, self.seat, instead=instead))

    def take_back(self, number: int) -> Correction:
        """Take back a note, or on the table's page anything that was set right.

        Raises:
            NotAllowed: It is not this visitor's.
        """
        self._own(number)
        return self._keep(Undo(number))

    def correct(self, correction: AnyCorrection) -> Correction:
        """Set something right; the table's page only.

        Raises:
            NotAllowed: It is a seat's page.
            UnknownEntry: There is nothing it could change.
        """
        for_table(self._visitor)
        return self._keep(correction)

    def _own(self, number: int) -> None:
        if self.seat is None:
            return
        kept = dict(effective(self._house.store.corrections(self.campaign.id)))
        note = kept.get(number)
        if not isinstance(note, Note) or note.by != self.seat:
            raise NotAllowed(words("actions.not_yours"))

    def _keep(self, correction: AnyCorrection) -> Correction:
        made = self.shelf.correct(self.campaign, correction)
        self._house.live.changed("notes")
        return made


def _own(house: AppContext, key: str | None) -> Campaign:
    """The campaign of a seat.

    Raises:
        CompanionError: There is none any more.
    """
    found = next((each for each in house.store.campaigns() if each.key == key), None)
    if found is None:
        raise CompanionError(words("library.none"))
    return found


def _campaign_of(house: AppContext, number: str) -> Campaign:
    """The campaign an address names; the one being played, or the newest, where it names none.

    Raises:
        CompanionError: There is no such campaign.
    """
    game = house.host.game
    if not number and game is not None:
        return game.campaign
    found = next((each for each in reversed(house.store.campaigns()) if number in {"", str(each.id)}), None)
    if found is None:
        raise CompanionError(words("library.none" if number else "start.empty"))
    return found
