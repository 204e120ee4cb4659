"""The page opened in the browser with its link on no command line, where any user of the computer could read it."""

import html
import webbrowser
from collections.abc import Callable
from pathlib import Path

from companion.base.atomic_files import write_whole
from companion.base.errors import CompanionError
from companion.web.keys import Role
from companion.web.strings import words

LAUNCH_FILE = "page-open.html"


class NotLaunched(CompanionError):
    """The browser was not opened."""


class Launch:
    """A file only this account can read; the browser is given its name, and it leads on to the link.

    Args:
        folder: Folder it is written to.
        show: Opens an address in the browser.
    """

    def __init__(self, folder: Path, show: Callable[[str], object] = webbrowser.open) -> None:
        self._file = folder / LAUNCH_FILE
        self._show = show

    def open(self, link: str) -> None:
        """Open a link that can be used once in the browser.

        Raises:
            NotLaunched: The file cannot be written.
        """
        address = html.escape(link, quote=True)
        title = html.escape(words("server.title"))
        body = (
            '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">'
            f'<meta http-equiv="refresh" content="0;url={address}"><title>{title}</title>'
            f'<a href="{address}">{title}</a>'
        )
        try:
            write_whole(self._file, body)
        except OSError as problem:
            raise NotLaunched(words("server.not_launched", file=self._file, why=problem.strerror)) from problem
        self._show(self._file.absolute().as_uri())

    def used(self, role: Role) -> None:
        """Somebody came by a link; once the table's was used the file leads nowhere and goes."""
        if role == "table":
            self.close()

    def close(self) -> None:
        """Delete the file."""
        self._file.unlink(missing_ok=True)
