/* SPDX-License-Identifier: MIT */
/*
 * The program penta closing threats and showing them: once, with its ply, also over a broken
 * connection, and only for who plays.
 */
#include "penta_run.h"
#include "penta_table.h"
#include "proto/settings.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <stdio.h>
#include <string.h>

#define FORCED_ACTIONS "a1 b2 a3 a2"
#define SAID "penta plays c2 for you: it is the only answer (close is on)."

static void opponent_moves(int64_t seq, int64_t ply, const char *at)
{
    struct game_moved_event moved = wire_moved(9, seq, SEAT_WORD_SECOND, ply, at);
    fake_server_event(&run.server, EVENT_GAME_MOVED, &moved);
}

/* Up to where anna (X on a1 and a3) has to play c2 against b2 and a2. */
static void play_to_the_threat(const char *arguments)
{
    penta_run_start(arguments);
    penta_type(&run.penta, "a1\na3\n");
    sit_down_to_play();
    answer_move(1, 0, "a1");
    opponent_moves(2, 1, "b2");
    answer_move(3, 2, "a3");
    opponent_moves(4, 3, "a2");
}

/* The end of input is the end of penta; whatever it would still send comes before. */
static void check_quiet_end(const char *text)
{
    penta_close_input(&run.penta);
    penta_run_check_end(0, text);
}

static void the_forced_answer_is_played_and_said(void **state)
{
    (void)state;
    play_to_the_threat("play --new --variant mini --close-threats");
    answer_move(5, 4, "c2");
    check_quiet_end(SAID);
    assert_non_null(strstr(run.penta.text, "You played c2 (X)."));
}

static void nothing_is_played_unasked(void **state)
{
    (void)state;
    play_to_the_threat("play --new --variant mini");
    penta_type(&run.penta, "say hm\n");
    struct request said = fake_server_take(&run.server, OP_ROOM_SAY); /* and no move before it */
    fake_server_reply(&run.server, OP_ROOM_SAY, said.id, &(struct room_say_reply){.n = 1});
    check_quiet_end("Your turn: place X");
    assert_null(strstr(run.penta.text, "penta plays"));
}

static void close_on_answers_what_stands_on_the_board(void **state)
{
    (void)state;
    play_to_the_threat("play --new --variant mini");
    penta_type(&run.penta, "close on\n");
    answer_move(5, 4, "c2");
    check_quiet_end(SAID);
}

static void close_off_goes_before_the_option(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini --close-threats");
    penta_type(&run.penta, "close off\na1\na3\nb1\n");
    sit_down_to_play();
    answer_move(1, 0, "a1");
    opponent_moves(2, 1, "b2");
    answer_move(3, 2, "a3");
    opponent_moves(4, 3, "a2");
    answer_move(5, 4, "b1"); /* what was typed, whatever it is worth */
    check_quiet_end("You answer threats yourself.");
    assert_null(strstr(run.penta.text, "penta plays"));
}

static void the_answer_is_sent_again_over_a_broken_connection_and_said_once(void **state)
{
    (void)state;
    play_to_the_threat("play --new --variant mini --close-threats");
    struct request move = fake_server_take(&run.server, OP_GAME_MOVE);
    int64_t id = move.id;
    assert_int_equal(move.as.game_move.ply, 4);
    fake_server_drop(&run.server); /* without an answer */
    answer_return(FORCED_ACTIONS, 4);
    move = fake_server_take(&run.server, OP_GAME_MOVE);
    assert_int_equal(move.id, id);
    assert_int_equal(move.as.game_move.ply, 4);
    assert_string_equal(move.as.game_move.action, "c2");
    struct game_moved_event moved = wire_moved(9, 5, SEAT_WORD_FIRST, 4, "c2");
    fake_server_event(&run.server, EVENT_GAME_MOVED, &moved);
    fake_server_reply(&run.server, OP_GAME_MOVE, id, &(struct game_move_reply){.ply = 5});
    check_quiet_end("Connected again.");
    const char *said = strstr(run.penta.text, SAID);
    assert_non_null(said);
    assert_null(strstr(said + 1, SAID));
}

