/* SPDX-License-Identifier: MIT */
/*
 * Answers to requests that bear a key: each is the one that is stored with the key.
 */
#include "base/digest.h"
#include "proto/frame.h"
#include "tests/sim/ask.h"
#include "tests/sim/said.h"
#include "tests/sim/sim.h"

#include <ctype.h>
#include <string.h>

#define NUMBER_ARG(number) ((unsigned long long)(number))

static struct truth_key *key_of(const struct link *link, const struct ask *ask)
{
    const struct truth_player *player = truth_player(&link->sim->truth, ask->by);
    return player != NULL ? truth_key(player, digest(ask->key, strlen(ask->key))) : NULL;
}

/* Its player, if the key counts. */
static const struct truth_player *holder(const struct link *link, const struct ask *ask)
{
    bool counts = ask->key[0] != '\0' && op_info(ask->op)->repeat == REPEAT_KEY;
    return counts ? truth_player(&link->sim->truth, ask->by) : NULL;
}

static uint64_t request_digest(const struct ask *ask)
{
    char line[FRAME_REPLY_MAX];
    struct request request;
    ask_restore(ask, &request);
    request.id = 0;
    request.key = NULL;
    return digest(line, (size_t)request_encode(&request, line, sizeof(line)));
}

/* Whether the line has the stored fields of a reply behind its `re`. */
static bool has_fields(const char *line, size_t len, const char *fields)
{
    const char *rest = line + strlen("{\"re\":");
    while (rest < line + len && isdigit((unsigned char)*rest))
        rest++;
    if (rest < line + len && *rest == ',')
        rest++;
    size_t rest_len = len - (size_t)(rest - line);
    return rest_len == strlen(fields + 1) && memcmp(rest, fields + 1, rest_len) == 0;
}

/* Each of these leaves a trace in the store whenever it is done. */
static bool leaves_a_trace(enum op op)
{
    return op == OP_ROOM_OPEN || op == OP_ROOM_SAY || op == OP_MESSAGE_SEND;
}

bool said__is_repeated(struct link *link, const struct ask *ask, const char *line, size_t len)
{
    struct sim *sim = link->sim;
    const struct truth_player *player = holder(link, ask);
    if (player == NULL)
        return false;
    if (player->is_deleted)
        return true; /* maybe: its keys went with it, in the batch for which the answer waited */
    struct truth_key *key = key_of(link, ask);
    CHECK_THAT(sim, CHECK_ONE_KEY, key != NULL || !leaves_a_trace(ask->op),
               "link %llu: a %s of %s is acknowledged, and its key is not stored",
               NUMBER_ARG(link->number), op_info(ask->op)->wire, player->name);
    if (key == NULL)
        return false;
    CHECK_THAT(sim, CHECK_ONE_KEY, key->request == request_digest(ask),
               "link %llu: a %s of %s gets the answer to another request", NUMBER_ARG(link->number),
               op_info(ask->op)->wire, player->name);
    CHECK_THAT(sim, CHECK_ONE_KEY, has_fields(line, len, key->reply),
               "link %llu: the answer to a %s of %s is not the stored one, %s",
               NUMBER_ARG(link->number), op_info(ask->op)->wire, player->name, key->reply);
    /* The first answer leaves when its batch is told, and a repeat is not asked for before. */
    bool is_repeated = key->is_told || key->batch <= truth_known(&sim->truth);
    key->is_told = true;
    sim->stats->answered_again += is_repeated ? 1 : 0;
    return is_repeated;
}

void said__key_used(struct link *link, const struct ask *ask)
{
    const struct truth_player *player = holder(link, ask);
    CHECK_THAT(link->sim, CHECK_ONE_KEY,
               player == NULL || player->is_deleted || ask->is_mischief ||
                   key_of(link, ask) != NULL,
               "link %llu: the key of a %s of %s is said to be another's", NUMBER_ARG(link->number),
               op_info(ask->op)->wire, player->name);
}
