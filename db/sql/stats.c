/* SPDX-License-Identifier: MIT */
/*
 * Tallies and forms, written and read.
 */
#include "db/sql/stats.h"

#include "db/rating.h"
#include "db/sql/answer.h"
#include "db/sql/fields.h"
#include "db/sql/operation.h"

#include <stdlib.h>

/* ------------------------------------------------------------------ writing */

/* Of everybody is opponent 0. */
static int tally_add(struct sql_writer *writer, const struct ending *ending, int seat,
                     uint64_t opponent)
{
    const struct cache_game *game = ending->game;
    enum score score = score_of_seat(ending->end->outcome.result, seat);
    return writer__send(writer, SQL_TALLY_ADD,
                        SQL_VALUES(sql_id(game->players[seat]), sql_integer((int64_t)opponent),
                                   sql_variant(game->variant), sql_integer(seat),
                                   sql_integer(form__mark(ending->end->first_mark, seat)),
                                   sql_integer(score == SCORE_WON),
                                   sql_integer(score == SCORE_LOST),
                                   sql_integer(score == SCORE_DRAWN)));
}

/* A form, and the game that ended last. */
struct form_row {
    struct store_form form;
    int64_t last_ms;
    uint64_t last_game;
};

static int form_get(struct sql_writer *writer, uint64_t player, enum variant_id variant,
                    struct form_row *out)
{
    struct sql_row row =
        sql__start(writer->sql, SQL_FORM_GET, SQL_VALUES(sql_id(player), sql_variant(variant)));
    int result = sql__step(&row);
    *out = (struct form_row){.last_ms = INT64_MIN};
    if (result == 1)
        *out = (struct form_row){
            .last_ms = sql__column(&row, 0),
            .last_game = sql__column_id(&row, 1),
            .form = {.winning = sql__column(&row, 2),
                     .longest_winning = sql__column(&row, 3),
                     .unbeaten = sql__column(&row, 4),
                     .longest_unbeaten = sql__column(&row, 5),
                     .best_points = (int)sql__column(&row, 6),
                     .best_game = sql__column_id(&row, 7)},
        };
    sql__end(&row);
    return result < 0 ? -1 : 0;
}

static int form_put(struct sql_writer *writer, uint64_t player, enum variant_id variant,
                    const struct form_row *row)
{
    const struct store_form *form = &row->form;
    return writer__send(writer, SQL_FORM_PUT,
                        SQL_VALUES(sql_id(player), sql_variant(variant), sql_integer(row->last_ms),
                                   sql_integer((int64_t)row->last_game), sql_integer(form->winning),
                                   sql_integer(form->longest_winning), sql_integer(form->unbeaten),
                                   sql_integer(form->longest_unbeaten),
                                   sql_integer(form->best_points),
                                   sql_integer((int64_t)form->best_game)));
}

static bool is_behind(const struct store_game_end *end, const struct form_row *row)
{
    return end->ended_ms > row->last_ms ||
           (end->ended_ms == row->last_ms && end->id > row->last_game);
}

/* Games are told in the order in which they ended by the clock. One that does not come last,
 * because the clock was set back or two ended in one millisecond, makes the form be counted anew.
 */
static int form_add(struct sql_writer *writer, const struct ending *ending, int seat)
{
    struct form_row row;
    const struct store_game_end *end = ending->end;
    enum variant_id variant = ending->game->variant;
    uint64_t player = ending->game->players[seat];
    const struct form_game line = {
        .id = end->id,
        .score = score_of_seat(end->outcome.result, seat),
        .opponent_points = writer->has_changes ? writer->changes[1 - seat].before : 0,
    };
    if (form_get(writer, player, variant, &row) != 0)
        return OP_REFUSED;
    if (!is_behind(end, &row))
        return stats__count_form(writer, player, variant);
    form__add(&row.form, &line);
    row.last_ms = end->ended_ms;
    row.last_game = end->id;
    return form_put(writer, player, variant, &row);
}

int stats__add(struct sql_writer *writer, const struct ending *ending, int seat)
{
    const struct cache_game *game = ending->game;
    if (ending->end->outcome.result == RESULT_NONE || game->given > 0)
        return OP_DONE;
    if (tally_add(writer, ending, seat, 0) != OP_DONE ||
        tally_add(writer, ending, seat, game->players[1 - seat]) != OP_DONE)
        return OP_REFUSED;
    return ending->stakes[seat] != HISTORY_COMPUTER ? form_add(writer, ending, seat) : OP_DONE;
}

/* ------------------------------------------------------------------ annulled games */

static int tally_take(struct sql_writer *writer, const struct stats_line *line, uint64_t opponent)
{
    struct sql_value player = sql_id(line->player);
    struct sql_value other = sql_integer((int64_t)opponent);
    struct sql_value variant = sql_variant(line->variant);
    struct sql_value seat = sql_integer(line->seat);
    struct sql_value mark = sql_integer(line->mark);
    int outcome = writer__send(writer, SQL_TALLY_ADD,
                               SQL_VALUES(player, other, variant, seat, mark,
                                          sql_integer(-(line->score == SCORE_WON)),
                                          sql_integer(-(line->score == SCORE_LOST)),
                                          sql_integer(-(line->score == SCORE_DRAWN))));
    return outcome == OP_DONE ? writer__send(writer, SQL_TALLY_EMPTY,
                                             SQL_VALUES(player, other, variant, seat, mark))
                              : outcome;
}

