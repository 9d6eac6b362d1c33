/* SPDX-License-Identifier: MIT */
/* The lobby: which rooms are shown, to whom, and what is told when that changes. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define DAYS "'clock':{'kind':'correspondence','period_ms':259200000}"
#define CLOCK "'clock':{'kind':'per_move','period_ms':60000}"

static const json_t *enter(struct rig_peer *peer, const char *filter)
{
    const json_t *reply = rig_ask(peer, "{'op':'lobby.watch'%s}", filter);
    assert_ok(reply);
    return reply;
}

static const char *open_room(struct rig_peer *peer, const char *variant, const char *more)
{
    const json_t *reply = rig_ask(peer, "{'op':'room.open','variant':'%s'%s}", variant, more);
    assert_ok(reply);
    return text_at(reply, "room.room");
}

static void leave(struct rig_peer *peer, const char *room)
{
    assert_ok(rig_ask(peer, "{'op':'room.leave','room':'%s'}", room));
}

/* What was told before may have been told just now. */
static void expect_room(struct rig_peer *peer, const char *room)
{
    rig_pass(peer->rig, 1000);
    assert_string_equal(text_at(rig_expect(peer, "lobby.room"), "room.room"), room);
}

static void expect_gone(struct rig_peer *peer, const char *room)
{
    rig_pass(peer->rig, 1000);
    assert_string_equal(text_at(rig_expect(peer, "lobby.gone"), "room"), room);
}

static void open_rooms_are_shown_and_what_changes_is_told(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_peer *watcher = rig_guest(*state);
    const char *first = open_room(anna, "mini", "");
    const json_t *reply = enter(watcher, "");
    assert_int_equal(count_at(reply, "rooms"), 1);
    assert_string_equal(text_at(reply, "rooms.0.players.0.name"), "Anna");
    assert_int_equal(int_at(reply, "players"), 3);
    assert_int_equal(int_at(reply, "games"), 0);
    const char *second = open_room(anna, "classic", "");
    expect_room(watcher, second);
    assert_ok(rig_ask(boris, "{'op':'room.join','room':'%s'}", second));
    expect_gone(watcher, second);
    leave(anna, first);
    expect_gone(watcher, first);
    leave(anna, second); /* its game is nothing for the lobby */
    assert_int_equal(rig_event_count(watcher), 0);
}

static void accounts_are_named_and_guests_counted(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_peer *guest = rig_guest(*state);
    const json_t *reply = enter(guest, "");
    assert_int_equal(count_at(reply, "here"), 2);
    assert_string_equal(text_at(reply, "here.0.name"), "Boris");
    assert_string_equal(text_at(reply, "here.1.name"), "Anna");
    assert_int_equal(int_at(reply, "guests"), 1);
    assert_int_equal(count_at(enter(anna, ""), "here"), 1);
    assert_ok(rig_ask(boris, "{'op':'block.add','name':'Anna'}"));
    assert_int_equal(count_at(enter(anna, ""), "here"), 0);
    assert_int_equal(count_at(enter(boris, ""), "here"), 0);
}

static void who_plays_by_a_clock_is_said_to_play(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_peer *guest = rig_guest(*state);
    rig_table(anna, boris, "mini", false);
    assert_false(has_at(enter(guest, ""), "here.0.playing"));
    rig_clocked_table(anna, boris, "mini", "{'kind':'fischer','main_ms':600000}");
    assert_true(bool_at(enter(guest, ""), "here.0.playing"));
    assert_true(bool_at(enter(guest, ""), "here.1.playing"));
}

static void of_many_accounts_fifty_are_named(void **state)
{
    for (int i = 0; i < 53; i++) {
        char name[16];
        snprintf(name, sizeof(name), "fan%d", i);
        rig_player(*state, name);
    }
    const json_t *reply = enter(rig_guest(*state), "");
    assert_int_equal(count_at(reply, "here"), 50);
    assert_string_equal(text_at(reply, "here.0.name"), "fan52");
    assert_int_equal(int_at(reply, "players"), 54);
}

