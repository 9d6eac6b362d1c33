/* SPDX-License-Identifier: MIT */
/* Conduct: what is counted, whom it pauses, and what stays open to them. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <string.h>

#define MINUTE_MS INT64_C(60000)
#define CLOCK "'clock':{'kind':'fischer','main_ms':180000,'increment_ms':2000}"
#define QUICK "{'op':'room.quick','variant':'mini'," CLOCK "}"

static int setup(void **state)
{
    struct core_options options = rig_options();
    options.conduct_percent = 30;
    options.players_per_address = 20;
    struct rig *rig = rig_new_with(&options);
    rig_live(rig, 10 * MINUTE_MS); /* nothing is counted before */
    *state = rig;
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, rig_teardown)

/* The two are paired; returns the game of `peer`. */
static const char *meet(struct rig_peer *peer, struct rig_peer *other)
{
    rig_forget_events(peer);
    assert_ok(rig_ask(other, QUICK));
    assert_ok(rig_ask(peer, QUICK));
    return text_at(rig_find_event(peer, "game.started"), "game.game");
}

static void leave_all(struct rig_peer *peer)
{
    const json_t *rooms = rig_ask(peer, "{'op':'player.sync','since':0}");
    for (size_t i = 0; i < (size_t)count_at(rooms, "rooms"); i++) {
        const json_t *room = json_array_get(json_object_get(rooms, "rooms"), i);
        rig_ask(peer, "{'op':'room.leave','room':'%s'}", text_at(room, "room"));
    }
}

/* `peer` aborts games in which the two were paired. */
static void abort_often(struct rig_peer *peer, struct rig_peer *other, int times)
{
    for (int i = 0; i < times; i++) {
        assert_ok(rig_ask(peer, "{'op':'game.abort','game':'%s'}", meet(peer, other)));
        leave_all(peer);
        leave_all(other);
        rig_live(peer->rig, 10000);
    }
}

static void who_breaks_off_too_often_is_paused(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    abort_often(anna, boris, 5);
    const json_t *refused = rig_ask(anna, QUICK);
    assert_code(refused, "paused");
    assert_int_equal(int_at(refused, "error.retry_after_ms"), 5 * MINUTE_MS - 10000);
    assert_code(rig_ask(anna, "{'op':'room.open','variant':'mini','rated':true," CLOCK "}"),
                "paused");
    assert_ok(rig_ask(boris, "{'op':'room.open','variant':'mini','rated':true," CLOCK "}"));
    const json_t *list = rig_ask(anna, "{'op':'room.list'}");
    assert_code(rig_ask(anna, "{'op':'room.join','room':'%s'}", text_at(list, "rooms.0.room")),
                "paused");
    const json_t *own = rig_ask(anna, "{'op':'player.get'}");
    assert_int_equal(int_at(own, "conduct.games"), 5);
    assert_int_equal(int_at(own, "conduct.broken"), 5);
    assert_true(has_at(own, "conduct.paused_until"));
    assert_false(has_at(rig_ask(boris, "{'op':'player.get','name':'Anna'}"), "conduct"));
    assert_false(has_at(rig_ask(boris, "{'op':'player.get'}"), "conduct"));
    rig_check_world(rig);
}

static void invitations_stay_open(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    abort_often(anna, boris, 5);
    assert_code(rig_ask(anna, "{'op':'room.open','variant':'mini'}"), "paused");
    assert_ok(rig_ask(anna, "{'op':'room.open','variant':'mini','link':true}"));
    assert_ok(rig_ask(anna, "{'op':'room.open','variant':'mini','computer':'random'}"));
    assert_ok(rig_ask(
        anna, "{'op':'room.open','variant':'mini','rated':true,'invite':'Boris'," CLOCK "}"));
}

static void a_pause_is_over_and_the_next_is_longer_also_after_a_restart(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    abort_often(anna, boris, 5);
    rig_live(rig, 5 * MINUTE_MS);
    abort_often(anna, boris, 1);
    char token[65];
    memcpy(token, anna->token, sizeof(token));
    rig_restart(rig);
    anna = rig_resume(rig, token);
    const json_t *refused = rig_ask(anna, QUICK);
    assert_code(refused, "paused");
    assert_in_range(int_at(refused, "error.retry_after_ms"), 14 * MINUTE_MS, 15 * MINUTE_MS);
}

