/* SPDX-License-Identifier: MIT */
/*
 * The options that the manager told by INFO, and the time for a move that follows from it. A plain
 * value; no clock.
 */
#ifndef PENTAD_PBRAIN_TELL_H
#define PENTAD_PBRAIN_TELL_H

#include "engine/variant.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The value of time_left that means no limit. */
#define TELL_UNLIMITED INT64_C(2147483647)

enum info_id {
#define INFO(ID, ...) INFO_##ID,
#include "pbrain/infos.def"
#undef INFO
    INFO_COUNT
};

struct tell {
    int64_t values[INFO_COUNT];
    bool is_told[INFO_COUNT];
    bool is_wrong[INFO_COUNT]; /* the last value was no number */
};

void tell_init(struct tell *tell);
/* Takes the text after the word INFO. Keys that are not in the table are ignored. */
void tell_hear(struct tell *tell, const char *text, size_t len);
/* The key of a value that was no number, or NULL. */
const char *tell_wrong_key(const struct tell *tell);
/* Gives the worth of longer rows by the rule; false unless the rule is five or more, or exactly
 * five. */
bool tell_overline(const struct tell *tell, enum overline *overline_out);

/* The milliseconds to think about the next move, in a game in which this side has thought for
 * `spent_ms` so far. They leave a margin for the way to the manager, and for stalls of the machine
 * of up to `stall_ms`. */
int64_t tell_move_ms(const struct tell *tell, int64_t spent_ms, int64_t stall_ms);

#endif
