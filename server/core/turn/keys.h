/* SPDX-License-Identifier: MIT */
/*
 * Keys of requests. The answer to a request that bears a key is written with what the request
 * changed, in one batch; so a repeat gets the same answer, and nothing happens twice, whatever
 * becomes of connections and of the server. A request that changed nothing that is stored is not
 * remembered: its repeat is judged anew.
 *
 * In memory a player has the digests of the last keys; the store has the replies. Everything is
 * bounded: STORE_KEYS_MAX keys of a player, STORE_KEYED_REPLY_MAX bytes of each reply, and
 * STORE_KEYS_MS of uptime, which neither jumps nor passes while the server is down. Each key is
 * written with the uptime, so that a crash never takes the uptime back to before a key.
 */
#ifndef PENTAD_SERVER_CORE_KEYS_H
#define PENTAD_SERVER_CORE_KEYS_H

#include "server/core/turn/wait.h"

/* The time that a client is told to wait while the first request with its key is under way. */
#define KEYS_BUSY_RETRY_MS 1000

/* The relation of a request to those that bore its key before. */
enum key_status {
    KEY_NONE,       /* it bears none, its op is safe to repeat, or it is a stranger's */
    KEY_NEW,        /* it is under way now: call->use */
    KEY_UNDER_WAY,  /* the first one is not answered yet */
    KEY_REMEMBERED, /* the first one was answered, and the answer is written */
    KEY_OF_ANOTHER, /* another request had the key */
};

/* True if the op of a request with a key heeds the key. keys_begin() is for requests with a key,
 * keys_end() and keys_replied() for calls with a use. */
bool keys_heed(const struct request *request);
/* Judges the call's request by its key, and begins a use for a new one. */
enum key_status keys_begin(struct call *call, const struct request *request);
/* The call's function has returned: the request stays under way as long as a wait goes on with
 * it. */
void keys_end(struct call *call);
/* True if the answer to the request that a call repeats is remembered, or will be when its batch is
 * durable; `place_out` says where. */
bool keys_find(const struct core *core, uint64_t player, const struct key_mark *mark,
               struct store_key_place *place_out);

/* Remembers the reply that the call is about to give, if its request has written something. */
void keys_replied(struct call *call, const void *reply);
/* The same for a request whose reply was given before it wrote anything. */
void keys_put(struct core *core, uint64_t player, enum op op, const struct key_mark *mark,
              const void *reply);
/* Waits for the batch as writes_wait() does. The reply will be `reply` if the operation, which is
 * the last of the batch so far, is applied: only then is it remembered. */
void keys_wait(struct core *core, struct wait *take_wait, size_t op_index, const void *reply,
               wait_batch_fn *done);
/* Remembers the reply of a wait that was given to keys_wait(): it is durable, and was applied. */
void keys_stored(struct core *core, const struct wait *wait);

/* Counts one more call or wait, or one less, that goes on under the use. NULL: does nothing. */
struct key_use *key_use_hold(struct key_use *use);
void key_use_release(struct key_use *use);

/* A player comes into memory as stored, is deleted, or leaves memory. */
void keys_take(struct core *core, const struct store_player *stored);
void keys_deleted(const struct core *core, uint64_t player);
void keys_forget(struct core *core, uint64_t player);
void keys_deinit(struct core *core);

#endif
