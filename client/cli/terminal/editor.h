/* SPDX-License-Identifier: MIT */
/*
 * A line editor of bytes: what a terminal in raw mode sends comes in, a line of text comes out. It
 * knows no terminal; its text and its cursor are read to draw the prompt. Keys: the arrows,
 * Home, End, Delete, Backspace, Tab, and Ctrl with A E B F H D K U W P N. A plain value.
 */
#ifndef PENTAD_CLIENT_CLI_TERMINAL_EDITOR_H
#define PENTAD_CLIENT_CLI_TERMINAL_EDITOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EDITOR_SIZE 1024 /* the longest line with its final NUL */
#define EDITOR_HISTORY 16

enum editor_result {
    EDITOR_MORE,       /* nothing yet; the line may have changed */
    EDITOR_LINE,       /* Return: editor_line() is the line, the next one is empty */
    EDITOR_END,        /* Ctrl-D on an empty line */
    EDITOR_REDRAW,     /* Ctrl-L */
    EDITOR_COMPLETE,   /* Tab at the end of the line: see editor_add() */
    EDITOR_FOCUS_LOST, /* the terminal reports that it lost the focus */
    EDITOR_FOCUS_BACK, /* it has it again */
    EDITOR_STEP_BACK,  /* Page up, */
    EDITOR_STEP_ON,    /* and Page down */
    EDITOR_STEP_LAST,  /* End on an empty line */
};

struct editor {
    char text[EDITOR_SIZE];
    size_t len;
    size_t cursor; /* in bytes, at a whole character */
    char done[EDITOR_SIZE];
    char history[EDITOR_HISTORY][EDITOR_SIZE];
    size_t history_count;
    size_t history_at; /* history_count while the person is not looking back */
    bool is_pasting;   /* as the terminal says: all that comes is text */
    char escape[16];   /* an escape sequence or a character that is not whole yet */
    size_t escape_len;
};

void editor_init(struct editor *editor);
/* Takes the next byte. */
enum editor_result editor_take(struct editor *editor, char byte);
/* Types a text at the cursor. */
void editor_add(struct editor *editor, const char *text);
/* The line after EDITOR_LINE; lent until the next one. */
const char *editor_line(const struct editor *editor);

/* ------------------------------------------------------------------ keys */
/*
 * The escape key among the keys of a terminal. Its byte also begins the sequences of other keys,
 * which are sent at once: an escape that stands alone for a while was the key, and the key means
 * nothing. A plain value; no clock.
 */

#define KEYS_ESCAPE "\x1b"
#define KEYS_ALONE_MS 50 /* after this time an escape was alone */

/* Begins as zeros. */
struct keys {
    bool has_escape; /* an escape came last, and is not passed on yet */
    int64_t escape_ms;
};

/* Takes bytes that came at `now_ms`: `*len` is shortened by an escape at their end, which is kept.
 * Returns true if the kept one goes before these, because they belong to it. */
bool keys_take(struct keys *keys, const char *bytes, size_t *len, int64_t now_ms);

#endif
