/* SPDX-License-Identifier: MIT */
/* Blocks: who is blocked, by whom, and what does not pass between the two. */
#include "db/store.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

static const json_t *block(struct rig_peer *peer, const char *name)
{
    return rig_ask(peer, "{'op':'block.add','name':'%s'}", name);
}

static void open_room(struct rig_peer *peer, char room[13])
{
    const json_t *opened = rig_ask(peer, "{'op':'room.open','variant':'mini'}");
    assert_ok(opened);
    snprintf(room, 13, "%s", text_at(opened, "room.room"));
}

/* ------------------------------------------------------------------ the list */

static void a_block_is_listed_until_it_is_taken_back(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *guest = rig_guest(*state);
    rig_player(*state, "Boris");
    assert_string_equal(text_at(block(anna, "BORIS"), "name"), "Boris");
    assert_ok(block(anna, guest->name));
    assert_ok(block(anna, "Boris"));
    const json_t *list = rig_ask(anna, "{'op':'block.list'}");
    assert_int_equal(count_at(list, "rows"), 2);
    assert_false(bool_at(list, "more"));
    assert_string_equal(text_at(list, "rows.0.name"), guest->name);
    assert_true(bool_at(list, "rows.0.guest"));
    assert_int_equal(int_at(list, "rows.1.since"), RIG_START_MS);
    assert_ok(rig_ask(anna, "{'op':'block.remove','name':'boris'}"));
    assert_code(rig_ask(anna, "{'op':'block.remove','name':'boris'}"), "not_blocked");
    assert_int_equal(count_at(rig_ask(anna, "{'op':'block.list'}"), "rows"), 1);
}

static void the_list_has_pages(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    rig_player(*state, "Boris");
    rig_player(*state, "Carla");
    assert_ok(block(anna, "Boris"));
    assert_ok(block(anna, "Carla"));
    const json_t *list = rig_ask(anna, "{'op':'block.list','limit':1}");
    assert_string_equal(text_at(list, "rows.0.name"), "Boris");
    assert_true(bool_at(list, "more"));
    list = rig_ask(anna, "{'op':'block.list','from':2,'limit':1}");
    assert_string_equal(text_at(list, "rows.0.name"), "Carla");
    assert_false(bool_at(list, "more"));
    assert_int_equal(count_at(rig_ask(anna, "{'op':'block.list','from':3}"), "rows"), 0);
}

static void batch_stored(void *ctx, uint64_t number, int status, const struct store_batch *batch)
{
    (void)ctx;
    (void)number;
    (void)batch;
    assert_int_equal(status, STORE_OK);
}

static void keep_id(void *ctx, uint64_t number, int status, const struct store_answer *answer)
{
    (void)number;
    assert_int_equal(status, STORE_OK);
    *(uint64_t *)ctx = answer->as.player_by_name.player.id;
}

/* Straight into the store, so that 500 players need not come. */
static void block_many(struct rig *rig, const char *key, uint64_t count)
{
    uint64_t player = 0;
    const struct store_listener listener = {&player, batch_stored, keep_id};
    const struct store_query query = {.kind = STORE_PLAYER_BY_NAME, .as.player_by_name = {key}};
    store_query(rig->store->database, 1, &query);
    store_poll(rig->store->database, &listener);
    struct store_batch *batch = store_batch_new();
    for (uint64_t id = 1; id <= count; id++) {
        char name[16];
        snprintf(name, sizeof(name), "p%u", (unsigned)id);
        struct store_op op = {.kind = STORE_PLAYER_CREATE,
                              .as.player_create = {.id = id, .names = {name, name, name}}};
        store_batch_add(batch, &op);
        op = (struct store_op){.kind = STORE_BLOCK_ADD,
                               .as.block_add = {.player = player, .other = id}};
        store_batch_add(batch, &op);
    }
    store_submit(rig->store->database, 1, batch);
    store_poll(rig->store->database, &listener);
}

static void nobody_blocks_more_than_500(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_player(rig, "Boris");
    rig_player(rig, "Carla");
    block_many(rig, "anna", STORE_BLOCKS_MAX - 1);
    rig_restart(rig);
    anna = rig_resume(rig, anna->token);
    assert_ok(block(anna, "Boris"));
    assert_code(block(anna, "Carla"), "too_many_blocks");
    assert_ok(block(anna, "Boris"));
    assert_ok(rig_ask(anna, "{'op':'block.remove','name':'p7'}"));
    assert_ok(block(anna, "Carla"));
}

