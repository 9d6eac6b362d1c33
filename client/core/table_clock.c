/* SPDX-License-Identifier: MIT */
/*
 * A table's time, as client/core/table_clock.h describes it.
 */
#include "client/core/table_clock.h"

/* More than any clock can hold; what claims to be more would only overflow. */
#define LEFT_MAX_MS (10000 * CLOCK_DAY_MS)

static int64_t limit(int64_t ms)
{
    return ms < LEFT_MAX_MS ? ms : LEFT_MAX_MS;
}

/* ---------------------------------------------------------------- taking over */

struct time_control table_control(const struct clock_record *record)
{
    struct time_control control = {
        .kind = (enum clock_kind)record->kind, /* the words are in the order of the kinds */
        .main_ms = record->main_ms,
        .increment_ms = record->increment_ms,
        .period_ms = record->period_ms,
        .periods = (int)record->periods,
    };
    return time_control_is_valid(&control) ? control : (struct time_control){0};
}

void table__set_clocks(struct table *table, const struct clocks_record *record)
{
    if (record == NULL || table->control.kind == CLOCK_NONE) {
        return;
    }
    table->clocks[SEAT_FIRST].left_ms = limit(record->first_ms);
    table->clocks[SEAT_SECOND].left_ms = limit(record->second_ms);
    table->clocks[SEAT_FIRST].periods =
        record->first_periods != NONE ? (int)record->first_periods : 0;
    table->clocks[SEAT_SECOND].periods =
        record->second_periods != NONE ? (int)record->second_periods : 0;
    table->clocks_at_ms = table->now_ms;
    table->is_stopped = false;
    table->has_clocks = true;
}

void table__set_wait(struct table *table, int64_t clock_waits_ms)
{
    table->clock_waits_until_ms = clock_waits_ms > 0 ? table->now_ms + limit(clock_waits_ms) : 0;
}

void table_stop_clocks(struct table *table, int64_t now_ms)
{
    if (!table->is_stopped) {
        table->is_stopped = true;
        table->stopped_at_ms = now_ms;
    }
}

int64_t table__claim_at_ms(const struct table *table, bool is_connected, int64_t claim_in_ms)
{
    return is_connected || claim_in_ms == NONE ? NONE : table->now_ms + limit(claim_in_ms);
}

/* ---------------------------------------------------------------- questions */

struct clock table_clock(const struct table *table, enum seat seat, int64_t now_ms)
{
    struct clock clock = table->clocks[seat];
    int64_t until_ms =
        table->is_stopped && table->stopped_at_ms < now_ms ? table->stopped_at_ms : now_ms;
    int64_t from_ms = table->clock_waits_until_ms > table->clocks_at_ms
                          ? table->clock_waits_until_ms
                          : table->clocks_at_ms;
    int64_t spent_ms = until_ms - from_ms;
    if (table_to_act(table) == seat && spent_ms > 0) {
        clock_spend(&table->control, &clock, spent_ms);
    }
    return clock;
}

bool table_clock_stands(const struct table *table, int64_t now_ms)
{
    return table_is_playing(table) && (table->is_stopped || table->clock_waits_until_ms > now_ms);
}

int64_t table_claim_in_ms(const struct table *table, int64_t now_ms)
{
    enum seat me = table_my_seat(table);
    if (me == SEAT_NONE || !table_is_playing(table)) {
        return NONE;
    }
    int64_t at_ms = table->seats[me == SEAT_FIRST ? SEAT_SECOND : SEAT_FIRST].claim_at_ms;
    if (at_ms == NONE) {
        return NONE;
    }
    return at_ms > now_ms ? at_ms - now_ms : 0;
}

struct clock_record table_clock_record(const struct time_control *control)
{
    return (struct clock_record){
        .kind = (int)control->kind,
        .main_ms = control->main_ms,
        .increment_ms = control->increment_ms,
        .period_ms = control->period_ms,
        .periods = control->periods,
    };
}
