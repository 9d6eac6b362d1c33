/* SPDX-License-Identifier: MIT */
/*
 * Names of players: what is accepted, what counts as the same name and what as a look-alike.
 * Characters that an editor would not show, or show alike, are written as \u escapes.
 */
#include "server/core/rules/name.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

static int make_rules(void **state)
{
    *state = name_rules_new();
    return *state == NULL;
}

static int free_rules(void **state)
{
    name_rules_free(*state);
    return 0;
}

static void expect_good(const struct name_rules *rules, const char *name)
{
    struct name_keys keys;
    if (name_check(rules, name, &keys) != NAME_GOOD)
        fail_msg("refused: %s", name);
}

static void expect_bad(const struct name_rules *rules, const char *name)
{
    struct name_keys keys;
    if (name_check(rules, name, &keys) == NAME_GOOD)
        fail_msg("accepted: %s", name);
}

static struct name_keys keys_of(const struct name_rules *rules, const char *name)
{
    struct name_keys keys;
    if (name_check(rules, name, &keys) != NAME_GOOD)
        fail_msg("refused: %s", name);
    return keys;
}

static void expect_same(const struct name_rules *rules, const char *one, const char *other)
{
    struct name_keys a = keys_of(rules, one);
    struct name_keys b = keys_of(rules, other);
    assert_string_equal(a.key, b.key);
}

/* Two names that are not the same but look alike. */
static void expect_alike(const struct name_rules *rules, const char *one, const char *other)
{
    struct name_keys a = keys_of(rules, one);
    struct name_keys b = keys_of(rules, other);
    assert_string_not_equal(a.key, b.key);
    if (strcmp(a.skeleton, b.skeleton) != 0)
        fail_msg("%s looks like %s, %s like %s", one, a.skeleton, other, b.skeleton);
}

static void expect_different(const struct name_rules *rules, const char *one, const char *other)
{
    struct name_keys a = keys_of(rules, one);
    struct name_keys b = keys_of(rules, other);
    assert_string_not_equal(a.key, b.key);
    assert_string_not_equal(a.skeleton, b.skeleton);
}

static void latin_and_cyrillic_are_welcome(void **state)
{
    expect_good(*state, "anna");
    expect_good(*state, "Boris_7");
    expect_good(*state, "x-y");
    expect_good(*state, "Zo\u00eb");
    expect_good(*state, "\u0410\u043d\u043d\u0430");
    expect_good(*state, "\u0401\u043b\u043a\u0430-2024");
    expect_good(*state, "\u0457\u0436\u0430\u043a_1");
}

static void other_scripts_are_welcome(void **state)
{
    expect_good(*state, "\u03b1\u03bb\u03c6\u03b1");             /* Greek */
    expect_good(*state, "\u05d3\u05e0\u05d9\u05d0\u05dc");       /* Hebrew */
    expect_good(*state, "\u0928\u092e\u0938\u094d\u0924\u0947"); /* Devanagari with its marks */
    expect_good(*state, "\u3086\u304d\u3061\u3083\u3093");       /* Hiragana */
    expect_good(*state, "\u30b9\u30fc\u30d1\u30fc");             /* Katakana, long vowels */
    expect_good(*state, "\u5c71\u7530\u3055\u3093");             /* Han with Hiragana: Japanese */
}

static void digits_and_joiners_go_with_any_script(void **state)
{
    expect_good(*state, "a1_-");
    expect_good(*state, "\u04311_-");
}

static void a_name_has_3_to_20_characters(void **state)
{
    expect_bad(*state, "");
    expect_bad(*state, "ab");
    expect_good(*state, "abc");
    expect_good(*state, "abcdefghijklmnopqrst");
    expect_bad(*state, "abcdefghijklmnopqrstu");
    expect_bad(*state, "\u0436\u0436");
    expect_good(*state, "\u0436\u0436\u0436");
}

