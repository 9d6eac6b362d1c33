/* SPDX-License-Identifier: MIT */
/*
 * The board of the search. A line is a word of two bits a cell, so that the key of a cell is a
 * shift of it; what a stone changes is written down and read back when it is taken.
 */
#include "brain/search/board.h"

#include "brain/search/weights.h"
#include "engine/require.h"

#include <string.h>

#define HALF_BITS (2 * PATTERNS_REACH)
#define HALF_MASK ((1u << HALF_BITS) - 1)

#define IN(set) (1u << (set))

/* The sets that a cell is in by its spot. */
static const uint8_t memberships[SPOTS] = {
    [SPOT_NONE] = 0,
    [SPOT_LINK] = IN(SET_LINKED),
    [SPOT_TWO] = IN(SET_LINKED),
    [SPOT_TWOS] = IN(SET_LINKED),
    [SPOT_THREE] = IN(SET_LINKED) | IN(SET_THREE),
    [SPOT_THREE_PLUS] = IN(SET_LINKED) | IN(SET_THREE),
    [SPOT_FORK] = IN(SET_LINKED) | IN(SET_THREE),
    [SPOT_FOUR] = IN(SET_LINKED) | IN(SET_FOUR),
    [SPOT_FOUR_PLUS] = IN(SET_LINKED) | IN(SET_FOUR),
    [SPOT_FOUR_THREE] = IN(SET_LINKED) | IN(SET_THREE) | IN(SET_FOUR),
    [SPOT_STRAIGHT] = IN(SET_LINKED) | IN(SET_FOUR) | IN(SET_STRAIGHT),
    [SPOT_FIVE] = IN(SET_LINKED) | IN(SET_FOUR) | IN(SET_FIVE),
};

/* ---------------------------------------------------------------- classes of cells */

static inline void set_spot(struct board *board, unsigned colour, unsigned cell, unsigned spot)
{
    unsigned old = board->spots[colour][cell];
    unsigned differ = memberships[old] ^ memberships[spot];
    board->spots[colour][cell] = (uint8_t)spot;
    board->counts[colour][old]--;
    board->counts[colour][spot]++;
    for (; differ != 0; differ &= differ - 1)
        board->sets[colour][__builtin_ctz(differ)][cell >> 6] ^= UINT64_C(1) << (cell & 63);
}

static inline void set_classes(struct board *board, unsigned colour, unsigned cell,
                               uint16_t classes)
{
    unsigned spot = board->patterns->spots[classes];
    board->classes[colour][cell] = classes;
    if (spot != board->spots[colour][cell])
        set_spot(board, colour, cell, spot);
}

static inline void write_down(struct board *board, unsigned cell)
{
    board->changes[board->changes_count++] =
        (struct board_change){(uint16_t)cell,
                              {board->classes[COLOUR_X][cell], board->classes[COLOUR_O][cell]},
                              {board->spots[COLOUR_X][cell], board->spots[COLOUR_O][cell]}};
}

/* The classes of the cell with this index, for both sides in one byte. */
static inline unsigned look_up(const struct board *board, uint64_t line, unsigned index)
{
    unsigned behind = (unsigned)(line >> 2 * index) & HALF_MASK;
    unsigned ahead = (unsigned)(line >> (2 * index + HALF_BITS + 2)) & HALF_MASK;
    return board->patterns->lines[ahead << HALF_BITS | behind];
}

/* Sets the class of the line in this direction; a class of four bits is XORed with what differs. */
static inline void set_line(struct board *board, unsigned colour, unsigned cell, unsigned direction,
                            unsigned class)
{
    const int16_t *weights = board->patterns->line_weights;
    uint16_t classes = board->classes[colour][cell];
    unsigned old = classes >> 4 * direction & 15;
    if (old == class)
        return;
    board->sums[colour] += weights[class] - weights[old];
    set_classes(board, colour, cell, (uint16_t)(classes ^ (old ^ class) << 4 * direction));
}

/* Whether the lines of the cell in this direction are of these classes, for X and O in one byte. */
static inline bool are_of(const struct board *board, unsigned cell, unsigned direction,
                          unsigned both)
{
    unsigned x = board->classes[COLOUR_X][cell] >> 4 * direction & 15;
    unsigned o = board->classes[COLOUR_O][cell] >> 4 * direction & 15;
    return (x | o << 4) == both;
}

