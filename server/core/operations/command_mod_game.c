/* SPDX-License-Identifier: MIT */
/*
 * mod.game: a game as moderators see it. mod.annul: takes rated games out of the ratings. It asks
 * the store for the games, then writes an act with them, and tells the effect on ratings when that
 * is stored.
 */
#include "base/memory.h"
#include "proto/id.h"
#include "server/core/operations/mod.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/fines.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/people/ratings.h"
#include "server/core/table/export.h"
#include "server/core/table/match.h"
#include "server/core/table/match_end.h"
#include "server/core/table/view.h"
#include "server/core/turn/call.h"
#include "server/core/turn/keys.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <stdlib.h>

static struct mod_annul_reply reply_of(const struct mod *mod)
{
    return (struct mod_annul_reply){.games = mod->games, .more = mod->has_more};
}

static void annul_stored(struct core *core, struct wait *wait, int status,
                         enum store_op_result result)
{
    const struct mod_annul_reply reply = reply_of(wait->data);
    struct call call;
    if (!asker_call_stored(core, wait, status, &call))
        return;
    if (result == STORE_APPLIED)
        call_reply_stored(&call, &reply);
    else
        call_error(&call, ERR_ALREADY_ANNULLED);
}

static const uint64_t *games_of(struct core *core, const struct store_annullable *found)
{
    uint64_t *games = arena_alloc(&core->arena, found->rows_count * sizeof(*games));
    for (size_t i = 0; i < found->rows_count; i++)
        games[i] = found->rows[i].game;
    return games;
}

/* The games as found, of a player or a single one. */
static int annul_write(struct call *call, const struct store_annullable *found)
{
    struct core *core = call->core;
    struct mod *mod = call->wait->data;
    char detail[ID_TEXT_SIZE + 24];
    const struct fines_months months = fines_open_months(core);
    const struct store_annulment annulled = {.games = games_of(core, found),
                                             .games_count = found->rows_count,
                                             .memo = memos_id(core),
                                             .terms = core->options.rating_terms,
                                             .first_month = months.first,
                                             .month_starts = months.starts,
                                             .month_starts_count = months.count + 1};
    if (mod->game != 0)
        id_format(mod->game, detail);
    else
        snprintf(detail, sizeof(detail), "%zu", found->rows_count);
    const struct store_act act = {.act = MOD_ANNUL,
                                  .player = mod->player,
                                  .reason = mod->reason,
                                  .detail = detail,
                                  .annulled = &annulled};
    mod->games = (int64_t)found->rows_count;
    mod->has_more = found->has_more;
    size_t index = moderation_record(call, &act);
    ratings_will_move_somewhere(core);
    const struct mod_annul_reply reply = reply_of(mod);
    keys_wait(core, wait_again(call->wait), index, &reply, annul_stored);
    return 0;
}

/* Whether the asker may annul the game; else the error. */
static int check_game(const struct call *call, const struct store_annullable *found)
{
    const struct store_annullable_game *game = found->rows;
    if (found->rows_count == 0)
        return ERR_NO_SUCH_GAME;
    int status = moderation_check_game(call, game);
    if (status != 0)
        return status;
    if (!game->has_moved)
        return ERR_MOVED_NO_RATING;
    return game->is_annulled ? ERR_ALREADY_ANNULLED : 0;
}

static int games_found(struct call *call, const struct store_answer *answer)
{
    const struct mod *mod = call->wait->data;
    const struct store_annullable *found = &answer->as.annullable;
    int status = mod->game != 0 ? check_game(call, found) : 0;
    if (status == 0)
        status = writes_ready(call);
    if (status != 0)
        return status;
    return found->rows_count > 0 ? annul_write(call, found)
                                 : call_reply(call, &(struct mod_annul_reply){0});
}

/* The player is one whom the asker may act on; so are the opponents in the games that are found. */
static int annul_player(struct call *call, struct player *player)
{
    const struct mod *mod = call->wait->data;
    const struct store_query query = {.kind = STORE_ANNULLABLE,
                                      .as.annullable = {.player = player_id(player),
                                                        .since_ms = mod->since_ms,
                                                        .except = call->asker.player,
                                                        .below = (int)moderation_reach(call),
                                                        .limit = STORE_ANNUL_MAX}};
    return asker_ask_next(call, &query, games_found, 0);
}

