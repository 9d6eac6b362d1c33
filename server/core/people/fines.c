/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine: moves that avert it, months that are settled, warnings. core->people->fines has
 * the settled months as they are stored.
 */
#include "server/core/people/fines.h"

#include "db/fine.h"
#include "server/core/desk/happen.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/people/ratings.h"
#include "server/core/people/state.h"
#include "server/core/rules/calendar.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/writes.h"

#include <assert.h>
#include <stdio.h>

static const struct calendar *calendar_of(const struct core *core)
{
    return core->options.calendar;
}

/* The present month, as the clock has it. */
static int present_month(const struct core *core)
{
    return calendar_month_of(calendar_of(core), core->now.wall_ms);
}

int fines_month(const struct core *core)
{
    return calendar_month_of(calendar_of(core), wall_believed_ms(core));
}

/* ------------------------------------------------------------------ moves */

void fines_note_move(struct core *core, const struct fine_move *move, int *noted_month)
{
    int month = fines_month(core);
    if (!move->variant->is_fined || *noted_month == month)
        return;
    *noted_month = month;
    const struct store_op op = {
        .kind = STORE_RATING_ACTIVE,
        .as.rating_active = {.player = move->player,
                             .variant = move->variant->id,
                             .month = month,
                             .game = move->game},
    };
    writes_add(core, &op);
}

/* ------------------------------------------------------------------ which month */

/* The next month to settle. A store that never settled one begins with the one before the present,
 * or with that of its first rating: the server may have been down since. */
static int next_month(const struct core *core)
{
    int settled = core->people->fines.settled_month;
    int rated = core->people->fines.rated_month;
    int last = present_month(core) - 1;
    if (settled > 0)
        return settled + 1;
    return rated > 0 && rated < last ? rated : last;
}

void fines_note_rating(struct core *core, const struct store_rating *rating)
{
    int *rated = &core->people->fines.rated_month;
    if (variant_get(rating->variant)->is_fined && (*rated == 0 || rating->since_month < *rated))
        *rated = rating->since_month;
}

struct fines_months fines_open_months(struct core *core)
{
    int first = next_month(core);
    int count = present_month(core) - first + 1;
    if (count < 1)
        count = 1;
    if (count > FINE_MONTHS_MAX)
        count = FINE_MONTHS_MAX;
    int64_t *starts = arena_alloc(&core->arena, (size_t)(count + 1) * sizeof(*starts));
    for (int i = 0; i <= count; i++)
        starts[i] = calendar_month_start_ms(calendar_of(core), first + i);
    return (struct fines_months){.first = first, .count = (size_t)count, .starts = starts};
}

static int64_t next_fine_ms(const struct core *core)
{
    return calendar_fine_ms(calendar_of(core), next_month(core));
}

/* How many months have passed without being settled. A store that never settled one was last used
 * when its youngest was made. */
static int months_missed(const struct core *core)
{
    int due = present_month(core) - 1;
    int settled = core->people->fines.settled_month;
    if (core->now.wall_ms < calendar_fine_ms(calendar_of(core), due))
        due--;
    if (settled == 0 && core->people->fines.rated_month != 0)
        settled = next_month(core) - 1;
    else if (settled == 0 && core->people->fines.youngest_ms != 0)
        settled = calendar_month_of(calendar_of(core), core->people->fines.youngest_ms) - 1;
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
    return core_can_store(core) && core->people->fines.batch <= writes_settled(core);
}

static bool is_due(const struct core *core)
{
    return core->now.wall_ms >= next_fine_ms(core);
}

/* ------------------------------------------------------------------ settling */

static void tell_fined(struct core *core, struct player *player, const struct store_rating *before,
                       int after, int month)
{
    char text[FINE_MONTH_SIZE];
    fine_month_text(month, text);
    const struct rating_fined_event body = {.variant = variant_get(before->variant),
                                            .month = text,
                                            .before = before->points,
                                            .after = after};
    player_tell(core, player, EVENT_RATING_FINED, &body);
}

/* Whether the player pays nothing for the month: as the account is when the month's operation is
 * written, for later writes are not looked at. */
static void note_spared(const struct core *core, struct player *player, int month)
{
    player->is_spared =
        fine_spares(player_account(player), month, calendar_fine_ms(calendar_of(core), month));
}

/* None where more months passed than may be settled later: the clock is taken for wrong. */
void fines_judge(const struct core *core, struct store_account *account)
{
    const struct calendar *calendar = calendar_of(core);
    int64_t now_ms = wall_believed_ms(core);
    int first = next_month(core);
    int end = first;
    while (end - first <= (int)core->options.fine_months &&
           calendar_fine_ms(calendar, end) <= now_ms)
        end++;
    if (end - first > (int)core->options.fine_months)
        return;
    for (int month = first; month < end; month++)
        fine_judge(account, month, calendar_fine_ms(calendar, month));
}

/* Changes the player's ratings in memory as a settled month changed those in the store. Returns the
 * points that went. */
