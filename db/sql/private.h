/* SPDX-License-Identifier: MIT */
/*
 * Private to the SQLite back-end: the store as its three threads see it. The owner's thread and the
 * two others meet in `shared` only, under its lock; the writer's and the reader's parts are theirs
 * alone while they run.
 */
#ifndef PENTAD_DB_SQL_PRIVATE_H
#define PENTAD_DB_SQL_PRIVATE_H

#include <pthread.h>

#include "db/check.h"
#include "db/sql/cache.h"
#include "db/sqlite/sql.h"
#include "db/work.h"

struct sqlite_shared {
    pthread_mutex_t lock;
    pthread_cond_t write_ready; /* there is work for the writer */
    pthread_cond_t read_ready;  /* there is work for the reader, or a batch is done */
    struct work_list writes;    /* batches and resumes, in the order of submission */
    struct work_list reads;
    struct work_list done; /* for store_poll() */
    uint64_t batches_submitted;
    uint64_t batches_done;
    bool is_closing;
    char error[STORE_ERROR_SIZE]; /* why the last batch or query failed */
};

/* The writer's own. */
struct sqlite_writer {
    struct sql_connection sql;
    struct sqlite_cache cache;
    enum store_sync sync;
    bool is_broken;   /* since a batch failed, until resume */
    bool is_in_doubt; /* the last COMMIT failed, and its frames may be in the WAL */
    bool is_lost;     /* what is stored cannot be known: no batch is reported any more */
};

struct store_sqlite {
    struct store base;
    bool is_inline; /* no threads: the reader's connection is the writer's */
    store_wake_fn *wake;
    void *wake_ctx;
    store_lost_fn *lost;
    void *lost_ctx;
    char *path;
    int lock;
    struct sqlite_shared shared;
    struct sqlite_writer writer;
    struct sql_connection reader; /* inline it is not open */
    pthread_t writer_thread;
    pthread_t reader_thread;
};

/* The threads; `store` is their argument. */
void *sqlite__writer_main(void *store);
void *sqlite__reader_main(void *store);
/* Inline: what they would do, until nothing is left to do. */
void sqlite__write_now(struct store_sqlite *store);
void sqlite__read_now(struct store_sqlite *store);
/* Remembers what SQLite says of the last failure on `sql`. */
void sqlite__note_error(struct store_sqlite *store, const struct sql_connection *sql);

int sqlite__load(struct store *store, const struct store_loader *loader);

/* Does one operation inside the writer's transaction. Returns an enum op_outcome; a database that
 * failed is OP_REFUSED as well, since the batch fails either way. */
int sqlite__apply(struct sqlite_writer *writer, const struct store_op *op);

/* db/sql/game.c */
int sqlite__game_start(struct sqlite_writer *writer, const struct store_op *op);
int sqlite__game_log(struct sqlite_writer *writer, const struct store_op *op);
int sqlite__game_end(struct sqlite_writer *writer, const struct store_op *op);

int sqlite__star(struct sqlite_writer *writer, const struct store_op *op);

/* db/sql/stats.c: the game is over, and the player at `seat` has its line in the history.
 * OP_DONE or OP_REFUSED. */
int sqlite__stats_add(struct sqlite_writer *writer, const struct cache_game *game,
                      const struct store_game_end *end, int seat);

/* A player's rating as it is before a game moves it. */
struct rating_now {
    int64_t points;
    int64_t games; /* 0: there is none */
    uint64_t rank; /* 0 without a rating */
};

/* db/sql/rating.c: each returns 0 or OP_REFUSED. */
int sqlite__rating_get(struct sqlite_writer *writer, uint64_t player, enum variant_id variant,
                       struct rating_now *now_out);
/* Moves the rating of the player at `seat` as `end` says, with its line in the ledger. */
int sqlite__rating_move(struct sqlite_writer *writer, const struct cache_game *game,
                        const struct store_game_end *end, int seat, const struct rating_now *now);

/* Takes the player's ratings away; the ledger stays. */
int sqlite__ratings_remove(struct sqlite_writer *writer, uint64_t player);

/* db/sql/fine.c */
int sqlite__rating_active(struct sqlite_writer *writer, const struct store_op *op);
int sqlite__fine(struct sqlite_writer *writer, const struct store_op *op);
/* The last settled month, 0 if there is none. Returns 0 or -1. */
int sqlite__settled_month(struct sql_connection *sql, int *month_out);

/* db/sql/letter.c */
int sqlite__message_send(struct sqlite_writer *writer, const struct store_op *op);
int sqlite__message_read(struct sqlite_writer *writer, const struct store_op *op);
int sqlite__message_delete(struct sqlite_writer *writer, const struct store_op *op);
/* How many of the player's copies with the other one, from `first` to `upto`, are not read. Returns
 * 0 or -1. */
int sqlite__unread(struct sql_connection *sql, const struct store_mail *mail, int64_t *unread_out);

