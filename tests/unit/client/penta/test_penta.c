/* SPDX-License-Identifier: MIT */
/*
 * The program penta asks a server that does what the test says: exit codes, what is printed,
 * logging in, and servers that mean no good.
 */
#include "penta_run.h"
#include "penta_table.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---------------------------------------------------------------- single questions */

static void ping_is_answered(void **state)
{
    (void)state;
    penta_run_start("ping");
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_PING, fake_server_take(&run.server, OP_PING).id,
                      &(struct ping_reply){.now = 5});
    penta_run_check_end(0, "answers in");
}

static void json_is_the_reply(void **state)
{
    (void)state;
    penta_run_start("ping --json");
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_PING, fake_server_take(&run.server, OP_PING).id,
                      &(struct ping_reply){.now = 5, .lag_ms = 7});
    penta_run_check_end(0, "{\"re\":0,\"now\":5,\"lag_ms\":7}\n");
}

static void nobody_there_is_exit_3(void **state)
{
    (void)state;
    close(run.server.listener); /* the port is free now, and nobody listens */
    penta_run_start("ping");
    penta_run_check_end(3, "No connection to 127.0.0.1");
    penta_run_start("play");
    penta_run_check_end(3, "to play without any: penta solo");
    penta_run_start("watch bob");
    penta_run_check_end(3, "No connection to 127.0.0.1");
    assert_null(strstr(run.penta.text, "penta solo"));
    run.server.listener = -1;
}

static void not_logged_in_is_exit_4(void **state)
{
    (void)state;
    penta_run_start("rank");
    penta_run_check_end(4, "not logged in");
}

static void wrong_usage_is_exit_2(void **state)
{
    (void)state;
    penta_run_start("game not-a-game");
    penta_run_check_end(2, "is not a game");
}

static void refusal_is_exit_1_in_the_clients_words(void **state)
{
    (void)state;
    penta_run_start("game 000000000009");
    fake_server_accept(&run.server);
    char line[256];
    snprintf(line, sizeof(line),
             "{\"re\":%d,\"error\":{\"code\":\"no_such_game\",\"message\":\"x\","
             "\"retry_after_ms\":2500}}\n",
             (int)fake_server_take(&run.server, OP_GAME_GET).id);
    fake_server_raw(&run.server, line);
    penta_run_check_end(1, "penta: There is no such game. Try again in 3 seconds.\n");
}

static void unknown_errors_keep_the_servers_words_made_harmless(void **state)
{
    (void)state;
    penta_run_start("game 000000000009");
    fake_server_accept(&run.server);
    char line[256];
    snprintf(line, sizeof(line),
             "{\"re\":%d,\"error\":{\"code\":\"new\",\"message\":\"a\\u001b[31mb\\u009bc\"}}\n",
             (int)fake_server_take(&run.server, OP_GAME_GET).id);
    fake_server_raw(&run.server, line);
    penta_run_check_end(1, "penta: a?[31mb?c\n");
}

static void a_game_is_shown_with_its_openings_name(void **state)
{
    (void)state;
    struct game_record game = wire_game(9, "h8 i9 i7", 3);
    game.variant = variant_get(VARIANT_FREESTYLE15);
    game.to_act = SEAT_WORD_SECOND;
    penta_run_start("game 000000000009");
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_GAME_GET, fake_server_take(&run.server, OP_GAME_GET).id,
                      &(struct game_get_reply){.game = &game});
    penta_run_check_end(0, "Opening: Hogetsu (7i)\n");
}

/* ---------------------------------------------------------------- fines */

static const struct fine_warning_record WARNING_OF_2100 = {
    .month = "2099-12", .until = 4102488000000, .at = 4102488000000, .points = 100};

/* Answers the login of `penta login anna` with a warning. */
static void log_in_warned(int64_t until)
{
    char path[128];
    snprintf(path, sizeof(path), "%s/password", run.home);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("secret\n", file);
    fclose(file);
    char arguments[256];
    snprintf(arguments, sizeof(arguments), "login anna --password-file %s", path);
    penta_run_start(arguments);
    fake_server_accept(&run.server);
    struct fine_warning_record warning = WARNING_OF_2100;
    warning.variant = variant_get(VARIANT_CLASSIC);
    warning.until = until;
    fake_server_reply(&run.server, OP_AUTH_LOGIN, fake_server_take(&run.server, OP_AUTH_LOGIN).id,
                      &(struct auth_login_reply){
                          .seq = 1, .name = "anna", .token = TOKEN, .fine_warning = &warning});
    unlink(path);
}

