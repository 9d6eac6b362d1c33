/* SPDX-License-Identifier: MIT */
/*
 * The reader's thread: answers queries one after the other, each from one snapshot that has every
 * batch submitted before the query. Reads only, and never checkpoints.
 */
#include "db/sql/private.h"

static sqlite_answer_fn *const ANSWERS[STORE_QUERY_COUNT] = {
    [STORE_PLAYER_BY_NAME] = sqlite__answer_player, [STORE_PLAYER_BY_TOKEN] = sqlite__answer_player,
    [STORE_PLAYER_BY_ID] = sqlite__answer_player,   [STORE_GAME] = sqlite__answer_game,
    [STORE_HISTORY] = sqlite__answer_history,       [STORE_TOP] = sqlite__answer_top,
    [STORE_AROUND] = sqlite__answer_around,         [STORE_TABLE] = sqlite__answer_table,
    [STORE_FINES] = sqlite__answer_fines,           [STORE_BLOCKS] = sqlite__answer_blocks,
    [STORE_PHOTO] = sqlite__answer_photo,           [STORE_SESSIONS] = sqlite__answer_sessions,
    [STORE_REPORTS] = sqlite__answer_reports,       [STORE_MOD_LOG] = sqlite__answer_acts,
    [STORE_SANCTIONS] = sqlite__answer_sanctions, /* one a line */
    [STORE_MAY_WRITE] = sqlite__answer_may_write,   [STORE_THREADS] = sqlite__answer_threads,
    [STORE_MESSAGES] = sqlite__answer_messages,     [STORE_MAIL] = sqlite__answer_mail,
    [STORE_EXPORT] = sqlite__answer_export,         [STORE_STATS] = sqlite__answer_stats,
    [STORE_GRAPH] = sqlite__answer_graph,           [STORE_FIND] = sqlite__answer_find,
    [STORE_LOGIN] = sqlite__answer_login,
};

static int question_answer(struct store_sqlite *store, struct work_query *question)
{
    struct sql_connection *sql = store->is_inline ? &store->writer.sql : &store->reader;
    if (!check__query(&question->query))
        return STORE_NOT_FOUND;
    int status = STORE_UNAVAILABLE;
    if (sql__begin(sql) == 0)
        status = ANSWERS[question->query.kind](sql, question);
    if (status == STORE_UNAVAILABLE)
        sqlite__note_error(store, sql);
    sql__rollback(sql); /* nothing was written, and this cannot fail */
    return status;
}

static bool has_question(const struct sqlite_shared *shared)
{
    const struct work *work = shared->reads.first;
    return work != NULL && work->question->after <= shared->batches_done;
}

/* NULL: the store is closing, and questions that are left are dropped. */
static struct work *wait_for_question(struct sqlite_shared *shared)
{
    struct work *work = NULL;
    pthread_mutex_lock(&shared->lock);
    while (!shared->is_closing && !has_question(shared))
        pthread_cond_wait(&shared->read_ready, &shared->lock);
    if (!shared->is_closing)
        work = work__pop(&shared->reads);
    pthread_mutex_unlock(&shared->lock);
    return work;
}

void *sqlite__reader_main(void *argument)
{
    struct store_sqlite *store = argument;
    struct work *work = NULL;
    while ((work = wait_for_question(&store->shared)) != NULL) {
        work->status = question_answer(store, work->question);
        pthread_mutex_lock(&store->shared.lock);
        work__push(&store->shared.done, work);
        pthread_mutex_unlock(&store->shared.lock);
        store->wake(store->wake_ctx);
    }
    return NULL;
}

void sqlite__read_now(struct store_sqlite *store)
{
    struct work *work = NULL;
    while ((work = work__pop(&store->shared.reads)) != NULL) {
        work->status = question_answer(store, work->question);
        work__push(&store->shared.done, work);
    }
}
