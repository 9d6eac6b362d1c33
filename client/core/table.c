/* SPDX-License-Identifier: MIT */
/*
 * Questions to a table. Those about the game alone are answered by the engine.
 */
#include "client/core/table.h"

#include "engine/needs.h"
#include "engine/outcome.h"

#include <stdio.h>
#include <string.h>

void table_init(struct table *table, const char *me)
{
    *table = (struct table){.draw_offer = NONE, .takeback = NONE, .result = NONE, .reason = NONE};
    snprintf(table->me, sizeof(table->me), "%s", me);
}

void table_pass_time(struct table *table, int64_t now_ms)
{
    table->now_ms = now_ms;
}

bool table__is_name(const char *a, const char *b)
{
    return a[0] != '\0' && strcmp(a, b) == 0;
}

enum seat table_my_seat(const struct table *table)
{
    for (enum seat seat = SEAT_FIRST; table->game_id != 0 && seat < SEAT_COUNT; seat++)
        if (table__is_name(table->seats[seat].name, table->me))
            return seat;
    return SEAT_NONE;
}

enum mark table_my_mark(const struct table *table)
{
    enum seat me = table_my_seat(table);
    return me != SEAT_NONE ? game_seat_mark(&table->game, me) : MARK_NONE;
}

bool table_is_seated(const struct table *table)
{
    for (size_t i = 0; i < table->players_count; i++)
        if (table__is_name(table->players[i].name, table->me))
            return true;
    return false;
}

bool table_is_playing(const struct table *table)
{
    return table->game_id != 0 && table->result == NONE;
}

bool table_is_against_time(const struct table *table)
{
    return table_is_playing(table) && table_my_seat(table) != SEAT_NONE &&
           time_control_is_real_time(&table->control);
}

enum seat table_to_act(const struct table *table)
{
    return table_is_playing(table) ? game_to_act(&table->game) : SEAT_NONE;
}

bool table_is_my_turn(const struct table *table)
{
    enum seat me = table_my_seat(table);
    return me != SEAT_NONE && table_to_act(table) == me;
}

void table_set_pending(struct table *table, struct action action, bool is_sent)
{
    table->pending = (struct table_pending){.is_there = true,
                                            .is_sent = is_sent,
                                            .game = table->game_id,
                                            .ply = table->game.ply,
                                            .action = action};
}

void table_drop_pending(struct table *table)
{
    table->pending.is_there = false;
}

void table__outdate_pending(struct table *table)
{
    table->pending.is_there = table->pending.is_there && !table->pending.is_sent;
    table->pending.game = 0;
}

bool table_pending(const struct table *table, struct action *action_out)
{
    const struct table_pending *pending = &table->pending;
    *action_out = pending->action;
    return pending->is_there && table_is_playing(table) && pending->game == table->game_id &&
           pending->ply == table->game.ply;
}

/* Whether a question of the opening has been answered. */
static bool has_choice(const struct game *game)
{
    const struct action *actions = game_actions(game);
    for (size_t i = 0; i < game->ply; i++)
        if (action_is_choice(actions[i]))
            return true;
    return false;
}

enum table_task table_task(const struct table *table)
{
    const struct game *game = &table->game;
    if (table->game_id == 0)
        return TABLE_TASK_NO_GAME;
    if (!table_is_playing(table))
        return TABLE_TASK_OVER;
    switch (game_expects(game)) {
    case EXPECTS_CHOICE:
        return game_check(game, action_choose(CHOICE_TWO_MORE)) == 0 ? TABLE_TASK_FIRST_CHOICE
                                                                     : TABLE_TASK_SECOND_CHOICE;
    case EXPECTS_NOTHING: /* a row or a full board; game.ended follows */
        return TABLE_TASK_OVER;
    case EXPECTS_STONE:
        break;
    }
    if (game_seat_mark(game, SEAT_FIRST) != MARK_NONE || (game->variant->needs & NEED_MARKS) != 0)
        return TABLE_TASK_STONE;
    if ((game->variant->needs & NEED_CENTRE) != 0)
        return TABLE_TASK_SHARED_OPENING;
    return has_choice(game) ? TABLE_TASK_TWO_MORE : TABLE_TASK_OPENING;
}

unsigned table_stones_left(const struct table *table)
{
    return table_is_playing(table) ? game_stones_left(&table->game) : 0;
}

const struct table_person *table_opponent(const struct table *table)
{
    for (size_t i = 0; i < table->players_count; i++)
        if (!table__is_name(table->players[i].name, table->me))
            return &table->players[i];
    return NULL;
}

bool table_is_draw_offered_to(const struct table *table, enum seat seat)
{
    return seat != SEAT_NONE && table_is_playing(table) && table->draw_offer != NONE &&
           table->draw_offer != (int)seat;
}

bool table_is_takeback_asked_of(const struct table *table, enum seat seat)
{
    return seat != SEAT_NONE && table_is_playing(table) && table->takeback != NONE &&
           table->takeback != (int)seat;
}

bool table_is_rematch_offered_to_me(const struct table *table)
{
    return table_is_seated(table) && table->rematch_by[0] != '\0' &&
           !table__is_name(table->rematch_by, table->me);
}

void table_at(const struct table *table, unsigned plies, struct table *out)
{
    *out = *table;
    out->is_earlier = true;
    out->runs = table_on_clock(table);
    while (out->game.ply > plies)
        game_undo(&out->game);
}

