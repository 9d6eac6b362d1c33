/* SPDX-License-Identifier: MIT */
/*
 * Opponents: any one, one who is invited, and what becomes of a room that waits when its player
 * goes.
 */
#include "client/cli/play/meet.h"
#include "client/core/table_record.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

#include <string.h>
#include <time.h>

#define LINK "01234-56789-abcde-fghjk-mnpqr-s"

static struct visitor visitor;
static struct meet meet;

static void start(enum plan plan)
{
    visitor_init(&visitor, plan, OP_AUTH_GUEST);
    meet = (struct meet){.visit = &visitor.visit};
}

static int set_up(void **state)
{
    (void)state;
    start(PLAN_QUICK);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visitor_deinit(&visitor);
    return 0;
}

static void start_anew(enum plan plan)
{
    visitor_deinit(&visitor);
    start(plan);
}

static bool take(enum event event, const union event_body *body)
{
    const struct notice notice = {.kind = NOTICE_EVENT, .event = event, .body = body};
    return meet_take_event(&meet, &notice);
}

/* anna sits in the open room 7, which is for `invited` (NULL: for all) and is kept for so long. */
static void wait_in(const struct room_record *room)
{
    table_set_room(&visitor.visit.table, room);
    visitor.visit.stage = STAGE_AT_TABLE;
    meet_wait(&meet, room);
}

static void wait_at_table(const char *invited, int64_t answer_in_ms, enum clock_kind_word kind)
{
    const struct clock_record clock = {.kind = (int)kind, .period_ms = 86400000};
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    room.invited = invited;
    room.answer_in_ms = answer_in_ms;
    room.clock = &clock;
    wait_in(&room);
}

/* ---------------------------------------------------------------- any opponent */

static void any_opponent_is_asked_for_as_the_command_line_says(void **state)
{
    (void)state;
    visitor.invocation.options[OPTION_VARIANT] = "mini";
    visitor.invocation.options[OPTION_CLOCK] = "5m+3s";
    visitor.invocation.options[OPTION_WITHIN] = "150";
    meet_seek(&meet);
    const struct request *request = visitor_take(&visitor, OP_ROOM_QUICK);
    assert_int_equal(request->as.room_quick.variant->id, VARIANT_MINI);
    assert_null(request->as.room_quick.also);
    assert_int_equal(request->as.room_quick.clock->increment_ms, 3000);
    assert_int_equal(request->as.room_quick.within, 150);
    assert_false(request->as.room_quick.rated);
}

static void any_of_several_games_is_asked_for(void **state)
{
    (void)state;
    char text[200];
    visitor.invocation.arguments[0] = "renju";
    visitor.invocation.arguments[1] = "drop4";
    visitor.invocation.arguments_count = 2;
    meet_seek(&meet);
    assert_string_equal(visitor_take(&visitor, OP_ROOM_QUICK)->as.room_quick.also, "renju drop4");
    meet_put_search(&meet, text, sizeof(text));
    assert_non_null(strstr(text, ", or 2 other games. Type quit to stop."));
}

static void an_estimate_is_told_while_one_waits(void **state)
{
    (void)state;
    const struct room_quick_reply reply = {.waiting = 1, .estimate_ms = 6500};
    visitor.visit.stage = STAGE_SEEKING;
    meet_say_estimate(&meet, &reply);
    visitor_check_said(&visitor, "1 other player is waiting for the same.\nRecently it took about "
                                 "7 seconds to find an opponent.");
    visitor.visit.stage = STAGE_AT_TABLE; /* paired before this was read */
    meet_say_estimate(&meet, &reply);
    visitor_check_silent(&visitor);
}

static void a_player_who_cannot_wait_any_more_learns_why(void **state)
{
    (void)state;
    const union event_body many = {.room_unqueued = {.reason = UNQUEUED_WORD_TOO_MANY_ROOMS}};
    const union event_body busy = {.room_unqueued = {.reason = UNQUEUED_WORD_CLOCK_IS_RUNNING}};
    assert_true(take(EVENT_ROOM_UNQUEUED, &many));
    assert_false(visitor.is_stopped); /* it did not wait */
    visitor.visit.stage = STAGE_SEEKING;
    assert_true(take(EVENT_ROOM_UNQUEUED, &many));
    visitor_check_end(&visitor, EXIT_CODE_REFUSED,
                      "You are in as many rooms as allowed; search stopped.");
    assert_true(take(EVENT_ROOM_UNQUEUED, &busy));
    visitor_check_end(&visitor, EXIT_CODE_REFUSED, "penta play --resume");
}

/* ---------------------------------------------------------------- invitations */

static void an_answer_that_is_no_ends_the_waiting(void **state)
{
    (void)state;
    start_anew(PLAN_INVITE);
    wait_at_table("boris", NONE, CLOCK_KIND_WORD_NONE);
    visitor_check_said(&visitor, "boris is invited. The game begins when they accept.");
    union event_body body = {
        .room_declined = {.room = 8, .name = "boris", .reason = DECLINE_WORD_BUSY}};
    assert_true(take(EVENT_ROOM_DECLINED, &body));
    assert_false(visitor.is_stopped); /* another room */
    body.room_declined.room = 7;
    take(EVENT_ROOM_DECLINED, &body);
    visitor_check_end(&visitor, EXIT_CODE_REFUSED, "boris declines: not now.");
    body.room_declined.reason = NONE;
    take(EVENT_ROOM_DECLINED, &body);
    visitor_check_end(&visitor, EXIT_CODE_REFUSED, "boris has not answered.");
}