static void a_login_succeeds_where_the_settings_cannot_be_read(void **state)
{
    (void)state;
    log_in_warned(1000);
    const struct fault fault = {.error = ERR_BUSY};
    fake_server_error(&run.server, fake_server_take(&run.server, OP_SETTINGS_GET).id, &fault, 0);
    penta_run_check_end(0, "You are logged in as anna.");
}

static void a_login_warns_of_the_fine(void **state)
{
    (void)state;
    log_in_warned(4102488000000); /* noon UTC: the same day nearly everywhere */
    penta_run_answer_settings(LANGUAGE_WORD_AUTO);
    penta_run_check_end(0, "Make a move in a rated game of Five in a row before 2100-01-01");
    assert_non_null(strstr(run.penta.text, "or you lose 100 points."));
}

static void a_login_says_when_it_is_too_late(void **state)
{
    (void)state;
    log_in_warned(1000);
    penta_run_answer_settings(LANGUAGE_WORD_AUTO);
    penta_run_check_end(
        0, "You made no move in a rated game of Five in a row in 2099-12 and lose 100 points");
}

/* The login was saved; the next command comes back with it. */
static void whoami_warns_of_the_fine(void **state)
{
    (void)state;
    log_in_warned(1000);
    penta_run_answer_settings(LANGUAGE_WORD_AUTO);
    penta_run_check_end(0, "You are logged in as anna.");
    fake_server_drop(&run.server);
    penta_run_start("whoami --json");
    fake_server_accept(&run.server);
    struct fine_warning_record warning = WARNING_OF_2100;
    warning.variant = variant_get(VARIANT_CLASSIC);
    fake_server_reply(
        &run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
        &(struct auth_resume_reply){.seq = 1, .name = "anna", .fine_warning = &warning});
    penta_run_check_end(0, "\"fine_warning\":{\"variant\":\"classic\",\"month\":\"2099-12\"");
}

static void answer_fines(int64_t limit, bool more)
{
    const struct fine_row_record rows[] = {
        {.variant = variant_get(VARIANT_CLASSIC),
         .month = "2026-10",
         .before = 1520,
         .after = 1420,
         .at = 1},
        {.variant = variant_get(VARIANT_CLASSIC),
         .month = "2026-09",
         .before = 1560,
         .after = 1520,
         .at = 1},
    };
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_RATING_FINES);
    assert_string_equal(request.as.rating_fines.name, "boris");
    assert_int_equal(request.as.rating_fines.from, 3);
    assert_int_equal(request.as.rating_fines.limit, limit);
    fake_server_reply(
        &run.server, OP_RATING_FINES, request.id,
        &(struct rating_fines_reply){.name = "boris", .rows = rows, .rows_count = 2, .more = more});
}

static void fines_are_listed(void **state)
{
    (void)state;
    penta_run_start("fines boris --from 3 --limit 2");
    answer_fines(2, true);
    penta_run_check_end(
        0,
        "2026-10  classic      -100   1520 -> 1420\n2026-09  classic       -40   1560 -> 1520\n");
    assert_non_null(strstr(run.penta.text, "More: --from 5"));
}

static void fines_are_listed_for_programs(void **state)
{
    (void)state;
    penta_run_start("fines boris --from 3 --json");
    answer_fines(20, false);
    penta_run_check_end(0, "{\"variant\":\"classic\",\"month\":\"2026-10\",\"before\":1520,"
                           "\"after\":1420,\"at\":1}\n");
}

static void another_kind_of_server_is_exit_3(void **state)
{
    (void)state;
    penta_run_start("ping");
    fake_server_accept(&run.server);
    fake_server_take(&run.server, OP_PING);
    fake_server_raw(&run.server, "HTTP/1.1 400 Bad Request\r\n\r\n");
    penta_run_check_end(3, "is not a Pentad server");
}

static void a_number_that_is_too_large_is_told_how_far_it_goes(void **state)
{
    (void)state;
    penta_run_start("top --limit 50");
    fake_server_accept(&run.server);
    const struct fault fault = {.error = ERR_OUT_OF_RANGE, .field = "limit"};
    fake_server_error(&run.server, fake_server_take(&run.server, OP_RATING_TOP).id, &fault, 0);
    penta_run_check_end(1, "must be from 1 to 50. (limit)");
}

