/* SPDX-License-Identifier: MIT */
/*
 * penta mod: what is typed becomes the request that it should, replies become sentences, and what
 * is no act is told before anything is sent.
 */
#include "penta_run.h"
#include "proto/error.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <string.h>

/* Maria has logged in here before, and keeps order. */
static void be_maria(void)
{
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "maria", .token = TOKEN});
}

/* The request of a second run. */
static struct request start_as_maria(const char *arguments, enum op op)
{
    be_maria();
    penta_run_start(arguments);
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct auth_resume_reply){.seq = 1, .name = "maria"});
    return fake_server_take(&run.server, op);
}

/* ---------------------------------------------------------------- acts */

static void a_mute_has_its_length_and_reason(void **state)
{
    (void)state;
    struct request request = start_as_maria("mod mute boris 12h insults", OP_MOD_MUTE);
    assert_string_equal(request.as.mod_mute.name, "boris");
    assert_int_equal(request.as.mod_mute.minutes, 720);
    assert_string_equal(request.as.mod_mute.reason, "insults");
    fake_server_reply(&run.server, OP_MOD_MUTE, request.id,
                      &(struct mod_mute_reply){.name = "Bo\x1b[2Jris", .until = 1767225600000});
    penta_run_check_end(0, "Bo?[2Jris is muted until 202");
}

static void a_ban_may_be_for_good(void **state)
{
    (void)state;
    struct request request = start_as_maria("mod ban boris good cheating", OP_MOD_BAN);
    assert_int_equal(request.as.mod_ban.minutes, NONE);
    fake_server_reply(&run.server, OP_MOD_BAN, request.id,
                      &(struct mod_ban_reply){.name = "Boris", .until = NONE});
    penta_run_check_end(0, "Boris is banned for good.");
}

static void a_room_is_closed_by_its_id(void **state)
{
    (void)state;
    struct request request = start_as_maria("mod close 000000000007 enough", OP_MOD_CLOSE_ROOM);
    assert_true(request.as.mod_close_room.room == 7);
    assert_string_equal(request.as.mod_close_room.reason, "enough");
    fake_server_reply(&run.server, OP_MOD_CLOSE_ROOM, request.id,
                      &(struct mod_close_room_reply){0});
    penta_run_check_end(0, "Room closed.");
}

static void a_game_is_annulled_by_its_id(void **state)
{
    (void)state;
    struct request request = start_as_maria("mod annul 000000000007 farmed", OP_MOD_ANNUL);
    assert_true(request.as.mod_annul.game == 7);
    assert_null(request.as.mod_annul.name);
    assert_string_equal(request.as.mod_annul.reason, "farmed");
    fake_server_reply(&run.server, OP_MOD_ANNUL, request.id, &(struct mod_annul_reply){.games = 1});
    penta_run_check_end(0, "1 game annulled.");
}

static void games_are_annulled_since_a_day(void **state)
{
    (void)state;
    struct request request = start_as_maria("mod annul boris 1970-01-03 farmed", OP_MOD_ANNUL);
    assert_true(request.as.mod_annul.game == 0);
    assert_string_equal(request.as.mod_annul.name, "boris");
    assert_int_equal(request.as.mod_annul.since, 2 * 86400000);
    assert_string_equal(request.as.mod_annul.reason, "farmed");
    fake_server_reply(&run.server, OP_MOD_ANNUL, request.id,
                      &(struct mod_annul_reply){.games = 500, .more = true});
    penta_run_check_end(0, "500 games annulled.\nThere are more: run the command again.");
}

static void points_are_listed(void **state)
{
    (void)state;
    struct request request = start_as_maria("mod points boris 3", OP_MOD_POINTS);
    assert_string_equal(request.as.mod_points.name, "boris");
    assert_int_equal(request.as.mod_points.from, 3);
    const struct points_row_record rows[] = {
        {.name = "Anna", .points = 120, .games = 7, .last = 1, .same_network = true, .held = 99},
        {.name = "Carla", .points = -4, .games = 1, .last = 1, .held = NONE}};
    fake_server_reply(
        &run.server, OP_MOD_POINTS, request.id,
        &(struct mod_points_reply){
            .name = "Boris", .held = 99, .rows = rows, .rows_count = 2, .more = true});
    penta_run_check_end(0, "Anna   the same network   99 held\n");
}

static void programs_get_the_reply(void **state)
{
    (void)state;
    struct request request = start_as_maria("mod role boris moderator --json", OP_MOD_ROLE);
    assert_int_equal(request.as.mod_role.role, ROLE_WORD_MODERATOR);
    assert_null(request.as.mod_role.reason);
    fake_server_reply(&run.server, OP_MOD_ROLE, request.id,
                      &(struct mod_role_reply){.name = "Boris"});
    penta_run_check_end(0, "{\"re\":0,\"name\":\"Boris\"}\n");
}

