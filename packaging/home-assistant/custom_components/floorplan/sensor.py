"""Numbers and times of the service."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, override

from homeassistant.components.sensor import (
    SensorDeviceClass,
    SensorEntity,
    SensorEntityDescription,
    SensorStateClass,
)
from homeassistant.const import EntityCategory
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback
from homeassistant.util import dt as dt_util

from .coordinator import FloorplanConfigEntry, FloorplanState
from .entity import FloorplanEntity

PARALLEL_UPDATES = 0


@dataclass(frozen=True, kw_only=True)
class FloorplanSensorDescription(SensorEntityDescription):
    """A sensor, and how it is read."""

    value: Callable[[FloorplanState], int | datetime | None]


def _last_backup(state: FloorplanState) -> datetime | None:
    last = (state.health.backup or {}).get("last")
    return dt_util.parse_datetime(last) if isinstance(last, str) else None


SENSORS: Final = (
    FloorplanSensorDescription(
        key="revision",
        translation_key="revision",
        value=lambda state: state.health.revision,
    ),
    FloorplanSensorDescription(
        key="connections",
        translation_key="connections",
        state_class=SensorStateClass.MEASUREMENT,
        entity_category=EntityCategory.DIAGNOSTIC,
        value=lambda state: state.connections,
    ),
)
LAST_BACKUP: Final = FloorplanSensorDescription(
    key="last_backup",
    translation_key="last_backup",
    device_class=SensorDeviceClass.TIMESTAMP,
    entity_category=EntityCategory.DIAGNOSTIC,
    value=_last_backup,
)


async def async_setup_entry(
    hass: HomeAssistant,
    entry: FloorplanConfigEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add the sensors; that of backups if the service makes any by itself."""
    coordinator = entry.runtime_data
    has_backups = coordinator.data.health.backup is not None
    async_add_entities(
        FloorplanSensor(coordinator, description)
        for description in (*SENSORS, *((LAST_BACKUP,) if has_backups else ()))
    )


class FloorplanSensor(FloorplanEntity, SensorEntity):
    """A number or a time."""

    entity_description: FloorplanSensorDescription

    @property
    @override
    def native_value(self) -> int | datetime | None:
        """Return what the service said last."""
        return self.entity_description.value(self.coordinator.data)
