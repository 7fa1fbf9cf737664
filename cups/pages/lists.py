"""The list of cups."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cups.models import Cup
from cups.selectors import A_FEW, cups_listed
from games.pages import params
from games.selectors.records.lists import PAGE, BadCursor


@require_safe
@never_cache
def cups(request: HttpRequest) -> HttpResponse:
    """The latest cups of each status: open, running, over; with `?status=` those of one status, page by page."""
    status = request.GET.get("status", "")
    if status and status not in Cup.Status:
        raise Http404
    limit, wanted = (PAGE, [Cup.Status(status)]) if status else (A_FEW, list(Cup.Status))
    try:
        found = cups_listed(
            wanted, reader=params.reader(request), limit=limit, cursor=request.GET.get("after", "") if status else ""
        )
    except BadCursor:
        raise Http404 from None
    page = found[status] if status else None
    context = {"listed": found, "status": status, "page": page, "query": f"status={status}&"}
    return render(request, "cups/cups.html", context)
