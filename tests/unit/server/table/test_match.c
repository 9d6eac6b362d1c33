/* SPDX-License-Identifier: MIT */
/* Games: moves, repeats, draw offers, the ways to end, ratings. Swap2 is in test_swap2.c. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

static const json_t *in_game(struct rig_peer *peer, const char *op, const struct rig_table *table)
{
    return rig_ask(peer, "{'op':'%s','game':'%s'}", op, table->game);
}

static const json_t *draw(struct rig_peer *peer, const struct rig_table *table, const char *answer)
{
    return rig_ask(peer, "{'op':'game.draw','game':'%s','answer':'%s'}", table->game, answer);
}

/* ------------------------------------------------------------------ moves */

static void a_move_is_answered_and_told(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    assert_int_equal(int_at(rig_move(table.first, table.game, 0, "h8"), "ply"), 1);
    const json_t *moved = rig_expect(table.second, "game.moved");
    assert_string_equal(text_at(moved, "game"), table.game);
    assert_int_equal(int_at(moved, "seq"), 1);
    assert_string_equal(text_at(moved, "by"), "first");
    assert_int_equal(int_at(moved, "ply"), 0);
    assert_string_equal(text_at(moved, "action"), "h8");
    assert_int_equal(text_at(moved, "board.cells")[0], 'x');
    assert_string_equal(text_at(moved, "board.expects"), "stone");
    assert_string_equal(text_at(moved, "to_act"), "second");
}

static void moves_that_are_refused(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    struct rig_peer *other = rig_guest(*state);
    rig_play(&table, "h8 i9");
    assert_code(rig_move(table.second, table.game, 2, "a1"), "not_your_turn");
    assert_code(rig_move(table.first, table.game, 2, "h8"), "occupied");
    assert_code(rig_move(table.first, table.game, 2, "t1"), "off_board");
    assert_code(rig_move(table.first, table.game, 2, "a20"), "off_board");
    const json_t *reply = rig_move(table.first, table.game, 2, "8h");
    assert_code(reply, "bad_notation");
    assert_string_equal(text_at(reply, "error.field"), "action");
    assert_code(rig_move(table.first, table.game, 2, "white"), "cannot_choose");
    assert_code(rig_move(table.first, table.game, 2, "red"), "bad_notation");
    assert_code(rig_move(table.first, table.game, 1, "a1"), "stale_ply");
    assert_code(rig_move(table.first, table.game, 3, "a1"), "stale_ply");
    assert_code(rig_move(other, table.game, 2, "a1"), "not_your_game");
    assert_code(rig_move(table.first, "000000000001", 2, "a1"), "no_such_game");
    assert_string_equal(text_at(rig_game(other, table.game), "actions"), "h8 i9");
}

static void an_identical_repeat_gets_the_same_answer_and_does_nothing(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    rig_play(&table, "h8 i9");
    rig_forget_events(table.second);
    assert_int_equal(int_at(rig_move(table.first, table.game, 0, "h8"), "ply"), 1);
    assert_int_equal(int_at(rig_move(table.first, table.game, 0, "H8"), "ply"), 1);
    assert_int_equal(rig_event_count(table.second), 0);
    assert_code(rig_move(table.second, table.game, 0, "h8"), "stale_ply"); /* not theirs */
    assert_code(rig_move(table.first, table.game, 0, "h9"), "stale_ply");
}

static void a_repeat_is_answered_after_the_end_and_after_a_restart(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_guests_table(rig, "mini");
    rig_play(&table, "a1 b1 a2 b2 a3");
    assert_int_equal(int_at(rig_move(table.first, table.game, 4, "a3"), "ply"), 5);
    assert_code(rig_move(table.first, table.game, 4, "c3"), "game_over");
    rig_restart(rig);
    struct rig_peer *back = rig_resume(rig, table.first->token);
    assert_int_equal(int_at(rig_move(back, table.game, 4, "a3"), "ply"), 5);
    assert_code(rig_move(back, table.game, 5, "c3"), "game_over");
}