static void games_that_end_in_another_way_are_good(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    for (int i = 0; i < 6; i++) {
        const char *game = meet(anna, boris);
        bool is_first = json_is_true(json_object_get(rig_game(anna, game), "is_mine")) ||
                        strcmp(text_at(rig_game(anna, game), "first.name"), "Anna") == 0;
        struct rig_peer *first = is_first ? anna : boris;
        struct rig_peer *second = is_first ? boris : anna;
        assert_ok(rig_move(first, game, 0, "a1"));
        assert_ok(rig_move(second, game, 1, "b2"));
        assert_ok(rig_ask(anna, "{'op':'game.resign','game':'%s'}", game));
        leave_all(anna);
        leave_all(boris);
        rig_live(rig, 10000);
    }
    assert_int_equal(int_at(rig_ask(anna, "{'op':'player.get'}"), "conduct.games"), 6);
    assert_int_equal(int_at(rig_ask(anna, "{'op':'player.get'}"), "conduct.broken"), 0);
    assert_ok(rig_ask(anna, QUICK));
}

static void nothing_is_counted_after_a_start(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    char tokens[2][65];
    memcpy(tokens[0], anna->token, sizeof(tokens[0]));
    memcpy(tokens[1], boris->token, sizeof(tokens[1]));
    rig_restart(rig);
    anna = rig_resume(rig, tokens[0]);
    boris = rig_resume(rig, tokens[1]);
    abort_often(anna, boris, 6);
    assert_ok(rig_ask(anna, QUICK));
}

#define OPEN "{'op':'room.open','variant':'mini'," CLOCK "}"

/* Opening rooms for those who wait is no way around it: neither is breaking off free there, nor
 * does somebody who is paused meet anybody so. */
static void games_in_rooms_that_quick_pairing_finds_count_too(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    for (int i = 0; i < 5; i++) {
        rig_forget_events(anna);
        assert_ok(rig_ask(boris, QUICK));
        assert_ok(rig_ask(anna, OPEN));
        rig_live(rig, 2000);
        const json_t *started = rig_find_event(anna, "game.started");
        assert_ok(rig_ask(anna, "{'op':'game.abort','game':'%s'}", text_at(started, "game.game")));
        leave_all(anna);
        leave_all(boris);
        rig_live(rig, 10000);
    }
    assert_code(rig_ask(anna, QUICK), "paused");
    assert_code(rig_ask(anna, OPEN), "paused");
    rig_check_world(rig);
}

/* ------------------------------------------------------------------ rooms of strangers */

#define NETWORK(n) (UINT64_C(0x1cb007100) + (n)) /* 203.0.113.n */
#define OPEN_UNRATED "{'op':'room.open','variant':'mini'}"

/* The guest joins the room and aborts its game; the error of joining, or "". */
static const char *spoil(struct rig_peer *guest, const char *room)
{
    const json_t *reply = rig_ask(guest, "{'op':'room.join','room':'%s'}", room);
    if (has_at(reply, "error"))
        return text_at(reply, "error.code");
    assert_ok(rig_ask(guest, "{'op':'game.abort','game':'%s'}", text_at(reply, "game.game")));
    rig_live(guest->rig, 2000);
    return "";
}

static void a_guest_spoils_few_rooms_of_strangers_rated_or_not(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest_from(rig, NETWORK(1));
    int spoilt = 0;
    for (int i = 0; i < 12; i++) {
        struct rig_peer *opener = rig_guest_from(rig, NETWORK(100 + (unsigned)i));
        char room[32];
        snprintf(room, sizeof(room), "%s", text_at(rig_ask(opener, OPEN_UNRATED), "room.room"));
        spoilt += spoil(guest, room)[0] == '\0' ? 1 : 0;
    }
    assert_int_equal(spoilt, 5);
    assert_code(rig_ask(guest, OPEN_UNRATED), "paused");
    assert_code(rig_ask(guest, "{'op':'room.quick','variant':'mini'}"), "paused");
    rig_check_world(rig);
}

/* Guests cost nothing: each of these comes once. */
static void who_comes_back_as_another_guest_has_the_record_of_the_address(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *opener = rig_guest_from(rig, NETWORK(100));
    char room[32];
    int spoilt = 0;
    snprintf(room, sizeof(room), "%s", text_at(rig_ask(opener, OPEN_UNRATED), "room.room"));
    for (int i = 0; i < 60; i++)
        spoilt += spoil(rig_guest_from(rig, NETWORK(1)), room)[0] == '\0' ? 1 : 0;
    assert_int_equal(spoilt, 20);
    assert_string_equal(spoil(rig_guest_from(rig, NETWORK(1)), room), "paused");
    assert_string_equal(spoil(rig_guest_from(rig, NETWORK(2)), room), "");
    rig_check_world(rig);
}

