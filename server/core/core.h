/* SPDX-License-Identifier: MIT */
/*
 * The core: every decision that the server makes, as a deterministic state machine. Its inputs are
 * the functions below, its outputs the ports; the same inputs and the same random bytes give the
 * same outputs, byte for byte. It knows no socket, no clock, no thread. One thread calls it.
 *
 * Output that tells of a write is held back until the store has it on disk: a port never sees a
 * byte that depends on a batch that is not durable.
 *
 * No input function is called from inside a port.
 */
#ifndef PENTAD_SERVER_CORE_CORE_H
#define PENTAD_SERVER_CORE_CORE_H

#include "db/store.h"
#include "proto/message.h"
#include "server/work/work.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct core;
struct conn;  /* a connection, as the core sees it */
struct frame; /* a message on its way out, whole and with its LF: shared by all that get it */

/* ------------------------------------------------------------------ ports */

enum log_level {
    LOG_LEVEL_ERROR,
    LOG_LEVEL_WARN,
    LOG_LEVEL_INFO,
    LOG_LEVEL_DEBUG,
};

#define TOKEN_HASH_SIZE STORE_TOKEN_HASH_SIZE
#define SECRET_SIZE STORE_TOKEN_HASH_SIZE

enum close_kind {
    CLOSE_WHEN_SENT, /* when everything queued is sent (or the peer does not read it) */
    CLOSE_AT_ONCE,   /* what is queued is dropped; may follow the other */
};

struct core_ports {
    void *ctx;
    /* Queue a frame for the peer. It is lent: core_frame_keep() keeps it beyond the call. */
    void (*send)(void *ctx, void *peer, struct frame *frame);
    /* Close. core_conn_closed() follows later, as for every connection. */
    void (*close)(void *ctx, void *peer, enum close_kind kind);
    /* Start work (server/work/kinds.def); its texts are lent for the call. core_work_done(job)
     * follows later. False: the queue of its class is full. */
    bool (*work)(void *ctx, uint64_t job, const struct work *work);
    /* Nobody wants the work any more. True: it had not begun, and core_work_done() does not follow.
     * False: it had. It is asked to stop, if its kind can, and core_work_done() follows. */
    bool (*drop_work)(void *ctx, uint64_t job);
    /* Unpredictable bytes. */
    void (*random)(void *ctx, void *bytes, size_t len);
    /* A one-way hash of a text that cannot be guessed: a session token, of 256 random bits, or a
     * photo. Not of a password. */
    void (*token_hash)(void *ctx, const char *token, uint8_t hash_out[TOKEN_HASH_SIZE]);
    /* A hash of any bytes that cannot be guessed without the key: an id, from 1 to STORE_ID_MAX. */
    uint64_t (*keyed_hash)(void *ctx, const uint8_t key[SECRET_SIZE], const void *bytes,
                           size_t len);
    /* One event for the operator: `event` is a short name, `detail` is "key=value key=value".
     * Never a secret. */
    void (*log)(void *ctx, enum log_level level, const char *event, const char *detail);
    /* The time that a byte takes to the peer and back, in ms, as the system measured it; NONE if it
     * has measured nothing. May be NULL: always NONE. */
    int64_t (*round_trip_ms)(void *ctx, void *peer);
    /* True if memory is short, so that nothing new may begin. May be NULL: never short. */
    bool (*is_short)(void *ctx);
};

/* ------------------------------------------------------------------ frames */

/* Ports may call these too. */

const char *core_frame_bytes(const struct frame *frame);
size_t core_frame_len(const struct frame *frame);
/* The memory that the frame takes while it waits in a queue, in bytes. */
size_t core_frame_size(const struct frame *frame);
void core_frame_keep(struct frame *frame);
void core_frame_release(struct core *core, struct frame *frame);

/* ------------------------------------------------------------------ options */

struct name_rules;
struct calendar;

