/* SPDX-License-Identifier: MIT */
/*
 * What is called proven is true: on small boards with few empty cells every game is played to its
 * end by five in a row said plainly, and its result is compared with each claim of a win, a draw or
 * a loss. Stones of chance, as many of either side as there happen to be, full of sixes that are
 * none and of rows at edges: no game leads there, so nothing may be taken for granted.
 */
#include "brain/search/prove.h"
#include "brain/search/search.h"
#include "tests/support/random.h"
#include "tests/support/test.h"
#include "tests/unit/brain/search/lent.h"
#include "tests/unit/brain/search/plain.h"

#include <string.h>

#ifndef PENTAD_TEST_TRUTHS
#define PENTAD_TEST_TRUTHS 1500
#endif

#define NODES 4000
#define EMPTY_MAX 8
#define STONES_RULED_OUT 9 /* in wins by fours: more than there is room for */

struct bench {
    struct lent lent;
    uint64_t chance;
    unsigned claims[4]; /* by enum search_proof */
    unsigned by_fours[3];
    unsigned by_threes;
    unsigned losses;
};

static int make_bench(void **state)
{
    static struct bench bench;
    size_t size = search_memory_size();
    lent_init(&bench.lent, size > prove_memory_size() ? size : prove_memory_size());
    *state = &bench;
    return 0;
}

static int free_bench(void **state)
{
    struct bench *bench = *state;
    lent_deinit(&bench->lent);
    return 0;
}

/* Fills a board but for some cells, in an order of chance; a stone that would win is of the other
 * side, or there is none. */
static void fill(struct bench *bench, struct position *position, struct plain *plain)
{
    int width = 5 + (int)random_below(&bench->chance, 4);
    int height = 5 + (int)random_below(&bench->chance, 4);
    int empty = 4 + (int)random_below(&bench->chance, EMPTY_MAX - 3);
    unsigned odds = 2 + (unsigned)random_below(&bench->chance, 3);
    memset(position, 0, sizeof(*position));
    position->width = (uint8_t)width;
    position->height = (uint8_t)height;
    position->overline_wins = random_below(&bench->chance, 4) == 0;
    position->to_move = (uint8_t)random_below(&bench->chance, 2);
    plain_init(plain, width, height, position->overline_wins);
    while (position->count + empty < width * height) {
        unsigned cell = (unsigned)random_below(&bench->chance, (uint64_t)(width * height));
        unsigned colour = random_below(&bench->chance, odds) == 0;
        if (plain->cells[cell] != '.')
            continue;
        if (plain_would_win(plain, (int)cell, "XO"[colour])) {
            colour ^= 1;
            empty += plain_would_win(plain, (int)cell, "XO"[colour]);
        }
        if (plain_would_win(plain, (int)cell, "XO"[colour]))
            continue;
        plain->cells[cell] = "XO"[colour];
        assert_true(position_set(position, cell, (enum colour)colour));
    }
}

static void judge_thought(struct bench *bench, const struct position *position, int value)
{
    static const int values[] = {[SEARCH_WIN] = 1, [SEARCH_DRAW] = 0, [SEARCH_LOSS] = -1};
    struct search_options options = {.nodes = NODES, .moves = 1};
    struct search_result result;
    memset(bench->lent.memory, 0, bench->lent.memory_size);
    search_think(position,
                 &(const struct search_room){bench->lent.tables[position->overline_wins],
                                             bench->lent.memory, bench->lent.memory_size},
                 &options, &result);
    bench->claims[result.moves[0].proof]++;
    if (result.moves[0].proof != SEARCH_UNKNOWN)
        assert_int_equal(values[result.moves[0].proof], value);
}

static void judge_questions(struct bench *bench, const struct position *position,
                            struct plain *plain, int value)
{
    char side = "XO"[position->to_move];
    struct prove_line line;
    struct prover prover = {.tables = bench->lent.tables[position->overline_wins],
                            .memory = bench->lent.memory,
                            .memory_size = bench->lent.memory_size};
    long budget = 100000;
    memset(bench->lent.memory, 0, bench->lent.memory_size);
    enum prove_answer fours = prove_fours(&prover, position, NODES, &line);
    bool has_fours = plain_has_fours(plain, side, STONES_RULED_OUT, &budget);
    assert_true(budget >= 0);
    assert_true(fours == PROVE_UNKNOWN || has_fours == (fours == PROVE_YES));
    assert_true(fours != PROVE_YES || value == 1);
    bench->by_fours[fours]++;
    bool threes = prove_threes(&prover, position, NODES, &line) == PROVE_YES;
    assert_true(!threes || value == 1);
    bench->by_threes += threes;
    bool loss = prove_loss(&prover, position, NODES, &line) == PROVE_YES;
    assert_true(!loss || value == -1);
    bench->losses += loss;
}

#define BENCH_TEST(name) TEST_ON(name, struct bench *bench, NULL, NULL)

BENCH_TEST(no_claim_is_false)
{
    bench->chance = 5;
    for (int nth = 0; nth < PENTAD_TEST_TRUTHS; nth++) {
        struct position position;
        struct plain plain;
        fill(bench, &position, &plain);
        if (position_is_over(&position))
            continue;
        int value = plain_value(&plain, "XO"[position.to_move]);
        judge_thought(bench, &position, value);
        judge_questions(bench, &position, &plain, value);
    }
    /* A test of claims needs claims. */
    unsigned least = PENTAD_TEST_TRUTHS / 100;
    for (int proof = SEARCH_UNKNOWN; proof <= SEARCH_LOSS; proof++)
        assert_true(bench->claims[proof] >= least);
    assert_true(bench->by_fours[PROVE_YES] >= least && bench->by_fours[PROVE_NO] >= least);
    assert_true(bench->by_threes >= least && bench->losses >= least);
}

int main(void)
{
    return test_run_all(make_bench, free_bench);
}