/* ---------------------------------------------------------------- an open room */

static void an_open_room_says_how_to_join(void **state)
{
    (void)state;
    visitor.invocation.options[OPTION_PORT] = "7001";
    wait_at_table(NULL, NONE, CLOCK_KIND_WORD_NONE);
    char way[WORDS_SIZE];
    char sentence[WORDS_SIZE];
    assert_true(meet_put_way(&meet, sentence, way)); /* alone in its line, for it to be copied */
    assert_string_equal(way, "penta play 000000000007 --port 7001");
    assert_string_equal(sentence, "Your room is open. An opponent joins with this line:");
    visitor_check_silent(&visitor); /* they stand together, and go together */
    visitor.visit.table.room++;     /* the line leads elsewhere */
    assert_false(meet_put_way(&meet, sentence, way));
    visitor.visit.table.room--;
    visitor.visit.table.room_state = ROOM_STATE_WORD_PLAYING;
    assert_false(meet_put_way(&meet, sentence, way));
    visitor.visit.is_person = false;
    wait_at_table(NULL, NONE, CLOCK_KIND_WORD_NONE);
    visitor_check_said(&visitor, "penta play 000000000007 --port 7001");
}

/* A link is made on request alone: another one makes it worth nothing. */
static void a_link_is_asked_for_and_told(void **state)
{
    char way[WORDS_SIZE];
    char sentence[WORDS_SIZE];
    (void)state;
    visitor.invocation.options[OPTION_LINK] = "";
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    room.link = true;
    wait_in(&room);
    assert_int_equal(visitor_take(&visitor, OP_ROOM_LINK)->as.room_link.room, 7);
    assert_false(meet_put_way(&meet, sentence, way));
    meet_take_link(&meet, &(struct room_link_reply){.link = LINK, .ends_in_ms = 86400000});
    assert_true(meet_put_way(&meet, sentence, way));
    assert_string_equal(way, "penta play " LINK);
    assert_non_null(strstr(sentence, "Send this line to your opponent."));
    visitor.invocation.options[OPTION_LINK] = NULL;
    wait_in(&room);
    visitor_check_said(&visitor, "penta play --link");
}

static void only_a_room_that_waits_for_days_stays(void **state)
{
    (void)state;
    wait_at_table(NULL, NONE, CLOCK_KIND_WORD_NONE);
    assert_false(meet_keep_room(&meet));
    assert_string_equal(meet.farewell, "");
    wait_at_table(NULL, 86400000, CLOCK_KIND_WORD_CORRESPONDENCE);
    assert_true(meet_keep_room(&meet));
    assert_non_null(strstr(meet.farewell, "The room stays open until "));
    wait_at_table("boris", 86400000, CLOCK_KIND_WORD_CORRESPONDENCE);
    assert_true(meet_keep_room(&meet));
    assert_non_null(strstr(meet.farewell, "The invitation stands; boris can answer until "));
    wait_at_table("boris", NONE, CLOCK_KIND_WORD_CORRESPONDENCE);
    assert_true(meet_keep_room(&meet));
    assert_string_equal(meet.farewell, "The invitation stands; boris can still answer.");
    wait_at_table("boris", NONE, CLOCK_KIND_WORD_NONE);
    assert_false(meet_keep_room(&meet));
    assert_string_equal(meet.farewell, "Invitation to boris withdrawn.");
}

static void a_room_with_a_game_is_not_withdrawn(void **state)
{
    (void)state;
    wait_at_table("boris", NONE, CLOCK_KIND_WORD_NONE);
    assert_true(meet_withdraw(&meet));
    assert_string_equal(meet.farewell, "Invitation to boris withdrawn.");
    visitor_sit(&visitor, "");
    assert_false(meet_withdraw(&meet));
    visitor_check_said(&visitor, "You can close a room only before anyone joins.");
    assert_false(meet_keep_room(&meet));
}

static void a_room_that_closes_before_its_game_ends_the_waiting(void **state)
{
    (void)state;
    wait_at_table(NULL, NONE, CLOCK_KIND_WORD_NONE);
    assert_true(meet_fail_closed(&meet, "spam"));
    visitor_check_end(&visitor, EXIT_CODE_REFUSED, "The room was closed: spam.");
    assert_true(meet_fail_closed(&meet, NULL));
    visitor_check_end(&visitor, EXIT_CODE_REFUSED, "nobody can join it any more");
    visitor_sit(&visitor, "");
    assert_false(meet_fail_closed(&meet, NULL));
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(any_opponent_is_asked_for_as_the_command_line_says),
        TEST(any_of_several_games_is_asked_for),
        TEST(an_estimate_is_told_while_one_waits),
        TEST(a_player_who_cannot_wait_any_more_learns_why),
        TEST(an_answer_that_is_no_ends_the_waiting),
        TEST(an_open_room_says_how_to_join),
        TEST(a_link_is_asked_for_and_told),
        TEST(only_a_room_that_waits_for_days_stays),
        TEST(a_room_with_a_game_is_not_withdrawn),
        TEST(a_room_that_closes_before_its_game_ends_the_waiting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
