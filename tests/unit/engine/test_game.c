/* SPDX-License-Identifier: MIT */
/*
 * Tests of engine/game.h: what holds for every variant. Winning rows are in test_lines.c, the
 * opening in test_swap2.c, many games at once in test_random.c.
 */
#include "engine/game.h"
#include "tests/support/board_text.h"
#include "tests/support/test.h"
#include "tests/unit/engine/random_game.h"
#include "tests/unit/engine/rules_testing.h"

#include <string.h>

/* Full, and nobody has three. */
#define DRAWN_MINI                                                                                 \
    "XOX\n"                                                                                        \
    "XOO\n"                                                                                        \
    "OXx\n"

static struct game mini_after(const char *drawing)
{
    struct game game;
    assert_int_equal(board_text_play(&game, variant_get(VARIANT_MINI), 0, 0, drawing), 0);
    return game;
}

static int parse(struct game *game, enum variant_id id, const char *text, size_t *ply_out)
{
    return game_parse(game, variant_get(id), text, strlen(text), ply_out);
}

TEST(a_new_game_is_empty_and_the_first_player_begins_with_x)
{
    struct game game;
    game_init(&game, variant_get(VARIANT_CLASSIC));
    assert_int_equal(game_status(&game), GAME_OPEN);
    assert_int_equal(game_winner(&game), SEAT_NONE);
    assert_int_equal(game_to_act(&game), SEAT_FIRST);
    assert_int_equal(game_expects(&game), EXPECTS_STONE);
    assert_int_equal(game_next_mark(&game), MARK_X);
    assert_int_equal(game_seat_mark(&game, SEAT_FIRST), MARK_X);
    assert_int_equal(game_seat_mark(&game, SEAT_SECOND), MARK_O);
    assert_int_equal(game_legal_actions(&game, NULL, 0), 361);
    assert_int_equal(game_winning_line(&game, NULL, 0), 0);
}

TEST(players_alternate)
{
    struct game game = mini_after("...\n.O.\nX..");
    assert_int_equal(game_to_act(&game), SEAT_FIRST);
    assert_int_equal(game_next_mark(&game), MARK_X);
    game = mini_after("...\n.O.\nX.x");
    assert_int_equal(game_to_act(&game), SEAT_SECOND);
    assert_int_equal(game_next_mark(&game), MARK_O);
}

TEST(stones_lie_where_they_were_placed)
{
    char text[BOARD_TEXT_SIZE];
    struct game game;
    assert_int_equal(parse(&game, VARIANT_MINI, "a1 b2 c1 b1", NULL), 0);
    board_text_draw(&game, text);
    assert_string_equal(text, "...\n.O.\nXOX\n");
}

TEST(a_row_is_near_when_two_stones_are_missing)
{
    struct game game = game_of(VARIANT_CLASSIC, "a1 b1 a2 b2");
    assert_true(game_is_far_from_win(&game, SEAT_FIRST)); /* 2 of 5 */
    game = game_of(VARIANT_CLASSIC, "a1 b1 a2 b2 h8");
    assert_false(game_is_far_from_win(&game, SEAT_FIRST)); /* 3 of 5, wherever they are */
    assert_true(game_is_far_from_win(&game, SEAT_SECOND));
    game = game_of(VARIANT_MINI, "");
    assert_true(game_is_far_from_win(&game, SEAT_FIRST));
    game = game_of(VARIANT_MINI, "a1");
    assert_false(game_is_far_from_win(&game, SEAT_FIRST)); /* 1 of 3 */
    assert_true(game_is_far_from_win(&game, SEAT_SECOND));
}

TEST(a_taken_square_is_refused)
{
    struct game game = mini_after("...\n.O.\nX..");
    struct game before = game;
    assert_int_equal(game_act(&game, action_place(0)), ERR_OCCUPIED);
    assert_int_equal(game_act(&game, action_place(4)), ERR_OCCUPIED);
    random_game_assert_equal(&game, &before);
}

TEST(a_square_off_the_board_is_refused)
{
    struct game game = mini_after("...\n.O.\nX..");
    assert_int_equal(game_act(&game, action_place(9)), ERR_OFF_BOARD);
    assert_int_equal(game_act(&game, action_place(360)), ERR_OFF_BOARD);
    assert_int_equal(game_act(&game, action_place((size_t)-1)), ERR_OFF_BOARD);
    assert_int_equal(game.ply, 2);
}

