/* SPDX-License-Identifier: MIT */
/*
 * Answers to who keeps order: what was acknowledged is recorded, what was refused is not.
 */
#include "tests/sim/person.h"
#include "tests/sim/said.h"
#include "tests/sim/sim.h"

#include <stdio.h>
#include <string.h>

void said__act_refused(struct link *link)
{
    struct deed_count *count = &link->sim->truth.order.count;
    count->refused++;
    CHECK_THAT(link->sim, CHECK_ACTS_ARE_RECORDED, count->stored <= count->asked - count->refused,
               "acts were asked for %u times, refused %u times, and %u are recorded", count->asked,
               count->refused, count->stored);
}

void said__act(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct truth_order *order = &link->sim->truth.order;
    (void)ask;
    (void)reply;
    order->acknowledged++;
    link->sim->stats->acts_of_order++;
    CHECK_THAT(link->sim, CHECK_ACTS_ARE_RECORDED, order->acknowledged <= order->count.stored,
               "%u acts were acknowledged, and %u are recorded", order->acknowledged,
               order->count.stored);
}

/* Whoever kept order tells the person. */
void said__renamed(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct sim *sim = link->sim;
    said__act(link, ask, reply);
    for (size_t i = 0; i < sim->person_count; i++)
        if (strcmp(sim->persons[i].name, ask->text) == 0)
            snprintf(sim->persons[i].name, sizeof(sim->persons[i].name), "%s",
                     reply->mod_rename.name);
}
