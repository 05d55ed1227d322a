"""Constants of the floor plan."""

from datetime import timedelta
from typing import Final

DOMAIN: Final = "floorplan"

CONF_PANEL: Final = "panel"

DEFAULT_TITLE: Final = "Floor plan"
DEFAULT_URL: Final = "http://127.0.0.1:8125"

UPDATE_INTERVAL: Final = timedelta(seconds=30)

# The commands of the service's websocket that users of Home Assistant may send.
# It decides itself which of them are for administrators.
COMMANDS: Final = (
    "backup/make",
    "bans/lift",
    "bans/list",
    "history/details",
    "history/get",
    "history/list",
    "history/times",
    "house/picture",
    "mesh/list",
    "mesh/past",
    "mesh/read",
    "plan/change",
    "plan/get",
    "plan/save",
    "presence/update",
    "tokens/create",
    "tokens/link",
    "tokens/list",
    "tokens/revoke",
    "yaml/dump",
    "yaml/parse",
    "zones/restore",
    "zones/write",
)

# Those that begin a subscription.
SUBSCRIPTIONS: Final = (
    "house/subscribe",
    "plan/follow",
    "plan/subscribe",
    "positions/subscribe",
    "presence/subscribe",
)
