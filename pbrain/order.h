/* SPDX-License-Identifier: MIT */
/*
 * A line of the Gomocup protocol as a value. Reading one is a function of bytes, without input,
 * output or memory of its own.
 */
#ifndef PENTAD_PBRAIN_ORDER_H
#define PENTAD_PBRAIN_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum command_id {
#define COMMAND(ID, ...) COMMAND_##ID,
#include "pbrain/commands.def"
#undef COMMAND
    COMMAND_COUNT
};

enum operands {
    OPERANDS_NONE,
    OPERANDS_NUMBER,
    OPERANDS_PAIR, /* X,Y */
    OPERANDS_TEXT, /* anything */
};

/* The effect of a command that comes during a thought. */
enum meanwhile {
    MEANWHILE_WAITS,
    MEANWHILE_AT_ONCE, /* the thought goes on under its limits */
    MEANWHILE_ABANDONS /* the thought ends without an answer */
};

struct command {
    const char *word;
    enum operands operands;
    enum meanwhile meanwhile;
    const char *synopsis; /* for people */
    const char *doc;
};

enum order_error {
    ORDER_OK,
    ORDER_UNKNOWN, /* no such command */
    ORDER_BAD,     /* operands that this command does not have */
};

struct order {
    enum command_id command;
    int64_t numbers[2];
    const char *text; /* of OPERANDS_TEXT, within the line that was read */
    size_t text_len;
};

/* A stone of BOARD. */
struct order_stone {
    int64_t x;
    int64_t y;
    int64_t field; /* 1: own, 2: the opponent's */
};

const struct command *command_get(enum command_id id);

/* Reads a line without its end; words may also be in small letters. ORDER_BAD sets the command,
 * too. */
enum order_error order_read(const char *line, size_t len, struct order *order_out);

/* Reads `X,Y,FIELD`. */
bool order_read_stone(const char *line, size_t len, struct order_stone *stone_out);
/* True if the line ends the stones of BOARD. */
bool order_is_done(const char *line, size_t len);

/* Split `KEY VALUE` of INFO: the length of the key, and the value if it is a number. */
size_t order_info_key(const char *text, size_t len);
bool order_info_number(const char *text, size_t len, int64_t *number_out);

#endif
