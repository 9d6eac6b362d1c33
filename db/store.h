/* SPDX-License-Identifier: MIT */
/*
 * The store: what is kept of players, sessions, rooms, games, ratings, chat and messages. The one
 * interface between the server and its back-ends (sqlite, memory); it speaks of these, not of SQL.
 *
 * Writes are batches of operations: a batch is durable as a whole or not at all, in the order of
 * submission. Reads are queries. Both complete later, inside store_poll(), never inside the call.
 * All functions are called on the owner's thread; only the wake callback comes from others.
 * A query sees every batch that was submitted before it.
 *
 * Texts and arrays that a call takes are copied; what a completion lends is valid until it returns.
 * Times are milliseconds since 1970 UTC. Ids are from 1 to 2^60 - 1, and made by the caller.
 */
#ifndef PENTAD_DB_STORE_H
#define PENTAD_DB_STORE_H

#include "db/store_message.h"
#include "db/store_mod.h"
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
};

#define STORE_TOKEN_HASH_SIZE 32
#define STORE_POINTS_MAX 65535 /* of a rating; they begin with 0 */
#define STORE_POINTS_FLOOR 100 /* neither a game nor a fine takes a rating below this */

enum player_kind {
    PLAYER_GUEST,
    PLAYER_REGISTERED,
};

/* What a text of an account may have, with its NUL. */
#define STORE_SETTINGS_SIZE 33
#define STORE_ABOUT_SIZE 501
#define STORE_COUNTRY_SIZE 3
#define STORE_REASON_SIZE 201
#define STORE_PHOTO_BYTES_MAX 8192
#define STORE_BLOCKS_MAX 500     /* players that one player may block */
#define STORE_FOR_GOOD INT64_MAX /* a ban or a mute without an end */

enum player_role {
    ROLE_PLAYER,
    ROLE_MODERATOR, /* keeps order among players */
    ROLE_OPERATOR,  /* runs the server, and says who keeps order */
    ROLE_COUNT
};

/* What a player chose, said and was told to leave. Whoever never wrote one has one of zeros. */
struct store_account {
    char settings[STORE_SETTINGS_SIZE]; /* printable ASCII; its owner alone knows what it means */
    char about[STORE_ABOUT_SIZE];       /* UTF-8 */
    char country[STORE_COUNTRY_SIZE];   /* ISO 3166 alpha-2 in capitals, or empty */
    enum player_role role;              /* guests have none but the first */
    int64_t banned_until_ms;            /* 0: not banned */
    int64_t muted_until_ms;             /* 0: not muted */
    char ban_reason[STORE_REASON_SIZE];
    char mute_reason[STORE_REASON_SIZE];
    bool is_deleted; /* the games stay, nobody can log in */
    uint64_t photo;  /* its id, by which it is known to be another one; 0: none */
};

/* A rating in one variant. games == 0: there is none, and the other members mean nothing. */
struct store_rating {
    int points;
    int peak;               /* the highest ever */
    int64_t games;          /* rated games that ended with a result, draws included */
    int since_month;        /* in which the player got it; a number as in db/fine.h */
    uint64_t active_months; /* bit fine_bit(month): made a move in a rated game of the variant in
                               that month, which is not settled yet */
};

struct store_player {
    uint64_t id;
    enum player_kind kind;
    const char *name;          /* as shown, UTF-8 */
    const char *name_key;      /* unique: normalised and case-folded */
    const char *skeleton;      /* unique: what it looks like */
    const char *password_hash; /* NULL for guests */
    int64_t created_ms;
    struct store_rating ratings[VARIANT_COUNT];
    int settled_month; /* in answers: the last month whose fines the ratings have, 0 if none was;
                          ignored when writing */
    const struct store_account *account; /* in answers, never NULL there; ignored when writing */
    uint64_t unread;         /* in answers: messages that were not read; ignored when writing */
    const uint64_t *blocked; /* in answers: whom this player blocked, by id; ignored when writing */
    size_t blocked_count;
};

