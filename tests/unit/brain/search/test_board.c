/* SPDX-License-Identifier: MIT */
/*
 * The classes of cells, compared with the plain words of their definition on boards of chance:
 * both rules, all sizes, edges and corners. And a board that is brought up to date stone by stone
 * is the board that is set up at once.
 */
#include "brain/search/board.h"
#include "engine/threats.h"
#include "tests/support/random.h"
#include "tests/support/test.h"
#include "tests/unit/brain/search/plain.h"

#include <stdlib.h>
#include <string.h>

#ifndef PENTAD_TEST_BOARDS
#define PENTAD_TEST_BOARDS 60
#endif

static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

/* ---------------------------------------------------------------- the plain definition */

/* Whether a stone of `side` on `cell` makes five along the line with the stone on `with` in it. */
static bool makes_five(struct plain *plain, int cell, int way, int with, char side)
{
    int dx = ways[way][0];
    int dy = ways[way][1];
    plain->cells[cell] = side;
    bool wins = plain_wins_along(plain, cell, dx, dy);
    int distance = cell - with;
    int step = dx + dy * plain->width;
    for (int k = 1; wins && k < abs(distance / step); k++)
        wins = plain->cells[with + (distance / step > 0 ? k : -k) * step] == side;
    plain->cells[cell] = '.';
    return wins;
}

/* Lists the empty cells of the line through `cell`, near enough to be in one row with it. */
static int near_cells(const struct plain *plain, int cell, int way, int cells_out[10])
{
    int x = cell % plain->width;
    int y = cell / plain->width;
    int count = 0;
    for (int k = -5; k <= 5; k++) {
        int nx = x + k * ways[way][0];
        int ny = y + k * ways[way][1];
        if (nx < 0 || ny < 0 || nx >= plain->width || ny >= plain->height)
            continue;
        if (plain->cells[nx + ny * plain->width] == '.')
            cells_out[count++] = nx + ny * plain->width;
    }
    return count;
}

static int count_fives(struct plain *plain, int cell, int way, char side)
{
    int near[10];
    int count = 0;
    int near_count = near_cells(plain, cell, way, near);
    for (int i = 0; i < near_count; i++)
        count += makes_five(plain, near[i], way, cell, side);
    return count;
}

/* The rank of what a stone of `side` makes along one line: 5 five, 4 two cells for a five, 3 one,
 * 2 a three, 1 less. */
static int plain_rank(struct plain *plain, int cell, int way, char side)
{
    int near[10];
    int rank = 1;
    plain->cells[cell] = side;
    int length = plain_run(plain, cell, ways[way][0], ways[way][1]);
    int near_count = near_cells(plain, cell, way, near);
    int fives = count_fives(plain, cell, way, side);
    for (int i = 0; i < near_count && rank == 1 && length < 5; i++) {
        plain->cells[near[i]] = side;
        /* Two further stones have to make five with the one on `cell`. */
        int run = plain_run(plain, cell, ways[way][0], ways[way][1]);
        if (run < 5 && count_fives(plain, cell, way, side) > 1)
            rank = 2;
        plain->cells[near[i]] = '.';
    }
    if (plain_wins_along(plain, cell, ways[way][0], ways[way][1]))
        rank = 5;
    else if (length > 5)
        rank = 1;
    else if (fives > 0)
        rank = fives > 1 ? 4 : 3;
    plain->cells[cell] = '.';
    return rank;
}

static int rank_of(unsigned line_class)
{
    if (line_class == LINE_FIVE)
        return 5;
    if (line_class == LINE_STRAIGHT || line_class == LINE_FOUR)
        return line_class == LINE_STRAIGHT ? 4 : 3;
    return line_class == LINE_THREE || line_class == LINE_THREE_WIDE ? 2 : 1;
}

/* ---------------------------------------------------------------- boards of chance */

static struct patterns *patterns_of(bool overline_wins)
{
    struct patterns *patterns = malloc(sizeof(*patterns));
    assert_non_null(patterns);
    patterns__make(patterns, overline_wins);
    return patterns;
}

