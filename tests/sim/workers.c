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
    bool is_told;     /* and will be once more */
};

#define THOUGHTS_KEPT 256

struct workers {
    struct piece pieces[PIECES_MAX];
    uint64_t thoughts[THOUGHTS_KEPT]; /* a ring: of a game and the action that came of it */
    size_t thought_count;
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
            piece->is_stopped = work_kind_info(piece->work.kind)->stops == WORK_STOPS &&
                                piece->number % 2 == 0; /* or too late */
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

/* ------------------------------------------------------------------ thoughts */

/* FNV-1a, with an end after each text. */
static uint64_t mix(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = (hash ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
    return (hash ^ 0xff) * UINT64_C(0x100000001b3);
}

static uint64_t mark_of(const char *variant, const char *actions, const char *action)
{
    return mix(mix(mix(UINT64_C(0xcbf29ce484222325), variant), actions), action);
}

bool workers_thought_of(const struct sim *sim, const struct game *game, const char *action)
{
    char actions[GAME_TEXT_SIZE];
    if (game_format(game, actions, sizeof(actions)) < 0)
        abort();
    uint64_t mark = mark_of(game->variant->key, actions, action);
    for (size_t i = 0; i < THOUGHTS_KEPT; i++)
        if (sim->workers->thoughts[i] == mark)
            return true;
    return false;
}

static void note_thought(struct workers *workers, const struct piece *piece,
                         const struct work_result *result)
{
    const struct work_think *given = &piece->work.as.think;
    if (piece->work.kind == WORK_THINK && result->ok)
        workers->thoughts[workers->thought_count++ % THOUGHTS_KEPT] =
            mark_of(given->variant, given->actions, result->as.think.action);
}

/* A thought tells its first look, other work how far it is. */
static void tell_progress(struct sim *sim, const struct piece *piece,
                          const struct work_result *result)
{
    static const struct work_result half = {.permille = 500};
    bool is_thought = piece->work.kind == WORK_THINK;
    if (!piece->is_stopped)
        core_work_progress(sim->core, piece->job, is_thought ? result : &half);
}

/* What becomes of some thoughts, by their number and no dice. */
enum fate {
    TOLD,
    NEVER_TOLD,
    ONLY_LOOKED_AT,
    TOLD_TWICE, /* the second time much later */
};

static enum fate fate_of(const struct sim *sim, const struct piece *piece)
{
    static const enum fate fates[8] = {[1] = NEVER_TOLD, [4] = ONLY_LOOKED_AT, [6] = TOLD_TWICE};
    return piece->work.kind == WORK_THINK && !sim->is_calm ? fates[piece->number % 8] : TOLD;
}

/* Tells what came of the piece. Whether it is to be told once more. */
static bool tell(struct sim *sim, const struct piece *piece, const struct work_result *result)
{
    enum fate fate = fate_of(sim, piece);
    if (fate != NEVER_TOLD && !piece->is_told)
        tell_progress(sim, piece, result);
    if (fate == TOLD || fate == TOLD_TWICE)
        core_work_done(sim->core, piece->job, result);
    return fate == TOLD_TWICE && !piece->is_told;
}

/* Whether there is a place where it waits for that. */
static bool tell_again(struct sim *sim, const struct piece *piece)
{
    for (size_t i = 0; i < sim->mood.work_cap && i < PIECES_MAX; i++) {
        if (sim->workers->pieces[i].number != 0)
            continue;
        sim->workers->pieces[i] = *piece;
        sim->workers->pieces[i].is_told = true;
        happen_in(sim, THING_WORK, piece->number, sim_delay_ms(sim, WORK_MS));
        return true;
    }
    return false;
}

void workers_finish(struct sim *sim, uint64_t number)
{
    for (size_t i = 0; i < PIECES_MAX; i++) {
        struct piece piece = sim->workers->pieces[i];
        if (piece.number != number)
            continue;
        bool ok = sim->is_calm || !sim_permille(sim, sim->mood.fail_work);
        sim->stats->works_failed += ok ? 0 : 1;
        const struct work_result result = result_of(sim, &piece, ok);
        sim->workers->pieces[i] = (struct piece){0};
        note_thought(sim->workers, &piece, &result);
        sim->is_inside = true;
        bool is_told_again = tell(sim, &piece, &result);
        sim->is_inside = false;
        if (!is_told_again || !tell_again(sim, &piece))
            piece_clear(&piece);
        return;
    }
}
