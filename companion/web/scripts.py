"""The scripts of our own that run in browsers, served beside the stylesheet and linked from every page."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from fastapi.responses import Response

from companion.web.routes import shared_file

SOURCES: Mapping[str, str] = {
    f"/look/{name}.js": (Path(__file__).parent / f"{name}.js").read_text(encoding="utf-8")
    for name in ("kept", "taps", "stage", "microphone", "capture")
}
"""Text of each by its path."""
WORKLET = "/look/capture.js"
"""Loaded by another script, and run beside the page."""


def script_addresses() -> tuple[str, ...]:
    """Paths of the scripts; a changed one has another, so browsers may keep it."""
    linked = ((path, source) for path, source in SOURCES.items() if path != WORKLET)
    return tuple(f"{path}?v={hashlib.sha256(source.encode()).hexdigest()[:12]}" for path, source in linked)


def serve_scripts() -> None:
    """Serve them."""
    for path, source in SOURCES.items():
        _serve(path, source)


def _serve(path: str, source: str) -> None:
    @shared_file(path)
    def script() -> Response:
        return Response(source, media_type="text/javascript", headers={"cache-control": "private, max-age=86400"})
