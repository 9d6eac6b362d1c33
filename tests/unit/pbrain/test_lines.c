/* SPDX-License-Identifier: MIT */
/*
 * Lines out of bytes, however they are cut.
 */
#include "pbrain/lines.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

static struct lines lines;

static void begin(void)
{
    memset(&lines, 0, sizeof(lines));
}

static void put(const char *text)
{
    assert_int_equal(lines_put(&lines, text, strlen(text)), strlen(text));
}

static void assert_takes(const char *expected)
{
    const char *line;
    size_t len;
    assert_true(lines_first(&lines, &line, &len));
    assert_int_equal(len, strlen(expected));
    assert_memory_equal(line, expected, len);
    lines_drop(&lines);
}

static void assert_none(void)
{
    const char *line;
    size_t len;
    assert_false(lines_first(&lines, &line, &len));
}

static void every_end_of_a_line_is_one(void **state)
{
    (void)state;
    begin();
    put("a\nb\r\nc\rd\n\n\r\n");
    assert_takes("a");
    assert_takes("b");
    assert_takes("c");
    assert_takes("d");
    assert_none();
}

static void lines_are_the_same_however_they_are_cut(void **state)
{
    const char text[] = "START 19\r\nINFO rule 1\nBEGIN\r\n";
    (void)state;
    for (size_t cut = 0; cut < sizeof(text); cut++) {
        begin();
        assert_int_equal(lines_put(&lines, text, cut), cut);
        assert_int_equal(lines_put(&lines, text + cut, sizeof(text) - 1 - cut),
                         sizeof(text) - 1 - cut);
        assert_takes("START 19");
        assert_takes("INFO rule 1");
        assert_takes("BEGIN");
        assert_none();
    }
}

static void a_line_without_its_end_waits_for_it_or_for_the_end_of_input(void **state)
{
    (void)state;
    begin();
    put("BEG");
    assert_none();
    put("IN");
    lines_finish(&lines);
    assert_takes("BEGIN");
    lines_finish(&lines);
    assert_none();
}

static void a_line_that_is_too_long_keeps_its_beginning(void **state)
{
    char expected[LINES_LONGEST + 1];
    (void)state;
    begin();
    memset(expected, 'x', LINES_LONGEST);
    expected[LINES_LONGEST] = '\0';
    for (int i = 0; i < 3 * LINES_LONGEST; i++)
        put("x");
    put("\nEND\n");
    assert_takes(expected);
    assert_takes("END");
    assert_none();
}

static void no_byte_is_lost_when_there_is_no_room(void **state)
{
    const char text[] = "0123456789\n";
    size_t put_in = 0;
    size_t taken = 0;
    size_t len;
    (void)state;
    begin();
    while ((len = lines_put(&lines, text, sizeof(text) - 1)) == sizeof(text) - 1)
        put_in++;
    assert_in_range(put_in, LINES_SIZE / sizeof(text) - 1, LINES_SIZE / (sizeof(text) - 1));
    assert_takes("0123456789");
    assert_int_equal(lines_put(&lines, text + len, sizeof(text) - 1 - len), sizeof(text) - 1 - len);
    for (; taken < put_in; taken++)
        assert_takes("0123456789");
    assert_none();
}

static void the_line_behind_a_line_is_found(void **state)
{
    const char *line;
    size_t len;
    (void)state;
    begin();
    put("one\ntwo\nthr");
    assert_true(lines_first(&lines, &line, &len));
    assert_true(lines_next(&lines, line, &line, &len));
    assert_int_equal(len, 3);
    assert_memory_equal(line, "two", 3);
    assert_false(lines_next(&lines, line, &line, &len));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_end_of_a_line_is_one),
        cmocka_unit_test(lines_are_the_same_however_they_are_cut),
        cmocka_unit_test(a_line_without_its_end_waits_for_it_or_for_the_end_of_input),
        cmocka_unit_test(a_line_that_is_too_long_keeps_its_beginning),
        cmocka_unit_test(no_byte_is_lost_when_there_is_no_room),
        cmocka_unit_test(the_line_behind_a_line_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
