/* SPDX-License-Identifier: MIT */
/*
 * The words of client/cli/words/clock.h.
 */
#include "client/cli/words/clock.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"

#include <stdio.h>

#define TENTHS_BELOW_MS (10 * CLOCK_SECOND_MS)

/* The smallest step that the text of so much time shows. */
static int64_t step_ms(int64_t left_ms)
{
    if (left_ms < TENTHS_BELOW_MS) {
        return CLOCK_SECOND_MS / 10;
    }
    return left_ms < CLOCK_DAY_MS ? CLOCK_SECOND_MS : CLOCK_MINUTE_MS;
}

/* "2d 03:14", "1:02:03", "4:58". */
static void put_time(int64_t ms, char *text, size_t size)
{
    long long days = (long long)(ms / CLOCK_DAY_MS);
    int hours = (int)(ms % CLOCK_DAY_MS / CLOCK_HOUR_MS);
    int minutes = (int)(ms % CLOCK_HOUR_MS / CLOCK_MINUTE_MS);
    int seconds = (int)(ms % CLOCK_MINUTE_MS / CLOCK_SECOND_MS);
    if (days > 0) {
        snprintf(text, size, _("%lldd %02d:%02d"), days, hours, minutes);
    } else if (hours > 0) {
        snprintf(text, size, "%d:%02d:%02d", hours, minutes, seconds);
    } else {
        snprintf(text, size, "%d:%02d", minutes, seconds);
    }
}

/* The periods that are left, the one that runs among them. */
static int periods_left(const struct table *table, const struct clock *clock)
{
    bool is_in_period = clock->left_ms > 0 && clock->periods < table->control.periods;
    return clock->periods + (is_in_period ? 1 : 0);
}

void words_clock(const struct table *table, enum seat seat, int64_t now_ms, char *text, size_t size)
{
    char time[WORDS_SIZE];
    struct clock clock = table_clock(table, seat, now_ms);
    put_time(clock.left_ms, time, sizeof(time));
    if (clock.left_ms < TENTHS_BELOW_MS) {
        size_t len = 4; /* "0:07" */
        snprintf(time + len, sizeof(time) - len, ".%d",
                 (int)(clock.left_ms % CLOCK_SECOND_MS / 100));
    }
    if (table->control.kind == CLOCK_BYOYOMI) {
        snprintf(text, size, "%s x%d", time, periods_left(table, &clock));
    } else {
        snprintf(text, size, "%s", time);
    }
}

void words_clocks(const struct table *table, int64_t now_ms, char *text, size_t size)
{
    char first[WORDS_SIZE / 4];
    char second[WORDS_SIZE / 4];
    words_clock(table, SEAT_FIRST, now_ms, first, sizeof(first));
    words_clock(table, SEAT_SECOND, now_ms, second, sizeof(second));
    snprintf(text, size, _("Time left: %s %s, %s %s."), table->seats[SEAT_FIRST].name, first,
             table->seats[SEAT_SECOND].name, second);
}

bool words_clock_is_urgent(const struct table *table, enum seat seat, int64_t now_ms)
{
    struct clock clock = table_clock(table, seat, now_ms);
    return seat == table_my_seat(table) && seat == table_to_act(table) &&
           clock_falls_after_ms(&table->control, &clock) < TENTHS_BELOW_MS;
}

static int64_t clock_lasts_ms(const struct table *table, int64_t now_ms)
{
    enum seat runs = table_to_act(table);
    if (!table->has_clocks || runs == SEAT_NONE) {
        return INT64_MAX;
    }
    if (table_clock_stands(table, now_ms)) {
        return table->is_stopped ? INT64_MAX : table->clock_waits_until_ms - now_ms;
    }
    int64_t left_ms = table_clock(table, runs, now_ms).left_ms;
    return left_ms > 0 ? left_ms % step_ms(left_ms) + 1 : INT64_MAX;
}

int64_t words_time_lasts_ms(const struct table *table, int64_t now_ms)
{
    int64_t lasts_ms = clock_lasts_ms(table, now_ms);
    int64_t claim_ms = table_claim_in_ms(table, now_ms);
    if (claim_ms != NONE && claim_ms > 0) {
        int64_t second_ms = (claim_ms - 1) % CLOCK_SECOND_MS + 1; /* it is rounded up */
        lasts_ms = second_ms < lasts_ms ? second_ms : lasts_ms;
    }
    return lasts_ms;
}

void words_claim(const struct table *table, int64_t now_ms, char *text, size_t size)
{
    char time[WORDS_SIZE];
    int64_t in_ms = table_claim_in_ms(table, now_ms);
    text[0] = '\0';
    if (in_ms == NONE) {
        return;
    }
    const char *name = table->seats[table_my_seat(table) == SEAT_FIRST ? 1 : 0].name;
    put_time(in_ms + CLOCK_SECOND_MS - 1, time, sizeof(time));
    if (in_ms > 0) {
        snprintf(text, size, _("%s lost the connection; you may claim the game in %s."), name,
                 time);
    } else {
        snprintf(text, size, _("%s stays away: type claim to end the game, or wait."), name);
    }
}

void words_control(const struct time_control *control, char *text, size_t size)
{
    char format[TIME_CONTROL_TEXT_SIZE];
    time_control_format(control, format);
    snprintf(text, size, "%s", control->kind != CLOCK_NONE ? format : _("no clock"));
}