static void a_room_waits_again_when_who_joined_spoils_its_game(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *opener = rig_guest_from(rig, NETWORK(100));
    struct rig_peer *spoiler = rig_guest_from(rig, NETWORK(1));
    struct rig_peer *other = rig_guest_from(rig, NETWORK(2));
    char room[32];
    snprintf(room, sizeof(room), "%s", text_at(rig_ask(opener, OPEN_UNRATED), "room.room"));
    assert_string_equal(spoil(spoiler, room), "");
    assert_string_equal(text_at(rig_find_event(opener, "room.left"), "name"), spoiler->name);
    assert_string_equal(text_at(rig_expect(opener, "room.reopened"), "room"), room);
    const json_t *seen = rig_ask(opener, "{'op':'room.watch','room':'%s'}", room);
    assert_string_equal(text_at(seen, "room.state"), "open");
    assert_false(has_at(seen, "game"));
    rig_check_world(rig);
    assert_ok(rig_ask(other, "{'op':'room.join','room':'%s'}", room));
    rig_check_world(rig);
}

/* Whether the numbers of what the room told the peer rise. */
static bool numbers_rise(const struct rig_peer *peer, const char *room)
{
    int64_t last = 0;
    for (size_t i = 0; i < peer->count; i++) {
        const json_t *event = peer->messages[i].json;
        if (!has_at(event, "ev") || !has_at(event, "room") || strcmp(text_at(event, "room"), room))
            continue;
        if (int_at(event, "seq") <= last)
            return false;
        last = int_at(event, "seq");
    }
    return last > 0;
}

/* As a watcher in between the peer is told other numbers than it had at the seat. */
static void who_sits_down_again_in_such_a_room_is_new_there(void **state)
{
    static const char *const ends[] = {"{'op':'game.abort','game':'%s'}",
                                       "{'op':'room.leave','room':'%s'}"};
    struct rig *rig = *state;
    for (size_t i = 0; i < 2; i++) {
        struct rig_peer *opener = rig_guest_from(rig, NETWORK(100));
        struct rig_peer *spoiler = rig_guest_from(rig, NETWORK(1));
        char room[32];
        snprintf(room, sizeof(room), "%s", text_at(rig_ask(opener, OPEN_UNRATED), "room.room"));
        const json_t *joined = rig_ask(spoiler, "{'op':'room.join','room':'%s'}", room);
        assert_ok(rig_ask(spoiler, ends[i], i == 0 ? text_at(joined, "game.game") : room));
        rig_live(rig, 2000);
        assert_ok(rig_ask(spoiler, "{'op':'room.watch','room':'%s'}", room));
        for (int line = 0; line < 5; line++)
            assert_ok(rig_ask(opener, "{'op':'room.say','room':'%s','text':'x'}", room));
        assert_ok(rig_ask(spoiler, "{'op':'room.join','room':'%s'}", room));
        rig_live(rig, 2000);
        assert_true(numbers_rise(spoiler, room));
        rig_check_world(rig);
    }
}

/* The opener's own abort, a game with a result, a rematch, and a friend. */
static void a_room_does_not_wait_again_for_anything_else(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *opener = rig_guest_from(rig, NETWORK(100));
    struct rig_peer *other = rig_guest_from(rig, NETWORK(1));
    static const char *const opens[] = {OPEN_UNRATED, OPEN_UNRATED,
                                        "{'op':'room.open','variant':'mini','invite':'%s'}"};
    for (size_t i = 0; i < 3; i++) {
        char room[32];
        char game[32];
        rig_forget_events(opener);
        snprintf(room, sizeof(room), "%s",
                 text_at(rig_ask(opener, opens[i], other->name), "room.room"));
        const json_t *joined = rig_ask(other, "{'op':'room.join','room':'%s'}", room);
        snprintf(game, sizeof(game), "%s", text_at(joined, "game.game"));
        assert_ok(rig_ask(i == 0 ? opener : other, "{'op':'game.abort','game':'%s'}", game));
        if (i == 1)
            continue; /* the one after it shows that this one did */
        rig_live(rig, 2000);
        const json_t *seen = rig_ask(opener, "{'op':'room.watch','room':'%s'}", room);
        assert_string_equal(text_at(seen, "room.state"), "over");
    }
    rig_check_world(rig);
}

/* ------------------------------------------------------------------ waiting in vain */

/* The one who is to begin, when the two are paired at these terms, and the one who waits for that.
 */
