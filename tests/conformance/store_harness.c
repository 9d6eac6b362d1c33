/* SPDX-License-Identifier: MIT */
/*
 * The owner's side of a store under test. It waits on a condition that the wake signals, never for
 * a time; a store that forgets to wake ends the test by its time limit.
 */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "tests/conformance/store_harness.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

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

static const char *text_copy(struct harness *harness, const char *text)
{
    return text == NULL ? NULL : arena_text(&harness->arena, text, strlen(text));
}

static void *items_copy(struct harness *harness, const void *items, size_t count, size_t size)
{
    void *copy = arena_alloc(&harness->arena, count * size);
    return count == 0 ? copy : memcpy(copy, items, count * size);
}

static struct store_player player_copy(struct harness *harness, const struct store_player *player)
{
    struct store_player copy = *player;
    copy.name = text_copy(harness, player->name);
    copy.name_key = text_copy(harness, player->name_key);
    copy.skeleton = text_copy(harness, player->skeleton);
    copy.password_hash = text_copy(harness, player->password_hash);
    if (player->account != NULL)
        copy.account = items_copy(harness, player->account, 1, sizeof(*player->account));
    copy.blocked =
        items_copy(harness, player->blocked, player->blocked_count, sizeof(*player->blocked));
    return copy;
}

static struct store_game game_copy(struct harness *harness, const struct store_game *game)
{
    struct store_game copy = *game;
    copy.names[0] = text_copy(harness, game->names[0]);
    copy.names[1] = text_copy(harness, game->names[1]);
    copy.end.actions = text_copy(harness, game->end.actions);
    copy.end.spent = text_copy(harness, game->end.spent);
    copy.end.lags = text_copy(harness, game->end.lags);
    copy.log = items_copy(harness, game->log, game->log_count, sizeof(*game->log));
    return copy;
}

static const struct store_table *tables_copy(struct harness *harness,
                                             const struct store_answer *answer)
{
    struct store_table *tables =
        items_copy(harness, answer->tables, answer->tables_count, sizeof(*tables));
    for (size_t i = 0; i < answer->tables_count; i++) {
        struct store_chat_line *chat =
            items_copy(harness, tables[i].chat, tables[i].chat_count, sizeof(*chat));
        for (size_t n = 0; n < tables[i].chat_count; n++) {
            chat[n].name = text_copy(harness, chat[n].name);
            chat[n].text = text_copy(harness, chat[n].text);
        }
        tables[i].chat = chat;
        tables[i].game = game_copy(harness, &tables[i].game);
        for (int player = 0; player < 2; player++)
            tables[i].players[player] = player_copy(harness, &tables[i].players[player]);
    }
    return tables;
}

static const struct store_block_row *blocks_copy(struct harness *harness,
                                                 const struct store_answer *answer)
{
    struct store_block_row *rows =
        items_copy(harness, answer->blocks, answer->blocks_count, sizeof(*rows));
    for (size_t i = 0; i < answer->blocks_count; i++)
        rows[i].name = text_copy(harness, rows[i].name);
    return rows;
}

static const struct store_session *sessions_copy(struct harness *harness,
                                                 const struct store_answer *answer)
{
    struct store_session *rows =
        items_copy(harness, answer->sessions, answer->sessions_count, sizeof(*rows));
    for (size_t i = 0; i < answer->sessions_count; i++)
        rows[i].client = text_copy(harness, rows[i].client);
    return rows;
}

static void messages_copy(struct harness *harness, struct store_answer *copy)
{
    struct store_thread_row *threads =
        items_copy(harness, copy->post.threads, copy->post.threads_count, sizeof(*threads));
    struct store_message_row *messages =
        items_copy(harness, copy->post.messages, copy->post.messages_count, sizeof(*messages));
    for (size_t i = 0; i < copy->post.threads_count; i++) {
        threads[i].name = text_copy(harness, threads[i].name);
        threads[i].text = text_copy(harness, threads[i].text);
    }
    for (size_t i = 0; i < copy->post.messages_count; i++)
        messages[i].text = text_copy(harness, messages[i].text);
    copy->post.threads = threads;
    copy->post.messages = messages;
    copy->post.mail.name = text_copy(harness, copy->post.mail.name);
}

