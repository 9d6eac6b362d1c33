/* SPDX-License-Identifier: MIT */
/*
 * The owner's side of a store under test. It waits on a condition that the wake signals, never for
 * a time; a store that forgets to wake ends the test by its time limit.
 */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "tests/conformance/store_harness.h"

#include "db/record.h"
#include "tests/support/cmocka_all.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ------------------------------------------------------------------ opening and closing */

static void wake(void *ctx)
{
    struct harness *harness = ctx;
    pthread_mutex_lock(&harness->lock);
    harness->is_woken = true;
    pthread_cond_signal(&harness->woken);
    pthread_mutex_unlock(&harness->lock);
}

static void store_reset(struct harness *harness)
{
    harness->store = harness->backend->open(harness->folder, wake, harness);
    assert_non_null(harness->store);
    harness->batch = store_batch_new();
    harness->batches = 0;
    harness->queries = 0;
    harness->batches_reported = 0;
    harness->queries_reported = 0;
    harness->report_count = 0;
}

void harness_init_in(struct harness *harness, const struct harness_backend *backend,
                     const char *folder)
{
    memset(harness, 0, sizeof(*harness));
    harness->backend = backend;
    pthread_mutex_init(&harness->lock, NULL);
    pthread_cond_init(&harness->woken, NULL);
    arena_init(&harness->arena, NULL, 0);
    (void)snprintf(harness->folder, sizeof(harness->folder), "%s", folder);
    store_reset(harness);
}

void harness_init(struct harness *harness, const struct harness_backend *backend)
{
    const char *parent = getenv("TMPDIR");
    char folder[192];
    (void)snprintf(folder, sizeof(folder), "%s/pentad-store-XXXXXX",
                   parent != NULL ? parent : "/tmp");
    assert_non_null(mkdtemp(folder));
    harness_init_in(harness, backend, folder);
}

static void folder_remove(const char *folder)
{
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory))
        (void)unlinkat(dirfd(directory), entry->d_name, 0);
    closedir(directory);
    assert_int_equal(rmdir(folder), 0);
}

void harness_leave(struct harness *harness)
{
    store_close(harness->store);
    store_batch_free(harness->batch);
    arena_deinit(&harness->arena);
    pthread_mutex_destroy(&harness->lock);
    pthread_cond_destroy(&harness->woken);
}

void harness_deinit(struct harness *harness)
{
    harness_leave(harness);
    folder_remove(harness->folder);
}

void harness_reopen(struct harness *harness)
{
    store_close(harness->store);
    store_batch_free(harness->batch);
    store_reset(harness);
}

void harness_forget(struct harness *harness)
{
    arena_reset(&harness->arena);
}

/* ------------------------------------------------------------------ copies */

/* Copies a record, and everything that it points to, into the harness. */
static void *record_copy(struct harness *harness, enum record_id id, void *place, const void *value)
{
    memcpy(place, value, record__shape(id)->size);
    record__copy(id, place, &harness->arena);
    return place;
}

static const struct store_answer *answer_copy(struct harness *harness,
                                              const struct store_answer *answer)
{
    struct store_answer *copy = arena_alloc(&harness->arena, sizeof(*copy));
    copy->kind = answer->kind;
    (void)record_copy(harness, query__row(answer->kind)->answer, &copy->as, &answer->as);
    return copy;
}

static void result_copy(struct harness *harness, size_t index, const struct store_op *op)
{
    harness->results[index] = op->result;
    harness->memos_told += op->memos_count;
    harness->is_told_of_memos |= op->known != NULL && op->known->player.has_memos;
    if (op->kind == STORE_SESSION_ADD)
        snprintf(harness->player_told, sizeof(harness->player_told), "%s",
                 op->known != NULL ? op->known->player.names.name : "");
    if (op->memos_count > 0)
        harness->last_memo = op->memos[op->memos_count - 1];
    for (size_t i = 0; i < op->moved_count; i++, harness->moved_count++)
        if (harness->moved_count < sizeof(harness->moved) / sizeof(harness->moved[0]))
            harness->moved[harness->moved_count] = op->moved[i];
    harness->is_weightless[index] = op->is_weightless;
    for (size_t i = 0; i < op->hidden_count; i++, harness->hidden_count++)
        if (harness->hidden_count < sizeof(harness->hidden) / sizeof(harness->hidden[0]))
            harness->hidden[harness->hidden_count] = op->hidden[i];
    harness->has_changes[index] = op->changes != NULL;
    if (op->changes != NULL)
        memcpy(harness->changes[index], op->changes, sizeof(harness->changes[index]));
}

