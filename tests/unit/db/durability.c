/* SPDX-License-Identifier: MIT */
/* Batches whose traces can be found again; see the header. */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "tests/unit/db/durability.h"

#include "tests/conformance/store_samples.h"
#include "tests/support/forgetful_vfs.h"
#include "tests/unit/db/durability_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHAIN_GAME 3 /* between players 1 and 2 */
#define IDS_OF_A_BATCH 16
#define LOG_OF_A_BATCH 3

static char folder[RAW_PATH_SIZE];

void durability_begin(void)
{
    raw_folder_make(folder);
}

void durability_end(void)
{
    raw_folder_remove(folder);
}

void durability__path(char path_out[RAW_PATH_SIZE])
{
    raw_path(folder, path_out);
}

void trial_init(struct trial *trial, const struct trial *image, uint64_t seed, enum store_sync sync)
{
    memset(trial, 0, sizeof(*trial));
    if (image != NULL)
        *trial = *image;
    disk_init(&trial->disk, seed);
    if (image != NULL)
        disk_copy(&trial->disk, &image->disk);
    trial->sync = sync;
    trial->settled = trial->batches;
    pthread_mutex_init(&trial->lock, NULL);
    pthread_cond_init(&trial->woken, NULL);
    forgetful_vfs_use(&trial->disk);
}

void trial_deinit(struct trial *trial)
{
    disk_deinit(&trial->disk);
    pthread_mutex_destroy(&trial->lock);
    pthread_cond_destroy(&trial->woken);
}

/* ------------------------------------------------------------------ batches */

static bool batch_ends_its_game(int n)
{
    return n % 2 == 0;
}

int durability__rows(const struct trial *trial, int n)
{
    if (trial->founds[n])
        return 3; /* two players and their game */
    /* players 3, session 1, chat 1, game 1, the long game 1, and either history 2 and ledger 2 or
     * the log of the game in progress */
    return 7 + (batch_ends_its_game(n) ? 4 : LOG_OF_A_BATCH);
}

static void players_add(struct store_batch *batch, int n, uint64_t id)
{
    char name[32];
    struct sample_names names;
    struct store_op op;
    for (int i = 0; i < 3; i++) {
        (void)snprintf(name, sizeof(name), "p%d-%d", n, i);
        op = i == 0 ? sample_guest(id + 1, name, &names)
                    : sample_register(id + 1 + (uint64_t)i, name, &names);
        if (i == 0)
            op.as.player_create.created_ms = n;
        else
            op.as.player_register.created_ms = n;
        (void)store_batch_add(batch, &op);
    }
    op = sample_session(0, id + 2);
    memcpy(op.as.session_add.session.token_hash, &n, sizeof(n));
    op.as.session_add.session.created_ms = n;
    (void)store_batch_add(batch, &op);
}

static void log_add(struct store_batch *batch, int n, uint64_t game, uint32_t seq)
{
    struct store_op op = sample_log(game, seq, "h8");
    op.as.game_log.at_ms = n;
    (void)store_batch_add(batch, &op);
}

static void game_add(struct store_batch *batch, int n, uint64_t id)
{
    struct store_op op = sample_start(id + 5, true, id + 2, id + 3);
    op.as.game_start.started_ms = n;
    (void)store_batch_add(batch, &op);
    for (uint32_t seq = 1; seq <= LOG_OF_A_BATCH; seq++)
        log_add(batch, n, id + 5, seq);
    if (!batch_ends_its_game(n))
        return;
    op = sample_end(id + 5, RESULT_FIRST, "h8 h9 h10");
    op.as.game_end.ended_ms = n;
    op.as.game_end.moves_ratings = true;
    (void)store_batch_add(batch, &op);
}