/* Histories, games, statistics and names. */
static void lists_copy(struct harness *harness, struct store_answer *copy)
{
    struct store_game *games = items_copy(harness, copy->games, copy->games_count, sizeof(*games));
    struct store_form *forms = items_copy(harness, copy->forms, copy->forms_count, sizeof(*forms));
    struct store_found *found = items_copy(harness, copy->found, copy->found_count, sizeof(*found));
    for (size_t i = 0; i < copy->games_count; i++)
        games[i] = game_copy(harness, &games[i]);
    for (size_t i = 0; i < copy->forms_count; i++)
        forms[i].best_name = text_copy(harness, forms[i].best_name);
    for (size_t i = 0; i < copy->found_count; i++)
        found[i].name = text_copy(harness, found[i].name);
    copy->games = games;
    copy->forms = forms;
    copy->found = found;
    copy->tallies = items_copy(harness, copy->tallies, copy->tallies_count, sizeof(*copy->tallies));
    copy->graph = items_copy(harness, copy->graph, copy->graph_count, sizeof(*copy->graph));
}

static const struct store_mod_action *acts_copy(struct harness *harness,
                                                const struct store_answer *answer)
{
    struct store_mod_action *rows =
        items_copy(harness, answer->acts, answer->acts_count, sizeof(*rows));
    for (size_t i = 0; i < answer->acts_count; i++) {
        rows[i].reason = text_copy(harness, rows[i].reason);
        rows[i].detail = text_copy(harness, rows[i].detail);
        rows[i].by_name = text_copy(harness, rows[i].by_name);
        rows[i].player_name = text_copy(harness, rows[i].player_name);
    }
    return rows;
}

static const struct store_report *reports_copy(struct harness *harness,
                                               const struct store_answer *answer)
{
    struct store_report *rows =
        items_copy(harness, answer->reports, answer->reports_count, sizeof(*rows));
    for (size_t i = 0; i < answer->reports_count; i++) {
        rows[i].text = text_copy(harness, rows[i].text);
        rows[i].by_name = text_copy(harness, rows[i].by_name);
        rows[i].player_name = text_copy(harness, rows[i].player_name);
    }
    return rows;
}

static const struct store_sanction *sanctions_copy(struct harness *harness,
                                                   const struct store_answer *answer)
{
    struct store_sanction *rows =
        items_copy(harness, answer->sanctions, answer->sanctions_count, sizeof(*rows));
    for (size_t i = 0; i < answer->sanctions_count; i++) {
        rows[i].name = text_copy(harness, rows[i].name);
        rows[i].ban_reason = text_copy(harness, rows[i].ban_reason);
        rows[i].mute_reason = text_copy(harness, rows[i].mute_reason);
    }
    return rows;
}

static struct store_answer answer_copy(struct harness *harness, const struct store_answer *answer)
{
    struct store_answer copy = *answer;
    copy.player = player_copy(harness, &answer->player);
    copy.login.password_hash = text_copy(harness, answer->login.password_hash);
    copy.login.ban_reason = text_copy(harness, answer->login.ban_reason);
    copy.game = game_copy(harness, &answer->game);
    struct store_history_row *rows =
        items_copy(harness, answer->history, answer->history_count, sizeof(*rows));
    struct store_standing *lines =
        items_copy(harness, answer->standings, answer->standings_count, sizeof(*lines));
    for (size_t i = 0; i < answer->history_count; i++)
        rows[i].opponent = text_copy(harness, rows[i].opponent);
    for (size_t i = 0; i < answer->standings_count; i++)
        lines[i].name = text_copy(harness, lines[i].name);
    copy.history = rows;
    copy.standings = lines;
    copy.tables = tables_copy(harness, answer);
    copy.fines = items_copy(harness, answer->fines, answer->fines_count, sizeof(*answer->fines));
    copy.blocks = blocks_copy(harness, answer);
    copy.sessions = sessions_copy(harness, answer);
    copy.photo.bytes = items_copy(harness, answer->photo.bytes, answer->photo.size, 1);
    messages_copy(harness, &copy);
    lists_copy(harness, &copy);
    copy.acts = acts_copy(harness, answer);
    copy.reports = reports_copy(harness, answer);
    copy.sanctions = sanctions_copy(harness, answer);
    return copy;
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
    for (size_t i = 0; i < store_batch_count(batch) && i < 64; i++)
        harness->results[i] = store_batch_get(batch, i)->result;
    report_add(harness, (struct harness_report){REPORT_BATCH, number, status});
}

