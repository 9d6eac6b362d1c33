/* SPDX-License-Identifier: MIT */
/* `perfect`: known scores, a long defence, larger boards, and no proof of what was not seen. */
#include "brain/small.h"
#include "tests/support/test.h"
#include "tests/unit/brain/asking.h"
#include "tests/unit/brain/drawn.h"

#include <stdlib.h>
#include <string.h>

static struct thought think(const struct game *game, struct thinking thinking)
{
    thinking.level = 1;
    return asking_think(COMPUTER_PERFECT, game, thinking);
}

/* 10 less the stones until a win, those stones less 10 for a loss, 0 for a draw. */
static int score_of(unsigned value)
{
    if (value > SMALL_DRAW)
        return 10 - (int)(SMALL_WIN - value);
    return value == SMALL_DRAW ? 0 : (int)value - 10;
}

/* Scores of the cells of 3x3 as they are read; 99 for those with a stone. */
static void score(const struct game *game, int scores_out[DRAWN_CELLS])
{
    struct thinking thinking = {.memory_size = small__memory_size(game->variant)};
    struct small small;
    thinking.memory = malloc(thinking.memory_size);
    assert_non_null(thinking.memory);
    small__begin(&small, game, &thinking);
    assert_true(small__look(&small, small__plies_left(&small)));
    for (size_t i = 0; i < DRAWN_CELLS; i++) {
        unsigned value = small.values[drawn_cell(i)];
        scores_out[i] = value == 0 ? 99 : score_of(value);
    }
    free(thinking.memory);
}

/* ------------------------------------------------------------------ scores */

TEST(each_position_has_its_known_scores)
{
    static const struct {
        const char *drawing;
        int scores[DRAWN_CELLS];
    } known[] = {
        {"X../.../...", {99, -4, -4, -4, 0, -4, -4, -4, -4}},
        {"XX./.O./...", {99, 99, 0, -8, 99, -8, -8, -8, -8}},
        {"X../.O./..X", {99, 0, -6, 0, 99, 0, -6, 0, 99}},
        {".XO/..O/X.X", {-8, 99, 99, -8, -8, 99, 99, -6, 99}},
        {".../.XX/.O.", {-8, -8, -8, -6, 99, 99, -8, 99, -8}},
        {"O.O/X../X.X", {99, 9, 99, 99, -8, -8, 99, 0, 99}},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
        struct game game;
        int scores[DRAWN_CELLS];
        drawn_play(&game, known[i].drawing);
        score(&game, scores);
        for (size_t cell = 0; cell < DRAWN_CELLS; cell++)
            assert_int_equal(scores[cell], known[i].scores[cell]);
    }
}

TEST(the_empty_board_is_a_draw_everywhere)
{
    struct game game;
    drawn_play(&game, ".../.../...");
    struct thought thought = think(&game, (struct thinking){.prospects = 16});
    assert_int_equal(thought.prospects_count, 9);
    for (size_t i = 0; i < 9; i++) {
        assert_int_equal(thought.prospects[i].proof, PROOF_DRAW);
        assert_int_equal(thought.prospects[i].share, PROSPECT_SHARE_ONE / 2);
    }
}

/* ------------------------------------------------------------------ play */

/* If only the result counted, every reply here would be as good: all are lost. */
TEST(a_lost_game_is_fought_as_long_as_possible)
{
    struct game game;
    int scores[DRAWN_CELLS];
    drawn_play(&game, ".XO/..O/X.X");
    score(&game, scores);
    for (size_t cell = 0; cell < DRAWN_CELLS; cell++)
        assert_true(scores[cell] < 0 || scores[cell] == 99);
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct thought thought = think(&game, (struct thinking){.seed = seed});
        assert_int_equal(action_cell(thought.prospects[0].action), drawn_cell(7));
        assert_int_equal(thought.prospects[0].proof, PROOF_LOSS);
        assert_int_equal(thought.prospects[0].share, 0);
    }
}

TEST(a_won_game_is_ended_at_once)
{
    struct game game;
    drawn_play(&game, "O.O/X../X.X");
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct thought thought = think(&game, (struct thinking){.seed = seed});
        assert_int_equal(action_cell(thought.prospects[0].action), drawn_cell(1));
        assert_int_equal(thought.prospects[0].proof, PROOF_WIN);
        assert_int_equal(thought.prospects[0].share, PROSPECT_SHARE_ONE);
    }
}

TEST(equal_replies_are_left_to_the_seed)
{
    struct game game;
    unsigned seen = 0;
    drawn_play(&game, "X../.O./..X");
    for (uint64_t seed = 0; seed < 100; seed++)
        seen |=
            1u << action_cell(think(&game, (struct thinking){.seed = seed}).prospects[0].action);
    assert_int_equal(seen, 1u << drawn_cell(1) | 1u << drawn_cell(3) | 1u << drawn_cell(5) |
                               1u << drawn_cell(7));
}

/* Every game against every opponent: as either side it never loses. */
static void walk_all_replies(struct game *game, enum seat seat)
{
    if (game_status(game) == GAME_WON)
        assert_int_equal(game_winner(game), seat);
    if (game_status(game) != GAME_OPEN)
        return;
    if (game_to_act(game) == seat) {
        struct thought thought = think(game, (struct thinking){.seed = game->ply});
        game_do(game, thought.prospects[0].action);
        walk_all_replies(game, seat);
        game_undo(game);
        return;
    }
    for (size_t cell = 0; cell < DRAWN_CELLS; cell++) {
        if (game_act(game, action_place(cell)) != 0)
            continue;
        walk_all_replies(game, seat);
        game_undo(game);
    }
}

TEST(it_never_loses)
{
    struct game game;
    drawn_play(&game, ".../.../...");
    walk_all_replies(&game, SEAT_FIRST);
    walk_all_replies(&game, SEAT_SECOND);
}

/* ------------------------------------------------------------------ larger boards */

/* Known: WWWW LWWL WWWW. */
TEST(of_4x3_the_first_player_wins_but_from_two_cells)
{
    struct variant variant = asking_board(4, 3, 3);
    struct game game;
    game_init(&game, &variant);
    struct thought thought = think(&game, (struct thinking){.prospects = 16});
    assert_int_equal(thought.prospects_count, 12);
    for (size_t i = 0; i < 12; i++) {
        size_t cell = action_cell(thought.prospects[i].action);
        assert_int_equal(thought.prospects[i].proof,
                         cell == 4 || cell == 7 ? PROOF_LOSS : PROOF_WIN);
    }
}

/* 4x4 is a draw, by a few million positions. */
TEST(without_the_nodes_for_the_whole_nothing_is_proven)
{
    struct variant variant = asking_board(4, 4, 4);
    struct game game;
    game_init(&game, &variant);
    struct thought thought = think(&game, (struct thinking){.nodes = 50000, .prospects = 16});
    assert_int_equal(thought.prospects_count, 16);
    assert_true(thought.nodes <= 50000);
    for (size_t i = 0; i < 16; i++)
        assert_int_equal(thought.prospects[i].proof, PROOF_UNKNOWN);
    /* But the row of four that is there to be made is made. */
    assert_int_equal(game_parse(&game, &variant, "a1 a4 b1 b4 c1 c4", 17, NULL), 0);
    thought = think(&game, (struct thinking){.nodes = 1000});
    assert_int_equal(action_cell(thought.prospects[0].action), 3);
}
