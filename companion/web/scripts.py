"""The scripts of our own that run in browsers, served beside the stylesheet and linked from every page."""

import hashlib
from pathlib import Path

from fastapi.responses import Response
from nicegui import ui

from companion.web.routes import shared_file

NAMES = ("kept", "taps")


def serve_scripts() -> None:
    """Serve them; a changed one has another address, so browsers may keep it."""
    for name in NAMES:
        _serve(name)


def _serve(name: str) -> None:
    path, source = f"/look/{name}.js", (Path(__file__).parent / f"{name}.js").read_text(encoding="utf-8")
    version = hashlib.sha256(source.encode()).hexdigest()[:12]

    @shared_file(path)
    def script() -> Response:
        return Response(source, media_type="text/javascript", headers={"cache-control": "private, max-age=86400"})

    ui.add_head_html(f'<script src="{path}?v={version}"></script>', shared=True)
