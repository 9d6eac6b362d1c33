/* SPDX-License-Identifier: MIT */
/*
 * Rooms that are named, and links: anna is asked before she joins what she has not asked for.
 */
#include "client/cli/play/enter.h"
#include "client/cli/play/offer.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

#include <string.h>

#define LINK "01234-56789-abcde-fghjk-mnpqr-s"

static struct visitor visitor;
static struct enter enter;

static const struct clock_record blitz = {
    .kind = CLOCK_KIND_WORD_FISCHER, .main_ms = 300000, .increment_ms = 3000};
static const struct person_record boris = {.name = "boris", .connected = true, .rating = NONE};
static const struct person_record anna = {.name = "anna", .connected = true, .rating = NONE};

static void begin_visit(enum op login)
{
    visitor_init(&visitor, PLAN_PLAY, login);
    visitor.invocation.options[OPTION_VARIANT] = "mini";
    enter = (struct enter){.visit = &visitor.visit, .own = {.visit = &visitor.visit}};
}

static int set_up(void **state)
{
    (void)state;
    begin_visit(OP_AUTH_GUEST);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visitor_deinit(&visitor);
    return 0;
}

static struct room_record open_room(uint64_t room)
{
    struct room_record record = wire_room(room, ROOM_STATE_WORD_OPEN);
    record.players = &boris;
    return record;
}

static void begin_named(const char *argument)
{
    const struct notice ready = {.kind = NOTICE_READY};
    visitor.invocation.arguments[0] = argument;
    visitor.invocation.arguments_count = 1;
    assert_false(enter_begin(&enter, &ready));
}

static void begin_anywhere(void)
{
    const struct notice ready = {.kind = NOTICE_READY};
    assert_false(enter_begin(&enter, &ready));
    visitor_take(&visitor, OP_ROOM_LIST);
}

static void list(const struct room_record *rooms, size_t count)
{
    const union reply_body body = {.room_list = {.rooms = rooms, .rooms_count = count}};
    const struct notice reply = {.kind = NOTICE_REPLY, .op = OP_ROOM_LIST, .reply = &body};
    assert_null(enter_take_reply(&enter, &reply));
}

/* Looks at room 7 as anna would who named it. */
static void look_at(const struct room_record *room)
{
    begin_named("000000000007");
    const struct request *request = visitor_take(&visitor, OP_ROOM_LIST);
    assert_int_equal(request->as.room_list.before, 8);
    assert_int_equal(request->as.room_list.limit, 1);
    const union reply_body body = {.room_list = {.rooms = room, .rooms_count = 1, .more = true}};
    const struct notice reply = {.kind = NOTICE_REPLY, .op = OP_ROOM_LIST, .reply = &body};
    assert_null(enter_take_reply(&enter, &reply));
}

static void a_person_is_asked_where_joining_would_surprise(void **state)
{
    struct room_record room = open_room(7);
    char question[WORDS_SIZE];
    (void)state;
    room.first = FIRST_WORD_RANDOM;
    look_at(&room); /* what she asked for */
    assert_int_equal(visitor_take(&visitor, OP_ROOM_JOIN)->as.room_join.room, 7);
    room.rated = true;
    room.clock = &blitz;
    look_at(&room);
    assert_true(enter.is_offered);
    enter_put_question(&enter, question, sizeof(question));
    assert_non_null(strstr(question, "boris"));
    assert_non_null(strstr(question, "rated"));
    assert_false(enter_answer(&enter, ""));
    assert_true(enter_answer(&enter, "yes"));
    assert_int_equal(visitor_take(&visitor, OP_ROOM_JOIN)->as.room_join.room, 7);
    look_at(&room);
    assert_true(enter_answer(&enter, "no"));
    visitor_check_end(&visitor, EXIT_CODE_OK, "not joined");
}

static void sides_and_variants_are_no_surprise_either(void **state)
{
    struct room_record room = open_room(7);
    (void)state;
    room.first = FIRST_WORD_OPENER;
    look_at(&room);
    assert_true(enter.is_offered);
    enter.is_offered = false;
    room.first = FIRST_WORD_JOINER;
    look_at(&room);
    assert_false(enter.is_offered);
    visitor_take(&visitor, OP_ROOM_JOIN);
    room.variant = variant_get(VARIANT_SWAP2);
    look_at(&room);
    assert_true(enter.is_offered);
}

