/* SPDX-License-Identifier: MIT */
/*
 * Conformance: points that are held, and leaderboards by listed points. Accounts are made at
 * SAMPLE_MS, games last a second and end a second later.
 */
#include "tests/conformance/store_conformance.h"

#define MARK 1530
#define YOUNG_MS 5000 /* accounts have to be so old: nobody is */
#define OLD_MS 500    /* everybody is */

static const struct store_rating_terms NOBODY = {.mark = MARK, .related_ms = YOUNG_MS};
static const struct store_rating_terms ANYBODY = {.mark = MARK, .related_ms = OLD_MS};

/* A game of classic by these terms. */
static const struct store_change *win(struct harness *harness, uint64_t game, uint64_t winner,
                                      uint64_t loser, const struct store_rating_terms *terms)
{
    conformance_must(harness, sample_start(game, true, winner, loser));
    struct store_op end = sample_rated_end(game, RESULT_FIRST);
    end.as.game_end.terms = *terms;
    end.as.game_end.plies = 12;
    conformance_must(harness, end);
    return harness->changes[0];
}

/* p1 wins against the next players, for whom nothing vouches: 1500, 1520, 1539, 1557, 1574, 1590 */
static void farm(struct harness *harness, int games)
{
    for (int i = 0; i < games; i++)
        win(harness, 20 + (uint64_t)i, 1, 2 + (uint64_t)i, &NOBODY);
}

static void rating_is(struct harness *harness, uint64_t player, int points, int listed)
{
    const struct store_rating rating = conformance_rating(harness, player);
    assert_int_equal(rating.points, points);
    assert_int_equal(rating.listed, listed);
}

static void release(struct harness *harness, int64_t won_ms, uint32_t most)
{
    conformance_must(harness, SAMPLE_OP(held_release, .won_ms = won_ms, .most = most));
}

/* ------------------------------------------------------------------ who vouches */

CONFORMANCE_TEST(an_account_of_an_age_and_a_game_of_a_length_vouch)
{
    static const struct {
        struct store_rating_terms terms;
        uint32_t plies;
        int held;
    } GAMES[] = {
        {{.mark = MARK, .related_ms = 1000, .game_ms = 1000}, 10, 0},
        {{.mark = MARK, .related_ms = 0, .game_ms = 0}, 10, 0},
        {{.mark = MARK, .related_ms = YOUNG_MS, .game_ms = 1000}, 10, 20},
        {{.mark = MARK, .related_ms = 1000, .game_ms = 1001}, 10, 20},
        {{.mark = MARK, .related_ms = 1000, .game_ms = 1000}, 9, 20},
        {{.mark = MARK, .related_ms = 0, .game_ms = 0}, 9, 20},
        {{.mark = 0, .related_ms = YOUNG_MS, .game_ms = 2000}, 9, 0},
    };
    int count = (int)(sizeof(GAMES) / sizeof(GAMES[0]));
    conformance_accounts(harness, 2 * count);
    for (int i = 0; i < count; i++) {
        uint64_t game = 20 + (uint64_t)i;
        uint64_t player = 1 + 2 * (uint64_t)i;
        conformance_must(harness, sample_start(game, true, player, player + 1));
        struct store_op end = sample_rated_end(game, RESULT_FIRST);
        end.as.game_end.terms = GAMES[i].terms;
        end.as.game_end.plies = GAMES[i].plies;
        conformance_must(harness, end);
        assert_int_equal(harness->changes[0][0].held, GAMES[i].held);
        assert_int_equal(harness->changes[0][1].held, 0);
        rating_is(harness, player, 1520, 1520); /* below the mark nothing is different */
    }
}

/* ------------------------------------------------------------------ leaderboards */

CONFORMANCE_TEST(what_nobody_vouches_for_lists_nobody_above_the_mark)
{
    conformance_accounts(harness, 9);
    farm(harness, 5);
    rating_is(harness, 1, 1590, MARK);
    for (uint64_t game = 30; game < 33; game++)
        win(harness, game, 7, 8, &ANYBODY);
    rating_is(harness, 7, 1554, 1554);
    const struct store_standings *top = ask_top(harness, sample_top(1, 10));
    assert_int_equal(top->rows[0].player, 7);
    assert_int_equal(top->rows[1].player, 1);
    assert_int_equal(top->rows[1].points, 1590);
    assert_int_equal(top->rows[1].listed, MARK);
    assert_int_equal(top->rows[1].rank, 2);
    assert_int_equal(conformance_rating(harness, 1).rank, 2);
    assert_int_equal(ask_around(harness, sample_around(1, 3))->rank, 2);
    win(harness, 40, 1, 9,
        &ANYBODY); /* what is vouched for counts from the mark on only if it is more */
    rating_is(harness, 1, 1605, MARK);
}

CONFORMANCE_TEST(a_loss_is_one_of_points_and_takes_nothing_from_what_is_held)
{
    conformance_accounts(harness, 9);
    farm(harness, 2);
    rating_is(harness, 1, 1539, MARK);
    win(harness, 30, 9, 1, &NOBODY);
    rating_is(harness, 1, 1517, 1517);
    release(harness, SAMPLE_MS + 5000, 9);
    rating_is(harness, 1, 1517, 1517);
}

