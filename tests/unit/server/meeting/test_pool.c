/* SPDX-License-Identifier: MIT */
/* Players who wait for anybody and players who have opened a room for the same meet, whoever came
 * first. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define BLITZ "'clock':{'kind':'fischer','main_ms':300000,'increment_ms':3000}"
#define SECOND 1000

static void seek(struct rig_peer *peer, const char *more)
{
    assert_ok(rig_ask(peer, "{'op':'room.quick','variant':'classic'%s}", more));
}

/* Opens a room, and copies its id. */
static void open_room(struct rig_peer *peer, const char *more, char room_out[13])
{
    const json_t *reply = rig_ask(peer, "{'op':'room.open','variant':'classic'%s}", more);
    assert_ok(reply);
    snprintf(room_out, 13, "%s", text_at(reply, "room.room"));
}

/* The seeker has come into the opener's room, and both play. */
static void expect_met(struct rig_peer *opener, struct rig_peer *seeker, const char *room)
{
    const json_t *paired = rig_expect(seeker, "room.paired");
    assert_string_equal(text_at(paired, "room.room"), room);
    assert_string_equal(text_at(paired, "room.state"), "playing");
    rig_expect(seeker, "game.started");
    assert_string_equal(text_at(rig_expect(opener, "room.joined"), "player.name"), seeker->name);
    rig_expect(opener, "game.started");
    rig_check_world(opener->rig);
}

static void expect_nothing(struct rig_peer *opener, struct rig_peer *seeker)
{
    for (int i = 0; i < 5; i++)
        rig_pass(opener->rig, SECOND);
    assert_int_equal(rig_event_count(opener) + rig_event_count(seeker), 0);
}

static void who_comes_second_by_quick_meets_who_opened(void **state)
{
    char room[13];
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    open_room(anna, ",'rated':true," BLITZ, room);
    rig_pass(*state, SECOND);
    seek(boris, ",'rated':true," BLITZ);
    expect_met(anna, boris, room);
}

static void who_comes_second_by_a_room_meets_who_waits(void **state)
{
    char room[13];
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    seek(boris, "");
    rig_pass(*state, 20 * SECOND);
    open_room(anna, "", room);
    rig_pass(*state, SECOND);
    expect_met(anna, boris, room);
}

static void the_one_who_waits_longest_comes_first(void **state)
{
    char room[13];
    char later[13];
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    open_room(anna, "", room);
    rig_pass(*state, SECOND);
    open_room(rig_guest(*state), "", later);
    rig_pass(*state, SECOND);
    seek(boris, "");
    expect_met(anna, boris, room);
}

static void other_terms_do_not_meet(void **state)
{
    static const char *const rooms[] = {"," BLITZ, ",'first':'opener'", ",'first':'joiner'"};
    char room[13];
    struct rig_peer *boris = rig_player(*state, "Boris");
    seek(boris, "");
    for (size_t i = 0; i < sizeof(rooms) / sizeof(rooms[0]); i++) {
        struct rig_peer *other = rig_guest(*state);
        open_room(other, rooms[i], room);
        expect_nothing(other, boris);
    }
    rig_player(*state, "Anna");
    struct rig_peer *dora = rig_player(*state, "Dora");
    open_room(dora, ",'invite':'Anna'", room);
    expect_nothing(dora, boris);
}

static void who_is_away_or_has_gone_meets_nobody(void **state)
{
    char room[13];
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    struct rig_peer *carla = rig_guest(*state);
    open_room(anna, "", room);
    rig_pass(*state, SECOND);
    assert_ok(rig_ask(anna, "{'op':'room.leave','room':'%s'}", room));
    rig_forget_events(anna);
    open_room(carla, "", room);
    rig_pass(*state, SECOND);
    rig_hang_up(carla);
    seek(boris, "");
    expect_nothing(anna, boris);
}

static void one_does_not_meet_oneself_or_who_is_blocked(void **state)
{
    char room[13];
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    assert_ok(rig_ask(boris, "{'op':'block.add','name':'Anna'}"));
    open_room(anna, "", room);
    seek(anna, "");
    rig_forget_events(anna);
    seek(boris, "");
    expect_nothing(anna, boris);
}

