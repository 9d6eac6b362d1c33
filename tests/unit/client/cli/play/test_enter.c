/* SPDX-License-Identifier: MIT */
/*
 * The way to a table: where anna goes, by what she asked for, by where she sits and by what others
 * have opened; and what she tries when a room is taken before she is there.
 */
#include "client/cli/play/enter.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

#include <string.h>

static struct visitor visitor;
static struct enter enter;

static const struct clock_record none = {.kind = CLOCK_KIND_WORD_NONE};
static const struct clock_record blitz = {
    .kind = CLOCK_KIND_WORD_FISCHER, .main_ms = 300000, .increment_ms = 3000};
static const struct clock_record usual = {
    .kind = CLOCK_KIND_WORD_FISCHER, .main_ms = 60000, .increment_ms = 1000};
static const struct clock_record daily = {.kind = CLOCK_KIND_WORD_CORRESPONDENCE,
                                          .period_ms = 86400000};
static const struct person_record boris = {.name = "boris", .connected = true, .rating = NONE};
static const struct person_record absent = {.name = "boris", .rating = NONE};
static const struct person_record anna = {.name = "anna", .connected = true, .rating = NONE};

static void start(enum plan plan, enum op login)
{
    visitor_init(&visitor, plan, login);
    visitor.invocation.options[OPTION_VARIANT] = "mini";
    enter = (struct enter){.visit = &visitor.visit, .own = {.visit = &visitor.visit}};
}

static int set_up(void **state)
{
    (void)state;
    start(PLAN_PLAY, OP_AUTH_GUEST);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visitor_deinit(&visitor);
    return 0;
}

static void start_anew(enum plan plan, enum op login)
{
    visitor_deinit(&visitor);
    start(plan, login);
}

static struct room_record open_room(uint64_t room)
{
    struct room_record record = wire_room(room, ROOM_STATE_WORD_OPEN);
    record.players = &boris;
    return record;
}

/* Begins where anna sits in these rooms; returns whether she is asked. */
static bool begin(const struct room_record *rooms, size_t count)
{
    const struct notice ready = {.kind = NOTICE_READY, .rooms = rooms, .rooms_count = count};
    return enter_begin(&enter, &ready);
}

/* Answers the request for a list. */
static void list(const struct room_record *rooms, size_t count, bool more)
{
    const union reply_body body = {
        .room_list = {.rooms = rooms, .rooms_count = count, .more = more}};
    const struct notice reply = {.kind = NOTICE_REPLY, .op = OP_ROOM_LIST, .reply = &body};
    assert_null(enter_take_reply(&enter, &reply));
}

/* Nobody waits in quick pairing: a room is opened. */
static const struct request *open_unmet(void)
{
    const union reply_body body = {.lobby_watch = {.players = 1}};
    const struct notice reply = {.kind = NOTICE_REPLY, .op = OP_LOBBY_WATCH, .reply = &body};
    visitor_take(&visitor, OP_LOBBY_WATCH);
    assert_null(enter_take_reply(&enter, &reply));
    return visitor_take_both(&visitor, OP_LOBBY_LEAVE, OP_ROOM_OPEN);
}

static void refuse(enum op op, int error)
{
    const struct notice notice = {
        .kind = NOTICE_ERROR,
        .op = op,
        .error = {.code = error_code(error), .message = error_message(error)}};
    enter_take_error(&enter, &notice);
}

/* ---------------------------------------------------------------- open rooms */

static void where_nobody_waits_a_room_is_opened(void **state)
{
    (void)state;
    assert_false(begin(NULL, 0));
    const struct request *request = visitor_take(&visitor, OP_ROOM_LIST);
    assert_int_equal(request->as.room_list.state, ROOM_STATE_WORD_OPEN);
    assert_int_equal(request->as.room_list.variant->id, VARIANT_MINI);
    list(NULL, 0, false);
    request = open_unmet();
    assert_int_equal(request->as.room_open.variant->id, VARIANT_MINI);
    assert_int_equal(request->as.room_open.first, FIRST_WORD_RANDOM);
    assert_int_equal(request->as.room_open.clock->kind, CLOCK_KIND_WORD_NONE);
    assert_null(request->as.room_open.invite);
}