/* ------------------------------------------------------------------ what does not pass */

static void neither_joins_a_table_of_the_other(void **state)
{
    char room[13];
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    assert_ok(block(anna, "Boris"));
    open_room(anna, room);
    assert_code(rig_ask(boris, "{'op':'room.join','room':'%s'}", room), "blocked");
    assert_ok(rig_ask(boris, "{'op':'room.watch','room':'%s'}", room));
    open_room(boris, room);
    assert_code(rig_ask(anna, "{'op':'room.join','room':'%s'}", room), "blocked");
    assert_ok(rig_ask(anna, "{'op':'block.remove','name':'Boris'}"));
    assert_ok(rig_ask(anna, "{'op':'room.join','room':'%s'}", room));
}

static void a_block_holds_after_a_restart_whoever_of_the_two_is_loaded(void **state)
{
    char room[13];
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    assert_ok(block(anna, "Boris"));
    open_room(anna, room);
    rig_restart(*state);
    boris = rig_resume(*state, boris->token);
    assert_code(rig_ask(boris, "{'op':'room.join','room':'%s'}", room), "blocked");
}

static void a_rematch_is_refused_to_both(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_table table = rig_table(anna, boris, "mini", false);
    assert_ok(rig_ask(anna, "{'op':'game.resign','game':'%s'}", table.game));
    assert_ok(rig_ask(boris, "{'op':'room.rematch','room':'%s'}", table.room));
    assert_ok(block(anna, "Boris"));
    assert_code(rig_ask(anna, "{'op':'room.rematch','room':'%s'}", table.room), "blocked");
    assert_code(rig_ask(boris, "{'op':'room.rematch','room':'%s'}", table.room), "blocked");
}

static void who_blocked_does_not_hear_the_other_and_all_others_do(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_peer *guest = rig_guest(*state);
    struct rig_table table = rig_table(anna, boris, "mini", false);
    assert_ok(rig_ask(guest, "{'op':'room.watch','room':'%s'}", table.room));
    assert_ok(block(anna, "Boris"));
    assert_ok(rig_ask(boris, "{'op':'room.say','room':'%s','text':'one'}", table.room));
    rig_expect(boris, "room.said");
    rig_expect(guest, "room.said");
    assert_int_equal(rig_event_count(anna), 0);
    assert_ok(rig_ask(anna, "{'op':'room.say','room':'%s','text':'two'}", table.room));
    rig_expect(boris, "room.said");
    rig_expect(guest, "room.said");
    rig_expect(anna, "room.said");
}

static void a_watcher_who_blocked_does_not_hear_the_other(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_peer *guest = rig_guest(*state);
    struct rig_table table = rig_table(anna, boris, "mini", false);
    assert_ok(rig_ask(guest, "{'op':'room.watch','room':'%s'}", table.room));
    assert_ok(block(guest, "Boris"));
    rig_forget_events(guest);
    assert_ok(rig_ask(boris, "{'op':'room.say','room':'%s','text':'one'}", table.room));
    assert_int_equal(rig_event_count(guest), 0);
}

static void what_was_said_is_not_shown_to_who_blocked(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_table table = rig_table(anna, boris, "mini", false);
    assert_ok(rig_ask(boris, "{'op':'room.say','room':'%s','text':'one'}", table.room));
    assert_ok(rig_ask(anna, "{'op':'room.say','room':'%s','text':'two'}", table.room));
    assert_ok(block(anna, "Boris"));
    rig_restart(*state);
    anna = rig_resume(*state, anna->token);
    const json_t *seen = rig_ask(anna, "{'op':'room.watch','room':'%s'}", table.room);
    assert_int_equal(count_at(seen, "chat"), 1);
    assert_string_equal(text_at(seen, "chat.0.text"), "two");
    boris = rig_resume(*state, boris->token);
    seen = rig_ask(boris, "{'op':'room.watch','room':'%s'}", table.room);
    assert_int_equal(count_at(seen, "chat"), 2);
}

/* ------------------------------------------------------------------ not stored */

static void a_block_that_is_not_stored_is_taken_back(void **state)
{
    struct rig *rig = *state;
    char room[13];
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    open_room(anna, room);
    rig->store->fails_batches = true;
    assert_code(block(anna, "Boris"), "storage_unavailable");
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    assert_int_equal(count_at(rig_ask(anna, "{'op':'block.list'}"), "rows"), 0);
    assert_ok(rig_ask(boris, "{'op':'room.join','room':'%s'}", room));
}

