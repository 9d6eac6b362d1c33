/* SPDX-License-Identifier: MIT */
/*
 * The state of a turn: the open batch, frames that are held, requests that wait, and time.
 */
#ifndef PENTAD_SERVER_CORE_TURN_STATE_H
#define PENTAD_SERVER_CORE_TURN_STATE_H

#include "base/arena.h"
#include "base/hash.h"
#include "base/id_table.h"
#include "proto/codec.h"
#include "server/core/core.h"
#include "server/core/desk/conn.h"
#include "server/core/desk/frame.h"
#include "server/core/desk/happen.h"
#include "server/core/turn/date.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/stream.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/wait.h"

/* ------------------------------------------------------------------ outbox.c */

/* A held frame. */
struct out_entry {
    struct out_entry *next;
    struct frame *frame;
    int64_t reply_to; /* the request that it answers, NO_REQUEST_ID for events */
    call_take_back_fn *take_back;
    uint64_t subject;
};

/* Frames that are held for one connection, at least one. */
struct outbox {
    struct outbox *prev, *next;
    uint64_t conn;
    struct out_entry *first;
    struct out_entry *last;
    size_t bytes;  /* of all frames in it */
    bool is_ended; /* the last word of the connection is in it */
};

/* ------------------------------------------------------------------ writes.c */

struct undo;
struct recheck;

#define WRITES_IMAGE_BLOCK (32 * 1024) /* of what 20 moves touch */

struct writes {
    struct store_batch *open; /* fills during a turn; NULL while empty */
    uint64_t added;           /* operations added since the start */
    bool is_touched;          /* something changed that the open batch will contain */
    uint64_t submitted;       /* number of the last batch given to the store */
    uint64_t settled;         /* number of the last batch that the store reported */
    int64_t submitted_ms;     /* uptime: when the last one was given */
    bool is_failing;
    int64_t back_ms;  /* monotonic: when it last recovered; 0: it never failed */
    int64_t probe_ms; /* monotonic: when to try again */
    struct undo *undo_first, *undo_last;
    struct id_table touched; /* those of the open batch, by what they are images of */
    struct arena images[2];  /* of a batch under way, and of the next: by number, in turns */
    char image_blocks[2][WRITES_IMAGE_BLOCK]; /* where these begin */
    struct recheck *recheck_first, *recheck_last;
    struct wait *waits; /* for batches, in order */
};

/* ------------------------------------------------------------------ keys.c */

/* A key whose answer is written. */
struct kept_key {
    struct key_mark mark;
    int64_t uptime_ms; /* when it was written */
};

struct key_place {
    uint32_t slot;
    int64_t uptime_ms;
};

/* The keys of a player. */
struct key_ring {
    struct kept_key keys[STORE_KEYS_MAX];
    uint32_t next; /* the slot of the next one, where the oldest is */
};

struct key_uses {
    struct key_use *first;
};

/* A request with a key that is under way: being carried out, or waiting. */
struct key_use {
    struct key_use *prev, *next;
    struct key_uses *of;
    uint64_t player;
    struct key_mark mark;
    uint32_t refs;          /* the call, and waits that go on with the request */
    bool is_written;        /* its answer is written, to count if an operation is applied */
    struct key_place place; /* where it is written */
};

/* ------------------------------------------------------------------ wait.c */

/* The jobs of a class that one customer's network has, waiting or begun. */
struct job_share {
    struct job_share *prev, *next;
    enum work_class class;
    uint64_t who; /* 0: the operator, who gives way to nobody */
    size_t count;
};

struct waits {
    struct wait *jobs; /* in the order in which they came */
    struct job_share *shares;
    struct wait *refused; /* jobs that gave way in this turn, and are not yet told */
    uint64_t last_job;    /* of wait.c, too */
};

/* ------------------------------------------------------------------ wait.c */

/* Work that no request waits for. */
struct job {
    struct job *prev, *next;
    uint64_t number;
    enum work_kind kind;
    struct work_owner owner;
    bool is_dropped; /* its owner is told nothing any more */
};

