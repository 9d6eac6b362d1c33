/* SPDX-License-Identifier: MIT */
/*
 * The keys for stepping through something: bytes of a terminal come in, steps come out. Left, h,
 * Backspace and Page up go back, Right, l, Space, Return and Page down on, Home and Up to the
 * beginning, End and Down to the end, a number and Return to that place; q ends, as do Ctrl-C and
 * Ctrl-D. The letters work also in the Russian layout. A plain value.
 */
#ifndef PENTAD_CLIENT_CLI_TERMINAL_STEPS_H
#define PENTAD_CLIENT_CLI_TERMINAL_STEPS_H

#include <stddef.h>

enum step {
    STEP_NONE, /* nothing yet */
    STEP_BACK,
    STEP_ON,
    STEP_FIRST,
    STEP_LAST,
    STEP_TO, /* the place `number` */
    STEP_END,
};

struct steps {
    char held[8]; /* of a key that is not whole yet */
    size_t held_len;
    unsigned digits; /* typed so far */
    unsigned number; /* of these, at most STEPS_NUMBER_MAX */
};

#define STEPS_NUMBER_MAX 99999

/* Takes the next byte; begins as zeros. */
enum step steps_take(struct steps *steps, char byte);

#endif
