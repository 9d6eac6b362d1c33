/* SPDX-License-Identifier: MIT */
/*
 * See the header.
 */
#include "tests/unit/server/rig_solo.h"

#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"

#include <stdio.h>

struct rig_solo rig_solo_open_as(struct rig_peer *guest, const char *more)
{
    struct rig_solo solo = {.guest = guest};
    const json_t *opened =
        rig_ask(guest, "{'op':'room.open','variant':'classic','computer':'random'%s}", more);
    assert_ok(opened);
    snprintf(solo.room, sizeof(solo.room), "%s", text_at(opened, "room.room"));
    snprintf(solo.game, sizeof(solo.game), "%s", text_at(opened, "game.game"));
    return solo;
}

struct rig_solo rig_solo_open(struct rig *rig, const char *more)
{
    return rig_solo_open_as(rig_guest(rig), more);
}

struct rig_solo rig_solo_begin(struct rig *rig)
{
    return rig_solo_open(rig, ",'first':'opener'");
}

int64_t rig_solo_ply(const struct rig_solo *solo)
{
    return int_at(rig_game(solo->guest, solo->game), "ply");
}

void rig_solo_move(const struct rig_solo *solo, int64_t at, const char *square)
{
    assert_ok(rig_move(solo->guest, solo->game, (int)at, square));
}

void rig_solo_take_back(const struct rig_solo *solo)
{
    assert_ok(
        rig_ask(solo->guest, "{'op':'game.takeback','game':'%s','answer':'ask'}", solo->game));
    rig_turn(solo->guest->rig);
}
