/* SPDX-License-Identifier: MIT */
/*
 * Logins: which connection is whose, and with which session it came in. A player may have many.
 */
#ifndef PENTAD_SERVER_CORE_LOGIN_H
#define PENTAD_SERVER_CORE_LOGIN_H

#include "server/core/state.h"

/* The connection is the player's from now on, by a session that was used last at `used_ms`. */
void login_begin(struct core *core, struct player *player, uint64_t conn,
                 const uint8_t token_hash[TOKEN_HASH_SIZE], int64_t used_ms);
/* Something came from the connection: for the first time on a day the use of its session is
 * written, and from where. */
void login_use(struct core *core, uint64_t conn);
/* The player of a connection; NULL for a stranger's. */
struct player *login_player(const struct core *core, uint64_t conn);
/* The hash of the session with which the connection came in; all zero for a stranger's. */
const uint8_t *login_hash(const struct core *core, uint64_t conn);
/* Whether the connection is a player's, by that session. */
bool login_has_session(const struct core *core, uint64_t conn,
                       const uint8_t token_hash[TOKEN_HASH_SIZE]);
/* The connection, which is a player's, has that session from now on. */
void login_take_session(struct core *core, uint64_t conn,
                        const uint8_t token_hash[TOKEN_HASH_SIZE]);
/* The connections of the player that came in with one session have another from now on. */
void login_change_session(const struct player *player, const uint8_t from[TOKEN_HASH_SIZE],
                          const uint8_t to[TOKEN_HASH_SIZE]);
/* The connection at place `at` (from 0) of those of the player; 0 behind the last one. */
uint64_t login_conn(const struct player *player, size_t at);

/* The connection has come to this room of its player's, or acted there; 0: it left. */
void login_is_at(struct core *core, uint64_t conn, uint64_t room);
/* Whether another connection of the player is at the room. */
bool login_has_another_at(const struct player *player, uint64_t conn, uint64_t room);
/* Whether the player, or NULL, has an open connection that came in with (`is_it`) or without the
 * session of this hash. */
bool login_is_open(const struct core *core, const struct player *player,
                   const uint8_t token_hash[TOKEN_HASH_SIZE], bool is_it);
/* Ends the player's connections with (`is_it`) or without that session, but for `but` (0: none):
 * `logged_out`. */
void login_say_bye(struct core *core, uint64_t player, const uint8_t token_hash[TOKEN_HASH_SIZE],
                   bool is_it, uint64_t but);

/* Listens to CONN_PARTED: the connection is nobody's. */
void login_conn_parted(struct core *core, uint64_t conn);
/* Listens to LAG_MEASURED. */
void login_lag_measured(struct core *core, const struct lag_sample *sample);
/* The lag of the player's best connection, in ms; NONE where it is not known. */
int64_t login_lag(const struct player *player);
/* Whether none of the player's connections answers: there is one at the least. */
bool login_is_silent(const struct player *player);

/* Measures the lag of all connections of the player, who may be NULL, now. */
void login_measure_lag(struct core *core, const struct player *player);
/* Whether the player, who may go, would hear what is told: has a connection that does not end. */
bool login_is_listening(const struct core *core, const struct player *player);
void logins_deinit(struct core *core);

/* ------------------------------------------------------------------ presence */
/*
 * Presence: whether a player is here. People are here by the desks at which they have connections;
 * a player that the server itself moves is always here.
 *
 * Two questions, with two answers for those who are always here: whether others find the player
 * here, to invite, to play with, not to claim from; and whether anybody is there who would be shown
 * a table, which is what keeps it in memory.
 */

/* The opponent's claim is counted from the end of a visit in which the player acted, or that was no
 * shorter than this part of `claim_ms`. */
#define VISITS_PER_CLAIM 10

/* The player was loaded, and is away since now. */
void presence_begin(const struct core *core, struct player *player);
/* The player has a connection at one more desk, or at one less. */
void presence_desk_came(struct core *core, struct player *player);
void presence_desk_went(struct core *core, struct player *player);
/* The player acted, and has been here until now. Without an image: that holds even if the act is
 * not stored, and an image would take back the time noted when the last connection goes before the
 * commit fails. */
void presence_acted(const struct core *core, struct player *player);

/* For others. */
bool player_is_here(const struct player *player);
/* By some desk. */
bool player_is_connected(const struct player *player);
/* Without any: a computer. */
bool presence_is_always(const struct player *player);
/* Since when the player is away who is not connected (uptime); NONE: was never here since the
 * server loaded the player. */
int64_t presence_away_since_ms(const struct player *player);
/* The same, but for short visits without an act: from when the opponent's claim is counted. */
int64_t presence_left_since_ms(const struct player *player);

#endif