TEST(a_choice_in_a_game_without_an_opening_is_refused)
{
    struct game game = mini_after("...\n.O.\nX..");
    assert_int_equal(game_act(&game, action_choose(CHOICE_WHITE)), ERR_CANNOT_CHOOSE);
}

TEST(an_action_code_that_means_nothing_is_refused)
{
    struct game game = mini_after("...\n.O.\nX..");
    for (unsigned code = 9; code <= UINT16_MAX; code++)
        assert_int_not_equal(game_check(&game, (struct action){(uint16_t)code}), 0);
}

TEST(a_won_game_takes_no_more_actions)
{
    struct game game = mini_after("...\nOO.\nXXx");
    assert_int_equal(game_status(&game), GAME_WON);
    assert_int_equal(game_winner(&game), SEAT_FIRST);
    assert_int_equal(game_to_act(&game), SEAT_NONE);
    assert_int_equal(game_expects(&game), EXPECTS_NOTHING);
    assert_int_equal(game_next_mark(&game), MARK_NONE);
    assert_int_equal(game_legal_actions(&game, NULL, 0), 0);
    assert_int_equal(game_act(&game, action_place(8)), ERR_GAME_OVER);
    assert_int_equal(game_act(&game, action_place(0)), ERR_GAME_OVER);
    assert_int_equal(game_act(&game, action_choose(CHOICE_BLACK)), ERR_GAME_OVER);
}

TEST(the_second_player_wins_with_o)
{
    struct game game = mini_after("X.X\nOoO\nX..");
    assert_int_equal(game_winner(&game), SEAT_SECOND);
}

TEST(a_full_board_without_a_row_is_a_draw)
{
    struct game game = mini_after(DRAWN_MINI);
    assert_int_equal(game_status(&game), GAME_DRAWN);
    assert_int_equal(game_winner(&game), SEAT_NONE);
    assert_int_equal(game_to_act(&game), SEAT_NONE);
    assert_int_equal(game_winning_line(&game, NULL, 0), 0);
    assert_int_equal(game_check(&game, action_place(0)), ERR_GAME_OVER);
}

TEST(a_row_made_by_the_last_stone_of_a_full_board_wins)
{
    struct game game = mini_after("XXx\nOOX\nXOO");
    assert_int_equal(game.stones, 9);
    assert_int_equal(game_status(&game), GAME_WON);
}

/* Pairs that shift by two from row to row: no row of any direction is longer than two. */
static size_t drawing_of_full_board(size_t side, char *text)
{
    size_t x_count = 0;
    for (size_t y = 0; y < side; y++) {
        for (size_t x = 0; x < side; x++) {
            bool is_x = (x + 2 * y) % 4 < 2;
            x_count += is_x;
            *text++ = is_x ? 'X' : 'O';
        }
        *text++ = '\n';
    }
    *text = '\0';
    return x_count;
}

TEST(a_full_big_board_is_a_draw)
{
    char text[BOARD_TEXT_SIZE];
    char drawn[BOARD_TEXT_SIZE];
    struct game game;
    assert_int_equal(drawing_of_full_board(19, text), 181);
    assert_int_equal(board_text_play(&game, variant_get(VARIANT_CLASSIC), 0, 0, text), 0);
    board_text_draw(&game, drawn);
    assert_string_equal(drawn, text);
    assert_int_equal(game.stones, 361);
    assert_int_equal(game_status(&game), GAME_DRAWN);
    game_undo(&game);
    assert_int_equal(game_status(&game), GAME_OPEN);
    assert_int_equal(game_legal_actions(&game, NULL, 0), 1);
}

TEST(a_full_board_of_15x15_is_a_draw)
{
    char text[BOARD_TEXT_SIZE];
    struct game game;
    assert_int_equal(drawing_of_full_board(15, text), 113);
    assert_int_equal(board_text_play(&game, variant_get(VARIANT_FREESTYLE15), 0, 0, text), 0);
    assert_int_equal(game.stones, 225);
    assert_int_equal(game_status(&game), GAME_DRAWN);
}

TEST(a_won_game_is_open_again_when_undone)
{
    struct game game = mini_after("...\nOO.\nXXx");
    game_undo(&game);
    assert_int_equal(game_status(&game), GAME_OPEN);
    assert_int_equal(game_to_act(&game), SEAT_FIRST);
    assert_int_equal(game_cell(&game, 2), MARK_NONE);
    assert_int_equal(game_act(&game, action_place(2)), 0);
    assert_int_equal(game_status(&game), GAME_WON);
}