struct store_account_put {
    uint64_t player;
    const struct store_account *account; /* all of it */
    const uint8_t *photo;                /* a new photo, of which the account has the id: 1 to
                                            STORE_PHOTO_BYTES_MAX bytes. NULL: the account has none, or names the
                                            one that is stored */
    size_t photo_size;
};

struct store_block {
    uint64_t player;
    uint64_t blocked; /* another one */
    int64_t at_ms;
};

struct store_session {
    uint8_t token_hash[STORE_TOKEN_HASH_SIZE];
    uint64_t player;
    int64_t created_ms;
    const char *client; /* what the client called itself; NULL when writing: nothing */
};

struct store_password {
    uint64_t player;
    const char *hash;
    const char *was; /* only while this is the hash; NULL: whatever it is */
};

struct store_room {
    uint64_t id;
    enum variant_id variant;
    bool rated;
    int first;           /* who begins the first game: the server's words */
    uint64_t players[2]; /* opener and joiner, 0 where the seat is free */
    int rematch_offer;   /* 0 or 1: who of them offered a rematch; -1 nobody */
    uint64_t game;       /* the current game or the last one, 0 before the first */
    int64_t opened_ms;
    struct time_control clock;
    uint64_t invited;        /* for whom the free seat is kept; 0 nobody */
    int64_t answer_until_ms; /* the uptime at which that ends, or at which an open room waits no
                                longer for its opener; 0: neither */
};

/* A game begins. */
struct store_game_start {
    uint64_t id;
    uint64_t room;
    enum variant_id variant;
    bool rated;
    uint64_t players[SEAT_COUNT]; /* by seat */
    int64_t started_ms;
    struct time_control clock;
    int64_t uptime_ms; /* the server's uptime when it began */
    int64_t due_ms;    /* correspondence: the uptime at which the flag falls; else 0. Such a game
                          may sleep: store_load() does not give it while it is in progress */
};

/* An event of a game in progress, in the order of seq: 1, 2, 3 ... */
enum log_kind {
    LOG_ACTION,      /* a stone or a choice: `action` */
    LOG_DRAW_OFFER,  /* `action` is empty */
    LOG_DRAW_REFUSE, /* `action` is empty */
    LOG_TAKEBACK_ASK,
    LOG_TAKEBACK, /* `seat` grants what the other asked for */
    LOG_TAKEBACK_REFUSE,
    LOG_GIVE_TIME, /* `seat` gives the other `given_ms` */
    LOG_KIND_COUNT
};

struct store_log_entry {
    uint64_t game;
    uint32_t seq;
    enum log_kind kind;
    enum seat seat; /* who did it */
    char action[ACTION_TEXT_SIZE];
    int64_t at_ms;
    int64_t spent_ms; /* how long whoever was to act had thought since the entry before */
    int32_t lag_ms;   /* actions: so much more has passed, and was the lag's. 0 where there is no
                         real-time clock */
    int32_t given_ms; /* LOG_GIVE_TIME */
    int64_t due_ms;   /* correspondence: when the flag falls now; 0: as before. Not in answers */
};

/* What a game did to one player's rating. A drawn rated game has before == after. */
struct store_rating_change {
    int before;
    struct store_rating after;
};

/* A game is over: its log becomes one row, both histories get a line, ratings move. The store
 * refuses changes that do not begin at the rating that it has, that are for a game that is not
 * rated, or for a player who is not registered. In answers the members of `changes` have only
 * `before` and `after.points`. A first rating gets its since_month from here; after that neither
 * since_month nor active_months change with a game. */
struct store_game_end {
    uint64_t id;
    struct outcome outcome;
    const char *actions; /* the whole action list as text */
    uint32_t plies;
    uint32_t last_seq; /* of the event that ended it */
    int64_t ended_ms;
    const char *spent; /* milliseconds of each action, separated by spaces */
    const char *lags;  /* the lag that each was compensated, in the same way; "": none was */
    struct clock clocks[SEAT_COUNT]; /* as they stood at the end */
    enum mark first_mark;            /* the first player's stones; MARK_NONE where the opening had
                                        not given them out. Not in answers about games */
    bool moves_ratings;              /* a rated game with a result: `changes` count */
    struct store_rating_change changes[SEAT_COUNT];
};

