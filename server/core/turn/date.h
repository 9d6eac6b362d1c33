/* SPDX-License-Identifier: MIT */
/*
 * A time of the wall clock at which something happens: a member of what it happens to (uptime.h).
 */
#ifndef PENTAD_SERVER_CORE_DATE_H
#define PENTAD_SERVER_CORE_DATE_H

#include <stdbool.h>
#include <stdint.h>

struct core;

/* Called when a date has come. Returns false if it has to wait for something other than time. */
typedef bool date_fall_fn(struct core *core);

/* All zero: it is not set. */
struct date {
    struct date *prev, *next; /* by at_ms */
    int64_t at_ms;            /* wall */
    date_fall_fn *fall;       /* NULL: it is not set */
    bool waits;               /* it is due, and waits for something else */
};

#endif
