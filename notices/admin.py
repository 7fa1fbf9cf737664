"""The outbox for the people who run the site: to look at, never to change. Addresses of browsers stay secret."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.admin import ReadOnly
from notices.models import Delivery, Notice


class DeliveryInline(ReadOnly, admin.TabularInline):
    model = Delivery
    fk_name = "notice"
    fields = ["channel", "state", "due", "attempts", "ended_at", "trouble"]


@admin.register(Notice)
class NoticeAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["made_at", "user", "kind", "match", "seat", "ply", "due", "planned", "seen_at"]
    list_filter = ["kind", "planned"]
    list_select_related = ["user", "match"]
    search_fields = ["user__username", "match__code"]
    inlines = [DeliveryInline]
    show_full_result_count = False


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["id", "user", "channel", "state", "due", "attempts", "ended_at", "trouble"]
    list_filter = ["state", "channel"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    fields = ["notice", "user", "channel", "head", "state", "due", "attempts", "written_at", "ended_at", "trouble"]
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).order_by("-id")
