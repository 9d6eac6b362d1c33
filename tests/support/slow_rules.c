/* SPDX-License-Identifier: MIT */
/* As tests/support/slow_rules.h describes it. The rules are those of the plan, written down
 * again. */
#include "tests/support/slow_row.h"

#include <stdio.h>
#include <string.h>

static const struct slow_row rows[] = {
    {"classic", 19, 19, 1, 5, EXACT, .goal = WINS},
    {"swap2", 19, 19, 1, 5, EXACT, .opening = SWAP2},
    {"mini", 3, 3, 1, 3, MORE, .goal = WINS},
    {"freestyle", 19, 19, 1, 5, MORE, .goal = WINS},
    {"freestyle15", 15, 15, 1, 5, MORE, .goal = WINS},
    {"classic15", 15, 15, 1, 5, EXACT, .goal = WINS},
    {"connect6", 19, 19, 1, 6, MORE, .turn = 2},
    {"drop4", 8, 8, 1, 4, MORE, .support = FLOOR},
    {"ultimate", 9, 9, 1, 3, MORE, .nest = NINE},
    {"square4", 4, 4, 1, 4, MORE, .goal = WINS},
    {"square5", 5, 5, 1, 5, MORE, .goal = WINS},
    {"mini4x3", 4, 3, 1, 3, MORE, .goal = WINS},
    {"strip3", 15, 3, 1, 3, MORE, .goal = WINS},
    {"strip4", 30, 4, 1, 4, MORE, .goal = WINS},
    {"mini_misere", 3, 3, 1, 3, MORE, .goal = LOSES},
    {"silverman", 4, 4, 1, 4, MORE, .goal = FIRSTS, .full = TO_SECOND},
    {"silverman_one", 4, 4, 1, 4, MORE, .goal = FIRSTS, .full = TO_SECOND, .skips_rising = true},
    {"wild4", 4, 4, 1, 4, MORE, .goal = FIRSTS, .full = TO_SECOND, .is_wild = true},
    {"score3", 3, 3, 1, 3, MORE, .full = BY_POINTS, .points = "232/313/232"},
    {"score4", 4, 4, 1, 4, MORE, .full = BY_POINTS, .points = "2332/3113/3113/2332"},
    {"score5", 5, 5, 1, 5, MORE, .full = BY_POINTS, .points = "22322/21212/32123/21212/22322"},
    {"cube3", 3, 3, 3, 3, MORE, .goal = WINS},
    {"cube3_misere", 3, 3, 3, 3, MORE, .goal = LOSES},
    {"cube4", 4, 4, 4, 4, MORE, .goal = WINS},
    {"cube5", 5, 5, 5, 5, MORE, .goal = WINS},
    {"cylinder3", 3, 3, 1, 3, MORE, .goes_round = true},
    {"cylinder4", 4, 4, 1, 4, MORE, .goes_round = true},
    {"cylinder15", 15, 15, 1, 5, MORE, .goes_round = true},
    {"drop4_misere", 8, 8, 1, 4, MORE, .goal = LOSES, .full = TO_FIRST, .support = FLOOR,
     .has_ban = true},
    {"circle4", 8, 8, 1, 4, MORE, .support = WALLS},
    {"linetris", 8, 8, 1, 4, MORE, .support = FLOOR, .vanishes = true, .limit = 512},
    {"circle_linetris", 8, 8, 1, 4, MORE, .support = WALLS, .vanishes = true, .limit = 512},
    {"swap15", 15, 15, 1, 5, MORE, .opening = SWAP3, .reach = 15},
    {"renju", 15, 15, 1, 5, MORE_FOR_O, .opening = SWAP3, .reach = 1, .is_renju = true},
    {"ultimate_open", 9, 9, 1, 3, MORE, .nest = NINE, .is_open = true},
    {"ultimate_noreturn", 9, 9, 1, 3, MORE, .nest = NINE, .is_no_return = true},
    {"ultimate_open_noreturn", 9, 9, 1, 3, MORE, .nest = NINE, .is_open = true,
     .is_no_return = true},
    {"strategic", 27, 27, 1, 3, MORE, .nest = NINE_NINE},
    {"strategic_func", 27, 27, 1, 3, MORE, .nest = NINE_NINE, .map = 1},
    {"strategic_hyper", 27, 27, 1, 3, MORE, .nest = NINE_NINE, .map = 2},
    {"gobang12", 8, 8, 1, 5, MORE, .each = 12, .limit = 300},
    {"gobang15", 8, 8, 1, 5, MORE, .each = 15, .limit = 300},
    {"achi", 3, 3, 1, 3, MORE, .each = 4, .limit = 200},
    {"plane", 255, 255, 1, 5, MORE, .opening = ORIGIN, .limit = 400},
    {"drop5", 255, 128, 1, 5, MORE, .support = FLOOR, .opening = ORIGIN, .limit = 400},
};

