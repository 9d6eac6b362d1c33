/* SPDX-License-Identifier: MIT */
/*
 * Commands that read about players: rating.top, rating.around, rating.fines, player.games. A name
 * is looked up first; then the store is asked the question itself.
 */
#include "db/fine.h"
#include "db/rating.h"
#include "server/core/operations/mod.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/moderation.h"
#include "server/core/people/network.h"
#include "server/core/people/player.h"
#include "server/core/table/match.h"
#include "server/core/table/match_clock.h"
#include "server/core/table/room.h"
#include "server/core/table/seating.h"
#include "server/core/turn/call.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/wait.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

/* A provisional rating has no rank. */
static int64_t rank_or_none(uint64_t rank)
{
    return rank > 0 ? (int64_t)rank : NONE;
}

/* ------------------------------------------------------------------ leaderboard */

static struct standing_record *view_standings(struct core *core,
                                              const struct store_standings *standings)
{
    struct standing_record *rows = arena_alloc(&core->arena, standings->rows_count * sizeof(*rows));
    for (size_t i = 0; i < standings->rows_count; i++) {
        const struct store_standing *standing = &standings->rows[i];
        rows[i] = (struct standing_record){
            .rank = (int64_t)standing->rank,
            .name = standing->name,
            .rating = standing->points,
            .games = standing->games,
            .listed = standing->listed < standing->points ? standing->listed : NONE};
    }
    return rows;
}

static int top_read(struct call *call, const struct store_answer *answer)
{
    const struct store_standings *standings = &answer->as.top;
    const struct rating_top_reply reply = {.total = (int64_t)standings->total,
                                           .rows = view_standings(call->core, standings),
                                           .rows_count = standings->rows_count};
    return call_reply(call, &reply);
}

int command_rating_top(struct call *call)
{
    const struct rating_top_request *request = &call->request->rating_top;
    const struct store_query query = {.kind = STORE_TOP,
                                      .as.top = {.variant = request->variant->id,
                                                 .from = (uint64_t)request->from,
                                                 .limit = (uint32_t)request->limit}};
    return asker_ask(call, NULL, &query, top_read, ERR_NO_SUCH_PLAYER);
}

static int around_read(struct call *call, const struct store_answer *answer)
{
    struct core *core = call->core;
    const struct question *question = call->wait->data;
    const struct store_rating *rating = &question->rating;
    const struct store_standings *standings = &answer->as.around;
    bool is_provisional = standings->rank == 0 && rating->games > 0 && rating->established_ms == 0;
    const struct provisional_rest rest = provisional_rest(rating, &core->options.rating_terms);
    const struct rating_around_reply reply = {.total = (int64_t)standings->total,
                                              .rank = rank_or_none(standings->rank),
                                              .provisional = is_provisional,
                                              .rating = is_provisional ? rating->points : NONE,
                                              .games_to_go = is_provisional ? rest.games : NONE,
                                              .opponents_to_go =
                                                  is_provisional ? rest.opponents : NONE,
                                              .rows = view_standings(core, standings),
                                              .rows_count = standings->rows_count};
    return call_reply(call, &reply);
}

int command_rating_around(struct call *call)
{
    const struct rating_around_request *request = &call->request->rating_around;
    struct question *question = question_new();
    question->query = (struct store_query){
        .kind = STORE_AROUND,
        .as.around = {.variant = request->variant->id, .limit = (uint32_t)request->limit}};
    question->player_id = &question->query.as.around.player;
    question->variant = (int)request->variant->id;
    question->read = around_read;
    return question_ask_about(call, question, request->name, NULL);
}

/* ------------------------------------------------------------------ fines */

static int fines_read(struct call *call, const struct store_answer *answer)
{
    struct core *core = call->core;
    const struct question *question = call->wait->data;
    const struct store_fines *fines = &answer->as.fines;
    struct fine_row_record *rows = arena_alloc(&core->arena, fines->rows_count * sizeof(*rows));
    for (size_t i = 0; i < fines->rows_count; i++) {
        const struct store_fined *row = &fines->rows[i];
        char *month = arena_alloc(&core->arena, FINE_MONTH_SIZE);
        fine_month_text(row->month, month);
        rows[i] = (struct fine_row_record){.variant = variant_get(row->variant),
                                           .month = month,
                                           .before = row->before,
                                           .after = row->after,
                                           .at = row->at_ms};
    }
    const struct rating_fines_reply reply = {.name = question->name,
                                             .rows = rows,
                                             .rows_count = fines->rows_count,
                                             .more = fines->has_more};
    return call_reply(call, &reply);
}

