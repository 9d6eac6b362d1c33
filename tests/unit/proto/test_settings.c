/* SPDX-License-Identifier: MIT */
/* Tests of proto/settings.c: the table of settings, by name and by place in the record. */
#include "proto/settings.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

TEST(every_setting_is_found_by_its_name)
{
    for (int i = 0; i < SETTING_COUNT; i++)
        assert_int_equal(setting_find(setting_name((enum setting)i)), i);
    assert_int_equal(setting_find("no_such_setting"), SETTING_COUNT);
    assert_int_equal(setting_find(""), SETTING_COUNT);
}

TEST(every_doc_names_the_word_that_counts_at_first)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        enum setting setting = (enum setting)i;
        char words[64];
        (void)snprintf(words, sizeof(words), "default `%s`",
                       setting_word(setting, setting_fallback(setting)));
        assert_non_null(strstr(setting_doc(setting), words));
    }
}

TEST(words_have_their_numbers)
{
    assert_int_equal(setting_word_count(SETTING_SOUND), 2);
    assert_int_equal(setting_word_find(SETTING_SOUND, "on"), SWITCH_WORD_ON);
    assert_int_equal(setting_word_find(SETTING_SOUND, "loud"), NONE);
    assert_int_equal(setting_word_find(SETTING_MESSAGES_FROM, "met"), CONTACTS_WORD_MET);
    assert_string_equal(setting_word(SETTING_THEME, THEME_WORD_NIGHT), "night");
}

TEST(a_record_gives_what_was_put)
{
    struct settings_record record;
    settings_init(&record);
    for (int i = 0; i < SETTING_COUNT; i++)
        assert_int_equal(setting_get(&record, (enum setting)i), NONE);
    setting_put(&record, SETTING_LANGUAGE, LANGUAGE_WORD_RU);
    assert_int_equal(record.language, LANGUAGE_WORD_RU);
    assert_int_equal(setting_get(&record, SETTING_LANGUAGE), LANGUAGE_WORD_RU);
    assert_int_equal(setting_get(&record, SETTING_SOUND), NONE);
}

/* They are stored by number: these must never change. */
TEST(numbers_are_for_ever)
{
    assert_int_equal(SETTING_THEME, 0);
    assert_int_equal(SETTING_PIECES, 1);
    assert_int_equal(SETTING_SOUND, 2);
    assert_int_equal(SETTING_LANGUAGE, 3);
    assert_int_equal(SETTING_ALLOW_TAKEBACK, 4);
    assert_int_equal(SETTING_SHOW_THREATS, 5);
    assert_int_equal(SETTING_CLOSE_THREATS, 6);
    assert_int_equal(SETTING_INVITATIONS_FROM, 7);
    assert_int_equal(SETTING_MESSAGES_FROM, 8);
    assert_int_equal(SWITCH_WORD_ON, 1);
    assert_int_equal(CONTACTS_WORD_NOBODY, 2);
}
