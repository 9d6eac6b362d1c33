/* SPDX-License-Identifier: MIT */
/*
 * Reads files of time zones: a header with six counts and a block with that many entries, with
 * times of 32 bits; from version 2 on both again with times of 64 bits, and then the rule for later
 * times.
 */
#include "server/core/rules/zone.h"

#include "base/day.h"

#include <string.h>

#define HEADER_SIZE 44
#define TYPES_MAX 256 /* a type has a number of one byte */
#define DAY_S INT64_C(86400)
#define BEGIN_S (-2 * DAY_S)                /* the first day of 1970 begins later in every zone */
#define END_S (INT64_C(7258118400) + DAY_S) /* 2200-01-02 */

/* ------------------------------------------------------------------ a zone that grows */

void zone_set_utc(struct zone *zone_out)
{
    zone_out->count = 1;
    zone_out->from_ms[0] = INT64_MIN / 2;
    zone_out->offset_ms[0] = 0;
}

/* Takes a change that is not before the last one; another one at the same instant replaces it. */
static bool change_add(struct zone *zone, int64_t at_s, int32_t offset_s)
{
    size_t last = zone->count - 1;
    if (offset_s < -ZONE_OFFSET_MAX_S || offset_s > ZONE_OFFSET_MAX_S)
        return false;
    if (at_s >= END_S || offset_s * 1000 == zone->offset_ms[last])
        return true;
    if (at_s > BEGIN_S ? at_s * 1000 == zone->from_ms[last] : last == 0) {
        zone->offset_ms[last] = offset_s * 1000;
        return true;
    }
    if (at_s <= BEGIN_S || at_s * 1000 < zone->from_ms[last] || last + 1 == ZONE_CHANGES_MAX)
        return false;
    zone->from_ms[zone->count] = at_s * 1000;
    zone->offset_ms[zone->count++] = offset_s * 1000;
    return true;
}

/* ------------------------------------------------------------------ blocks */

struct block {
    size_t time_size;
    size_t times;
    size_t types;
    const uint8_t *at; /* behind the header */
    const uint8_t *end;
};

static int64_t number_at(const uint8_t *bytes, size_t size)
{
    uint64_t number = bytes[0] >= 0x80 ? UINT64_MAX : 0;
    for (size_t i = 0; i < size; i++)
        number = number << 8 | bytes[i];
    return (int64_t)number;
}

static size_t count_at(const uint8_t *header, int place)
{
    return (size_t)(number_at(header + 20 + 4 * place, 4) & UINT32_MAX);
}

/* Whether a whole block without leap seconds begins with `bytes`. */
static bool block_read(const uint8_t *bytes, size_t size, size_t time_size, struct block *block_out)
{
    if (size < HEADER_SIZE || memcmp(bytes, "TZif", 4) != 0)
        return false;
    struct block block = {.time_size = time_size,
                          .times = count_at(bytes, 3),
                          .types = count_at(bytes, 4),
                          .at = bytes + HEADER_SIZE};
    uint64_t length = (uint64_t)block.times * (time_size + 1) + (uint64_t)block.types * 6 +
                      count_at(bytes, 5) + count_at(bytes, 0) + count_at(bytes, 1);
    if (count_at(bytes, 2) != 0 || length > size - HEADER_SIZE)
        return false;
    block.end = block.at + length;
    *block_out = block;
    return true;
}

static int32_t type_offset_s(const struct block *block, size_t type)
{
    const uint8_t *types = block->at + block->times * (block->time_size + 1);
    return (int32_t)number_at(types + 6 * type, 4);
}

