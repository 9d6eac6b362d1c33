/* SPDX-License-Identifier: MIT */
#include "server/core/people/conduct.h"

#include "server/core/desk/address.h"
#include "server/core/people/network.h"
#include "server/core/people/player.h"
#include "server/core/people/state.h"
#include "server/core/rules/conduct.h"
#include "server/core/turn/call.h"
#include "server/core/turn/uptime.h"
#include "server/core/turn/writes.h"

/* Players may have lost their connections with the server, or because of it. */
#define QUIET_MS INT64_C(600000)

static struct conduct_rules rules_of(const struct core *core)
{
    return (struct conduct_rules){.percent = core->options.conduct_percent,
                                  .games = core->options.conduct_games,
                                  .pause_ms = core->options.conduct_pause_ms};
}

static bool is_quiet(const struct core *core)
{
    return core->now.mono_ms - writes_well_since_ms(core) < QUIET_MS;
}

/* Whether the network answers for those who have hardly a record of their own: it does not where
 * many share it. */
static bool is_by_network(const struct core *core, const struct player *player)
{
    const struct conduct_rules rules = rules_of(core);
    return rules.percent < 100 && conduct_is_new(&player_past(player)->conduct, &rules) &&
           network_origin(core, player->network) != 0;
}

void player_conduct_count(struct core *core, struct player *player, bool is_broken)
{
    const struct conduct_rules rules = rules_of(core);
    if (is_quiet(core) || rules.percent >= 100)
        return;
    if (is_broken && is_by_network(core, player))
        address_spend(core, player->network, COST_WORD_SPOILT, 1);
    struct store_conduct *conduct = &player_own_past(player)->conduct;
    writes_touch(core, conduct, sizeof(*conduct), NULL, NULL);
    conduct->player = player->id;
    conduct_count(conduct, &rules, is_broken, wall_believed_ms(core));
    const struct store_op op = {.kind = STORE_CONDUCT_PUT, .as.conduct_put = *conduct};
    writes_add(core, &op);
}

int64_t player_conduct_wait_ms(const struct core *core, const struct player *player)
{
    int64_t wait_ms = player_past(player)->conduct.paused_until_ms - wall_believed_ms(core);
    int64_t others_ms = is_by_network(core, player)
                            ? address_wait_ms(core, player->network, COST_WORD_SPOILT, 1)
                            : 0;
    if (wait_ms < others_ms)
        wait_ms = others_ms;
    return wait_ms > 0 ? wait_ms : 0;
}

int player_conduct_check(struct call *call)
{
    int64_t wait_ms = player_conduct_wait_ms(call->core, call_player(call));
    if (wait_ms == 0)
        return 0;
    call->retry_after_ms = wait_ms;
    return ERR_PAUSED;
}

bool player_conduct_is_poor(const struct core *core, const struct player *player)
{
    const struct conduct_rules rules = rules_of(core);
    return conduct_is_poor(&player_past(player)->conduct, &rules);
}

const struct conduct_record *player_conduct_view(struct core *core,
                                                 const struct store_conduct *conduct)
{
    if (conduct->games == 0)
        return NULL;
    bool is_paused = conduct->paused_until_ms > wall_believed_ms(core);
    struct conduct_record *record = arena_alloc(&core->arena, sizeof(*record));
    *record = (struct conduct_record){.games = conduct->games,
                                      .broken = conduct_broken(conduct),
                                      .paused_until = is_paused ? conduct->paused_until_ms : NONE};
    return record;
}

/* ------------------------------------------------------------------ days off */

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
