/* SPDX-License-Identifier: MIT */
/*
 * An authentication under way, common to the commands of logging in: from the request through
 * queries, workers and batches to the reply. It is the data of their waits.
 */
#ifndef PENTAD_SERVER_CORE_AUTH_H
#define PENTAD_SERVER_CORE_AUTH_H

#include "server/core/people/session.h"
#include "server/core/rules/name.h"
#include "server/core/state.h"

/* Bytes of a password. */
#define PASSWORD_MIN 5
#define PASSWORD_MAX 128
/* Room for the hash of one, as the store has it. */
#define PASSWORD_HASH_SIZE 256
/* The time that a client is told to wait when the workers' queue is full, or the player is busy. */
#define AUTH_BUSY_RETRY_MS 1000

struct auth {
    struct name_keys keys;
    char address[ADDRESS_SIZE]; /* that the password comes from */
    uint64_t network;           /* the same as a number (core.h) */
    uint64_t player;
    int64_t created_ms;
    struct session session;
    uint8_t guest_hash[TOKEN_HASH_SIZE]; /* of a guest who registers: the session that ends */
    bool was_guest;
    bool needs_rehash;
    char verified[PASSWORD_HASH_SIZE]; /* the hash that the password was verified against */
    struct store_account ban;          /* login: no more than that was found with it */
    char password[PASSWORD_MAX + 1];   /* wiped as soon as they are not needed */
    char new_password[PASSWORD_MAX + 1];
};

/* Whether a connection may begin to log in now; marks it as waiting. */
int auth_begin(struct call *call);
/* The request of a wait has its answer. False if the connection is gone: nothing is to be said. */
bool auth_call(struct core *core, const struct wait *wait, struct call *call_out);
struct auth *auth_new(const struct call *call);
void auth_wipe(struct auth *auth);

/* Answers the wait's request with an error. */
void auth_refuse(struct core *core, const struct wait *wait, int error, int64_t retry_after_ms);
/* Starts work for the wait's request, or refuses it. */
void auth_work(struct core *core, struct wait *wait,
               void (*done)(struct core *, struct wait *, const struct work_result *),
               const struct work *work);

/* Asks the store whose session auth->session is, and of the player's tables. Takes the wait. */
void auth_ask(struct core *core, struct wait *take_wait,
              void (*found)(struct core *, struct wait *, int, const struct store_answer *));

/* Whether one guest or account more may come from the call's address: 0 or
 * ERR_TOO_MANY_NEWCOMERS. It counts when it was made, not what was refused. */
int auth_newcomer(struct call *call);
void auth_newcomer_came(struct core *core, uint64_t network);

/* Counts a login for the player, who is known only now and whose it is: 0 or ERR_RATE_LIMITED. */
int auth_spend(struct call *call, uint64_t player);

/* How long a name or the call's address has to wait after wrong passwords. */
int64_t auth_wait_ms(const struct call *call, const char *key);
/* The password for auth->keys.key was wrong: counts that, and refuses. */
void auth_wrong_password(struct core *core, const struct wait *wait);

/* The player is logged in on the call's connection; says so in the log. */
void auth_log_in(struct call *call, const struct store_player *player,
                 const uint8_t token_hash[TOKEN_HASH_SIZE]);
/* The way back when the batch fails that the reply to a login waits for. */
void auth_take_back(struct core *core, uint64_t conn, uint64_t nothing);
/* Where the player of the call's connection sits, in the arena. */
size_t auth_rooms(struct call *call, const struct room_record **rooms_out);

#endif
