/* SPDX-License-Identifier: MIT */
/*
 * The rig's people and tables, and the look at everything that the server says is so.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"
#include "tests/unit/server/rig_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ logging in */

void rig_remember(struct rig_peer *peer, const json_t *reply)
{
    struct rig *rig = peer->rig;
    snprintf(peer->name, sizeof(peer->name), "%s", text_at(reply, "name"));
    if (has_at(reply, "token"))
        snprintf(peer->token, sizeof(peer->token), "%s", text_at(reply, "token"));
    if (has_at(reply, "recovery"))
        snprintf(peer->recovery, sizeof(peer->recovery), "%s", text_at(reply, "recovery"));
    for (size_t i = 0; i < rig->name_count; i++)
        if (strcmp(rig->names[i], peer->name) == 0)
            return;
    if (rig->name_count < RIG_NAMES_MAX)
        snprintf(rig->names[rig->name_count++], sizeof(rig->names[0]), "%s", peer->name);
}

struct rig_peer *rig_make_guest(struct rig_peer *peer)
{
    const json_t *reply = rig_ask(peer, "{'op':'auth.guest'}");
    assert_ok(reply);
    rig_remember(peer, reply);
    return peer;
}

struct rig_peer *rig_guest(struct rig *rig)
{
    return rig_make_guest(rig_connect(rig));
}

struct rig_peer *rig_guest_from(struct rig *rig, uint64_t network)
{
    return rig_make_guest(rig_connect_from_network(rig, network));
}

struct rig_peer *rig_register(struct rig_peer *peer, const char *name)
{
    const json_t *reply =
        rig_ask(peer, "{'op':'auth.register','name':'%s','password':'secret of %s'}", name, name);
    assert_ok(reply);
    rig_remember(peer, reply);
    return peer;
}

struct rig_peer *rig_player(struct rig *rig, const char *name)
{
    return rig_register(rig_connect(rig), name);
}

struct rig_peer *rig_resume(struct rig *rig, const char *token)
{
    struct rig_peer *peer = rig_connect(rig);
    const json_t *reply = rig_ask(peer, "{'op':'auth.resume','token':'%s'}", token);
    assert_ok(reply);
    rig_remember(peer, reply);
    snprintf(peer->token, sizeof(peer->token), "%s", token);
    return peer;
}

void rig_give_role(struct rig *rig, const char *name, const char *role)
{
    struct rig_peer *local = rig_connect_locally(rig);
    assert_ok(rig_ask(local, "{'op':'mod.role','name':'%s','role':'%s'}", name, role));
    rig_hang_up(local);
}

const json_t *rig_log_in(struct rig *rig, const char *name, const char *password)
{
    return rig_ask(rig_connect(rig), "{'op':'auth.login','name':'%s','password':'%s'}", name,
                   password);
}

/* ------------------------------------------------------------------ tables */

/* `with`: what the room is opened with besides its variant. */
static struct rig_table sit_down(struct rig_peer *first, struct rig_peer *second,
                                 const char *variant, const char *with)
{
    struct rig_table table = {.first = first, .second = second};
    const json_t *opened =
        rig_ask(first, "{'op':'room.open','variant':'%s','first':'opener',%s}", variant, with);
    assert_ok(opened);
    snprintf(table.room, sizeof(table.room), "%s", text_at(opened, "room.room"));
    const json_t *joined = rig_ask(second, "{'op':'room.join','room':'%s'}", table.room);
    assert_ok(joined);
    snprintf(table.game, sizeof(table.game), "%s", text_at(joined, "game.game"));
    rig_forget_events(first);
    rig_forget_events(second);
    return table;
}

struct rig_table rig_table(struct rig_peer *first, struct rig_peer *second, const char *variant,
                           bool rated)
{
    return sit_down(first, second, variant, rated ? "'rated':true," RIG_DAYS : "'rated':false");
}

struct rig_table rig_clocked_table(struct rig_peer *first, struct rig_peer *second,
                                   const char *variant, const char *clock)
{
    char with[128];
    snprintf(with, sizeof(with), "'clock':%s", clock);
    return sit_down(first, second, variant, with);
}

