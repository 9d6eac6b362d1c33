/* SPDX-License-Identifier: MIT */
/*
 * The core's own state, for the files of this folder only. Each part is owned by the file that its
 * heading names; others call that file's functions. Everything lives on the core's one thread.
 */
#ifndef PENTAD_SERVER_CORE_STATE_H
#define PENTAD_SERVER_CORE_STATE_H

#include "base/arena.h"
#include "base/hash.h"
#include "base/id_table.h"
#include "base/slab.h"
#include "db/fine.h"
#include "engine/clock.h"
#include "engine/game.h"
#include "engine/outcome.h"
#include "proto/frame.h"
#include "server/core/rules/deadlines.h"
#include "server/core/desk/happen.h"
#include "server/core/desk/meter.h"
#include "server/core/rules/rates.h"

#define PLAYER_NAME_SIZE 81
#define ADDRESS_SIZE 64
#define CLIENT_NAME_SIZE 65
#define ROOM_SEATS 2

/* ------------------------------------------------------------------ outbox.c */

/* An encoded frame, shared by all connections that get it. */
struct frame {
    uint32_t refs;
    uint32_t size; /* of `bytes` */
    uint32_t len;  /* so many of them are sent */
    uint64_t gate; /* leaves when this batch is durable */
    char bytes[];
};

/* Undoes what a reply tells and no batch has, when the batch that the reply waited for fails. */
typedef void outbox_take_back_fn(struct core *core, struct conn *conn, uint64_t subject);

/* A frame in a connection's queue. */
struct out_entry {
    struct out_entry *next;
    struct frame *frame;
    int64_t reply_to; /* the request that it answers, NO_REQUEST_ID for events */
    outbox_take_back_fn *take_back;
    uint64_t subject;
};

struct outbox {
    struct out_entry *first;
    struct out_entry *last;
    size_t bytes;   /* of all frames in it */
    bool is_listed; /* in core->gated */
};

/* ------------------------------------------------------------------ lag.c */

#define LAG_SAMPLES 5

/* What heartbeats measured of one connection. */
struct lag {
    int64_t beat_n;      /* of the last heartbeat; 0: there was none */
    int64_t beat_ms;     /* monotonic: when it left */
    bool is_awaited;     /* its answer */
    int64_t measured_ms; /* monotonic: from when it waits in core->measured */
    uint8_t count;       /* of samples so far, up to LAG_SAMPLES */
    uint8_t next;        /* where the next one goes */
    int32_t samples_ms[LAG_SAMPLES];
};

/* ------------------------------------------------------------------ conn.c */

/* lobby.c: which rooms somebody wants to see. */
struct lobby_filter {
    const struct variant *variant; /* NULL: all */
    int stakes;                    /* NONE: all; so are the next three */
    int clock_kind;
    int64_t min_rating;
    int64_t max_rating;
};

struct watch {
    struct room *room;
    struct conn *conn;
    struct watch *room_prev, *room_next;
    struct watch *conn_prev, *conn_next;
};

struct conn {
    uint64_t id;
    struct conn *prev, *next; /* all, in the order of coming */
    void *peer;
    struct player *player; /* NULL before the login and after the end */
    struct conn *player_prev, *player_next;
    struct watch *watches;
    bool is_local; /* of the operator at the server's own machine: never logs in */
    bool is_in_lobby;
    struct lobby_filter lobby;
    struct conn *lobby_prev, *lobby_next;
    bool is_waiting;          /* for the answer to an auth request */
    bool is_ending;           /* no more input; closes when its output is gone */
    bool is_closed;           /* the port was told */
    struct conn *closed_next; /* in core->closed */
    int64_t heard_ms;         /* monotonic: last input; opening time before the login */
    int64_t spoke_ms;         /* monotonic: last output */
    struct conn *heard_prev, *heard_next;
    struct conn *spoke_prev, *spoke_next;
    struct conn *gated_prev, *gated_next;
    struct conn *measured_prev, *measured_next;
    bool is_measured; /* in core->measured */
    struct lag lag;
    struct outbox outbox;
    char *partial; /* the beginning of a frame, NULL when there is none */
    size_t partial_len;
    size_t partial_size; /* of its memory */
    struct rates rates;
    uint8_t token_hash[TOKEN_HASH_SIZE];
    char address[ADDRESS_SIZE];
    char client[CLIENT_NAME_SIZE]; /* what it called itself in hello, "" for nothing */
};