/* Stones of chance, more of them in some corner, so that lines are full. */
static void scatter(struct position *position, struct plain *plain, uint64_t *chance)
{
    unsigned cells = (unsigned)position->width * position->height;
    unsigned stones = (unsigned)random_below(chance, cells * 2 / 3);
    unsigned left = (unsigned)random_below(chance, 4) + 1;
    for (unsigned i = 0; i < stones; i++) {
        unsigned cell = (unsigned)random_below(chance, cells);
        enum colour colour = random_below(chance, left + 1) == 0 ? COLOUR_O : COLOUR_X;
        if (position_set(position, cell, colour))
            plain->cells[cell] = colour == COLOUR_X ? 'X' : 'O';
    }
}

static void make_chance(struct position *position, struct plain *plain, uint64_t *chance)
{
    memset(position, 0, sizeof(*position));
    position->width = (uint8_t)(5 + random_below(chance, 16));
    position->height = (uint8_t)(5 + random_below(chance, 16));
    position->overline_wins = random_below(chance, 2) == 1;
    position->to_move = (uint8_t)random_below(chance, 2);
    plain_init(plain, position->width, position->height, position->overline_wins);
    scatter(position, plain, chance);
}

static void assert_classes(const struct board *board, struct plain *plain)
{
    for (int cell = 0; cell < board->cells; cell++) {
        for (int side = 0; side < COLOURS; side++) {
            unsigned classes = board->classes[side][cell];
            bool wins = false;
            if (plain->cells[cell] != '.') {
                assert_int_equal(classes, 0);
                continue;
            }
            for (int way = 0; way < 4; way++) {
                int rank = plain_rank(plain, cell, way, "XO"[side]);
                assert_int_equal(rank_of(classes >> 4 * way & 15), rank);
                wins = wins || rank == 5;
            }
            assert_int_equal(board->spots[side][cell] == SPOT_FIVE, wins);
        }
    }
}

#define PATTERNS_TEST(name) TEST_ON(name, struct patterns **patterns, NULL, NULL)

PATTERNS_TEST(every_class_is_what_its_words_say)
{
    struct board *board = malloc(sizeof(*board));
    uint64_t chance = 20261124;
    assert_non_null(board);
    for (int nth = 0; nth < PENTAD_TEST_BOARDS; nth++) {
        struct position position;
        struct plain plain;
        make_chance(&position, &plain, &chance);
        board__init(board, patterns[position.overline_wins], &position);
        assert_classes(board, &plain);
    }
    free(board);
}

/* ---------------------------------------------------------------- stone by stone */

static void assert_same(const struct board *board, const struct board *other)
{
    assert_true(board->key == other->key);
    assert_int_equal(board->to_move, other->to_move);
    assert_memory_equal(board->colours, other->colours, sizeof(board->colours));
    assert_memory_equal(board->classes, other->classes, sizeof(board->classes));
    assert_memory_equal(board->spots, other->spots, sizeof(board->spots));
    assert_memory_equal(board->counts, other->counts, sizeof(board->counts));
    assert_memory_equal(board->sums, other->sums, sizeof(board->sums));
    assert_memory_equal(board->sets, other->sets, sizeof(board->sets));
    assert_memory_equal(board->lines, other->lines, sizeof(board->lines));
}

/* Makes and takes stones at random, and sets up what remains for comparison. */
static void wander(struct board *board, struct board *fresh, struct position *position,
                   uint64_t *chance)
{
    unsigned base = position->count;
    for (int step = 0; step < 60; step++) {
        unsigned cell = (unsigned)random_below(chance, board->cells);
        if (random_below(chance, 3) == 0 && board->stones > base) {
            board__unmake(board);
            position->count--;
            position->to_move ^= 1;
        } else if (board__is_empty(board, cell)) {
            board__make(board, cell);
            assert_true(position_place(position, cell));
        }
        if (step % 10 == 0) {
            board__init(fresh, board->patterns, position);
            assert_same(board, fresh);
        }
    }
}

PATTERNS_TEST(stone_by_stone_is_the_same_as_at_once)
{
    struct board *board = malloc(sizeof(*board));
    struct board *fresh = malloc(sizeof(*fresh));
    uint64_t chance = 7;
    assert_non_null(board);
    assert_non_null(fresh);
    for (int nth = 0; nth < PENTAD_TEST_BOARDS; nth++) {
        struct position position;
        struct plain plain;
        make_chance(&position, &plain, &chance);
        board__init(board, patterns[position.overline_wins], &position);
        wander(board, fresh, &position, &chance);
    }
    free(board);
    free(fresh);
}

