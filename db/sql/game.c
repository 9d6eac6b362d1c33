/* SPDX-License-Identifier: MIT */
/*
 * Games: their start, an entry of their log, their end with both histories and ratings; and how one
 * is read.
 */
#include "db/sql/game.h"

#include "db/fine.h"
#include "db/rating.h"
#include "db/sql/answer.h"
#include "db/sql/fields.h"
#include "db/sql/fine.h"
#include "db/sql/operation.h"
#include "db/sql/stats.h"

_Static_assert(LOG_ACTION == 0 && LOG_DRAW_OFFER == 1 && LOG_DRAW_REFUSE == 2 &&
                   LOG_TAKEBACK_ASK == 3 && LOG_TAKEBACK == 4 && LOG_TAKEBACK_REFUSE == 5 &&
                   LOG_GIVE_TIME == 6 && LOG_DAYS_OFF == 7 && SEAT_FIRST == 0 && SEAT_SECOND == 1 &&
                   MARK_NONE == 0 && MARK_X == 1 && MARK_O == 2 && HISTORY_FOR_FUN == 0 &&
                   HISTORY_RATED == 1 && HISTORY_COMPUTER == 2,
               "these numbers are stored");

/* ------------------------------------------------------------------ in progress */

int write__game_start(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_game_start *start = &op->as.game_start;
    if (writer__save(writer, SQL_GAME_INSERT, FIELDS(game_start, start),
                     SQL_VALUES(sql_integer(writer->cache.log.last))) != OP_DONE)
        return OP_REFUSED;
    cache__game_add(&writer->cache, &(struct cache_game){
                                        .id = start->id,
                                        .variant = start->variant,
                                        .rated = start->rated,
                                        .players = {start->players[0], start->players[1]},
                                        .is_slow = start->due_ms != 0,
                                        .given = start->given,
                                    });
    return OP_DONE;
}

/* Such a game moves its deadline with every action. */
static int slow_log(struct sql_writer *writer, const struct store_log_entry *entry)
{
    int outcome = writer__send(
        writer, SQL_SLOW_LOG_INSERT,
        SQL_VALUES(sql_id(entry->game), sql_integer(entry->seq), sql_integer(entry->kind),
                   sql_integer(entry->seat), sql_text(entry->action), sql_integer(entry->at_ms),
                   sql_integer(entry->spent_ms), sql_integer(entry->given_ms),
                   sql_integer(entry->planned)));
    if (outcome == OP_DONE && entry->due_ms != 0)
        outcome = writer__send(writer, SQL_GAME_DUE,
                               SQL_VALUES(sql_integer(entry->due_ms), sql_id(entry->game)));
    return outcome;
}

int write__game_log(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_log_entry *entry = &op->as.game_log;
    const struct cache_game *game = cache__game_find(&writer->cache, entry->game);
    struct cache_log *log = &writer->cache.log;
    if (game == NULL)
        return OP_REFUSED;
    if (game->is_slow)
        return slow_log(writer, entry);
    log->last++;
    log->appended++;
    return writer__save(writer, SQL_LOG_INSERT, FIELDS(log_entry, entry),
                        SQL_VALUES(sql_integer(log->last)));
}

int write__plan_put(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_plan *plan = &op->as.plan_put;
    const struct cache_game *game = cache__game_find(&writer->cache, plan->game);
    if (game == NULL || !game->is_slow)
        return OP_REFUSED;
    if (plan->lines[0] != '\0')
        return writer__save(writer, SQL_PLAN_PUT, FIELDS(plan, plan), FIELDS_ONLY);
    return writer__send(writer, SQL_PLAN_REMOVE,
                        SQL_VALUES(sql_id(plan->game), sql_integer(plan->seat)));
}

/* Its log is in its row now, and nothing of it lies ahead. */
static int slow_game_end(struct sql_writer *writer, uint64_t id)
{
    struct sql_value game = sql_id(id);
    bool is_done = writer__send(writer, SQL_SLOW_LOG_DELETE, SQL_VALUES(game)) == OP_DONE &&
                   writer__send(writer, SQL_PLANS_REMOVE, SQL_VALUES(game)) == OP_DONE;
    return is_done ? OP_DONE : OP_REFUSED;
}

