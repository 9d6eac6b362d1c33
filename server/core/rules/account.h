/* SPDX-License-Identifier: MIT */
/*
 * The contents of an account: settings, read from the stored text, and if a ban or a mute holds.
 * Pure functions of a stored value, for players in memory and for others.
 */
#ifndef PENTAD_SERVER_CORE_ACCOUNT_H
#define PENTAD_SERVER_CORE_ACCOUNT_H

#include "db/store.h"
#include "proto/settings.h"

#include <stdbool.h>

/* The number of a word: account_setting(account, SETTING_SOUND) == SWITCH_WORD_ON. */
int account_setting(const struct store_account *account, enum setting setting);
void account_setting_put(struct store_account *account, enum setting setting, int value);
/* Fills in all settings. */
void account_settings(const struct store_account *account, struct settings_record *record_out);

/* True if the account is as it is for somebody who never changed it. */
bool account_is_plain(const struct store_account *account);
bool account_is_banned(const struct store_account *account, int64_t wall_ms);
bool account_is_muted(const struct store_account *account, int64_t wall_ms);

/* ------------------------------------------------------------------ countries */
/*
 * The countries that a player can be from: the codes of ISO 3166-1 alpha-2. A pure function.
 */

/* True if `code`, in capitals, is one of them. */
bool country_is_known(const char *code);

#endif