/* ------------------------------------------------------------------ squares */

static int cells_of(const struct slow_row *row)
{
    return row->width * row->height * row->depth;
}

int slow__cell_at(const struct slow_row *row, int x, int y, int z)
{
    if (row->goes_round)
        x = (x + row->width) % row->width;
    bool is_on = x >= 0 && x < row->width && y >= 0 && y < row->height && z >= 0 && z < row->depth;
    return is_on ? x + row->width * (y + row->height * z) : -1;
}

/* Where squares are counted, the first stone is in the middle column, and on the floor or in the
 * middle row. */
static int origin_x(const struct slow_row *row)
{
    return (row->width - 1) / 2;
}

static int origin_y(const struct slow_row *row)
{
    return row->support == FLOOR ? 0 : (row->height - 1) / 2;
}

static void write_square(const struct slow_row *row, int cell, char *text)
{
    static const char *const letters[] = {"a", "b", "c", "d", "e", "f", "g",  "h",  "i",  "j",
                                          "k", "l", "m", "n", "o", "p", "q",  "r",  "s",  "t",
                                          "u", "v", "w", "x", "y", "z", "aa", "ab", "ac", "ad"};
    int x = cell % row->width;
    int y = cell / row->width % row->height;
    int z = cell / row->width / row->height;
    if (row->opening == ORIGIN)
        sprintf(text, "%d:%d", x - origin_x(row), y - origin_y(row));
    else if (row->depth > 1)
        sprintf(text, "%s%d%s", letters[x], y + 1, letters[z]);
    else
        sprintf(text, "%s%d", letters[x], y + 1);
}

/* The squares of the row that was asked for last. */
static const char *square_text(const struct slow_row *row, int cell)
{
    static char texts[729][SLOW_TEXT];
    static const struct slow_row *of;
    for (int i = 0; of != row && i < cells_of(row); i++)
        write_square(row, i, texts[i]);
    of = row;
    return texts[cell];
}

/* The cell whose square the text is, or begins with, `used` characters of it; -1: none. */
static int read_square(const struct slow_row *row, const char *text, size_t *used)
{
    int found = -1;
    int x, y;
    if (row->opening == ORIGIN) {
        char again[SLOW_TEXT] = "";
        *used = strlen(text);
        if (sscanf(text, "%d:%d", &x, &y) == 2)
            found = slow__cell_at(row, x + origin_x(row), y + origin_y(row), 0);
        if (found >= 0)
            write_square(row, found, again);
        return strcmp(again, text) == 0 ? found : -1;
    }
    *used = 0;
    for (int cell = 0; cell < cells_of(row); cell++) {
        const char *square = square_text(row, cell);
        if (square[0] != text[0])
            continue;
        size_t len = strlen(square);
        if (len > *used && strncmp(text, square, len) == 0) {
            *used = len;
            found = cell;
        }
    }
    return found;
}

/* An action, taken apart. */
struct act {
    bool is_choice;
    bool is_bad;
    int from; /* -1: a stone is placed */
    int to;
    char mark; /* that was chosen, '\0': none was */
};

