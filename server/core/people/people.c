/* SPDX-License-Identifier: MIT */
/*
 * The beginning and the end of the part's state.
 */
#include "server/core/people/people.h"

#include "base/memory.h"
#include "server/core/people/follows.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/people/session.h"
#include "server/core/people/spending.h"
#include "server/core/people/state.h"
#include "server/core/state.h"

#include <stdlib.h>

void people_new(struct core *core)
{
    core->people = mem_zero(sizeof(*core->people));
    spending_init(core);
}

void people_free(struct core *core)
{
    logins_deinit(core);
    players_free(core);
    follows_deinit(core);
    id_table_deinit(&core->people->known_by_id);
    sessions_deinit(core);
    spending_deinit(core);
    free(core->people);
}

void people_count(const struct core *core, struct core_counts *counts)
{
    counts->players = core->people->players_by_id.count;
}
