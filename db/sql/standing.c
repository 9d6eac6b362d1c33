/* SPDX-License-Identifier: MIT */
/*
 * Leaderboards, by listed points (db/rating.h). A position is found by walking over the counts of
 * players by them, not over the players; then a short range of the index gives the page.
 */
#include "db/rating.h"
#include "db/sql/answer.h"
#include "db/sql/fields.h"
#include "db/sql/rating.h"

/* ------------------------------------------------------------------ a page from a position */

/* Where a page begins. */
struct place {
    int64_t points;
    int64_t player;  /* of the first line */
    uint64_t rank;   /* its rank */
    uint64_t before; /* how many lines stand before it */
};

/* Finds the block in which the line behind `before` others stands: `place_out` gets its points,
 * its rank and its first player, `offset_out` how many of the block stand before the line. */
static int block_walk(struct sql_connection *sql, const char *variant, uint64_t before,
                      struct place *place_out, int64_t *offset_out)
{
    uint64_t passed = 0;
    *place_out = (struct place){.points = -1, .before = before};
    struct sql_row row = sql__start(sql, SQL_COUNT_WALK, SQL_VALUES(sql_text(variant)));
    int result = sql__step(&row);
    for (; result == 1; result = sql__step(&row)) {
        int64_t points = sql__column(&row, 0);
        uint64_t players = sql__column_id(&row, 2);
        if (points != place_out->points)
            place_out->rank = passed + 1;
        place_out->points = points;
        place_out->player = sql__column(&row, 1);
        if (passed + players > before)
            break;
        passed += players;
    }
    sql__end(&row);
    *offset_out = (int64_t)(before - passed);
    return result;
}

/* 1: found, 0: the leaderboard ends before, -1: the database failed. */
static int place_find(struct sql_connection *sql, const char *variant, uint64_t before,
                      struct place *place_out)
{
    int64_t offset = 0;
    int result = block_walk(sql, variant, before, place_out, &offset);
    if (result != 1)
        return result;
    result = sql__get_integer(sql, SQL_RATING_TIED_AT,
                              SQL_VALUES(sql_text(variant), sql_integer(place_out->points),
                                         sql_integer(place_out->player), sql_integer(offset)),
                              &place_out->player);
    return result == 1 ? 1 : -1; /* the counts and the ratings differ */
}

/* Fills in the ranks: a player with as many points as the line before has its rank. */
static void lines_rank(struct store_standing *lines, size_t count, const struct place *first)
{
    for (size_t i = 0; i < count; i++) {
        int64_t points_before = i == 0 ? first->points : lines[i - 1].listed;
        uint64_t rank_before = i == 0 ? first->rank : lines[i - 1].rank;
        lines[i].rank = lines[i].listed == points_before ? rank_before : first->before + i + 1;
    }
}

/* A leaderboard, and the answer that gets a page of it. */
struct board {
    struct sql_connection *sql;
    const char *variant; /* its key */
    struct arena *arena;
    struct store_standings *answer;
};

/* First the rest of those who share the points of the first line, then those with fewer. */
static int page_read(const struct board *board, const struct place *place, size_t limit)
{
    struct sql_value variant = sql_text(board->variant);
    struct sql_value points = sql_integer(place->points);
    struct fields_list lines = {0};
    int result = fields__list(sql__start(board->sql, SQL_STANDINGS_TIED,
                                         SQL_VALUES(variant, points, sql_integer(place->player),
                                                    sql_integer((int64_t)limit))),
                              STORED_standing, board->arena, FIELDS_ALL, &lines);
    if (result == 0 && lines.count < limit)
        result = fields__list(
            sql__start(board->sql, SQL_STANDINGS_BELOW,
                       SQL_VALUES(variant, points, sql_integer((int64_t)(limit - lines.count)))),
            STORED_standing, board->arena, FIELDS_ALL, &lines);
    if (result != 0)
        return -1;
    lines_rank(lines.rows, lines.count, place);
    board->answer->rows = lines.rows;
    board->answer->rows_count = lines.count;
    return 0;
}

static int page_answer(const struct board *board, uint64_t before, uint32_t limit)
{
    struct place place;
    uint64_t rest = board->answer->total - before;
    if (before >= board->answer->total)
        return STORE_OK;
    if (place_find(board->sql, board->variant, before, &place) != 1)
        return STORE_UNAVAILABLE;
    return page_read(board, &place, limit < rest ? limit : (size_t)rest) == 0 ? STORE_OK
                                                                              : STORE_UNAVAILABLE;
}

/* Everybody has more than -1 point. */
static int total_read(struct sql_connection *sql, enum variant_id variant,
                      struct store_standings *answer)
{
    uint64_t rank = 0;
    int result = rating__rank(sql, variant, -1, &rank);
    answer->total = rank - 1;
    return result;
}

int answer__top(struct sql_connection *sql, struct work_query *question)
{
    const struct store_leaderboard *asked = &question->query.as.top;
    struct store_standings *answer = &question->answer.as.top;
    const struct board board = {sql, variant_get(asked->variant)->key, &question->arena, answer};
    if (total_read(sql, asked->variant, answer) != 0)
        return STORE_UNAVAILABLE;
    return page_answer(&board, asked->from == 0 ? 0 : asked->from - 1, asked->limit);
}

/* ------------------------------------------------------------------ around a player */

/* How many with the same points stand before the player: whole blocks, then within the own one. */
static int tied_before(struct sql_connection *sql, const char *variant, int64_t points,
                       uint64_t player, int64_t *count_out)
{
    int64_t block = 0;
    int64_t blocks_before = 0;
    int64_t in_block = 0;
    int found = sql__get_integer(sql, SQL_COUNT_BLOCK,
                                 SQL_VALUES(sql_text(variant), sql_integer(points), sql_id(player)),
                                 &block);
    if (found == 1)
        found = sql__get_integer(
            sql, SQL_COUNT_TIED_BEFORE,
            SQL_VALUES(sql_text(variant), sql_integer(points), sql_integer(block)), &blocks_before);
    if (found == 1)
        found = sql__get_integer(
            sql, SQL_RATING_TIED_BETWEEN,
            SQL_VALUES(sql_text(variant), sql_integer(points), sql_integer(block), sql_id(player)),
            &in_block);
    *count_out = blocks_before + in_block;
    return found == 1 ? 0 : -1;
}

int answer__around(struct sql_connection *sql, struct work_query *question)
{
    const struct store_around *asked = &question->query.as.around;
    struct store_standings *answer = &question->answer.as.around;
    const struct board board = {sql, variant_get(asked->variant)->key, &question->arena, answer};
    struct rating_now now;
    int64_t tied = 0;
    int found = rating__read(sql, asked->player, asked->variant, &now);
    if (found < 0 || total_read(sql, asked->variant, answer) != 0)
        return STORE_UNAVAILABLE;
    if (found == 0 || now.rating.established_ms == 0)
        return answer__status(answer__player_exists(sql, asked->player));
    if (rating__rank(sql, asked->variant, now.rating.listed, &answer->rank) != 0 ||
        tied_before(sql, board.variant, now.rating.listed, asked->player, &tied) != 0)
        return STORE_UNAVAILABLE;
    uint64_t position = answer->rank - 1 + (uint64_t)tied;
    return page_answer(&board, page__start(position, answer->total, asked->limit), asked->limit);
}
