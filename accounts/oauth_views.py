"""Authorizing third-party apps: the consent page, and the endpoints for programs (OAuth 2.0, OpenID Connect)."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, cast
from urllib.parse import parse_qs, urlencode, urlsplit

from allauth.idp.oidc.models import Client, Token
from allauth.idp.oidc.views import JwksView, RevokeView, TokenView
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from oauthlib.oauth2.rfc6749.errors import FatalClientError, OAuth2Error

from accounts import oauth
from accounts.insides import oauth_server
from accounts.models import User
from accounts.oauth_adapter import AppsAdapter
from accounts.parts import has_logged_in_lately
from accounts.selectors import guest_of, user_of
from accounts.tokens import check_is_as_read
from common.limits import is_within_limit
from common.refusals import Refused

View = Callable[[HttpRequest], HttpResponseBase]

AGAIN_WITHIN = 60
"""Seconds in which an app may send a used refresh token once more, as when the answer got lost: it is only refused."""

KEPT_FOR = 3600
"""Seconds for which programs may cache the discovery document."""


# --- the consent page -----------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def authorize(request: HttpRequest) -> HttpResponse:
    """Ask the reader whether an app may act for them, and with which scopes; the answer redirects to the app.

    If the redirect address is not registered for the app, nobody is redirected anywhere.
    """
    home = request.GET.get("redirect_uri", "")
    app = Client.objects.filter(pk=request.GET.get("client_id", "")).first()
    if app is None or not oauth.leads_home(app, home):
        return _not_asked(request)
    address = f"{request.path}?{request.GET.urlencode()}"
    plain, server, prompts = _plain_address(request), oauth_server(), set(request.GET.get("prompt", "").split())
    try:
        asked, _facts = server.validate_authorization_request(plain, "GET", "", {})
    except FatalClientError:
        return _not_asked(request)
    except OAuth2Error as error:
        return _back(error.in_uri(home))
    if trouble := _trouble(request, asked, prompts):
        return _back(_redirect_address(request, home, error=trouble))
    if login := _login_first(request, address, prompts, asked):
        return login
    if request.method == "POST":
        if request.POST.get("answer") != "yes":
            return _back(_redirect_address(request, home, error="access_denied"))
        if chosen := [scope for scope in asked if scope in request.POST.getlist("scopes")]:
            try:
                return _back(_let_in(request, server, plain, chosen))
            except Refused:  # the password was replaced at this moment, which ends this session
                return redirect_to_login(address)
    return _consent_page(request, app, home, asked)


@transaction.atomic
def _let_in(request: HttpRequest, server: Any, plain: str, scopes: list[str]) -> str:
    """The address that leads the reader back to the app, with a code for these scopes. Raises Refused if the password
    is not the one any more with which the reader has logged in.
    """
    user = user_of(request)
    check_is_as_read(user)
    headers, _body, _status = server.create_authorization_response(
        plain, "GET", "", {}, scopes=scopes, credentials={"user": request.user}
    )
    for code in _codes_in(headers["Location"]):
        oauth.code_note(origin=_hash_of(code), user=user)
    return str(headers["Location"])


def _login_first(request: HttpRequest, address: str, prompts: set[str], asked: list[str]) -> HttpResponse | None:
    """The redirect for readers who must first log in, become members, or prove once more who they are; else None.

    Each of them then comes back to the consent page at `address`. An app that wants to do more than know the name gets
    access that outlives the session, so someone who finds a browser logged in needs the password, as for a token.
    """
    if not request.user.is_authenticated:
        return redirect_to_login(address)
    if guest_of(request):
        return redirect(f"{reverse('account_claim')}?{urlencode({'next': address})}")
    if "login" in prompts:
        return redirect(f"{reverse('account_reauthenticate')}?{urlencode({'next': _once_logged_in(request)})}")
    if set(asked) != {oauth.NAME} and not has_logged_in_lately(request):
        return redirect(f"{reverse('account_reauthenticate')}?{urlencode({'next': address})}")
    return None


def _consent_page(request: HttpRequest, app: Client, home: str, asked: list[str]) -> HttpResponse:
    """The page that asks the reader; with 422 when the answer was yes, but without any scope."""
    is_refused = request.method == "POST"
    scopes = [(scope, oauth.SCOPES[scope], not is_refused) for scope in oauth.SCOPES if scope in asked]
    context = {"app": app, "scopes": scopes, "refusal": is_refused, "home": oauth.home_of(home)}
    page = render(request, "idp/oidc/authorization_form.html", context, status=422 if is_refused else 200)
    page._csp_update = {"form-action": [oauth.home_of(home)]}  # type: ignore[attr-defined]  # browsers follow it there
    return page


def _plain_address(request: HttpRequest) -> str:
    """The address of this request without what allauth should not see.

    It expects a JSON object in `claims`, where anything can be; which claims an app gets depends on its scopes alone.
    And it compares the person in `id_token_hint` with the one who is logged in, even while nobody is.
    """
    asked = request.GET.copy()
    asked.pop("claims", None)
    if not request.user.is_authenticated:
        asked.pop("id_token_hint", None)
    return f"{request.path}?{asked.urlencode()}"


def _trouble(request: HttpRequest, asked: list[str], prompts: set[str]) -> str:
    """The OAuth error code if the app asks for something that is not offered here; empty if all is well."""
    if not set(asked) <= oauth.SCOPES.keys() or not asked:
        return "invalid_scope"
    if "code_challenge" in request.GET and request.GET.get("code_challenge_method") != "S256":
        return "invalid_request"
    # allauth would silently allow what any other app has been allowed.
    return "consent_required" if "none" in prompts else ""


def _not_asked(request: HttpRequest) -> HttpResponse:
    """The error page (400) for an unknown app or redirect address, or a malformed request."""
    return render(request, "idp/oidc/error.html", status=400)


def _back(address: str) -> HttpResponse:
    """Redirect to the app, which may run on the person's own machine: Django would refuse such an address."""
    answer = HttpResponse(status=302)
    answer["Location"] = address
    return answer


