/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine: moves that avert it, months that are settled, warnings. What is settled is in
 * core->fines, an image of what is stored like a player's ratings.
 */
#include "server/core/fines.h"

#include "db/fine.h"
#include "server/core/calendar.h"
#include "server/core/player.h"
#include "server/core/wait.h"
#include "server/core/wall.h"
#include "server/core/writes.h"

#include <assert.h>
#include <stdio.h>

static const struct calendar *calendar_of(const struct core *core)
{
    return core->options.calendar;
}

int fines_month(const struct core *core)
{
    return calendar_month_of(calendar_of(core), core->now.wall_ms);
}

int fines_playing_month(const struct core *core)
{
    int month = calendar_month_of(calendar_of(core), wall_believed_ms(core));
    int settled = core->fines.state.settled_month;
    return month > settled ? month : settled + 1;
}

void fines_load(struct core *core, int settled_month, int64_t youngest_ms)
{
    core->fines.state = (struct fines_state){.settled_month = settled_month};
    core->fines.youngest_ms = youngest_ms;
    int64_t settled_ms = settled_month > 0 ? calendar_fine_ms(calendar_of(core), settled_month) : 0;
    wall_check_stored(core, youngest_ms > settled_ms ? youngest_ms : settled_ms);
}

/* ------------------------------------------------------------------ moves */

void fines_note_move(struct core *core, const struct match *match, enum seat seat)
{
    const struct variant *variant = match->game.variant;
    struct player *player = player_find(core, match->players[seat].id);
    assert(player != NULL); /* both sit at the table until the game is over */
    struct store_rating *rating = &player->state.ratings[variant->id];
    int month = fines_playing_month(core);
    if (!match->rated || !variant->is_fined || rating->games == 0)
        return;
    if ((rating->active_months & fine_bit(month)) != 0 ||
        !fine_counts_moves(core->fines.state.settled_month, month))
        return;
    player_touch(core, player);
    rating->active_months |= fine_bit(month);
    const struct store_op op = {
        .kind = STORE_RATING_ACTIVE,
        .as.active = {.player = player->id, .variant = variant->id, .month = month},
    };
    writes_add(core, &op);
}

/* ------------------------------------------------------------------ which month */

/* The next month to settle. A store that never settled one begins with the month before the
 * present one: what was before that was played without the fine. */
static int next_month(const struct core *core)
{
    int settled = core->fines.state.settled_month;
    return settled > 0 ? settled + 1 : fines_month(core) - 1;
}

static int64_t next_fine_ms(const struct core *core)
{
    return calendar_fine_ms(calendar_of(core), next_month(core));
}

/* How many months have passed without being settled. A store that never settled one was last used
 * when its youngest was made. */
static int months_missed(const struct core *core)
{
    int due = fines_month(core) - 1;
    int settled = core->fines.state.settled_month;
    if (core->now.wall_ms < calendar_fine_ms(calendar_of(core), due))
        due--;
    if (settled == 0 && core->fines.youngest_ms != 0)
        settled = calendar_month_of(calendar_of(core), core->fines.youngest_ms) - 1;
    return settled == 0 ? 1 : due - settled;
}

static bool missed_too_many(const struct core *core)
{
    return months_missed(core) > (int)core->options.fine_months;
}

/* Whether the clock says when fines fall. */
static bool clock_is_good(const struct core *core)
{
    return wall_is_trusted(core) && !missed_too_many(core);
}

/* One month after the other: the next one when the last one is settled or taken back. */
static bool can_write(const struct core *core)
{
    return !core->is_shutting_down && !core->writes.is_failing &&
           core->fines.state.batch <= core->writes.settled;
}

static bool is_due(const struct core *core)
{
    return core->now.wall_ms >= next_fine_ms(core);
}

/* ------------------------------------------------------------------ settling */

static void tell_fined(struct core *core, const struct player *player, enum variant_id variant,
                       int month, int before)
{
    char text[FINE_MONTH_SIZE];
    fine_month_text(month, text);
    const struct rating_fined_event body = {.variant = variant_get(variant),
                                            .month = text,
                                            .before = before,
                                            .after = player->state.ratings[variant].points};
    player_tell(core, player, NULL, EVENT_RATING_FINED, &body);
}

