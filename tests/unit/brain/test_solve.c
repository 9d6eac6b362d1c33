/* SPDX-License-Identifier: MIT */
/*
 * Tests of brain/solve.h: results that are known, of whole games and of positions, and minimax of
 * the test's own beside it on random ends of games.
 */
#include "brain/solve.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#define POSITIONS ((size_t)1 << 20)
#define NODES_MAX UINT64_C(100000000)

static void *memory;

static int set_up(void **state)
{
    (void)state;
    memory = malloc(solver_size(POSITIONS));
    return memory == NULL ? -1 : 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(memory);
    return 0;
}

static struct solver *fresh(void)
{
    return solver_init(memory, POSITIONS, NULL, NULL);
}

static struct game game_after(const struct variant *variant, const char *actions)
{
    struct game game;
    assert_int_equal(game_parse(&game, variant, actions, strlen(actions), NULL), 0);
    return game;
}

/* Results of whole games and their first moves (GAMES of the plan, section 6), for who is to act; a
 * size where it is not that of the row. */
static const struct known {
    enum variant_id variant;
    size_t width;
    size_t height;
    const char *actions;
    enum proof proof;
} knowns[] = {
    {VARIANT_MINI, 0, 0, "", PROOF_DRAW},
    {VARIANT_MINI, 0, 0, "a1 b1", PROOF_WIN},
    {VARIANT_MINI_MISERE, 0, 0, "", PROOF_DRAW},
    {VARIANT_MINI_MISERE, 0, 0, "a1", PROOF_WIN},
    {VARIANT_MINI_MISERE, 0, 0, "b1", PROOF_WIN},
    {VARIANT_MINI_MISERE, 0, 0, "b2", PROOF_DRAW},
    {VARIANT_MINI4X3, 0, 0, "", PROOF_WIN},
    {VARIANT_MINI4X3, 0, 0, "a1", PROOF_LOSS},
    {VARIANT_MINI4X3, 0, 0, "a2", PROOF_WIN},
    {VARIANT_MINI4X3, 0, 0, "b2", PROOF_LOSS},
    {VARIANT_CYLINDER3, 0, 0, "a1", PROOF_LOSS},
    {VARIANT_CYLINDER3, 0, 0, "b2", PROOF_LOSS},
    {VARIANT_SCORE3, 0, 0, "a1", PROOF_LOSS},
    {VARIANT_SCORE3, 0, 0, "b1", PROOF_LOSS},
    {VARIANT_SCORE3, 0, 0, "b2", PROOF_LOSS},
    {VARIANT_CUBE3, 0, 0, "b2b", PROOF_LOSS},
    {VARIANT_STRIP3, 0, 0, "", PROOF_WIN},
    {VARIANT_DROP4, 4, 4, "", PROOF_DRAW},
    {VARIANT_DROP4_MISERE, 4, 4, "", PROOF_WIN},
    {VARIANT_SQUARE4, 0, 0, "", PROOF_DRAW},
    {VARIANT_SILVERMAN, 0, 0, "a4 d1", PROOF_WIN},
    {VARIANT_SILVERMAN, 0, 0, "a4 d1 b4", PROOF_LOSS},
    {VARIANT_SILVERMAN, 0, 0, "a4 d1 b1", PROOF_WIN},
    {VARIANT_SILVERMAN_ONE, 0, 0, "a4 b4 d1 a1", PROOF_LOSS},
    {VARIANT_SILVERMAN_ONE, 0, 0, "a4 b4 d1 b1", PROOF_WIN},
    {VARIANT_SILVERMAN_ONE, 0, 0, "b4 c4 b3 b2 d1", PROOF_LOSS},
    {VARIANT_SILVERMAN_ONE, 0, 0, "b4 c4 b3 b2 a1", PROOF_WIN},
};

static const char *const names[] = {[PROOF_UNKNOWN] = "unknown",
                                    [PROOF_WIN] = "won",
                                    [PROOF_DRAW] = "drawn",
                                    [PROOF_LOSS] = "lost"};

TEST(it_finds_what_is_known)
{
    for (size_t i = 0; i < sizeof(knowns) / sizeof(knowns[0]); i++) {
        const struct known *known = &knowns[i];
        struct variant variant = *variant_get(known->variant);
        if (known->width > 0)
            variant_resize(&variant, known->width, known->height);
        struct game game = game_after(&variant, known->actions);
        struct solver *solver = fresh();
        enum proof proof = solver_result(solver, &game, NODES_MAX, NULL);
        if (proof != known->proof)
            fail_msg("%s %s: %s, not %s", variant.key, known->actions, names[proof],
                     names[known->proof]);
    }
}

