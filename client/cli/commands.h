/* SPDX-License-Identifier: MIT */
/*
 * The tables of commands, options and exit codes, and a command line read by them. Constants, and
 * plain values that borrow the command line's texts.
 */
#ifndef PENTAD_CLIENT_CLI_COMMANDS_H
#define PENTAD_CLIENT_CLI_COMMANDS_H

#include "engine/clock.h"
#include "engine/variant.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DEFAULT_HOST "127.0.0.1"
#define DEFAULT_PORT "7655"

enum exit_code {
#define EXIT_ROW(ID, number, doc) EXIT_CODE_##ID = number,
#include "client/cli/exits.def"
#undef EXIT_ROW
};

enum option_id {
#define OPTION(ID, letter, name, kind, argument, doc) OPTION_##ID,
#include "client/cli/options.def"
#undef OPTION
    OPTION_COUNT
};

enum command_id {
#define GROUP(title)
#define COMMAND(ID, name, arguments, min, max, options, doc, function) COMMAND_##ID,
#include "client/cli/commands.def"
#undef GROUP
#undef COMMAND
    COMMAND_COUNT
};

enum option_kind {
    OPTION_KIND_FLAG,
    OPTION_KIND_TEXT,     /* not empty */
    OPTION_KIND_ANY_TEXT, /* also empty */
    OPTION_KIND_NUMBER,   /* from 1 */
    OPTION_KIND_PORT,
    OPTION_KIND_ID,
    OPTION_KIND_VARIANT,
    OPTION_KIND_FIRST,      /* me, opponent, random */
    OPTION_KIND_RESULT,     /* a score of the wire */
    OPTION_KIND_STATE,      /* a state of rooms */
    OPTION_KIND_CLOCK,      /* a time control */
    OPTION_KIND_DATE,       /* YYYY-MM-DD */
    OPTION_KIND_FORMAT,     /* of records */
    OPTION_KIND_CLOCK_KIND, /* the kind of one */
    OPTION_KIND_DECLINE,    /* why one declines */
    OPTION_KIND_LANGUAGE,   /* a word of the setting */
};

struct option_row {
    const char *name;
    const char *argument; /* NULL for a flag */
    const char *doc;
    enum option_kind kind;
    char letter; /* 0 for none */
};

struct invocation;

/* Returns an exit code. */
typedef enum exit_code command_fn(const struct invocation *invocation);

/* Beside the options of a command: without --variant it is about classic. */
#define COMMAND_IS_CLASSIC (UINT64_C(1) << 63)

struct command_row {
    const char *name;
    const char *arguments;
    const char *doc;
    command_fn *run;
    uint64_t options; /* bit n: option n */
    uint8_t min;
    uint8_t max;
};

struct exit_row {
    int number;
    const char *doc;
};

/* A message may be many words. */
#define ARGUMENTS_MAX 64

/* A command line that was understood. Texts are borrowed from argv and the environment. */
struct invocation {
    const struct command_row *command; /* NULL: only --help or --version, or nothing at all */
    const char *arguments[ARGUMENTS_MAX];
    size_t arguments_count;
    const char *options[OPTION_COUNT]; /* the value, "" for a flag that is set, NULL if not given */
};

const struct option_row *option_row(enum option_id id);
const struct command_row *command_row(enum command_id id);
/* NULL if there is none. */
const struct command_row *command_find(const char *name);
size_t exit_rows(const struct exit_row **rows_out);
/* Whether the command takes the option; NULL takes the common ones. */
bool command_takes(const struct command_row *command, enum option_id id);

/* The words of a list of the wire with commas between them, cut where they do not fit. */
void word_list_put(int count, const char *(*text)(int), char *out, size_t size);

/* Reads a command line. Returns 0, or -1 with a sentence for the person in `problem`. */
int invocation_parse(int argc, char *const *argv, struct invocation *out, char *problem,
                     size_t size);

bool invocation_has(const struct invocation *invocation, enum option_id id);
/* The option's number, or `absent`. */
int64_t invocation_number(const struct invocation *invocation, enum option_id id, int64_t absent);
/* The value of an option of kind FIRST, RESULT, STATE, CLOCK_KIND or DECLINE as a number of the
 * wire's list, or NONE. FIRST is for who opens a room: "me" is FIRST_WORD_OPENER. */
int invocation_word(const struct invocation *invocation, enum option_id id);
/* The stake that --rated or --unrated names, or NONE. */
int invocation_stake(const struct invocation *invocation);
/* When the day begins in the person's time zone, or when it has ended; 0 if it was not given. */
int64_t invocation_day_begin(const struct invocation *invocation, enum option_id id);
int64_t invocation_day_end(const struct invocation *invocation, enum option_id id);
uint64_t invocation_id(const struct invocation *invocation, enum option_id id);
/* NULL if it was not given. */
const struct variant *invocation_variant(const struct invocation *invocation);
/* False, and nothing written, if no time control was given. */
bool invocation_clock(const struct invocation *invocation, struct time_control *control_out);
const char *invocation_host(const struct invocation *invocation);
const char *invocation_port(const struct invocation *invocation);
/* " --host H --port P" as far as they are not the default: what to add to a command that is told
 * to somebody else. */
void invocation_server_options(const struct invocation *invocation, char *text, size_t size);

#define GROUP(title)
#define COMMAND(ID, name, arguments, min, max, options, doc, function) command_fn function;
#include "client/cli/commands.def"
#undef GROUP
#undef COMMAND

#endif
