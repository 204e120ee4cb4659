"""Portraits of a campaign's characters, and pictures people bring for them; they stay on this computer."""

from itertools import count
from urllib.parse import urlencode

from fastapi import Request, Response
from nicegui.events import GenericEventArguments

from companion.base.errors import CompanionError, told
from companion.privacy.pictures import heroes_of
from companion.store import Campaign
from companion.web.actions import for_table
from companion.web.app_context import AppContext
from companion.web.art import LARGEST_PICTURE, LONGEST_SIDE, PictureRefused, face, keep_picture, picture_of
from companion.web.auth import admitted
from companion.web.demo import is_demo
from companion.web.library_access import LibraryAccess
from companion.web.page import Page
from companion.web.parts.base import box, button, text
from companion.web.routes import table_file
from companion.web.strings import words

_PATH = "/pictures"
_NEW = count(1)
_LARGEST_FILE = 50_000_000
_SEND = """async (event) => {
  const field = event.target, file = field.files[0];
  if (!file) return;
  const most = Number(field.dataset.side);
  const drawn = file.size > field.dataset.most ? null : await createImageBitmap(file).catch(() => null);
  const small = drawn && document.createElement('canvas');
  if (small) {
    const less = Math.min(1, most / Math.max(drawn.width, drawn.height));
    [small.width, small.height] = [drawn.width, drawn.height].map((side) => Math.max(1, Math.round(side * less)));
    small.getContext('2d').drawImage(drawn, 0, 0, small.width, small.height);
  }
  const body = small && await new Promise((done) => small.toBlob(done, 'image/png'));
  const answer = body && await fetch(window.path_prefix + field.dataset.to, {method: 'POST', body}).catch(() => null);
  field.value = '';
  emit(answer ? await answer.text() : field.dataset.refused);
}"""


def register(house: AppContext) -> None:
    """Add the address pictures are taken in at to the server."""

    @table_file(_PATH, "POST")
    async def take_in(request: Request, campaign: str, name: str) -> Response:
        visitor = admitted(request.scope)
        for_table(visitor)
        content = bytearray()
        async for piece in request.stream():
            content += piece
            if len(content) > LARGEST_PICTURE:
                break

        def keep() -> None:
            whose = LibraryAccess(house, visitor, campaign).campaign
            if name not in heroes_of(whose) or is_demo(whose):
                raise PictureRefused(words("pictures.nobody"))
            keep_picture(house.settings.data_dir, whose.key, name, bytes(content))

        try:
            await house.beside(keep)
        except CompanionError as problem:
            return Response(told(problem), media_type="text/plain")
        return Response(words("pictures.kept"), media_type="text/plain")


class Pictures:
    """The characters of a campaign with their portraits; on the table's page each with a way to another picture.

    Args:
        page: The page it is on.
        campaign: The campaign.
    """

    def __init__(self, page: Page, campaign: Campaign) -> None:
        self._page, self._campaign = page, campaign
        self._data = page.house.settings.data_dir
        with box("section", "paper", "stack", "no-print", aria_label=words("pictures.title")):
            text("h2", words("pictures.title"))
            with box("div", "pictures"):
                for name in heroes_of(campaign):
                    self._draw(name)
            if page.visitor.is_table:
                text("p", words("pictures.local"), "small", "faint")
            self._told = text("p", "", "small", role="status")

    def _draw(self, name: str) -> None:
        with box("div", "pictured"):
            address = self._page.address(face(name, self._campaign.key))
            drawn = box("img", "face", "small-face", src=address, alt="", width="48", height="48")
            with box("div", "stack"):
                text("strong", name)
                if self._page.visitor.is_table:
                    with box("label", "file", "small"):
                        text("span", words("pictures.choose"), aria_hidden="true")
                        chosen = box(
                            "input", "unseen", type="file", accept="image/*", data_most=str(_LARGEST_FILE),
                            data_to=f"{_PATH}?{urlencode({'campaign': self._campaign.id, 'name': name})}",
                            data_side=str(LONGEST_SIDE), aria_label=words("pictures.choose_of", name=name),
                            data_refused=words("pictures.refused"),
                        )  # fmt: skip
                    away = button(words("pictures.away"), lambda: self._away(name), "quiet", "small")
                    away.set_visibility(picture_of(self._data, self._campaign.key, name).exists())

        def changed(event: GenericEventArguments) -> None:
            self._told.set_text(str(event.args)[:300])
            drawn.props["src"] = f"{address}&new={next(_NEW)}"  # browsers show the old one otherwise

        if self._page.visitor.is_table:
            chosen.on("change", changed, js_handler=_SEND)

    async def _away(self, name: str) -> None:
        await self._page.do(lambda: keep_picture(self._data, self._campaign.key, name, b""))
        self._page.run("location.reload()")
