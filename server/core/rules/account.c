/* SPDX-License-Identifier: MIT */
/*
 * Settings are stored as a text with one character for each row of proto/settings.def: a digit or a
 * letter for the chosen word, '-' for none, and nothing after the last chosen one. So a new setting
 * needs no migration, and one that only a newer program knows is kept as it is.
 */
#include "server/core/rules/account.h"

#include <stddef.h>
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

/* ------------------------------------------------------------------ countries */

static const char CODES[] =
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN "
    "BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ "
    "DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL "
    "GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM "
    "JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME "
    "MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP "
    "NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD "
    "SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO "
    "TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW ";

bool country_is_known(const char *code)
{
    if (strlen(code) != 2)
        return false;
    for (size_t i = 0; i + 2 < sizeof(CODES); i += 3)
        if (memcmp(&CODES[i], code, 2) == 0)
            return true;
    return false;
}