static void an_unblocking_that_is_not_stored_is_taken_back(void **state)
{
    struct rig *rig = *state;
    char room[13];
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    open_room(anna, room);
    assert_ok(block(anna, "Boris"));
    rig->store->fails_batches = true;
    assert_code(rig_ask(anna, "{'op':'block.remove','name':'Boris'}"), "storage_unavailable");
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    assert_ok(rig_ask(boris, "{'op':'room.open','variant':'mini'}"));
    assert_code(rig_ask(boris, "{'op':'room.join','room':'%s'}", room), "blocked");
}

/* ------------------------------------------------------------------ invitations */

static void invite(struct rig_peer *peer, const char *name, char room[13])
{
    const json_t *opened = rig_ask(peer, "{'op':'room.open','variant':'mini','invite':'%s'}", name);
    assert_ok(opened);
    snprintf(room, 13, "%s", text_at(opened, "room.room"));
}

static void invitations_between_the_two_end_and_no_others(void **state)
{
    char from[13];
    char to[13];
    char other[13];
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_peer *carla = rig_player(*state, "Carla");
    invite(anna, "Boris", from);
    invite(boris, "Anna", to);
    invite(carla, "Anna", other);
    rig_forget_events(anna);
    rig_forget_events(boris);
    assert_ok(block(anna, "Boris"));
    const json_t *declined = rig_find_event(boris, "room.declined");
    assert_string_equal(text_at(declined, "room"), to);
    assert_false(has_at(declined, "reason"));
    rig_find_event(boris, "room.closed");
    rig_find_event(anna, "room.closed");
    assert_code(rig_ask(anna, "{'op':'room.join','room':'%s'}", to), "no_such_room");
    assert_code(rig_ask(boris, "{'op':'room.join','room':'%s'}", from), "no_such_room");
    rig_check_world(*state);
    assert_ok(rig_ask(anna, "{'op':'room.join','room':'%s'}", other));
}

static void the_lobby_follows_blocks_in_both_directions(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_peer *watcher = rig_guest(*state);
    char rooms[2][13];
    open_room(anna, rooms[0]);
    open_room(boris, rooms[1]);
    assert_ok(rig_ask(anna, "{'op':'lobby.watch'}"));
    assert_ok(rig_ask(boris, "{'op':'lobby.watch'}"));
    assert_ok(rig_ask(watcher, "{'op':'lobby.watch'}"));
    assert_ok(block(anna, "Boris"));
    assert_string_equal(text_at(rig_find_event(anna, "lobby.gone"), "room"), rooms[1]);
    assert_string_equal(text_at(rig_find_event(boris, "lobby.gone"), "room"), rooms[0]);
    rig_forget_events(anna);
    rig_forget_events(boris);
    assert_ok(rig_ask(anna, "{'op':'block.remove','name':'Boris'}"));
    rig_pass(*state, 1000);
    assert_string_equal(text_at(rig_expect(anna, "lobby.room"), "room.room"), rooms[1]);
    assert_string_equal(text_at(rig_expect(boris, "lobby.room"), "room.room"), rooms[0]);
    assert_null(rig_next_event(anna)); /* of her own room nothing changed */
    assert_null(rig_next_event(boris));
    assert_null(rig_next_event(watcher));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_block_is_listed_until_it_is_taken_back),
        RIG_TEST(the_list_has_pages),
        RIG_TEST(nobody_blocks_more_than_500),
        RIG_TEST(neither_joins_a_table_of_the_other),
        RIG_TEST(a_block_holds_after_a_restart_whoever_of_the_two_is_loaded),
        RIG_TEST(a_rematch_is_refused_to_both),
        RIG_TEST(who_blocked_does_not_hear_the_other_and_all_others_do),
        RIG_TEST(a_watcher_who_blocked_does_not_hear_the_other),
        RIG_TEST(what_was_said_is_not_shown_to_who_blocked),
        RIG_TEST(a_block_that_is_not_stored_is_taken_back),
        RIG_TEST(an_unblocking_that_is_not_stored_is_taken_back),
        RIG_TEST(invitations_between_the_two_end_and_no_others),
        RIG_TEST(the_lobby_follows_blocks_in_both_directions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
