"""How our refusals and our sign-in are described in the OpenAPI schema; the latter once this is imported."""

from drf_spectacular.extensions import OpenApiAuthenticationExtension

from annotation.api.shapes import RefusalShape

REFUSED = {401: RefusalShape, 403: RefusalShape, 429: RefusalShape}
REFUSED_HERE = {**REFUSED, 404: RefusalShape}
REFUSED_BODY = {413: RefusalShape, 415: RefusalShape, 422: RefusalShape}
REFUSED_SAVE = {**REFUSED_HERE, **REFUSED_BODY, 409: RefusalShape}
DONE = {204: None, **REFUSED_HERE}


class SessionScheme(OpenApiAuthenticationExtension):
    """The session's cookie. Requests that change something carry the CSRF token in X-CSRFToken too."""

    target_class = "annotation.api.base.Session"
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