/* ------------------------------------------------------------------ what the store reports */

static void report_add(struct harness *harness, struct harness_report report)
{
    assert_false(harness->is_in_call);
    if (harness->report_count < HARNESS_REPORTS_MAX)
        harness->reports[harness->report_count++] = report;
    if (harness->on_report != NULL)
        harness->on_report(harness, &report);
}

static void on_batch(void *ctx, uint64_t number, int status, const struct store_batch *batch)
{
    struct harness *harness = ctx;
    harness->batches_reported++;
    assert_int_equal(number, harness->batches_reported);
    harness->batch_status = status;
    harness->memos_told = 0;
    harness->moved_count = 0;
    harness->hidden_count = 0;
    for (size_t i = 0; i < store_batch_count(batch) && i < HARNESS_RESULTS_MAX; i++)
        result_copy(harness, i, store_batch_get(batch, i));
    report_add(harness, (struct harness_report){REPORT_BATCH, number, status});
}

static void on_query(void *ctx, uint64_t number, int status, const struct store_answer *answer)
{
    struct harness *harness = ctx;
    harness->queries_reported++;
    harness->answer_status = status;
    assert_int_equal(answer != NULL, status == STORE_OK);
    harness->answer = answer != NULL ? answer_copy(harness, answer) : NULL;
    report_add(harness, (struct harness_report){REPORT_QUERY, number, status});
}

static void woken_wait(struct harness *harness)
{
    pthread_mutex_lock(&harness->lock);
    while (!harness->is_woken)
        pthread_cond_wait(&harness->woken, &harness->lock);
    harness->is_woken = false;
    pthread_mutex_unlock(&harness->lock);
}

static void wait_once(struct harness *harness)
{
    const struct store_listener listener = {harness, on_batch, on_query};
    woken_wait(harness);
    store_poll(harness->store, &listener);
}

void harness_wait(struct harness *harness)
{
    while (harness->batches_reported < harness->batches ||
           harness->queries_reported < harness->queries)
        wait_once(harness);
}

void harness_wait_for_queries(struct harness *harness)
{
    while (harness->queries_reported < harness->queries)
        wait_once(harness);
}

/* ------------------------------------------------------------------ calls */

void harness_add(struct harness *harness, struct store_op op)
{
    (void)store_batch_add(harness->batch, &op);
}

uint64_t harness_submit(struct harness *harness)
{
    struct store_batch *batch = harness->batch;
    harness->batch = store_batch_new();
    harness->is_in_call = true;
    store_submit(harness->store, ++harness->batches, batch);
    harness->is_in_call = false;
    return harness->batches;
}

int harness_commit(struct harness *harness)
{
    (void)harness_submit(harness);
    harness_wait(harness);
    return harness->batch_status;
}

int harness_do(struct harness *harness, struct store_op op)
{
    harness_add(harness, op);
    return harness_commit(harness);
}

void harness_resume(struct harness *harness)
{
    harness->is_in_call = true;
    store_resume(harness->store);
    harness->is_in_call = false;
}

void harness_ask(struct harness *harness, struct store_query query)
{
    harness->is_in_call = true;
    store_query(harness->store, ++harness->queries, &query);
    harness->is_in_call = false;
}

const struct store_answer *harness_get(struct harness *harness, struct store_query query)
{
    harness_ask(harness, query);
    harness_wait(harness);
    return harness->answer;
}

/* ------------------------------------------------------------------ loading */

struct load_copy {
    struct harness *harness;
    struct harness_loaded *loaded;
};

/* Puts a copy behind the rows, which double in the arena when their count is a power of two. */
static void *row_add(const struct load_copy *copy, enum record_id id, void *rows, size_t count,
                     const void *value)
{
    size_t size = record__shape(id)->size;
    char *grown = rows;
    if ((count & (count - 1)) == 0) {
        grown = arena_alloc(&copy->harness->arena, (count == 0 ? 1 : 2 * count) * size);
        if (count > 0)
            memcpy(grown, rows, count * size);
    }
    (void)record_copy(copy->harness, id, grown + count * size, value);
    return grown;
}

