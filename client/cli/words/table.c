/* SPDX-License-Identifier: MIT */
/*
 * The words of client/cli/words/table.h.
 */
#include "client/cli/words/table.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/text.h"
#include "client/cli/words/words.h"
#include "client/core/turns.h"
#include "engine/needs.h"
#include "engine/sight.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- what is next */

static const char *name_at(const struct table *table, enum seat seat)
{
    return table->seats[seat].name;
}

/* Reminds of the opponent's question, which can be answered now. */
static const char *offer_hint(const struct table *table)
{
    enum seat me = table_my_seat(table);
    if (table_is_takeback_asked_of(table, me))
        return _(" Takeback asked: accept or refuse.");
    return table_is_draw_offered_to(table, me) ? _(" Draw offered: accept or refuse.") : "";
}

bool words_example(const struct game *game, char text[ACTION_TEXT_SIZE])
{
    const struct variant *variant = game->variant;
    struct action legal[GAME_LEGAL_MAX];
    size_t count = sight_candidates(game, legal, GAME_LEGAL_MAX);
    text[0] = '\0';
    if (count == 0)
        return false;
    struct action middle = legal[count / 2];
    action_format(variant, middle, text);
    return (variant->needs & NEED_MOVING) != 0 &&
           !action_equals(middle, action_place(action_square(variant, middle)));
}

/* A stone where its player chooses the mark, or moves one. */
static bool my_other_stone(const struct table *table, char *text, size_t size)
{
    char example[ACTION_TEXT_SIZE];
    bool is_move = words_example(&table->game, example);
    const char *mark = words_mark(game_next_mark(&table->game));
    if ((table->game.variant->needs & NEED_MARKS) != 0)
        snprintf(text, size, _("Your turn: place X or O, for instance %s.%s"), example,
                 offer_hint(table));
    else if (is_move)
        snprintf(text, size, _("Your turn: move a stone (%s), for instance %s.%s"), mark, example,
                 offer_hint(table));
    else
        return false;
    return true;
}

static void my_stone(const struct table *table, char *text, size_t size)
{
    const struct game *game = &table->game;
    char example[ACTION_TEXT_SIZE];
    char mark = game_next_mark(game) == MARK_X ? 'X' : 'O';
    unsigned left = table_stones_left(table);
    switch (table_task(table)) {
    case TABLE_TASK_OPENING:
        snprintf(text, size,
                 _("Opening: you place X, O and X anywhere, then your opponent chooses a colour. "
                   "Place %c (%u to go)."),
                 mark, left);
        break;
    case TABLE_TASK_TWO_MORE:
        snprintf(text, size,
                 _("Two more: you place O and X, then your opponent chooses a colour. "
                   "Place %c (%u to go)."),
                 mark, left);
        break;
    case TABLE_TASK_SHARED_OPENING:
        (void)words_example(&table->game, example);
        snprintf(text, size,
                 _("Opening: place %c, for instance %s; after three stones the second player "
                   "chooses a colour.%s"),
                 mark, example, offer_hint(table));
        break;
    default:
        if (my_other_stone(table, text, size))
            break;
        if (left > 1) {
            (void)words_example(&table->game, example);
            snprintf(text, size,
                     _("Your turn: place %u stones, %c, one after the other, for instance %s.%s"),
                     left, mark, example, offer_hint(table));
        } else if (variant_turn(game->variant) > 1 && game->ply > 0) {
            snprintf(text, size, _("Your turn: place one more stone, %c.%s"), mark,
                     offer_hint(table));
        } else if (game->ply < SEAT_COUNT) {
            (void)words_example(&table->game, example);
            snprintf(text, size, _("Your turn: place %c, for instance %s.%s"), mark, example,
                     offer_hint(table));
        } else {
            snprintf(text, size, _("Your turn: place %c.%s"), mark, offer_hint(table));
        }
        break;
    }
}

