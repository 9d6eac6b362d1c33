/* SPDX-License-Identifier: MIT */
/*
 * Ultimate and strategic tic-tac-toe: the place of a stone names the small board of the next one.
 * Three small boards in a row win the field above them for the side that has each of them by
 * winning or drawing it, but for three drawn ones; of rows of both sides, which a drawn board can
 * complete, that of the side that placed the stone counts. One field is the game, or nine of them
 * make it by the same judgement. A state of zeros: every board and field is open.
 */
#include "engine/nested.h"

#include "engine/code.h"
#include "engine/require.h"
#include "engine/square.h"
#include "engine/standard.h"

#define SIDE NESTED_SIDE
#define NINE NESTED_BOARDS
#define LINES 8

/* Of numbers in reading order. */
static const uint8_t lines[LINES][SIDE] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
};

/* The constants in which such rules differ. */
struct kind {
    int levels;
    bool is_open;      /* decided boards are played on, until they are full */
    bool is_no_return; /* nobody is sent back to the board of the own last stone */
    /* The field to which a stone sends, of two levels; the board there has the number of the place.
     */
    size_t (*field)(size_t field, size_t board, size_t place);
};

static size_t tactical(size_t field, size_t board, size_t place)
{
    (void)field;
    (void)place;
    return board;
}

/* The numbers of the three rows of a field from the top, each as nine places (the plan, 3.11). */
static size_t functional(size_t field, size_t board, size_t place)
{
    return (field / SIDE + 2 * (board / SIDE) + place / SIDE + 1) % SIDE * SIDE + field / SIDE;
}

static size_t hyperfunctional(size_t field, size_t board, size_t place)
{
    static const uint8_t far[NINE] = {1, 5, 3, 6, 2, 7, 1, 4, 8};
    return (field + far[(board + place) % NINE]) % NINE;
}

static const struct kind *kind_of(const struct variant *variant)
{
    static const struct kind kinds[RULES_COUNT] = {
        [RULES_ULTIMATE] = {1, false, false, NULL},
        [RULES_ULTIMATE_OPEN] = {1, true, false, NULL},
        [RULES_ULTIMATE_NORETURN] = {1, false, true, NULL},
        [RULES_ULTIMATE_OPEN_NORETURN] = {1, true, true, NULL},
        [RULES_STRATEGIC] = {2, false, false, tactical},
        [RULES_STRATEGIC_FUNC] = {2, false, false, functional},
        [RULES_STRATEGIC_HYPER] = {2, false, false, hyperfunctional},
    };
    const struct kind *kind = &kinds[variant->rules];
    REQUIRE(kind->levels > 0);
    return kind;
}

/* ------------------------------------------------------------------ boards and cells */

int nested_levels(const struct variant *variant)
{
    return kind_of(variant)->levels;
}

size_t nested_boards(const struct variant *variant)
{
    return nested_levels(variant) == 1 ? NESTED_BOARDS : NESTED_BOARDS_MAX;
}

/* A cell by its column and its row from the top. */
struct spot {
    unsigned column;
    unsigned from_top;
};

static struct spot spot_of(const struct variant *variant, size_t cell)
{
    unsigned row = (unsigned)cell / variant->width;
    return (struct spot){(unsigned)cell % variant->width, variant->height - 1 - row};
}

/* The number in reading order, of units of so many cells, within a unit of three times as many. */
static size_t number_at(struct spot spot, unsigned unit)
{
    return spot.column / unit % SIDE + spot.from_top / unit % SIDE * SIDE;
}

static size_t board_at(const struct kind *kind, struct spot spot)
{
    size_t field = kind->levels > 1 ? number_at(spot, SIDE * SIDE) : 0;
    return field * NINE + number_at(spot, SIDE);
}

size_t nested_place(const struct variant *variant, size_t cell)
{
    return number_at(spot_of(variant, cell), 1);
}

size_t nested_board(const struct variant *variant, size_t cell)
{
    return board_at(kind_of(variant), spot_of(variant, cell));
}

