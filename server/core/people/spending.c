/* SPDX-License-Identifier: MIT */
#include "server/core/people/spending.h"

#include "server/core/rules/allowance.h"
#include "server/core/state.h"

void spending_init(struct core *core)
{
    uint64_t seed;
    core->ports.random(core->ports.ctx, &seed, sizeof(seed));
    core->of_players = allowances_new(core->options.allowances, seed);
}

void spending_deinit(struct core *core)
{
    allowances_free(core->of_players);
}

int64_t player_spend(struct core *core, uint64_t player, enum cost_word cost, int64_t units)
{
    const struct allowance_key key = {.who = player, .neighbours = player};
    const struct allowance_rate rate = allowance_rate(cost, core->options.rate_percent, 1);
    struct allowance *allowance = allowances_of(core->of_players, &key, core->now.mono_ms);
    int64_t wait_ms = allowance_wait_ms(allowance, cost, &rate, units, core->now.mono_ms);
    if (wait_ms == 0)
        allowance_take(allowance, cost, &rate, units, core->now.mono_ms);
    return wait_ms;
}
