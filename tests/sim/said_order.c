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

static struct person *person_named(struct sim *sim, const char *name)
{
    for (size_t i = 0; i < sim->person_count; i++)
        if (strcmp(sim->persons[i].name, name) == 0)
            return &sim->persons[i];
    return NULL;
}

/* Whoever kept order tells the person. */
void said__renamed(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct person *person = person_named(link->sim, ask->text);
    said__act(link, ask, reply);
    if (person != NULL)
        snprintf(person->name, sizeof(person->name), "%s", reply->mod_rename.name);
}

void said__reset(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct sim *sim = link->sim;
    const struct mod_reset_password_reply *reset = &reply->mod_reset_password;
    const struct truth_player *player = truth_player_named(&sim->truth, reset->name);
    struct person *person = person_named(sim, ask->text);
    said__act(link, ask, reply);
    sim->stats->resets++;
    const char *colon = player != NULL ? strchr(player->password_hash, ':') : NULL;
    CHECK_THAT(
        sim, CHECK_ACKNOWLEDGED_IS_STORED, colon != NULL && strcmp(colon + 1, reset->password) == 0,
        "the password of %s was reset to %s, which is not stored", reset->name, reset->password);
    if (person == NULL)
        return;
    snprintf(person->password, sizeof(person->password), "%.31s", reset->password);
    person->new_password[0] = '\0';
}
