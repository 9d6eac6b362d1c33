/* SPDX-License-Identifier: MIT */
/*
 * An authentication under way, shared by the commands that log in: from the request through
 * queries, workers and batches to the reply. It is the data of their waits.
 */
#ifndef PENTAD_SERVER_CORE_AUTH_H
#define PENTAD_SERVER_CORE_AUTH_H

#include "proto/message.h"
#include "proto/password.h"
#include "server/core/core.h"
#include "server/core/people/login.h"
#include "server/core/people/session.h"
#include "server/core/rules/name.h"
#include "server/core/rules/spoken_code.h"
#include "server/core/state.h"
#include "server/core/turn/wait.h"

/* ------------------------------------------------------------------ guesses of passwords */
/*
 * The guard against guessing passwords and other proofs that one owns an account. A guess is
 * counted when it arrives, and given back if it was right, so that never more are checked than
 * counted. Four kinds of people guess, and none uses up what another one needs:
 *
 *   - strangers: counted by name and network together, by name over all networks (with a limit for
 *     each day), and by network over all names;
 *   - strangers at a network from which the account was logged in before: by name and network
 *     together alone, and with more guesses, for the wrong ones may be a neighbour's;
 *   - devices that were logged in to the account: by the device alone;
 *   - players who are logged in and confirm the password: by the player alone.
 *
 * A name that nobody has is counted as any other.
 */

struct guess {
    uint64_t name;     /* guard_name() of the name that is guessed at */
    uint64_t network;  /* the network that it comes from (core.h) */
    uint64_t device;   /* the id of a device that the account knows; 0: a stranger */
    uint64_t player;   /* the one who is logged in and confirms; 0: nobody */
    bool knows_origin; /* the account was logged in from there before */
    bool is_counted;   /* by the guard */
    bool is_new_name;  /* counted also as a name that the network tried */
};

void guards_init(struct core *core);
void guards_deinit(struct core *core);

/* The number of a name, by its key (name.h): a hash, so that the store has no list of names. */
uint64_t guard_name(const struct core *core, const char *key);

/* The number of today, by which guesses are stored. */
int64_t guard_day(const struct core *core);

/* The ms that the guess has to wait; 0: none. */
int64_t guard_wait_ms(const struct core *core, const struct guess *guess);
/* True if a known device, or another origin, could make the wait shorter. */
bool guard_may_pass(const struct core *core, const struct guess *guess, bool has_device);
/* Counts the guess. */
void guard_count(struct core *core, struct guess *guess);
/* Take the outcome of a counted guess: it was right, wrong, or never checked. */
void guard_right(struct core *core, struct guess *guess);
void guard_wrong(struct core *core, struct guess *guess);
void guard_give_back(struct core *core, struct guess *guess);

/* Takes the stored number of strangers' guesses at the name today. */
void guard_stored(struct core *core, const struct guess *guess, uint32_t guessed);

/* ------------------------------------------------------------------ recovery codes */
/*
 * Recovery codes: one for each account, told once. With it the owner sets a new password when the
 * password is lost. The store has only the hash.
 */

#define RECOVERY_HASH_SIZE (2 * TOKEN_HASH_SIZE + 1)

/* 100 bits. */
#define RECOVERY_CODE_CHARS 20
#define RECOVERY_CODE_SIZE SPOKEN_CODE_SIZE(RECOVERY_CODE_CHARS)

struct recovery {
    char code[RECOVERY_CODE_SIZE];
    char hash[RECOVERY_HASH_SIZE];
};

/* A new code and its hash. */
struct recovery recovery_new(struct core *core);
/* The hash of a code that somebody typed; false if it is no code. */
bool recovery_hash(struct core *core, const char *typed, char hash_out[RECOVERY_HASH_SIZE]);

/* ------------------------------------------------------------------ logging in */

/* Room for the hash of a password, as the store has it. */
#define PASSWORD_HASH_SIZE 256
/* The time that a client is told to wait when the workers' queue is full, or the player is busy. */
#define AUTH_BUSY_RETRY_MS 1000

struct auth;
typedef void auth_right_fn(struct call *call, struct wait *wait, const struct work_result *result);

struct auth {
    struct name_keys keys;
    uint64_t network;                /* the network that it comes from (core.h) */
    struct guess guess;              /* the password, as the guard counts it */
    uint8_t device[TOKEN_HASH_SIZE]; /* login: hash of the token that came along */
    uint64_t player;
    int64_t created_ms;
    struct session session;
    uint8_t guest_hash[TOKEN_HASH_SIZE]; /* the session of a guest who registers, which ends */
    bool was_guest;
    bool is_newcomer; /* register: counted as a newcomer from the network */
    bool needs_rehash;
    char verified[PASSWORD_HASH_SIZE];  /* the hash that the password was verified against */
    auth_right_fn *right;               /* login, appeal: called if the password is right */
    wait_work_fn *confirmed;            /* the same if the asker is logged in; NULL: it is over */
    struct store_account ban;           /* login: the ban that was found */
    enum store_appeal_state appeal;     /* and the state of the appeal against it */
    char text[STORE_REPORT_SIZE];       /* appeal: what the player says */
    char code_hash[RECOVERY_HASH_SIZE]; /* recover: hash of the code that was typed */
    struct recovery recovery;           /* the account's new code */
    struct {
        char label[4 * STORE_LABEL_CHARS + 1];
        enum store_rights rights;
        int64_t days;
        int64_t ends_ms;
    } token;                                   /* the one that is made */
    struct password_forms password;            /* wiped as soon as they are no longer needed */
    char new_password[PASSWORD_BYTES_MAX + 1]; /* its form */
};

