/* SPDX-License-Identifier: MIT */
/*
 * Conformance: random operations from a seed, some of them wrong, against the plain model; every
 * answer is compared with what the model says. A failing seed is printed and can be run again.
 */
#include "tests/conformance/store_conformance.h"
#include "tests/conformance/store_trial.h"

#include <string.h>

uint64_t trial_below(struct trial *trial, uint64_t end)
{
    uint64_t x = trial->random;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    trial->random = x;
    return (x >> 11) % end;
}

/* Threads do the same whatever the seed is. */
#ifdef __SANITIZE_THREAD__
#define SEEDS 2
#else
#define SEEDS 6
#endif
#define BATCHES 400
#define COMPARE_EACH 50

/* The result of an operation. */
struct came_to {
    enum model_outcome outcome;
    uint64_t rated_game; /* that moved ratings; 0: none */
};

/* Makes an operation, applies it to the model and adds it to the batch while its texts live. */
static struct came_to op_add(struct trial *trial)
{
    struct trial_texts texts;
    const struct store_op op = trial_op(trial, &texts);
    bool moves_ratings = op.kind == STORE_GAME_END && op.as.game_end.moves_ratings;
    harness_add(trial->harness, op);
    return (struct came_to){.outcome = model_apply(&trial->next, &op),
                            .rated_game = moves_ratings ? op.as.game_end.id : 0};
}

static void result_compare(struct trial *trial, size_t index, const struct came_to *wanted)
{
    static const enum store_op_result RESULTS[] = {
        [MODEL_APPLIED] = STORE_APPLIED,
        [MODEL_CONFLICT] = STORE_CONFLICT,
        [MODEL_ALREADY] = STORE_ALREADY,
    };
    const struct harness *harness = trial->harness;
    assert_int_equal(harness->results[index], RESULTS[wanted->outcome]);
    assert_int_equal(harness->has_changes[index], wanted->rated_game != 0);
    for (int seat = 0; seat < SEAT_COUNT && wanted->rated_game != 0; seat++) {
        struct store_change given = harness->changes[index][seat];
        given.after.active_months = 0; /* which the model has elsewhere */
        assert_record_equal(change, &given,
                            &model_game(&trial->next, wanted->rated_game)->changes[seat]);
    }
}

static void batch_do(struct trial *trial)
{
    struct came_to came_to[12];
    size_t count = 1 + trial_below(trial, 6);
    bool is_refused = false;
    trial->next = trial->model;
    trial->next.was_applied = true;
    for (size_t i = 0; i < count && !is_refused; i++) {
        came_to[i] = op_add(trial);
        is_refused = came_to[i].outcome == MODEL_REFUSED;
    }
    if (is_refused) {
        conformance_fail(trial->harness);
        return;
    }
    assert_int_equal(harness_commit(trial->harness), STORE_OK);
    for (size_t i = 0; i < count; i++)
        result_compare(trial, i, &came_to[i]);
    trial->model = trial->next;
}

static void seed_run(struct trial *trial, uint64_t seed)
{
    print_message("seed %u\n", (unsigned)seed);
    memset(&trial->model, 0, sizeof(trial->model));
    trial->random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    for (int i = 1; i <= BATCHES; i++) {
        batch_do(trial);
        if (i % COMPARE_EACH != 0)
            continue;
        if (trial->harness->backend->keeps && trial_below(trial, 2) == 0)
            harness_reopen(trial->harness);
        trial_compare(trial);
    }
    if (trial->harness->backend->check != NULL)
        trial->harness->backend->check(trial->harness->folder);
}

TEST(the_store_answers_as_the_model_does)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct harness harness;
        struct trial *trial = test_calloc(1, sizeof(*trial));
        harness_init(&harness, &CONFORMANCE_BACKEND);
        trial->harness = &harness;
        seed_run(trial, seed);
        harness_deinit(&harness);
        test_free(trial);
    }
}
