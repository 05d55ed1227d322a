"""The address of a service, as it is typed or announced."""

from yarl import URL

from .errors import InvalidAddressError


def plain_address(text: str) -> str:
    """Return the service's address without what people copy along with it."""
    try:
        url = URL(text.strip())
    except ValueError as err:
        raise InvalidAddressError(str(err)) from err
    if url.scheme not in ("http", "https") or url.host is None:
        raise InvalidAddressError(text)
    # They would take the place of the token.
    if url.user is not None or url.password is not None:
        raise InvalidAddressError("the address has a user name or a password")
    return str(url.with_fragment(None).with_query(None)).rstrip("/")