int write__focus_lost(struct sql_writer *writer, const struct store_op *op)
{
    const struct cache_game *game = cache__game_find(&writer->cache, op->as.focus_lost.game);
    if (game == NULL || !game->rated)
        return OP_REFUSED;
    return writer__save(writer, SQL_FOCUS_LOST, FIELDS(focus_lost, &op->as.focus_lost),
                        FIELDS_ONLY);
}

/* ------------------------------------------------------------------ the end */

static int history_add(struct sql_writer *writer, const struct ending *ending, int seat)
{
    const struct cache_game *game = ending->game;
    const struct store_game_end *end = ending->end;
    const struct store_change *change = writer->has_changes ? &writer->changes[seat] : NULL;
    int points = change != NULL ? change->after.points - change->before : 0;
    return writer__send(
        writer, SQL_HISTORY_INSERT,
        SQL_VALUES(sql_id(game->players[seat]), sql_id(game->id), sql_id(game->players[1 - seat]),
                   sql_variant(game->variant), sql_integer(ending->stakes[seat]),
                   sql_text(score_word(score_of_seat(end->outcome.result, seat))),
                   sql_text(reason_word(end->outcome.reason)),
                   change != NULL ? sql_integer(change->before) : sql_null(), sql_integer(points),
                   sql_integer((int64_t)ending->now[1 - seat].rank), sql_integer(end->plies),
                   sql_integer(end->ended_ms), sql_integer(seat),
                   sql_integer(form__mark(end->first_mark, seat)),
                   sql_integer(change != NULL && change->was_provisional),
                   sql_integer(game->given)));
}

/* The kind of the line in the history of the player at `seat`. */
static int stake_read(struct sql_writer *writer, const struct cache_game *game, int seat,
                      enum history_stake *stake_out)
{
    int64_t is_computer = 0;
    *stake_out = HISTORY_RATED;
    if (game->rated)
        return OP_DONE;
    if (sql__get_integer(writer->sql, SQL_PLAYER_COMPUTER,
                         SQL_VALUES(sql_id(game->players[1 - seat])), &is_computer) != 1)
        return OP_REFUSED;
    *stake_out = is_computer != 0 ? HISTORY_COMPUTER : HISTORY_FOR_FUN;
    return OP_DONE;
}

/* Puts the changes of both ratings by the game into writer->changes, both from what they had
 * before; writes nothing yet. */
static int ratings_compute(struct sql_writer *writer, const struct ending *ending)
{
    int settled = 0;
    if (rating__settled_month(writer->sql, &settled) != 0)
        return OP_REFUSED;
    int month = fine_playing_month(settled, ending->end->month);
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        writer->changes[seat] =
            rating_after_game(&ending->now[seat].rating, &ending->now[1 - seat].rating,
                              rating_score_of(ending->end->outcome.result, seat), month);
    writer->has_changes = true;
    int outcome = provisional__compute(writer, ending);
    return outcome == OP_DONE ? held__compute(writer, ending) : outcome;
}

/* Only registered players get one. */
static int rating_insert(struct sql_writer *writer, uint64_t player,
                         const struct store_rating *rating)
{
    if (answer__is_registered(writer->sql, player) != 1)
        return OP_REFUSED;
    return writer__save(writer, SQL_RATING_INSERT, FIELDS(rating, rating),
                        SQL_VALUES(sql_id(player)));
}

static int rating_update(struct sql_writer *writer, uint64_t player,
                         const struct store_rating *rating)
{
    return writer__send(writer, SQL_RATING_UPDATE,
                        SQL_VALUES(sql_integer(rating->points), sql_integer(rating->peak),
                                   sql_integer(rating->games), sql_integer(rating->opponents),
                                   sql_integer(rating->established_ms), sql_id(player),
                                   sql_variant(rating->variant)));
}

/* The line says when only the opponent's rating was provisional: the sum of such lines is bounded.
 */
