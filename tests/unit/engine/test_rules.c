/* SPDX-License-Identifier: MIT */
/*
 * Tests of engine/rules.h: games of boards that are in no table go through the same functions, in
 * no more memory than they need. The counts are known answers of other programs.
 */
#include "engine/game.h"
#include "engine/needs.h"
#include "engine/record.h"
#include "engine/threats.h"
#include "tests/support/board_text.h"
#include "tests/support/test.h"
#include "tests/unit/engine/random_game.h"

#include <stdlib.h>
#include <string.h>

/* Rows of no table. */
static const struct variant four = {.key = "four",
                                    .name = "Four on 4x4",
                                    .width = 4,
                                    .height = 4,
                                    .stored = 16,
                                    .row = 4,
                                    .overline = OVERLINE_WINS,
                                    .rules = RULES_STANDARD,
                                    .needs = NEED_PLAIN};
static const struct variant wide = {.key = "wide",
                                    .name = "Three on 4x3",
                                    .width = 4,
                                    .height = 3,
                                    .stored = 12,
                                    .row = 3,
                                    .overline = OVERLINE_WINS,
                                    .rules = RULES_STANDARD,
                                    .needs = NEED_PLAIN};
static const struct variant strip = {.key = "strip",
                                     .name = "Three on 30x4",
                                     .width = 30,
                                     .height = 4,
                                     .stored = 120,
                                     .row = 3,
                                     .overline = OVERLINE_WINS,
                                     .rules = RULES_STANDARD,
                                     .needs = NEED_PLAIN};
static const struct variant small_swap2 = {.key = "small",
                                           .name = "Swap2 on 5x5",
                                           .width = 5,
                                           .height = 5,
                                           .stored = 25,
                                           .row = 4,
                                           .overline = OVERLINE_NOTHING,
                                           .rules = RULES_SWAP2,
                                           .needs = NEED_PLAIN | NEED_CHOICES};

/* The largest board of no table for which there is room (engine/limits.h). */
static const struct variant gomocup = {.key = "gomocup",
                                       .name = "Five on 20x20",
                                       .width = 20,
                                       .height = 20,
                                       .stored = 400,
                                       .row = 5,
                                       .overline = OVERLINE_WINS,
                                       .rules = RULES_STANDARD,
                                       .needs = NEED_PLAIN};

static const struct variant *const rows[] = {&four, &wide, &strip, &small_swap2};
#define ROWS (sizeof(rows) / sizeof(rows[0]))

/* A game in a block of memory that ends where the game does, so that a sanitizer sees a step too
 * far. */
static struct game *game_in_its_size(const struct variant *variant)
{
    struct game *game = malloc(game_size(variant));
    assert_non_null(game);
    game_init(game, variant);
    return game;
}

static void play(struct game *game, const char *actions)
{
    char text[GAME_TEXT_SIZE];
    size_t ply = 0;
    int error = game_parse(game, game->variant, actions, strlen(actions), &ply);
    if (error != 0)
        fail_msg("\"%s\": error %d at ply %zu", actions, error, ply);
    assert_int_equal(game_format(game, text, sizeof(text)), strlen(actions));
    assert_string_equal(text, actions);
}

TEST(a_game_takes_the_bytes_of_its_board_and_its_actions)
{
    size_t head = offsetof(struct game, body);
    assert_int_equal(game_size(variant_get(VARIANT_CLASSIC)), head + 362 + 2 * 361);
    assert_int_equal(game_size(variant_get(VARIANT_SWAP2)), head + 362 + 2 * 363);
    assert_int_equal(game_size(variant_get(VARIANT_MINI)), head + 10 + 2 * 9);
    assert_int_equal(game_size(&four), head + 16 + 2 * 16);
    assert_int_equal(game_size(&small_swap2), head + 26 + 2 * 27);
}

TEST(room_for_any_game_is_that_of_the_largest_one)
{
    size_t largest = game_size(&gomocup);
    assert_true(variant_can_be_played(&gomocup));
    for (unsigned i = 0; i < VARIANT_COUNT; i++) {
        size_t size = game_size(variant_get((enum variant_id)i));
        largest = size > largest ? size : largest;
    }
    assert_true(sizeof(struct game) >= largest);
    assert_true(sizeof(struct game) - largest < sizeof(const struct variant *)); /* alignment */
}

