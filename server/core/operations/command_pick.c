/* SPDX-License-Identifier: MIT */
/*
 * Commands about the lists of players that a player picks: to block (block.add, block.remove,
 * block.list), and to follow (follow.add, follow.remove, follow.list).
 */
#include "base/memory.h"
#include "server/core/meeting/invitation.h"
#include "server/core/meeting/lobby.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/follows.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/rules/ids.h"
#include "server/core/rules/name.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/room.h"
#include "server/core/table/seating.h"
#include "server/core/turn/call.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <utlist.h>

/* Looks up the player whom a request names. */
static int look_up(struct call *call, const char *name, wait_then_fn *then)
{
    char key[NAME_KEY_SIZE];
    const struct store_query query = {.kind = STORE_PLAYER_BY_NAME, .as.player_by_name = {key}};
    int status = writes_ready(call);
    if (status != 0)
        return status;
    if (!name_key(name, key))
        return ERR_NO_SUCH_PLAYER;
    return asker_ask(call, NULL, &query, then, ERR_NO_SUCH_PLAYER);
}

/* ------------------------------------------------------------------ blocking */

/* Whether somebody else is named, of flesh and blood. */
static int check_other(const struct call *call, uint64_t other)
{
    unsigned level;
    if (other == call->asker.player)
        return ERR_THAT_IS_YOU;
    return computer_of_player(other, &level) != NULL ? ERR_IS_COMPUTER : 0;
}

static int check_block(struct call *call, const struct store_player *other)
{
    const struct player *player = call_player(call);
    int error = check_other(call, other->id);
    if (error != 0)
        return error;
    if (!player_has_blocked(player, other->id) && !player_can_block_more(player))
        return ERR_TOO_MANY_BLOCKS;
    return writes_ready(call);
}

/* Updates the rooms that each of the two is shown of the other. */
static void tell_lobby(struct core *core, const struct player *player, uint64_t other_id)
{
    const struct player *other = player_find(core, other_id);
    lobby_blocks_changed(core, player);
    if (other != NULL)
        lobby_blocks_changed(core, other);
}

static int block(struct call *call, const struct store_answer *answer)
{
    const struct store_player *other = &answer->as.player_by_name.player;
    int error = check_block(call, other);
    if (error != 0)
        return error;
    if (player_block(call->core, call_player(call), other->id))
        tell_lobby(call->core, call_player(call), other->id);
    invitations_end_between(call->core, call_player(call), other->id);
    return call_reply(call, &(struct block_add_reply){.name = other->names.name});
}

int command_block_add(struct call *call)
{
    return look_up(call, call->request->block_add.name, block);
}

static int unblock(struct call *call, const struct store_answer *answer)
{
    const struct store_player *other = &answer->as.player_by_name.player;
    int error =
        player_has_blocked(call_player(call), other->id) ? writes_ready(call) : ERR_NOT_BLOCKED;
    if (error != 0)
        return error;
    player_unblock(call->core, call_player(call), other->id);
    tell_lobby(call->core, call_player(call), other->id);
    return call_reply(call, &(struct block_remove_reply){.name = other->names.name});
}

int command_block_remove(struct call *call)
{
    return look_up(call, call->request->block_remove.name, unblock);
}

/* ------------------------------------------------------------------ following */

/* A guest's name lasts no longer than the guest, and that of a deleted account is nobody's. */
static int check_follow(struct call *call, const struct store_player *other)
{
    const struct player *player = call_player(call);
    int error = check_other(call, other->id);
    if (error != 0)
        return error;
    if (other->kind == PLAYER_GUEST)
        return ERR_IS_GUEST;
    if (other->account->is_deleted)
        return ERR_NO_SUCH_PLAYER;
    if (!player_follows(player, other->id) && !player_can_follow_more(player))
        return ERR_TOO_MANY_FOLLOWED;
    return writes_ready(call);
}

static int follow(struct call *call, const struct store_answer *answer)
{
    const struct store_player *other = &answer->as.player_by_name.player;
    int error = check_follow(call, other);
    if (error != 0)
        return error;
    player_follow(call->core, call_player(call), other->id);
    return call_reply(call, &(struct follow_add_reply){.name = other->names.name});
}

int command_follow_add(struct call *call)
{
    return look_up(call, call->request->follow_add.name, follow);
}

