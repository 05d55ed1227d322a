"""The service, over HTTP and its websocket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
import re
from typing import Any, Final
from urllib.parse import quote

from aiohttp import (
    ClientError,
    ClientResponse,
    ClientSession,
    ClientTimeout,
    ClientWebSocketResponse,
    StreamReader,
    WSMsgType,
    WSServerHandshakeError,
)

from homeassistant.auth.models import User
from homeassistant.helpers.json import json_dumps
from homeassistant.util.json import JsonObjectType, json_loads_object

from .errors import (
    CommandRefusedError,
    HostRefusedError,
    NotServiceError,
    ServiceAwayError,
    TokenRefusedError,
)

ANSWER_WITHIN: Final = 10
# A backup of a full home takes minutes.
BACKUP_WITHIN: Final = 30 * 60
PING_EVERY: Final = 20
# The largest message is a plan, which the service bounds itself.
ANY_SIZE: Final = 0

# Whoever is connected and has logged in.
CONNECTIONS: Final = re.compile(
    r"""^floorplan_connections\{kind="(?!stranger")[^"]*"\} (\d+)$""", re.MULTILINE
)


@dataclass(frozen=True, kw_only=True)
class Health:
    """What the service says of itself to anybody."""

    status: str
    revision: int | None
    reason: str | None
    backup: Mapping[str, Any] | None


@dataclass(frozen=True, kw_only=True)
class Caller:
    """The user of Home Assistant in whose name something is asked."""

    id: str
    name: str
    is_admin: bool

    @classmethod
    def of(cls, user: User) -> Caller:
        """Read a user, whose rights may change later."""
        return cls(id=user.id, name=user.name or "", is_admin=user.is_admin)

    @property
    def headers(self) -> dict[str, str]:
        """The headers that name the user to the service."""
        return {
            "Floorplan-User-Id": self.id,
            "Floorplan-User-Name": quote(self.name, safe=""),
            "Floorplan-User-Admin": "true" if self.is_admin else "false",
        }


@asynccontextmanager
async def _reaching() -> AsyncIterator[None]:
    """Turn the errors of the network into those of the integration."""
    try:
        yield
    except WSServerHandshakeError as err:
        if err.status == 403:
            raise HostRefusedError(err.message) from err
        raise ServiceAwayError(str(err)) from err
    except (ClientError, TimeoutError, OSError) as err:
        raise ServiceAwayError(str(err) or type(err).__name__) from err
    except ValueError as err:
        raise NotServiceError(f"an answer is not in JSON: {err}") from err


async def _message_of(response: ClientResponse) -> str:
    """Return the sentence with which the service refuses."""
    try:
        return str((await response.json())["message"])
    except (ClientError, KeyError, TypeError, ValueError):
        return f"{response.status} {response.reason}"


class FloorplanClient:
    """A service, with a token that may act for users of Home Assistant.

    A token that the service has refused is not presented again: the service bans
    addresses from which too many logins fail.
    """

    def __init__(self, session: ClientSession, url: str, token: str) -> None:
        """Connect nothing yet."""
        self._session = session
        self._token = token
        self._is_refused = False
        self._presenting = asyncio.Lock()
        self.url = url.rstrip("/")

    async def health(self) -> Health:
        """Ask how the service is, which needs no token.

        One of many homes of a service tells nobody but its provider; it is asked
        whether it is there.
        """
        async with (
            _reaching(),
            asyncio.timeout(ANSWER_WITHIN),
            self._session.get(f"{self.url}/healthz") as response,
        ):
            if response.status == 403:
                raise HostRefusedError(await _message_of(response))
            if response.status == 404:
                return await self._health_of_home()
            try:
                told = json_loads_object(await response.read())
                return Health(
                    status=str(told["status"]),
                    revision=_integer(told.get("rev")),
                    reason=_text(told.get("reason")),
                    backup=_object(told.get("backup")),
                )
            except (KeyError, ValueError) as err:
                raise NotServiceError(self.url) from err

    async def _health_of_home(self) -> Health:
        async with self._session.get(f"{self.url}/settings.json") as response:
            told = json_loads_object(await response.read())
            if response.status != 200 or _text(told.get("domain")) is None:
                raise NotServiceError(self.url)
            return Health(status="ready", revision=None, reason=None, backup=None)

    def _raise_if_refused(self) -> None:
        if self._is_refused:
            raise TokenRefusedError("the access token is not valid")

    @asynccontextmanager
    async def _logging_in(self) -> AsyncIterator[None]:
        """Let only one login run at a time, so that at most one is refused."""
        async with self._presenting:
            self._raise_if_refused()
            try:
                yield
            except TokenRefusedError:
                self._is_refused = True
                raise

    async def connections(self) -> int | None:
        """Count the open connections of all screens and programs that have logged in.

        None for one of many homes, which has no metrics of its own.
        """
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "text/plain"}
        async with (
            _reaching(),
            asyncio.timeout(ANSWER_WITHIN),
            self._logging_in(),
            self._session.get(f"{self.url}/metrics", headers=headers) as response,
        ):
            if response.status == 401:
                raise TokenRefusedError("the access token is not valid")
            if response.status == 200:
                return sum(
                    int(count) for count in CONNECTIONS.findall(await response.text())
                )
            if response.status != 404:
                raise ServiceAwayError(await _message_of(response))
        # Nothing has looked at the token yet.
        await self.call("auth/current_user")
        return None

    @asynccontextmanager
    async def connect(
        self, caller: Caller | None = None
    ) -> AsyncIterator[ClientWebSocketResponse]:
        """Open a websocket that is logged in, as the caller or as the token's own user."""
        self._raise_if_refused()
        async with _reaching(), asyncio.timeout(ANSWER_WITHIN):
            socket = await self._session.ws_connect(
                f"{self.url}/api/websocket",
                headers=caller.headers if caller else None,
                heartbeat=PING_EVERY,
                max_msg_size=ANY_SIZE,
            )
        try:
            await self._log_in(socket)
            yield socket
        finally:
            await socket.close()

    async def _log_in(self, socket: ClientWebSocketResponse) -> None:
        """Send the token, and wait until commands are served."""
        async with _reaching(), asyncio.timeout(ANSWER_WITHIN), self._logging_in():
            await socket.send_json({"type": "auth", "access_token": self._token})
            while True:
                message = await socket.receive()
                if message.type is not WSMsgType.TEXT:
                    raise ServiceAwayError(
                        str(message.extra or "the connection was closed")
                    )
                told = json_loads_object(message.data)
                if told.get("type") == "auth_ok":
                    return
                if told.get("type") == "auth_invalid":
                    raise TokenRefusedError(str(told.get("message")))

    async def call(
        self, command: str, *, within: int = ANSWER_WITHIN, **fields: Any
    ) -> Any:
        """Send one command as the token's own user, over a connection of its own."""
        async with self.connect() as socket, _reaching(), asyncio.timeout(within):
            await socket.send_str(json_dumps({"id": 1, "type": command, **fields}))
            message = await socket.receive()
            if message.type is not WSMsgType.TEXT:
                raise ServiceAwayError("the connection was closed")
            answer = json_loads_object(message.data)
        if answer.get("success") is True:
            return answer.get("result")
        error = _object(answer.get("error")) or {}
        raise CommandRefusedError(str(error.get("code")), str(error.get("message")))

    @asynccontextmanager
    async def request(
        self,
        method: str,
        path_and_query: str,
        *,
        headers: Mapping[str, str],
        caller: Caller | None = None,
        data: StreamReader | None = None,
    ) -> AsyncIterator[ClientResponse]:
        """Pass on a request as it is; only one that has a caller gets the token."""
        if caller:
            self._raise_if_refused()
        named = (
            {"Authorization": f"Bearer {self._token}", **caller.headers}
            if caller
            else {}
        )
        async with (
            _reaching(),
            self._session.request(
                method,
                f"{self.url}{path_and_query}",
                headers={**headers, **named},
                data=data,
                timeout=ClientTimeout(sock_connect=ANSWER_WITHIN, sock_read=60),
                auto_decompress=False,
                allow_redirects=False,
            ) as response,
        ):
            if caller and response.status == 401:
                self._is_refused = True
                self._raise_if_refused()
            yield response


def _integer(value: Any) -> int | None:
    return value if isinstance(value, int) else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _object(value: Any) -> JsonObjectType | None:
    return value if isinstance(value, dict) else None
