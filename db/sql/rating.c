/* SPDX-License-Identifier: MIT */
/*
 * Ratings: one, all of a player, and the counts of players by points; opponents that count for
 * provisional ones; points that are held.
 */
#include "db/sql/rating.h"

#include "db/rating.h"
#include "db/sql/fields.h"
#include "db/sql/game.h"
#include "db/sql/operation.h"

#include <stdlib.h>

/* A block of players with the same points is split when it gets larger than this. Finding a place
 * in the leaderboard walks over all blocks and through at most one of them. */
#define BLOCK_PLAYERS_MAX 1024

struct block {
    int64_t first_player;
    int64_t players;
};

/* ------------------------------------------------------------------ counts */

/* The block that `player` belongs to. 1: found, 0: there is none, -1: the database failed. */
static int block_find(struct sql_writer *writer, const char *variant, int64_t points,
                      uint64_t player, struct block *block_out)
{
    struct sql_row row =
        sql__start(writer->sql, SQL_COUNT_BLOCK,
                   SQL_VALUES(sql_text(variant), sql_integer(points), sql_id(player)));
    int result = sql__step(&row);
    if (result == 1) {
        block_out->first_player = sql__column(&row, 0);
        block_out->players = sql__column(&row, 1);
    }
    sql__end(&row);
    return result;
}

static int block_insert(struct sql_writer *writer, const char *variant, int64_t points,
                        const struct block *block)
{
    return writer__send(writer, SQL_COUNT_INSERT,
                        SQL_VALUES(sql_text(variant), sql_integer(points),
                                   sql_integer(block->first_player), sql_integer(block->players)));
}

static int block_set(struct sql_writer *writer, const char *variant, int64_t points,
                     const struct block *block)
{
    return writer__send(writer, SQL_COUNT_SET,
                        SQL_VALUES(sql_integer(block->players), sql_text(variant),
                                   sql_integer(points), sql_integer(block->first_player)));
}

/* The later half of the block becomes a block of its own. */
static int block_split(struct sql_writer *writer, const char *variant, int64_t points,
                       const struct block *block)
{
    struct block first = {block->first_player, block->players / 2};
    struct block second = {0, block->players - first.players};
    int found =
        sql__get_integer(writer->sql, SQL_RATING_TIED_AT,
                         SQL_VALUES(sql_text(variant), sql_integer(points),
                                    sql_integer(first.first_player), sql_integer(first.players)),
                         &second.first_player);
    if (found != 1 || block_set(writer, variant, points, &first) != OP_DONE)
        return OP_REFUSED;
    return block_insert(writer, variant, points, &second);
}

/* One more has these listed points; the rating itself is already written. */
static int count_join(struct sql_writer *writer, enum variant_id variant, int64_t points,
                      uint64_t player)
{
    const char *key = variant_get(variant)->key;
    struct block block = {0, 1};
    cache__count_add(&writer->cache, variant, points, 1);
    int found = block_find(writer, key, points, player, &block);
    if (found <= 0)
        return found < 0 ? OP_REFUSED : block_insert(writer, key, points, &block);
    block.players++;
    if (block.players > BLOCK_PLAYERS_MAX)
        return block_split(writer, key, points, &block);
    return block_set(writer, key, points, &block);
}

/* One fewer has them. An empty block is taken away; what would belong to it goes to the one
 * before, or to a new first one. */
static int count_leave(struct sql_writer *writer, enum variant_id variant, int64_t points,
                       uint64_t player)
{
    const char *key = variant_get(variant)->key;
    struct block block;
    cache__count_add(&writer->cache, variant, points, -1);
    if (block_find(writer, key, points, player, &block) != 1)
        return OP_REFUSED;
    block.players--;
    if (block.players > 0)
        return block_set(writer, key, points, &block);
    return writer__send(
        writer, SQL_COUNT_DELETE,
        SQL_VALUES(sql_text(key), sql_integer(points), sql_integer(block.first_player)));
}

/* ------------------------------------------------------------------ one rating */

int rating__settled_month(struct sql_connection *sql, int *month_out)
{
    int64_t month = 0;
    int found = sql__get_integer(sql, SQL_FINED_MONTH, NULL, 0, &month);
    *month_out = (int)month;
    return found < 0 ? -1 : 0;
}

