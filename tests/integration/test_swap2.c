/* SPDX-License-Identifier: MIT */
/* The Swap2 opening over the wire: each of the three answers, played to the game's end. */
#include "engine/record.h"
#include "tests/support/scene.h"

#include <string.h>

/* X a1, O h8, X b1: the first player's three stones. */
#define OPENING "a1 h8 b1"

/* Checks what is asked now, of whom, and whose X is. */
static void assert_asked(const struct table *table, const char *expects, const char *to_act,
                         const char *next_mark, const char *first_mark)
{
    json_t *game = table_read(table, table->opener);
    assert_string_equal(text_at(game, "board.expects"), expects);
    assert_string_equal(text_at(game, "to_act"), to_act);
    assert_string_equal(text_at(game, "board.next_mark"), next_mark);
    assert_string_equal(text_at(game, "board.first_mark"), first_mark);
}

/* The game is stored with its choices, and both records of it tell them. */
static void assert_stored(const struct table *table, const char *actions)
{
    static const char *const formats[] = {"sgf", "psq"};
    assert_string_equal(text_at(table_read(table, table->joiner), "actions"), actions);
    for (size_t i = 0; i < 2; i++) {
        struct game game;
        char read[GAME_TEXT_SIZE];
        json_t *export = peer_ask(table->opener, "game.export", "{s:s, s:s}", "game", table->game,
                                  "format", formats[i]);
        const char *text = text_at(export, "text");
        int error = i == 0 ? record_read_sgf(&game, text, strlen(text), NULL)
                           : record_read_psq(&game, text, strlen(text), NULL);
        assert_int_equal(error, 0);
        assert_true(game_format(&game, read, sizeof(read)) > 0);
        assert_string_equal(read, actions);
    }
}

SCENE(the_first_player_places_three_stones_and_the_second_is_asked)
{
    struct table table;
    scene_table(scene, &table, "swap2", TABLE_RATED);
    assert_asked(&table, "stone", "first", "x", "none");
    json_t *moved = table_act(&table, "a1");
    assert_string_equal(text_at(moved, "to_act"), "first");
    moved = table_act(&table, "h8");
    assert_string_equal(text_at(moved, "board.cells"), "oh8");
    moved = table_act(&table, "b1");
    assert_string_equal(text_at(moved, "board.cells"), "xb1");
    assert_string_equal(text_at(moved, "board.expects"), "choice");
    assert_string_equal(text_at(moved, "board.choices"), "white black two_more");
    assert_string_equal(text_at(moved, "to_act"), "second");
    assert_asked(&table, "choice", "second", "none", "none");
}

SCENE(white_keeps_o_and_moves_next)
{
    struct table table;
    scene_table(scene, &table, "swap2", TABLE_RATED);
    table_play(&table, OPENING);
    json_t *chosen = table_act(&table, "white");
    assert_string_equal(text_at(chosen, "board.first_mark"), "x");
    assert_string_equal(text_at(chosen, "board.expects"), "stone");
    assert_string_equal(text_at(chosen, "to_act"), "second");
    assert_asked(&table, "stone", "second", "o", "x");
    /* The second player's O goes h8 to h12. */
    table_play(&table, "h9 c1 h10 d1 h11 s19 h12");
    json_t *end = table_ended(&table, "second", "row");
    assert_string_equal(text_at(end, "board.line"), "h8 h9 h10 h11 h12");
    assert_stored(&table, OPENING " white h9 c1 h10 d1 h11 s19 h12");
}

SCENE(black_swaps_and_the_first_player_moves_next_with_o)
{
    struct table table;
    scene_table(scene, &table, "swap2", TABLE_RATED);
    table_play(&table, OPENING);
    json_t *chosen = table_act(&table, "black");
    assert_string_equal(text_at(chosen, "board.first_mark"), "o");
    assert_string_equal(text_at(chosen, "to_act"), "first");
    assert_asked(&table, "stone", "first", "o", "o");
    /* The second player has X now and goes a1 to e1. */
    table_play(&table, "h9 c1 h10 d1 h11 e1");
    json_t *end = table_ended(&table, "second", "row");
    assert_string_equal(text_at(end, "board.line"), "a1 b1 c1 d1 e1");
    assert_stored(&table, OPENING " black h9 c1 h10 d1 h11 e1");
}

SCENE(two_more_hands_the_choice_back_and_black_keeps_x)
{
    struct table table;
    scene_table(scene, &table, "swap2", TABLE_RATED);
    table_play(&table, OPENING);
    json_t *chosen = table_act(&table, "two_more");
    assert_string_equal(text_at(chosen, "board.first_mark"), "none");
    assert_string_equal(text_at(chosen, "to_act"), "second");
    json_t *moved = table_act(&table, "h9");
    assert_string_equal(text_at(moved, "board.cells"), "oh9");
    moved = table_act(&table, "c1");
    assert_string_equal(text_at(moved, "board.cells"), "xc1");
    assert_string_equal(text_at(moved, "board.expects"), "choice");
    assert_string_equal(text_at(moved, "board.choices"), "white black");
    assert_string_equal(text_at(moved, "to_act"), "first");
    chosen = table_act(&table, "black");
    assert_string_equal(text_at(chosen, "board.first_mark"), "x");
    assert_asked(&table, "stone", "second", "o", "x");
    table_play(&table, "h10 d1 h11 e1");
    table_ended(&table, "first", "row");
    assert_stored(&table, OPENING " two_more h9 c1 black h10 d1 h11 e1");
}

SCENE(two_more_hands_the_choice_back_and_white_takes_o)
{
    struct table table;
    scene_table(scene, &table, "swap2", TABLE_RATED);
    table_play(&table, OPENING " two_more h9 c1");
    json_t *chosen = table_act(&table, "white");
    assert_string_equal(text_at(chosen, "board.first_mark"), "o");
    assert_asked(&table, "stone", "first", "o", "o");
    table_play(&table, "h10 d1 h11 s19 h12");
    json_t *end = table_ended(&table, "first", "row");
    assert_string_equal(text_at(end, "board.line"), "h8 h9 h10 h11 h12");
    assert_string_equal(text_at(end, "changes.0.name"), "Anna");
    assert_int_equal(int_at(end, "changes.0.after"), 1520);
    assert_stored(&table, OPENING " two_more h9 c1 white h10 d1 h11 s19 h12");
}

SCENE(classic_and_swap2_ratings_are_apart)
{
    struct table table;
    scene_table(scene, &table, "swap2", TABLE_RATED);
    table_play(&table, OPENING " black s19 s1 r18"); /* three of O */
    peer_ask(table.seats[1], "game.resign", "{s:s}", "game", table.game);
    table_ended(&table, "first", "resign");
    json_t *page = peer_ask(table.opener, "player.get", NULL);
    assert_int_equal(count_at(page, "ratings"), 1);
    assert_string_equal(text_at(page, "ratings.0.variant"), "swap2");
    assert_int_equal(int_at(page, "ratings.0.rating"), 1520);
    json_t *top = peer_ask(table.opener, "rating.top", "{s:s}", "variant", "classic");
    assert_int_equal(int_at(top, "total"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(the_first_player_places_three_stones_and_the_second_is_asked),
        SCENE_TEST(white_keeps_o_and_moves_next),
        SCENE_TEST(black_swaps_and_the_first_player_moves_next_with_o),
        SCENE_TEST(two_more_hands_the_choice_back_and_black_keeps_x),
        SCENE_TEST(two_more_hands_the_choice_back_and_white_takes_o),
        SCENE_TEST(classic_and_swap2_ratings_are_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
