/* SPDX-License-Identifier: MIT */
/*
 * The search for threats. Every cell is looked at in each of the four lines: a stone that begins an
 * unbroken row stands for that row, an empty cell between stones for the row that it would close.
 * So each cell and line has one threat at the most, and none is found twice.
 */
#include "engine/threats.h"

#include "engine/layout.h"
#include "engine/lines.h"
#include "engine/needs.h"
#include "engine/require.h"

/* A cell and one line through it, as one side sees them. Offsets count along the line from the
 * cell; `way` is 1 or -1. */
struct view {
    const struct game *game;
    enum mark mark;
    int cell;
    struct line line;
};

static uint16_t cell_at(const struct view *view, int offset)
{
    return (uint16_t)(view->cell + offset * view->line.step);
}

static bool has(const struct view *view, int offset, enum mark mark)
{
    return -view->line.behind <= offset && offset <= view->line.ahead &&
           layout__cells(view->game)[cell_at(view, offset)] == mark;
}

/* Counts the own stones that stand next to each other from `offset` on. More than a row are an
 * overline however many they are, and are not counted. */
static int run_from(const struct view *view, int offset, int way)
{
    int length = 0;
    while (length < view->game->variant->row && has(view, offset + length * way, view->mark))
        length++;
    return length;
}

/* Whether a stone on `offset` wins, being next to `length` own stones that lie against `way`. */
static bool wins(const struct view *view, int offset, int way, int length)
{
    return has(view, offset, MARK_NONE) &&
           lines_is_winning_length(view->game->variant,
                                   length + 1 + run_from(view, offset + way, way));
}

/* Whether a stone on `offset`, next to `length` own stones that lie against `way`, wins on either
 * side next. */
static bool makes_straight(const struct view *view, int offset, int way, int length)
{
    return has(view, offset, MARK_NONE) && wins(view, offset + way, way, length + 1) &&
           wins(view, offset - way * (length + 1), -way, length + 1);
}

/* ---------------------------------------------------------------- lists */

static void add_stones(const struct view *view, struct threat *threat, int from, int count)
{
    for (int i = 0; i < count; i++)
        threat->stones[threat->stones_count++] = cell_at(view, from + i);
}

static void add_square(const struct view *view, struct threat *threat, int offset)
{
    threat->squares[threat->squares_count++] = cell_at(view, offset);
}

static void add_answer(const struct view *view, struct threat *threat, int offset)
{
    threat->answers[threat->answers_count++] = cell_at(view, offset);
}

/* ---------------------------------------------------------------- unbroken rows */

/* The four of `length` stones from the cell on, one less than a row. */
static bool find_four(const struct view *view, int length, struct threat *threat)
{
    bool wins_behind = wins(view, -1, -1, length);
    bool wins_ahead = wins(view, length, 1, length);
    if (!wins_behind && !wins_ahead)
        return false;
    threat->kind = wins_behind && wins_ahead ? THREAT_STRAIGHT_FOUR : THREAT_FOUR;
    add_stones(view, threat, 0, length);
    if (wins_behind)
        add_square(view, threat, -1);
    if (wins_ahead)
        add_square(view, threat, length);
    if (threat->kind == THREAT_FOUR)
        add_answer(view, threat, wins_behind ? -1 : length);
    return true;
}

/* The three of `length` stones from the cell on, two less than a row. If it can grow on one side
 * only, the far end of that straight four answers as well as the squares next to the stones; if on
 * both, the far ends leave it the other side. */
static bool find_three(const struct view *view, int length, struct threat *threat)
{
    bool grows_behind = makes_straight(view, -1, -1, length);
    bool grows_ahead = makes_straight(view, length, 1, length);
    if (!grows_behind && !grows_ahead)
        return false;
    threat->kind = THREAT_THREE;
    add_stones(view, threat, 0, length);
    if (grows_behind)
        add_square(view, threat, -1);
    if (grows_ahead)
        add_square(view, threat, length);
    if (!grows_ahead)
        add_answer(view, threat, -2);
    add_answer(view, threat, -1);
    add_answer(view, threat, length);
    if (!grows_behind)
        add_answer(view, threat, length + 1);
    return true;
}

