/* SPDX-License-Identifier: MIT */
/*
 * Tallies and forms in SQLite: the writer adds to them when a game ends, inside its transaction, so
 * that nobody counts when they are asked for; the reader's answer.
 */
#include <stdlib.h>

#include "db/form.h"
#include "db/sql/private.h"

/* ------------------------------------------------------------------ the writer */

/* Of everybody is opponent 0. */
static int tally_add(struct sqlite_writer *writer, const struct cache_game *game,
                     const struct store_game_end *end, int seat, uint64_t opponent)
{
    enum score score = score_of_seat(end->outcome.result, seat);
    return sql__run(&writer->sql, SQL_TALLY_ADD,
                    SQL_VALUES(sql_id(game->players[seat]), sql_integer((int64_t)opponent),
                               sql_text(variant_get(game->variant)->key), sql_integer(seat),
                               sql_integer(form__mark(end->first_mark, seat)),
                               sql_integer(score == SCORE_WON), sql_integer(score == SCORE_LOST),
                               sql_integer(score == SCORE_DRAWN)));
}

/* A form, and the game that ended last. */
struct form_row {
    struct store_form form;
    int64_t last_ms;
    uint64_t last_game;
};

static int form_get(struct sqlite_writer *writer, uint64_t player, enum variant_id variant,
                    struct form_row *row_out)
{
    sqlite3_stmt *row = sql__start(&writer->sql, SQL_FORM_GET,
                                   SQL_VALUES(sql_id(player), sql_text(variant_get(variant)->key)));
    int result = sql__step(row);
    *row_out = (struct form_row){.last_ms = INT64_MIN};
    if (result == 1)
        *row_out = (struct form_row){
            .last_ms = sqlite3_column_int64(row, 0),
            .last_game = sql__column_id(row, 1),
            .form = {.winning = sqlite3_column_int64(row, 2),
                     .longest_winning = sqlite3_column_int64(row, 3),
                     .unbeaten = sqlite3_column_int64(row, 4),
                     .longest_unbeaten = sqlite3_column_int64(row, 5),
                     .best_points = sqlite3_column_int(row, 6),
                     .best_game = sql__column_id(row, 7)},
        };
    sql__end(row);
    return result < 0 ? -1 : 0;
}

static int form_put(struct sqlite_writer *writer, uint64_t player, enum variant_id variant,
                    const struct form_row *row)
{
    const struct store_form *form = &row->form;
    return sql__run(&writer->sql, SQL_FORM_PUT,
                    SQL_VALUES(sql_id(player), sql_text(variant_get(variant)->key),
                               sql_integer(row->last_ms), sql_integer((int64_t)row->last_game),
                               sql_integer(form->winning), sql_integer(form->longest_winning),
                               sql_integer(form->unbeaten), sql_integer(form->longest_unbeaten),
                               sql_integer(form->best_points),
                               sql_integer((int64_t)form->best_game)));
}

/* All of the player's games again, the new one among them. */
static int streaks_walk(struct sqlite_writer *writer, uint64_t player, enum variant_id variant,
                        struct store_form *form)
{
    sqlite3_stmt *row = sql__start(&writer->sql, SQL_FORM_WALK, SQL_VALUES(sql_id(player)));
    int result = sql__step(row);
    form__clear_streaks(form);
    for (; result == 1; result = sql__step(row)) {
        int score = score_from_word((const char *)sqlite3_column_text(row, 0));
        if (sql__column_variant(row, 1) == (int)variant && score >= 0)
            form__add_to_streaks(form, (enum score)score);
    }
    sql__end(row);
    return result;
}

static bool is_behind(const struct store_game_end *end, const struct form_row *row)
{
    return end->ended_ms > row->last_ms ||
           (end->ended_ms == row->last_ms && end->id > row->last_game);
}

/* Games are told in the order in which they ended by the clock. One that does not come last,
 * because the clock was set back or two ended in one millisecond, makes the streaks be counted
 * again. */
static int form_add(struct sqlite_writer *writer, const struct cache_game *game,
                    const struct store_game_end *end, int seat)
{
    struct form_row row;
    uint64_t player = game->players[seat];
    const struct form_game line = {
        .id = end->id,
        .score = score_of_seat(end->outcome.result, seat),
        .opponent_points = end->moves_ratings ? end->changes[1 - seat].before : 0,
    };
    if (form_get(writer, player, game->variant, &row) != 0)
        return -1;
    form__add(&row.form, &line);
    if (is_behind(end, &row)) {
        row.last_ms = end->ended_ms;
        row.last_game = end->id;
    } else if (streaks_walk(writer, player, game->variant, &row.form) != 0) {
        return -1;
    }
    return form_put(writer, player, game->variant, &row);
}

