/* SPDX-License-Identifier: MIT */
/*
 * Falling asleep and waking. A table falls asleep only when every batch about it is settled and
 * every query asked so far is answered, so that a later answer has exactly what is stored.
 */
#include "server/core/table/sleep.h"

#include "base/memory.h"
#include "server/core/desk/happen.h"
#include "server/core/people/asker.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/table/match.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/room.h"
#include "server/core/table/room_chat.h"
#include "server/core/table/seating.h"
#include "server/core/table/state.h"
#include "server/core/turn/call.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdlib.h>

/* ------------------------------------------------------------------ falling asleep */

/* A game whose time is up stays awake to be ended. */
static bool may_sleep(const struct core *core, const struct room *room)
{
    const struct match *match = room->state.match;
    if (room->state.is_closed || room->watches != NULL || match == NULL || match->state.is_over ||
        match->clock.kind != CLOCK_CORRESPONDENCE || match_due_ms(match) <= uptime_ms(core))
        return false;
    for (int i = 0; i < ROOM_SEATS; i++)
        if (room->chairs[i].player != 0 && player_is_shown(room_player(core, room, i)))
            return false;
    return true;
}

/* Whatever else is to be looked at comes first: it would not find the room any more. */
static void sleep_run(struct core *core, uint64_t id)
{
    struct room *room = room_find(core, id);
    if (room == NULL || --room->sleep_checks > 0 || !may_sleep(core, room) ||
        happening_waits(core, HAPPENING_ROOM_CHANGED, id)) /* whoever tells that looks again */
        return;
    if (room->rechecks > 0 || room->state.match->rechecks > 0) {
        sleep_room_deserted(core, id);
        return;
    }
    sleepers_add(core, id, match_due_ms(room->state.match));
    room_forget(core, room);
}

void sleep_room_deserted(struct core *core, uint64_t id)
{
    struct room *room = room_find(core, id);
    if (room == NULL || !may_sleep(core, room))
        return;
    room->sleep_checks++;
    writes_recheck(core, sleep_run, id);
}

/* ------------------------------------------------------------------ waking */

static void wake(struct core *core, const struct store_table *table)
{
    struct sleeper *sleeper = sleepers_find(core, table->room.id);
    if (sleeper == NULL)
        return;
    size_t hidden_count = sleeper->hidden_count;
    uint32_t *hidden = sleeper->hidden;
    sleeper->hidden = NULL;
    sleepers_remove(core, sleeper);
    for (int i = 0; i < ROOM_SEATS; i++)
        if (table->players[i].id != 0)
            player_take(core, &table->players[i]);
    (void)match_from_store(core, &table->game, true);
    room_load(core, &table->room);
    for (size_t i = 0; i < table->chat_count; i++)
        room_load_chat(core, &table->chat[i]);
    room_chat_load_hidden(room_find(core, table->room.id), hidden, hidden_count);
    free(hidden);
    sleep_room_deserted(core, table->room.id);
}

void sleep_wake(struct core *core, const struct store_table *tables, size_t count)
{
    for (size_t i = 0; i < count; i++)
        wake(core, &tables[i]);
}

/* ------------------------------------------------------------------ for a request */

struct waking {
    uint64_t room;
    int (*again)(struct call *call, uint64_t room);
};

static int on_table(struct call *call, const struct store_answer *answer)
{
    const struct waking *waking = call->wait->data;
    sleep_wake(call->core, answer->as.table.rows, answer->as.table.rows_count);
    return waking->again(call, waking->room);
}

int sleep_wake_for(struct call *call, uint64_t room, int (*again)(struct call *call, uint64_t room))
{
    struct waking *waking = mem_alloc(sizeof(*waking));
    *waking = (struct waking){.room = room, .again = again};
    const struct store_query query = {.kind = STORE_TABLE, .as.table = {.room = room}};
    return asker_ask(call, waking, &query, on_table, ERR_NO_SUCH_ROOM);
}

/* ------------------------------------------------------------------ when time is up */

/* Awake, the match has its own deadline, which is past. */
static void on_due(struct core *core, struct wait *wait, int status,
                   const struct store_answer *answer)
{
    const uint64_t *room = wait->data;
    struct sleeper *sleeper = sleepers_find(core, *room);
    if (status == STORE_OK)
        sleep_wake(core, answer->as.table.rows, answer->as.table.rows_count);
    else if (sleeper != NULL)
        due_set(core, DUE_SLEEPER, &sleeper->deadline, uptime_ms(core) + WRITES_PROBE_MS);
}

void sleeper_fall_due(struct core *core, struct deadline *deadline)
{
    const struct sleeper *sleeper =
        (struct sleeper *)((char *)deadline - offsetof(struct sleeper, deadline));
    const struct call nobody = {.core = core, .reply_to.request = NO_REQUEST_ID};
    uint64_t *room = mem_alloc(sizeof(*room));
    *room = sleeper->room;
    const struct store_query query = {.kind = STORE_TABLE, .as.table = {.room = sleeper->room}};
    queries_ask_admitted(core, wait_new(&nobody, room), &query, on_due);
}

/* ------------------------------------------------------------------ the index of those that sleep
 */

size_t sleepers_count(const struct core *core)
{
    return HASH_CNT(by_room, core->tables->sleepers);
}

struct sleeper *sleepers_find(struct core *core, uint64_t room)
{
    struct sleeper *sleeper = NULL;
    HASH_FIND(by_room, core->tables->sleepers, &room, sizeof(room), sleeper);
    return sleeper;
}

void sleepers_add(struct core *core, uint64_t room, int64_t due_ms)
{
    struct sleeper *sleeper = mem_zero(sizeof(*sleeper));
    sleeper->room = room;
    HASH_ADD(by_room, core->tables->sleepers, room, sizeof(sleeper->room), sleeper);
    due_set(core, DUE_SLEEPER, &sleeper->deadline, due_ms);
}

void sleepers_hide(struct sleeper *sleeper, uint32_t n)
{
    sleeper->hidden =
        mem_grow(sleeper->hidden, (sleeper->hidden_count + 1) * sizeof(*sleeper->hidden));
    sleeper->hidden[sleeper->hidden_count++] = n;
}

void sleepers_remove(struct core *core, struct sleeper *sleeper)
{
    due_set(core, DUE_SLEEPER, &sleeper->deadline, INT64_MAX);
    HASH_DELETE(by_room, core->tables->sleepers, sleeper);
    free(sleeper->hidden);
    free(sleeper);
}

bool sleepers_have(struct core *core, uint64_t room)
{
    return sleepers_find(core, room) != NULL;
}

void sleepers_free(struct core *core)
{
    struct sleeper *sleeper;
    struct sleeper *next;
    HASH_ITER(by_room, core->tables->sleepers, sleeper, next)
        sleepers_remove(core, sleeper);
}