/* The row that begins with the stone on the cell. */
static bool find_unbroken(const struct view *view, struct threat *threat)
{
    int row = view->game->variant->row;
    if (has(view, -1, view->mark))
        return false;
    int length = run_from(view, 0, 1);
    if (length == row - 1)
        return find_four(view, length, threat);
    return length == row - 2 && find_three(view, length, threat);
}

/* ---------------------------------------------------------------- rows with a gap */

/* The row with a gap on the cell. Where one side of it is enough, that is an unbroken row. */
static bool find_split(const struct view *view, struct threat *threat)
{
    const struct variant *variant = view->game->variant;
    int behind = run_from(view, -1, -1);
    int ahead = run_from(view, 1, 1);
    int length = behind + 1 + ahead;
    int enough = variant->row - 1;
    if (behind == 0 || ahead == 0 || behind >= enough || ahead >= enough)
        return false;
    bool is_four = lines_is_winning_length(variant, length);
    bool is_three =
        length == enough && wins(view, -behind - 1, -1, length) && wins(view, ahead + 1, 1, length);
    if (!is_four && !is_three)
        return false;
    threat->kind = is_four ? THREAT_FOUR : THREAT_THREE;
    add_stones(view, threat, -behind, behind);
    add_stones(view, threat, 1, ahead);
    add_square(view, threat, 0);
    if (is_three)
        add_answer(view, threat, -behind - 1);
    add_answer(view, threat, 0);
    if (is_three)
        add_answer(view, threat, ahead + 1);
    return true;
}

/* ---------------------------------------------------------------- the walk */

void threats_start(struct threats_search *search, const struct game *game, enum mark mark)
{
    REQUIRE(mark == MARK_X || mark == MARK_O);
    bool is_known = reader_knows(READER_THREATS, game->variant);
    *search = (struct threats_search){.game = game, .mark = mark, .at = is_known ? 0 : SIZE_MAX};
}

/* The threat that `cell` stands for in one of its lines. */
static bool find(const struct view *view, struct threat *threat)
{
    *threat = (struct threat){0};
    if (has(view, 0, view->mark))
        return find_unbroken(view, threat);
    return has(view, 0, MARK_NONE) && find_split(view, threat);
}

bool threats_next(struct threats_search *search, struct threat *threat_out)
{
    const struct game *game = search->game;
    size_t end = game_status(game) == GAME_OPEN ? LINES * variant_cells(game->variant) : 0;
    struct line lines[LINES];
    while (search->at < end) {
        size_t cell = search->at / LINES;
        size_t line = search->at % LINES;
        lines_through(game->variant->width, game->variant->height, cell, lines);
        struct view view = {game, search->mark, (int)cell, lines[line]};
        search->at++;
        if (find(&view, threat_out))
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------- the forced answer */

enum win_squares {
    WINS_NOWHERE,
    WINS_ON_ONE, /* square */
    WINS_ON_MANY,
};

/* Whether a stone of `mark` wins on one square or on many; `cell_out` is the square if on one. */
static enum win_squares find_wins(const struct game *game, enum mark mark, size_t *cell_out)
{
    struct threats_search search;
    struct threat threat;
    enum win_squares wins = WINS_NOWHERE;
    threats_start(&search, game, mark);
    while (threats_next(&search, &threat)) {
        if (threat.kind == THREAT_STRAIGHT_FOUR)
            return WINS_ON_MANY;
        if (threat.kind != THREAT_FOUR)
            continue;
        if (wins == WINS_ON_ONE && threat.squares[0] != *cell_out)
            return WINS_ON_MANY;
        wins = WINS_ON_ONE;
        *cell_out = threat.squares[0];
    }
    return wins;
}

bool threats_forced_answer(const struct game *game, enum seat seat, size_t *cell_out)
{
    enum mark own = game_seat_mark(game, seat);
    size_t cell;
    if (!reader_knows(READER_THREATS, game->variant) || game_to_act(game) != seat ||
        game_expects(game) != EXPECTS_STONE || own == MARK_NONE)
        return false;
    if (find_wins(game, own, &cell) != WINS_NOWHERE)
        return false;
    if (find_wins(game, own == MARK_X ? MARK_O : MARK_X, &cell) != WINS_ON_ONE)
        return false;
    *cell_out = cell;
    return true;
}