TEST(a_takeback_goes_back_to_the_players_own_last_turn)
{
    struct game game;
    assert_int_equal(parse(&game, VARIANT_CLASSIC, "", NULL), 0);
    assert_int_equal(game_takeback_ply(&game, SEAT_FIRST, 0, TAKEBACK_TURN), -1);
    assert_int_equal(parse(&game, VARIANT_CLASSIC, "h8", NULL), 0);
    assert_int_equal(game_takeback_ply(&game, SEAT_FIRST, 0, TAKEBACK_TURN), 0);
    assert_int_equal(game_takeback_ply(&game, SEAT_SECOND, 0, TAKEBACK_TURN), -1);
    assert_int_equal(parse(&game, VARIANT_CLASSIC, "h8 i9 h9", NULL), 0);
    assert_int_equal(game_takeback_ply(&game, SEAT_FIRST, 0, TAKEBACK_TURN), 2);
    assert_int_equal(game_takeback_ply(&game, SEAT_SECOND, 0, TAKEBACK_TURN), 1);
    /* In an opening a player acts several times in a row: one turn. */
    assert_int_equal(parse(&game, VARIANT_SWAP2, "h8 i9 h9", NULL), 0);
    assert_int_equal(game_takeback_ply(&game, SEAT_FIRST, 0, TAKEBACK_TURN), 0);
    assert_int_equal(game_takeback_ply(&game, SEAT_SECOND, 0, TAKEBACK_TURN), -1);
}

TEST(a_replay_stops_before_the_wrong_action)
{
    struct game game, expected;
    struct action actions[] = {action_place(0), action_place(4), action_place(4), action_place(8)};
    assert_int_equal(game_replay(&game, variant_get(VARIANT_MINI), actions, 4), ERR_OCCUPIED);
    assert_int_equal(game_replay(&expected, variant_get(VARIANT_MINI), actions, 2), 0);
    random_game_assert_equal(&game, &expected);
}

TEST(no_more_legal_actions_are_written_than_there_is_room_for)
{
    struct game game = mini_after("...\n.O.\nX..");
    struct action actions[3] = {{1000}, {1000}, {1000}};
    assert_int_equal(game_legal_actions(&game, actions, 2), 7);
    assert_int_equal(action_cell(actions[0]), 1);
    assert_int_equal(action_cell(actions[1]), 2);
    assert_int_equal(actions[2].code, 1000);
}

TEST(a_game_reads_back_from_its_text)
{
    struct random random = {3};
    for (size_t i = 0; i < 3000; i++) {
        struct game game, again;
        char text[GAME_TEXT_SIZE];
        random_game_play(&game, variant_get((enum variant_id)(i % VARIANT_COUNT)), &random,
                         random_below(&random, GAME_ACTIONS_MAX + 1));
        int len = game_format(&game, text, sizeof(text));
        assert_int_equal(len, strlen(text));
        assert_int_equal(game_parse(&again, game.variant, text, (size_t)len, NULL), 0);
        random_game_assert_equal(&game, &again);
    }
}

TEST(the_text_of_a_game_is_its_actions_with_single_spaces)
{
    struct game game;
    char text[GAME_TEXT_SIZE];
    const char *actions = "h8 i9 a19 two_more b1 c1 white s19";
    assert_int_equal(parse(&game, VARIANT_SWAP2, actions, NULL), 0);
    assert_int_equal(game_format(&game, text, sizeof(text)), strlen(actions));
    assert_string_equal(text, actions);
    game_init(&game, game.variant);
    assert_int_equal(game_format(&game, text, sizeof(text)), 0);
    assert_string_equal(text, "");
}

TEST(a_text_that_does_not_fit_is_an_error)
{
    struct game game;
    char text[9];
    parse(&game, VARIANT_CLASSIC, "h8 i9 j10", NULL);
    for (size_t size = 0; size < 9; size++)
        assert_int_equal(game_format(&game, text, size), ERR_TOO_SMALL);
    parse(&game, VARIANT_CLASSIC, "h8 i9 j1", NULL);
    assert_int_equal(game_format(&game, text, 9), 8);
}

