/* SPDX-License-Identifier: MIT */
/*
 * The words of table_commands.def as people type and read them: in English, and in the player's
 * language, which may change while penta runs.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_TABLE_WORDS_H
#define PENTAD_CLIENT_CLI_PLAY_TABLE_WORDS_H

#include "client/cli/play/visit.h"
#include "client/core/typed.h"

#include <stdbool.h>
#include <stddef.h>

/* The place of a command. */
enum table_place {
    TABLE_PLACE_BOTH,
    TABLE_PLACE_SERVER,
    TABLE_PLACE_SOLO,
};

bool table_place_is_here(enum table_place place, const struct visit *visit);

/* An upper bound on the number of words. */
#define TABLE_WORDS_MAX 64

/* Writes a row for each word; returns their number. The rows' texts are never freed. */
size_t table_words_list(struct typed_word rows[TABLE_WORDS_MAX]);
/* Says what can be typed at this table now, or the other commands. */
void table_words_say_help(const struct visit *visit, bool is_more);
/* Writes a row of help without its tail: the word and its arguments, padded to the column where the
 * tail begins. */
void table_words_put_head(const char *word, const char *arguments, char *text, size_t size);

#endif
