/* SPDX-License-Identifier: MIT */
/*
 * A game without a server: what the umpire answers to requests and thoughts, and that a table that
 * follows its notices shows the same game.
 */
#include "client/core/table_record.h"
#include "client/solo/umpire.h"
#include "proto/error.h"
#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <string.h>

static struct umpire umpire;
static struct table table;
static const char *refused;      /* the code of the last error since it was looked at, or NULL */
static char detail[DETAIL_SIZE]; /* of it, "" for none */
static int lapses;               /* notices that the table did not take */

/* The table follows all that the umpire has to tell. */
static void follow(void)
{
    struct notice notice;
    while (umpire_next(&umpire, &notice))
        if (notice.kind == NOTICE_ERROR) {
            refused = notice.error.code;
            snprintf(detail, sizeof(detail), "%s",
                     notice.error.detail != NULL ? notice.error.detail : "");
        } else if (notice.kind == NOTICE_REPLY) {
            table_set_room(&table, notice.reply->room_sync.room);
        } else {
            lapses += table_take_event(&table, notice.event, notice.body) != TABLE_NEWS;
        }
    assert_int_equal(lapses, 0);
    assert_int_equal(table.game.ply, umpire.game.ply);
    assert_int_equal(table.result, umpire.result);
}

static void begin(enum variant_id id, enum seat seat)
{
    umpire_init(&umpire, variant_get(id), "anna");
    table_init(&table, "anna");
    refused = NULL;
    lapses = 0;
    umpire_begin(&umpire, seat, "Perfect", NULL);
    follow();
}

static void send(const struct request *request)
{
    refused = NULL;
    umpire_take(&umpire, request);
    follow();
}

static void move_at(const char *action, int64_t ply)
{
    send(&(struct request){.op = OP_GAME_MOVE,
                           .as.game_move = {.game = 1, .ply = ply, .action = action}});
}

static void move(const char *action)
{
    move_at(action, table.game.ply);
    assert_null(refused);
}

static void send_op(enum op op)
{
    struct request request = {.op = op};
    if (op == OP_GAME_DRAW)
        request.as.game_draw.answer = DRAW_WORD_OFFER;
    if (op == OP_GAME_TAKEBACK)
        request.as.game_takeback.answer = TAKEBACK_WORD_ASK;
    send(&request);
}

static void think(const char *action, enum proof proof, unsigned share)
{
    struct thought thought = {.prospects_count = 1};
    assert_true(umpire_wants_thought(&umpire));
    assert_int_equal(
        action_parse(umpire.variant, action, strlen(action), &thought.prospects[0].action), 0);
    thought.prospects[0].proof = (uint8_t)proof;
    thought.prospects[0].share = (uint16_t)share;
    umpire_take_thought(&umpire, &thought);
    follow();
}

static void answer(const char *action)
{
    think(action, PROOF_UNKNOWN, 2000);
}

/* ---------------------------------------------------------------- tests */

static void a_game_is_won_and_a_rematch_swaps_the_seats(void **state)
{
    (void)state;
    begin(VARIANT_MINI, SEAT_FIRST);
    assert_int_equal(table_my_seat(&table), SEAT_FIRST);
    assert_true(table_is_my_turn(&table) && table_is_seated(&table));
    move("a1");
    answer("a2");
    move("b1");
    answer("b2");
    move("c1");
    assert_int_equal(table.result, RESULT_WORD_FIRST);
    assert_int_equal(table.reason, REASON_WORD_ROW);
    assert_true(table_is_rematch_offered_to_me(&table));
    assert_false(umpire_wants_thought(&umpire));
    send_op(OP_ROOM_REMATCH);
    assert_null(refused);
    assert_int_equal(table_my_seat(&table), SEAT_SECOND);
    assert_int_equal(table.game.ply, 0);
    assert_true(umpire_wants_thought(&umpire));
    answer("b2");
    assert_true(table_is_my_turn(&table));
}

static void the_computer_can_win_and_a_full_board_is_a_draw(void **state)
{
    (void)state;
    static const char *const full[] = {"a3", "b3", "c3", "b2", "b1", "c2", "a2", "a1", "c1"};
    begin(VARIANT_MINI, SEAT_SECOND);
    answer("a1");
    move("a2");
    answer("b1");
    move("b2");
    answer("c1");
    assert_int_equal(table.result, RESULT_WORD_FIRST);
    begin(VARIANT_MINI, SEAT_FIRST);
    for (size_t i = 0; i < 9; i++)
        i % 2 == 0 ? move(full[i]) : answer(full[i]);
    assert_int_equal(table.result, RESULT_WORD_DRAW);
    assert_int_equal(table.reason, REASON_WORD_FULL_BOARD);
}

/* As online: which board it has to be. */
static void a_refused_move_tells_what_the_rules_want(void **state)
{
    (void)state;
    begin(VARIANT_ULTIMATE, SEAT_FIRST);
    move("e5"); /* the middle square of the middle board */
    answer("d4");
    move_at("i9", 2);
    assert_string_equal(refused, "wrong_board");
    assert_string_equal(detail, "board 7");
    move_at("d4", 2);
    assert_string_equal(detail, "");
}