static void room_add(struct store_batch *batch, int n, uint64_t id)
{
    char text[24];
    struct store_op op = sample_room(id + 4, id + 2, id + 3, id + 5);
    (void)store_batch_add(batch, &op);
    (void)snprintf(text, sizeof(text), "line %d", n);
    op = sample_chat(id + 4, 1, id + 2, text);
    op.as.chat_add.at_ms = n;
    (void)store_batch_add(batch, &op);
    if (n % 5 == 0) {
        op = sample_room_close(id + 4);
        (void)store_batch_add(batch, &op);
    }
    op = sample_password(id + 2, "another");
    (void)store_batch_add(batch, &op);
    op = (struct store_op){.kind = STORE_PROBE};
    (void)store_batch_add(batch, &op);
}

static struct store_batch *batch_make(int n, uint32_t chain_seq)
{
    struct store_batch *batch = store_batch_new();
    uint64_t id = (uint64_t)n * IDS_OF_A_BATCH;
    players_add(batch, n, id);
    game_add(batch, n, id);
    room_add(batch, n, id);
    log_add(batch, n, CHAIN_GAME, chain_seq);
    return batch;
}

static struct store_batch *founding_make(int n)
{
    struct store_batch *batch = store_batch_new();
    struct sample_names names;
    struct store_op op = sample_guest(1, "first", &names);
    op.as.player_create.created_ms = n;
    (void)store_batch_add(batch, &op);
    op = sample_guest(2, "second", &names);
    op.as.player_create.created_ms = n;
    (void)store_batch_add(batch, &op);
    op = sample_start(CHAIN_GAME, false, 1, 2);
    op.as.game_start.started_ms = n;
    (void)store_batch_add(batch, &op);
    return batch;
}

/* ------------------------------------------------------------------ the owner */

static void wake(void *ctx)
{
    struct trial *trial = ctx;
    pthread_mutex_lock(&trial->lock);
    trial->is_woken = true;
    pthread_cond_signal(&trial->woken);
    pthread_mutex_unlock(&trial->lock);
}

static void disaster(struct trial *trial, enum life_end end)
{
    if (end == LIFE_KILLED)
        disk_kill(&trial->disk);
    else if (end == LIFE_CUT)
        disk_cut(&trial->disk);
}

/* On the writer's thread: the process ends, in one way or another. */
static void lost(void *ctx, const char *reason)
{
    struct trial *trial = ctx;
    (void)reason;
    disaster(trial, trial->on_failure == LIFE_CUT ? LIFE_CUT : LIFE_KILLED);
    pthread_mutex_lock(&trial->lock);
    trial->is_lost = true;
    pthread_mutex_unlock(&trial->lock);
    wake(trial);
}

static bool disk_is_off(struct trial *trial)
{
    pthread_mutex_lock(&trial->disk.lock);
    bool is_off = trial->disk.is_off;
    pthread_mutex_unlock(&trial->disk.lock);
    return is_off;
}

static void on_batch(void *ctx, uint64_t number, int status, const struct store_batch *batch)
{
    struct trial *trial = ctx;
    int n = (int)number;
    (void)batch;
    assert_int_equal(n, trial->reported + 1);
    trial->reported = n;
    /* A batch that was durable is durable, even if nobody can hear of it any more; a failure may be
     * news of the power cut. */
    if (status == STORE_OK) {
        trial->fates[n] = BATCH_DURABLE;
        return;
    }
    if (!disk_is_off(trial)) {
        trial->fates[n] = BATCH_FAILED;
        trial->failures++;
        disaster(trial, trial->on_failure);
    }
    trial->has_failed = true;
}

/* The names of the player that an answer begins with. */
static const struct store_names *answer_names(const struct store_answer *answer)
{
    return answer->kind == STORE_PLAYER_BY_ID     ? &answer->as.player_by_id.player.names
           : answer->kind == STORE_PLAYER_BY_NAME ? &answer->as.player_by_name.player.names
                                                  : &answer->as.player_by_token.player.names;
}

/* A name that could not be read must not be told as an empty one. */
static bool is_told(const char *name)
{
    return name != NULL && name[0] != '\0';
}

