/* SPDX-License-Identifier: MIT */
/*
 * Repainting: the first drawing is written whole, of the next ones only the rows that differ, and
 * the row where the person types always puts the cursor back.
 */
#include "client/cli/terminal/repaint.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

#define FIRST "\x1b[Hone\x1b[K\r\ntwo\x1b[K\r\n> typed\x1b[J\x1b[3;8H"

static void draw(struct repaint *repaint, struct ink *ink, const char *bytes)
{
    ink_clear(ink);
    ink_put_raw(ink, bytes, strlen(bytes));
    repaint_reduce(repaint, ink);
}

static void check(const struct ink *ink, const char *expected)
{
    assert_int_equal(ink->bytes.len, strlen(expected));
    assert_memory_equal(ink->bytes.data, expected, strlen(expected));
}

static void the_first_drawing_is_whole(void **state)
{
    (void)state;
    struct repaint repaint = {0};
    struct ink ink = {0};
    draw(&repaint, &ink, FIRST);
    check(&ink, FIRST);
    repaint_deinit(&repaint);
    ink_deinit(&ink);
}

static void drawing_the_same_again_writes_nothing(void **state)
{
    (void)state;
    struct repaint repaint = {0};
    struct ink ink = {0};
    draw(&repaint, &ink, FIRST);
    draw(&repaint, &ink, FIRST);
    assert_int_equal(ink.bytes.len, 0);
    repaint_deinit(&repaint);
    ink_deinit(&ink);
}

static void only_what_differs_is_written_and_the_cursor_goes_back(void **state)
{
    (void)state;
    struct repaint repaint = {0};
    struct ink ink = {0};
    draw(&repaint, &ink, FIRST);
    draw(&repaint, &ink, "\x1b[Hone\x1b[K\r\n2\x1b[K\r\n> typed\x1b[J\x1b[3;8H");
    check(&ink, "\x1b[2;1H2\x1b[K\x1b[3;1H> typed\x1b[J\x1b[3;8H");
    draw(&repaint, &ink, "\x1b[Hone\x1b[K\r\n2\x1b[K\r\n> type\x1b[J\x1b[3;7H");
    check(&ink, "\x1b[3;1H> type\x1b[J\x1b[3;7H");
    repaint_deinit(&repaint);
    ink_deinit(&ink);
}

static void another_height_or_something_else_on_the_screen_is_drawn_whole(void **state)
{
    (void)state;
    struct repaint repaint = {0};
    struct ink ink = {0};
    draw(&repaint, &ink, "\x1b[Hone\x1b[K\r\n> ");
    draw(&repaint, &ink, FIRST);
    check(&ink, FIRST);
    repaint_forget(&repaint);
    draw(&repaint, &ink, FIRST);
    check(&ink, FIRST);
    repaint_deinit(&repaint);
    ink_deinit(&ink);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_drawing_is_whole),
        cmocka_unit_test(drawing_the_same_again_writes_nothing),
        cmocka_unit_test(only_what_differs_is_written_and_the_cursor_goes_back),
        cmocka_unit_test(another_height_or_something_else_on_the_screen_is_drawn_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