/* How many messages the player has not read, of all. Returns 0 or -1. */
int sqlite__unread_of(struct sql_connection *sql, uint64_t player, uint64_t *unread_out);

/* Sweeps some of the oldest log entries if there are many of games that are over. Inside the
 * writer's transaction; returns 0 or -1. */
int sqlite__log_sweep(struct sqlite_writer *writer);

/* Answers: each fills `question->answer` from the snapshot that the transaction on `sql` sees, and
 * returns a store_status. */
typedef int sqlite_answer_fn(struct sql_connection *sql, struct work_query *question);
sqlite_answer_fn sqlite__answer_player;
sqlite_answer_fn sqlite__answer_login;
sqlite_answer_fn sqlite__answer_game;
sqlite_answer_fn sqlite__answer_history;
sqlite_answer_fn sqlite__answer_top;
sqlite_answer_fn sqlite__answer_around;
sqlite_answer_fn sqlite__answer_table;
/* db/sql/letters.c */
sqlite_answer_fn sqlite__answer_may_write;
sqlite_answer_fn sqlite__answer_threads;
sqlite_answer_fn sqlite__answer_messages;
sqlite_answer_fn sqlite__answer_mail;
sqlite_answer_fn sqlite__answer_export;
sqlite_answer_fn sqlite__answer_stats;
sqlite_answer_fn sqlite__answer_graph;
sqlite_answer_fn sqlite__answer_find;

/* Adds the tables where the answer's player has a correspondence game in progress. 0 or -1. */
int sqlite__read_tables(struct sql_connection *sql, struct work_query *question);
/* The game of a row, and what the log has of it. As sql__step(). */
int sqlite__read_game(struct sql_connection *sql, uint64_t id, struct arena *arena,
                      struct store_game *game_out);
sqlite_answer_fn sqlite__answer_fines;

sqlite_answer_fn sqlite__answer_blocks;
sqlite_answer_fn sqlite__answer_photo;

sqlite_answer_fn sqlite__answer_sessions;

/* db/sql/session.c */
int sqlite__session_add(struct sqlite_writer *writer, const struct store_op *op);
int sqlite__session_remove(struct sqlite_writer *writer, const struct store_op *op);
int sqlite__sessions_remove(struct sqlite_writer *writer, const struct store_op *op);
sqlite_answer_fn sqlite__answer_reports;
sqlite_answer_fn sqlite__answer_acts;
sqlite_answer_fn sqlite__answer_sanctions;

/* db/sql/moderation.c */
int sqlite__mod_action(struct sqlite_writer *writer, const struct store_op *op);
int sqlite__report_add(struct sqlite_writer *writer, const struct store_op *op);

/* db/sql/account.c */
int sqlite__account_put(struct sqlite_writer *writer, const struct store_op *op);
int sqlite__account_delete(struct sqlite_writer *writer, uint64_t player);
int sqlite__block_add(struct sqlite_writer *writer, const struct store_op *op);
int sqlite__block_remove(struct sqlite_writer *writer, const struct store_op *op);
/* Adds what is kept elsewhere of a player: ratings, account, blocks. 0 or -1. */
int sqlite__read_player(struct sql_connection *sql, struct arena *arena,
                        struct store_player *player);

/* The status of an answer whose subject sql__step() or its like has `found`. */
int sqlite__status(int found);

/* As sql__step(). */
int sqlite__player_exists(struct sql_connection *sql, uint64_t player);
/* 1 + how many have more points, into `rank_out`. Returns 0 or -1. */
int sqlite__rank(struct sql_connection *sql, enum variant_id variant, int64_t points,
                 uint64_t *rank_out);

/* Rows as structs, texts in the arena. Each returns false when a row holds a word that this
 * program does not know. db/sql/row.c */
void sqlite__row_player(sqlite3_stmt *row, struct arena *arena, struct store_player *player_out);
bool sqlite__row_game(sqlite3_stmt *row, struct arena *arena, struct store_game *game_out);
bool sqlite__row_room(sqlite3_stmt *row, struct store_room *room_out);
bool sqlite__row_log(sqlite3_stmt *row, struct store_log_entry *entry_out);
/* Adds what is kept elsewhere: a player's ratings, a game's changes of ratings. 0 or -1. */
int sqlite__read_ratings(struct sql_connection *sql, struct store_player *player);
int sqlite__read_changes(struct sql_connection *sql, struct store_game *game);

/* The last lines of a chat, the oldest first. */
struct chat_lines {
    struct store_chat_line space[STORE_CHAT_LOADED];
    struct store_chat_line *first; /* in `space` */
    size_t count;
};

/* Returns 0 or -1. */
int sqlite__read_chat(struct sql_connection *sql, uint64_t room, struct arena *arena,
                      struct chat_lines *lines_out);

/* Log entries that grow in an arena. All zero is empty. */
struct log_entries {
    struct store_log_entry *entries;
    size_t count;
    size_t cap;
};

void sqlite__entries_add(struct log_entries *log, const struct store_log_entry *entry,
                         struct arena *arena);

#endif
