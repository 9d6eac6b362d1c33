/* SPDX-License-Identifier: MIT */
/*
 * An authentication under way, common to the commands of logging in: from the request through
 * queries, workers and batches to the reply. It is the data of their waits.
 */
#ifndef PENTAD_SERVER_CORE_AUTH_H
#define PENTAD_SERVER_CORE_AUTH_H

#include "proto/message.h"
#include "proto/password.h"
#include "server/core/core.h"
#include "server/core/people/session.h"
#include "server/core/rules/name.h"
#include "server/core/rules/spoken_code.h"
#include "server/core/state.h"
#include "server/core/turn/wait.h"

/* ------------------------------------------------------------------ guesses of passwords */
/*
 * The guard against guessing passwords, and what else proves that one owns an account. A guess
 * takes its place when it arrives and gets it back when it was right, so that no more are looked at
 * than are counted. Four kinds of people guess, and none fills what another one needs:
 *
 *   - strangers: counted by name and network together, by name over all networks (a day has so many
 *     guesses), and by network over all names;
 *   - strangers who come from where the account was logged in before: by name and network together
 *     alone, and with more guesses, for the wrong ones may be a neighbour's;
 *   - devices that were logged in to the account: by the device alone;
 *   - who is logged in and confirms the password: by the player alone.
 *
 * A name that nobody has is counted as any other.
 */

struct guess {
    uint64_t name;     /* guard_name() of what is guessed at */
    uint64_t network;  /* where it comes from (core.h) */
    uint64_t device;   /* the id of a device that the account knows; 0: a stranger */
    uint64_t player;   /* who is logged in and confirms; 0: nobody is */
    bool knows_origin; /* the account was logged in from there before */
    bool is_counted;   /* has its place */
    bool is_new_name;  /* and one among those that the network tried */
};

void guards_init(struct core *core);
void guards_deinit(struct core *core);

/* The number of a name by the key of it (name.h): a hash, so that the store has no list of names.
 */
uint64_t guard_name(const struct core *core, const char *key);

/* The day of today, as guesses are stored by it. */
int64_t guard_day(const struct core *core);

/* How long such a guess has to wait, in ms; 0: it may come. */
int64_t guard_wait_ms(const struct core *core, const struct guess *guess);
/* Whether a device, or another origin, could make that shorter. */
bool guard_may_pass(const struct core *core, const struct guess *guess, bool has_device);
/* Takes its place. */
void guard_count(struct core *core, struct guess *guess);
/* The outcome of a guess that has its place: it was right, wrong, or nobody looked. */
void guard_right(struct core *core, struct guess *guess);
void guard_wrong(struct core *core, struct guess *guess);
void guard_give_back(struct core *core, struct guess *guess);

/* The store has so many guesses of strangers at the name for today. */
void guard_stored(struct core *core, const struct guess *guess, uint32_t guessed);

/* ------------------------------------------------------------------ recovery codes */
/*
 * Recovery codes: one for an account, told once, with which its owner sets a new password when the
 * password is lost. The store has the hash.
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
/* The hash of a code that somebody typed; false if it is none. */
bool recovery_hash(struct core *core, const char *typed, char hash_out[RECOVERY_HASH_SIZE]);

/* ------------------------------------------------------------------ logging in */

/* Room for the hash of one, as the store has it. */
#define PASSWORD_HASH_SIZE 256
/* The time that a client is told to wait when the workers' queue is full, or the player is busy. */
#define AUTH_BUSY_RETRY_MS 1000

struct auth;
typedef void auth_right_fn(struct call *call, struct wait *wait, const struct work_result *result);

struct auth {
    struct name_keys keys;
    uint64_t network;                /* from which it comes (core.h) */
    struct guess guess;              /* the password, as the guard counts it */
    uint8_t device[TOKEN_HASH_SIZE]; /* login: of the token that came along */
    uint64_t player;
    int64_t created_ms;
    struct session session;
    uint8_t guest_hash[TOKEN_HASH_SIZE]; /* of a guest who registers: the session that ends */
    bool was_guest;
    bool is_newcomer; /* register: counted as one from the network */
    bool needs_rehash;
    char verified[PASSWORD_HASH_SIZE];         /* the hash that the password was verified against */
    auth_right_fn *right;                      /* login, appeal: what comes when the password is */
    wait_work_fn *confirmed;                   /* who is logged in: the same; NULL: it is over */
    struct store_account ban;                  /* login: no more than that was found with it */
    enum store_appeal_state appeal;            /* and how the player's answer to it stands */
    char text[STORE_REPORT_SIZE];              /* appeal: what the player says */
    char code_hash[RECOVERY_HASH_SIZE];        /* recover: of the code that was typed */
    struct recovery recovery;                  /* the code that the account has from then on */
    struct password_forms password;            /* wiped as soon as they are not needed */
    char new_password[PASSWORD_BYTES_MAX + 1]; /* its form */
};

