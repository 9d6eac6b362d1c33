/* SPDX-License-Identifier: MIT */
/*
 * The store: everything that is kept of players, sessions, rooms, games, ratings, chat and letters.
 * It is the one interface between the server and its databases, and knows no SQL.
 *
 * Writes are batches of operations: a batch is durable as a whole or not at all, in the order of
 * submission. Reads are queries. Both complete later, inside store_poll(), never inside the call.
 * All functions are called on the owner's thread; only the wake callback comes from others. A query
 * sees every batch that was submitted before it or, if it does not wait, every one that was
 * reported before it.
 *
 * Operations, queries, answers and their records are tables: db/operations.def, db/queries.def,
 * db/records.def. Texts and lists that a call takes are copied; what a completion lends is valid
 * until it returns. The caller makes ids.
 */
#ifndef PENTAD_DB_STORE_H
#define PENTAD_DB_STORE_H

#include "engine/action.h"
#include "engine/clock.h"
#include "engine/game.h"
#include "engine/outcome.h"
#include "engine/variant.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ------------------------------------------------------------------ what is stored */

enum store_status {
    STORE_OK = 0,
    STORE_UNAVAILABLE = -1, /* disk full, I/O error, locked: nothing of it was written */
    STORE_NOT_FOUND = -2,   /* a query's subject does not exist */
    STORE_FENCED = -3, /* a batch's lease is older than one that wrote: nothing of it was written
                        */
};

#define STORE_ID_MAX ((INT64_C(1) << 60) - 1)
#define STORE_TOKEN_HASH_SIZE 32
#define STORE_POINTS_MAX 65535 /* of a rating; they begin with 0 */
#define STORE_POINTS_FLOOR 100 /* neither a game nor a fine takes a rating below this */
#define STORE_PROVISIONAL_MS (INT64_C(24) * 3600 * 1000) /* of rating_terms.points */
#define STORE_HELD_MS (INT64_C(30) * 24 * 3600 * 1000)   /* see db/rating.h */
#define STORE_MONTH_MIN 12                               /* a month is a number: see db/fine.h */
#define STORE_MONTH_MAX (10000 * 12 - 1)
#define STORE_FOR_GOOD INT64_MAX /* a ban or a mute without an end */
#define STORE_DAYS_OFF_MAX 366
#define STORE_CONDUCT_GAMES 20
#define STORE_CONDUCT_GAMES_MASK ((1U << STORE_CONDUCT_GAMES) - 1)
#define STORE_BLOCKS_MAX 500       /* players that one player may block */
#define STORE_FOLLOWS_MAX 100      /* and follow */
#define STORE_REPORTS_OPEN_MAX 10  /* reports of one player that may be open */
#define STORE_REPORTS_WEIGHED 5000 /* open reports that cases are made from, the oldest ones */
#define STORE_JUDGED_MAX 100       /* reports that one act judges */
#define STORE_LIAR_REPORTS 5       /* dismissed ones that take a reporter's weight */
#define STORE_LIAR_MS INT64_C(7776000000) /* if they all fell within this time: 90 days */
#define STORE_NOTES_MAX 5                 /* notes that are read with a player */
#define STORE_MEMOS_MAX 20                /* memos that are kept of a player */
#define STORE_ANNUL_MAX 500               /* games that one act annuls */
#define STORE_NAME_SIZE 256
#define STORE_OPENINGS 20    /* the last ones, which STORE_MAY_WRITE looks at */
#define STORE_CHAT_LOADED 20 /* lines of a chat that are read, at the most */
#define STORE_PHOTO_BYTES_MAX 8192
#define STORE_KEYS_MAX 64                         /* keys that are kept of a player */
#define STORE_KEYS_MS (INT64_C(24) * 3600 * 1000) /* and for how long, by uptime */
#define STORE_PLAN_MAX 2048                       /* bytes of the lines of a plan */
#define STORE_EXPERIENCE_MAX 40000                /* bytes of what a computer has learnt */
#define STORE_KEYED_REPLY_MAX 4096                /* bytes of a reply that is kept with one */

