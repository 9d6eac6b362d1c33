/* SPDX-License-Identifier: MIT */
/*
 * Hostile text never reaches a terminal as anything but text, and widths are those of the screen.
 */
#include "client/cli/terminal/ink.h"
#include "client/cli/terminal/text.h"
#include "tests/support/cmocka_all.h"

#include <locale.h>
#include <string.h>

static void check(const char *raw, const char *clean)
{
    char out[256];
    assert_int_equal(text_clean(raw, true, out, sizeof(out)), strlen(clean));
    assert_string_equal(out, clean);
}

static void honest_text_stays(void **state)
{
    (void)state;
    check("Anna & Борис, 北京, café", "Anna & Борис, 北京, café");
    check("", "");
    check("e\xcc\x81", "e\xcc\x81"); /* a combining accent */
}

static void control_characters_are_shown_as_question_marks(void **state)
{
    (void)state;
    check("a\x1b[31mb", "a?[31mb");
    check("a\x1b]0;title\x07z", "a?]0;title?z");
    check("\x7f\x08\x01", "???");
    check("a\nb\tc\r", "a b c ");
    check("a\xc2\x9b"
          "31mb",
          "a?31mb"); /* CSI of the C1 set */
}

static void reordering_and_hidden_characters_are_shown_as_question_marks(void **state)
{
    (void)state;
    check("a\xe2\x80\xaez", "a?z");     /* right-to-left override */
    check("a\xe2\x81\xa6z", "a?z");     /* isolate */
    check("a\xe2\x80\x8bz", "a?z");     /* zero width space */
    check("a\xef\xbb\xbfz", "a?z");     /* byte order mark */
    check("a\xe2\x80\xa8z", "a?z");     /* line separator */
    check("a\xf3\xa0\x80\x81z", "a?z"); /* a tag */
}

static void broken_utf8_is_shown_as_question_marks(void **state)
{
    (void)state;
    check("a\xffz", "a?z");
    check("a\xc3", "a?");
    check("\xc0\x9b[31m", "??[31m"); /* an overlong escape */
    check("\xed\xa0\x80", "???");    /* a surrogate */
}

static void piled_up_marks_are_dropped(void **state)
{
    (void)state;
    check("e\xcc\x81\xcc\x82\xcc\x83\xcc\x84x", "e\xcc\x81\xcc\x82x");
    check("\xcc\x81x", "x");
}

static void joiners_are_dropped(void **state)
{
    (void)state;
    check("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u062e");
    check("\U0001f469\u200d\U0001f4bb", "\U0001f469\U0001f4bb");
}

/* Each with the columns that every terminal gives what is shown. */
static void nothing_is_shown_whose_width_terminals_disagree_on(void **state)
{
    (void)state;
    static const struct {
        const char *raw, *clean;
        size_t columns;
    } rows[] = {
        {"a\u2764\ufe0fz", "a\u2764z", 3},               /* a heart as a picture */
        {"\u2764\ufe0e", "\u2764", 1},                   /* and as text */
        {"\u26a0\ufe0f\u2600\ufe0f", "\u26a0\u2600", 2}, /* two signs */
        {"1\ufe0f\u20e3", "1", 1},                       /* a key */
        {"#\u20e3*\u20e3", "#*", 2},                     /* keys without the variant */
        {"\U0001f44d\U0001f3fd", "\U0001f44d", 2},       /* a thumb with a skin */
        {"\U0001f3fb", "", 0},                           /* a skin alone */
        {"\U0001f1f7\U0001f1fa", "RU", 2},               /* a flag */
        {"\U0001f1e6", "A", 1},                          /* half a flag */
        {"\U0001f3f4\U000e0067\U000e0062\U000e007f", "\U0001f3f4", 2},   /* a flag by tags */
        {"\U0001f3f3\ufe0f\u200d\U0001f308", "\U0001f3f3\U0001f308", 3}, /* joined */
        {"\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\U0001f469\U0001f467", 6},
        {"\U0001f9d1\U0001f3ff\u200d\U0001f680", "\U0001f9d1\U0001f680", 4},
        {"\u845b\U000e0100", "\u845b", 2}, /* a variant of a Chinese character */
        {"\u5317\u4eac", "\u5317\u4eac", 4},
        {"e\u0301\u20dd", "e\u0301", 1}, /* a letter in a circle */
        {"a\u200bz", "a?z", 3},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        check(rows[i].raw, rows[i].clean);
        assert_int_equal(text_width(rows[i].clean), rows[i].columns);
    }
}

