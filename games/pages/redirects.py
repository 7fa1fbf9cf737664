"""Redirects after a form, with a message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from common.refusals import Refused


def redirect_after(request: HttpRequest, to: Any, do: Callable[[], object], said: str) -> HttpResponse:
    """Call `do`, then redirect to the page of `to`, which shows `said` or the reason for a refusal."""
    try:
        do()
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, said)
    return redirect(to)
