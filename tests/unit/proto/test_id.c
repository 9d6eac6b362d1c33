/* SPDX-License-Identifier: MIT */
/* Tests of proto/id.c: ids as text and back. */
#include "proto/id.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

#include <ctype.h>
#include <string.h>

TEST(known_ids_have_known_texts)
{
    static const struct {
        uint64_t id;
        const char *text;
    } known[] = {
        {1, "000000000001"},
        {31, "00000000000z"},
        {32, "000000000010"},
        {18, "00000000000j"},
        {20, "00000000000m"},
        {22, "00000000000p"},
        {27, "00000000000v"},
        {ID_MAX, "zzzzzzzzzzzz"},
        {UINT64_C(1) << 59, "g00000000000"},
        {0x22190a63aa4b, "001234567ajb"},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        char text[ID_TEXT_SIZE];
        id_format(known[i].id, text);
        assert_string_equal(text, known[i].text);
        assert_int_equal(id_parse(text, strlen(text)), known[i].id);
    }
}

static void make_upper(char *text)
{
    for (; *text != '\0'; text++)
        *text = (char)(toupper)((unsigned char)*text); /* the function, not the macro */
}

static void check_round_trip(uint64_t id)
{
    char text[ID_TEXT_SIZE];
    id_format(id, text);
    assert_int_equal(strlen(text), ID_TEXT_SIZE - 1);
    assert_int_equal(id_parse(text, ID_TEXT_SIZE - 1), id);
    make_upper(text);
    assert_int_equal(id_parse(text, ID_TEXT_SIZE - 1), id);
}

TEST(every_id_comes_back_from_its_text_in_either_case)
{
    uint64_t seed = 1;
    for (int i = 0; i < 100000; i++)
        check_round_trip((random_next(&seed) & ID_MAX) | 1);
}

TEST(texts_sort_like_numbers)
{
    uint64_t seed = 2;
    for (int i = 0; i < 10000; i++) {
        uint64_t a = random_next(&seed) & ID_MAX;
        uint64_t b = random_next(&seed) & ID_MAX;
        char a_text[ID_TEXT_SIZE];
        char b_text[ID_TEXT_SIZE];
        id_format(a, a_text);
        id_format(b, b_text);
        assert_int_equal(a < b, strcmp(a_text, b_text) < 0);
    }
}

TEST(what_is_no_id_gives_zero)
{
    static const char *const bad[] = {
        "",
        "1",
        "00000000001",
        "0000000000001",
        "000000000000",
        "00000000000i",
        "00000000000l",
        "00000000000o",
        "00000000000u",
        "00000000000I",
        "00000000000U",
        "00000000000-",
        " 00000000001",
        "00000000001 ",
        "00000000000/",
        "00000000000:",
        "00000000000@",
        "00000000000[",
        "00000000000`",
        "00000000000{",
        "0000000000é",
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_int_equal(id_parse(bad[i], strlen(bad[i])), 0);
    assert_int_equal(id_parse("00000000000\0", 12), 0);
}
