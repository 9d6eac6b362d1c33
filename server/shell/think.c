/* SPDX-License-Identifier: MIT */
/*
 * See the header. The tables of a computer for a variant are made by the first thread that needs
 * them, under the lock, and never change after that.
 */
#include "server/shell/think.h"

#include "base/memory.h"
#include "brain/computer.h"
#include "brain/learnt.h"

#include <stdlib.h>
#include <string.h>

#include <uv.h>

/* Memory for a computer that searches: the more, the more it remembers. */
#define MEMORY_SIZE ((size_t)16 * 1024 * 1024)
#define MEMORY_OF_NO_SEARCH ((size_t)64 * 1024)
/* A first look: so many positions, and no more time than this where these are slow ones. */
#define LOOK_NODES 256
#define LOOK_MS 50

_Static_assert(ACTION_TEXT_SIZE <= WORK_ACTION_SIZE, "every action has room");

/* Memory for searches is kept: who maps and unmaps it all the time holds up everybody who asks the
 * system for memory, for as long as such a thread does not get on. */
#define KEPT_MAX 64

struct think {
    uv_mutex_t lock;
    void *kept[KEPT_MAX]; /* each MEMORY_SIZE, nobody's for now */
    size_t kept_count;
    void *tables[COMPUTER_COUNT][VARIANT_COUNT]; /* NULL: not made yet, or there are none */
};

struct think *think_new(void)
{
    struct think *think = mem_zero(sizeof(*think));
    uv_mutex_init(&think->lock);
    return think;
}

void think_free(struct think *think)
{
    if (think == NULL)
        return;
    for (int id = 0; id < COMPUTER_COUNT; id++)
        for (int variant = 0; variant < VARIANT_COUNT; variant++)
            free(think->tables[id][variant]);
    while (think->kept_count > 0)
        free(think->kept[--think->kept_count]);
    uv_mutex_destroy(&think->lock);
    free(think);
}

/* ------------------------------------------------------------------ memory */

static void *make_tables(const struct computer *computer, const struct variant *variant,
                         size_t size)
{
    void *tables = mem_is_short() ? NULL : mem_try_grow(NULL, size);
    if (tables != NULL && computer_tables_make(computer, variant, tables, size) != 0) {
        free(tables);
        return NULL;
    }
    return tables;
}

/* False: there is no memory for them. */
static bool get_tables(struct think *think, const struct computer *computer,
                       const struct variant *variant, const void **tables_out)
{
    size_t size = computer_tables_size(computer, variant);
    void **place = &think->tables[computer->id][variant->id];
    *tables_out = NULL;
    if (size == 0)
        return true;
    uv_mutex_lock(&think->lock);
    if (*place == NULL)
        *place = make_tables(computer, variant, size);
    *tables_out = *place;
    uv_mutex_unlock(&think->lock);
    return *tables_out != NULL;
}

/* The experience that a computer was given, the caller's to free; NULL: there is no memory for it.
 */
static struct learnt *read_experience(const struct work_think *given)
{
    struct learnt *learnt = mem_is_short() ? NULL : mem_try_grow(NULL, sizeof(*learnt));
    if (learnt == NULL)
        return NULL;
    learnt_parse(learnt, given->experience, strlen(given->experience));
    learnt->is_learning = given->learns != 0;
    return learnt;
}

static void *take_kept(struct think *think)
{
    uv_mutex_lock(&think->lock);
    void *memory = think->kept_count > 0 ? think->kept[--think->kept_count] : NULL;
    uv_mutex_unlock(&think->lock);
    return memory;
}

static void give_memory(struct think *think, const struct thinking *thinking)
{
    bool is_kept = false;
    uv_mutex_lock(&think->lock);
    if (thinking->memory_size == MEMORY_SIZE && think->kept_count < KEPT_MAX && !mem_is_short()) {
        think->kept[think->kept_count++] = thinking->memory;
        is_kept = true;
    }
    uv_mutex_unlock(&think->lock);
    if (!is_kept)
        free(thinking->memory);
}