#define HELD_COLUMN 9 /* behind the rating; held_mark follows */

int rating__read(struct sql_connection *sql, uint64_t player, enum variant_id variant,
                 struct rating_now *now_out)
{
    *now_out = (struct rating_now){.rating.variant = variant};
    struct sql_row row =
        sql__start(sql, SQL_RATING_GET, SQL_VALUES(sql_id(player), sql_variant(variant)));
    int result = sql__step(&row);
    if (result == 1 && !fields__read(&row, STORED_rating, &now_out->rating, NULL))
        result = -1;
    if (result == 1) {
        now_out->held = sql__column(&row, HELD_COLUMN);
        now_out->mark = (int)sql__column(&row, HELD_COLUMN + 1);
    }
    sql__end(&row);
    return result;
}

int rating__get(struct sql_writer *writer, uint64_t player, enum variant_id variant,
                struct rating_now *now_out)
{
    int found = rating__read(writer->sql, player, variant, now_out);
    if (found == 1 && now_out->rating.established_ms > 0)
        now_out->rank = 1 + cache__count_above(&writer->cache, variant, now_out->rating.listed);
    return found < 0 ? OP_REFUSED : OP_DONE;
}

int rating__recount(struct sql_writer *writer, uint64_t player, const struct store_rating *before,
                    const struct store_rating *after)
{
    bool was_counted = before->established_ms > 0;
    bool is_counted = after->established_ms > 0;
    if (was_counted && is_counted && before->listed == after->listed)
        return OP_DONE;
    if (was_counted && count_leave(writer, after->variant, before->listed, player) != OP_DONE)
        return OP_REFUSED;
    return is_counted ? count_join(writer, after->variant, after->listed, player) : OP_DONE;
}

int rating__annulled(struct sql_writer *writer, uint64_t player, const struct store_rating *before,
                     const struct store_rating *after)
{
    if (after->games == 0 &&
        writer__send(writer, SQL_FINE_MOVES_OF_RATING,
                     SQL_VALUES(sql_id(player), sql_variant(after->variant))) != OP_DONE)
        return OP_REFUSED;
    int outcome =
        after->games == 0
            ? writer__send(writer, SQL_RATING_DELETE,
                           SQL_VALUES(sql_id(player), sql_variant(after->variant)))
            : writer__send(
                  writer, SQL_RATING_ANNULLED,
                  SQL_VALUES(sql_integer(after->points), sql_integer(after->peak),
                             sql_integer(after->games), sql_integer((int64_t)after->active_months),
                             sql_integer(after->opponents), sql_integer(after->established_ms),
                             sql_id(player), sql_variant(after->variant)));
    if (outcome != OP_DONE)
        return OP_REFUSED;
    const struct store_rating none = {.variant = after->variant};
    return rating__recount(writer, player, before, after->games == 0 ? &none : after);
}

/* ------------------------------------------------------------------ all of a player */

/* By variant: the table has the order of their keys. */
static int compare_ratings(const void *left, const void *right)
{
    return (int)((const struct store_rating *)left)->variant -
           (int)((const struct store_rating *)right)->variant;
}

int rating__read_all(struct sql_connection *sql, struct arena *arena, struct store_player *player)
{
    struct fields_list list = {0};
    struct sql_row row = sql__start(sql, SQL_PLAYER_RATINGS, SQL_VALUES(sql_id(player->id)));
    int result = sql__step(&row);
    for (; result == 1; result = sql__step(&row)) {
        if (sql__column_variant(&row, 0) < 0)
            continue;
        struct store_rating *rating = fields__list_add(&list, STORED_rating, arena);
        if (!fields__read(&row, STORED_rating, rating, NULL))
            break;
    }
    sql__end(&row);
    if (list.count > 1)
        qsort(list.rows, list.count, sizeof(struct store_rating), compare_ratings);
    player->ratings = list.rows;
    player->ratings_count = list.count;
    return result == 0 ? 0 : -1;
}

