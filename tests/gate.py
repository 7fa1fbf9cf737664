"""The part of the two most expensive lanes that the gate runs, and time limits for tests.

`.ci/run` runs before every change, so it must finish within twenty minutes: of browser and stack it runs one test of
each kind; `make thorough` runs them all. Tests are named as pytest names them, with `*` for any characters.
"""

from fnmatch import fnmatchcase

import pytest

MATCHES = (
    # One match of each game by mouse, one on a phone, one without scripts, one begun with the keyboard alone.
    "tests/browser/test_whole_games.py::test_on_the_board*",
    "tests/browser/test_whole_games.py::test_with_touch_on_a_small_screen[[]machu_picchu]",
    "tests/browser/test_whole_games.py::test_without_javascript",
    "tests/browser/test_whole_matches.py::test_the_keyboard_alone*",
    "tests/browser/test_lessons.py::test_with_the_mouse_on_the_board",
)
TWO_WINDOWS = (
    "tests/browser/test_live.py::test_two_play_and_a_third_watches_live",
    "tests/browser/test_live.py::test_a_lost_connection_is_shown_and_made_good",
    "tests/browser/test_live.py::test_leaving_a_table_for_two_ends_the_match",
    "tests/browser/test_live.py::test_a_result_shows_neither_rings_nor_first_steps",
    "tests/browser/test_live.py::test_answers_leave_out_what_the_page_has_and_the_page_is_whole",
    "tests/browser/test_live.py::test_a_stale_page_gets_the_fresh_board_and_a_word",
    "tests/browser/test_rematch.py::test_two_finish_and_play_again_while_a_third_watches",
    "tests/browser/test_notices.py::test_a_page_shows_what_came_while_its_line_was_down_once",
    "tests/browser/test_device.py::test_the_curtain_falls*[[]True]",
)
WHAT_BROWSERS_DO = (
    # Silent connections, features that a browser refuses, double presses, pushes, passkeys, pages without scripts.
    "tests/browser/test_silent_line.py::test_the_match_goes_on_and_the_line_is_found_dead",
    "tests/browser/test_silent_line.py::test_without_sockets*",
    "tests/browser/test_what_is_refused.py::test_a_few_moves*[[]all-*",
    "tests/browser/test_what_is_refused.py::test_other_pages_work_too[[]throws]",
    "tests/browser/test_second_press.py::test_what_is_pressed_twice*[[]mouse-rapa_nui]",
    "tests/browser/test_second_press.py::test_what_is_pressed_twice*[[]finger-maya]",
    "tests/browser/test_second_press.py::test_what_is_pressed_twice*[[]Enter-princes]",
    "tests/browser/test_pushes.py::test_a_new_address*",
    "tests/browser/test_pushes.py::test_what_was_seen*",
    "tests/browser/test_pushes.py::test_logging_out*",
    "tests/browser/test_passkeys.py::*",
    "tests/browser/test_at_the_press.py::test_a_piece_sets_out_before_the_answer_and_goes_once",
    "tests/browser/test_at_the_press.py::test_it_comes_back_where_there_is_no_answer",
    "tests/browser/test_logged_out.py::*settings*",
    "tests/browser/test_late.py::test_what_does_not_come*[[]replay-0]",
    "tests/browser/test_installed.py::test_chromium_would_install_it",
    "tests/browser/test_installed.py::test_without_a_connection*[[]en]",
    "tests/browser/test_planning.py::test_a_plan_is_made_and_cleared_without_scripts",
    "tests/browser/test_keys.py::test_single_keys_can_be_switched_off",
    "tests/browser/test_preview.py::test_the_first_tap_only_shows",
    "tests/browser/test_replay.py::test_keys_step_and_every_step_has_its_address",
    "tests/browser/test_analysis.py::test_the_page_waits_and_shows_it_by_itself",
    "tests/browser/test_embed.py::test_a_frame_on_another_site_steps_in_place",
    "tests/browser/test_focus.py::test_what_has_the_focus_is_seen[[]princes-phone]",
    "tests/browser/test_in_sight.py::*[[]princes-phone]",
    "tests/browser/test_play.py::test_a_game_and_an_opponent_are_chosen*[[]maya-3]",
    "tests/browser/test_in_sight.py::test_on_phones_the_seats_cover*[[]rapa_nui-midway]",
    "tests/browser/test_goods.py::test_one_button*[[]phone]",
    "tests/browser/test_touch.py::*[[]maya]",
    "tests/browser/test_room.py::*[[]princes-begun]",
    "tests/site/test_gate.py::*[[]browser]",
)
PAGES = (
    # One page of each template in one of the two windows, on phones in German; one mail of each kind of mail template.
    "tests/browser/test_every_page.py::test_what_jumps*",
    "tests/browser/test_every_page.py::test_mails*[[]turn]",
    "tests/browser/test_every_page.py::test_mails*[[]several things]",
    "tests/browser/test_every_page.py::test_mails*email_confirmation_signup]",
    *(
        f"tests/browser/test_every_page.py::test_nothing_keeps_readers_out*[[]{visit}-wide]"
        for visit in (
            "/ member",
            "/tables/ member",
            "/archive/ signed out",
            "/rules/machu_picchu/ signed out",
            "/leaderboards/rapa_nui/[?]around=me member",
            "/match/{princes-begun}/ member",
            "/match/{machu_picchu-finished}/ member",
            "/match/{rapa_nui-open}/ host",
            "/match/{maya-finished}/embed/[?]step=12 signed out",
            "/puzzles/{princes-puzzle}/ member",
            "/clubs/{club}/ member",
            "/cups/{cup-running}/ member",
            "/ladders/rapa_nui/ member",
            "/records/ member sent_empty",
            "/account/settings/ member",
            "/admin/ keeper",
            "/admin/games/match/ keeper",
        )
    ),
    *(
        f"tests/browser/test_every_page.py::test_nothing_keeps_readers_out*[[]{visit}-phone]"
        for visit in (
            "/ signed out",
            "/tables/new/[?]game=princes member",
            "/rules/ signed out",
            "/rules/princes/lesson/4/ newcomer-guest",
            "/credits/ signed out",
            "/privacy/ signed out",
            "/offline/[?]language=de signed out",
            "/mine/ member",
            "/match/{maya-late}/ member",
            "/match/{princes-begun}/ member",
            "/match/{machu_picchu-late}/ member",
            "/match/{rapa_nui-watched}/ signed out",
            "/match/{princes-waiting}/[?]plan=1 member planned",
            "/match/{princes-finished}/replay/[?]step=12 member",
            "/match/{maya-finished}/play-on/[?]step=12 member",
            "/people/member/ signed out",
            "/people/member/report/ host sent_empty",
            "/ banned",
            "/play/ signed out",
            "/daily/maya/{day-before}/ friend",
            "/daily/maya/{day-before}/side-by-side/ friend",
            "/deals/{sent-deal}/ friend",
            "/match/{device}/ member",
            "/clubs/new/ member sent_empty",
            "/cups/new/ member",
            "/watch/ signed out",
            "/match/{guest-match}/chat/ guest",
            "/friends/ member",
            "/notices/ member",
            "/notices/settings/ member",
            "/account/login/ signed out",
            "/account/signup/ signed out sent_empty",
            "/account/claim/ guest",
            "/account/2fa/ member",
            "/account/sessions/ member",
            "/account/tokens/ member",
            "/oauth/authorize/[?]{app} member",
            "/admin/accounts/ban/add/ keeper refused",
            "/error/404 signed out",
            "/error/500 signed out",
        )
    ),
)
STACK = (
    # Starts and ends as with `make run`, plays through real processes and behind nginx, has trouble with storage, and
    # loses each part. That the first start has everything to prepare is seen by the lane `make run`, and most parts are
    # killed during a match.
    "tests/stack/test_run.py::test_it_serves_pages*",
    "tests/stack/test_run.py::test_two_signals*",
    "tests/stack/test_run.py::test_a_second_request*",
    "tests/stack/test_run.py::test_it_can_be_ended*",
    "tests/stack/test_run.py::test_a_killed_part*[[]web-1]",
    "tests/stack/test_run.py::test_a_killed_part*[[]analysis]",
    "tests/stack/test_run.py::test_a_killed_worker*",
    "tests/stack/test_run.py::test_readers_who_wait*",
    "tests/stack/test_run.py::test_a_killed_run*",
    "tests/stack/test_run.py::test_a_second_run*",
    "tests/stack/test_run.py::test_a_busy_port*",
    "tests/stack/test_run.py::test_nonsense*",
    "tests/stack/test_run.py::test_a*_redis_server*",
    "tests/stack/test_match.py::*",
    "tests/stack/test_storage.py::test_where_the_disk_is_full*",
    "tests/stack/test_storage.py::test_while_another_process_has_locked*",
    "tests/stack/test_storage.py::test_while_valkey_refuses*[[]OOM]",
    "tests/stack/test_storage.py::test_while_valkey_refuses*[[]MISCONF]",
    "tests/stack/test_strangers.py::*[[]uvicorn]",
    "tests/stack/test_strangers.py::test_pages*",
    "tests/stack/test_web.py::*[[]uvicorn]",
    "tests/stack/test_runserver.py::test_play_now*",
    "tests/stack/test_daphne.py::test_two_play*[[]the site]",
    "tests/stack/test_packing.py::*",
    "tests/stack/test_nginx.py::*",
    "tests/stack/test_connections.py::test_half_open_connections*[[]uvicorn]",
    "tests/stack/test_connections.py::test_a_connection_is_used_again*[[]uvicorn]",
    "tests/stack/test_connections.py::test_a_socket_with_unreadable_headers*[[]uvicorn-*",
    "tests/operating/test_tables.py::*_on_sqlite",
    "tests/site/test_gate.py::*[[]stack]",
)