/* ---------------------------------------------------------------- lists */

static void the_record_says_who_did_what(void **state)
{
    (void)state;
    static const struct mod_entry_record entries[] = {
        {.n = 3,
         .at = 5,
         .act = MOD_ACT_WORD_RESOLVE,
         .by = "maria",
         .report = 17,
         .judged = 4,
         .until = NONE,
         .detail = "upheld"},
        {.n = 2,
         .at = 4,
         .act = MOD_ACT_WORD_MUTE,
         .name = "boris",
         .report = NONE,
         .judged = NONE,
         .until = 1767225600000,
         .reason = "insults"},
    };
    struct request request = start_as_maria("mod log boris 4", OP_MOD_LOG);
    assert_string_equal(request.as.mod_log.name, "boris");
    assert_int_equal(request.as.mod_log.before, 4);
    fake_server_reply(
        &run.server, OP_MOD_LOG, request.id,
        &(struct mod_log_reply){.entries = entries, .entries_count = 2, .more = true});
    penta_run_check_end(0, "  maria: judged report 17 and older ones, 4 in all (upheld)\n2  ");
    assert_non_null(strstr(run.penta.text, "  (the server's machine): muted boris until 202"));
    assert_non_null(strstr(run.penta.text, ": insults\n"));
    assert_non_null(strstr(run.penta.text, "More: penta mod log boris 2\n"));
}

static void who_is_banned_or_muted_is_listed(void **state)
{
    (void)state;
    static const struct sanction_record ban = {.until = NONE, .reason = "cheat\x1b[2Js"};
    static const struct sanction_record mute = {.until = 1767225600000};
    static const struct sanctioned_record rows[] = {{.name = "anna", .ban = &ban},
                                                    {.name = "boris", .mute = &mute}};
    struct request request = start_as_maria("mod sanctions carla", OP_MOD_SANCTIONS);
    assert_string_equal(request.as.mod_sanctions.after, "carla");
    fake_server_reply(&run.server, OP_MOD_SANCTIONS, request.id,
                      &(struct mod_sanctions_reply){.rows = rows, .rows_count = 2, .more = true});
    penta_run_check_end(0, "anna is banned for good.\n      cheat?[2Js\nboris is muted until 202");
    assert_non_null(strstr(run.penta.text, "More: penta mod sanctions boris\n"));
}

static void who_shares_a_network_is_listed(void **state)
{
    (void)state;
    static const struct sanction_record ban = {.until = NONE, .reason = "cheats"};
    static const struct related_record rows[] = {
        {.name = "anna",
         .created = 1767225600000,
         .networks = 2,
         .days = 9,
         .last = 1767225600000,
         .ban = &ban},
        {.name = "guest-1", .guest = true, .created = 1, .networks = 1, .days = 1, .last = 1}};
    struct request request = start_as_maria("mod related boris carla", OP_MOD_RELATED);
    assert_string_equal(request.as.mod_related.name, "boris");
    assert_string_equal(request.as.mod_related.after, "carla");
    fake_server_reply(
        &run.server, OP_MOD_RELATED, request.id,
        &(struct mod_related_reply){.name = "boris", .rows = rows, .rows_count = 2, .more = true});
    penta_run_check_end(0, "anna, here since 202");
    assert_non_null(
        strstr(run.penta.text, "      shared networks: 2, days: 9, last seen there: 202"));
    assert_non_null(strstr(run.penta.text, "anna is banned for good.\n      cheats\n"));
    assert_non_null(strstr(run.penta.text, "guest-1, a guest, here since 1970"));
    assert_non_null(strstr(run.penta.text, "More: penta mod related boris guest-1\n"));
}

static void newcomers_are_refused_and_admitted(void **state)
{
    (void)state;
    struct request request = start_as_maria("mod ban-origin boris 3d again", OP_MOD_BAN_ORIGIN);
    assert_string_equal(request.as.mod_ban_origin.name, "boris");
    assert_int_equal(request.as.mod_ban_origin.minutes, 3 * 24 * 60);
    assert_string_equal(request.as.mod_ban_origin.reason, "again");
    fake_server_reply(
        &run.server, OP_MOD_BAN_ORIGIN, request.id,
        &(struct mod_ban_origin_reply){.name = "boris", .until = 1767225600000, .networks = 2});
    penta_run_check_end(0, "New players are blocked until 202");
    assert_non_null(strstr(run.penta.text, "; networks of boris: 2\n"));
    request = start_as_maria("mod unban-origin boris sorry", OP_MOD_UNBAN_ORIGIN);
    assert_string_equal(request.as.mod_unban_origin.reason, "sorry");
    fake_server_reply(&run.server, OP_MOD_UNBAN_ORIGIN, request.id,
                      &(struct mod_unban_origin_reply){.name = "boris"});
    penta_run_check_end(0, "New players from the networks of boris are allowed again.\n");
}

