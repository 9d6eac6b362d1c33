/* SPDX-License-Identifier: MIT */
/*
 * What the commands of logging in share: an authentication under way, from the request through
 * queries, workers and batches to the reply. It is the data of their waits.
 */
#ifndef PENTAD_SERVER_CORE_AUTH_H
#define PENTAD_SERVER_CORE_AUTH_H

#include "server/core/name.h"
#include "server/core/session.h"
#include "server/core/state.h"

/* Bytes of a password. */
#define PASSWORD_MIN 5
#define PASSWORD_MAX 128

struct auth {
    struct name_keys keys;
    uint64_t player;
    int64_t created_ms;
    struct session session;
    uint8_t guest_hash[TOKEN_HASH_SIZE]; /* of a guest who registers: the session that ends */
    bool was_guest;
    char password[PASSWORD_MAX + 1]; /* wiped as soon as it is not needed */
};

/* Whether a connection may begin to log in now; marks it as waiting. */
int auth_begin(struct call *call);
/* The request of a wait has its answer. False if the connection is gone: nothing is to be said. */
bool auth_call(struct core *core, const struct wait *wait, struct call *call_out);
struct auth *auth_new(void);
void auth_wipe(struct auth *auth);

/* The player is logged in on the call's connection; says so in the log. */
void auth_log_in(struct call *call, const struct store_player *player,
                 const uint8_t token_hash[TOKEN_HASH_SIZE]);
/* The way back when the batch fails that the reply to a login waits for. */
void auth_take_back(struct core *core, struct conn *conn, uint64_t nothing);
/* Where the player of the call's connection sits, in the arena. */
size_t auth_rooms(struct call *call, const struct room_record **rooms_out);

#endif