/* ------------------------------------------------------------------ player.c */

/* Whom a player blocked; the store has it, too. In no order. */
struct player_blocks {
    size_t count;
    uint64_t ids[STORE_BLOCKS_MAX];
};

struct player {
    uint64_t id;
    struct player *prev, *next; /* all in memory */
    enum player_kind kind; /* with the name: changed when that is stored */
    char name[PLAYER_NAME_SIZE];
    int64_t created_ms;
    int64_t unread;                /* letters; changed after writes_touch() */
    struct store_rating *ratings;  /* ratings.c: as they are stored; NULL: there are none */
    size_t rating_count;
    int settled_month;             /* fines.c: the last month whose fine they have */
    bool is_spared;                /* fines.c: from the fine that is on its way */
    uint64_t ratings_gate;         /* ratings.c: the last batch that moves one of them */
    struct store_account *account; /* NULL: says nothing; see player_touch_account() */
    struct player_blocks *blocks;  /* NULL: nobody ever. Changed by player_block() only */
    struct conn *conns;
    struct seat_link *seats; /* rooms where the player sits */
    size_t seat_count;
    struct seat_link *invitations; /* rooms where a seat is kept for the player */
    size_t invitation_count;
    struct seeker *seeker; /* waits for an opponent; NULL: does not */
    uint64_t last_paired;  /* with whom quick.c paired the player last; changed after touching it */
    int64_t away_since_ms; /* uptime: when the last connection went; before: when loaded */
    int64_t here_since_ms; /* uptime: when the first of these connections came */
    int64_t left_since_ms; /* uptime: the same, but for short visits without an act */
    bool was_here;         /* has been connected since it was loaded */
    bool is_registering;   /* the guest's account or its first session is on its way to the store */
    bool is_leaving;     /* the end of the account is on its way to the store: nothing more goes */
    bool is_confirming;  /* a request that needs the password is being carried out */
    uint32_t holds;      /* requests under way that look at the player when they come back */
    int64_t lag_told;    /* what tables were told last, or NONE */
    int64_t lag_told_ms; /* monotonic: when */
    uint32_t rechecks;   /* under way: only the last one decides */
    struct letter *letters; /* command_message.c: being sent, while the store is asked */
    uint64_t mail_query; /* command_mail.c: asked before the last change of what is read or there */
    uint64_t opening_query; /* command_message.c: asked before the last letter to a stranger */
};

/* A player's place in a room, in the player's list. */
struct seat_link {
    struct room *room;
    struct player *player; /* NULL: not in a list */
    struct seat_link *prev, *next;
};

/* ------------------------------------------------------------------ match.c */

struct match_player {
    uint64_t id;
    enum player_kind kind;
    char name[PLAYER_NAME_SIZE];
};

