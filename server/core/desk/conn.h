/* SPDX-License-Identifier: MIT */
/*
 * Connections: bytes into frames, deadlines, and the way out. A connection is a stranger until it
 * logs in; then it belongs to a player, who may have many.
 */
#ifndef PENTAD_SERVER_CORE_CONN_H
#define PENTAD_SERVER_CORE_CONN_H

#include "server/core/state.h"

struct conn *conn_new(struct core *core, void *peer, const char *address);
void conn_free(struct core *core, struct conn *conn);
/* The connection, a new one, is of the operator at the server's own machine. */
void conn_make_local(struct core *core, struct conn *conn);
struct conn *conn_find(struct core *core, uint64_t id);
/* The ports are gone: nothing is said to the connection any more. */
void conn_abandon(struct conn *conn);

/* Bytes arrived: carries out every whole frame in them. */
void conn_receive(struct core *core, struct conn *conn, const char *bytes, size_t len);

/* Hands bytes that may leave to the port. Only the outbox calls it. */
void conn_send(struct core *core, struct conn *conn, const char *bytes, size_t len);
/* The connection's queue is empty: a connection that is ending closes now. */
void conn_output_gone(struct core *core, struct conn *conn);

/* No more input; closes when everything that was said is sent. */
void conn_end(struct core *core, struct conn *conn);
/* Those that closed are nobody's from now on, though their clients may be slow to hang up: at the
 * end of a turn. */
void conns_part(struct core *core);
/* The connection is about to be a player's. */
void conn_log_in(struct core *core, struct conn *conn, const uint8_t token_hash[TOKEN_HASH_SIZE]);

/* The connection is a stranger's again. */
void conn_log_out(struct core *core, struct conn *conn);

/* Login and idle deadlines, heartbeats. */
void conns_tick(struct core *core);
int64_t conns_next_ms(const struct core *core);

#endif
