"""The OpenAPI document with what `games.api.v1.door` does for every operation: tokens, keys, tags, and refusals."""

from __future__ import annotations

from typing import Any

from accounts.idempotent import KEY
from games.api.v1.schemas.shared import Problem

TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": "A token from the settings of its owner, or the access token of an app.",
}
ONCE = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": False,
    "schema": {"type": "string", "pattern": f"^{KEY.pattern}$"},
    "description": "If you send the same request with the same key again, it is done once.",
}
KNOWN = {
    "in": "header",
    "name": "If-None-Match",
    "required": False,
    "schema": {"type": "string"},
    "description": "The ETag of what you have: if nothing has changed, the answer is 304.",
}
UNCHANGED = {"description": "What you have is still so."}
REFUSED = {
    "description": "A refusal.",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}
"""Parts of the OpenAPI document that django-ninja does not write: how callers identify themselves, the headers for
sending a request again and for asking only for what has changed, and every refusal.
"""

STREAMS = "/events"
"""How the paths of streams end, which have no tag."""


def completed(document: dict[str, Any]) -> dict[str, Any]:
    """Ninja's document, which covers only what the operations themselves do, made complete."""
    components = document["components"]
    components["schemas"]["Problem"] = Problem.model_json_schema()
    components["securitySchemes"] = {"token": TOKEN}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            operation["responses"]["default"] = REFUSED
            operation["security"] = [{"token": []}, *([{}] if method == "get" else [])]
            if method == "post":
                operation["parameters"] = [*operation.get("parameters", []), ONCE]
            elif not path.endswith(STREAMS):
                operation["parameters"] = [*operation.get("parameters", []), KNOWN]
                operation["responses"]["304"] = UNCHANGED
    return document
