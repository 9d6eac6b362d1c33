/* SPDX-License-Identifier: MIT */
/* Links of rooms: who may join by them, how they end, and that nobody else is told anything. */
#include "server/core/state.h"
#include "server/core/table/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define CLOCK ",'clock':{'kind':'fischer','main_ms':600000}"
#define LINK_SIZE 40
#define WEEK_MS INT64_C(604800000)

/* A room that is kept for who has its link. */
struct linked {
    char room[13];
    char link[LINK_SIZE];
};

static const json_t *in_room(struct rig_peer *peer, const char *op, const char *room)
{
    return rig_ask(peer, "{'op':'%s','room':'%s'}", op, room);
}

static const json_t *by_link(struct rig_peer *peer, const char *op, const char *link)
{
    return rig_ask(peer, "{'op':'%s','link':'%s'}", op, link);
}

static void make_link(struct rig_peer *opener, struct linked *linked)
{
    const json_t *reply = in_room(opener, "room.link", linked->room);
    assert_ok(reply);
    assert_int_equal(int_at(reply, "ends_in_ms"), WEEK_MS);
    snprintf(linked->link, sizeof(linked->link), "%s", text_at(reply, "link"));
}

static struct linked open_linked(struct rig_peer *opener, const char *more)
{
    struct linked linked;
    const json_t *reply =
        rig_ask(opener, "{'op':'room.open','variant':'mini','link':true%s}", more);
    assert_ok(reply);
    assert_true(bool_at(reply, "room.link"));
    snprintf(linked.room, sizeof(linked.room), "%s", text_at(reply, "room.room"));
    make_link(opener, &linked);
    return linked;
}

static void who_has_the_link_looks_and_joins(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    struct linked linked = open_linked(anna, CLOCK);
    for (int i = 0; i < 3; i++) { /* as programs do that show what a link leads to */
        const json_t *seen = by_link(boris, "room.look", linked.link);
        assert_string_equal(text_at(seen, "room.room"), linked.room);
        assert_string_equal(text_at(seen, "room.players.0.name"), anna->name);
        assert_int_equal(int_at(seen, "room.answer_in_ms"), WEEK_MS);
    }
    assert_int_equal(rig_event_count(anna), 0);
    const json_t *joined = by_link(boris, "room.join", linked.link);
    assert_string_equal(text_at(joined, "room.state"), "playing");
    assert_false(has_at(joined, "room.link"));
    rig_expect(anna, "room.joined");
    rig_check_world(*state);
}

/* A room is found by a part of the hash, and joined by all of it. */
static void the_whole_hash_decides(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct linked linked = open_linked(anna, CLOCK);
    rig_restart(rig);
    rig_resume(rig, anna->token);
    struct rig_peer *boris = rig_guest(rig);
    assert_ok(by_link(boris, "room.look", linked.link));
    uint8_t *hash = rig->core->tables->rooms->state.link_hash;
    hash[TOKEN_HASH_SIZE - 1] ^= 1;
    assert_code(by_link(boris, "room.look", linked.link), "no_such_link");
    assert_code(by_link(boris, "room.join", linked.link), "no_such_link");
    hash[TOKEN_HASH_SIZE - 1] ^= 1;
    assert_ok(by_link(boris, "room.join", linked.link));
}

static void it_is_read_as_people_type_it(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct linked linked = open_linked(anna, "");
    char typed[LINK_SIZE];
    size_t to = 0;
    for (const char *c = linked.link; *c != '\0'; c++)
        if (*c != '-')
            typed[to++] = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    typed[to] = '\0';
    assert_int_equal(to, 26);
    assert_ok(by_link(rig_guest(*state), "room.join", typed));
}

static void nobody_joins_or_sees_it_without(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *carla = rig_guest(*state);
    assert_ok(rig_ask(carla, "{'op':'lobby.watch'}"));
    assert_ok(rig_ask(carla, "{'op':'room.quick','variant':'mini'" CLOCK "}"));
    struct linked linked = open_linked(anna, CLOCK);
    rig_pass(*state, 2000);
    assert_int_equal(rig_event_count(carla), 0);
    assert_int_equal(count_at(rig_ask(carla, "{'op':'room.list'}"), "rooms"), 0);
    assert_int_equal(count_at(rig_ask(carla, "{'op':'lobby.watch'}"), "rooms"), 0);
    assert_int_equal(count_at(rig_ask(anna, "{'op':'room.list'}"), "rooms"), 1);
    assert_code(in_room(carla, "room.join", linked.room), "not_invited");
    assert_code(in_room(carla, "room.watch", linked.room), "not_invited");
    assert_code(in_room(carla, "room.link", linked.room), "not_seated");
    assert_code(by_link(carla, "room.join", "00000-00000-00000-00000-00000-0"), "no_such_link");
    assert_code(by_link(carla, "room.join", linked.room), "no_such_link");
    assert_code(rig_ask(carla, "{'op':'room.join'}"), "missing_field");
}

