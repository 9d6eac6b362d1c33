/* SPDX-License-Identifier: MIT */
/*
 * Private to the memory back-end: what it keeps and how its files share the work. Everything in
 * here is used on the owner's thread only. Texts are owned by the record that points to them.
 */
#ifndef PENTAD_DB_STORE_MEMORY_PRIVATE_H
#define PENTAD_DB_STORE_MEMORY_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "db/check.h"
#include "db/map.h"
#include "db/store.h"
#include "db/store_memory_order.h"
#include "db/work.h"

struct memory_game;

/* A line of a player's history. */
struct memory_line {
    const struct memory_game *game;
    const struct memory_player *opponent;
    uint64_t opponent_rank;
    enum score score;
    int points;
    enum seat seat;
    bool is_starred;
};

/* A line of a player's ledger. */
struct memory_ledger_line {
    enum variant_id variant;
    bool is_game; /* else a fine */
    int points;   /* after it */
    int64_t at_ms;
};

/* A message: its id comes first, and its text is NULL when nobody has a copy any more. */
struct memory_message {
    struct store_message value;
    int copies;
    struct map_node by_id;
};

struct memory_copy {
    struct memory_message *message;
    bool is_own;
};

/* What a player has with another one. Without a copy it is none, but keeps its place. */
struct memory_thread {
    struct memory_player *other;
    struct memory_copy *copies; /* by id */
    size_t count;
    size_t cap;
    uint64_t read_upto;
};

/* An account with its photo; bytes are on the heap, NULL for none. */
struct memory_account {
    struct store_account value;
    uint8_t *photo;
    size_t photo_size;
};

struct memory_player {
    struct store_player value; /* without the next two */
    struct memory_account account;
    struct store_block *blocks; /* by id */
    size_t block_count;
    size_t block_cap;
    struct order_node standing[VARIANT_COUNT]; /* in the order while there is a rating */
    struct memory_line *history;               /* by the end of the game, then by its id */
    size_t history_count;
    size_t history_cap;
    struct store_fine_row *fines; /* oldest first */
    size_t fine_count;
    size_t fine_cap;
    struct memory_thread **threads;
    size_t thread_count;
    size_t thread_cap;
    struct memory_ledger_line *ledger; /* in the order of writing */
    size_t ledger_count;
    size_t ledger_cap;
    bool is_wanted; /* by the load under way */
    struct map_node by_id;
    struct map_node by_name;
    struct map_node by_skeleton;
};

struct memory_session {
    struct store_session value;
    struct memory_session *next_removed; /* by the same operation */
    struct map_node by_token;
};

struct memory_game {
    struct store_game_start start;
    bool is_over;
    struct store_game_end end;
    struct memory_player *players[SEAT_COUNT];
    struct store_log_entry *log; /* of a game in progress */
    size_t log_count;
    size_t log_cap;
    bool is_wanted; /* by the load under way */
    struct map_node by_id;
};

struct memory_report {
    struct store_report value;
    bool is_open;
};

struct memory_room {
    struct store_room value;
    bool is_closed;
    struct store_chat_line *lines; /* only the last ones */
    size_t line_count;
    size_t line_cap;
    struct map_node by_id;
};

/* What a deleted account had. */
struct memory_deleted {
    struct store_player value;
    struct memory_account account;
    struct store_block *blocks;
    size_t block_count;
    size_t block_cap;
    struct memory_session *sessions;
};

/* What an operation changed, until its batch is known to hold. */
struct memory_undo {
    enum store_op_kind kind;
    bool is_new;   /* the subject was made by this operation */
    void *subject; /* NULL: nothing changed */
    union {
        struct store_player player;
        struct store_room room;
        bool was_closed;
        int64_t due_ms;
        struct store_rating ratings[SEAT_COUNT];
        int64_t uptime_ms;
        bool was_starred;
        struct {
            enum variant_id variant;
            uint64_t months;
        } active;
        struct {
            struct memory_account *before; /* on the heap */
            bool has_photo;                /* the bytes are not the player's any more */
        } account;
        struct store_block block;
        struct memory_deleted *deleted; /* on the heap */
        struct {
            uint64_t read_upto;
            struct memory_copy *copies; /* that went, on the heap */
            size_t at;
            size_t count;
            char **texts; /* of each, if it went, too */
        } mail;
    } old;
};