/* Sizes of texts: characters, and bytes with the NUL. */
#define STORE_SETTINGS_SIZE 33
#define STORE_ABOUT_CHARS 500
#define STORE_ABOUT_SIZE (4 * STORE_ABOUT_CHARS + 1)
#define STORE_COUNTRY_SIZE 3
#define STORE_REASON_CHARS 200
#define STORE_REASON_SIZE (4 * STORE_REASON_CHARS + 1)
#define STORE_REPORT_CHARS 500
#define STORE_REPORT_SIZE (4 * STORE_REPORT_CHARS + 1)
#define STORE_UPHELD 0 /* the verdict by which an act hides what a report carries, or lifts */
#define STORE_REPORT_LINES STORE_CHAT_LOADED /* lines of a chat that it carries */
#define STORE_CHAT_CHARS 500
#define STORE_ORIGIN_BAN_MS (INT64_C(7) * 24 * 3600 * 1000) /* the longest */
#define STORE_LETTER_CHARS 2000
#define STORE_LETTER_BYTES (4 * STORE_LETTER_CHARS)

/* The numbers of these enumerations are stored. */
enum player_kind {
    PLAYER_GUEST,
    PLAYER_REGISTERED,
    PLAYER_KIND_COUNT,
};

enum player_role {
    ROLE_PLAYER,
    ROLE_MODERATOR, /* moderates players */
    ROLE_OPERATOR,  /* runs the server, and says who moderates */
    ROLE_COUNT,
};

enum log_kind {
    LOG_ACTION, /* a stone or a choice */
    LOG_DRAW_OFFER,
    LOG_DRAW_REFUSE,
    LOG_TAKEBACK_ASK,
    LOG_TAKEBACK, /* `seat` grants what the other asked for */
    LOG_TAKEBACK_REFUSE,
    LOG_GIVE_TIME, /* `seat` gives the other time */
    LOG_DAYS_OFF,  /* `seat`, who is to act, takes days off or ends them: correspondence */
    LOG_KIND_COUNT,
};

enum mod_act {
    MOD_MUTE,
    MOD_UNMUTE,
    MOD_BAN,
    MOD_UNBAN,
    MOD_RENAME,
    MOD_CLOSE_ROOM,
    MOD_RESET_PASSWORD,
    MOD_ROLE,
    MOD_RESOLVE,
    MOD_CLEAR_PROFILE,
    MOD_ACCOUNTS,
    MOD_ANNUL,
    MOD_WARN,
    MOD_NOTE,       /* what moderators tell each other of a player */
    MOD_RELATED,    /* looked up who shares the player's networks */
    MOD_BAN_ORIGIN, /* newcomers from the player's networks are refused */
    MOD_UNBAN_ORIGIN,
    MOD_ANSWER, /* judged an appeal */
    MOD_ACT_COUNT,
};

enum memo_kind {
    MEMO_REPORT_JUDGED,  /* `about` was reported; `number` is the verdict, in the server's words */
    MEMO_WARNING,        /* `text` is the reason */
    MEMO_APPEAL_REFUSED, /* `number` is what was appealed against, an enum mod_act, `text` the
                            reason */
    MEMO_POINTS_BACK,    /* `number` points, because of `game` or games with `about` */
    MEMO_APPEAL_UPHELD,  /* as above; it is lifted, or taken back */
    MEMO_FINED,          /* `number` points went, for the month `text` as "2026-11" */
    MEMO_GAME_OVER,      /* `game` with `about` ended; `number` is an enum score */
    MEMO_KIND_COUNT,
};

/* The states of an appeal. */
enum store_appeal_state {
    APPEAL_NONE,
    APPEAL_OPEN,
    APPEAL_DISMISSED,
    APPEAL_UPHELD,
    APPEAL_STATE_COUNT,
};

/* The rights of a login. */
enum store_rights {
    RIGHTS_ALL,  /* what its player may */
    RIGHTS_PLAY, /* look and play */
    RIGHTS_LOOK,
    RIGHTS_COUNT,
};
#define STORE_LABEL_CHARS 40

enum store_stake {
    STAKE_ANY,
    STAKE_RATED,
    STAKE_UNRATED,
    STAKE_COUNT,
};

/* Games against computers, among others. */
enum store_computers {
    COMPUTERS_ANY, /* like any others */
    COMPUTERS_ONLY,
    COMPUTERS_WITHOUT,
    COMPUTERS_COUNT,
};

