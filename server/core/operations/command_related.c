/* SPDX-License-Identifier: MIT */
/*
 * Players and their networks: mod.related, mod.points, mod.ban_origin, mod.unban_origin. Who looked
 * at whom is recorded, and told only when the record is stored. While the store is asked the player
 * is held, so that the rights are known at the end, too.
 */
#include "server/core/operations/mod.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/moderation.h"
#include "server/core/people/network.h"
#include "server/core/people/player.h"
#include "server/core/turn/call.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <stdlib.h>

#define MINUTE_MS INT64_C(60000)

/* ------------------------------------------------------------------ telling */

static struct related_record view(struct core *core, const struct store_related *row)
{
    return (struct related_record){
        .name = row->name,
        .guest = row->kind == PLAYER_GUEST,
        .deleted = row->is_deleted,
        .created = row->created_ms,
        .networks = row->networks,
        .days = row->days,
        .last = row->last_ms,
        .ban = moderation_view(core, row->banned_until_ms, row->ban_reason),
        .mute = moderation_view(core, row->muted_until_ms, row->mute_reason)};
}

static void tell(struct call *call, const struct mod *mod, const struct store_relations *relations)
{
    struct core *core = call->core;
    struct related_record *rows =
        arena_alloc(&core->arena, (relations->rows_count + 1) * sizeof(*rows));
    for (size_t i = 0; i < relations->rows_count; i++)
        rows[i] = view(core, &relations->rows[i]);
    const struct store_act act = {.act = MOD_RELATED, .player = mod->player, .reason = mod->reason};
    moderation_record(call, &act);
    const struct mod_related_reply reply = {.name = mod->before,
                                            .rows = rows,
                                            .rows_count = relations->rows_count,
                                            .more = relations->has_more};
    call_reply(call, &reply);
}

/* ------------------------------------------------------------------ asking */

/* Goes on with the request of a wait, or lets the player go. False: there is nothing more to do. */
static bool go_on(struct core *core, const struct wait *wait, int status, struct call *call_out)
{
    const struct mod *mod = wait->data;
    struct player *player = player_find(core, mod->player);
    bool is_there =
        asker_call_stored(core, wait, status == STORE_NOT_FOUND ? STORE_OK : status, call_out);
    int error = 0;
    if (is_there && status == STORE_NOT_FOUND) {
        call_out->fault.field = "after";
        error = ERR_NO_SUCH_PLAYER;
    } else if (is_there) {
        error = mod_check_again(call_out, player);
    }
    if (is_there && error == 0)
        error = writes_ready(call_out);
    if (is_there && error == 0)
        return true;
    player_let_go(core, player);
    if (is_there)
        call_error(call_out, error);
    return false;
}

static void on_related(struct core *core, struct wait *wait, int status,
                       const struct store_answer *answer)
{
    const struct mod *mod = wait->data;
    struct call call;
    if (!go_on(core, wait, status, &call))
        return;
    tell(&call, mod, &answer->as.related);
    player_let_go(core, player_find(core, mod->player));
}

static void ask(struct call *call, struct wait *wait, uint64_t after)
{
    const struct mod *mod = wait->data;
    const struct core *core = call->core;
    const struct store_query query = {
        .kind = STORE_RELATED,
        .as.related = {.player = mod->player,
                       .since_ms = wall_believed_ms(core) - core->options.origin_ms,
                       .below = (int)moderation_reach(call),
                       .after = after,
                       .limit = (uint32_t)mod->limit}};
    struct wait *next = wait_again(wait);
    next->done.query = on_related;
    queries_ask_admitted(call->core, next, &query);
}

static void on_after(struct core *core, struct wait *wait, int status,
                     const struct store_answer *answer)
{
    struct call call;
    if (go_on(core, wait, status, &call))
        ask(&call, wait, answer->as.player_by_name.player.id);
}

static int look(struct call *call, struct wait *wait, struct player *player)
{
    const struct mod *mod = wait->data;
    const struct store_query query = {.kind = STORE_PLAYER_BY_NAME,
                                      .as.player_by_name = {mod->after}};
    player_hold(player);
    if (mod->after[0] == '\0') {
        ask(call, wait, 0);
        return 0;
    }
    struct wait *next = wait_again(wait);
    next->done.query = on_after;
    queries_ask_admitted(call->core, next, &query);
    return 0;
}

int command_mod_related(struct call *call)
{
    const struct mod_related_request *request = &call->request->mod_related;
    struct mod *mod = mod_new(call, request->reason);
    mod->act = look;
    mod->limit = request->limit;
    if (request->after != NULL && !name_key(request->after, mod->after)) {
        free(mod);
        call->fault.field = "after";
        return ERR_NO_SUCH_PLAYER;
    }
    return mod_begin(call, mod, request->name);
}

/* ------------------------------------------------------------------ who has points from whom */