/* Networks by their numbers (core_conn_open), from the first to the last. */
struct core_network {
    uint64_t first, last;
};
struct core_networks {
    const struct core_network *rows;
    size_t count;
};

struct core_options {
    const char *server;              /* "pentad 0.1.0", told in hello */
    const struct name_rules *names;  /* borrowed (server/core/rules/name.h) */
    const struct calendar *calendar; /* borrowed (server/core/rules/calendar.h) */
#define OPTION(type, name, doc) type name;
#define TOLD(type, name, doc) type name;
#include "server/core/options.def"
    size_t connections;                  /* the shell's limit, told in hello */
    size_t held_bytes;                   /* output of a connection that may wait for the disk */
    int64_t absent_ms[SPEED_COUNT];      /* like claim_ms, with a clock that runs in real time */
    uint32_t allowance_percent;          /* of what follows; not 0 */
    int64_t cost_units[COST_WORD_COUNT]; /* of a player; 0: as the table of costs says */
    int64_t reserved_ms; /* the name of a deleted account is reserved for at least this */
    struct core_networks exempt_networks; /* borrowed: logins from these leave no trace */
    int64_t session_ms;                   /* a session ends this long after its last use */
    int64_t guest_session_ms;             /* the same for a guest's */
    int64_t device_ms;            /* a device is known for this long after it was last logged in */
    uint32_t sessions_per_player; /* not 0 */
    int64_t origin_ms;            /* a network is remembered for this long after a player's login */
    int64_t uptime_mark_ms;       /* how often the uptime is stored while anything is measured in it
                                     across lives of the server; a crash takes back what came after */
    struct store_rating_terms rating_terms; /* when ratings are established (db/rating.h) */
    bool computers_learn;                   /* `table` learns from its games with people */
};

/* The usual uptime_mark_ms: where time is counted in days, losing a minute matters to nobody. */
#define CORE_UPTIME_MARK_MS 60000

/* ------------------------------------------------------------------ inputs */

/* A moment. Monotonic time is for waiting, wall time for what is stored and shown. Time in which
 * the server itself stood still is left out of the monotonic time, so that it counts for nobody. */
struct moment {
    int64_t mono_ms;
    int64_t wall_ms;  /* since 1970 UTC */
    int64_t stood_ms; /* what was left out of mono_ms so far */
};

/* Time as others saw it pass: for waits whose length somebody is told. */
static inline int64_t moment_passed_ms(struct moment now)
{
    return now.mono_ms + now.stood_ms;
}

/* Borrows `ports`' context and `store`; copies the rest. */
struct core *core_new(const struct core_options *options, const struct core_ports *ports,
                      struct store *store, struct moment now);
/* Reads from the store what was going on when the server stopped. Called once, before any other
 * input. Returns 0 or STORE_UNAVAILABLE. */
int core_load(struct core *core);
void core_free(struct core *core);

/* Tells the core the time. The first input of each turn of the loop. */
void core_time(struct core *core, struct moment now);
/* Lets fall what was due by `by_ms` (monotonic, not after the turn's moment) unless somebody was
 * heard in time: flags, and the ends of silent connections. Called once in a turn, after its other
 * inputs, when the core was given everything that had reached the server by then. */
void core_due(struct core *core, int64_t by_ms);
/* The monotonic time at which core_time() and core_due() are needed next. */
int64_t core_next_ms(const struct core *core);

/* `peer` is what the ports get; `address` is for the log and limits, and copied. `network` is the
 * same as a number: of IPv4 the address and 2^32, of IPv6 its first 64 bits; 0 if it is unknown. */
struct conn *core_conn_open(struct core *core, void *peer, const char *address, uint64_t network);
/* Opens a connection that came over the server's local socket: anybody who may open that socket is
 * the operator, and needs no account to moderate. */
struct conn *core_conn_open_local(struct core *core, void *peer);
/* Opens the connection of a page in a browser, as core_conn_open() does. Its logins go by HTTP:
 * over the connection nobody gets a token or a code, which a page's script could keep (use_http).
 */
