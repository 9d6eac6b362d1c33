/* SPDX-License-Identifier: MIT */
/* Tests of server/core/rules/account.c: settings in their stored text; bans and mutes by the time.
 */
#include "server/core/rules/account.h"
#include "tests/support/cmocka_all.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static void a_setting_that_was_never_chosen_has_its_default(void **state)
{
    (void)state;
    const struct store_account account = {0};
    for (int i = 0; i < SETTING_COUNT; i++)
        assert_int_equal(account_setting(&account, (enum setting)i),
                         setting_fallback((enum setting)i));
}

static void each_setting_keeps_each_of_its_words(void **state)
{
    (void)state;
    for (int i = 0; i < SETTING_COUNT; i++) {
        for (int value = 0; value < setting_word_count((enum setting)i); value++) {
            struct store_account account = {0};
            account_setting_put(&account, (enum setting)i, value);
            assert_int_equal(strlen(account.settings), i + 1);
            for (int other = 0; other < SETTING_COUNT; other++)
                assert_int_equal(account_setting(&account, (enum setting)other),
                                 other == i ? value : setting_fallback((enum setting)other));
        }
    }
}

static void a_later_choice_takes_the_place_of_an_earlier_one(void **state)
{
    (void)state;
    struct store_account account = {0};
    account_setting_put(&account, SETTING_SOUND, SWITCH_WORD_OFF);
    account_setting_put(&account, SETTING_THEME, THEME_WORD_NIGHT);
    account_setting_put(&account, SETTING_SOUND, SWITCH_WORD_ON);
    assert_string_equal(account.settings, "2-1");
}

/* A newer program had more settings, and more words for one of them. */
static void what_a_newer_program_chose_is_kept_and_not_understood(void **state)
{
    (void)state;
    struct store_account account = {.settings = "--9-------------7"};
    assert_int_equal(account_setting(&account, SETTING_SOUND), SWITCH_WORD_ON);
    account_setting_put(&account, SETTING_THEME, THEME_WORD_PAPER);
    assert_string_equal(account.settings, "1-9-------------7");
}

static void the_record_has_every_setting(void **state)
{
    (void)state;
    struct store_account account = {0};
    struct settings_record record;
    account_setting_put(&account, SETTING_MESSAGES_FROM, CONTACTS_WORD_MET);
    account_settings(&account, &record);
    assert_int_equal(record.messages_from, CONTACTS_WORD_MET);
    assert_int_equal(record.theme, THEME_WORD_WOOD);
    assert_int_equal(record.sound, SWITCH_WORD_ON);
}

static void a_ban_and_a_mute_hold_until_their_time(void **state)
{
    (void)state;
    struct store_account account = {.banned_until_ms = 1000, .muted_until_ms = STORE_FOR_GOOD};
    assert_true(account_is_banned(&account, 999));
    assert_false(account_is_banned(&account, 1000));
    assert_true(account_is_muted(&account, INT64_MAX - 1));
    account = (struct store_account){0};
    assert_false(account_is_banned(&account, 0));
    assert_false(account_is_muted(&account, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_setting_that_was_never_chosen_has_its_default),
        cmocka_unit_test(each_setting_keeps_each_of_its_words),
        cmocka_unit_test(a_later_choice_takes_the_place_of_an_earlier_one),
        cmocka_unit_test(what_a_newer_program_chose_is_kept_and_not_understood),
        cmocka_unit_test(the_record_has_every_setting),
        cmocka_unit_test(a_ban_and_a_mute_hold_until_their_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
