/* SPDX-License-Identifier: MIT */
/*
 * A client of the tests' own: one blocking connection that speaks JSON lines, on purpose without
 * the project's codec, so that it finds what both sides of the codec would get wrong alike. It
 * keeps everything that it received until it is freed; what its functions return is lent.
 *
 * On the way it checks what every client may rely on: each line is one JSON object, each request
 * has one reply, and the events of a game come without gaps and repeats.
 *
 * Fields of requests and patterns are formats of json_pack(): "{s:s, s:i}". What takes longer than
 * PATIENCE_MS, or is not what was asked for, fails the test and shows the last messages.
 */
#ifndef PENTAD_TESTS_SUPPORT_PEER_H
#define PENTAD_TESTS_SUPPORT_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

struct peer;

/* Connects to the server at 127.0.0.1 and says hello; `label` is for failures. */
struct peer *peer_open(const char *label, uint16_t port);
/* Connects and says nothing. */
struct peer *peer_open_silent(const char *label, uint16_t port);
/* Likewise, with a receive buffer of `receive_bytes`, for a reader that is slow. */
struct peer *peer_open_narrow(const char *label, uint16_t port, int receive_bytes);
/* Connects to the server's own socket and says hello. */
struct peer *peer_open_local(const char *label, const char *path);
/* Closes the socket; what was received stays. */
void peer_close(struct peer *peer);
void peer_free(struct peer *peer);

int peer_fd(const struct peer *peer);
/* The name and the token that the last login gave; "" before. */
const char *peer_name(const struct peer *peer);
const char *peer_token(const struct peer *peer);
/* A login that the peer did not make by itself gave these. */
void peer_know(struct peer *peer, const char *name, const char *token);

/* ------------------------------------------------------------------ requests */

/* Sends a request and returns its id. `fields` may be NULL. */
int64_t peer_send(struct peer *peer, const char *op, const char *fields, ...);
int64_t peer_send_json(struct peer *peer, const char *op, json_t *take_fields);
/* Waits for the reply or the error that answers request `id`. */
json_t *peer_answer(struct peer *peer, int64_t id);
/* The answer to request `id` if it came already, else NULL. */
json_t *peer_find_answer(const struct peer *peer, int64_t id);
/* Sends a request and waits for its reply, which must not be an error. */
json_t *peer_ask(struct peer *peer, const char *op, const char *fields, ...);
/* Logs in with a token. */
json_t *peer_resume(struct peer *peer, const char *token);
/* Sends a request that is answered with the error `code`; returns the error object. */
json_t *peer_refused(struct peer *peer, const char *code, const char *op, const char *fields, ...);

/* Bytes as they are. Returns false if the connection is gone. */
bool peer_send_bytes(struct peer *peer, const char *bytes, size_t len);
bool peer_send_line(struct peer *peer, const char *line);

/* ------------------------------------------------------------------ what comes */

/* The first event of that name that was not returned before and has the pattern's fields (NULL:
 * any), waited for if need be. */
json_t *peer_event(struct peer *peer, const char *event, const char *pattern, ...);
/* The next event that was not returned before, waited for, NULL at the end of the connection; and
 * the next one of those that are there when a ping is answered. Heartbeats and room.watchers, which
 * come by themselves, are passed over, unless `event` is their name. */
json_t *peer_next_event(struct peer *peer, const char *event);
json_t *peer_next_event_here(struct peer *peer);
/* All that has come when a ping is answered counts as returned. */
void peer_forget(struct peer *peer);
/* Whether the text is in anything that came so far. */
bool peer_got(const struct peer *peer, const char *text);
/* The next message of any kind that came in behind those seen by peer_next(); NULL at the end of
 * the connection. */
json_t *peer_next(struct peer *peer);
/* The next message of those that have come already; NULL if there is none. */
json_t *peer_next_here(struct peer *peer);
/* The connection ends. */
void peer_expect_end(struct peer *peer);
/* Reads what is there without waiting. Returns false at the end of the connection. */
bool peer_read(struct peer *peer);

/* The number of the last event that the peer knows of `game`; -1 for none. */
int64_t peer_seq(const struct peer *peer, const char *game);
/* From now on the peer has the events of `game` up to `seq`: before it asks for the rest again. */
void peer_rewind(struct peer *peer, const char *game, int64_t seq);
/* The same of all games that a connection before knew. */
void peer_know_games(struct peer *peer, const struct peer *before);

#endif
