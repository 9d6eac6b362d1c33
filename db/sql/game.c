/* SPDX-License-Identifier: MIT */
/*
 * What the SQLite writer does for games: their start, an entry of their log, their end with both
 * histories and ratings. Inside the writer's transaction, on its thread.
 */
#include "db/form.h"
#include "db/sql/private.h"

_Static_assert(LOG_ACTION == 0 && LOG_DRAW_OFFER == 1 && LOG_DRAW_REFUSE == 2 &&
                   LOG_TAKEBACK_ASK == 3 && LOG_TAKEBACK == 4 && LOG_TAKEBACK_REFUSE == 5 &&
                   LOG_GIVE_TIME == 6 && SEAT_FIRST == 0 && SEAT_SECOND == 1 && MARK_NONE == 0 &&
                   MARK_X == 1 && MARK_O == 2,
               "these numbers are stored");

int sqlite__game_start(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_game_start *start = &op->as.start;
    char clock[TIME_CONTROL_TEXT_SIZE];
    time_control_format(&start->clock, clock);
    int changed =
        sql__run(&writer->sql, SQL_GAME_INSERT,
                 SQL_VALUES(sql_id(start->id), sql_id(start->room),
                            sql_text(variant_get(start->variant)->key), sql_integer(start->rated),
                            sql_id(start->players[0]), sql_id(start->players[1]),
                            sql_integer(start->started_ms), sql_integer(writer->cache.log.last),
                            sql_text(clock), sql_integer(start->uptime_ms),
                            start->due_ms != 0 ? sql_integer(start->due_ms) : sql_null()));
    if (changed != 1)
        return OP_REFUSED;
    cache__game_add(&writer->cache, &(struct cache_game){
                                        .id = start->id,
                                        .variant = start->variant,
                                        .rated = start->rated,
                                        .players = {start->players[0], start->players[1]},
                                        .is_slow = start->due_ms != 0,
                                    });
    return OP_DONE;
}

/* Such a game moves its deadline with every action. */
static int slow_log(struct sqlite_writer *writer, const struct store_log_entry *entry)
{
    int changed =
        sql__run(&writer->sql, SQL_SLOW_LOG_INSERT,
                 SQL_VALUES(sql_id(entry->game), sql_integer(entry->seq), sql_integer(entry->kind),
                            sql_integer(entry->seat), sql_text(entry->action),
                            sql_integer(entry->at_ms), sql_integer(entry->spent_ms)));
    if (changed == 1 && entry->due_ms != 0)
        changed = sql__run(&writer->sql, SQL_GAME_DUE,
                           SQL_VALUES(sql_integer(entry->due_ms), sql_id(entry->game)));
    return changed == 1 ? OP_DONE : OP_REFUSED;
}

int sqlite__game_log(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_log_entry *entry = &op->as.log;
    const struct cache_game *game = cache__game_find(&writer->cache, entry->game);
    struct cache_log *log = &writer->cache.log;
    if (game == NULL)
        return OP_REFUSED;
    if (game->is_slow)
        return slow_log(writer, entry);
    log->last++;
    log->appended++;
    int changed = sql__run(&writer->sql, SQL_LOG_INSERT,
                           SQL_VALUES(sql_integer(log->last), sql_id(entry->game),
                                      sql_integer(entry->seq), sql_integer(entry->kind),
                                      sql_integer(entry->seat), sql_text(entry->action),
                                      sql_integer(entry->at_ms), sql_integer(entry->spent_ms),
                                      sql_integer(entry->lag_ms), sql_integer(entry->given_ms)));
    return changed == 1 ? OP_DONE : OP_REFUSED;
}

/* ------------------------------------------------------------------ the end */

