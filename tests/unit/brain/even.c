/* SPDX-License-Identifier: MIT */
#include "tests/unit/brain/even.h"

#include "tests/support/cmocka_all.h"

#define GAMES 400
#define VIEWS 16

/* As columns and rows from the middle, and the score. */
static const int triples[][7] = {
#define TRIPLE(x0, y0, x1, y1, x2, y2, score) {x0, y0, x1, y1, x2, y2, score},
#include "brain/triples.def"
#undef TRIPLE
};

#define TRIPLES (sizeof(triples) / sizeof(*triples))

/* Whether a triple is that of the game, turned or mirrored, with either X first. */
static bool is_triple(const struct game *game, const int *triple)
{
    const struct action *actions = game_actions(game);
    for (int view = 0; view < VIEWS; view++) {
        int matches = 0;
        for (int nth = 0; nth < 3; nth++) {
            int at = 2 * (view & 8 ? 2 - nth : nth);
            int x = triple[view & 1 ? at + 1 : at] * (view & 2 ? -1 : 1);
            int y = triple[view & 1 ? at : at + 1] * (view & 4 ? -1 : 1);
            matches += action_cell(actions[nth]) == (size_t)(9 + x + (9 + y) * 19);
        }
        if (matches == 3)
            return true;
    }
    return false;
}

/* Notes which triples the game may be; false: none. */
static bool note(const struct game *game, bool seen[TRIPLES])
{
    bool is_known = false;
    for (size_t i = 0; i < TRIPLES; i++) {
        bool is_it = is_triple(game, triples[i]);
        is_known = is_known || is_it;
        seen[i] = seen[i] || is_it;
    }
    return is_known;
}

void even_check_openings(struct action (*act)(void *ctx, const struct game *game, uint64_t seed),
                         void *ctx)
{
    bool seen[TRIPLES] = {false};
    size_t kinds = 0;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct game game;
        game_init(&game, variant_get(VARIANT_SWAP2));
        for (uint64_t ply = 0; ply < 3; ply++)
            assert_int_equal(game_act(&game, act(ctx, &game, 3 * seed + ply)), 0);
        assert_int_equal(game_expects(&game), EXPECTS_CHOICE);
        assert_true(note(&game, seen));
    }
    for (size_t i = 0; i < TRIPLES; i++) {
        kinds += seen[i];
        assert_in_range(triples[i][6], 40, 60);
    }
    assert_true(kinds >= EVEN_KINDS);
}
