/* SPDX-License-Identifier: MIT */
/*
 * The rig: the real core with doubles behind its ports, so that a test is a short conversation.
 * The clock moves only when told, random bytes come from a seed, workers finish when told, the
 * store can be held, failed and crashed. Everything is deterministic. One thread.
 *
 * Messages are borrowed from the rig, which keeps all of them until it is freed. In what is sent,
 * ' stands for ".
 */
#ifndef PENTAD_TESTS_UNIT_SERVER_RIG_H
#define PENTAD_TESTS_UNIT_SERVER_RIG_H

#include "proto/frame.h"
#include "server/core/core.h"
#include "tests/unit/server/rig_store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#define RIG_PEERS_MAX 2048
#define RIG_WORK_MAX 64
#define RIG_NAMES_MAX 32
#define RIG_START_MS INT64_C(1700000000000) /* the wall clock of the beginning */

/* A line that the server sent. */
struct rig_message {
    json_t *json;
    char *line; /* without LF */
    bool is_taken;
};

/* A client at the other end of a connection. */
struct rig_peer {
    struct rig *rig;
    struct conn *conn; /* NULL when the connection is gone */
    bool is_ended;     /* the core closed it */
    bool is_cut;       /* at once */
    int64_t last_id;
    int *ops; /* what request `id` asked for: ops[id], negative if that is no op, or answered */
    struct rig_message *messages;
    size_t count;
    char *rest; /* the beginning of a line of the server */
    size_t rest_len;
    struct frame_rest input_rest; /* of what the peer sent */
    char name[81];                /* after a login */
    char token[65];               /* after a login that gave one */
    char recovery[41];            /* the recovery code, after a registration */
};

/* Hears every line that goes over a connection, in their order: what a peer says, whole and as the
 * core is given it, and what the server says. Without LF. */
struct rig_witness {
    void (*line)(void *ctx, const struct rig_peer *peer, bool is_request,
                 const struct frame_slice *line);
    void *ctx;
};

/* A piece of work that the core asked for. */
struct rig_work {
    uint64_t job;
    struct work work; /* a copy */
    bool is_stopped;  /* it had begun, and nobody wants it any more */
};

struct rig {
    struct core *core;
    struct core_options options;
    struct moment now;
    uint64_t seed;
    uint64_t random;
    struct rig_store *store;
    struct rig_peer *peers[RIG_PEERS_MAX];
    size_t peer_count;
    struct rig_work work[RIG_WORK_MAX];
    size_t work_count;
    size_t work_cap;               /* more than that: the queue is full */
    size_t work_started;           /* so far */
    size_t work_begun;             /* the first so many are: they can only be stopped */
    bool holds_work;               /* it waits for rig_work_finish() */
    bool holds_closes;             /* what the core closed is not gone yet, as with a slow peer */
    int hash_version;              /* of passwords hashed from now on: older ones need a rehash */
    int64_t round_trip_ms;         /* that the system measures of every connection, or NONE */
    bool ports_are_gone;           /* a call would be a bug */
    char log[1024];                /* the last events, "event detail\n" each */
    char names[RIG_NAMES_MAX][81]; /* everybody who logged in: for rig_world() */
    size_t name_count;
    char observer_token[65];
    struct rig_witness witness; /* its function may be NULL: there is none */
};

/* ------------------------------------------------------------------ life */

/* Generous limits, so that only tests about limits meet them. */
struct rig *rig_new(void);
struct rig *rig_new_with(const struct core_options *options);
struct core_options rig_options(void);
/* Fails the test if the store refused anything. */
void rig_free(struct rig *rig);
/* For cmocka: *state is a rig. */
int rig_setup(void **state);
int rig_teardown(void **state);
#define RIG_TEST(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)
/* Kills the server and starts it anew on what is stored. All connections are gone. */
void rig_restart(struct rig *rig);

/* Turns of the loop until nothing happens any more. */
void rig_turn(struct rig *rig);
/* Lets time pass and then turns. */
void rig_pass(struct rig *rig, int64_t ms);
/* Lets time pass without anybody falling silent. */
void rig_live(struct rig *rig, int64_t ms);
/* Lets the store go and fails what it held; what is written from then on is stored. */
void rig_fail_held(struct rig *rig);
/* Finishes the work at `index` of those that wait; `ok` false: the worker could not. */
void rig_work_finish(struct rig *rig, size_t index, bool ok);
/* The work at `index` tells what came of its first look. */
void rig_work_look(struct rig *rig, size_t index);
/* The work at `index` tells how far it is. */
void rig_work_got_on(struct rig *rig, size_t index, unsigned permille);

/* ------------------------------------------------------------------ peers */

struct rig_peer *rig_connect(struct rig *rig);
/* Likewise, but without having said hello. */
struct rig_peer *rig_connect_silent(struct rig *rig);
struct rig_peer *rig_connect_from(struct rig *rig, const char *address);
/* From an address as a number (core.h). */
struct rig_peer *rig_connect_from_network(struct rig *rig, uint64_t network);
/* Over the server's local socket. */
struct rig_peer *rig_connect_locally(struct rig *rig);
/* The connection of a page in a browser. */
struct rig_peer *rig_connect_by_http(struct rig *rig);
/* One by which a file is asked for. */
struct rig_peer *rig_connect_for_file(struct rig *rig);
/* The client is gone. */
void rig_hang_up(struct rig_peer *peer);