static void wrong_requests_are_refused_and_change_nothing(void **state)
{
    (void)state;
    begin(VARIANT_MINI, SEAT_FIRST);
    send_op(OP_GAME_TAKEBACK);
    assert_string_equal(refused, "nothing_to_take_back");
    send_op(OP_ROOM_REMATCH);
    assert_string_equal(refused, "game_in_progress");
    move_at("b2", 1);
    assert_string_equal(refused, "stale_ply");
    move_at("z9", 0);
    assert_string_equal(refused, "off_board");
    move("b2");
    move_at("a1", 1);
    assert_string_equal(refused, "not_your_turn");
    answer("a1");
    move_at("a1", 2);
    assert_string_equal(refused, "occupied");
    send_op(OP_ROOM_CLAIM);
    assert_string_equal(refused, "unknown_op");
    assert_int_equal(table.game.ply, 2);
    send_op(OP_GAME_RESIGN);
    assert_null(refused);
    move_at("c3", 2);
    assert_string_equal(refused, "game_over");
    send_op(OP_GAME_RESIGN);
    assert_string_equal(refused, "game_over");
    send_op(OP_GAME_DRAW);
    assert_string_equal(refused, "game_over");
    send_op(OP_GAME_TAKEBACK);
    assert_string_equal(refused, "game_over");
}

static void taking_back_is_granted_also_while_the_computer_thinks(void **state)
{
    (void)state;
    begin(VARIANT_MINI, SEAT_FIRST);
    move("b2");
    answer("a1");
    send_op(OP_GAME_TAKEBACK);
    assert_int_equal(table.game.ply, 0);
    move("b2");
    assert_true(umpire_wants_thought(&umpire));
    send_op(OP_GAME_TAKEBACK);
    assert_int_equal(table.game.ply, 0);
    assert_false(umpire_wants_thought(&umpire));
    begin(VARIANT_MINI, SEAT_SECOND);
    answer("b2");
    move("a1");
    send_op(OP_GAME_TAKEBACK);
    assert_int_equal(table.game.ply, 1);
    assert_true(table_is_my_turn(&table));
}

static void giving_up_is_a_loss_only_when_a_row_is_near(void **state)
{
    (void)state;
    begin(VARIANT_MINI, SEAT_FIRST);
    move("b2");
    send_op(OP_GAME_RESIGN);
    assert_int_equal(table.result, RESULT_WORD_NONE);
    assert_int_equal(table.reason, REASON_WORD_ABORTED);
    begin(VARIANT_MINI, SEAT_FIRST);
    move("b2");
    answer("a1");
    send_op(OP_GAME_RESIGN);
    assert_int_equal(table.result, RESULT_WORD_SECOND);
    assert_int_equal(table.reason, REASON_WORD_RESIGN);
}

static void a_draw_is_accepted_when_it_is_proven(void **state)
{
    (void)state;
    begin(VARIANT_MINI, SEAT_FIRST);
    send_op(OP_GAME_DRAW);
    assert_int_equal(table.result, NONE);
    assert_int_equal(table.draw_offer, NONE); /* refused at once */
    move("b2");
    think("a1", PROOF_LOSS, 0);
    send_op(OP_GAME_DRAW);
    assert_int_equal(table.result, NONE);
    move("b1");
    think("b3", PROOF_DRAW, 5000);
    send_op(OP_GAME_DRAW);
    assert_int_equal(table.result, RESULT_WORD_DRAW);
    assert_int_equal(table.reason, REASON_WORD_AGREED);
}

static void a_proven_loss_is_resigned_only_if_asked_for(void **state)
{
    (void)state;
    begin(VARIANT_MINI, SEAT_FIRST);
    move("b2");
    think("a1", PROOF_LOSS, 0);
    assert_int_equal(table.result, NONE);
    umpire.resigns = true;
    move("b1");
    think("b3", PROOF_UNKNOWN, 1);
    assert_int_equal(table.result, NONE); /* likely is not certain */
    move("a2");
    think("c2", PROOF_LOSS, 0);
    assert_int_equal(table.result, RESULT_WORD_FIRST);
    assert_int_equal(table.reason, REASON_WORD_RESIGN);
    assert_int_equal(table.game.ply, 5);
}

static void an_offer_waits_for_the_thought_that_is_on_its_way(void **state)
{
    (void)state;
    begin(VARIANT_MINI, SEAT_FIRST);
    move("b2");
    send_op(OP_GAME_DRAW);
    assert_int_equal(table.draw_offer, SEAT_WORD_FIRST);
    answer("a1");
    assert_int_equal(table.draw_offer, NONE);
    assert_int_equal(table.game.ply, 2);
    move("b1");
    send_op(OP_GAME_DRAW);
    think("b3", PROOF_DRAW, 5000);
    assert_int_equal(table.result, RESULT_WORD_DRAW);
    assert_int_equal(table.game.ply, 3);
}