/* What a failed commit takes back. The board follows from it and the log. */
struct match_state {
    uint32_t seq;                    /* of the last event */
    uint32_t log_count;              /* events before the end */
    uint8_t acted;                   /* bit per seat: has made an action */
    struct clock clocks[SEAT_COUNT]; /* as they stood at turn_ms */
    int64_t turn_ms; /* uptime: of the last event, from where the clock runs; see match_turn_ms() */
    uint64_t turn_gate; /* the batch with which the turn was told; its clock stands until then */
    int64_t lag_quota_ms[SEAT_COUNT]; /* what of lag may still be compensated */
    int64_t given_ms[SEAT_COUNT];     /* time given to the other, so far */
    int64_t turn_spent_ms;            /* what this turn had cost by then */
    enum seat draw_offer;
    uint16_t draw_from_ply[SEAT_COUNT]; /* no offer before this ply */
    enum seat takeback;                 /* who asks for one */
    uint16_t takeback_from_ply[SEAT_COUNT];
    uint8_t takebacks[SEAT_COUNT]; /* granted so far, by who asked */
    bool is_over;
    struct outcome outcome;
    int64_t ended_ms;
    bool moves_ratings;
    int active_month[SEAT_COUNT]; /* of the last RATING_ACTIVE that was written; 0: none */
};

/* What a game did to a player's points. */
struct match_change {
    int before;
    int after;
};

struct match_event {
    uint8_t kind; /* enum log_kind */
    uint8_t seat;
    struct action action;
    int64_t at_ms;    /* wall */
    int64_t spent_ms; /* what the clock that ran lost since the event before */
    int32_t lag_ms;   /* of an action: what it did not lose, because it was lag */
    int32_t given_ms; /* LOG_GIVE_TIME */
};

/* A game on the server. */
struct match {
    uint64_t id;
    struct match *prev, *next; /* all in memory */
    uint64_t room;
    bool rated;
    struct time_control clock;
    struct match_player players[SEAT_COUNT];
    int64_t started_ms;
    int64_t uptime_ms;        /* when it began */
    int64_t return_ms;        /* uptime: until then players may come back after a start; else 0 */
    struct deadline deadline; /* uptime: when something is due without anybody asking */
    int64_t lag_cap_ms;       /* of an action; 0: lag is not compensated */
    int64_t told_ms;          /* uptime: when the last turn that is durable was told */
    uint64_t held_gate; /* the first batch that holds a turn back; 0: none, not in core->held */
    struct match *held_prev, *held_next;
    bool has_changes; /* it is over, and what it did to ratings is stored */
    struct match_change changes[SEAT_COUNT];
    struct frame *ending; /* its last event, which waits for them; NULL: it does not */
    char *spent; /* of a game that was loaded after its end; NULL otherwise */
    char *lags;  /* the same */
    struct match_state state;
    struct game game;
    struct match_event *log; /* log_count of them count */
    size_t log_size;
    uint32_t rechecks; /* under way: only the last one decides */
};

/* ------------------------------------------------------------------ room.c */

#define ROOM_CHAT_KEPT (2 * STORE_CHAT_LOADED)

struct room_chat_line {
    uint32_t n;
    char name[PLAYER_NAME_SIZE];
    char *text;
    int64_t at_ms;
    uint64_t player; /* who said it */
    uint64_t during; /* the game in progress that its speaker only watched; 0: none */
};

struct room_state {
    bool is_closed;             /* as good as gone */
    uint64_t seats[ROOM_SEATS]; /* player ids, the opener first; 0 free */
    int rematch_offer;          /* seat of the room, -1 nobody */
    struct match *match;        /* the current game or the last one */
    uint32_t chat_count;
    uint64_t invited;        /* for whom the free seat is kept; 0 nobody */
    int64_t answer_until_ms; /* uptime: when that ends; also of open correspondence rooms */
};

struct room {
    uint64_t id;
    struct room *prev, *next; /* all rooms, in the order of opening */
    const struct variant *variant;
    bool rated;
    int first; /* enum first_word */
    struct time_control clock;
    int64_t opened_ms;
    struct room_state state;
    struct seat_link links[ROOM_SEATS]; /* follows state.seats: room__reindex() */
    struct seat_link invited;           /* the same for state.invited */
    struct deadline answer_deadline;    /* uptime */
    struct watch *watches;
    uint32_t watch_count;
    uint32_t watch_count_told;
    uint64_t watch_count_gate; /* the batch that the last word on it waits for */
    bool is_recounted;         /* in core->rooms_recounted */
    struct room *recounted_prev, *recounted_next;
    struct room_chat_line *chat; /* ring of ROOM_CHAT_KEPT, by n; NULL: nothing was said */
    bool is_shown;               /* lobby.c: a list may have it */
    uint64_t presence_gate;      /* the batch that the last word on presence waits for */
    bool is_idle;
    int64_t idle_since_ms;
    struct room *idle_prev, *idle_next;
    uint32_t rechecks;     /* under way: only the last one decides */
    uint32_t sleep_checks; /* the same */
};

