/* SPDX-License-Identifier: MIT */
/*
 * Lines of a window: text is broken between words and rows between fields, and where there is no
 * window nothing is.
 */
#include "client/cli/terminal/ink.h"
#include "client/cli/terminal/text.h"
#include "tests/support/cmocka_all.h"

#include <locale.h>
#include <string.h>

static struct ink ink;

static void start(size_t columns)
{
    ink_deinit(&ink);
    ink_init(&ink, (struct look){.is_utf8 = true});
    ink_break_lines(&ink, columns);
}

static void check(const char *text)
{
    ink_put_raw(&ink, "", 1);
    assert_string_equal(ink.bytes.data, text);
}

static int tear_down(void **state)
{
    (void)state;
    ink_deinit(&ink);
    ink = (struct ink){0};
    return 0;
}

/* A row of a table of games. */
static void put_row(void)
{
    ink_put_cell(&ink, COLOUR_PLAIN, 13, "%s", "000000000007");
    ink_put_cell(&ink, COLOUR_PLAIN, 9, "%s", "rated");
    ink_put_cell(&ink, COLOUR_PLAIN, -6, "%d", 1500);
    ink_put(&ink, COLOUR_PLAIN, "  %s", "boris is to move");
    ink_put_line(&ink, COLOUR_PLAIN, "%s", "; h8 2 d ago");
}

static void without_a_window_a_row_is_one_line(void **state)
{
    (void)state;
    start(0);
    put_row();
    check("000000000007 rated      1500  boris is to move; h8 2 d ago\n");
}

static void a_row_that_fits_is_the_same_line(void **state)
{
    (void)state;
    start(80);
    put_row();
    check("000000000007 rated      1500  boris is to move; h8 2 d ago\n");
}

static void a_row_goes_on_in_the_next_line(void **state)
{
    (void)state;
    start(50);
    put_row();
    check("000000000007 rated      1500  boris is to move\n"
          "  h8 2 d ago\n");
    start(40);
    put_row();
    check("000000000007 rated      1500\n"
          "  boris is to move; h8 2 d ago\n");
    start(25);
    put_row();
    check("000000000007 rated\n"
          "  1500  boris is to move\n"
          "  h8 2 d ago\n");
}

static void words_kept_together_move_to_the_next_line_together(void **state)
{
    (void)state;
    for (size_t columns = 23; columns <= 24; columns++) {
        start(columns);
        ink_put_cell(&ink, COLOUR_PLAIN, 8, "%s", "won");
        ink_keep(&ink, 15);
        ink_put(&ink, COLOUR_PLAIN, " %s", "maria");
        ink_put(&ink, COLOUR_DIM, "%s", " (1500?)\n");
        check(columns == 24 ? "won      maria (1500?) " : "won\n  maria (1500?) ");
    }
}

static void a_field_that_is_filled_up_leaves_no_spaces_at_the_end(void **state)
{
    (void)state;
    start(20);
    ink_put_cell(&ink, COLOUR_PLAIN, 30, "%s", "seven");
    ink_end_line(&ink);
    ink_put_line(&ink, COLOUR_PLAIN, "%s", "eight");
    check("seven\neight\n");
}

static void text_is_broken_between_words_and_not_indented(void **state)
{
    (void)state;
    start(20);
    ink_put(&ink, COLOUR_PLAIN, "%s", "Warnings: 2; ");
    ink_put_line(&ink, COLOUR_PLAIN, "%s", "the last one of them was read. See: penta memos");
    check("Warnings: 2; the\nlast one of them\nwas read. See:\npenta memos\n");
}

static void nothing_is_wider_than_the_window(void **state)
{
    (void)state;
    for (size_t columns = 16; columns < 90; columns++) {
        start(columns);
        put_row();
        ink_put_cell(&ink, COLOUR_PLAIN, -7, "%d", 12);
        ink_put(&ink, COLOUR_PLAIN, "Привет, 北京 and aVeryLongWordWithoutSpaces, %s", "and more");
        ink_put_spaces(&ink, 5);
        ink_put_line(&ink, COLOUR_PLAIN, "%s", "which is the end of a long row of words.");
        ink_put_raw(&ink, "", 1);
        for (char *line = ink.bytes.data; *line != '\0';) {
            size_t len = strcspn(line, "\n");
            line[len] = '\0';
            assert_true(text_width(line) < columns);
            line += len + 1;
        }
    }
}

#define TEST(test) cmocka_unit_test_teardown(test, tear_down)

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        TEST(without_a_window_a_row_is_one_line),
        TEST(a_row_that_fits_is_the_same_line),
        TEST(a_row_goes_on_in_the_next_line),
        TEST(words_kept_together_move_to_the_next_line_together),
        TEST(a_field_that_is_filled_up_leaves_no_spaces_at_the_end),
        TEST(text_is_broken_between_words_and_not_indented),
        TEST(nothing_is_wider_than_the_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
