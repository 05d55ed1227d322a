"""What automations may ask of the service."""

from typing import Final

import probatio as vol

from homeassistant.core import (
    HomeAssistant,
    ServiceCall,
    ServiceResponse,
    SupportsResponse,
    callback,
)
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers.service import async_register_admin_service

from .client import BACKUP_WITHIN
from .const import DOMAIN
from .errors import FloorplanError
from .relay import RELAY

ACTION_BACKUP: Final = "backup"


@callback
def async_register_actions(hass: HomeAssistant) -> None:
    """Offer the actions, whether the service is there or not."""

    async def backup(call: ServiceCall) -> ServiceResponse:
        """Make a backup, and tell which."""
        try:
            made = await hass.data[RELAY].client.call(
                f"{DOMAIN}/backup/make", within=BACKUP_WITHIN
            )
        except FloorplanError as err:
            raise HomeAssistantError(
                translation_domain=DOMAIN,
                translation_key="no_backup",
                translation_placeholders={"reason": str(err)},
            ) from err
        return dict(made)

    async_register_admin_service(
        hass,
        DOMAIN,
        ACTION_BACKUP,
        backup,
        vol.Schema({}),
        supports_response=SupportsResponse.OPTIONAL,
    )