static int unfollow(struct call *call, const struct store_answer *answer)
{
    const struct store_player *other = &answer->as.player_by_name.player;
    int error =
        player_follows(call_player(call), other->id) ? writes_ready(call) : ERR_NOT_FOLLOWED;
    if (error != 0)
        return error;
    player_unfollow(call->core, call_player(call), other->id);
    return call_reply(call, &(struct follow_remove_reply){.name = other->names.name});
}

int command_follow_remove(struct call *call)
{
    return look_up(call, call->request->follow_remove.name, unfollow);
}

/* ------------------------------------------------------------------ the lists */

/* The wait's data: the beginning of the page, and its length. */
struct page {
    size_t from;
    size_t limit;
};

static int list_ask(struct call *call, int64_t from, int64_t limit, const struct store_query *query,
                    wait_then_fn *then)
{
    struct page *page = mem_zero(sizeof(*page));
    page->from = (size_t)from;
    page->limit = (size_t)limit;
    return asker_ask(call, page, query, then, ERR_NO_SUCH_PLAYER);
}

/* The rows of the page, and how many they are. */
static const struct store_picked *page_rows(const struct page *page,
                                            const struct store_picks *picks, size_t *count_out)
{
    size_t before = page->from - 1 < picks->rows_count ? page->from - 1 : picks->rows_count;
    size_t left = picks->rows_count - before;
    *count_out = left < page->limit ? left : page->limit;
    return picks->rows + before;
}

static bool is_last(const struct page *page, const struct store_picks *picks)
{
    return page->from - 1 + page->limit >= picks->rows_count;
}

static int blocks_read(struct call *call, const struct store_answer *answer)
{
    const struct page *page = call->wait->data;
    size_t count;
    const struct store_picks *blocks = &answer->as.blocks;
    const struct store_picked *picked = page_rows(page, blocks, &count);
    struct block_row_record *rows = arena_alloc(&call->core->arena, (count + 1) * sizeof(*rows));
    for (size_t i = 0; i < count; i++)
        rows[i] = (struct block_row_record){.name = picked[i].name,
                                            .guest = picked[i].kind == PLAYER_GUEST,
                                            .since = picked[i].at_ms};
    const struct block_list_reply reply = {
        .rows = rows, .rows_count = count, .more = !is_last(page, blocks)};
    return call_reply(call, &reply);
}

int command_block_list(struct call *call)
{
    const struct block_list_request *request = &call->request->block_list;
    const struct store_query query = {.kind = STORE_BLOCKS,
                                      .as.blocks = {.player = call->asker.player}};
    return list_ask(call, request->from, request->limit, &query, blocks_read);
}

/* The room in which the player can be watched: a running clock comes first. 0: none. */
static uint64_t played_at(const struct core *core, const struct player *player)
{
    uint64_t found = 0;
    const struct room *room;
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++) {
        if (room_state_word(room) != ROOM_STATE_WORD_PLAYING)
            continue;
        found = room_id(room);
        if (match_is_real_time(room_match(room)))
            break;
    }
    return found;
}

static struct follow_row_record follow_row(struct core *core, const struct store_picked *picked)
{
    const struct player *player = player_find(core, picked->player);
    struct follow_row_record row = {.name = picked->name, .since = picked->at_ms};
    if (player == NULL)
        return row;
    row.connected = player_is_here(player);
    row.room = played_at(core, player);
    return row;
}

static int follows_read(struct call *call, const struct store_answer *answer)
{
    struct core *core = call->core;
    const struct page *page = call->wait->data;
    size_t count;
    const struct store_picks *follows = &answer->as.follows;
    const struct store_picked *picked = page_rows(page, follows, &count);
    struct follow_row_record *rows = arena_alloc(&core->arena, (count + 1) * sizeof(*rows));
    for (size_t i = 0; i < count; i++)
        rows[i] = follow_row(core, &picked[i]);
    const struct follow_list_reply reply = {
        .rows = rows, .rows_count = count, .more = !is_last(page, follows)};
    return call_reply(call, &reply);
}

int command_follow_list(struct call *call)
{
    const struct follow_list_request *request = &call->request->follow_list;
    const struct store_query query = {.kind = STORE_FOLLOWS,
                                      .as.follows = {.player = call->asker.player}};
    return list_ask(call, request->from, request->limit, &query, follows_read);
}