/* Else two who are there would wait for each other for ever. */
static void who_names_no_terms_is_asked_about_those_of_others(void **state)
{
    (void)state;
    char question[WORDS_SIZE];
    struct room_record rooms[] = {open_room(20), open_room(21)};
    visitor_deinit(&visitor);
    begin_visit(OP_AUTH_LOGIN);
    rooms[0].clock = &blitz;
    rooms[1].rated = true;
    rooms[1].clock = &blitz;
    for (int is_yes = 0; is_yes < 2; is_yes++) {
        begin_anywhere();
        list(rooms, 2);
        visitor_take_nothing(&visitor);
        assert_true(enter.is_offered);
        enter_put_question(&enter, question, sizeof(question));
        assert_string_equal(question, "boris waits: Tic-tac-toe, 5m+3s, rated; your opponent "
                                      "begins. Join? Type yes, or no to open your own room.");
        assert_true(enter_answer(&enter, is_yes ? "yes" : "no"));
        if (!is_yes)
            visitor_take(&visitor, OP_ROOM_OPEN);
        else
            assert_int_equal(visitor_take(&visitor, OP_ROOM_JOIN)->as.room_join.room, 21);
    }
    const struct notice full = {
        .kind = NOTICE_ERROR, .op = OP_ROOM_JOIN, .error = {.code = error_code(ERR_ROOM_FULL)}};
    enter_take_error(&enter, &full);
    visitor_take(&visitor, OP_ROOM_LIST);
    list(rooms, 2);
    assert_int_equal(enter.near, 20);
}

static void a_guest_is_not_asked_about_a_rated_game(void **state)
{
    (void)state;
    struct room_record rooms[] = {open_room(20), open_room(21)};
    rooms[0].clock = rooms[1].clock = &blitz;
    rooms[1].rated = true;
    begin_anywhere();
    list(rooms, 2);
    assert_int_equal(enter.near, 20);
}

static bool begin_invited(void)
{
    struct room_record room = open_room(30);
    const struct notice ready = {
        .kind = NOTICE_READY, .invitations = &room, .invitations_count = 1};
    room.clock = &blitz;
    return enter_begin(&enter, &ready);
}

static void who_is_invited_is_asked_about_that_first(void **state)
{
    (void)state;
    char question[WORDS_SIZE];
    assert_true(begin_invited());
    visitor_take_nothing(&visitor);
    enter_put_question(&enter, question, sizeof(question));
    assert_non_null(strstr(question, "boris invites you: Tic-tac-toe, 5m+3s, unrated; "));
    assert_true(enter_answer(&enter, "yes"));
    assert_int_equal(visitor_take(&visitor, OP_ROOM_JOIN)->as.room_join.room, 30);
    assert_true(begin_invited());
    assert_true(enter_answer(&enter, "no"));
    visitor_take(&visitor, OP_ROOM_LIST);
    assert_false(enter.is_offered);
    visitor.invocation.options[OPTION_CLOCK] = "3m+2s";
    assert_false(begin_invited());
    visitor_take(&visitor, OP_ROOM_LIST);
}

static void a_game_goes_before_an_invitation_which_is_told(void **state)
{
    (void)state;
    char question[WORDS_SIZE];
    const struct room_record playing = wire_room(7, ROOM_STATE_WORD_PLAYING);
    const struct room_record room = open_room(30);
    const struct notice ready = {.kind = NOTICE_READY,
                                 .rooms = &playing,
                                 .rooms_count = 1,
                                 .invitations = &room,
                                 .invitations_count = 1};
    assert_true(enter_begin(&enter, &ready));
    enter_put_question(&enter, question, sizeof(question));
    assert_string_equal(question, "Continue it? Type yes, or no for the invitation.");
    assert_true(enter_answer(&enter, "no"));
    enter_put_question(&enter, question, sizeof(question));
    assert_non_null(strstr(question, "boris invites you: "));
}

/* Begins where no room is open and somebody waits in quick pairing for that. */
static void begin_beside(const struct waiting_record *waiting)
{
    const union reply_body lobby = {.lobby_watch = {.waiting = waiting, .waiting_count = 1}};
    const struct notice watched = {.kind = NOTICE_REPLY, .op = OP_LOBBY_WATCH, .reply = &lobby};
    begin_anywhere();
    list(NULL, 0);
    visitor_take(&visitor, OP_LOBBY_WATCH);
    assert_null(enter_take_reply(&enter, &watched));
}

