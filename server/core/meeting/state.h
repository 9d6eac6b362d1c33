/* SPDX-License-Identifier: MIT */
/*
 * The state of meeting: players who wait for any opponent, and who watches the lobby.
 */
#ifndef PENTAD_SERVER_CORE_MEETING_STATE_H
#define PENTAD_SERVER_CORE_MEETING_STATE_H

#include "base/hash.h"
#include "server/core/table/state.h"
#include "server/core/turn/state.h"

/* ------------------------------------------------------------------ lobby.c */

/* Which rooms somebody wants to see. */
struct lobby_filter {
    const struct variant *variant; /* NULL: all */
    int stakes;                    /* NONE: all; so are the next three */
    int clock_kind;
    int64_t min_rating;
    int64_t max_rating;
};

/* A connection that watches the lobby. */
struct lobby_entry {
    struct lobby_entry *prev, *next; /* all */
    uint64_t conn;
    uint64_t player; /* whose it is */
    struct lobby_filter filter;
    uint64_t seen_anew; /* the round of ROOM_CHANGED that tells what other blocks show; 0: none */
};

/* ------------------------------------------------------------------ quick.c */

#define POOL_WAITS_KEPT 15

/* A room of the pool's terms that is open for anybody. */
struct open_seat {
    uint64_t room;
    uint64_t number; /* as a seeker's: the larger, the later */
    UT_hash_handle by_room;
    struct pool *pool;
    struct open_seat *prev, *next;
};

/* Players who want the same: variant, stakes and clock, and rooms where somebody waits for it. */
struct pool {
    struct pool *prev, *next; /* all, the one that was used last is the last */
    const struct variant *variant;
    bool rated;
    struct time_control clock;
    struct seeker *seekers; /* who waits longest is the first */
    size_t seeker_count;
    struct open_seat *seats; /* the same */
    size_t seat_count;
    uint64_t turn;                     /* see pairing_step() */
    int64_t waits_ms[POOL_WAITS_KEPT]; /* how long the last pairs took: a ring */
    size_t wait_count;                 /* ever */
};

/* The part of a seeker that a failed commit takes back. */
struct seeker_state {
    bool is_done; /* paired, or in a game whose clock runs */
    bool is_paired;
    int64_t waited_ms; /* until then */
};

/* Somebody who waits for any opponent. */
struct seeker {
    uint64_t number;
    UT_hash_handle by_number;
    struct pool *pool;
    struct seeker *pool_prev, *pool_next;
    struct player *player;        /* NULL: went away, or waits no more */
    int within;                   /* points between the two at the most */
    int64_t since_ms;             /* monotonic */
    struct key_mark mark;         /* of the request; its key is 0 if it bore none */
    struct room_quick_reply told; /* the answer to it */
    struct seeker_state state;
    uint32_t rechecks; /* under way: only the last one decides */
};

struct last_pair {
    uint64_t player;   /* who went */
    uint64_t opponent; /* 0: none */
    enum seat due_side;
    UT_hash_handle by_player;
};

struct quick {
    struct pool *pools;
    size_t pool_count;
    struct seeker *seekers;  /* by number */
    struct open_seat *seats; /* by room */
    uint64_t last_number;
    int64_t due_ms; /* monotonic: when windows are wider; INT64_MAX: nobody could be paired */
};

/* ------------------------------------------------------------------ all of it */

/* Everything about those who look for somebody to play with. */
struct meeting {
    struct id_table lobby_by_conn;
    struct lobby_entry *lobby; /* who watches it */
    struct quick quick;
    size_t guests_counted; /* here.c */
    int64_t guests_counted_ms;
    size_t games_counted;
    int64_t games_counted_ms; /* monotonic: when; 0 never */
};

#endif
