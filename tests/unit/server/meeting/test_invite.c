/* SPDX-License-Identifier: MIT */
/* Invitations: who is told, who may answer, and how they end. */
#include "server/core/meeting/state.h"
#include "server/core/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define SLOW "'clock':{'kind':'correspondence','period_ms':86400000}"

/* `name` is invited; returns the room. */
static const char *invite(struct rig_peer *opener, const char *name, const char *more)
{
    const json_t *reply =
        rig_ask(opener, "{'op':'room.open','variant':'mini','invite':'%s'%s}", name, more);
    assert_ok(reply);
    assert_string_equal(text_at(reply, "room.invited"), name);
    return text_at(reply, "room.room");
}

static const json_t *in_room(struct rig_peer *peer, const char *op, const char *room)
{
    return rig_ask(peer, "{'op':'%s','room':'%s'}", op, room);
}

static void who_is_invited_is_told_and_joins(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_peer *again = rig_resume(*state, boris->token);
    const char *room =
        invite(anna, "Boris", ",'rated':true,'clock':{'kind':'fischer','main_ms':600000}");
    const json_t *invited = rig_expect(boris, "room.invited");
    rig_expect(again, "room.invited");
    assert_string_equal(text_at(invited, "room.players.0.name"), "Anna");
    assert_int_equal(int_at(invited, "room.answer_in_ms"), 300000);
    const json_t *joined = in_room(boris, "room.join", room);
    assert_ok(joined);
    assert_false(has_at(joined, "room.invited"));
    rig_expect(anna, "room.joined");
    rig_expect(anna, "game.started");
    rig_check_world(*state);
}

static void nobody_else_sees_it_or_takes_the_seat(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_peer *carla = rig_player(*state, "Carla");
    const char *room = invite(anna, "Boris", "");
    assert_int_equal(count_at(rig_ask(carla, "{'op':'room.list'}"), "rooms"), 0);
    assert_int_equal(count_at(rig_ask(boris, "{'op':'room.list'}"), "rooms"), 1);
    assert_int_equal(count_at(rig_ask(anna, "{'op':'room.list'}"), "rooms"), 1);
    assert_code(in_room(carla, "room.watch", room), "not_invited");
    assert_code(in_room(carla, "room.join", room), "not_invited");
    assert_code(in_room(carla, "room.decline", room), "not_invited");
    assert_code(in_room(anna, "room.decline", room), "not_invited");
    assert_ok(in_room(boris, "room.join", room));
    assert_ok(in_room(carla, "room.watch", room)); /* the game is for all */
}

static void who_declines_says_why(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    const char *room = invite(anna, "Boris", "");
    rig_forget_events(boris);
    assert_ok(rig_ask(boris, "{'op':'room.decline','room':'%s','reason':'too_slow'}", room));
    const json_t *declined = rig_expect(anna, "room.declined");
    assert_string_equal(text_at(declined, "name"), "Boris");
    assert_string_equal(text_at(declined, "reason"), "too_slow");
    rig_expect(anna, "room.closed");
    rig_expect(boris, "room.uninvited");
    assert_code(in_room(boris, "room.join", room), "no_such_room");
    invite(anna, "Boris", ""); /* it does not count any more */
}

static void an_invitation_that_is_taken_back_is_gone(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    const char *room = invite(anna, "Boris", "");
    rig_forget_events(boris);
    assert_ok(in_room(anna, "room.leave", room));
    rig_expect(boris, "room.uninvited");
    assert_code(in_room(boris, "room.join", room), "no_such_room");
}

static void it_ends_when_nobody_answers(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    invite(anna, "Boris", "");
    rig_forget_events(boris);
    rig_pass(*state, 299999);
    assert_int_equal(rig_event_count(anna), 0);
    rig_pass(*state, 1);
    assert_false(has_at(rig_expect(anna, "room.declined"), "reason"));
    rig_expect(boris, "room.uninvited");
    rig_check_world(*state);
}

