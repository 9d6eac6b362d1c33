/* SPDX-License-Identifier: MIT */
/*
 * Lines over days, drawn: as text with the expected result, and what holds for every drawing.
 */
#include "base/day.h"
#include "client/cli/draw/graph.h"
#include "client/cli/terminal/text.h"
#include "tests/support/cmocka_all.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

#define DAY 20000 /* 2024-10-04 */

static const char *draw(const struct rating_point *points, size_t count, int last_day, bool is_utf8,
                        size_t columns, size_t rows)
{
    static char text[32768];
    struct ink ink;
    const struct graph graph = {.points = points, .count = count, .last_day = last_day};
    ink_init(&ink, (struct look){.is_utf8 = is_utf8});
    graph_draw(&graph, columns, rows, &ink);
    snprintf(text, sizeof(text), "%.*s", (int)ink.bytes.len, ink.bytes.data);
    ink_deinit(&ink);
    return text;
}

static void a_step_is_a_step_in_ascii(void **state)
{
    (void)state;
    static const struct rating_point points[] = {{.day = DAY, .rating = 1500},
                                                 {.day = DAY + 11, .rating = 1520}};
    assert_string_equal(draw(points, 2, DAY + 21, false, 28, 5), " 1521|           ***********\n"
                                                                 "     |           *          \n"
                                                                 " 1510|           *          \n"
                                                                 "     |           *          \n"
                                                                 " 1499|************          \n"
                                                                 "     +----------------------\n"
                                                                 "      2024-10-04  2024-10-25\n");
}

static void a_graph_of_one_value_is_a_line_in_the_middle(void **state)
{
    (void)state;
    static const struct rating_point point = {.day = DAY, .rating = 1500};
    const char *text = draw(&point, 1, DAY, false, 28, 3);
    assert_non_null(strstr(text, " 1500|**********************\n"));
    assert_non_null(strstr(text, "      2024-10-04\n"));
}

static void braille_has_eight_dots_a_character(void **state)
{
    (void)state;
    static const struct rating_point points[] = {{.day = DAY, .rating = 1500},
                                                 {.day = DAY + 21, .rating = 1520}};
    const char *text = draw(points, 2, DAY + 21, true, 28, 3);
    /* U+2800 to U+28FF are E2 A0 80 to E2 A3 BF. */
    assert_non_null(strstr(text, "\xE2\xA3\x80"));
    assert_null(strchr(text, '*'));
}

static void no_drawing_is_wider_or_higher_than_its_place(void **state)
{
    (void)state;
    struct rating_point points[50];
    for (int i = 0; i < 50; i++)
        points[i] = (struct rating_point){.day = DAY + 7 * i, .rating = 100 + i * i * 37 % 2700};
    for (size_t columns = 27; columns < 100; columns += 5) {
        for (size_t rows = 3; rows < 20; rows += 4) {
            const char *text = draw(points, 50, DAY + 400, columns % 2 == 0, columns, rows);
            size_t lines = 0;
            for (const char *at = text; *at != '\0'; lines++) {
                char line[1024];
                size_t len = strcspn(at, "\n");
                snprintf(line, sizeof(line), "%.*s", (int)len, at);
                assert_true(columns % 2 == 0 || strlen(line) <= columns);
                at += len + 1;
            }
            assert_int_equal(lines, rows + 2);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_a_step_in_ascii),
        cmocka_unit_test(a_graph_of_one_value_is_a_line_in_the_middle),
        cmocka_unit_test(braille_has_eight_dots_a_character),
        cmocka_unit_test(no_drawing_is_wider_or_higher_than_its_place),
    };
    setlocale(LC_ALL, "C.UTF-8");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
