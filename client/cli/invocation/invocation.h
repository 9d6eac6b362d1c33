/* SPDX-License-Identifier: MIT */
/*
 * A command line that was understood, and the questions of commands to it. A plain value that
 * borrows the texts of argv and of the environment.
 */
#ifndef PENTAD_CLIENT_CLI_INVOCATION_INVOCATION_H
#define PENTAD_CLIENT_CLI_INVOCATION_INVOCATION_H

#include "client/cli/invocation/address.h"
#include "client/cli/invocation/options.h"
#include "engine/clock.h"
#include "engine/variant.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A message may be many words. */
#define ARGUMENTS_MAX 64

struct command_row;

struct invocation {
    const struct command_row *command; /* NULL: only --help or --version, or nothing at all */
    const char *arguments[ARGUMENTS_MAX];
    size_t arguments_count;
    const char *options[OPTION_COUNT]; /* the value, "" for a flag that is set, NULL if not given */
    bool is_server_known; /* the server was used before, so that its ways are no news */
};

bool invocation_has(const struct invocation *invocation, enum option_id id);
/* The option's number, or `absent`. */
int64_t invocation_number(const struct invocation *invocation, enum option_id id, int64_t absent);
/* True if --level asks for a level of the player's own strength; else it is a number. */
bool invocation_is_level_mine(const struct invocation *invocation);
/* True if a game against a computer is asked for, by --computer or --level. */
bool invocation_is_for_computer(const struct invocation *invocation);
/* The value of an option of kind FIRST, RESULT, COMPUTERS, STATE, CLOCK_KIND or DECLINE as a number
 * of the wire's list, or NONE. FIRST is for the player who opens a room: "me" is FIRST_WORD_OPENER.
 */
int invocation_word(const struct invocation *invocation, enum option_id id);
/* The stake that --rated or --unrated names, or NONE. */
int invocation_stake(const struct invocation *invocation);
/* The beginning, or the end, of the option's day in the person's time zone (wall time); 0 if not
 * given. */
int64_t invocation_day_begin(const struct invocation *invocation, enum option_id id);
int64_t invocation_day_end(const struct invocation *invocation, enum option_id id);
uint64_t invocation_id(const struct invocation *invocation, enum option_id id);
/* The variant; if none was given, NULL or classic. */
const struct variant *invocation_variant(const struct invocation *invocation);
const struct variant *invocation_variant_or_classic(const struct invocation *invocation);
/* Reads the time control. False, with nothing written, if none was given. */
bool invocation_clock(const struct invocation *invocation, struct time_control *control_out);
/* The time control of a game that this command line asks for: the given one; else the variant's
 * usual one with --rated, since a rated game needs a clock, or if the usual one is of days, since
 * nobody sits through such a game; else none. */
struct time_control invocation_game_clock(const struct invocation *invocation);
/* The text of the usual one if that is what counts, else NULL. */
const char *invocation_usual_clock(const struct invocation *invocation);
/* The server that is meant: this computer where none was named. */
struct address invocation_address(const struct invocation *invocation);
/* The same as a text for people: a value that lives to the end of the statement. */
struct invocation_place {
    char text[ADDRESS_TEXT_SIZE];
};
struct invocation_place invocation_place(const struct invocation *invocation);
/* " --server S", or nothing where it is this computer, to be added to a command that is told to
 * somebody else: a value that lives to the end of the statement. */
struct invocation_server {
    char text[ADDRESS_TEXT_SIZE + 10];
};
struct invocation_server invocation_server(const struct invocation *invocation);

#endif