static void on_marks(void *ctx, const struct store_marks *marks)
{
    const struct load_copy *copy = ctx;
    assert_int_equal(copy->loaded->player_count, 0);
    copy->loaded->marks = *marks;
}

static void on_secret(void *ctx, const struct store_secret *secret)
{
    const struct load_copy *copy = ctx;
    struct harness_loaded *loaded = copy->loaded;
    assert_int_equal(loaded->sleeper_count + loaded->player_count, 0);
    loaded->secrets = row_add(copy, STORED_secret, loaded->secrets, loaded->secret_count++, secret);
}

static void on_experience(void *ctx, const struct store_experience *experience)
{
    const struct load_copy *copy = ctx;
    struct harness_loaded *loaded = copy->loaded;
    assert_int_equal(loaded->origin_ban_count + loaded->player_count, 0);
    assert_null(loaded->experience);
    loaded->experience = row_add(copy, STORED_experience, loaded->experience, 0, experience);
}

static void on_origin_ban(void *ctx, const struct store_origin_ban *ban)
{
    const struct load_copy *copy = ctx;
    struct harness_loaded *loaded = copy->loaded;
    assert_int_equal(loaded->rated_game_count, 0);
    loaded->origin_bans =
        row_add(copy, STORED_origin_ban, loaded->origin_bans, loaded->origin_ban_count++, ban);
}

/* Before every game of the samples. */
#define RATED_SINCE_MS 1

static void on_rated_game(void *ctx, const struct store_rated_game *game)
{
    const struct load_copy *copy = ctx;
    struct harness_loaded *loaded = copy->loaded;
    assert_int_equal(loaded->sleeper_count, 0);
    loaded->rated_games =
        row_add(copy, STORED_rated_game, loaded->rated_games, loaded->rated_game_count++, game);
}

static void on_sleeper(void *ctx, const struct store_sleeper *sleeper)
{
    const struct load_copy *copy = ctx;
    struct harness_loaded *loaded = copy->loaded;
    assert_int_equal(loaded->player_count, 0);
    loaded->sleepers =
        row_add(copy, STORED_sleeper, loaded->sleepers, loaded->sleeper_count++, sleeper);
}

static void on_player(void *ctx, const struct store_player *player)
{
    const struct load_copy *copy = ctx;
    struct harness_loaded *loaded = copy->loaded;
    assert_int_equal(loaded->game_count + loaded->room_count + loaded->line_count, 0);
    loaded->players = row_add(copy, STORED_player, loaded->players, loaded->player_count++, player);
}

static void on_game(void *ctx, const struct store_game *game)
{
    const struct load_copy *copy = ctx;
    struct harness_loaded *loaded = copy->loaded;
    assert_int_equal(loaded->room_count + loaded->line_count, 0);
    loaded->games = row_add(copy, STORED_game, loaded->games, loaded->game_count++, game);
}

static void on_room(void *ctx, const struct store_room *room)
{
    const struct load_copy *copy = ctx;
    struct harness_loaded *loaded = copy->loaded;
    assert_int_equal(loaded->line_count, 0);
    loaded->rooms = row_add(copy, STORED_room, loaded->rooms, loaded->room_count++, room);
}

static void on_chat(void *ctx, const struct store_chat_line *line)
{
    const struct load_copy *copy = ctx;
    struct harness_loaded *loaded = copy->loaded;
    loaded->lines = row_add(copy, STORED_chat_line, loaded->lines, loaded->line_count++, line);
}

void harness_load(struct harness *harness, struct harness_loaded *loaded_out)
{
    struct load_copy copy = {harness, loaded_out};
    const struct store_loader loader = {.ctx = &copy,
                                        .rated_since_ms = RATED_SINCE_MS,
                                        .marks = on_marks,
                                        .secret = on_secret,
                                        .experience = on_experience,
                                        .origin_ban = on_origin_ban,
                                        .rated_game = on_rated_game,
                                        .sleeper = on_sleeper,
                                        .player = on_player,
                                        .game = on_game,
                                        .room = on_room,
                                        .chat = on_chat};
    *loaded_out = (struct harness_loaded){0};
    assert_int_equal(store_load(harness->store, &loader), STORE_OK);
}