int rating__remove_all(struct sql_writer *writer, uint64_t player)
{
    char block[1024];
    struct arena arena;
    struct store_player ratings = {.id = player};
    arena_init(&arena, block, sizeof(block));
    int result = rating__read_all(writer->sql, &arena, &ratings);
    for (size_t i = 0; i < ratings.ratings_count && result == 0; i++) {
        const struct store_rating *rating = &ratings.ratings[i];
        if (writer__send(writer, SQL_RATING_DELETE,
                         SQL_VALUES(sql_id(player), sql_variant(rating->variant))) != OP_DONE ||
            (rating->established_ms > 0 &&
             count_leave(writer, rating->variant, rating->listed, player) != OP_DONE))
            result = -1;
    }
    arena_deinit(&arena);
    if (result == 0 &&
        (writer__send(writer, SQL_OPPONENTS_DELETE, SQL_VALUES(sql_id(player))) != OP_DONE ||
         writer__send(writer, SQL_HELD_DELETE_ALL, SQL_VALUES(sql_id(player))) != OP_DONE))
        result = -1;
    return result == 0 ? OP_DONE : OP_REFUSED;
}

int rating__rank(struct sql_connection *sql, enum variant_id variant, int64_t listed,
                 uint64_t *rank_out)
{
    int64_t above = 0;
    int result = sql__get_integer(sql, SQL_COUNT_ABOVE,
                                  SQL_VALUES(sql_variant(variant), sql_integer(listed)), &above);
    *rank_out = 1 + (uint64_t)above;
    return result == 1 ? 0 : -1;
}

/* The list is the answer's own. */
int rating__rank_all(struct sql_connection *sql, struct store_player *player)
{
    struct store_rating *ratings = (struct store_rating *)player->ratings;
    int result = 0;
    for (size_t i = 0; i < player->ratings_count && result == 0; i++)
        if (ratings[i].established_ms > 0)
            result = rating__rank(sql, ratings[i].variant, ratings[i].listed, &ratings[i].rank);
    return result;
}

/* ------------------------------------------------------------------ provisional ratings */

/* Whether both were logged in from one network of late. 1: yes, 0: no, -1: the database failed. */
static int share_origin(struct sql_writer *writer, const uint64_t players[SEAT_COUNT])
{
    int64_t one = 0;
    return sql__get_integer(writer->sql, SQL_ORIGIN_SHARED,
                            SQL_VALUES(sql_id(players[0]), sql_id(players[1])), &one);
}

