/* SPDX-License-Identifier: MIT */
#include "server/core/people/days_off.h"

#include "server/core/people/player.h"
#include "server/core/people/state.h"
#include "server/core/rules/days_off.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/wall.h"
#include "server/core/turn/writes.h"

static int this_year(const struct core *core)
{
    return days_off_year(wall_believed_ms(core));
}

int64_t player_days_off_ms(const struct core *core, const struct player *player)
{
    return days_off_remaining_ms(&player_past(player)->days_off, uptime_ms(core));
}

int64_t player_days_off_until(const struct core *core, const struct store_days_off *off)
{
    int64_t remaining_ms = days_off_remaining_ms(off, uptime_ms(core));
    return remaining_ms > 0 ? core->now.wall_ms + remaining_ms : NONE;
}

int player_days_off_left(const struct core *core, const struct player *player)
{
    return days_off_left(&player_past(player)->days_off, core->options.days_off, this_year(core));
}

int player_days_off_set(struct core *core, struct player *player, int days, int64_t *later_ms_out)
{
    const struct days_off_now now = {.year = this_year(core), .uptime_ms = uptime_ms(core)};
    const int64_t before_ms = player_days_off_ms(core, player);
    if (days > player_days_off_left(core, player))
        return ERR_TOO_FEW_DAYS_OFF;
    if (days == 0 && before_ms == 0)
        return ERR_NO_DAYS_OFF;
    struct store_days_off *off = &player_own_past(player)->days_off;
    writes_touch(core, off, sizeof(*off), NULL, NULL);
    off->player = player->id;
    if (days > 0)
        days_off_take(off, &now, days);
    else
        days_off_end(off, &now);
    *later_ms_out = player_days_off_ms(core, player) - before_ms;
    const struct store_op op = {.kind = STORE_DAYS_OFF_PUT, .as.days_off_put = *off};
    writes_add(core, &op);
    uptime_mark(core); /* from where they count, after a crash, too */
    return 0;
}