/* Returns 0 and marks the connection as waiting if it may begin to log in now, else an error. */
int auth_begin(struct call *call);
/* Makes the request of a wait a call again. False as from asker_call(): it needs no answer any
 * more. */
bool auth_call(struct core *core, const struct wait *wait, struct call *call_out);
struct auth *auth_new(const struct call *call);
void auth_wipe(struct auth *auth);
/* Overwrites a secret, so that freed memory does not have it. */
void secret_wipe(void *secret, size_t size);

/* Wipes the passwords; from then on a player who confirmed one may confirm another. */
void auth_over(struct core *core, struct auth *auth);
/* The same, and answers the wait's request with an error, and gives back what was counted for
 * it. */
void auth_refuse(struct core *core, const struct wait *wait, int error, int64_t retry_after_ms);
/* Starts work for the wait's request, or refuses it. */
void auth_work(struct core *core, struct wait *wait, wait_work_fn *done, const struct work *work);

/* Asks the store for the player with that session, and the player's tables. Takes the wait. */
void auth_ask(struct core *core, struct wait *take_wait, const uint8_t token_hash[TOKEN_HASH_SIZE],
              wait_query_fn *found);

/* Counts one more guest or account from the call's address: 0 or ERR_TOO_MANY_NEWCOMERS. The second
 * gives it back if none was made. */
int auth_newcomer(struct call *call);
void auth_newcomer_back(struct core *core, uint64_t network);

/* Counts a login for the player, who is known only now: 0 or ERR_RATE_LIMITED. */
int auth_spend(struct call *call, uint64_t player);

/* Returns 0 if a player of that name and role may choose the password, else an error. */
int auth_check_password(const struct core *core, const char *password, const char *name,
                        enum player_role role);
/* Returns 0 if a password was hashed and may be written now, else an error. */
int password_check_hashed(struct call *call, const struct work_result *result);
/* Keeps a new password that was checked, in its form. */
void auth_take_new(struct auth *auth, const char *typed);
/* The work of comparing auth->password with a hash, which may be NULL. It borrows from the auth. */
struct work auth_verify(const struct auth *auth, const char *hash);

/* The ms that a stranger at the call's address has to wait before another guess at a name. */
int64_t auth_wait_ms(const struct call *call, const char *key);
/* Counts a guess at the name with that key: 0, or ERR_RATE_LIMITED with call->retry_after_ms.
 * auth->guess has what else is known of it. auth_refuse() gives it back. */
int auth_guess(struct call *call, struct auth *auth, const char *key);
/* Take the outcome of the guess. A wrong one stays counted, and its request is refused. */
void auth_right_password(struct core *core, struct auth *auth);
void auth_wrong_password(struct core *core, const struct wait *wait);

/* True if the call's connection may become the player's (0: a new player's). Kept places are for
 * players with a game under way: for anybody else it says goodbye and ends the connection. */
bool auth_has_place(const struct call *call, uint64_t player);
/* Logs the player in on the call's connection, and logs it. */
void auth_log_in(struct call *call, const struct store_player *player, const struct login_by *by);
/* Undoes a login when the batch fails that its reply waits for. */
void auth_take_back(struct core *core, uint64_t conn, uint64_t nothing);
/* The rooms where the player of the call's connection sits, in the arena. */
size_t auth_rooms(struct call *call, const struct room_record **rooms_out);

/* ------------------------------------------------------------------ players who are busy */
/*
 * Players with a request under way that must not run beside another one of its kind.
 */

enum busy {
    BUSY_REGISTERING = 1, /* the guest's account or its first session is on its way to the store */
    BUSY_CONFIRMING = 2,  /* the password is being verified */
};

void busy_begin(struct core *core, uint64_t player, enum busy with);
/* Does nothing if the player is not busy with it. */
void busy_end(struct core *core, uint64_t player, enum busy with);
bool busy_is(const struct core *core, uint64_t player, enum busy with);
/* Forgets all. */
void busy_deinit(struct core *core);

/* ------------------------------------------------------------------ names that nobody can take */
/*
 * Names that nobody can take for a while, or for good, because their owner is gone or was given
 * another one. Only keyed hashes of such a name's key and skeleton are stored, with an end: nobody
 * can read them from the database without its secret, and nobody can list them.
 */

/* The hashes by which the store finds out if the name is reserved now. */
struct store_name_hashes reserved_name_hashes(const struct core *core,
                                              const struct name_keys *keys);
/* Reserves a name that somebody has, until `until_ms`, if the operation that was added last is
 * applied. A later end stays. */
void reserved_name_add(struct core *core, const char *name, int64_t until_ms);
/* The time at which the name of an account that is deleted now is free again: after `reserved_ms`,
 * or when its sanctions end, if that is later. */
int64_t reserved_name_end(const struct core *core, const struct store_account *account);
/* The word for the rule that a name breaks; `free` if it breaks none, even if somebody has it. */
enum name_verdict_word reserved_name_verdict(enum name_fault fault);

#endif
