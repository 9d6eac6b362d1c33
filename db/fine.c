/* SPDX-License-Identifier: MIT */
/*
 * The rule of the monthly fine. db/sql/fine.c applies it to sets of rows in SQL, with the figures
 * from here.
 */
#include "db/fine.h"

#include <stdio.h>

_Static_assert(FINE_MONTHS_MAX < 63, "the bits of all months are a positive number in SQL");

uint64_t fine_bit(int month)
{
    return UINT64_C(1) << (month % FINE_MONTHS_MAX);
}

int fine_playing_month(int settled, int month)
{
    return month > settled ? month : settled + 1;
}

bool fine_counts_moves(int settled, int month)
{
    return settled == 0 || (month > settled && month - settled <= FINE_MONTHS_MAX);
}

bool fine_applies(const struct store_rating *rating, int month)
{
    return rating->games > 0 && rating->since_month < month &&
           (rating->active_months & fine_bit(month)) == 0 && rating->points > STORE_POINTS_FLOOR;
}

int fine_after(int points)
{
    return points > STORE_POINTS_FLOOR + FINE_POINTS ? points - FINE_POINTS : STORE_POINTS_FLOOR;
}

/* Before the first settled month nothing was cleared. A rating that is older than it may have bits
 * of years ago; its moves are told apart in the present month only, which is the next one. */
uint64_t fine_bits_kept(int settled, int month, int since_month)
{
    if (settled == 0 && since_month >= month)
        settled = month - 1;
    if (settled == 0 || month - settled >= FINE_MONTHS_MAX)
        return fine_bit(month + 1);
    uint64_t kept = (UINT64_C(1) << FINE_MONTHS_MAX) - 1;
    for (int gone = settled + 1; gone <= month; gone++)
        kept &= ~fine_bit(gone);
    return kept;
}

bool fine_spares(const struct store_account *account, int month, int64_t fell_ms)
{
    if (account->is_deleted)
        return true;
    return month <= account->judged_month ? (account->spared_months & fine_bit(month)) != 0
                                          : account->banned_until_ms > fell_ms;
}

void fine_judge(struct store_account *account, int month, int64_t fell_ms)
{
    if (month <= account->judged_month)
        return;
    account->spared_months &= ~fine_bit(month);
    if (account->banned_until_ms > fell_ms)
        account->spared_months |= fine_bit(month);
    account->judged_month = month;
}

struct store_rating fine_settle(const struct store_rating *rating, int settled, int month,
                                bool is_spared)
{
    struct store_rating after = *rating;
    if (!is_spared && fine_applies(rating, month))
        after.points = fine_after(rating->points);
    after.active_months &= fine_bits_kept(settled, month, rating->since_month);
    return after;
}

void fine_month_text(int month, char text_out[FINE_MONTH_SIZE])
{
    unsigned year = (unsigned)month / 12 % 10000;
    unsigned number = (unsigned)month % 12 + 1;
    (void)snprintf(text_out, FINE_MONTH_SIZE, "%04u-%02u", year, number);
}

int fine_month_parse(const char *text)
{
    int digits[6];
    int count = 0;
    for (int i = 0; i < FINE_MONTH_SIZE - 1; i++) {
        bool is_dash = i == 4;
        if (is_dash ? text[i] != '-' : text[i] < '0' || text[i] > '9')
            return 0;
        if (!is_dash)
            digits[count++] = text[i] - '0';
    }
    int year = ((digits[0] * 10 + digits[1]) * 10 + digits[2]) * 10 + digits[3];
    int number = digits[4] * 10 + digits[5];
    if (text[FINE_MONTH_SIZE - 1] != '\0' || number < 1 || number > 12)
        return 0;
    return year * 12 + number - 1;
}
