/* SPDX-License-Identifier: MIT */
#include "server/core/people/spending.h"

#include "server/core/desk/address.h"
#include "server/core/desk/conn.h"
#include "server/core/people/player.h"
#include "server/core/people/state.h"
#include "server/core/rules/allowance.h"
#include "server/core/state.h"
#include "server/core/turn/writes.h"

#include <utlist.h>

void spending_init(struct core *core)
{
    uint64_t seed;
    core->ports.random(core->ports.ctx, &seed, sizeof(seed));
    core->people->of_players = allowances_new(core->options.allowances, seed);
}

void spending_deinit(struct core *core)
{
    allowances_free(core->people->of_players);
}

static struct allowance *allowance_of(const struct core *core, uint64_t player)
{
    const struct allowance_key key = {.who = player, .neighbours = player};
    return allowances_of(core->people->of_players, &key, moment_passed_ms(core->now));
}

/* ------------------------------------------------------------------ what is stored of it */

/* The time that passed since then, by the clock on the wall; a clock that was set back passed none.
 */
static int64_t passed_ms(const struct core *core, int64_t since_ms)
{
    return core->now.wall_ms > since_ms ? core->now.wall_ms - since_ms : 0;
}

void spending_take(struct core *core, const struct store_player *stored)
{
    int64_t owed_ms = stored->written.owed_ms - passed_ms(core, stored->written.at_ms);
    if (owed_ms > 0)
        allowance_owe(allowance_of(core, stored->id), COST_WORD_BYTES, owed_ms,
                      moment_passed_ms(core->now));
}

static void note(struct core *core, struct player *player)
{
    if (player == NULL || player->has_written)
        return;
    player->has_written = true;
    DL_APPEND2(core->people->writers, player, writer_prev, writer_next);
}

void spending_forget(struct core *core, struct player *player)
{
    if (!player->has_written)
        return;
    player->has_written = false;
    DL_DELETE2(core->people->writers, player, writer_prev, writer_next);
}

static void write(struct core *core, uint64_t player)
{
    int64_t owed_ms =
        allowance_owed_ms(allowance_of(core, player), COST_WORD_BYTES, moment_passed_ms(core->now));
    const struct store_op op = {
        .kind = STORE_WRITTEN,
        .as.written = {.player = player, .owed_ms = owed_ms, .at_ms = core->now.wall_ms}};
    if (owed_ms > 0)
        writes_add(core, &op);
}

/* A request that waits for a query has no batch yet, and one that was refused never has: so players
 * stay in the list until anybody has one. */
void spending_write(struct core *core)
{
    while (core->people->writers != NULL && writes_are_open(core)) {
        write(core, core->people->writers->id);
        spending_forget(core, core->people->writers);
    }
}

/* ------------------------------------------------------------------ spending */

static struct allowance_rate rate_of(const struct core *core, enum cost_word cost, int64_t times)
{
    return allowance_rate(cost, core->options.cost_units[cost], core->options.allowance_percent,
                          times);
}

int64_t player_wait_ms(const struct core *core, uint64_t player, enum cost_word cost, int64_t units)
{
    const struct allowance_rate rate = rate_of(core, cost, 1);
    return allowance_wait_ms(allowance_of(core, player), cost, &rate, units,
                             moment_passed_ms(core->now));
}

void player_take_from(struct core *core, uint64_t player, enum cost_word cost, int64_t units)
{
    const struct allowance_rate rate = rate_of(core, cost, 1);
    allowance_take_all(allowance_of(core, player), cost, &rate, units, moment_passed_ms(core->now));
    if (cost == COST_WORD_BYTES)
        note(core, player_find(core, player));
}

int64_t player_spend(struct core *core, uint64_t player, enum cost_word cost, int64_t units)
{
    int64_t wait_ms = player_wait_ms(core, player, cost, units);
    if (wait_ms == 0)
        player_take_from(core, player, cost, units);
    return wait_ms;
}

/* ------------------------------------------------------------------ receivers */

/* From all together come so many times what comes from one network. */
#define RECEIVE_TIMES 4

int64_t receiver_spend(struct core *core, uint64_t receiver, uint64_t conn)
{
    uint64_t network = address_customer(conn_network(core, conn));
    const struct allowance_key keys[] = {{.who = receiver ^ network * UINT64_C(0x9E3779B97F4A7C15),
                                          .neighbours = receiver,
                                          .kind = 1},
                                         {.who = receiver, .neighbours = receiver, .kind = 2}};
    const struct allowance_rate rates[] = {rate_of(core, COST_WORD_RECEIVE, 1),
                                           rate_of(core, COST_WORD_RECEIVE, RECEIVE_TIMES)};
    for (size_t i = 0; i < 2; i++) {
        int64_t wait_ms = allowance_wait_ms(
            allowances_of(core->people->of_players, &keys[i], moment_passed_ms(core->now)),
            COST_WORD_RECEIVE, &rates[i], 1, moment_passed_ms(core->now));
        if (wait_ms > 0)
            return wait_ms;
    }
    for (size_t i = 0; i < 2; i++)
        allowance_take(
            allowances_of(core->people->of_players, &keys[i], moment_passed_ms(core->now)),
            COST_WORD_RECEIVE, &rates[i], 1, moment_passed_ms(core->now));
    return 0;
}
