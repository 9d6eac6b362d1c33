/* SPDX-License-Identifier: MIT */
/*
 * Games that are annulled. First their lines, one game after the other; then, once for each rating
 * and each form that they touched, what is added up over many games.
 */
#include "db/sql/annul.h"

#include "base/memory.h"
#include "db/fine.h"
#include "db/rating.h"
#include "db/sql/answer.h"
#include "db/sql/memo.h"
#include "db/sql/operation.h"
#include "db/sql/rating.h"
#include "db/sql/stats.h"

#include <stdlib.h>
#include <string.h>

/* A player's line of a game. */
struct line {
    struct stats_line stats;
    uint64_t game;
    int before;
    int points;
    bool is_annulled;
    int64_t started_ms;
    int64_t ended_ms;
};

/* A player's rating in a variant, as it was and as it becomes. */
struct touched {
    uint64_t player;
    struct store_rating before; /* without games: the account was deleted */
    struct store_rating now;    /* without games: there is none any more */
    int64_t held;               /* points that stay held, and the mark for them */
    int mark;
    int64_t games;   /* that were annulled */
    uint64_t months; /* the bits of those in which they were played */
    bool was_peak;   /* one of them had the highest points */
    uint64_t game;   /* the last of them, and its other player */
    uint64_t opponent;
};

struct annulling {
    struct sql_writer *writer;
    const struct store_act *act;
    const struct store_annulment *annulled;
    struct touched *touched;
    size_t count;
    size_t cap;
};

/* ------------------------------------------------------------------ the lines of a game */

/* The variant is one that this program knows: what is asked for is. */
static bool line_read(const struct sql_row *row, uint64_t game, struct line *line_out)
{
    size_t size = 0;
    int variant = sql__column_variant(row, 2);
    int score = score_from_word(row->driver->bytes(row, 3, &size));
    *line_out = (struct line){
        .stats = {.player = sql__column_id(row, 0),
                  .opponent = sql__column_id(row, 1),
                  .variant = (enum variant_id)variant,
                  .score = (enum score)score,
                  .seat = sql__column(row, 4),
                  .mark = sql__column(row, 5)},
        .game = game,
        .before = (int)sql__column(row, 6),
        .points = (int)sql__column(row, 7),
        .is_annulled = sql__column(row, 8) != 0,
        .started_ms = sql__column(row, 9),
        .ended_ms = sql__column(row, 10),
    };
    return variant >= 0 && score >= 0 && !sql__is_null(row, 6);
}

/* Both, by seat. OP_REFUSED if the game moved no ratings. */
static int lines_read(struct sql_writer *writer, uint64_t game, struct line lines[SEAT_COUNT])
{
    struct sql_row row = sql__start(writer->sql, SQL_ANNUL_LINES, SQL_VALUES(sql_id(game)));
    struct line line;
    int read = 0;
    memset(lines, 0, SEAT_COUNT * sizeof(*lines));
    while (read < SEAT_COUNT && sql__step(&row) == 1 && line_read(&row, game, &line)) {
        lines[line.stats.seat == SEAT_FIRST ? SEAT_FIRST : SEAT_SECOND] = line;
        read++;
    }
    sql__end(&row);
    return read == SEAT_COUNT ? OP_DONE : OP_REFUSED;
}

/* Nothing is written where a game is annulled already, or twice in the list. */
static int check_games(const struct annulling *annulling)
{
    const struct store_annulment *annulled = annulling->annulled;
    struct line lines[SEAT_COUNT];
    for (size_t i = 0; i < annulled->games_count; i++) {
        if (lines_read(annulling->writer, annulled->games[i], lines) != OP_DONE)
            return OP_REFUSED;
        if (lines[0].is_annulled)
            return OP_ALREADY;
        for (size_t k = 0; k < i; k++)
            if (annulled->games[k] == annulled->games[i])
                return OP_REFUSED;
    }
    return OP_DONE;
}

