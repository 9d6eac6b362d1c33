/* SPDX-License-Identifier: MIT */
/*
 * Dates as numbers: the days since 1970-01-01, in the Gregorian calendar. Pure
 * functions.
 */
#ifndef PENTAD_BASE_DAY_H
#define PENTAD_BASE_DAY_H

#include <stdbool.h>

/* Holds YYYY-MM-DD with its final NUL. */
#define DAY_TEXT_SIZE 11

/* Returns the number that the `digits` digits at `text` make; -1 if one of them is no digit. */
int day_digits(const char *text, int digits);
/* The day of a date in the years 0 to 9999. */
int day_from_date(int year, int month, int day);
/* The day of the week; 0 is Sunday. */
int day_weekday(int day);
/* Reads YYYY-MM-DD, a date from 1970 to 2199; false for anything else. */
bool day_parse(const char *text, int *day_out);
/* Writes the date of a day in the years 0 to 9999. */
void day_text(int day, char text_out[DAY_TEXT_SIZE]);

#endif