static void one_joins_and_it_is_used_up(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    struct rig_peer *carla = rig_guest(*state);
    struct linked linked = open_linked(anna, "");
    assert_code(by_link(anna, "room.join", linked.link), "already_in_room");
    assert_ok(by_link(boris, "room.join", linked.link));
    assert_code(by_link(boris, "room.join", linked.link), "already_in_room");
    rig_forget_events(anna);
    assert_code(by_link(carla, "room.join", linked.link), "link_used");
    assert_code(by_link(carla, "room.look", linked.link), "link_used");
    assert_code(in_room(anna, "room.link", linked.room), "no_link");
    assert_ok(in_room(carla, "room.watch", linked.room)); /* the game is for all */
    in_room(boris, "room.leave", linked.room);
    assert_code(by_link(carla, "room.join", linked.link), "link_used");
}

static void another_one_makes_it_void(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct linked linked = open_linked(anna, "");
    struct linked other = linked;
    make_link(anna, &other);
    assert_string_not_equal(linked.link, other.link);
    assert_code(by_link(rig_guest(*state), "room.look", linked.link), "no_such_link");
    assert_code(by_link(rig_guest(*state), "room.join", linked.link), "no_such_link");
    assert_ok(by_link(rig_guest(*state), "room.join", other.link));
}

static void it_goes_with_its_room(void **state)
{
    struct rig_peer *anna = rig_guest(*state);
    struct linked linked = open_linked(anna, "");
    assert_ok(in_room(anna, "room.leave", linked.room));
    assert_code(by_link(rig_guest(*state), "room.join", linked.link), "no_such_link");
}

/* An account's stays as long as its link does, over a start, too; a guest may never come back. */
static void it_ends_in_a_week(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *guest = rig_guest(rig);
    struct linked linked = open_linked(anna, "");
    struct linked of_guest = open_linked(guest, "");
    rig_hang_up(anna);
    rig_hang_up(guest);
    rig_pass(rig, WEEK_MS / 2);
    rig_restart(rig);
    struct rig_peer *boris = rig_guest(rig);
    assert_code(by_link(boris, "room.look", of_guest.link), "no_such_link");
    assert_ok(by_link(boris, "room.look", linked.link));
    rig_pass(rig, WEEK_MS / 2);
    assert_code(by_link(rig_guest(rig), "room.look", linked.link), "no_such_link");
    rig_check_world(rig);
}

/* Gone before the account was stored, and so without a login that would say so. */
static void a_guest_who_registers_while_going_is_waited_for(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    struct linked linked = open_linked(guest, "");
    rig->store->holds_batches = true;
    rig_send(guest, "{'op':'auth.register','name':'Anna','password':'secret of Anna'}");
    rig_turn(rig);
    rig_hang_up(guest);
    rig_turn(rig);
    rig->store->holds_batches = false;
    rig_turn(rig);
    rig_pass(rig, WEEK_MS / 2);
    const json_t *seen = by_link(rig_guest(rig), "room.look", linked.link);
    assert_string_equal(text_at(seen, "room.players.0.name"), "Anna");
    rig_check_world(rig);
}

static void both_have_to_be_there_for_a_game_at_once(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_guest(rig);
    struct linked linked = open_linked(anna, CLOCK);
    char token[65];
    snprintf(token, sizeof(token), "%s", anna->token);
    rig_hang_up(anna);
    rig_turn(rig);
    assert_false(bool_at(by_link(boris, "room.look", linked.link), "room.players.0.connected"));
    assert_code(by_link(boris, "room.join", linked.link), "not_here");
    rig_resume(rig, token);
    assert_ok(by_link(boris, "room.join", linked.link));
}

static void rated_terms_hold(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct linked linked = open_linked(anna, ",'rated':true," RIG_DAYS);
    assert_code(by_link(rig_guest(*state), "room.join", linked.link), "account_required");
    struct rig_peer *boris = rig_player(*state, "Boris");
    assert_ok(rig_ask(anna, "{'op':'block.add','name':'Boris'}"));
    assert_code(by_link(boris, "room.look", linked.link), "blocked");
    assert_code(by_link(boris, "room.join", linked.link), "blocked");
    assert_ok(by_link(rig_player(*state, "Carla"), "room.join", linked.link));
}

static void it_is_for_nobody_in_particular(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    rig_player(*state, "Boris");
    assert_code(rig_ask(anna, "{'op':'room.open','variant':'mini','link':true,'invite':'Boris'}"),
                "out_of_range");
    assert_code(rig_ask(anna, "{'op':'room.open','variant':'mini','link':true,'computer':'any'}"),
                "out_of_range");
}

/* A commit that fails leaves the link as it was. */
static void what_fails_never_was(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    struct linked linked = open_linked(anna, "");
    rig->store->fails_batches = true;
    assert_code(in_room(anna, "room.link", linked.room), "storage_unavailable");
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    assert_ok(by_link(boris, "room.join", linked.link));
    rig_check_world(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(who_has_the_link_looks_and_joins),
        RIG_TEST(the_whole_hash_decides),
        RIG_TEST(it_is_read_as_people_type_it),
        RIG_TEST(nobody_joins_or_sees_it_without),
        RIG_TEST(one_joins_and_it_is_used_up),
        RIG_TEST(another_one_makes_it_void),
        RIG_TEST(it_goes_with_its_room),
        RIG_TEST(it_ends_in_a_week),
        RIG_TEST(a_guest_who_registers_while_going_is_waited_for),
        RIG_TEST(both_have_to_be_there_for_a_game_at_once),
        RIG_TEST(rated_terms_hold),
        RIG_TEST(it_is_for_nobody_in_particular),
        RIG_TEST(what_fails_never_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