static void filters_count(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *watcher = rig_guest(*state);
    struct rig_peer *other = rig_guest(*state);
    assert_int_equal(count_at(enter(watcher, ",'variant':'mini','stakes':'rated'"), "rooms"), 0);
    enter(other, ",'clock_kind':'per_move','max_rating':1499");
    open_room(anna, "mini", "");
    open_room(anna, "classic", ",'rated':true," RIG_DAYS);
    const char *room = open_room(anna, "mini", ",'rated':true," CLOCK);
    expect_room(watcher, room);
    assert_int_equal(rig_event_count(watcher), 0);
    expect_gone(other, room); /* who has no rating counts as 1500 */
    assert_int_equal(count_at(enter(watcher, ",'stakes':'unrated'"), "rooms"), 1);
    assert_int_equal(count_at(enter(watcher, ",'min_rating':1500,'max_rating':1500"), "rooms"), 3);
    const json_t *list = rig_ask(watcher, "{'op':'room.list','clock_kind':'none'}");
    assert_int_equal(count_at(list, "rooms"), 1);
    list = rig_ask(watcher, "{'op':'room.list','max_rating':1499}");
    assert_int_equal(count_at(list, "rooms"), 0);
}

/* The place of the room in a list that is asked for now. */
static int64_t place_in(const json_t *list, const char *room)
{
    for (size_t i = 0; i < count_at(list, "rooms"); i++) {
        char path[32];
        snprintf(path, sizeof(path), "rooms.%zu.room", i);
        if (strcmp(text_at(list, path), room) == 0)
            return int_at(json_array_get(json_object_get(list, "rooms"), i), "place");
    }
    fail_msg("%s is not listed", room);
    return 0;
}

static void the_server_decides_where_rooms_stand(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *guest = rig_guest(*state);
    struct rig_peer *watcher = rig_guest(*state);
    struct rig_peer *boris = rig_player(*state, "Boris");
    char rooms[4][16];
    snprintf(rooms[0], 16, "%s", open_room(anna, "mini", ",'rated':true," CLOCK));
    snprintf(rooms[1], 16, "%s", open_room(anna, "mini", ""));
    rig_pass(*state, 5);
    snprintf(rooms[2], 16, "%s", open_room(anna, "classic", ""));
    snprintf(rooms[3], 16, "%s", open_room(guest, "mini", ""));
    const json_t *list = enter(watcher, ""); /* cannot join the first one */
    assert_true(place_in(list, rooms[2]) < place_in(list, rooms[1]));
    assert_true(place_in(list, rooms[1]) < place_in(list, rooms[3]));
    assert_true(place_in(list, rooms[3]) < place_in(list, rooms[0]));
    list = enter(boris, "");
    assert_true(place_in(list, rooms[0]) < place_in(list, rooms[3]));
    assert_false(has_at(rig_ask(boris, "{'op':'room.list'}"), "rooms.0.place"));
    int64_t behind = place_in(list, rooms[3]);
    int64_t before[] = {place_in(list, rooms[0]), place_in(list, rooms[1]),
                        place_in(list, rooms[2])};
    rig_hang_up(anna);
    rig_pass(*state, 1000);
    const json_t *gone = rig_expect(boris, "lobby.presence");
    list = enter(boris, "");
    assert_int_equal(place_in(list, rooms[3]), behind);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(place_in(list, rooms[i]), before[i] + int_at(gone, "step"));
    assert_true(place_in(list, rooms[0]) > behind);
}

static void a_page_tells_that_there_is_more(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *watcher = rig_guest(*state);
    for (int i = 0; i < 3; i++)
        open_room(anna, "mini", "");
    const json_t *reply = enter(watcher, ",'limit':2");
    assert_int_equal(count_at(reply, "rooms"), 2);
    assert_true(bool_at(reply, "more"));
    char more[40];
    snprintf(more, sizeof(more), ",'before':'%s'", text_at(reply, "rooms.1.room"));
    reply = enter(watcher, more);
    assert_int_equal(count_at(reply, "rooms"), 1);
    assert_false(bool_at(reply, "more"));
}

/* A room cannot be joined while its opener's clock runs elsewhere. */
static void rooms_of_the_busy_are_gone_until_they_are_free(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_peer *watcher = rig_guest(*state);
    char slow[13];
    char fast[13];
    snprintf(slow, sizeof(slow), "%s", open_room(anna, "mini", ""));
    snprintf(fast, sizeof(fast), "%s", open_room(anna, "mini", "," CLOCK));
    struct rig_table table =
        rig_clocked_table(boris, anna, "mini", "{'kind':'per_move','period_ms':60000}");
    const json_t *reply = enter(watcher, "");
    assert_int_equal(count_at(reply, "rooms"), 1);
    assert_string_equal(text_at(reply, "rooms.0.room"), slow);
    assert_int_equal(int_at(reply, "games"), 1);
    assert_ok(rig_ask(boris, "{'op':'game.resign','game':'%s'}", table.game));
    expect_room(watcher, fast);
    table = rig_clocked_table(boris, anna, "mini", "{'kind':'per_move','period_ms':60000}");
    expect_room(watcher, table.room);
    expect_gone(watcher, table.room);
    expect_gone(watcher, fast);
    assert_int_equal(rig_event_count(watcher), 0);
}