/* Whether an answer has what it must have when batch `n` is there. */
static bool answer_is_whole(const struct store_answer *answer, int n)
{
    if (answer->kind == STORE_GAME)
        return answer->as.game.is_over ? answer->as.game.end.plies > 0
                                       : answer->as.game.log_count == LOG_OF_A_BATCH;
    if (answer->kind == STORE_HISTORY)
        return answer->as.history.rows_count == (batch_ends_its_game(n) ? 1 : 0);
    if (answer->kind == STORE_AROUND)
        return (answer->as.around.rank > 0) == batch_ends_its_game(n);
    return is_told(answer_names(answer)->name) && is_told(answer_names(answer)->name_key);
}

static void on_query(void *ctx, uint64_t number, int status, const struct store_answer *answer)
{
    struct trial *trial = ctx;
    int n = trial->subjects[number];
    trial->answers++;
    trial->answer_status = status;
    assert_int_equal(number, trial->answers);
    if (n > 0)
        trial->missed[n] |=
            status == STORE_NOT_FOUND || (status == STORE_OK && !answer_is_whole(answer, n));
    else if (status == STORE_OK)
        trial->chain = (uint32_t)answer->as.game.log_count;
}

/* Until everything is reported, or the store cannot know. */
static void reports_wait(struct trial *trial)
{
    const struct store_listener listener = {trial, on_batch, on_query};
    bool is_lost = false;
    while (!is_lost && (trial->reported < trial->batches || trial->answers < trial->queries)) {
        pthread_mutex_lock(&trial->lock);
        while (!trial->is_woken && !trial->is_lost)
            pthread_cond_wait(&trial->woken, &trial->lock);
        trial->is_woken = false;
        is_lost = trial->is_lost;
        pthread_mutex_unlock(&trial->lock);
        store_poll(trial->store, &listener);
    }
}

/* ------------------------------------------------------------------ a life */

/* `n`: the batch that the question is about; 0: the long game. */
static void ask(struct trial *trial, int n, struct store_query query)
{
    assert_in_range(trial->queries, 0, DURABILITY_QUERIES - 2);
    trial->subjects[++trial->queries] = n;
    store_query(trial->store, trial->queries, &query);
}

static void ask_about(struct trial *trial, int n)
{
    uint64_t id = (uint64_t)n * IDS_OF_A_BATCH;
    char key[40];
    (void)snprintf(key, sizeof(key), "key p%d-1", n);
    struct store_query by_token = sample_by_token(0);
    memcpy(by_token.as.player_by_token.token_hash, &n, sizeof(n));
    ask(trial, n, sample_by_id(id + 2));
    ask(trial, n, sample_by_name(key));
    ask(trial, n, by_token);
    ask(trial, n, sample_game(id + 5));
    ask(trial, n, sample_history(id + 2, 5));
    ask(trial, n, sample_around(id + 2, 5));
}

static void load_marks(void *ctx, const struct store_marks *marks)
{
    (void)ctx;
    (void)marks;
}

static void load_secret(void *ctx, const struct store_secret *secret)
{
    (void)ctx;
    assert_non_null(secret->name);
}

static void load_experience(void *ctx, const struct store_experience *experience)
{
    (void)ctx;
    assert_non_null(experience->text);
}

static void load_origin_ban(void *ctx, const struct store_origin_ban *ban)
{
    (void)ctx;
    (void)ban;
}

static void load_rated_game(void *ctx, const struct store_rated_game *game)
{
    (void)ctx;
    assert_true(game->game > 0);
}

static void load_sleeper(void *ctx, const struct store_sleeper *sleeper)
{
    (void)ctx;
    (void)sleeper;
}

static void load_player(void *ctx, const struct store_player *player)
{
    (void)ctx;
    assert_true(is_told(player->names.name));
}

static void load_game(void *ctx, const struct store_game *game)
{
    struct trial *trial = ctx;
    assert_true(is_told(game->seats[0].name));
    if (game->start.id == CHAIN_GAME)
        trial->has_chain = true;
}

static void load_room(void *ctx, const struct store_room *room)
{
    (void)ctx;
    (void)room;
}

static void load_line(void *ctx, const struct store_chat_line *line)
{
    (void)ctx;
    assert_non_null(line->text);
}