/* ------------------------------------------------------------------ what is touched */

static struct touched *touch(struct annulling *annulling, const struct stats_line *line)
{
    struct rating_now now;
    for (size_t i = 0; i < annulling->count; i++)
        if (annulling->touched[i].player == line->player &&
            annulling->touched[i].now.variant == line->variant)
            return &annulling->touched[i];
    if (rating__get(annulling->writer, line->player, line->variant, &now) != OP_DONE)
        return NULL;
    if (annulling->count == annulling->cap) {
        annulling->cap = annulling->cap == 0 ? 8 : 2 * annulling->cap;
        annulling->touched =
            mem_grow(annulling->touched, annulling->cap * sizeof(*annulling->touched));
    }
    struct touched *touched = &annulling->touched[annulling->count++];
    *touched = (struct touched){.player = line->player,
                                .before = now.rating,
                                .now = now.rating,
                                .held = now.held,
                                .mark = now.mark};
    return touched;
}

/* The bits of the months that are not settled in which the game was played. */
static uint64_t months_of(const struct store_annulment *annulled, const struct line *line)
{
    uint64_t months = 0;
    for (size_t i = 0; i + 1 < annulled->month_starts_count; i++)
        if (line->started_ms < annulled->month_starts[i + 1] &&
            line->ended_ms >= annulled->month_starts[i])
            months |= fine_bit(annulled->first_month + (int)i);
    return months;
}

/* The line that takes the points of the game back. With its last game a rating ends: what comes
 * later begins anew. */
static int reverse(const struct annulling *annulling, const struct line *line,
                   struct touched *touched)
{
    struct store_rating *now = &touched->now;
    int before = now->points;
    bool is_last = --now->games == 0;
    now->points = before - line->points;
    if (now->points < RATING_FLOOR)
        now->points = RATING_FLOOR;
    if (is_last)
        now->points = RATING_START;
    return writer__send(annulling->writer, SQL_LEDGER_REVERSE,
                        SQL_VALUES(sql_id(line->stats.player), sql_variant(line->stats.variant),
                                   sql_id(line->game), sql_integer(before),
                                   sql_integer(now->points), sql_integer(annulling->act->at_ms),
                                   sql_integer(-line->points - (now->points - before)),
                                   sql_integer(is_last ? 2 : 1)));
}

static int line_annul(struct annulling *annulling, const struct line *line)
{
    struct sql_writer *writer = annulling->writer;
    struct touched *touched = touch(annulling, &line->stats);
    if (touched == NULL ||
        writer__send(writer, SQL_ANNUL_LINE,
                     SQL_VALUES(sql_id(line->stats.player), sql_id(line->game))) != OP_DONE ||
        writer__send(writer, SQL_FINE_MOVES_OF_GAME,
                     SQL_VALUES(sql_id(line->stats.player), sql_variant(line->stats.variant),
                                sql_id(line->game))) != OP_DONE)
        return OP_REFUSED;
    int highest = line->points > 0 ? line->before + line->points : line->before;
    touched->was_peak |= highest >= touched->before.peak;
    touched->months |= months_of(annulling->annulled, line);
    touched->games++;
    touched->game = line->game;
    touched->opponent = line->stats.opponent;
    if (stats__take_back(writer, &line->stats) != OP_DONE)
        return OP_REFUSED;
    int64_t held = held__forget(writer, line->stats.player, line->stats.opponent, line->game);
    if (held < 0)
        return OP_REFUSED;
    touched->held -= held;
    return touched->now.games > 0 ? reverse(annulling, line, touched) : OP_DONE;
}

/* Behind both lines: another game of the two may count yet. */
static int opponent_leave(struct annulling *annulling, const struct stats_line *line)
{
    int left = sql__run(
        annulling->writer->sql, SQL_OPPONENT_DELETE,
        SQL_VALUES(sql_id(line->player), sql_variant(line->variant), sql_id(line->opponent)));
    if (left > 0)
        touch(annulling, line)->now.opponents -= left;
    return left < 0 ? OP_REFUSED : OP_DONE;
}