size_t nested_cell(const struct variant *variant, size_t board, size_t place)
{
    size_t field = board / NINE;
    size_t small = board % NINE;
    size_t column = (field % SIDE * SIDE + small % SIDE) * SIDE + place % SIDE;
    size_t from_top = (field / SIDE * SIDE + small / SIDE) * SIDE + place / SIDE;
    return column + (variant->height - 1 - from_top) * (size_t)variant->width;
}

/* The owners of the boards, and behind them those of fields where there are two levels. */
static const uint8_t *owners(const struct game *game)
{
    return layout__state(game);
}

static uint8_t *owners_to_write(struct game *game)
{
    return layout__state_to_write(game);
}

static const uint8_t *field_owners(const struct game *game)
{
    return owners(game) + NESTED_BOARDS_MAX;
}

enum nested_owner nested_owner(const struct game *game, size_t board)
{
    REQUIRE(board < nested_boards(game->variant));
    return (enum nested_owner)owners(game)[board];
}

enum nested_owner nested_field_owner(const struct game *game, size_t field)
{
    REQUIRE(nested_levels(game->variant) > 1 && field < NINE);
    return (enum nested_owner)field_owners(game)[field];
}

/* ------------------------------------------------------------------ the small boards */

static uint8_t mark_at(const struct game *game, size_t board, size_t place)
{
    return layout__cells(game)[nested_cell(game->variant, board, place)];
}

static bool has_row(const struct game *game, size_t board, uint8_t mark)
{
    for (size_t i = 0; i < LINES; i++)
        if (mark_at(game, board, lines[i][0]) == mark &&
            mark_at(game, board, lines[i][1]) == mark && mark_at(game, board, lines[i][2]) == mark)
            return true;
    return false;
}

static bool is_full(const struct game *game, size_t board)
{
    for (size_t place = 0; place < NESTED_PLACES; place++)
        if (mark_at(game, board, place) == MARK_NONE)
            return false;
    return true;
}

/* ------------------------------------------------------------------ judging nine */

static bool counts_for(uint8_t owner, uint8_t side)
{
    return owner == side || owner == NESTED_DRAWN;
}

/* The line that the side has of nine boards, or of nine fields; or NULL. */
static const uint8_t *line_of(const uint8_t nine[NINE], uint8_t side)
{
    for (size_t i = 0; i < LINES; i++) {
        const uint8_t *line = lines[i];
        bool is_had = true;
        bool is_won = false;
        for (size_t k = 0; k < SIDE; k++) {
            is_had = is_had && counts_for(nine[line[k]], side);
            is_won = is_won || nine[line[k]] == side;
        }
        if (is_had && is_won)
            return line;
    }
    return NULL;
}

static bool are_all_decided(const uint8_t nine[NINE])
{
    for (size_t i = 0; i < NINE; i++)
        if (nine[i] == NESTED_OPEN)
            return false;
    return true;
}

/* The owner of the nine, of which the side decided one last. */
static enum nested_owner judge(const uint8_t nine[NINE], enum nested_owner side)
{
    enum nested_owner other = side == NESTED_X ? NESTED_O : NESTED_X;
    if (line_of(nine, (uint8_t)side) != NULL)
        return side;
    if (line_of(nine, (uint8_t)other) != NULL)
        return other;
    return are_all_decided(nine) ? NESTED_DRAWN : NESTED_OPEN;
}

static void end(struct game *game, enum nested_owner owner)
{
    if (owner == NESTED_OPEN)
        return;
    game->status = owner == NESTED_DRAWN ? GAME_DRAWN : GAME_WON;
    if (owner != NESTED_DRAWN)
        game->winner = owner == NESTED_X ? SEAT_FIRST : SEAT_SECOND;
}

/* The small board was just decided by a stone of the side. */
static void decide(struct game *game, size_t board, enum nested_owner side)
{
    size_t field = board / NINE;
    enum nested_owner owner = judge(owners(game) + field * NINE, side);
    if (nested_levels(game->variant) > 1) {
        if (owner == NESTED_OPEN)
            return;
        owners_to_write(game)[NESTED_BOARDS_MAX + field] = (uint8_t)owner;
        owner = judge(field_owners(game), side);
    }
    end(game, owner);
}

