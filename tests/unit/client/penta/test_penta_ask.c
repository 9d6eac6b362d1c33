/* SPDX-License-Identifier: MIT */
/*
 * Questions that penta asks at a terminal: passwords, which nobody sees, whether an account is
 * meant to go for good, and whether to go back to a game in progress.
 */
#include "penta_run.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <string.h>

#define DELETION "delete-account"

static void answer(const char *question, const char *line)
{
    penta_run_answer(question, line);
}

static void log_in_as_anna(void)
{
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "anna", .token = TOKEN});
}

/* Answers the question whether the name of the command line is to be had. */
static void judge_name(int verdict)
{
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_AUTH_CHECK);
    assert_string_equal(request.as.auth_check.name, "anna");
    fake_server_reply(&run.server, OP_AUTH_CHECK, request.id,
                      &(struct auth_check_reply){.verdict = verdict});
    fake_server_drop(&run.server);
}

static void start_register(void)
{
    penta_run_start_screen("register anna");
    judge_name(NAME_VERDICT_WORD_FREE);
}

/* ---------------------------------------------------------------- passwords */

static void a_new_password_is_asked_for_twice_and_not_shown(void **state)
{
    (void)state;
    start_register();
    answer("Password: ", "secret phrase\n");
    answer("Once more: ", "secret phrase\n");
    assert_null(strstr(penta_run_shown, "secret"));
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_AUTH_REGISTER);
    assert_string_equal(request.as.auth_register.password, "secret phrase");
    fake_server_reply(&run.server, OP_AUTH_REGISTER, request.id,
                      &(struct auth_register_reply){.seq = 1, .name = "anna", .token = TOKEN});
    penta_run_check_end(0, "Account anna created");
    assert_null(strstr(run.penta.text, "secret"));
}

static void two_that_differ_are_asked_for_again(void **state)
{
    (void)state;
    start_register();
    answer("Password: ", "secret phrase\n");
    answer("Once more: ", "secret phrases\n");
    answer("Password: ", "secret phrase\n");
    answer("Once more: ", "secret phrase\n");
    fake_server_accept(&run.server);
    fake_server_take(&run.server, OP_AUTH_REGISTER);
    assert_non_null(strstr(penta_run_shown, "Once more: "));
}

static void three_that_differ_make_no_account(void **state)
{
    (void)state;
    start_register();
    for (int i = 0; i < 3; i++) {
        answer("Password: ", "secret phrase\n");
        answer("Once more: ", "secret phrases\n");
    }
    penta_run_check_end(5, "The passwords do not match.");
}

static void an_interrupt_at_the_second_question_ends_both(void **state)
{
    (void)state;
    start_register();
    answer("Password: ", "secret phrase\n");
    answer("Once more: ", "\x03");
    penta_run_check_end(5, "No password was given.");
    assert_null(strstr(run.penta.text, "not the same"));
    assert_null(strstr(run.penta.text, "Password: "));
}

static void a_name_is_judged_before_the_password(void **state)
{
    (void)state;
    penta_run_start_screen("register anna");
    judge_name(NAME_VERDICT_WORD_TAKEN);
    penta_run_check_end(1, "That name is taken, or too similar to one that is.");
}

static void a_new_password_is_judged_before_it_is_typed_again(void **state)
{
    (void)state;
    start_register();
    answer("Password: ", "пар\n");
    answer("Password: ", "Anna1\n");
    assert_non_null(strstr(penta_run_shown, "A password has 5 to 128 characters"));
    answer("Password: ", "Anna1\n");
    penta_run_check_end(5, "That password is your name");
}

static void a_lost_password_is_replaced_by_a_code(void **state)
{
    (void)state;
    penta_run_start_screen("recover anna");
    answer("Recovery code: ", "01234-56789-abcde-fghjk\n");
    answer("New password: ", "secret phrase\n");
    answer("Once more: ", "secret phrase\n");
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_AUTH_RECOVER);
    assert_string_equal(request.as.auth_recover.name, "anna");
    assert_string_equal(request.as.auth_recover.code, "01234-56789-abcde-fghjk");
    assert_string_equal(request.as.auth_recover.password, "secret phrase");
    fake_server_reply(
        &run.server, OP_AUTH_RECOVER, request.id,
        &(struct auth_recover_reply){.token = TOKEN, .recovery = "zzzzz-zzzzz-zzzzz-zzzzz"});
    fake_server_drop(&run.server);
    fake_server_accept(&run.server);
    request = fake_server_take(&run.server, OP_AUTH_RESUME);
    assert_string_equal(request.as.auth_resume.token, TOKEN);
    fake_server_reply(&run.server, OP_AUTH_RESUME, request.id,
                      &(struct auth_resume_reply){.seq = 1, .name = "anna"});
    penta_run_check_end(0, "You are logged in as anna.");
    assert_non_null(strstr(run.penta.text, "zzzzz-zzzzz-zzzzz-zzzzz"));
    assert_non_null(strstr(run.penta.text, "penta recover anna --port "));
}

