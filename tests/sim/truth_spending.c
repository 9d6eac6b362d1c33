/* SPDX-License-Identifier: MIT */
/*
 * How much players say, and all of a house together, and what is stored of how much they wrote.
 * Figures of its own: 16 lines at once and as many again within 10 s, over all connections, in the
 * life's percentage; a day until all bytes are granted again. And how much a player gets of
 * strangers, and a room of those who watch: so much from a house within a minute, and four times
 * that of all. And how many bytes of answers a connection draws: past a MiB, and as many again
 * within 10 s, no question is answered.
 */
#include "tests/sim/link.h"
#include "tests/sim/sim.h"
#include "tests/sim/truth.h"

#define LINES 16
#define LINES_MS 10000
#define DAY_MS INT64_C(86400000)
#define HEARD_MS 60000
#define HEARD_OF_ALL 4

/* Counts one more of `most` that are granted at once, and again within `per_ms`. Returns for how
 * many ms it is too much, or less than 1. */
static int64_t count(struct sim *sim, struct truth_said *said, int64_t at_ms, int64_t most,
                     int64_t per_ms)
{
    int64_t granted = most * (int64_t)sim->core_options.allowance_percent / 100;
    if (said->life != sim->truth.lives || said->until_ms < at_ms)
        said->until_ms = at_ms;
    said->life = sim->truth.lives;
    said->until_ms += per_ms / (granted > 0 ? granted : 1);
    return said->until_ms - at_ms - per_ms;
}

/* For who may say as much as so many players. */
static void count_line(struct sim *sim, struct truth_said *said, int64_t at_ms, int64_t players,
                       const char *name)
{
    int64_t ms = count(sim, said, at_ms, LINES * players, LINES_MS);
    CHECK_THAT(sim, CHECK_SPENDING, ms <= 0,
               "%s says something, and too much was said for %lld ms more", name, (long long)ms);
}

void truth__heard(struct sim *sim, struct truth_heard *heard, uint64_t by, int64_t at_ms)
{
    const struct truth_player *player = truth_player(&sim->truth, by);
    int64_t most = sim->core_options.cost_units[COST_WORD_RECEIVE];
    int64_t ms = count(sim, &heard->of_all, at_ms, most * HEARD_OF_ALL, HEARD_MS);
    if (player->is_at_home && ms <= 0)
        ms = count(sim, &heard->of[player->house], at_ms, most, HEARD_MS);
    CHECK_THAT(sim, CHECK_SPENDING, ms <= 0,
               "%s is heard, by who was told too much for %lld ms more", player->name,
               (long long)ms);
}

void truth__said(struct sim *sim, uint64_t id, int64_t at_ms)
{
    struct truth_player *player = truth_player(&sim->truth, id);
    count_line(sim, &player->said, at_ms, 1, player->name);
    if (player->is_at_home)
        count_line(sim, &sim->truth.said[player->house], at_ms,
                   sim->core_options.players_per_address, "somebody of a house");
}

void truth_lives_in(struct truth *truth, uint64_t id, size_t house)
{
    struct truth_player *player = truth_player(truth, id);
    player->is_at_home = house < TRUTH_HOUSES;
    player->house = player->is_at_home ? house : 0;
}

void truth__written(struct sim *sim, const struct store_op *op)
{
    const struct store_written *written = &op->as.written;
    struct truth_player *player = truth_player(&sim->truth, written->player);
    CHECK_THAT(sim, CHECK_SPENDING, player != NULL && written->owed_ms <= DAY_MS,
               "player %llx wrote more than a day allows", (unsigned long long)written->player);
    player->written = *written;
}

/* ------------------------------------------------------------------ answers */

#define DRAWN_BYTES (INT64_C(1) << 20)
#define DRAWN_US INT64_C(10000000)

static bool is_question(enum op op)
{
    enum cost_word cost = op_info(op)->cost;
    return cost == COST_WORD_READ || cost == COST_WORD_HEAVY;
}

void truth_asked(const struct link *link, struct ask *ask)
{
    /* one that is sent again may be answered for its first time */
    ask->has_to_wait = is_question(ask->op) && ask->delivered == 1 &&
                       link->drawn_by == link->player &&
                       link->drawn_until_us > link->sim->now_ms * 1000 + DRAWN_US;
}

/* The server takes an answer when the next request comes behind it, and may have made it as soon as
 * it was asked for: so it never takes it for paid back earlier than this does. */
void truth_answered(struct link *link, const struct ask *ask, size_t bytes)
{
    const struct core_options *options = &link->sim->core_options;
    int64_t units = options->cost_units[COST_WORD_ANSWER];
    int64_t granted = (units > 0 ? units : DRAWN_BYTES) * (int64_t)options->allowance_percent / 100;
    int64_t asked_us = ask->delivered_ms * 1000;
    CHECK_THAT(link->sim, CHECK_SPENDING, !ask->has_to_wait,
               "link %llu is answered op %d, and had drawn too much",
               (unsigned long long)link->number, (int)ask->op);
    if (link->player == 0 || link->person == LINK_KEEPER || !is_question(ask->op))
        return;
    if (link->drawn_by != link->player || link->drawn_until_us < asked_us)
        link->drawn_until_us = asked_us;
    link->drawn_by = link->player;
    link->drawn_until_us += (int64_t)bytes * DRAWN_US / granted;
}

/* ------------------------------------------------------------------ conduct */

bool truth_is_poor(const struct sim *sim, const struct store_conduct *conduct)
{
    uint32_t spoilt = 0;
    for (uint32_t i = 0; i < conduct->games; i++)
        spoilt += conduct->broken >> i & 1;
    return conduct->games >= 5 &&
           spoilt * 100 > conduct->games * (uint32_t)sim->core_options.conduct_percent;
}

/* By the rule in docs/HOSTING.md, from what was stored before. */
void truth__conduct(struct sim *sim, const struct store_op *op)
{
    const struct store_conduct *now = &op->as.conduct_put;
    struct truth_player *player = truth_player(&sim->truth, now->player);
    const struct store_conduct *was = &player->conduct;
    uint32_t games = was->games < 20 ? was->games + 1 : 20;
    uint32_t spoilt = 0;
    for (uint32_t i = 0; i < games; i++)
        spoilt += now->broken >> i & 1;
    bool is_poor = truth_is_poor(sim, now);
    bool is_spoilt = (now->broken & 1) != 0;
    CHECK_THAT(sim, CHECK_CONDUCT,
               now->games == games && now->broken >> 1 == (was->broken & 0x7ffff),
               "%s had %u games with %x spoilt, and has %u with %x", player->name, was->games,
               was->broken, now->games, now->broken);
    CHECK_THAT(sim, CHECK_CONDUCT,
               (is_poor || now->pauses == 0) &&
                   (is_poor && is_spoilt ? now->pauses == was->pauses + 1 || now->pauses == 4
                                         : now->paused_until_ms == was->paused_until_ms),
               "%s spoilt %u of %u games, and is paused for the %uth time, before for the %uth",
               player->name, spoilt, games, now->pauses, was->pauses);
    player->conduct = *now;
    sim->stats->conducts++;
}
