"""URLs of our own account pages, and of those that override allauth's. `machupicchu.urls` adds the rest of allauth."""

from allauth.account import views as allauth_views
from allauth.mfa.base import views as mfa_views
from allauth.mfa.webauthn import views as webauthn_views
from django.urls import path, re_path
from django.views.generic import RedirectView

from accounts import password_views, second_step_views, token_views, views
from accounts.idempotent import idempotent
from accounts.parts import members_only

keyed, alone = idempotent(), idempotent(alone=True)

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="account_settings")),
    path("settings/", views.settings, name="account_settings"),
    path("sessions/", members_only(views.SessionsView.as_view()), name="usersessions_list"),
    path("2fa/", members_only(mfa_views.index), name="mfa_index"),
    path("2fa/authenticate/", keyed(second_step_views.SecondStepView.as_view()), name="mfa_authenticate"),
    path(
        "2fa/totp/activate/",
        keyed(members_only(second_step_views.SecondStepOnView.as_view())),
        name="mfa_activate_totp",
    ),
    path("2fa/totp/deactivate/", keyed(second_step_views.SecondStepOffView.as_view()), name="mfa_deactivate_totp"),
    path(
        "2fa/recovery-codes/generate/",
        keyed(second_step_views.RecoveryCodesView.as_view()),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "2fa/webauthn/keys/<int:pk>/remove/",
        keyed(second_step_views.PasskeyRemoveView.as_view()),
        name="mfa_remove_webauthn",
    ),
    path("2fa/webauthn/add/", members_only(webauthn_views.add_webauthn), name="mfa_add_webauthn"),
    path("tokens/", token_views.tokens, name="account_tokens"),
    path("claim/", keyed(views.ClaimView.as_view()), name="account_claim"),
    path("login/", keyed(views.LoginView.as_view()), name="account_login"),
    path("logout/", views.LogoutView.as_view(), name="account_logout"),
    path("signup/", keyed(views.SignupView.as_view()), name="account_signup"),
    path("email/", alone(members_only(views.EmailView.as_view())), name="account_email"),
    path("email/correct/", keyed(views.CorrectAddressView.as_view()), name="account_email_correct"),
    path("reauthenticate/", members_only(allauth_views.reauthenticate), name="account_reauthenticate"),
    path(
        "password/change/",
        keyed(members_only(password_views.PasswordChangeView.as_view())),
        name="account_change_password",
    ),
    path("password/set/", keyed(members_only(password_views.PasswordSetView.as_view())), name="account_set_password"),
    path("password/reset/", keyed(password_views.PasswordResetView.as_view()), name="account_reset_password"),
    path("password/reset/done/", password_views.PasswordResetDoneView.as_view(), name="account_reset_password_done"),
    path("confirm-email/", views.EmailVerificationSentView.as_view(), name="account_email_verification_sent"),
    re_path(
        r"^confirm-email/(?P<key>[-:\w]+)/$", alone(views.ConfirmEmailView.as_view()), name="account_confirm_email"
    ),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        keyed(password_views.PasswordResetFromKeyView.as_view()),
        name="account_reset_password_from_key",
    ),
]
