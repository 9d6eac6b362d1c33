/* SPDX-License-Identifier: MIT */
/*
 * The state of tables: rooms, their seats and watchers, and matches.
 */
#ifndef PENTAD_SERVER_CORE_TABLE_STATE_H
#define PENTAD_SERVER_CORE_TABLE_STATE_H

#include "base/hash.h"
#include "brain/manners.h"
#include "engine/clock.h"
#include "engine/game.h"
#include "engine/outcome.h"
#include "server/core/rules/deadlines.h"
#include "server/core/rules/plan.h"
#include "server/core/rules/remembered.h"
#include "server/core/table/room.h"
#include "server/core/turn/stream.h"

/* ------------------------------------------------------------------ match.c */

/* The part of a match that a failed commit takes back. The board follows from it and the log. */
struct match_state {
    uint32_t seq;                    /* of the last event */
    uint32_t log_count;              /* events before the end */
    uint8_t acted;                   /* bit per seat: has made an action */
    struct clock clocks[SEAT_COUNT]; /* as they stood at turn_ms */
    int64_t turn_ms; /* uptime: the last event; the clock runs from there; see match__turn_ms() */
    uint64_t turn_gate; /* the batch that passed the turn; until it is durable the clock stands */
    int64_t lag_quota_ms[SEAT_COUNT]; /* lag that may still be compensated */
    int64_t given_ms[SEAT_COUNT];     /* time given to the other, so far */
    int64_t turn_spent_ms;            /* the cost of this turn until turn_ms */
    enum seat draw_offer;
    uint16_t draw_from_ply[SEAT_COUNT]; /* no offer before this ply */
    enum seat takeback;                 /* the seat that asks for one */
    uint16_t takeback_from_ply[SEAT_COUNT];
    uint8_t takebacks[SEAT_COUNT]; /* granted so far, by the seat that asked */
    struct plan plans[SEAT_COUNT]; /* conditional moves, as they are stored: match_play.c */
    bool is_over;
    struct outcome outcome;
    int64_t ended_ms;
    bool moves_ratings;
    int active_month[SEAT_COUNT]; /* of the last RATING_ACTIVE that was written; 0: none */
};

/* A player's points before and after a game. */
struct match_change {
    int before;
    int after;
    bool was_provisional; /* before the game */
};

struct match_event {
    uint8_t kind; /* enum log_kind */
    uint8_t seat;
    struct action action;
    int64_t at_ms;    /* wall */
    int64_t spent_ms; /* time that the running clock lost since the event before */
    int32_t lag_ms;   /* of an action: time not charged because it was lag */
    int64_t given_ms; /* as in struct store_log_entry */
    bool planned;     /* LOG_ACTION: made by the player's plan */
};

/* True if the event changes the board, so that a new action is due. */
static inline bool match__changes_board(struct match_event event)
{
    return event.kind == LOG_ACTION || event.kind == LOG_TAKEBACK;
}

/* The answers that a computer at the table owes (computers.c). It is worked out anew after a
 * start. */
struct computer_turn {
    bool is_there; /* false: two people play */
    enum seat seat;
    /* The network (desk/address.h) from which the game was opened; 0: not known. It is not stored:
     * after a start the limit for a player holds, and that for a network begins anew. */
    uint64_t customer;
    struct deadline deadline; /* uptime: when the computer has something to do */
    uint16_t ply;             /* the ply that the rest is about */
    bool is_asked;            /* a thought is under way */
    bool has_answer;
    struct action action; /* the answer, to be done at act_ms */
    int64_t act_ms;       /* uptime: not before; 0: as soon as possible */
    int64_t within_ms;    /* the time promised to the thought under way */
    int64_t give_up_ms;   /* uptime: the thought is not waited for any longer */
    bool has_look;        /* the first look of the thought under way is done */
    struct action look;   /* the action if the thought finds no more */
    struct manners manners;
};

/* A game on the server. */
struct match {
    uint64_t id;
    struct match *prev, *next; /* all in memory */
    uint64_t room;
    bool rated;
    uint16_t given; /* plies laid out before the first action; nothing takes them back */
    bool by_turns;  /* as in struct store_game_start */
    struct time_control clock;
    struct known *players[SEAT_COUNT]; /* held */
    int64_t started_ms;
    int64_t uptime_ms; /* when it began */
    int64_t return_ms; /* uptime: the end of the players' time to come back after a start; else 0 */
    struct deadline deadline; /* uptime: when something is due without anybody asking */
    int64_t lag_cap_ms;       /* of an action; 0: lag is not compensated */
    int64_t told_ms;          /* uptime: when the last durable turn was told */
    uint64_t
        held_gate; /* the first batch that holds a turn back; 0: none, not in core->tables->held */
    struct match *held_prev, *held_next;
    /* The connection that lost the focus, for each player; 0: none. It counts while it is open. */
    uint64_t unfocused[SEAT_COUNT];
    struct computer_turn computer;
    bool has_changes; /* it is over, and its effect on ratings is stored */
    bool is_annulled; /* it is stored that its points were taken back */
    struct match_change changes[SEAT_COUNT];
    struct frame *ending; /* its last event, which waits for the changes; NULL: it does not */
    char *spent;          /* of a game that was loaded after its end; NULL otherwise */
    char *lags, *planned; /* the same */
    struct match_state state;
    struct match_event *log; /* log_count of these count */
    size_t log_size;
    uint32_t rechecks; /* under way: only the last one decides */
    struct game game;  /* the last field: only game_size() bytes of it are allocated */
};

/* ------------------------------------------------------------------ seating.c */

