/* SPDX-License-Identifier: MIT */
/*
 * The rules of a game in sentences for people, in their language: some made from the variant's
 * columns, and those of guide.def; and advice on how to play well, from advice.def. Numbers come
 * from the variant, so that no sentence can contradict it. Functions of the variant; nothing is
 * kept.
 */
#ifndef PENTAD_CLIENT_CLI_WORDS_GUIDE_H
#define PENTAD_CLIENT_CLI_WORDS_GUIDE_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>

#define GUIDE_LINES_MAX 10
#define GUIDE_ADVICE_MAX 4
#define GUIDE_LINE_SIZE 512

/* Writes the sentences, each of at most GUIDE_LINE_SIZE bytes; returns how many. */
size_t guide_lines(const struct variant *variant, char lines_out[GUIDE_LINES_MAX][GUIDE_LINE_SIZE]);

/* The same for the advice; none for a variant that is not in the table. */
size_t guide_advice(const struct variant *variant,
                    char lines_out[GUIDE_ADVICE_MAX][GUIDE_LINE_SIZE]);

/* Makes an example game that shows how the variant is played. False: its rules are not known
 * here. */
bool guide_example(const struct variant *variant, struct game *game_out);

/* The kinds by which games are listed. */
enum guide_kind {
#define GUIDE_KIND(ID, needs, title) GUIDE_##ID,
#include "client/cli/words/guide.def"
    GUIDE_KINDS
};

enum guide_kind guide_kind(const struct variant *variant);
const char *guide_kind_name(enum guide_kind kind);

/* Writes the size of the board in short: "19x19", "4x4x4", or in words if it has none. */
void guide_put_size(const struct variant *variant, char *text, size_t size);

#endif