/* ---------------------------------------------------------------- drawn lines */

/* One line as text, the cell asked about marked '+', for X: its class must be `expected`. */
struct drawn {
    const char *line;
    bool overline_wins;
    enum line_class expected;
};

PATTERNS_TEST(exact_five_has_its_traps)
{
    static const struct drawn lines[] = {
        {".....XXX+X.....", false, LINE_FIVE},       {"....XXX+XX.....", false, LINE_NONE},
        {"....XXX+XX.....", true, LINE_FIVE},        {".....XXX+......", false, LINE_STRAIGHT},
        {"....X.XX+X.....", false, LINE_FOUR},       {"....X.XX+X.X...", false, LINE_NONE},
        {"....X.XX+X.X...", true, LINE_STRAIGHT},    {"....X.X+X.X....", false, LINE_STRAIGHT},
        {"OXXX+..........", false, LINE_FOUR},       {"XXX+...........", false, LINE_FOUR},
        {".....XX+.......", false, LINE_THREE_WIDE}, {"...OXX+..O.....", false, LINE_BLOCKED},
        {"...O.XX+..O....", false, LINE_THREE},      {"...O.XX+.O.....", false, LINE_BLOCKED},
        {"O+XX.O.........", false, LINE_NONE},
    };
    struct board *board = malloc(sizeof(*board));
    assert_non_null(board);
    for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
        struct position position = {
            .width = 15, .height = 5, .overline_wins = lines[i].overline_wins};
        unsigned asked = 0;
        for (unsigned x = 0; x < 15; x++) {
            asked = lines[i].line[x] == '+' ? x + 30 : asked;
            if (lines[i].line[x] == 'X' || lines[i].line[x] == 'O')
                position_set(&position, x + 30, lines[i].line[x] == 'X' ? COLOUR_X : COLOUR_O);
        }
        board__init(board, patterns[lines[i].overline_wins], &position);
        unsigned found = board->classes[COLOUR_X][asked] & 15;
        if (found != lines[i].expected)
            print_message("%s: %u, not %u\n", lines[i].line, found, lines[i].expected);
        assert_int_equal(found, lines[i].expected);
    }
    free(board);
}

/* The cells of the engine's fours are those on which a stone makes five. */
static void assert_fours(const struct game *game, const struct board *board, enum mark mark)
{
    struct threats_search search;
    struct threat threat;
    bool is_five[POSITION_CELLS_MAX] = {false};
    threats_start(&search, game, mark);
    while (threats_next(&search, &threat))
        for (size_t i = 0; i < threat.squares_count && threat.kind != THREAT_THREE; i++)
            is_five[threat.squares[i]] = true;
    for (unsigned cell = 0; cell < board->cells; cell++)
        assert_int_equal(board->spots[mark == MARK_X ? COLOUR_X : COLOUR_O][cell] == SPOT_FIVE,
                         is_five[cell]);
}

PATTERNS_TEST(fives_are_where_the_engine_has_fours)
{
    struct board *board = malloc(sizeof(*board));
    uint64_t chance = 3;
    assert_non_null(board);
    for (int nth = 0; nth < PENTAD_TEST_BOARDS; nth++) {
        struct game game;
        struct position position;
        game_init(&game, variant_get(VARIANT_CLASSIC));
        for (int ply = 0; ply < 120 && game_status(&game) == GAME_OPEN; ply++)
            (void)game_act(&game, action_place(19 * (4 + random_below(&chance, 11)) + 4 +
                                               random_below(&chance, 11)));
        if (game_status(&game) != GAME_OPEN)
            continue;
        position_from_game(&position, &game);
        board__init(board, patterns[false], &position);
        assert_fours(&game, board, MARK_X);
        assert_fours(&game, board, MARK_O);
    }
    free(board);
}

static int make_patterns(void **state)
{
    static struct patterns *patterns[2];
    patterns[false] = patterns_of(false);
    patterns[true] = patterns_of(true);
    *state = patterns;
    return 0;
}

static int free_patterns(void **state)
{
    struct patterns **patterns = *state;
    free(patterns[false]);
    free(patterns[true]);
    return 0;
}

int main(void)
{
    return test_run_all(make_patterns, free_patterns);
}
