/* SPDX-License-Identifier: MIT */
/*
 * An escape alone swallows nothing, and one that other keys begin with stays with them.
 */
#include "client/cli/terminal/editor.h"
#include "client/cli/terminal/steps.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

/* Bytes that come together, `ms` after those before. */
struct piece {
    const char *bytes;
    int64_t ms;
};

/* The bytes that pass on when these pieces come, up to one without bytes. */
static const char *pass(const struct piece *piece)
{
    static char passed[64];
    struct keys keys = {0};
    int64_t now_ms = 1000;
    passed[0] = '\0';
    for (; piece->bytes != NULL; piece++) {
        size_t len = strlen(piece->bytes);
        now_ms += piece->ms;
        if (keys_take(&keys, piece->bytes, &len, now_ms))
            strncat(passed, KEYS_ESCAPE, 2);
        strncat(passed, piece->bytes, len);
    }
    return passed;
}

#define PASS(...) pass((const struct piece[]){__VA_ARGS__, {NULL, 0}})

static void an_escape_alone_is_dropped(void **state)
{
    (void)state;
    assert_string_equal(PASS({"a\x1b", 0}, {"h", 50}, {"8", 0}), "ah8");
    assert_string_equal(PASS({"\x1b", 0}, {"\x1b\x1b", 100}, {"\x1b[A", 100}), "\x1b[A");
}

static void an_escape_that_begins_a_key_stays(void **state)
{
    (void)state;
    assert_string_equal(PASS({"\x1b[A", 0}, {"b", 1}), "\x1b[A"
                                                       "b");
    assert_string_equal(PASS({"\x1b", 0}, {"[A", 49}), "\x1b[A");
    assert_string_equal(PASS({"\x1b", 0}, {"x", 0}), "\x1bx");
}

/* The same for the line being typed and for stepping through a game. */
static void the_next_key_counts(void **state)
{
    (void)state;
    struct editor editor;
    struct steps steps = {0};
    enum step step = STEP_NONE;
    editor_init(&editor);
    for (const char *byte = PASS({"\x1b", 0}, {"h8", 400}); *byte != '\0'; byte++)
        editor_take(&editor, *byte);
    assert_string_equal(editor.text, "h8");
    for (const char *byte = PASS({"\x1b", 0}, {"q", 400}); *byte != '\0'; byte++)
        step = steps_take(&steps, *byte);
    assert_int_equal(step, STEP_END);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_escape_alone_is_dropped),
        cmocka_unit_test(an_escape_that_begins_a_key_stays),
        cmocka_unit_test(the_next_key_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
