/* SPDX-License-Identifier: MIT */
/*
 * Invitations to other rooms: what is said of them, and how they are answered at a table.
 */
#include "client/cli/play/invited.h"
#include "client/core/table_record.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

#include <string.h>

static struct visitor visitor;
static struct invited invited;

static int set_up(void **state)
{
    (void)state;
    visitor_init(&visitor, PLAN_PLAY, OP_AUTH_GUEST);
    invited = (struct invited){.visit = &visitor.visit};
    visitor.visit.stage = STAGE_AT_TABLE;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visitor_deinit(&visitor);
    return 0;
}

static struct room_record room_of(uint64_t id, const struct person_record *opener)
{
    struct room_record room = wire_room(id, ROOM_STATE_WORD_OPEN);
    room.players = opener;
    return room;
}

static bool take(enum event event, const union event_body *body, uint64_t going_to)
{
    const struct notice notice = {.kind = NOTICE_EVENT, .event = event, .body = body};
    return invited_take_event(&invited, &notice, going_to);
}

static void invite(uint64_t id, const char *name)
{
    const struct person_record opener = {.name = name};
    const struct room_record room = room_of(id, &opener);
    const union event_body body = {.room_invited = {.room = &room}};
    assert_true(take(EVENT_ROOM_INVITED, &body, 7));
}

static void an_invitation_says_its_terms_and_how_to_answer(void **state)
{
    (void)state;
    invite(8, "vera");
    visitor_check_said(&visitor, "vera invites you (Tic-tac-toe, no clock, unrated). Type accept "
                                 "or refuse.");
    visitor.visit.is_person = false;
    invite(9, "vera");
    visitor_check_said(&visitor, "vera invites you (Tic-tac-toe, no clock, unrated): "
                                 "penta play 000000000009");
}

static void the_room_on_the_way_to_which_one_is_needs_no_word(void **state)
{
    (void)state;
    const struct room_record room = wire_room(8, ROOM_STATE_WORD_OPEN);
    invited_say(&invited, &room, 1, 8);
    visitor_check_silent(&visitor);
    visitor.invocation.arguments[0] = "000000000008";
    visitor.invocation.arguments_count = 1;
    invited_say(&invited, &room, 1, 0);
    visitor_check_silent(&visitor);
    visitor.invocation.arguments[0] = "000000000009";
    invited_say(&invited, &room, 1, 0);
    visitor_check_said(&visitor, "invites you");
}

static void an_invitation_that_is_told_again_is_said_once(void **state)
{
    (void)state;
    const struct person_record vera = {.name = "vera"};
    const struct person_record olga = {.name = "olga"};
    const struct room_record rooms[] = {room_of(8, &vera), room_of(9, &olga)};
    invite(8, "vera");
    visitor_check_said(&visitor, "vera invites you");
    invited_say(&invited, rooms, 1, 0);
    visitor_check_silent(&visitor);
    invited_say(&invited, rooms, 2, 0);
    visitor_check_said(&visitor, "olga invites you");
}

static void the_only_invitation_needs_no_name(void **state)
{
    (void)state;
    invite(8, "vera");
    assert_int_equal(invited_count(&invited), 1);
    assert_int_equal(invited_do(&invited, true, ""), 8);
    visitor_take_nothing(&visitor); /* it is joined by who asks */
    assert_int_equal(invited_do(&invited, false, ""), 0);
    assert_int_equal(visitor_take(&visitor, OP_ROOM_DECLINE)->as.room_decline.room, 8);
    assert_int_equal(invited_count(&invited), 0);
}

static void an_invitation_to_a_game_that_is_not_known_can_be_refused_only(void **state)
{
    (void)state;
    const struct person_record vera = {.name = "vera"};
    const struct variant hexes = {.key = "hexes", .name = "Hexes"};
    struct room_record room = room_of(8, &vera);
    room.variant = &hexes;
    invited_say(&invited, &room, 1, 0);
    visitor_check_said(&visitor, "vera invites you (Hexes");
    assert_int_equal(invited_do(&invited, true, ""), 0);
    visitor_check_said(&visitor, "\"Hexes\" is not playable here");
    assert_int_equal(invited_do(&invited, false, ""), 0);
    assert_int_equal(visitor_take(&visitor, OP_ROOM_DECLINE)->as.room_decline.room, 8);
}

