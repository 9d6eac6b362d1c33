/* SPDX-License-Identifier: MIT */
/*
 * A client's session with a server, as a state machine of bytes: it says hello, logs in, keeps the
 * connection alive, remembers the unanswered requests, and after a broken connection logs in again
 * and catches up. It knows no socket and no clock: bytes and the time come in, bytes and notices
 * come out. The same inputs give the same outputs. One thread at a time.
 *
 * To drive one:
 *   session_login_as()                    who to be; once before the first connection
 *   session_connected()                   then send what session_get_output() has, whenever it has
 *   session_received() + session_next()   until it returns false
 *   session_pass_time()                   when session_next_ms() is reached
 *   session_broken()                      the connection is gone; it says when to try again
 */
#ifndef PENTAD_CLIENT_CORE_SESSION_H
#define PENTAD_CLIENT_CORE_SESSION_H

#include "client/core/notice.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct session;

/* `client` is told to the server ("penta 0.1.0") and copied. `random` is part of the keys of
 * requests, and must be different for each session. */
struct session *session_new(const char *client, uint64_t random);
void session_free(struct session *session);

/* Sets who to be from now on. On a connection that is not logged in yet, the login is sent at once.
 */
void session_login_as(struct session *session, const struct session_login *login);

void session_connected(struct session *session, int64_t now_ms);
/* Notes that each second without a connection costs the player, or no longer does: pauses stay
 * short then (client/core/patience.h). */
void session_set_urgent(struct session *session, bool is_urgent);
/* The connection ended, or could not be made. Returns the pause before the next attempt in ms;
 * `random` spreads it. */
int64_t session_broken(struct session *session, int64_t now_ms, uint32_t random);
/* Takes bytes that arrived; they are copied. */
void session_received(struct session *session, const char *bytes, size_t len, int64_t now_ms);
/* Gives the next notice; false if there is none. */
bool session_next(struct session *session, struct notice *out);
void session_pass_time(struct session *session, int64_t now_ms);
/* The time at which session_pass_time() is needed next; INT64_MAX while not connected. */
int64_t session_next_ms(const struct session *session);

/* Sends a request (its `id` is chosen here). Returns the id, or NO_REQUEST_ID if the session is not
 * ready, too much is unanswered, or the request fits no frame. After a broken connection the
 * session repeats what may be repeated (request_is_repeatable()); for the rest there is
 * NOTICE_LOST. */
int64_t session_request(struct session *session, const struct request *request);

/* Forgets the moves of a game that wait to be repeated, without telling of them; called without a
 * connection. The server may have received them. */
void session_drop_moves(struct session *session, uint64_t game);

/* The bytes that have to be sent, lent until the next call; and the number that was sent. */
const char *session_get_output(const struct session *session, size_t *len_out);
void session_sent(struct session *session, size_t len);

bool session_is_ready(const struct session *session);
/* True if a request is unanswered. */
bool session_is_busy(const struct session *session);
/* The player's name; "" before the first login. */
const char *session_name(const struct session *session);
bool session_is_named(const struct session *session, const char *name);
bool session_is_guest(const struct session *session);
/* The role of the player: enum role_word. */
int session_role(const struct session *session);
/* The rule of the server for chat: enum chat_word, by its last hello. */
int session_chat(const struct session *session);
/* The time for a player's first action, as the server said; 0: not known. */
int64_t session_first_move_ms(const struct session *session);
/* True if every game that the server plays can be played here. */
bool session_knows_all_variants(const struct session *session);
/* The days off that an account may take in a year, as the server said; 0: none. */
int session_days_off(const struct session *session);
/* The fewest characters of a new password, as the server says; PASSWORD_CHARS_MIN if it does not.
 */
size_t session_password_chars(const struct session *session);
/* The secret to come back with; "" for none. */
const char *session_token(const struct session *session);

#endif
