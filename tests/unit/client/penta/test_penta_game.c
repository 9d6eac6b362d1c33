/* SPDX-License-Identifier: MIT */
/*
 * The program penta looks back at games: one that is over, its moves, any position of it, step by
 * step; and one at the table, while it goes on.
 */
#include "penta_run.h"
#include "penta_table.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <string.h>

/* Answers with a game that anna has won. */
static void answer_game(void)
{
    struct game_record game = wire_game(9, "h8 i9 i7", 3);
    game.variant = variant_get(VARIANT_FREESTYLE15);
    game.result = RESULT_WORD_FIRST;
    game.reason = REASON_WORD_RESIGN;
    game.to_act = NONE;
    game.spent = "1500 61000 200";
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_GAME_GET, fake_server_take(&run.server, OP_GAME_GET).id,
                      &(struct game_get_reply){.game = &game});
}

static void the_moves_of_a_game_are_listed_with_times(void **state)
{
    (void)state;
    penta_run_start("game 000000000009 --moves");
    answer_game();
    penta_run_check_end(0, "  1. X h8         0:01.5      2. O i9           1:01\n"
                           "  3. X i7         0:00.2\n");
}

static void a_game_is_shown_at_any_move(void **state)
{
    (void)state;
    penta_run_start("game 000000000009 --at 2");
    answer_game();
    penta_run_check_end(0, "2. i9 (O), boris, 1:01\n");
    assert_null(strstr(run.penta.text, "Opening"));
}

/* A rated game that moved points, and what became of them. */
static void a_game_that_was_annulled_says_so(void **state)
{
    static const struct rating_change_record changes[] = {
        {.name = "anna", .before = 1500, .after = 1520},
        {.name = "boris", .before = 1500, .after = 1480}};
    (void)state;
    for (int annulled = 0; annulled < 2; annulled++) {
        struct game_record game = wire_game(9, "h8 i9 i7", 3);
        game.variant = variant_get(VARIANT_FREESTYLE15);
        struct history_row_record row = {.game = 9,
                                         .variant = game.variant,
                                         .rated = true,
                                         .ended = 2000,
                                         .opponent = "boris",
                                         .opponent_rank = NONE,
                                         .reason = REASON_WORD_RESIGN,
                                         .seat = NONE,
                                         .mark = NONE,
                                         .opponent_rating = NONE,
                                         .annulled = annulled == 1};
        game.rated = true;
        game.result = RESULT_WORD_FIRST;
        game.reason = REASON_WORD_RESIGN;
        game.to_act = NONE;
        game.ended = 2000;
        game.changes = changes;
        game.changes_count = 2;
        penta_run_start("game 000000000009");
        fake_server_accept(&run.server);
        fake_server_reply(&run.server, OP_GAME_GET, fake_server_take(&run.server, OP_GAME_GET).id,
                          &(struct game_get_reply){.game = &game});
        struct request request = fake_server_take(&run.server, OP_HISTORY_LIST);
        assert_string_equal(request.as.history_list.name, "anna");
        assert_int_equal(request.as.history_list.since, 2000);
        assert_int_equal(request.as.history_list.until, 2001);
        fake_server_reply(
            &run.server, OP_HISTORY_LIST, request.id,
            &(struct history_list_reply){.name = "anna", .rows = &row, .rows_count = 1});
        penta_run_check_end(0, "boris: rating 1500 -> 1480 (-20)\n");
        assert_int_equal(strstr(run.penta.text, "This game was annulled") != NULL, annulled);
    }
}

static void a_move_that_a_game_does_not_have_is_told(void **state)
{
    (void)state;
    penta_run_start("game 000000000009 --at 4");
    answer_game();
    penta_run_check_end(2, "The last move of this game is number 3.");
}

