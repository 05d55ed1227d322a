"""What browsers load from the service, through Home Assistant."""

from http import HTTPStatus
from pathlib import Path
import re
from typing import Final

from aiohttp import hdrs, web

from homeassistant.components.http import KEY_HASS, KEY_HASS_USER, HomeAssistantView
from homeassistant.core import HomeAssistant

from .client import Caller
from .const import DOMAIN
from .errors import FloorplanError
from .frontend import FILES_URL
from .relay import RELAY

FILE: Final = re.compile(r"floorplan-(card|panel)\.js|assets/[\w-][\w.-]*")
IMAGE: Final = re.compile(r"[\w~-][\w.~-]*")

ASKED: Final = (
    hdrs.ACCEPT_ENCODING,
    hdrs.CONTENT_LENGTH,
    hdrs.CONTENT_TYPE,
    hdrs.IF_MODIFIED_SINCE,
    hdrs.IF_NONE_MATCH,
    hdrs.RANGE,
)
ANSWERED: Final = (
    hdrs.ACCEPT_RANGES,
    hdrs.CACHE_CONTROL,
    hdrs.CONTENT_ENCODING,
    hdrs.CONTENT_LENGTH,
    hdrs.CONTENT_RANGE,
    hdrs.CONTENT_TYPE,
    hdrs.ETAG,
    hdrs.LAST_MODIFIED,
    hdrs.VARY,
    hdrs.X_CONTENT_TYPE_OPTIONS,
    "Content-Security-Policy",
)
PIECE: Final = 1 << 16


async def _pass_on(
    request: web.Request,
    path_and_query: str,
    caller: Caller | None = None,
    instead: Path | None = None,
) -> web.StreamResponse:
    """Answer as the service does; with another file if it is away or has none of the name."""
    hass = request.app[KEY_HASS]
    headers = {
        str(name): request.headers[name] for name in ASKED if name in request.headers
    }
    # Nothing is compressed for a browser that did not ask for it.
    headers.setdefault(hdrs.ACCEPT_ENCODING, "identity")
    response: web.StreamResponse | None = None
    try:
        async with hass.data[RELAY].client.request(
            request.method,
            path_and_query,
            headers=headers,
            caller=caller,
            data=request.content if request.can_read_body else None,
        ) as answer:
            if answer.status == HTTPStatus.NOT_FOUND and instead is not None:
                return web.FileResponse(instead)
            response = web.StreamResponse(status=answer.status, reason=answer.reason)
            for name in ANSWERED:
                if name in answer.headers:
                    response.headers[name] = answer.headers[name]
            await response.prepare(request)
            async for piece in answer.content.iter_chunked(PIECE):
                await response.write(piece)
            await response.write_eof()
            return response
    except FloorplanError as err:
        if response is not None and response.prepared:
            # Only the end of the connection tells the browser that the rest is missing.
            raise ConnectionResetError(str(err)) from err
        if instead is not None:
            return web.FileResponse(instead)
        return web.json_response(
            {"message": str(err)},
            status=HTTPStatus.BAD_GATEWAY,
            headers={hdrs.CACHE_CONTROL: "no-store"},
        )


class FilesView(HomeAssistantView):
    """The files of the card and the panel, of the service's own version."""

    url = f"{FILES_URL}/{{path:.+}}"
    name = f"{DOMAIN}:files"
    requires_auth = False

    async def get(self, request: web.Request, path: str) -> web.StreamResponse:
        """Serve a file."""
        if FILE.fullmatch(path) is None:
            raise web.HTTPNotFound
        return await _pass_on(request, f"/{path}")


class ImagesView(HomeAssistantView):
    """Tracing images, which browsers load without a token, as the plan names them."""

    url = f"/local/{DOMAIN}/{{file}}"
    name = f"{DOMAIN}:images"
    requires_auth = False

    async def get(self, request: web.Request, file: str) -> web.StreamResponse:
        """Serve an image, or a file of that folder of Home Assistant's own."""
        if IMAGE.fullmatch(file) is None:
            raise web.HTTPNotFound
        query = f"?{request.query_string}" if request.query_string else ""
        hass = request.app[KEY_HASS]
        own = Path(hass.config.path("www", DOMAIN, file))
        is_file = await hass.async_add_executor_job(own.is_file)
        return await _pass_on(
            request, f"/local/{DOMAIN}/{file}{query}", instead=own if is_file else None
        )


class BackgroundView(HomeAssistantView):
    """The upload and the removal of tracing images."""

    url = f"/api/{DOMAIN}/background"
    name = f"api:{DOMAIN}:background"

    async def post(self, request: web.Request) -> web.StreamResponse:
        """Upload an image."""
        return await self._pass_on(request)

    async def delete(self, request: web.Request) -> web.StreamResponse:
        """Remove an image."""
        return await self._pass_on(request)

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        caller = Caller.of(request[KEY_HASS_USER])
        return await _pass_on(request, request.path_qs, caller)


def register_views(hass: HomeAssistant) -> None:
    """Serve all of it."""
    for view in (FilesView(), ImagesView(), BackgroundView()):
        hass.http.register_view(view)
