/* SPDX-License-Identifier: MIT */
/*
 * Wins by fours and threes in positions of own games (threes.txt, written by
 * tests/bench/brain_threes.c), none of which is won by fours alone: a share of them is found again,
 * and some are played against every answer (replay.h), as all were when the file was made.
 */
#include "brain/search/prove.h"
#include "tests/support/test.h"
#include "tests/unit/brain/search/corpus.h"
#include "tests/unit/brain/search/lent.h"
#include "tests/unit/brain/search/replay.h"

#include <stdio.h>
#include <string.h>

#ifndef PENTAD_TEST_THREES
#define PENTAD_TEST_THREES 30 /* positions that are looked at */
#endif

#define CORPUS "tests/unit/brain/search/threes.txt"
#define POSITIONS_LEAST 100
#define REPLAYED 8 /* one of so many that are looked at is played against every answer */
#define NODES 200000
#define STONES_MAX 30

static struct lent lent;

#define LENT_TEST(name)                                                                            \
    TEST_BETWEEN(name, lent_init(&lent, prove_memory_size()), lent_deinit(&lent))

/* Nothing is remembered from one position to the next. */
static struct prover prover_for(const struct position *position)
{
    memset(lent.memory, 0, lent.memory_size);
    return (struct prover){.tables = lent.tables[position->overline_wins],
                           .memory = lent.memory,
                           .memory_size = lent.memory_size};
}

static void check_found(const struct position *position)
{
    struct prove_line line;
    struct prover prover = prover_for(position);
    assert_int_equal(prove_fours(&prover, position, NODES, &line), PROVE_NO);
    prover = prover_for(position);
    assert_int_equal(prove_threes(&prover, position, NODES, &line), PROVE_YES);
    assert_true(prover.nodes <= NODES);
}

static void check_replayed(struct position *position, struct plain *plain)
{
    struct replay replay = {.prover = prover_for(position), .nodes = NODES};
    assert_true(replay_wins(&replay, position, plain, STONES_MAX));
    assert_true(replay.answers >= 100); /* a three was among its stones */
}

LENT_TEST(wins_by_threes_are_found_and_hold_against_every_answer)
{
    unsigned count = 0;
    unsigned looked_at = 0;
    char text[512];
    FILE *file = fopen(CORPUS, "r");
    assert_non_null(file);
    for (; fgets(text, sizeof(text), file) != NULL; count++) {
        struct position position;
        struct plain plain;
        assert_true(corpus_read(text, &position, &plain) > 0);
        if (count * PENTAD_TEST_THREES % POSITIONS_LEAST >= PENTAD_TEST_THREES)
            continue;
        check_found(&position);
        if (looked_at++ % REPLAYED == 0)
            check_replayed(&position, &plain);
    }
    fclose(file);
    assert_true(count >= POSITIONS_LEAST);
}

/* The judge is one: stones are counted, and a three that is stopped wins nothing. */
LENT_TEST(what_is_no_win_is_refuted)
{
    struct position position;
    struct plain plain;
    assert_int_equal(corpus_read("e9.jjaajkasjlss", &position, &plain), 9);
    struct replay replay = {.prover = prover_for(&position), .nodes = NODES};
    /* An open three wins with a straight four and a five. */
    assert_true(replay_wins(&replay, &position, &plain, 2));
    assert_false(replay_wins(&replay, &position, &plain, 1));
    assert_int_equal(position.count, 6);
    /* One that is stopped does not. */
    assert_int_equal(corpus_read("e9.jjjijkasjlss", &position, &plain), 9);
    replay = (struct replay){.prover = prover_for(&position), .nodes = NODES};
    assert_false(replay_wins(&replay, &position, &plain, STONES_MAX));
}