static void my_task(const struct table *table, char *text, size_t size)
{
    switch (table_task(table)) {
    case TABLE_TASK_FIRST_CHOICE:
        snprintf(text, size, "%s",
                 _("Choose: white (you are O and move next), black (you are X), or two_more "
                   "(you place O and X, your opponent chooses)."));
        break;
    case TABLE_TASK_SECOND_CHOICE:
        snprintf(text, size, "%s",
                 _("Choose your colour: white (you are O and move next) or black (you are X)."));
        break;
    default:
        my_stone(table, text, size);
        break;
    }
}

static void their_task(const struct table *table, enum seat seat, char *text, size_t size)
{
    const char *name = name_at(table, seat);
    unsigned left = table_stones_left(table);
    switch (table_task(table)) {
    case TABLE_TASK_OPENING:
        snprintf(text, size,
                 _("Opening: %s places three stones (%u to go); then a colour is chosen."), name,
                 left);
        break;
    case TABLE_TASK_TWO_MORE:
        snprintf(text, size, _("%s places two more stones (%u to go); then a colour is chosen."),
                 name, left);
        break;
    case TABLE_TASK_FIRST_CHOICE:
        snprintf(text, size, _("%s chooses: white, black, or two more stones."), name);
        break;
    case TABLE_TASK_SECOND_CHOICE:
        snprintf(text, size, _("%s chooses: white or black."), name);
        break;
    default:
        if (game_next_mark(&table->game) == MARK_NONE)
            snprintf(text, size, _("It is %s's turn.%s"), name, offer_hint(table));
        else
            snprintf(text, size, _("It is %s's turn (%s).%s"), name,
                     words_mark(game_next_mark(&table->game)), offer_hint(table));
        break;
    }
}

static void task_without_game(const struct table *table, char *text, size_t size)
{
    if (table->room == 0)
        text[0] = '\0';
    else if (table->is_gone)
        snprintf(text, size, "%s", _("The room is closed. Type quit."));
    else if (table_is_seated(table))
        snprintf(text, size, "%s", _("Waiting for an opponent."));
    else
        snprintf(text, size, "%s", _("The game has not begun."));
}

/* The result in a word or two: in a small window it stands nowhere else for long. */
static void put_result(const struct table *table, char *text, size_t size)
{
    enum seat me = table_my_seat(table);
    bool is_won = table->result == RESULT_WORD_FIRST || table->result == RESULT_WORD_SECOND;
    if (is_won && me == SEAT_NONE)
        snprintf(text, size, _("%s won."), name_at(table, (enum seat)table->result));
    else if (is_won)
        snprintf(text, size, "%s", table->result == (int)me ? _("You won.") : _("You lost."));
    else
        snprintf(text, size, "%s",
                 table->result == RESULT_WORD_DRAW ? _("Draw.") : _("No result."));
}

static void task_after_game(const struct table *table, char *text, size_t size)
{
    char result[WORDS_SIZE];
    put_result(table, result, sizeof(result));
    if (table_is_playing(table)) {
        snprintf(text, size, "%s", _("The game is decided; waiting for the server."));
    } else if (table->is_gone) {
        snprintf(text, size, "%s", _("The room is closed. Type quit."));
    } else if (!table_is_seated(table)) {
        snprintf(text, size, _("%s Type quit, or wait for the next one."), result);
    } else if (table_opponent(table) == NULL) {
        snprintf(text, size, _("%s Your opponent has left. Type quit."), result);
    } else if (table_is_rematch_offered_to_me(table)) {
        snprintf(text, size, _("%s %s offers a rematch: accept, refuse or quit."), result,
                 table->rematch_by);
    } else if (table->rematch_by[0] != '\0') {
        snprintf(text, size, _("%s Waiting for %s to accept the rematch."), result,
                 table_opponent(table)->name);
    } else {
        snprintf(text, size, _("%s Type rematch or quit."), result);
    }
}