static void a_name_that_is_too_long_is_told_how_long_it_may_be(void **state)
{
    (void)state;
    penta_run_start("register anna --password-file -");
    penta_type(&run.penta, "secret\n");
    fake_server_accept(&run.server);
    const struct fault fault = {.error = ERR_OUT_OF_RANGE, .field = "name"};
    fake_server_error(&run.server, fake_server_take(&run.server, OP_AUTH_REGISTER).id, &fault, 0);
    penta_run_check_end(1, "at most 80 characters. (name)");
}

static void a_guest_who_registers_is_told_that_games_are_kept(void **state)
{
    (void)state;
    penta_run_start("lobby");
    let_guest_in();
    fake_server_take(&run.server, OP_LOBBY_WATCH);
    fake_server_drop(&run.server);
    penta_run_check_end(3, "No connection");
    penta_run_start("register anna --password-file -");
    penta_type(&run.penta, "secret phrase\n");
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_AUTH_RESUME);
    fake_server_reply(&run.server, OP_AUTH_RESUME, request.id,
                      &(struct auth_resume_reply){.seq = 1, .name = "anna-guest", .guest = true});
    request = fake_server_take(&run.server, OP_AUTH_REGISTER);
    fake_server_reply(&run.server, OP_AUTH_REGISTER, request.id,
                      &(struct auth_register_reply){.seq = 1, .name = "anna", .token = TOKEN});
    penta_run_check_end(0, "What you played as a guest is kept under this name.");
}

static void register_reads_the_password_and_keeps_the_token(void **state)
{
    (void)state;
    penta_run_start("register anna --password-file -");
    penta_type(&run.penta, "secret phrase\nnot this line\n");
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_AUTH_REGISTER);
    assert_string_equal(request.as.auth_register.name, "anna");
    assert_string_equal(request.as.auth_register.password, "secret phrase");
    struct auth_register_reply reply = {
        .seq = 1, .name = "anna", .token = TOKEN, .recovery = "01234-56789-abcde-fghjk"};
    fake_server_reply(&run.server, OP_AUTH_REGISTER, request.id, &reply);
    penta_run_check_end(0, "Account anna created");
    assert_non_null(strstr(run.penta.text, "Your recovery code: 01234-56789-abcde-fghjk"));
    assert_non_null(strstr(run.penta.text, "set a new one: penta recover anna --port "));
    assert_null(strstr(run.penta.text, "as a guest"));
    fake_server_drop(&run.server);
    penta_run_start("whoami");
    fake_server_accept(&run.server);
    request = fake_server_take(&run.server, OP_AUTH_RESUME);
    assert_string_equal(request.as.auth_resume.token, TOKEN);
    struct auth_resume_reply resume = {.seq = 1, .name = "anna"};
    fake_server_reply(&run.server, OP_AUTH_RESUME, request.id, &resume);
    penta_run_check_end(0, "anna\n");
    fake_server_drop(&run.server);
    penta_run_start("whoami");
    fake_server_accept(&run.server);
    request = fake_server_take(&run.server, OP_AUTH_RESUME);
    const struct fault fault = {.error = ERR_BAD_TOKEN};
    fake_server_error(&run.server, request.id, &fault, 0);
    penta_run_check_end(4, "not valid any more. Log in again with: penta login NAME");
}

static void who_is_sent_away_learns_why(void **state)
{
    (void)state;
    static const struct {
        struct bye_event bye;
        int code;
        const char *text;
    } rows[] = {
        {{.code = "logged_out", .message = "x"},
         4,
         "penta: This session was ended from another one. Log in again with: penta login NAME\n"},
        {{.code = "shutting_down", .message = "x"}, 3, "penta: The server is going down"},
        {{.code = "new", .message = "The server's words."}, 3, "penta: The server's words.\n"},
    };
    penta_run_start("lobby");
    let_guest_in();
    fake_server_take(&run.server, OP_LOBBY_WATCH);
    fake_server_drop(&run.server);
    penta_run_check_end(3, "No connection");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        penta_run_start("lobby --follow");
        fake_server_accept(&run.server);
        fake_server_reply(&run.server, OP_AUTH_RESUME,
                          fake_server_take(&run.server, OP_AUTH_RESUME).id,
                          &(struct auth_resume_reply){.seq = 1, .name = "anna", .guest = true});
        fake_server_reply(&run.server, OP_LOBBY_WATCH,
                          fake_server_take(&run.server, OP_LOBBY_WATCH).id,
                          &(struct lobby_watch_reply){0});
        fake_server_event(&run.server, EVENT_BYE, &rows[i].bye);
        penta_run_check_end(rows[i].code, rows[i].text);
        assert_null(strstr(run.penta.text, "No connection"));
        fake_server_drop(&run.server);
    }
}

