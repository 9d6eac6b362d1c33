/* SPDX-License-Identifier: MIT */
/*
 * The state of meeting: players who wait for any opponent, and watchers of the lobby.
 */
#ifndef PENTAD_SERVER_CORE_MEETING_STATE_H
#define PENTAD_SERVER_CORE_MEETING_STATE_H

#include "base/hash.h"
#include "base/id_table.h"
#include "server/core/meeting/lobby.h"
#include "server/core/rules/deadlines.h"
#include "server/core/rules/remembered.h"
#include "server/core/turn/call.h"

/* ------------------------------------------------------------------ lobby.c */

/* The state of a room that lists of rooms were told last. */
struct listing {
    bool is_shown;         /* a list may have it */
    bool is_here;          /* its opener, as lists have it */
    bool is_here_in_doubt; /* some list may have a different value */
    uint64_t entry;        /* stands for the rest that they have (lobby.c); 0: that may differ */
    uint64_t gate;         /* the batch that it waits for */
};

/* The entry of a room in lists of rooms. */
struct listed {
    struct listing now;
    struct listing before; /* holds if the batch of `now` fails */
    bool is_seen_anew;     /* blocks changed, so it may now be shown to some, or hidden */
};

/* A connection that watches the lobby. */
struct lobby_entry {
    struct lobby_entry *prev, *next; /* all */
    uint64_t conn;
    uint64_t player; /* whose it is */
    struct lobby_filter filter;
    uint64_t seen_anew; /* the round of ROOM_CHANGED that tells what changed blocks show; 0: none */
};

/* ------------------------------------------------------------------ invitation.c */

#define BELLS_KEPT 16

/* The last invitations that a player was told of: a ring. Except for those from people whom the
 * player has met, none is of the same minute as the one whose place it takes. */
struct bells {
    uint64_t player;
    UT_hash_handle by_player;
    uint32_t count; /* ever */
    struct bell {
        uint64_t customer; /* the network (desk/address.h) from which it came */
        int64_t at_ms;     /* monotonic */
    } last[BELLS_KEPT];
};

/* ------------------------------------------------------------------ quick.c */

#define POOL_WAITS_KEPT 15

/* A room on the pool's terms that is open to anybody. */
struct open_seat {
    uint64_t room;
    uint64_t number; /* as a seeker's: later ones are larger */
    UT_hash_handle by_room;
    struct pool *pool;
    struct open_seat *prev, *next;
};

/* Players who want the same variant, stakes and clock, and rooms where somebody waits for the
 * same. */
struct pool {
    struct pool *prev, *next; /* all, the most recently used last */
    const struct variant *variant;
    bool rated;
    struct time_control clock;
    struct seeker_place *seekers; /* the one who waits longest first */
    size_t seeker_count;
    struct open_seat *seats; /* the same */
    size_t seat_count;
    uint64_t turn;                     /* see pairing_step() */
    int64_t waits_ms[POOL_WAITS_KEPT]; /* how long the last pairs took: a ring */
    size_t wait_count;                 /* ever */
};

/* The part of a seeker that a failed commit takes back. */
struct seeker_state {
    bool is_done;              /* paired, or in a game whose clock runs */
    const struct pool *paired; /* in this pool; NULL: nowhere */
    int64_t waited_ms;         /* how long, until that */
};

/* A seeker as one of those in a pool. */
struct seeker_place {
    struct seeker *seeker;
    struct pool *pool;
    struct seeker_place *prev, *next;
};

/* A player who waits for any opponent, in a pool for each game that will do. */
struct seeker {
    uint64_t number;
    UT_hash_handle by_number;
    uint64_t player;              /* 0: went away, or waits no more */
    int within;                   /* points between the two at the most */
    int64_t since_ms;             /* monotonic */
    struct key_mark mark;         /* of the request; its key is 0 if it bore none */
    struct room_quick_reply told; /* the answer to it */
    struct seeker_state state;
    uint32_t rechecks; /* under way: only the last one decides */
    size_t places_count;
    struct seeker_place places[]; /* in the order of the player's wishes */
};

struct quick {
    struct pool *pools;
    size_t pool_count;
    struct seeker *seekers; /* by number */
    struct id_table seekers_by_player;
    struct remembered last_opponents; /* with whom players were paired last */
    struct open_seat *seats;          /* by room */
    uint64_t last_number;
    struct deadline look; /* the time when windows are wider; not set: nobody could be paired */
};

/* ------------------------------------------------------------------ all of it */

/* Everything about players who look for somebody to play with. */
struct meeting {
    struct id_table lobby_by_conn;
    struct lobby_entry *lobby; /* its watchers */
    struct id_table listed_by_room;
    struct bells *bells; /* of players, the one whose last bell was longest ago first */
    struct quick quick;
    size_t guests_counted; /* lobby.c */
    int64_t guests_counted_ms;
    size_t games_counted;
    int64_t games_counted_ms; /* monotonic; 0: never */
};

#endif