static void who_leaves_the_lobby_is_told_no_more(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *watcher = rig_guest(*state);
    enter(watcher, "");
    assert_ok(rig_ask(watcher, "{'op':'lobby.leave'}"));
    assert_code(rig_ask(watcher, "{'op':'lobby.leave'}"), "not_in_lobby");
    open_room(anna, "mini", "");
    assert_int_equal(rig_event_count(watcher), 0);
}

/* ------------------------------------------------------------------ commits */

/* The replies are held with what they show, and so is what they promise. */
static void who_is_told_that_watching_failed_does_not_watch(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *watcher = rig_guest(rig);
    struct rig_peer *other = rig_guest(rig);
    enter(other, ",'variant':'mini'");
    rig->store->holds_batches = true;
    rig_send(anna, "{'op':'room.open','variant':'mini'}");
    rig_turn(rig);
    int64_t enter_id = rig_send(watcher, "{'op':'lobby.watch'}");
    int64_t again_id = rig_send(other, "{'op':'lobby.watch','variant':'classic'}");
    int64_t leave_id = rig_send(other, "{'op':'lobby.leave'}");
    rig_turn(rig);
    assert_int_equal(rig_event_count(other), 0);
    rig_fail_held(rig);
    rig_pass(rig, 1000);
    assert_code(rig_reply(watcher, enter_id), "storage_unavailable");
    assert_code(rig_reply(other, again_id), "storage_unavailable");
    assert_code(rig_reply(other, leave_id), "storage_unavailable");
    const char *room = open_room(anna, "mini", "");
    assert_int_equal(rig_event_count(watcher), 0);
    expect_room(other, room);
    assert_int_equal(rig_event_count(other), 0);
}

/* News that a failed commit would have brought is not told, and need not be taken back. */
static void what_failed_is_not_told(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *watcher = rig_guest(rig);
    const char *room = open_room(anna, "mini", "");
    enter(watcher, "");
    rig->store->holds_batches = true;
    rig_send(boris, "{'op':'room.join','room':'%s'}", room);
    rig_turn(rig);
    rig_fail_held(rig);
    rig_pass(rig, 1000);
    assert_int_equal(rig_event_count(watcher), 0);
    assert_ok(rig_ask(boris, "{'op':'room.join','room':'%s'}", room));
    expect_gone(watcher, room);
}

/* ------------------------------------------------------------------ whoever goes */

/* Nobody would come to the game. What takes days waits for the account. */
static void who_logs_out_takes_open_rooms_along(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    enter(boris, "");
    const char *room = open_room(anna, "mini", "");
    open_room(anna, "mini", ",'invite':'Boris'," DAYS);
    rig_forget_events(boris);
    assert_ok(rig_ask(anna, "{'op':'auth.logout'}"));
    expect_gone(boris, room);
    assert_code(rig_ask(boris, "{'op':'room.join','room':'%s'}", room), "no_such_room");
    assert_int_equal(core_count(rig->core).rooms, 1);
    rig_check_world(rig);
}

