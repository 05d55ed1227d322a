"""Adds the service to Home Assistant, and changes how it is reached."""

from __future__ import annotations

from collections.abc import Mapping
import secrets
from typing import Any, Final

import voluptuous as vol
from yarl import URL

from homeassistant.config_entries import (
    ConfigEntry,
    ConfigFlow,
    ConfigFlowResult,
    OptionsFlowWithReload,
)
from homeassistant.const import CONF_TOKEN, CONF_URL
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from homeassistant.helpers.selector import (
    BooleanSelector,
    TextSelector,
    TextSelectorConfig,
    TextSelectorType,
)

from .client import FloorplanClient
from .const import CONF_PANEL, DEFAULT_TITLE, DEFAULT_URL, DOMAIN
from .errors import (
    CommandRefusedError,
    FloorplanError,
    HostRefusedError,
    InvalidAddressError,
    NotServiceError,
    ServiceAwayError,
    TokenRefusedError,
)

URL_SELECTOR: Final = TextSelector(TextSelectorConfig(type=TextSelectorType.URL))
TOKEN_SELECTOR: Final = TextSelector(TextSelectorConfig(type=TextSelectorType.PASSWORD))
ADDRESS_SCHEMA: Final = vol.Schema(
    {vol.Required(CONF_URL): URL_SELECTOR, vol.Required(CONF_TOKEN): TOKEN_SELECTOR}
)
TOKEN_SCHEMA: Final = vol.Schema({vol.Required(CONF_TOKEN): TOKEN_SELECTOR})
OPTIONS_SCHEMA: Final = vol.Schema(
    {vol.Required(CONF_PANEL, default=True): BooleanSelector()}
)


class NotAdministratorError(FloorplanError):
    """The token may neither act for users nor make a token that may."""


async def delegate_token(hass: HomeAssistant, url: str, token: str) -> str:
    """Return a token that may act for users: the given one, or one made with it.

    So any administrator's token will do, and is not kept.
    """
    client = FloorplanClient(async_get_clientsession(hass), url, token)
    await client.health()
    try:
        tokens = await client.call(f"{DOMAIN}/tokens/list")
        if any(each["is_own"] and each.get("delegate") for each in tokens):
            return token
        made = await client.call(
            f"{DOMAIN}/tokens/create",
            name=f"Home Assistant {secrets.token_hex(3)}",
            admin=True,
            control=True,
            delegate=True,
        )
    except CommandRefusedError as err:
        if err.code == "unauthorized":
            raise NotAdministratorError(str(err)) from err
        raise
    return str(made["token"])


def _problem(err: FloorplanError) -> str:
    """Return the key of the sentence for an error."""
    match err:
        case TokenRefusedError():
            return "invalid_auth"
        case NotAdministratorError():
            return "not_administrator"
        case CommandRefusedError():
            return "no_token"
        case HostRefusedError():
            return "refused"
        case NotServiceError():
            return "not_service"
        case ServiceAwayError():
            return "cannot_connect"
        case _:
            return "unknown"


class FloorplanConfigFlow(ConfigFlow, domain=DOMAIN):
    """Asks for the service's address and a token."""

    VERSION = 1
    MINOR_VERSION = 1

    @staticmethod
    @callback
    def async_get_options_flow(config_entry: ConfigEntry) -> FloorplanOptionsFlow:
        """Return the flow of the options."""
        return FloorplanOptionsFlow()

    async def async_step_user(
        self, user_input: dict[str, Any] | None = None
    ) -> ConfigFlowResult:
        """Add a service by its address."""
        return await self._ask(
            "user", ADDRESS_SCHEMA, {CONF_URL: DEFAULT_URL}, user_input
        )

    async def async_step_reauth(
        self, entry_data: Mapping[str, Any]
    ) -> ConfigFlowResult:
        """Ask for another token, as the service refuses the one that is known."""
        return await self.async_step_reauth_confirm()

    async def async_step_reauth_confirm(
        self, user_input: dict[str, Any] | None = None
    ) -> ConfigFlowResult:
        """Take the other token."""
        return await self._ask("reauth_confirm", TOKEN_SCHEMA, {}, user_input)

    async def async_step_reconfigure(
        self, user_input: dict[str, Any] | None = None
    ) -> ConfigFlowResult:
        """Change the address, and the token if wanted."""
        known = {CONF_URL: self._get_reconfigure_entry().data[CONF_URL]}
        schema = vol.Schema(
            {
                vol.Required(CONF_URL): URL_SELECTOR,
                vol.Optional(CONF_TOKEN): TOKEN_SELECTOR,
            }
        )
        return await self._ask("reconfigure", schema, known, user_input)

    async def _ask(
        self,
        step: str,
        schema: vol.Schema,
        suggested: Mapping[str, Any],
        user_input: dict[str, Any] | None,
    ) -> ConfigFlowResult:
        """Show a form until what is typed works."""
        errors: dict[str, str] = {}
        reason = ""
        if user_input is not None:
            try:
                return await self._finish(user_input)
            except InvalidAddressError:
                errors[CONF_URL] = "invalid_url"
            except FloorplanError as err:
                errors["base"] = _problem(err)
                reason = str(err)
        return self.async_show_form(
            step_id=step,
            data_schema=self.add_suggested_values_to_schema(
                schema, user_input if user_input is not None else suggested
            ),
            errors=errors,
            description_placeholders={"reason": reason},
        )

    async def _finish(self, user_input: Mapping[str, Any]) -> ConfigFlowResult:
        """Check the address and the token, and keep them."""
        known: Mapping[str, Any] = {}
        entry: ConfigEntry | None = None
        if self.source == "reauth":
            entry = self._get_reauth_entry()
        elif self.source == "reconfigure":
            entry = self._get_reconfigure_entry()
        if entry is not None:
            known = entry.data
        given = {**known, **user_input}
        url = _address(given[CONF_URL])
        data = {
            CONF_URL: url,
            CONF_TOKEN: await delegate_token(self.hass, url, given[CONF_TOKEN].strip()),
        }
        if entry is not None:
            return self.async_update_reload_and_abort(entry, data=data)
        return self.async_create_entry(title=DEFAULT_TITLE, data=data)


def _address(text: str) -> str:
    """Return the service's address without what people copy along with it."""
    try:
        url = URL(text.strip())
    except ValueError as err:
        raise InvalidAddressError(str(err)) from err
    if url.scheme not in ("http", "https") or url.host is None:
        raise InvalidAddressError(text)
    # They would take the place of the token.
    if url.user is not None or url.password is not None:
        raise InvalidAddressError("the address has a user name or a password")
    return str(url.with_fragment(None).with_query(None)).rstrip("/")


class FloorplanOptionsFlow(OptionsFlowWithReload):
    """Asks whether the sidebar shows the floor plan."""

    async def async_step_init(
        self, user_input: dict[str, Any] | None = None
    ) -> ConfigFlowResult:
        """Show and take the options."""
        if user_input is not None:
            return self.async_create_entry(data=user_input)
        return self.async_show_form(
            step_id="init",
            data_schema=self.add_suggested_values_to_schema(
                OPTIONS_SCHEMA, self.config_entry.options
            ),
        )
