/* SPDX-License-Identifier: MIT */
/*
 * The readings of client/cli/play/named.h.
 */
#include "client/cli/play/named.h"

#include "client/cli/play/offer.h"
#include "client/core/typed.h"
#include "proto/id.h"

#include <string.h>

uint64_t named_room(const struct visit *visit)
{
    const struct invocation *invocation = visit->invocation;
    const char *text = invocation->arguments_count > 0 ? invocation->arguments[0] : NULL;
    return text != NULL ? id_parse(text, strlen(text)) : 0;
}

const char *named_player(const struct visit *visit)
{
    const struct invocation *invocation = visit->invocation;
    bool is_player = visit->plan == PLAN_PLAY && invocation->arguments_count > 0 &&
                     named_room(visit) == 0 && !offer_is_link(invocation->arguments[0]);
    return is_player ? invocation->arguments[0] : NULL;
}

bool named_is_there(const struct room_record *room, const char *name)
{
    for (size_t i = 0; i < room->players_count; i++)
        if (typed_is_same(room->players[i].name, name))
            return true;
    return false;
}
