/* SPDX-License-Identifier: MIT */
/*
 * Keys of requests: people give one to most of what may not be repeated without, and send it again
 * over another connection until it is answered. Some send something else with it.
 */
#include "tests/sim/ask.h"
#include "tests/sim/person.h"
#include "tests/sim/sim.h"

#include <stdio.h>
#include <string.h>

/* Of so many one bears no key. */
#define KEYLESS_EVERY 5
/* Well within what the server promises to remember, for a request that is repeated may be under way
 * for a while. */
#define COUNTS_MS INT64_C(43200000)
#define COUNTS_KEYS 40

bool person_key(struct person *person, char *key_out, size_t size)
{
    person->keys_given++;
    snprintf(key_out, size, "key %u", person->keys_given);
    return person->keys_given % KEYLESS_EVERY != 0;
}

bool person_counts_on(const struct person *person, int64_t since_ms, unsigned keys_given)
{
    return person->sim->now_ms - since_ms < COUNTS_MS &&
           person->keys_given - keys_given < COUNTS_KEYS;
}

void person_keeps(struct person *person, struct link *link, size_t index)
{
    struct kept_ask *kept = &person->kept;
    bool is_again =
        kept->link != NULL && strcmp(kept->link->asks[kept->index].key, link->asks[index].key) == 0;
    kept->link = link;
    kept->index = index;
    if (is_again)
        return;
    kept->since_ms = person->sim->now_ms;
    kept->keys_given = person->keys_given;
}

static void send_again(struct person *person, struct link *link, const struct ask *ask)
{
    struct request request;
    ask_restore(ask, &request);
    bool is_mischief = ask->op == OP_ROOM_SAY && person_chance(person, person->errs / 4);
    if (is_mischief)
        request.as.room_say.text = "something else";
    struct ask *again = link_ask(link, &request);
    again->is_again = true;
    again->is_mischief = is_mischief;
    person->sim->stats->asked_again++;
}

bool act__again(struct person *person, struct link *link)
{
    struct kept_ask *kept = &person->kept;
    if (kept->link == NULL || kept->link == link || link_is_usable(kept->link) ||
        person_chance(person, 300))
        return false;
    if (!person_counts_on(person, kept->since_ms, kept->keys_given)) {
        kept->link = NULL;
        return false;
    }
    /* A copy: the connection's list may move. */
    const struct ask ask = kept->link->asks[kept->index];
    send_again(person, link, &ask);
    return true;
}

void person_answered(struct person *person, const struct ask *ask)
{
    const struct link *link = person->kept.link;
    if (link != NULL && ask->key[0] != '\0' &&
        strcmp(link->asks[person->kept.index].key, ask->key) == 0)
        person->kept.link = NULL;
}

void act__look_again(struct link *link, const struct ask *ask, const union reply_body *reply)
{
    struct request request = {.op = OP_ROOM_WATCH};
    if (ask->op == OP_ROOM_OPEN)
        request.as.room_watch.room = reply->room_open.room->room;
    else if (ask->op == OP_ROOM_JOIN || ask->op == OP_ROOM_REMATCH)
        request.as.room_watch.room = ask->subject;
    if (request.as.room_watch.room != 0)
        link_ask(link, &request);
}