/* Tells no shared network of somebody at whom one may not look. */
static struct points_row_record view_points(const struct call *call,
                                            const struct store_points_row *row)
{
    int64_t held = row->held > 0 ? row->held : NONE;
    return (struct points_row_record){.name = row->name,
                                      .points = row->points,
                                      .games = row->games,
                                      .last = row->last_ms,
                                      .same_network =
                                          row->shares_origin && row->role < moderation_reach(call),
                                      .held = held};
}

static void on_points(struct core *core, struct wait *wait, int status,
                      const struct store_answer *answer)
{
    const struct mod *mod = wait->data;
    struct call call;
    if (!go_on(core, wait, status, &call))
        return;
    const struct store_points_from *points = &answer->as.points_from;
    struct points_row_record *rows =
        arena_alloc(&core->arena, (points->rows_count + 1) * sizeof(*rows));
    for (size_t i = 0; i < points->rows_count; i++)
        rows[i] = view_points(&call, &points->rows[i]);
    const struct mod_points_reply reply = {.name = mod->before,
                                           .held = points->held > 0 ? points->held : NONE,
                                           .rows = rows,
                                           .rows_count = points->rows_count,
                                           .more = points->has_more};
    call_reply(&call, &reply);
    player_let_go(core, player_find(core, mod->player));
}

static int look_for_points(struct call *call, struct wait *wait, struct player *player)
{
    const struct mod *mod = wait->data;
    const struct store_query query = {.kind = STORE_POINTS_FROM,
                                      .as.points_from = {.player = mod->player,
                                                         .from = (uint64_t)mod->from,
                                                         .limit = (uint32_t)mod->limit}};
    player_hold(player);
    struct wait *next = wait_again(wait);
    next->done.query = on_points;
    queries_ask_admitted(call->core, next, &query);
    return 0;
}

int command_mod_points(struct call *call)
{
    const struct mod_points_request *request = &call->request->mod_points;
    struct mod *mod = mod_new(call, NULL);
    mod->act = look_for_points;
    mod->from = request->from;
    mod->limit = request->limit;
    return mod_begin(call, mod, request->name);
}

/* ------------------------------------------------------------------ newcomers */

static int ban_origin(struct call *call, const struct mod *mod,
                      const struct store_recent_origins *networks)
{
    struct core *core = call->core;
    int64_t until_ms = wall_believed_ms(core) + mod->minutes * MINUTE_MS;
    if (networks->rows_count == 0)
        return ERR_NO_NETWORK;
    if (!origin_ban_has_room(core, mod->player, networks->rows_count))
        return ERR_TOO_MANY_NETWORKS;
    origin_ban_put(core, mod->player, networks, until_ms);
    const struct store_act act = {
        .act = MOD_BAN_ORIGIN, .player = mod->player, .until_ms = until_ms, .reason = mod->reason};
    moderation_record(call, &act);
    const struct mod_ban_origin_reply reply = {
        .name = mod->before, .until = until_ms, .networks = (int64_t)networks->rows_count};
    call_reply(call, &reply);
    return 0;
}

static void on_networks(struct core *core, struct wait *wait, int status,
                        const struct store_answer *answer)
{
    const struct mod *mod = wait->data;
    struct call call;
    if (!go_on(core, wait, status, &call))
        return;
    status = ban_origin(&call, mod, &answer->as.recent_origins);
    if (status != 0)
        call_error(&call, status);
    player_let_go(core, player_find(core, mod->player));
}

static int find_networks(struct call *call, struct wait *wait, struct player *player)
{
    const struct core *core = call->core;
    const struct store_query query = {
        .kind = STORE_RECENT_ORIGINS,
        .as.recent_origins = {.player = player_id(player),
                              .since_ms = wall_believed_ms(core) - core->options.origin_ms,
                              .limit = ORIGIN_BAN_NETWORKS}};
    struct wait *next = wait_again(wait);
    next->done.query = on_networks;
    player_hold(player);
    queries_ask_admitted(call->core, next, &query);
    return 0;
}

static int unban_origin(struct call *call, struct wait *wait, struct player *player)
{
    const struct mod *mod = wait->data;
    const struct store_act act = {
        .act = MOD_UNBAN_ORIGIN, .player = player_id(player), .reason = mod->reason};
    if (!origin_ban_is_because_of(call->core, player_id(player)))
        return ERR_NOTHING_TO_LIFT;
    origin_ban_lift(call->core, player_id(player));
    moderation_record(call, &act);
    const struct mod_unban_origin_reply reply = {.name = player_name(player)};
    call_reply(call, &reply);
    return 0;
}

int command_mod_ban_origin(struct call *call)
{
    const struct mod_ban_origin_request *request = &call->request->mod_ban_origin;
    struct mod *mod = mod_new(call, request->reason);
    mod->act = find_networks;
    mod->minutes = request->minutes;
    return mod_begin(call, mod, request->name);
}

int command_mod_unban_origin(struct call *call)
{
    const struct mod_unban_origin_request *request = &call->request->mod_unban_origin;
    struct mod *mod = mod_new(call, request->reason);
    mod->act = unban_origin;
    return mod_begin(call, mod, request->name);
}
