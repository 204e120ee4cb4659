"""Covers of the games and portraits of characters: drawn by us, put together by code, or a picture a table brought."""

import re
import struct
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

from fastapi import Request, Response

from companion.base.atomic_files import write_whole
from companion.base.errors import CompanionError
from companion.base.private_files import private_folder
from companion.privacy.pictures import PICTURES, seed_of, shelf_of
from companion.web.auth import visitor_of
from companion.web.routes import shared_file
from companion.web.strings import words
from engine.registry import infos

LARGEST_PICTURE = 2_000_000
LONGEST_SIDE = 512
"""Dots; a browser makes a smaller picture of a larger one before it sends it, with nothing in it but what is seen."""
_PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
_SEED = re.compile(r"[0-9a-f]{16}")
_SALT = "632"
"""Chosen so that the people of our ready-made campaigns look as they are described."""
_LAYERS = ("back", "body", "head", "eyes", "brows", "nose", "mouth", "front", "extra")


class PictureRefused(CompanionError):
    """Raised where a picture cannot be kept; the sentence says why."""


def cover(slug: str) -> str:
    """Address of a game's cover."""
    return f"/look/cover/{slug}"


def face(name: str, campaign: str | None = None) -> str:
    """Address of a character's portrait; with the key of its campaign, of the picture brought for it there."""
    return f"/look/face/{seed_of(name)}" + ("" if campaign is None else f"?of={shelf_of(campaign)}")


def picture_of(folder: Path, campaign: str, name: str) -> Path:
    """File with the picture of a character, where one was brought.

    Args:
        folder: The data folder.
        campaign: Key of its campaign.
        name: The character.
    """
    return folder / PICTURES / shelf_of(campaign) / seed_of(name)


def keep_picture(folder: Path, campaign: str, name: str, content: bytes) -> None:
    """Keep a picture of a character on this computer; an empty one takes it away again.

    Args:
        folder: The data folder.
        campaign: Key of its campaign.
        name: The character.
        content: A small PNG file, as the page makes it of any picture.

    Raises:
        PictureRefused: It is another kind of file, too large, or cannot be written.
    """
    place = picture_of(folder, campaign, name)
    if content and not is_picture(content):
        raise PictureRefused(words("pictures.refused"))
    try:
        if content:
            private_folder(place.parent.parent)
            private_folder(place.parent)
            write_whole(place, content)
        else:
            place.unlink(missing_ok=True)
    except OSError as problem:
        raise PictureRefused(words("pictures.not_kept", problem=problem.strerror)) from problem


def is_picture(content: bytes) -> bool:
    """Return True for a PNG file that is small, also once it is unpacked."""
    if len(content) > LARGEST_PICTURE or not content.startswith(_PNG) or len(content) < len(_PNG) + 8:
        return False
    return all(0 < side <= LONGEST_SIDE for side in struct.unpack_from(">II", content, len(_PNG)))


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
    def its_face(request: Request, seed: str, of: str = "") -> Response:
        own = visitor_of(request.scope).campaign  # a seat sees pictures of its own campaign, whatever it asks for
        shelf = of if own is None else shelf_of(own)
        if not _SEED.fullmatch(seed) or not (shelf == "" or _SEED.fullmatch(shelf)):
            return Response(status_code=404)
        try:
            brought = (folder / PICTURES / shelf / seed).read_bytes() if of else b""
        except OSError:
            brought = b""
        if not brought:
            return _svg(portrait(seed), "private, max-age=60")
        return Response(brought, media_type="image/png", headers={"cache-control": "no-store"})


def _svg(drawn: str, caching: str) -> Response:
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": caching})


@cache
def _pieces() -> dict[str, Any]:
    return tomllib.loads((files(__name__) / "faces.toml").read_text(encoding="utf-8"))
