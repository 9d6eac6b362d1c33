/* SPDX-License-Identifier: MIT */
/* Open rooms for correspondence: how long they wait, and for whom. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

/* The room is a copy: it outlives the reply. */
static void open_for_days(struct rig_peer *peer, char room_out[13])
{
    const json_t *reply = rig_ask(peer, "{'op':'room.open','variant':'mini','first':'opener',"
                                        "'clock':{'kind':'correspondence','period_ms':259200000}}");
    assert_ok(reply);
    snprintf(room_out, 13, "%s", text_at(reply, "room.room"));
}

static void pass_hours(struct rig *rig, int hours)
{
    rig_pass(rig, hours * INT64_C(3600) * 1000);
}

static void pass_days(struct rig *rig, int days)
{
    for (int i = 0; i < days; i++)
        pass_hours(rig, 24);
}

/* Counts the open rooms that somebody sees who comes in from elsewhere. */
static size_t count_open_rooms(struct rig *rig)
{
    struct rig_peer *somebody = rig_guest(rig);
    size_t count = count_at(rig_ask(somebody, "{'op':'lobby.watch'}"), "rooms");
    rig_hang_up(somebody);
    return count;
}

static void an_open_room_for_correspondence_waits_while_its_opener_is_away(void **state)
{
    struct rig *rig = *state;
    char room[13];
    struct rig_peer *anna = rig_player(rig, "Anna");
    open_for_days(anna, room);
    assert_ok(rig_ask(anna, "{'op':'auth.logout'}"));
    pass_days(rig, 3);
    rig_restart(rig);
    pass_days(rig, 3);
    struct rig_peer *boris = rig_player(rig, "Boris");
    const json_t *reply = rig_ask(boris, "{'op':'lobby.watch'}");
    assert_int_equal(count_at(reply, "rooms"), 1);
    assert_string_equal(text_at(reply, "rooms.0.room"), room);
    assert_false(bool_at(reply, "rooms.0.players.0.connected"));
    assert_int_equal(int_at(reply, "rooms.0.answer_in_ms"), 24 * 3600 * 1000);
    rig_check_world(rig);
}

static void it_begins_without_its_opener_whose_clock_has_days(void **state)
{
    struct rig *rig = *state;
    char room[13];
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    open_for_days(anna, room);
    rig_hang_up(anna);
    pass_hours(rig, 20);
    assert_ok(rig_ask(boris, "{'op':'room.join','room':'%s'}", room));
    rig_hang_up(boris);
    pass_days(rig, 2);
    anna = rig_connect(rig);
    const json_t *reply =
        rig_ask(anna, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}");
    assert_string_equal(text_at(reply, "rooms.0.state"), "playing");
    assert_false(has_at(reply, "rooms.0.answer_in_ms"));
    char game[13];
    snprintf(game, sizeof(game), "%s", text_at(reply, "rooms.0.game"));
    assert_ok(rig_move(anna, game, 0, "b2"));
    assert_int_equal(core_count(rig->core).games, 1);
    rig_check_world(rig);
}

/* Then it is a room like others: it stays while the opener is there, and closes behind. */
static void it_waits_for_a_week_and_no_longer(void **state)
{
    struct core_options options = rig_options();
    options.idle_ms = INT64_C(30) * 24 * 3600 * 1000;
    struct rig *rig = rig_new_with(&options);
    char room[13];
    (void)state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    open_for_days(anna, room);
    open_for_days(boris, room);
    rig_hang_up(boris);
    pass_days(rig, 6);
    pass_hours(rig, 23);
    assert_int_equal(count_open_rooms(rig), 2);
    pass_hours(rig, 1);
    pass_days(rig, 1); /* room_idle_ms */
    assert_int_equal(count_open_rooms(rig), 1);
    pass_days(rig, 1);
    const json_t *reply = rig_ask(rig_guest(rig), "{'op':'room.list'}");
    assert_string_equal(text_at(reply, "rooms.0.players.0.name"), "Anna");
    assert_false(has_at(reply, "rooms.0.answer_in_ms"));
    rig_hang_up(anna);
    pass_days(rig, 1);
    assert_int_equal(core_count(rig->core).rooms, 0);
    rig_check_world(rig);
    rig_free(rig);
}

