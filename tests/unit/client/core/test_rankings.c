/* SPDX-License-Identifier: MIT */
/*
 * The model of a leaderboard: pages by position while players move, and the page around one.
 */
#include "client/core/lists.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

static struct rankings rankings;

#define RANKINGS_TEST(name)                                                                        \
    TEST_BETWEEN(name, rankings_init(&rankings, 1), rankings_deinit(&rankings))

/* Lines for names of one letter; the texts are others after the next call. */
static size_t lines(const char *names, struct standing_record *rows)
{
    static char texts[8][2];
    size_t count = strlen(names);
    for (size_t i = 0; i < count; i++) {
        texts[i][0] = names[i];
        rows[i] = (struct standing_record){
            .name = texts[i], .rank = (int64_t)i + 1, .rating = 1500, .games = 30, .listed = NONE};
    }
    return count;
}

static void take_top(int64_t from, const char *names, int64_t total)
{
    struct standing_record rows[8];
    struct rating_top_reply reply = {.total = total, .rows = rows};
    reply.rows_count = lines(names, rows);
    rankings_take_top(&rankings, from, &reply);
}

static void take_around(const char *player, const char *names)
{
    struct standing_record rows[8];
    struct rating_around_reply reply = {.total = 30, .rank = 7, .rows = rows};
    reply.rows_count = lines(names, rows);
    rankings_take_around(&rankings, player, &reply);
}

static void assert_names(const char *names)
{
    assert_int_equal(rankings.rows.count, strlen(names));
    for (size_t i = 0; i < rankings.rows.count; i++)
        assert_int_equal(rankings_at(&rankings, i)->name[0], names[i]);
}

RANKINGS_TEST(pages_follow_each_other_up_to_the_total)
{
    take_top(1, "abc", 5);
    assert_int_equal(rankings.rows.next, 4);
    take_top(4, "de", 5);
    assert_names("abcde");
    assert_int_equal(rankings.rows.next, 0);
    assert_int_equal(rankings.total, 5);
    assert_int_equal(rankings_at(&rankings, 3)->rank, 1);
    assert_int_equal(rankings_at(&rankings, 3)->rating, 1500);
    assert_int_equal(rankings_at(&rankings, 3)->games, 30);
    assert_false(rankings_at(&rankings, 3)->is_meant);
}

/* Between the pages `d` rose above `c`, who is on both. */
RANKINGS_TEST(who_moved_between_two_pages_is_there_once)
{
    take_top(1, "abc", 6);
    take_top(4, "cef", 6);
    assert_names("abcef");
    assert_int_equal(rankings_at(&rankings, 2)->position, 4);
    take_top(1, "abd", 6); /* the first page anew */
    assert_names("abd");
}

RANKINGS_TEST(a_page_behind_a_gap_is_left_out)
{
    take_top(2, "b", 6);
    assert_names("");
    take_top(1, "ab", 6);
    take_top(4, "d", 6);
    assert_names("ab");
    assert_int_equal(rankings.rows.next, 3);
}

RANKINGS_TEST(a_page_of_nobody_is_the_last_whatever_the_total_is)
{
    take_top(1, "", INT64_MAX);
    assert_names("");
    assert_int_equal(rankings.rows.next, 0);
}

RANKINGS_TEST(the_player_who_is_meant_stands_out)
{
    take_around("b", "abc");
    assert_names("abc");
    assert_false(rankings_at(&rankings, 0)->is_meant);
    assert_true(rankings_at(&rankings, 1)->is_meant);
    assert_int_equal(rankings.rank, 7);
    assert_int_equal(rankings.total, 30);
    assert_int_equal(rankings.rows.next, 0);
    take_around("anna", "xyz"); /* of whom there is no line */
    assert_names("xyz");
    for (size_t i = 0; i < 3; i++)
        assert_false(rankings_at(&rankings, i)->is_meant);
}

RANKINGS_TEST(a_board_without_end_is_bounded)
{
    char name[12] = "";
    const struct standing_record row = {.name = name, .rank = 1, .listed = NONE};
    const struct rating_top_reply reply = {.total = INT64_MAX, .rows = &row, .rows_count = 1};
    for (int i = 0; i < RANKINGS_MAX + 5; i++) {
        snprintf(name, sizeof(name), "%d", i);
        rankings_take_top(&rankings, i + 1, &reply);
    }
    assert_int_equal(rankings.rows.count, RANKINGS_MAX);
    assert_int_equal(rankings.rows.next, 0);
}