static void who_waits_in_quick_pairing_is_offered(void **state)
{
    (void)state;
    char question[WORDS_SIZE];
    struct waiting_record waiting = {
        .variant = variant_get(VARIANT_MINI), .clock = &blitz, .players = 1};
    begin_beside(&waiting);
    visitor_take(&visitor, OP_LOBBY_LEAVE);
    assert_true(enter_is_asking(&enter));
    enter_put_question(&enter, question, sizeof(question));
    assert_string_equal(question, "1 player waits for: Tic-tac-toe, 5m+3s, unrated. Play on these "
                                  "terms? Type yes, or no to open your own room, which "
                                  "anybody may join.");
    assert_true(enter_answer(&enter, "yes"));
    const struct request *request = visitor_take(&visitor, OP_ROOM_OPEN);
    assert_int_equal(request->as.room_open.clock->kind, CLOCK_KIND_WORD_FISCHER);
    assert_int_equal(request->as.room_open.clock->main_ms, 300000);
    assert_false(request->as.room_open.rated);
}

static void a_no_to_who_waits_opens_a_room_as_it_would_have_been(void **state)
{
    (void)state;
    struct waiting_record waiting = {
        .variant = variant_get(VARIANT_MINI), .clock = &blitz, .players = 2};
    begin_beside(&waiting);
    visitor_take(&visitor, OP_LOBBY_LEAVE);
    assert_true(enter_answer(&enter, "no"));
    assert_int_equal(visitor_take(&visitor, OP_ROOM_OPEN)->as.room_open.clock->kind,
                     CLOCK_KIND_WORD_NONE);
}

/* boris waits for Swap2, 5m+3s, rated, whom the list of the own variant does not have. */
static void who_waits_for_another_game_is_offered_unless_it_was_excluded(void **state)
{
    (void)state;
    static const struct {
        enum op login;
        const char *variant, *clock, *rated, *unrated; /* of the command line; NULL: not there */
        bool is_asked;
    } rows[] = {
        {OP_AUTH_LOGIN, NULL, NULL, NULL, NULL, true},
        {OP_AUTH_LOGIN, NULL, NULL, "", NULL, true},
        {OP_AUTH_LOGIN, "swap2", NULL, NULL, NULL, true},
        {OP_AUTH_LOGIN, NULL, "5m+3s", NULL, NULL, true},
        {OP_AUTH_LOGIN, "swap2", "5m+3s", "", NULL, true},
        {OP_AUTH_GUEST, NULL, NULL, NULL, NULL, false},
        {OP_AUTH_LOGIN, "classic", NULL, NULL, NULL, false},
        {OP_AUTH_LOGIN, NULL, "3d/move", NULL, NULL, false},
        {OP_AUTH_LOGIN, NULL, NULL, NULL, "", false},
        {OP_AUTH_LOGIN, "mini", NULL, "", NULL, false},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char question[WORDS_SIZE];
        struct room_record room = open_room(20);
        room.variant = variant_get(VARIANT_SWAP2);
        room.clock = &blitz;
        room.rated = true;
        const union reply_body lobby = {.lobby_watch = {.rooms = &room, .rooms_count = 1}};
        const struct notice watched = {.kind = NOTICE_REPLY, .op = OP_LOBBY_WATCH, .reply = &lobby};
        visitor_deinit(&visitor);
        begin_visit(rows[i].login);
        visitor.invocation.options[OPTION_VARIANT] = rows[i].variant;
        visitor.invocation.options[OPTION_CLOCK] = rows[i].clock;
        visitor.invocation.options[OPTION_RATED] = rows[i].rated;
        visitor.invocation.options[OPTION_UNRATED] = rows[i].unrated;
        begin_anywhere();
        list(NULL, 0);
        visitor_take(&visitor, OP_LOBBY_WATCH);
        assert_null(enter_take_reply(&enter, &watched));
        assert_int_equal(enter_is_asking(&enter), rows[i].is_asked);
        if (!rows[i].is_asked) {
            visitor_take_both(&visitor, OP_LOBBY_LEAVE, OP_ROOM_OPEN);
            continue;
        }
        visitor_take(&visitor, OP_LOBBY_LEAVE);
        enter_put_question(&enter, question, sizeof(question));
        assert_non_null(strstr(question, "boris waits: Five in a row, Swap2, 5m+3s, rated;"));
        assert_true(enter_answer(&enter, "yes"));
        assert_int_equal(visitor_take(&visitor, OP_ROOM_JOIN)->as.room_join.room, 20);
    }
}

