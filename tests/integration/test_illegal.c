/* SPDX-License-Identifier: MIT */
/* Actions that the rules and the table refuse, each with its own error and without a trace in the
 * game. */
#include "tests/support/scene.h"

#include <string.h>

#define MOVE "game.move", "{s:s, s:i, s:s}", "game"
#define CHOOSE "game.move", "{s:s, s:i, s:s}", "game"

static void move_refused(const struct table *table, int seat, const char *code, int ply,
                         const char *at)
{
    peer_refused(table->seats[seat], code, MOVE, table->game, "ply", ply, "action", at);
}

static void choice_refused(const struct table *table, int seat, const char *code, int ply,
                           const char *choice)
{
    peer_refused(table->seats[seat], code, CHOOSE, table->game, "ply", ply, "action", choice);
}

/* Nothing that was refused left a trace. */
static void assert_untouched(const struct table *table, const char *actions)
{
    for (int i = 0; i < 2; i++)
        assert_false(peer_has_event(table->seats[i], "game.moved"));
    json_t *game = table_read(table, table->seats[0]);
    assert_string_equal(text_at(game, "actions"), actions);
}

SCENE(an_occupied_square_is_refused)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, "h8 a1");
    move_refused(&table, 0, "occupied", 2, "h8");
    move_refused(&table, 0, "occupied", 2, "A1");
    assert_untouched(&table, "h8 a1");
}

SCENE(a_square_off_the_board_is_refused)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    move_refused(&table, 0, "off_board", 0, "t1");
    move_refused(&table, 0, "off_board", 0, "a20");
    assert_untouched(&table, "");
    table_open(&table, table.opener, table.joiner, "mini", TABLE_UNRATED);
    move_refused(&table, 0, "off_board", 0, "d1");
    move_refused(&table, 0, "off_board", 0, "a4");
    assert_untouched(&table, "");
}

SCENE(what_is_no_square_is_refused)
{
    static const char *const texts[] = {"8h", "h", "8", "hh", "h8x", "h 8", "h-8", "h\xd0\xb6"};
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
        move_refused(&table, 0, "bad_notation", 0, texts[i]);
    assert_untouched(&table, "");
}

SCENE(a_move_out_of_turn_is_refused)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    move_refused(&table, 1, "not_your_turn", 0, "h8");
    table_play(&table, "h8");
    move_refused(&table, 0, "not_your_turn", 1, "h9");
    assert_untouched(&table, "h8");
}

SCENE(a_move_for_another_ply_is_refused)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    move_refused(&table, 0, "stale_ply", 1, "h8");
    table_play(&table, "h8 a1");
    move_refused(&table, 0, "stale_ply", 1, "h9");
    move_refused(&table, 0, "stale_ply", 0, "h9");
    move_refused(&table, 0, "stale_ply", 3, "h9");
    move_refused(&table, 1, "stale_ply", 0, "h8");
    assert_untouched(&table, "h8 a1");
}

SCENE(a_finished_game_takes_no_moves)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, TABLE_FIRST_WINS);
    table_ended(&table, "first", "row");
    move_refused(&table, 1, "game_over", 9, "s19");
    move_refused(&table, 0, "game_over", 9, "s19");
    peer_refused(table.seats[0], "game_over", "game.draw", "{s:s}", "game", table.game);
    peer_refused(table.seats[0], "game_over", "game.abort", "{s:s}", "game", table.game);
    assert_untouched(&table, TABLE_FIRST_WINS);
}

SCENE(somebody_elses_game_takes_no_moves)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    struct peer *vera = scene_account(scene, "Vera");
    peer_refused(vera, "not_your_game", MOVE, table.game, "ply", 0, "action", "h8");
    peer_refused(vera, "not_your_game", CHOOSE, table.game, "ply", 0, "action", "white");
    peer_refused(scene_stranger(scene, "a stranger"), "login_required", MOVE, table.game, "ply", 0,
                 "action", "h8");
    assert_untouched(&table, "");
}

SCENE(a_game_that_is_not_there_takes_no_moves)
{
    struct peer *vera = scene_account(scene, "Vera");
    static const char game[] = "00000000000z";
    peer_refused(vera, "no_such_game", MOVE, game, "ply", 0, "action", "h8");
    peer_refused(vera, "no_such_game", CHOOSE, game, "ply", 0, "action", "white");
    peer_refused(vera, "no_such_game", "game.draw", "{s:s}", "game", game);
    peer_refused(vera, "no_such_game", "game.resign", "{s:s}", "game", game);
    peer_refused(vera, "no_such_game", "game.abort", "{s:s}", "game", game);
    peer_refused(vera, "no_such_game", "game.sync", "{s:s}", "game", game);
    peer_refused(vera, "no_such_game", "game.get", "{s:s}", "game", game);
}

SCENE(a_stone_where_a_choice_is_asked_is_refused)
{
    struct table table;
    scene_table(scene, &table, "swap2", TABLE_RATED);
    table_play(&table, "a1 h8 b1");
    move_refused(&table, 1, "must_choose", 3, "h9");
    table_play(&table, "two_more h9 c1");
    move_refused(&table, 0, "must_choose", 6, "h10");
    assert_untouched(&table, "a1 h8 b1 two_more h9 c1");
}