struct memory {
    struct store base;
    store_wake_fn *wake;
    void *wake_ctx;
    struct map players;
    struct map players_by_name;
    struct map players_by_skeleton;
    struct map sessions;
    struct map games;
    struct map rooms;
    struct map messages;
    struct order_node *orders[VARIANT_COUNT];
    int64_t uptime_ms;
    int settled_month;             /* 0: none */
    struct store_mod_action *acts; /* by number */
    size_t act_count;
    size_t act_cap;
    struct memory_report *reports; /* by number */
    size_t report_count;
    size_t report_cap;
    struct work_list queue;
    struct memory_undo *undo; /* of the batch being applied */
    size_t undo_count;
    size_t undo_cap;
    bool is_failing; /* by order of a test */
    bool is_broken;  /* since a batch failed, until resume */
};

/* How one kind of operation is done. `apply` returns an enum op_outcome and changes nothing unless
 * that is OP_DONE; then either `revert` or `keep` follows if there is a subject. NULL: nothing. */
struct memory_rule {
    int (*apply)(struct memory *memory, const struct store_op *op, struct memory_undo *undo);
    void (*revert)(struct memory *memory, struct memory_undo *undo);
    void (*keep)(struct memory *memory, struct memory_undo *undo);
};

/* One for each kind but STORE_PROBE. */
extern const struct memory_rule memory__player_create;
extern const struct memory_rule memory__player_register;
extern const struct memory_rule memory__password_set;
extern const struct memory_rule memory__session_add;
extern const struct memory_rule memory__session_remove;
extern const struct memory_rule memory__room_put;
extern const struct memory_rule memory__room_close;
extern const struct memory_rule memory__chat_add;
extern const struct memory_rule memory__game_start;
extern const struct memory_rule memory__game_log;
extern const struct memory_rule memory__game_end;
extern const struct memory_rule memory__uptime;
extern const struct memory_rule memory__rating_active;
extern const struct memory_rule memory__fine;
extern const struct memory_rule memory__account_put;
extern const struct memory_rule memory__sessions_remove;
extern const struct memory_rule memory__player_delete;
extern const struct memory_rule memory__block_add;
extern const struct memory_rule memory__block_remove;
extern const struct memory_rule memory__message_send;
extern const struct memory_rule memory__message_read;
extern const struct memory_rule memory__message_delete;
extern const struct memory_rule memory__star;
extern const struct memory_rule memory__mod_action;
extern const struct memory_rule memory__report_add;

/* NULL when there is none. */
struct memory_player *memory__player_find(struct memory *memory, uint64_t id);
struct memory_game *memory__game_find(struct memory *memory, uint64_t id);
struct memory_room *memory__room_find(struct memory *memory, uint64_t id);
struct memory_session *memory__session_find(struct memory *memory, const uint8_t *token_hash);

/* 1 + how many have more points; 0 without a rating. */
uint64_t memory__rank(const struct memory *memory, const struct memory_player *player,
                      enum variant_id variant);

/* Gives the player this rating, and the place in the leaderboard that goes with it. */
void memory__rating_set(struct memory *memory, struct memory_player *player,
                        enum variant_id variant, const struct store_rating *rating);

/* The player as answers have it: lends the account, and the blocked ones in `arena`. */
struct store_player memory__player_describe(const struct memory *memory,
                                            const struct memory_player *player,
                                            struct arena *arena);
