/* SPDX-License-Identifier: MIT */
/*
 * Commands about the players that a player does not want to meet: block.add, block.remove,
 * block.list.
 */
#include "base/memory.h"
#include "server/core/meeting/invitation.h"
#include "server/core/meeting/lobby.h"
#include "server/core/operations/request.h"
#include "server/core/people/player.h"
#include "server/core/people/question.h"
#include "server/core/rules/computer_id.h"
#include "server/core/rules/name.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

typedef void query_done_fn(struct core *core, struct wait *wait, int status,
                           const struct store_answer *answer);

/* Looks up the player whom a request names. */
static int look_up(struct call *call, const char *name, query_done_fn *done)
{
    char key[NAME_KEY_SIZE];
    const struct store_query query = {.kind = STORE_PLAYER_BY_NAME, .as.player_by_name = {key}};
    int status = writes_ready(call);
    if (status != 0)
        return status;
    if (!name_key(name, key))
        return ERR_NO_SUCH_PLAYER;
    struct wait *wait = wait_new(call, NULL);
    wait->done.query = done;
    return queries_ask(call, wait, &query);
}

/* ------------------------------------------------------------------ blocking */

static int check_add(struct call *call, uint64_t other)
{
    const struct player *player = call_player(call);
    unsigned level;
    if (other == player->id)
        return ERR_THAT_IS_YOU;
    if (computer_of_player(other, &level) != NULL)
        return ERR_IS_COMPUTER;
    if (!player_has_blocked(player, other) && !player_can_block_more(player))
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

static void add_found(struct core *core, struct wait *wait, int status,
                      const struct store_answer *answer)
{
    struct call call;
    if (!question_is_answered(core, wait, status, NULL, &call))
        return;
    const struct store_player *other = &answer->as.player_by_name.player;
    int error = check_add(&call, other->id);
    if (error != 0) {
        call_error(&call, error);
        return;
    }
    if (player_block(core, call_player(&call), other->id))
        tell_lobby(core, call_player(&call), other->id);
    invitations_end_between(core, call_player(&call), other->id);
    const struct block_add_reply reply = {.name = other->names.name};
    call_reply(&call, &reply);
}

int command_block_add(struct call *call)
{
    return look_up(call, call->request->block_add.name, add_found);
}

static void remove_found(struct core *core, struct wait *wait, int status,
                         const struct store_answer *answer)
{
    struct call call;
    if (!question_is_answered(core, wait, status, NULL, &call))
        return;
    const struct store_player *other = &answer->as.player_by_name.player;
    int error = writes_ready(&call);
    if (error == 0 && !player_has_blocked(call_player(&call), other->id))
        error = ERR_NOT_BLOCKED;
    if (error != 0) {
        call_error(&call, error);
        return;
    }
    player_unblock(core, call_player(&call), other->id);
    tell_lobby(core, call_player(&call), other->id);
    const struct block_remove_reply reply = {.name = other->names.name};
    call_reply(&call, &reply);
}

int command_block_remove(struct call *call)
{
    return look_up(call, call->request->block_remove.name, remove_found);
}

/* ------------------------------------------------------------------ the list */

/* Where the page begins and how long it is are in the wait's data. */
struct page {
    size_t from;
    size_t limit;
};

static void list_read(struct core *core, struct wait *wait, int status,
                      const struct store_answer *answer)
{
    const struct page *page = wait->data;
    struct call call;
    if (!question_is_answered(core, wait, status, NULL, &call))
        return;
    struct block_row_record *rows = arena_alloc(&core->arena, page->limit * sizeof(*rows));
    size_t count = 0;
    size_t at = page->from - 1;
    const struct store_blocks *blocks = &answer->as.blocks;
    for (; at < blocks->rows_count && count < page->limit; at++)
        rows[count++] = (struct block_row_record){
            .name = blocks->rows[at].name,
            .guest = blocks->rows[at].kind == PLAYER_GUEST,
            .since = blocks->rows[at].at_ms,
        };
    const struct block_list_reply reply = {
        .rows = rows, .rows_count = count, .more = at < blocks->rows_count};
    call_reply(&call, &reply);
}

int command_block_list(struct call *call)
{
    const struct block_list_request *request = &call->request->block_list;
    struct page *page = mem_zero(sizeof(*page));
    page->from = (size_t)request->from;
    page->limit = (size_t)request->limit;
    struct wait *wait = wait_new(call, page);
    wait->done.query = list_read;
    const struct store_query query = {.kind = STORE_BLOCKS,
                                      .as.blocks = {.player = call->asker.player}};
    return queries_ask(call, wait, &query);
}