int command_rating_fines(struct call *call)
{
    const struct rating_fines_request *request = &call->request->rating_fines;
    struct question *question = question_new();
    question->query = (struct store_query){
        .kind = STORE_FINES,
        .as.fines = {.from = (uint64_t)request->from, .limit = (uint32_t)request->limit}};
    question->player_id = &question->query.as.fines.player;
    question->read = fines_read;
    return question_ask_about(call, question, request->name, NULL);
}

/* ------------------------------------------------------------------ games in progress */

/* As many as the reply may have; no player can sit in more rooms (rooms_per_player). */
#define GAMES_MAX 64
#define ACTIONS_BYTES_MAX 24576 /* of a reply of 65536 */

/* The last action on the board; NULL: there is none. */
static const char *view_last(struct core *core, const struct game *game)
{
    char text[ACTION_TEXT_SIZE];
    if (game->ply == 0)
        return NULL;
    action_format(game->variant, game_actions(game)[game->ply - 1], text);
    return arena_text(&core->arena, text, strlen(text));
}

/* Where nobody is helped beside the game: with its boards alone, if it is one of days. */
static const char *view_actions(struct core *core, const struct match *match)
{
    char text[GAME_TEXT_SIZE];
    if (!match_is_rated(match) || match_is_real_time(match))
        return NULL;
    int len = game_format(match_game(match), text, sizeof(text));
    assert(len >= 0);
    return arena_text(&core->arena, text, (size_t)len);
}

/* The names are copied: a match from the store is freed before the reply is encoded. */
static struct current_game_record view_current(struct core *core, const struct match *match)
{
    enum seat acts = game_to_act(match_game(match));
    const char *first = known_name(match_player(match, SEAT_FIRST));
    const char *second = known_name(match_player(match, SEAT_SECOND));
    return (struct current_game_record){
        .game = match_id(match),
        .room = match_room(match),
        .variant = match_game(match)->variant,
        .rated = match_is_rated(match),
        .first = arena_text(&core->arena, first, strlen(first)),
        .second = arena_text(&core->arena, second, strlen(second)),
        .ply = match_game(match)->ply,
        .to_act = (int)acts,
        .left_ms = match_left_ms(core, match, acts),
        .acted = match_acted_ms(match),
        .last = view_last(core, match_game(match)),
        .actions = view_actions(core, match),
    };
}

/* Many long games do not fit a reply: all help rests for whoever plays them. */
static void keep_short(struct current_game_record *games, size_t count)
{
    size_t left = ACTIONS_BYTES_MAX;
    for (size_t i = 0; i < count; i++) {
        size_t len = games[i].actions != NULL ? strlen(games[i].actions) : 0;
        if (len > left)
            games[i].actions = NULL;
        else
            left -= len;
    }
}

/* Games at tables that are awake. */
static size_t view_awake(struct core *core, uint64_t id, struct current_game_record *games)
{
    size_t count = 0;
    struct room *room;
    const struct player *player = player_find(core, id);
    if (player == NULL)
        return 0;
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++)
        if (room_is_playing(room) && count < GAMES_MAX)
            games[count++] = view_current(core, room_match(room));
    return count;
}

/* Games at tables that sleep: of the stored ones those that memory does not know better. */
static size_t view_asleep(struct core *core, const struct store_games *stored,
                          struct current_game_record *games, size_t count)
{
    for (size_t i = 0; i < stored->rows_count && count < GAMES_MAX; i++) {
        if (match_find(core, stored->rows[i].start.id) != NULL)
            continue;
        struct match *match = match_from_store(core, &stored->rows[i], false);
        games[count++] = view_current(core, match);
        match_free(core, match, false);
    }
    return count;
}

static int compare_games(const void *left, const void *right)
{
    const struct current_game_record *a = left;
    const struct current_game_record *b = right;
    return (a->game > b->game) - (a->game < b->game);
}

static int games_read(struct call *call, const struct store_answer *answer)
{
    struct core *core = call->core;
    const struct question *question = call->wait->data;
    struct current_game_record games[GAMES_MAX];
    size_t count = view_awake(core, *question->player_id, games);
    count = view_asleep(core, &answer->as.slow_games, games, count);
    qsort(games, count, sizeof(*games), compare_games);
    keep_short(games, count);
    const struct player_games_reply reply = {
        .name = question->name, .games = games, .games_count = count};
    return call_reply(call, &reply);
}

/* The store is asked for correspondence games alone: all others are in memory, and so are those of
 * correspondence whose tables are awake. */
int command_player_games(struct call *call)
{
    struct question *question = question_new();
    question->query.kind = STORE_SLOW_GAMES;
    question->player_id = &question->query.as.slow_games.id;
    question->read = games_read;
    return question_ask_about(call, question, call->request->player_games.name, NULL);
}