static int ledger_add(struct sql_writer *writer, uint64_t player, int seat,
                      const struct store_game_end *end)
{
    const struct store_change *change = &writer->changes[seat];
    bool is_bounded = !change->was_provisional && writer->changes[1 - seat].was_provisional;
    return writer__send(writer, SQL_LEDGER_INSERT,
                        SQL_VALUES(sql_id(player), sql_variant(change->after.variant),
                                   sql_id(end->id), sql_integer(change->before),
                                   sql_integer(change->after.points), sql_integer(end->ended_ms),
                                   sql_integer(is_bounded), sql_integer(change->cut)));
}

/* Writes the change of the player at `seat`. */
static int rating_move(struct sql_writer *writer, const struct ending *ending, int seat)
{
    const struct store_change *change = &writer->changes[seat];
    const struct store_rating *before = &ending->now[seat].rating;
    uint64_t player = ending->game->players[seat];
    int outcome = before->games == 0 ? rating_insert(writer, player, &change->after)
                                     : rating_update(writer, player, &change->after);
    if (outcome != OP_DONE || ledger_add(writer, player, seat, ending->end) != OP_DONE ||
        provisional__note_opponent(writer, ending, seat) != OP_DONE ||
        held__note(writer, ending, seat) != OP_DONE)
        return OP_REFUSED;
    return rating__recount(writer, player, before, &change->after);
}

static int players_settle(struct sql_writer *writer, const struct cache_game *game,
                          const struct store_game_end *end)
{
    struct ending ending = {.game = game, .end = end};
    int outcome = OP_DONE;
    for (int seat = 0; seat < SEAT_COUNT && outcome == OP_DONE; seat++)
        outcome = stake_read(writer, game, seat, &ending.stakes[seat]);
    for (int seat = 0; seat < SEAT_COUNT && outcome == OP_DONE; seat++)
        outcome = rating__get(writer, game->players[seat], game->variant, &ending.now[seat]);
    if (outcome == OP_DONE && end->moves_ratings)
        outcome = ratings_compute(writer, &ending);
    for (int seat = 0; seat < SEAT_COUNT && outcome == OP_DONE; seat++)
        outcome = history_add(writer, &ending, seat);
    for (int seat = 0; seat < SEAT_COUNT && outcome == OP_DONE; seat++)
        outcome = stats__add(writer, &ending, seat);
    for (int seat = 0; seat < SEAT_COUNT && outcome == OP_DONE && end->moves_ratings; seat++)
        outcome = rating_move(writer, &ending, seat);
    return outcome;
}

int write__game_end(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_game_end *end = &op->as.game_end;
    const struct cache_game *game = cache__game_find(&writer->cache, end->id);
    if (game == NULL ||
        (end->moves_ratings && (!game->rated || end->outcome.result == RESULT_NONE)))
        return OP_REFUSED;
    int outcome = writer__save(writer, SQL_GAME_END, FIELDS(game_end, end), FIELDS_ONLY);
    if (outcome == OP_DONE)
        outcome = players_settle(writer, game, end);
    if (outcome == OP_DONE && end->broken_off_by != 0)
        outcome = fine__break_off(writer, end->broken_off_by, game->variant, end->id);
    if (outcome == OP_DONE && game->is_slow)
        outcome = slow_game_end(writer, end->id);
    if (outcome == OP_DONE)
        cache__game_remove(&writer->cache, end->id);
    return outcome;
}

/* ------------------------------------------------------------------ reading */

#define GAME_ENDED_COLUMN 17 /* of GAME_COLUMNS: NULL while the game is in progress */

bool game__read_row(const struct sql_row *row, struct arena *arena, struct store_game *game_out)
{
    if (!fields__read(row, STORED_game, game_out, arena))
        return false;
    game_out->is_over = !sql__is_null(row, GAME_ENDED_COLUMN);
    return true;
}

