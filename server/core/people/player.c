/* SPDX-License-Identifier: MIT */
/*
 * Players in memory, their connections and their seats.
 */
#include "server/core/people/player.h"

#include "base/getter.h"
#include "base/memory.h"
#include "server/core/desk/happen.h"
#include "server/core/people/follows.h"
#include "server/core/people/login.h"
#include "server/core/people/ratings.h"
#include "server/core/people/session.h"
#include "server/core/people/spending.h"
#include "server/core/people/state.h"
#include "server/core/rules/account.h"
#include "server/core/rules/ids.h"
#include "server/core/state.h"
#include "server/core/turn/call.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/outbox.h"
#include "server/core/turn/stream.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/writes.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

struct player *player_find(const struct core *core, uint64_t id)
{
    return id_table_find(&core->people->players_by_id, id);
}

struct player *call_player(const struct call *call)
{
    return player_find(call->core, call->asker.player);
}

/* The account of nearly everybody: one that says nothing takes no memory. */
static const struct store_account plain_account;

static struct store_account *own_account(struct player *player)
{
    if (player->account == NULL)
        player->account = mem_zero(sizeof(*player->account));
    return player->account;
}

static bool has_past(const struct store_player *stored)
{
    const struct store_conduct *conduct = &stored->conduct;
    return conduct->games > 0 || conduct->pauses > 0 || conduct->paused_until_ms > 0 ||
           stored->days_off.year > 0;
}

const struct player_past *player_past(const struct player *player)
{
    static const struct player_past none;
    return player->past != NULL ? player->past : &none;
}

struct player_past *player_own_past(struct player *player)
{
    if (player->past == NULL)
        player->past = mem_zero(sizeof(*player->past));
    return player->past;
}

struct player *player_take(struct core *core, const struct store_player *stored)
{
    struct player *player = player_find(core, stored->id);
    if (player != NULL)
        return player;
    player = mem_zero(sizeof(*player));
    player->id = stored->id;
    player->known = known_hold(core, stored->id, stored->kind, stored->names.name);
    player->created_ms = stored->created_ms;
    presence_begin(core, player);
    player->presence.is_always = player->known->computer != NULL;
    if (has_past(stored))
        *player_own_past(player) =
            (struct player_past){.conduct = stored->conduct, .days_off = stored->days_off};
    player->unread = (int64_t)stored->unread;
    if (stored->account != NULL && !account_is_plain(stored->account)) /* somebody new has none */
        *own_account(player) = *stored->account;
    player->blocks = player_list_of(stored->blocked, stored->blocked_count, STORE_BLOCKS_MAX);
    follows_take(core, player, stored);
    spending_take(core, stored);
    keys_take(core, stored);
    ratings_take(core, player, stored);
    stream_begin(core, &player->stream);
    known_join_player(core, player);
    DL_APPEND(core->people->players, player);
    return player;
}

GETTER(uint64_t, player_id, player, player->id)
GETTER(struct known *, player_known, player, player->known)
GETTER(const char *, player_name, player, player->known->name)
GETTER(bool, player_is_registered, player, player->known->kind == PLAYER_REGISTERED)
GETTER(bool, player_is_computer, player, player->known->computer != NULL)
GETTER(int64_t, player_created_ms, player, player->created_ms)
GETTER(int64_t, player_unread, player, player->unread)

struct stream *player_stream(struct player *player)
{
    return &player->stream;
}

GETTER(bool, player_is_leaving, player, player->is_leaving)

void player_set_leaving(struct player *player, bool is_leaving)
{
    player->is_leaving = is_leaving;
}

enum who player_rights(const struct player *player)
{
    if (player->known->kind != PLAYER_REGISTERED)
        return WHO_PLAYER;
    switch (player_account(player)->role) {
    case ROLE_OPERATOR:
        return WHO_OPERATOR;
    case ROLE_MODERATOR:
        return WHO_MODERATOR;
    default:
        return WHO_ACCOUNT;
    }
}

void player_add_unread(struct core *core, struct player *player, int64_t letters)
{
    writes_touch(core, &player->unread, sizeof(player->unread), NULL, NULL);
    player->unread += letters;
}

/* ------------------------------------------------------------------ account and blocks */

const struct store_account *player_account(const struct player *player)
{
    return player->account != NULL ? player->account : &plain_account;
}

struct store_account *player_touch_account(struct core *core, struct player *player)
{
    struct store_account *account = own_account(player);
    writes_touch(core, account, sizeof(*account), NULL, NULL);
    return account;
}

void player_put_account(struct core *core, const struct player *player)
{
    player_put_photo(core, player, NULL, 0);
}

void player_put_photo(struct core *core, const struct player *player, const uint8_t *photo,
                      size_t size)
{
    const struct store_op op = {.kind = STORE_ACCOUNT_PUT,
                                .as.account_put = {.player = player->id,
                                                   .account = player_account(player),
                                                   .photo = photo,
                                                   .photo_size = size}};
    writes_add(core, &op);
}