static void a_threat_that_came_while_away_is_answered_after_the_return(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini --close-threats");
    penta_type(&run.penta, "a1\na3\n");
    sit_down_to_play();
    answer_move(1, 0, "a1");
    opponent_moves(2, 1, "b2");
    answer_move(3, 2, "a3");
    penta_type(&run.penta, "say hm\n"); /* it has taken all of that */
    fake_server_take(&run.server, OP_ROOM_SAY);
    fake_server_drop(&run.server);
    return_to(FORCED_ACTIONS, 3, 4);
    struct request said = fake_server_take(&run.server, OP_ROOM_SAY);
    fake_server_reply(&run.server, OP_ROOM_SAY, said.id, &(struct room_say_reply){.n = 1});
    answer_move(5, 4, "c2");
    check_quiet_end(SAID);
}

static void the_answer_that_was_taken_back_is_the_players_to_make(void **state)
{
    (void)state;
    play_to_the_threat("play --new --variant mini --close-threats");
    answer_move(5, 4, "c2");
    penta_type(&run.penta, "takeback\nb1\n");
    struct request ask = fake_server_take(&run.server, OP_GAME_TAKEBACK);
    struct game_takeback_asked_event asked = {.game = 9, .seq = 6, .by = SEAT_WORD_FIRST};
    fake_server_event(&run.server, EVENT_GAME_TAKEBACK_ASKED, &asked);
    fake_server_reply(&run.server, OP_GAME_TAKEBACK, ask.id,
                      &(struct game_takeback_reply){.ply = 5});
    take_back(7, 4, SEAT_WORD_FIRST);
    answer_move(8, 4, "b1");
    check_quiet_end("You played b1 (X).");
}

static void who_watches_plays_nothing(void **state)
{
    (void)state;
    penta_run_start("watch 000000000007 --threats");
    penta_type(&run.penta, "close on\nsay hm\n");
    let_guest_in();
    struct request watch = fake_server_take(&run.server, OP_ROOM_WATCH);
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(9, FORCED_ACTIONS, 4); /* one's own, from another window */
    fake_server_reply(&run.server, OP_ROOM_WATCH, watch.id,
                      &(struct room_watch_reply){.room = &room, .game = &game});
    struct request said = fake_server_take(&run.server, OP_ROOM_SAY);
    fake_server_reply(&run.server, OP_ROOM_SAY, said.id, &(struct room_say_reply){.n = 1});
    penta_type(&run.penta, "quit\n");
    penta_run_check_end(0, "Spectators cannot use this.");
    assert_null(strstr(run.penta.text, "penta plays"));
}

static void watching_has_no_option_to_close(void **state)
{
    (void)state;
    penta_run_start("watch 000000000007 --close-threats");
    penta_run_check_end(2, "--close-threats");
}

static void a_script_gets_the_threats_drawn(void **state)
{
    (void)state;
    play_to_the_threat("play --new --variant mini --threats");
    penta_type(&run.penta, "board\nquit\n");
    penta_run_check_end(0, "# % yours, ! ? theirs (# ! win)");
    assert_true(strstr(run.penta.text, "[O]| O | !  2") != NULL ||
                strstr(run.penta.text, "[O]│ O │ !  2") != NULL);
}

static void threats_are_switched_at_the_table(void **state)
{
    (void)state;
    play_to_the_threat("play --new --variant mini");
    penta_type(&run.penta, "threats perhaps\nthreats on\nboard\nthreats off\nboard\nquit\n");
    penta_run_check_end(0, "Type threats on, or threats off.");
    const char *shown = strstr(run.penta.text, "# % yours, ! ? theirs (# ! win)");
    assert_non_null(shown);
    assert_null(strstr(shown + 1, "# % yours"));
    assert_non_null(strstr(shown, "Threats are off."));
}

/* ---------------------------------------------------------------- the account's settings */

static void answer_settings(int show_threats, int close_threats)
{
    struct settings_record settings;
    settings_init(&settings);
    settings.show_threats = show_threats;
    settings.close_threats = close_threats;
    struct request asked = fake_server_take(&run.server, OP_SETTINGS_GET);
    fake_server_reply(&run.server, OP_SETTINGS_GET, asked.id,
                      &(struct settings_get_reply){.settings = &settings});
}

/* anna comes to the table of a game in which she has to play c2. */
static void join_threatened(void)
{
    struct request join = fake_server_take(&run.server, OP_ROOM_JOIN);
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(9, FORCED_ACTIONS, 4);
    fake_server_reply(&run.server, OP_ROOM_JOIN, join.id,
                      &(struct room_join_reply){.room = &room, .game = &game});
}

