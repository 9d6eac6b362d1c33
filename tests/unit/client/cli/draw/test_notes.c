/* SPDX-License-Identifier: MIT */
/*
 * The messages beside the board: the last ones stay, and one may be corrected.
 */
#include "client/cli/draw/panel.h"
#include "tests/support/cmocka_all.h"

#include <stdio.h>

static void the_last_notes_stay(void **state)
{
    (void)state;
    struct notes notes = {0};
    char text[24];
    for (int i = 0; i < NOTES_MAX + 2; i++) {
        snprintf(text, sizeof(text), "note %d", i);
        notes_add(&notes, COLOUR_CHAT, text);
    }
    assert_int_equal(notes.count, NOTES_MAX);
    assert_string_equal(notes.notes[0].text, "note 2");
    notes_deinit(&notes);
}

static void a_note_is_corrected_in_its_place(void **state)
{
    (void)state;
    struct notes notes = {0};
    notes_add(&notes, COLOUR_PLAIN, "first");
    notes_add(&notes, COLOUR_CHAT, "boris: you fool");
    notes_add(&notes, COLOUR_PLAIN, "last");
    assert_true(notes_replace(&notes, "boris: you fool", "boris: (hidden)"));
    assert_false(notes_replace(&notes, "boris: you fool", "boris: (hidden)"));
    assert_int_equal(notes.count, 3);
    assert_string_equal(notes.notes[1].text, "boris: (hidden)");
    assert_int_equal(notes.notes[1].colour, COLOUR_CHAT);
    notes_deinit(&notes);
}

static void a_later_note_ends_an_answer(void **state)
{
    (void)state;
    struct notes notes = {0};
    notes_add(&notes, COLOUR_PLAIN, "before");
    notes_begin_answer(&notes);
    notes_add(&notes, COLOUR_PLAIN, "first");
    notes_add(&notes, COLOUR_PLAIN, "second");
    notes_end_answer(&notes);
    assert_int_equal(notes.answer, 2);
    notes_turn(&notes);
    assert_int_equal(notes.parts_read, 1);
    notes_begin_answer(&notes);
    notes_add(&notes, COLOUR_PLAIN, "third");
    notes_end_answer(&notes);
    assert_int_equal(notes.answer, 1);
    assert_int_equal(notes.parts_read, 0);
    notes_add(&notes, COLOUR_CHAT, "boris: hello");
    assert_int_equal(notes.answer, 0);
    notes_begin_answer(&notes);
    for (int i = 0; i < NOTES_MAX + 2; i++)
        notes_add(&notes, COLOUR_PLAIN, "long");
    assert_int_equal(notes.answer, notes.count);
    notes_deinit(&notes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_notes_stay),
        cmocka_unit_test(a_note_is_corrected_in_its_place),
        cmocka_unit_test(a_later_note_ends_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