bool table_last_cell(const struct table *table, size_t *cell_out)
{
    if (table->game_id == 0)
        return false;
    const struct action *actions = game_actions(&table->game);
    for (size_t i = table->game.ply; i > 0; i--) {
        if (!action_is_choice(actions[i - 1])) {
            *cell_out = action_square(table->game.variant, actions[i - 1]);
            return true;
        }
    }
    return false;
}

/* ---------------------------------------------------------------- time */

/* More than any clock can hold; a larger number would only overflow. */
#define LEFT_MAX_MS (10000 * CLOCK_DAY_MS)

static int64_t limit(int64_t ms)
{
    return ms < LEFT_MAX_MS ? ms : LEFT_MAX_MS;
}

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
    if (record == NULL || table->control.kind == CLOCK_NONE)
        return;
    table->clocks[SEAT_FIRST].left_ms = limit(record->first_ms);
    table->clocks[SEAT_SECOND].left_ms = limit(record->second_ms);
    table->clocks[SEAT_FIRST].periods =
        record->first_periods != NONE ? (int)record->first_periods : 0;
    table->clocks[SEAT_SECOND].periods =
        record->second_periods != NONE ? (int)record->second_periods : 0;
    table->clocks_at_ms = table->now_ms;
    table->is_cut_off = false;
    table->has_clocks = true;
}

void table__set_wait(struct table *table, int64_t clock_waits_ms)
{
    table->clock_waits_until_ms = clock_waits_ms > 0 ? table->now_ms + limit(clock_waits_ms) : 0;
}

void table_cut_off(struct table *table)
{
    table->is_cut_off = true;
}

int64_t table__claim_at_ms(const struct table *table, bool is_connected, int64_t claim_in_ms)
{
    return is_connected || claim_in_ms == NONE ? NONE : table->now_ms + limit(claim_in_ms);
}

enum seat table_on_clock(const struct table *table)
{
    return table->is_earlier ? table->runs : table_to_act(table);
}

struct clock table_clock(const struct table *table, enum seat seat, int64_t now_ms)
{
    struct clock clock = table->clocks[seat];
    int64_t from_ms = table->clock_waits_until_ms > table->clocks_at_ms
                          ? table->clock_waits_until_ms
                          : table->clocks_at_ms;
    int64_t spent_ms = now_ms - from_ms;
    if (table_on_clock(table) == seat && spent_ms > 0)
        clock_spend(&table->control, &clock, spent_ms);
    return clock;
}

bool table_clock_stands(const struct table *table, int64_t now_ms)
{
    return table_is_playing(table) && table->clock_waits_until_ms > now_ms;
}

bool table_clock_is_guess(const struct table *table, int64_t now_ms)
{
    return table_is_playing(table) && table->is_cut_off && !table_clock_stands(table, now_ms);
}

int64_t table_claim_in_ms(const struct table *table, int64_t now_ms)
{
    enum seat me = table_my_seat(table);
    if (me == SEAT_NONE || !table_is_playing(table))
        return NONE;
    enum seat other = seat_other(me);
    int64_t at_ms = table->seats[other].claim_at_ms;
    if (at_ms == NONE || table_to_act(table) != other)
        return NONE;
    return at_ms > now_ms ? at_ms - now_ms : 0;
}

/* The clock of the player at `seat` as it was when the last action was made, in a game in which
 * nobody else has acted. */
static struct clock clock_of_turn(const struct table *table, enum seat seat)
{
    struct clock clock = clock_start(&table->control);
    bool has_acted = game_takeback_ply(&table->game, seat, table->given, TAKEBACK_ACTION) >= 0;
    for (size_t i = table->given; has_acted && i < table->game.ply; i++)
        clock_spend(&table->control, &clock, table->spent_ms[i] > 0 ? table->spent_ms[i] : 0);
    return clock;
}

int64_t table_start_in_ms(const struct table *table, int64_t now_ms)
{
    enum seat seat = table_to_act(table);
    bool is_timed =
        table->first_move_ms > 0 && table->has_clocks && time_control_is_real_time(&table->control);
    if (!is_timed || table->is_earlier || !table_is_playing(table) || seat == SEAT_NONE ||
        reason_of_giving_up(&table->game, table->given, seat) != REASON_ABORTED)
        return NONE;
    struct clock began = clock_of_turn(table, seat);
    struct clock clock = table_clock(table, seat, now_ms);
    int64_t falls_ms = clock_falls_after_ms(&table->control, &clock);
    int64_t spent_ms = clock_falls_after_ms(&table->control, &began) - falls_ms;
    int64_t left_ms = table->first_move_ms - (spent_ms > 0 ? spent_ms : 0);
    left_ms = left_ms < falls_ms ? left_ms : falls_ms;
    return left_ms > 0 ? left_ms : 0;
}

int table_resigning_is(const struct table *table)
{
    return (int)reason_of_giving_up(&table->game, table->given, table_my_seat(table));
}

bool table_clock_is(const struct clock_record *clock, const struct time_control *control)
{
    return clock->kind == (int)control->kind && clock->main_ms == control->main_ms &&
           clock->increment_ms == control->increment_ms && clock->period_ms == control->period_ms &&
           clock->periods == control->periods;
}
