/* SPDX-License-Identifier: MIT */
/*
 * Reads the rule of a time zone from left to right, and tells its changes by counting days.
 */
#include "server/core/rules/zone_rule.h"

#include "base/day.h"
#include "server/core/rules/zone.h"

#define HOUR_S 3600
#define DAY_S 86400

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
    int64_t local_s = (int64_t)day_of(moment, year) * DAY_S + moment->time_s;
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