bool player_has_blocked(const struct player *player, uint64_t other)
{
    return player_list_has(player->blocks, other);
}

bool player_can_block_more(const struct player *player)
{
    return !player_list_is_full(player->blocks);
}

bool player_block(struct core *core, struct player *player, uint64_t other)
{
    if (player_has_blocked(player, other) || !player_can_block_more(player))
        return false;
    player_list_add(core, player_list_own(&player->blocks, STORE_BLOCKS_MAX), other, NULL, NULL);
    const struct store_op op = {
        .kind = STORE_BLOCK_ADD,
        .as.block_add = {.player = player->id, .other = other, .at_ms = core->now.wall_ms},
    };
    writes_add(core, &op);
    return true;
}

bool player_unblock(struct core *core, struct player *player, uint64_t other)
{
    if (!player_has_blocked(player, other))
        return false;
    player_list_remove(core, player->blocks, other, NULL, NULL);
    const struct store_op op = {.kind = STORE_BLOCK_REMOVE,
                                .as.block_remove = {.player = player->id, .other = other}};
    writes_add(core, &op);
    return true;
}

bool players_are_apart(const struct player *a, const struct player *b)
{
    return a != NULL && (player_has_blocked(a, b->id) || player_has_blocked(b, a->id));
}

bool player_is_apart_from(const struct player *player, const struct store_player *other)
{
    if (player_has_blocked(player, other->id))
        return true;
    for (size_t i = 0; i < other->blocked_count; i++)
        if (other->blocked[i] == player->id)
            return true;
    return false;
}

/* ------------------------------------------------------------------ names */

void player_deleted(struct core *core, uint64_t id, const char *name)
{
    struct player *player = player_find(core, id);
    known_rename(core, id, PLAYER_REGISTERED, name);
    if (player == NULL)
        return;
    *own_account(player) = (struct store_account){.is_deleted = true};
    if (player->blocks != NULL)
        player->blocks->count = 0;
    follows_forget(core, player);
    ratings_drop(player);
    keys_deleted(core, id);
}

void player_push(struct core *core, const struct player *player, struct frame *frame)
{
    const struct login *login;
    DL_FOREACH(player->logins, login)
        outbox_push(core, login->conn, frame);
}

void player_tell(struct core *core, struct player *player, enum event event, const void *body)
{
    assert(event_stream(event) == STREAM_PLAYER);
    struct frame *frame = frame_numbered(core, event, stream_next(core, &player->stream), body);
    stream_keep(core, &player->stream, frame);
    player_push(core, player, frame);
    frame_release(core, frame);
}

void player_batch_undone(struct core *core, uint64_t failed)
{
    struct player *player;
    DL_FOREACH(core->people->players, player)
        stream_undo(core, &player->stream, failed);
}

void player_rename(struct core *core, uint64_t id, const char *name)
{
    char before[PLAYER_NAME_SIZE];
    struct player *player = player_find(core, id);
    if (player != NULL)
        snprintf(before, sizeof(before), "%s", player->known->name);
    known_rename(core, id, PLAYER_REGISTERED, name);
    const struct name_change change = {.player = player, .before = before};
    if (player != NULL)
        happen_name_changed(core, &change);
}

static void player_free(struct core *core, struct player *player)
{
    known_leave_player(core, player);
    DL_DELETE(core->people->players, player);
    spending_forget(core, player);
    keys_forget(core, player->id);
    stream_end(core, &player->stream);
    known_let_go(core, player->known);
    free(player->ratings);
    follows_forget(core, player);
    free(player->follows);
    free(player->blocks);
    free(player->account);
    free(player->past);
    free(player);
}

static bool is_needed(const struct player *player)
{
    return player->logins != NULL || player->holds > 0;
}

void player_hold(struct player *player)
{
    player->holds++;
}

void player_let_go(struct core *core, struct player *player)
{
    player->holds--;
    player_recheck(core, player);
}

static void player_check(struct core *core, uint64_t id)
{
    struct player *player = player_find(core, id);
    if (player == NULL || --player->rechecks > 0)
        return; /* changed again since, by a batch that may still fail */
    if (is_needed(player))
        return;
    player_free(core, player);
}

void player_recheck(struct core *core, struct player *player)
{
    if (is_needed(player))
        return;
    player->rechecks++;
    writes_recheck(core, player_check, player->id);
}

void players_free(struct core *core)
{
    struct player *player;
    struct player *next;
    DL_FOREACH_SAFE(core->people->players, player, next)
        player_free(core, player);
    id_table_deinit(&core->people->players_by_id);
}

/* ------------------------------------------------------------------ all of them */

/* The list's first one knows its last one. */
struct player *player_newest(const struct core *core)
{
    return core->people->players != NULL ? core->people->players->prev : NULL;
}

struct player *player_older(const struct core *core, const struct player *player)
{
    return player != core->people->players ? player->prev : NULL;
}

GETTER(size_t, players_here, core, core->people->players_here)