struct conn *core_conn_open_by_http(struct core *core, void *peer, const char *address,
                                    uint64_t network);
/* Opens a connection for one question of anybody, a file by HTTP, as core_conn_open() does. Its
 * address pays for hello and the question (`connect` of proto/costs.def is not counted): the next
 * one comes over the same connection of HTTP. */
struct conn *core_conn_open_for_file(struct core *core, void *peer, const char *address,
                                     uint64_t network);
/* One message arrived: whole, without a line end, and alone; it is lent for the call. The core
 * judges what it holds: a line feed inside does not make it two messages. False: the connection is
 * ending, and nothing more is heard from it. */
bool core_conn_frame(struct core *core, struct conn *conn, const char *bytes, size_t len);
/* A message is longer than FRAME_REQUEST_MAX (proto/frame.h); its bytes are dropped. Returns what
 * core_conn_frame() does. */
bool core_conn_too_long(struct core *core, struct conn *conn);
/* After the writes of a turn: `unsent_bytes` still wait for the connection, the core_frame_size()
 * of every frame that it has not taken whole. `taken_bytes` of what was queued were taken since the
 * last such report, or since nothing waited. Called when one of the two has changed; never for a
 * connection that takes everything at once. */
void core_conn_unsent(struct core *core, struct conn *conn, size_t unsent_bytes,
                      size_t taken_bytes);
/* The connection is gone; `conn` and `peer` are not used any more. Called once for each
 * connection. */
void core_conn_closed(struct core *core, struct conn *conn);

/* Takes the result of work that has ended; lent for the call. */
void core_work_done(struct core *core, uint64_t job, const struct work_result *result);
/* Takes the progress of work that goes on; at most the newest in one turn. A game or player that
 * owns the work is told; a request waits for the end. */
void core_work_progress(struct core *core, uint64_t job, const struct work_result *so_far);
/* The store has something to report (its wake callback was called). */
void core_store_ready(struct core *core);
/* Ends a turn of the loop: everything that the turn wrote goes to the store as one batch. */
void core_turn_end(struct core *core);

/* Says goodbye to everybody and refuses what would write. */
void core_shut_down(struct core *core);
/* True if everything that was written is durable and told. */
bool core_is_settled(const struct core *core);

/* For the log and for metrics. */
struct core_counts {
    size_t connections;
    size_t players; /* known in memory */
    size_t rooms;
    size_t games;          /* in progress and in memory */
    size_t asleep;         /* tables of correspondence games that only the store has */
    size_t held_bytes;     /* output that waits for the disk */
    size_t unsent_bytes;   /* output that waits for connections that do not read */
    uint64_t slow_readers; /* connections cut off because they did not read, since the start */
    uint64_t thoughts;     /* of computers that came to an action, since the start */
    uint64_t thoughts_cut; /* those of them whose time was up before they were done */
};
struct core_counts core_count(const struct core *core);
/* Bytes of output that wait for the disk. */
size_t core_held_bytes(const struct core *core);

/* Calls `each` with every operation that was asked for, or error that was answered, since the
 * start: its word on the wire and how often. */
typedef void core_tally_fn(void *ctx, const char *word, uint64_t count);
void core_each_request(const struct core *core, core_tally_fn *each, void *ctx);
void core_each_error(const struct core *core, core_tally_fn *each, void *ctx);

/* The upper bounds of the classes in which commit times are counted. */
#define CORE_COMMIT_BOUNDS 12
#define CORE_COMMIT_BOUNDS_MS 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 30000

/* Batches that the store has settled, by the time from submission to the answer. */
struct core_commits {
    uint64_t by_ms[CORE_COMMIT_BOUNDS + 1]; /* the last: longer than all bounds */
    uint64_t sum_ms;
    uint64_t failed; /* of them */
};
struct core_commits core_commits(const struct core *core);

/* True if what players do can be stored: the store is not failing and the server is not
 * stopping. */
bool core_can_store(const struct core *core);

#endif