static void the_room_that_has_waited_longest_is_joined(void **state)
{
    (void)state;
    const struct room_record newest[] = {open_room(9), open_room(8)};
    const struct room_record oldest[] = {open_room(6), open_room(5)};
    begin(NULL, 0);
    visitor_take(&visitor, OP_ROOM_LIST);
    list(newest, 2, true);
    assert_int_equal(visitor_take(&visitor, OP_ROOM_LIST)->as.room_list.before, 8);
    list(oldest, 2, false);
    assert_int_equal(visitor_take(&visitor, OP_ROOM_JOIN)->as.room_join.room, 5);
}

static void a_room_that_does_not_suit_is_passed_by(void **state)
{
    (void)state;
    struct room_record rooms[5];
    for (size_t i = 0; i < 5; i++)
        rooms[i] = open_room(20 + i);
    rooms[0].players = &anna;   /* her own */
    rooms[1].players = &absent; /* nobody is there to play */
    rooms[2].invited = "vera";  /* kept for somebody else */
    rooms[3].rated = true;      /* and she is a guest */
    rooms[4].players_count = 2; /* full */
    begin(NULL, 0);
    visitor_take(&visitor, OP_ROOM_LIST);
    list(rooms, 5, false);
    open_unmet();
}

static void the_time_control_and_the_first_move_are_those_asked_for(void **state)
{
    (void)state;
    struct room_record rooms[] = {open_room(20), open_room(21), open_room(22)};
    visitor.invocation.options[OPTION_CLOCK] = "5m+3s";
    visitor.invocation.options[OPTION_FIRST] = "me";
    rooms[0].clock = rooms[1].clock = &blitz;
    rooms[0].first = FIRST_WORD_JOINER;
    rooms[1].first = FIRST_WORD_OPENER;
    rooms[2].first = FIRST_WORD_JOINER;
    rooms[2].clock = &none;
    begin(NULL, 0);
    visitor_take(&visitor, OP_ROOM_LIST);
    list(rooms, 3, false);
    assert_int_equal(visitor_take(&visitor, OP_ROOM_JOIN)->as.room_join.room, 20);
}

/* An account that names neither is not sat down at a rating, or at seconds. */
static void a_player_is_named_in_place_of_a_room(void **state)
{
    (void)state;
    struct room_record rooms[] = {open_room(20), open_room(21)};
    struct room_record playing = wire_room(9, ROOM_STATE_WORD_PLAYING); /* anna and boris */
    const struct notice invited = {
        .kind = NOTICE_READY, .invitations = &rooms[0], .invitations_count = 1};
    visitor.invocation.arguments[0] = "BORIS";
    visitor.invocation.arguments_count = 1;
    visitor.invocation.options[OPTION_YES] = "";
    begin(&playing, 1);
    assert_int_equal(visitor_take(&visitor, OP_ROOM_WATCH)->as.room_watch.room, 9);
    playing.clock = &daily;
    visitor.invocation.options[OPTION_CLOCK] = "5m+3s"; /* another game than that */
    begin(&playing, 1);
    visitor_check_said(&visitor, "Your game against BORIS is on other terms. To go on with it: "
                                 "penta play BORIS");
    visitor_take(&visitor, OP_ROOM_LIST);
    visitor.invocation.options[OPTION_CLOCK] = NULL;
    enter_begin(&enter, &invited);
    assert_int_equal(visitor_take(&visitor, OP_ROOM_JOIN)->as.room_join.room, 20);
    begin(NULL, 0);
    visitor_take(&visitor, OP_ROOM_LIST);
    list(&rooms[1], 1, false);
    assert_int_equal(visitor_take(&visitor, OP_ROOM_JOIN)->as.room_join.room, 21);
    begin(NULL, 0);
    visitor_take(&visitor, OP_ROOM_LIST);
    list(NULL, 0, false);
    visitor_check_end(&visitor, EXIT_CODE_REFUSED, "BORIS waits in no open room.");
}

static void nobody_is_sat_down_at_what_was_not_asked_for(void **state)
{
    (void)state;
    struct room_record rooms[] = {open_room(20), open_room(21), open_room(22)};
    start_anew(PLAN_PLAY, OP_AUTH_LOGIN);
    rooms[0].rated = true;
    rooms[1].clock = &blitz;
    rooms[2].rated = true;
    rooms[2].clock = &blitz;
    visitor.visit.is_person = false;
    begin(NULL, 0);
    visitor_take(&visitor, OP_ROOM_LIST);
    list(rooms, 3, false);
    visitor_take(&visitor, OP_ROOM_OPEN);
    visitor.visit.is_person = true;
    visitor.invocation.options[OPTION_CLOCK] = "1m+0s";
    begin(NULL, 0);
    visitor_take(&visitor, OP_ROOM_LIST);
    list(rooms, 3, false);
    open_unmet();
}