static int annul_game(struct call *call, struct mod *take_mod)
{
    const struct store_query query = {.kind = STORE_ANNULLABLE,
                                      .as.annullable = {.game = take_mod->game, .limit = 1}};
    int status = mod_check_reason(call, take_mod);
    if (status == 0)
        status = writes_ready(call);
    if (status != 0) {
        free(take_mod);
        return status;
    }
    return asker_ask(call, take_mod, &query, games_found, 0);
}

int command_mod_annul(struct call *call)
{
    const struct mod_annul_request *request = &call->request->mod_annul;
    if (request->game == 0 && request->name == NULL) {
        call->fault.field = "game";
        return ERR_MISSING_FIELD;
    }
    struct mod *mod = mod_new(call, annul_player, request->reason);
    mod->game = request->game;
    mod->since_ms = request->since;
    return request->game != 0 ? annul_game(call, mod) : mod_begin(call, mod, request->name);
}

/* ------------------------------------------------------------------ a game for moderators */

/* A digit and a space for each action, and one more. */
#define DIGITS_SIZE (2 * (GAME_ACTIONS_MAX + 1) + 1)

static char *digits_new(struct core *core)
{
    char *digits = arena_alloc(&core->arena, DIGITS_SIZE);
    digits[0] = '\0';
    return digits;
}

static void digit_put(char *digits, size_t at, int value)
{
    snprintf(digits + (at > 0 ? 2 * at - 1 : 0), 3, at > 0 ? " %d" : "%d", value);
}

/* The player of each action, by the rules. */
static const char *acted_by(struct core *core, const struct match *match)
{
    char *by = digits_new(core);
    const struct action *actions = game_actions(match_game(match));
    struct game *game = arena_alloc(&core->arena, sizeof(*game));
    game_init(game, match_game(match)->variant);
    for (size_t ply = 0; ply < match_game(match)->ply; ply++) {
        digit_put(by, ply, game_to_act(game) == SEAT_FIRST ? 1 : 2);
        game_do(game, actions[ply]);
    }
    return by;
}

static const char *lost_at(struct core *core, const struct match *match,
                           const struct game_read *read)
{
    char *lost = digits_new(core);
    for (size_t ply = 0; ply <= match_game(match)->ply; ply++)
        digit_put(lost, ply, (read->plies[ply / 8] >> ply % 8 & 1) != 0 ? 1 : 0);
    return lost;
}

/* Of a game that is loaded, or in memory. */
static const char *spent_on(struct core *core, const struct match *match)
{
    struct match_times *times = arena_alloc(&core->arena, sizeof(*times));
    const char *kept = match_spent(match);
    if (kept != NULL)
        return kept[0] != '\0' ? kept : NULL;
    match_times(match, times);
    return times->spent;
}

static int answer_game(struct call *call, const struct match *match, const struct game_read *read)
{
    const struct mod_game_reply reply = {.game = view_game(call->core, match),
                                         .by = acted_by(call->core, match),
                                         .spent = spent_on(call->core, match),
                                         .lost = lost_at(call->core, match, read)};
    return call_reply(call, &reply);
}

static int focus_read(struct call *call, const struct store_answer *answer)
{
    struct game_read *read = call->wait->data;
    for (size_t i = 0; i < answer->as.focus.rows_count; i++) {
        uint32_t ply = answer->as.focus.rows[i].ply;
        if (ply / 8 < sizeof(read->plies))
            read->plies[ply / 8] |= (uint8_t)(1U << ply % 8);
    }
    return game_read(call, read);
}

static int players_read(struct call *call, const struct store_answer *answer)
{
    const struct game_read *read = call->wait->data;
    const struct store_query query = {.kind = STORE_FOCUS, .as.focus = {.id = read->game}};
    const struct store_annullable *found = &answer->as.annullable;
    int error =
        found->rows_count == 0 ? ERR_NO_SUCH_GAME : moderation_check_game(call, found->rows);
    return error != 0 ? error : asker_ask_next(call, &query, focus_read, 0);
}

int command_mod_game(struct call *call)
{
    struct game_read *read = mem_zero(sizeof(*read));
    read->answer = answer_game;
    read->game = call->request->mod_game.game;
    const struct store_query query = {.kind = STORE_ANNULLABLE,
                                      .as.annullable = {.game = read->game, .limit = 1}};
    return asker_ask(call, read, &query, players_read, 0);
}
