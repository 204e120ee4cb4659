"""Links to seats' private pages and to the table's: made, shown once, taken back; on the table's own page only."""

import segno
from starlette.types import Scope

from companion.web.actions import NothingOpen, for_table
from companion.web.app_context import AppContext
from companion.web.auth import end_other_sessions
from companion.web.keys import Visitor
from companion.web.lan import LOOPBACK
from companion.web.strings import words


class Links:
    """The links of the campaign that is open.

    Args:
        house: What pages share.
        visitor: Whose page it is.

    Raises (every deed):
        NotAllowed: It is not the table's page.
        NothingOpen: No campaign is open, or nobody of that name plays in it.
    """

    def __init__(self, house: AppContext, visitor: Visitor) -> None:
        self._house = house
        self._visitor = visitor

    def given(self) -> tuple[str, ...]:
        """Players who have a link."""
        return self._house.keys.seats(self._campaign())

    def watching(self, player: str) -> bool:
        """Return True while a player's page is open."""
        return self._house.live.is_open(Visitor(player, self._campaign()))

    def make(self, player: str, shown: str | None = None) -> str:
        """A new link for a player, good once; the one they had, and pages opened by it, are worthless from now on.

        Args:
            player: Whose.
            shown: Key of the campaign that the page shows, where another one may have been opened since.
        """
        campaign = self._campaign()
        if shown not in {None, campaign}:
            raise NothingOpen(words("actions.other_campaign"))
        self.revoke(player)
        key = self._house.keys.make_seat_link(campaign, player)
        return f"{self._house.lan.link}/seat/{key}"

    def make_for_table(self) -> str:
        """A new link for another screen of the table on this computer, good once; one not used yet is worthless."""
        for_table(self._visitor)
        return table_link(self._house)

    def revoke(self, player: str) -> None:
        """Make a player's link worthless and close what is open by it."""
        campaign = self._campaign()
        if player not in self._house.host.players:
            raise NothingOpen(words("actions.not_here", player=player))
        self._house.keys.revoke_seat(campaign, player)
        self._house.live.dismiss()
        self._house.host.tell("seats")

    def close_other_tables(self, scope: Scope) -> None:
        """End every session and link of the table but the one a page was asked for with, and close their pages.

        Args:
            scope: The request for that page.

        Raises:
            KeysUnreadable: It cannot be kept; nothing was changed.
        """
        for_table(self._visitor)
        end_other_sessions(scope)
        self._house.live.dismiss()

    async def let_phones_come(self, on: bool, *, secure: bool = False) -> None:
        """Answer other devices on the network, `secure` over TLS so that they can be microphones, or no longer.

        Raises:
            NoPort: This computer is on no network, or the port is taken there.
        """
        self._campaign()
        await (self._house.lan.switch_on(secure=secure) if on else self._house.lan.switch_off())
        self._house.host.tell("seats")

    def _campaign(self) -> str:
        for_table(self._visitor)
        game = self._house.host.game
        if game is None:
            raise NothingOpen(words("phones.nothing_open"))
        return game.campaign.key


def table_link(house: AppContext, path: str = "/") -> str:
    """A new link to one of the table's pages, good once and on this computer."""
    return f"http://{LOOPBACK}:{house.lan.port}{path}?key={house.keys.make_table_link()}"


def picture(link: str) -> str:
    """The code of a link as the address of a picture, to be scanned by a phone; dark on light in any look."""
    code: str = segno.make(link, error="m").svg_data_uri(scale=5, border=3, dark="#000", light="#fff")
    return code