/* ------------------------------------------------------------------ quick.c */

#define POOL_WAITS_KEPT 15

/* Those who want the same: variant, stakes and clock. */
struct pool {
    struct pool *prev, *next; /* all, the one that was used last is the last */
    const struct variant *variant;
    bool rated;
    struct time_control clock;
    struct seeker *seekers; /* who waits longest is the first */
    size_t seeker_count;
    int64_t waits_ms[POOL_WAITS_KEPT]; /* how long the last pairs took: a ring */
    size_t wait_count;                 /* ever */
};

/* What a failed commit takes back. */
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
    struct player *player; /* NULL: went away, or waits no more */
    int within;            /* points between the two at the most */
    int64_t since_ms;      /* monotonic */
    struct seeker_state state;
    uint32_t rechecks; /* under way: only the last one decides */
};

struct last_pair {
    uint64_t player; /* who went */
    uint64_t opponent;
    UT_hash_handle by_player;
};

struct quick {
    struct pool *pools;
    size_t pool_count;
    struct seeker *seekers; /* by number */
    uint64_t last_number;
    int64_t due_ms; /* monotonic: when windows are wider; INT64_MAX: nobody could be paired */
};

/* ------------------------------------------------------------------ writes.c */

struct undo;
struct recheck;

#define WRITES_IMAGE_BLOCK (32 * 1024) /* of what 20 moves touch */

struct writes {
    struct store_batch *open; /* fills during a turn; NULL while empty */
    bool is_touched;          /* something was changed that the open batch will have */
    uint64_t submitted;       /* number of the last batch given to the store */
    uint64_t settled;         /* number of the last batch that the store reported */
    int64_t submitted_ms;     /* uptime: when the last one was given */
    bool is_failing;
    int64_t probe_ms; /* monotonic: when to try again */
    struct undo *undo_first, *undo_last;
    struct id_table touched; /* those of the open batch, by what they are images of */
    struct arena images[2];  /* of a batch under way, and of the next: by number, in turns */
    char image_blocks[2][WRITES_IMAGE_BLOCK]; /* where these begin */
    struct recheck *recheck_first, *recheck_last;
    struct wait *waits; /* for batches, in order */
};

/* ------------------------------------------------------------------ wait.c */

/* A request that waits for a batch, a query or a worker. */
struct wait {
    struct wait *prev, *next;
    uint64_t number; /* of the batch, the query or the job */
    bool is_for_batch;
    size_t op_index;            /* batches: which of its operations */
    uint64_t gate;              /* queries: the batch that has to be submitted before */
    uint64_t conn, player;      /* who asked; player 0: a stranger */
    char address[ADDRESS_SIZE]; /* jobs: whose share they are, "" nobody's */
    int64_t request_id;
    enum op op;
    void *data; /* freed with the wait */
    union {
        void (*batch)(struct core *core, struct wait *wait, int status,
                      enum store_op_result result);
        void (*query)(struct core *core, struct wait *wait, int status,
                      const struct store_answer *answer);
        void (*work)(struct core *core, struct wait *wait, const struct work_result *result);
    } done;
    struct store_query *query; /* held back until `gate`; NULL: it is sent */
};

struct waits {
    struct wait *queries; /* in order */
    struct wait *jobs;
    uint64_t last_query;
    uint64_t sent_query;
    uint64_t last_job;
};