/* The first type holds before the first change. `last_s_out`: when the last change is. */
static bool block_use(const struct block *block, struct zone *zone, int64_t *last_s_out)
{
    const uint8_t *types = block->at + block->times * block->time_size;
    *last_s_out = INT64_MIN;
    if (block->types == 0 || block->types > TYPES_MAX ||
        !change_add(zone, BEGIN_S, type_offset_s(block, 0)))
        return false;
    for (size_t i = 0; i < block->times; i++) {
        int64_t at_s = number_at(block->at + i * block->time_size, block->time_size);
        if (types[i] >= block->types || (i > 0 && at_s <= *last_s_out) ||
            !change_add(zone, at_s, type_offset_s(block, types[i])))
            return false;
        *last_s_out = at_s;
    }
    return true;
}

/* ------------------------------------------------------------------ the rule behind them */

/* A line of its own; an empty one says that nothing is known of later times. */
static bool rule_use(const uint8_t *at, const uint8_t *end, int64_t last_s, struct zone *zone)
{
    struct zone_rule rule;
    if (at == end || *at++ != '\n')
        return false;
    const uint8_t *line_end = memchr(at, '\n', (size_t)(end - at));
    if (line_end == NULL)
        return false;
    if (line_end == at)
        return true;
    if (!zone_rule_parse((const char *)at, (size_t)(line_end - at), &rule))
        return false;
    for (int year = ZONE_YEAR_FIRST - 1; rule.has_summer && year <= ZONE_YEAR_LAST + 1; year++) {
        struct zone_change changes[2];
        zone_rule_year(&rule, year, changes);
        for (int i = 0; i < 2; i++)
            if (changes[i].at_s > last_s && !change_add(zone, changes[i].at_s, changes[i].offset_s))
                return false;
    }
    return true;
}

bool zone_parse(const uint8_t *bytes, size_t size, struct zone *zone_out)
{
    struct block block;
    int64_t last_s;
    const uint8_t *end = bytes + size;
    zone_set_utc(zone_out);
    if (!block_read(bytes, size, 4, &block))
        return false;
    bool is_old = bytes[4] < '2'; /* with 32 bits only, and without a rule */
    if (!is_old && !block_read(block.end, (size_t)(end - block.end), 8, &block))
        return false;
    return block_use(&block, zone_out, &last_s) &&
           (is_old || rule_use(block.end, end, last_s, zone_out));
}

/* ------------------------------------------------------------------ the rule at a file's end */

#define HOUR_S 3600
#define ZONE_RULE_DAY_S 86400

/* ------------------------------------------------------------------ reading */

struct text {
    const char *at;
    const char *end;
};

static bool take(struct text *text, char c)
{
    if (text->at == text->end || *text->at != c)
        return false;
    text->at++;
    return true;
}

/* At most three digits are looked at: no number of a rule has more. */
static bool number_read(struct text *text, int min, int max, int *number_out)
{
    const char *begin = text->at;
    int number = 0;
    while (text->at < text->end && text->at - begin < 3 && *text->at >= '0' && *text->at <= '9')
        number = number * 10 + (*text->at++ - '0');
    *number_out = number;
    return text->at > begin && number >= min && number <= max;
}

/* [+-]hours[:minutes[:seconds]] */
static bool time_read(struct text *text, int hours_max, int32_t *seconds_out)
{
    int parts[3] = {0};
    bool is_negative = take(text, '-');
    if (!is_negative)
        (void)take(text, '+');
    if (!number_read(text, 0, hours_max, &parts[0]))
        return false;
    for (int i = 1; i < 3 && take(text, ':'); i++)
        if (!number_read(text, 0, 59, &parts[i]))
            return false;
    int32_t seconds = parts[0] * HOUR_S + parts[1] * 60 + parts[2];
    *seconds_out = is_negative ? -seconds : seconds;
    return true;
}

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* CET or <+0330>. */
static bool name_skip(struct text *text)
{
    const char *begin = text->at;
    if (take(text, '<')) {
        while (text->at < text->end && *text->at != '>')
            text->at++;
        return take(text, '>');
    }
    while (text->at < text->end && is_letter(*text->at))
        text->at++;
    return text->at - begin >= 3;
}

