"""Names that stand in the addresses of pages, such as a task's or a model's."""

ADDRESS_PARTS = "parts of visible signs between its slashes, none of them . or .."


def fits_address(name: str) -> bool:
    """Whether an address can hold the name, slashes and all.

    Browsers and servers take the parts `.` and `..` and empty ones for steps along the path and drop them on
    the way (RFC 3986, section 5.2.4), so that a page of that name could never be reached.
    """
    return all(part.strip() and part not in (".", "..") for part in name.split("/"))
