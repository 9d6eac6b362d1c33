/* SPDX-License-Identifier: MIT */
/*
 * Commands that read games: game.sync, game.get, game.export.
 */
#include "server/core/operations/request.h"
#include "server/core/people/player.h"
#include "server/core/table/export.h"
#include "server/core/table/game_read.h"
#include "server/core/table/match.h"
#include "server/core/table/match_events.h"
#include "server/core/table/match_turn.h"
#include "server/core/table/room.h"
#include "server/core/table/room_presence.h"
#include "server/core/table/view.h"
#include "server/core/turn/call.h"

/* ------------------------------------------------------------------ get and sync */

static int answer_get(struct call *call, const struct match *match, const struct game_read *read)
{
    (void)read;
    const struct game_get_reply reply = {.game = view_game(call->core, match)};
    call_reply(call, &reply);
    return 0;
}

int command_game_get(struct call *call)
{
    const struct game_read read = {.answer = answer_get, .game = call->request->game_get.game};
    return game_read(call, &read);
}

/* Gives the whole game: to somebody who follows it, the presence of its players, too. */
static const struct game_record *whole_game(struct call *call, const struct match *match)
{
    struct room *room = room_find(call->core, match_room(match));
    if (room != NULL)
        room_presence_shown(call->core, room, call_player(call));
    return view_game(call->core, match);
}

static int answer_sync(struct call *call, const struct match *match, const struct game_read *read)
{
    struct game_sync_reply reply = {.seq = match_seq(match),
                                    .clocks = view_clocks_now(call->core, match),
                                    .clock_waits_ms = match_waits_ms(call->core, match),
                                    .server_now = call->core->now.wall_ms};
    if (match_can_resend(match, read->since))
        match_resend(call->core, call->origin.conn, match, (uint32_t)read->since);
    else
        reply.game = whole_game(call, match);
    call_reply(call, &reply);
    return 0;
}

int command_game_sync(struct call *call)
{
    const struct game_sync_request *request = &call->request->game_sync;
    const struct game_read read = {
        .answer = answer_sync, .game = request->game, .since = request->since};
    return game_read(call, &read);
}

/* ------------------------------------------------------------------ export */

static int answer_export(struct call *call, const struct match *match, const struct game_read *read)
{
    struct exported_game_record made;
    int error = export_make(call->core, match, read->format, &made);
    if (error != 0)
        return error;
    const struct game_export_reply reply = {.text = made.text != NULL ? made.text : "",
                                            .json = made.json};
    call_reply(call, &reply);
    return 0;
}

int command_game_export(struct call *call)
{
    const struct game_export_request *request = &call->request->game_export;
    const struct game_read read = {
        .answer = answer_export, .game = request->game, .format = request->format};
    return game_read(call, &read);
}
