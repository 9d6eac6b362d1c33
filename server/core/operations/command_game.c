/* SPDX-License-Identifier: MIT */
/*
 * Commands of the players of a game.
 */
#include "engine/detail.h"
#include "server/core/operations/request.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/table/export.h"
#include "server/core/table/match.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/match_events.h"
#include "server/core/table/match_play.h"
#include "server/core/table/room.h"
#include "server/core/table/room_presence.h"
#include "server/core/table/view.h"
#include "server/core/turn/call.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <string.h>

/* Where a player acts. */
struct seat_at {
    struct room *room;
    struct match *match;
    enum seat seat;
};

/* ------------------------------------------------------------------ finding the game */

/* The game that a request names, if it is the one at its table, in progress or just over. */
static bool find_place(const struct call *call, uint64_t game, struct seat_at *place_out)
{
    struct match *match = match_find(call->core, game);
    struct room *room = match != NULL ? room_find(call->core, match_room(match)) : NULL;
    if (room == NULL || room_match(room) != match)
        return false;
    *place_out = (struct seat_at){
        .room = room, .match = match, .seat = match_seat_of(match, call->asker.player)};
    if (place_out->seat != SEAT_NONE)
        login_is_at(call->core, call->reply_to.conn, room_id(room));
    return true;
}

static int reply_acted(struct call *call, int64_t ply)
{
    return call_reply(call, &(struct game_move_reply){.ply = ply + 1});
}

/* A game that is over and no more at a table: all that can be said is what was said before. */
static int answer_finished(struct call *call, const struct match *match,
                           const struct game_read *read)
{
    struct action action;
    enum seat seat = match_seat_of(match, call->asker.player);
    if (seat == SEAT_NONE)
        return ERR_NOT_YOUR_GAME;
    size_t len = strlen(read->action);
    if (len > 0 && action_parse(match_game(match)->variant, read->action, len, &action) == 0 &&
        match_is_repeat(match, seat, (size_t)read->ply, action))
        return reply_acted(call, read->ply);
    return ERR_GAME_OVER;
}

/* Whether something may be done now in a game. Whatever comes before the flag falls is in time. */
static int check_live(struct call *call, const struct seat_at *place)
{
    return match_is_over(place->match) ? ERR_GAME_OVER : writes_ready(call);
}

/* Finds the place of a request that needs a game in progress. 0 with `place_out->room` NULL: the
 * answer is on its way. */
static int find_live_place(struct call *call, uint64_t game, struct seat_at *place_out)
{
    const struct game_read read = {.answer = answer_finished, .game = game};
    if (!find_place(call, game, place_out)) {
        place_out->room = NULL;
        return game_read(call, &read);
    }
    if (place_out->seat == SEAT_NONE)
        return ERR_NOT_YOUR_GAME;
    return check_live(call, place_out);
}

/* ------------------------------------------------------------------ actions */

/* An action for `ply`: done now, or done already by the same player. */
static int act_at(struct call *call, const struct seat_at *place, int64_t ply, struct action action)
{
    if (match_is_repeat(place->match, place->seat, (size_t)ply, action))
        return 0;
    if (!match_is_over(place->match) && ply != match_game(place->match)->ply)
        return ERR_STALE_PLY;
    int status = check_live(call, place);
    return status != 0 ? status : match_act(call->core, place->room, place->seat, action);
}

/* The game is not at a table any more. */
static int act_elsewhere(struct call *call, const struct game_move_request *request)
{
    struct game_read read = {.answer = answer_finished, .game = request->game, .ply = request->ply};
    snprintf(read.action, sizeof(read.action), "%s", request->action);
    return game_read(call, &read);
}

/* Adds more about an action, where the rules refused it. */
static void say_more(struct call *call, const struct game *game, struct action action, int error)
{
    char *detail = arena_alloc(&call->core->arena, DETAIL_SIZE);
    if (detail_of_refusal(game, action, error, detail))
        call->fault.detail = detail;
}

int command_game_move(struct call *call)
{
    const struct game_move_request *request = &call->request->game_move;
    struct seat_at place;
    struct action action;
    if (!find_place(call, request->game, &place))
        return act_elsewhere(call, request);
    if (place.seat == SEAT_NONE)
        return ERR_NOT_YOUR_GAME;
    int status = action_parse(match_game(place.match)->variant, request->action,
                              strlen(request->action), &action);
    if (status != 0) {
        call->fault.field = "action";
        return status;
    }
    status = act_at(call, &place, request->ply, action);
    if (status != 0)
        say_more(call, match_game(place.match), action, status);
    return status != 0 ? status : reply_acted(call, request->ply);
}

/* ------------------------------------------------------------------ conditional moves */

static int plan_change(struct call *call, const struct seat_at *place)
{
    const struct game_plan_request *request = &call->request->game_plan;
    if (request->lines == NULL)
        return 0;
    if (request->lines[0] == '\0') {
        match_plan_clear(call->core, place->match, place->seat);
        return 0;
    }
    if (request->ply == NONE) {
        call->fault.field = "ply";
        return ERR_MISSING_FIELD;
    }
    return match_plan_set(call->core, place->match, place->seat, request->ply, request->lines);
}

