/* SPDX-License-Identifier: MIT */
/*
 * A store under test: its owner's thread, which submits, waits for the wake and polls. Keeps a copy
 * of what was reported, so that a test may look at it after the listener has returned.
 */
#ifndef PENTAD_TESTS_STORE_HARNESS_H
#define PENTAD_TESTS_STORE_HARNESS_H

#include "base/arena.h"
#include "db/store.h"

#include <pthread.h>

/* A back-end to test. `folder` is the test's own and empty at first. */
struct harness_backend {
    const char *name;
    struct store *(*open)(const char *folder, store_wake_fn *wake, void *wake_ctx);
    bool keeps; /* what was stored is there again after closing and opening */
    /* NULL: it has none. Fails the test if what is derived from games
     * does not agree with them. */
    void (*check)(const char *folder);
};

enum harness_report_kind {
    REPORT_BATCH,
    REPORT_QUERY,
};

struct harness_report {
    enum harness_report_kind kind;
    uint64_t number;
    int status;
};

#define HARNESS_REPORTS_MAX 4096
#define HARNESS_RESULTS_MAX 64

struct harness {
    const struct harness_backend *backend;
    char folder[192];
    struct store *store;
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool is_woken;
    bool is_in_call;           /* inside submit, query or resume: nothing may be reported */
    struct store_batch *batch; /* being filled */
    uint64_t batches;          /* submitted so far; the number of the last one */
    uint64_t queries;
    uint64_t batches_reported;
    uint64_t queries_reported;
    int batch_status; /* of the last batch reported, as what became of its first operations */
    enum store_op_result results[HARNESS_RESULTS_MAX];
    bool has_changes[HARNESS_RESULTS_MAX];
    bool is_weightless[HARNESS_RESULTS_MAX];
    struct store_change changes[HARNESS_RESULTS_MAX][SEAT_COUNT];
    char player_told[32];        /* by the last SESSION_ADD; empty: nobody */
    bool is_told_of_memos;       /* the same player */
    size_t memos_told;           /* with the last batch */
    struct store_memo last_memo; /* of them, without its text */
    struct store_moved moved[8]; /* the first ratings that annulments of the last batch moved */
    size_t moved_count;
    struct store_line_place hidden[8]; /* the first lines of chats that the last batch hid */
    size_t hidden_count;
    struct harness_report reports[HARNESS_REPORTS_MAX];
    size_t report_count;
    struct arena arena; /* holds the copies of answers and of what was loaded */
    int answer_status;
    const struct store_answer *answer; /* of the last query reported; NULL if there is none */
    void (*on_report)(struct harness *harness, const struct harness_report *report);
    void *ctx; /* the test's own */
};

/* Makes a temporary folder and opens the store in it. */
void harness_init(struct harness *harness, const struct harness_backend *backend);
/* Opens the store in a folder that is there already. */
void harness_init_in(struct harness *harness, const struct harness_backend *backend,
                     const char *folder);
/* Closes the store and removes the folder. */
void harness_deinit(struct harness *harness);
/* Closes the store; the folder stays. */
void harness_leave(struct harness *harness);
/* Closes the store and opens it again. */
void harness_reopen(struct harness *harness);

/* Adds to the batch that is being filled. */
void harness_add(struct harness *harness, struct store_op op);
/* Submits the batch; returns its number. Does not wait. */
uint64_t harness_submit(struct harness *harness);
/* Submits the batch and waits; returns its status. */
int harness_commit(struct harness *harness);
/* harness_add() and harness_commit(). */
int harness_do(struct harness *harness, struct store_op op);
void harness_resume(struct harness *harness);
/* Asks without waiting. */
void harness_ask(struct harness *harness, struct store_query query);
/* Asks and waits. NULL unless the status is STORE_OK; lives until harness_forget(). */
const struct store_answer *harness_get(struct harness *harness, struct store_query query);
/* Polls until everything that was submitted and asked is reported. */
void harness_wait(struct harness *harness);
/* The same, for queries alone. */
void harness_wait_for_queries(struct harness *harness);
/* Frees answers and what was loaded. */
void harness_forget(struct harness *harness);

/* A copy of everything that store_load() gave. */
struct harness_loaded {
    struct store_secret *secrets;
    size_t secret_count;
    struct store_experience *experience; /* NULL: none was given */
    struct store_origin_ban *origin_bans;
    size_t origin_ban_count;
    struct store_rated_game *rated_games; /* all that there are */
    size_t rated_game_count;
    struct store_sleeper *sleepers;
    size_t sleeper_count;
    struct store_player *players;
    size_t player_count;
    struct store_game *games;
    size_t game_count;
    struct store_room *rooms;
    size_t room_count;
    struct store_chat_line *lines;
    size_t line_count;
    struct store_marks marks;
};

/* Loads; the members live until harness_forget(). */
void harness_load(struct harness *harness, struct harness_loaded *loaded_out);

#endif