static void on_query(void *ctx, uint64_t number, int status, const struct store_answer *answer)
{
    struct harness *harness = ctx;
    harness->queries_reported++;
    harness->answer_status = status;
    assert_int_equal(answer != NULL, status == STORE_OK);
    if (answer != NULL)
        harness->answer = answer_copy(harness, answer);
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

void harness_wait(struct harness *harness)
{
    const struct store_listener listener = {harness, on_batch, on_query};
    while (harness->batches_reported < harness->batches ||
           harness->queries_reported < harness->queries) {
        woken_wait(harness);
        store_poll(harness->store, &listener);
    }
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
    if (harness->answer_status != STORE_OK)
        return NULL;
    /* The next answer must not overwrite this one. */
    return items_copy(harness, &harness->answer, 1, sizeof(harness->answer));
}

/* ------------------------------------------------------------------ loading */

struct load_copy {
    struct harness *harness;
    struct harness_loaded *loaded;
};

/* Doubles an array in the arena when its count is a power of two. */
static void *items_grow(struct harness *harness, void *items, size_t count, size_t size)
{
    if (count != 0 && (count & (count - 1)) != 0)
        return items;
    void *grown = arena_alloc(&harness->arena, (count == 0 ? 1 : 2 * count) * size);
    return count == 0 ? grown : memcpy(grown, items, count * size);
}

static void on_marks(void *ctx, const struct store_marks *marks)
{
    const struct load_copy *copy = ctx;
    assert_int_equal(copy->loaded->player_count, 0);
    copy->loaded->marks = *marks;
}

static void on_sleeper(void *ctx, const struct store_sleeper *sleeper)
{
    const struct load_copy *copy = ctx;
    struct harness_loaded *loaded = copy->loaded;
    assert_int_equal(loaded->player_count, 0);
    loaded->sleepers =
        items_grow(copy->harness, loaded->sleepers, loaded->sleeper_count, sizeof(*sleeper));
    loaded->sleepers[loaded->sleeper_count++] = *sleeper;
}

static void on_player(void *ctx, const struct store_player *player)
{
    struct load_copy *copy = ctx;
    struct harness_loaded *loaded = copy->loaded;
    assert_int_equal(loaded->game_count + loaded->room_count + loaded->line_count, 0);
    loaded->players =
        items_grow(copy->harness, loaded->players, loaded->player_count, sizeof(*player));
    loaded->players[loaded->player_count++] = player_copy(copy->harness, player);
}

static void on_game(void *ctx, const struct store_game *game)
{
    struct load_copy *copy = ctx;
    struct harness_loaded *loaded = copy->loaded;
    assert_int_equal(loaded->room_count + loaded->line_count, 0);
    loaded->games = items_grow(copy->harness, loaded->games, loaded->game_count, sizeof(*game));
    loaded->games[loaded->game_count++] = game_copy(copy->harness, game);
}

static void on_room(void *ctx, const struct store_room *room)
{
    struct load_copy *copy = ctx;
    struct harness_loaded *loaded = copy->loaded;
    assert_int_equal(loaded->line_count, 0);
    loaded->rooms = items_grow(copy->harness, loaded->rooms, loaded->room_count, sizeof(*room));
    loaded->rooms[loaded->room_count++] = *room;
}

static void on_chat(void *ctx, const struct store_chat_line *line)
{
    struct load_copy *copy = ctx;
    struct harness_loaded *loaded = copy->loaded;
    loaded->lines = items_grow(copy->harness, loaded->lines, loaded->line_count, sizeof(*line));
    struct store_chat_line *kept = &loaded->lines[loaded->line_count++];
    *kept = *line;
    kept->name = text_copy(copy->harness, line->name);
    kept->text = text_copy(copy->harness, line->text);
}

void harness_load(struct harness *harness, struct harness_loaded *loaded_out)
{
    struct load_copy copy = {harness, loaded_out};
    const struct store_loader loader = {&copy,   on_marks, on_sleeper, on_player,
                                        on_game, on_room,  on_chat};
    *loaded_out = (struct harness_loaded){0};
    assert_int_equal(store_load(harness->store, &loader), STORE_OK);
}
