/* SPDX-License-Identifier: MIT */
/*
 * Words for bans, mutes, roles and reports.
 */
#ifndef PENTAD_CLIENT_CLI_WORDS_ORDER_H
#define PENTAD_CLIENT_CLI_WORDS_ORDER_H

#include "proto/message.h"

#include <stddef.h>
#include <stdint.h>

const char *words_role(int role);
/* Somebody is banned, or muted; `until` NONE: for good. */
void words_banned(const char *name, int64_t until, char *text, size_t size);
void words_muted(const char *name, int64_t until, char *text, size_t size);
/* One's own mute. */
void words_own_mute(const struct sanction_record *mute, char *text, size_t size);
/* What was done to one's own account. */
void words_account(const struct account_changed_event *event, char *text, size_t size);
/* A new report, for those who keep order. */
void words_reported(const struct mod_reported_event *event, char *text, size_t size);

#endif
