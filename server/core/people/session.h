/* SPDX-License-Identifier: MIT */
/*
 * Sessions: the tokens with which players come back. A token is 256 random bits in hexadecimal; the
 * store has only its hash.
 */
#ifndef PENTAD_SERVER_CORE_SESSION_H
#define PENTAD_SERVER_CORE_SESSION_H

#include "server/core/state.h"

#define TOKEN_BYTES 32
#define TOKEN_TEXT_SIZE (2 * TOKEN_BYTES + 1)

struct session {
    char token[TOKEN_TEXT_SIZE];
    uint8_t hash[TOKEN_HASH_SIZE];
};

/* A new token and its hash. */
struct session session_new(struct core *core);
void session_hash(struct core *core, const char *token, uint8_t hash_out[TOKEN_HASH_SIZE]);
/* The public id of a session, made of the hash. It tells nothing of the token. */
uint64_t session_id(const uint8_t hash[TOKEN_HASH_SIZE]);
/* The circumstances in which a session is made. */
struct session_maker {
    uint64_t conn;
    bool is_guest;
    bool wants_player; /* the batch's answer has the player */
    /* Of a token with fewer rights; NULL label: none. */
    const char *label;
    enum store_rights rights;
    int64_t ends_ms;
};
/* Writes a session of the player, and from where the player logs in. Returns the index of the
 * session's operation. */
size_t session_write(struct core *core, const struct session *session, uint64_t player,
                     const struct session_maker *maker);
/* Writes that the player's session with this hash is used now, over that connection. It ends at
 * `fixed_end_ms`, or if that is 0, when it was not used for long. */
void session_write_use(struct core *core, const struct player *player,
                       const uint8_t hash[TOKEN_HASH_SIZE], uint64_t conn, int64_t fixed_end_ms);
/* True if the session has ended because it was not used for long. */
bool session_is_over(const struct core *core, const struct store_session *session);
/* Writes that the player logs out: the token no longer logs in, but still marks the device as
 * known. */
size_t session_end(struct core *core, const uint8_t hash[TOKEN_HASH_SIZE]);
size_t session_remove(struct core *core, const uint8_t hash[TOKEN_HASH_SIZE]);
/* Ends all sessions of the player except the one with the hash `kept`. */
size_t sessions_remove(struct core *core, uint64_t player, const uint8_t kept[TOKEN_HASH_SIZE]);

/* Notes that the session's end is durable, by the batch that was settled last. A query that was
 * sent before that may still find the session. */
void session_removed(struct core *core, const uint8_t hash[TOKEN_HASH_SIZE]);
void sessions_removed(struct core *core, uint64_t player, const uint8_t kept[TOKEN_HASH_SIZE]);
/* True if the player's session ended in a batch after `seen`, the last one that a query saw. */
bool session_ended_since(const struct core *core, uint64_t player,
                         const uint8_t hash[TOKEN_HASH_SIZE], uint64_t seen);
void sessions_deinit(struct core *core);

/* ------------------------------------------------------------------ secrets */
/*
 * Random bytes that a server made for itself at its first start, one row of the store for each use.
 * Hashes made with one of them can be compared within this server only: somebody with the hashes
 * but without the secret cannot find the texts by trying all addresses or names.
 */

/* Uses of secrets. */
enum secret_use {
    SECRET_NAMES,   /* names that are reserved */
    SECRET_ORIGINS, /* networks from which players log in */
    SECRET_GUESSES, /* names at which passwords are guessed */
    SECRET_COUNT,
};

/* Takes a stored secret. */
void secret_load(struct core *core, const struct store_secret *stored);
/* Makes those that the store did not have; they are written with the first batch. */
void secrets_make(struct core *core);
/* Adds what is not stored yet to the open batch, if there is one. At the end of a turn. */
void secrets_write(struct core *core);

/* The hash of these bytes with that secret: an id, never 0. */
uint64_t secret_hash(const struct core *core, enum secret_use use, const void *bytes, size_t len);

#endif
