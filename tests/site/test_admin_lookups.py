"""The lists of the administration can be filtered as their pages offer, and by nothing that no page shows."""

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match
from games.services.lobby.matches import match_create, match_join
from tests.first import first
from tests.visitors import visitor

pytestmark = pytest.mark.django_db

LISTS = [model for model in admin.site._registry if model is not Group and model._meta.app_label != "allauth_idp_oidc"]


@pytest.fixture
def desk(keeper: User) -> Client:
    return visitor(keeper)


def listed(desk: Client, model: Any, **lookup: Any) -> Any:
    return desk.get(reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"), lookup)


def test_no_moderator_finds_out_the_deal_of_their_own_game(desk: Client, keeper: User) -> None:
    other = User.objects.create_user("Anna")
    match = match_join(match=match_create(host=keeper, game="maya", others=[None]), user=other)
    assert match.deal
    for column in ("deal", "salt", "invite", "hand_key", "state"):
        assert listed(desk, Match, **{f"{column}__startswith": "x"}).status_code == 400, column


def test_no_moderator_finds_out_how_people_log_in(desk: Client) -> None:
    User.objects.create_user("Anna", email="anna@example.org")
    for lookup in ("email", "email__startswith", "email__regex", "password__startswith", "api_tokens", "is_staff"):
        assert listed(desk, User, **{lookup: "anna@example.org"}).status_code == 400, lookup


@pytest.mark.half_second
@pytest.mark.parametrize("model", first([User, Match], of=LISTS))
def test_columns_are_no_filters_unless_the_page_offers_them(desk: Client, keeper: User, model: Any) -> None:
    mine = admin.site._registry[model]
    request: Any = type("Request", (), {"user": keeper})()
    offered = {each[0] if isinstance(each, tuple) else each for each in mine.get_list_filter(request)}
    hidden = {field.name for field in model._meta.get_fields()} - offered - {mine.date_hierarchy}
    assert {listed(desk, model, **{f"{name}__isnull": "1"}).status_code for name in hidden} == {400}


@pytest.mark.half_second
@pytest.mark.parametrize("model", first([User, Match], of=LISTS))
def test_every_filter_of_a_page_works(desk: Client, model: Any) -> None:
    page = listed(desk, model)
    for each in page.context["cl"].filter_specs:
        for choice in each.choices(page.context["cl"]):
            address = page.request["PATH_INFO"] + choice["query_string"]
            assert desk.get(address).status_code == 200, address