static void the_settings_of_the_account_hold_at_a_screen(void **state)
{
    (void)state;
    penta_run_start_screen("play 000000000007 --yes");
    let_guest_in();
    answer_settings(SWITCH_WORD_ON, SWITCH_WORD_ON);
    join_threatened();
    answer_move(5, 4, "c2");
    penta_type(&run.penta, "quit\r");
    penta_run_check_end(0, "# % yours, ! ? theirs (# ! win)");
    assert_non_null(strstr(run.penta.text, "penta plays c2"));
}

/* A person's "accept" is not sent as the answer to a draw that nobody has offered. */
static void nothing_is_accepted_where_nothing_is_asked(void **state)
{
    (void)state;
    penta_run_start_screen("play 000000000007 --yes");
    let_guest_in();
    answer_settings(SWITCH_WORD_ON, SWITCH_WORD_ON);
    join_threatened();
    answer_move(5, 4, "c2");
    penta_type(&run.penta, "accept\r");
    penta_run_see("There is nothing to answer.");
    penta_type(&run.penta, "say hello\r");
    fake_server_take(&run.server, OP_ROOM_SAY); /* the next request after the move; then it draws */
    penta_type(&run.penta, "quit\r");
    penta_run_check_end(0, "The game goes on.");
}

static void tell_settings(int show_threats, int close_threats)
{
    struct settings_record settings;
    settings_init(&settings);
    settings.show_threats = show_threats;
    settings.close_threats = close_threats;
    fake_server_event(&run.server, EVENT_SETTINGS_CHANGED,
                      &(struct settings_changed_event){.settings = &settings});
}

static void settings_that_change_elsewhere_hold_at_once(void **state)
{
    (void)state;
    penta_run_start_screen("play 000000000007 --yes");
    let_guest_in();
    answer_settings(SWITCH_WORD_OFF, SWITCH_WORD_OFF);
    join_threatened();
    tell_settings(SWITCH_WORD_ON, SWITCH_WORD_ON);
    answer_move(5, 4, "c2");
    penta_type(&run.penta, "quit\r");
    penta_run_check_end(0, "# % yours, ! ? theirs (# ! win)");
    assert_non_null(strstr(run.penta.text, "penta plays c2"));
}

static void a_script_plays_what_it_says_whatever_the_settings(void **state)
{
    (void)state;
    play_to_the_threat("play --new --variant mini");
    tell_settings(SWITCH_WORD_ON, SWITCH_WORD_ON);
    penta_type(&run.penta, "b1\n");
    answer_move(5, 4, "b1");
    check_quiet_end("You played b1 (X).");
    assert_null(strstr(run.penta.text, "penta plays"));
}

static void a_server_without_settings_is_no_trouble(void **state)
{
    (void)state;
    penta_run_start_screen("play 000000000007 --yes");
    let_guest_in();
    char error[200];
    struct request asked = fake_server_take(&run.server, OP_SETTINGS_GET);
    snprintf(error, sizeof(error),
             "{\"re\":%d,\"error\":{\"code\":\"unknown_op\",\"message\":\"No such op.\"}}\n",
             (int)asked.id);
    fake_server_raw(&run.server, error);
    join_threatened();
    fake_server_event(&run.server, EVENT_ROOM_CLOSED, &(struct room_closed_event){.room = 7});
    penta_type(&run.penta, "quit\r");
    penta_run_check_end(0, "Your turn: place X");
    assert_null(strstr(run.penta.text, "No such op"));
    assert_null(strstr(run.penta.text, "penta plays"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(the_forced_answer_is_played_and_said),
        PENTA_TEST(nothing_is_played_unasked),
        PENTA_TEST(close_on_answers_what_stands_on_the_board),
        PENTA_TEST(close_off_goes_before_the_option),
        PENTA_TEST(the_answer_is_sent_again_over_a_broken_connection_and_said_once),
        PENTA_TEST(a_threat_that_came_while_away_is_answered_after_the_return),
        PENTA_TEST(the_answer_that_was_taken_back_is_the_players_to_make),
        PENTA_TEST(who_watches_plays_nothing),
        PENTA_TEST(watching_has_no_option_to_close),
        PENTA_TEST(a_script_gets_the_threats_drawn),
        PENTA_TEST(threats_are_switched_at_the_table),
        PENTA_TEST(the_settings_of_the_account_hold_at_a_screen),
        PENTA_TEST(nothing_is_accepted_where_nothing_is_asked),
        PENTA_TEST(settings_that_change_elsewhere_hold_at_once),
        PENTA_TEST(a_script_plays_what_it_says_whatever_the_settings),
        PENTA_TEST(a_server_without_settings_is_no_trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
