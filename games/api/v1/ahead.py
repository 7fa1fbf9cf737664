"""What takes long is done ahead: before the transaction that an Idempotency-Key needs, during which nobody else writes.

An operation says with `ahead` what it will need, and gets it with `ready`, or the refusal that came instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ninja import Schema
from pydantic import ValidationError

from games.api.v1.caller import ApiRequest

Value = TypeVar("Value")

_AHEAD: dict[str, tuple[type[Schema], Callable[..., Any]]] = {}
"""By the name of an address: the body that is sent to it, and what its operation needs."""


def ahead(name: str, body: type[Schema]) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
    """Decorate what computes something for the operation at the address `name`, from the request, its `body`, and the
    parts of the address.
    """

    def noted(compute: Callable[..., Value]) -> Callable[..., Value]:
        _AHEAD[name] = (body, compute)
        return compute

    return noted


def do_ahead(request: ApiRequest, **parts: Any) -> None:
    """Compute what the operation at this address needs. What is not a valid request is left to the operation."""
    name = request.resolver_match.url_name if request.resolver_match else None
    if name not in _AHEAD:
        return
    body, compute = _AHEAD[name]
    try:
        sent = body.model_validate_json(request.body)
    except ValidationError:
        return
    try:
        found, refusal = compute(request, sent, **parts), None
    except Exception as error:
        found, refusal = None, error
    request.ahead = (compute, found, refusal)


def ready(request: ApiRequest, compute: Callable[..., Value], *needed: Any) -> Value:
    """What was computed ahead by `compute`; without an Idempotency-Key it is computed now."""
    ahead: tuple[Any, Any, Exception | None] = getattr(request, "ahead", (None, None, None))
    done, found, refusal = ahead
    if done is not compute:
        return compute(request, *needed)
    if refusal is not None:
        raise refusal
    value: Value = found
    return value
