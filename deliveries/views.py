"""The pages about notifications: history, preferences, and unsubscribing from emails."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.core.ratelimit import respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.idempotent import form_effects, idempotent
from accounts.known import name_noted
from accounts.letters import confirms_email
from accounts.models import User
from accounts.presence import came_by
from accounts.selectors import user_of
from common.limits import is_within_limit
from common.numbers import row_key
from common.pausing import check_pauses
from common.refusals import Refused
from deliveries.channels.push import application_server_key
from deliveries.forms import PreferencesForm, TrialForm, WebhookForm
from deliveries.selectors.history import history, lately_shown
from deliveries.selectors.preferences import Channels, channels_to, devices_of
from deliveries.services import preferences
from deliveries.services.preferences import CHOSEN, Unusable, choosable
from deliveries.slow_servers import left_alone, server_of
from deliveries.unsubscribing import user_id_of
from notices.kinds import Channel
from notices.seeing import list_seen

SETTINGS = "notice_settings"
"""The URL name of the page to which forms about preferences return."""


@require_safe
@never_cache
@login_required
def notices(request: HttpRequest) -> HttpResponse:
    """The reader's notifications, a line per match, which unfolds to show earlier ones and their deliveries."""
    user = user_of(request)
    lines, following = history(user, before=row_key(request.GET.get("before")))
    list_seen(user_id=user.pk)
    return render(request, "notices/notices.html", {"lines": lines, "following": following})


@require_safe
@never_cache
@login_required
def your_turn(request: HttpRequest) -> HttpResponse:
    """The counter and the bell in the header, for open pages that got a message about a change.

    Includes the notifications that a page may have missed while its connection was lost. On the page of a match,
    `?here=` names that match, which is not counted.
    """
    user = user_of(request)
    came_by(user.pk)
    counted = {"here": request.GET.get("here", ""), "missed": lately_shown(user), "fetched": True}
    return render(request, "games/parts/your_turn.html", counted)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """The reader's notification preferences; a POST stores them."""
    user = user_of(request)
    form = PreferencesForm(
        request.POST if request.method == "POST" else None, channels=channels_to(user), kinds=choosable(user)
    )
    if form.is_valid():
        preferences.preferences_set(user=user, wanted=form.wanted())
        messages.success(request, _("Settings saved."))
        return redirect(SETTINGS)
    return _settings(request, user, preference_form=form)


@require_POST
@login_required
def webhook(request: HttpRequest) -> HttpResponse:
    """Set or remove the reader's webhook."""
    user = user_of(request)
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            preferences.webhook_set(user=user, url=form.cleaned_data["url"], style=form.cleaned_data["style"])
        except Unusable as error:
            form.add_error("url", str(error))
        else:
            messages.success(request, _("Settings saved."))
            return redirect(SETTINGS)
    return _settings(request, user, webhook_form=form, status=422)


@require_POST
@login_required
def browsers(request: HttpRequest) -> HttpResponse:
    """Add the requesting browser for Web Push, or remove the one with the key in `remove`."""
    user = user_of(request)
    removed = row_key(request.POST.get("remove"))
    if removed is not None:
        preferences.browser_remove(user=user, browser_id=removed)
        return redirect(SETTINGS)
    try:
        preferences.browser_add(
            user=user,
            endpoint=request.POST.get("endpoint", ""),
            key=request.POST.get("key", ""),
            auth=request.POST.get("auth", ""),
            label=request.POST.get("label", ""),
            known_as=name_noted(request),
        )
    except Unusable as error:
        return JsonResponse({"error": str(error)}, status=422)
    return JsonResponse({}, status=201)


@csrf_exempt  # a service worker has no form to take a token from; the secret of the old address authenticates it
@require_POST
@never_cache
def renew(request: HttpRequest) -> HttpResponse:
    """Replace the push address of a browser, whose service worker reports a new one. 404 for an unknown browser."""
    if not is_within_limit(request, "renew"):
        return respond_429(request)
    fields = {name: request.POST.get(name, "") for name in ("old", "secret", "endpoint", "key", "auth")}
    try:
        found = preferences.browser_renew(**fields)
    except Unusable as error:
        return JsonResponse({"error": str(error)}, status=422)
    return HttpResponse(status=204 if found else 404)


@require_POST
@login_required
@idempotent()
def trial(request: HttpRequest) -> HttpResponse:
    """Send the reader a test notification by one channel."""
    form = TrialForm(request.POST)
    if not form.is_valid():
        raise Http404
    user = user_of(request)
    try:
        check_pauses(request, "trial", user)
    except Refused as refusal:
        messages.warning(request, str(refusal))
    else:
        with form_effects(request) as done:
            preferences.trial_ask(user=user, channel=form.cleaned_data["channel"])
            done("notices")
        messages.success(request, _("The test is on its way. You can follow it below."))
    return redirect("notices")


@csrf_exempt  # email clients post here without a cookie (RFC 8058); the link itself is signed
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop all emails to the user in the link: asks on GET, since programs follow links, and does it on POST."""
    user_id = user_id_of(token)
    if user_id is None:
        raise Http404
    done = request.method == "POST" and preferences.mails_stop(user_id=user_id)
    return render(request, "notices/stop.html", {"done": done})


def _settings(
    request: HttpRequest,
    user: User,
    *,
    preference_form: PreferencesForm | None = None,
    webhook_form: WebhookForm | None = None,
    status: int = 200,
) -> HttpResponse:
    channels = channels_to(user)
    hook = channels.webhook or getattr(user, "webhook", None)
    facts = {"url": hook.url, "style": hook.style} if hook is not None else {"style": "discord"}
    devices = devices_of(user)
    addresses = [*(device.endpoint for device in devices), *([] if hook is None else [hook.url])]
    waiting = left_alone(user.pk, {server_of(address) for address in addresses})
    context = {
        "preference_form": preference_form or PreferencesForm(channels=channels, kinds=choosable(user)),
        "webhook_form": webhook_form or WebhookForm(initial=facts),
        "hook": hook,
        "hook_waits_until": None if channels.webhook is None else waiting.get(server_of(channels.webhook.url)),
        "own_channels": channels,
        "devices": [(device, waiting.get(server_of(device.endpoint))) for device in devices],
        "channels": [(channel, str(channel.label), _there_is(channel, channels)) for channel in CHOSEN],
        "push_key": application_server_key(),
        "confirms_email": confirms_email(),
        "address": EmailAddress.objects.filter(user=user, primary=True).first(),
    }
    return render(request, "notices/settings.html", context, status=status)


def _there_is(channel: Channel, channels: Channels) -> bool:
    return channel in channels.available()