static void a_repeat_is_answered_when_the_room_is_gone(void **state)
{
    struct rig_table table = rig_guests_table(*state, "mini");
    rig_play(&table, "a1 b1 a2 b2 a3");
    rig_ask(table.first, "{'op':'room.leave','room':'%s'}", table.room);
    rig_ask(table.second, "{'op':'room.leave','room':'%s'}", table.room);
    assert_int_equal(int_at(rig_move(table.first, table.game, 4, "a3"), "ply"), 5);
    assert_code(rig_move(table.second, table.game, 4, "a3"), "game_over");
    assert_code(in_game(table.first, "game.resign", &table), "game_over");
}

/* ------------------------------------------------------------------ draws */

static void an_offer_is_told_and_can_be_accepted(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    assert_code(draw(table.first, &table, "accept"), "no_draw_offer");
    assert_code(draw(table.first, &table, "refuse"), "no_draw_offer");
    assert_false(bool_at(draw(table.first, &table, "offer"), "agreed"));
    assert_string_equal(text_at(rig_expect(table.second, "game.draw_offered"), "by"), "first");
    assert_string_equal(text_at(rig_game(table.first, table.game), "draw_offer"), "first");
    assert_code(draw(table.first, &table, "accept"), "no_draw_offer"); /* one's own */
    assert_code(draw(table.first, &table, "offer"), "already_offered");
    assert_true(bool_at(draw(table.second, &table, "accept"), "agreed"));
    rig_check_end(rig_expect(table.second, "game.ended"), "draw", "agreed");
}

static void an_offer_against_an_offer_accepts_it(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    draw(table.second, &table, "offer");
    assert_true(bool_at(draw(table.first, &table, "offer"), "agreed"));
    rig_check_end(rig_game(table.first, table.game), "draw", "agreed");
}

static void ones_own_move_leaves_the_offer_open(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    draw(table.first, &table, "offer");
    rig_move(table.first, table.game, 0, "h8");
    assert_string_equal(text_at(rig_game(table.first, table.game), "draw_offer"), "first");
    assert_true(bool_at(draw(table.second, &table, "accept"), "agreed"));
}

static void an_offer_lapses_when_the_opponent_moves(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    rig_move(table.first, table.game, 0, "h8");
    draw(table.first, &table, "offer");
    rig_move(table.second, table.game, 1, "i9");
    assert_false(has_at(rig_game(table.first, table.game), "draw_offer"));
    assert_code(draw(table.second, &table, "accept"), "no_draw_offer");
}

static void after_a_refusal_the_same_player_waits_10_plies(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    rig_move(table.first, table.game, 0, "a1");
    draw(table.first, &table, "offer");
    assert_false(bool_at(draw(table.second, &table, "refuse"), "agreed"));
    assert_string_equal(text_at(rig_find_event(table.first, "game.draw_refused"), "by"), "second");
    assert_code(draw(table.first, &table, "offer"), "draw_too_soon");
    for (int ply = 1; ply < 11; ply++) {
        char at[8];
        snprintf(at, sizeof(at), "%c%d", 'a' + ply, 2 * ply % 19 + 1);
        assert_code(draw(table.first, &table, "offer"), "draw_too_soon");
        assert_ok(rig_move(ply % 2 == 0 ? table.first : table.second, table.game, ply, at));
        rig_pass(*state, 2000);
    }
    assert_ok(draw(table.first, &table, "offer")); /* at ply 11: refused at 1 */
}

static void the_other_player_may_offer_at_once_after_refusing(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    draw(table.first, &table, "offer");
    draw(table.second, &table, "refuse");
    assert_ok(draw(table.second, &table, "offer"));
}

/* ------------------------------------------------------------------ ends */