static struct act read_act(const struct slow_row *row, const char *text)
{
    struct act act = {.from = -1};
    size_t used;
    act.is_choice =
        strcmp(text, "white") == 0 || strcmp(text, "black") == 0 || strcmp(text, "two_more") == 0;
    if (act.is_choice)
        return act;
    if (row->is_wild) {
        act.mark = *text == 'X' ? 'x' : *text == 'O' ? 'o' : '\0';
        act.is_bad = act.mark == '\0';
        text++;
    }
    act.to = read_square(row, text, &used);
    text += used;
    if (*text != '\0' && row->each > 0) {
        act.from = act.to;
        act.to = read_square(row, text, &used);
        text += used;
    }
    act.is_bad = act.is_bad || act.to < 0 || *text != '\0';
    return act;
}

/* ------------------------------------------------------------------ lines */

const int slow__directions[13][3] = {{1, 0, 0},  {0, 1, 0},  {1, 1, 0},  {1, -1, 0}, {0, 0, 1},
                                     {1, 0, 1},  {-1, 0, 1}, {0, 1, 1},  {0, -1, 1}, {1, 1, 1},
                                     {-1, 1, 1}, {1, -1, 1}, {-1, -1, 1}};

/* Equal stones from the cell on in the direction, the cell included; a ring is not counted twice.
 */
int slow__run_from(const struct slow_game *game, int cell, const int d[3], int sign)
{
    const struct slow_row *row = game->row;
    int x = cell % row->width;
    int y = cell / row->width % row->height;
    int z = cell / row->width / row->height;
    int length = 1;
    for (;;) {
        x += sign * d[0];
        y += sign * d[1];
        z += sign * d[2];
        int next = slow__cell_at(row, x, y, z);
        if (next < 0 || next == cell || game->cells[next] != game->cells[cell])
            return length;
        if (++length == row->width && row->goes_round && d[1] == 0)
            return length;
    }
}

static bool is_row(const struct slow_row *row, char mark, int length)
{
    if (length == row->row)
        return true;
    return length > row->row && (row->longer == MORE || (row->longer == MORE_FOR_O && mark == 'o'));
}