struct store_chat_line {
    uint64_t room;
    uint32_t n; /* from 1 in each room, and larger than the last one's */
    uint64_t player;
    const char *name; /* in answers: the player's name; ignored when writing */
    const char *text;
    int64_t at_ms;
    uint64_t during; /* the game in progress that its speaker only watched; 0: none */
};

/* A player's first move of a month in a rated game of a variant. */
struct store_active {
    uint64_t player; /* has a rating in the variant */
    enum variant_id variant;
    int month;
};

/* The fines of a month: see db/fine.h. */
struct store_fine {
    int month;
    int64_t at_ms; /* for the ledger */
};

/* A game of a player's own history becomes a favourite, or is one no more. */
struct store_star {
    uint64_t player;
    uint64_t game;
    bool is_starred;
};

/* ------------------------------------------------------------------ writing */

enum store_op_kind {
    STORE_PLAYER_CREATE,   /* player (guests; kind and ratings as given, ratings must be empty).
                              Conflict when the name key or the skeleton is another's. */
    STORE_PLAYER_REGISTER, /* player: makes the account or turns the guest of that id into it.
                              Conflict as above. */
    STORE_PASSWORD_SET,    /* password, of an account. Conflict unless it was `was`. */
    STORE_SESSION_ADD,     /* session */
    STORE_SESSION_REMOVE,  /* session: token_hash only; no mistake if there is none */
    STORE_ROOM_PUT,        /* room: made, or changed as given */
    STORE_ROOM_CLOSE,      /* room: id only; the room is not loaded any more, for ever */
    STORE_GAME_START,      /* start */
    STORE_GAME_LOG,        /* log */
    STORE_GAME_END,        /* end */
    STORE_CHAT_ADD,        /* chat */
    STORE_UPTIME,          /* uptime_ms: how long the server was ever up */
    STORE_PROBE,           /* nothing, but it goes all the way to the disk */
    STORE_RATING_ACTIVE,   /* active */
    STORE_FINE,            /* fine: settles the month for everybody. Conflict unless the month comes
                              after the last settled one. */
    STORE_ACCOUNT_PUT,     /* account */
    STORE_BLOCK_ADD,       /* block; no mistake if it is there, which then stays as it is */
    STORE_PLAYER_DELETE,   /* player: id, name, name_key, skeleton. The account goes: it has these
                              names and no password, sessions, ratings, blocks, settings or photo
                              any more; games, ledger and histories stay. Conflict as above. */
    STORE_SESSIONS_REMOVE, /* session: all of the player but the one with token_hash; no mistake if
                              there are none */
    STORE_BLOCK_REMOVE,    /* block: player and blocked only; no mistake if there is none */
    STORE_MESSAGE_SEND,    /* message */
    STORE_MESSAGE_READ,    /* mail: what the other wrote was read; no mistake if there is nothing */
    STORE_MESSAGE_DELETE,  /* mail: the player's copies go; no mistake if there are none */
    STORE_STAR,            /* star. Conflict unless the game is in the player's history. */
    STORE_MOD_ACTION,      /* mod: see db/store_mod.h for what it brings about, and conflicts */
    STORE_REPORT_ADD,      /* report: the same */
    STORE_OP_COUNT
};

/* What became of an operation in a batch that is durable. An operation that can be neither applied
 * nor called a conflict (a game that does not exist, a member out of its range) is a mistake of the
 * caller and fails its whole batch. */
enum store_op_result {
    STORE_APPLIED,
    STORE_CONFLICT, /* nothing was written for this operation; the rest of the batch was */
    STORE_ALREADY,  /* the same, for what it would write is there */
};

