"""The outbox in the admin, read-only. The push addresses of browsers stay secret."""

from django.contrib import admin

from common.admin_views import OwnFilters, ReadOnly
from notices.models import Delivery, Notice


class DeliveryInline(ReadOnly, admin.TabularInline):
    model = Delivery
    fk_name = "notice"
    fields = ["channel", "state", "due", "attempts", "ended_at", "trouble"]


@admin.register(Notice)
class NoticeAdmin(OwnFilters, ReadOnly, admin.ModelAdmin):
    list_display = ["made_at", "user", "kind", "about", "match", "seat", "ply", "due", "planned", "seen_at"]
    list_filter = ["kind", "planned"]
    list_select_related = ["user", "about", "match"]
    search_fields = ["user__username", "match__code"]
    inlines = [DeliveryInline]
    show_full_result_count = False


@admin.register(Delivery)
class DeliveryAdmin(OwnFilters, ReadOnly, admin.ModelAdmin):
    list_display = ["id", "user", "channel", "state", "due", "attempts", "ended_at", "trouble"]
    list_filter = ["state", "channel"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    ordering = ["-id"]
    fields = [
        "notice",
        "user",
        "channel",
        "head",
        "state",
        "due",
        "attempts",
        "begun_at",
        "written_at",
        "ended_at",
        "trouble",
    ]
    show_full_result_count = False