int game__read_changes(struct sql_connection *sql, struct store_game *game)
{
    int result = 0;
    for (int seat = 0; seat < SEAT_COUNT && game->is_over && result == 0; seat++) {
        struct store_change *change = &game->end.changes[seat];
        struct sql_row row =
            sql__start(sql, SQL_GAME_CHANGE,
                       SQL_VALUES(sql_id(game->start.players[seat]), sql_id(game->start.id)));
        result = sql__step(&row) == 1 ? 0 : -1;
        if (result == 0 && !sql__is_null(&row, 0)) {
            game->end.moves_ratings = true;
            change->before = (int)sql__column(&row, 0);
            change->after.points = change->before + (int)sql__column(&row, 1);
            change->was_provisional = sql__column(&row, 2) != 0;
            game->end.is_annulled |= sql__column(&row, 3) != 0;
        }
        sql__end(&row);
    }
    return result;
}

/* The server has real-time games in progress in its memory and hardly ever asks for one here, so a
 * walk along their log from where the game began has to do. */
static int log_read(struct sql_connection *sql, struct store_game *game, struct arena *arena)
{
    struct fields_list log = {0};
    struct sql_value id = sql_id(game->start.id);
    int64_t after = 0;
    if (game->start.due_ms == 0 &&
        sql__get_integer(sql, SQL_GAME_LOG_AFTER, SQL_VALUES(id), &after) != 1)
        return -1;
    struct sql_row row = game->start.due_ms != 0
                             ? sql__start(sql, SQL_SLOW_LOG_OF_GAME, SQL_VALUES(id))
                             : sql__start(sql, SQL_LOG_OF_GAME, SQL_VALUES(sql_integer(after), id));
    if (fields__list(row, STORED_log_entry, arena, FIELDS_ALL, &log) != 0)
        return -1;
    game->log = log.rows;
    game->log_count = log.count;
    return 0;
}

/* Only correspondence games have some. */
static int plans_read(struct sql_connection *sql, struct store_game *game, struct arena *arena)
{
    struct fields_list plans = {0};
    if (game->start.due_ms == 0)
        return 0;
    if (fields__list(sql__start(sql, SQL_PLANS_OF_GAME, SQL_VALUES(sql_id(game->start.id))),
                     STORED_plan, arena, FIELDS_ALL, &plans) != 0)
        return -1;
    game->plans = plans.rows;
    game->plans_count = plans.count;
    return 0;
}

int game__read(struct sql_connection *sql, uint64_t id, struct arena *arena,
               struct store_game *game_out)
{
    struct sql_row row = sql__start(sql, SQL_GAME_BY_ID, SQL_VALUES(sql_id(id)));
    int result = sql__step(&row);
    if (result == 1 && !game__read_row(&row, arena, game_out))
        result = -1;
    sql__end(&row);
    if (result != 1)
        return result;
    result = game_out->is_over ? game__read_changes(sql, game_out) : log_read(sql, game_out, arena);
    if (result == 0 && !game_out->is_over)
        result = plans_read(sql, game_out, arena);
    return result == 0 ? 1 : -1;
}

int answer__game(struct sql_connection *sql, struct work_query *question)
{
    return answer__status(
        game__read(sql, question->query.as.game.id, &question->arena, &question->answer.as.game));
}

/* The rows are the answer's own. */
int answer__slow_games(struct sql_connection *sql, struct work_query *question)
{
    struct sql_value player = sql_id(question->query.as.slow_games.id);
    int status =
        answer__list(question, sql__start(sql, SQL_SLOW_GAMES_OF, SQL_VALUES(player)), FIELDS_ALL);
    struct store_game *games = (struct store_game *)question->answer.as.slow_games.rows;
    for (size_t i = 0; i < question->answer.as.slow_games.rows_count && status == STORE_OK; i++)
        if (log_read(sql, &games[i], &question->arena) != 0)
            status = STORE_UNAVAILABLE;
    return status;
}

int answer__focus(struct sql_connection *sql, struct work_query *question)
{
    return answer__list(
        question,
        sql__start(sql, SQL_FOCUS_OF_GAME, SQL_VALUES(sql_id(question->query.as.focus.id))),
        GAME_ACTIONS_MAX + 1);
}
