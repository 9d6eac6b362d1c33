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

/* time_left where there is no limit. */
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
/* Takes the text behind the word INFO. Keys that are not in the table are passed over. */
void tell_hear(struct tell *tell, const char *text, size_t len);
/* The key of a value that was no number, or NULL. */
const char *tell_wrong_key(const struct tell *tell);
/* Whether the rule is one of a single row: five or more, or exactly five. */
bool tell_overline(const struct tell *tell, enum overline *overline_out);

/* The milliseconds to think about the next move, of a game that has taken `spent_ms` of one's own
 * thought so far. They leave a margin for the way to the manager, and for a machine that has stood
 * still for `stall_ms` at a time. */
int64_t tell_move_ms(const struct tell *tell, int64_t spent_ms, int64_t stall_ms);

#endif
