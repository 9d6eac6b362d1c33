/* SPDX-License-Identifier: MIT */
/*
 * Provisional ratings: the facts that the rule of db/provisional.h asks for, read from the tables.
 */
#include "db/sql/provisional.h"

#include "db/provisional.h"
#include "db/sql/operation.h"

/* ------------------------------------------------------------------ facts */

/* Whether both were logged in from one network of late. 1: yes, 0: no, -1: the database failed. */
static int share_origin(struct sql_writer *writer, const uint64_t players[SEAT_COUNT])
{
    int64_t one = 0;
    return sql__get_integer(writer->sql, SQL_ORIGIN_SHARED,
                            SQL_VALUES(sql_id(players[0]), sql_id(players[1])), &one);
}

/* Whether the two count for each other. The same returns. */
static int count_for_each_other(struct sql_writer *writer, const struct cache_game *game,
                                const struct store_game_end *end)
{
    int64_t younger_ms = 0;
    int shared = share_origin(writer, game->players);
    if (shared <= 0)
        return shared < 0 ? -1 : 1;
    int found = sql__get_integer(writer->sql, SQL_YOUNGER_ACCOUNT,
                                 SQL_VALUES(sql_id(game->players[0]), sql_id(game->players[1])),
                                 &younger_ms);
    if (found != 1)
        return -1;
    return provisional_counts(&end->terms, true, younger_ms, end->ended_ms) ? 1 : 0;
}

/* Whether the opponent of the player at `seat` counted before. The same returns. */
static int has_counted(struct sql_writer *writer, const struct cache_game *game, int seat)
{
    int64_t one = 0;
    return sql__get_integer(writer->sql, SQL_OPPONENT_COUNTS,
                            SQL_VALUES(sql_id(game->players[seat]), sql_variant(game->variant),
                                       sql_id(game->players[1 - seat])),
                            &one);
}

/* ------------------------------------------------------------------ what a game does */

static int cut(struct sql_writer *writer, const struct cache_game *game,
               const struct store_game_end *end, int seat, const struct rating_now *now)
{
    int64_t moved = 0;
    int found = sql__get_integer(writer->sql, SQL_LEDGER_MOVED,
                                 SQL_VALUES(sql_id(game->players[seat]), sql_variant(game->variant),
                                            sql_integer(end->ended_ms - STORE_PROVISIONAL_MS),
                                            sql_integer(end->ended_ms + STORE_PROVISIONAL_MS)),
                                 &moved);
    if (found != 1)
        return OP_REFUSED;
    provisional_cut(&writer->changes[seat], &now->rating, &end->terms, moved);
    return OP_DONE;
}

static int opponents_compute(struct sql_writer *writer, const struct cache_game *game,
                             const struct store_game_end *end)
{
    int counts = count_for_each_other(writer, game, end);
    int outcome = counts < 0 ? OP_REFUSED : OP_DONE;
    for (int seat = 0; seat < SEAT_COUNT && outcome == OP_DONE && counts == 1; seat++) {
        struct store_change *change = &writer->changes[seat];
        int had = change->was_provisional ? has_counted(writer, game, seat) : 1;
        if (had < 0)
            outcome = OP_REFUSED;
        else if (had == 0)
            change->after.opponents++;
    }
    return outcome;
}

int provisional__compute(struct sql_writer *writer, const struct cache_game *game,
                         const struct store_game_end *end, const struct rating_now now[SEAT_COUNT])
{
    struct store_change *changes = writer->changes;
    int outcome = OP_DONE;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        changes[seat].was_provisional = provisional_is(&now[seat].rating, &end->terms);
    for (int seat = 0; seat < SEAT_COUNT && outcome == OP_DONE; seat++)
        if (!changes[seat].was_provisional && changes[1 - seat].was_provisional)
            outcome = cut(writer, game, end, seat, &now[seat]);
    if (outcome == OP_DONE && (changes[0].was_provisional || changes[1].was_provisional))
        outcome = opponents_compute(writer, game, end);
    for (int seat = 0; seat < SEAT_COUNT && outcome == OP_DONE; seat++)
        provisional_settle(&changes[seat].after, &end->terms, end->ended_ms);
    return outcome;
}

int provisional__note_opponent(struct sql_writer *writer, const struct cache_game *game, int seat,
                               const struct rating_now *now)
{
    if (writer->changes[seat].after.opponents == now->rating.opponents)
        return OP_DONE;
    return writer__send(writer, SQL_OPPONENT_INSERT,
                        SQL_VALUES(sql_id(game->players[seat]), sql_variant(game->variant),
                                   sql_id(game->players[1 - seat])));
}