/* clang-format off */
/* struct store_names, struct store_guest ... */
#define RECORD(id, doc) struct store_##id {
#define END_RECORD(id) };
#define ID(S, name, doc) uint64_t name;
#define ID_OR_NONE(S, name, doc) uint64_t name;
#define NUMBER(S, type, name, min, max, doc) type name;
#define NUMBER_OR_NONE(S, type, name, max, doc) type name;
#define ENUM(S, type, name, count, doc) type name;
#define BOOL(S, name, doc) bool name;
#define TEXT(S, name, max, doc) const char *name;
#define TEXT_OR_NONE(S, name, max, doc) const char *name;
#define CHARS(S, name, size, doc) char name[size];
#define HASH(S, name, doc) uint8_t name[STORE_TOKEN_HASH_SIZE];
#define HASH_OR_NONE(S, name, doc) HASH(S, name, doc)
#define BYTES(S, name, max, doc) const uint8_t *name; size_t name##_size;
#define VARIANT(S, name, doc) enum variant_id name;
#define CLOCK(S, name, doc) struct time_control name;
#define CLOCKS(S, name, doc) struct clock name[SEAT_COUNT];
#define OUTCOME(S, name, doc) struct outcome name;
#define SCORE(S, name, doc) enum score name;
#define REASON(S, name, doc) enum reason name;
#define MONTH(S, name, doc) int name;
#define IDS(S, name, doc) uint64_t name[2];
#define ONE(S, record, name, doc) struct store_##record name;
#define BOTH(S, record, name, doc) struct store_##record name[2];
#define OF(S, record, name, doc) const struct store_##record *name;
#define LIST(S, record, name, doc) const struct store_##record *name; size_t name##_count;
#define ID_LIST(S, name, doc) const uint64_t *name; size_t name##_count;
#define TIME_LIST(S, name, doc) const int64_t *name; size_t name##_count;
#include "db/record_rows.h"
/* clang-format on */

/* ------------------------------------------------------------------ writing */

enum store_op_kind {
#define OPERATION(ID, id, record, how, doc) STORE_##ID,
#include "db/operations.def"
#undef OPERATION
    STORE_OP_COUNT,
};

/* The result of an operation in a batch that is durable. An operation that can be neither applied
 * nor called a conflict (a game that does not exist, a member out of its range) is a mistake of the
 * caller and fails its whole batch. */
enum store_op_result {
    STORE_APPLIED,
    STORE_CONFLICT, /* nothing was written for this operation; the rest of the batch was */
    STORE_ALREADY,  /* likewise, because it would write what is there */
    STORE_RESERVED, /* likewise, because the name is reserved */
};

struct store_op {
    enum store_op_kind kind;
    enum store_op_result result; /* set by the store before the batch is reported */
    /* Set by the store for a GAME_END that moves ratings: both changes, by seat; else NULL. */
    const struct store_change *changes;
    /* Set by the store for any kind: the memos that it added. */
    const struct store_memo *memos;
    size_t memos_count;
    /* Set by the store: the ratings that an act moved by annulling games, or the rating that lost
     * months by a game that was broken off. */
    const struct store_moved *moved;
    size_t moved_count;
    /* Set by the store for a SESSION_ADD that asks for it: the player as the batch left it and as
     * PLAYER_BY_TOKEN returns it; NULL if the player has tables, or the session is gone again. */
    const struct store_known_player *known;
    /* Set by the store: true for a report that adds nothing to the weight of its case. */
    bool is_weightless;
    /* Set by the store: the lines of chats that an act has hidden. */
    const struct store_line_place *hidden;
    size_t hidden_count;
    union {
#define OPERATION(ID, id, record, how, doc) struct store_##record id;
#include "db/operations.def"
#undef OPERATION
    } as;
};

struct store_batch;

struct store_batch *store_batch_new(void);
void store_batch_free(struct store_batch *batch);
/* Appends a copy of `op`. Returns its index in the batch, from 0. */
size_t store_batch_add(struct store_batch *batch, const struct store_op *op);
size_t store_batch_count(const struct store_batch *batch);
const struct store_op *store_batch_get(const struct store_batch *batch, size_t index);

/* The right of one of several servers to write for a shard. A server that takes a shard over has a
 * larger epoch than all before it; its first batch that is stored fences theirs off. */
struct store_lease {
    uint32_t shard;
    uint64_t epoch; /* below 2^63; 0: there is no other server, and no fence */
};
/* Sets the lease under which the batch writes; without it, there is none. */
void store_batch_lease(struct store_batch *batch, struct store_lease lease);

/* ------------------------------------------------------------------ asking */

enum store_query_kind {
#define QUERY(ID, id, record, answer, about, cost, doc) STORE_##ID,
#include "db/queries.def"
#undef QUERY
    STORE_QUERY_COUNT,
};

struct store_query {
    enum store_query_kind kind;
    bool is_at_once; /* does not wait for batches under way */
    union {
#define QUERY(ID, id, record, answer, about, cost, doc) struct store_##record id;
#include "db/queries.def"
#undef QUERY
    } as;
};

struct store_answer {
    enum store_query_kind kind;
    union {
#define QUERY(ID, id, record, answer, about, cost, doc) struct store_##answer id;
#include "db/queries.def"
#undef QUERY
    } as;
};