static void a_row_wins(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    rig_play(&table, "h8 a1 h9 a3 h10 a5 h11 a7 h12");
    const json_t *moved = NULL;
    for (int i = 0; i < 9; i++)
        moved = rig_expect(table.second, "game.moved");
    assert_string_equal(text_at(moved, "board.expects"), "nothing");
    assert_false(has_at(moved, "to_act"));
    const json_t *ended = rig_expect(table.second, "game.ended");
    rig_check_end(ended, "first", "row");
    assert_int_equal(int_at(ended, "seq"), 10);
    assert_string_equal(text_at(ended, "board.line"), "h8 h9 h10 h11 h12");
    assert_int_equal(count_at(ended, "changes"), 0);
    const json_t *game = rig_game(table.first, table.game);
    rig_check_end(game, "first", "row");
    assert_string_equal(text_at(game, "board.line"), "h8 h9 h10 h11 h12");
    assert_string_equal(text_at(game, "board.expects"), "nothing");
}

static void a_full_board_is_a_draw(void **state)
{
    struct rig_table table = rig_guests_table(*state, "mini");
    rig_play(&table, "a1 b1 c1 b2 a2 c2 b3 a3 c3");
    rig_check_end(rig_game(table.first, table.game), "draw", "full_board");
    rig_check_world(*state);
}

static void a_stone_may_win_on_the_last_square(void **state)
{
    struct rig_table table = rig_guests_table(*state, "mini");
    rig_play(&table, "a1 a2 a3 b1 b3 b2 c2 c1 c3");
    rig_check_end(rig_game(table.first, table.game), "first", "row");
}

static void who_resigns_loses_whoever_is_to_move(void **state)
{
    struct rig_table one = rig_guests_table(*state, "classic");
    rig_play(&one, "a1 b1 a2 b2 a3 b3");
    assert_ok(in_game(one.first, "game.resign", &one));
    rig_check_end(rig_find_event(one.second, "game.ended"), "second", "resign");
    struct rig_table other = rig_guests_table(*state, "classic");
    rig_play(&other, "a1 b1 a2 b2 a3 b3");
    assert_ok(in_game(other.second, "game.resign", &other));
    rig_check_end(rig_find_event(other.first, "game.ended"), "first", "resign");
    assert_code(in_game(other.second, "game.resign", &other), "game_over");
}

/* How a game ends that `op` gives up behind these moves, for the first player or the second. */
static void check_given_up(struct rig *rig, const char *moves, bool by_first, const char *result,
                           const char *reason)
{
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    struct rig_table table = rig_table(anna, boris, "classic", false);
    struct rig_peer *loser = by_first ? anna : boris;
    rig_play(&table, moves);
    assert_ok(in_game(loser, "game.resign", &table));
    rig_check_end(rig_find_event(by_first ? boris : anna, "game.ended"), result, reason);
}

/* A row needs five: with three stones on the board the opponent is near it. */
static void who_gives_up_loses_only_when_a_row_is_near_for_the_other(void **state)
{
    check_given_up(*state, "", true, "none", "aborted");
    check_given_up(*state, "a1", true, "none", "aborted");
    check_given_up(*state, "a1 b1", true, "none", "broken_off");
    check_given_up(*state, "a1 b1 a2 b2 a3", true, "none", "broken_off");
    check_given_up(*state, "a1 b1 a2 b2 a3", false, "first", "resign");
    check_given_up(*state, "a1 b1 a2 b2 a3 b3", true, "second", "resign");
    rig_check_world(*state);
}

/* Five in a row, less two: a row is near for who has three stones. The first player has the odd
 * one of so many. Resigning and leaving are judged alike. */
static void giving_up_is_judged_right_at_every_stone_count(void **state)
{
    static const char moves[][4] = {"a1", "b2", "a3", "b4", "a5", "b6", "a7", "b8"};
    char played[64] = "";
    for (int plies = 0; plies <= 8; plies++) {
        for (int who = 0; who < 4; who++) {
            bool by_first = who % 2 == 0;
            bool leaves = who / 2 == 1;
            int winners = by_first ? plies / 2 : (plies + 1) / 2;
            const char *reason = leaves ? "left" : "resign";
            reason = plies < 2 ? "aborted" : winners < 3 ? "broken_off" : reason;
            struct rig_table table = rig_guests_table(*state, "classic");
            struct rig_peer *loser = by_first ? table.first : table.second;
            rig_play(&table, played);
            if (leaves)
                assert_ok(rig_ask(loser, "{'op':'room.leave','room':'%s'}", table.room));
            else
                assert_ok(in_game(loser, "game.resign", &table));
            rig_check_end(rig_find_event(by_first ? table.second : table.first, "game.ended"),
                          plies < 2 || winners < 3 ? "none"
                          : by_first               ? "second"
                                                   : "first",
                          reason);
        }
        if (plies < 8)
            snprintf(played + strlen(played), sizeof(played) - strlen(played), "%s%s",
                     plies > 0 ? " " : "", moves[plies]);
    }
}