static int game_finish(struct sqlite_writer *writer, const struct store_game_end *end)
{
    int changed = sql__run(
        &writer->sql, SQL_GAME_END,
        SQL_VALUES(sql_integer(end->ended_ms), sql_text(result_word(end->outcome.result)),
                   sql_text(reason_word(end->outcome.reason)), sql_integer(end->plies),
                   sql_integer(end->last_seq), sql_text(end->actions), sql_text(end->spent),
                   end->lags[0] != '\0' ? sql_text(end->lags) : sql_null(),
                   sql_integer(end->clocks[0].left_ms), sql_integer(end->clocks[0].periods),
                   sql_integer(end->clocks[1].left_ms), sql_integer(end->clocks[1].periods),
                   sql_id(end->id)));
    return changed == 1 ? OP_DONE : OP_REFUSED;
}

static int history_add(struct sqlite_writer *writer, const struct cache_game *game,
                       const struct store_game_end *end, int seat, uint64_t opponent_rank)
{
    const struct store_rating_change *change = &end->changes[seat];
    int points = end->moves_ratings ? change->after.points - change->before : 0;
    int changed = sql__run(
        &writer->sql, SQL_HISTORY_INSERT,
        SQL_VALUES(sql_id(game->players[seat]), sql_id(game->id), sql_id(game->players[1 - seat]),
                   sql_text(variant_get(game->variant)->key), sql_integer(game->rated),
                   sql_text(score_word(score_of_seat(end->outcome.result, seat))),
                   sql_text(reason_word(end->outcome.reason)),
                   end->moves_ratings ? sql_integer(change->before) : sql_null(),
                   sql_integer(points), sql_integer((int64_t)opponent_rank),
                   sql_integer(end->plies), sql_integer(end->ended_ms), sql_integer(seat),
                   sql_integer(form__mark(end->first_mark, seat))));
    return changed == 1 ? OP_DONE : OP_REFUSED;
}

/* Both ranks are read before either rating moves. */
static int players_settle(struct sqlite_writer *writer, const struct cache_game *game,
                          const struct store_game_end *end)
{
    struct rating_now now[SEAT_COUNT];
    int outcome = OP_DONE;
    for (int seat = 0; seat < SEAT_COUNT && outcome == OP_DONE; seat++)
        outcome = sqlite__rating_get(writer, game->players[seat], game->variant, &now[seat]);
    for (int seat = 0; seat < SEAT_COUNT && outcome == OP_DONE; seat++)
        outcome = history_add(writer, game, end, seat, now[1 - seat].rank);
    for (int seat = 0; seat < SEAT_COUNT && outcome == OP_DONE; seat++)
        outcome = sqlite__stats_add(writer, game, end, seat);
    for (int seat = 0; seat < SEAT_COUNT && outcome == OP_DONE && end->moves_ratings; seat++)
        outcome = sqlite__rating_move(writer, game, end, seat, &now[seat]);
    return outcome;
}

int sqlite__star(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_star *star = &op->as.star;
    int changed = sql__run(
        &writer->sql, SQL_HISTORY_STAR,
        SQL_VALUES(sql_integer(star->is_starred), sql_id(star->player), sql_id(star->game)));
    if (changed < 0)
        return OP_REFUSED;
    return changed == 1 ? OP_DONE : OP_CONFLICT;
}

int sqlite__game_end(struct sqlite_writer *writer, const struct store_op *op)
{
    const struct store_game_end *end = &op->as.end;
    const struct cache_game *game = cache__game_find(&writer->cache, end->id);
    if (game == NULL || (end->moves_ratings && !game->rated))
        return OP_REFUSED;
    int outcome = game_finish(writer, end);
    if (outcome == OP_DONE)
        outcome = players_settle(writer, game, end);
    if (outcome == OP_DONE && game->is_slow &&
        sql__run(&writer->sql, SQL_SLOW_LOG_DELETE, SQL_VALUES(sql_id(end->id))) < 0)
        outcome = OP_REFUSED;
    if (outcome == OP_DONE)
        cache__game_remove(&writer->cache, end->id);
    return outcome;
}