static void of_several_invitations_one_is_named(void **state)
{
    (void)state;
    invite(8, "vera");
    invite(9, "Вера_2");
    visitor.said[0] = '\0';
    assert_int_equal(invited_do(&invited, true, ""), 0);
    visitor_check_said(&visitor, "More than one player invites you; name one: accept NAME");
    assert_int_equal(invited_do(&invited, true, "VERA"), 8);
    assert_int_equal(invited_do(&invited, true, "вера_2"), 9);
    assert_int_equal(invited_do(&invited, true, "boris"), 0);
    visitor_check_said(&visitor, "You have no invitation from boris.");
}

static void a_clock_that_runs_keeps_its_player(void **state)
{
    (void)state;
    visitor_sit(&visitor, "");
    visitor.visit.table.control.kind = CLOCK_FISCHER;
    invite(8, "vera");
    visitor.said[0] = '\0';
    assert_int_equal(invited_do(&invited, true, ""), 0);
    visitor_check_said(&visitor, "Your clock is running; the invitation waits");
    assert_int_equal(invited_count(&invited), 1);
}

static void an_invitation_that_ended_is_told_and_gone(void **state)
{
    (void)state;
    const union event_body ended = {.room_uninvited = {.room = 8}};
    invite(8, "vera");
    assert_true(take(EVENT_ROOM_UNINVITED, &ended, 7));
    visitor_check_said(&visitor, "The invitation from vera is withdrawn.");
    assert_int_equal(invited_count(&invited), 0);
    invite(9, "vera");
    invited_do(&invited, false, "");
    visitor.said[0] = '\0';
    const union event_body declined = {.room_uninvited = {.room = 9}};
    assert_true(take(EVENT_ROOM_UNINVITED, &declined, 7)); /* by one's own no */
    visitor_check_silent(&visitor);
}

/* Open rooms of three players, one of them anna herself, as the lobby has them. */
static void others_who_wait_are_told_and_joined_by_the_same_word(void **state)
{
    (void)state;
    static const struct person_record people[] = {{.name = "olga", .connected = true},
                                                  {.name = "anna", .connected = true},
                                                  {.name = "vera", .connected = true},
                                                  {.name = "gone"}};
    struct room_record rooms[4];
    for (size_t i = 0; i < 4; i++)
        rooms[i] = room_of(8 + i, &people[i]);
    rooms[0].rated = true; /* anna is a guest */
    const struct lobby_watch_reply lobby = {.rooms = rooms, .rooms_count = 4};
    invited_take_lobby(&invited, &lobby);
    visitor_check_said(&visitor, "vera waits, too: Tic-tac-toe, no clock, unrated. To play that, "
                                 "type accept.");
    assert_int_equal(invited_count(&invited), 1);
    assert_int_equal(invited_do(&invited, true, ""), 10);
    const union event_body gone = {.lobby_gone = {.room = 10}};
    assert_true(take(EVENT_LOBBY_GONE, &gone, 7));
    visitor_check_silent(&visitor);
    assert_int_equal(invited_count(&invited), 0);
}

static void a_crowd_of_others_is_not_told(void **state)
{
    (void)state;
    static const struct person_record vera = {.name = "vera", .connected = true};
    for (uint64_t id = 8; id < 8 + INVITED_OPEN_MAX + 4; id++) {
        const struct room_record room = room_of(id, &vera);
        const union event_body body = {.lobby_room = {.room = &room}};
        assert_true(take(EVENT_LOBBY_ROOM, &body, 7));
    }
    assert_int_equal(invited_count(&invited), INVITED_OPEN_MAX);
    invited_drop_open(&invited);
    assert_int_equal(invited_count(&invited), 0);
}

#define INVITED_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        INVITED_TEST(an_invitation_says_its_terms_and_how_to_answer),
        INVITED_TEST(the_room_on_the_way_to_which_one_is_needs_no_word),
        INVITED_TEST(an_invitation_that_is_told_again_is_said_once),
        INVITED_TEST(the_only_invitation_needs_no_name),
        INVITED_TEST(an_invitation_to_a_game_that_is_not_known_can_be_refused_only),
        INVITED_TEST(of_several_invitations_one_is_named),
        INVITED_TEST(a_clock_that_runs_keeps_its_player),
        INVITED_TEST(an_invitation_that_ended_is_told_and_gone),
        INVITED_TEST(others_who_wait_are_told_and_joined_by_the_same_word),
        INVITED_TEST(a_crowd_of_others_is_not_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