static void the_password_of_an_account_is_asked_for_once(void **state)
{
    (void)state;
    penta_run_start_screen("login anna");
    answer("Password: ", "secret phrase\n");
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_AUTH_LOGIN);
    assert_string_equal(request.as.auth_login.password, "secret phrase");
    fake_server_reply(&run.server, OP_AUTH_LOGIN, request.id,
                      &(struct auth_login_reply){.seq = 1, .name = "anna", .token = TOKEN});
    penta_run_answer_settings(LANGUAGE_WORD_AUTO);
    penta_run_check_end(0, "You are logged in as anna.");
}

static void who_interrupts_the_question_gives_no_password(void **state)
{
    (void)state;
    penta_run_start_screen("login anna");
    answer("Password: ", "sec\003");
    penta_run_check_end(5, "No password was given.");
}

/* The next connection comes with this token, and the server takes it for this player's. */
static void expect_resume(const char *token, const char *name)
{
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_AUTH_RESUME);
    assert_string_equal(request.as.auth_resume.token, token);
    fake_server_reply(&run.server, OP_AUTH_RESUME, request.id,
                      &(struct auth_resume_reply){.seq = 1, .name = name});
}

/* ---------------------------------------------------------------- the current password */

/* The next question that comes with the kept login is refused so. */
static void refuse_next(enum op op, int error)
{
    const struct fault fault = {.error = error};
    expect_resume(TOKEN, "anna");
    fake_server_error(&run.server, fake_server_take(&run.server, op).id, &fault, 0);
}

static void type_current(void)
{
    log_in_as_anna();
    penta_run_start_screen("password");
    answer("Current password: ", "secret phrase\n");
}

static void expect_new_password(void)
{
    answer("New password: ", "another phrase\n");
    answer("Once more: ", "another phrase\n");
    expect_resume(TOKEN, "anna");
    struct request request = fake_server_take(&run.server, OP_AUTH_PASSWORD);
    assert_string_equal(request.as.auth_password.old, "secret phrase");
    assert_string_equal(request.as.auth_password.new, "another phrase");
    fake_server_reply(&run.server, OP_AUTH_PASSWORD, request.id, &(struct auth_password_reply){0});
    penta_run_check_end(0, "Password changed; all other sessions have ended.");
}

static void a_wrong_current_password_is_told_before_a_new_one_is_asked_for(void **state)
{
    (void)state;
    type_current();
    refuse_next(OP_AUTH_CONFIRM, ERR_WRONG_CREDENTIALS);
    penta_run_check_end(1, "That is not your current password.");
    assert_null(strstr(run.penta.text, "New password: "));
}

static void a_right_current_password_leads_to_the_new_one(void **state)
{
    (void)state;
    type_current();
    expect_resume(TOKEN, "anna");
    struct request request = fake_server_take(&run.server, OP_AUTH_CONFIRM);
    assert_string_equal(request.as.auth_confirm.password, "secret phrase");
    fake_server_reply(&run.server, OP_AUTH_CONFIRM, request.id, &(struct auth_confirm_reply){0});
    fake_server_drop(&run.server);
    expect_new_password();
}

static void an_older_server_tells_a_wrong_password_at_the_end(void **state)
{
    (void)state;
    type_current();
    refuse_next(OP_AUTH_CONFIRM, ERR_UNKNOWN_OP);
    fake_server_drop(&run.server);
    expect_new_password();
}

/* ---------------------------------------------------------------- days off */

/* penta asks with the kept login, for so many days, and is told this. */
static void take_days_off(const char *command, int64_t days,
                          const struct player_days_off_reply *reply, const char *expected)
{
    penta_run_start(command);
    expect_resume(TOKEN, "anna");
    struct request request = fake_server_take(&run.server, OP_PLAYER_DAYS_OFF);
    assert_int_equal(request.as.player_days_off.days, days);
    fake_server_reply(&run.server, OP_PLAYER_DAYS_OFF, request.id, reply);
    penta_run_check_end(0, expected);
    fake_server_drop(&run.server);
}