/* The result by going through everything; `nodes` counts down, at 0 it is unknown. */
static enum proof slow_result(const struct game *game, int *nodes)
{
    static struct action lists[24][GAME_LEGAL_MAX];
    static int depth;
    enum seat seat = game_to_act(game);
    enum proof best = PROOF_LOSS;
    size_t count = game_legal_actions(game, lists[depth], GAME_LEGAL_MAX);
    for (size_t i = 0; i < count && best != PROOF_WIN; i++) {
        struct game after;
        if ((*nodes)-- <= 0 || depth == 23)
            return PROOF_UNKNOWN;
        game_copy(&after, game);
        game_do(&after, lists[depth][i]);
        enum proof proof = PROOF_DRAW;
        if (game_status(&after) == GAME_WON)
            proof = game_winner(&after) == seat ? PROOF_WIN : PROOF_LOSS;
        if (game_status(&after) == GAME_OPEN) {
            depth++;
            proof = slow_result(&after, nodes);
            depth--;
            if (proof == PROOF_UNKNOWN)
                return PROOF_UNKNOWN;
            if (proof != PROOF_DRAW && game_to_act(&after) != seat)
                proof = proof == PROOF_WIN ? PROOF_LOSS : PROOF_WIN;
        }
        if (proof == PROOF_WIN || best == PROOF_LOSS)
            best = proof;
    }
    return best;
}

/* Random games of every row that keeps its cells, from their ends backwards while the slow way
 * still gets to the end. */
TEST(it_agrees_with_minimax)
{
    static struct action list[GAME_LEGAL_MAX];
    uint64_t chance = 30;
    unsigned agreed[PROOF_LOSS + 1] = {0};
    for (int id = 0; id < VARIANT_COUNT; id++) {
        const struct variant *variant = variant_get((enum variant_id)id);
        if (variant_is_sparse(variant))
            continue;
        for (int nth = 0; nth < 3; nth++) {
            struct game game;
            game_init(&game, variant);
            while (game_status(&game) == GAME_OPEN)
                game_do(
                    &game,
                    list[random_below(&chance, game_legal_actions(&game, list, GAME_LEGAL_MAX))]);
            struct solver *solver = fresh();
            for (int back = 0; back < 12 && game.ply > 0; back++) {
                int nodes = 4000;
                game_undo(&game);
                enum proof expected = slow_result(&game, &nodes);
                if (expected == PROOF_UNKNOWN)
                    break;
                enum proof proof = solver_result(solver, &game, NODES_MAX, NULL);
                if (proof != expected)
                    fail_msg("%s at ply %d: %s, not %s", variant->key, game.ply, names[proof],
                             names[expected]);
                agreed[expected]++;
            }
        }
    }
    for (enum proof proof = PROOF_WIN; proof <= PROOF_LOSS; proof++)
        assert_in_range(agreed[proof], 30, 10000);
}

/* The action that is given with a result keeps it. */
TEST(it_says_how)
{
    struct action action;
    struct game game = game_after(variant_get(VARIANT_CUBE3), "");
    struct solver *solver = fresh();
    while (game_status(&game) == GAME_OPEN) {
        static struct action list[GAME_LEGAL_MAX];
        if (game_to_act(&game) == SEAT_FIRST)
            assert_int_equal(solver_result(solver, &game, NODES_MAX, &action), PROOF_WIN);
        else if (game_legal_actions(&game, list, GAME_LEGAL_MAX) > 0)
            action = list[0];
        game_do(&game, action);
    }
    assert_int_equal(game_winner(&game), SEAT_FIRST);
    struct game drawn = game_after(variant_get(VARIANT_MINI), "a1");
    assert_int_equal(solver_result(fresh(), &drawn, NODES_MAX, &action), PROOF_DRAW);
    assert_true(action_equals(action, action_place(4)));
}

/* Of a side that is not to act, too; a draw is no win, but not a loss. */
TEST(it_is_asked_for_a_side)
{
    struct game game = game_after(variant_get(VARIANT_MINI), "a1 b2");
    struct solver *solver = fresh();
    struct solve_question question = {.seat = SEAT_SECOND, .nodes = NODES_MAX};
    assert_int_equal(solver_ask(solver, &game, &question, NULL), SOLVE_NO);
    question.is_draw_enough = true;
    assert_int_equal(solver_ask(solver, &game, &question, NULL), SOLVE_YES);
    question.seat = SEAT_FIRST;
    assert_int_equal(solver_ask(solver, &game, &question, NULL), SOLVE_YES);
}

static bool stop_at_once(void *ctx)
{
    (*(unsigned *)ctx)++;
    return true;
}

TEST(what_was_not_seen_is_unknown)
{
    unsigned asked = 0;
    struct game game = game_after(variant_get(VARIANT_SQUARE4), "");
    struct solver *solver = fresh();
    assert_int_equal(solver_result(solver, &game, 5000, NULL), PROOF_UNKNOWN);
    assert_int_equal(solver_nodes(solver), 5000);
    assert_false(solver_was_stopped(solver));
    solver = solver_init(memory, POSITIONS, stop_at_once, &asked);
    assert_int_equal(solver_result(solver, &game, NODES_MAX, NULL), PROOF_UNKNOWN);
    assert_true(solver_was_stopped(solver));
    assert_int_equal(asked, 1);
    assert_int_equal(solver_result(fresh(), &(struct game){.variant = variant_get(VARIANT_PLANE)},
                                   NODES_MAX, NULL),
                     PROOF_UNKNOWN);
}

int main(void)
{
    return test_run_all(set_up, tear_down);
}