static void leaving_is_giving_up(void **state)
{
    struct rig_table early = rig_guests_table(*state, "classic");
    rig_play(&early, "a1 b1 a2 b2");
    rig_ask(early.second, "{'op':'room.leave','room':'%s'}", early.room);
    rig_check_end(rig_find_event(early.first, "game.ended"), "none", "broken_off");
    struct rig_table late = rig_guests_table(*state, "classic");
    rig_play(&late, "a1 b1 a2 b2 a3");
    rig_ask(late.second, "{'op':'room.leave','room':'%s'}", late.room);
    rig_check_end(rig_find_event(late.first, "game.ended"), "first", "left");
}

/* A row is near with one stone, which both have when both have moved. */
static void the_small_game_is_never_broken_off(void **state)
{
    struct rig_table table = rig_guests_table(*state, "mini");
    rig_play(&table, "a1 b1");
    assert_ok(in_game(table.first, "game.resign", &table));
    rig_check_end(rig_find_event(table.second, "game.ended"), "second", "resign");
}

static void a_game_that_is_broken_off_moves_no_points(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_table table = rig_table(anna, rig_player(*state, "Boris"), "classic", true);
    rig_play(&table, "a1 b1 a2 b2");
    assert_ok(in_game(table.second, "game.resign", &table));
    const json_t *ended = rig_find_event(anna, "game.ended");
    assert_int_equal(count_at(ended, "changes"), 0);
    const json_t *page = rig_ask(anna, "{'op':'player.get','name':'Boris'}");
    assert_false(has_at(page, "ratings.0"));
    const json_t *history = rig_ask(anna, "{'op':'history.list'}");
    assert_string_equal(text_at(history, "rows.0.score"), "void");
    rig_check_world(*state);
}

static void a_game_can_be_aborted_until_both_have_moved(void **state)
{
    struct rig_table one = rig_guests_table(*state, "classic");
    rig_play(&one, "h8");
    assert_ok(in_game(one.second, "game.abort", &one));
    rig_check_end(rig_find_event(one.first, "game.ended"), "none", "aborted");
    struct rig_table other = rig_guests_table(*state, "classic");
    rig_play(&other, "h8 i9");
    assert_code(in_game(other.first, "game.abort", &other), "too_late_to_abort");
}

static void nothing_can_be_done_when_the_game_is_over(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    in_game(table.first, "game.resign", &table);
    assert_code(rig_move(table.first, table.game, 0, "h8"), "game_over");
    assert_code(draw(table.first, &table, "offer"), "game_over");
    assert_code(in_game(table.second, "game.resign", &table), "game_over");
    assert_code(in_game(table.second, "game.abort", &table), "game_over");
}

static void only_its_players_act_in_a_game(void **state)
{
    struct rig_table table = rig_guests_table(*state, "classic");
    struct rig_peer *other = rig_guest(*state);
    assert_code(draw(other, &table, "offer"), "not_your_game");
    assert_code(in_game(other, "game.resign", &table), "not_your_game");
    assert_code(in_game(other, "game.abort", &table), "not_your_game");
}

/* ------------------------------------------------------------------ ratings */

static int64_t points(struct rig_peer *peer, const char *name)
{
    const json_t *page = rig_ask(peer, "{'op':'player.get','name':'%s'}", name);
    return has_at(page, "ratings.0") ? int_at(page, "ratings.0.rating") : 0;
}

