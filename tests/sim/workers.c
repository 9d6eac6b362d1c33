/* SPDX-License-Identifier: MIT */
/*
 * A few places for work; what was under way when the process died is not found again.
 */
#include "tests/sim/workers.h"

#include "tests/sim/check.h"
#include "tests/sim/happen.h"
#include "tests/sim/sim.h"
#include "tests/support/core_doubles.h"

#include <stdlib.h>
#include <string.h>

#define PIECES_MAX 16
#define WORK_MS 2000
#define BEGUN_AT_ONCE 3 /* every third */

struct piece {
    uint64_t number; /* 0: free */
    uint64_t job;
    struct work work; /* a copy */
    bool is_stopped;  /* nobody wants it any more */
};

struct workers {
    struct piece pieces[PIECES_MAX];
    uint64_t last_number; /* not reused after a crash: what was under way is not found */
};

struct workers *workers_new(void)
{
    struct workers *workers = calloc(1, sizeof(*workers));
    if (workers == NULL)
        abort();
    return workers;
}

static void piece_clear(struct piece *piece)
{
    if (piece->number != 0)
        work_free(&piece->work);
    *piece = (struct piece){0};
}

void workers_crash(struct workers *workers)
{
    for (size_t i = 0; i < PIECES_MAX; i++)
        piece_clear(&workers->pieces[i]);
}

void workers_free(struct workers *workers)
{
    workers_crash(workers);
    free(workers);
}

/* The operator has no share, a better hash is the server's own wish, and computers are nobody. */
static bool is_of_a_share(const struct piece *piece)
{
    return piece->number != 0 && piece->work.kind != WORK_PASSWORD_HASH &&
           piece->work.kind != WORK_PASSWORD_REHASH && piece->work.kind != WORK_THINK;
}

/* All who come over the network have one address. */
static void check_share(struct sim *sim)
{
    size_t count = 0;
    for (size_t i = 0; i < PIECES_MAX; i++)
        count += is_of_a_share(&sim->workers->pieces[i]) ? 1 : 0;
    CHECK_THAT(sim, CHECK_SHARE_OF_WORKERS, count <= sim->core_options.passwords_per_address,
               "%zu jobs, and %zu may be", count, sim->core_options.passwords_per_address);
}

bool workers_start(struct sim *sim, uint64_t job, const struct work *work)
{
    struct workers *workers = sim->workers;
    for (size_t i = 0; i < sim->mood.work_cap && i < PIECES_MAX; i++) {
        struct piece *piece = &workers->pieces[i];
        if (piece->number != 0)
            continue;
        *piece =
            (struct piece){.number = ++workers->last_number, .job = job, .work = work_copy(work)};
        happen_in(sim, THING_WORK, piece->number, sim_delay_ms(sim, WORK_MS));
        check_share(sim);
        return true;
    }
    sim->stats->works_failed++;
    return false;
}

/* Some are begun at once, and some wait; by their number and no dice. */
bool workers_drop(struct sim *sim, uint64_t job)
{
    for (size_t i = 0; i < PIECES_MAX; i++) {
        struct piece *piece = &sim->workers->pieces[i];
        if (piece->number == 0 || piece->job != job)
            continue;
        if (piece->number % BEGUN_AT_ONCE == 0) {
            piece->is_stopped = work_kind_info(piece->work.kind)->stops == WORK_STOPS;
            return false;
        }
        piece_clear(piece);
        sim->stats->works_dropped++;
        return true;
    }
    return false;
}

static struct work_result result_of(const struct sim *sim, const struct piece *piece, bool ok)
{
    /* Parameters rise with time. */
    int version = 1 + (int)(sim->now_ms / (7 * INT64_C(86400000)));
    return piece->is_stopped ? (struct work_result){.is_stopped = true}
                             : double_work(&piece->work, version, ok);
}

void workers_finish(struct sim *sim, uint64_t number)
{
    static const struct work_result half = {.permille = 500};
    for (size_t i = 0; i < PIECES_MAX; i++) {
        struct piece piece = sim->workers->pieces[i];
        if (piece.number != number)
            continue;
        bool ok = sim->is_calm || !sim_permille(sim, sim->mood.fail_work);
        sim->stats->works_failed += ok ? 0 : 1;
        const struct work_result result = result_of(sim, &piece, ok);
        sim->workers->pieces[i] = (struct piece){0};
        sim->is_inside = true;
        if (!piece.is_stopped)
            core_work_progress(sim->core, piece.job, &half);
        core_work_done(sim->core, piece.job, &result);
        sim->is_inside = false;
        piece_clear(&piece);
        return;
    }
}
