/* SPDX-License-Identifier: MIT */
/*
 * Connections: frames in, deadlines, rates, and the way out. A connection is a stranger
 * until it logs in. Parts above the desk know it by its id alone: it may be gone at any time, and
 * what is asked or told of one that is gone has no effect.
 */
#ifndef PENTAD_SERVER_CORE_CONN_H
#define PENTAD_SERVER_CORE_CONN_H

#include "proto/frame.h"
#include "proto/message.h"
#include "server/core/core.h"

/* The size of a buffer. */
#define ADDRESS_SIZE 64

/* A turn deals with at most this many connections of each kind (silent, quiet, measured, not
 * reading) whose time has come. The rest wait for the next turn, so that players who act do not
 * wait for all of them. */
#define CONNS_A_TURN 256

/* The ids of the connections that closed in a turn. */
struct conns_closed {
    uint64_t *ids;
    size_t count;
    size_t cap;
};

/* ------------------------------------------------------------------ for the core's inputs */

struct conn *conn_new(struct core *core, void *peer, const char *address, uint64_t network);
void conn_free(struct core *core, struct conn *conn);
uint64_t conn_id(const struct conn *conn);
/* Makes a new connection the operator's at the server's own machine. */
void conn_make_local(struct core *core, struct conn *conn);
/* Its logins go by HTTP. */
void conn_set_by_http(struct conn *conn);
/* Takes a whole frame, or word of one that is too long: raises FRAME_CAME. False: nothing more is
 * heard from the connection. */
bool conn_receive(struct core *core, struct conn *conn, struct frame_slice frame);
bool conn_receive_too_long(struct core *core, struct conn *conn);

/* ------------------------------------------------------------------ for the desk */

/* The connection; NULL if it is gone. */
struct conn *conn_find(const struct core *core, uint64_t id);
void conn_send_to(struct core *core, struct conn *conn, struct frame *frame);
/* Ends the connection at once: nothing more is sent. */
void conn_cut(struct core *core, struct conn *conn);

/* ------------------------------------------------------------------ for the parts above */

/* True if the connection is there and its last word is not yet said. */
bool conn_is_open(const struct core *core, uint64_t id);
bool conn_is_local(const struct core *core, uint64_t id);
bool conn_is_by_http(const struct core *core, uint64_t id);
/* The address of the connection; "" if it is gone. */
const char *conn_address(const struct core *core, uint64_t id);
/* The address as a number (core.h); 0 if it is gone, or has none. */
uint64_t conn_network(const struct core *core, uint64_t id);
/* The name that its client gave in hello, "" for none. */
const char *conn_client(const struct core *core, uint64_t id);
/* Notes that the connection said hello; `client`, if not NULL, is what its client calls itself. */
void conn_greet(struct core *core, uint64_t id, const char *client);
/* A stranger has asked for something to look at: the connection need not log in, as long as it is
 * not silent, and as there are not too many. */
void conn_look(struct core *core, uint64_t id);
bool conn_has_greeted(const struct core *core, uint64_t id);

/* Counts a request for `op`: 0, or the ms until the connection may ask for it again. */
int64_t conn_take_rate(struct core *core, uint64_t id, enum op op);
/* Counts a line that was not carried out. True if there were too many of these. */
bool conn_refuse_rate(struct core *core, uint64_t id);

/* Counts `units` of a class of cost for the address: 0; or, if fewer are left, the ms until there
 * are enough again, and then nothing is counted. The operator at the server's own machine has no
 * address. */
int64_t conn_spend(struct core *core, uint64_t id, enum cost_word cost, int64_t units);

/* Counts bytes of answers to the connection: against its address at once, and against its player at
 * its next request. */
void conn_answered(struct core *core, uint64_t id, size_t bytes);
/* Returns the bytes of answers since the last such call. */
size_t conn_take_answered(struct core *core, uint64_t id);

/* Hands the port a frame that may leave. Only the outbox calls it. */
void conn_send(struct core *core, uint64_t id, struct frame *frame);
/* Takes no more input from the connection: its last word is said, or held. */
void conn_stop(struct core *core, uint64_t id);
/* Nothing is held for the connection: closes it if it was stopped. */
void conn_output_gone(struct core *core, uint64_t id);

