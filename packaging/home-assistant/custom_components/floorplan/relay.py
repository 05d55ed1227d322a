"""Passes on what users of Home Assistant ask of the service."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from aiohttp import ClientWebSocketResponse
import probatio as vol

from homeassistant.components import websocket_api
from homeassistant.components.websocket_api import ActiveConnection
from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant, callback
from homeassistant.util.hass_dict import HassKey

from .client import Caller, FloorplanClient
from .const import COMMANDS, DOMAIN, SUBSCRIPTIONS
from .errors import ServiceAwayError, TokenRefusedError
from .user_connection import UserConnection

# The service checks the fields, in its own words.
ANY_FIELDS = vol.Schema({"id": int, "type": str}, extra=vol.ALLOW_EXTRA)


class Relay:
    """Connects the pages of Home Assistant with the service, whenever there is one.

    It outlives the configuration entry, as pages outlive a reload of it.
    """

    def __init__(self, hass: HomeAssistant) -> None:
        """Begin without a service."""
        self._hass = hass
        self._connections: dict[ActiveConnection, UserConnection] = {}
        self._entry: ConfigEntry | None = None
        self._client: FloorplanClient | None = None

    @property
    def connections(self) -> int:
        """How many connections to the service pages have now."""
        return len(self._connections)

    @property
    def client(self) -> FloorplanClient:
        """The service; an error if the integration is not set up."""
        if self._client is None:
            raise ServiceAwayError("the floor plan integration is not set up")
        return self._client

    @callback
    def async_open(self, entry: ConfigEntry, client: FloorplanClient) -> None:
        """Use a service from now on."""
        self._entry, self._client = entry, client

    @callback
    def async_close(self) -> None:
        """Use no service any more."""
        self._entry = self._client = None
        for connection in list(self._connections.values()):
            connection.async_hang_up()

    @callback
    def async_send(
        self,
        connection: ActiveConnection,
        message: dict[str, Any],
        *,
        is_subscription: bool,
    ) -> None:
        """Pass on a command of a connection."""
        found = self._connections.get(connection)
        if found is None:
            found = UserConnection(
                self._hass, self, connection, partial(self._ended, connection)
            )
            self._connections[connection] = found
        found.async_send(message, is_subscription=is_subscription)

    @callback
    def _ended(self, connection: ActiveConnection) -> None:
        self._connections.pop(connection, None)

    @asynccontextmanager
    async def connect(self, caller: Caller) -> AsyncIterator[ClientWebSocketResponse]:
        """Connect to the service in the name of a user."""
        try:
            async with self.client.connect(caller) as socket:
                yield socket
        except TokenRefusedError:
            if self._entry is not None:
                self._entry.async_start_reauth(self._hass)
            raise


RELAY: HassKey[Relay] = HassKey(DOMAIN)


@callback
def async_register_commands(hass: HomeAssistant) -> None:
    """Accept the service's commands from every page of Home Assistant."""
    for names, is_subscription in ((COMMANDS, False), (SUBSCRIPTIONS, True)):
        for name in names:
            websocket_api.async_register_command(
                hass,
                f"{DOMAIN}/{name}",
                _passing_on(is_subscription=is_subscription),
                ANY_FIELDS,
            )


def _passing_on(*, is_subscription: bool) -> websocket_api.WebSocketCommandHandler:
    @callback
    def handle(
        hass: HomeAssistant, connection: ActiveConnection, message: dict[str, Any]
    ) -> None:
        """Pass on a command."""
        hass.data[RELAY].async_send(
            connection, message, is_subscription=is_subscription
        )

    return handle