static void who_waits_for_what_one_cannot_play_is_not_offered(void **state)
{
    (void)state;
    struct waiting_record waiting = {
        .variant = variant_get(VARIANT_MINI), .clock = &blitz, .rated = true, .players = 1};
    begin_beside(&waiting); /* to a guest */
    visitor_take_both(&visitor, OP_LOBBY_LEAVE, OP_ROOM_OPEN);
    waiting.rated = false;
    waiting.variant = variant_get(VARIANT_SWAP2);
    enter = (struct enter){.visit = &visitor.visit, .own = {.visit = &visitor.visit}};
    begin_beside(&waiting);
    visitor_take_both(&visitor, OP_LOBBY_LEAVE, OP_ROOM_OPEN);
    assert_false(enter_is_asking(&enter));
}

static void a_lobby_that_cannot_be_seen_is_in_nobodys_way(void **state)
{
    (void)state;
    const struct notice error = {.kind = NOTICE_ERROR,
                                 .op = OP_LOBBY_WATCH,
                                 .error = {.code = error_code(ERR_RATE_LIMITED), .message = "x"}};
    begin_anywhere();
    list(NULL, 0);
    visitor_take(&visitor, OP_LOBBY_WATCH);
    enter_take_error(&enter, &error);
    visitor_take(&visitor, OP_ROOM_OPEN);
}

static void who_wants_no_question_is_asked_none(void **state)
{
    (void)state;
    visitor.invocation.options[OPTION_YES] = "";
    begin_named("000000000007");
    visitor_take(&visitor, OP_ROOM_JOIN);
}

static void look_by_link(const struct room_record *room)
{
    const union reply_body body = {.room_look = {.room = room}};
    const struct notice reply = {.kind = NOTICE_REPLY, .op = OP_ROOM_LOOK, .reply = &body};
    begin_named(LINK);
    assert_string_equal(visitor_take(&visitor, OP_ROOM_LOOK)->as.room_look.link, LINK);
    assert_null(enter_take_reply(&enter, &reply));
}

static void a_link_is_looked_at_and_joined_after_a_yes(void **state)
{
    struct room_record room = open_room(7);
    (void)state;
    room.link = true;
    look_by_link(&room);
    assert_true(enter.is_offered);
    assert_true(enter_answer(&enter, "yes"));
    assert_string_equal(visitor_take(&visitor, OP_ROOM_JOIN)->as.room_join.link, LINK);
}

static void ones_own_link_leads_back(void **state)
{
    struct room_record room = open_room(7);
    (void)state;
    room.link = true;
    room.players = &anna;
    look_by_link(&room);
    assert_false(enter.is_offered);
    visitor_check_said(&visitor, "your own room");
    assert_int_equal(visitor_take(&visitor, OP_ROOM_WATCH)->as.room_watch.room, 7);
}

static void a_room_for_a_link_is_new(void **state)
{
    (void)state;
    const struct notice ready = {.kind = NOTICE_READY};
    visitor.invocation.options[OPTION_LINK] = "";
    enter_begin(&enter, &ready);
    assert_true(visitor_take(&visitor, OP_ROOM_OPEN)->as.room_open.link);
}

static void what_has_the_form_of_a_link_is_one(void **state)
{
    (void)state;
    assert_true(offer_is_link(LINK));
    assert_true(offer_is_link("0123456789ABCDEFGHJKMNPQRS"));
    assert_false(offer_is_link("000000000007"));
    assert_false(offer_is_link("01234-56789-abcde-fghjk-mnpqr-st"));
    assert_false(offer_is_link("01234-56789-abcde-fghjk-mnpqr-."));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(who_waits_for_another_game_is_offered_unless_it_was_excluded),
        TEST(a_person_is_asked_where_joining_would_surprise),
        TEST(sides_and_variants_are_no_surprise_either),
        TEST(who_names_no_terms_is_asked_about_those_of_others),
        TEST(a_guest_is_not_asked_about_a_rated_game),
        TEST(who_is_invited_is_asked_about_that_first),
        TEST(a_game_goes_before_an_invitation_which_is_told),
        TEST(who_waits_in_quick_pairing_is_offered),
        TEST(a_no_to_who_waits_opens_a_room_as_it_would_have_been),
        TEST(who_waits_for_what_one_cannot_play_is_not_offered),
        TEST(a_lobby_that_cannot_be_seen_is_in_nobodys_way),
        TEST(who_wants_no_question_is_asked_none),
        TEST(a_link_is_looked_at_and_joined_after_a_yes),
        TEST(ones_own_link_leads_back),
        TEST(a_room_for_a_link_is_new),
        TEST(what_has_the_form_of_a_link_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
