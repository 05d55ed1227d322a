"""What all entities of the service have in common."""

from homeassistant.const import CONF_URL
from homeassistant.helpers.device_registry import DeviceEntryType, DeviceInfo
from homeassistant.helpers.entity import EntityDescription
from homeassistant.helpers.update_coordinator import CoordinatorEntity

from .const import DEFAULT_TITLE, DOMAIN
from .coordinator import FloorplanCoordinator


class FloorplanEntity(CoordinatorEntity[FloorplanCoordinator]):
    """An entity of the service's device."""

    _attr_has_entity_name = True

    def __init__(
        self, coordinator: FloorplanCoordinator, description: EntityDescription
    ) -> None:
        """Belong to the one service of a configuration entry."""
        super().__init__(coordinator)
        self.entity_description = description
        entry = coordinator.config_entry
        self._attr_unique_id = f"{entry.entry_id}_{description.key}"
        self._attr_device_info = DeviceInfo(
            identifiers={(DOMAIN, entry.entry_id)},
            entry_type=DeviceEntryType.SERVICE,
            name=DEFAULT_TITLE,
            configuration_url=entry.data[CONF_URL],
        )
