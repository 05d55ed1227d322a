"""The floor plan of a home, kept and sent to every screen by its own service."""

from homeassistant.const import CONF_TOKEN, CONF_URL, Platform
from homeassistant.core import HomeAssistant
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from homeassistant.helpers.typing import ConfigType

from .actions import async_register_actions
from .client import FloorplanClient
from .const import DOMAIN
from .coordinator import FloorplanConfigEntry, FloorplanCoordinator
from .frontend import (
    async_add_card_and_panel,
    async_remove_card_and_panel,
    async_serve_loader,
)
from .relay import RELAY, Relay, async_register_commands
from .repairs import async_show_problems
from .views import register_views

CONFIG_SCHEMA = cv.config_entry_only_config_schema(DOMAIN)
PLATFORMS = [Platform.BINARY_SENSOR, Platform.SENSOR]


async def async_setup(hass: HomeAssistant, config: ConfigType) -> bool:
    """Set up what pages use, and what outlives a configuration entry."""
    hass.data[RELAY] = Relay(hass)
    async_register_commands(hass)
    async_register_actions(hass)
    register_views(hass)
    await async_serve_loader(hass)
    return True


async def async_setup_entry(hass: HomeAssistant, entry: FloorplanConfigEntry) -> bool:
    """Set up the service."""
    # Also while the service is away: the loader waits for it in the page.
    await async_add_card_and_panel(hass, entry)
    client = FloorplanClient(
        async_get_clientsession(hass), entry.data[CONF_URL], entry.data[CONF_TOKEN]
    )
    coordinator = FloorplanCoordinator(hass, entry, client)
    await coordinator.async_config_entry_first_refresh()
    entry.runtime_data = coordinator
    hass.data[RELAY].async_open(entry, client)
    await hass.config_entries.async_forward_entry_setups(entry, PLATFORMS)
    return True


async def async_unload_entry(hass: HomeAssistant, entry: FloorplanConfigEntry) -> bool:
    """Leave the service."""
    is_unloaded = await hass.config_entries.async_unload_platforms(entry, PLATFORMS)
    if is_unloaded:
        hass.data[RELAY].async_close()
        async_show_problems(hass, {})
        if entry.disabled_by is not None:
            await async_remove_card_and_panel(hass)
    return is_unloaded


async def async_remove_entry(hass: HomeAssistant, entry: FloorplanConfigEntry) -> None:
    """Leave nothing in Home Assistant's pages."""
    async_show_problems(hass, {})
    await async_remove_card_and_panel(hass)
