/* SPDX-License-Identifier: MIT */
/*
 * The conformance suite's frame: its groups, and the steps that many tests share.
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

void conformance_must(struct harness *harness, struct store_op op)
{
    assert_int_equal(harness_do(harness, op), STORE_OK);
    assert_int_equal(harness->results[0], STORE_APPLIED);
}

void conformance_must_not(struct harness *harness, struct store_op op)
{
    assert_int_equal(harness_do(harness, op), STORE_UNAVAILABLE);
    harness_resume(harness);
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

static struct store_rating_change change_of(struct harness *harness, uint64_t player, int points)
{
    struct store_rating now =
        conformance_ask(harness, sample_by_id(player))->player.ratings[VARIANT_CLASSIC];
    struct store_rating_change change = {.before = now.games > 0 ? now.points : 1500};
    change.after.points = change.before + points;
    change.after.games = now.games + 1;
    change.after.peak = now.games > 0 ? now.peak : change.before;
    if (change.after.peak < change.after.points)
        change.after.peak = change.after.points;
    return change;
}

void conformance_play(struct harness *harness, uint64_t game, const uint64_t players[SEAT_COUNT],
                      enum result result, const int change[SEAT_COUNT])
{
    struct store_op end = sample_end(game, result, "h8 i9");
    end.as.end.moves_ratings = true;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        end.as.end.changes[seat] = change_of(harness, players[seat], change[seat]);
    harness_add(harness, sample_start(game, true, players[0], players[1]));
    harness_add(harness, end);
    assert_int_equal(harness_commit(harness), STORE_OK);
}

int conformance_run(void)
{
    return conformance_players() + conformance_rooms() + conformance_games() +
           conformance_batches() + conformance_ratings() + conformance_history() +
           conformance_load() + conformance_tables() + conformance_fines() +
           conformance_accounts_and_blocks() + conformance_messages() + conformance_stats() +
           conformance_photos() + conformance_order() + conformance_model();
}
