"""Portraits of a campaign's characters, and pictures people bring for them; they stay on this computer."""

from fastapi import Request, Response
from nicegui.events import GenericEventArguments

from companion.base.errors import told
from companion.store import Campaign
from companion.web.actions import for_table
from companion.web.app_context import AppContext
from companion.web.art import LARGEST_PICTURE, PictureRefused, face, keep_picture
from companion.web.auth import admitted
from companion.web.page import Page
from companion.web.parts.base import box, button, text
from companion.web.routes import table_file
from companion.web.strings import words

_PATH = "/pictures"
_SEND = """async (event) => {
  const field = event.target, file = field.files[0];
  if (!file) return;
  const answer = file.size > field.dataset.most ? null : await fetch(
    window.path_prefix + '/pictures?name=' + encodeURIComponent(field.dataset.name), {method: 'POST', body: file}
  ).catch(() => null);
  field.value = '';
  emit(answer === null ? field.dataset.refused : await answer.text());
}"""


def register(house: AppContext) -> None:
    """Add the address pictures are taken in at to the server."""

    @table_file(_PATH, "POST")
    async def take_in(request: Request, name: str) -> Response:
        for_table(admitted(request.scope))
        content = bytearray()
        async for piece in request.stream():
            content += piece
            if len(content) > LARGEST_PICTURE:
                break
        try:
            await house.beside(lambda: keep_picture(house.settings.data_dir, name, bytes(content)))
        except PictureRefused as problem:
            return Response(told(problem), media_type="text/plain")
        return Response(words("pictures.kept"), media_type="text/plain")


class Pictures:
    """The characters of a campaign with their portraits; on the table's page each with a way to another picture.

    Args:
        page: The page it is on.
        campaign: The campaign.
    """

    def __init__(self, page: Page, campaign: Campaign) -> None:
        self._page = page
        heroes = [each["character"]["name"] for each in campaign.roster["players"] if each.get("character")]
        with box("section", "paper", "stack", "no-print", aria_label=words("pictures.title")):
            text("h2", words("pictures.title"))
            with box("div", "pictures"):
                for name in heroes:
                    self._draw(name)
            if page.visitor.is_table:
                text("p", words("pictures.local"), "small", "faint")
            self._told = text("p", "", "small", role="status")

    def _draw(self, name: str) -> None:
        with box("div", "pictured"):
            drawn = box(
                "img", "face", "small-face", src=self._page.address(face(name)), alt="", width="48", height="48"
            )
            with box("div", "stack"):
                text("strong", name)
                if self._page.visitor.is_table:
                    with box("label", "file", "small"):
                        text("span", words("pictures.choose"), aria_hidden="true")
                        chosen = box(
                            "input", "unseen", type="file", accept="image/png,image/jpeg,image/webp", data_name=name,
                            data_most=str(LARGEST_PICTURE), aria_label=words("pictures.choose_of", name=name),
                            data_refused=words("pictures.refused", most=LARGEST_PICTURE // 1_000_000),
                        )  # fmt: skip
                    away = button(words("pictures.away"), lambda: self._away(name), "quiet", "small")
                    away.set_visibility((self._page.house.settings.data_dir / "pictures" / face(name)[-16:]).exists())

        def changed(event: GenericEventArguments) -> None:
            self._told.set_text(str(event.args)[:300])
            drawn.props["src"] = f"{self._page.address(face(name))}?{id(event)}"  # browsers show the old one otherwise

        if self._page.visitor.is_table:
            chosen.on("change", changed, js_handler=_SEND)

    async def _away(self, name: str) -> None:
        await self._page.do(lambda: keep_picture(self._page.house.settings.data_dir, name, b""))
        self._page.run("location.reload()")