/* Whether a connection may begin to log in now; marks it as waiting. */
int auth_begin(struct call *call);
/* The request of a wait has its answer. False if the connection is gone: nothing is to be said. */
bool auth_call(struct core *core, const struct wait *wait, struct call *call_out);
struct auth *auth_new(const struct call *call);
void auth_wipe(struct auth *auth);
/* Overwrites what nobody may find in memory that is free again. */
void secret_wipe(void *secret, size_t size);

/* Wipes the passwords; who confirms one may confirm another from then on. */
void auth_over(struct core *core, struct auth *auth);
/* The same, and answers the wait's request with an error: of what was counted for it, nothing was
 * made. */
void auth_refuse(struct core *core, const struct wait *wait, int error, int64_t retry_after_ms);
/* Starts work for the wait's request, or refuses it. */
void auth_work(struct core *core, struct wait *wait, wait_work_fn *done, const struct work *work);

/* Asks the store whose session that is, and of the player's tables. Takes the wait. */
void auth_ask(struct core *core, struct wait *take_wait, const uint8_t token_hash[TOKEN_HASH_SIZE],
              wait_query_fn *found);

/* Counts one guest or account more from the call's address: 0 or ERR_TOO_MANY_NEWCOMERS. It is
 * given back if it was not made. */
int auth_newcomer(struct call *call);
void auth_newcomer_back(struct core *core, uint64_t network);

/* Counts a login for the player, who is known only now and whose it is: 0 or ERR_RATE_LIMITED. */
int auth_spend(struct call *call, uint64_t player);

/* Whether a player of that name and role may choose the password: 0 or an error. */
int auth_check_password(const struct core *core, const char *password, const char *name,
                        enum player_role role);
/* Whether a password that was to be hashed is, and may be written now: 0 or an error. */
int password_check_hashed(struct call *call, const struct work_result *result);
/* Keeps the form of a new password that was checked. */
void auth_take_new(struct auth *auth, const char *typed);
/* The work of holding auth->password against a hash, or NULL. It lends from the auth. */
struct work auth_verify(const struct auth *auth, const char *hash);

/* How long a stranger at the call's address has to wait with another guess at a name. */
int64_t auth_wait_ms(const struct call *call, const char *key);
/* A guess at the name with that key, of whoever waits: its place is taken, or ERR_RATE_LIMITED with
 * call->retry_after_ms. auth->guess says what else is known. auth_refuse() gives it back. */
int auth_guess(struct call *call, struct auth *auth, const char *key);
/* The guess was right, or wrong: then it stays counted, and is refused. */
void auth_right_password(struct core *core, struct auth *auth);
void auth_wrong_password(struct core *core, const struct wait *wait);

/* Whether the connection of the call may become the player's, 0: a new one's. Places that are kept
 * are for those who have a game under way: anybody else is told so, and the connection ends. */
bool auth_has_place(const struct call *call, uint64_t player);
/* The player is logged in on the call's connection, with a session that was used last at `used_ms`;
 * says so in the log. */
void auth_log_in(struct call *call, const struct store_player *player,
                 const uint8_t token_hash[TOKEN_HASH_SIZE], int64_t used_ms);
/* The way back when the batch fails that the reply to a login waits for. */
void auth_take_back(struct core *core, uint64_t conn, uint64_t nothing);
/* Where the player of the call's connection sits, in the arena. */
size_t auth_rooms(struct call *call, const struct room_record **rooms_out);

/* ------------------------------------------------------------------ players who are busy */
/*
 * Players of whom a request is under way that must not meet another one of its kind.
 */

enum busy {
    BUSY_REGISTERING = 1, /* the guest's account or its first session is on its way to the store */
    BUSY_CONFIRMING = 2,  /* the password is being verified */
};

void busy_begin(struct core *core, uint64_t player, enum busy with);
/* Does nothing where the player is not busy with it. */
void busy_end(struct core *core, uint64_t player, enum busy with);
bool busy_is(const struct core *core, uint64_t player, enum busy with);
/* Forgets all. */
void busy_deinit(struct core *core);

/* ------------------------------------------------------------------ names that nobody can take */
/*
 * Names that nobody can take for a while, or for good, because their owner is gone or was given
 * another one. Keyed hashes of such a name's key and skeleton are stored, with an end, and nothing
 * else: who has the database without its secret cannot read them, and nobody can list them.
 */

/* The hashes by which the store finds whether the name is reserved now. */
struct store_name_hashes reserved_name_hashes(const struct core *core,
                                              const struct name_keys *keys);
/* Reserves a name that somebody has, until then, if the operation that was added last is applied. A
 * later end that it has stays. */
void reserved_name_add(struct core *core, const char *name, int64_t until_ms);
/* When the name of an account that is deleted now is free again: after `reserved_ms`, or when what
 * lies on the account ends. */
int64_t reserved_name_end(const struct core *core, const struct store_account *account);
/* The word for the rule that a name breaks; `free` if it breaks none, whoever may have it. */
enum name_verdict_word reserved_name_verdict(enum name_fault fault);

#endif
