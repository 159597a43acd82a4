"""What every template may show without asking a view."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """Return the support contact, whether this is a demonstration, and whether mail reaches anybody."""
    return {
        "support_contact": settings.SUPPORT_CONTACT,
        "is_demonstration": settings.DEMONSTRATION,
        "sends_mail": settings.SENDS_MAIL,
    }
