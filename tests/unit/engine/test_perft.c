/* SPDX-License-Identifier: MIT */
/*
 * Tests of the rules by counting: every game of the 3x3 board is played. The totals are well known
 * (255,168 games, 5,478 positions with the empty one), so a wrong rule cannot hide.
 */
#include "engine/game.h"
#include "tests/support/test.h"

#include <string.h>

#define POSITIONS_MAX 19683 /* three states of nine cells */

struct census {
    size_t moves[10]; /* by depth, from 1 */
    size_t games;
    size_t positions;
    size_t wins[SEAT_COUNT];
    size_t draws;
    unsigned char is_seen[POSITIONS_MAX];
};

static size_t position_number(const struct game *game)
{
    size_t number = 0;
    for (size_t cell = 0; cell < 9; cell++)
        number = number * 3 + game_cell(game, cell);
    return number;
}

static void count_end(struct census *census, const struct game *game)
{
    census->games++;
    if (game_status(game) == GAME_DRAWN)
        census->draws++;
    else
        census->wins[game_winner(game)]++;
}

static void count_from(struct census *census, struct game *game)
{
    struct action actions[9];
    size_t count = game_legal_actions(game, actions, 9);
    census->positions += !census->is_seen[position_number(game)];
    census->is_seen[position_number(game)] = 1;
    if (count == 0) {
        count_end(census, game);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(game_act(game, actions[i]), 0);
        census->moves[game->ply]++;
        count_from(census, game);
        game_undo(game);
    }
}

static struct census count_all(void)
{
    struct census census;
    struct game game;
    memset(&census, 0, sizeof(census));
    game_init(&game, variant_get(VARIANT_MINI));
    count_from(&census, &game);
    assert_int_equal(game.ply, 0);
    return census;
}

TEST(the_3x3_board_has_its_known_numbers_of_moves_by_depth)
{
    static const size_t known[] = {0, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
    struct census census = count_all();
    for (size_t depth = 1; depth <= 9; depth++)
        assert_int_equal(census.moves[depth], known[depth]);
}

TEST(the_3x3_board_has_255168_games_and_5478_positions)
{
    struct census census = count_all();
    assert_int_equal(census.games, 255168);
    assert_int_equal(census.positions, 5478);
    assert_int_equal(census.wins[SEAT_FIRST], 131184);
    assert_int_equal(census.wins[SEAT_SECOND], 77904);
    assert_int_equal(census.draws, 46080);
}