static void a_logout_on_one_device_leaves_the_rooms_to_the_other(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *phone = rig_connect(rig);
    open_room(anna, "mini", "");
    assert_ok(rig_ask(phone, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}"));
    assert_ok(rig_ask(phone, "{'op':'auth.logout'}"));
    assert_int_equal(core_count(rig->core).rooms, 1);
}

static void a_failed_logout_closes_no_room(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *watcher = rig_guest(rig);
    open_room(anna, "mini", "");
    enter(watcher, "");
    rig->store->fails_batches = true;
    assert_code(rig_ask(anna, "{'op':'auth.logout'}"), "storage_unavailable");
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    assert_int_equal(core_count(rig->core).rooms, 1);
    rig_check_world(rig);
}

static void a_ban_closes_open_rooms_and_ends_invitations(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_table table = rig_clocked_table(anna, boris, "classic", "{'kind':'none'}");
    enter(boris, "");
    const char *room = open_room(anna, "mini", "");
    open_room(anna, "mini", ",'invite':'Boris'," DAYS);
    open_room(boris, "mini", ",'invite':'Anna'");
    rig_forget_events(boris);
    assert_ok(rig_ask(rig_connect_locally(rig), "{'op':'mod.ban','name':'Anna','reason':'x'}"));
    rig_pass(rig, 1000);
    rig_find_event(boris, "lobby.gone");
    assert_code(rig_ask(boris, "{'op':'room.join','room':'%s'}", room), "no_such_room");
    assert_int_equal(core_count(rig->core).rooms, 1);
    assert_ok(rig_ask(boris, "{'op':'game.get','game':'%s'}", table.game));
    rig_check_world(rig);
}

/* It is carried out before the logout is stored. */
static void a_room_opened_behind_a_logout_closes_too(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig_send(anna, "{'op':'auth.logout'}");
    rig_send(anna, "{'op':'room.open','variant':'mini'}");
    rig_turn(rig);
    rig_turn(rig);
    assert_int_equal(core_count(rig->core).rooms, 0);
    rig_check_world(rig);
}

static void two_logins_that_end_at_once_leave_no_room(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *phone = rig_connect(rig);
    open_room(anna, "mini", "");
    assert_ok(rig_ask(phone, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}"));
    rig_send(anna, "{'op':'auth.logout'}");
    rig_send(phone, "{'op':'auth.logout'}");
    rig_turn(rig);
    rig_turn(rig);
    assert_int_equal(core_count(rig->core).rooms, 0);
    rig_check_world(rig);
}

static void a_room_opened_before_a_ban_is_stored_closes_too(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    rig->store->holds_batches = true;
    rig_send(rig_connect_locally(rig), "{'op':'mod.ban','name':'Anna','reason':'x'}");
    rig_turn(rig);
    rig_send(anna, "{'op':'room.open','variant':'mini'}");
    rig_turn(rig);
    rig->store->holds_batches = false;
    rig_turn(rig);
    rig_turn(rig);
    assert_int_equal(core_count(rig->core).rooms, 0);
    rig_check_world(rig);
}

/* Nobody could play it. */
static void who_logs_out_offers_no_rematch_any_more(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_table table = rig_table(anna, rig_player(rig, "Boris"), "mini", false);
    rig_play(&table, "a1 b1 a2 b2 a3");
    assert_ok(rig_ask(anna, "{'op':'room.rematch','room':'%s'}", table.room));
    assert_ok(rig_ask(anna, "{'op':'auth.logout'}"));
    rig_turn(rig);
    const json_t *told = rig_find_event(table.second, "room.rematch_refused");
    assert_non_null(told);
    assert_true(json_is_true(json_object_get(told, "withdrawn")));
    assert_string_equal(json_string_value(json_object_get(told, "name")), "Anna");
    const json_t *reply = rig_ask(table.second, "{'op':'room.rematch','room':'%s'}", table.room);
    assert_ok(reply);
    assert_false(has_at(reply, "game"));
    assert_int_equal(core_count(rig->core).games, 0);
    rig_check_world(rig);
}

/* The batch before fails while the room's own is still open: both never were. */
static void a_room_whose_opening_failed_is_not_told_as_gone(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_table(rig_guest(rig), rig_guest(rig), "mini", false);
    struct rig_peer *watcher = rig_guest(rig);
    struct rig_peer *opener = rig_guest(rig);
    assert_ok(rig_ask(watcher, "{'op':'lobby.watch'}"));
    rig_forget_events(watcher);
    rig->store->holds_batches = true;
    rig_send(table.first, "{'op':'game.move','game':'%s','ply':0,'action':'a1'}", table.game);
    rig_turn(rig);
    int64_t opened = rig_send(opener, "{'op':'room.open','variant':'mini'}");
    rig->store->fails_batches = true;
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_code(rig_reply(opener, opened), "storage_unavailable");
    assert_null(rig_next_event(watcher));
    rig->store->fails_batches = false;
}

/* Finished tables, and those of people who have gone, are left out where that is asked for. */
static void the_list_can_have_what_is_tended_only(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    struct rig_peer *gone = rig_guest(rig);
    struct rig_peer *dora = rig_player(rig, "Dora");
    struct rig_table over = rig_table(anna, boris, "swap2", false);
    rig_ask(anna, "{'op':'game.resign','game':'%s'}", over.game);
    assert_ok(rig_ask(gone, "{'op':'room.open','variant':'mini'}"));
    assert_ok(rig_ask(dora, "{'op':'room.open','variant':'mini'," RIG_DAYS "}"));
    rig_hang_up(gone);
    rig_hang_up(dora);
    rig_turn(rig);
    assert_ok(rig_ask(anna, "{'op':'room.open','variant':'mini'}"));
    struct rig_table playing = rig_table(anna, boris, "mini", false);
    assert_int_equal(count_at(rig_ask(boris, "{'op':'room.list'}"), "rooms"), 5);
    const json_t *page = rig_ask(boris, "{'op':'room.list','tended':true}");
    assert_int_equal(count_at(page, "rooms"), 3);
    assert_string_equal(text_at(page, "rooms.0.room"), playing.room);
    assert_string_equal(text_at(page, "rooms.1.players.0.name"), anna->name);
    assert_string_equal(text_at(page, "rooms.2.players.0.name"), "Dora");
}

/* Forty guests of one address do not fill the lobby; others are not in their way. */
static void one_address_opens_so_many_rooms(void **state)
{
    struct core_options options = rig_options();
    options.open_rooms_per_address = 3;
    struct rig *rig = rig_new_with(&options);
    const uint64_t here = UINT64_C(0x20010db800000100);
    const char *open = "{'op':'room.open','variant':'mini'}";
    size_t opened = 0;
    for (uint64_t i = 0; i < 40; i++) {
        struct rig_peer *guest = rig_connect_from_network(rig, here + i % 4);
        assert_ok(rig_ask(guest, "{'op':'auth.guest'}"));
        const json_t *reply = rig_ask(guest, "%s", open);
        opened += has_at(reply, "room") ? 1 : 0;
        if (!has_at(reply, "room"))
            assert_code(reply, "too_many_open_rooms");
        rig_pass(rig, 400000); /* newcomers are counted, too */
    }
    assert_int_equal(opened, 3);
    struct rig_peer *other = rig_connect_from_network(rig, here + 0x100);
    assert_ok(rig_ask(other, "{'op':'auth.guest'}"));
    assert_ok(rig_ask(other, "%s", open));
    rig_free(rig);
    (void)state;
}

#define OPEN_DAYS                                                                                  \
    "{'op':'room.open','variant':'mini','clock':{'kind':'correspondence','period_ms':86400000}%s}"

/* Their openers need not be there, so a few accounts would hide all who are for a week. */
static void one_address_opens_so_many_rooms_of_days(void **state)
{
    struct core_options options = rig_options();
    options.open_rooms_per_address = 3;
    struct rig *rig = rig_new_with(&options);
    const uint64_t here = UINT64_C(0x20010db800000100);
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *guests[2];
    for (int i = 0; i < 2; i++) {
        guests[i] = rig_connect_from_network(rig, here);
        assert_ok(rig_ask(guests[i], "{'op':'auth.guest'}"));
        assert_ok(rig_ask(guests[i], OPEN_DAYS, ",'link':true")); /* in nobody's list */
    }
    struct rig_peer *third = rig_connect_from_network(rig, here);
    assert_ok(rig_ask(third, "{'op':'auth.guest'}"));
    assert_ok(rig_ask(guests[0], OPEN_DAYS, ""));
    assert_ok(rig_ask(guests[1], OPEN_DAYS, ""));
    assert_ok(rig_ask(third, OPEN_DAYS, ""));
    assert_code(rig_ask(third, OPEN_DAYS, ""), "too_many_open_rooms");
    assert_ok(rig_ask(third, OPEN_DAYS, ",'invite':'Boris'"));
    assert_ok(rig_ask(boris, OPEN_DAYS, "")); /* from elsewhere */
    rig_free(rig);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(open_rooms_are_shown_and_what_changes_is_told),
        RIG_TEST(accounts_are_named_and_guests_counted),
        RIG_TEST(who_plays_by_a_clock_is_said_to_play),
        RIG_TEST(of_many_accounts_fifty_are_named),
        RIG_TEST(filters_count),
        RIG_TEST(the_server_decides_where_rooms_stand),
        RIG_TEST(a_page_tells_that_there_is_more),
        RIG_TEST(rooms_of_the_busy_are_gone_until_they_are_free),
        RIG_TEST(who_leaves_the_lobby_is_told_no_more),
        RIG_TEST(who_is_told_that_watching_failed_does_not_watch),
        RIG_TEST(what_failed_is_not_told),
        RIG_TEST(who_logs_out_takes_open_rooms_along),
        RIG_TEST(a_logout_on_one_device_leaves_the_rooms_to_the_other),
        RIG_TEST(a_failed_logout_closes_no_room),
        RIG_TEST(a_ban_closes_open_rooms_and_ends_invitations),
        RIG_TEST(a_room_opened_behind_a_logout_closes_too),
        RIG_TEST(two_logins_that_end_at_once_leave_no_room),
        RIG_TEST(a_room_opened_before_a_ban_is_stored_closes_too),
        RIG_TEST(who_logs_out_offers_no_rematch_any_more),
        RIG_TEST(a_room_whose_opening_failed_is_not_told_as_gone),
        RIG_TEST(the_list_can_have_what_is_tended_only),
        cmocka_unit_test(one_address_opens_so_many_rooms),
        cmocka_unit_test(one_address_opens_so_many_rooms_of_days),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