struct store_op {
    enum store_op_kind kind;
    enum store_op_result result; /* set by the store before the batch is reported */
    union {
        struct store_player player;
        struct store_password password;
        struct store_session session;
        struct store_room room;
        struct store_game_start start;
        struct store_log_entry log;
        struct store_game_end end;
        struct store_chat_line chat;
        int64_t uptime_ms;
        struct store_active active;
        struct store_fine fine;
        struct store_account_put account;
        struct store_block block;
        struct store_message message;
        struct store_mail mail;
        struct store_star star;
        struct store_mod_action mod;
        struct store_report report;
    } as;
};

struct store_batch;

struct store_batch *store_batch_new(void);
void store_batch_free(struct store_batch *batch);
/* Appends a copy of `op`. Returns its index in the batch, from 0. */
size_t store_batch_add(struct store_batch *batch, const struct store_op *op);
size_t store_batch_count(const struct store_batch *batch);
const struct store_op *store_batch_get(const struct store_batch *batch, size_t index);

#include "db/store_query.h"

/* ------------------------------------------------------------------ the store */

/* What store_poll() calls. */
struct store_listener {
    void *ctx;
    /* Batches are reported in order. After a status other than STORE_OK every later batch fails,
     * too, until store_resume(): the owner first returns to what is stored. */
    void (*batch_done)(void *ctx, uint64_t number, int status, const struct store_batch *batch);
    /* `answer` is NULL unless the status is STORE_OK. */
    void (*query_done)(void *ctx, uint64_t number, int status, const struct store_answer *answer);
};

/* What store_load() gives first. */
struct store_marks {
    uint64_t last_id;    /* the largest ever stored, 0 if none */
    int64_t uptime_ms;   /* of the last STORE_UPTIME, 0 if none */
    int settled_month;   /* the last one that STORE_FINE settled, 0 if none */
    int64_t youngest_ms; /* when what has the largest id was made: ids grow, clocks may not */
};

/* A table whose correspondence game is in progress: it stays in the store until it is asked for. */
struct store_sleeper {
    uint64_t room;
    uint64_t game;
    uint64_t players[SEAT_COUNT];
    int64_t due_ms; /* the uptime at which the flag falls */
};

/* What store_load() calls, in this order: the marks, the sleepers, all players of loaded rooms and
 * games, then games in progress and the last games of loaded rooms, each with its log, then rooms
 * that are not closed, then the last lines of their chats, oldest first. */
struct store_loader {
    void *ctx;
    void (*marks)(void *ctx, const struct store_marks *marks);
    void (*sleeper)(void *ctx, const struct store_sleeper *sleeper);
    void (*player)(void *ctx, const struct store_player *player);
    void (*game)(void *ctx, const struct store_game *game);
    void (*room)(void *ctx, const struct store_room *room);
    void (*chat)(void *ctx, const struct store_chat_line *line);
};

#define STORE_CHAT_LOADED 20 /* chat lines of each room that store_load() gives, at the most */

/* Called from any thread when store_poll() has something to report. */
typedef void store_wake_fn(void *ctx);

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
 * Before any other call, or while no batch is under way; blocks. Returns 0 or STORE_UNAVAILABLE. */
int store_load(struct store *store, const struct store_loader *loader);
/* Takes the batch. `number` grows from batch to batch. */
void store_submit(struct store *store, uint64_t number, struct store_batch *take_batch);
/* Accept batches again after one failed. */
void store_resume(struct store *store);
/* `number` is the caller's, for the completion. */
void store_query(struct store *store, uint64_t number, const struct store_query *query);
/* Reports what is done by now. Does not block. */
void store_poll(struct store *store, const struct store_listener *listener);
/* For the operator's log: a sentence about the last batch or query that failed; empty if none has.
 * Any thread. */
#define STORE_ERROR_SIZE 160
void store_error(struct store *store, char *text_out, size_t text_size);
/* Finishes every submitted batch, drops unanswered queries, closes and frees. Blocks. */
void store_close(struct store *store);

#endif
