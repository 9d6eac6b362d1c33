/* SPDX-License-Identifier: MIT */
/*
 * Heat maps, drawn: where each board stands, how two maps share a line, and which colours they
 * have.
 */
#include "client/cli/draw/heat.h"
#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <string.h>

static const char *draw(const struct heat *maps, size_t count, struct look look, size_t columns)
{
    static char text[8192];
    struct ink ink;
    ink_init(&ink, look);
    ink_break_lines(&ink, columns);
    heat_draw(maps, count, &ink);
    snprintf(text, sizeof(text), "%.*s", (int)ink.bytes.len, ink.bytes.data);
    ink_deinit(&ink);
    return text;
}

/* Each board has its own number, from 1. */
static struct heat numbered(size_t boards)
{
    struct heat heat = {.title = "Boards", .boards = boards, .columns = 3};
    for (size_t i = 0; i < boards; i++) {
        uint8_t number = (uint8_t)(i + 1);
        heat.board[i].value = number;
        snprintf(heat.board[i].text, HEAT_TEXT_SIZE, "%u", number);
    }
    return heat;
}

static void boards_stand_where_they_lie(void **state)
{
    const struct heat large = numbered(NESTED_BOARDS_MAX);
    const struct heat small = numbered(NESTED_BOARDS);
    (void)state;
    assert_string_equal(draw(&large, 1, (struct look){0}, 80), "Boards\n"
                                                               "  1  2  3  10 11 12  19 20 21\n"
                                                               "  4  5  6  13 14 15  22 23 24\n"
                                                               "  7  8  9  16 17 18  25 26 27\n"
                                                               "\n"
                                                               " 28 29 30  37 38 39  46 47 48\n"
                                                               " 31 32 33  40 41 42  49 50 51\n"
                                                               " 34 35 36  43 44 45  52 53 54\n"
                                                               "\n"
                                                               " 55 56 57  64 65 66  73 74 75\n"
                                                               " 58 59 60  67 68 69  76 77 78\n"
                                                               " 61 62 63  70 71 72  79 80 81\n");
    assert_string_equal(draw(&small, 1, (struct look){0}, 80), "Boards\n"
                                                               "  1  2  3\n"
                                                               "  4  5  6\n"
                                                               "  7  8  9\n");
}

/* Two maps of 9 columns, or as many as a title has, with 3 between them. */
static void maps_stand_beside_one_another_where_they_fit(void **state)
{
    struct heat maps[2] = {numbered(NESTED_BOARDS), numbered(NESTED_BOARDS)};
    (void)state;
    maps[0].title = "A long title";
    assert_string_equal(draw(maps, 2, (struct look){0}, 25), "A long title   Boards\n"
                                                             "  1  2  3        1  2  3\n"
                                                             "  4  5  6        4  5  6\n"
                                                             "  7  8  9        7  8  9\n");
    assert_string_equal(draw(maps, 2, (struct look){0}, 24), "A long title\n"
                                                             "  1  2  3\n"
                                                             "  4  5  6\n"
                                                             "  7  8  9\n"
                                                             "Boards\n"
                                                             "  1  2  3\n"
                                                             "  4  5  6\n"
                                                             "  7  8  9\n");
}

/* Of 1 to 9 the quarters end at 3 and 7: up to 3 red, from 7 on green. */
static void colours_are_quarters_of_the_values(void **state)
{
    struct heat heat = numbered(NESTED_BOARDS);
    (void)state;
    heat.board[4].value = HEAT_NONE;
    const char *text = draw(&heat, 1, (struct look){.is_colour = true}, 80);
    assert_non_null(strstr(text, "\x1b[30;41m  3\x1b[0m\n\x1b[30;43m  4\x1b[0m"));
    assert_non_null(strstr(text, "\x1b[2m  5\x1b[0m\x1b[30;43m  6\x1b[0m\n\x1b[30;42m  7\x1b[0m"));
}

static void equal_values_are_small(void **state)
{
    struct heat heat = numbered(NESTED_BOARDS);
    (void)state;
    for (size_t i = 0; i < NESTED_BOARDS; i++)
        heat.board[i].value = 5;
    const char *text = draw(&heat, 1, (struct look){.is_colour = true}, 80);
    assert_non_null(strstr(text, "\x1b[30;41m  9\x1b[0m"));
    assert_null(strstr(text, "\x1b[30;42m"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_stand_where_they_lie),
        cmocka_unit_test(maps_stand_beside_one_another_where_they_fit),
        cmocka_unit_test(colours_are_quarters_of_the_values),
        cmocka_unit_test(equal_values_are_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
