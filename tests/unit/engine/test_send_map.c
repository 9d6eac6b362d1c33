/* SPDX-License-Identifier: MIT */
/* Send maps: those of the games, and texts of maps, good and bad: engine/send_map.h. */
#include "engine/send_map.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

#define LINE "1 2 3 4 5 6 7 8 9\n"
#define EIGHT LINE LINE LINE LINE LINE LINE LINE LINE

static struct send_map map;

/* Asks the game itself: a stone, and where the next one has to be. */
TEST(maps_of_games_are_where_their_stones_send)
{
    static const enum variant_id ids[] = {VARIANT_ULTIMATE, VARIANT_ULTIMATE_OPEN_NORETURN,
                                          VARIANT_STRATEGIC, VARIANT_STRATEGIC_FUNC,
                                          VARIANT_STRATEGIC_HYPER};
    for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
        const struct variant *variant = variant_get(ids[i]);
        send_map_of(variant, &map);
        assert_int_equal(map.boards, nested_boards(variant));
        for (size_t board = 0; board < map.boards; board++)
            for (size_t place = 0; place < NESTED_PLACES; place++) {
                struct game game;
                game_init(&game, variant);
                game_do(&game, action_place((uint16_t)nested_cell(variant, board, place)));
                assert_int_equal(nested_next(&game).board, map.to[board][place]);
            }
    }
}

/* Only of the functional map do the three boards of a row send alike, and of nine boards all do. */
TEST(boards_that_send_alike_are_folded)
{
    struct send_map folded = {.boards = 7};
    send_map_of(variant_get(VARIANT_STRATEGIC), &map);
    assert_false(send_map_fold(&map, &folded));
    send_map_of(variant_get(VARIANT_STRATEGIC_HYPER), &map);
    assert_false(send_map_fold(&map, &folded));
    assert_int_equal(folded.boards, 7);
    send_map_of(variant_get(VARIANT_STRATEGIC_FUNC), &map);
    assert_true(send_map_fold(&map, &folded));
    assert_int_equal(folded.boards, 27);
    /* field 1, row 1 (boards 1 to 3), the places of its row 1: field 4, row 1 */
    assert_int_equal(folded.to[0][0], 3 * 3);
    assert_int_equal(folded.to[0][2], 3 * 3);
    /* field 9, row 3, the last place: field 3, row 3 */
    assert_int_equal(folded.to[26][8], 2 * 3 + 2);
    send_map_of(variant_get(VARIANT_ULTIMATE), &map);
    assert_true(send_map_fold(&map, &folded));
    assert_int_equal(folded.boards, 3);
}

static void assert_number(size_t board, unsigned number)
{
    char text[8];
    size_t found;
    snprintf(text, sizeof(text), "%u", number);
    assert_int_equal(send_map_number(&map, board), number);
    assert_true(send_map_find(&map, text, strlen(text), &found));
    assert_int_equal(found, board);
}

TEST(boards_have_numbers)
{
    static const char *const bad[] = {"", "1", "10", "01", "111", "1a", "a1", ":1", "1 "};
    size_t found;
    map.boards = NESTED_BOARDS_MAX;
    assert_number(0, 11);
    assert_number(8, 19);
    assert_number(40, 55);
    assert_number(72, 91);
    assert_number(80, 99);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_false(send_map_find(&map, bad[i], strlen(bad[i]), &found));
    map.boards = NESTED_BOARDS;
    assert_number(0, 1);
    assert_number(8, 9);
    assert_false(send_map_find(&map, "11", 2, &found));
}

/* The text of a map reads as that map. */
TEST(a_map_is_read)
{
    char text[NESTED_BOARDS_MAX * NESTED_PLACES * 3 + 1];
    struct send_map of_game;
    size_t len = 0;
    size_t line;
    send_map_of(variant_get(VARIANT_STRATEGIC_HYPER), &of_game);
    for (size_t board = 0; board < of_game.boards; board++)
        for (size_t place = 0; place < NESTED_PLACES; place++)
            len += (size_t)snprintf(text + len, sizeof(text) - len, "%u%c",
                                    send_map_number(&of_game, of_game.to[board][place]),
                                    place + 1 < NESTED_PLACES ? ' ' : '\n');
    assert_int_equal(send_map_read(&map, text, len, &line), SEND_MAP_SOUND);
    assert_int_equal(map.boards, NESTED_BOARDS_MAX);
    assert_memory_equal(map.to, of_game.to, sizeof(map.to));
}

TEST(comments_blank_lines_and_line_ends_count_for_nothing)
{
    static const char text[] = "# nine boards\r\n\r\n" EIGHT "  \t\n9\t8 7  6 5 4 3 2 1 # the last";
    size_t line;
    assert_int_equal(send_map_read(&map, text, sizeof(text) - 1, &line), SEND_MAP_SOUND);
    assert_int_equal(map.boards, NESTED_BOARDS);
    assert_int_equal(map.to[7][8], 8);
    assert_int_equal(map.to[8][0], 8);
    assert_int_equal(map.to[8][8], 0);
}

TEST(a_fault_is_told_with_its_line)
{
    static const struct {
        const char *text;
        enum send_map_fault fault;
        size_t line;
    } rows[] = {
        {"", SEND_MAP_TOO_SHORT, 1},
        {"# nothing\n\n", SEND_MAP_TOO_SHORT, 3},
        {EIGHT, SEND_MAP_TOO_SHORT, 9},
        {EIGHT LINE LINE, SEND_MAP_TOO_LONG, 10},
        {EIGHT LINE "\n#\nx", SEND_MAP_TOO_LONG, 12},
        {"1 2 3 4 5 6 7 8\n", SEND_MAP_NOT_NINE, 1},
        {LINE "1 2 3 4 5 6 7 8 9 1\n", SEND_MAP_NOT_NINE, 2},
        {"#\n1 2 3 4 0 6 7 8 9\n", SEND_MAP_NO_BOARD, 2},
        {"1 2 3 4 55 6 7 8 9\n", SEND_MAP_NO_BOARD, 1},
        {"11 12 13 14 15 16 17 18 19\n11 12 3", SEND_MAP_NO_BOARD, 2},
        {"11 12 13 14 15 16 17 18 19\n", SEND_MAP_TOO_SHORT, 2},
        {"hello\n", SEND_MAP_NO_BOARD, 1},
        {"1 2 3 4 5 6 7 8 9.\n", SEND_MAP_NO_BOARD, 1},
        {"\xff\xfe", SEND_MAP_NO_BOARD, 1},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        size_t line = 0;
        enum send_map_fault fault = send_map_read(&map, rows[i].text, strlen(rows[i].text), &line);
        if (fault != rows[i].fault || line != rows[i].line)
            fail_msg("row %zu: fault %d in line %zu", i, (int)fault, line);
    }
}

TEST(a_byte_of_zero_is_no_end)
{
    static const char text[] = EIGHT "1 2 3\0 4 5 6 7 8 9\n";
    size_t line;
    assert_int_equal(send_map_read(&map, text, sizeof(text) - 1, &line), SEND_MAP_NO_BOARD);
    assert_int_equal(line, 9);
}