static void a_rated_game_has_a_usual_clock_where_none_is_named(void **state)
{
    (void)state;
    start_anew(PLAN_PLAY, OP_AUTH_LOGIN);
    visitor.invocation.options[OPTION_RATED] = "";
    begin(NULL, 0);
    visitor_take(&visitor, OP_ROOM_LIST);
    list(NULL, 0, false);
    const struct room_open_request *open = &open_unmet()->as.room_open;
    assert_true(open->rated);
    assert_int_equal(open->clock->kind, CLOCK_KIND_WORD_FISCHER);
    assert_int_equal(open->clock->main_ms, 60000);
    assert_int_equal(open->clock->increment_ms, 1000);
    visitor_check_said(&visitor, "Without --clock such a game has 1m+1s.");
}

static void for_correspondence_the_other_may_be_away(void **state)
{
    (void)state;
    struct room_record room = open_room(20);
    visitor.invocation.options[OPTION_CLOCK] = "1d/move";
    room.players = &absent;
    room.clock = &daily;
    begin(NULL, 0);
    visitor_take(&visitor, OP_ROOM_LIST);
    list(&room, 1, false);
    visitor_take(&visitor, OP_ROOM_JOIN);
}

static void an_account_that_asks_for_the_rating_gets_only_that(void **state)
{
    (void)state;
    struct room_record rooms[] = {open_room(20), open_room(21), open_room(22)};
    start_anew(PLAN_PLAY, OP_AUTH_LOGIN);
    visitor.invocation.options[OPTION_RATED] = "";
    rooms[0].rated = true;
    rooms[0].clock = &usual;
    rooms[1].clock = &usual;
    rooms[2].rated = true;
    rooms[2].clock = &blitz;
    begin(NULL, 0);
    visitor_take(&visitor, OP_ROOM_LIST);
    list(rooms, 3, false);
    assert_int_equal(visitor_take(&visitor, OP_ROOM_JOIN)->as.room_join.room, 20);
}

static void a_room_that_was_taken_meanwhile_is_not_tried_again(void **state)
{
    (void)state;
    const struct room_record rooms[] = {open_room(9), open_room(8)};
    begin(NULL, 0);
    visitor_take(&visitor, OP_ROOM_LIST);
    list(rooms, 2, false);
    assert_int_equal(visitor_take(&visitor, OP_ROOM_JOIN)->as.room_join.room, 8);
    refuse(OP_ROOM_JOIN, ERR_ROOM_FULL);
    visitor_take(&visitor, OP_ROOM_LIST);
    list(rooms, 2, false);
    assert_int_equal(visitor_take(&visitor, OP_ROOM_JOIN)->as.room_join.room, 9);
    refuse(OP_ROOM_JOIN, ERR_NO_SUCH_ROOM);
    visitor_take(&visitor, OP_ROOM_LIST);
    list(rooms, 2, false);
    open_unmet();
}

static void after_some_rooms_that_were_taken_one_is_opened(void **state)
{
    (void)state;
    begin(NULL, 0);
    for (uint64_t room = 1; room <= ENTER_TRIES_MAX + 1; room++) {
        const struct room_record record = open_room(room);
        visitor_take(&visitor, OP_ROOM_LIST);
        list(&record, 1, false);
        visitor_take(&visitor, OP_ROOM_JOIN);
        refuse(OP_ROOM_JOIN, ERR_OPPONENT_BUSY);
    }
    visitor_take(&visitor, OP_ROOM_OPEN);
}

static void a_room_where_one_sits_already_is_only_looked_at(void **state)
{
    (void)state;
    const struct room_record room = open_room(9);
    begin(NULL, 0);
    visitor_take(&visitor, OP_ROOM_LIST);
    list(&room, 1, false);
    visitor_take(&visitor, OP_ROOM_JOIN);
    refuse(OP_ROOM_JOIN, ERR_ALREADY_IN_ROOM);
    assert_int_equal(visitor_take(&visitor, OP_ROOM_WATCH)->as.room_watch.room, 9);
}

/* ---------------------------------------------------------------- games in progress */