static void days_off_are_taken_and_ended(void **state)
{
    (void)state;
    log_in_as_anna();
    take_days_off("days-off 7", 7,
                  &(struct player_days_off_reply){.off_until = INT64_C(1796256000000), .left = 21},
                  "You may take 21 more days off this year.");
    assert_non_null(strstr(run.penta.text, "You have days off until 2026-12-0"));
    take_days_off("days-off end", 0, &(struct player_days_off_reply){.off_until = NONE, .left = 1},
                  "You may take 1 more day off this year.");
    assert_non_null(strstr(run.penta.text, "You have no days off now."));
    penta_run_start("days-off soon");
    penta_run_check_end(2, "penta days-off takes a number of days, or end, not soon.");
    penta_run_start("days-off 0");
    penta_run_check_end(2, "not 0.");
}

/* ---------------------------------------------------------------- several logins */

#define OTHER_TOKEN "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"

static void log_in_as_boris(void)
{
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "boris", .token = OTHER_TOKEN});
}

static void log_out(const char *token, const char *name)
{
    penta_run_start("logout");
    expect_resume(token, name);
    fake_server_reply(&run.server, OP_AUTH_LOGOUT, fake_server_take(&run.server, OP_AUTH_LOGOUT).id,
                      &(struct auth_logout_reply){0});
    penta_run_check_end(0, name);
    fake_server_drop(&run.server);
}

static void a_login_leaves_another_one_as_it_is(void **state)
{
    (void)state;
    log_in_as_anna();
    log_in_as_boris();
    penta_run_start("whoami");
    expect_resume(OTHER_TOKEN, "boris");
    penta_run_check_end(0, "* boris");
    assert_non_null(strstr(run.penta.text, "  anna"));
    fake_server_drop(&run.server);
    penta_run_start("whoami --as Anna");
    expect_resume(TOKEN, "anna");
    penta_run_check_end(0, "anna");
    fake_server_drop(&run.server);
    penta_run_start("whoami --json");
    expect_resume(OTHER_TOKEN, "boris");
    penta_run_check_end(0,
                        "\n{\"login\":\"boris\",\"guest\":false,\"current\":true,\"ended\":false}\n"
                        "{\"login\":\"anna\",\"guest\":false,\"current\":false,\"ended\":false}\n");
}

static void a_login_that_is_kept_needs_no_password(void **state)
{
    (void)state;
    log_in_as_anna();
    log_in_as_boris();
    penta_run_start("login anna");
    expect_resume(TOKEN, "anna");
    penta_run_answer_settings(LANGUAGE_WORD_AUTO);
    penta_run_check_end(0, "boris stays logged in too");
    fake_server_drop(&run.server);
    penta_run_start("whoami");
    expect_resume(TOKEN, "anna");
    penta_run_check_end(0, "* anna");
}

static void one_that_ended_asks_for_the_password_and_says_that_the_device_is_known(void **state)
{
    (void)state;
    log_in_as_anna();
    penta_run_start_screen("login anna");
    fake_server_accept(&run.server);
    fake_server_error(&run.server, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct fault){.error = ERR_BAD_TOKEN}, 0);
    fake_server_drop(&run.server);
    answer("Password: ", "secret phrase\n");
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_AUTH_LOGIN);
    assert_string_equal(request.as.auth_login.device, TOKEN);
    fake_server_reply(&run.server, OP_AUTH_LOGIN, request.id,
                      &(struct auth_login_reply){.seq = 1, .name = "anna", .token = OTHER_TOKEN});
    penta_run_answer_settings(LANGUAGE_WORD_AUTO);
    penta_run_check_end(0, "You are logged in as anna.");
}

static void a_logout_ends_one_login_and_the_device_stays_known(void **state)
{
    (void)state;
    log_in_as_boris();
    log_in_as_anna();
    log_out(TOKEN, "anna");
    penta_run_start("whoami");
    penta_run_check_end(4, "anna (logged out)");
    assert_non_null(strstr(run.penta.text, "  boris"));
    penta_run_start("whoami --as anna");
    penta_run_check_end(4, "anna is not logged in. Log in with: penta login anna");
    penta_run_start_screen("login anna");
    answer("Password: ", "secret phrase\n");
    fake_server_accept(&run.server);
    assert_string_equal(fake_server_take(&run.server, OP_AUTH_LOGIN).as.auth_login.device, TOKEN);
    fake_server_drop(&run.server);
    penta_run_check_end(3, "");
}

/* ---------------------------------------------------------------- deletion */