int sqlite__stats_add(struct sqlite_writer *writer, const struct cache_game *game,
                      const struct store_game_end *end, int seat)
{
    if (end->outcome.result == RESULT_NONE)
        return OP_DONE;
    if (tally_add(writer, game, end, seat, 0) != 1 ||
        tally_add(writer, game, end, seat, game->players[1 - seat]) != 1 ||
        form_add(writer, game, end, seat) != 1)
        return OP_REFUSED;
    return OP_DONE;
}

/* ------------------------------------------------------------------ the reader */

/* Seats and marks of every variant. */
#define TALLIES_MAX (VARIANT_COUNT * SEAT_COUNT * (MARK_O + 1))

/* The tables have the order of the variants' keys, answers that of the variants. */
static int compare_tallies(const void *left, const void *right)
{
    const struct store_tally *a = left;
    const struct store_tally *b = right;
    if (a->variant != b->variant)
        return (int)a->variant - (int)b->variant;
    return a->seat != b->seat ? (int)a->seat - (int)b->seat : (int)a->mark - (int)b->mark;
}

static int compare_forms(const void *left, const void *right)
{
    const struct store_form *a = left;
    const struct store_form *b = right;
    return (int)a->variant - (int)b->variant;
}

static bool is_wanted(const struct work_query *question, int variant)
{
    int filter = question->query.history.variant;
    return filter == -1 || filter == variant;
}

static int tallies_read(struct sql_connection *sql, struct work_query *question)
{
    const struct store_history_query *query = &question->query.history;
    struct store_tally *tallies = arena_alloc(&question->arena, TALLIES_MAX * sizeof(*tallies));
    size_t count = 0;
    sqlite3_stmt *row = sql__start(
        sql, SQL_TALLIES, SQL_VALUES(sql_id(query->player), sql_integer((int64_t)query->opponent)));
    int result = sql__step(row);
    for (; result == 1 && count < TALLIES_MAX; result = sql__step(row)) {
        int variant = sql__column_variant(row, 0);
        if (variant >= 0 && is_wanted(question, variant))
            tallies[count++] = (struct store_tally){
                .variant = (enum variant_id)variant,
                .seat = (enum seat)sqlite3_column_int(row, 1),
                .mark = (enum mark)sqlite3_column_int(row, 2),
                .won = sqlite3_column_int64(row, 3),
                .lost = sqlite3_column_int64(row, 4),
                .drawn = sqlite3_column_int64(row, 5),
            };
    }
    sql__end(row);
    qsort(tallies, count, sizeof(*tallies), compare_tallies);
    question->answer.tallies = tallies;
    question->answer.tallies_count = count;
    return result < 0 ? -1 : 0;
}

static int forms_read(struct sql_connection *sql, struct work_query *question)
{
    struct store_form *forms = arena_alloc(&question->arena, VARIANT_COUNT * sizeof(*forms));
    size_t count = 0;
    sqlite3_stmt *row =
        sql__start(sql, SQL_FORMS, SQL_VALUES(sql_id(question->query.history.player)));
    int result = sql__step(row);
    for (; result == 1 && count < VARIANT_COUNT; result = sql__step(row)) {
        int variant = sql__column_variant(row, 0);
        if (variant >= 0 && is_wanted(question, variant))
            forms[count++] = (struct store_form){
                .variant = (enum variant_id)variant,
                .winning = sqlite3_column_int64(row, 1),
                .longest_winning = sqlite3_column_int64(row, 2),
                .unbeaten = sqlite3_column_int64(row, 3),
                .longest_unbeaten = sqlite3_column_int64(row, 4),
                .best_points = sqlite3_column_int(row, 5),
                .best_game = sql__column_id(row, 6),
                .best_name = sql__column_text(row, 7, &question->arena),
            };
    }
    sql__end(row);
    qsort(forms, count, sizeof(*forms), compare_forms);
    question->answer.forms = forms;
    question->answer.forms_count = count;
    return result < 0 ? -1 : 0;
}

int sqlite__answer_stats(struct sql_connection *sql, struct work_query *question)
{
    int exists = sqlite__player_exists(sql, question->query.history.player);
    if (exists != 1)
        return sqlite__status(exists);
    if (tallies_read(sql, question) != 0)
        return STORE_UNAVAILABLE;
    if (question->query.history.opponent == 0 && forms_read(sql, question) != 0)
        return STORE_UNAVAILABLE;
    return STORE_OK;
}
