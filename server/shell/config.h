/* SPDX-License-Identifier: MIT */
/*
 * The configuration: a plain struct made from config.def, and its sources: flags win over the file,
 * the file over defaults. Used once, at start, on the main thread.
 */
#ifndef PENTAD_SERVER_SHELL_CONFIG_H
#define PENTAD_SERVER_SHELL_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The most words of the command line that are not flags: a command and its arguments. */
#define CONFIG_WORDS_MAX 12

/* config->port, config->listen ... Words are positions in their list. */
struct config {
    const char *words[CONFIG_WORDS_MAX + 1]; /* borrowed from argv, NULL after the last one */
    size_t word_count;
    bool wants_json; /* --json: commands answer for programs */
#define CONFIG_GROUP(id, title)
#define CONFIG_TEXT(key, fallback, min, size, doc) char key[size];
#define CONFIG_ADDRESS(key, fallback, size, doc) char key[size];
#define CONFIG_NUMBER(key, fallback, min, max, doc) int64_t key;
#define CONFIG_WORD(key, fallback, words, doc) int key;
#include "server/shell/config_rows.h"
};

/* The next step of the program after reading its configuration. */
enum config_verdict {
    CONFIG_RUN,
    CONFIG_DONE,  /* what was asked for (--help) is printed; exit code 0 */
    CONFIG_WRONG, /* the mistake is printed; exit code 2 */
};

/* Room for a mistake in a value, a sentence without its full stop: "port must be ...". */
#define CONFIG_MESSAGE_SIZE 512

/* True if the values make sense to the code that uses them; reports a mistake as above. */
typedef bool config_check_fn(const struct config *config, char message_out[CONFIG_MESSAGE_SIZE]);

/* Writes the path of the local socket; false if there is none. It may be longer than a socket's
 * path can be: opening it then fails. */
#define CONFIG_SOCKET_PATH_SIZE 1040
bool config_socket_path(const struct config *config, char path_out[CONFIG_SOCKET_PATH_SIZE]);

/* Reads the flags, which follow the program's name, and the file that they name, and has the values
 * checked. Requested output goes to `out`, a mistake to `err` in one sentence that names the flag,
 * or the file and the line. */
enum config_verdict config_load(struct config *config_out, config_check_fn *check, char **argv,
                                FILE *out, FILE *err);

/* ------------------------------------------------------------------ the table as data */

enum config_type {
    CONFIG_TYPE_GROUP, /* no key: a heading, its title is `doc` */
    CONFIG_TYPE_TEXT,
    CONFIG_TYPE_ADDRESS,
    CONFIG_TYPE_NUMBER,
    CONFIG_TYPE_WORD,
};

struct config_row {
    const char *key; /* "log_level" */
    enum config_type type;
    size_t offset;        /* in struct config */
    const char *fallback; /* the default, as text */
    int64_t min;          /* TEXT: bytes; NUMBER: value */
    int64_t max;          /* TEXT, ADDRESS: bytes, without the NUL; NUMBER: value */
    const char *words;    /* WORD: "full|normal" */
    const char *doc;
};

/* Positions of the rows, and their number. */
enum config_row_index {
#define CONFIG_GROUP(id, title) CONFIG_ROW_group_##id,
#define CONFIG_TEXT(key, fallback, min, size, doc) CONFIG_ROW_##key,
#define CONFIG_ADDRESS(key, fallback, size, doc) CONFIG_ROW_##key,
#define CONFIG_NUMBER(key, fallback, min, max, doc) CONFIG_ROW_##key,
#define CONFIG_WORD(key, fallback, words, doc) CONFIG_ROW_##key,
#include "server/shell/config_rows.h"
    CONFIG_ROW_COUNT
};

const struct config_row *config_row(size_t index);
/* The row of `key`, or NULL. */
const struct config_row *config_find(const char *key);

void config_set_defaults(struct config *config);
/* Sets a value from its text. If the text is wrong, returns false and leaves the value. */
bool config_set(struct config *config, const struct config_row *row, const char *text,
                char message_out[CONFIG_MESSAGE_SIZE]);
/* The value as text, as config_set() takes it. */
void config_get(const struct config *config, const struct config_row *row, char *text_out,
                size_t size);

/* Sets the values of the file; false if it cannot be read or is wrong: then `err` was told. */
bool config_read_file(struct config *config, const char *path, FILE *err);

/* A configuration file that gives `config`: every key with its meaning, those at their defaults
 * commented out. */
void config_print_sample(const struct config *config, FILE *out);
void config_print_help(FILE *out);
/* The flag of a key, without its dashes: "log-level". */
void config_flag_name(const struct config_row *row, char *name_out, size_t size);

#endif