/* A disk that is full, and a shell that closed the descriptor. */
static void what_cannot_be_printed_is_told_and_exit_5(void **state)
{
    (void)state;
    static const char *const commands[] = {
        "--version", "--help", "help play", "lesson", "solo --computer list", "solo mini"};
    static const char *const places[] = {"/dev/full", ""};
    for (size_t i = 0; i < 2; i++) {
        for (size_t at = 0; at < sizeof(commands) / sizeof(commands[0]); at++) {
            run.penta.prints_to = places[i];
            penta_run_start(commands[at]);
            penta_run_check_end(5, "penta: The output cannot be written: ");
            assert_null(strstr(strchr(run.penta.text, '\n'), "penta"));
        }
    }
}

static void an_answer_that_cannot_be_printed_is_told(void **state)
{
    (void)state;
    run.penta.prints_to = "/dev/full";
    penta_run_start("ping");
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_PING, fake_server_take(&run.server, OP_PING).id,
                      &(struct ping_reply){.now = 1});
    penta_run_check_end(5, "penta: The output cannot be written: ");
}

static void a_problem_is_broken_between_words_but_not_in_a_command(void **state)
{
    (void)state;
    penta_run_start_screen("play --clock 5");
    penta_run_check_end(2, "plus 3 seconds a move),\r\n30s/move, 10m+3x30s (then 3 periods), "
                           "3d/move or none. See: penta help play\r\n");
}

static void a_country_that_is_no_code_is_told_what_one_is(void **state)
{
    (void)state;
    penta_run_start("profile --country Finland");
    penta_run_check_end(2, "A country is two letters of ISO 3166, such as KZ, or empty.");
}

static void a_country_may_be_typed_in_small_letters(void **state)
{
    (void)state;
    struct request request = penta_run_as_maria("profile --country kz", OP_PROFILE_SET);
    assert_string_equal(request.as.profile_set.country, "KZ");
    const struct fault fault = {.error = ERR_BAD_COUNTRY, .field = "country"};
    fake_server_error(&run.server, request.id, &fault, 0);
    penta_run_check_end(1, "A country is two letters of ISO 3166, such as KZ, or empty.\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(ping_is_answered),
        PENTA_TEST(json_is_the_reply),
        PENTA_TEST(nobody_there_is_exit_3),
        PENTA_TEST(not_logged_in_is_exit_4),
        PENTA_TEST(wrong_usage_is_exit_2),
        PENTA_TEST(a_game_is_shown_with_its_openings_name),
        PENTA_TEST(refusal_is_exit_1_in_the_clients_words),
        PENTA_TEST(unknown_errors_keep_the_servers_words_made_harmless),
        PENTA_TEST(a_login_succeeds_where_the_settings_cannot_be_read),
        PENTA_TEST(a_login_warns_of_the_fine),
        PENTA_TEST(a_login_says_when_it_is_too_late),
        PENTA_TEST(whoami_warns_of_the_fine),
        PENTA_TEST(fines_are_listed),
        PENTA_TEST(fines_are_listed_for_programs),
        PENTA_TEST(another_kind_of_server_is_exit_3),
        PENTA_TEST(a_number_that_is_too_large_is_told_how_far_it_goes),
        PENTA_TEST(a_name_that_is_too_long_is_told_how_long_it_may_be),
        PENTA_TEST(a_guest_who_registers_is_told_that_games_are_kept),
        PENTA_TEST(register_reads_the_password_and_keeps_the_token),
        PENTA_TEST(who_is_sent_away_learns_why),
        PENTA_TEST(what_cannot_be_printed_is_told_and_exit_5),
        PENTA_TEST(an_answer_that_cannot_be_printed_is_told),
        PENTA_TEST(a_problem_is_broken_between_words_but_not_in_a_command),
        PENTA_TEST(a_country_that_is_no_code_is_told_what_one_is),
        PENTA_TEST(a_country_may_be_typed_in_small_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
