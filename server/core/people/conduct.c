/* SPDX-License-Identifier: MIT */
#include "server/core/people/conduct.h"

#include "server/core/desk/address.h"
#include "server/core/people/network.h"
#include "server/core/people/player.h"
#include "server/core/people/state.h"
#include "server/core/rules/conduct.h"
#include "server/core/turn/call.h"
#include "server/core/turn/wall.h"
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
