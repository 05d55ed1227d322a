"""The card and the panel in Home Assistant's pages."""

from pathlib import Path
from typing import Final

from homeassistant.components import frontend, panel_custom
from homeassistant.components.http import StaticPathConfig
from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant, callback
from homeassistant.loader import async_get_integration

from .const import CONF_PANEL, DOMAIN

FILES_URL: Final = "/floorplan_frontend"
LOADER_URL: Final = f"{FILES_URL}/loader.js"
PANEL_PATH: Final = DOMAIN
PANEL_ICON: Final = "mdi:floor-plan"


async def async_serve_loader(hass: HomeAssistant) -> None:
    """Serve the loader from here, so that pages find it while the service is away."""
    loader = Path(__file__).parent / "www" / "loader.js"
    await hass.http.async_register_static_paths(
        [StaticPathConfig(LOADER_URL, str(loader), cache_headers=True)]
    )


async def _loader_of(hass: HomeAssistant) -> str:
    """Return the loader's address, which changes with each version."""
    integration = await async_get_integration(hass, DOMAIN)
    return f"{LOADER_URL}?v={integration.version}"


async def async_add_card_and_panel(hass: HomeAssistant, entry: ConfigEntry) -> None:
    """Offer the card on every dashboard, and the panel in the sidebar if wanted."""
    loader = await _loader_of(hass)
    frontend.add_extra_js_url(hass, loader)
    if not entry.options.get(CONF_PANEL, True):
        _remove_panel(hass)
    elif not frontend.async_panel_exists(hass, PANEL_PATH):
        await panel_custom.async_register_panel(
            hass,
            frontend_url_path=PANEL_PATH,
            webcomponent_name="floorplan-panel",
            sidebar_title=entry.title,
            sidebar_icon=PANEL_ICON,
            module_url=f"{loader}&module=panel",
        )


async def async_remove_card_and_panel(hass: HomeAssistant) -> None:
    """Offer them no longer."""
    frontend.remove_extra_js_url(hass, await _loader_of(hass))
    _remove_panel(hass)


@callback
def _remove_panel(hass: HomeAssistant) -> None:
    frontend.async_remove_panel(hass, PANEL_PATH, warn_if_unknown=False)
