"""What helps to find a fault, without secrets."""

from typing import Any

from yarl import URL

from homeassistant.const import CONF_URL
from homeassistant.core import HomeAssistant

from .coordinator import FloorplanConfigEntry
from .relay import RELAY


async def async_get_config_entry_diagnostics(
    hass: HomeAssistant, entry: FloorplanConfigEntry
) -> dict[str, Any]:
    """Return what is known of the service and its use; neither tokens nor names."""
    coordinator = entry.runtime_data
    state = coordinator.data
    error = coordinator.last_exception
    return {
        "url": str(URL(entry.data[CONF_URL]).with_user(None)),
        "options": dict(entry.options),
        "answers": coordinator.last_update_success,
        "error": None if error is None else str(error),
        "status": state.health.status,
        "reason": state.health.reason,
        "revision": state.health.revision,
        "backup": state.health.backup,
        "connections": state.connections,
        "connections_from_here": hass.data[RELAY].connections,
    }
