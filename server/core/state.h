/* SPDX-License-Identifier: MIT */
/*
 * The core's whole state, for the files of this folder and its parts only. Each part's structs are
 * in its own state.h; here they are put together. Everything lives on the core's one thread.
 */
#ifndef PENTAD_SERVER_CORE_STATE_H
#define PENTAD_SERVER_CORE_STATE_H

#include "base/arena.h"
#include "base/id_table.h"
#include "base/slab.h"
#include "proto/frame.h"
#include "server/core/desk/happen.h"
#include "server/core/desk/meter.h"
#include "server/core/meeting/state.h"
#include "server/core/people/state.h"
#include "server/core/table/state.h"
#include "server/core/turn/state.h"

struct core {
    struct core_options options;
    struct core_ports ports;
    struct store *store;
    struct moment now;
    int64_t due_ms; /* monotonic: what was due by then falls; all that had come by then is read */
    struct happenings happenings;
    uint64_t last_id;
    uint64_t last_conn;
    bool is_shutting_down;
    struct uptime uptime;
    struct writes writes;
    struct meter meter;
    struct waits waits;
    struct job *jobs; /* in the order of their numbers */
    struct queries queries;
    struct key_uses key_uses;
    struct wall wall;
    struct streams streams;
    struct date *dates; /* the earliest first */
    struct fines fines;
    struct date held_release; /* when points are looked for that are held no more */
    struct reports_told reports_told;
    uint64_t sanctions;   /* moderation.c: how many bans and mutes were spoken, lifted or judged */
    uint64_t memos_query; /* memos.c: the last query asked before a memo was told last */
    struct secret secrets[SECRET_COUNT];
    struct origin_bans origin_bans;
    struct ended_session *ended_sessions; /* session.c: the newest first */
    int64_t started_ms;                   /* monotonic */
    struct guards guards;                 /* guard.c */
    struct allowances *of_addresses;
    struct allowances *of_players;
    struct id_table outboxes_by_conn, logins_by_conn, watchers_by_conn, lobby_by_conn;
    struct outbox *outboxes; /* in the order in which they began to hold something */
    struct id_table conns_by_id, keys_by_player, players_by_id, rooms_by_id, rooms_by_link,
        matches_by_id;
    struct id_table known_by_id; /* those of players who are not in memory */
    struct conn *heard; /* by heard_ms: strangers, those on kept places, and others in lists */
    struct conn *strangers;
    struct conn *kept;
    struct conn *spoke;         /* by spoke_ms, but for those that end */
    struct conn *ending;        /* those that end: none of their deadlines is the core's any more */
    struct conns_closed closed; /* in this turn: still their players' until it ends */
    struct conn *unsent;        /* those that have output to take, by took_ms */
    size_t unsent_bytes;        /* of all of them */
    size_t held_bytes;          /* of all outboxes */
    struct conn *measured;      /* who plays with a clock that runs, by measured_ms */
    struct player *players;
    struct id_table followed_by_id; /* follows.c */
    struct followed *followed_due;  /* of whom followers are to be told, in the order of coming */
    struct player *writers; /* spending.c: whose allowance of bytes is not stored as it is */
    struct room *rooms;
    struct room *rooms_idle;
    struct deadlines answer_deadlines;
    struct lobby_entry *lobby; /* who watches it */
    struct quick quick;
    struct last_pair *last_pairs; /* last_pairs.c: of players who are not in memory */
    size_t players_here;          /* with at least one connection */
    size_t guests_counted;        /* here.c */
    int64_t guests_counted_ms;
    size_t games_counted;
    int64_t games_counted_ms;       /* monotonic: when; 0 never */
    struct rated_game *rated_games; /* rated_pairs.c: of a day, in the order of beginning */
    uint64_t annulled_gate;         /* ratings.c: the last batch that annuls games */
    struct rated_pair *rated_pairs; /* rated_pairs.c: who played them */
    struct match *matches;
    struct deadlines match_deadlines;
    struct deadlines computer_deadlines; /* computer_turn.c */
    int64_t promised_ms;                 /* to all thoughts under way */
    struct learnt *experience;           /* experience.c: NULL: what `table` brings along */
    struct match *held;                  /* whose clock waits for a batch */
    size_t slow_matches;                 /* in memory, without a clock that runs in real time */
    struct sleeper *sleepers;            /* sleepers.c */
    struct deadlines sleeper_deadlines;
    struct slab slab;   /* frames and their places in queues */
    struct arena arena; /* of one input */
    char arena_block[16 * 1024];
    char encoded[FRAME_REPLY_MAX + 1];
};

#endif
