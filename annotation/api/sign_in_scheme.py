"""How our sign-in is described in the OpenAPI schema; importing this is enough."""

from drf_spectacular.extensions import OpenApiAuthenticationExtension


class SessionScheme(OpenApiAuthenticationExtension):
    """The session's cookie. Requests that change something carry the CSRF token in X-CSRFToken too."""

    target_class = "annotation.api.base.Session"
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
