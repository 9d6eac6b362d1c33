/* SPDX-License-Identifier: MIT */
/*
 * The record of a game as it is written on paper: entries, and the continuous record of the
 * tactical map, from which the game can be had again.
 */
#include "client/cli/print/notation.h"
#include "engine/nested.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/engine/random_game.h"

#include <stdlib.h>
#include <string.h>

static void check_entry(enum variant_id id, const char *actions, size_t ply, const char *entry)
{
    struct game game;
    char text[NOTATION_ENTRY_SIZE];
    assert_int_equal(game_parse(&game, variant_get(id), actions, strlen(actions), NULL), 0);
    assert_int_equal(notation_entry(&game, ply, text), strlen(entry));
    assert_string_equal(text, entry);
}

static void an_entry_says_what_a_reader_has_to_know(void **state)
{
    (void)state;
    check_entry(VARIANT_MINI, "b2 a1", 1, "a1");
    check_entry(VARIANT_SWAP2, "h8 i9 j10 white", 2, "X j10");
    check_entry(VARIANT_SWAP2, "h8 i9 j10 white", 3, "white");
    check_entry(VARIANT_CONNECT6, "h8 i9 j10", 2, "O j10");
    check_entry(VARIANT_WILD4, "Xb3", 0, "Xb3");
    check_entry(VARIANT_CUBE3, "b2c", 0, "b2c");
    check_entry(VARIANT_PLANE, "0:0 -3:12", 1, "-3:12");
    check_entry(VARIANT_ULTIMATE, "e5 d6", 1, "d6 51");
    check_entry(VARIANT_STRATEGIC_FUNC, "n14", 0, "n14 555");
}

/* Places a stone by the numbers of field, board and place. */
static void place(struct game *game, const char numbers[3])
{
    size_t board = (size_t)(numbers[0] - '1') * NESTED_BOARDS + (size_t)(numbers[1] - '1');
    size_t cell = nested_cell(game->variant, board, (size_t)(numbers[2] - '1'));
    assert_int_equal(game_act(game, action_place(cell)), 0);
}

/* X wins board 1 of field 1 with 111, 112 and 113. Who is sent there again by 311 has the choice of
 * that field, and takes its board 9. */
static void the_continuous_record_has_three_numbers_only_where_the_move_was_free(void **state)
{
    static const char *const moves[] = {"111", "115", "151", "511", "112", "121", "211", "116",
                                        "161", "611", "113", "131", "311", "199", "995"};
    struct game game;
    char text[NOTATION_LINE_SIZE];
    size_t ply = 0;
    (void)state;
    game_init(&game, variant_get(VARIANT_STRATEGIC));
    for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++)
        place(&game, moves[i]);
    assert_true(notation_next_line(&game, &ply, 80, text));
    assert_string_equal(text, "[111] 51121 16113 11 [199] 5");
    assert_int_equal(ply, game.ply);
    assert_false(notation_next_line(&game, &ply, 80, text));
    ply = 0;
    assert_true(notation_next_line(&game, &ply, 12, text));
    assert_string_equal(text, "[111] 51121");
    assert_int_equal(ply, 6);
}

/* Plays what a line of the record says, knowing no more than it. */
static void play_line(struct game *game, const char *line, char before[4])
{
    for (const char *at = line; *at != '\0'; at++) {
        char numbers[4] = {before[1], before[2], *at, '\0'};
        if (*at == ' ')
            continue;
        if (*at == '[') {
            memcpy(numbers, at + 1, 3);
            assert_int_equal(at[4], ']');
            at += 4;
        }
        place(game, numbers);
        memcpy(before, numbers, 4);
    }
}

static void a_game_can_be_had_from_its_continuous_record(void **state)
{
    struct random random = {3};
    (void)state;
    for (int round = 0; round < 20; round++) {
        struct game game;
        struct game again;
        char text[NOTATION_LINE_SIZE];
        char before[4] = "";
        size_t ply = 0;
        random_game_play(&game, variant_get(VARIANT_STRATEGIC), &random, GAME_ACTIONS_MAX);
        game_init(&again, game.variant);
        while (notation_next_line(&game, &ply, 75, text)) {
            assert_true(strlen(text) <= 75);
            play_line(&again, text, before);
        }
        random_game_assert_equal(&game, &again);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_entry_says_what_a_reader_has_to_know),
        cmocka_unit_test(the_continuous_record_has_three_numbers_only_where_the_move_was_free),
        cmocka_unit_test(a_game_can_be_had_from_its_continuous_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