TEST(four_in_a_row_win_on_a_board_of_no_table)
{
    size_t cells[4];
    struct game *game = game_in_its_size(&four);
    play(game, "a1 a2 b2 b1 c3 c1");
    assert_int_equal(game_status(game), GAME_OPEN);
    assert_int_equal(game_to_act(game), SEAT_FIRST);
    assert_int_equal(game_stones_left(game), 1);
    play(game, "a1 a2 b2 b1 c3 c1 d4");
    assert_int_equal(game_status(game), GAME_WON);
    assert_int_equal(game_winner(game), SEAT_FIRST);
    assert_int_equal(game_stones_left(game), 0);
    assert_int_equal(game_winning_line(game, cells, 4), 4);
    assert_int_equal(cells[0], 0);
    assert_int_equal(cells[3], 15);
    assert_int_equal(game_act(game, action_place(3)), ERR_GAME_OVER);
    game_undo(game);
    assert_int_equal(game_winner(game), SEAT_NONE);
    assert_int_equal(game_act(game, action_place(16)), ERR_OFF_BOARD);
    assert_int_equal(game_act(game, action_place(0)), ERR_OCCUPIED);
    assert_int_equal(game_act(game, action_choose(CHOICE_WHITE)), ERR_CANNOT_CHOOSE);
    free(game);
}

TEST(the_second_player_wins_there_too_and_a_full_board_is_a_draw)
{
    struct game *game = game_in_its_size(&four);
    play(game, "a1 a4 b2 b3 c3 c2 d3 d1");
    assert_int_equal(game_status(game), GAME_WON);
    assert_int_equal(game_winner(game), SEAT_SECOND);
    assert_int_equal(board_text_play(game, &four, 0, 0, "XOXO\nXOXO\nOXOX\nXOXo"), 0);
    assert_int_equal(game_status(game), GAME_DRAWN);
    assert_int_equal(game_winner(game), SEAT_NONE);
    free(game);
}

/* By depth: sequences of so many actions, and how many of them end the game by a row. */
struct census {
    size_t moves[8];
    size_t wins[8];
};

static void count_from(struct census *census, struct game *game, unsigned depth)
{
    struct action actions[GAME_LEGAL_MAX];
    size_t count = game_legal_actions(game, actions, sizeof(actions) / sizeof(actions[0]));
    census->moves[game->ply + 1] += count;
    if (game->ply + 1u == depth)
        return;
    for (size_t i = 0; i < count; i++) {
        game_do(game, actions[i]);
        if (game_status(game) == GAME_WON)
            census->wins[game->ply]++;
        else
            count_from(census, game, depth);
        game_undo(game);
    }
}

TEST(the_board_of_4x3_has_its_known_numbers_of_moves_and_wins)
{
    static const size_t moves[] = {0, 12, 132, 1320, 11880, 95040, 622944, 3499200};
    struct census census = {{0}, {0}};
    struct game *game = game_in_its_size(&wide);
    count_from(&census, game, 7);
    for (size_t depth = 1; depth <= 7; depth++)
        assert_int_equal(census.moves[depth], moves[depth]);
    assert_int_equal(census.wins[4], 0);
    assert_int_equal(census.wins[5], 6048);
    assert_int_equal(census.wins[6], 39744);
    free(game);
}

TEST(games_of_other_boards_replay_undo_and_read_back)
{
    struct random random = {11};
    for (size_t i = 0; i < 400; i++) {
        const struct variant *variant = rows[i % ROWS];
        struct game *game = game_in_its_size(variant);
        struct game *again = game_in_its_size(variant);
        char text[GAME_TEXT_SIZE];
        random_game_play(game, variant, &random, GAME_ACTIONS_MAX);
        assert_int_equal(game_replay(again, variant, game_actions(game), game->ply), 0);
        random_game_assert_equal(game, again);
        int len = game_format(game, text, sizeof(text));
        assert_int_equal(game_parse(again, variant, text, (size_t)len, NULL), 0);
        random_game_assert_equal(game, again);
        while (game->ply > 0)
            game_undo(game);
        game_init(again, variant);
        random_game_assert_equal(game, again);
        free(game);
        free(again);
    }
}