int stats__take_back(struct sql_writer *writer, const struct stats_line *line)
{
    int outcome = tally_take(writer, line, 0);
    return outcome == OP_DONE ? tally_take(writer, line, line->opponent) : outcome;
}

/* Returns 0 or -1. */
static int form_walk(struct sql_writer *writer, uint64_t player, enum variant_id variant,
                     struct form_row *out)
{
    struct sql_row row = sql__start(writer->sql, SQL_FORM_WALK, SQL_VALUES(sql_id(player)));
    int result = sql__step(&row);
    *out = (struct form_row){0};
    for (; result == 1; result = sql__step(&row)) {
        size_t size = 0;
        int score = score_from_word(row.driver->bytes(&row, 0, &size));
        if (sql__column_variant(&row, 1) != (int)variant || score < 0 || score == SCORE_VOID)
            continue;
        const struct form_game game = {.id = sql__column_id(&row, 2),
                                       .score = (enum score)score,
                                       .opponent_points = (int)sql__column(&row, 4)};
        form__add(&out->form, &game);
        out->last_game = game.id;
        out->last_ms = sql__column(&row, 3);
    }
    sql__end(&row);
    return result;
}

int stats__count_form(struct sql_writer *writer, uint64_t player, enum variant_id variant)
{
    struct form_row row;
    if (form_walk(writer, player, variant, &row) != 0)
        return OP_REFUSED;
    return row.last_game != 0 ? form_put(writer, player, variant, &row)
                              : writer__send(writer, SQL_FORM_DELETE,
                                             SQL_VALUES(sql_id(player), sql_variant(variant)));
}

/* ------------------------------------------------------------------ reading */

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

/* The rows of variants that are wanted, and known. Returns 0 or -1. */
static int rows_read(struct sql_row row, enum record_id record, struct work_query *question,
                     struct fields_list *list_out)
{
    int wanted = question->query.as.stats.variant;
    int result = sql__step(&row);
    *list_out = (struct fields_list){0};
    for (; result == 1; result = sql__step(&row)) {
        int variant = sql__column_variant(&row, 0);
        if (variant < 0 || (wanted != -1 && wanted != variant))
            continue;
        void *out = fields__list_add(list_out, record, &question->arena);
        if (!fields__read(&row, record, out, &question->arena)) {
            result = -1;
            break;
        }
    }
    sql__end(&row);
    return result;
}

static struct sql_row tallies_start(struct sql_connection *sql,
                                    const struct store_stats_filter *filter)
{
    struct sql_value player = sql_id(filter->player);
    if (filter->opponent != 0 || filter->computers == COMPUTERS_ANY)
        return sql__start(sql, SQL_TALLIES,
                          SQL_VALUES(player, sql_integer((int64_t)filter->opponent)));
    return sql__start(
        sql, filter->computers == COMPUTERS_ONLY ? SQL_TALLIES_OF_COMPUTERS : SQL_TALLIES_OF_PEOPLE,
        SQL_VALUES(player));
}

static int tallies_read(struct sql_connection *sql, struct work_query *question)
{
    struct store_stats *stats = &question->answer.as.stats;
    struct fields_list list;
    struct sql_row row = tallies_start(sql, &question->query.as.stats);
    int result = rows_read(row, STORED_tally, question, &list);
    if (list.count > 1)
        qsort(list.rows, list.count, sizeof(struct store_tally), compare_tallies);
    stats->tallies = list.rows;
    stats->tallies_count = list.count;
    return result;
}

static int forms_read(struct sql_connection *sql, struct work_query *question)
{
    struct store_stats *stats = &question->answer.as.stats;
    struct fields_list list;
    struct sql_row row =
        sql__start(sql, SQL_FORMS, SQL_VALUES(sql_id(question->query.as.stats.player)));
    int result = rows_read(row, STORED_form, question, &list);
    if (list.count > 1)
        qsort(list.rows, list.count, sizeof(struct store_form), compare_forms);
    stats->forms = list.rows;
    stats->forms_count = list.count;
    return result;
}

/* Whether the filter leaves games against this opponent, if it names one: as sql__step(). */
static int admits_opponent(struct sql_connection *sql, const struct store_stats_filter *filter)
{
    int64_t is_computer = 0;
    if (filter->opponent == 0 || filter->computers == COMPUTERS_ANY)
        return 1;
    int found = sql__get_integer(sql, SQL_PLAYER_COMPUTER, SQL_VALUES(sql_id(filter->opponent)),
                                 &is_computer);
    return found == 1 ? (filter->computers == COMPUTERS_ONLY) == (is_computer != 0) : found;
}

int answer__stats(struct sql_connection *sql, struct work_query *question)
{
    const struct store_stats_filter *filter = &question->query.as.stats;
    int admitted = admits_opponent(sql, filter);
    if (admitted < 0 || (admitted == 1 && tallies_read(sql, question) != 0))
        return STORE_UNAVAILABLE;
    if (filter->opponent == 0 && filter->computers != COMPUTERS_ONLY &&
        forms_read(sql, question) != 0)
        return STORE_UNAVAILABLE;
    return STORE_OK;
}