static void only_correspondence_waits_for_the_absent(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    char token[65];
    snprintf(token, sizeof(token), "%s", boris->token);
    rig_hang_up(boris);
    rig_turn(rig);
    assert_code(rig_ask(anna, "{'op':'room.open','variant':'mini','invite':'Boris'}"), "not_here");
    char room[13];
    snprintf(room, sizeof(room), "%s", invite(anna, "Boris", "," SLOW));
    rig_restart(rig);
    boris = rig_connect(rig);
    const json_t *reply = rig_ask(boris, "{'op':'auth.resume','token':'%s'}", token);
    assert_int_equal(count_at(reply, "invitations"), 1);
    assert_string_equal(text_at(reply, "invitations.0.room"), room);
    assert_int_equal(int_at(reply, "invitations.0.answer_in_ms"), 604800000);
    reply = in_room(boris, "room.join", room);
    assert_string_equal(text_at(reply, "game.clock.kind"), "correspondence");
}

/* Both are away for longer than open rooms wait: it waits all the same, until its own time is over.
 */
static void a_slow_one_waits_for_a_week(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    char token[65];
    snprintf(token, sizeof(token), "%s", boris->token);
    invite(anna, "Boris", "," SLOW);
    rig_hang_up(anna);
    rig_hang_up(boris);
    for (int day = 0; day < 6; day++)
        rig_pass(rig, 86400000);
    boris = rig_connect(rig);
    const json_t *reply = rig_ask(boris, "{'op':'auth.resume','token':'%s'}", token);
    assert_int_equal(count_at(reply, "invitations"), 1);
    rig_hang_up(boris);
    for (int day = 0; day < 2; day++)
        rig_pass(rig, 86400000);
    boris = rig_connect(rig);
    reply = rig_ask(boris, "{'op':'auth.resume','token':'%s'}", token);
    assert_int_equal(count_at(reply, "invitations"), 0);
}

static void guests_are_invited_for_fun_only(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *guest = rig_guest(*state);
    const json_t *reply =
        rig_ask(anna, "{'op':'room.open','variant':'mini','rated':true," RIG_DAYS ",'invite':'%s'}",
                guest->name);
    assert_code(reply, "is_guest");
    assert_string_equal(text_at(reply, "error.field"), "invite");
    invite(anna, guest->name, "");
}

/* Of two who have opened tables with clocks only one clock can run at a time. */
static void only_one_clock_runs(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_peer *carla = rig_player(*state, "Carla");
    const char *clock = "'clock':{'kind':'per_move','period_ms':60000}";
    char more[80];
    snprintf(more, sizeof(more), ",%s", clock);
    char open[13];
    snprintf(open, sizeof(open), "%s",
             text_at(rig_ask(anna, "{'op':'room.open','variant':'mini',%s}", clock), "room.room"));
    const char *room = invite(anna, "Boris", more);
    assert_ok(in_room(carla, "room.join", open));
    assert_code(in_room(boris, "room.join", room), "opponent_busy");
    assert_code(rig_ask(anna, "{'op':'room.open','variant':'mini',%s}", clock), "clock_is_running");
    rig_table(anna, boris, "mini", false); /* without a clock, as many as one likes */
    assert_ok(in_room(anna, "room.leave", open));
    assert_ok(in_room(boris, "room.join", room));
}

/* ------------------------------------------------------------------ commits */

static size_t invitations_of(struct rig *rig, const char *token)
{
    struct rig_peer *peer = rig_connect(rig);
    const json_t *reply = rig_ask(peer, "{'op':'auth.resume','token':'%s'}", token);
    size_t count = count_at(reply, "invitations");
    rig_hang_up(peer);
    rig_turn(rig);
    return count;
}

