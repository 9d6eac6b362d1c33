/* SPDX-License-Identifier: MIT */
/*
 * Points that are held, as they are stored.
 */
#include "db/sql/held.h"

#include "db/rating.h"
#include "db/sql/operation.h"

/* ------------------------------------------------------------------ a game */

/* Whether something vouches for the win of the player at `seat`. 1: yes, 0: no, -1: the database
 * failed. */
static int is_vouched(struct sql_writer *writer, const struct cache_game *game,
                      const struct store_game_end *end, int seat)
{
    struct listed_game facts = {
        .variant = game->variant, .plies = end->plies, .ended_ms = end->ended_ms};
    struct sql_row row = sql__start(writer->sql, SQL_HELD_FACTS,
                                    SQL_VALUES(sql_id(game->id), sql_id(game->players[1 - seat])));
    int result = sql__step(&row);
    facts.opponent_ms = result == 1 ? sql__column(&row, 0) : 0;
    facts.started_ms = result == 1 ? sql__column(&row, 1) : 0;
    sql__end(&row);
    if (result != 1)
        return -1;
    return listed_is_vouched(&end->terms, &facts) ? 1 : 0;
}

static int win_compute(struct sql_writer *writer, const struct cache_game *game,
                       const struct store_game_end *end, const struct rating_now now[SEAT_COUNT])
{
    int seat = writer->changes[0].after.points > writer->changes[0].before ? 0 : 1;
    struct store_change *change = &writer->changes[seat];
    if (end->terms.mark == 0 || change->after.points <= change->before)
        return OP_DONE;
    int vouched = is_vouched(writer, game, end, seat);
    if (vouched < 0)
        return OP_REFUSED;
    const struct listed_side own = {&now[seat].rating, change};
    const struct listed_side other = {&now[1 - seat].rating, &writer->changes[1 - seat]};
    change->held = listed_held(&own, &other, vouched == 1);
    change->after.listed =
        listed_points(change->after.points, now[seat].held + change->held, end->terms.mark);
    return OP_DONE;
}

int held__compute(struct sql_writer *writer, const struct cache_game *game,
                  const struct store_game_end *end, const struct rating_now now[SEAT_COUNT])
{
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        writer->changes[seat].after.listed =
            listed_points(writer->changes[seat].after.points, now[seat].held, end->terms.mark);
    return win_compute(writer, game, end, now);
}

int held__note(struct sql_writer *writer, const struct cache_game *game,
               const struct store_game_end *end, int seat, const struct rating_now *now)
{
    const struct store_change *change = &writer->changes[seat];
    uint64_t player = game->players[seat];
    int64_t held = now->held + change->held;
    if (held == 0)
        return OP_DONE;
    if (change->held > 0 &&
        writer__send(writer, SQL_HELD_INSERT,
                     SQL_VALUES(sql_id(player), sql_id(game->players[1 - seat]), sql_id(game->id),
                                sql_variant(game->variant), sql_integer(change->held),
                                sql_integer(end->ended_ms))) != OP_DONE)
        return OP_REFUSED;
    return held__set(writer, player, game->variant, held, end->terms.mark);
}

/* ------------------------------------------------------------------ the end of it */

int64_t held__forget(struct sql_writer *writer, uint64_t player, uint64_t opponent, uint64_t game)
{
    int64_t points = 0;
    int found =
        sql__get_integer(writer->sql, SQL_HELD_GET,
                         SQL_VALUES(sql_id(player), sql_id(opponent), sql_id(game)), &points);
    if (found < 0 || (found == 1 && writer__send(writer, SQL_HELD_DELETE,
                                                 SQL_VALUES(sql_id(player), sql_id(opponent),
                                                            sql_id(game))) != OP_DONE))
        return -1;
    return points;
}

int held__set(struct sql_writer *writer, uint64_t player, enum variant_id variant, int64_t held,
              int mark)
{
    return writer__send(
        writer, SQL_RATING_HELD,
        SQL_VALUES(sql_integer(held), sql_integer(mark), sql_id(player), sql_variant(variant)));
}

/* A win whose month is over. */
struct held_win {
    int64_t won_ms;
    uint64_t player;
    uint64_t opponent;
    uint64_t game;
    int variant; /* -1: one that this program does not know */
};

/* The next one behind `win`. As sql__step(). */
static int next_find(struct sql_writer *writer, int64_t won_ms, struct held_win *win)
{
    struct sql_row row = sql__start(
        writer->sql, SQL_HELD_OLDEST,
        SQL_VALUES(sql_integer(won_ms), sql_integer(win->won_ms), sql_integer((int64_t)win->player),
                   sql_integer((int64_t)win->opponent), sql_integer((int64_t)win->game)));
    int result = sql__step(&row);
    if (result == 1)
        *win = (struct held_win){.won_ms = sql__column(&row, 0),
                                 .player = sql__column_id(&row, 1),
                                 .opponent = sql__column_id(&row, 2),
                                 .game = sql__column_id(&row, 3),
                                 .variant = sql__column_variant(&row, 4)};
    sql__end(&row);
    return result;
}

static int win_release(struct sql_writer *writer, const struct held_win *win)
{
    struct rating_now now;
    enum variant_id variant = (enum variant_id)win->variant;
    int64_t held = held__forget(writer, win->player, win->opponent, win->game);
    if (held < 0 || rating__get(writer, win->player, variant, &now) != OP_DONE)
        return OP_REFUSED;
    struct store_rating after = now.rating;
    after.listed = listed_points(after.points, now.held - held, now.mark);
    if (held__set(writer, win->player, variant, now.held - held, now.mark) != OP_DONE)
        return OP_REFUSED;
    return rating__recount(writer, win->player, &now.rating, &after);
}

/* A win in a variant that is not known stays, for a program that knows it: its points stand in a
 * rating and in counts that nobody here can follow. The others do not wait for it. */
int write__held_release(struct sql_writer *writer, const struct store_op *op)
{
    const struct store_release *release = &op->as.held_release;
    struct held_win win = {.won_ms = INT64_MIN};
    uint32_t released = 0;
    int found = 1;
    while (released < release->most && found == 1) {
        found = next_find(writer, release->won_ms, &win);
        if (found != 1 || win.variant < 0)
            continue;
        if (win_release(writer, &win) != OP_DONE)
            return OP_REFUSED;
        released++;
    }
    return found < 0 ? OP_REFUSED : OP_DONE;
}
