/* SPDX-License-Identifier: MIT */
/*
 * The conformance suite's frame, and the steps that many tests share.
 */
#include "tests/conformance/store_conformance.h"

#include <stdio.h>
#include <stdlib.h>

int conformance_setup(void **state)
{
    struct harness *harness = calloc(1, sizeof(*harness));
    if (harness == NULL)
        return -1;
    harness_init(harness, &CONFORMANCE_BACKEND);
    *state = harness;
    return 0;
}

int conformance_teardown(void **state)
{
    harness_deinit(*state);
    free(*state);
    return 0;
}

void conformance_comes_to(struct harness *harness, struct store_op op, enum store_op_result result)
{
    assert_int_equal(harness_do(harness, op), STORE_OK);
    assert_int_equal(harness->results[0], result);
}

void conformance_must(struct harness *harness, struct store_op op)
{
    conformance_comes_to(harness, op, STORE_APPLIED);
}

void conformance_fail(struct harness *harness)
{
    assert_int_equal(harness_commit(harness), STORE_UNAVAILABLE);
    harness_resume(harness);
}

void conformance_must_not(struct harness *harness, struct store_op op)
{
    harness_add(harness, op);
    conformance_fail(harness);
}

const struct store_answer *conformance_ask(struct harness *harness, struct store_query query)
{
    const struct store_answer *answer = harness_get(harness, query);
    assert_int_equal(harness->answer_status, STORE_OK);
    assert_int_equal(answer->kind, query.kind);
    return answer;
}

void conformance_ask_nothing(struct harness *harness, struct store_query query)
{
    assert_null(harness_get(harness, query));
    assert_int_equal(harness->answer_status, STORE_NOT_FOUND);
}

void conformance_accounts(struct harness *harness, int count)
{
    for (int i = 1; i <= count; i++) {
        char name[16];
        struct sample_names names;
        (void)snprintf(name, sizeof(name), "p%d", i);
        harness_add(harness, sample_register((uint64_t)i, name, &names));
    }
    assert_int_equal(harness_commit(harness), STORE_OK);
}

void conformance_computer(struct harness *harness, uint64_t id, const char *name)
{
    struct sample_names names;
    conformance_must(harness, sample_computer(id, name, &names));
}

void conformance_play(struct harness *harness, uint64_t game, uint64_t first, uint64_t second,
                      enum result result)
{
    harness_add(harness, sample_start(game, true, first, second));
    harness_add(harness, sample_rated_end(game, result));
    assert_int_equal(harness_commit(harness), STORE_OK);
}

const struct store_player *conformance_player(struct harness *harness, uint64_t id)
{
    return &ask_player_by_id(harness, sample_by_id(id))->player;
}

struct store_rating conformance_rating(struct harness *harness, uint64_t id)
{
    return conformance_rating_in(conformance_player(harness, id), VARIANT_CLASSIC);
}

struct store_rating conformance_rating_in(const struct store_player *player,
                                          enum variant_id variant)
{
    for (size_t i = 0; i < player->ratings_count; i++)
        if (player->ratings[i].variant == variant)
            return player->ratings[i];
    return (struct store_rating){.variant = variant};
}