static void ascii_terminals_get_ascii(void **state)
{
    (void)state;
    char out[64];
    text_clean("Борис is café", false, out, sizeof(out));
    assert_string_equal(out, "????? is caf?");
}

static void long_text_is_cut_at_a_character(void **state)
{
    (void)state;
    char out[4];
    assert_int_equal(text_clean("яя", true, out, sizeof(out)), 2);
    assert_string_equal(out, "я");
}

static void widths_are_columns(void **state)
{
    (void)state;
    assert_int_equal(text_width("Anna"), 4);
    assert_int_equal(text_width("Борис"), 5);
    assert_int_equal(text_width("北京"), 4);
    assert_int_equal(text_width("e\xcc\x81"), 1);
    size_t columns;
    assert_int_equal(text_fit("北京", 3, &columns), 3);
    assert_int_equal(columns, 2);
}

static void lines_break_between_words(void **state)
{
    (void)state;
    const char *rest = "one two three";
    assert_int_equal(text_wrap(&rest, 8), 7);
    assert_string_equal(rest, "three");
    assert_int_equal(text_wrap(&rest, 8), 5);
    assert_int_equal(text_wrap(&rest, 8), 0);
}

static void long_words_are_broken_and_nothing_loops(void **state)
{
    (void)state;
    const char *rest = "abcdefgh";
    assert_int_equal(text_wrap(&rest, 3), 3);
    assert_string_equal(rest, "defgh");
    rest = "北";
    assert_int_equal(text_wrap(&rest, 1), 3); /* wider than the line, and taken anyway */
    assert_int_equal(text_wrap(&rest, 1), 0);
}

static void ink_cleans_what_is_formatted(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, (struct look){.is_colour = true, .is_utf8 = true});
    ink_put(&ink, COLOUR_WON, "%s\n", "\x1b[2J");
    ink_put_raw(&ink, "", 1);
    assert_string_equal(ink.bytes.data, "\x1b[33m?[2J \x1b[0m");
    ink_deinit(&ink);
}

static void json_and_files_have_no_controls_for_terminals(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, (struct look){.is_utf8 = true});
    const char *hostile = "{\"a\":\"\xc2\x9b\x7f\xd1\x8f\xe2\x80\xae\xe2\x81\xa6\xe2\x86\x92\"}\n";
    ink_put_json(&ink, hostile, strlen(hostile));
    ink_put_file(&ink, "a\x1b\xc2\x85\tя\r\n", 9);
    ink_put_raw(&ink, "", 1);
    assert_string_equal(ink.bytes.data, "{\"a\":\"\\u009b\\u007fя\\u202e\\u2066→\"}\na??\tя\r\n");
    ink_deinit(&ink);
}

static void cells_are_filled_by_columns(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, (struct look){.is_utf8 = true});
    ink_put_cell(&ink, COLOUR_WON, 7, "%s", "Борис");
    ink_put_cell(&ink, COLOUR_WON, -4, "%d", 12);
    ink_put_cell(&ink, COLOUR_WON, 3, "%s", "abcdef");
    ink_put_raw(&ink, "", 1);
    assert_string_equal(ink.bytes.data, "Борис    12abc");
    ink_deinit(&ink);
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_text_stays),
        cmocka_unit_test(control_characters_are_shown_as_question_marks),
        cmocka_unit_test(reordering_and_hidden_characters_are_shown_as_question_marks),
        cmocka_unit_test(broken_utf8_is_shown_as_question_marks),
        cmocka_unit_test(piled_up_marks_are_dropped),
        cmocka_unit_test(joiners_are_dropped),
        cmocka_unit_test(nothing_is_shown_whose_width_terminals_disagree_on),
        cmocka_unit_test(ascii_terminals_get_ascii),
        cmocka_unit_test(long_text_is_cut_at_a_character),
        cmocka_unit_test(widths_are_columns),
        cmocka_unit_test(lines_break_between_words),
        cmocka_unit_test(long_words_are_broken_and_nothing_loops),
        cmocka_unit_test(ink_cleans_what_is_formatted),
        cmocka_unit_test(json_and_files_have_no_controls_for_terminals),
        cmocka_unit_test(cells_are_filled_by_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