void words_task(const struct table *table, char *text, size_t size)
{
    enum seat seat = table_to_act(table);
    if (table_task(table) == TABLE_TASK_NO_GAME)
        task_without_game(table, text, size);
    else if (table_task(table) == TABLE_TASK_OVER || seat == SEAT_NONE)
        task_after_game(table, text, size);
    else if (table_is_my_turn(table))
        my_task(table, text, size);
    else
        their_task(table, seat, text, size);
}

void words_threats(const struct table *table, char *text, size_t size)
{
    /* Both fit beside the largest board in 80 columns. */
    const char *legend = /* xgettext:no-c-format */ _("# % yours, ! ? theirs (# ! win)");
    if (table_my_mark(table) == MARK_NONE)
        legend = /* xgettext:no-c-format */ _("# % of X, ! ? of O (# ! win)");
    snprintf(text, size, "%s", legend);
}

/* ---------------------------------------------------------------- how it ended */

/* Whether who completed the row that ended the game lost by it. */
static bool lost_by_row(const struct table *table)
{
    const struct game *game = &table->game;
    enum seat loser = table->result == RESULT_WORD_FIRST ? SEAT_SECOND : SEAT_FIRST;
    return table->reason == REASON_WORD_ROW && (table->variant->needs & NEED_GOAL) != 0 &&
           game->ply > 0 && game_mark_at(game, game->ply - 1u) == game_seat_mark(game, loser);
}

/* Why it ended; where points decide, how many there are. */
static void why_it_ended(const struct table *table, enum seat me, char *text, size_t size)
{
    unsigned points[SEAT_COUNT];
    const char *reason = words_reason(table->reason);
    bool counts = table->reason == REASON_WORD_POINTS || table->reason == REASON_WORD_LIMIT;
    if (counts && game_points(&table->game, points))
        snprintf(text, size, _("%s, %s %u, %s %u"), reason,
                 words_mark(game_seat_mark(&table->game, SEAT_FIRST)), points[SEAT_FIRST],
                 words_mark(game_seat_mark(&table->game, SEAT_SECOND)), points[SEAT_SECOND]);
    else if (!lost_by_row(table))
        snprintf(text, size, "%s", reason);
    else if (me != SEAT_NONE && table->result != (int)me)
        snprintf(text, size, "%s", _("you completed a row"));
    else
        snprintf(text, size, "%s", _("the opponent completed a row"));
}

static enum colour own_result(const struct table *table, enum seat me, const char *reason,
                              char *text, size_t size)
{
    if (table->result == (int)me) {
        snprintf(text, size, _("You won: %s."), reason);
        return COLOUR_WON;
    }
    snprintf(text, size, _("You lost: %s."), reason);
    return COLOUR_LOST;
}

enum colour words_result(const struct table *table, char *text, size_t size)
{
    char reason[WORDS_SIZE];
    enum seat me = table_my_seat(table);
    why_it_ended(table, me, reason, sizeof(reason));
    switch (table->result) {
    case RESULT_WORD_DRAW:
        snprintf(text, size, _("Draw: %s."), reason);
        return COLOUR_DRAWN;
    case RESULT_WORD_FIRST:
    case RESULT_WORD_SECOND:
        if (me != SEAT_NONE)
            return own_result(table, me, reason, text, size);
        snprintf(text, size, _("%s won: %s."), name_at(table, (enum seat)table->result), reason);
        return COLOUR_WON;
    default:
        snprintf(text, size, _("The game ended without a result: %s."), reason);
        return COLOUR_PLAIN;
    }
}

void words_change(const struct table *table, size_t index, char *text, size_t size)
{
    const struct table_change *change = &table->changes[index];
    const char *mark = words_provisional(change->is_provisional);
    if (change->after == change->before) {
        snprintf(text, size, _("%s: rating %d%s, as before"), change->name, (int)change->after,
                 mark);
        return;
    }
    snprintf(text, size, _("%s: rating %d%s -> %d%s (%+d)"), change->name, (int)change->before,
             mark, (int)change->after, mark, (int)(change->after - change->before));
}

/* ---------------------------------------------------------------- a room */

