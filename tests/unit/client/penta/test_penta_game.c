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
        game.rated = true;
        game.result = RESULT_WORD_FIRST;
        game.reason = REASON_WORD_RESIGN;
        game.to_act = NONE;
        game.ended = 2000;
        game.changes = changes;
        game.changes_count = 2;
        game.annulled = annulled == 1;
        penta_run_start("game 000000000009");
        fake_server_accept(&run.server);
        fake_server_reply(&run.server, OP_GAME_GET, fake_server_take(&run.server, OP_GAME_GET).id,
                          &(struct game_get_reply){.game = &game});
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
    fake_server_accept(&run.server);
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

static void answer_rows(const struct request *request, size_t count)
{
    struct history_row_record row = {.game = 11,
                                     .variant = variant_get(VARIANT_MINI),
                                     .opponent = "boris",
                                     .opponent_rank = NONE,
                                     .opponent_rating = NONE,
                                     .plies = 9};
    struct history_row_record rows[3] = {row, row, row};
    rows[0].game = 13;
    rows[1].game = 12;
    fake_server_reply(&run.server, OP_HISTORY_LIST, request->id,
                      &(struct history_list_reply){
                          .name = "maria", .rows = rows + 3 - count, .rows_count = count});
}

/* Of the player's games any command takes the place in the history, the opponent's name, or the
 * last one where nothing is named. */
static void every_command_takes_a_game_by_place_or_name(void **state)
{
    (void)state;
    static const struct {
        const char *typed;
        const char *opponent;
        int64_t limit;
        enum op op;
    } rows[] = {
        {"game boris --psq", "boris", 1, OP_GAME_EXPORT},
        {"star", NULL, 1, OP_HISTORY_STAR},
        {"star 3", NULL, 3, OP_HISTORY_STAR},
        {"star boris --remove", "boris", 1, OP_HISTORY_STAR},
        {"analyse 2", NULL, 2, OP_COUNT},
        {"analyse boris", "boris", 1, OP_COUNT},
        {"solo --position 2 --computer random", NULL, 2, OP_COUNT},
        {"report boris stalling --game 3", NULL, 3, OP_PLAYER_REPORT},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct request request = penta_run_as_maria(rows[i].typed, OP_HISTORY_LIST);
        assert_int_equal(request.as.history_list.limit, rows[i].limit);
        assert_int_equal(request.as.history_list.opponent != NULL, rows[i].opponent != NULL);
        if (rows[i].opponent != NULL)
            assert_string_equal(request.as.history_list.opponent, rows[i].opponent);
        answer_rows(&request, rows[i].op == OP_COUNT ? 0 : (size_t)rows[i].limit);
        if (rows[i].op == OP_COUNT) {
            penta_run_check_end(1, rows[i].opponent != NULL
                                       ? "You have no finished game against boris."
                                       : "You have no finished games yet.");
            continue;
        }
        fake_server_accept(&run.server);
        if (rows[i].op != OP_GAME_EXPORT)
            fake_server_reply(&run.server, OP_AUTH_RESUME,
                              fake_server_take(&run.server, OP_AUTH_RESUME).id,
                              &(struct auth_resume_reply){.seq = 1, .name = "maria"});
        request = fake_server_take(&run.server, rows[i].op);
        assert_int_equal(rows[i].op == OP_GAME_EXPORT    ? request.as.game_export.game
                         : rows[i].op == OP_HISTORY_STAR ? request.as.history_star.game
                                                         : request.as.player_report.game,
                         11);
        fake_server_drop(&run.server);
        (void)penta_wait(&run.penta);
    }
}

static void the_own_history_has_the_numbers_that_commands_take(void **state)
{
    (void)state;
    struct request request = penta_run_as_maria("history", OP_HISTORY_LIST);
    answer_rows(&request, 3);
    penta_run_check_end(0, "\n  3 00000000000b ");
    request = penta_run_as_maria("history --result won", OP_HISTORY_LIST);
    answer_rows(&request, 3);
    penta_run_check_end(0, "\n00000000000b ");
}

static void refuse(const struct request *request, int code)
{
    fake_server_error(&run.server, request->id, &(struct fault){.error = code}, 0);
}

/* Twelve characters that an id may have. A game of that id comes first, then the opponent. */
static void a_name_that_looks_like_an_id_is_an_opponent_where_there_is_no_such_game(void **state)
{
    static const struct {
        bool is_player;
        size_t played;
        bool is_game;
        bool means_opponent;
    } rows[] = {{true, 1, false, true},
                {true, 0, false, true},
                {true, 1, true, false},
                {true, 0, true, false},
                {false, 0, false, false}};
    const struct game_record game = wire_game(9, "h8", 1);
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct request request = penta_run_as_maria("game mary4jane123", OP_HISTORY_LIST);
        assert_string_equal(request.as.history_list.opponent, "mary4jane123");
        if (rows[i].is_player) {
            answer_rows(&request, rows[i].played);
            request = fake_server_take(&run.server, OP_GAME_GET);
            if (rows[i].is_game)
                fake_server_reply(&run.server, OP_GAME_GET, request.id,
                                  &(struct game_get_reply){.game = &game});
        }
        if (!rows[i].is_game)
            refuse(&request, rows[i].is_player ? ERR_NO_SUCH_GAME : ERR_NO_SUCH_PLAYER);
        if (rows[i].means_opponent && rows[i].played == 0) {
            penta_run_check_end(1, "You have no finished game against mary4jane123.");
            continue;
        }
        fake_server_accept(&run.server);
        request = fake_server_take(&run.server, OP_GAME_GET);
        assert_int_equal(request.as.game_get.game == 11, rows[i].means_opponent);
        refuse(&request, ERR_NO_SUCH_GAME);
        penta_run_check_end(1, "There is no such game.");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(a_game_is_named_by_its_place_in_the_own_history),
        PENTA_TEST(every_command_takes_a_game_by_place_or_name),
        PENTA_TEST(a_name_that_looks_like_an_id_is_an_opponent_where_there_is_no_such_game),
        PENTA_TEST(the_own_history_has_the_numbers_that_commands_take),
        PENTA_TEST(the_moves_of_a_game_are_listed_with_times),
        PENTA_TEST(a_game_is_shown_at_any_move),
        PENTA_TEST(a_game_that_was_annulled_says_so),
        PENTA_TEST(a_move_that_a_game_does_not_have_is_told),
        PENTA_TEST(a_person_steps_through_a_game_by_keys),
        PENTA_TEST(ones_own_turn_ends_the_looking_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
