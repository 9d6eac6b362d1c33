/* SPDX-License-Identifier: MIT */
/*
 * The player's words at a table. anna is at room 7 with boris, in game 9.
 */
#include "client/cli/play/saying.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

static struct visitor visitor;
static struct saying saying;

static void begin(enum op login)
{
    visitor_init(&visitor, PLAN_PLAY, login);
    visitor_sit(&visitor, "a1");
    saying = (struct saying){.visit = &visitor.visit};
}

static int set_up(void **state)
{
    (void)state;
    begin(OP_AUTH_LOGIN);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visitor_deinit(&visitor);
    return 0;
}

static void words_behind_a_move_are_said_when_it_was_taken(void **state)
{
    (void)state;
    saying_keep(&saying, "thanks");
    visitor_take_nothing(&visitor);
    saying_take_move(&saying);
    const struct request *said = visitor_take(&visitor, OP_ROOM_SAY);
    assert_int_equal(said->as.room_say.room, 7);
    assert_string_equal(said->as.room_say.text, "thanks");
    saying_take_move(&saying);
    visitor_take_nothing(&visitor);
}

static void words_of_a_move_that_was_not_taken_are_not_said(void **state)
{
    (void)state;
    saying_drop(&saying);
    visitor_check_silent(&visitor);
    saying_keep(&saying, "I win");
    saying_drop(&saying);
    visitor_check_said(&visitor, "Not said: I win\n");
    saying_take_move(&saying);
    visitor_take_nothing(&visitor);
}

static void who_writes_too_fast_is_told_once_and_loses_nothing(void **state)
{
    (void)state;
    static const char *const texts[] = {"one", "two", "three"};
    const struct session_error fast = {.code = "rate_limited", .retry_after_ms = 900};
    const struct session_error muted = {.code = "muted"};
    for (size_t i = 0; i < 3; i++)
        saying_do(&saying, texts[i]);
    visitor.sent = 0;
    saying_take_said(&saying);
    assert_true(saying_take_refused(&saying, &fast));
    visitor_check_said(&visitor, "Too fast; not said yet: two. To say it again, and what follows, "
                                 "type say\n");
    assert_true(saying_take_refused(&saying, &fast));
    visitor_check_silent(&visitor);
    saying_do(&saying, "");
    visitor_take_both(&visitor, OP_ROOM_SAY, OP_ROOM_SAY);
    saying_take_said(&saying);
    assert_true(saying_take_refused(&saying, &fast));
    visitor_check_said(&visitor, "not said yet: three.");
    saying_do(&saying, "");
    assert_string_equal(visitor_take(&visitor, OP_ROOM_SAY)->as.room_say.text, "three");
    assert_false(saying_take_refused(&saying, &muted)); /* for good: as any other error */
    saying_do(&saying, "");
    visitor_check_said(&visitor, "Say what?");
}

/* The room of a game of days that is over does not last until boris comes. */
static void end_by_days_with_boris(bool is_connected)
{
    struct table *table = &visitor.visit.table;
    table->control = (struct time_control){.kind = CLOCK_CORRESPONDENCE};
    table->result = RESULT_WORD_FIRST;
    for (size_t i = 0; i < 2; i++) {
        table->players[i].is_connected = is_connected;
        table->seats[i].is_guest = false;
    }
}

static void after_a_game_of_days_an_opponent_who_is_away_gets_a_message(void **state)
{
    (void)state;
    end_by_days_with_boris(false);
    saying_do(&saying, "thanks");
    const struct request *sent = visitor_take(&visitor, OP_MESSAGE_SEND);
    assert_string_equal(sent->as.message_send.to, "boris");
    assert_string_equal(sent->as.message_send.text, "thanks (game 000000000009)");
    saying_take_message(&saying);
    visitor_check_said(&visitor, "boris is offline: sent as a private message.\n");
}

static void what_the_room_can_tell_it_tells(void **state)
{
    (void)state;
    end_by_days_with_boris(true);
    saying_do(&saying, "thanks");
    visitor_take(&visitor, OP_ROOM_SAY);
    end_by_days_with_boris(false);
    visitor.visit.table.result = NONE;
    saying_do(&saying, "I think");
    visitor_take(&visitor, OP_ROOM_SAY);
    end_by_days_with_boris(false);
    visitor.visit.table.control.kind = CLOCK_FISCHER;
    saying_do(&saying, "thanks");
    visitor_take(&visitor, OP_ROOM_SAY);
    end_by_days_with_boris(false);
    visitor.visit.table.seats[1].is_guest = true;
    saying_do(&saying, "thanks");
    visitor_take(&visitor, OP_ROOM_SAY);
}

static void a_guest_has_no_private_messages(void **state)
{
    visitor_deinit(&visitor);
    begin(OP_AUTH_GUEST);
    (void)state;
    end_by_days_with_boris(false);
    saying_do(&saying, "thanks");
    visitor_take(&visitor, OP_ROOM_SAY);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(words_behind_a_move_are_said_when_it_was_taken),
        TEST(words_of_a_move_that_was_not_taken_are_not_said),
        TEST(who_writes_too_fast_is_told_once_and_loses_nothing),
        TEST(after_a_game_of_days_an_opponent_who_is_away_gets_a_message),
        TEST(what_the_room_can_tell_it_tells),
        TEST(a_guest_has_no_private_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