/* ------------------------------------------------------------------ queries.c */

enum query_class {
    QUERY_LOGIN, /* what a login asks for, and other proofs of a password or a code */
    QUERY_OTHER,
    QUERY_CLASS_COUNT,
};

struct querier_key {
    uint64_t player;            /* 0: all strangers of the address */
    char address[ADDRESS_SIZE]; /* zeroed after its end; "": a player, or the server itself */
};

/* Somebody whose queries wait and are sent in turns with those of others: a player, all strangers
 * of one address, or the server itself. */
struct querier {
    struct querier_key key;
    struct querier *prev, *next; /* in the ring, while something waits */
    struct wait *first;          /* those not sent */
    size_t refusable;            /* how many of these, at the end, may be refused */
    size_t count;                /* not answered */
    size_t from_here;            /* not answered, from everybody at the address */
    uint32_t credit;
    UT_hash_handle by_key;
};

/* The queries of a class that are not answered. */
struct query_line {
    struct querier *queriers; /* their players, and the addresses that they came from */
    struct querier *waiting;  /* those of them that have some not sent, in turns */
    size_t count;             /* of all queries except the server's own */
};

struct queries {
    struct query_line lines[QUERY_CLASS_COUNT];
    struct wait *sent; /* in the order in which they were */
    size_t sent_count;
    struct wait *refused;    /* gave way in this turn, and are not yet told */
    struct id_table by_conn; /* the first that is not sent of each connection */
    uint64_t last;           /* the number of the last one that was asked */
    uint32_t logins;         /* sent one after the other while others waited */
};

/* ------------------------------------------------------------------ stream.c */

/* The most events that a stream can send again, and for how long after the last one. */
#define STREAM_KEPT 32
#define STREAM_KEPT_MS (10 * 60 * 1000)

struct stream_ring;

struct stream_ring {
    struct stream_ring *prev, *next; /* all, by at_ms */
    struct stream *stream;
    int64_t at_ms;                     /* monotonic: of the last event */
    uint32_t count;                    /* of the last events of the stream, without a gap */
    struct frame *frames[STREAM_KEPT]; /* by their numbers */
};

struct streams {
    uint64_t last; /* the largest number that any stream has had */
    struct stream_ring *rings;
    size_t bytes; /* of all rings and of what is in them */
};

/* ------------------------------------------------------------------ uptime.c */

struct uptime {
    int64_t base_ms;       /* the uptime at since_mono_ms */
    int64_t since_mono_ms; /* monotonic */
    int64_t marked_ms;     /* the uptime that is stored */
    bool is_standing;
};

/* ------------------------------------------------------------------ uptime.c */

/* The watch over the wall clock. */
struct wall {
    int64_t offset_ms;   /* wall - monotonic, as it was at day_ms */
    int64_t day_ms;      /* monotonic: when the offset was taken */
    int64_t trusted_ms;  /* monotonic: believed from then on */
    int64_t believed_ms; /* wall - monotonic, as it was last believed */
    bool is_waiting;     /* until trusted_ms */
    const char *because; /* what the operator was told last, NULL if all is well */
};

/* ------------------------------------------------------------------ all of it */

/* Everything that a turn needs and leaves to the next one. */
struct turn {
    struct uptime uptime;
    struct writes writes;
    struct waits waits;
    struct job *jobs; /* in the order of their numbers */
    struct queries queries;
    struct key_uses key_uses;
    struct deadlines dues;
    uint32_t dues_waiting[DUE_KIND_COUNT];
    due_fall_fn *const *falls; /* by enum due_kind */
    struct wall wall;
    struct streams streams;
    struct date *dates; /* the earliest first */
    struct id_table outboxes_by_conn;
    struct outbox *outboxes; /* in the order in which they began to hold something */
    size_t held_bytes;       /* of all of them */
    struct id_table keys_by_player;
};

#endif
