/* SPDX-License-Identifier: MIT */
/*
 * A game that is over, looked at again: what is offered, asked of the driver, said and shown. The
 * test is behind the visit's calls and analyses.
 */
#include "brain/analysis/verdict.h"
#include "brain/error.h"
#include "client/cli/play/review.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

#include <stdlib.h>
#include <string.h>

#define MOVES "h10 a1 i10 a3 j10 a5 k10 s1 l10"
#define NODES 300
#define MEMORY ((size_t)4 << 20)

static struct visitor visitor;
static struct visit_calls calls;
static struct review review;
static struct analysis analysis;
static int asked;   /* analyses */
static int stopped; /* and how often one was not wanted any more */

static void on_analyse(void *ctx, const struct game *game, enum seat winner)
{
    (void)ctx;
    asked += game != NULL;
    stopped += game == NULL;
    assert_true(game == NULL || winner == SEAT_FIRST);
}

static void analyse(const struct game *game)
{
    void *tables = malloc(analysis_tables_size(game->variant));
    void *memory = calloc(1, MEMORY);
    assert_non_null(tables);
    assert_non_null(memory);
    analysis_tables_make(tables, game->variant);
    const struct analysis_options options = {.nodes = NODES,
                                             .tables = tables,
                                             .memory = memory,
                                             .memory_size = MEMORY,
                                             .winner = SEAT_NONE};
    assert_int_equal(analysis_init(&analysis, game, &options), 0);
    while (analysis_step(&analysis)) {
    }
    free(tables);
    free(memory);
}

/* At a table with a game of this variant, which the first player has won, or which goes on. */
static void sit(enum variant_id id, const char *moves, int result)
{
    struct table *table = &visitor.visit.table;
    visitor_init(&visitor, PLAN_PLAY, OP_AUTH_LOGIN);
    visitor_sit(&visitor, "");
    calls = *visitor.visit.calls;
    calls.analyse = on_analyse;
    visitor.visit.calls = &calls;
    table->variant = variant_get(id);
    assert_int_equal(game_parse(&table->game, table->variant, moves, strlen(moves), NULL), 0);
    table->result = result;
    review = (struct review){.visit = &visitor.visit};
    asked = 0;
    stopped = 0;
    visitor.said[0] = '\0';
}

static void leave(void)
{
    visitor_deinit(&visitor);
}

static void begin(void)
{
    assert_true(review_may_begin(&review));
    review_begin(&review);
    assert_int_equal(asked, 1);
    analyse(&visitor.visit.table.game);
    review_take_analysis(&review, 0, &analysis);
}

static void it_is_offered_where_it_can_be(void **state)
{
    (void)state;
    sit(VARIANT_CLASSIC, MOVES, RESULT_WORD_FIRST);
    review_offer(&review);
    visitor_check_said(&visitor, "To see where it was decided type: analyse");
    leave();
    sit(VARIANT_CLASSIC, MOVES, RESULT_WORD_NONE);
    review_offer(&review);
    visitor_check_silent(&visitor);
    leave();
    sit(VARIANT_MINI, "a1 a2 b1 b2 c1", RESULT_WORD_FIRST);
    review_offer(&review);
    visitor_check_said(&visitor, "To see where it was decided type: analyse");
    struct variant strange = *variant_get(VARIANT_MINI);
    strange.needs = 0; /* a game of which nobody says what it needs */
    visitor.visit.table.variant = &strange;
    visitor.said[0] = '\0';
    review_offer(&review);
    visitor_check_silent(&visitor);
    assert_false(review_may_begin(&review));
    visitor_check_said(&visitor, "cannot analyse this game");
    leave();
    sit(VARIANT_CLASSIC, "h10 a1", NONE);
    assert_false(review_may_begin(&review));
    visitor_check_said(&visitor, "Only a finished game can be analysed.");
    review_begin(&review);
    assert_int_equal(asked, 0);
    leave();
}

