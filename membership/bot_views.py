"""Pages to manage one's bots: create, give tokens, hand over, delete."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import bots
from accounts.idempotent import form_effects, idempotent
from accounts.models import User
from accounts.parts import ask_for_password, members_only
from accounts.selectors import user_of
from accounts.token_views import token_page
from common.pausing import check_pauses
from common.refusals import Refused
from membership.deletion import account_delete
from membership.forms import BotForm


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@members_only
@idempotent()
def all_mine(request: HttpRequest) -> HttpResponse:
    """The reader's bots; a POST creates one."""
    user = user_of(request)
    form = BotForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            check_pauses(request, "bot", user)
            with form_effects(request) as done:
                made = bots.bot_create(owner=user, name=form.cleaned_data["username"])
                done(reverse("account_bot", args=[made.username]))
        except Refused as refusal:
            form.add_error("username", str(refusal))
        else:
            messages.success(request, _("Here is your bot. Create a token so that your program can play for it."))
            return redirect("account_bot", made.username)
    context = {"form": form, "bots": bots.bots_of(user), "games": settings.BOT_GAMES}
    return render(request, "accounts/bots.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@members_only
@idempotent()
def bot(request: HttpRequest, name: str) -> HttpResponse:
    """A bot of the reader with its tokens and the link that hands it over; a POST creates or ends one of these. 404 for
    any other name.
    """
    found = _mine(request, name)
    if request.method == "POST" and "handover" in request.POST:
        return _hand_over(request, found, request.POST["handover"])
    link = bots.handover_link(found)
    address = request.build_absolute_uri(reverse("account_bot_take", args=[link])) if link else ""
    end = bots.handover_end(found)
    return token_page(request, found, template="accounts/bot.html", bot=found, link=address, link_end=end)


def _hand_over(request: HttpRequest, found: User, wish: str) -> HttpResponse:
    """Make a link that hands over the bot, which asks for the password first, or withdraw it."""
    if wish not in ("begin", "withdraw"):
        raise Http404
    if wish == "begin":
        ask_for_password(request)
    try:
        with form_effects(request) as done:
            if wish == "begin":
                bots.handover_begin(bot=found)
            else:
                bots.handover_withdraw(bots=User.objects.filter(pk=found.pk, owner=found.owner_id))
            done(request.path)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("account_bots")
    if wish == "withdraw":
        messages.success(request, _("The link no longer works."))
    return redirect(request.path)


@require_POST
@members_only
@idempotent(alone=True)
def bot_delete(request: HttpRequest, name: str) -> HttpResponse:
    """Delete a bot of the reader, if the form repeats its name. Asks for the password first."""
    found = _mine(request, name)
    if request.POST.get("name") != found.username:
        messages.error(request, _("That is not the bot’s name. Nothing was deleted."))
        return redirect("account_bot", found.username)
    ask_for_password(request)
    try:
        account_delete(user=found)
    except Refused as refusal:  # half done: the next attempt continues from there
        messages.error(request, str(refusal))
        return redirect("account_bot", found.username)
    messages.success(request, _("%(name)s has been deleted.") % {"name": found.username})
    return redirect("account_bots")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@members_only
@idempotent()
def bot_take(request: HttpRequest, token: str) -> HttpResponse:
    """The page behind a handover link; a POST makes the reader the bot's owner. 404 if the link no longer works."""
    found, user = bots.bot_in(token), user_of(request)
    if found is None:
        raise Http404(_("This link no longer works. Ask the owner of the bot for a new one."))
    if request.method == "POST":
        try:
            with form_effects(request) as done:
                bots.bot_take(bot=found, user=user)
                done(reverse("account_bot", args=[found.username]))
        except Refused as refusal:
            messages.error(request, str(refusal))
            return redirect("account_bots")
        said = _("%(name)s is now your bot. Create a token so that your program can play for it.")
        messages.success(request, said % {"name": found.shown_name})
        return redirect("account_bot", found.username)
    return render(request, "accounts/bot_take.html", {"bot": found, "is_mine": found.owner_id == user.pk})


def _mine(request: HttpRequest, name: str) -> User:
    found = bots.bot_of(user_of(request), name)
    if found is None:
        raise Http404
    return found
