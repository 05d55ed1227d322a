"""Problems of the service that somebody has to solve."""

from typing import Final

from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import issue_registry as ir

from .client import Health
from .const import DOMAIN

SERVICE_FAILED: Final = "service_failed"
BACKUPS_FAIL: Final = "backups_fail"


def problems_of(health: Health) -> dict[str, str]:
    """Return the problems of the service, each with its reason."""
    problems: dict[str, str] = {}
    # A service that is loading or degraded recovers by itself.
    if health.status == "failed":
        problems[SERVICE_FAILED] = health.reason or health.status
    if (health.backup or {}).get("status") == "failed":
        problems[BACKUPS_FAIL] = str((health.backup or {}).get("reason"))
    return problems


@callback
def async_show_problems(hass: HomeAssistant, problems: dict[str, str]) -> None:
    """Show the problems that there are among Home Assistant's repairs, and no others."""
    for problem in (SERVICE_FAILED, BACKUPS_FAIL):
        if problem not in problems:
            ir.async_delete_issue(hass, DOMAIN, problem)
            continue
        ir.async_create_issue(
            hass,
            DOMAIN,
            problem,
            is_fixable=False,
            severity=ir.IssueSeverity.ERROR
            if problem == SERVICE_FAILED
            else ir.IssueSeverity.WARNING,
            translation_key=problem,
            translation_placeholders={"reason": problems[problem]},
        )