def _redirect_address(request: HttpRequest, home: str, **facts: str) -> str:
    """The app's redirect address with these parameters and the `state` of the request."""
    if state := request.GET.get("state"):
        facts["state"] = state
    return f"{home}{'&' if '?' in home else '?'}{urlencode(facts)}"


def _codes_in(address: str) -> list[str]:
    """The code with which an address leads back to an app, in its query or its fragment as the app wished; none if the
    app is told an error.
    """
    parts = urlsplit(address)
    return parse_qs(f"{parts.query}&{parts.fragment}").get("code", [])


def _once_logged_in(request: HttpRequest) -> str:
    """The address of this request without the demand to log in, to return to after that login."""
    asked = request.GET.copy()
    asked["prompt"] = " ".join(word for word in request.GET.get("prompt", "").split() if word != "login")
    return f"{request.path}?{asked.urlencode()}"


# --- endpoints for programs -----------------------------------------------------------------------------------------


def for_programs(*methods: str) -> Callable[[View], View]:
    """Decorate an endpoint that uses no cookie: allow these methods, calls from other sites (CORS), and limit them."""

    def wrap(view: View) -> View:
        @wraps(view)
        def asked(request: HttpRequest) -> HttpResponseBase:
            if request.method == "OPTIONS":
                answer: HttpResponseBase = HttpResponse(status=204)
            elif request.method not in methods:
                answer = HttpResponseNotAllowed([*methods, "OPTIONS"])
            elif not is_within_limit(request, "oauth"):
                answer = _refused("temporarily_unavailable", 429)
                answer["Retry-After"] = "60"
            else:
                answer = view(request)
            answer["Access-Control-Allow-Origin"] = "*"
            answer["Access-Control-Allow-Methods"] = ", ".join([*methods, "OPTIONS"])
            answer["Access-Control-Allow-Headers"] = "Authorization"
            return answer

        return asked

    return wrap