struct rig_table rig_guests_table(struct rig *rig, const char *variant)
{
    struct rig_peer *first = rig_guest(rig);
    return rig_table(first, rig_guest(rig), variant, false);
}

struct rig_table rig_clocked_guests(struct rig *rig, const char *clock)
{
    struct rig_peer *first = rig_guest(rig);
    return rig_clocked_table(first, rig_guest(rig), "classic", clock);
}

const json_t *rig_move(struct rig_peer *peer, const char *game, int ply, const char *at)
{
    return rig_ask(peer, "{'op':'game.move','game':'%s','ply':%d,'action':'%s'}", game, ply, at);
}

void rig_leave(struct rig_peer *player, const char *room)
{
    const char *error = rig_code(rig_ask(player, "{'op':'room.leave','room':'%s'}", room));
    if (strcmp(error, "not_in_room") != 0 && strcmp(error, "no_such_room") != 0)
        assert_string_equal(error, "");
}

void rig_begin(const struct rig_table *table)
{
    assert_ok(rig_move(table->first, table->game, 0, "a1"));
    assert_ok(rig_move(table->second, table->game, 1, "b1"));
    rig_forget_events(table->first);
    rig_forget_events(table->second);
}

void rig_play(const struct rig_table *table, const char *squares)
{
    int ply = 0;
    for (const char *at = squares; *at != '\0'; ply++) {
        char square[8];
        size_t len = strcspn(at, " ");
        assert_true(len < sizeof(square));
        snprintf(square, sizeof(square), "%.*s", (int)len, at);
        assert_ok(rig_move(ply % 2 == 0 ? table->first : table->second, table->game, ply, square));
        rig_pass(table->first->rig, 500);
        at += len + (at[len] == ' ' ? 1 : 0);
    }
}

const json_t *rig_game(struct rig_peer *peer, const char *game)
{
    const json_t *reply = rig_ask(peer, "{'op':'game.get','game':'%s'}", game);
    assert_ok(reply);
    return json_object_get(reply, "game");
}

void rig_check_end(const json_t *message, const char *result, const char *reason)
{
    assert_string_equal(text_at(message, "result"), result);
    assert_string_equal(text_at(message, "reason"), reason);
}

/* ------------------------------------------------------------------ the world */

void rig__observe(struct rig *rig)
{
    struct rig_peer *observer = rig_guest(rig);
    memcpy(rig->observer_token, observer->token, sizeof(rig->observer_token));
    rig->name_count = 0;
    rig_hang_up(observer);
    rig_turn(rig);
}

/* Takes away who is connected and who watches, for connections are not stored, the time that runs,
 * and the numbers of streams, which begin anew (a game's are stored). */
static void normalise(json_t *json)
{
    const char *key;
    json_t *value;
    size_t index;
    json_object_del(json, "connected");
    json_object_del(json, "watchers");
    json_object_del(json, "re");
    json_object_del(json, "claim_in_ms");
    json_object_del(json, "clock_waits_ms");
    json_object_del(json, "lag_ms");
    json_object_del(json, "silent");
    json_object_del(json, "left_ms");
    json_object_del(json, "server_now");
    if (json_object_get(json, "ply") == NULL)
        json_object_del(json, "seq");
    if (json_object_get(json, "ended") == NULL)
        json_object_del(json, "clocks");
    json_object_foreach(json, key, value)
        normalise(value);
    json_array_foreach(json, index, value)
        normalise(value);
}

static void put(FILE *out, const char *what, const json_t *reply)
{
    json_t *twin = json_deep_copy(reply);
    normalise(twin);
    char *text = json_dumps(twin, JSON_COMPACT | JSON_SORT_KEYS);
    fprintf(out, "%s %s\n", what, text);
    free(text);
    json_decref(twin);
}

/* Tables of correspondence games may sleep, and are then in no list. */
static json_t *without_sleepers(const json_t *reply)
{
    json_t *list = json_deep_copy(reply);
    json_t *rooms = json_object_get(list, "rooms");
    for (size_t i = json_array_size(rooms); i-- > 0;)
        if (strcmp(text_at(json_array_get(rooms, i), "clock.kind"), "correspondence") == 0)
            json_array_remove(rooms, i);
    return list;
}

