/* SPDX-License-Identifier: MIT */
/*
 * The line editor: keys in, a line out.
 */
#include "client/cli/terminal/editor.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

/* Types all keys; returns what the last one did. */
static enum editor_result type(struct editor *editor, const char *keys)
{
    enum editor_result result = EDITOR_MORE;
    for (; *keys != '\0'; keys++)
        result = editor_take(editor, *keys);
    return result;
}

/* The line that these keys and Return give. */
static void check(const char *keys, const char *line)
{
    struct editor editor;
    editor_init(&editor);
    type(&editor, keys);
    assert_int_equal(type(&editor, "\r"), EDITOR_LINE);
    assert_string_equal(editor_line(&editor), line);
    assert_int_equal(editor.len, 0);
}

static void letters_become_a_line(void **state)
{
    (void)state;
    check("h8", "h8");
    check("", "");
    check("say Привет", "say Привет");
}

static void tab_asks_for_the_rest_of_the_line(void **state)
{
    (void)state;
    struct editor editor;
    editor_init(&editor);
    assert_int_equal(type(&editor, "res\t"), EDITOR_COMPLETE);
    editor_add(&editor, "ign ");
    assert_string_equal(editor.text, "resign ");
    assert_int_equal(editor.cursor, 7);
    assert_int_equal(type(&editor, "\x01\t"), EDITOR_MORE); /* at its beginning */
    assert_int_equal(type(&editor, "\r"), EDITOR_LINE);
    assert_string_equal(editor_line(&editor), "resign ");
}

static void backspace_takes_whole_characters(void **state)
{
    (void)state;
    check("aя\x7f", "a");
    check("北京\x08", "北");
    check("\x7f\x7f", "");
}

static void cursor_moves_by_characters(void **state)
{
    (void)state;
    check("яz\x1b[D\x1b[Da", "aяz");
    check("bc\x01"
          "a\x05"
          "d",
          "abcd");
    check("ac\x1b[Db\x1b[Cd", "abcd");
    check("яz\x1b[H\x1b[3~", "z");
    check("ab\x1bOH\x04", "b");
}

static void reports_of_the_focus_are_told_and_not_typed(void **state)
{
    (void)state;
    struct editor editor;
    enum editor_result results[9];
    static const char typed[] = "a\x1b[Ob\x1b[Ic";
    editor_init(&editor);
    for (size_t i = 0; i < sizeof(results) / sizeof(results[0]); i++)
        results[i] = editor_take(&editor, typed[i]);
    for (size_t i = 0; i < sizeof(results) / sizeof(results[0]); i++)
        assert_int_equal(results[i], i == 3   ? EDITOR_FOCUS_LOST
                                     : i == 7 ? EDITOR_FOCUS_BACK
                                              : EDITOR_MORE);
    assert_int_equal(editor_take(&editor, '\r'), EDITOR_LINE);
    assert_string_equal(editor_line(&editor), "abc");
}

static void words_and_lines_are_cut(void **state)
{
    (void)state;
    check("say hello  \x17", "say ");
    check("hello\x15", "");
    check("hello\x01\x1b[C\x0b", "h");
}

static void history_comes_back(void **state)
{
    (void)state;
    struct editor editor;
    editor_init(&editor);
    type(&editor, "one\rtwo\r");
    type(&editor, "\x1b[A\x1b[A");
    assert_string_equal(editor.text, "one");
    type(&editor, "\x1b[B");
    assert_string_equal(editor.text, "two");
    type(&editor, "\x1b[B");
    assert_string_equal(editor.text, "");
    for (int i = 0; i < 40; i++)
        type(&editor, "x\r");
    for (int i = 0; i < 40; i++)
        type(&editor, "\x10");
    assert_string_equal(editor.text, "x");
}

static void what_is_pasted_is_text_of_one_line(void **state)
{
    (void)state;
    struct editor editor;
    editor_init(&editor);
    assert_int_equal(type(&editor, "\x1b[200~h8\rresign\nyes\t\x04\x7f\x1b[5~"), EDITOR_MORE);
    assert_int_equal(type(&editor, "\x1b[201~"), EDITOR_MORE);
    assert_string_equal(editor.text, "h8 resign yes   ");
    assert_int_equal(type(&editor, "\r"), EDITOR_LINE);
    check("a\x1b[200~b\x1b[201~c", "abc");
}

static void end_is_ctrl_d_on_an_empty_line(void **state)
{
    (void)state;
    struct editor editor;
    editor_init(&editor);
    assert_int_equal(type(&editor, "a\x04"), EDITOR_MORE);
    assert_int_equal(type(&editor, "\x15\x04"), EDITOR_END);
    assert_int_equal(type(&editor, "\x0c"), EDITOR_REDRAW);
    assert_int_equal(type(&editor, "\x1b[F"), EDITOR_STEP_LAST);
    assert_int_equal(type(&editor, "\x1b[4~"), EDITOR_STEP_LAST);
    assert_int_equal(type(&editor, "ab\x1b[H\x1b[F"), EDITOR_MORE); /* End of the line */
    assert_int_equal(type(&editor, "c\r"), EDITOR_LINE);
    assert_string_equal(editor_line(&editor), "abc");
}

static void unknown_sequences_leave_nothing(void **state)
{
    (void)state;
    check("a\x1b[15~b", "ab");
    check("a\x1b[<0;20;7Mb", "ab");
    check("a\x1b[1;5Cb", "ab");
    check("a\x1bxb", "ab");
    check("a\x1b[9999999999999999999999;1Rb", "a99999999;1Rb");
    check("\xff\xfe"
          "a\xc3",
          "a");
}

static void a_line_has_an_end(void **state)
{
    (void)state;
    struct editor editor;
    editor_init(&editor);
    for (int i = 0; i < 3000; i++)
        editor_take(&editor, 'x');
    assert_int_equal(editor.len, EDITOR_SIZE - 1);
    assert_int_equal(type(&editor, "\r"), EDITOR_LINE);
    assert_int_equal(strlen(editor_line(&editor)), EDITOR_SIZE - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_become_a_line),
        cmocka_unit_test(tab_asks_for_the_rest_of_the_line),
        cmocka_unit_test(backspace_takes_whole_characters),
        cmocka_unit_test(cursor_moves_by_characters),
        cmocka_unit_test(reports_of_the_focus_are_told_and_not_typed),
        cmocka_unit_test(words_and_lines_are_cut),
        cmocka_unit_test(history_comes_back),
        cmocka_unit_test(what_is_pasted_is_text_of_one_line),
        cmocka_unit_test(end_is_ctrl_d_on_an_empty_line),
        cmocka_unit_test(unknown_sequences_leave_nothing),
        cmocka_unit_test(a_line_has_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
