"""Seats whose phones may be heard just now."""

import threading

from companion.web.host import EveningHost


class HeardSeats:
    """Players who may be heard by their phone: all who agreed, while the evening is listened to.

    Args:
        host: The running evening.
    """

    def __init__(self, host: EveningHost) -> None:
        self._host = host
        self._agreed: frozenset[str] = frozenset()
        self._looking = threading.Lock()

    def look(self) -> None:
        """Read anew who agreed to being heard; takes the store a moment."""
        with self._looking:  # what was read first is not kept last
            session = self._host.session
            standings = () if session is None else session.consent.standings()
            self._agreed = frozenset(each.person for each in standings if each.given)

    def allows(self, seat: str) -> bool:
        """Return True if a seat's phone may be heard now; asked for every packet."""
        host, session = self._host, self._host.session
        heard = session is not None and session.listening and host.state == "open" and not host.pauses.on
        return heard and host.hearing == "on" and seat in self._agreed