static void a_newcomer_who_is_refused_learns_until_when(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini");
    fake_server_accept(&run.server);
    const struct fault fault = {.error = ERR_NEWCOMERS_REFUSED};
    fake_server_error(&run.server, fake_server_take(&run.server, OP_AUTH_GUEST).id, &fault,
                      86400000);
    penta_run_check_end(1, "penta: New players from your network are not accepted until 20");
    assert_non_null(strstr(run.penta.text, "log in: penta login NAME"));
    assert_null(strstr(run.penta.text, "Try again"));
}

static void ones_own_page_shows_a_mute(void **state)
{
    (void)state;
    static const struct sanction_record mute = {.until = 1767225600000};
    struct request request = start_as_maria("player", OP_PLAYER_GET);
    fake_server_reply(&run.server, OP_PLAYER_GET, request.id,
                      &(struct player_get_reply){.name = "maria", .mute = &mute});
    penta_run_check_end(0, "You may not write to others until 202");
}

static void a_page_shows_moderators_warnings_and_notes(void **state)
{
    (void)state;
    static const struct note_record notes[] = {{.at = 5, .by = "maria", .text = "two\x1b[2Jfaces"},
                                               {.at = 4, .text = "new here"}};
    static const struct player_file_record file = {
        .warnings = 2, .warning_seen = true, .notes = notes, .notes_count = 2};
    struct request request = start_as_maria("player boris", OP_PLAYER_GET);
    fake_server_reply(&run.server, OP_PLAYER_GET, request.id,
                      &(struct player_get_reply){.name = "boris", .file = &file});
    penta_run_check_end(0, "Warnings: 2; the last one was read.\n");
    assert_non_null(strstr(run.penta.text, "  maria: two?[2Jfaces\n"));
    assert_non_null(strstr(run.penta.text, "  (the server's machine): new here\n"));
}

static void memos_are_shown_and_then_confirmed(void **state)
{
    (void)state;
    static const struct memo_record memos[] = {
        {.memo = 9, .at = 5, .kind = MEMO_KIND_WORD_WARNING, .text = "no in\x1b[2Jsults"},
        {.memo = 8,
         .at = 4,
         .kind = MEMO_KIND_WORD_REPORT_JUDGED,
         .name = "boris",
         .verdict = VERDICT_WORD_UPHELD,
         .seen = true},
    };
    struct request request = start_as_maria("memos", OP_MEMO_LIST);
    fake_server_reply(&run.server, OP_MEMO_LIST, request.id,
                      &(struct memo_list_reply){.memos = memos, .memos_count = 2});
    request = fake_server_take(&run.server, OP_MEMO_SEEN);
    assert_int_equal(request.as.memo_seen.upto, 9);
    fake_server_reply(&run.server, OP_MEMO_SEEN, request.id, &(struct memo_seen_reply){0});
    penta_run_check_end(0, "The moderators warn you: no in?[2Jsults (to appeal: penta appeal)\n");
    assert_non_null(strstr(run.penta.text, "Your report on boris was upheld. Thank you.\n"));
}

static void a_memo_of_an_annulment_says_which_games_and_why(void **state)
{
    (void)state;
    static const struct memo_record memos[] = {
        {.memo = 9,
         .kind = MEMO_KIND_WORD_POINTS_BACK,
         .game = 9,
         .name = "boris",
         .points = -12,
         .text = "thrown away",
         .seen = true},
        {.memo = 8,
         .kind = MEMO_KIND_WORD_POINTS_BACK,
         .name = "boris",
         .points = 30,
         .text = "He cheated.",
         .seen = true},
        {.memo = 7, .kind = MEMO_KIND_WORD_POINTS_BACK, .points = 12, .text = "why?", .seen = true},
    };
    struct request request = start_as_maria("memos", OP_MEMO_LIST);
    fake_server_reply(&run.server, OP_MEMO_LIST, request.id,
                      &(struct memo_list_reply){.memos = memos, .memos_count = 3});
    penta_run_check_end(0, "Your rated game 000000000009 against boris was annulled; points: -12. "
                           "Reason: thrown away.\n");
    assert_non_null(strstr(run.penta.text, "Your rated games against boris were annulled; points: "
                                           "+30. Reason: He cheated.\n"));
    assert_non_null(strstr(run.penta.text, "Rated games of yours were annulled; points: +12. "
                                           "Reason: why?\n"));
}