GATE = (*MATCHES, *TWO_WINDOWS, *WHAT_BROWSERS_DO, *PAGES, *STACK)

ANY_DATABASE = (
    # What PostgreSQL does otherwise are locks, transactions, constraints, order, aggregates and SQL of our own. That is
    # in services, selectors and commands, and in what many do at once. So a file is listed here only if its tests are
    # about what is made of rows that have been read, and if the queries that they need are simple or those of other
    # files. A new file is not listed, and runs on PostgreSQL too.
    #
    # Which bytes leave the server, and who may do what.
    "tests/permissions/*",
    "tests/games/test_secrecy.py::*",
    "tests/games/test_device_secrecy.py::*",
    "tests/daily/test_secrecy.py::*",
    "tests/site/test_policy.py::*",
    "tests/site/test_masking.py::*",
    "tests/site/test_malformed_requests.py::*",
    # What is drawn of a match or a position: boards, steps, charts, pictures, plans, hints, records, lessons.
    "tests/games/test_boards.py::*",
    "tests/games/test_steps.py::*",
    "tests/games/test_timelines.py::*",
    "tests/games/test_patches.py::*",
    "tests/games/test_live_boards.py::*",
    "tests/games/test_costs.py::*",
    "tests/games/test_match_pages.py::*",
    "tests/games/test_play.py::*",
    "tests/games/test_play_out.py::*",
    "tests/games/test_planning.py::*",
    "tests/games/test_hints.py::*",
    "tests/games/test_preview.py::*",
    "tests/games/test_confirming.py::*",
    "tests/games/test_score_chart.py::*",
    "tests/games/test_result.py::*",
    "tests/games/test_positions.py::*",
    "tests/games/test_typed.py::*",
    "tests/games/test_usual_orders.py::*",
    "tests/games/test_stocks.py::*",
    "tests/games/test_walk.py::*",
    "tests/games/test_lessons.py::*",
    "tests/games/test_examples.py::*",
    "tests/games/test_first_steps.py::*",
    "tests/games/test_analysis.py::*",
    "tests/games/test_thinking.py::*",
    "tests/games/test_thinking_sign.py::*",
    "tests/games/test_studies.py::*",
    "tests/games/test_lines.py::*",
    "tests/games/test_ranked_lines.py::*",
    "tests/games/test_putting_back.py::*",
    "tests/games/test_copies_of_rated_games.py::*",
    "tests/games/test_unseen.py::*",
    "tests/games/test_embed.py::*",
    "tests/games/test_oembed.py::*",
    "tests/games/test_shares.py::*",
    "tests/games/test_sharing.py::*",
    "tests/games/test_occasions.py::*",
    "tests/games/test_streams.py::*",
    "tests/games/test_device.py::*",
    "tests/games/test_naming.py::*",
    "tests/games/test_head.py::*",
    "tests/titles/*/test_board.py::*",
    "tests/fifth_game/test_fifth_game.py::*",
    "tests/notices/test_pictures.py::*",
    "tests/daily/test_side_by_side.py::*",
    "tests/site/test_warming.py::*",
    "tests/site/test_compiled.py::*",
    # Pages and forms. Each address is asked on PostgreSQL too: see EVERY_ADDRESS.
    "tests/games/test_pages.py::*",
    "tests/notices/test_pages.py::*",
    "tests/cups/test_pages.py::*",
    "tests/puzzles/test_pages.py::*",
    "tests/puzzles/test_mistakes.py::*",
    "tests/daily/test_pages.py::*",
    "tests/ladders/test_pages.py::*",
    "tests/clubs/test_pages.py::*",
    "tests/games/test_challenge_pages.py::*",
    "tests/games/test_clock_pages.py::*",
    "tests/games/test_seats_form.py::*",
    "tests/games/test_terms.py::*",
    "tests/games/test_places.py::*",
    "tests/games/test_reach.py::*",
    "tests/games/test_api_deeds.py::*",
    "tests/site/test_long_texts.py::*",
    "tests/site/test_text.py::*",
    "tests/site/test_sessions.py::*",
    # Accounts: passwords, codes and passkeys, mails, and where each leads.
    "tests/accounts/test_signup.py::*",
    "tests/accounts/test_login.py::*",
    "tests/accounts/test_password.py::*",
    "tests/accounts/test_second_step.py::*",
    "tests/accounts/test_without_mail.py::*",
    "tests/accounts/test_settings.py::*",
    "tests/accounts/test_zones.py::*",
    "tests/accounts/test_mails.py::*",
    "tests/accounts/test_let_in_again.py::*",
    "tests/accounts/test_unconfirmed.py::*",
    "tests/accounts/test_programs.py::*",
    "tests/notices/test_led_here.py::*",
    "tests/notices/test_logged_out.py::*",
    "tests/notices/test_quarantine.py::*",
    # Words, in the rule book, in notices, in other languages.
    "tests/games/test_rules_words.py::*",
    "tests/games/test_rules_marks.py::*",
    "tests/games/test_rules_numbers.py::*",
    "tests/contract/test_paragraphs.py::*",
    "tests/notices/test_words.py::*",
    "tests/notices/test_briefs.py::*",
    "tests/site/test_languages.py::*",
    "tests/site/test_sentences.py::*",
    "tests/site/test_names_of_the_site.py::*",
    "tests/site/test_insides.py::*",
    "tests/site/test_releases.py::*",
)

