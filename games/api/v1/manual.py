"""The OpenAPI document for people: outlines of request and response bodies with the description of each field."""

from __future__ import annotations

import json
from typing import Any

JSON = "application/json"


def readable(document: dict[str, Any]) -> dict[str, Any]:
    """The document with four facts more in each operation. `said`: its description in parts, of which every second one
    is code; `asks`: its parameters; `sends` and `gets`: outlines of the bodies of request and response.
    """
    shapes = document["components"]["schemas"]
    paths: dict[str, Any] = {}
    for path, operations in document["paths"].items():
        paths[path] = {}
        for method, operation in operations.items():
            sent = operation.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema")
            gets = [answer.get("content", {}).get(JSON, {}).get("schema") for answer in operation["responses"].values()]
            asks = [each | {"takes": _shape(each["schema"] | each, shapes)} for each in operation.get("parameters", [])]
            outlines = {"sends": _outline(sent, shapes), "gets": _outline(next(iter(gets), None), shapes)}
            said = operation.get("description", "").split("`")
            paths[path][method] = operation | outlines | {"said": said, "asks": asks}
    return {"info": document["info"], "paths": paths}


def _outline(schema: dict[str, Any] | None, shapes: dict[str, Any]) -> str:
    return "" if schema is None else json.dumps(_shape(schema, shapes), indent=2, ensure_ascii=False)


def _shape(schema: dict[str, Any], shapes: dict[str, Any]) -> Any:
    """The outline of a value: its type, with its description if it has one."""
    if "$ref" in schema:
        return _shape(shapes[schema["$ref"].rpartition("/")[2]], shapes)
    if "allOf" in schema:
        return _shape(schema["allOf"][0], shapes)
    if "anyOf" in schema:
        kinds = [_shape(each, shapes) for each in schema["anyOf"]]
        return kinds[0] if len(kinds) == 1 else _worded(" or ".join(map(str, kinds)), schema)
    if "properties" in schema:
        return {name: _shape(each, shapes) for name, each in schema["properties"].items()}
    if schema.get("type") == "array":
        return [_shape(schema.get("items", {}), shapes)]
    kind = " | ".join(map(str, schema["enum"])) if "enum" in schema else schema.get("format") or schema.get("type")
    return _worded(kind or "anything", schema)


def _worded(kind: str, schema: dict[str, Any]) -> str:
    words = schema.get("description", "")
    return f"{kind}: {words}" if words else kind
