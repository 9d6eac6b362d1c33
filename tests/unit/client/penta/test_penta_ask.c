/* SPDX-License-Identifier: MIT */
/*
 * Questions that penta asks at a terminal: passwords, which nobody sees, whether an account is
 * meant to go for good, and whether to go back to a game in progress.
 */
#include "penta_run.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <poll.h>
#include <string.h>
#include <unistd.h>

#define DELETION "delete-account"

/* The text at the terminal up to the last question. */
static char shown[4096];

/* Waits until penta's last words are `question`. */
static void expect_question(const char *question)
{
    size_t len = 0;
    size_t end = strlen(question);
    while (len < end || memcmp(shown + len - end, question, end) != 0) {
        struct pollfd poll_fd = {.fd = run.penta.output, .events = POLLIN};
        assert_int_equal(poll(&poll_fd, 1, 20000), 1);
        ssize_t got = read(run.penta.output, shown + len, sizeof(shown) - 1 - len);
        assert_true(got > 0);
        len += (size_t)got;
        shown[len] = '\0';
    }
}

static void answer(const char *question, const char *line)
{
    expect_question(question);
    penta_type(&run.penta, line);
}

static void log_in_as_anna(void)
{
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "anna", .token = TOKEN});
}

/* ---------------------------------------------------------------- passwords */

static void a_new_password_is_asked_for_twice_and_not_shown(void **state)
{
    (void)state;
    penta_run_start_screen("register anna");
    answer("Password: ", "secret phrase\n");
    answer("The same again: ", "secret phrase\n");
    assert_null(strstr(shown, "secret"));
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_AUTH_REGISTER);
    assert_string_equal(request.as.auth_register.password, "secret phrase");
    fake_server_reply(&run.server, OP_AUTH_REGISTER, request.id,
                      &(struct auth_register_reply){.seq = 1, .name = "anna", .token = TOKEN});
    penta_run_check_end(0, "The account anna is made");
    assert_null(strstr(run.penta.text, "secret"));
}

static void two_that_differ_make_no_account(void **state)
{
    (void)state;
    penta_run_start_screen("register anna");
    answer("Password: ", "secret phrase\n");
    answer("The same again: ", "secret phrases\n");
    penta_run_check_end(5, "The two passwords are not the same.");
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

/* ---------------------------------------------------------------- deletion */

static void an_account_goes_when_its_name_was_typed(void **state)
{
    (void)state;
    log_in_as_anna();
    penta_run_start_screen(DELETION);
    answer("Type the name to go on: ", "anna\n");
    answer("Password: ", "secret phrase\n");
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct auth_resume_reply){.seq = 1, .name = "anna"});
    struct request request = fake_server_take(&run.server, OP_AUTH_DELETE);
    assert_string_equal(request.as.auth_delete.password, "secret phrase");
    fake_server_reply(&run.server, OP_AUTH_DELETE, request.id, &(struct auth_delete_reply){0});
    penta_run_check_end(0, "The account is deleted.");
}

static void another_name_leaves_the_account_alone(void **state)
{
    (void)state;
    log_in_as_anna();
    penta_run_start_screen(DELETION);
    answer("Type the name to go on: ", "anne\n");
    penta_run_check_end(5, "nothing was done");
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
    penta_type(&run.penta, "perhaps\nno\n");
    fake_server_take(&run.server, OP_ROOM_LIST);
    penta_type(&run.penta, "quit\n");
    penta_run_check_end(0, "in progress against boris");
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
        PENTA_TEST(two_that_differ_make_no_account),
        PENTA_TEST(the_password_of_an_account_is_asked_for_once),
        PENTA_TEST(who_interrupts_the_question_gives_no_password),
        PENTA_TEST(an_account_goes_when_its_name_was_typed),
        PENTA_TEST(another_name_leaves_the_account_alone),
        PENTA_TEST(who_wants_to_goes_back_to_the_game),
        PENTA_TEST(who_does_not_looks_for_another_game),
        PENTA_TEST(who_quits_there_leaves_the_game_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
