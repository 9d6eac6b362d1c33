/* SPDX-License-Identifier: MIT */
/*
 * The generator is SplitMix64 (Steele, Lea and Flood, 2014), good enough and one line long. Games
 * draw their cells from a shrinking list, so that a million of them take seconds.
 */
#include "tests/unit/engine/random_game.h"

#include "tests/support/cmocka_all.h"

uint32_t random_next(struct random *random)
{
    uint64_t z = random->state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

size_t random_below(struct random *random, size_t limit)
{
    return (size_t)(((uint64_t)random_next(random) * limit) >> 32);
}

static struct action random_choice(const struct game *game, struct random *random)
{
    struct action offered[CHOICE_COUNT];
    size_t count = game_legal_actions(game, offered, CHOICE_COUNT);
    return offered[random_below(random, count)];
}

/* An assertion only where something is wrong: there are hundreds of millions of actions. */
static void act(struct game *game, struct action action)
{
    int error = game_act(game, action);
    if (error != 0)
        fail_msg("a legal action was refused: error %d at ply %u", error, game->ply);
}

void random_game_play(struct game *game, const struct variant *variant, struct random *random,
                      size_t plies_max)
{
    uint16_t cells[GAME_CELLS_MAX];
    size_t left = variant_cells(variant);
    for (size_t i = 0; i < left; i++)
        cells[i] = (uint16_t)i;
    game_init(game, variant);
    while (game->status == GAME_OPEN && game->ply < plies_max) {
        if (game_expects(game) != EXPECTS_STONE) {
            act(game, random_choice(game, random));
            continue;
        }
        size_t drawn = random_below(random, left);
        act(game, action_place(cells[drawn]));
        cells[drawn] = cells[--left];
    }
}

void random_game_assert_equal(const struct game *a, const struct game *b)
{
    assert_ptr_equal(a->variant, b->variant);
    assert_int_equal(a->ply, b->ply);
    assert_int_equal(a->stones, b->stones);
    assert_int_equal(a->status, b->status);
    assert_int_equal(a->winner, b->winner);
    assert_memory_equal(a, b, game_size(a->variant)); /* the board and the actions, too */
}