/* Copies a question or an answer with all that it points to, in one piece of memory: free() it. */
struct store_query *store_query_copy(const struct store_query *query);
struct store_answer *store_answer_copy(const struct store_answer *answer);
/* The cost of the answer, from db/queries.def: 1 is the price of a few rows. */
uint32_t store_query_cost(const struct store_query *query);

/* ------------------------------------------------------------------ the store */

/* The functions that store_poll() calls. */
struct store_listener {
    void *ctx;
    /* Batches are reported in order. After a status other than STORE_OK every later batch fails,
     * too, with STORE_UNAVAILABLE, until store_resume(): the owner first goes back to what is
     * stored. */
    void (*batch_done)(void *ctx, uint64_t number, int status, const struct store_batch *batch);
    /* `answer` is NULL unless the status is STORE_OK. */
    void (*query_done)(void *ctx, uint64_t number, int status, const struct store_answer *answer);
};

/* Numbers that store_load() gives first. */
struct store_marks {
    uint64_t last_id;    /* the largest ever stored, 0 if none */
    int64_t uptime_ms;   /* the largest of STORE_UPTIME and STORE_KEY_PUT, 0 if none */
    int settled_month;   /* the last one that STORE_FINE settled, 0 if none */
    int rated_month;     /* while none is settled: the first month with a rating in a fined
                            variant, 0 if there is none */
    int64_t youngest_ms; /* when the largest id was made: ids grow, clocks may not */
};

/* The functions that store_load() calls, in this order: the marks, secrets, the experience if there
 * is one, bans of origins, rated games that began after rated_since_ms, in the order of their
 * beginnings, the sleepers, all players of loaded rooms and games, then games in progress and the
 * last games of loaded rooms, each with its log, then rooms that are not closed, then the last
 * lines of their chats, oldest first. */
struct store_loader {
    void *ctx;
    int64_t rated_since_ms;
    void (*marks)(void *ctx, const struct store_marks *marks);
    void (*secret)(void *ctx, const struct store_secret *secret);
    void (*experience)(void *ctx, const struct store_experience *experience);
    void (*origin_ban)(void *ctx, const struct store_origin_ban *ban);
    void (*rated_game)(void *ctx, const struct store_rated_game *game);
    void (*sleeper)(void *ctx, const struct store_sleeper *sleeper);
    void (*player)(void *ctx, const struct store_player *player);
    void (*game)(void *ctx, const struct store_game *game);
    void (*room)(void *ctx, const struct store_room *room);
    void (*chat)(void *ctx, const struct store_chat_line *line);
};

/* Called from any thread when store_poll() has something to report. */
typedef void store_wake_fn(void *ctx);

/* Called when a commit failed in a way that leaves open what is stored, so that nobody may be told
 * anything more. The function ends the process, and the next start finds out. The store reports no
 * batch after that. `reason` is for the operator. It runs on a thread of the store. */
typedef void store_lost_fn(void *ctx, const char *reason);

struct store {
    const struct store_backend *backend;
};

/* A back-end. The functions below are its only callers. */
struct store_backend {
    int (*load)(struct store *store, const struct store_loader *loader);
    void (*submit)(struct store *store, uint64_t number, struct store_batch *batch);
    void (*resume)(struct store *store);
    void (*query)(struct store *store, uint64_t number, const struct store_query *query);
    void (*poll)(struct store *store, const struct store_listener *listener);
    void (*close)(struct store *store);
    void (*error)(struct store *store, char *text_out, size_t text_size); /* NULL: it never fails */
};

/* Reads everything that a server needs to go on where it stopped, each kind in the order of ids.
 * Call it before any other function, or while no batch is under way. Blocks. Returns 0 or
 * STORE_UNAVAILABLE. */
int store_load(struct store *store, const struct store_loader *loader);
/* Takes the batch. `number` grows from batch to batch. */
void store_submit(struct store *store, uint64_t number, struct store_batch *take_batch);
/* Makes the store accept batches again after one failed. */
void store_resume(struct store *store);
/* Asks a query. The completion gets `number`, which the caller chooses. */
void store_query(struct store *store, uint64_t number, const struct store_query *query);
/* Reports what is done by now. Does not block. */
void store_poll(struct store *store, const struct store_listener *listener);
/* Writes a sentence for the operator's log about the last batch or query that failed; empty if none
 * has. Any thread. */
#define STORE_ERROR_SIZE 160
void store_error(struct store *store, char *text_out, size_t text_size);
/* Finishes every submitted batch, drops unanswered queries, closes and frees. Blocks. */
void store_close(struct store *store);

#endif