/* POSIX counts hours behind UTC. */
static bool offset_read(struct text *text, int32_t *offset_out)
{
    if (!time_read(text, 24, offset_out))
        return false;
    *offset_out = -*offset_out;
    return true;
}

static bool day_read(struct text *text, struct zone_moment *moment_out)
{
    if (take(text, 'M')) {
        moment_out->kind = ZONE_MONTH_WEEK_DAY;
        return number_read(text, 1, 12, &moment_out->month) && take(text, '.') &&
               number_read(text, 1, 5, &moment_out->week) && take(text, '.') &&
               number_read(text, 0, 6, &moment_out->day);
    }
    bool skips_leap_day = take(text, 'J');
    moment_out->kind = skips_leap_day ? ZONE_DAY_BUT_LEAP : ZONE_DAY;
    return number_read(text, skips_leap_day ? 1 : 0, 365, &moment_out->day);
}

static bool moment_read(struct text *text, struct zone_moment *moment_out)
{
    if (!take(text, ',') || !day_read(text, moment_out))
        return false;
    moment_out->time_s = 2 * HOUR_S;
    return !take(text, '/') || time_read(text, 167, &moment_out->time_s);
}

bool zone_rule_parse(const char *text, size_t len, struct zone_rule *rule_out)
{
    struct text rest = {.at = text, .end = text + len};
    struct zone_rule rule = {.has_summer = false};
    if (!name_skip(&rest) || !offset_read(&rest, &rule.standard_s))
        return false;
    rule.has_summer = rest.at < rest.end;
    rule.summer_s = rule.standard_s + HOUR_S;
    if (rule.has_summer) {
        bool is_named = name_skip(&rest);
        bool is_plain = rest.at < rest.end && *rest.at == ',';
        if (!is_named || (!is_plain && !offset_read(&rest, &rule.summer_s)) ||
            !moment_read(&rest, &rule.summer_begins) || !moment_read(&rest, &rule.summer_ends))
            return false;
    }
    *rule_out = rule;
    return rest.at == rest.end;
}

/* ------------------------------------------------------------------ changes of a year */

static int first_of_month(int year, int month)
{
    return month > 12 ? day_from_date(year + 1, 1, 1) : day_from_date(year, month, 1);
}

/* The weekday's first day of the month, then weeks on while the month lasts. */
static int day_of_week(const struct zone_moment *moment, int year)
{
    int first = first_of_month(year, moment->month);
    int end = first_of_month(year, moment->month + 1);
    int day = first + (moment->day - day_weekday(first) + 7) % 7 + 7 * (moment->week - 1);
    return day < end ? day : day - 7;
}

static int day_of(const struct zone_moment *moment, int year)
{
    int first = first_of_month(year, 1);
    bool is_leap = first_of_month(year + 1, 1) - first == 366;
    switch (moment->kind) {
    case ZONE_MONTH_WEEK_DAY:
        return day_of_week(moment, year);
    case ZONE_DAY_BUT_LEAP:
        return first + moment->day - (is_leap && moment->day >= 60 ? 0 : 1);
    default:
        return first + moment->day;
    }
}

static struct zone_change change_of(const struct zone_moment *moment, int year, int32_t before_s,
                                    int32_t after_s)
{
    int64_t local_s = (int64_t)day_of(moment, year) * ZONE_RULE_DAY_S + moment->time_s;
    return (struct zone_change){.at_s = local_s - before_s, .offset_s = after_s};
}

void zone_rule_year(const struct zone_rule *rule, int year, struct zone_change changes_out[2])
{
    struct zone_change begins =
        change_of(&rule->summer_begins, year, rule->standard_s, rule->summer_s);
    struct zone_change ends = change_of(&rule->summer_ends, year, rule->summer_s, rule->standard_s);
    bool is_first = begins.at_s <= ends.at_s;
    changes_out[0] = is_first ? begins : ends;
    changes_out[1] = is_first ? ends : begins;
}