static bool chain_is_durable(const struct trial *trial)
{
    bool is_durable = false;
    for (int n = 1; n <= trial->batches; n++)
        is_durable |= trial->founds[n] && trial->fates[n] == BATCH_DURABLE;
    return is_durable && trial->sync == STORE_SYNC_FULL;
}

static bool life_open(struct trial *trial)
{
    const struct store_loader loader = {.ctx = trial,
                                        .marks = load_marks,
                                        .secret = load_secret,
                                        .experience = load_experience,
                                        .origin_ban = load_origin_ban,
                                        .rated_game = load_rated_game,
                                        .sleeper = load_sleeper,
                                        .player = load_player,
                                        .game = load_game,
                                        .room = load_room,
                                        .chat = load_line};
    char path[RAW_PATH_SIZE];
    char message[256];
    durability__path(path);
    const struct store_sqlite_options options = {
        .path = path, .sync = trial->sync, .prepares_late = true, .lost = lost, .lost_ctx = trial};
    trial->is_lost = false;
    trial->is_woken = false;
    trial->has_failed = false;
    trial->queries = 0;
    trial->answers = 0;
    trial->life++;
    trial->reported = trial->batches;
    trial->store = store_sqlite_open(&options, wake, trial, message, sizeof(message));
    if (trial->store == NULL)
        return false;
    trial->has_chain = false;
    if (store_load(trial->store, &loader) == STORE_OK && !trial->has_chain &&
        chain_is_durable(trial))
        trial->lies++;
    return true;
}

/* How long the chain is, or that there is none yet. Returns false if that cannot be known. */
static bool chain_find(struct trial *trial)
{
    ask(trial, 0, sample_game(CHAIN_GAME));
    reports_wait(trial);
    trial->has_chain = trial->answer_status == STORE_OK;
    trial->lies += trial->answer_status == STORE_NOT_FOUND && chain_is_durable(trial);
    return !trial->is_lost && trial->answer_status != STORE_UNAVAILABLE;
}

/* After a failure the owner returns to what is stored, and goes on. What cannot be read now may be
 * readable in a moment. */
static bool life_resume(struct trial *trial)
{
    if (disk_is_off(trial))
        return false;
    trial->has_failed = false;
    store_resume(trial->store);
    return chain_find(trial) || (!trial->is_lost && chain_find(trial));
}

static void batch_submit(struct trial *trial, struct store_batch *batch)
{
    trial->lives[trial->batches] = trial->life;
    store_submit(trial->store, (uint64_t)trial->batches, batch);
}

/* Nobody counts on a game before it is there. */
static void batches_submit(struct trial *trial, int count)
{
    if (!trial->has_chain) {
        trial->founds[++trial->batches] = true;
        batch_submit(trial, founding_make(trial->batches));
        reports_wait(trial);
        trial->chain = 0;
        trial->has_chain = !trial->has_failed && !trial->is_lost;
    }
    for (int i = 0; i < count && trial->has_chain; i++) {
        assert_in_range(trial->batches, 0, DURABILITY_BATCHES - 2);
        ++trial->batches;
        batch_submit(trial, batch_make(trial->batches, ++trial->chain));
    }
}

static void life_work(struct trial *trial, int count)
{
    bool goes_on = chain_find(trial) || life_resume(trial);
    while (goes_on && count > 0) {
        int group = 1 + (int)disk_draw(&trial->disk, 3);
        count -= group;
        batches_submit(trial, group);
        if (disk_draw(&trial->disk, 3) == 0 && !trial->founds[trial->batches])
            ask_about(trial, trial->batches);
        reports_wait(trial);
        goes_on = !trial->is_lost && (!trial->has_failed || life_resume(trial));
    }
}

bool trial_live(struct trial *trial, int count)
{
    if (!life_open(trial))
        return false;
    life_work(trial, count);
    store_close(trial->store);
    return true;
}

void trial_live_and_kill(struct trial *trial, int count)
{
    if (!life_open(trial))
        return;
    life_work(trial, count);
    disk_kill(&trial->disk);
    store_close(trial->store);
}
