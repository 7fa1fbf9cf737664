"""The chat of a match: read, write, report, mute. Works with plain forms, and live where there are scripts."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from accounts.idempotent import form_effects, idempotent
from common.pausing import check_pauses
from common.refusals import Refused
from common.sentences import gettext as _
from games.models import Match, Message
from games.pages.htmx import HtmxRequest
from games.pages.match.chat_context import chat_context
from games.pages.match.parts import of_match
from games.pages.people.report_form import MessageReportForm
from games.pages.people.reporting import take_report
from games.selectors.access import Visitor
from games.selectors.people.chat import chat_of, message_for
from games.services.moderation.reports import message_report
from games.services.people import chat as services


def _lines(code: str) -> str:
    return f"{reverse('match_chat', args=[code])}?lines=1"


@require_http_methods(["GET", "HEAD", "POST"])
@idempotent(shown=_lines)
@of_match
def chat(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Show the chat as the visitor may read it; a posted `text` is added first."""
    if match.status == Match.Status.STUDY:
        raise Http404
    refusal, text = "", ""
    if request.method == "POST":
        text = request.POST.get("text", "")
        try:
            _write(request, match, visitor, text)
        except Refused as refused:
            refusal = str(refused)
        else:
            if not request.htmx:
                return redirect("match_chat", match.code)
            text = ""
    context = chat_context(match, visitor) | {
        "match": match,
        "note": refusal,
        "text": text,
    }
    lines = request.method == "POST" or "lines" in request.GET
    part = "games/match/chat_lines.html" if lines else "games/match/chat_form.html"
    template = part if request.htmx else "games/match/chat_page.html"
    return render(request, template, context, status=422 if refusal else 200)


def _write(request: HtmxRequest, match: Match, visitor: Visitor, text: str) -> None:
    if not visitor.user.is_authenticated:
        raise Refused(_("You are not logged in. Log in to write here."))
    check_pauses(request, "chat", visitor.user)
    with form_effects(request) as done:
        message = services.message_write(match=match, user=visitor.user, text=text)
        done(reverse("match_chat", args=[match.code]))
    services.chat_read(match=match, user=visitor.user, message=message.pk)


@require_POST
@of_match
def read(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Mark the chat as read by the visitor."""
    latest = chat_of(match, visitor).messages[-1:]
    if visitor.user.is_authenticated and latest:
        services.chat_read(match=match, user=visitor.user, message=latest[0].pk)
    if not request.htmx:
        return redirect("match_chat", match.code)
    context = {"match": match, "chat": chat_of(match, visitor)}
    return render(request, "games/match/chat_lines.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@of_match
def report(request: HtmxRequest, match: Match, visitor: Visitor) -> HttpResponse:
    """Show the form that reports the message in `?message=`."""
    if not visitor.user.is_authenticated:
        raise Http404
    try:
        message = message_for(match, visitor, request.GET.get("message", ""))
    except Message.DoesNotExist:
        raise Http404 from None
    form = MessageReportForm(request.POST or None)
    if take_report(request, form, visitor.user, partial(message_report, message=message)):
        return redirect("match_chat", match.code)
    context = {"match": match, "message": message, "form": form}
    return render(request, "games/match/chat_report.html", context, status=422 if form.errors else 200)
