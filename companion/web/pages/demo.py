"""The sound of the packaged evenings, for whoever watches one."""

from fastapi import Response
from fastapi.responses import FileResponse

from companion.demo import demo_of, demos
from companion.web.app_context import AppContext
from companion.web.routes import table_file


def register(house: AppContext) -> None:
    """Add the recordings to the server."""

    @table_file("/demo/sound/{slug}")
    async def sound(slug: str) -> Response:
        if slug not in demos():
            return Response(status_code=404)
        return FileResponse(demo_of(slug).recording, media_type="audio/flac")
