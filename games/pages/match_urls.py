"""Addresses of the pages of one match."""

from django.urls import path

from games.pages import analysing, chat, exhibitions, gathering, match, rematch, replay, studies

urlpatterns = [
    path("", match.show, name="match"),
    path("join/", gathering.join, name="match_join"),
    path("invite/", gathering.invite_person, name="match_invite_person"),
    path("decline/", gathering.decline, name="match_decline"),
    path("kick/", gathering.kick, name="match_kick"),
    path("invite/<slug:secret>/", gathering.invite, name="match_invite"),
    path("leave/", gathering.leave, name="match_leave"),
    path("start/", gathering.start, name="match_start"),
    path("play/", match.play, name="match_play"),
    path("ahead/", match.ahead, name="match_ahead"),
    path("hint/", match.hint, name="match_hint"),
    path("undo/", match.undo, name="match_undo"),
    path("resign/", match.resign, name="match_resign"),
    path("win/", match.win, name="match_win"),
    path("win/decline/", match.win_decline, name="match_win_decline"),
    path("end/agree/", match.end_agree, name="match_end_agree"),
    path("end/decline/", match.end_decline, name="match_end_decline"),
    path("exhibition/end/", exhibitions.end, name="match_exhibition_end"),
    path("rematch/", rematch.rematch, name="match_rematch"),
    path("plan/", match.plan, name="match_plan"),
    path("plan/keep/", match.plan_keep, name="match_plan_keep"),
    path("orders/", match.orders, name="match_orders"),
    path("chat/", chat.chat, name="match_chat"),
    path("chat/read/", chat.read, name="match_chat_read"),
    path("chat/report/", chat.report, name="match_chat_report"),
    path("replay/", replay.replay, name="match_replay"),
    path("analysis/", analysing.analysis, name="match_analysis"),
    path("play-on/", studies.play_on, name="match_play_on"),
    path("delete/", studies.delete, name="match_delete"),
    path("record.txt", replay.record, name="match_record"),
    path("shuffle/", replay.shuffle, name="match_fair"),
]