/* Whether the two count for each other. The same returns. */
static int count_for_each_other(struct sql_writer *writer, const struct ending *ending)
{
    const uint64_t *players = ending->game->players;
    int64_t younger_ms = 0;
    int shared = share_origin(writer, players);
    if (shared <= 0)
        return shared < 0 ? -1 : 1;
    int found = sql__get_integer(writer->sql, SQL_YOUNGER_ACCOUNT,
                                 SQL_VALUES(sql_id(players[0]), sql_id(players[1])), &younger_ms);
    if (found != 1)
        return -1;
    return provisional_counts(&ending->end->terms, true, younger_ms, ending->end->ended_ms);
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

static int cut(struct sql_writer *writer, const struct ending *ending, int seat)
{
    int64_t ended_ms = ending->end->ended_ms;
    int64_t moved = 0;
    int found = sql__get_integer(writer->sql, SQL_LEDGER_MOVED,
                                 SQL_VALUES(sql_id(ending->game->players[seat]),
                                            sql_variant(ending->game->variant),
                                            sql_integer(ended_ms - STORE_PROVISIONAL_MS),
                                            sql_integer(ended_ms + STORE_PROVISIONAL_MS)),
                                 &moved);
    if (found != 1)
        return OP_REFUSED;
    provisional_cut(&writer->changes[seat], &ending->now[seat].rating, &ending->end->terms, moved);
    return OP_DONE;
}

static int opponents_compute(struct sql_writer *writer, const struct ending *ending)
{
    int counts = count_for_each_other(writer, ending);
    int outcome = counts < 0 ? OP_REFUSED : OP_DONE;
    for (int seat = 0; seat < SEAT_COUNT && outcome == OP_DONE && counts == 1; seat++) {
        struct store_change *change = &writer->changes[seat];
        int had = change->was_provisional ? has_counted(writer, ending->game, seat) : 1;
        if (had < 0)
            outcome = OP_REFUSED;
        else if (had == 0)
            change->after.opponents++;
    }
    return outcome;
}

int provisional__compute(struct sql_writer *writer, const struct ending *ending)
{
    const struct store_rating_terms *terms = &ending->end->terms;
    struct store_change *changes = writer->changes;
    int outcome = OP_DONE;
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        changes[seat].was_provisional = provisional_is(&ending->now[seat].rating, terms);
    for (int seat = 0; seat < SEAT_COUNT && outcome == OP_DONE; seat++)
        if (!changes[seat].was_provisional && changes[1 - seat].was_provisional)
            outcome = cut(writer, ending, seat);
    if (outcome == OP_DONE && (changes[0].was_provisional || changes[1].was_provisional))
        outcome = opponents_compute(writer, ending);
    for (int seat = 0; seat < SEAT_COUNT && outcome == OP_DONE; seat++)
        provisional_settle(&changes[seat].after, terms, ending->end->ended_ms);
    return outcome;
}

int provisional__note_opponent(struct sql_writer *writer, const struct ending *ending, int seat)
{
    const struct cache_game *game = ending->game;
    if (writer->changes[seat].after.opponents == ending->now[seat].rating.opponents)
        return OP_DONE;
    return writer__send(writer, SQL_OPPONENT_INSERT,
                        SQL_VALUES(sql_id(game->players[seat]), sql_variant(game->variant),
                                   sql_id(game->players[1 - seat])));
}

/* ------------------------------------------------------------------ points that are held */

/* Whether something vouches for the win of the player at `seat`. 1: yes, 0: no, -1: the database
 * failed. */
static int is_vouched(struct sql_writer *writer, const struct ending *ending, int seat)
{
    const struct cache_game *game = ending->game;
    struct listed_game facts = {
        .variant = game->variant, .plies = ending->end->plies, .ended_ms = ending->end->ended_ms};
    struct sql_row row = sql__start(writer->sql, SQL_HELD_FACTS,
                                    SQL_VALUES(sql_id(game->id), sql_id(game->players[1 - seat])));
    int result = sql__step(&row);
    facts.opponent_ms = result == 1 ? sql__column(&row, 0) : 0;
    facts.started_ms = result == 1 ? sql__column(&row, 1) : 0;
    sql__end(&row);
    return result == 1 ? listed_is_vouched(&ending->end->terms, &facts) : -1;
}

static int win_compute(struct sql_writer *writer, const struct ending *ending)
{
    int seat = writer->changes[0].after.points > writer->changes[0].before ? 0 : 1;
    const struct rating_now *now = &ending->now[seat];
    struct store_change *change = &writer->changes[seat];
    int mark = ending->end->terms.mark;
    if (mark == 0 || change->after.points <= change->before)
        return OP_DONE;
    int vouched = is_vouched(writer, ending, seat);
    if (vouched < 0)
        return OP_REFUSED;
    const struct listed_side own = {&now->rating, change};
    const struct listed_side other = {&ending->now[1 - seat].rating, &writer->changes[1 - seat]};
    change->held = listed_held(&own, &other, vouched == 1);
    change->after.listed = listed_points(change->after.points, now->held + change->held, mark);
    return OP_DONE;
}

int held__compute(struct sql_writer *writer, const struct ending *ending)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        writer->changes[seat].after.listed = listed_points(
            writer->changes[seat].after.points, ending->now[seat].held, ending->end->terms.mark);
    return win_compute(writer, ending);
}

int held__note(struct sql_writer *writer, const struct ending *ending, int seat)
{
    const struct store_change *change = &writer->changes[seat];
    const struct cache_game *game = ending->game;
    int64_t held = ending->now[seat].held + change->held;
    if (held == 0)
        return OP_DONE;
    if (change->held > 0 &&
        writer__send(writer, SQL_HELD_INSERT,
                     SQL_VALUES(sql_id(game->players[seat]), sql_id(game->players[1 - seat]),
                                sql_id(game->id), sql_variant(game->variant),
                                sql_integer(change->held), sql_integer(ending->end->ended_ms))) !=
            OP_DONE)
        return OP_REFUSED;
    return held__set(writer, game->players[seat], game->variant, held, ending->end->terms.mark);
}

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