static void an_account_goes_when_its_name_was_typed(void **state)
{
    (void)state;
    log_in_as_anna();
    penta_run_start_screen(DELETION);
    answer("Type the name to confirm: ", "anna\n");
    answer("Password: ", "secret phrase\n");
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct auth_resume_reply){.seq = 1, .name = "anna"});
    struct request request = fake_server_take(&run.server, OP_AUTH_DELETE);
    assert_string_equal(request.as.auth_delete.password, "secret phrase");
    fake_server_reply(&run.server, OP_AUTH_DELETE, request.id, &(struct auth_delete_reply){0});
    penta_run_check_end(0, "Account deleted.");
}

static void another_name_leaves_the_account_alone(void **state)
{
    (void)state;
    log_in_as_anna();
    penta_run_start_screen(DELETION);
    answer("Type the name to confirm: ", "anne\n");
    penta_run_check_end(5, "nothing was deleted");
    penta_run_start("whoami");
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct auth_resume_reply){.seq = 1, .name = "anna"});
    penta_run_check_end(0, "anna");
}

/* ---------------------------------------------------------------- a game in progress */

/* anna starts `penta play` while a game of hers is in progress, and is asked about it. */
static void play_while_playing(void)
{
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    log_in_as_anna();
    penta_run_start_screen("play");
    fake_server_accept(&run.server);
    fake_server_reply(
        &run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
        &(struct auth_resume_reply){.seq = 1, .name = "anna", .rooms = &room, .rooms_count = 1});
    penta_run_answer_settings(LANGUAGE_WORD_AUTO);
}

static void who_wants_to_goes_back_to_the_game(void **state)
{
    (void)state;
    static const char *const words[] = {"yes\n", "y\n", "\n"};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        play_while_playing();
        penta_type(&run.penta, words[i]);
        struct request watch = fake_server_take(&run.server, OP_ROOM_WATCH);
        assert_int_equal(watch.as.room_watch.room, 7);
        struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
        struct game_record game = wire_game(9, "a1", 1);
        fake_server_reply(&run.server, OP_ROOM_WATCH, watch.id,
                          &(struct room_watch_reply){.room = &room, .game = &game});
        penta_type(&run.penta, "quit\n");
        penta_run_check_end(0, "boris");
        fake_server_drop(&run.server);
    }
}

static void who_does_not_looks_for_another_game(void **state)
{
    (void)state;
    play_while_playing();
    penta_type(&run.penta, "perhaps\n");
    penta_run_see("Answer the question first: yes or no.");
    penta_type(&run.penta, "no\n");
    fake_server_take(&run.server, OP_ROOM_LIST);
    penta_type(&run.penta, "quit\n");
    penta_run_check_end(0, "");
}

static void who_quits_there_leaves_the_game_as_it_is(void **state)
{
    (void)state;
    play_while_playing();
    penta_type(&run.penta, "quit\n");
    penta_run_check_end(0, "in progress against boris");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(a_new_password_is_asked_for_twice_and_not_shown),
        PENTA_TEST(two_that_differ_are_asked_for_again),
        PENTA_TEST(three_that_differ_make_no_account),
        PENTA_TEST(an_interrupt_at_the_second_question_ends_both),
        PENTA_TEST(a_name_is_judged_before_the_password),
        PENTA_TEST(a_new_password_is_judged_before_it_is_typed_again),
        PENTA_TEST(a_lost_password_is_replaced_by_a_code),
        PENTA_TEST(the_password_of_an_account_is_asked_for_once),
        PENTA_TEST(who_interrupts_the_question_gives_no_password),
        PENTA_TEST(a_wrong_current_password_is_told_before_a_new_one_is_asked_for),
        PENTA_TEST(a_right_current_password_leads_to_the_new_one),
        PENTA_TEST(an_older_server_tells_a_wrong_password_at_the_end),
        PENTA_TEST(days_off_are_taken_and_ended),
        PENTA_TEST(a_login_leaves_another_one_as_it_is),
        PENTA_TEST(a_login_that_is_kept_needs_no_password),
        PENTA_TEST(one_that_ended_asks_for_the_password_and_says_that_the_device_is_known),
        PENTA_TEST(a_logout_ends_one_login_and_the_device_stays_known),
        PENTA_TEST(an_account_goes_when_its_name_was_typed),
        PENTA_TEST(another_name_leaves_the_account_alone),
        PENTA_TEST(who_wants_to_goes_back_to_the_game),
        PENTA_TEST(who_does_not_looks_for_another_game),
        PENTA_TEST(who_quits_there_leaves_the_game_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
