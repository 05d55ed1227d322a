"""Whether the service answers, and whether all is well with it."""

from typing import Final, override

from homeassistant.components.binary_sensor import (
    BinarySensorDeviceClass,
    BinarySensorEntity,
    BinarySensorEntityDescription,
)
from homeassistant.const import EntityCategory
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .coordinator import FloorplanConfigEntry
from .entity import FloorplanEntity

PARALLEL_UPDATES = 0

CONNECTED: Final = BinarySensorEntityDescription(
    key="connected",
    translation_key="connected",
    device_class=BinarySensorDeviceClass.CONNECTIVITY,
    entity_category=EntityCategory.DIAGNOSTIC,
)
PROBLEM: Final = BinarySensorEntityDescription(
    key="problem",
    device_class=BinarySensorDeviceClass.PROBLEM,
    entity_category=EntityCategory.DIAGNOSTIC,
)


async def async_setup_entry(
    hass: HomeAssistant,
    entry: FloorplanConfigEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add the sensors."""
    coordinator = entry.runtime_data
    async_add_entities(
        (ConnectedSensor(coordinator, CONNECTED), ProblemSensor(coordinator, PROBLEM))
    )


class ConnectedSensor(FloorplanEntity, BinarySensorEntity):
    """Whether the service answers; known also while it does not."""

    @property
    @override
    def available(self) -> bool:
        """Return that this is always known."""
        return True

    @property
    @override
    def is_on(self) -> bool:
        """Return whether the service answered the last question."""
        return self.coordinator.last_update_success


class ProblemSensor(FloorplanEntity, BinarySensorEntity):
    """Whether plans cannot be saved, or backups fail."""

    @property
    @override
    def is_on(self) -> bool:
        """Return whether the service told of a problem."""
        return len(self.coordinator.data.problems) > 0