static void what_fails_never_was(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig->store->fails_batches = true;
    assert_code(rig_ask(anna, "{'op':'room.open','variant':'mini','invite':'Boris'}"),
                "storage_unavailable");
    assert_int_equal(rig_event_count(boris), 0);
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    assert_int_equal(invitations_of(rig, boris->token), 0);
    const char *room = invite(anna, "Boris", "");
    rig_forget_events(boris);
    rig->store->fails_batches = true;
    assert_code(in_room(boris, "room.decline", room), "storage_unavailable");
    assert_int_equal(rig_event_count(anna), 0);
    assert_int_equal(invitations_of(rig, boris->token), 1);
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    rig_pass(rig, 300000); /* its time runs on */
    assert_false(has_at(rig_expect(anna, "room.declined"), "reason"));
    assert_int_equal(invitations_of(rig, boris->token), 0);
}

static void both_ends_of_an_invitation_are_told_a_new_name(void **state)
{
    struct rig_peer *guest = rig_guest(*state);
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_peer *carla = rig_player(*state, "Carla");
    assert_ok(rig_ask(guest, "{'op':'room.open','variant':'mini','invite':'Boris'}"));
    assert_ok(rig_ask(carla, "{'op':'room.open','variant':'mini','invite':'%s'}", guest->name));
    rig_forget_events(boris);
    rig_forget_events(carla);
    assert_ok(rig_ask(guest, "{'op':'auth.register','name':'Anna','password':'x7-kl'}"));
    assert_string_equal(text_at(rig_expect(boris, "player.renamed"), "name"), "Anna");
    assert_string_equal(text_at(rig_expect(carla, "room.renamed"), "name"), "Anna");
}

/* ------------------------------------------------------------------ who may invite, and how often
 */

static const char *invites(struct rig_peer *opener, const char *name)
{
    return rig_code(rig_ask(opener, "{'op':'room.open','variant':'mini','invite':'%s'}", name));
}

static void players_choose_who_may_invite_them(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_peer *carla = rig_player(*state, "Carla");
    struct rig_table table = rig_table(anna, boris, "mini", false);
    assert_ok(rig_ask(boris, "{'op':'settings.set','settings':{'invitations_from':'met'}}"));
    assert_string_equal(invites(anna, "Boris"), "not_accepting");
    rig_play(&table, "a1 b1 a2 b2 a3");
    assert_string_equal(invites(carla, "Boris"), "not_accepting");
    assert_string_equal(invites(anna, "Boris"), "");
    assert_ok(rig_ask(boris, "{'op':'settings.set','settings':{'invitations_from':'nobody'}}"));
    assert_ok(rig_ask(anna, "{'op':'room.leave','room':'%s'}", table.room));
    assert_string_equal(invites(anna, "Boris"), "not_accepting");
}

static void guests_do_not_take_the_places_of_accounts(void **state)
{
    rig_player(*state, "Boris");
    for (int i = 0; i < 4; i++)
        assert_string_equal(invites(rig_guest(*state), "Boris"), "");
    assert_string_equal(invites(rig_guest(*state), "Boris"), "too_many_invitations");
    assert_string_equal(invites(rig_player(*state, "Anna"), "Boris"), "");
}

/* A guest who came from an address. */
static struct rig_peer *guest_from(struct rig *rig, uint64_t network)
{
    struct rig_peer *peer = rig_connect_from_network(rig, network);
    assert_ok(rig_ask(peer, "{'op':'auth.guest'}"));
    return peer;
}

/* Whoever invites, and whether or not the one before was withdrawn: it has rung. */
static void one_address_rings_so_often_in_a_minute(void **state)
{
    struct core_options options = rig_options();
    options.invitations_per_address = 2;
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *carla = rig_player(rig, "Carla");
    const uint64_t here = UINT64_C(0x20010db800010000);
    struct rig_peer *one = guest_from(rig, here);
    const char *room = invite(one, "Boris", "");
    assert_ok(in_room(one, "room.leave", room));
    rig_pass(rig, 1000);
    invite(guest_from(rig, here + 1), "Boris", "");
    struct rig_peer *third = guest_from(rig, here + 0xff);
    const json_t *refused = rig_ask(third, "{'op':'room.open','variant':'mini','invite':'Boris'}");
    assert_code(refused, "too_many_invitations");
    assert_int_equal(int_at(refused, "error.retry_after_ms"), 59000);
    invite(third, "Carla", "");
    invite(guest_from(rig, here + 0x100), "Boris", ""); /* another customer's network */
    rig_pass(rig, 59000);
    invite(third, "Boris", "");
    rig_forget_events(boris);
    rig_forget_events(carla);
    rig_free(rig);
    (void)state;
}

