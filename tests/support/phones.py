"""Phones at the table in a real browser: seats' pages tapped as people tap them, and all that travels to them."""

from collections.abc import Sequence

from playwright.sync_api import BrowserContext, Locator, Page, WebSocket, expect

from tests.support.browser import Screen, Served, session_of


class Wire:
    """Everything that reaches the pages of a browser: frames of sockets, and the page as it is sent when asked for.

    Args:
        context: The browser; nothing may be open in it yet.
        path: Its page, below what stands before every path of its session.
    """

    def __init__(self, context: BrowserContext, path: str) -> None:
        self._context = context
        self._path = path
        self._page: Page | None = None
        self._carried: list[str] = []
        context.on("page", self._listen)

    def _listen(self, page: Page) -> None:
        self._page = page
        page.on("websocket", self._tap)

    def _tap(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._carried.append(_readable(frame)))

    def ask(self, below: str = "") -> None:
        """Have the whole page, or one below it, sent once more, as it is now."""
        assert self._page is not None
        answer = self._context.request.get(f"{session_of(self._page)}{self._path}{below}")
        assert answer.ok
        self._carried.append(answer.text())

    def close(self) -> None:
        """Listen no longer."""
        self._context.remove_listener("page", self._listen)

    def carried(self, words: Sequence[str]) -> set[str]:
        """Return the words that were sent."""
        everything = "\n".join(self._carried)
        return {each for each in words if each in everything}


def _readable(frame: str | bytes) -> str:
    return frame.decode("utf-8", "replace") if isinstance(frame, bytes) else frame


class Phone(Screen):
    """A seat's page, open in a phone of its own."""

    def fold(self, title: str) -> Locator:
        """A part of the page that can be opened; it is open now."""
        found = self.page.locator("details.fold", has=self.page.locator("> summary", has_text=title)).first
        if found.get_attribute("open") is None:
            found.locator("> summary").click()
        return found

    def tap(self, label: str, /, **values: str) -> None:
        """Make a move: press its button, or open its form, fill it in and send it."""
        form = self.page.locator(f'.seat-now form[aria-label="{label}"]')
        deed = self.page.locator(".seat-now").locator(f'button, summary, form[aria-label="{label}"]')
        deed = deed.filter(has_text=label).or_(form).first
        deed.wait_for(state="attached")
        around = deed.locator("xpath=ancestor::details[contains(@class, 'fold')]")
        if around.count() and around.get_attribute("open") is None:
            around.locator("> summary").click()
        if not form.is_visible():
            deed.click()
        if values:
            self.fill_in(form, values)

    def fill_in(self, form: Locator, values: dict[str, str]) -> None:
        """Fill in a form and send it; keys are chosen by what they say."""
        for name, value in values.items():
            field = form.locator(f"[name={name}]").first
            if field.get_attribute("type") in {"radio", "checkbox"}:
                for each in value.split(", "):
                    form.locator(".key").filter(has_text=each).first.click()
            elif field.evaluate("each => each.tagName") == "SELECT":
                field.select_option(label=value)
            else:
                field.fill(value)
        form.get_by_role("button", name="Confirm").click()

    def play(self, card: str) -> None:
        """Play a card of the hand: tapped once to pick it, once more to lay it."""
        held = self.page.locator("details.held").filter(has_text=card)
        held.locator("summary").click()
        held.get_by_role("button").first.click()
        expect(held).to_have_count(0)

    @property
    def wide(self) -> bool:
        """True if something has to be scrolled sideways for."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def seat_link(served: Served, player: str) -> str:
    """A new link to a player's seat in the campaign that is open."""
    game = served.host.game
    assert game is not None
    return f"{served.address}/seat/{served.house.keys.make_seat_link(game.campaign.key, player)}"


def violations(page: Page) -> list[str]:
    """Serious findings of the accessibility scan, one line each."""
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in found if each["impact"] in {"serious", "critical"}
    ]