static int settle_player(struct core *core, struct player *player, int month, bool tells)
{
    int points = 0;
    for (size_t i = 0; i < player->rating_count; i++) {
        const struct store_rating before = player->ratings[i];
        if (!variant_get(before.variant)->is_fined)
            continue;
        player->ratings[i] = fine_settle(&before, player->settled_month, month, player->is_spared);
        points += before.points - player->ratings[i].points;
        if (tells && player->ratings[i].points != before.points)
            tell_fined(core, player, &before, player->ratings[i].points, month);
    }
    player->settled_month = month;
    return points;
}

/* The month behind the last one that the player's ratings have: somebody new, and everybody before
 * the first month of all, has none. */
static int month_after(const struct core *core, const struct player *player)
{
    int month = player->settled_month + 1;
    return month > core->people->fines.first_month ? month : core->people->fines.first_month;
}

void fines_catch_up(struct core *core, struct player *player)
{
    /* An answer may have a month whose batch is stored, and not reported yet. */
    if (core->people->fines.first_month == 0 &&
        player->settled_month < core->people->fines.settled_month)
        player->settled_month = core->people->fines.settled_month;
    while (player->settled_month < core->people->fines.settled_month) {
        int month = month_after(core, player);
        note_spared(core, player, month);
        (void)settle_player(core, player, month, false);
    }
    note_spared(core, player, core->people->fines.written_month);
}

static void settle(struct core *core, int month)
{
    const struct store_op op = {.kind = STORE_FINE,
                                .as.fine = {.month = month,
                                            .at_ms = core->now.wall_ms,
                                            .fell_ms = calendar_fine_ms(calendar_of(core), month),
                                            .memo = memos_id(core)}};
    core->people->fines.written_month = month;
    for (struct player *player = core->people->players; player != NULL; player = player->next)
        note_spared(core, player, month);
    writes_add(core, &op);
    core->people->fines.batch = writes_gate(core);
}

static void refuse_months(struct core *core)
{
    char detail[64];
    snprintf(detail, sizeof(detail), "missed=%d at_most=%d", months_missed(core),
             (int)core->options.fine_months);
    wall_refuse(core, "too_many_months", detail);
}

static void set_next(struct core *core);

/* The month is settled in this turn's batch; what it was is known when that is stored. */
static bool fall(struct core *core)
{
    if (!is_due(core)) {
        set_next(core); /* the clock was set meanwhile: it is another month's turn */
        return true;
    }
    if (!can_write(core))
        return false;
    if (missed_too_many(core))
        refuse_months(core);
    else
        settle(core, next_month(core));
    return false;
}

static void set_next(struct core *core)
{
    date_set(core, &core->people->fines.next, next_fine_ms(core), fall);
}

/* Since when somebody has a rating, in a store that never settled a month; 0 if the store was used
 * longer than that: then it is one from before there were fines, or of a wrong year. */
static int rated_month(const struct core *core, const struct store_marks *marks)
{
    int youngest = calendar_month_of(calendar_of(core), marks->youngest_ms);
    return youngest <= marks->rated_month + 1 ? marks->rated_month : 0;
}

/* Before that the month cannot have been settled, by whatever zone and holidays. */
static int64_t earliest_ms(const struct core *core, int settled_month)
{
    return calendar_month_start_ms(calendar_of(core), settled_month + 1) -
           ZONE_OFFSET_MAX_S * INT64_C(1000);
}

void fines_load(struct core *core, const struct store_marks *marks)
{
    int settled_month = marks->settled_month;
    int64_t youngest_ms = marks->youngest_ms;
    core->people->fines.settled_month = settled_month;
    core->people->fines.rated_month = rated_month(core, marks);
    core->people->fines.youngest_ms = youngest_ms;
    int64_t settled_ms = settled_month > 0 ? earliest_ms(core, settled_month) : 0;
    wall_check_stored(core, youngest_ms > settled_ms ? youngest_ms : settled_ms);
    set_next(core);
}

void fines_stored(struct core *core, const struct store_fine *fine)
{
    char text[FINE_MONTH_SIZE];
    char detail[32];
    if (core->people->fines.first_month == 0)
        core->people->fines.first_month = fine->month;
    core->people->fines.settled_month = fine->month;
    set_next(core);
    for (struct player *player = core->people->players; player != NULL; player = player->next)
        if (player->settled_month < fine->month) {
            int points = settle_player(core, player, fine->month, true);
            if (points > 0)
                memos_tell_fine(core, player, fine, points);
            happen_points_changed(core, player->id);
        }
    fine_month_text(fine->month, text);
    snprintf(detail, sizeof(detail), "month=%s", text);
    core->ports.log(core->ports.ctx, LOG_LEVEL_INFO, "month_settled", detail);
}

/* ------------------------------------------------------------------ warning */

const struct fine_warning_record *fines_warning(struct core *core, const struct player *player)
{
    int month = next_month(core);
    if (!clock_is_good(core) || core->now.wall_ms < next_fine_ms(core) - FINES_WARNING_MS)
        return NULL;
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const struct variant *variant = variant_get((enum variant_id)i);
        const struct store_rating *rating = ratings_find(player, variant->id);
        if (!variant->is_fined || rating == NULL || !fine_applies(rating, month))
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
