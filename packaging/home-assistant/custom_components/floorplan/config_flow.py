"""Adds the service to Home Assistant, and changes how it is reached."""

from __future__ import annotations

from collections.abc import Mapping
import secrets
from typing import Any, Final

import probatio as vol
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
from homeassistant.helpers.service_info.hassio import HassioServiceInfo
from homeassistant.helpers.service_info.zeroconf import ZeroconfServiceInfo

from .address import plain_address
from .client import FloorplanClient
from .const import CONF_PANEL, DEFAULT_TITLE, DEFAULT_URL, DOMAIN
from .discovery import announced_in, has_moved
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

    def __init__(self) -> None:
        """Have discovered nothing."""
        self._found: dict[str, str] = {}

    @staticmethod
    @callback
    def async_get_options_flow(config_entry: ConfigEntry) -> FloorplanOptionsFlow:
        """Return the flow of the options."""
        return FloorplanOptionsFlow()

    async def async_step_user(
        self, user_input: dict[str, Any] | None = None
    ) -> ConfigFlowResult:
        """Add a service by its address."""
        if self._known() is not None:
            return self.async_abort(reason="single_instance_allowed")
        return await self._ask(
            "user", ADDRESS_SCHEMA, {CONF_URL: DEFAULT_URL}, user_input
        )

    async def async_step_zeroconf(
        self, discovery_info: ZeroconfServiceInfo
    ) -> ConfigFlowResult:
        """Offer a service that announces itself on the network, or follow a known one."""
        announced = announced_in(discovery_info)
        if announced is None:
            return self.async_abort(reason="other_service")
        home, url = announced
        await self.async_set_unique_id(home)
        entry = self._known()
        if entry is not None and entry.unique_id is None and entry.data[CONF_URL] == url:
            # It was added by its address, before it was heard of.
            self.hass.config_entries.async_update_entry(entry, unique_id=home)
        moved = (
            entry is not None
            and entry.unique_id == home
            and await has_moved(self.hass, entry.data[CONF_URL], url)
        )
        self._abort_if_unique_id_configured({CONF_URL: url} if moved else None)
        if entry is not None:
            return self.async_abort(reason="single_instance_allowed")
        self._found = {CONF_URL: url}
        self.context["title_placeholders"] = {"name": URL(url).authority}
        return await self.async_step_zeroconf_confirm()

    async def async_step_zeroconf_confirm(
        self, user_input: dict[str, Any] | None = None
    ) -> ConfigFlowResult:
        """Take a token of the service that was discovered."""
        return await self._ask("zeroconf_confirm", TOKEN_SCHEMA, {}, user_input)

    async def async_step_hassio(
        self, discovery_info: HassioServiceInfo
    ) -> ConfigFlowResult:
        """Offer the service of the app, which hands over a token."""
        host, port = discovery_info.config["host"], discovery_info.config["port"]
        url = f"http://{host}:{port}"
        await self.async_set_unique_id(discovery_info.uuid)
        self._abort_if_unique_id_configured({CONF_URL: url})
        if self._known() is not None:
            return self.async_abort(reason="single_instance_allowed")
        self._found = {CONF_URL: url, CONF_TOKEN: discovery_info.config["token"]}
        self.context["title_placeholders"] = {"name": discovery_info.name}
        return await self.async_step_hassio_confirm()

    async def async_step_hassio_confirm(
        self, user_input: dict[str, Any] | None = None
    ) -> ConfigFlowResult:
        """Add the app's service; ask for another token only if its own does not work."""
        if user_input is None:
            return self.async_show_form(step_id="hassio_confirm")
        return await self.async_step_zeroconf_confirm(
            {CONF_TOKEN: self._found[CONF_TOKEN]}
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
            description_placeholders={
                "reason": reason,
                "url": self._found.get(CONF_URL, ""),
            },
        )

    def _known(self) -> ConfigEntry | None:
        """Return the service that Home Assistant has; there is one plan."""
        return next(iter(self._async_current_entries(include_ignore=False)), None)

    async def _finish(self, user_input: Mapping[str, Any]) -> ConfigFlowResult:
        """Check the address and the token, and keep them."""
        known: Mapping[str, Any] = self._found
        entry: ConfigEntry | None = None
        if self.source == "reauth":
            entry = self._get_reauth_entry()
        elif self.source == "reconfigure":
            entry = self._get_reconfigure_entry()
        if entry is not None:
            known = entry.data
        given = {**known, **user_input}
        url = plain_address(given[CONF_URL])
        data = {
            CONF_URL: url,
            CONF_TOKEN: await delegate_token(self.hass, url, given[CONF_TOKEN].strip()),
        }
        if entry is not None:
            return self.async_update_reload_and_abort(entry, data=data)
        if self._known() is not None:
            return self.async_abort(reason="single_instance_allowed")
        for other in self._async_in_progress():
            self.hass.config_entries.flow.async_abort(other["flow_id"])
        return self.async_create_entry(title=DEFAULT_TITLE, data=data)


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