static void pair_at(struct rig_peer *const peers[2], const char *quick, struct rig_peer *out[2])
{
    for (int i = 0; i < 2; i++) {
        rig_forget_events(peers[i]);
        assert_ok(rig_ask(peers[i], "%s", quick));
    }
    const char *name = text_at(rig_find_event(peers[0], "game.started"), "game.first.name");
    bool is_first = strcmp(name, "Anna") == 0;
    out[0] = peers[is_first ? 0 : 1];
    out[1] = peers[is_first ? 1 : 0];
}

static int64_t spoilt_by(struct rig_peer *peer)
{
    const json_t *own = rig_ask(peer, "{'op':'player.get'}");
    return has_at(own, "conduct") ? int_at(own, "conduct.broken") : 0;
}

/* The one who is to wait ends such a game after `wait_ms`; whether that was a fault. */
static bool is_fault_after(struct rig *rig, const char *quick, int64_t wait_ms)
{
    struct rig_peer *peers[2] = {rig_player(rig, "Anna"), rig_player(rig, "Boris")};
    struct rig_peer *seats[2];
    pair_at(peers, quick, seats);
    int64_t before = spoilt_by(seats[1]);
    rig_live(rig, wait_ms);
    leave_all(seats[1]);
    assert_int_equal(spoilt_by(seats[0]), 0);
    return spoilt_by(seats[1]) > before;
}

/* Nobody makes a spoiler, by not moving, of an opponent who can only wait or go. */
static void who_waited_in_vain_for_an_action_did_not_spoil_the_game(void **state)
{
    struct rig *rig = *state;
    assert_false(is_fault_after(rig, "{'op':'room.quick','variant':'classic'}", 2 * MINUTE_MS));
    rig_check_world(rig);
}

static void who_hardly_waited_did(void **state)
{
    assert_true(
        is_fault_after(*state, "{'op':'room.quick','variant':'classic'}", 2 * MINUTE_MS - 1));
}

#define QUICK_DAYS                                                                                 \
    "{'op':'room.quick','variant':'classic','clock':{'kind':'correspondence','period_ms':"         \
    "172800000}}"

static void in_a_game_of_days_one_waits_for_a_day(void **state)
{
    assert_true(is_fault_after(*state, QUICK_DAYS, 60 * MINUTE_MS));
}

static void a_day_is_long_enough(void **state)
{
    assert_false(is_fault_after(*state, QUICK_DAYS, 24 * 60 * MINUTE_MS));
}

/* The room of `opener`, as somebody who comes sees it in the lobby. */
static bool is_behind(struct rig_peer *opener)
{
    const json_t *reply = rig_ask(rig_guest(opener->rig), "{'op':'lobby.watch'}");
    assert_int_equal(count_at(reply, "rooms"), 1);
    return has_at(reply, "rooms.0.behind");
}

/* A room that is listed changes its place, too, and everybody hears of that. */
static void who_breaks_off_twice_is_behind_others_in_the_lobby(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *watcher = rig_guest(rig);
    abort_often(anna, boris, 1);
    assert_ok(rig_ask(anna, "{'op':'room.open','variant':'mini'}"));
    assert_false(is_behind(anna));
    assert_ok(rig_ask(watcher, "{'op':'lobby.watch'}"));
    assert_ok(rig_ask(anna, "{'op':'game.abort','game':'%s'}", meet(anna, boris)));
    rig_live(rig, 2000);
    const json_t *told = NULL;
    for (const json_t *event; (event = rig_next_event(watcher)) != NULL;)
        told = strcmp(text_at(event, "ev"), "lobby.room") == 0 ? event : told;
    assert_non_null(told);
    assert_true(bool_at(told, "room.behind"));
    assert_true(is_behind(anna));
    rig_check_world(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(who_breaks_off_too_often_is_paused),
        TEST(games_in_rooms_that_quick_pairing_finds_count_too),
        TEST(invitations_stay_open),
        TEST(a_pause_is_over_and_the_next_is_longer_also_after_a_restart),
        TEST(games_that_end_in_another_way_are_good),
        TEST(nothing_is_counted_after_a_start),
        TEST(who_waited_in_vain_for_an_action_did_not_spoil_the_game),
        TEST(who_hardly_waited_did),
        TEST(in_a_game_of_days_one_waits_for_a_day),
        TEST(a_day_is_long_enough),
        TEST(a_guest_spoils_few_rooms_of_strangers_rated_or_not),
        TEST(who_comes_back_as_another_guest_has_the_record_of_the_address),
        TEST(a_room_waits_again_when_who_joined_spoils_its_game),
        TEST(who_sits_down_again_in_such_a_room_is_new_there),
        TEST(a_room_does_not_wait_again_for_anything_else),
        TEST(who_breaks_off_twice_is_behind_others_in_the_lobby),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
