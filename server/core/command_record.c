/* SPDX-License-Identifier: MIT */
/*
 * Commands that read games: game.sync, game.get, game.export.
 */
#include "engine/record.h"
#include "proto/id.h"
#include "server/core/game_read.h"
#include "server/core/match.h"
#include "server/core/request.h"
#include "server/core/view.h"

#include <time.h>

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
    const struct game_read read = {.answer = answer_get};
    return game_read(call, call->request->game_get.game, &read);
}

/* The log of a game that was loaded after its end is gone: then only the whole game will do. */
static bool can_resend(const struct match *match, int64_t since)
{
    uint32_t events = match->state.log_count + (match->state.is_over ? 1 : 0);
    return since != NONE && since <= match->state.seq && events == match->state.seq;
}

static int answer_sync(struct call *call, const struct match *match, const struct game_read *read)
{
    struct game_sync_reply reply = {.seq = match->state.seq,
                                    .clocks = view_clocks_now(call->core, match),
                                    .server_now = call->core->now.wall_ms};
    if (can_resend(match, read->since))
        match_resend(call->core, call->conn, match, (uint32_t)read->since);
    else
        reply.game = view_game(call->core, match);
    call_reply(call, &reply);
    return 0;
}

int command_game_sync(struct call *call)
{
    const struct game_sync_request *request = &call->request->game_sync;
    const struct game_read read = {.answer = answer_sync, .since = request->since};
    return game_read(call, request->game, &read);
}

/* ------------------------------------------------------------------ export */

static void format_date(int64_t at_ms, char date[16])
{
    time_t seconds = (time_t)(at_ms / 1000);
    struct tm tm;
    if (gmtime_r(&seconds, &tm) == NULL || strftime(date, 16, "%Y-%m-%d", &tm) == 0)
        date[0] = '\0';
}

static int answer_export(struct call *call, const struct match *match, const struct game_read *read)
{
    const struct match_state *state = &match->state;
    char id[ID_TEXT_SIZE];
    char date[16];
    id_format(match->id, id);
    format_date(match->started_ms, date);
    const struct record_tags tags = {
        .player = {match->players[SEAT_FIRST].name, match->players[SEAT_SECOND].name},
        .event = match->rated ? "rated game" : "unrated game",
        .place = id,
        .date = date,
        .winner = state->is_over && state->outcome.result <= RESULT_SECOND
                      ? (enum seat)state->outcome.result
                      : SEAT_NONE,
        .reason = state->is_over ? reason_word(state->outcome.reason) : NULL,
    };
    char *text = arena_alloc(&call->core->arena, RECORD_SIZE_MAX);
    int len = read->format == FORMAT_WORD_SGF
                  ? record_write_sgf(&state->game, &tags, text, RECORD_SIZE_MAX)
                  : record_write_psq(&state->game, &tags, text, RECORD_SIZE_MAX);
    if (len < 0)
        return ERR_REPLY_TOO_LONG;
    const struct game_export_reply reply = {.text = text};
    call_reply(call, &reply);
    return 0;
}

int command_game_export(struct call *call)
{
    const struct game_export_request *request = &call->request->game_export;
    const struct game_read read = {.answer = answer_export, .format = request->format};
    return game_read(call, request->game, &read);
}
