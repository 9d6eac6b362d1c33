/* SPDX-License-Identifier: MIT */
/*
 * The reader of lines at a table: it asks which of two squares is meant, once in a visit, and never
 * guesses. anna plays classic against boris, in English: Russian letters count all the same.
 */
#include "client/cli/play/reading.h"
#include "client/cli/play/table_words.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

#include <string.h>

static struct visitor visitor;
static struct reading reading;
static char line[TYPED_SIZE];

static void sit(const char *actions)
{
    size_t failed_ply;
    struct table *table = &visitor.visit.table;
    visitor_sit(&visitor, "");
    table->variant = variant_get(VARIANT_CLASSIC);
    assert_int_equal(
        game_parse(&table->game, table->variant, actions, strlen(actions), &failed_ply), 0);
}

static int set_up(void **state)
{
    (void)state;
    visitor_init(&visitor, PLAN_PLAY, OP_AUTH_GUEST);
    reading = (struct reading){.visit = &visitor.visit};
    sit("");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visitor_deinit(&visitor);
    return 0;
}

static void check_read(const char *typed, const char *meaning)
{
    assert_true(reading_take(&reading, typed, line));
    assert_string_equal(line, meaning);
    assert_false(reading_is_asking(&reading));
}

static void check_asked(const char *typed, const char *question)
{
    char text[256];
    assert_false(reading_take(&reading, typed, line));
    assert_true(reading_is_asking(&reading));
    reading_put_question(&reading, text, sizeof(text));
    assert_memory_equal(text, question, strlen(question));
}

static void an_answer_is_read_in_any_language(void **state)
{
    (void)state;
    check_read("y", "yes");
    check_read("д", "yes");
    check_read("н", "no"); /* it stands on the key of y */
}

static void each_square_of_conditional_moves_is_read(void **state)
{
    (void)state;
    check_read("if с4 B2 h8 WHITE", "if c4 B2 h8 white");
    check_asked("if h8 а8", "if h8 a8 or if h8 f8? Type 1 or 2");
    check_read("2", "if h8 f8");
    check_read("if о8 а8 h9 д8", "if j8 f8 h9 l8");
    assert_false(reading_take(&reading, "if h8 м9", line));
    visitor_check_said(&visitor, "Russian letters are read by their keys here. If you mean m9, "
                                 "type it in Latin letters.");
    visitor_check_silent(&visitor);
    check_read("if", "if");
}

static void a_square_that_may_be_two_is_asked_for_once(void **state)
{
    (void)state;
    check_asked("а8", "a8 or f8? Type 1 or 2");
    check_read("2", "f8");
    check_read("о9", "j9");
    check_read("а7", "f7");
}

static void the_other_answer_is_kept_likewise(void **state)
{
    (void)state;
    check_asked("о9", "o9 or j9? Type 1 or 2");
    check_read("1", "o9");
    check_read("а7", "a7");
}

/* One who writes letters as they look means an l by one whose key has a k: no stone is placed. */
static void what_was_chosen_is_never_left_for_the_other_way(void **state)
{
    (void)state;
    check_asked("о9", "o9 or j9?");
    check_read("1", "o9");
    assert_false(reading_take(&reading, "л13", line));
    visitor_check_said(&visitor, "Russian letters are read by their looks here. If you mean k13, "
                                 "type it in Latin letters.");
    check_read("с4", "c4");
    check_read("зз", "зз");
    sit("p8");
    check_read("р8", "p8"); /* to be refused; h8 would be free */
    visitor_check_silent(&visitor);
}

static void letters_by_key_are_never_read_by_look(void **state)
{
    (void)state;
    check_asked("о9", "o9 or j9?");
    check_read("2", "j9");
    assert_false(reading_take(&reading, "м12", line));
    visitor_check_said(&visitor, "Russian letters are read by their keys here. If you mean m12, "
                                 "type it in Latin letters.");
    check_read("д12", "l12");
}

static void any_other_line_is_no_answer(void **state)
{
    (void)state;
    check_asked("а8", "a8 or f8?");
    check_read("h8", "h8");
    check_read("1", "1");
    check_asked("а8", "a8 or f8?");
    check_asked("о8", "o8 or j8?");
    check_read("куышпт", "resign");
}

/* The answer may mean something else in another position: nothing is placed by it. */
static void a_question_is_withdrawn_with_its_position(void **state)
{
    (void)state;
    check_asked("а8", "a8 or f8?");
    reading_settle(&reading);
    visitor_check_silent(&visitor);
    sit("h8");
    assert_false(reading_is_asking(&reading));
    reading_settle(&reading);
    visitor_check_said(&visitor, "a8 or f8: the position has changed. Type the move again.");
    reading_settle(&reading);
    visitor_check_silent(&visitor);
    check_read("h9", "h9");
    check_read("1", "1");
}

static void an_answer_that_comes_late_is_one_about_letters(void **state)
{
    (void)state;
    check_asked("а8", "a8 or f8?");
    sit("h8");
    assert_false(reading_take(&reading, "2", line));
    visitor_check_said(&visitor, "Russian letters are read that way from now on.");
    reading_settle(&reading);
    visitor_check_silent(&visitor);
    check_read("а8", "f8");
    check_read("2", "2");
}

static void a_script_is_told_and_nothing_is_done(void **state)
{
    (void)state;
    visitor.visit.is_person = false;
    assert_false(reading_take(&reading, "а8", line));
    assert_false(reading_is_asking(&reading));
    visitor_check_said(&visitor, "This may be a8 or f8; write one of them in Latin letters.");
    reading_peek(&reading, "ф8", line);
    assert_string_equal(line, "a8");
}

static void every_word_of_the_table_means_itself(void **state)
{
    (void)state;
    struct typed_word rows[TABLE_WORDS_MAX];
    size_t count = table_words_list(rows);
    assert_in_range(count, 30, TABLE_WORDS_MAX);
    for (size_t i = 0; i < count; i++)
        check_read(rows[i].word, rows[i].word);
}

#define READING_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        READING_TEST(an_answer_is_read_in_any_language),
        READING_TEST(a_square_that_may_be_two_is_asked_for_once),
        READING_TEST(the_other_answer_is_kept_likewise),
        READING_TEST(what_was_chosen_is_never_left_for_the_other_way),
        READING_TEST(letters_by_key_are_never_read_by_look),
        READING_TEST(any_other_line_is_no_answer),
        READING_TEST(a_question_is_withdrawn_with_its_position),
        READING_TEST(an_answer_that_comes_late_is_one_about_letters),
        READING_TEST(a_script_is_told_and_nothing_is_done),
        READING_TEST(each_square_of_conditional_moves_is_read),
        READING_TEST(every_word_of_the_table_means_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