ON_ONE_SITE = (
    # All of these use the site of their process, and one process is to run them all.
    "tests/stack/test_analysis.py::*",
    "tests/stack/test_ended_sessions.py::*",
    "tests/stack/test_hanging.py::*",
    "tests/stack/test_match.py::*",
    "tests/stack/test_packing.py::*",
    "tests/stack/test_run.py::test_a_killed_part*",
    "tests/stack/test_run.py::test_a_killed_worker*",
    "tests/stack/test_run.py::test_a_second_run*",
    "tests/stack/test_run.py::test_readers_who_wait*",
    "tests/stack/test_runserver.py::test_beside_make_run*",
    "tests/stack/test_strangers.py::*",
    "tests/stack/test_thinking.py::test_a_decision_whose_worker*",
    "tests/stack/test_web.py::*",
)
ON_A_SITE_OF_THEIR_FILE = (
    "tests/stack/test_commands.py",
    "tests/stack/test_connections.py",
    "tests/stack/test_daphne.py",
    "tests/stack/test_date.py",
    "tests/stack/test_metrics.py",
    "tests/stack/test_nginx.py",
    "tests/stack/test_rolling_restart.py",
    "tests/stack/test_runserver.py",
    "tests/stack/test_storage.py",
    "tests/operating/test_moving.py",
)

