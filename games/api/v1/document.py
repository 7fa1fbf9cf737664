"""The OpenAPI document with what `games.api.v1.door` does for every operation: tokens, keys, and refusals."""

from __future__ import annotations

from typing import Any

from games.api.v1.door import KEY
from games.api.v1.schemas import Problem

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
REFUSED = {
    "description": "A refusal.",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}
"""Parts of the OpenAPI document that django-ninja does not write: how callers identify themselves, the header for
sending a request again, and every refusal.
"""


def completed(document: dict[str, Any]) -> dict[str, Any]:
    """Ninja's document, which covers only what the operations themselves do, made complete."""
    components = document["components"]
    components["schemas"]["Problem"] = Problem.model_json_schema()
    components["securitySchemes"] = {"token": TOKEN}
    for operations in document["paths"].values():
        for method, operation in operations.items():
            operation["responses"]["default"] = REFUSED
            operation["security"] = [{"token": []}, *([{}] if method == "get" else [])]
            if method == "post":
                operation["parameters"] = [*operation.get("parameters", []), ONCE]
    return document