/* True if a stranger's connection has one of the places that are kept for players with a game under
 * way: only such a player can log in over it, and it ends soon if nobody does. */
bool conn_is_kept(const struct core *core, uint64_t id);
/* Notes that the connection waits for the answer to a login, or no longer does. While it waits, it
 * is the server that is silent. */
void conn_set_waiting(struct core *core, uint64_t id, bool is_waiting);
bool conn_is_waiting(const struct core *core, uint64_t id);
/* The connection is about to be a player's. */
void conn_log_in(struct core *core, uint64_t id);
/* The connection, if it is a player's, is a stranger's again: raises CONN_PARTED. */
void conn_log_out(struct core *core, uint64_t id);

/* ------------------------------------------------------------------ of all */

/* Frees all connections. Nothing is sent to them any more: the ports are gone. */
void conns_free(struct core *core);
/* Raises CONN_ENDS for all that are open. */
void conns_end(struct core *core, int error);
/* Parts the connections that closed in this turn from their players, though their clients may be
 * slow to hang up. Called at the end of a turn. */
void conns_part(struct core *core);
/* Login and idle deadlines, heartbeats. */
void conns_tick(struct core *core);
int64_t conns_next_ms(const struct core *core);

/* ------------------------------------------------------------------ output that waits */
/*
 * Output that connections have not taken yet, as the shell tells it. A connection for which too
 * much waits, or that took nothing for too long, is cut off without a word, since a word would wait
 * behind the rest.
 */

/* Notes what the shell tells: `bytes` wait, and the connection took some of what waited if
 * `taken_bytes` is not 0. Raises OUTPUT_WAITS when more waits than a connection that only asks may
 * have. */
void unsent_note(struct core *core, struct conn *conn, size_t bytes, size_t taken_bytes);
/* Nothing waits for the connection any more. */
void unsent_forget(struct core *core, struct conn *conn);
/* Cuts those that took nothing for too long. */
void unsent_tick(struct core *core);
int64_t unsent_next_ms(const struct core *core);

/* ------------------------------------------------------------------ for the parts above */

/* The bytes that wait for all connections. */
size_t unsent_bytes(const struct core *core);
/* The bytes that wait for the connection. */
size_t unsent_of_conn(const struct core *core, uint64_t id);
/* The connection for which most output waits, and how much; 0 if none waits for any. Of equals, the
 * one that has taken nothing for longest. */
uint64_t unsent_largest(const struct core *core, size_t *bytes_out);
/* Cuts off a connection that is not cut off yet, and logs it with the reason. Raises CONN_CUT. */
void unsent_cut(struct core *core, uint64_t id, const char *because);

/* ------------------------------------------------------------------ lag */
/*
 * Lag: the time to a connection and back, by the heartbeats that the client answers: the least of
 * the last few. A client can make its lag look longer than it is, not shorter: so the system's own
 * measurement limits it, where there is one, and match_clock.c limits what is left to gain. Every
 * answered heartbeat measures; connections of players at a clock that runs get them more often.
 */

/* Longer lags count as this. */
#define LAG_MAX_MS 60000

/* A connection that has answered before is silent if, when the next heartbeat is due, it has not
 * answered for this long. Clients do not have to answer. */
#define LAG_SILENT_MS 4000

/* The time that a client may take to answer, beyond that on the way. */
#define LAG_CLIENT_MS 50

/* The client answered heartbeat `n`. Only the answer to the last one counts, and only once. */
void lag_answered(struct core *core, uint64_t conn, int64_t n);
/* The lag in ms; NONE if it is not known. */
int64_t lag_of_conn(const struct core *core, uint64_t conn);

/* Measures the connection from now on, unless it is measured or ends: the first heartbeat follows
 * after lag_beat_ms, or at once. */
void lag_measure(struct core *core, uint64_t conn);
void lag_measure_now(struct core *core, uint64_t conn);

/* For the desk: sends a heartbeat with the next number. */
void lag_beat(struct core *core, struct conn *conn);
/* For the desk: the connection is nobody's. */
void lag_forget(struct core *core, struct conn *conn);

/* Stops measuring each connection whose heartbeat is due and raises LAG_DUE; a subscriber that
 * wants it measured further calls lag_measure_now(). */
void lags_tick(struct core *core);
int64_t lags_next_ms(const struct core *core);

#endif
