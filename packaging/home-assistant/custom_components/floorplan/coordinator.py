"""The state of the service, for entities and diagnostics."""

from __future__ import annotations

from dataclasses import dataclass
import logging

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import ConfigEntryAuthFailed
from homeassistant.helpers.update_coordinator import DataUpdateCoordinator, UpdateFailed

from .client import FloorplanClient, Health
from .const import DOMAIN, UPDATE_INTERVAL
from .errors import FloorplanError, TokenRefusedError
from .repairs import async_show_problems, problems_of

_LOGGER = logging.getLogger(__name__)

type FloorplanConfigEntry = ConfigEntry[FloorplanCoordinator]


@dataclass(frozen=True, kw_only=True)
class FloorplanState:
    """What is known of the service."""

    health: Health
    connections: int | None

    @property
    def problems(self) -> dict[str, str]:
        """What somebody has to solve, with the reasons."""
        return problems_of(self.health)


class FloorplanCoordinator(DataUpdateCoordinator[FloorplanState]):
    """Asks the service how it is; logs once when it is away, and once when it is back."""

    config_entry: FloorplanConfigEntry

    def __init__(
        self, hass: HomeAssistant, entry: FloorplanConfigEntry, client: FloorplanClient
    ) -> None:
        """Ask nothing yet."""
        super().__init__(
            hass,
            _LOGGER,
            config_entry=entry,
            name=DOMAIN,
            update_interval=UPDATE_INTERVAL,
        )
        self.client = client

    async def _async_update_data(self) -> FloorplanState:
        """Ask for its health, and with the token for its connections."""
        try:
            state = FloorplanState(
                health=await self.client.health(),
                connections=await self.client.connections(),
            )
        except TokenRefusedError as err:
            raise ConfigEntryAuthFailed(
                translation_domain=DOMAIN, translation_key="token_refused"
            ) from err
        except FloorplanError as err:
            raise UpdateFailed(
                translation_domain=DOMAIN,
                translation_key="away",
                translation_placeholders={"reason": str(err)},
            ) from err
        async_show_problems(self.hass, state.problems)
        return state