static int game_annul(struct annulling *annulling, uint64_t game)
{
    struct line lines[SEAT_COUNT];
    int outcome = lines_read(annulling->writer, game, lines);
    for (int seat = 0; seat < SEAT_COUNT && outcome == OP_DONE; seat++)
        outcome = line_annul(annulling, &lines[seat]);
    for (int seat = 0; seat < SEAT_COUNT && outcome == OP_DONE; seat++)
        outcome = opponent_leave(annulling, &lines[seat].stats);
    return outcome;
}

/* ------------------------------------------------------------------ ratings */

/* The bits of the months in which nothing is left. A game in progress counts for all of them: it
 * is not known when its moves were made. Returns 0 or -1. */
static int months_lost(const struct annulling *annulling, const struct touched *touched,
                       uint64_t *lost_out)
{
    const struct store_annulment *annulled = annulling->annulled;
    struct sql_writer *writer = annulling->writer;
    enum variant_id variant = touched->now.variant;
    *lost_out = 0;
    if ((touched->months & touched->now.active_months) == 0 ||
        cache__plays_rated(&writer->cache, touched->player, variant))
        return 0;
    for (size_t i = 0; i + 1 < annulled->month_starts_count; i++) {
        uint64_t bit = fine_bit(annulled->first_month + (int)i);
        int64_t one = 0;
        if ((touched->months & touched->now.active_months & bit) == 0)
            continue;
        int found = sql__get_integer(
            writer->sql, SQL_PLAYED_BETWEEN,
            SQL_VALUES(sql_id(touched->player), sql_integer(annulled->month_starts[i]),
                       sql_integer(annulled->month_starts[i + 1]), sql_variant(variant)),
            &one);
        if (found < 0)
            return -1;
        *lost_out |= found == 0 ? bit : 0;
    }
    return 0;
}

/* Of lines that count, and as it stands: points that came back count, too. */
static int peak_find(struct sql_writer *writer, struct touched *touched)
{
    struct sql_value player = sql_id(touched->player);
    struct sql_value variant = sql_variant(touched->now.variant);
    int64_t peak = touched->now.peak;
    if ((touched->was_peak || touched->before.points >= touched->before.peak) &&
        sql__get_integer(writer->sql, SQL_LEDGER_PEAK, SQL_VALUES(player, variant, player, variant),
                         &peak) != 1)
        return -1;
    if (peak < RATING_START)
        peak = RATING_START;
    touched->now.peak = touched->now.points > peak ? touched->now.points : (int)peak;
    return 0;
}

static int rating_settle(const struct annulling *annulling, struct touched *touched)
{
    uint64_t lost = 0;
    if (touched->before.games == 0)
        return OP_DONE;
    if (touched->now.games > 0 &&
        (peak_find(annulling->writer, touched) != 0 || months_lost(annulling, touched, &lost) != 0))
        return OP_REFUSED;
    touched->now.active_months &= ~lost;
    provisional_unsettle(&touched->now, &annulling->annulled->terms);
    touched->now.listed = listed_points(touched->now.points, touched->held, touched->mark);
    if (touched->now.games > 0 &&
        held__set(annulling->writer, touched->player, touched->now.variant, touched->held,
                  touched->mark) != OP_DONE)
        return OP_REFUSED;
    return rating__annulled(annulling->writer, touched->player, &touched->before, &touched->now);
}

static void note(struct sql_writer *writer, const struct touched *touched)
{
    writer__note_moved(writer, &(struct store_moved){.player = touched->player,
                                                     .before = touched->before.points,
                                                     .games = touched->games,
                                                     .after = touched->now});
}

/* ------------------------------------------------------------------ telling */

/* One memo of all that came back to the player, or went, in whatever variants. `first` is the
 * player's first rating of the list. */