static void memos_that_were_seen_are_not_confirmed_again(void **state)
{
    (void)state;
    static const struct memo_record memos[] = {
        {.memo = 9, .at = 5, .kind = MEMO_KIND_WORD_WARNING, .text = "insults", .seen = true}};
    struct request request = start_as_maria("memos --json", OP_MEMO_LIST);
    fake_server_reply(&run.server, OP_MEMO_LIST, request.id,
                      &(struct memo_list_reply){.memos = memos, .memos_count = 1});
    penta_run_check_end(0, "{\"memo\":\"000000000009\",\"at\":5,\"kind\":\"warning\",");
}

static void stats_are_a_line_each(void **state)
{
    (void)state;
    struct request request = start_as_maria("mod stats", OP_MOD_STATS);
    fake_server_reply(
        &run.server, OP_MOD_STATS, request.id,
        &(struct mod_stats_reply){.connections = 12, .games = 4, .up_ms = 86400000 + 3660000});
    penta_run_check_end(0, "Connections             12\n");
    assert_non_null(strstr(run.penta.text, "Games in progress       4\n"));
    const char *uptime = strstr(run.penta.text, "Uptime ");
    assert_non_null(uptime);
    assert_non_null(strstr(uptime, " 1d 01:01\n"));
}

static void a_game_is_a_line_for_each_action_and_two_sums(void **state)
{
    (void)state;
    static const struct person_record anna = {.name = "anna"};
    static const struct person_record boris = {.name = "boris"};
    static const struct clock_record clock = {.kind = CLOCK_KIND_WORD_NONE};
    static const struct board_state_record board = {.expects = EXPECTS_WORD_STONE};
    const struct game_record game = {.game = 9,
                                     .room = 7,
                                     .variant = variant_get(VARIANT_MINI),
                                     .first = &anna,
                                     .second = &boris,
                                     .clock = &clock,
                                     .board = &board,
                                     .actions = "a1 b1 c3",
                                     .ply = 3,
                                     .annulled = true};
    struct request request = start_as_maria("mod game 000000000009", OP_MOD_GAME);
    assert_int_equal(request.as.mod_game.game, 9);
    fake_server_reply(
        &run.server, OP_MOD_GAME, request.id,
        &(struct mod_game_reply){
            .game = &game, .by = "1 2 1", .spent = "1234 60000 99", .lost = "0 1 0 1"});
    penta_run_check_end(0, "   1  a1        1.2 s       anna\n   2  b1        60.0 s      boris  "
                           "focus lost\n   3  c3        0.0 s       anna\nanna: focus lost before "
                           "0 of 2 moves\nboris: focus lost before 1 of 1 moves\n");
    assert_non_null(strstr(run.penta.text, "This game was annulled: its points"));
}

/* ---------------------------------------------------------------- what is told unasked */

static void who_follows_the_lobby_hears_of_reports_and_of_the_account(void **state)
{
    (void)state;
    static const struct sanction_record mute = {.until = NONE, .reason = "spam"};
    struct request request = start_as_maria("lobby --follow", OP_LOBBY_WATCH);
    fake_server_reply(&run.server, OP_LOBBY_WATCH, request.id, &(struct lobby_watch_reply){0});
    fake_server_event(&run.server, EVENT_MOD_REPORTED,
                      &(struct mod_reported_event){
                          .by = "anna", .name = "boris", .complaint = COMPLAINT_WORD_STALLING});
    fake_server_event(&run.server, EVENT_MOD_APPEALED,
                      &(struct mod_appealed_event){
                          .name = "boris", .against = MOD_ACT_WORD_BAN, .text = "my cat"});
    static const struct account_changed_event changes[] = {
        {.act = MOD_ACT_WORD_ROLE, .role = ROLE_WORD_MODERATOR},
        {.act = MOD_ACT_WORD_ROLE},
        {.act = MOD_ACT_WORD_MUTE, .mute = &mute},
        {.act = MOD_ACT_WORD_UNMUTE},
    };
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++)
        fake_server_event(&run.server, EVENT_ACCOUNT_CHANGED, &changes[i]);
    static const struct memo_record memo = {
        .memo = 9, .kind = MEMO_KIND_WORD_WARNING, .text = "insults"};
    fake_server_event(&run.server, EVENT_MEMO_ADDED, &(struct memo_added_event){.memo = &memo});
    fake_server_drop(&run.server);
    penta_run_check_end(
        3, "New report: anna reports boris: stalling (penta mod cases)\nNew appeal: boris appeals "
           "against a ban: my cat (penta mod appeals)\nYou are now a moderator: penta help "
           "mod\nYou are no longer a moderator here.\nYou can no longer write to others. Reason: "
           "spam. You can appeal once: penta appeal\nYou can write to others again.\nThe "
           "moderators warn you: insults (to appeal: penta appeal)\n");
}