static void a_rated_win_moves_points(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_table table = rig_table(anna, boris, "mini", true);
    rig_play(&table, "a1 b1 a2 b2 a3");
    const json_t *ended = rig_find_event(boris, "game.ended");
    assert_string_equal(text_at(ended, "changes.0.name"), "Anna");
    assert_int_equal(int_at(ended, "changes.0.before"), 1500);
    assert_int_equal(int_at(ended, "changes.0.after"), 1520);
    assert_int_equal(int_at(ended, "changes.1.after"), 1480);
    assert_int_equal(points(anna, "Anna"), 1520);
    assert_int_equal(points(anna, "Boris"), 1480);
    const json_t *history = rig_ask(boris, "{'op':'history.list'}");
    assert_int_equal(int_at(history, "rows.0.points"), -20);
    assert_string_equal(text_at(history, "rows.0.score"), "lost");
    rig_check_world(*state);
}

/* 40 * (1 - 1 / (1 + 10^(-40/400))) = 17.70 */
static void the_second_game_starts_from_the_first_ones_points(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_table table = rig_table(anna, boris, "mini", true);
    rig_play(&table, "a1 b1 a2 b2 a3");
    table = rig_table(anna, boris, "mini", true);
    rig_play(&table, "a1 b1 a2 b2 a3");
    assert_int_equal(points(anna, "Anna"), 1538);
    assert_int_equal(points(anna, "Boris"), 1462);
    rig_check_world(*state);
}

static void a_rated_draw_counts_and_moves_nothing(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_table table = rig_table(anna, boris, "mini", true);
    draw(anna, &table, "offer");
    draw(boris, &table, "accept");
    const json_t *page = rig_ask(anna, "{'op':'player.get'}");
    assert_int_equal(int_at(page, "ratings.0.rating"), 1500);
    assert_int_equal(int_at(page, "ratings.0.games"), 1);
}

static void neither_unrated_nor_aborted_games_touch_a_rating(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    struct rig_table table = rig_table(anna, boris, "mini", false);
    rig_play(&table, "a1 b1 a2 b2 a3");
    table = rig_table(anna, boris, "mini", true);
    in_game(anna, "game.abort", &table);
    assert_int_equal(points(anna, "Anna"), 0);
    assert_int_equal(points(anna, "Boris"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_move_is_answered_and_told),
        RIG_TEST(moves_that_are_refused),
        RIG_TEST(an_identical_repeat_gets_the_same_answer_and_does_nothing),
        RIG_TEST(a_repeat_is_answered_after_the_end_and_after_a_restart),
        RIG_TEST(a_repeat_is_answered_when_the_room_is_gone),
        RIG_TEST(an_offer_is_told_and_can_be_accepted),
        RIG_TEST(an_offer_against_an_offer_accepts_it),
        RIG_TEST(ones_own_move_leaves_the_offer_open),
        RIG_TEST(an_offer_lapses_when_the_opponent_moves),
        RIG_TEST(after_a_refusal_the_same_player_waits_10_plies),
        RIG_TEST(the_other_player_may_offer_at_once_after_refusing),
        RIG_TEST(a_row_wins),
        RIG_TEST(a_full_board_is_a_draw),
        RIG_TEST(a_stone_may_win_on_the_last_square),
        RIG_TEST(who_resigns_loses_whoever_is_to_move),
        RIG_TEST(who_gives_up_loses_only_when_a_row_is_near_for_the_other),
        RIG_TEST(giving_up_is_judged_right_at_every_stone_count),
        RIG_TEST(leaving_is_giving_up),
        RIG_TEST(the_small_game_is_never_broken_off),
        RIG_TEST(a_game_that_is_broken_off_moves_no_points),
        RIG_TEST(a_game_can_be_aborted_until_both_have_moved),
        RIG_TEST(nothing_can_be_done_when_the_game_is_over),
        RIG_TEST(only_its_players_act_in_a_game),
        RIG_TEST(a_rated_win_moves_points),
        RIG_TEST(the_second_game_starts_from_the_first_ones_points),
        RIG_TEST(a_rated_draw_counts_and_moves_nothing),
        RIG_TEST(neither_unrated_nor_aborted_games_touch_a_rating),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