int command_game_plan(struct call *call)
{
    struct seat_at place;
    int status = find_live_place(call, call->request->game_plan.game, &place);
    if (status != 0 || place.room == NULL)
        return status;
    status = plan_change(call, &place);
    if (status != 0)
        return status;
    const struct game_plan_reply reply = {
        .ply = match_game(place.match)->ply,
        .lines = match_plan_lines(call->core, place.match, place.seat)};
    return call_reply(call, &reply);
}

/* ------------------------------------------------------------------ the rest */

/* Adds to an error that lasts for some actions how many these are, and about how long they take. */
static int refuse_for_now(struct call *call, const struct seat_at *place, int error)
{
    int64_t plies = match_plies_to_wait(place->match, place->seat, error);
    if (plies > 0) {
        call->fault.retry_after_plies = plies;
        call->retry_after_ms = match_plies_last_ms(call->core, place->match, plies);
    }
    return error;
}

typedef int match_fn(struct core *core, struct room *room, enum seat seat);

/* Finds the place and does there what is asked for. Returns as find_live_place() does. */
static int do_live(struct call *call, uint64_t game, match_fn *what, struct seat_at *place_out)
{
    int status = find_live_place(call, game, place_out);
    if (status != 0 || place_out->room == NULL)
        return status;
    status = what(call->core, place_out->room, place_out->seat);
    return status != 0 ? refuse_for_now(call, place_out, status) : 0;
}

int command_game_draw(struct call *call)
{
    static match_fn *const answers[] = {[DRAW_WORD_OFFER] = match_draw_offer,
                                        [DRAW_WORD_ACCEPT] = match_draw_accept,
                                        [DRAW_WORD_REFUSE] = match_draw_refuse};
    const struct game_draw_request *request = &call->request->game_draw;
    struct seat_at place;
    int status = do_live(call, request->game, answers[request->answer], &place);
    if (status != 0 || place.room == NULL)
        return status;
    return call_reply(call, &(struct game_draw_reply){.agreed = match_is_over(place.match)});
}

int command_game_takeback(struct call *call)
{
    static match_fn *const answers[] = {[TAKEBACK_WORD_ASK] = match_takeback_ask,
                                        [TAKEBACK_WORD_ACCEPT] = match_takeback_accept,
                                        [TAKEBACK_WORD_REFUSE] = match_takeback_refuse};
    const struct game_takeback_request *request = &call->request->game_takeback;
    struct seat_at place;
    int status = do_live(call, request->game, answers[request->answer], &place);
    if (status != 0 || place.room == NULL)
        return status;
    bool is_granted = request->answer == TAKEBACK_WORD_ASK &&
                      match_takeback_grant(call->core, place.room, place.seat);
    const struct game_takeback_reply reply = {.taken = is_granted ||
                                                       request->answer == TAKEBACK_WORD_ACCEPT,
                                              .ply = match_game(place.match)->ply};
    return call_reply(call, &reply);
}

int command_game_give_time(struct call *call)
{
    const struct game_give_time_request *request = &call->request->game_give_time;
    struct seat_at place;
    int status = find_live_place(call, request->game, &place);
    if (status != 0 || place.room == NULL)
        return status;
    status = match_give_time(call->core, place.room, place.seat, request->ms);
    if (status != 0)
        return status;
    return call_reply(call, &(struct game_give_time_reply){.ms = request->ms});
}

int command_game_resign(struct call *call)
{
    struct seat_at place;
    int status = do_live(call, call->request->game_resign.game, match_resign, &place);
    return status != 0 || place.room == NULL ? status : call_reply(call, &call_nothing);
}

int command_game_abort(struct call *call)
{
    struct seat_at place;
    int status = do_live(call, call->request->game_abort.game, match_abort, &place);
    return status != 0 || place.room == NULL ? status : call_reply(call, &call_nothing);
}

int command_game_focus(struct call *call)
{
    const struct game_focus_request *request = &call->request->game_focus;
    struct seat_at place;
    int status = find_live_place(call, request->game, &place);
    if (status != 0 || place.room == NULL)
        return status;
    const struct game_focus_reply reply = {.kept = match_is_rated(place.match)};
    match_focus(call->core, place.match, place.seat,
                request->focus == FOCUS_WORD_LOST ? call->reply_to.conn : 0);
    return call_reply(call, &reply);
}

/* ------------------------------------------------------------------ records */

/* ------------------------------------------------------------------ get and sync */

static int answer_get(struct call *call, const struct match *match, const struct game_read *read)
{
    (void)read;
    return call_reply(call, &(struct game_get_reply){.game = view_game(call->core, match)});
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
        match_resend(call->core, call->reply_to.conn, match, (uint32_t)read->since);
    else
        reply.game = whole_game(call, match);
    return call_reply(call, &reply);
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
    return call_reply(call, &reply);
}

int command_game_export(struct call *call)
{
    const struct game_export_request *request = &call->request->game_export;
    const struct game_read read = {
        .answer = answer_export, .game = request->game, .format = request->format};
    return game_read(call, &read);
}
