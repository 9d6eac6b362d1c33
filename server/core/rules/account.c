/* SPDX-License-Identifier: MIT */
/*
 * Settings are stored as a text with one character for each row of proto/settings.def: a digit or a
 * letter for the word that was chosen, '-' for none, and nothing behind the last one chosen. So a
 * new setting needs no migration, and one that only a newer program knows is kept as it is.
 */
#include "server/core/rules/account.h"

#include <string.h>

#define NOT_CHOSEN '-'
#define FIRST_WORD '0'

_Static_assert(SETTING_COUNT < STORE_SETTINGS_SIZE, "all settings fit into their text");

int account_setting(const struct store_account *account, enum setting setting)
{
    size_t at = (size_t)setting;
    if (at >= strlen(account->settings))
        return setting_fallback(setting);
    int value = account->settings[at] - FIRST_WORD;
    bool is_known = value >= 0 && value < setting_word_count(setting);
    return is_known ? value : setting_fallback(setting);
}

void account_setting_put(struct store_account *account, enum setting setting, int value)
{
    size_t at = (size_t)setting;
    size_t len = strlen(account->settings);
    for (; len <= at; len++) {
        account->settings[len] = NOT_CHOSEN;
        account->settings[len + 1] = '\0';
    }
    account->settings[at] = (char)(FIRST_WORD + value);
}

void account_settings(const struct store_account *account, struct settings_record *record_out)
{
    *record_out = (struct settings_record){0};
    for (int i = 0; i < SETTING_COUNT; i++)
        setting_put(record_out, (enum setting)i, account_setting(account, (enum setting)i));
}

bool account_is_plain(const struct store_account *account)
{
    return account->settings[0] == '\0' && account->about[0] == '\0' &&
           account->country[0] == '\0' && account->role == ROLE_PLAYER &&
           account->banned_until_ms == 0 && account->muted_until_ms == 0 &&
           account->ban_reason[0] == '\0' && account->mute_reason[0] == '\0' &&
           !account->is_deleted && account->photo == 0 && account->judged_month == 0;
}

bool account_is_banned(const struct store_account *account, int64_t wall_ms)
{
    return account->banned_until_ms > wall_ms;
}

bool account_is_muted(const struct store_account *account, int64_t wall_ms)
{
    return account->muted_until_ms > wall_ms;
}
