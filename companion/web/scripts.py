"""The scripts of our own that run in browsers, served beside the stylesheet and linked from every page."""

import hashlib
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import Response
from nicegui import ui

NAMES = ("kept", "taps")


def serve_scripts(app: FastAPI) -> None:
    """Serve them; a changed one has another address, so browsers may keep it."""
    for name in NAMES:
        _serve(app, name)


def _serve(app: FastAPI, name: str) -> None:
    path, source = f"/look/{name}.js", (Path(__file__).parent / f"{name}.js").read_text(encoding="utf-8")
    version = hashlib.sha256(source.encode()).hexdigest()[:12]

    @app.get(path, include_in_schema=False)
    def script() -> Response:
        return Response(source, media_type="text/javascript", headers={"cache-control": "private, max-age=86400"})

    ui.add_head_html(f'<script src="{path}?v={version}"></script>', shared=True)