@for_programs("GET")
def configuration(_request: HttpRequest) -> HttpResponse:
    """The discovery document: the URLs of the endpoints, and what they support (OpenID Connect Discovery)."""

    def at(name: str) -> str:
        return f"{settings.SITE_URL}{reverse(name)}"

    document = {
        "issuer": settings.SITE_URL,
        "authorization_endpoint": at("oauth_authorize"),
        "token_endpoint": at("oauth_token"),
        "revocation_endpoint": at("oauth_revoke"),
        "userinfo_endpoint": at("oauth_userinfo"),
        "jwks_uri": at("oauth_keys"),
        "scopes_supported": list(oauth.SCOPES),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": [grant.value for grant in oauth.GRANTS],
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
        "code_challenge_methods_supported": ["S256"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "claims_supported": ["sub", "name", "preferred_username"],
        "prompt_values_supported": ["login", "consent"],
        "ui_locales_supported": [code for code, _name in settings.LANGUAGES],
        "service_documentation": at("api:page"),
    }
    answer = JsonResponse(document)
    answer["Cache-Control"] = f"max-age={KEPT_FOR}"
    return answer


@for_programs("GET")
def keys(request: HttpRequest) -> HttpResponseBase:
    """The public keys that verify the site's signatures."""
    return JwksView.as_view()(request)


@for_programs("POST")
def token(request: HttpRequest) -> HttpResponseBase:
    """Exchange a code or a refresh token, each of which can be used once, for tokens."""
    refused = _not_a_form(request)
    if refused is None and request.POST.get("grant_type") not in oauth.GRANTS:
        refused = _refused("unsupported_grant_type")
    if refused is None and "resource" in request.POST:
        refused = _refused("invalid_target")
    if refused is not None:
        return refused
    if request.POST["grant_type"] == Client.GrantType.AUTHORIZATION_CODE:
        return _for_code(request, _hash_of(request.POST.get("code", "")))
    return _for_refresh(request)


@for_programs("POST")
def revoke(request: HttpRequest) -> HttpResponseBase:
    """Revoke an access token; for a refresh token, revoke everything obtained with it."""
    if refused := _not_a_form(request):
        return refused
    refresh = Token.objects.lookup(Token.Type.REFRESH_TOKEN, request.POST.get("token", ""))
    answer = RevokeView.as_view()(request)
    if refresh is not None and not Token.objects.filter(pk=refresh.pk).exists():
        oauth.access_end(refresh=refresh)
    return answer


@for_programs("GET", "POST")
def userinfo(request: HttpRequest) -> HttpResponse:
    """The person who authorized the app: their name, and an identifier that stays the same when it changes."""
    kind, _space, secret = request.headers.get("Authorization", "").partition(" ")
    given = oauth.access_of(secret.strip()) if kind.lower() == "bearer" else None
    if given is None or given.user.is_banned(timezone.now()):
        return _unauthorized("invalid_token", 401)
    if oauth.NAME not in oauth.scopes_of(given):
        return _unauthorized("insufficient_scope", 403)
    return JsonResponse(AppsAdapter().get_claims("userinfo", given.user, given.client, given.get_scopes()))


def _for_code(request: HttpRequest, origin: str) -> HttpResponseBase:
    """The answer to a code, whose hash is `origin`. A code that is used again has leaked: all its tokens are deleted.
    One is refused that someone was given before they revoked the access of apps.

    The race: two requests with the same code. The second is refused, but finds nothing to delete until the first has
    stored its tokens. So the second leaves a mark first, and the first looks for it after storing.
    """
    spent, again = f"oauth:code:{origin}", f"oauth:code:again:{origin}"
    if not cache.add(spent, 1, timeout=2 * oauth.CODE_LASTS):
        cache.set(again, 1, timeout=2 * oauth.CODE_LASTS)
        oauth.origin_end(origin=origin)
        return _refused("invalid_grant")
    answer = _tokens(request, origin)
    if answer.status_code != 200 or again in cache:
        oauth.origin_end(origin=origin)
    elif oauth.code_is_void(origin=origin):
        oauth.origin_end(origin=origin)
        return _refused("invalid_grant")
    return answer


def _for_refresh(request: HttpRequest) -> HttpResponseBase:
    """The answer to a refresh token; the new tokens descend from the same code. Banned users get an error.

    A refresh token that is used again later has leaked. Who used it first, the app or someone else, cannot be told: all
    tokens that descend from its code are deleted (RFC 9700, 4.14.2).

    The race: two requests with the same refresh token. Its row is locked, and is gone when the second gets the lock.
    """
    secret = request.POST.get("refresh_token", "")
    spent = f"oauth:refresh:{_hash_of(secret)}"
    with transaction.atomic():
        found = Token.objects.by_value(secret).filter(type=Token.Type.REFRESH_TOKEN).select_for_update(of=("self",))
        refresh = found.select_related("user__owner").first()
        if refresh is not None and cast(User, refresh.user).is_banned(timezone.now()):
            return _refused("invalid_grant")
        origin = "" if refresh is None else oauth.origin_of(refresh)
        answer = _tokens(request, origin)
    if origin and answer.status_code == 200:
        cache.set(spent, (origin, time.time()), timeout=settings.IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN)
    elif refresh is None and (used := cache.get(spent)) is not None and time.time() - used[1] > AGAIN_WITHIN:
        oauth.origin_end(origin=used[0])
    return answer


def _hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


@transaction.atomic
def _tokens(request: HttpRequest, origin: str) -> HttpResponseBase:
    """allauth's answer, with `origin` noted on the tokens that it gives."""
    answer: Any = TokenView.as_view()(request)
    if answer.status_code == 200 and origin:
        tokens = json.loads(answer.content)
        secrets = [tokens[name] for name in ("access_token", "refresh_token") if name in tokens]
        oauth.origin_note(secrets=secrets, origin=origin)
    return cast(HttpResponseBase, answer)


def _not_a_form(request: HttpRequest) -> JsonResponse | None:
    """Refuse parameters in the query string, where logs would keep them; None without any."""
    return _refused("invalid_request") if request.META.get("QUERY_STRING") else None


def _refused(error: str, status: int = 400) -> JsonResponse:
    return JsonResponse({"error": error}, status=status)


def _unauthorized(error: str, status: int) -> JsonResponse:
    answer: Any = _refused(error, status)
    answer["WWW-Authenticate"] = f'Bearer error="{error}"'
    return answer