static void characters_are_counted_after_composition(void **state)
{
    struct name_keys keys;
    expect_bad(*state, "ae\u0301");
    keys = keys_of(*state, "abe\u0301");
    assert_string_equal(keys.name, "ab\u00e9");
    expect_good(*state, "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301"
                        "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301");
}

static void a_text_of_any_length_is_only_refused(void **state)
{
    char text[5000];
    memset(text, 'a', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    expect_bad(*state, text);
    text[NAME_KEY_SIZE] = '\0';
    expect_bad(*state, text);
    text[NAME_KEY_SIZE - 1] = '\0';
    expect_bad(*state, text);
}

static void a_name_begins_with_a_letter(void **state)
{
    expect_bad(*state, "1ab");
    expect_bad(*state, "_ab");
    expect_bad(*state, "-ab");
    expect_bad(*state, "\u02bcab");
    expect_bad(*state, "\u094dab");
}

static void other_characters_are_refused(void **state)
{
    expect_bad(*state, "a b");
    expect_bad(*state, "abc ");
    expect_bad(*state, "a.b");
    expect_bad(*state, "a@b");
    expect_bad(*state, "a'b");
    expect_bad(*state, "a\u02bcb"); /* a letter that looks like an apostrophe */
    expect_bad(*state, "a\nb");
    expect_bad(*state, "ab\x7f");
    expect_bad(*state, "abc\u2460");     /* a circled digit, though it folds to 1 */
    expect_bad(*state, "abc\u2010d");    /* a hyphen that is not ours */
    expect_bad(*state, "abc\U0001F600"); /* a face */
    expect_bad(*state, "ab\uFDFA");      /* one letter that folds to a sentence with spaces */
    expect_bad(*state, "abc\uE000");     /* private use */
    expect_bad(*state, "abc\u0378");     /* unassigned */
}

static void invisible_characters_are_refused(void **state)
{
    expect_bad(*state, "ab\u200bc"); /* zero-width space */
    expect_bad(*state, "abc\u200d"); /* zero-width joiner */
    expect_bad(*state, "abc\u2060"); /* word joiner */
    expect_bad(*state, "\ufeff"
                       "abc");        /* byte order mark */
    expect_bad(*state, "abc\u00ad");  /* soft hyphen */
    expect_bad(*state, "abc\u202ed"); /* right-to-left override */
    expect_bad(*state, "abc\ufe0f");  /* variation selector */
    expect_bad(*state, "abc\u3164");  /* Hangul filler, a letter */
    expect_bad(*state, "\u3164\u3164\u3164");
    expect_bad(*state, "abc\U000E0041"); /* tag */
}

static void marks_that_go_over_anything_are_refused(void **state)
{
    expect_bad(*state, "abx\u030c");
    expect_bad(*state, "a\u0301\u0302\u0303"
                       "bc");
    expect_bad(*state, "\u0430\u0431\u0432\u0301");
    expect_bad(*state, "\u0928\u093f\u093f\u093f\u0928\u0928");
    expect_bad(*state, "\u0928\u0947\u0947\u0928\u0928"); /* the second covers the first */
}

static void mixed_scripts_are_refused(void **state)
{
    expect_bad(*state, "p\u0430ypal");
    expect_bad(*state, "\u0440\u0430\u0443\u0440\u0430l");
    expect_bad(*state, "anna\u0410");
    expect_bad(*state, "\u03b1bc");
    expect_bad(*state, "\U0001d429\u0430\U0001d432"); /* bold Latin letters and a Cyrillic one */
}

static void digits_of_two_systems_are_refused(void **state)
{
    expect_good(*state, "\u0928\u092e\u0928\u0967\u0968");
    expect_good(*state, "\u0928\u092e\u0928"
                        "12");
    expect_bad(*state, "\u0928\u092e\u0928\u0967"
                       "2");
    expect_bad(*state, "abc\u0661"
                       "2");
}

static void bad_utf8_is_refused(void **state)
{
    char key[NAME_KEY_SIZE];
    expect_bad(*state, "abc\xff");
    expect_bad(*state, "abc\xc3");
    expect_bad(*state, "abc\xc0\xaf");
    expect_bad(*state, "abc\xed\xa0\x80");
    assert_false(name_key("abc\xff", key));
    assert_false(name_key("", key));
}

static void case_and_form_make_no_difference(void **state)
{
    expect_same(*state, "Anna", "aNNa");
    expect_same(*state, "\u0410\u041d\u041d\u0410", "\u0430\u043d\u043d\u0430");
    expect_same(*state, "Zo\u00eb", "ZOE\u0308");
    expect_same(*state, "stra\u00dfe", "STRASSE");
    expect_same(*state, "\u0439\u043e\u0433", "\u0438\u0306\u043e\u0433");
}

/* Letters whose other case, or other spelling, is of another length or kind. */
static void names_of_any_alphabet_are_one_in_any_case(void **state)
{
    static const char *const rows[][2] = {
        {"\u0130lker", "ilker"},             /* Turkish: a capital I with its dot, */
        {"\u0130lker", "Ilker"},             /* which a Turk would not write, */
        {"\u0130smail", "\u0130SMA\u0130L"}, /* inside, */
        {"I\u0307smail", "ismail"},          /* in two pieces, */
        {"i\u0307lker", "\u0130lker"},       /* and as some programs make it small */
        {"Di\u0307yar", "diyar"},            /* over any i */
        {"\u015e\u00fckr\u00fc", "s\u0327u\u0308kru\u0308"},
        {"Stra\u00dfe", "STRA\u1e9eE"}, /* German */
        {"\u01c4ordan", "\u01c6ORDAN"}, /* Croatian, two letters in one, */
        {"\u01c5ordan", "D\u017dordan"},
        {"\ufb01nn", "FINN"}, /* a ligature */
        {"\u039f\u03b4\u03c5\u03c3\u03c3\u03b5\u03c5\u03c2",
         "\u039f\u0394\u03a5\u03a3\u03a3\u0395\u03a5\u03a3"}, /* a final sigma */
        {"\u0390\u03c1\u03b9\u03c2", "\u03b9\u0308\u0301\u03c1\u03b9\u03c2"},
        {"\u0401\u043b\u043a\u0430", "\u0435\u0308\u043b\u043a\u0430"}, /* Russian */
        {"\u0419\u043e\u0433", "\u0418\u0306\u043e\u0433"},
        {"Nguy\u1ec5n", "NGUYE\u0302\u0303N"}, /* Vietnamese */
        {"\u212auro", "kuro"},                 /* the sign for kelvin, a letter */
        {"\u0132sbrand", "ijsbrand"},          /* Dutch */
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        expect_same(*state, rows[i][0], rows[i][1]);
}

static void a_dotted_capital_looks_like_the_small_letter(void **state)
{
    expect_alike(*state, "\u0130lker", "\u0131lker");
    expect_different(*state, "\u0130lker", "llker");
    assert_string_equal(keys_of(*state, "\u0130lker").name, "\u0130lker");
    assert_string_equal(keys_of(*state, "i\u0307lker").name, "ilker");
    expect_good(*state, "I\u015f\u0131k");
    expect_bad(*state, "\u0131\u0307\u0307lker");
    expect_bad(*state, "j\u0307ale");
    expect_bad(*state, "\u0307ilker");
    expect_bad(*state, "\u0301abc");
    expect_bad(*state, "\u0130\u0456van"); /* Latin and Cyrillic */
}

static void full_width_and_styled_letters_are_the_same_name(void **state)
{
    expect_same(*state, "paul", "\uff30\uff41\uff55\uff4c");
    expect_same(*state, "paul", "\U0001d429\U0001d41a\U0001d42e\U0001d425");
    expect_same(*state, "\ufb01nn", "finn");
}

static void the_name_is_shown_as_it_was_written(void **state)
{
    assert_string_equal(keys_of(*state, "AnnA_1").name, "AnnA_1");
    assert_string_equal(keys_of(*state, "AnnA_1").key, "anna_1");
    assert_string_equal(keys_of(*state, "ZOE\u0308").name, "ZO\u00cb");
}

static void whole_names_that_look_alike_across_scripts(void **state)
{
    /* All Cyrillic; the last letter is a palochka, small and capital. */
    expect_alike(*state, "paypal", "\u0440\u0430\u0443\u0440\u0430\u04cf");
    expect_alike(*state, "paypal", "\u0440\u0430\u0443\u0440\u0430\u04c0");
    expect_alike(*state, "apple", "\u0430\u0440\u0440\u04cf\u0435");
    expect_alike(*state, "COP", "\u0421\u041e\u0420");
    expect_alike(*state, "cop", "\u0441\u043e\u0440");
    expect_alike(*state, "HOH", "\u041d\u041e\u041d");
}

static void letters_and_digits_that_look_alike(void **state)
{
    expect_alike(*state, "paul", "pau1");
    expect_alike(*state, "paul", "pauI");
    expect_alike(*state, "pauI", "pau1");
    expect_alike(*state, "Ivan", "lvan");
    expect_alike(*state, "bob", "b0b");
    expect_alike(*state, "BOB", "b0b");
    expect_alike(*state, "modern", "modem");
}

static void names_that_differ_stay_different(void **state)
{
    expect_different(*state, "anna", "anne");
    expect_different(*state, "alia", "alla");
    expect_different(*state, "anna", "\u0430\u043d\u043d\u0430");
    expect_different(*state, "anna1", "anna2");
    expect_different(*state, "winner", "winner1");
    expect_different(*state, "ivan3", "ivane");
}

/* Each would be taken for the best player of the server in passing. */
static void names_that_look_like_a_known_one_are_recognised(void **state)
{
    static const char *const rows[][2] = {
        {"winner", "w1nner"},
        {"winner", "winn3r"},
        {"winner", "w1nn3r"},
        {"winner", "w\u00ednner"},
        {"winner", "wi\u0301nner"},
        {"winner", "win-ner"},
        {"winner", "w_i-nner"},
        {"winner", "Winner_"},
        {"winner", "w\u00efnn\u00ebr"},
        {"smith", "sm1th"},
        {"alice", "a1ice"},
        {"bastian", "ba5tian"},
        {"a-nna", "a_nna"},
        {"eva", "e\u0301va"},
        {"\u0410\u043d\u0434\u0440\u0435\u0439", "\u0410\u043d\u0434\u0440\u0435\u0438"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        expect_alike(*state, rows[i][0], rows[i][1]);
}

static void offices_in_several_languages_are_reserved(void **state)
{
    static const char *const rows[] = {
        "mod",
        "Mod1",
        "the-mod",
        "TheMod",
        "Staff",
        "sysop",
        "referee",
        "Computer1",
        "depth3",
        "penta",
        "m\u00f3d",
        "st4ff",
        "mod\u00e9rateur",
        "schiedsrichter",
        "moderador",
        "\u0441\u0443\u0434\u044c\u044f",
        "\u0430\u0440\u0431\u0438\u0442\u0440",
        "\u0421\u0443\u0434\u044c\u044f-1",
        "\u7ba1\u7406\u5458",
        "\u88c1\u5224\u957f",
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        expect_bad(*state, rows[i]);
    expect_good(*state, "modern");
    expect_good(*state, "ModernArt");
    expect_good(*state, "staffan");
    expect_good(*state, "depths");
    expect_good(*state, "pentathlon");
}

static void names_of_guests_are_reserved(void **state)
{
    expect_bad(*state, "guest-1234");
    expect_bad(*state, "GUEST-x");
    expect_bad(*state, "\uff47\uff55\uff45\uff53\uff54-1");
    expect_bad(*state, "\u0261uest-1"); /* a Latin g of another shape */
    expect_bad(*state, "guest");
    expect_bad(*state, "guest1");
    expect_bad(*state, "guest_1");
    expect_good(*state, "guests");
    expect_good(*state, "guesthouse");
    expect_good(*state, "my-guest-1");
}

static void names_of_deleted_accounts_are_reserved(void **state)
{
    expect_bad(*state, "deleted-1234");
    expect_bad(*state, "DELETED-x");
    expect_bad(*state, "de1eted-x");
    expect_bad(*state, "\uff44eleted-1");
    expect_bad(*state, "deleted_1");
    expect_good(*state, "deletedness");
}

/* mod.rename gives such names. */
static void names_of_renamed_players_are_reserved(void **state)
{
    struct name_keys keys;
    expect_bad(*state, "Player-0000000001");
    expect_bad(*state, "Player-1");
    expect_bad(*state, "p1ayer-7");
    expect_bad(*state, "player2");
    expect_good(*state, "players");
    expect_good(*state, "Chessplayer");
    expect_good(*state, "chess-player-7");
    assert_true(name_make(*state, "Player-0000000001", &keys));
    assert_string_equal(keys.name, "Player-0000000001");
    assert_string_equal(keys.key, "player-0000000001");
}

/* Nobody speaks as the server or as who keeps it. */
static void names_of_offices_are_reserved(void **state)
{
    expect_bad(*state, "admin");
    expect_bad(*state, "Admin");
    expect_bad(*state, "Moderator");
    expect_bad(*state, "m0derator");
    expect_bad(*state, "PENTAD");
    expect_bad(*state, "Модератор");
    expect_bad(*state, "\uff21dmin");
    expect_good(*state, "badminton");
    expect_good(*state, "observer");
    expect_good(*state, "cooperator");
}

static void an_office_is_one_with_digits_and_signs_around_it(void **state)
{
    expect_bad(*state, "admin1");
    expect_bad(*state, "admin007");
    expect_bad(*state, "Admin-");
    expect_bad(*state, "System_");
    expect_bad(*state, "moderator2");
    expect_bad(*state, "оператор1");
    expect_bad(*state, "Ad-min");
    expect_bad(*state, "root--2");
}

static void an_office_is_one_beside_other_parts(void **state)
{
    expect_bad(*state, "TheModerator");
    expect_bad(*state, "Moder");
    expect_bad(*state, "Модер7");
    expect_good(*state, "Moderna");
    expect_bad(*state, "themoderator");
    expect_bad(*state, "СтаршийМодератор");
    expect_bad(*state, "Pentad-Support");
    expect_bad(*state, "PentadTeam");
    expect_bad(*state, "Anna-admin");
    expect_bad(*state, "anna_admin_1");
    expect_bad(*state, "x-Ad_min-2");
    expect_good(*state, "Padmini");
    expect_good(*state, "GRoot");
    expect_good(*state, "sewer-1");
}

static void an_office_is_one_with_digits_for_letters(void **state)
{
    expect_bad(*state, "adm1n");
    expect_bad(*state, "adm1n1");
    expect_bad(*state, "x-4dmin");
    expect_bad(*state, "m0d3r4t0r");
    expect_bad(*state, "sy5tem");
    expect_bad(*state, "r00t");
    expect_good(*state, "c00l-4dd");
}

static void phonetic_letters_are_refused(void **state)
{
    expect_bad(*state, "\u1d00nna");
    expect_bad(*state, "an\u1dbfa");
}

static void a_sign_at_the_end_makes_no_other_name(void **state)
{
    expect_alike(*state, "Anna", "anna_");
    expect_alike(*state, "Anna", "anna-");
    expect_alike(*state, "anna__", "anna-_-");
    expect_alike(*state, "ania", "an\u0131a");
}

static void the_rule_that_is_broken_is_told(void **state)
{
    struct name_keys keys;
    char text[5000];
    memset(text, 'a', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    assert_int_equal(name_check(*state, "", &keys), NAME_TOO_SHORT);
    assert_int_equal(name_check(*state, "ab", &keys), NAME_TOO_SHORT);
    assert_int_equal(name_check(*state, "abcdefghijklmnopqrstu", &keys), NAME_TOO_LONG);
    assert_int_equal(name_check(*state, text, &keys), NAME_TOO_LONG);
    assert_int_equal(name_check(*state, "1ab", &keys), NAME_BEGINS_WRONG);
    assert_int_equal(name_check(*state, "a b", &keys), NAME_HAS_OTHERS);
    assert_int_equal(name_check(*state, "abc\xff", &keys), NAME_HAS_OTHERS);
    assert_int_equal(name_check(*state, "p\u0430ypal", &keys), NAME_MIXES_SCRIPTS);
    assert_int_equal(name_check(*state, "admin1", &keys), NAME_OF_OFFICE);
}

static void the_key_of_any_text_finds_players(void **state)
{
    char key[NAME_KEY_SIZE];
    (void)state;
    assert_true(name_key("Guest-7K", key));
    assert_string_equal(key, "guest-7k");
    assert_true(name_key("a", key));
    assert_string_equal(key, "a");
    assert_true(name_key("AN\u200bNA", key));
    assert_string_equal(key, "anna");
    assert_false(name_key("\u200b", key));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(latin_and_cyrillic_are_welcome),
        cmocka_unit_test(other_scripts_are_welcome),
        cmocka_unit_test(digits_and_joiners_go_with_any_script),
        cmocka_unit_test(a_name_has_3_to_20_characters),
        cmocka_unit_test(characters_are_counted_after_composition),
        cmocka_unit_test(a_text_of_any_length_is_only_refused),
        cmocka_unit_test(a_name_begins_with_a_letter),
        cmocka_unit_test(other_characters_are_refused),
        cmocka_unit_test(invisible_characters_are_refused),
        cmocka_unit_test(marks_that_go_over_anything_are_refused),
        cmocka_unit_test(mixed_scripts_are_refused),
        cmocka_unit_test(digits_of_two_systems_are_refused),
        cmocka_unit_test(bad_utf8_is_refused),
        cmocka_unit_test(case_and_form_make_no_difference),
        cmocka_unit_test(names_of_any_alphabet_are_one_in_any_case),
        cmocka_unit_test(a_dotted_capital_looks_like_the_small_letter),
        cmocka_unit_test(full_width_and_styled_letters_are_the_same_name),
        cmocka_unit_test(the_name_is_shown_as_it_was_written),
        cmocka_unit_test(whole_names_that_look_alike_across_scripts),
        cmocka_unit_test(letters_and_digits_that_look_alike),
        cmocka_unit_test(names_that_look_like_a_known_one_are_recognised),
        cmocka_unit_test(offices_in_several_languages_are_reserved),
        cmocka_unit_test(names_that_differ_stay_different),
        cmocka_unit_test(names_of_guests_are_reserved),
        cmocka_unit_test(names_of_deleted_accounts_are_reserved),
        cmocka_unit_test(names_of_renamed_players_are_reserved),
        cmocka_unit_test(names_of_offices_are_reserved),
        cmocka_unit_test(an_office_is_one_with_digits_and_signs_around_it),
        cmocka_unit_test(an_office_is_one_beside_other_parts),
        cmocka_unit_test(an_office_is_one_with_digits_for_letters),
        cmocka_unit_test(phonetic_letters_are_refused),
        cmocka_unit_test(a_sign_at_the_end_makes_no_other_name),
        cmocka_unit_test(the_rule_that_is_broken_is_told),
        cmocka_unit_test(the_key_of_any_text_finds_players),
    };
    return cmocka_run_group_tests_name("name", tests, make_rules, free_rules);
}