/* Nobody can be sure that a guest comes back. */
static void it_waits_for_accounts_only(void **state)
{
    struct rig *rig = *state;
    char room[13];
    struct rig_peer *guest = rig_guest(rig);
    open_for_days(guest, room);
    rig_hang_up(guest);
    pass_days(rig, 1);
    assert_int_equal(core_count(rig->core).rooms, 0);
    guest = rig_guest(rig);
    open_for_days(guest, room);
    assert_ok(rig_ask(guest, "{'op':'auth.logout'}"));
    assert_int_equal(core_count(rig->core).rooms, 0);
    guest = rig_guest(rig);
    open_for_days(guest, room);
    assert_ok(rig_ask(guest, "{'op':'auth.register','name':'Guido','password':'secret of Guido'}"));
    assert_ok(rig_ask(guest, "{'op':'auth.logout'}"));
    pass_days(rig, 1);
    assert_int_equal(core_count(rig->core).rooms, 1);
    rig_check_world(rig);
}

static void its_opener_takes_it_back_on_return(void **state)
{
    struct rig *rig = *state;
    char room[13];
    struct rig_peer *anna = rig_player(rig, "Anna");
    open_for_days(anna, room);
    rig_hang_up(anna);
    pass_days(rig, 3);
    assert_ok(rig_ask(rig_resume(rig, anna->token), "{'op':'room.leave','room':'%s'}", room));
    assert_int_equal(core_count(rig->core).rooms, 0);
}

static void it_counts_among_the_openers_rooms(void **state)
{
    struct core_options options = rig_options();
    options.rooms_per_player = 1;
    struct rig *rig = rig_new_with(&options);
    char room[13];
    struct rig_peer *anna = rig_player(rig, "Anna");
    open_for_days(anna, room);
    rig_hang_up(anna);
    rig_restart(rig);
    pass_days(rig, 1);
    anna = rig_resume(rig, anna->token);
    assert_code(rig_ask(anna, "{'op':'room.open','variant':'mini'}"), "too_many_rooms");
    rig_free(rig);
    (void)state;
}

static void a_ban_and_a_deletion_end_it(void **state)
{
    struct rig *rig = *state;
    char room[13];
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    open_for_days(anna, room);
    rig_hang_up(anna);
    open_for_days(boris, room);
    assert_ok(rig_ask(rig_connect_locally(rig), "{'op':'mod.ban','name':'Anna','reason':'x'}"));
    assert_int_equal(core_count(rig->core).rooms, 1);
    assert_ok(rig_ask(boris, "{'op':'auth.delete','password':'secret of Boris'}"));
    assert_int_equal(core_count(rig->core).rooms, 0);
    rig_check_world(rig);
}

/* How long it has waited is not forgotten in a crash, even where no game is played. */
static void what_it_has_waited_is_stored(void **state)
{
    struct rig *rig = *state;
    char room[13];
    struct rig_peer *anna = rig_player(rig, "Anna");
    open_for_days(anna, room);
    rig_hang_up(anna);
    for (int i = 0; i < 9; i++) {
        pass_days(rig, 1);
        rig_restart(rig);
    }
    pass_days(rig, 1);
    assert_int_equal(core_count(rig->core).rooms, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(an_open_room_for_correspondence_waits_while_its_opener_is_away),
        RIG_TEST(it_begins_without_its_opener_whose_clock_has_days),
        RIG_TEST(it_waits_for_a_week_and_no_longer),
        RIG_TEST(it_waits_for_accounts_only),
        RIG_TEST(its_opener_takes_it_back_on_return),
        RIG_TEST(it_counts_among_the_openers_rooms),
        RIG_TEST(a_ban_and_a_deletion_end_it),
        RIG_TEST(what_it_has_waited_is_stored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
