/* SPDX-License-Identifier: MIT */
/*
 * The rule by which a time zone goes on when its file has no more changes: the TZ text of POSIX,
 * such as "CET-1CEST,M3.5.0,M10.5.0/3", with the hours up to 167 of RFC 9636. Pure functions.
 */
#ifndef PENTAD_SERVER_CORE_ZONE_RULE_H
#define PENTAD_SERVER_CORE_ZONE_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A moment of every year, by the clocks of the zone as they are until then. */
struct zone_moment {
    enum { ZONE_MONTH_WEEK_DAY, ZONE_DAY_BUT_LEAP, ZONE_DAY } kind;
    int month;
    int week; /* 5: the last one */
    int day;  /* of the week, 0 is Sunday; of the year, from 1 or, ZONE_DAY, from 0 */
    int32_t time_s;
};

/* Seconds ahead of UTC. Summer is whatever the text names second, also where it is winter. */
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

/* False if the text is no such rule, or has a summer and does not say when. */
bool zone_rule_parse(const char *text, size_t len, struct zone_rule *rule_out);
/* Both changes of a year from 1969 to 2200, the earlier one first. The rule has a summer. */
void zone_rule_year(const struct zone_rule *rule, int year, struct zone_change changes_out[2]);

#endif