static bool has_row(const struct slow_game *game)
{
    for (int cell = 0; cell < cells_of(game->row); cell++) {
        for (int i = 0; i < 13; i++) {
            if (game->cells[cell] == '.' || (i == 2 && game->row->skips_rising))
                continue;
            int back = slow__run_from(game, cell, slow__directions[i], -1);
            int on = slow__run_from(game, cell, slow__directions[i], 1);
            bool is_ring = game->row->goes_round && i == 0 && on == game->row->width;
            if (is_row(game->row, game->cells[cell], is_ring ? on : back + on - 1))
                return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ nested boards */

static int reading(int x, int from_top, int unit)
{
    return x / unit % 3 + 3 * (from_top / unit % 3);
}

static void place_of(const struct slow_game *game, int cell, int *field, int *board, int *place)
{
    int x = cell % game->row->width;
    int from_top = game->row->height - 1 - cell / game->row->width;
    *field = game->row->nest == NINE_NINE ? reading(x, from_top, 9) : 0;
    *board = reading(x, from_top, 3);
    *place = reading(x, from_top, 1);
}

/* The nine owners or marks in reading order: 'x', 'o', '=' or '.'; what they are worth together for
 * the side that was last, where drawn ones count for both. */
static char judge_nine(const char nine[9], char last, bool drawn_count)
{
    static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                    {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    const char sides[2] = {last, last == 'x' ? 'o' : 'x'};
    for (int s = 0; s < 2; s++) {
        for (int i = 0; i < 8; i++) {
            int own = 0;
            int drawn = 0;
            for (int k = 0; k < 3; k++) {
                own += nine[lines[i][k]] == sides[s] ? 1 : 0;
                drawn += nine[lines[i][k]] == '=' ? 1 : 0;
            }
            if (own > 0 && own + (drawn_count ? drawn : 0) == 3)
                return sides[s];
        }
    }
    return memchr(nine, '.', 9) == NULL ? '=' : '.';
}

static void marks_of(const struct slow_game *game, int field, int board, char nine[9])
{
    for (int cell = 0; cell < cells_of(game->row); cell++) {
        int f, b, p;
        place_of(game, cell, &f, &b, &p);
        if (f == field && b == board)
            nine[p] = game->cells[cell];
    }
}

static bool is_closed(const struct slow_game *game, int field, int board)
{
    char nine[9];
    marks_of(game, field, board, nine);
    if (game->row->is_open)
        return memchr(nine, '.', 9) == NULL;
    return game->small[9 * field + board] != '.' ||
           (game->row->nest == NINE_NINE && game->fields[field] != '.');
}

/* Where the stone on `last` sends: -1 is anywhere. */
static void sent_to(const struct slow_game *game, int last, int *field, int *board)
{
    static const int G[9] = {1, 5, 3, 6, 2, 7, 1, 4, 8};
    static const char F[3][10] = {"471147714", "825582258", "369936693"};
    int f, b, p;
    *field = *board = -1;
    if (last < 0)
        return;
    place_of(game, last, &f, &b, &p);
    if (game->row->nest == NINE) {
        if (!is_closed(game, 0, p)) {
            *field = 0;
            *board = p;
        }
        return;
    }
    int to = b;
    if (game->row->map == 1)
        to = F[f / 3][3 * (b / 3) + p / 3] - '1';
    if (game->row->map == 2)
        to = (f + G[(b + p) % 9]) % 9;
    if (game->fields[to] != '.')
        return;
    *field = to;
    if (!is_closed(game, to, p))
        *board = p;
}

static bool may_play_there(const struct slow_game *game, int cell)
{
    int f, b, p, to_field, to_board;
    place_of(game, cell, &f, &b, &p);
    sent_to(game, game->last, &to_field, &to_board);
    return (to_field < 0 || to_field == f) && (to_board < 0 || to_board == b) &&
           !is_closed(game, f, b);
}

static void play_nested(struct slow_game *game, int cell)
{
    char mark = game->cells[cell];
    char nine[9];
    int f, b, p;
    place_of(game, cell, &f, &b, &p);
    marks_of(game, f, b, nine);
    if (game->small[9 * f + b] != '.')
        return;
    game->small[9 * f + b] = judge_nine(nine, mark, false);
    char worth = judge_nine(game->small + 9 * f, mark, true);
    if (game->row->nest == NINE_NINE) {
        game->fields[f] = worth;
        worth = judge_nine(game->fields, mark, true);
    }
    game->is_over = worth != '.';
    game->winner = worth == 'x' ? 0 : worth == 'o' ? 1 : -1;
    game->reason = worth == '=' ? "full_board" : "row";
}

/* Whether the stone would send the opponent back to the board of the opponent's last stone. */
static bool sends_back(const struct slow_game *game, int cell)
{
    struct slow_game after = *game;
    int f, b, p, last_f, last_b, last_p, to_field, to_board;
    if (game->last < 0)
        return false;
    place_of(game, game->last, &last_f, &last_b, &last_p);
    place_of(game, cell, &f, &b, &p);
    after.cells[cell] = game->to_act == 0 ? 'x' : 'o';
    play_nested(&after, cell);
    sent_to(&after, cell, &to_field, &to_board);
    return !after.is_over && p == last_b && to_board == last_b;
}

/* ------------------------------------------------------------------ legal actions */

static int stones_on(const struct slow_game *game)
{
    int count = 0;
    for (int cell = 0; cell < cells_of(game->row); cell++)
        count += game->cells[cell] != '.' ? 1 : 0;
    return count;
}

static bool is_supported(const struct slow_game *game, int cell)
{
    static const int walls[4][2] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};
    const struct slow_row *row = game->row;
    if (row->support == ANYWHERE)
        return true;
    for (int i = 0; i < (row->support == FLOOR ? 1 : 4); i++) {
        int x = cell % row->width + walls[i][0];
        int y = cell / row->width + walls[i][1];
        bool is_all = true;
        for (int next; (next = slow__cell_at(row, x, y, 0)) >= 0;
             x += walls[i][0], y += walls[i][1])
            is_all = is_all && game->cells[next] != '.';
        if (is_all)
            return true;
    }
    return false;
}

static bool is_banned(const struct slow_game *game, int cell)
{
    bool has_other = false;
    if (!game->row->has_ban || game->last < 0 || cell != game->last + game->row->width)
        return false;
    for (int x = 0; x < game->row->width; x++)
        if (x != cell % game->row->width && game->cells[7 * game->row->width + x] == '.')
            has_other = true;
    return has_other;
}

static bool asks(const struct slow_game *game)
{
    return (game->row->opening == SWAP3 && game->ply == 3) ||
           (game->row->opening == SWAP2 && game->x_is < 0 && (game->ply == 3 || (game->ply == 6)));
}

static bool is_near_middle(const struct slow_row *row, int cell, int reach)
{
    int x = cell % row->width - row->width / 2;
    int y = cell / row->width - row->height / 2;
    return x >= -reach && x <= reach && y >= -reach && y <= reach;
}

static bool is_in_opening(const struct slow_game *game, int cell)
{
    if (game->row->opening == ORIGIN)
        return game->ply > 0 ||
               cell == origin_x(game->row) + origin_y(game->row) * game->row->width;
    const int reach[3] = {0, game->row->reach, 2 * game->row->reach};
    return game->row->opening != SWAP3 || game->ply > 2 ||
           is_near_middle(game->row, cell, reach[game->ply]);
}

/* Achi: along the lines of the board, of which slanting ones go through the middle. */
static bool is_step(const struct slow_row *row, int from, int to)
{
    int x = to % row->width - from % row->width;
    int y = to / row->width - from / row->width;
    if (x < -1 || x > 1 || y < -1 || y > 1 || from == to)
        return false;
    return row->each != 4 || x == 0 || y == 0 || from == 4 || to == 4;
}

static bool is_legal_move(const struct slow_game *game, const struct act *act, int side)
{
    bool is_placing = game->ply < 2 * game->row->each;
    if ((act->from < 0) != is_placing)
        return false;
    return act->from < 0 ||
           (game->cells[act->from] == "xo"[side] && is_step(game->row, act->from, act->to));
}

static char next_mark(const struct slow_game *game)
{
    if (game->row->each > 0 || game->row->turn == 2)
        return "xo"[game->to_act];
    return game->row->vanishes ? "xo"[game->ply % 2] : "xo"[stones_on(game) % 2];
}

/* ---- all of it */

static bool is_legal_choice(const struct slow_game *game, const char *text)
{
    bool is_two_more = strcmp(text, "two_more") == 0;
    return asks(game) && (!is_two_more || (game->row->opening == SWAP2 && game->ply == 3));
}

static bool is_legal_by_place(const struct slow_game *game, int cell)
{
    return game->cells[cell] == '.' && is_supported(game, cell) && !is_banned(game, cell) &&
           is_in_opening(game, cell) && (game->row->nest == NO_NEST || may_play_there(game, cell));
}

static bool can_avoid_return(const struct slow_game *game)
{
    for (int cell = 0; cell < cells_of(game->row); cell++)
        if (is_legal_by_place(game, cell) && !sends_back(game, cell))
            return true;
    return false;
}

bool slow_is_legal(const struct slow_game *game, const char *text)
{
    struct act act = read_act(game->row, text);
    struct slow_game trial = *game;
    if (game->is_over || act.is_bad)
        return false;
    if (act.is_choice)
        return is_legal_choice(game, text);
    if (asks(game) || !is_legal_by_place(game, act.to) ||
        (game->row->each > 0 && !is_legal_move(game, &act, game->to_act)))
        return false;
    if (game->row->is_no_return && sends_back(game, act.to) && can_avoid_return(game))
        return false;
    bool is_blacks = game->row->is_renju && game->ply > 3 && next_mark(game) == 'x';
    return !is_blacks || !slow__is_forbidden(&trial, act.to);
}

/* ------------------------------------------------------------------ doing */

static void end(struct slow_game *game, int winner, const char *reason)
{
    game->is_over = true;
    game->winner = winner;
    game->reason = reason;
}

static void end_by_points(struct slow_game *game, const char *reason)
{
    int ahead = game->points[0] - game->points[1];
    end(game, ahead > 0 ? 0 : ahead < 0 ? 1 : -1, reason);
}

static bool is_side_full(const struct slow_game *game, int side)
{
    const struct slow_row *row = game->row;
    for (int i = 0; i < (side < 2 ? row->width : row->height); i++) {
        int x = side < 2 ? i : side == 2 ? 0 : row->width - 1;
        int y = side > 1 ? i : side == 0 ? 0 : row->height - 1;
        if (game->cells[y * row->width + x] == '.')
            return false;
    }
    return true;
}

/* Floors or sides that are full go, and the rest moves; returns whether any did. */
static bool vanish_once(struct slow_game *game)
{
    const struct slow_row *row = game->row;
    bool full[4] = {false};
    char moved[SLOW_CELLS];
    for (int side = 0; side < (row->support == FLOOR ? 1 : 4); side++)
        full[side] = is_side_full(game, side);
    int down = (full[0] ? 1 : 0) - (full[1] ? 1 : 0);
    int left = (full[2] ? 1 : 0) - (full[3] ? 1 : 0);
    memset(moved, '.', sizeof(moved));
    for (int y = 0; y < row->height; y++) {
        for (int x = 0; x < row->width; x++) {
            bool goes = (full[0] && y == 0) || (full[1] && y == row->height - 1) ||
                        (full[2] && x == 0) || (full[3] && x == row->width - 1);
            if (!goes && game->cells[y * row->width + x] != '.')
                moved[(y - down) * row->width + x - left] = game->cells[y * row->width + x];
        }
    }
    memcpy(game->cells, moved, sizeof(moved));
    return full[0] || full[1] || full[2] || full[3];
}

static bool can_move(const struct slow_game *game, int side)
{
    if (game->ply < 2 * game->row->each)
        return true;
    for (int from = 0; from < cells_of(game->row); from++)
        for (int to = 0; to < cells_of(game->row); to++)
            if (game->cells[from] == "xo"[side] && game->cells[to] == '.' &&
                is_step(game->row, from, to))
                return true;
    return false;
}

static void count_sets(struct slow_game *game, int side)
{
    for (int cell = 0; cell < 64; cell++) {
        for (int line = 0; line < 4; line++) {
            bool is_filled = true;
            for (int i = 0; i < 5; i++) {
                int at = slow__cell_at(game->row, cell % 8 + i * slow__directions[line][0],
                                       cell / 8 + i * slow__directions[line][1], 0);
                is_filled = is_filled && at >= 0 && game->cells[at] == "xo"[side];
            }
            if (is_filled && !game->is_counted[side][cell][line]) {
                game->is_counted[side][cell][line] = true;
                game->points[side]++;
            }
        }
    }
}

static void do_moving(struct slow_game *game, int side)
{
    bool is_achi = game->row->each == 4;
    if (is_achi && has_row(game)) {
        end(game, side, "row");
        return;
    }
    if (!is_achi)
        count_sets(game, side);
    if (game->points[side] >= 10) {
        end(game, side, "points");
        return;
    }
    game->to_act = can_move(game, 1 - side) ? 1 - side : side;
    if (game->ply == game->row->limit)
        end_by_points(game, "limit");
    else if (!can_move(game, game->to_act))
        end_by_points(game, "blocked");
}

static void count_cells(struct slow_game *game)
{
    for (int cell = 0; cell < cells_of(game->row); cell++) {
        int from_top = game->row->height - 1 - cell / game->row->width;
        int worth = game->row->points[from_top * (game->row->width + 1) + cell % game->row->width];
        game->points[game->cells[cell] == 'x' ? 0 : 1] += worth - '0';
    }
}

static void judge_board(struct slow_game *game, int side)
{
    if (has_row(game)) {
        int winner = game->row->goal == FIRSTS ? 0 : game->row->goal == LOSES ? 1 - side : side;
        end(game, winner, "row");
    } else if (game->row->vanishes) {
        while (vanish_once(game) && game->row->support == WALLS)
            continue;
        if (game->ply == game->row->limit)
            end(game, -1, "limit");
    } else if (game->row->limit > 0 && game->ply == game->row->limit) {
        end(game, -1, "limit");
    } else if (stones_on(game) == cells_of(game->row)) {
        if (game->row->full == BY_POINTS) {
            count_cells(game);
            end_by_points(game, "points");
        } else {
            int winner = game->row->full == TO_FIRST ? 0 : game->row->full == TO_SECOND ? 1 : -1;
            end(game, winner, "full_board");
        }
    }
}

/* Who is to act next, where sides simply alternate by what lies on the board. */
static void pass_on(struct slow_game *game)
{
    int stones = stones_on(game);
    if (game->row->turn == 2)
        game->to_act = (stones + 1) / 2 % 2;
    else if (game->row->opening != FREE && game->x_is >= 0)
        game->to_act = stones % 2 == 0 ? game->x_is : 1 - game->x_is;
    else if (game->row->opening == SWAP2)
        game->to_act = game->ply < 3 || game->ply == 6 ? 0 : 1;
    else
        game->to_act = game->ply % 2;
}

static void end_if_black_is_blocked(struct slow_game *game)
{
    if (!game->row->is_renju || game->is_over || game->ply < 4 || next_mark(game) != 'x')
        return;
    for (int cell = 0; cell < cells_of(game->row); cell++)
        if (game->cells[cell] == '.' && !slow__is_forbidden(game, cell))
            return;
    end(game, -1, "blocked");
}

void slow_do(struct slow_game *game, const char *text)
{
    struct act act = read_act(game->row, text);
    int side = game->to_act;
    if (act.is_choice) {
        bool is_white = strcmp(text, "white") == 0;
        if (strcmp(text, "two_more") != 0)
            game->x_is = is_white ? 1 - side : side;
        game->ply++;
        pass_on(game);
        return;
    }
    char mark = act.mark != '\0' ? act.mark : next_mark(game);
    game->cells[act.to] = mark;
    if (act.from >= 0)
        game->cells[act.from] = '.';
    game->ply++;
    if (game->row->each > 0)
        do_moving(game, side);
    else if (game->row->nest != NO_NEST)
        play_nested(game, act.to);
    else
        judge_board(game, side);
    game->last = act.to;
    if (game->row->each == 0)
        pass_on(game);
    end_if_black_is_blocked(game);
}

bool slow_begin(struct slow_game *game, const char *key)
{
    *game = (struct slow_game){.x_is = -1, .winner = -1, .last = -1};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (strcmp(rows[i].key, key) == 0)
            game->row = &rows[i];
    memset(game->cells, '.', sizeof(game->cells));
    memset(game->small, '.', sizeof(game->small));
    memset(game->fields, '.', sizeof(game->fields));
    return game->row != NULL;
}

size_t slow_candidates(const struct slow_game *game, size_t at, char text[SLOW_TEXT])
{
    static const char *const choices[3] = {"white", "black", "two_more"};
    size_t cells = (size_t)cells_of(game->row);
    size_t squares = game->row->is_wild ? 2 * cells : cells;
    size_t moves = game->row->each > 0 ? cells * cells : 0;
    text[0] = '\0';
    if (at < 3) {
        strcpy(text, choices[at]);
    } else if (at - 3 < squares) {
        if (game->row->is_wild)
            strcpy(text, (at - 3) % 2 == 0 ? "X" : "O");
        write_square(game->row, (int)((at - 3) / (squares / cells)), text + strlen(text));
    } else if (at - 3 - squares < moves) {
        write_square(game->row, (int)((at - 3 - squares) / cells), text);
        write_square(game->row, (int)((at - 3 - squares) % cells), text + strlen(text));
    }
    return 3 + squares + moves;
}