/* Of many addresses, who each are within their own bound. Who played with Boris is heard. */
static void all_addresses_together_ring_so_often_in_a_minute(void **state)
{
    struct core_options options = rig_options();
    options.invitations_per_address = 2;
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_table table = rig_table(anna, boris, "mini", false);
    rig_play(&table, "a1 b1 a2 b2 a3");
    (void)state;
    for (uint64_t i = 0; i < BELLS_KEPT; i++) {
        struct rig_peer *guest = guest_from(rig, UINT64_C(0x20010db800010000) + 0x100 * i);
        assert_ok(in_room(guest, "room.leave", invite(guest, "Boris", "")));
        rig_pass(rig, 1000);
    }
    struct rig_peer *late = guest_from(rig, UINT64_C(0x20010db800020000));
    const json_t *refused = rig_ask(late, "{'op':'room.open','variant':'mini','invite':'Boris'}");
    assert_code(refused, "too_many_invitations");
    assert_int_equal(int_at(refused, "error.retry_after_ms"), 60000 - 1000 * BELLS_KEPT);
    invite(late, "Anna", "");
    invite(anna, "Boris", "");
    rig_pass(rig, 60000);
    invite(late, "Boris", "");
    rig_free(rig);
}

#define INVITE_DAYS                                                                                \
    "{'op':'room.open','variant':'mini','invite':'Boris','clock':{'kind':'correspondence',"        \
    "'period_ms':86400000}}"

/* Invitations wait for a week: a few accounts of one address would take all places of a player. */
static void one_address_has_so_many_unanswered(void **state)
{
    struct core_options options = rig_options();
    options.invitations_per_address = 2;
    struct rig *rig = rig_new_with(&options);
    const uint64_t here = UINT64_C(0x20010db800010000);
    rig_player(rig, "Boris");
    for (uint64_t i = 0; i < 2; i++)
        assert_ok(rig_ask(guest_from(rig, here + i), INVITE_DAYS));
    rig_pass(rig, 61000); /* the bells of the last minute are forgotten */
    struct rig_peer *third = guest_from(rig, here);
    const json_t *refused = rig_ask(third, INVITE_DAYS);
    assert_code(refused, "too_many_invitations");
    assert_false(has_at(refused, "error.retry_after_ms"));
    assert_ok(rig_ask(guest_from(rig, here + 0x100), INVITE_DAYS));
    rig_free(rig);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(who_is_invited_is_told_and_joins),
        RIG_TEST(nobody_else_sees_it_or_takes_the_seat),
        RIG_TEST(who_declines_says_why),
        RIG_TEST(an_invitation_that_is_taken_back_is_gone),
        RIG_TEST(it_ends_when_nobody_answers),
        RIG_TEST(only_correspondence_waits_for_the_absent),
        RIG_TEST(a_slow_one_waits_for_a_week),
        RIG_TEST(guests_are_invited_for_fun_only),
        RIG_TEST(only_one_clock_runs),
        RIG_TEST(what_fails_never_was),
        RIG_TEST(both_ends_of_an_invitation_are_told_a_new_name),
        RIG_TEST(players_choose_who_may_invite_them),
        RIG_TEST(guests_do_not_take_the_places_of_accounts),
        cmocka_unit_test(one_address_rings_so_often_in_a_minute),
        cmocka_unit_test(all_addresses_together_ring_so_often_in_a_minute),
        cmocka_unit_test(one_address_has_so_many_unanswered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
