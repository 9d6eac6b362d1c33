/* SPDX-License-Identifier: MIT */
/* Games between two peers; see the header. */
#include "tests/support/table.h"

#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"

#include <stdio.h>
#include <string.h>

void table_follow(struct table *table, const json_t *game)
{
    bool opener_begins = strcmp(text_at(game, "first.name"), peer_name(table->opener)) == 0;
    table->seats[0] = opener_begins ? table->opener : table->joiner;
    table->seats[1] = opener_begins ? table->joiner : table->opener;
    table->ply = (int)int_at(game, "ply");
    table->to_act = -1;
    if (has_at(game, "to_act"))
        table->to_act = strcmp(text_at(game, "to_act"), "second") == 0;
    snprintf(table->game, sizeof(table->game), "%s", text_at(game, "game"));
}

/* A rated game has days, so that any number of them go on at once. */
static json_t *open_room(struct peer *opener, const char *variant, enum table_stake stake)
{
    if (stake == TABLE_UNRATED)
        return peer_ask(opener, "room.open", "{s:s, s:s}", "variant", variant, "first", "opener");
    return peer_ask(opener, "room.open", "{s:s, s:b, s:s, s:{s:s, s:I}}", "variant", variant,
                    "rated", 1, "first", "opener", "clock", TABLE_DAYS);
}

void table_open(struct table *table, struct peer *opener, struct peer *joiner, const char *variant,
                enum table_stake stake)
{
    *table = (struct table){.opener = opener, .joiner = joiner};
    json_t *opened = open_room(opener, variant, stake);
    snprintf(table->room, sizeof(table->room), "%s", text_at(opened, "room.room"));
    json_t *joined = peer_ask(joiner, "room.join", "{s:s}", "room", table->room);
    table_follow(table, json_object_get(joined, "game"));
    assert_ptr_equal(table->seats[0], opener);
    peer_event(opener, "game.started", "{s:s}", "room", table->room);
}

void table_rematch(struct table *table)
{
    peer_ask(table->opener, "room.rematch", "{s:s}", "room", table->room);
    peer_event(table->joiner, "room.rematch_offered", "{s:s}", "room", table->room);
    json_t *reply = peer_ask(table->joiner, "room.rematch", "{s:s}", "room", table->room);
    table_follow(table, json_object_get(reply, "game"));
    for (json_t *started = NULL; started == NULL;) {
        started = peer_event(table->opener, "game.started", "{s:s}", "room", table->room);
        if (strcmp(text_at(started, "game.game"), table->game) != 0)
            started = NULL;
    }
}

int64_t table_send(struct table *table, int seat, const char *action)
{
    struct peer *peer = table->seats[seat];
    return peer_send(peer, "game.move", "{s:s, s:i, s:s}", "game", table->game, "ply", table->ply,
                     "action", action);
}

json_t *table_act(struct table *table, const char *action)
{
    assert_in_range(table->to_act, 0, 1);
    int seat = table->to_act == 0 ? 0 : 1;
    struct peer *mover = table->seats[seat];
    json_t *reply = peer_answer(mover, table_send(table, seat, action));
    if (has_at(reply, "error"))
        fail_msg("%s at ply %d: %s", action, table->ply, text_at(reply, "error.code"));
    assert_int_equal(int_at(reply, "ply"), table->ply + 1);
    json_t *told[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++)
        told[i] = peer_event(table->seats[i], "game.moved", "{s:s, s:i}", "game", table->game,
                             "ply", table->ply);
    assert_true(json_equal(told[0], told[1]));
    assert_string_equal(text_at(told[0], "action"), action);
    assert_string_equal(text_at(told[0], "by"), seat == 0 ? "first" : "second");
    table->ply++;
    table->to_act = -1;
    if (has_at(told[0], "to_act"))
        table->to_act = strcmp(text_at(told[0], "to_act"), "second") == 0;
    return told[1 - seat];
}

void table_play(struct table *table, const char *actions)
{
    while (*actions != '\0') {
        char action[16];
        size_t len = strcspn(actions, " ");
        assert_in_range(len, 1, sizeof(action) - 1);
        memcpy(action, actions, len);
        action[len] = '\0';
        table_act(table, action);
        actions += len + (actions[len] == ' ');
    }
}

void table_quiet_square(int ply, char text_out[16])
{
    int left = ply / 2;
    for (int cell = 0; cell < 361; cell++) {
        bool is_second = (cell % 19 + 2 * (cell / 19)) % 4 >= 2;
        if (is_second == (ply % 2 == 1) && left-- == 0) {
            snprintf(text_out, 16, "%c%d", 'a' + cell % 19, cell / 19 + 1);
            return;
        }
    }
    fail_msg("there is no move %d", ply);
}

json_t *table_ended(struct table *table, const char *result, const char *reason)
{
    json_t *told[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++)
        told[i] = peer_event(table->seats[i], "game.ended", "{s:s}", "game", table->game);
    assert_true(json_equal(told[0], told[1]));
    assert_string_equal(text_at(told[0], "result"), result);
    assert_string_equal(text_at(told[0], "reason"), reason);
    table->to_act = -1;
    return told[0];
}

void table_take_seats(struct table *table, struct peer *opener, struct peer *joiner)
{
    table->opener = opener;
    table->joiner = joiner;
    peer_ask(opener, "game.sync", "{s:s}", "game", table->game);
    json_t *reply = peer_ask(joiner, "game.sync", "{s:s}", "game", table->game);
    table_follow(table, json_object_get(reply, "game"));
}

json_t *table_read(const struct table *table, struct peer *reader)
{
    json_t *reply = peer_ask(reader, "game.get", "{s:s}", "game", table->game);
    return json_object_get(reply, "game");
}
