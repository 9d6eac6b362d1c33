/* SPDX-License-Identifier: MIT */
/*
 * Words for single things: people, marks, variants, results, days, bans. Names in texts are as the
 * server sent them, so they are shown with ink_put() only; that holds for all files of this folder.
 */
#ifndef PENTAD_CLIENT_CLI_WORDS_WORDS_H
#define PENTAD_CLIENT_CLI_WORDS_WORDS_H

#include "client/cli/terminal/ink.h"
#include "client/core/table.h"
#include "proto/codec.h"
#include "proto/settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WORDS_SIZE 512

/* The mark after points: a question mark while the rating is provisional, else nothing. */
const char *words_provisional(bool is_provisional);
/* "anna (1523)", after a rated game "anna (1531, +8)", "guest-7 (guest)". */
void words_person(const struct table_person *person, char *text, size_t size);
/* The state of the player's connection, to stand after the name: ", offline", ", off until
 * 2026-12-03", ", 120 ms", or nothing. */
void words_connection(const struct table_person *person, char *text, size_t size);
/* "X", "O" or "?" while the opening has not fixed it. */
const char *words_mark(enum mark mark);
/* The same; nothing if players have no marks of their own, or the mark is not known yet. */
const char *words_own_mark(enum mark mark);
/* The words of a setting: "wood, paper, night, contrast". */
void words_setting(enum setting setting, char *text, size_t size);
/* A variant's name, "rated" and so on, translated. */
const char *words_variant(const struct variant *variant);
/* Says that a game cannot be played here, and why. */
void words_not_playable(const struct variant *variant, char *text, size_t size);
/* The same for a column of a list: its key, or a short name in the player's language. */
const char *words_variant_short(const struct variant *variant);
const char *words_rated(bool is_rated);
/* "Opening: Hogetsu (7i)"; empty if the game's opening has no name. */
void words_opening(const struct game *game, char *text, size_t size);
const char *words_reason(int reason);
const char *words_score(int score);
const char *words_room_state(int state);
const char *words_decline(int reason);
/* The act of a moderator, as it stands before the name of its object. */
const char *words_act(int act);
/* True if the act ends at a time, or else holds for good. */
bool words_act_has_end(int act);
/* The columns that such words take in a table: those of the widest in the person's language and one
 * space, at least `least`. */
int words_columns(const char *(*word)(int), int count, int least);
/* The same for the short names of variants. */
int words_variant_columns(void);
/* The warning that a login gave; by `now_ms`, that it comes too late. */
void words_fine_warning(const struct fine_warning_record *warning, int64_t now_ms, char *text,
                        size_t size);
/* Tells that games were annulled. */
void words_annulled(const struct rating_annulled_event *event, char *text, size_t size);

/* The number of unread messages. */
void words_unread(int64_t unread, char *text, size_t size);
/* A short text as a value: `words_time(at).text` lives until the end of its statement. */
struct words_text {
    char text[64];
};
/* The day and the hour, in the person's time zone. */
struct words_text words_time(int64_t ms);
/* The id of a room, a game, a message. */
struct words_text words_id(uint64_t id);
/* A move or a choice of a game of the variant. */
struct words_text words_action(const struct variant *variant, struct action action);

/* The phrase (proto/phrases.def) with this number, from 1, or these words in either language; NULL:
 * none. */
const char *words_phrase(const char *typed);
/* The text of a chat line, in the person's language if it is a phrase. */
const char *words_said(const char *text);

/* Words for bans, mutes, roles and reports. */
const char *words_role(int role);
/* Tell that somebody is banned, or muted; `until` NONE: for good. */
void words_banned(const char *name, int64_t until, char *text, size_t size);
void words_muted(const char *name, int64_t until, char *text, size_t size);
/* The full stop that somebody else's text needs after it; "" if it ends its sentence itself. */
const char *words_stop(const char *text);
/* The sentence with a reason. */
void words_why(const char *reason, char *text, size_t size);
/* One's own mute. */
void words_own_mute(const struct sanction_record *mute, char *text, size_t size);
/* A change of one's own account by a moderator. */
void words_account(const struct account_changed_event *event, char *text, size_t size);
/* Tells that a followed player has come, with the command that watches. `server` goes after that:
 * invocation_server(). */
void words_came(const struct follow_came_event *event, const char *server, char *text, size_t size);
/* The sentence of a memo; empty for a kind that this client does not know. */
void words_memo(const struct memo_record *memo, char *text, size_t size);
/* The sanction that an appeal is against, by its act, as the object of a sentence. */
const char *words_sanction(int act);
/* The sentence that one may appeal against a mute, a ban or a warning. */
const char *words_may_appeal(void);
/* Tell moderators of a new appeal, and of a new report. */
void words_appealed(const struct mod_appealed_event *event, char *text, size_t size);
void words_reported(const struct mod_reported_event *event, char *text, size_t size);

#endif
