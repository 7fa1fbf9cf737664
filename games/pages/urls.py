"""URLs of the pages about games."""

from django.urls import path

from games.pages.archive import match_lists, open_games
from games.pages.elsewhere import oembed
from games.pages.home import examples, first_page
from games.pages.learn import lesson_pages, rules
from games.pages.lobby import challenges, device, exhibitions, pairing, play_computer, tables
from games.pages.match import orders
from games.pages.people import bots, leaderboards, profiles, relations
from games.pages.replay import studies
from games.pages.site import credits, manifest, robots

urlpatterns = [
    path("", first_page.home, name="home"),
    path("example/<slug:game>/", examples.example, name="example"),
    path("play/", play_computer.play, name="play"),
    path("play-now/", tables.play_now, name="play_now"),
    path("deals/", challenges.deals, name="deals"),
    path("deals/<slug:challenge>/", challenges.challenge, name="challenge"),
    path("deals/<slug:challenge>/begin/", challenges.begin, name="challenge_begin"),
    path("deals/<slug:challenge>/close/", challenges.close, name="challenge_close"),
    path("deals/<slug:challenge>/games/<int:number>/", challenges.game, name="challenge_game"),
    path("device/", device.device_new, name="device"),
    path("pair/", pairing.pair, name="pair"),
    path("watch/", exhibitions.watch, name="watch"),
    path("tables/", tables.tables, name="tables"),
    path("tables/new/", tables.table_new, name="table_new"),
    path("mine/", match_lists.my_matches, name="my_matches"),
    path("mine/next/", match_lists.next_turn, name="next_turn"),
    path("mine/records.zip", match_lists.my_records, name="my_records"),
    path("mine/orders/", orders.usual_orders, name="usual_orders"),
    path("friends/", relations.friends, name="friends"),
    path("archive/", match_lists.archive, name="archive"),
    path("open-games/", open_games.open_games, name="open_games"),
    path("open-games/manifest.json", open_games.open_games_list, name="open_games_list"),
    path("open-games/<str:file>", open_games.open_games_file, name="open_games_file"),
    path("records/", studies.records, name="records"),
    path("leaderboards/", leaderboards.first, name="leaderboards"),
    path("leaderboards/<slug:game>/", leaderboards.leaderboard, name="leaderboard"),
    path("ratings/", leaderboards.explained, name="ratings"),
    path("bots/", bots.bots, name="bots"),
    path("people/<str:name>/", profiles.profile, name="profile"),
    path("people/<str:name>/report/", profiles.report, name="person_report"),
    path("rules/", rules.index, name="rules_index"),
    path("rules/<slug:game>/", rules.rules, name="rules"),
    path("rules/<slug:game>/lesson/", lesson_pages.start, name="lesson_start"),
    path("rules/<slug:game>/lesson/<int:number>/", lesson_pages.lesson, name="lesson"),
    path("credits/", credits.credits, name="credits"),
    path("oembed", oembed.oembed, name="oembed"),
    path("robots.txt", robots.robots, name="robots"),
    path("offline/", manifest.offline, name="offline"),
    path("site.webmanifest", manifest.manifest, name="manifest"),
]
