/* SPDX-License-Identifier: MIT */
/*
 * The keys of players in memory, each a ring by slot, and the requests with keys that are under
 * way.
 */
#include "server/core/turn/keys.h"

#include "base/digest.h"
#include "base/memory.h"
#include "server/core/turn/call.h"
#include "server/core/turn/state.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

_Static_assert(STORE_KEYED_REPLY_MAX == KEYED_REPLY_MAX, "what is kept is what is promised");

/* ------------------------------------------------------------------ rings */

static struct key_ring *ring_find(const struct core *core, uint64_t player)
{
    return id_table_find(&core->turn->keys_by_player, player);
}

static struct key_ring *ring_take(struct core *core, uint64_t player)
{
    struct key_ring *ring = ring_find(core, player);
    if (ring != NULL)
        return ring;
    ring = mem_zero(sizeof(*ring));
    id_table_add(&core->turn->keys_by_player, player, ring);
    return ring;
}

/* The slot behind the newest key, which may be one of several of one moment. */
static uint32_t slot_next(const struct key_ring *ring)
{
    uint32_t next = 0;
    int64_t newest_ms = -1;
    for (uint32_t slot = 0; slot < STORE_KEYS_MAX; slot++) {
        const struct kept_key *kept = &ring->keys[slot];
        uint32_t behind = (slot + 1) % STORE_KEYS_MAX;
        bool is_last =
            ring->keys[behind].mark.key == 0 || ring->keys[behind].uptime_ms != kept->uptime_ms;
        if (kept->mark.key == 0 || !is_last || kept->uptime_ms < newest_ms)
            continue;
        newest_ms = kept->uptime_ms;
        next = behind;
    }
    return next;
}

void keys_take(struct core *core, const struct store_player *stored)
{
    if (stored->keys_count == 0)
        return;
    struct key_ring *ring = ring_take(core, stored->id);
    for (size_t i = 0; i < stored->keys_count; i++) {
        const struct store_used_key *used = &stored->keys[i];
        ring->keys[used->slot] = (struct kept_key){{used->key, used->request}, used->uptime_ms};
    }
    ring->next = slot_next(ring);
}

/* An image may be about the ring, so it stays. */
void keys_deleted(const struct core *core, uint64_t player)
{
    struct key_ring *ring = ring_find(core, player);
    if (ring != NULL)
        memset(ring->keys, 0, sizeof(ring->keys));
}

void keys_forget(struct core *core, uint64_t player)
{
    struct key_ring *ring = ring_find(core, player);
    if (ring == NULL)
        return;
    id_table_remove(&core->turn->keys_by_player, player);
    free(ring);
}

static bool is_kept(const struct core *core, const struct kept_key *kept)
{
    return kept->mark.key != 0 && uptime_ms(core) - kept->uptime_ms <= STORE_KEYS_MS;
}

/* The slot of a key that is not forgotten, or -1. */
static int slot_of(const struct core *core, const struct key_ring *ring, uint64_t key)
{
    for (int i = 0; ring != NULL && i < STORE_KEYS_MAX; i++)
        if (ring->keys[i].mark.key == key && is_kept(core, &ring->keys[i]))
            return i;
    return -1;
}

bool keys_find(const struct core *core, uint64_t player, const struct key_mark *mark,
               struct store_key_place *place_out)
{
    const struct key_ring *ring = ring_find(core, player);
    int slot = slot_of(core, ring, mark->key);
    if (slot < 0)
        return false;
    *place_out =
        (struct store_key_place){.player = player, .slot = (uint32_t)slot, .key = mark->key};
    return true;
}

/* ------------------------------------------------------------------ requests under way */

static struct key_use *use_find(struct core *core, uint64_t player, uint64_t key)
{
    struct key_use *use;
    DL_FOREACH(core->turn->key_uses.first, use)
        if (use->player == player && use->mark.key == key)
            return use;
    return NULL;
}

static struct key_use *use_new(struct core *core, uint64_t player, const struct key_mark *mark)
{
    struct key_use *use = mem_zero(sizeof(*use));
    *use =
        (struct key_use){.of = &core->turn->key_uses, .player = player, .mark = *mark, .refs = 1};
    DL_APPEND(core->turn->key_uses.first, use);
    return use;
}

struct key_use *key_use_hold(struct key_use *use)
{
    if (use != NULL)
        use->refs++;
    return use;
}

void key_use_release(struct key_use *use)
{
    if (use == NULL || --use->refs > 0)
        return;
    DL_DELETE(use->of->first, use);
    free(use);
}

