"""The pages about the site itself: privacy, terms and imprint."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from machupicchu.operating.privacy import ABOUT_PEOPLE, cookies, facts
from machupicchu.templating.context import has_imprint


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """The privacy page: the data that is stored about people, why, how long, and who sees it."""
    context = facts() | {"kept": ABOUT_PEOPLE, "cookies": cookies(), "contact": settings.CONTACT_ADDRESS}
    return render(request, "operating/privacy.html", context)


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    """The terms: what players may expect of each other and of the site."""
    return render(request, "operating/terms.html", {"contact": settings.CONTACT_ADDRESS})


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """The imprint: who runs the site, and how to reach them. 404 while no setting says so."""
    if not has_imprint():
        raise Http404
    context = {"lines": settings.IMPRINT, "contact": settings.CONTACT_ADDRESS}
    return render(request, "operating/imprint.html", context)