static void it_opens_where_the_game_was_lost(void **state)
{
    (void)state;
    char text[512];
    sit(VARIANT_CLASSIC, MOVES, RESULT_WORD_FIRST);
    assert_false(review_is_open(&review));
    begin();
    assert_true(review_is_open(&review));
    assert_int_equal(review.plies, 6);
    assert_int_equal(visitor.boards, 1);
    visitor_check_said(&visitor, "6. a5: An open three was left");
    review_put_task(&review, text, sizeof(text));
    assert_non_null(strstr(text, "Move 6 of 9."));
    leave();
}

static void it_is_walked_through(void **state)
{
    (void)state;
    static struct table shown;
    sit(VARIANT_CLASSIC, MOVES, RESULT_WORD_FIRST);
    begin();
    visitor_check_said(&visitor, "The first losing move: 6. a5 (O");
    review_do_step(&review, 1);
    assert_int_equal(review.plies, 7);
    visitor_check_said(&visitor, "7. k10: It makes an open four.");
    review_do_step(&review, -1);
    assert_int_equal(review.plies, 6);
    assert_true(review_is_number(&review, "2"));
    assert_false(review_is_number(&review, "h2"));
    review_do_number(&review, "2");
    review_put_table(&review, &shown);
    assert_int_equal(shown.game.ply, 2);
    assert_int_equal(visitor.visit.table.game.ply, 9);
    review_do_number(&review, "99999");
    assert_int_equal(review.plies, 9);
    review_do_number(&review, "0");
    review_do_step(&review, -1);
    assert_int_equal(review.plies, 0);
    leave();
}

/* Without an analysis, and while the game goes on. */
static void a_game_in_progress_is_looked_back_at(void **state)
{
    (void)state;
    static struct table shown;
    char text[512];
    sit(VARIANT_CLASSIC, "h10 a1 i10 a3", NONE);
    visitor.visit.is_person = false; /* who reads lines is told the move */
    assert_false(review_is_open(&review));
    assert_false(review_is_number(&review, "2"));
    review_do_steps(&review, -1, "");
    assert_true(review_looks_back(&review));
    visitor_check_said(&visitor, "3. i10 (X)");
    review_do_steps(&review, -1, "2");
    review_put_table(&review, &shown);
    assert_int_equal(shown.game.ply, 1);
    review_do_at(&review, "x");
    visitor_check_said(&visitor, "0 to 4: at 12");
    review_do_at(&review, "2");
    review_put_task(&review, text, sizeof(text));
    assert_non_null(strstr(text, "Looking back: 2. a1 (O)"));
    review_do_steps(&review, 1, "2");
    assert_false(review_is_open(&review)); /* the last position is the game itself */
    review_do_steps(&review, -1, "999");
    assert_int_equal(review.plies, 3); /* no number of steps that there can be: one */
    review_do_live(&review);
    assert_false(review_looks_back(&review));
    leave();
}

static void nobody_moves_on_a_board_of_the_past(void **state)
{
    (void)state;
    sit(VARIANT_CLASSIC, "h10 a1 i10 a3", NONE);
    assert_true(review_do_move(&review));
    review_do_at(&review, "1");
    assert_false(review_do_move(&review));
    visitor_check_said(&visitor, "Type the move again.");
    assert_true(review_do_move(&review));
    visitor.visit.table.me[0] = '\0'; /* a watcher, whose move is refused in any case */
    review_do_at(&review, "1");
    assert_true(review_do_move(&review));
    assert_true(review_looks_back(&review));
    leave();
}

static void a_move_behind_ones_back_is_told_and_ones_own_turn_ends_it(void **state)
{
    (void)state;
    struct table *table = &visitor.visit.table;
    sit(VARIANT_CLASSIC, "h10 a1 i10", NONE);
    table->me[0] = '\0'; /* a watcher */
    review_do_at(&review, "1");
    review_take_news(&review, EVENT_GAME_MOVED);
    visitor_check_said(&visitor, "Move 3 was played. To see it: live");
    assert_true(review_looks_back(&review));
    strcpy(table->me, table->seats[SEAT_SECOND].name);
    review_take_news(&review, EVENT_GAME_MOVED);
    assert_false(review_looks_back(&review));
    table->me[0] = '\0';
    review_do_at(&review, "2");
    assert_int_equal(game_parse(&table->game, table->variant, "h10", 3, NULL), 0);
    review_take_news(&review, EVENT_GAME_TAKEN_BACK); /* there is no such move any more */
    assert_false(review_looks_back(&review));
    review_do_at(&review, "0");
    table->game_id++;
    assert_false(review_is_open(&review));
    leave();
}

