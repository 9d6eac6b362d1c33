/* SPDX-License-Identifier: MIT */
/*
 * The generator is SplitMix64 (Steele, Lea and Flood, 2014), good enough and one line long. Games
 * draw their cells from a shrinking list, so that a million of them take seconds; what is refused
 * is drawn from the legal actions instead.
 */
#include "tests/unit/engine/random_game.h"

#include "engine/needs.h"
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

/* A legal one near any stone. */
static struct action random_near(const struct game *game, struct random *random)
{
    struct action action = action_place(variant_origin(game->variant));
    while (game_check(game, action) != 0) {
        size_t stone = game_actions(game)[random_below(random, game->ply)].code;
        size_t column = stone + random_below(random, 5) - 2;
        action = action_place(column + (random_below(random, 5) - 2) * game->variant->width);
    }
    return action;
}

/* Any that is legal now; in boards of boards by trying, which looks at fewer than all. */
static struct action random_action(const struct game *game, struct random *random)
{
    struct action offered[GAME_LEGAL_MAX];
    if (variant_is_sparse(game->variant))
        return random_near(game, random);
    for (int tries = 0; tries < 200 && (game->variant->needs & NEED_NESTED) != 0; tries++) {
        offered[0] = action_place(random_below(random, variant_cells(game->variant)));
        if (game_check(game, offered[0]) == 0)
            return offered[0];
    }
    size_t count = game_legal_actions(game, offered, GAME_LEGAL_MAX);
    return offered[random_below(random, count)];
}

const struct variant *random_game_variant(size_t turn, enum reader reader)
{
    const struct variant *variant = variant_get((enum variant_id)(turn % VARIANT_COUNT));
    return reader_knows(reader, variant) ? variant : variant_get(VARIANT_SWAP2);
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
    size_t left = variant_is_sparse(variant) ? 0 : variant_cells(variant);
    for (size_t i = 0; i < left; i++)
        cells[i] = (uint16_t)i;
    game_init(game, variant);
    while (game->status == GAME_OPEN && game->ply < plies_max) {
        size_t drawn = left > 0 ? random_below(random, left) : 0;
        struct action stone = action_place(left > 0 ? cells[drawn] : 0);
        if (left == 0 ||
            game_check(game, stone) != 0) { /* a choice is asked for, or it is taken or refused */
            act(game, random_action(game, random));
            continue;
        }
        act(game, stone);
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
