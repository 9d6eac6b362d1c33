/* SPDX-License-Identifier: MIT */
/* Tests of proto/words.c: words by number and by text, and that they are the engine's words. */
#include "engine/action.h"
#include "engine/outcome.h"
#include "proto/message.h"
#include "proto/shape.h"
#include "tests/support/test.h"

#include <string.h>

TEST(every_word_is_found_at_its_place)
{
    for (int id = 0; id < WORD_LIST_COUNT; id++) {
        const struct word_list *list = word__list((enum word_list_id)id);
        assert_true(list->count > 0);
        for (int i = 0; i < list->count; i++) {
            const char *word = list->rows[i].word;
            /* Fails, too, for a word that occurs twice. */
            assert_int_equal(word__find(list, word, strlen(word)), i);
            assert_true(strlen(list->rows[i].doc) > 0);
        }
    }
}

TEST(what_is_no_word_is_not_found)
{
    const struct word_list *list = word__list(WORD_LIST_seat);
    assert_int_equal(word__find(list, "", 0), -1);
    assert_int_equal(word__find(list, "firs", 4), -1);
    assert_int_equal(word__find(list, "firstly", 7), -1);
    assert_int_equal(word__find(list, "First", 5), -1);
    assert_int_equal(word__find(list, "first\0", 6), -1);
}

TEST(a_number_that_is_no_word_has_no_text)
{
    assert_string_equal(seat_word_text(SEAT_WORD_FIRST), "first");
    assert_string_equal(draw_word_text(DRAW_WORD_REFUSE), "refuse");
    assert_string_equal(seat_word_text(NONE), "");
    assert_string_equal(seat_word_text(SEAT_WORD_COUNT), "");
}

/* Their numbers are compared when proto/words.c is built. */
TEST(words_that_mirror_the_engine_are_spelt_alike)
{
    for (int i = 0; i < RESULT_COUNT; i++)
        assert_string_equal(result_word_text(i), result_word((enum result)i));
    for (int i = 0; i < REASON_COUNT; i++)
        assert_string_equal(reason_word_text(i), reason_word((enum reason)i));
}