/* Judges anew the empty cells of a line around the stone with this index. */
static inline void update_line(struct board *board, unsigned cell, unsigned direction)
{
    struct board_place place = board->places[cell][direction];
    uint64_t line = board->lines[direction][place.line];
    int step = board->steps[direction];
    for (int offset = -PATTERNS_REACH; offset <= PATTERNS_REACH; offset++) {
        /* Beyond either end there are cells in the word, and they are not empty. */
        if ((line >> 2 * (place.index + offset + PATTERNS_REACH) & 3) != 0)
            continue;
        unsigned other = (unsigned)((int)cell + offset * step);
        unsigned both = look_up(board, line, (unsigned)(place.index + offset));
        if (are_of(board, other, direction, both))
            continue;
        write_down(board, other);
        set_line(board, COLOUR_X, other, direction, both & 15);
        set_line(board, COLOUR_O, other, direction, both >> 4);
    }
}

/* Writes a stone into the lines through its cell, or takes it out. */
static void flip(struct board *board, unsigned cell, unsigned colour)
{
    for (unsigned direction = 0; direction < BOARD_DIRECTIONS; direction++) {
        struct board_place place = board->places[cell][direction];
        board->lines[direction][place.line] ^= (uint64_t)(colour + 1)
                                               << 2 * (place.index + PATTERNS_REACH);
    }
    board->key ^= board->patterns->keys[colour][cell];
}

/* ---------------------------------------------------------------- stones */

/* A cell with a stone is of no class. */
static void leave(struct board *board, unsigned cell)
{
    write_down(board, cell);
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        board->sums[colour] -= board->patterns->weights[board->classes[colour][cell]];
        set_classes(board, colour, cell, 0);
    }
}

static void put(struct board *board, unsigned cell, unsigned colour)
{
    REQUIRE(board__is_empty(board, cell));
    board->colours[cell] = (uint8_t)(colour + 1);
    flip(board, cell, colour);
    leave(board, cell);
    for (unsigned direction = 0; direction < BOARD_DIRECTIONS; direction++)
        update_line(board, cell, direction);
}

static void keep_totals(const struct board *board, struct board_totals *totals_out)
{
    memcpy(totals_out->counts, board->counts, sizeof(board->counts));
    memcpy(totals_out->sums, board->sums, sizeof(board->sums));
    memcpy(totals_out->sets, board->sets, sizeof(board->sets));
    totals_out->changes_count = board->changes_count;
}

static void restore_totals(struct board *board, const struct board_totals *totals)
{
    memcpy(board->counts, totals->counts, sizeof(board->counts));
    memcpy(board->sums, totals->sums, sizeof(board->sums));
    memcpy(board->sets, totals->sets, sizeof(board->sets));
}

static void restore_cell(struct board *board, const struct board_change *was)
{
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        board->classes[colour][was->cell] = was->classes[colour];
        board->spots[colour][was->cell] = was->spots[colour];
    }
}

void board__pass(struct board *board)
{
    board->to_move ^= 1;
    board->key = ~board->key;
}

void board__make(struct board *board, unsigned cell)
{
    keep_totals(board, &board->before[board->stones]);
    board->placed[board->stones++] = (uint16_t)cell;
    put(board, cell, board->to_move);
    board__pass(board);
}

void board__unmake(struct board *board)
{
    unsigned cell = board->placed[--board->stones];
    const struct board_totals *before = &board->before[board->stones];
    board__pass(board);
    flip(board, cell, board->to_move);
    board->colours[cell] = 0;
    while (board->changes_count > before->changes_count)
        restore_cell(board, &board->changes[--board->changes_count]);
    restore_totals(board, before);
}

/* ---------------------------------------------------------------- setting up */

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static void place_cell(struct board *board, unsigned column, unsigned row)
{
    struct board_place *places = board->places[column + row * board->width];
    unsigned left = board->width - 1u - column;
    places[0] = (struct board_place){(uint8_t)row, (uint8_t)column};
    places[1] = (struct board_place){(uint8_t)column, (uint8_t)row};
    places[2] = (struct board_place){(uint8_t)(column + board->height - 1 - row),
                                     (uint8_t)smaller(column, row)};
    places[3] = (struct board_place){(uint8_t)(column + row), (uint8_t)smaller(left, row)};
}