/* Memory of zeros; false: there is none. A look remembers little. */
static bool get_memory(struct think *think, struct thinking *thinking, size_t least)
{
    bool is_search = least > MEMORY_OF_NO_SEARCH && thinking->nodes == 0;
    thinking->memory_size = is_search && least < MEMORY_SIZE ? MEMORY_SIZE : least;
    if (least == 0)
        return true;
    if (thinking->memory_size == MEMORY_SIZE)
        thinking->memory = take_kept(think);
    if (thinking->memory == NULL && !mem_is_short())
        thinking->memory = mem_try_grow(NULL, thinking->memory_size);
    if (thinking->memory == NULL)
        return false;
    memset(thinking->memory, 0, thinking->memory_size);
    return true;
}

/* ------------------------------------------------------------------ a thought */

struct limits {
    const struct working *working;
    uint64_t until_ns;
    bool is_late;
};

static bool should_stop(void *ctx)
{
    struct limits *limits = ctx;
    limits->is_late = uv_hrtime() >= limits->until_ns;
    return limits->is_late || working_is_stopped(limits->working);
}

static void put_thought(const struct variant *variant, const struct thought *thought,
                        struct work_made_think *made)
{
    const struct prospect *best = &thought->prospects[0];
    action_format(variant, best->action, made->action);
    made->share = best->share;
    made->proof = best->proof;
    made->nodes = thought->nodes;
}

/* Returns computer_think()'s error. */
static int think_about(const struct computer *computer, const struct game *game,
                       struct thinking *thinking, struct work_made_think *made)
{
    struct thought *thought = mem_zero(sizeof(*thought));
    int status = computer_think(computer, game, thinking, thought);
    if (status == 0)
        put_thought(game->variant, thought, made);
    free(thought);
    return status;
}

static bool read_question(const struct work_think *given, const struct computer **computer_out,
                          struct game *game_out)
{
    const struct variant *variant = variant_find(given->variant, strlen(given->variant));
    *computer_out = computer_find(given->computer, strlen(given->computer));
    return variant != NULL && *computer_out != NULL &&
           game_parse(game_out, variant, given->actions, strlen(given->actions), NULL) == 0;
}

struct bounds {
    uint64_t within_ms;
    uint64_t nodes; /* 0: as many as the level does */
};

static void think_within(struct think *think, const struct work_think *given,
                         const struct bounds *bounds, struct work_result *result,
                         const struct working *working)
{
    struct limits limits = {.working = working,
                            .until_ns = uv_hrtime() + bounds->within_ms * UINT64_C(1000000)};
    struct thinking thinking = {.level = (unsigned)given->level,
                                .seed = given->seed,
                                .nodes = bounds->nodes,
                                .prospects = 1,
                                .stop = should_stop,
                                .ctx = &limits};
    const struct computer *computer;
    struct learnt *own = NULL;
    struct game game;
    if (!read_question(given, &computer, &game))
        return;
    bool has_tables = true;
    if (given->experience != NULL && computer->id == COMPUTER_TABLE) {
        own = read_experience(given);
        thinking.tables = own;
        has_tables = own != NULL;
    } else {
        has_tables = get_tables(think, computer, game.variant, &thinking.tables);
    }
    result->lacks_memory =
        !has_tables || !get_memory(think, &thinking, computer_memory_size(computer, game.variant));
    if (!result->lacks_memory)
        result->ok = think_about(computer, &game, &thinking, &result->as.think) == 0;
    result->as.think.was_cut = limits.is_late;
    result->is_stopped = working_is_stopped(working);
    if (thinking.memory != NULL)
        give_memory(think, &thinking);
    free(own);
}

void think_look(struct think *think, const struct work *work, struct work_result *result,
                const struct working *working)
{
    const struct bounds bounds = {.within_ms = LOOK_MS, .nodes = LOOK_NODES};
    think_within(think, &work->as.think, &bounds, result, working);
}

void think_run(struct think *think, const struct work *work, struct work_result *result,
               const struct working *working)
{
    const struct bounds bounds = {.within_ms = work->as.think.within_ms};
    think_within(think, &work->as.think, &bounds, result, working);
}