static int tell(const struct annulling *annulling, size_t first)
{
    const struct touched *own = &annulling->touched[first];
    uint64_t target = annulling->act->player;
    int64_t points = 0;
    int64_t games = 0;
    for (size_t i = first; i < annulling->count; i++) {
        const struct touched *touched = &annulling->touched[i];
        if (touched->player != own->player || touched->before.games == 0)
            continue;
        points += touched->now.points - touched->before.points;
        games += touched->games;
    }
    if (points == 0)
        return OP_DONE;
    const struct store_memo memo = {
        .player = own->player,
        .id = annulling->annulled->memo,
        .at_ms = annulling->act->at_ms,
        .kind = MEMO_POINTS_BACK,
        .about = games == 1              ? own->opponent
                 : target != own->player ? target
                                         : 0,
        .game = games == 1 ? own->game : 0,
        .number = points,
        .text = annulling->act->reason,
    };
    return memo__add(annulling->writer, &memo);
}

static bool is_first_of_player(const struct annulling *annulling, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (annulling->touched[i].player == annulling->touched[index].player)
            return false;
    return true;
}

static int everybody_settle(struct annulling *annulling)
{
    int outcome = OP_DONE;
    for (size_t i = 0; i < annulling->count && outcome == OP_DONE; i++) {
        struct touched *touched = &annulling->touched[i];
        outcome = rating_settle(annulling, touched);
        if (outcome == OP_DONE)
            outcome = stats__count_form(annulling->writer, touched->player, touched->now.variant);
        if (outcome == OP_DONE && touched->before.games > 0)
            note(annulling->writer, touched);
    }
    for (size_t i = 0; i < annulling->count && outcome == OP_DONE; i++)
        if (is_first_of_player(annulling, i))
            outcome = tell(annulling, i);
    return outcome;
}

int annul__games(struct sql_writer *writer, const struct store_act *act)
{
    struct annulling annulling = {.writer = writer, .act = act, .annulled = act->annulled};
    int outcome = check_games(&annulling);
    for (size_t i = 0; i < act->annulled->games_count && outcome == OP_DONE; i++)
        outcome = game_annul(&annulling, act->annulled->games[i]);
    if (outcome == OP_DONE)
        outcome = everybody_settle(&annulling);
    free(annulling.touched);
    return outcome;
}

/* ------------------------------------------------------------------ which games */

int answer__annullable(struct sql_connection *sql, struct work_query *question)
{
    const struct store_annul_page *asked = &question->query.as.annullable;
    struct sql_row row =
        asked->game != 0
            ? sql__start(sql, SQL_GAME_TO_ANNUL, SQL_VALUES(sql_id(asked->game)))
            : sql__start(sql, SQL_GAMES_TO_ANNUL,
                         SQL_VALUES(sql_id(asked->player), sql_integer(asked->since_ms),
                                    sql_integer((int64_t)asked->except), sql_integer(asked->below),
                                    answer__limit(asked->limit)));
    return answer__list(question, row, asked->limit);
}

/* ------------------------------------------------------------------ who has points from whom */

int answer__points_from(struct sql_connection *sql, struct work_query *question)
{
    const struct store_of_player *asked = &question->query.as.points_from;
    int64_t before = asked->from == 0 ? 0 : (int64_t)((asked->from - 1) & INT64_MAX);
    int status =
        answer__list(question,
                     sql__start(sql, SQL_POINTS_FROM,
                                SQL_VALUES(sql_id(asked->player), answer__limit(asked->limit),
                                           sql_integer(before))),
                     asked->limit);
    if (status != STORE_OK)
        return status;
    int found = sql__get_integer(sql, SQL_HELD_OF, SQL_VALUES(sql_id(asked->player)),
                                 &question->answer.as.points_from.held);
    return found == 1 ? STORE_OK : STORE_UNAVAILABLE;
}
