/* SPDX-License-Identifier: MIT */
/*
 * Commands that pick players: block, unblock, blocks; follow, unfollow.
 */
#include "client/cli/ask/ask.h"
#include "client/cli/ask/query.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"

#define NAME_COLUMNS 20
#define TIME_COLUMNS 17
#define STATE_COLUMNS 10

/* ---------------------------------------------------------------- blocking */

static void show_blocked(struct query *query, const union reply_body *reply)
{
    ink_put_line(&query->ink, COLOUR_PLAIN, _("%s is now blocked."), reply->block_add.name);
}

static void show_unblocked(struct query *query, const union reply_body *reply)
{
    ink_put_line(&query->ink, COLOUR_PLAIN, _("%s is no longer blocked."),
                 reply->block_remove.name);
}

enum exit_code run_block(const struct invocation *invocation)
{
    const struct request request = {.op = OP_BLOCK_ADD,
                                    .as.block_add.name = invocation->arguments[0]};
    return query_ask(invocation, QUERY_SELF, &request, show_blocked);
}

enum exit_code run_unblock(const struct invocation *invocation)
{
    const struct request request = {.op = OP_BLOCK_REMOVE,
                                    .as.block_remove.name = invocation->arguments[0]};
    return query_ask(invocation, QUERY_SELF, &request, show_unblocked);
}

static void put_blocked(struct query *query, const struct block_row_record *row)
{
    ink_put_cell(&query->ink, COLOUR_DIM, TIME_COLUMNS, "%s", words_time(row->since).text);
    ink_put_cell(&query->ink, COLOUR_PLAIN, NAME_COLUMNS, "%s", row->name);
    ink_put_line(&query->ink, COLOUR_DIM, "%s", row->guest ? _(" (guest)") : "");
}

static void show_blocks(struct query *query, const union reply_body *reply)
{
    const struct block_list_reply *list = &reply->block_list;
    if (query_put_rows(query, reply))
        return;
    for (size_t i = 0; i < list->rows_count; i++)
        put_blocked(query, &list->rows[i]);
    if (list->rows_count == 0)
        query_put_line(query, COLOUR_DIM, _("You have not blocked anyone."));
    else if (list->more)
        query_put_more_from(query, query->request.as.block_list.from + (int64_t)list->rows_count);
}

enum exit_code run_blocks(const struct invocation *invocation)
{
    const struct request request = {
        .op = OP_BLOCK_LIST,
        .as.block_list = {.from = invocation_number(invocation, OPTION_FROM, 1),
                          .limit = invocation_number(invocation, OPTION_LIMIT, 50)}};
    return query_ask(invocation, QUERY_SELF, &request, show_blocks);
}

/* ---------------------------------------------------------------- following */

static void show_followed(struct query *query, const union reply_body *reply)
{
    ink_put_line(&query->ink, COLOUR_PLAIN, _("You follow %s now."), reply->follow_add.name);
}

static void show_unfollowed(struct query *query, const union reply_body *reply)
{
    ink_put_line(&query->ink, COLOUR_PLAIN, _("You no longer follow %s."),
                 reply->follow_remove.name);
}

/* Puts the command that watches behind somebody who plays: by the name, for the room of the list
 * may be that of one's own game. */
static void put_follow(struct query *query, const struct follow_row_record *row)
{
    enum colour colour = row->connected ? COLOUR_PLAIN : COLOUR_DIM;
    ink_put_cell(&query->ink, colour, NAME_COLUMNS, "%s", row->name);
    ink_put_cell(&query->ink, colour, STATE_COLUMNS, "%s",
                 row->connected ? _("online") : _("offline"));
    if (row->room == 0) {
        ink_put_line(&query->ink, COLOUR_PLAIN, "%s", "");
        return;
    }
    ink_put_line(&query->ink, COLOUR_PLAIN,
                 row->connected ? _("playing: penta watch %s%s")
                                : _("plays by correspondence: penta watch %s%s"),
                 row->name, invocation_server(query->invocation).text);
}

/* Those who play come first, then those who are here. */
static int rank_of(const struct follow_row_record *row)
{
    if (!row->connected)
        return 2;
    return row->room != 0 ? 0 : 1;
}

static void show_follows(struct query *query, const union reply_body *reply)
{
    const struct follow_list_reply *list = &reply->follow_list;
    if (query_put_rows(query, reply))
        return;
    for (int rank = 0; rank < 3; rank++)
        for (size_t i = 0; i < list->rows_count; i++)
            if (rank_of(&list->rows[i]) == rank)
                put_follow(query, &list->rows[i]);
    if (list->rows_count == 0)
        query_put_line(query, COLOUR_DIM,
                       _("You follow nobody. Follow a player with: penta follow NAME"));
}

enum exit_code run_follow(const struct invocation *invocation)
{
    if (invocation->arguments_count == 0) {
        const struct request list = {.op = OP_FOLLOW_LIST,
                                     .as.follow_list = {.from = 1, .limit = 100}};
        return query_ask(invocation, QUERY_SELF, &list, show_follows);
    }
    const struct request request = {.op = OP_FOLLOW_ADD,
                                    .as.follow_add.name = invocation->arguments[0]};
    return query_ask(invocation, QUERY_SELF, &request, show_followed);
}

enum exit_code run_unfollow(const struct invocation *invocation)
{
    const struct request request = {.op = OP_FOLLOW_REMOVE,
                                    .as.follow_remove.name = invocation->arguments[0]};
    return query_ask(invocation, QUERY_SELF, &request, show_unfollowed);
}