struct room_ids {
    uint64_t *ids;
    size_t count;
};

/* A player who sits somewhere, or is invited. */
struct sitter {
    struct room_ids rooms;
    struct room_ids invitations;
};

/* ------------------------------------------------------------------ sleep.c */

/* A table that sleeps. */
struct sleeper {
    uint64_t room;
    UT_hash_handle by_room;
    struct deadline deadline; /* uptime: the flag falls */
    uint32_t *hidden;         /* lines of its chat that were hidden while it slept */
    size_t hidden_count;
};

/* ------------------------------------------------------------------ room.c */

/* A chair of a room, by its seat: what the table knows of the player there, and that player of the
 * table. */
struct chair {
    uint64_t player;         /* the room is in this player's list; 0: in nobody's */
    bool is_in_doubt;        /* the table may know another presence of the player */
    int64_t lag_told_ms;     /* monotonic: when the lag was told last */
    bool is_here_told;       /* the player is there, as far as the table knows */
    bool is_silent_told;     /* the player's connections do not answer, as far as it knows */
    int32_t lag_told;        /* the lag that it knows, or NONE */
    int64_t left_since_told; /* the start of a claim's time (login.h), as far as it knows */
    int64_t off_until_told;  /* the end of the player's days off (uptime); 0: never had any */
    uint64_t told_of;     /* that player's id, kept when the seat is free again; 0: nobody ever */
    struct stream stream; /* of what that player is told of the room; an invited player has none */
};

/* A connection that watches a room. */
struct watch {
    struct room *room;
    uint64_t conn;
    uint64_t player; /* the player of the connection */
    struct stream stream;
    struct watch *room_prev, *room_next;
    struct watch *conn_prev, *conn_next;
};

/* A connection that watches rooms. */
struct watcher {
    uint64_t conn;
    struct watch *watches; /* at least one */
};

#define ROOM_CHAT_KEPT (2 * STORE_CHAT_LOADED)

struct room_chat_line {
    uint32_t n;
    char *text;
    int64_t at_ms;
    struct known *by;     /* held; NULL: the place is empty */
    uint64_t during;      /* the game in progress that its speaker only watched; 0: none */
    bool is_hidden;       /* by an upheld report: its text is told to nobody */
    uint64_t hidden_gate; /* the batch that word of that waits for */
};

struct room_state {
    bool is_closed;             /* as good as gone */
    uint64_t seats[ROOM_SEATS]; /* player ids, the opener first; 0 free */
    int rematch_offer;          /* seat of the room, -1 nobody */
    struct match *match;        /* the current game or the last one */
    uint32_t chat_count;
    /* It was opened for all, and no game in it had a result: if the joiner spoils the game, it
     * waits for somebody else. Not stored: after a start it does not open again. */
    bool opens_again;
    uint64_t invited; /* the free seat is kept for this player; 0 nobody */
    uint64_t link; /* it is kept for the holder of this link, by which the room is found; 0: none */
    uint8_t link_hash[TOKEN_HASH_SIZE]; /* the link's whole hash, which decides */
    int64_t answer_until_ms; /* uptime: the end of these; also of open correspondence rooms */
};

struct room {
    uint64_t id;
    struct room *prev, *next; /* all rooms, in the order of opening */
    const struct variant *variant;
    bool rated;
    bool is_public; /* its players met by chance, in quick pairing or in an open room */
    bool resigns;   /* its computer gives up what it has proven lost */
    int first;      /* enum first_word */
    struct time_control clock;
    /* The network (desk/address.h) from which it was opened; 0: not known, as after a start. */
    uint64_t customer;
    int64_t opened_ms;
    struct room_state state;
    struct stream stream;            /* everything that was told; newcomers begin there */
    struct chair chairs[ROOM_SEATS]; /* follow state.seats: room__reindex() */
    uint64_t invited;                /* follows state.invited in the same way; 0: nobody */
    uint64_t link;                   /* the link by which the index has the room */
    struct deadline answer_deadline; /* uptime */
    struct watch *watches;
    uint32_t watch_count;
    uint32_t watch_count_told;
    uint64_t watch_count_gate;   /* the batch that the last word of it waits for */
    struct room_chat_line *chat; /* ring of ROOM_CHAT_KEPT, by n; NULL: nothing was said */
    uint64_t presence_gate;      /* the batch that the last word of presence waits for */
    bool is_idle;
    int64_t idle_since_ms;
    struct room *idle_prev, *idle_next;
    uint32_t rechecks;     /* under way: only the last one decides */
    uint32_t sleep_checks; /* the same */
};

/* ------------------------------------------------------------------ all of it */

/* Everything about tables. */
struct tables {
    struct room *rooms;
    struct room *rooms_idle;
    struct id_table rooms_by_id, rooms_by_link;
    struct id_table sitters_by_id;
    struct remembered due_sides;   /* seating.c: of players, in the next game by lot, from 1 */
    struct remembered rated_gates; /* seating.c: the batch of a player's last rated game */
    struct id_table watchers_by_conn;
    struct match *matches;
    struct id_table matches_by_id;
    struct match *held;             /* those whose clock waits for a batch */
    size_t slow_matches;            /* in memory, without a clock that runs in real time */
    struct sleeper *sleepers;       /* sleep.c */
    struct rated_game *rated_games; /* seating.c: of a day, in the order of beginning */
    struct rated_pair *rated_pairs; /* seating.c: the players of these */
    int64_t promised_ms;            /* to all thoughts under way */
    struct learnt *experience;      /* computers.c: NULL: what `table` brings along */
};

#endif