static void a_person_is_asked_whether_to_go_on(void **state)
{
    (void)state;
    const struct room_record playing = wire_room(7, ROOM_STATE_WORD_PLAYING);
    assert_true(begin(&playing, 1));
    visitor_check_said(&visitor, "You have a game in progress against boris in room 000000000007.");
    visitor_take_nothing(&visitor);
    assert_false(enter_answer(&enter, "perhaps"));
    visitor_take_nothing(&visitor);
    assert_true(enter_answer(&enter, ""));
    assert_int_equal(visitor_take(&visitor, OP_ROOM_WATCH)->as.room_watch.room, 7);
}

static void a_person_who_does_not_go_on_looks_for_another_room(void **state)
{
    (void)state;
    const struct room_record playing = wire_room(7, ROOM_STATE_WORD_PLAYING);
    assert_true(begin(&playing, 1));
    assert_true(enter_answer(&enter, "no"));
    visitor_take(&visitor, OP_ROOM_LIST);
}

static void check_question(const char *question)
{
    char text[WORDS_SIZE];
    enter_put_question(&enter, text, sizeof(text));
    assert_string_equal(text, question);
}

/* A no opens no room while another game waits. */
static void a_person_is_asked_about_one_game_after_the_other(void **state)
{
    (void)state;
    const struct room_record rooms[] = {wire_room_of_game(3, &daily, "boris", 1000),
                                        wire_room_of_game(4, &blitz, "anna", 93000),
                                        wire_room_of_game(5, &daily, "anna", 93600000)};
    assert_true(begin(rooms, 3));
    visitor_check_said(&visitor, "You have 2 other games in progress: penta games");
    check_question("Continue it? Type yes, or no for the next one.");
    assert_true(enter_answer(&enter, "no"));
    assert_true(enter_is_asking(&enter));
    assert_non_null(strstr(visitor.said, "against boris in room 000000000005."));
    visitor_check_said(&visitor, "You have 1 other game in progress: penta games");
    assert_false(enter_answer(&enter, "perhaps"));
    assert_true(enter_answer(&enter, "no"));
    assert_non_null(strstr(visitor.said, "against boris in room 000000000003."));
    check_question("Continue it? Type yes, or no for a new game.");
    visitor_take_nothing(&visitor);
    assert_true(enter_answer(&enter, "no"));
    assert_false(enter_is_asking(&enter));
    visitor_take(&visitor, OP_ROOM_LIST);
    assert_true(begin(rooms, 3));
    assert_true(enter_answer(&enter, "no"));
    assert_true(enter_answer(&enter, "yes"));
    assert_false(enter_is_asking(&enter));
    assert_int_equal(visitor_take(&visitor, OP_ROOM_WATCH)->as.room_watch.room, 5);
}

static void a_script_goes_on_unasked(void **state)
{
    (void)state;
    const struct room_record playing = wire_room(7, ROOM_STATE_WORD_PLAYING);
    visitor.visit.is_person = false;
    assert_false(begin(&playing, 1));
    visitor_take(&visitor, OP_ROOM_WATCH);
}

static void one_goes_back_to_an_open_room_of_the_same_kind(void **state)
{
    (void)state;
    const struct room_record waiting = wire_room(7, ROOM_STATE_WORD_OPEN);
    visitor.invocation.options[OPTION_VARIANT] = NULL; /* classic */
    assert_false(begin(&waiting, 1));
    visitor_take(&visitor, OP_ROOM_LIST);
    visitor.invocation.options[OPTION_VARIANT] = "mini";
    assert_false(begin(&waiting, 1));
    visitor_take(&visitor, OP_ROOM_WATCH);
}

static void a_new_room_is_new_whatever_there_is(void **state)
{
    (void)state;
    const struct room_record playing = wire_room(7, ROOM_STATE_WORD_PLAYING);
    visitor.invocation.options[OPTION_NEW] = "";
    assert_false(begin(&playing, 1));
    visitor_take(&visitor, OP_ROOM_OPEN);
}

static void resuming_needs_a_game(void **state)
{
    (void)state;
    visitor.invocation.options[OPTION_RESUME] = "";
    begin(NULL, 0);
    visitor_take_nothing(&visitor);
    visitor_check_end(&visitor, EXIT_CODE_REFUSED, "You have no game in progress.");
}

/* ---------------------------------------------------------------- named rooms, invitations */

static void a_named_room_is_joined_unless_one_sits_there(void **state)
{
    (void)state;
    const struct room_record playing = wire_room(7, ROOM_STATE_WORD_PLAYING);
    visitor.invocation.arguments[0] = "000000000007";
    visitor.invocation.arguments_count = 1;
    visitor.visit.is_person = false;
    begin(NULL, 0);
    assert_int_equal(visitor_take(&visitor, OP_ROOM_JOIN)->as.room_join.room, 7);
    begin(&playing, 1);
    visitor_take(&visitor, OP_ROOM_WATCH);
}