static void a_person_steps_through_a_game_by_keys(void **state)
{
    (void)state;
    penta_run_start_screen("game 000000000009");
    answer_game();
    penta_run_see("Before the first move (of 3).");
    penta_type(&run.penta, "\x1b[C");
    penta_run_see("1. h8 (X), anna, 0:01.5");
    penta_type(&run.penta, "l");
    penta_run_see("2. i9 (O), boris, 1:01");
    penta_type(&run.penta, "3\r");
    penta_run_see("Hogetsu");
    penta_type(&run.penta, "1\r");
    penta_run_see("1. h8 (X), anna");
    penta_type(&run.penta, "q");
    penta_run_check_end(0, "anna won: resignation.");
}

static void ones_own_turn_ends_the_looking_back(void **state)
{
    (void)state;
    struct game_moved_event moved = wire_moved(9, 2, SEAT_WORD_SECOND, 1, "a1");
    sit_down_at_a_screen();
    penta_type(&run.penta, "b2\r");
    answer_move(1, 0, "b2");
    penta_run_see("boris's turn");
    penta_type(&run.penta, "\x1b[5~"); /* Page up */
    penta_run_see("Looking back: Before the first move (of 1).");
    fake_server_event(&run.server, EVENT_GAME_MOVED, &moved);
    penta_run_see("Your turn");
    penta_type(&run.penta, "back\r");
    penta_run_see("Looking back: 1. b2 (X), anna");
    penta_type(&run.penta, "\x1b[F"); /* End */
    penta_run_see("Your turn: place X.");
    penta_type(&run.penta, "back\r");
    penta_run_see("Looking back: 1. b2 (X), anna");
    penta_type(&run.penta, "c3\r"); /* not sent: the next request is another one */
    penta_run_see("You were looking");
    penta_type(&run.penta, "c2\r");
    answer_move(3, 2, "c2");
    penta_type(&run.penta, "quit\r");
    penta_run_check_end(0, "");
}

static void a_game_is_named_by_its_place_in_the_own_history(void **state)
{
    (void)state;
    const struct history_row_record rows[] = {{.game = 12,
                                               .variant = variant_get(VARIANT_MINI),
                                               .opponent = "boris",
                                               .opponent_rank = NONE,
                                               .opponent_rating = NONE,
                                               .plies = 9},
                                              {.game = 11,
                                               .variant = variant_get(VARIANT_MINI),
                                               .opponent = "boris",
                                               .opponent_rank = NONE,
                                               .opponent_rating = NONE,
                                               .plies = 9}};
    struct request request = penta_run_as_maria("game 2 --sgf", OP_HISTORY_LIST);
    assert_int_equal(request.as.history_list.limit, 2);
    fake_server_reply(&run.server, OP_HISTORY_LIST, request.id,
                      &(struct history_list_reply){.name = "maria", .rows = rows, .rows_count = 2});
    request = fake_server_take(&run.server, OP_GAME_EXPORT);
    assert_int_equal(request.as.game_export.game, 11);
    fake_server_reply(&run.server, OP_GAME_EXPORT, request.id,
                      &(struct game_export_reply){.text = "(;SZ[3])"});
    penta_run_check_end(0, "(;SZ[3])");
    request = penta_run_as_maria("game", OP_HISTORY_LIST);
    assert_int_equal(request.as.history_list.limit, 1);
    fake_server_reply(&run.server, OP_HISTORY_LIST, request.id,
                      &(struct history_list_reply){.name = "maria"});
    penta_run_check_end(1, "You have no finished games yet.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(a_game_is_named_by_its_place_in_the_own_history),
        PENTA_TEST(the_moves_of_a_game_are_listed_with_times),
        PENTA_TEST(a_game_is_shown_at_any_move),
        PENTA_TEST(a_game_that_was_annulled_says_so),
        PENTA_TEST(a_move_that_a_game_does_not_have_is_told),
        PENTA_TEST(a_person_steps_through_a_game_by_keys),
        PENTA_TEST(ones_own_turn_ends_the_looking_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