SCENE(a_choice_where_none_is_asked_is_refused)
{
    struct table table;
    scene_table(scene, &table, "swap2", TABLE_RATED);
    choice_refused(&table, 0, "cannot_choose", 0, "white");
    table_play(&table, "a1 h8 b1");
    choice_refused(&table, 0, "not_your_turn", 3, "white");
    table_play(&table, "two_more h9 c1");
    /* The first player cannot ask for two more again. */
    choice_refused(&table, 0, "cannot_choose", 6, "two_more");
    assert_untouched(&table, "a1 h8 b1 two_more h9 c1");
    table_open(&table, table.opener, table.joiner, "classic", TABLE_UNRATED);
    choice_refused(&table, 0, "cannot_choose", 0, "black");
    assert_untouched(&table, "");
}

SCENE(an_identical_repeat_gets_the_same_answer_and_happens_once)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, "h8");
    for (int i = 0; i < 2; i++) {
        json_t *again = peer_ask(table.seats[0], MOVE, table.game, "ply", 0, "action", "h8");
        assert_int_equal(int_at(again, "ply"), 1);
    }
    assert_untouched(&table, "h8");
    /* Also when the opponent has answered, and over another connection. */
    table_play(&table, "a1 h9");
    struct peer *second = scene_resume(scene, table.seats[0]);
    peer_ask(second, "game.sync", "{s:s}", "game", table.game);
    json_t *again = peer_ask(second, MOVE, table.game, "ply", 0, "action", "h8");
    assert_int_equal(int_at(again, "ply"), 1);
    assert_untouched(&table, "h8 a1 h9");
    /* And when it was the move that ended the game. */
    table_play(&table, "a2 h10 a3 h11 a4 h12");
    table_ended(&table, "first", "row");
    again = peer_ask(second, MOVE, table.game, "ply", 8, "action", "h12");
    assert_int_equal(int_at(again, "ply"), 9);
    assert_false(peer_has_event(table.seats[1], "game.ended"));
}

SCENE(squares_may_be_written_in_capitals)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    peer_ask(table.seats[0], MOVE, table.game, "ply", 0, "action", "H8");
    for (int i = 0; i < 2; i++)
        peer_event(table.seats[i], "game.moved", "{s:s}", "action", "h8");
    json_t *again = peer_ask(table.seats[0], MOVE, table.game, "ply", 0, "action", "h8");
    assert_int_equal(int_at(again, "ply"), 1);
    assert_untouched(&table, "h8");
}

SCENE(an_identical_repeat_of_a_choice_gets_the_same_answer)
{
    struct table table;
    scene_table(scene, &table, "swap2", TABLE_RATED);
    table_play(&table, "a1 h8 b1 white");
    json_t *again = peer_ask(table.seats[1], CHOOSE, table.game, "ply", 3, "action", "white");
    assert_int_equal(int_at(again, "ply"), 4);
    choice_refused(&table, 1, "stale_ply", 3, "black");
    choice_refused(&table, 0, "stale_ply", 3, "white");
    assert_false(peer_has_event(table.seats[0], "game.moved"));
    assert_untouched(&table, "a1 h8 b1 white");
}

SCENE(an_older_game_of_the_table_is_over_and_repeats_get_the_same_answer)
{
    struct table table;
    char old_game[TABLE_ID_SIZE];
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, TABLE_FIRST_WINS);
    table_ended(&table, "first", "row");
    memcpy(old_game, table.game, sizeof(old_game));
    struct peer *anna = table.opener;
    table_rematch(&table);
    json_t *again = peer_ask(anna, MOVE, old_game, "ply", 8, "action", "h12");
    assert_int_equal(int_at(again, "ply"), 9);
    peer_refused(anna, "game_over", MOVE, old_game, "ply", 9, "action", "s19");
    peer_refused(anna, "game_over", "game.resign", "{s:s}", "game", old_game);
    peer_refused(scene_guest(scene), "not_your_game", MOVE, old_game, "ply", 9, "action", "s19");
}

SCENE(a_repeat_gets_the_same_answer_when_the_room_is_gone)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, TABLE_FIRST_WINS);
    table_ended(&table, "first", "row");
    for (int i = 0; i < 2; i++)
        peer_ask(table.seats[i], "room.leave", "{s:s}", "room", table.room);
    json_t *again = peer_ask(table.seats[0], MOVE, table.game, "ply", 8, "action", "h12");
    assert_int_equal(int_at(again, "ply"), 9);
    move_refused(&table, 1, "game_over", 9, "s19");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(an_occupied_square_is_refused),
        SCENE_TEST(a_square_off_the_board_is_refused),
        SCENE_TEST(what_is_no_square_is_refused),
        SCENE_TEST(a_move_out_of_turn_is_refused),
        SCENE_TEST(a_move_for_another_ply_is_refused),
        SCENE_TEST(a_finished_game_takes_no_moves),
        SCENE_TEST(somebody_elses_game_takes_no_moves),
        SCENE_TEST(a_game_that_is_not_there_takes_no_moves),
        SCENE_TEST(a_stone_where_a_choice_is_asked_is_refused),
        SCENE_TEST(a_choice_where_none_is_asked_is_refused),
        SCENE_TEST(an_identical_repeat_gets_the_same_answer_and_happens_once),
        SCENE_TEST(squares_may_be_written_in_capitals),
        SCENE_TEST(an_identical_repeat_of_a_choice_gets_the_same_answer),
        SCENE_TEST(an_older_game_of_the_table_is_over_and_repeats_get_the_same_answer),
        SCENE_TEST(a_repeat_gets_the_same_answer_when_the_room_is_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