void words_terms(const struct variant *variant, const struct time_control *control, bool is_rated,
                 char *text, size_t size)
{
    char time[WORDS_SIZE];
    words_control(control, time, sizeof(time));
    snprintf(text, size, "%s, %s, %s", words_variant(variant), time, words_rated(is_rated));
}

/* ---------------------------------------------------------------- time */

#define TENTHS_BELOW_MS (10 * CLOCK_SECOND_MS)

/* The smallest step that the text of so much time shows. */
static int64_t step_ms(int64_t left_ms)
{
    if (left_ms < TENTHS_BELOW_MS)
        return CLOCK_SECOND_MS / 10;
    return left_ms < CLOCK_DAY_MS ? CLOCK_SECOND_MS : CLOCK_MINUTE_MS;
}

struct words_text words_duration(int64_t ms)
{
    struct words_text text;
    long long days = (long long)(ms / CLOCK_DAY_MS);
    int hours = (int)(ms % CLOCK_DAY_MS / CLOCK_HOUR_MS);
    int minutes = (int)(ms % CLOCK_HOUR_MS / CLOCK_MINUTE_MS);
    int seconds = (int)(ms % CLOCK_MINUTE_MS / CLOCK_SECOND_MS);
    if (days > 0)
        snprintf(text.text, sizeof(text.text), _("%lldd %02d:%02d"), days, hours, minutes);
    else if (hours > 0)
        snprintf(text.text, sizeof(text.text), "%d:%02d:%02d", hours, minutes, seconds);
    else
        snprintf(text.text, sizeof(text.text), "%d:%02d", minutes, seconds);
    return text;
}

/* The periods that are left, the one that runs among them. */
static int periods_left(const struct table *table, const struct clock *clock)
{
    bool is_in_period = clock->left_ms > 0 && clock->periods < table->control.periods;
    return clock->periods + (is_in_period ? 1 : 0);
}

void words_clock(const struct table *table, enum seat seat, int64_t now_ms, char *text, size_t size)
{
    struct clock clock = table_clock(table, seat, now_ms);
    bool is_guess = table_on_clock(table) == seat && table_clock_is_guess(table, now_ms);
    snprintf(text, size, "%s%s", is_guess ? "~" : "", words_duration(clock.left_ms).text);
    if (clock.left_ms < TENTHS_BELOW_MS)
        snprintf(text + strlen(text), size - strlen(text), ".%d",
                 (int)(clock.left_ms % CLOCK_SECOND_MS / 100));
    if (table->control.kind == CLOCK_BYOYOMI)
        snprintf(text + strlen(text), size - strlen(text), " x%d", periods_left(table, &clock));
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
    return seat == table_my_seat(table) && seat == table_on_clock(table) &&
           clock_falls_after_ms(&table->control, &clock) < TENTHS_BELOW_MS;
}

static int64_t clock_lasts_ms(const struct table *table, int64_t now_ms)
{
    enum seat runs = table_on_clock(table);
    if (!table->has_clocks || runs == SEAT_NONE)
        return INT64_MAX;
    if (table_clock_stands(table, now_ms))
        return table->clock_waits_until_ms - now_ms;
    int64_t left_ms = table_clock(table, runs, now_ms).left_ms;
    return left_ms > 0 ? left_ms % step_ms(left_ms) + 1 : INT64_MAX;
}

int64_t words_time_lasts_ms(const struct table *table, int64_t now_ms)
{
    int64_t lasts_ms = clock_lasts_ms(table, now_ms);
    const int64_t ends_ms[] = {table_claim_in_ms(table, now_ms), table_start_in_ms(table, now_ms)};
    for (size_t i = 0; i < sizeof(ends_ms) / sizeof(ends_ms[0]); i++) {
        int64_t second_ms = (ends_ms[i] - 1) % CLOCK_SECOND_MS + 1; /* they are rounded up */
        if (ends_ms[i] != NONE && ends_ms[i] > 0 && second_ms < lasts_ms)
            lasts_ms = second_ms;
    }
    return lasts_ms;
}

