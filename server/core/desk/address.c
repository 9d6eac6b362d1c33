/* SPDX-License-Identifier: MIT */
#include "server/core/desk/address.h"

#include "server/core/desk/state.h"
#include "server/core/rules/allowance.h"
#include "server/core/state.h"

#define LEVELS_MAX 3
#define IPV4 1 /* the high half of its number */

/* A network that something is counted for. */
struct level {
    struct allowance_key key;
    int64_t times; /* the allowance of an address */
};

/* The network of the first `bits` bits. Neighbours share the first `near`. */
static struct level level_of(uint64_t network, unsigned bits, unsigned near, int64_t times)
{
    return (struct level){.key = {.who = network >> (64 - bits),
                                  .neighbours = network >> (64 - near),
                                  .kind = (uint8_t)bits},
                          .times = times};
}

static size_t levels_of(uint64_t network, struct level levels_out[LEVELS_MAX])
{
    if (network >> 32 <= IPV4) {
        levels_out[0] = level_of(network, 64, 48, 1);
        levels_out[0].key.kind = 32;
        return 1;
    }
    levels_out[0] = level_of(network, 64, 32, 1);
    levels_out[1] = level_of(network, 56, 32, 4);
    levels_out[2] = level_of(network, 48, 32, 16);
    return LEVELS_MAX;
}

uint64_t address_customer(uint64_t network)
{
    return network >> 32 <= IPV4 ? network : network >> 8 << 8;
}

static struct allowance_rate rate_of(const struct core *core, enum cost_word cost,
                                     const struct level *level)
{
    return allowance_rate(cost, core->options.cost_units[cost], core->options.allowance_percent,
                          level->times * core->options.players_per_address);
}

void addresses_init(struct core *core)
{
    uint64_t seed;
    core->ports.random(core->ports.ctx, &seed, sizeof(seed));
    core->desk->of_addresses = allowances_new(core->options.allowances, seed);
}

void addresses_deinit(struct core *core)
{
    allowances_free(core->desk->of_addresses);
}

int64_t address_wait_ms(const struct core *core, uint64_t network, enum cost_word cost,
                        int64_t units)
{
    struct level levels[LEVELS_MAX];
    size_t count = levels_of(network, levels);
    int64_t longest_ms = 0;
    for (size_t i = 0; i < count; i++) {
        const struct allowance_rate rate = rate_of(core, cost, &levels[i]);
        const struct allowance *allowance =
            allowances_of(core->desk->of_addresses, &levels[i].key, moment_passed_ms(core->now));
        int64_t wait_ms =
            allowance_wait_ms(allowance, cost, &rate, units, moment_passed_ms(core->now));
        longest_ms = wait_ms > longest_ms ? wait_ms : longest_ms;
    }
    return longest_ms;
}

void address_give_back(struct core *core, uint64_t network, enum cost_word cost, int64_t units)
{
    struct level levels[LEVELS_MAX];
    size_t count = levels_of(network, levels);
    for (size_t i = 0; i < count; i++) {
        const struct allowance_rate rate = rate_of(core, cost, &levels[i]);
        allowance_give_back(
            allowances_of(core->desk->of_addresses, &levels[i].key, moment_passed_ms(core->now)),
            cost, &rate, units);
    }
}

void address_take(struct core *core, uint64_t network, enum cost_word cost, int64_t units)
{
    struct level levels[LEVELS_MAX];
    size_t count = levels_of(network, levels);
    for (size_t i = 0; i < count; i++) {
        const struct allowance_rate rate = rate_of(core, cost, &levels[i]);
        allowance_take(
            allowances_of(core->desk->of_addresses, &levels[i].key, moment_passed_ms(core->now)),
            cost, &rate, units, moment_passed_ms(core->now));
    }
}

int64_t address_spend(struct core *core, uint64_t network, enum cost_word cost, int64_t units)
{
    int64_t wait_ms = address_wait_ms(core, network, cost, units);
    if (wait_ms == 0)
        address_take(core, network, cost, units);
    return wait_ms;
}
