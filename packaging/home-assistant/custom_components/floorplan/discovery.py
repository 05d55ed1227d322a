"""What a service tells of itself on the network."""

import re
from typing import Final

from yarl import URL

from homeassistant.core import HomeAssistant
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from homeassistant.helpers.service_info.zeroconf import ZeroconfServiceInfo

from .address import plain_address
from .client import FloorplanClient
from .const import DOMAIN
from .errors import FloorplanError, InvalidAddressError

HOME_ID: Final = re.compile("[0-9a-f]{32}")


def announced_in(info: ZeroconfServiceInfo) -> tuple[str, str] | None:
    """Return the id of the home and the address; None if this integration cannot use it."""
    told = info.properties
    home = told.get("id") or ""
    if told.get("domain") != DOMAIN or not HOME_ID.fullmatch(home):
        return None
    found = str(URL.build(scheme="http", host=info.host, port=info.port))
    try:
        return home, plain_address(told.get("url") or found)
    except InvalidAddressError:
        return None


async def _answers(hass: HomeAssistant, url: str) -> bool:
    try:
        await FloorplanClient(async_get_clientsession(hass), url, "").health()
    except FloorplanError:
        return False
    return True


async def has_moved(hass: HomeAssistant, known: str, url: str) -> bool:
    """Return whether a service is gone from the known address, and answers at another.

    Anybody on the network may announce any id. So the token goes to no other address while
    the known one answers, and never from HTTPS to another: its certificate proves who it is.
    """
    is_plain = URL(known).scheme == URL(url).scheme == "http"
    return (
        is_plain
        and known != url
        and not await _answers(hass, known)
        and await _answers(hass, url)
    )