static void a_login_says_a_mute_and_a_role(void **state)
{
    (void)state;
    static const struct sanction_record mute = {.until = 1767225600000, .reason = "spam"};
    be_maria();
    penta_run_start("whoami");
    fake_server_accept(&run.server);
    fake_server_reply(
        &run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
        &(struct auth_resume_reply){
            .seq = 1, .name = "maria", .mute = &mute, .role = ROLE_WORD_MODERATOR, .memos = true});
    penta_run_check_end(0, "maria\nmoderator\nYou may not write to others until 202");
    assert_non_null(strstr(run.penta.text, ". Reason: spam. You can appeal once: penta appeal\n"));
    assert_non_null(strstr(run.penta.text, "You have news: penta memos\n"));
}

/* ---------------------------------------------------------------- refusals */

static void what_the_server_refuses_is_exit_1(void **state)
{
    (void)state;
    struct request request = start_as_maria("mod stats", OP_MOD_STATS);
    fake_server_error(&run.server, request.id, &(struct fault){.error = ERR_NOT_ALLOWED}, 0);
    penta_run_check_end(1, "penta: You are not allowed to do this, or not to this player.\n");
}

static void what_is_no_act_is_exit_2(void **state)
{
    (void)state;
    static const struct {
        const char *arguments;
        const char *text;
    } rows[] = {
        {"mod dance", "No action \"dance\"; see: penta help mod"},
        {"mod ban boris", "Use: penta mod ban NAME FOR REASON"},
        {"mod stats now", "Use: penta mod stats"},
        {"mod mute boris soon insults", "FOR is how long: 30m, 12h, 7d"},
        {"mod", "The command mod needs"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        penta_run_start(rows[i].arguments);
        penta_run_check_end(2, rows[i].text);
    }
}

static void without_a_login_it_is_exit_4(void **state)
{
    (void)state;
    penta_run_start("mod reports");
    penta_run_check_end(4, "You are not logged in");
}

static void help_lists_every_act(void **state)
{
    (void)state;
    penta_run_start("help mod");
    penta_run_check_end(0, "\nActions\n");
#define MODERATION_ACT(id, word, arguments, min, max, doc)                                         \
    assert_non_null(strstr(run.penta.text, "\n  " word " " arguments));
#define MODERATION_WRONG(ID, text)
#include "proto/moderation.def"
#undef MODERATION_ACT
#undef MODERATION_WRONG
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(a_mute_has_its_length_and_reason),
        PENTA_TEST(a_ban_may_be_for_good),
        PENTA_TEST(a_room_is_closed_by_its_id),
        PENTA_TEST(a_game_is_annulled_by_its_id),
        PENTA_TEST(games_are_annulled_since_a_day),
        PENTA_TEST(points_are_listed),
        PENTA_TEST(programs_get_the_reply),
        PENTA_TEST(the_record_says_who_did_what),
        PENTA_TEST(stats_are_a_line_each),
        PENTA_TEST(a_game_is_a_line_for_each_action_and_two_sums),
        PENTA_TEST(who_is_banned_or_muted_is_listed),
        PENTA_TEST(who_shares_a_network_is_listed),
        PENTA_TEST(newcomers_are_refused_and_admitted),
        PENTA_TEST(a_newcomer_who_is_refused_learns_until_when),
        PENTA_TEST(ones_own_page_shows_a_mute),
        PENTA_TEST(a_page_shows_moderators_warnings_and_notes),
        PENTA_TEST(memos_are_shown_and_then_confirmed),
        PENTA_TEST(a_memo_of_an_annulment_says_which_games_and_why),
        PENTA_TEST(memos_that_were_seen_are_not_confirmed_again),
        PENTA_TEST(who_follows_the_lobby_hears_of_reports_and_of_the_account),
        PENTA_TEST(a_login_says_a_mute_and_a_role),
        PENTA_TEST(what_the_server_refuses_is_exit_1),
        PENTA_TEST(what_is_no_act_is_exit_2),
        PENTA_TEST(without_a_login_it_is_exit_4),
        PENTA_TEST(help_lists_every_act),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
