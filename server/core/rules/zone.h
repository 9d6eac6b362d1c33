/* SPDX-License-Identifier: MIT */
/*
 * A time zone: how far it is ahead of UTC, and since when. It is read from the bytes of one of the
 * system's time zone files (TZif, RFC 9636), which may be damaged: nothing in them is trusted
 * unchecked. Pure functions; a zone is a plain value of its caller.
 */
#ifndef PENTAD_SERVER_CORE_ZONE_H
#define PENTAD_SERVER_CORE_ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most changes of the offset in the years that a zone knows: Morocco has four a year. */
#define ZONE_CHANGES_MAX 1024
/* The years that a zone knows. The time before 1970 has one offset; from 2200 on nothing
 * changes. */
#define ZONE_YEAR_FIRST 1970
#define ZONE_YEAR_LAST 2199
/* The largest offset from UTC. */
#define ZONE_OFFSET_MAX_S (26 * 3600)

/* offset_ms[i] holds from from_ms[i] on. */
struct zone {
    size_t count;
    int64_t from_ms[ZONE_CHANGES_MAX]; /* the first is the beginning of time */
    int32_t offset_ms[ZONE_CHANGES_MAX];
};

void zone_set_utc(struct zone *zone_out);
/* False if the bytes are no such file, are damaged, or count leap seconds (the files below
 * right/). */
bool zone_parse(const uint8_t *bytes, size_t size, struct zone *zone_out);

/* ------------------------------------------------------------------ the rule at a file's end */
/*
 * The rule by which a time zone goes on when its file has no more changes: the TZ text of POSIX,
 * such as "CET-1CEST,M3.5.0,M10.5.0/3", with the hours up to 167 of RFC 9636. Pure functions.
 */

/* A moment of every year, by the clocks of the zone as they are until then. */
struct zone_moment {
    enum { ZONE_MONTH_WEEK_DAY, ZONE_DAY_BUT_LEAP, ZONE_DAY } kind;
    int month;
    int week; /* 5: the last one */
    int day;  /* of the week, 0 is Sunday; of the year, from 1 or, ZONE_DAY, from 0 */
    int32_t time_s;
};

/* Offsets in seconds ahead of UTC. Summer time is the one that the text names second, even if it
 * holds in winter. */
struct zone_rule {
    bool has_summer;
    int32_t standard_s;
    int32_t summer_s;
    struct zone_moment summer_begins;
    struct zone_moment summer_ends;
};

struct zone_change {
    int64_t at_s; /* seconds since 1970 UTC */
    int32_t offset_s;
};

/* False if the text is no such rule, or has a summer time without its dates. */
bool zone_rule_parse(const char *text, size_t len, struct zone_rule *rule_out);
/* Both changes of a year from 1969 to 2200, the earlier one first. The rule has a summer time. */
void zone_rule_year(const struct zone_rule *rule, int year, struct zone_change changes_out[2]);

#endif
