/* SPDX-License-Identifier: MIT */
/*
 * Invitations: the lists of who is invited, the time to answer, and how both sides are told.
 */
#include "server/core/meeting/invitation.h"

#include "base/memory.h"
#include "server/core/desk/address.h"
#include "server/core/desk/conn.h"
#include "server/core/desk/happen.h"
#include "server/core/meeting/state.h"
#include "server/core/people/player.h"
#include "server/core/table/room.h"
#include "server/core/table/seating.h"
#include "server/core/table/view.h"
#include "server/core/turn/uptime.h"

#include <assert.h>
#include <stdlib.h>

#define MINUTE_MS INT64_C(60000)

bool invitation_hides(const struct room *room, const struct player *player)
{
    if (room_seat_of(room, player) >= 0)
        return false;
    return room_link_keeps(room) ||
           (room_invited(room) != 0 && (player == NULL || room_invited(room) != player_id(player)));
}

/* ------------------------------------------------------------------ the lists */

size_t invitation_list(struct core *core, const struct player *player,
                       const struct room_record **rooms_out)
{
    struct room_record *rooms = arena_alloc(
        &core->arena, (sitter_invitation_count(core, player_id(player)) + 1) * sizeof(*rooms));
    size_t count = 0;
    struct room *room;
    for (size_t at = 0; (room = sitter_invitation(core, player_id(player), at)) != NULL; at++)
        rooms[count++] = *view_room(core, room);
    *rooms_out = rooms;
    return count;
}

/* ------------------------------------------------------------------ telling */

static struct bells *bells_of(const struct core *core, uint64_t player)
{
    struct bells *bells = NULL;
    HASH_FIND(by_player, core->meeting->bells, &player, sizeof(player), bells);
    return bells;
}

static void bells_forget(struct core *core, struct bells *bells)
{
    HASH_DELETE(by_player, core->meeting->bells, bells);
    free(bells);
}

/* Forgets bells that count no more: of those whose last one was longest ago. */
static void bells_trim(struct core *core)
{
    struct bells *bells = core->meeting->bells;
    while (bells != NULL && bells->last[(bells->count - 1) % BELLS_KEPT].at_ms + MINUTE_MS <=
                                moment_passed_ms(core->now)) {
        bells_forget(core, bells);
        bells = core->meeting->bells;
    }
}

void bells_deinit(struct core *core)
{
    while (core->meeting->bells != NULL)
        bells_forget(core, core->meeting->bells);
}

static void count_bell(struct core *core, uint64_t player, uint64_t conn)
{
    bells_trim(core);
    struct bells *bells = bells_of(core, player);
    if (bells == NULL) {
        bells = mem_zero(sizeof(*bells));
        bells->player = player;
    } else {
        assert(core->meeting->bells != NULL); /* it has these */
        HASH_DELETE(by_player, core->meeting->bells, bells);
    }
    bells->last[bells->count++ % BELLS_KEPT] =
        (struct bell){.customer = address_customer(conn_network(core, conn)),
                      .at_ms = moment_passed_ms(core->now)};
    HASH_ADD(by_player, core->meeting->bells, player, sizeof(bells->player), bells);
}

bool invitation_is_one_too_many(const struct core *core, const struct player *invited,
                                uint64_t conn)
{
    uint64_t customer = address_customer(conn_network(core, conn));
    uint32_t from_there = 0;
    struct room *room;
    for (size_t at = 0; (room = sitter_invitation(core, player_id(invited), at)) != NULL; at++)
        from_there += customer != 0 && room_customer(room) == customer ? 1 : 0;
    return core->options.invitations_per_address != 0 &&
           from_there >= core->options.invitations_per_address;
}

/* Until when the ring has no place, by the bell that makes one; 0: it has one. */
static int64_t full_until_ms(const struct bells *bells)
{
    return bells != NULL && bells->count >= BELLS_KEPT
               ? bells->last[bells->count % BELLS_KEPT].at_ms + MINUTE_MS
               : 0;
}

int64_t invitation_wait_ms(const struct core *core, const struct player *invited, uint64_t conn,
                           bool have_met)
{
    const struct bells *bells = bells_of(core, player_id(invited));
    if (core->options.invitations_per_address == 0)
        return 0;
    if (!have_met && full_until_ms(bells) > moment_passed_ms(core->now))
        return full_until_ms(bells) - moment_passed_ms(core->now);
    uint64_t customer = address_customer(conn_network(core, conn));
    uint32_t kept = bells == NULL ? 0 : bells->count < BELLS_KEPT ? bells->count : BELLS_KEPT;
    uint32_t rung = 0;
    for (uint32_t i = 1; i <= kept; i++) {
        const struct bell *bell = &bells->last[(bells->count - i) % BELLS_KEPT];
        int64_t until_ms = bell->at_ms + MINUTE_MS;
        if (bell->customer != customer || until_ms <= moment_passed_ms(core->now))
            continue;
        if (++rung == core->options.invitations_per_address)
            return until_ms - moment_passed_ms(core->now);
    }
    return 0;
}

void invitation_tell(struct core *core, struct room *room, uint64_t conn)
{
    const struct room_invited_event invited = {.room = view_room(core, room)};
    if (room_invited_player(core, room) == NULL)
        return;
    count_bell(core, room_invited(room), conn);
    player_tell(core, room_invited_player(core, room), EVENT_ROOM_INVITED, &invited);
}

void invitation_decline(struct core *core, struct room *room, int reason)
{
    const struct room_declined_event declined = {.room = room_id(room),
                                                 .name =
                                                     player_name(room_invited_player(core, room)),
                                                 .reason = reason};
    room_touch(core, room);
    room_tell_event(core, room, EVENT_ROOM_DECLINED, &declined);
    room_close(core, room, NULL);
}

void invitations_decline(struct core *core, struct player *player)
{
    struct room *room;
    while ((room = sitter_invitation(core, player_id(player), 0)) != NULL)
        invitation_decline(core, room, NONE);
}

void invitations_end_between(struct core *core, struct player *player, uint64_t other)
{
    struct room *room;
    size_t at = 0; /* a room that is closed is in no list */
    while ((room = sitter_invitation(core, player_id(player), at)) != NULL)
        if (room_player_id(room, 0) == other)
            invitation_decline(core, room, NONE);
        else
            at++;
    at = 0;
    while ((room = sitter_room(core, player_id(player), at)) != NULL)
        if (room_invited(room) == other)
            room_close(core, room, NULL);
        else
            at++;
}

/* ------------------------------------------------------------------ time */

void invitation_fall_due(struct core *core, struct deadline *deadline)
{
    struct room *room = room_of_answer(deadline);
    if (room_invited(room) != 0)
        invitation_decline(core, room, NONE);
    else if (room_link_keeps(room))
        room_close(core, room, NULL);
    else
        room_wait_no_more(core, room);
}
