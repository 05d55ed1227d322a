"""Why the service could not be used."""


class FloorplanError(Exception):
    """The service cannot be used now."""


class ServiceAwayError(FloorplanError):
    """The service does not answer."""


class InvalidAddressError(FloorplanError):
    """What was typed is no address of a service."""


class NotServiceError(FloorplanError):
    """What answers at the address is no floor plan service."""


class TokenRefusedError(FloorplanError):
    """The service refuses the token."""


class HostRefusedError(FloorplanError):
    """The service does not answer to the host's name, or has banned the address."""


class CommandRefusedError(FloorplanError):
    """The service refused a command."""

    def __init__(self, code: str, message: str) -> None:
        """Keep the service's code beside its words."""
        super().__init__(message)
        self.code = code
