/* SPDX-License-Identifier: MIT */
/*
 * Lines as people type them: squares in Russian letters by look and by key, words in two languages
 * and in the wrong layout, and what stays as it was typed.
 */
#include "client/core/typed.h"
#include "tests/support/test.h"

#include <string.h>

static const struct typed_word rows[] = {
    {.word = "resign", .translated = "сдаюсь сдаться"},
    {.word = "say", .translated = "сказать", .is_before_text = true},
    {.word = "weights", .translated = "веса"},
    {.word = "t", .translated = "t"},
    {.word = "d", .translated = "d"},
    {.word = "from", .translated = "от"},
    {.word = "black", .translated = "чёрные"},
    {.word = "on", .translated = "вкл"},
    {.word = "board", .translated = "board"}, /* in a language without the word */
};
static const struct typed_words words = {.rows = rows, .count = sizeof(rows) / sizeof(rows[0])};

static struct typed typed;

static void read_in(enum variant_id variant, const char *actions, const char *line)
{
    struct game game;
    size_t failed_ply;
    assert_int_equal(game_parse(&game, variant_get(variant), actions, strlen(actions), &failed_ply),
                     0);
    typed_read(line, &words, &(struct typed_board){.variant = variant_get(variant), .game = &game},
               &typed);
}

/* Checks that a line means this, and nothing else, on an empty board of 15x15. */
static void check(const char *line, const char *meaning)
{
    read_in(VARIANT_FREESTYLE15, "", line);
    assert_string_equal(typed.lines[0], meaning);
    assert_int_equal(typed.count, 1);
}

static void check_two(const char *line, const char *by_look, const char *by_key)
{
    read_in(VARIANT_FREESTYLE15, "", line);
    assert_int_equal(typed.count, 2);
    assert_string_equal(typed.lines[TYPED_BY_LOOK], by_look);
    assert_string_equal(typed.lines[TYPED_BY_KEY], by_key);
}

/* ---------------------------------------------------------------- columns */

static void check_in(enum variant_id variant, const char *actions, const char *line,
                     const char *meaning)
{
    read_in(variant, actions, line);
    assert_int_equal(typed.count, 1);
    assert_string_equal(typed.lines[0], meaning);
}

TEST(a_column_alone_is_where_its_stone_falls)
{
    check_in(VARIANT_DROP4, "", "c", "c1");
    check_in(VARIANT_DROP4, "c1 c2", "C", "c3");
    check_in(VARIANT_DROP4, "", "d", "d1");                       /* before the word */
    check_in(VARIANT_DROP4, "", "в", "d1");                       /* by key */
    check_in(VARIANT_DROP4, "", "i", "i");                        /* no column */
    check_in(VARIANT_DROP4, "a1 a2 a3 a4 a5 a6 a7 a8", "a", "a"); /* full */
    check_in(VARIANT_DROP4, "", "ф", "a1");                       /* by key */
    check_in(VARIANT_LINETRIS, "", "h", "h1");
    check_in(VARIANT_CIRCLE4, "", "c", "c"); /* c1 or c8 */
    check_in(VARIANT_FREESTYLE15, "", "c", "c");
    check_in(VARIANT_DROP5, "0:0", "0", "0:1");
    check_in(VARIANT_DROP5, "0:0", "-12", "-12:0");
    check_in(VARIANT_DROP5, "0:0", "128", "128");
    check_in(VARIANT_PLANE, "0:0", "3", "3");
}

TEST(counted_squares_need_no_letters)
{
    check_in(VARIANT_PLANE, "0:0", "-3:12", "-3:12");
    check_in(VARIANT_PLANE, "0:0", "0:-1", "0:-1");
    check_in(VARIANT_PLANE, "0:0", "t", "t");
    check_in(VARIANT_FREESTYLE15, "", "3:12", "3:12");
}

/* ---------------------------------------------------------------- squares */

TEST(latin_squares_stay_as_they_are)
{
    check("h8", "h8");
    check("H8", "H8");
    check("a15", "a15");
    check("i 9", "i9");
    check("B  2", "B2");
}

TEST(letters_that_look_alike_or_stand_on_one_key_are_one_square)
{
    check("р8", "h8"); /* p is beyond the board */
    check("Р 8", "h8");
    check("с4", "c4"); /* both ways */
    check("е5", "e5");
    check("ф1", "a1");
    check("щ15", "o15");
    check("к3", "k3");
    check("Н2", "h2");
    check("м2", "m2");
}

TEST(two_squares_that_are_free_are_left_to_the_person)
{
    check_two("а8", "a8", "f8");
    check_two("А 8", "a8", "f8");
    check_two("о3", "o3", "j3");
    check_two("В3", "b3", "d3");
    check_two("t а8", "t a8", "t f8");
}

/* The larger the board, the more letters are two squares. */
TEST(what_is_beyond_the_board_is_not_meant)
{
    check("р8", "h8");
    read_in(VARIANT_CLASSIC, "", "р8");
    assert_int_equal(typed.count, 2);
    assert_string_equal(typed.lines[TYPED_BY_LOOK], "p8");
    assert_string_equal(typed.lines[TYPED_BY_KEY], "h8");
    read_in(VARIANT_CLASSIC, "", "е8"); /* t is beyond that one, too */
    assert_int_equal(typed.count, 1);
    assert_string_equal(typed.lines[0], "e8");
}