/* The same as the store does. */
static void settle_player(struct core *core, struct player *player, int settled, int month)
{
    bool is_spared = fine_spares(player_account(player), core->now.wall_ms);
    for (int i = 0; i < VARIANT_COUNT; i++) {
        struct store_rating *rating = &player->state.ratings[i];
        const struct store_rating before = *rating;
        if (!variant_get((enum variant_id)i)->is_fined || before.games == 0)
            continue;
        const struct store_rating after = fine_settle(&before, settled, month, is_spared);
        if (after.points == before.points && after.active_months == before.active_months)
            continue;
        player_touch(core, player);
        *rating = after;
        if (after.points != before.points)
            tell_fined(core, player, (enum variant_id)i, month, before.points);
    }
}

static void month_settled(struct core *core, struct wait *wait, int status,
                          enum store_op_result result)
{
    (void)wait;
    char text[FINE_MONTH_SIZE];
    char detail[32];
    if (status != STORE_OK)
        return;                      /* it is tried again when the store is back */
    assert(result == STORE_APPLIED); /* nobody else settles months in this file */
    (void)result;
    fine_month_text(core->fines.state.settled_month, text);
    snprintf(detail, sizeof(detail), "month=%s", text);
    core->ports.log(core->ports.ctx, LOG_LEVEL_INFO, "month_settled", detail);
}

static void settle(struct core *core, int month)
{
    struct fines_state *state = &core->fines.state;
    const struct call nobody = {.core = core, .id = NO_REQUEST_ID};
    int settled = state->settled_month;
    writes_touch(core, state, sizeof(*state), NULL, NULL);
    state->settled_month = month;
    state->batch = writes_gate(core);
    for (struct player *player = core->players; player != NULL; player = player->next)
        settle_player(core, player, settled, month);
    const struct store_op op = {.kind = STORE_FINE,
                                .as.fine = {.month = month, .at_ms = core->now.wall_ms}};
    size_t index = writes_add(core, &op);
    struct wait *wait = wait_new(&nobody, NULL);
    wait->done.batch = month_settled;
    writes_wait(core, wait, index);
}

static void refuse_months(struct core *core)
{
    char detail[64];
    snprintf(detail, sizeof(detail), "missed=%d at_most=%d", months_missed(core),
             (int)core->options.fine_months);
    wall_refuse(core, "too_many_months", detail);
}

void fines_tick(struct core *core)
{
    wall_watch(core);
    if (!wall_is_trusted(core) || !can_write(core) || !is_due(core))
        return;
    if (missed_too_many(core))
        refuse_months(core);
    else
        settle(core, next_month(core));
}

int64_t fines_next_ms(const struct core *core)
{
    int64_t next_ms = wall_next_ms(core);
    int64_t left_ms = next_fine_ms(core) - core->now.wall_ms;
    if (!clock_is_good(core) || !can_write(core))
        return next_ms;
    if (left_ms <= 0)
        return core->now.mono_ms;
    return left_ms < next_ms - core->now.mono_ms ? core->now.mono_ms + left_ms : next_ms;
}

/* ------------------------------------------------------------------ players who come in */

static bool is_outdated(struct core *core, const struct store_player *stored)
{
    return stored->id != 0 && stored->settled_month < core->fines.state.settled_month &&
           player_find(core, stored->id) == NULL;
}

bool fines_is_outdated(struct core *core, const struct store_answer *answer)
{
    if (is_outdated(core, &answer->player))
        return true;
    for (size_t i = 0; i < answer->tables_count; i++)
        for (int seat = 0; seat < ROOM_SEATS; seat++)
            if (is_outdated(core, &answer->tables[i].players[seat]))
                return true;
    return false;
}

const struct fine_warning_record *fines_warning(struct core *core, const struct player *player)
{
    int month = next_month(core);
    if (!clock_is_good(core) || core->now.wall_ms < next_fine_ms(core) - FINES_WARNING_MS)
        return NULL;
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const struct variant *variant = variant_get((enum variant_id)i);
        const struct store_rating *rating = &player->state.ratings[i];
        if (!variant->is_fined || !fine_applies(rating, month))
            continue;
        struct fine_warning_record *warning = arena_alloc(&core->arena, sizeof(*warning));
        char *text = arena_alloc(&core->arena, FINE_MONTH_SIZE);
        fine_month_text(month, text);
        *warning = (struct fine_warning_record){
            .variant = variant,
            .month = text,
            .until = calendar_month_start_ms(calendar_of(core), month + 1),
            .at = next_fine_ms(core),
            .points = rating->points - fine_after(rating->points),
        };
        return warning;
    }
    return NULL;
}