int memory__answer_sessions(struct memory *memory, struct work_query *question);
void memory__session_free(void *session);
/* Takes all sessions of the player but one out of the store, as a chain; and puts it back. */
struct memory_session *memory__sessions_take(struct memory *memory, uint64_t player,
                                             const uint8_t *kept_hash);
void memory__sessions_restore(struct memory *memory, struct memory_session *chain);
void memory__sessions_free(struct memory_session *chain);
int memory__answer_blocks(struct memory *memory, struct work_query *question);
int memory__answer_photo(struct memory *memory, struct work_query *question);
int memory__answer_reports(struct memory *memory, struct work_query *question);
int memory__answer_acts(struct memory *memory, struct work_query *question);
int memory__answer_sanctions(struct memory *memory, struct work_query *question);
void memory__mod_free(struct memory *memory);

/* db/store_memory_player.c: the name of an account, as memory__mod_action changes it. As a rule's
 * apply, revert and keep; `undo->subject` is not set. */
int memory__player_rename(struct memory *memory, const struct store_mod_action *act,
                          struct memory_undo *undo);
void memory__player_rename_revert(struct memory *memory, uint64_t player, struct memory_undo *undo);
void memory__player_rename_keep(struct memory_undo *undo);

/* Fills `game_out` with what is stored. Lends. */
void memory__game_describe(const struct memory_game *game, struct store_game *game_out);

/* Whether the room's correspondence game is in progress: then it is not loaded. */
bool memory__room_is_asleep(struct memory *memory, const struct memory_room *room);
/* Adds to the answer the tables that are asleep of its player. */
void memory__tables(struct memory *memory, struct work_query *question);
/* The answer to STORE_TABLE. */
int memory__table(struct memory *memory, struct work_query *question);
/* The answer to `question`; returns its status. */
int memory__answer(struct memory *memory, struct work_query *question);
int memory__load(struct store *store, const struct store_loader *loader);
int memory__answer_fines(struct memory *memory, struct work_query *question);
int memory__answer_history(struct memory *memory, struct work_query *question);
int memory__answer_export(struct memory *memory, struct work_query *question);
int memory__answer_stats(struct memory *memory, struct work_query *question);
int memory__answer_graph(struct memory *memory, struct work_query *question);
int memory__answer_find(struct memory *memory, struct work_query *question);

/* The game is over: both players get a line, each before ratings move; and the way back. */
void memory__histories_add(struct memory *memory, struct memory_game *game);
void memory__histories_remove(struct memory_game *game);
/* What stands in the player's ledger last. */
void memory__ledger_add(struct memory_player *player, const struct memory_ledger_line *line);
void memory__ledger_remove(struct memory_player *player);

/* NULL when there is none; one without copies is as good as none. */
struct memory_thread *memory__thread_find(const struct memory_player *player, uint64_t other);
/* The message that has this nonce, NULL if none has. */
struct memory_message *memory__message_repeated(const struct memory *memory, uint64_t from,
                                                uint64_t to, const char *nonce);
/* The answer's player, by name. */
int memory__answer_named(struct memory *memory, struct work_query *question);
/* How many messages the player has not read, of all. */
uint64_t memory__unread(const struct memory_player *player);
int memory__answer_may_write(struct memory *memory, struct work_query *question);
int memory__answer_threads(struct memory *memory, struct work_query *question);
int memory__answer_messages(struct memory *memory, struct work_query *question);
int memory__answer_mail(struct memory *memory, struct work_query *question);

/* Room for one more item in an array of `count` items; aborts when out of memory. */
void *memory__grow(void *items, size_t count, size_t *cap, size_t item_size);
/* Never NULL unless `text` is. */
char *memory__text(const char *text);
void *memory__new(size_t size);
/* The record and what it owns. */
void memory__player_free(void *player);
void memory__game_free(void *game);
void memory__room_free(void *room);
void memory__message_free(void *message);
void memory__threads_free(struct memory_player *player);

#endif