static void the_line_says_that_it_is_ones_turn(void **state)
{
    (void)state;
    char text[512];
    sit(VARIANT_CLASSIC, "h10 a1 i10 a3", NONE);
    review_do_at(&review, "2");
    review_put_task(&review, text, sizeof(text));
    assert_memory_equal(text, "It is your turn: type live to return.", 37);
    review_take_news(&review, EVENT_ROOM_SAID); /* nobody is torn away by a line of the chat */
    assert_true(review_looks_back(&review));
    strcpy(visitor.visit.table.me, "boris");
    review_put_task(&review, text, sizeof(text));
    assert_memory_equal(text, "Looking back:", 13);
    leave();
}

static void moves_are_listed(void **state)
{
    (void)state;
    sit(VARIANT_CLASSIC, "h10 a1 i10", NONE);
    for (size_t ply = 0; ply < 3; ply++)
        visitor.visit.table.spent_ms[ply] = 1500;
    review_do_moves(&review);
    visitor_check_said(&visitor, " 1. X h10 0:01.5   2. O a1 0:01.5");
    leave();
    sit(VARIANT_CLASSIC, "", NONE);
    review_do_moves(&review);
    visitor_check_said(&visitor, "There is no move yet.");
    leave();
}

/* Without words of fours and threes. */
static void a_game_of_another_kind_is_walked_through(void **state)
{
    (void)state;
    sit(VARIANT_MINI, "a1 a2 b1 b2 c3 c2", RESULT_WORD_SECOND);
    assert_true(review_may_begin(&review));
    analyse(&visitor.visit.table.game);
    review.game = visitor.visit.table.game_id;
    review_take_analysis(&review, 0, &analysis);
    visitor_check_said(&visitor, "5. c3: The opponent was left a win at once: c2.");
    review_do_step(&review, 0);
    visitor_check_said(&visitor, "O has a proven win.");
    leave();
}

static void another_game_ends_it(void **state)
{
    (void)state;
    sit(VARIANT_CLASSIC, MOVES, RESULT_WORD_FIRST);
    assert_true(review_may_begin(&review));
    review_begin(&review);
    assert_false(review_may_begin(&review)); /* it runs already */
    review_settle(&review);
    assert_int_equal(stopped, 0);
    visitor.visit.table.game_id++;
    review_settle(&review);
    assert_int_equal(stopped, 1);
    assert_false(review.is_running);
    leave();
}

static void too_little_memory_is_told(void **state)
{
    (void)state;
    sit(VARIANT_CLASSIC, MOVES, RESULT_WORD_FIRST);
    review_begin(&review);
    review_take_analysis(&review, ERR_TOO_LITTLE_MEMORY, NULL);
    visitor_check_said(&visitor, "Not enough memory");
    assert_false(review_is_open(&review));
    leave();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_offered_where_it_can_be),
        cmocka_unit_test(it_opens_where_the_game_was_lost),
        cmocka_unit_test(it_is_walked_through),
        cmocka_unit_test(a_game_in_progress_is_looked_back_at),
        cmocka_unit_test(nobody_moves_on_a_board_of_the_past),
        cmocka_unit_test(a_move_behind_ones_back_is_told_and_ones_own_turn_ends_it),
        cmocka_unit_test(the_line_says_that_it_is_ones_turn),
        cmocka_unit_test(moves_are_listed),
        cmocka_unit_test(a_game_of_another_kind_is_walked_through),
        cmocka_unit_test(another_game_ends_it),
        cmocka_unit_test(too_little_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