/* Makes every cell of every line one that is not there; init_cells() lets in those that are. */
static void init_lines(struct board *board)
{
    memset(board->lines, 0xFF, sizeof(board->lines));
    board->steps[0] = 1;
    board->steps[1] = (int16_t)board->width;
    board->steps[2] = (int16_t)(board->width + 1);
    board->steps[3] = (int16_t)(board->width - 1);
    for (unsigned row = 0; row < board->height; row++)
        for (unsigned column = 0; column < board->width; column++)
            place_cell(board, column, row);
    for (unsigned cell = 0; cell < board->cells; cell++)
        for (unsigned direction = 0; direction < BOARD_DIRECTIONS; direction++) {
            struct board_place place = board->places[cell][direction];
            board->lines[direction][place.line] &=
                ~(UINT64_C(3) << 2 * (place.index + PATTERNS_REACH));
        }
}

static void init_cells(struct board *board)
{
    for (unsigned colour = 0; colour < COLOURS; colour++)
        board->counts[colour][SPOT_NONE] = board->cells;
    for (unsigned cell = 0; cell < board->cells; cell++) {
        for (unsigned direction = 0; direction < BOARD_DIRECTIONS; direction++) {
            struct board_place place = board->places[cell][direction];
            unsigned both = look_up(board, board->lines[direction][place.line], place.index);
            set_line(board, COLOUR_X, cell, direction, both & 15);
            set_line(board, COLOUR_O, cell, direction, both >> 4);
        }
    }
}

void board__init(struct board *board, const struct patterns *patterns,
                 const struct position *position)
{
    memset(board, 0, offsetof(struct board, before));
    board->patterns = patterns;
    board->width = position->width;
    board->height = position->height;
    board->cells = (uint16_t)(position->width * position->height);
    board->key = patterns->rule_key * (position->width * 32u + position->height);
    init_lines(board);
    init_cells(board);
    for (unsigned i = 0; i < position->count; i++)
        put(board, position->stones[i].cell, position->stones[i].colour);
    board->changes_count = 0; /* these stay */
    for (unsigned i = 0; i < position->count; i++)
        board->placed[i] = position->stones[i].cell;
    board->stones = position->count;
    if (position->to_move == COLOUR_O)
        board__pass(board);
}

/* ---------------------------------------------------------------- looking */

/* Stones of a colour next to each other on one side of the cell. */
static unsigned count_beyond(const struct board *board, unsigned cell, unsigned direction,
                             unsigned colour, int way)
{
    struct board_place place = board->places[cell][direction];
    uint64_t line = board->lines[direction][place.line];
    unsigned count = 0;
    int index = place.index + way + PATTERNS_REACH;
    /* A line ends with cells that are of no colour. */
    for (; (line >> 2 * index & 3) == colour + 1; index += way)
        count++;
    return count;
}

bool board__would_win(const struct board *board, unsigned colour, unsigned cell)
{
    for (unsigned direction = 0; direction < BOARD_DIRECTIONS; direction++) {
        unsigned length = 1 + count_beyond(board, cell, direction, colour, 1) +
                          count_beyond(board, cell, direction, colour, -1);
        if (length == 5 || (length > 5 && board->patterns->overline_wins))
            return true;
    }
    return false;
}

unsigned board__first(const struct board *board, unsigned colour, enum board_set set)
{
    const uint64_t *words = board->sets[colour][set];
    for (unsigned i = 0; i < BOARD_WORDS; i++)
        if (words[i] != 0)
            return 64 * i + (unsigned)__builtin_ctzll(words[i]);
    return BOARD_NOWHERE;
}

size_t board__list(const uint64_t words[BOARD_WORDS], uint16_t cells_out[POSITION_CELLS_MAX])
{
    size_t count = 0;
    for (unsigned i = 0; i < BOARD_WORDS; i++)
        for (uint64_t word = words[i]; word != 0; word &= word - 1)
            cells_out[count++] = (uint16_t)(64 * i + (unsigned)__builtin_ctzll(word));
    return count;
}

int board__score(const struct board *board)
{
    unsigned own = board->to_move;
    unsigned other = own ^ 1u;
    int score = board->sums[own] - board->sums[other] + weights__of_move();
    for (unsigned spot = SPOT_TWO; spot < SPOTS; spot++)
        score += board->counts[own][spot] * weights__of_mover((enum spot)spot) -
                 board->counts[other][spot] * weights__of_waiter((enum spot)spot);
    return score > BOARD_SCORE_MAX    ? BOARD_SCORE_MAX
           : score < -BOARD_SCORE_MAX ? -BOARD_SCORE_MAX
                                      : score;
}

bool board__is_dead(const struct board *board)
{
    for (unsigned cell = 0; cell < board->cells; cell++)
        if ((board->classes[COLOUR_X][cell] | board->classes[COLOUR_O][cell]) != 0)
            return false;
    return true;
}
