"""Covers of the games and portraits of characters: drawn by us, put together by code, or a picture a table brought."""

import hashlib
import re
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

from fastapi import Response

from companion.base.atomic_files import write_whole
from companion.base.errors import CompanionError
from companion.base.private_files import private_folder
from companion.web.routes import shared_file
from companion.web.strings import words
from engine.registry import infos

PICTURES = "pictures"
"""Folder of the data folder with pictures people brought."""
LARGEST_PICTURE = 2_000_000
_KINDS = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"RIFF", "image/webp"))
_SEED = re.compile(r"[0-9a-f]{16}")
_SALT = "632"
"""Chosen so that the people of our ready-made campaigns look as they are described."""
_LAYERS = ("back", "body", "head", "eyes", "brows", "nose", "mouth", "front", "extra")


class PictureRefused(CompanionError):
    """Raised where a picture cannot be kept; the sentence says why."""


def cover(slug: str) -> str:
    """Address of a game's cover."""
    return f"/look/cover/{slug}"


def face(name: str) -> str:
    """Address of a character's portrait."""
    return f"/look/face/{_seed(name)}"


def keep_picture(folder: Path, name: str, content: bytes) -> None:
    """Keep a picture of a character on this computer; an empty one takes it away again.

    Args:
        folder: The data folder.
        name: The character.
        content: A PNG, JPEG or WebP file.

    Raises:
        PictureRefused: It is another kind of file, too large, or cannot be written.
    """
    place = folder / PICTURES / _seed(name)
    if content and (len(content) > LARGEST_PICTURE or kind_of(content) is None):
        raise PictureRefused(words("pictures.refused", most=LARGEST_PICTURE // 1_000_000))
    try:
        if content:
            private_folder(place.parent)
            write_whole(place, content)
        else:
            place.unlink(missing_ok=True)
    except OSError as problem:
        raise PictureRefused(words("pictures.not_kept", problem=problem.strerror)) from problem


def kind_of(content: bytes) -> str | None:
    """The media type of a picture, by its first bytes; None for anything else."""
    found = next((kind for beginning, kind in _KINDS if content.startswith(beginning)), None)
    return None if found == "image/webp" and content[8:12] != b"WEBP" else found


def portrait(seed: str) -> str:
    """A portrait as SVG; the same one for the same seed."""
    pieces, chance = _pieces(), Random(f"{seed}{_SALT}")
    (deep, pale), (skin, shade), (cloth, light) = (chance.choice(pieces[key]) for key in ("grounds", "skins", "cloths"))
    colours = {"skin": skin, "shade": shade, "hair": chance.choice(pieces["hairs"]), "cloth": cloth, "light": light}
    drawn = "".join(chance.choice(pieces[layer]).format(**colours) for layer in _LAYERS)
    return str(pieces["picture"]).format(deep=deep, pale=pale, drawn=drawn)


def serve_art(folder: Path) -> None:
    """Serve covers and portraits.

    Args:
        folder: The data folder.
    """

    @shared_file("/look/cover/{slug}")
    def its_cover(slug: str) -> Response:
        if slug not in {each.slug for each in infos()}:
            return Response(status_code=404)
        return _svg((files(__name__) / f"{slug}.svg").read_text(encoding="utf-8"), "private, max-age=86400")

    @shared_file("/look/face/{seed}")
    def its_face(seed: str) -> Response:
        if not _SEED.fullmatch(seed):
            return Response(status_code=404)
        try:
            brought = (folder / PICTURES / seed).read_bytes()
        except OSError:
            return _svg(portrait(seed), "private, max-age=60")
        return Response(brought, media_type=kind_of(brought), headers={"cache-control": "private, no-cache"})


def _svg(drawn: str, caching: str) -> Response:
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": caching})


def _seed(name: str) -> str:
    return hashlib.sha256(name.casefold().encode()).hexdigest()[:16]


@cache
def _pieces() -> dict[str, Any]:
    return tomllib.loads((files(__name__) / "faces.toml").read_text(encoding="utf-8"))
