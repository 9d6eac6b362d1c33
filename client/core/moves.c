/* SPDX-License-Identifier: MIT */
/*
 * The moves of client/core/moves.h.
 */
#include "client/core/moves.h"

#include "proto/error.h"

static enum moves_fate send_move(struct session *session, struct table *table, struct action action)
{
    struct request request = {.op = OP_GAME_MOVE};
    char text[ACTION_TEXT_SIZE];
    action_format(table->variant, action, text);
    request.as.game_move =
        (struct game_move_request){.game = table->game_id, .ply = table->game.ply, .action = text};
    if (session_request(session, &request) == NO_REQUEST_ID)
        return MOVES_IMPOSSIBLE;
    table_set_pending(table, action, true);
    return MOVES_SENT;
}

static int keep_move(struct session *session, struct table *table, struct action action)
{
    int error = table_is_my_turn(table) ? game_check(&table->game, action) : ERR_NOT_YOUR_TURN;
    if (error != 0)
        return error;
    session_drop_moves(session, table->game_id);
    table_set_pending(table, action, false);
    return MOVES_KEPT;
}

int moves_make(struct session *session, struct table *table, struct action action)
{
    struct action before;
    if (!session_is_ready(session))
        return keep_move(session, table, action);
    if (table_pending(table, &before) && table->pending.is_sent)
        return MOVES_BEFORE;
    return (int)send_move(session, table, action);
}

enum moves_fate moves_come_back(struct session *session, struct table *table)
{
    struct action action;
    if (!table->pending.is_there || table->pending.is_sent)
        return MOVES_NONE;
    bool is_current = table_pending(table, &action);
    table_drop_pending(table);
    return is_current ? send_move(session, table, action) : MOVES_OUTDATED;
}

enum moves_fate moves_forget(struct session *session, struct table *table)
{
    struct action action;
    if (session_is_ready(session) || !table_pending(table, &action))
        return MOVES_NONE;
    session_drop_moves(session, table->game_id);
    table_drop_pending(table);
    return table->pending.is_sent ? MOVES_UNKNOWN : MOVES_FORGOTTEN;
}
