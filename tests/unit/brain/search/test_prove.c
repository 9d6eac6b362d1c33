/* SPDX-License-Identifier: MIT */
/* Questions about what is certain: yes, no within the bound and unknown are never mixed. */
#include "brain/search/prove.h"
#include "brain/search/search.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#define SIDE 19

static struct prover prover;
static void *tables;

static int make_prover(void **state)
{
    (void)state;
    tables = malloc(search_tables_size());
    prover.memory_size = prove_memory_size();
    prover.memory = calloc(1, prover.memory_size);
    assert_non_null(tables);
    assert_non_null(prover.memory);
    search_tables_make(tables, false);
    prover.tables = tables;
    return 0;
}

static int free_prover(void **state)
{
    (void)state;
    free(tables);
    free(prover.memory);
    return 0;
}

static void set_all(struct position *position, enum colour colour, const char *squares)
{
    for (; *squares != '\0'; squares += strspn(squares, " ")) {
        unsigned column = (unsigned)(*squares++ - 'a');
        char *rest;
        unsigned row = (unsigned)strtoul(squares, &rest, 10) - 1;
        squares = rest;
        assert_true(position_set(position, column + row * SIDE, colour));
    }
}

static struct position drawn(const char *x, const char *o, enum colour to_move)
{
    struct position position;
    position_init(&position, variant_get(VARIANT_CLASSIC));
    set_all(&position, COLOUR_X, x);
    set_all(&position, COLOUR_O, o);
    position.to_move = (uint8_t)to_move;
    return position;
}

TEST(a_win_by_fours_is_yes_no_or_unknown)
{
    struct prove_line line;
    struct position three = drawn("h10 i10 j10", "a1 a3 a5", COLOUR_X);
    struct position quiet = drawn("h10 c3", "a1 a5", COLOUR_X);
    assert_int_equal(prove_fours(&prover, &three, 1000, &line), PROVE_YES);
    assert_int_equal(line.count, 3);
    assert_int_equal(prove_fours(&prover, &three, 0, &line), PROVE_UNKNOWN);
    assert_int_equal(line.count, 0);
    assert_int_equal(prove_fours(&prover, &quiet, 0, &line), PROVE_NO);
    /* A four is there to be tried, and leads to nothing. */
    struct position blocked = drawn("h10 i10 j10", "g10 a3 a5", COLOUR_X);
    assert_int_equal(prove_fours(&prover, &blocked, 1, &line), PROVE_UNKNOWN);
    assert_int_equal(prove_fours(&prover, &blocked, 1000, &line), PROVE_NO);
}

TEST(a_win_by_threes_is_never_ruled_out)
{
    struct prove_line line;
    struct position fork = drawn("h10 i10 k11 k12", "a1 a5 s1 s19", COLOUR_X);
    struct position quiet = drawn("h10 c3", "a1 a5", COLOUR_X);
    assert_int_equal(prove_fours(&prover, &fork, 1000, &line), PROVE_NO);
    assert_int_equal(prove_threes(&prover, &fork, 20000, &line), PROVE_YES);
    assert_int_equal(prove_threes(&prover, &quiet, 20000, &line), PROVE_UNKNOWN);
}

TEST(a_loss_is_proven_by_each_reply)
{
    struct prove_line line;
    struct position four = drawn("h10 i10 j10 k10", "a1 a5 a9", COLOUR_O);
    struct position three = drawn("h10 i10 j10", "a1 a5", COLOUR_O);
    assert_int_equal(prove_loss(&prover, &four, 20000, &line), PROVE_YES);
    assert_int_equal(prove_loss(&prover, &three, 20000, &line), PROVE_UNKNOWN);
    assert_int_equal(prove_loss(&prover, &four, 3, &line), PROVE_UNKNOWN);
}

static bool stop_at_once(void *ctx)
{
    (void)ctx;
    return true;
}

TEST(who_stops_it_learns_nothing)
{
    struct prove_line line;
    struct position three = drawn("h10 i10 j10 f6 f7", "a1 a5 j6 k7", COLOUR_O);
    struct prover stopped = prover;
    stopped.stop = stop_at_once;
    stopped.nodes = 0;
    assert_int_equal(prove_loss(&stopped, &three, 200000, &line), PROVE_UNKNOWN);
    assert_true(stopped.was_stopped);
    assert_true(stopped.nodes <= 1024);
}

TEST(what_stones_would_make_is_seen)
{
    uint16_t cell;
    struct prove_sight sight;
    struct position position = drawn("h10 i10 j10 k10", "g10 a5 a9", COLOUR_O);
    prove_see(&prover, &position, &sight);
    assert_int_equal(prove_count(&sight, COLOUR_X, SPOT_FIVE, &cell), 1);
    assert_int_equal(cell, 11 + 9 * SIDE);
    assert_int_equal(prove_count(&sight, COLOUR_O, SPOT_FIVE, &cell), 0);
    assert_int_equal(sight.spots[COLOUR_X][7 + 9 * SIDE], SPOT_NONE);
}

int main(void)
{
    return test_run_all(make_prover, free_prover);
}