TEST(only_a_legal_square_counts)
{
    read_in(VARIANT_FREESTYLE15, "a8", "а8");
    assert_int_equal(typed.count, 1);
    assert_string_equal(typed.lines[0], "f8");
    read_in(VARIANT_FREESTYLE15, "f8", "а8");
    assert_int_equal(typed.count, 1);
    assert_string_equal(typed.lines[0], "a8");
    read_in(VARIANT_FREESTYLE15, "a8 f8", "а8");
    assert_int_equal(typed.count, 1);
    assert_string_equal(typed.lines[0], "a8");
    read_in(VARIANT_MINI, "", "а1"); /* f is beyond the board */
    assert_int_equal(typed.count, 1);
    assert_string_equal(typed.lines[0], "a1");
}

TEST(a_square_that_is_none_stays_as_it_was_typed)
{
    check("z9", "z9");
    check("я9", "я9");
    check("h8 h9", "h8 h9");
    check("15", "15");
    typed_read("а1", &words, &(struct typed_board){.variant = NULL}, &typed);
    assert_string_equal(typed.lines[0], "а1");
}

/* "d 4" was once a hint, which moved for the player. */
TEST(a_letter_and_a_number_are_a_square_before_they_are_a_command)
{
    check("d 4", "d4");
    check("в 4", "d4");
    check("d", "d");
    check("от 4", "from 4");
}

/* ---------------------------------------------------------------- words */

TEST(words_are_understood_in_both_languages_and_in_the_wrong_layout)
{
    check("resign", "resign");
    check("RESIGN", "resign");
    check("сдаюсь", "resign");
    check("СДАТЬСЯ", "resign");
    check("куышпт", "resign");
    check("/resign", "resign");
    check("/сдаюсь", "resign");
    check("чёрные", "black");
    check("Черные", "black");
    check("и", "и");
    check("сдаюс", "сдаюс");
    check("", "");
}

TEST(what_stands_behind_a_word_is_read_too)
{
    check("веса вкл", "weights on");
    check("цушпреы щт", "weights on");
    check("веса  р8", "weights h8");
    check("в", "d");
    check("е р8", "t h8");
    check("сдаюсь сейчас", "resign сейчас");
}

TEST(text_for_people_is_never_changed)
{
    check("say а8", "say а8");
    check("сказать Вкл р8", "say Вкл р8");
    check("ыфн р8", "say р8");
    check("h8 сказать Вкл р8", "h8 say Вкл р8");
    check("с4 SAY  Hi", "c4 say Hi");
    check_two("а1 say а1", "a1 say а1", "f1 say а1");
    check("h8 say", "h8 say ");
    check("h8 веса", "h8 веса");
    check("h8 i9", "h8 i9");
}

TEST(a_language_without_the_word_keeps_english_alone)
{
    check("board", "board");
    check("доска", "доска");
}

/* Bytes that are no characters, and the longest line. */
TEST(any_bytes_are_only_a_line)
{
    char line[TYPED_SIZE];
    check("\xD0", "\xD0");
    check("\xD0 8", "\xD0 8");
    check("\xFF\x80\xD1", "\xFF\x80\xD1");
    memset(line, 'a', sizeof(line) - 1);
    line[sizeof(line) - 1] = '\0';
    check(line, line);
    memcpy(line, "say ", 4);
    check(line, line);
    memset(line + 4, '1', sizeof(line) - 5);
    line[0] = 'h';
    check(line, line);
}

/* ---------------------------------------------------------------- completion */

static void check_complete(const char *line, const char *rest)
{
    char added[TYPED_SIZE];
    typed_complete(&words, line, added);
    assert_string_equal(added, rest);
}

TEST(a_word_that_is_clear_is_completed)
{
    check_complete("res", "ign ");
    check_complete("/res", "ign ");
    check_complete("сдаю", "сь ");
    check_complete("СДАЮ", "сь ");
    check_complete("сд", "а"); /* two words of the same command */
    check_complete("b", "");   /* black, board */
    check_complete("bl", "ack ");
    check_complete("черн", "ые ");
    check_complete("weights o", "n ");
    check_complete("веса вк", "л ");
    check_complete("resign", " ");
}

TEST(nothing_is_added_to_what_is_no_word_or_is_text)
{
    check_complete("", "");
    check_complete("h8", "");
    check_complete("resign ", "");
    check_complete("say res", "");
    check_complete("сказать ве", "");
    check_complete("nothing res", "");
}

/* Without words of any language: an English table reads Russian answers, and the other way round.
 */
TEST(answers_are_the_same_in_every_language)
{
    static const char *const rows_of_answers[][2] = {
        {"yes", "yes"},
        {"y", "yes"},
        {"Y", "yes"},
        {"YES", "yes"},
        {"да", "yes"},
        {"Да", "yes"},
        {"д", "yes"},
        {"Д", "yes"},
        {"lf", "yes"},
        {"нуы", "yes"},
        {"no", "no"},
        {"n", "no"},
        {"N", "no"},
        {"нет", "no"},
        {"НЕТ", "no"},
        {"н", "no"},
        {"ytn", "no"},
        {"/yes", "yes"},
        {"тщ", "no"},
        /* no answers */
        {"ye", "ye"},
        {"yes h8", "yes h8"},
        {"t", "t"},
        {"d", "d"},
        {"l", "l"},
        {"т", "т"},
        {"n8", "n8"},
        {"say y", "say y"},
        {"нетто", "нетто"},
    };
    for (size_t i = 0; i < sizeof(rows_of_answers) / sizeof(rows_of_answers[0]); i++)
        check(rows_of_answers[i][0], rows_of_answers[i][1]);
}