/* Whether the line lacks one of nine for the side. */
static bool lacks_one(const uint8_t nine[NINE], const uint8_t line[SIDE], uint8_t side)
{
    size_t had = 0;
    size_t open = 0;
    for (size_t k = 0; k < SIDE; k++) {
        had += counts_for(nine[line[k]], side) ? 1 : 0;
        open += nine[line[k]] == NESTED_OPEN ? 1 : 0;
    }
    return had == SIDE - 1 && open == 1;
}

bool nested_is_near_win(const struct game *game)
{
    bool has_fields = nested_levels(game->variant) > 1;
    uint8_t side = standard__mark(game) == MARK_X ? NESTED_X : NESTED_O;
    for (size_t i = 0; i < LINES; i++)
        if (lacks_one(has_fields ? field_owners(game) : owners(game), lines[i], side))
            return true;
    return false;
}

/* ------------------------------------------------------------------ where one may play */

static bool is_field_open(const struct game *game, size_t field)
{
    return nested_levels(game->variant) == 1 || field_owners(game)[field] == NESTED_OPEN;
}

static bool is_board_open(const struct game *game, size_t board)
{
    if (kind_of(game->variant)->is_open)
        return !is_full(game, board);
    return owners(game)[board] == NESTED_OPEN && is_field_open(game, board / NINE);
}

size_t nested_sends(const struct variant *variant, size_t board, size_t place)
{
    const struct kind *kind = kind_of(variant);
    size_t field = kind->levels > 1 ? kind->field(board / NINE, board % NINE, place) : 0;
    return field * NINE + place;
}

struct nested_target nested_next(const struct game *game)
{
    const struct variant *variant = game->variant;
    struct nested_target next = {NESTED_ANY, NESTED_ANY};
    if (game->ply == 0 || game->status != GAME_OPEN)
        return next;
    struct spot last = spot_of(variant, layout__actions(game)[game->ply - 1].code);
    size_t board = nested_sends(variant, board_at(kind_of(variant), last), number_at(last, 1));
    size_t field = board / NINE;
    if (!is_field_open(game, field))
        return next;
    next.field = (int)field;
    if (is_board_open(game, board))
        next.board = (int)board;
    else if (nested_levels(variant) == 1)
        next.field = NESTED_ANY;
    return next;
}

static bool is_there(const struct game *game, size_t board)
{
    struct nested_target next = nested_next(game);
    if (next.board != NESTED_ANY)
        return (size_t)next.board == board;
    bool is_in_field = next.field == NESTED_ANY || (size_t)next.field == board / NINE;
    return is_in_field && is_board_open(game, board);
}

/* Whether a stone on the cell sends the opponent back to the board of the opponent's last stone.
 * One that ends the game sends nobody, nor does one that lets the opponent choose. */
static bool sends_back(const struct game *game, size_t cell)
{
    struct game after;
    size_t board = nested_board(game->variant, layout__actions(game)[game->ply - 1].code);
    if (nested_place(game->variant, cell) != board)
        return false;
    game_copy(&after, game);
    game_do(&after, action_place(cell));
    return after.status == GAME_OPEN && is_board_open(&after, board);
}

static int basic_check(const struct game *game, struct action action)
{
    int error = standard__check(game, action);
    if (error != 0)
        return error;
    return is_there(game, nested_board(game->variant, action.code)) ? 0 : ERR_WRONG_BOARD;
}

static bool can_avoid_return(const struct game *game)
{
    for (size_t cell = 0; cell < layout__cell_count(game->variant); cell++)
        if (basic_check(game, action_place(cell)) == 0 && !sends_back(game, cell))
            return true;
    return false;
}

/* Where one board is named, its cells alone: three rows of three. */
static size_t nested_next_code(const struct game *game, size_t code)
{
    const struct variant *variant = game->variant;
    struct nested_target next = nested_next(game);
    if (next.board == NESTED_ANY)
        return code;
    size_t width = variant->width;
    size_t lowest = nested_cell(variant, (size_t)next.board, NINE - SIDE); /* its left corner */
    for (size_t row = 0; row < SIDE; row++) {
        size_t first = lowest + row * width;
        if (code < first + SIDE)
            return code > first ? code : first;
    }
    return layout__cell_count(variant);
}

