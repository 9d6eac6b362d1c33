/* SPDX-License-Identifier: MIT */
/*
 * Presence, as server/core/people/presence.h describes it.
 */
#include "server/core/people/presence.h"

#include "server/core/desk/happen.h"
#include "server/core/people/state.h"
#include "server/core/turn/uptime.h"

bool player_is_connected(const struct player *player)
{
    return player->presence.desks > 0;
}

bool player_is_here(const struct player *player)
{
    return player->presence.is_always || player_is_connected(player);
}

void presence_begin(const struct core *core, struct player *player)
{
    player->presence.away_since_ms = uptime_ms(core);
    player->presence.left_since_ms = player->presence.away_since_ms;
}

void presence_desk_came(struct core *core, struct player *player)
{
    struct presence *presence = &player->presence;
    presence->was_here = true;
    if (presence->desks++ > 0)
        return;
    presence->has_acted = false;
    presence->here_since_ms = uptime_ms(core);
    core->people->players_here++;
    happen_player_came(core, player);
}

void presence_desk_went(struct core *core, struct player *player)
{
    struct presence *presence = &player->presence;
    if (--presence->desks > 0)
        return;
    presence->away_since_ms = uptime_ms(core);
    if (presence->has_acted || presence->away_since_ms - presence->here_since_ms >=
                                   core->options.claim_ms / VISITS_PER_CLAIM)
        presence->left_since_ms = presence->away_since_ms;
    core->people->players_here--;
    happen_player_went(core, player);
}

bool presence_is_always(const struct player *player)
{
    return player->presence.is_always;
}

int64_t presence_away_since_ms(const struct player *player)
{
    return player->presence.was_here ? player->presence.away_since_ms : NONE;
}

int64_t presence_left_since_ms(const struct player *player)
{
    return player->presence.left_since_ms;
}

void presence_acted(const struct core *core, struct player *player)
{
    player->presence.left_since_ms = uptime_ms(core);
    player->presence.has_acted = true;
}
