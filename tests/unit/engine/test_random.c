/* SPDX-License-Identifier: MIT */
/*
 * Tests of the rules on random games of all variants (fewer where the build is slow, see
 * CMakeLists.txt): what holds for every game whatever is played. The seed is fixed.
 */
#include "engine/game.h"
#include "engine/needs.h"
#include "tests/support/test.h"
#include "tests/unit/engine/random_game.h"

#ifndef PENTAD_TEST_GAMES
#define PENTAD_TEST_GAMES 40000
#endif

/* The variants take turns. */
static const struct variant *variant_of_turn(size_t turn)
{
    return variant_get((enum variant_id)(turn % VARIANT_COUNT));
}

static bool undo_replays(const struct variant *variant)
{
    return (variant->needs & (NEED_VANISH | NEED_MOVING)) != 0;
}

TEST(a_game_replays_to_the_same_state_and_undoes_to_the_empty_board)
{
    struct random random = {20240501};
    struct game game, again, empty;
    for (size_t i = 0; i < PENTAD_TEST_GAMES; i++) {
        const struct variant *variant = variant_of_turn(i);
        random_game_play(&game, variant, &random, GAME_ACTIONS_MAX);
        assert_int_equal(game_replay(&again, variant, game_actions(&game), game.ply), 0);
        random_game_assert_equal(&game, &again);
        if (undo_replays(variant) && i % 64 >= VARIANT_COUNT)
            continue; /* an undo costs a game there */
        while (game.ply > 0)
            game_undo(&game);
        game_init(&empty, variant);
        random_game_assert_equal(&game, &empty);
    }
}

TEST(every_undo_gives_the_state_before_the_action)
{
    struct random random = {7};
    struct game game, before;
    for (size_t i = 0; i < PENTAD_TEST_GAMES / 10000 + 3; i++) {
        random_game_play(&game, variant_of_turn(i), &random, GAME_ACTIONS_MAX);
        while (game.ply > 0) {
            assert_int_equal(game_replay(&before, game.variant, game_actions(&game), game.ply - 1u),
                             0);
            game_undo(&game);
            random_game_assert_equal(&game, &before);
        }
    }
}

/* An action is in the list exactly if it may be done. */
static void assert_legal_agrees(const struct game *game)
{
    struct action legal;
    size_t at = 0;
    for (unsigned code = 0; code <= UINT16_MAX; code++) {
        const struct action action = {(uint16_t)code};
        if (game_check(game, action) != 0)
            continue;
        assert_true(game_next_legal(game, &at, &legal));
        assert_true(action_equals(legal, action));
    }
    assert_false(game_next_legal(game, &at, &legal));
}

TEST(legal_actions_are_those_that_are_accepted)
{
    struct random random = {99};
    struct game game;
    for (size_t i = 0; i < PENTAD_TEST_GAMES / 100 + 100; i++) {
        size_t plies = i % 4 == 0 ? 9 : 370;
        random_game_play(&game, variant_of_turn(i), &random, random_below(&random, plies));
        assert_legal_agrees(&game);
    }
}
