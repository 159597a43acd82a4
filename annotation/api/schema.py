"""How our refusals are described in the OpenAPI schema."""

from annotation.api.shapes import RefusalShape

REFUSED = {401: RefusalShape, 403: RefusalShape, 429: RefusalShape}
REFUSED_HERE = {**REFUSED, 404: RefusalShape}
REFUSED_BODY = {413: RefusalShape, 415: RefusalShape, 422: RefusalShape}
REFUSED_SAVE = {**REFUSED_HERE, **REFUSED_BODY, 409: RefusalShape}
DONE = {204: None, **REFUSED_HERE}