/* The request without its id and key: what a repeat has in common with the first one. */
static struct key_mark mark_of(struct core *core, const struct request *request)
{
    struct request bare = *request;
    bare.id = 0;
    bare.key = NULL;
    int len = request_encode(&bare, core->encoded, sizeof(core->encoded));
    assert(len > 0); /* escapes make a request six times as long at the most */
    return (struct key_mark){.key = digest(request->key, strlen(request->key)),
                             .request = digest(core->encoded, (size_t)len)};
}

static enum key_status judge(struct core *core, uint64_t player, const struct key_mark *mark)
{
    const struct key_use *use = use_find(core, player, mark->key);
    const struct key_ring *ring = ring_find(core, player);
    int slot = slot_of(core, ring, mark->key);
    if (use != NULL)
        return use->mark.request == mark->request ? KEY_UNDER_WAY : KEY_OF_ANOTHER;
    if (slot < 0)
        return KEY_NEW;
    return ring->keys[slot].mark.request == mark->request ? KEY_REMEMBERED : KEY_OF_ANOTHER;
}

bool keys_heed(const struct request *request)
{
    return op_info(request->op)->repeat == REPEAT_KEY;
}

enum key_status keys_begin(struct call *call, const struct request *request)
{
    uint64_t player = call->asker.player;
    if (!keys_heed(request) || player == 0)
        return KEY_NONE;
    call->mark = mark_of(call->core, request);
    call->written = call->core->turn->writes.added;
    enum key_status status = judge(call->core, player, &call->mark);
    if (status == KEY_NEW)
        call->use = use_new(call->core, player, &call->mark);
    return status;
}

void keys_end(struct call *call)
{
    key_use_release(call->use);
}

/* ------------------------------------------------------------------ remembering */

/* The place of the next key. A failed commit gives it back. */
static struct key_place place_next(struct core *core, struct key_ring *ring)
{
    const struct key_place place = {.slot = ring->next, .uptime_ms = uptime_ms(core)};
    writes_touch(core, &ring->next, sizeof(ring->next), NULL, NULL);
    ring->next = (ring->next + 1) % STORE_KEYS_MAX;
    return place;
}

/* Encodes the reply; false: it is too long to be kept. */
static bool encode(struct core *core, enum op op, const void *reply)
{
    return reply_fields_encode(op, reply, core->encoded, STORE_KEYED_REPLY_MAX + 1) >= 0;
}

/* Writes the reply that was encoded; returns its place. */
static struct key_place write_encoded(struct core *core, uint64_t player,
                                      const struct key_mark *mark)
{
    const struct key_place place = place_next(core, ring_take(core, player));
    const struct store_op put = {.kind = STORE_KEY_PUT,
                                 .as.key_put = {.player = player,
                                                .used = {.slot = place.slot,
                                                         .key = mark->key,
                                                         .request = mark->request,
                                                         .uptime_ms = place.uptime_ms},
                                                .reply = core->encoded}};
    writes_add(core, &put);
    return place;
}

void keys_put(struct core *core, uint64_t player, enum op op, const struct key_mark *mark,
              const void *reply)
{
    if (mark->key == 0 || !encode(core, op, reply))
        return;
    const struct key_place place = write_encoded(core, player, mark);
    struct kept_key *kept = &ring_find(core, player)->keys[place.slot];
    writes_touch(core, kept, sizeof(*kept), NULL, NULL);
    *kept = (struct kept_key){*mark, place.uptime_ms};
}

void keys_replied(struct call *call, const void *reply)
{
    if (call->core->turn->writes.added != call->written)
        keys_put(call->core, call->use->player, call->op, &call->use->mark, reply);
}

void keys_wait(struct core *core, struct wait *take_wait, size_t op_index, const void *reply,
               wait_batch_fn *done)
{
    struct key_use *use = take_wait->use;
    assert(op_index + 1 ==
           store_batch_count(core->turn->writes.open)); /* the store looks at that one */
    if (use != NULL) {
        use->is_written = encode(core, take_wait->op, reply);
        if (use->is_written)
            use->place = write_encoded(core, use->player, &use->mark);
    }
    writes_wait(core, take_wait, op_index, done);
}

void keys_stored(struct core *core, const struct wait *wait)
{
    const struct key_use *use = wait->use;
    struct key_ring *ring = use != NULL ? ring_find(core, use->player) : NULL;
    if (ring != NULL && use->is_written)
        ring->keys[use->place.slot] = (struct kept_key){use->mark, use->place.uptime_ms};
}

/* ------------------------------------------------------------------ the end */

void keys_deinit(struct core *core)
{
    id_table_deinit(&core->turn->keys_by_player);
}