static int nested_check(const struct game *game, struct action action)
{
    int error = basic_check(game, action);
    bool is_bound = kind_of(game->variant)->is_no_return && game->ply > 0;
    if (error != 0 || !is_bound || !sends_back(game, action.code))
        return error;
    return can_avoid_return(game) ? ERR_NO_RETURN : 0;
}

/* ------------------------------------------------------------------ the rules */

static void nested_act(struct game *game, struct action action)
{
    enum mark mark = standard__mark(game);
    enum nested_owner side = mark == MARK_X ? NESTED_X : NESTED_O;
    size_t board = nested_board(game->variant, action.code);
    uint8_t *owner = &owners_to_write(game)[board];
    layout__cells_to_write(game)[action.code] = (uint8_t)mark;
    game->stones++;
    if (*owner != NESTED_OPEN)
        return; /* it is played on */
    if (has_row(game, board, (uint8_t)mark))
        *owner = (uint8_t)side;
    else if (is_full(game, board))
        *owner = NESTED_DRAWN;
    if (*owner != NESTED_OPEN)
        decide(game, board, side);
}

/* A board that was played on has its row without the stone; any other was open before it, and so
 * was its field. */
static void nested_undo(struct game *game, struct action action)
{
    size_t board = nested_board(game->variant, action.code);
    uint8_t *owner = &owners_to_write(game)[board];
    standard__remove(game, action);
    uint8_t mark = *owner == NESTED_X ? MARK_X : MARK_O;
    if (*owner == NESTED_DRAWN || !has_row(game, board, mark))
        *owner = NESTED_OPEN;
    if (nested_levels(game->variant) > 1)
        owners_to_write(game)[NESTED_BOARDS_MAX + board / NINE] = NESTED_OPEN;
}

/* A stone in each place of three rows, and three times as many where there are fields. */
static unsigned nested_stones_to_win(const struct variant *variant)
{
    return nested_levels(variant) == 1 ? SIDE * SIDE : SIDE * SIDE * SIDE;
}

/* All cells of the three small boards, or of the three fields. */
static size_t nested_line(const struct game *game, size_t *cells_out, size_t cap)
{
    bool has_fields = nested_levels(game->variant) > 1;
    uint8_t side = game->winner == SEAT_FIRST ? NESTED_X : NESTED_O;
    const uint8_t *line = line_of(has_fields ? field_owners(game) : owners(game), side);
    size_t boards = has_fields ? NINE : 1; /* of each third of the line */
    size_t count = 0;
    REQUIRE(line != NULL);
    for (size_t i = 0; i < SIDE * boards; i++) {
        size_t board = line[i / boards] * boards + i % boards;
        for (size_t place = 0; place < NESTED_PLACES; place++, count++)
            if (count < cap)
                cells_out[count] = nested_cell(game->variant, board, place);
    }
    return count;
}

#define NESTED(ID, id)                                                                             \
    const struct rules rules__##id = {                                                             \
        STANDARD__NUMBERS(ID),                                                                     \
        .wins = WINS_BY_BOARDS,                                                                    \
        .stones_to_win = nested_stones_to_win,                                                     \
        .next_code = nested_next_code,                                                             \
        .check = nested_check,                                                                     \
        .act = nested_act,                                                                         \
        .undo = nested_undo,                                                                       \
        .line = nested_line,                                                                       \
        .reason = standard__reason,                                                                \
        STANDARD__IN_TURN,                                                                         \
        STANDARD__CELLS,                                                                           \
    };

NESTED(ULTIMATE, ultimate)
NESTED(ULTIMATE_OPEN, ultimate_open)
NESTED(ULTIMATE_NORETURN, ultimate_noreturn)
NESTED(ULTIMATE_OPEN_NORETURN, ultimate_open_noreturn)
NESTED(STRATEGIC, strategic)
NESTED(STRATEGIC_FUNC, strategic_func)
NESTED(STRATEGIC_HYPER, strategic_hyper)
