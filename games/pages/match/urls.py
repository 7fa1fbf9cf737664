"""URLs of the pages of one match."""

from django.urls import path

from games.pages.elsewhere import embed
from games.pages.lobby import challenges, device, exhibitions, table_actions
from games.pages.match import chat, match, rematch
from games.pages.replay import analysis_request, replay, studies

urlpatterns = [
    path("", match.show, name="match"),
    path("embed/", embed.embed, name="match_embed"),
    path("join/", table_actions.join, name="match_join"),
    path("invite/", table_actions.invite_person, name="match_invite_person"),
    path("decline/", table_actions.decline, name="match_decline"),
    path("kick/", table_actions.remove, name="match_remove_person"),
    path("change/", table_actions.change, name="match_change"),
    path("name/", table_actions.name, name="match_name"),
    path("invite/<slug:secret>/", table_actions.invite, name="match_invite"),
    path("renew/", table_actions.renew, name="match_renew"),
    path("leave/", table_actions.leave, name="match_leave"),
    path("start/", table_actions.start, name="match_start"),
    path("play/", match.play, name="match_play"),
    path("ahead/", match.preview, name="match_preview"),
    path("hint/", match.hint, name="match_hint"),
    path("undo/", match.undo, name="match_undo"),
    path("resign/", match.resign, name="match_resign"),
    path("win/", match.win, name="match_win"),
    path("win/decline/", match.win_decline, name="match_win_decline"),
    path("end/agree/", match.end_agree, name="match_end_agree"),
    path("end/decline/", match.end_decline, name="match_end_decline"),
    path("exhibition/end/", exhibitions.end, name="match_exhibition_end"),
    path("curtain/", device.curtain, name="match_curtain"),
    path("device/end/", device.end, name="match_device_end"),
    path("device/claim/<slug:secret>/", device.claim, name="match_claim"),
    path("rematch/", rematch.rematch, name="match_rematch"),
    path("send/", challenges.send, name="match_send"),
    path("plan/", match.plan, name="match_plan"),
    path("plan/keep/", match.plan_keep, name="match_plan_keep"),
    path("first-steps/", match.first_steps, name="match_first_steps"),
    path("orders/", match.orders, name="match_orders"),
    path("chat/", chat.chat, name="match_chat"),
    path("chat/read/", chat.read, name="match_chat_read"),
    path("chat/report/", chat.report, name="match_chat_report"),
    path("replay/", replay.replay, name="match_replay"),
    path("analysis/", analysis_request.analysis, name="match_analysis"),
    path("play-on/", studies.play_on, name="match_play_on"),
    path("delete/", studies.delete, name="match_delete"),
    path("record.txt", replay.record, name="match_record"),
    path("shuffle/", replay.shuffle, name="match_fair"),
]