/* What the peer's socket did not take, as the shell tells it behind a turn; then a turn. */
void rig_unsent(struct rig_peer *peer, size_t unsent_bytes, size_t taken_bytes);
/* Bytes as they are. No turn. */
void rig_bytes(struct rig_peer *peer, const char *bytes, size_t len);
/* One frame, as it comes from a transport of messages. Whether more are heard. No turn. */
bool rig_frame(struct rig_peer *peer, const char *bytes, size_t len);
/* A request with an id of its own, which it returns. No turn. The test fails if it is answered
 * twice, or with an error that the table of messages does not know of its op. */
int64_t rig_send(struct rig_peer *peer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same of a request without an id, which has at least one field; its reference is taken. */
int64_t rig_send_json(struct rig_peer *peer, json_t *request);
/* The reply to a request, NULL if there is none yet. */
const json_t *rig_reply(struct rig_peer *peer, int64_t id);
/* rig_send(), rig_turn() and the reply, which has to be there. */
const json_t *rig_ask(struct rig_peer *peer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The error code of a reply, "" if it is none; "(no reply)" for NULL. */
const char *rig_code(const json_t *reply);

/* Takes the next event, NULL if there is none. Heartbeats and room.watchers are passed over: they
 * come when time passes. */
const json_t *rig_next_event(struct rig_peer *peer);
/* Takes the next event, which has to be `event`. */
const json_t *rig_expect(struct rig_peer *peer, const char *event);
/* Takes events until one is `event`; the test fails if none is. */
const json_t *rig_find_event(struct rig_peer *peer, const char *event);
/* How many watch, by the last room.watchers; -1: none came. */
int rig_watchers_told(const struct rig_peer *peer);
/* Takes all events. */
void rig_forget_events(struct rig_peer *peer);
/* Whether it is an event, and none that is passed over. */
bool rig_is_event(const struct rig_message *message);
/* How many events nobody took yet. */
size_t rig_event_count(const struct rig_peer *peer);
/* The bytes of a message, without LF. */
const char *rig_line(const struct rig_peer *peer, const json_t *message);
/* How many messages of any kind the peer got so far. */
size_t rig_message_count(const struct rig_peer *peer);
/* Forgets what was received so far: a reply is looked for among all that a peer has. */
void rig_drop_messages(struct rig_peer *peer);
/* The number of messages of any kind that all peers got so far. */
size_t rig_messages_of_all(const struct rig *rig);

#define assert_code(reply, code) assert_string_equal(rig_code(reply), code)
#define assert_ok(reply) assert_string_equal(rig_code(reply), "")

/* ------------------------------------------------------------------ people and tables */

/* Connects and logs in. */
struct rig_peer *rig_guest(struct rig *rig);
struct rig_peer *rig_guest_from(struct rig *rig, uint64_t network);
struct rig_peer *rig_player(struct rig *rig, const char *name); /* registers */
/* The same over a connection that there is. */
struct rig_peer *rig_make_guest(struct rig_peer *peer);
struct rig_peer *rig_register(struct rig_peer *peer, const char *name);
/* Keeps what the reply to a login tells: name, token, recovery code. */
void rig_remember(struct rig_peer *peer, const json_t *reply);
struct rig_peer *rig_resume(struct rig *rig, const char *token);
/* Somebody at the server's own machine gives an account a role. */
void rig_give_role(struct rig *rig, const char *name, const char *role);
/* The reply to a login with a password, over a connection of its own. */
const json_t *rig_log_in(struct rig *rig, const char *name, const char *password);

/* A clock with which any number of rated games go on at once: 30 days a move. */
#define RIG_DAYS "'clock':{'kind':'correspondence','period_ms':2592000000}"

struct rig_table {
    struct rig_peer *first; /* begins the first game */
    struct rig_peer *second;
    char room[13];
    char game[13];
};

/* `first` opens a room, `second` joins it. Their events are forgotten. A rated game has RIG_DAYS.
 */
struct rig_table rig_table(struct rig_peer *first, struct rig_peer *second, const char *variant,
                           bool rated);
/* Opens and joins a room with a time control, as `room.open` takes it. */
struct rig_table rig_clocked_table(struct rig_peer *first, struct rig_peer *second,
                                   const char *variant, const char *clock);
/* Two guests at a table: without a clock, and at the classic game with one. */
struct rig_table rig_guests_table(struct rig *rig, const char *variant);
struct rig_table rig_clocked_guests(struct rig *rig, const char *clock);
/* Leaves the room, if the player did not leave it by breaking its game off. */
void rig_leave(struct rig_peer *player, const char *room);
/* The first move of each, without time passing. Their events are forgotten. */
void rig_begin(const struct rig_table *table);
/* Plays squares from ply 0 on, first and second in turn. Time passes, so that no rate is met. */
void rig_play(const struct rig_table *table, const char *squares);
const json_t *rig_move(struct rig_peer *peer, const char *game, int ply, const char *at);
const json_t *rig_game(struct rig_peer *peer, const char *game);
/* Check what a message says of how the game ended, and of its clocks. */
void rig_check_end(const json_t *message, const char *result, const char *reason);

/* Everything that anybody can ask for, as text, but who is connected or watches. The caller frees
 * it. It asks over a connection of its own. */
char *rig_world(struct rig *rig);
/* Everything that anybody can ask for, as told by a server that starts now on what is stored. */
char *rig_stored_world(struct rig *rig);
/* The test fails unless what the server says is what is stored. */
void rig_check_world(struct rig *rig);

#endif
