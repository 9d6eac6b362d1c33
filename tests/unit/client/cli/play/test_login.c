/* SPDX-License-Identifier: MIT */
/*
 * News of the account: memos that wait at a login, and those that come at the table, are told once.
 */
#include "client/cli/play/login.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

#include <string.h>

static struct visitor visitor;

static const struct memo_record fines[] = {
    {.memo = 9, .at = 1000, .kind = MEMO_KIND_WORD_FINED, .points = -100, .month = "2026-12"},
    {.memo = 7, .at = 900, .kind = MEMO_KIND_WORD_FINED, .points = -1, .month = "2026-11"},
    {.memo = 5, .kind = MEMO_KIND_WORD_WARNING, .text = "spam", .points = NONE, .seen = true}};

static int set_up(void **state)
{
    (void)state;
    visitor_init(&visitor, PLAN_PLAY, OP_AUTH_LOGIN);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visitor_deinit(&visitor);
    return 0;
}

static void a_login_that_knows_of_memos_asks_for_them(void **state)
{
    (void)state;
    struct notice ready = {.kind = NOTICE_READY};
    login_welcome(&visitor.visit, &ready);
    visitor_take_nothing(&visitor);
    ready.memos = true;
    login_welcome(&visitor.visit, &ready);
    visitor_take(&visitor, OP_MEMO_LIST);
    visitor_check_silent(&visitor);
}

static void memos_that_were_not_seen_are_said_the_oldest_first_and_confirmed(void **state)
{
    (void)state;
    login_take_memos(&visitor.visit, &(struct memo_list_reply){.memos = fines, .memos_count = 3});
    assert_int_equal(visitor_take(&visitor, OP_MEMO_SEEN)->as.memo_seen.upto, 9);
    const char *first =
        strstr(visitor.said, "You lost 1 point: no move in a rated game in 2026-11");
    assert_non_null(first);
    assert_non_null(strstr(first, "You lost 100 points: no move in a rated game in 2026-12"));
    assert_null(strstr(visitor.said, "spam"));
}

static void the_end_of_a_game_of_days_is_said(void **state)
{
    (void)state;
    struct memo_record memo = {.memo = 12,
                               .at = 1200,
                               .kind = MEMO_KIND_WORD_GAME_OVER,
                               .name = "boris",
                               .game = 13,
                               .score = SCORE_WORD_LOST};
    const struct memo_list_reply list = {.memos = &memo, .memos_count = 1};
    login_take_memos(&visitor.visit, &list);
    visitor_check_said(&visitor, "You lost the game against boris: penta game 00000000000d\n");
    memo.score = SCORE_WORD_VOID;
    login_take_memos(&visitor.visit, &list);
    visitor_check_said(&visitor, "The game against boris ended without a result: penta game ");
    memo.score = NONE; /* of a server that is not understood */
    login_take_memos(&visitor.visit, &list);
    assert_null(strstr(visitor.said, "boris"));
}

static void what_was_seen_is_not_confirmed_again(void **state)
{
    (void)state;
    login_take_memos(&visitor.visit,
                     &(struct memo_list_reply){.memos = &fines[2], .memos_count = 1});
    login_take_memos(&visitor.visit, &(struct memo_list_reply){0});
    visitor_take_nothing(&visitor);
    visitor_check_silent(&visitor);
}

static void a_memo_that_comes_is_said_and_confirmed(void **state)
{
    (void)state;
    const union event_body body = {.memo_added = {.memo = &fines[0]}};
    const struct notice notice = {.kind = NOTICE_EVENT, .event = EVENT_MEMO_ADDED, .body = &body};
    assert_true(login_take_event(&visitor.visit, &notice));
    assert_int_equal(visitor_take(&visitor, OP_MEMO_SEEN)->as.memo_seen.upto, 9);
    visitor_check_said(&visitor,
                       "You lost 100 points: no move in a rated game in 2026-12 (penta fines).");
}

static void a_followed_player_who_comes_is_said(void **state)
{
    (void)state;
    const union event_body body = {.follow_came = {.name = "zoya"}};
    const struct notice notice = {.kind = NOTICE_EVENT, .event = EVENT_FOLLOW_CAME, .body = &body};
    assert_true(login_take_event(&visitor.visit, &notice));
    visitor_check_said(&visitor, "zoya is online. To watch: penta watch zoya");
    visitor_take_nothing(&visitor);
}

/* A memo says the same. */
static void a_fine_is_not_told_twice(void **state)
{
    (void)state;
    const union event_body body = {.rating_fined = {.month = "2026-12", .before = 1520}};
    const struct notice notice = {.kind = NOTICE_EVENT, .event = EVENT_RATING_FINED, .body = &body};
    assert_true(login_take_event(&visitor.visit, &notice));
    visitor_check_silent(&visitor);
    visitor_take_nothing(&visitor);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_login_that_knows_of_memos_asks_for_them),
        TEST(memos_that_were_not_seen_are_said_the_oldest_first_and_confirmed),
        TEST(the_end_of_a_game_of_days_is_said),
        TEST(what_was_seen_is_not_confirmed_again),
        TEST(a_memo_that_comes_is_said_and_confirmed),
        TEST(a_followed_player_who_comes_is_said),
        TEST(a_fine_is_not_told_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