/* ------------------------------------------------------------------ uptime.c */

struct uptime {
    int64_t base_ms;       /* what it was at since_mono_ms */
    int64_t since_mono_ms; /* monotonic */
    int64_t marked_ms;     /* what is stored */
    bool is_standing;
};

/* ------------------------------------------------------------------ wall.c */

/* The watch over the wall clock. */
struct wall {
    int64_t offset_ms;   /* wall - monotonic, as it was at day_ms */
    int64_t day_ms;      /* monotonic: when the offset was taken */
    int64_t trusted_ms;  /* monotonic: believed from then on */
    int64_t believed_ms; /* wall - monotonic, as it was last believed */
    bool is_waiting;     /* for that moment */
    const char *because; /* what the operator was told last, NULL if all is well */
};

/* ------------------------------------------------------------------ fines.c */

struct fines {
    int settled_month;    /* the last one that is stored, 0: none */
    int first_month;      /* the first one of this life, 0: none was */
    uint64_t batch;       /* that has the last fine that was written */
    int64_t written_ms;   /* wall: when that was */
    int64_t at_ms[FINE_MONTHS_MAX]; /* wall: of the months of this life, by month % that */
    int64_t youngest_ms; /* wall: when the youngest of what is stored was made, at the start */
};

/* ------------------------------------------------------------------ core.c */

struct core {
    struct core_options options;
    struct core_ports ports;
    struct store *store;
    struct moment now;
    struct happenings happenings;
    uint64_t last_id;
    uint64_t last_conn;
    bool is_shutting_down;
    struct uptime uptime;
    struct writes writes;
    struct meter meter;
    struct waits waits;
    struct wall wall;
    struct fines fines;
    struct ended_session *ended_sessions; /* session.c: the newest first */
    int64_t started_ms;                   /* monotonic */
    struct backoff *account_backoff;      /* by name key */
    struct backoff *address_backoff;
    struct allowance *newcomers; /* by address: guests and accounts that are made */
    struct id_table conns_by_id, players_by_id, rooms_by_id, matches_by_id;
    struct conn *conns;
    struct conn *heard; /* by heard_ms: strangers and others in two lists */
    struct conn *strangers;
    struct conn *spoke;    /* by spoke_ms */
    struct conn *closed;   /* in this turn: still their players' until it ends */
    struct conn *gated;    /* with output that waits for a batch */
    struct conn *measured; /* who plays with a clock that runs, by lag.measured_ms */
    struct player *players;
    struct room *rooms;
    struct room *rooms_idle;
    struct room *rooms_recounted; /* who watches changed */
    int64_t recount_ms;           /* monotonic: when that is told */
    struct deadlines answer_deadlines;
    struct conn *lobby; /* who watches it */
    struct quick quick;
    struct last_pair *last_pairs; /* last_pairs.c: of players who are not in memory */
    size_t players_here; /* with at least one connection */
    size_t games_counted;
    int64_t games_counted_ms; /* monotonic: when; 0 never */
    struct match *matches;
    struct deadlines match_deadlines;
    struct match *held;       /* whose clock waits for a batch */
    size_t slow_matches;      /* in memory, without a clock that runs in real time */
    struct sleeper *sleepers; /* sleep.c */
    struct deadlines sleeper_deadlines;
    struct slab slab;   /* frames and their places in queues */
    struct arena arena; /* of one input */
    char arena_block[16 * 1024];
    char encoded[FRAME_REPLY_MAX + 1];
};

/* ------------------------------------------------------------------ requests */

/* A request that is being carried out. */
struct call {
    struct core *core;
    struct conn *conn;
    int64_t id;
    enum op op;
    const union request_body *request; /* NULL when the request had to wait */
    struct fault fault;                /* handlers may name the field */
    int64_t retry_after_ms;            /* handlers may say when waiting helps */
};

/* ids.c: a new id, larger than every one before. */
uint64_t core_id_next(struct core *core);

#endif
