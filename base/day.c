/* SPDX-License-Identifier: MIT */
/*
 * Dates by the rule of the Gregorian calendar, in which 400 years always have as many days.
 */
#include "base/day.h"

#include <stdio.h>
#include <string.h>

#define YEAR_FIRST 1970
#define YEAR_LAST 2199

/* Howard Hinnant's days_from_civil: years begin in March, and 400 of them are one era. */
int day_from_date(int year, int month, int day)
{
    int from_march = month > 2 ? month - 3 : month + 9;
    int shifted = month > 2 ? year : year - 1;
    int era = shifted / 400;
    int year_of_era = shifted - era * 400;
    int day_of_year = (153 * from_march + 2) / 5 + day - 1;
    int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * 146097 + day_of_era - 719468;
}

int day_weekday(int day)
{
    int weekday = (day + 4) % 7; /* 1970 began with a Thursday */
    return weekday < 0 ? weekday + 7 : weekday;
}

void day_text(int day, char text_out[DAY_TEXT_SIZE])
{
    int shifted = day + 719468;
    int era = shifted / 146097;
    int day_of_era = shifted - era * 146097;
    int year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int from_march = (5 * day_of_year + 2) / 153;
    int month = from_march < 10 ? from_march + 3 : from_march - 9;
    int year = year_of_era + era * 400 + (month <= 2 ? 1 : 0);
    int of_month = day_of_year - (153 * from_march + 2) / 5 + 1;
    /* The remainders only tell the compiler what it cannot know. */
    (void)snprintf(text_out, DAY_TEXT_SIZE, "%04u-%02u-%02u", (unsigned)year % 10000,
                   (unsigned)month % 100, (unsigned)of_month % 100);
}

int day_digits(const char *text, int digits)
{
    int number = 0;
    for (int i = 0; i < digits; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        number = number * 10 + (text[i] - '0');
    }
    return number;
}

bool day_parse(const char *text, int *day_out)
{
    char again[DAY_TEXT_SIZE];
    if (strlen(text) != 10 || text[4] != '-' || text[7] != '-')
        return false;
    int year = day_digits(text, 4);
    int month = day_digits(text + 5, 2);
    int day = day_digits(text + 8, 2);
    if (year < YEAR_FIRST || year > YEAR_LAST || month < 1 || month > 12 || day < 1)
        return false;
    *day_out = day_from_date(year, month, day);
    day_text(*day_out, again); /* 30 February becomes a day of March */
    return strcmp(again, text) == 0;
}
