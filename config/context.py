"""What every template may show without asking a view."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """Return the support contact of this installation, and whether it is a demonstration."""
    return {
        "support_contact": settings.SUPPORT_CONTACT,
        "is_demonstration": settings.DEMONSTRATION,
    }