/* Pairs that shift by two from row to row: nobody ever has three in a row. */
static size_t quiet_cell(int ply)
{
    static const size_t side = 15;
    int seen[2] = {0, 0};
    for (size_t cell = 0;; cell++) {
        int is_o = (cell % side + 2 * (cell / side)) % 4 >= 2;
        if (is_o == ply % 2 && seen[is_o]++ == ply / 2)
            return cell;
    }
}

/* Plays quietly up to `plies`; the computer's share is `share` from `from` on and else far off. */
static void play_evenly(int plies, int from, unsigned share)
{
    begin(VARIANT_FREESTYLE15, SEAT_FIRST);
    for (int ply = 0; ply < plies; ply++) {
        char text[ACTION_TEXT_SIZE];
        action_format(umpire.variant, action_place(quiet_cell(ply)), text);
        if (ply % 2 == 0)
            move(text);
        else
            think(text, PROOF_UNKNOWN, ply >= from ? share : 9000);
    }
    send_op(OP_GAME_DRAW);
}

static void a_draw_is_accepted_after_ten_even_plies_on_a_board_three_fifths_full(void **state)
{
    (void)state;
    play_evenly(136, 125, 5300);
    assert_int_equal(table.result, RESULT_WORD_DRAW);
    play_evenly(136, 125, 5301);
    assert_int_equal(table.result, NONE);
    play_evenly(136, 127, 4700); /* only for nine plies */
    assert_int_equal(table.result, NONE);
    play_evenly(134, 1, 5000); /* 135 are three fifths */
    assert_int_equal(table.result, NONE);
    assert_int_equal(table.draw_offer, NONE);
}

static void the_opening_of_swap2_is_played_by_both(void **state)
{
    (void)state;
    begin(VARIANT_SWAP2, SEAT_SECOND);
    answer("j10");
    answer("k11");
    answer("l12");
    assert_true(table_is_my_turn(&table));
    move("black");
    assert_true(umpire_wants_thought(&umpire));
    assert_int_equal(table_my_mark(&table), MARK_X);
    answer("a1");
    assert_true(table_is_my_turn(&table));
}

static void a_game_goes_on_from_a_position_and_nothing_before_is_taken_back(void **state)
{
    (void)state;
    struct game from;
    const char *const actions = "b2 a1 b1";
    begin(VARIANT_MINI, SEAT_FIRST);
    send_op(OP_GAME_RESIGN);
    assert_int_equal(game_parse(&from, umpire.variant, actions, strlen(actions), NULL), 0);
    umpire_begin(&umpire, SEAT_SECOND, "Perfect", &from);
    follow();
    assert_int_equal(table.game.ply, 3);
    assert_true(table_is_my_turn(&table));
    send_op(OP_GAME_TAKEBACK); /* a1, at the player's own seat */
    assert_string_equal(refused, "nothing_to_take_back");
    move("b3");
    answer("a3");
    send_op(OP_GAME_TAKEBACK);
    assert_int_equal(table.game.ply, 3);
    send_op(OP_GAME_RESIGN);
    send_op(OP_ROOM_REMATCH); /* from the same start, at the other seat */
    assert_int_equal(table.game.ply, 3);
    assert_int_equal(table_my_seat(&table), SEAT_FIRST);
    assert_true(umpire_wants_thought(&umpire));
}

static void another_level_is_another_name_at_the_table(void **state)
{
    (void)state;
    begin(VARIANT_MINI, SEAT_FIRST);
    move("b2");
    send_op(OP_GAME_RESIGN);
    umpire_begin(&umpire, SEAT_SECOND, "Depth 3", NULL);
    follow();
    assert_string_equal(table.seats[SEAT_FIRST].name, "Depth 3");
    assert_string_equal(table_opponent(&table)->name, "Depth 3");
    assert_int_equal(table_my_seat(&table), SEAT_SECOND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_won_and_a_rematch_swaps_the_seats),
        cmocka_unit_test(the_computer_can_win_and_a_full_board_is_a_draw),
        cmocka_unit_test(wrong_requests_are_refused_and_change_nothing),
        cmocka_unit_test(a_refused_move_tells_what_the_rules_want),
        cmocka_unit_test(taking_back_is_granted_also_while_the_computer_thinks),
        cmocka_unit_test(giving_up_is_a_loss_only_when_a_row_is_near),
        cmocka_unit_test(a_draw_is_accepted_when_it_is_proven),
        cmocka_unit_test(a_proven_loss_is_resigned_only_if_asked_for),
        cmocka_unit_test(an_offer_waits_for_the_thought_that_is_on_its_way),
        cmocka_unit_test(a_draw_is_accepted_after_ten_even_plies_on_a_board_three_fifths_full),
        cmocka_unit_test(the_opening_of_swap2_is_played_by_both),
        cmocka_unit_test(a_game_goes_on_from_a_position_and_nothing_before_is_taken_back),
        cmocka_unit_test(another_level_is_another_name_at_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
