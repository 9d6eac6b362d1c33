/* SPDX-License-Identifier: MIT */
/*
 * A game as those who keep order see it: mod.game. The store is asked who played it, and then what
 * it has of the focus; the game, wherever it is, comes after that.
 */
#include "base/memory.h"
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/moderation.h"
#include "server/core/table/game_read.h"
#include "server/core/table/match.h"
#include "server/core/table/match_end.h"
#include "server/core/table/view.h"
#include "server/core/turn/call.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"
#include "server/core/turn/writes.h"

#include <stdio.h>

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

/* Who made each action, by the rules. */
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
    call_reply(call, &reply);
    return 0;
}

static void focus_read(struct core *core, struct wait *wait, int status,
                       const struct store_answer *answer)
{
    struct game_read *read = wait->data;
    struct call call;
    if (!asker_call_stored(core, wait, status, &call))
        return;
    for (size_t i = 0; i < answer->as.focus.rows_count; i++) {
        uint32_t ply = answer->as.focus.rows[i].ply;
        if (ply / 8 < sizeof(read->plies))
            read->plies[ply / 8] |= (uint8_t)(1U << ply % 8);
    }
    status = game_read(&call, read);
    if (status != 0)
        call_error(&call, status);
}

static void players_read(struct core *core, struct wait *wait, int status,
                         const struct store_answer *answer)
{
    const struct game_read *read = wait->data;
    const struct store_query query = {.kind = STORE_FOCUS, .as.focus = {.id = read->game}};
    struct call call;
    if (!asker_call_stored(core, wait, status, &call))
        return;
    const struct store_annullable *found = &answer->as.annullable;
    int error =
        found->rows_count == 0 ? ERR_NO_SUCH_GAME : moderation_check_game(&call, found->rows);
    if (error != 0) {
        call_error(&call, error);
        return;
    }
    struct wait *next = wait_again(wait);
    next->done.query = focus_read;
    queries_ask_admitted(core, next, &query);
}

int command_mod_game(struct call *call)
{
    struct game_read *read = mem_zero(sizeof(*read));
    struct wait *wait = wait_new(call, read);
    read->answer = answer_game;
    read->game = call->request->mod_game.game;
    wait->done.query = players_read;
    const struct store_query query = {.kind = STORE_ANNULLABLE,
                                      .as.annullable = {.game = read->game, .limit = 1}};
    return queries_ask(call, wait, &query);
}
