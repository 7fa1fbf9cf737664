"""The list of clubs."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.models import Member
from clubs.names import LONGEST
from clubs.selectors import clubs_listed, clubs_of
from games.pages import params
from games.selectors.records.lists import BadCursor


@require_safe
@never_cache
def clubs(request: HttpRequest) -> HttpResponse:
    """The public clubs whose names contain `?q=`, page by page; without `?q=` the reader's own clubs come first."""
    user, sought = params.reader(request), request.GET.get("q", "").strip()[:LONGEST]
    try:
        page = clubs_listed(sought=sought, cursor=request.GET.get("after", ""))
    except BadCursor:
        raise Http404 from None
    is_first = user is not None and not sought and "after" not in request.GET
    context = {
        "page": page,
        "sought": sought,
        "most": LONGEST,
        "query": f"{urlencode({'q': sought})}&" if sought else "",
        "own": clubs_of(user) if user is not None and is_first else [],
        "inviting": clubs_of(user, Member.Standing.INVITED) if user is not None and is_first else [],
    }
    return render(request, "clubs/clubs.html", context)
