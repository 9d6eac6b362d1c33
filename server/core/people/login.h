/* SPDX-License-Identifier: MIT */
/*
 * Logins: which connection is whose, and with which session it came in. A player may have many.
 */
#ifndef PENTAD_SERVER_CORE_LOGIN_H
#define PENTAD_SERVER_CORE_LOGIN_H

#include "server/core/state.h"

/* The session by which a connection comes in. */
struct login_by {
    const uint8_t *token_hash;
    int64_t used_ms; /* wall: when it was used last */
    int rights;      /* enum store_rights */
    int64_t ends_ms; /* with fewer rights: when it ends, used or not: a whole minute */
};
/* The connection is the player's from now on. With RIGHTS_LOOK the player is not there because of
 * it. */
void login_begin(struct core *core, struct player *player, uint64_t conn,
                 const struct login_by *by);
/* The token by which a connection came in, as it stands now. */
struct login_token {
    int rights;   /* enum store_rights */
    bool is_over; /* it has come to its end meanwhile */
};
/* The player of a connection, by that token; NULL for a stranger's, of which no token is told. */
struct player *login_player_by(const struct core *core, uint64_t conn,
                               struct login_token *token_out);
/* Ends the connections that the player has with fewer rights, with the goodbye `logged_out`. */
void login_end_limited(struct core *core, const struct player *player);
/* Something came from the connection: the first time on each day, writes the use of its session,
 * and from where. */
void login_use(struct core *core, uint64_t conn);
/* The player of a connection; NULL for a stranger's. */
struct player *login_player(const struct core *core, uint64_t conn);
/* The hash of the session with which the connection came in; all zero for a stranger's. */
const uint8_t *login_hash(const struct core *core, uint64_t conn);
/* True if the connection is a player's, by that session. */
bool login_has_session(const struct core *core, uint64_t conn,
                       const uint8_t token_hash[TOKEN_HASH_SIZE]);
/* The connection, which is a player's, has the session of this hash from now on. */
void login_take_session(struct core *core, uint64_t conn,
                        const uint8_t token_hash[TOKEN_HASH_SIZE]);
/* Gives the player's connections that came in with the session `from` the session `to`. */
void login_change_session(const struct player *player, const uint8_t from[TOKEN_HASH_SIZE],
                          const uint8_t to[TOKEN_HASH_SIZE]);
/* The player's connection at place `at` (from 0); 0 after the last one. */
uint64_t login_conn(const struct player *player, size_t at);

/* Notes that the connection came to this room of its player's, or acted there; 0: it left. */
void login_is_at(struct core *core, uint64_t conn, uint64_t room);
/* True if another connection of the player is at the room. */
bool login_has_another_at(const struct player *player, uint64_t conn, uint64_t room);
/* True if the player, or NULL, has an open connection that came in with (`is_it`) or without the
 * session of this hash. */
bool login_is_open(const struct core *core, const struct player *player,
                   const uint8_t token_hash[TOKEN_HASH_SIZE], bool is_it);
/* Ends the player's connections with (`is_it`) or without that session, except `but` (0: none),
 * with the goodbye `logged_out`. */
void login_say_bye(struct core *core, uint64_t player, const uint8_t token_hash[TOKEN_HASH_SIZE],
                   bool is_it, uint64_t but);

/* Listens to CONN_PARTED: the connection is nobody's. */
void login_conn_parted(struct core *core, uint64_t conn);
/* Listens to LAG_MEASURED. */
void login_lag_measured(struct core *core, const struct lag_sample *sample);
/* The lag of the player's best connection, in ms; NONE where it is not known. */
int64_t login_lag(const struct player *player);
/* True if the player has connections and none of them answers. */
bool login_is_silent(const struct player *player);

/* Measures the lag of all connections of the player, who may be NULL, now. */
void login_measure_lag(struct core *core, const struct player *player);
/* True if the player has a connection that is not ending, and so would hear what is told. */
bool login_is_listening(const struct core *core, const struct player *player);
void logins_deinit(struct core *core);

/* ------------------------------------------------------------------ presence */
/*
 * Presence: whether a player is here. People are here by the desks at which they have connections;
 * a player that the server itself moves is always here.
 *
 * There are two questions, and they differ for those who are always here: do others find the player
 * here, to invite, to play with, not to claim from; and is anybody there who would be shown a
 * table, which is what keeps it in memory?
 */

/* The opponent's claim is counted from the end of a visit in which the player acted, or that was no
 * shorter than this part of `claim_ms`. */
#define VISITS_PER_CLAIM 10

/* The player was just loaded, and is away from now on. */
void presence_begin(const struct core *core, struct player *player);
/* The player has a connection at one more desk, or at one less. */
void presence_desk_came(struct core *core, struct player *player);
void presence_desk_went(struct core *core, struct player *player);
/* The player acted, and has been here until now. Keeps no image: this holds even if the act is not
 * stored, and an image would take back the time that is noted if the last connection goes before
 * the commit fails. */
void presence_acted(const struct core *core, struct player *player);

/* True if others find the player here. */
bool player_is_here(const struct player *player);
/* True if the player has a connection at some desk. */
bool player_is_connected(const struct player *player);
/* True if somebody is shown the player's tables here, be it only to look. */
bool player_is_shown(const struct player *player);
/* True if the player is here without any connection: a computer. */
bool presence_is_always(const struct player *player);
/* The time since when a player who is not connected is away (uptime); NONE: never here since the
 * server loaded the player. */
int64_t presence_away_since_ms(const struct player *player);
/* The same, ignoring short visits without an act: from this time the opponent's claim is
 * counted. */
int64_t presence_left_since_ms(const struct player *player);

#endif
