/* SPDX-License-Identifier: MIT */
/*
 * A computer player as a person asks for one: by its key and a level, or by neither. Functions of
 * the table of computer players (brain/computers.def).
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_OPPONENT_H
#define PENTAD_CLIENT_CLI_PLAY_OPPONENT_H

#include "brain/computer.h"
#include "client/cli/terminal/ink.h"
#include "client/core/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct opponent {
    const struct computer *computer;
    unsigned level;
    uint64_t nodes; /* looks at no more positions; 0: as many as the level does */
};

/* Finds the computer player for games of `variant`: that with this key, or the usual one where
 * `key` is NULL; at this level, or at one in the middle where it is 0. False: there is none, and
 * `problem` says why. */
bool opponent_choose(struct opponent *opponent, const struct variant *variant, const char *key,
                     int64_t level, char *problem, size_t size);
/* The one that is played where none is named, in the middle of its levels. */
struct opponent opponent_usual(const struct variant *variant);
/* The sentence on the levels that a computer has. */
void opponent_put_levels(const struct computer *computer, char *text, size_t size);
/* The strongest one at its highest level, and with more positions than any level looks at: it gives
 * hints. */
struct opponent opponent_strongest(const struct variant *variant);
/* Whom the player is against at a table of a server. All zeros: nobody (NULL), a person, or a
 * computer that is not known here. */
struct opponent opponent_of(const struct table_person *person);
/* As at a server: "random", or with several levels "depth:5". */
void opponent_name(const struct opponent *opponent, char *text, size_t size);
/* Lists all of them, with their levels and the games that they play. */
void opponent_list(struct ink *ink);

#endif