TEST(a_wrong_action_in_a_text_is_told_by_its_ply)
{
    static const struct {
        const char *text;
        int error;
        size_t ply;
    } cases[] = {
        {"h8 i9 h8", ERR_OCCUPIED, 2},
        {"h8 z9", ERR_OFF_BOARD, 1},
        {"h8 white", ERR_CANNOT_CHOOSE, 1},
        {"h8 ", ERR_BAD_NOTATION, 1},
        {" h8", ERR_BAD_NOTATION, 0},
        {"h8  i9", ERR_BAD_NOTATION, 1},
        {"h8\ni9", ERR_BAD_NOTATION, 0},
        {" ", ERR_BAD_NOTATION, 0},
        {"a1 a2 b1 b2 c1 c2 d1 d2 e1 e2", ERR_GAME_OVER, 9},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct game game;
        size_t ply = 1000;
        assert_int_equal(parse(&game, VARIANT_CLASSIC, cases[i].text, &ply), cases[i].error);
        assert_int_equal(ply, cases[i].ply);
        assert_int_equal(game.ply, cases[i].ply);
    }
    assert_int_equal(parse(&(struct game){0}, VARIANT_CLASSIC, "h8 h8", NULL), ERR_OCCUPIED);
}

TEST(the_longest_game_has_room_for_its_actions_and_its_text)
{
    char drawing[BOARD_TEXT_SIZE];
    char text[GAME_TEXT_SIZE];
    struct game game;
    drawing_of_full_board(19, drawing);
    board_text_play(&game, variant_get(VARIANT_CLASSIC), 0, 0, drawing);
    assert_true(game_format(&game, text, sizeof(text)) > 0);
    struct game swap2;
    game_init(&swap2, variant_get(VARIANT_SWAP2));
    for (size_t i = 0; i < 361; i++) {
        if (game_expects(&swap2) == EXPECTS_CHOICE)
            game_act(&swap2, action_choose(CHOICE_TWO_MORE));
        if (game_expects(&swap2) == EXPECTS_CHOICE)
            game_act(&swap2, action_choose(CHOICE_BLACK));
        assert_int_equal(game_act(&swap2, game_actions(&game)[i]), 0);
    }
    assert_int_equal(swap2.ply, 361 + 2);
    assert_int_equal(game_status(&swap2), GAME_DRAWN);
    assert_true(game_format(&swap2, text, sizeof(text)) > 0);
}

static uint64_t key_after(enum variant_id id, const char *actions)
{
    struct game game;
    assert_int_equal(parse(&game, id, actions, NULL), 0);
    return game_key(&game);
}

/* The key stands for all that can still happen: the same behind the same stones, and depends on
 * more than them where the rules say so. */
TEST(a_key_tells_positions_apart)
{
    static const struct {
        enum variant_id variant;
        const char *one;
        const char *other;
        bool is_same;
    } rows[] = {
        {VARIANT_CLASSIC, "a1 b1 c1", "c1 b1 a1", true},
        {VARIANT_CLASSIC, "a1 b1 c1", "a1 c1 b1", false},
        {VARIANT_CLASSIC, "a1 b1 c1", "a1 b1", false},
        {VARIANT_CONNECT6, "j10 a1 b1 c1", "j10 b1 a1 c1", true},
        {VARIANT_SWAP2, "a1 b1 c1 white", "a1 b1 c1 black", false},
        {VARIANT_SWAP2, "a1 b1 c1 white d1", "a1 b1 c1 two_more d1", false},
        {VARIANT_ULTIMATE, "e5 d4 a1 b2 d5", "e5 d4 a1 b2 e6", false},
        {VARIANT_DROP4, "a1 b1 a2 b2", "a1 b1 a2 b2", true},
        {VARIANT_DROP4, "a1 b1 c1 d1", "c1 d1 a1 b1", true},
        /* nobody may play upon the last stone */
        {VARIANT_DROP4_MISERE, "a1 b1 c1 d1", "a1 d1 c1 b1", false},
        {VARIANT_WILD4, "Xa1 Ob1", "Ob1 Xa1", true},
        {VARIANT_PLANE, "0:0 1:1 2:2 3:3", "0:0 3:3 2:2 1:1", true},
        {VARIANT_PLANE, "0:0 1:1 2:2 3:3", "0:0 2:2 1:1 3:3", false},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bool is_same =
            key_after(rows[i].variant, rows[i].one) == key_after(rows[i].variant, rows[i].other);
        if (is_same != rows[i].is_same)
            fail_msg("%s and %s", rows[i].one, rows[i].other);
    }
}
