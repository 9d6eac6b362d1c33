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

/* With so many connections whose time has come, of each kind (silent, quiet, measured, not
 * reading), a turn deals: the others wait for the next one, and whoever acts does not wait for all
 * of them. */
#define CONNS_A_TURN 256

/* Those that closed in a turn, by their ids. */
struct conns_closed {
    uint64_t *ids;
    size_t count;
    size_t cap;
};

/* ------------------------------------------------------------------ for the core's inputs */

struct conn *conn_new(struct core *core, void *peer, const char *address, uint64_t network);
void conn_free(struct core *core, struct conn *conn);
uint64_t conn_id(const struct conn *conn);
/* The connection, a new one, is of the operator at the server's own machine. */
void conn_make_local(struct core *core, struct conn *conn);
/* A frame arrived, whole, or one that is too long: raises FRAME_CAME. False: nothing more is heard
 * from the connection. */
bool conn_receive(struct core *core, struct conn *conn, struct frame_slice frame);
bool conn_receive_too_long(struct core *core, struct conn *conn);

/* ------------------------------------------------------------------ for the desk */

/* The connection; NULL if it is gone. */
struct conn *conn_find(const struct core *core, uint64_t id);
void conn_send_to(struct core *core, struct conn *conn, struct frame *frame);
/* Ends the connection at once: nothing is said any more. */
void conn_cut(struct core *core, struct conn *conn);

/* ------------------------------------------------------------------ for the parts above */

/* Whether the connection is there and its last word is not said. */
bool conn_is_open(const struct core *core, uint64_t id);
bool conn_is_local(const struct core *core, uint64_t id);
/* Where it comes from; "" if it is gone. */
const char *conn_address(const struct core *core, uint64_t id);
/* The address as a number (core.h); 0 if it is gone, or has none. */
uint64_t conn_network(const struct core *core, uint64_t id);
/* The name that its client gave itself, "" for none. */
const char *conn_client(const struct core *core, uint64_t id);
/* It said hello; `client`, if not NULL, is what it calls itself. */
void conn_greet(struct core *core, uint64_t id, const char *client);
bool conn_has_greeted(const struct core *core, uint64_t id);

/* How long the connection has to wait before it may ask for `op` again, in ms; 0: this one counts.
 */
int64_t conn_take_rate(struct core *core, uint64_t id, enum op op);
/* A line was not carried out. Whether these are too many. */
bool conn_refuse_rate(struct core *core, uint64_t id);

/* Counts `units` of a class of cost for the address: 0, or how long it has to wait until there are
 * so many again, in ms, and then nothing is counted. The operator at the server's own machine has
 * no address. */
int64_t conn_spend(struct core *core, uint64_t id, enum cost_word cost, int64_t units);

/* Counts bytes that the connection is told because it asked: for its address at once, and for its
 * player when it asks again. */
void conn_answered(struct core *core, uint64_t id, size_t bytes);
/* The bytes of answers since this was asked last. */
size_t conn_take_answered(struct core *core, uint64_t id);

/* Hands a frame that may leave to the port. Only the outbox calls it. */
void conn_send(struct core *core, uint64_t id, struct frame *frame);
/* No more input: the last word is said, or held. */
void conn_stop(struct core *core, uint64_t id);
/* Nothing is held for the connection: closes it if it was stopped. */
void conn_output_gone(struct core *core, uint64_t id);

/* Whether the connection is a stranger's on one of the places that are kept for players with a game
 * under way: it becomes nobody else's, and ends soon if it becomes nobody's. */
bool conn_is_kept(const struct core *core, uint64_t id);
/* Waits for the answer to a login, or does not any more: then it is the server that is silent. */
void conn_set_waiting(struct core *core, uint64_t id, bool is_waiting);
bool conn_is_waiting(const struct core *core, uint64_t id);
/* The connection is about to be a player's. */
void conn_log_in(struct core *core, uint64_t id);
/* The connection, if it is a player's, is a stranger's again: raises CONN_PARTED. */
void conn_log_out(struct core *core, uint64_t id);

/* ------------------------------------------------------------------ of all */

/* Nothing is said to any of them any more: the ports are gone. Frees them. */
void conns_free(struct core *core);
/* Raises CONN_ENDS for all that are open. */
void conns_end(struct core *core, int error);
/* Those that closed are nobody's from now on, though their clients may be slow to hang up: at the
 * end of a turn. */
void conns_part(struct core *core);
/* Login and idle deadlines, heartbeats. */
void conns_tick(struct core *core);
int64_t conns_next_ms(const struct core *core);

/* ------------------------------------------------------------------ output that waits */
/*
 * Output that connections have not taken yet, as the shell tells it, and who goes for it: a
 * connection for which more waits than may, or that took nothing for too long. Such a connection is
 * cut off without a word, since a word would wait behind the rest.
 */

/* The shell's word: `bytes` wait, and it took some of what waited if `taken_bytes` is not 0. Raises
 * OUTPUT_WAITS when it is more than a connection may have that only asks. */
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
/* The connection that has most of what waits for readers, and how much; 0 if nothing does. Of
 * equals it is the one that took nothing for longest. */
uint64_t unsent_largest(const struct core *core, size_t *bytes_out);
/* Cuts the connection off, which it was not yet, and logs it with the reason. Raises CONN_CUT. */
void unsent_cut(struct core *core, uint64_t id, const char *because);

/* ------------------------------------------------------------------ lag */
/*
 * Lag: the way to a connection and back, from heartbeats that the client answers: the least of the
 * last few. A client can make its lag look longer than it is, not shorter: so the system's own
 * measurement limits it, where there is one, and what is left to gain is limited in match_clock.c.
 * Players at a clock that runs get heartbeats more often than others; nothing is done for other
 * connections.
 */

/* More is not told apart. */
#define LAG_MAX_MS 60000

/* A connection that has answered before, and not for so long when the next heartbeat is due, is
 * silent. Clients do not have to answer. */
#define LAG_SILENT_MS 4000

/* The time that a client may take to answer, beyond the way. */
#define LAG_CLIENT_MS 50

/* The client answered heartbeat `n`. Only the answer to the last one counts, once. */
void lag_answered(struct core *core, uint64_t conn, int64_t n);
/* In ms; NONE where it is not known. */
int64_t lag_of_conn(const struct core *core, uint64_t conn);

/* Measures the connection from now on, unless it is measured or ends: the first heartbeat follows
 * after lag_beat_ms, or at once. */
void lag_measure(struct core *core, uint64_t conn);
void lag_measure_now(struct core *core, uint64_t conn);

/* For the desk: sends a heartbeat with the next number. */
void lag_beat(struct core *core, struct conn *conn);
/* For the desk: the connection is nobody's. */
void lag_forget(struct core *core, struct conn *conn);

/* Each time a heartbeat is due its connection is not measured any more; LAG_DUE is raised, and who
 * listens calls lag_measure_now() if it goes on. */
void lags_tick(struct core *core);
int64_t lags_next_ms(const struct core *core);

#endif