/* ------------------------------------------------------------------ players who may be one */

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

static int related_read(struct call *call, const struct store_answer *answer)
{
    struct core *core = call->core;
    const struct mod *mod = call->wait->data;
    const struct store_relations *relations = &answer->as.related;
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
    return call_reply(call, &reply);
}

/* ------------------------------------------------------------------ asking */

static int ask(struct call *call, uint64_t after)
{
    const struct mod *mod = call->wait->data;
    const struct core *core = call->core;
    const struct store_query query = {
        .kind = STORE_RELATED,
        .as.related = {.player = mod->player,
                       .since_ms = wall_believed_ms(core) - core->options.origin_ms,
                       .below = (int)moderation_reach(call),
                       .after = after,
                       .limit = (uint32_t)mod->limit}};
    return mod_ask(call, &query, related_read);
}

static int after_found(struct call *call, const struct store_answer *answer)
{
    return ask(call, answer->as.player_by_name.player.id);
}

static int look(struct call *call, struct player *player)
{
    const struct mod *mod = call->wait->data;
    const struct store_query query = {.kind = STORE_PLAYER_BY_NAME,
                                      .as.player_by_name = {mod->after}};
    (void)player;
    return mod->after[0] != '\0' ? mod_ask(call, &query, after_found) : ask(call, 0);
}

int command_mod_related(struct call *call)
{
    const struct mod_related_request *request = &call->request->mod_related;
    struct mod *mod = mod_new(call, look, request->reason);
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

static int points_read(struct call *call, const struct store_answer *answer)
{
    const struct mod *mod = call->wait->data;
    const struct store_points_from *points = &answer->as.points_from;
    struct points_row_record *rows =
        arena_alloc(&call->core->arena, (points->rows_count + 1) * sizeof(*rows));
    for (size_t i = 0; i < points->rows_count; i++)
        rows[i] = view_points(call, &points->rows[i]);
    const struct mod_points_reply reply = {.name = mod->before,
                                           .held = points->held > 0 ? points->held : NONE,
                                           .rows = rows,
                                           .rows_count = points->rows_count,
                                           .more = points->has_more};
    return call_reply(call, &reply);
}

static int look_for_points(struct call *call, struct player *player)
{
    const struct mod *mod = call->wait->data;
    const struct store_query query = {.kind = STORE_POINTS_FROM,
                                      .as.points_from = {.player = mod->player,
                                                         .from = (uint64_t)mod->from,
                                                         .limit = (uint32_t)mod->limit}};
    (void)player;
    return mod_ask(call, &query, points_read);
}

int command_mod_points(struct call *call)
{
    const struct mod_points_request *request = &call->request->mod_points;
    struct mod *mod = mod_new(call, look_for_points, NULL);
    mod->from = request->from;
    mod->limit = request->limit;
    return mod_begin(call, mod, request->name);
}

/* ------------------------------------------------------------------ newcomers */

static int networks_read(struct call *call, const struct store_answer *answer)
{
    const struct mod *mod = call->wait->data;
    const struct store_recent_origins *networks = &answer->as.recent_origins;
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
    return call_reply(call, &reply);
}

static int find_networks(struct call *call, struct player *player)
{
    const struct core *core = call->core;
    const struct store_query query = {
        .kind = STORE_RECENT_ORIGINS,
        .as.recent_origins = {.player = player_id(player),
                              .since_ms = wall_believed_ms(core) - core->options.origin_ms,
                              .limit = ORIGIN_BAN_NETWORKS}};
    return mod_ask(call, &query, networks_read);
}

static int unban_origin(struct call *call, struct player *player)
{
    const struct mod *mod = call->wait->data;
    const struct store_act act = {
        .act = MOD_UNBAN_ORIGIN, .player = player_id(player), .reason = mod->reason};
    if (!origin_ban_is_because_of(call->core, player_id(player)))
        return ERR_NOTHING_TO_LIFT;
    origin_ban_lift(call->core, player_id(player));
    moderation_record(call, &act);
    return call_reply(call, &(struct mod_unban_origin_reply){.name = player_name(player)});
}

int command_mod_ban_origin(struct call *call)
{
    const struct mod_ban_origin_request *request = &call->request->mod_ban_origin;
    struct mod *mod = mod_new(call, find_networks, request->reason);
    mod->minutes = request->minutes;
    return mod_begin(call, mod, request->name);
}

int command_mod_unban_origin(struct call *call)
{
    const struct mod_unban_origin_request *request = &call->request->mod_unban_origin;
    return mod_begin(call, mod_new(call, unban_origin, request->reason), request->name);
}