static void a_watcher_never_joins(void **state)
{
    (void)state;
    start_anew(PLAN_WATCH, OP_AUTH_GUEST);
    visitor.invocation.arguments[0] = "000000000007";
    visitor.invocation.arguments_count = 1;
    begin(NULL, 0);
    visitor_take(&visitor, OP_ROOM_WATCH);
}

static void a_named_room_that_is_full_can_be_watched(void **state)
{
    (void)state;
    visitor.invocation.arguments[0] = "000000000007";
    visitor.invocation.arguments_count = 1;
    begin(NULL, 0);
    refuse(OP_ROOM_JOIN, ERR_ROOM_FULL);
    visitor_check_end(&visitor, EXIT_CODE_REFUSED, "Watch it with: penta watch 000000000007");
}

static void an_invitation_opens_a_room_for_one_name(void **state)
{
    (void)state;
    start_anew(PLAN_INVITE, OP_AUTH_LOGIN);
    visitor.invocation.arguments[0] = "boris";
    visitor.invocation.arguments_count = 1;
    begin(NULL, 0);
    assert_string_equal(visitor_take(&visitor, OP_ROOM_OPEN)->as.room_open.invite, "boris");
    refuse(OP_ROOM_OPEN, ERR_IS_GUEST);
    visitor_check_end(&visitor, EXIT_CODE_REFUSED, "boris is a guest");
}

static void a_player_whose_clock_runs_is_sent_back_to_that_game(void **state)
{
    (void)state;
    struct room_record rooms[] = {wire_room(6, ROOM_STATE_WORD_PLAYING),
                                  wire_room(7, ROOM_STATE_WORD_PLAYING)};
    start_anew(PLAN_QUICK, OP_AUTH_GUEST);
    rooms[0].clock = &daily;
    rooms[1].clock = &blitz;
    assert_false(begin(rooms, 2));
    visitor_take_nothing(&visitor); /* the server finds a table */
    const struct session_error error = {.code = error_code(ERR_CLOCK_IS_RUNNING)};
    enter_fail(&enter, &error);
    visitor_check_end(&visitor, EXIT_CODE_REFUSED, "Go back to it with: penta play 000000000007");
}

static void the_room_is_known_when_one_has_a_seat(void **state)
{
    (void)state;
    const struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    const union reply_body body = {.room_open = {.room = &room}};
    const struct notice opened = {.kind = NOTICE_REPLY, .op = OP_ROOM_OPEN, .reply = &body};
    assert_ptr_equal(enter_take_reply(&enter, &opened), &room);
    const struct notice other = {.kind = NOTICE_REPLY, .op = OP_PING, .reply = &body};
    assert_null(enter_take_reply(&enter, &other));
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(where_nobody_waits_a_room_is_opened),
        TEST(the_room_that_has_waited_longest_is_joined),
        TEST(a_room_that_does_not_suit_is_passed_by),
        TEST(the_time_control_and_the_first_move_are_those_asked_for),
        TEST(a_player_is_named_in_place_of_a_room),
        TEST(nobody_is_sat_down_at_what_was_not_asked_for),
        TEST(a_rated_game_has_a_usual_clock_where_none_is_named),
        TEST(for_correspondence_the_other_may_be_away),
        TEST(an_account_that_asks_for_the_rating_gets_only_that),
        TEST(a_room_that_was_taken_meanwhile_is_not_tried_again),
        TEST(after_some_rooms_that_were_taken_one_is_opened),
        TEST(a_room_where_one_sits_already_is_only_looked_at),
        TEST(a_person_is_asked_whether_to_go_on),
        TEST(a_person_who_does_not_go_on_looks_for_another_room),
        TEST(a_person_is_asked_about_one_game_after_the_other),
        TEST(a_script_goes_on_unasked),
        TEST(one_goes_back_to_an_open_room_of_the_same_kind),
        TEST(a_new_room_is_new_whatever_there_is),
        TEST(resuming_needs_a_game),
        TEST(a_named_room_is_joined_unless_one_sits_there),
        TEST(a_watcher_never_joins),
        TEST(a_named_room_that_is_full_can_be_watched),
        TEST(an_invitation_opens_a_room_for_one_name),
        TEST(a_player_whose_clock_runs_is_sent_back_to_that_game),
        TEST(the_room_is_known_when_one_has_a_seat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
