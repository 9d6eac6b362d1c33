/* SPDX-License-Identifier: MIT */
/*
 * A time zone: how far it is ahead of UTC, and from when on. Comes from the bytes of a file of the
 * system's time zones (TZif, RFC 9636), which anybody may have damaged: nothing of them is believed
 * that does not fit. Pure functions; a zone is a plain value of its caller.
 */
#ifndef PENTAD_SERVER_CORE_ZONE_H
#define PENTAD_SERVER_CORE_ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Changes of the offset in the years that a zone knows: Morocco has four a year. */
#define ZONE_CHANGES_MAX 1024
/* Those years. What was before 1970 is not told apart; from 2200 on nothing changes any more. */
#define ZONE_YEAR_FIRST 1970
#define ZONE_YEAR_LAST 2199
/* No zone is further from UTC. */
#define ZONE_OFFSET_MAX_S (26 * 3600)

/* offset_ms[i] holds from from_ms[i] on. */
struct zone {
    size_t count;
    int64_t from_ms[ZONE_CHANGES_MAX]; /* the first one is the beginning of all time */
    int32_t offset_ms[ZONE_CHANGES_MAX];
};

void zone_set_utc(struct zone *zone_out);
/* False if the bytes are no such file, are damaged, or count leap seconds (those below right/). */
bool zone_parse(const uint8_t *bytes, size_t size, struct zone *zone_out);

#endif