static void two_rooms_do_not_meet(void **state)
{
    char room[13];
    struct rig_peer *anna = rig_guest(*state);
    struct rig_peer *boris = rig_guest(*state);
    struct rig_peer *carla = rig_guest(*state);
    open_room(anna, "", room);
    open_room(boris, "", room);
    seek(carla, "," BLITZ); /* of another pool: pairs are looked for */
    expect_nothing(anna, boris);
}

static void for_days_the_opener_may_be_away(void **state)
{
    char room[13];
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    open_room(anna, "," RIG_DAYS, room);
    rig_hang_up(anna);
    rig_pass(*state, SECOND);
    seek(boris, "," RIG_DAYS);
    assert_string_equal(text_at(rig_expect(boris, "room.paired"), "room.room"), room);
    rig_check_world(*state);
}

static void rooms_are_known_after_a_start(void **state)
{
    char room[13];
    struct rig_peer *anna = rig_player(*state, "Anna");
    open_room(anna, "," RIG_DAYS, room);
    rig_pass(*state, SECOND);
    rig_restart(*state);
    rig_pass(*state, SECOND);
    struct rig_peer *boris = rig_player(*state, "Boris");
    seek(boris, "," RIG_DAYS);
    assert_string_equal(text_at(rig_expect(boris, "room.paired"), "room.room"), room);
}

static void both_wait_again_when_the_commit_fails(void **state)
{
    char room[13];
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    open_room(anna, "", room);
    rig_pass(rig, SECOND);
    rig->store->holds_batches = true;
    seek(boris, "");
    rig_fail_held(rig);
    assert_int_equal(rig_event_count(anna) + rig_event_count(boris), 0);
    rig_check_world(rig);
    for (int i = 0; i < 3; i++)
        rig_pass(rig, SECOND);
    expect_met(anna, boris, room);
}

static void the_lobby_tells_who_waits(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    seek(rig_player(*state, "Boris"), ",'rated':true," BLITZ);
    seek(rig_guest(*state), "");
    seek(anna, "," RIG_DAYS); /* herself she is not told of */
    const json_t *lobby = rig_ask(anna, "{'op':'lobby.watch'}");
    assert_int_equal(count_at(lobby, "waiting"), 2);
    lobby = rig_ask(anna, "{'op':'lobby.watch','stakes':'rated'}");
    assert_int_equal(count_at(lobby, "waiting"), 1);
    assert_int_equal(int_at(lobby, "waiting.0.players"), 1);
    assert_true(bool_at(lobby, "waiting.0.rated"));
    assert_int_equal(int_at(lobby, "waiting.0.clock.increment_ms"), 3000);
    lobby = rig_ask(anna, "{'op':'lobby.watch','variant':'mini'}");
    assert_int_equal(count_at(lobby, "waiting"), 0);
}

/* A few guests who wait for odd games do not hide an account that does. */
static void accounts_that_wait_are_told_first(void **state)
{
    struct rig *rig = *state;
    for (int i = 0; i < 16; i++) {
        rig_pass(rig, 400000); /* newcomers are counted */
        assert_ok(rig_ask(rig_guest(rig),
                          "{'op':'room.quick','variant':'mini','clock':{'kind':'per_move',"
                          "'period_ms':%d}}",
                          10000 + i));
    }
    seek(rig_player(rig, "Anna"), "," BLITZ);
    const json_t *lobby = rig_ask(rig_guest(rig), "{'op':'lobby.watch'}");
    assert_int_equal(count_at(lobby, "waiting"), 16);
    assert_int_equal(int_at(lobby, "waiting.0.clock.increment_ms"), 3000);
    assert_int_equal(int_at(lobby, "waiting.15.clock.period_ms"), 10014);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(who_comes_second_by_quick_meets_who_opened),
        RIG_TEST(who_comes_second_by_a_room_meets_who_waits),
        RIG_TEST(the_one_who_waits_longest_comes_first),
        RIG_TEST(other_terms_do_not_meet),
        RIG_TEST(who_is_away_or_has_gone_meets_nobody),
        RIG_TEST(one_does_not_meet_oneself_or_who_is_blocked),
        RIG_TEST(two_rooms_do_not_meet),
        RIG_TEST(for_days_the_opener_may_be_away),
        RIG_TEST(rooms_are_known_after_a_start),
        RIG_TEST(both_wait_again_when_the_commit_fails),
        RIG_TEST(the_lobby_tells_who_waits),
        RIG_TEST(accounts_that_wait_are_told_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