/* A claim brings no win, either, as long as not both have begun to play. */
static void put_start(const struct table *table, int64_t now_ms, char *text, size_t size)
{
    const char *said = _("%s has %s left for a first move, else the game ends.");
    enum seat late = table_to_act(table);
    const struct words_text time =
        words_duration(table_start_in_ms(table, now_ms) + CLOCK_SECOND_MS - 1);
    if (table_claim_in_ms(table, now_ms) != NONE)
        said = _("%s is offline; without a first move the game ends in %s.");
    if (late == table_my_seat(table))
        snprintf(text, size, _("Your first move within %s, else the game ends."), time.text);
    else
        snprintf(text, size, said, table->seats[late].name, time.text);
}

void words_claim(const struct table *table, int64_t now_ms, char *text, size_t size)
{
    int64_t in_ms = table_claim_in_ms(table, now_ms);
    text[0] = '\0';
    if (table_start_in_ms(table, now_ms) != NONE) {
        put_start(table, now_ms, text, size);
        return;
    }
    if (in_ms == NONE)
        return;
    const char *name = table->seats[table_my_seat(table) == SEAT_FIRST ? 1 : 0].name;
    if (in_ms > 0)
        snprintf(text, size, _("%s lost the connection; you can claim the win in %s."), name,
                 words_duration(in_ms + CLOCK_SECOND_MS - 1).text);
    else
        snprintf(text, size, _("%s is still offline: type claim to win, or wait."), name);
}

/* The same where the game would end without a result, as who does so often is made to wait. */
static const char *breaking_off(bool is_aborted, bool is_against_computer)
{
    if (is_against_computer)
        return is_aborted
                   ? _("End the game? Not both have moved, so there is no result. Type yes to end "
                       "it.")
                   : _("Resign? It is early, so there is no result. Type yes to end the game.");
    return is_aborted ? _("End the game? Not both have moved, so there is no result. Doing this "
                          "often pauses quick pairing for you. Type yes to end it.")
                      : _("Resign? It is early, so there is no result. Doing this often pauses "
                          "quick pairing for you. Type yes to end the game.");
}

void words_resign(const struct table *table, bool is_against_computer, char *text, size_t size)
{
    const char *said = _("Resign? You will lose the game. Type yes to resign.");
    int reason = table_resigning_is(table);
    if (reason == REASON_WORD_ABORTED || reason == REASON_WORD_BROKEN_OFF)
        said = breaking_off(reason == REASON_WORD_ABORTED, is_against_computer);
    else if (table->is_rated)
        said = _("Resign? You will lose the game and rating points. Type yes to resign.");
    snprintf(text, size, "%s", said);
}

void words_control(const struct time_control *control, char *text, size_t size)
{
    char format[TIME_CONTROL_TEXT_SIZE];
    time_control_format(control, format);
    if (control->kind == CLOCK_NONE)
        snprintf(text, size, "%s", _("no clock"));
    else
        units_say(format, text, size);
}

/* ------------------------------------------------------------------ turns */

void words_your_move(const struct current_game_record *game, const char *name, char *text,
                     size_t size)
{
    const char *other = turns_opponent(game, name);
    const struct words_text room = words_id(game->room);
    if (game->acted == NONE || game->last == NULL)
        snprintf(text, size, _("The game against %s in room %s has begun; it is your move."), other,
                 room.text);
    else if (game->left_ms == NONE)
        snprintf(text, size, _("%s played %s in room %s; it is your move."), other, game->last,
                 room.text);
    else
        snprintf(text, size, _("%s played %s in room %s; you have %s left."), other, game->last,
                 room.text, words_duration(game->left_ms).text);
}

void words_said_elsewhere(const struct room_said_event *said, char *text, size_t size)
{
    snprintf(text, size, _("%s in room %s: %s"), said->line->name, words_id(said->room).text,
             words_said(said->line->text));
}