CONFORMANCE_TEST(a_fine_is_one_of_points)
{
    conformance_accounts(harness, 9);
    farm(harness, 5);
    conformance_must(harness, sample_fine(SAMPLE_MONTH + 1));
    rating_is(harness, 1, 1490, 1490);
    assert_int_equal(ask_top(harness, sample_top(1, 10))->rows[0].listed, 1490);
}

/* ------------------------------------------------------------------ the end of it */

CONFORMANCE_TEST(each_win_is_released_by_itself_the_oldest_first)
{
    conformance_accounts(harness, 9);
    farm(harness, 5);
    release(harness, SAMPLE_MS + 1019, 9); /* the first one ended a moment later */
    rating_is(harness, 1, 1590, MARK);
    release(harness, SAMPLE_MS + 1024, 1);
    release(harness, SAMPLE_MS + 1021, 9);
    rating_is(harness, 1, 1590, 1590 - 18 - 17 - 16);
    release(harness, SAMPLE_MS + 1023, 9);
    rating_is(harness, 1, 1590, 1590 - 16);
    release(harness, SAMPLE_MS + 1024, 9);
    rating_is(harness, 1, 1590, 1590);
    assert_int_equal(ask_top(harness, sample_top(1, 1))->rows[0].listed, 1590);
}

CONFORMANCE_TEST(what_an_annulled_game_held_goes_with_it)
{
    struct sample_annulled annulled;
    conformance_accounts(harness, 9);
    farm(harness, 5);
    conformance_must(harness, sample_annul(0, (const uint64_t[4]){24, 23}, &annulled));
    rating_is(harness, 1, 1557, MARK);
    release(harness, SAMPLE_MS + 1021, 9);
    rating_is(harness, 1, 1557, 1557 - 18);
    conformance_must(harness, sample_annul(0, (const uint64_t[4]){22, 21, 20}, &annulled));
    assert_int_equal(conformance_player(harness, 1)->ratings_count, 0);
    win(harness, 40, 1, 9, &NOBODY);
    rating_is(harness, 1, 1520, 1520);
}

CONFORMANCE_TEST(it_goes_with_a_deleted_account)
{
    struct sample_names names;
    conformance_accounts(harness, 9);
    farm(harness, 5);
    conformance_must(harness, sample_delete(1, "gone", &names));
    release(harness, SAMPLE_MS + 5000, 9);
    assert_int_equal(ask_top(harness, sample_top(1, 10))->total, 5);
}

/* ------------------------------------------------------------------ points of others */

/* p1 stays at the mark whatever is lost, so what p8 wins there is nothing that p1 had. */
CONFORMANCE_TEST(points_that_are_held_turn_into_no_others)
{
    conformance_accounts(harness, 9);
    farm(harness, 5);
    const struct store_change *change = win(harness, 30, 8, 1, &ANYBODY);
    assert_int_equal(change[0].after.points, 1525);
    assert_int_equal(change[0].held, 25);
    rating_is(harness, 1, 1565, MARK);
    release(harness, SAMPLE_MS + 1024, 9);
    change = win(harness, 31, 9, 1, &ANYBODY); /* all of them are p1's by now */
    assert_int_equal(change[0].held, 0);
}

/* 1557 points, of which 20 lift p1 to no more than 1537: a win against that many is worth less. */
CONFORMANCE_TEST(more_than_listed_points_are_worth_is_held)
{
    static const struct store_rating_terms LOW = {.mark = 1501, .related_ms = YOUNG_MS};
    static const struct store_rating_terms LOW_OLD = {.mark = 1501, .related_ms = OLD_MS};
    conformance_accounts(harness, 9);
    win(harness, 20, 1, 2, &LOW);
    win(harness, 21, 1, 3, &LOW_OLD);
    win(harness, 22, 1, 4, &LOW_OLD);
    rating_is(harness, 1, 1557, 1537);
    const struct store_change *change = win(harness, 30, 5, 1, &LOW_OLD);
    assert_int_equal(change[0].after.points, 1523); /* 40 * 0.581 = 23.3; 40 * 0.553 = 22.1 */
    assert_int_equal(change[0].held, 1);
}

/* ------------------------------------------------------------------ for moderators */

CONFORMANCE_TEST(it_is_told_from_whom_it_is)
{
    conformance_accounts(harness, 9);
    farm(harness, 2);
    win(harness, 30, 1, 2, &NOBODY);
    win(harness, 31, 1, 9, &ANYBODY);
    const struct store_points_from *from = ask_points_from(harness, sample_points_from(1, 1, 9));
    assert_int_equal(from->held, 20 + 19 + 17);
    assert_int_equal(from->rows[0].opponent, 2);
    assert_int_equal(from->rows[0].held, 20 + 17);
    assert_int_equal(from->rows[1].held, 19);
    assert_int_equal(from->rows[2].opponent, 9);
    assert_int_equal(from->rows[2].held, 0);
    assert_int_equal(ask_points_from(harness, sample_points_from(2, 1, 9))->held, 0);
}
