/* SPDX-License-Identifier: MIT */
/*
 * Turns bytes that are typed at a table, or come from a script, into lines. A person's keys are
 * edited; a script's lines wait here until they may be done. Owns the bytes of lines that are not
 * done yet.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_INPUT_H
#define PENTAD_CLIENT_CLI_PLAY_INPUT_H

#include "client/cli/terminal/editor.h"
#include "client/core/bytes.h"

#include <stdbool.h>
#include <stddef.h>

struct input {
    struct editor editor;
    struct bytes typed; /* lines that are not done yet */
    bool is_ended;      /* nothing more will come; the last line needs no line end */
};

void input_init(struct input *input);
void input_deinit(struct input *input);
/* Takes a person's key. EDITOR_LINE: `line` is the typed line, without spaces at its ends. */
enum editor_result input_take_key(struct input *input, char key, char line[EDITOR_SIZE]);
/* Takes bytes of a script. */
void input_take_bytes(struct input *input, const char *bytes, size_t len);
/* Copies the script's next line, without spaces at its ends. False: there is none yet. */
bool input_peek(const struct input *input, char line[EDITOR_SIZE]);
/* Removes that line. */
void input_drop(struct input *input);
/* True if the script has ended, and every line was removed. */
bool input_is_done(const struct input *input);

#endif