TEST(a_copy_is_the_same_game_and_goes_its_own_way)
{
    struct game *game = game_in_its_size(&four);
    struct game *copy = game_in_its_size(&four);
    play(game, "a1 a2 b2");
    game_copy(copy, game);
    random_game_assert_equal(copy, game);
    assert_int_equal(game_act(copy, action_place(15)), 0);
    assert_int_equal(game->ply, 3);
    assert_int_equal(game_cell(game, 15), MARK_NONE);
    assert_int_equal(game_takeback_ply(copy, SEAT_FIRST, 0, TAKEBACK_TURN), 2);
    free(game);
    free(copy);
}

TEST(an_opening_stands_in_front_of_any_board)
{
    static const struct {
        const char *actions;
        enum seat seat;
        enum game_expects expects;
        unsigned stones_left;
    } positions[] = {
        {"", SEAT_FIRST, EXPECTS_STONE, 3},
        {"a1", SEAT_FIRST, EXPECTS_STONE, 2},
        {"a1 b1", SEAT_FIRST, EXPECTS_STONE, 1},
        {"a1 b1 c1", SEAT_SECOND, EXPECTS_CHOICE, 0},
        {"a1 b1 c1 two_more", SEAT_SECOND, EXPECTS_STONE, 2},
        {"a1 b1 c1 two_more d1", SEAT_SECOND, EXPECTS_STONE, 1},
        {"a1 b1 c1 two_more d1 e1", SEAT_FIRST, EXPECTS_CHOICE, 0},
        {"a1 b1 c1 two_more d1 e1 white", SEAT_FIRST, EXPECTS_STONE, 1},
        {"a1 b1 c1 black", SEAT_FIRST, EXPECTS_STONE, 1},
        {"a1 b1 c1 white d1 e1", SEAT_SECOND, EXPECTS_STONE, 1},
    };
    struct game *game = game_in_its_size(&small_swap2);
    for (size_t i = 0; i < sizeof(positions) / sizeof(positions[0]); i++) {
        play(game, positions[i].actions);
        assert_int_equal(game_to_act(game), positions[i].seat);
        assert_int_equal(game_expects(game), positions[i].expects);
        assert_int_equal(game_stones_left(game), positions[i].stones_left);
    }
    free(game);
}

TEST(columns_behind_z_have_two_letters)
{
    struct action action;
    struct game *game = game_in_its_size(&strip);
    play(game, "z1 a4 aa1 ad4 ab1");
    assert_int_equal(action_cell(game_actions(game)[0]), 25);
    assert_int_equal(action_cell(game_actions(game)[2]), 26);
    assert_int_equal(action_cell(game_actions(game)[3]), 29 + 3 * 30);
    assert_int_equal(game_winner(game), SEAT_FIRST);
    assert_int_equal(action_parse(&strip, "ae1", 3, &action), ERR_OFF_BOARD);
    assert_int_equal(action_parse(&strip, "zz1", 3, &action), ERR_OFF_BOARD);
    assert_int_equal(action_parse(&strip, "aaa1", 4, &action), ERR_BAD_NOTATION);
    assert_int_equal(action_parse(&strip, "aa", 2, &action), ERR_BAD_NOTATION);
    assert_int_equal(action_parse(&four, "aa1", 3, &action), ERR_BAD_NOTATION);
    free(game);
}

TEST(the_winning_row_is_written_as_text)
{
    char text[GAME_LINE_TEXT_SIZE];
    struct game *game = game_in_its_size(&strip);
    play(game, "z1 a4 aa1 ad4");
    assert_int_equal(game_format_line(game, text, sizeof(text)), 0);
    assert_string_equal(text, "");
    play(game, "z1 a4 aa1 ad4 ab1");
    assert_int_equal(game_format_line(game, text, sizeof(text)), strlen("z1 aa1 ab1"));
    assert_string_equal(text, "z1 aa1 ab1");
    assert_int_equal(game_format_line(game, text, strlen("z1 aa1 ab1")), ERR_TOO_SMALL);
    free(game);
}

TEST(sgf_has_capitals_behind_its_small_letters)
{
    char text[RECORD_SIZE_MAX];
    struct game *game = game_in_its_size(&strip);
    play(game, "z1 a4 aa1 ad4 ab1");
    assert_true(record_write_sgf(game, NULL, text, sizeof(text)) > 0);
    assert_non_null(strstr(text, "SZ[30:4]"));
    assert_non_null(strstr(text, ";B[zd];W[aa];B[Ad];W[Da];B[Bd]"));
    free(game);
}