void players_recheck(struct core *core)
{
    struct player *player;
    DL_FOREACH(core->people->players, player)
        player_recheck(core, player);
}

/* ------------------------------------------------------------------ lists of players */

static size_t size_of(size_t max)
{
    return sizeof(struct player_list) + max * sizeof(uint64_t);
}

struct player_list *player_list_own(struct player_list **list, size_t max)
{
    if (*list == NULL) {
        *list = mem_zero(size_of(max));
        (*list)->max = max;
    }
    return *list;
}

struct player_list *player_list_of(const uint64_t *ids, size_t count, size_t max)
{
    struct player_list *list = NULL;
    if (count == 0)
        return NULL;
    player_list_own(&list, max);
    list->count = count < max ? count : max;
    memcpy(list->ids, ids, list->count * sizeof(*ids));
    return list;
}

/* The place of the id, or the place where it would stand. */
static size_t place_of(const struct player_list *list, uint64_t id)
{
    size_t first = 0;
    size_t end = list->count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (list->ids[middle] < id)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

bool player_list_has(const struct player_list *list, uint64_t id)
{
    if (list == NULL)
        return false;
    size_t at = place_of(list, id);
    return at < list->count && list->ids[at] == id;
}

bool player_list_is_full(const struct player_list *list)
{
    return list != NULL && list->count == list->max;
}

void player_list_add(struct core *core, struct player_list *list, uint64_t id,
                     const struct writes_owner *kind, void *owner)
{
    writes_touch(core, list, size_of(list->max), kind, owner);
    uint64_t *place = list->ids + place_of(list, id);
    const uint64_t *end = list->ids + list->count++;
    memmove(place + 1, place, (size_t)(end - place) * sizeof(*place));
    *place = id;
}

void player_list_remove(struct core *core, struct player_list *list, uint64_t id,
                        const struct writes_owner *kind, void *owner)
{
    writes_touch(core, list, size_of(list->max), kind, owner);
    uint64_t *place = list->ids + place_of(list, id);
    const uint64_t *end = list->ids + --list->count;
    memmove(place, place + 1, (size_t)(end - place) * sizeof(*place));
}

/* ------------------------------------------------------------------ what players are called */

static void call_it(struct known *known, enum player_kind kind, const char *name)
{
    known->kind = kind;
    known->version++;
    char *called = mem_text(name); /* it may be the name that goes */
    free(known->name);
    known->name = called;
}

static struct known *find(const struct core *core, uint64_t id)
{
    const struct player *player = id_table_find(&core->people->players_by_id, id);
    return player != NULL ? player->known : id_table_find(&core->people->known_by_id, id);
}

struct known *known_hold(struct core *core, uint64_t id, enum player_kind kind, const char *name)
{
    struct known *known = find(core, id);
    if (known == NULL) {
        known = mem_zero(sizeof(*known));
        known->id = id;
        known->computer = computer_of_player(id, &known->level);
        call_it(known, kind, name);
        id_table_add(&core->people->known_by_id, id, known);
    }
    if (kind == PLAYER_REGISTERED)
        known->kind = kind; /* the line of a chat that made the entry did not say so */
    known->refs++;
    return known;
}

GETTER(uint64_t, known_id, known, known->id)
GETTER(const char *, known_name, known, known->name)
GETTER(enum player_kind, known_kind, known, known->kind)
GETTER(const struct computer *, known_computer, known, known->computer)
GETTER(unsigned, known_level, known, known->level)
GETTER(bool, known_is_guest, known, known->kind == PLAYER_GUEST && known->computer == NULL)

struct known *known_hold_again(struct known *known)
{
    known->refs++;
    return known;
}

void known_let_go(struct core *core, struct known *known)
{
    if (known == NULL || --known->refs > 0)
        return;
    id_table_remove(&core->people->known_by_id, known->id);
    free(known->name);
    free(known);
}

void known_join_player(struct core *core, struct player *player)
{
    id_table_remove(&core->people->known_by_id, player->id);
    id_table_add(&core->people->players_by_id, player->id, player);
}

void known_leave_player(struct core *core, struct player *player)
{
    id_table_remove(&core->people->players_by_id, player->id);
    id_table_add(&core->people->known_by_id, player->id, player->known);
}

void known_rename(struct core *core, uint64_t id, enum player_kind kind, const char *name)
{
    struct known *known = find(core, id);
    if (known != NULL)
        call_it(known, kind, name);
}

/* ------------------------------------------------------------------ the part's state */

void people_new(struct core *core)
{
    core->people = mem_zero(sizeof(*core->people));
    spending_init(core);
}

void people_free(struct core *core)
{
    logins_deinit(core);
    players_free(core);
    follows_deinit(core);
    id_table_deinit(&core->people->known_by_id);
    sessions_deinit(core);
    spending_deinit(core);
    free(core->people);
}

void people_count(const struct core *core, struct core_counts *counts)
{
    counts->players = core->people->players_by_id.count;
}
