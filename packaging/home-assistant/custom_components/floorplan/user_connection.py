"""The commands of one connection to Home Assistant, passed on to the service."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
import logging
from typing import TYPE_CHECKING, Any, Final

from aiohttp import ClientWebSocketResponse, WSMsgType

from homeassistant.components.websocket_api import ActiveConnection
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.json import json_dumps
from homeassistant.util.json import json_loads_object

from .client import Caller
from .const import DOMAIN
from .errors import FloorplanError

if TYPE_CHECKING:
    from .relay import Relay

_LOGGER = logging.getLogger(__name__)

FIRST_PAUSE: Final = 1
LONGEST_PAUSE: Final = 15

# The most unanswered commands of a connection; a page has some ten at a time.
MAX_PENDING: Final = 64

# Commands of which nobody knows whether they were done once the connection is lost.
CHANGING: Final = {f"{DOMAIN}/plan/{what}" for what in ("save", "change")}


@dataclass
class _Command:
    """A command that is unanswered, or whose subscription lasts."""

    message: dict[str, Any]
    is_subscription: bool
    service_id: int | None = None
    is_confirmed: bool = False


class UserConnection:
    """A connection to the service in the name of the user of one of Home Assistant's.

    There is one for each of Home Assistant's connections, so that the order of
    commands, the limits of a screen and who is present hold as they do for screens
    that come to the service themselves. It lasts while anything is unanswered or
    subscribed. A lost one is made again, for the subscriptions that last.
    """

    def __init__(
        self,
        hass: HomeAssistant,
        relay: Relay,
        connection: ActiveConnection,
        on_end: Callable[[], None],
    ) -> None:
        """Begin with nothing; the first command connects."""
        self._hass = hass
        self._relay = relay
        self._connection = connection
        self._on_end = on_end
        self._commands: dict[int, _Command] = {}
        self._ids: dict[int, int] = {}
        self._last_id = 0
        self._caller = Caller.of(connection.user)
        self._outbox: asyncio.Queue[str | None] | None = None
        self._task: asyncio.Task[None] | None = None
        self._wanted = asyncio.Event()

    @callback
    def async_send(self, message: dict[str, Any], *, is_subscription: bool) -> None:
        """Pass on a command."""
        msg_id: int = message["id"]
        pending = sum(not command.is_confirmed for command in self._commands.values())
        if pending >= MAX_PENDING:
            self._connection.send_error(
                msg_id, "overloaded", f"more than {MAX_PENDING} commands are unanswered"
            )
            return
        command = _Command(message, is_subscription)
        self._commands[msg_id] = command
        if is_subscription:
            # Also ends it with the page's connection, while it still waits.
            self._connection.subscriptions[msg_id] = partial(self._unsubscribe, msg_id)
        self._wanted.set()
        if self._task is None:
            self._task = self._hass.async_create_background_task(
                self._run(), f"{DOMAIN} connection", eager_start=False
            )
        elif self._outbox is not None:
            if self._caller != Caller.of(self._connection.user):
                # The user's rights or name have changed: connect anew.
                self.async_hang_up()
            else:
                self._pass_on(msg_id, command)

    @callback
    def async_hang_up(self) -> None:
        """Close the connection to the service after all that is in the outbox."""
        if self._outbox is not None:
            self._outbox.put_nowait(None)
            self._outbox = None

    async def _run(self) -> None:
        """Connect, and again after each loss, until nothing is left."""
        pause: float = FIRST_PAUSE
        try:
            while self._commands:
                self._wanted.clear()
                try:
                    self._caller = Caller.of(self._connection.user)
                    async with self._relay.connect(self._caller) as socket:
                        pause = FIRST_PAUSE
                        await self._serve(socket)
                except FloorplanError as err:
                    _LOGGER.debug("No connection to the floor plan service: %s", err)
                    self._refuse_all(str(err))
                self._lost()
                if self._commands:
                    # A new command need not wait to be told that the service is away.
                    with suppress(TimeoutError):
                        async with asyncio.timeout(pause):
                            await self._wanted.wait()
                    pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            self._task = None
            self._on_end()

    async def _serve(self, socket: ClientWebSocketResponse) -> None:
        """Exchange messages until the connection ends."""
        if self._caller != Caller.of(self._connection.user):
            # The user's rights or name have changed meanwhile: connect anew, at once.
            self._wanted.set()
            return
        outbox: asyncio.Queue[str | None] = asyncio.Queue()
        self._outbox = outbox
        self._ids.clear()
        self._last_id = 0
        for msg_id, command in sorted(self._commands.items()):
            self._pass_on(msg_id, command)
        writing = self._hass.async_create_background_task(
            self._write(socket, outbox), f"{DOMAIN} outbox"
        )
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._receive(json_loads_object(message.data))
        finally:
            self._outbox = None
            writing.cancel()

    async def _write(
        self, socket: ClientWebSocketResponse, outbox: asyncio.Queue[str | None]
    ) -> None:
        """Send what is in the outbox, up to the end."""
        try:
            while (text := await outbox.get()) is not None:
                await socket.send_str(text)
        except ConnectionError:
            return
        await socket.close()

    def _new_id(self) -> int:
        self._last_id += 1
        return self._last_id

    @callback
    def _pass_on(self, msg_id: int, command: _Command) -> None:
        if self._outbox is None:
            return
        command.service_id = self._new_id()
        self._ids[command.service_id] = msg_id
        self._outbox.put_nowait(
            json_dumps({**command.message, "id": command.service_id})
        )

    @callback
    def _receive(self, message: dict[str, Any]) -> None:
        """Pass back an answer or an event."""
        msg_id = self._ids.get(message.get("id", 0))
        command = None if msg_id is None else self._commands.get(msg_id)
        if msg_id is None or command is None:
            return
        was_confirmed = command.is_confirmed
        if message.get("type") == "result":
            if command.is_subscription and message.get("success") is True:
                command.is_confirmed = True
            else:
                self._connection.subscriptions.pop(msg_id, None)
                self._forget(msg_id)
            if was_confirmed:
                # The page knows that it is subscribed.
                return
        self._connection.send_message({**message, "id": msg_id})

    @callback
    def _unsubscribe(self, msg_id: int) -> None:
        """End a subscription, as the page asks or with its connection."""
        command = self._commands.get(msg_id)
        if command is None:
            return
        if self._outbox is not None and command.service_id is not None:
            ended = {
                "id": self._new_id(),
                "type": "unsubscribe_events",
                "subscription": command.service_id,
            }
            self._outbox.put_nowait(json_dumps(ended))
        self._forget(msg_id)

    @callback
    def _forget(self, msg_id: int) -> None:
        """Remove a command; the last one ends the connection."""
        command = self._commands.pop(msg_id, None)
        if command is not None and command.service_id is not None:
            self._ids.pop(command.service_id, None)
        if not self._commands:
            self.async_hang_up()
            self._wanted.set()

    @callback
    def _refuse_all(self, reason: str) -> None:
        """Answer what waits for a service that cannot be reached.

        Subscriptions wait: what a page shows stays until the service is back.
        """
        for msg_id, command in list(self._commands.items()):
            if not command.is_subscription:
                del self._commands[msg_id]
                self._connection.send_error(msg_id, "not_loaded", reason)

    @callback
    def _lost(self) -> None:
        """Answer what was sent over a connection that is lost."""
        for msg_id, command in list(self._commands.items()):
            if not command.is_subscription and command.service_id is not None:
                del self._commands[msg_id]
                is_change = command.message["type"] in CHANGING
                self._connection.send_error(
                    msg_id,
                    "outcome_unknown" if is_change else "not_loaded",
                    "the connection to the floor plan service was lost",
                )
            command.service_id = None