USES_THE_SITE = {"site", "either"}

EVERY_ADDRESS = ("tests/permissions/test_answers.py::test_all_visitors_get_the_answers*[[]member]",)
"""Asks every page and sends every form once. The gate runs it on PostgreSQL although it is long."""

SECONDS = {"stack": 1200, "browser": 900, "slow": 3600, "long": 1200, "conformance": 1200}
"""Time limits in seconds, by mark; the first test of a process also waits for the site to start.

All other tests have the `timeout` of pyproject.toml.
"""


def mark(items: list[pytest.Item]) -> list[str]:
    """Mark the tests of the gate and those that do not depend on the database, and set time limits.

    Returns the names in the lists above that match no test although `items` has tests of their files, and the tests
    that `ON_ONE_SITE` lacks.
    """
    of_file: dict[str, list[pytest.Item]] = {}
    for item in items:
        of_file.setdefault(file_of(item.nodeid), []).append(item)
        marks = {mark.name for mark in item.iter_markers()}
        limits = [seconds for name, seconds in SECONDS.items() if name in marks]
        if limits and "timeout" not in marks:
            item.add_marker(pytest.mark.timeout(limits[0]))
    unmatched = []
    for names, marker in (
        (GATE, pytest.mark.gate),
        (ANY_DATABASE, pytest.mark.any_database),
        (EVERY_ADDRESS, pytest.mark.every_address),
    ):
        for name in names:
            tests = [item for file in of_file if fnmatchcase(file, file_of(name)) for item in of_file[file]]
            matched = [item for item in tests if fnmatchcase(item.nodeid, name)]
            for item in matched:
                item.add_marker(marker)
            if tests and not matched:
                unmatched.append(name)
    shared = [item.nodeid for item in items if item.get_closest_marker("stack") and USES_THE_SITE & set(names_of(item))]
    return unmatched + [name for name in shared if place_of(name) != "the site"]


def place_of(name: str) -> str:
    """What decides which process runs a test of the stack: tests with the same place share one.

    Every process that runs a test on the site has to start the site, which takes longer than most of these tests.
    """
    if any(fnmatchcase(name, pattern) for pattern in ON_ONE_SITE):
        return "the site"
    return file_of(name) if file_of(name) in ON_A_SITE_OF_THEIR_FILE else name


def names_of(item: pytest.Item) -> list[str]:
    """The fixtures that a test uses."""
    return list(getattr(item, "fixturenames", ()))


def file_of(name: str) -> str:
    """The file part of a test's name."""
    return name.partition("::")[0]