static void put_rooms(FILE *out, struct rig_peer *peer)
{
    json_t *list = without_sleepers(rig_ask(peer, "{'op':'room.list','limit':50}"));
    put(out, "rooms", list);
    const json_t *room;
    size_t index;
    json_array_foreach(json_object_get(list, "rooms"), index, room) {
        const char *id = text_at(room, "room");
        put(out, "room", rig_ask(peer, "{'op':'room.watch','room':'%s'}", id));
        rig_ask(peer, "{'op':'room.leave','room':'%s'}", id);
    }
    json_decref(list);
}

/* By a stranger: players have an allowance of their own for such questions. */
static void put_players(FILE *out, struct rig *rig)
{
    struct rig_peer *peer = rig_connect(rig);
    for (size_t i = 0; i < rig->name_count; i++) {
        const char *name = rig->names[i];
        put(out, "player", rig_ask(peer, "{'op':'player.get','name':'%s'}", name));
        put(out, "games", rig_ask(peer, "{'op':'player.games','name':'%s'}", name));
        put(out, "photo", rig_ask(peer, "{'op':'photo.get','name':'%s'}", name));
        const json_t *history = rig_ask(peer, "{'op':'history.list','name':'%s','limit':50}", name);
        put(out, "history", history);
        put(out, "fines", rig_ask(peer, "{'op':'rating.fines','name':'%s','limit':50}", name));
        const json_t *row;
        size_t index;
        json_array_foreach(json_object_get(history, "rows"), index, row)
            put(out, "game", rig_game(peer, text_at(row, "game")));
    }
    rig_hang_up(peer);
    rig__peer_free(rig->peers[--rig->peer_count]);
}

/* Writes the acts of moderation, the reports and the appeals. Bans and mutes of the players in
 * memory are the subject of operations/moderation.dialogue. */
static void put_order(FILE *out, struct rig *rig)
{
    struct rig_peer *local = rig_connect_locally(rig);
    put(out, "acts", rig_ask(local, "{'op':'mod.log','limit':50}"));
    put(out, "cases", rig_ask(local, "{'op':'mod.cases','limit':50}"));
    put(out, "reports", rig_ask(local, "{'op':'mod.reports','limit':50}"));
    put(out, "appeals", rig_ask(local, "{'op':'mod.appeals','limit':50}"));
    rig_hang_up(local);
    rig__peer_free(rig->peers[--rig->peer_count]);
}

char *rig_world(struct rig *rig)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    size_t names = rig->name_count;
    struct rig_peer *peer = rig_resume(rig, rig->observer_token);
    rig->name_count = names;
    put_rooms(out, peer);
    put_players(out, rig);
    put_order(out, rig);
    fclose(out);
    rig_hang_up(peer);
    rig_turn(rig);
    rig__peer_free(rig->peers[--rig->peer_count]);
    return text;
}

/* A second server on the same memory, for a moment. */
char *rig_stored_world(struct rig *rig)
{
    struct core *core = rig->core;
    size_t work_count = rig->work_count;
    size_t work_begun = rig->work_begun;
    struct rig_work work[RIG_WORK_MAX]; /* this one may begin work of its own */
    uint64_t random = rig->random;      /* what is drawn later does not depend on this */
    struct rig_store *store = rig->store;
    struct rig_store looking = {.base = store->base, .database = store->database};
    rig->store = &looking;
    memcpy(work, rig->work, sizeof(work));
    rig->work_count = 0;
    rig->work_begun = 0;
    rig__start(rig);
    char *text = rig_world(rig);
    rig__stop(rig);
    rig->core = core;
    rig->store = store;
    memcpy(rig->work, work, sizeof(work));
    rig->work_count = work_count;
    rig->work_begun = work_begun;
    rig->random = random;
    return text;
}

void rig_check_world(struct rig *rig)
{
    char *said = rig_world(rig);
    char *stored = rig_stored_world(rig);
    if (strcmp(said, stored) != 0)
        fprintf(stderr, "--- said\n%s--- stored\n%s", said, stored);
    assert_string_equal(said, stored);
    free(said);
    free(stored);
}
