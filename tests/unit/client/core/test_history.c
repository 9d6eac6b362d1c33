/* SPDX-License-Identifier: MIT */
/*
 * The model of a history: pages of games, kept as copies, while the server's list changes.
 */
#include "client/core/lists.h"
#include "tests/support/test.h"

#include <string.h>

static struct history history;

#define HISTORY_TEST(name) TEST_BETWEEN(name, history_init(&history, 0), history_deinit(&history))

/* A page of `count` games with falling ids from `first` on, which ended at ten times their id. */
static void take_page(uint64_t before, bool more, uint64_t first, size_t count)
{
    struct history_row_record rows[50];
    char opponent[] = "boris";
    for (size_t i = 0; i < count; i++)
        rows[i] = (struct history_row_record){.game = first - i,
                                              .ended = (int64_t)(first - i) * 10,
                                              .variant = variant_get(VARIANT_MINI),
                                              .opponent = opponent,
                                              .opponent_rank = NONE,
                                              .score = SCORE_WORD_WON,
                                              .points = 8,
                                              .starred = true};
    history_take_list(&history, before,
                      &(struct history_list_reply){
                          .name = "Anna", .rows = rows, .rows_count = count, .more = more});
    memset(opponent, 'x', 5);
}

/* The games are those from `first` down to `last`, each once. */
static void assert_games(uint64_t first, uint64_t last)
{
    assert_int_equal(history.games.count, first - last + 1);
    for (size_t i = 0; i < history.games.count; i++)
        assert_int_equal(history_at(&history, i)->id, first - i);
}

HISTORY_TEST(pages_follow_each_other_and_rows_are_copies)
{
    take_page(0, true, 9, 2);
    assert_int_equal(history.games.next, 8);
    take_page(8, false, 7, 3);
    assert_games(9, 5);
    assert_int_equal(history.games.next, 0);
    const struct history_game *game = history_at(&history, 1);
    assert_string_equal(game->opponent, "boris");
    assert_int_equal(game->ended, 80);
    assert_int_equal(game->opponent_rank, NONE);
    assert_int_equal(game->score, SCORE_WORD_WON);
    assert_int_equal(game->points, 8);
    assert_true(game->is_starred);
}

/* The server's order is by the end, so ids need not fall; the list stays as it was told. */
HISTORY_TEST(games_stand_as_the_server_has_them)
{
    take_page(0, true, 5, 1);
    take_page(5, false, 8, 2);
    assert_int_equal(history_at(&history, 0)->id, 5);
    assert_int_equal(history_at(&history, 1)->id, 8);
    assert_int_equal(history_at(&history, 2)->id, 7);
}

HISTORY_TEST(pages_that_overlap_show_each_game_once)
{
    take_page(0, true, 9, 3);
    take_page(7, true, 8, 4);
    assert_games(9, 5);
    assert_int_equal(history.games.next, 5);
}

/* New games ended: the first page is asked for again, and what lay behind the old one later. */
HISTORY_TEST(the_first_page_anew_replaces_all)
{
    take_page(0, true, 9, 2);
    take_page(8, false, 7, 2);
    take_page(0, true, 14, 2);
    assert_games(14, 13);
    take_page(8, false, 7, 2); /* late */
    assert_games(14, 13);
    take_page(13, false, 12, 1);
    assert_games(14, 12);
}

HISTORY_TEST(a_page_of_nothing_is_the_last_whatever_it_says)
{
    take_page(0, true, 1, 0);
    assert_int_equal(history.games.count, 0);
    assert_int_equal(history.games.next, 0);
}

HISTORY_TEST(more_games_than_are_kept_end_the_list)
{
    uint64_t before = 0;
    for (uint64_t first = HISTORY_GAMES_MAX + 100; first > 100; first -= 50) {
        assert_int_equal(history.games.next, before);
        take_page(before, true, first, 50);
        before = first - 49;
    }
    assert_games(HISTORY_GAMES_MAX + 100, 101);
    assert_int_equal(history.games.next, 0);
    take_page(101, true, 100, 50);
    assert_games(HISTORY_GAMES_MAX + 100, 101);
}
