/* SPDX-License-Identifier: MIT */
/*
 * Wins by fours, and by fours and threes.
 *
 * This holds under exact five as well: a four whose square is left alone becomes a five, since a
 * stone of the other side neither lengthens a row nor shortens one. Nothing else is taken for
 * granted: after a three every empty cell is tried as a reply, and each time the win is looked for
 * anew. Fives of the other side are found by counting stones, not by the tables.
 */
#include "brain/search/hunt.h"

#include <string.h>

#define FOURS_OF_A_REPLY 64 /* nodes in which a reply to a three is refuted by fours */
#define FOURS_OF_A_NODE 400 /* nodes that a win by fours may take within one by threes */
#define THREES_KEY UINT64_C(0xA5A5C3C35A5A3C3C)

static bool may_go_on(const struct hunt *hunt)
{
    return !effort__is_over(hunt->effort) && hunt->effort->nodes < hunt->last_node;
}

static bool make(struct hunt *hunt, unsigned cell)
{
    if (hunt->path.count >= HUNT_LINE_MAX - 4 || !may_go_on(hunt) || !effort__spend(hunt->effort))
        return false;
    board__make(hunt->board, cell);
    hunt->path.cells[hunt->path.count++] = (uint16_t)cell;
    return true;
}

static void unmake(struct hunt *hunt)
{
    board__unmake(hunt->board);
    hunt->path.count--;
}

/* ---------------------------------------------------------------- what is remembered */

static struct hunt_entry *entry_of(const struct hunt *hunt, uint64_t key)
{
    return &hunt->memory[key & (hunt->entries - 1)];
}

static bool is_known_to_fail(const struct hunt *hunt, uint64_t key, unsigned depth)
{
    const struct hunt_entry *entry = entry_of(hunt, key);
    return entry->key == key && entry->depth >= depth;
}

/* A search that was broken off has shown nothing. */
static void remember_failure(struct hunt *hunt, uint64_t key, unsigned depth)
{
    if (may_go_on(hunt))
        *entry_of(hunt, key) = (struct hunt_entry){key, (uint8_t)depth};
}

/* ---------------------------------------------------------------- by fours */

/* Whether any stone of `colour` would make five now: counted on the cells. */
static bool has_five(struct board *board, unsigned colour)
{
    for (unsigned cell = 0; cell < board->cells; cell++)
        if (board->colours[cell] == 0 && board__would_win(board, colour, cell))
            return true;
    return false;
}

/* The win is on the path, but for these last stones. */
static bool found(struct hunt *hunt, const uint16_t *last, size_t count)
{
    hunt->found = hunt->path;
    memcpy(hunt->found.cells + hunt->found.count, last, count * sizeof(*last));
    hunt->found.count = (uint16_t)(hunt->found.count + count);
    return true;
}

/* The side that has just moved has several cells for a five, and the other side none. */
static bool found_straight(struct hunt *hunt)
{
    uint16_t fives[POSITION_CELLS_MAX];
    const struct board *board = hunt->board;
    board__list(board->sets[board->to_move ^ 1][SET_FIVE], fives);
    return found(hunt, fives, 2);
}

static bool fours(struct hunt *hunt, unsigned depth);

/* The only answer to a four, and what follows. */
static bool answer_loses(struct hunt *hunt, unsigned cell, unsigned depth)
{
    if (!make(hunt, cell))
        return false;
    bool loses = fours(hunt, depth - 1);
    unmake(hunt);
    return loses;
}

/* A four on the cell, its answer, and what follows. */
static bool four_wins(struct hunt *hunt, unsigned cell, unsigned depth)
{
    const struct board *board = hunt->board;
    unsigned own = board->to_move;
    bool wins = false;
    if (!make(hunt, cell))
        return false;
    bool is_lost = board__fives(board, own ^ 1u) > 0;
    if (!is_lost && board__fives(board, own) > 1)
        wins = found_straight(hunt);
    else if (!is_lost)
        wins = answer_loses(hunt, board__first(board, own, SET_FIVE), depth);
    unmake(hunt);
    return wins;
}

/* The strongest first; equal ones stay in their order. */
static void sort_by_spots(const uint8_t *spots, uint16_t *cells, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint16_t cell = cells[i];
        size_t at = i;
        for (; at > 0 && spots[cells[at - 1]] < spots[cell]; at--)
            cells[at] = cells[at - 1];
        cells[at] = cell;
    }
}

/* Lists the cells for a four, those that make most first. */
static size_t list_fours(const struct board *board, uint16_t cells_out[POSITION_CELLS_MAX])
{
    size_t count = board__list(board->sets[board->to_move][SET_FOUR], cells_out);
    sort_by_spots(board->spots[board->to_move], cells_out, count);
    return count;
}

static bool fours_from(struct hunt *hunt, unsigned depth)
{
    uint16_t cells[POSITION_CELLS_MAX];
    const struct board *board = hunt->board;
    uint64_t key = board->key;
    if (depth == 0 || is_known_to_fail(hunt, key, depth))
        return false;
    size_t count = list_fours(board, cells);
    for (size_t i = 0; i < count; i++)
        if (four_wins(hunt, cells[i], depth))
            return true;
    remember_failure(hunt, key, depth);
    return false;
}

static bool fours(struct hunt *hunt, unsigned depth)
{
    const struct board *board = hunt->board;
    unsigned own = board->to_move;
    unsigned must = board__first(board, own ^ 1u, SET_FIVE);
    uint16_t five = (uint16_t)board__first(board, own, SET_FIVE);
    if (five != BOARD_NOWHERE)
        return found(hunt, &five, 1);
    if (board__fives(board, own ^ 1u) > 1)
        return false;
    if (must == BOARD_NOWHERE)
        return fours_from(hunt, depth);
    return depth > 0 && board->spots[own][must] >= SPOT_FOUR && four_wins(hunt, must, depth);
}

/* Each four is answered on its square, since any other stone lets the five happen, unless it is a
 * five itself. */
bool hunt__is_sound(const struct hunt *hunt)
{
    struct board *board = hunt->board;
    const struct hunt_line *line = &hunt->found;
    unsigned own = board->to_move;
    bool sound = true;
    size_t placed = 0;
    for (size_t at = hunt->path.count; sound && at + 1 < line->count; at++, placed++) {
        if (board->to_move != own)
            sound = board__would_win(board, own, line->cells[at]) && !has_five(board, own ^ 1u);
        board__make(board, line->cells[at]);
    }
    sound = sound && board__would_win(board, own, line->cells[line->count - 1]);
    while (placed-- > 0)
        board__unmake(board);
    return sound;
}

/* Limits what is looked at from here on, and returns the limit of before. */
static uint64_t limit_nodes(struct hunt *hunt, uint64_t nodes)
{
    uint64_t before = hunt->last_node;
    uint64_t last = hunt->effort->nodes + nodes;
    hunt->last_node = last < before ? last : before;
    return before;
}

static bool fours_within(struct hunt *hunt, unsigned depth, uint64_t nodes)
{
    const struct board *board = hunt->board;
    if (board__first(board, board->to_move, SET_FOUR) == BOARD_NOWHERE)
        return false;
    uint64_t before = limit_nodes(hunt, nodes);
    bool wins = fours(hunt, depth);
    hunt->last_node = before;
    return wins;
}

bool hunt__fours(struct hunt *hunt, unsigned depth, uint64_t nodes)
{
    hunt->path.count = 0;
    hunt->last_node = UINT64_MAX;
    return fours_within(hunt, depth, nodes);
}

/* ---------------------------------------------------------------- by threes */

static bool threes(struct hunt *hunt, unsigned depth);

/* The reply to what the attacker threatens, and what wins against it. */
static bool reply_loses(struct hunt *hunt, unsigned cell, unsigned depth, bool is_near)
{
    if (board__would_win(hunt->board, hunt->board->to_move, cell) || !make(hunt, cell))
        return false;
    uint64_t nodes = is_near ? FOURS_OF_A_NODE : FOURS_OF_A_REPLY;
    bool loses = fours_within(hunt, HUNT_FOURS_MAX, nodes) && hunt__is_sound(hunt);
    if (!loses)
        loses = threes(hunt, depth);
    unmake(hunt);
    return loses;
}

/* Whether each reply of the side to move loses: first the cells that may stop something, then, as
 * nothing is taken for granted, all the others. */
static bool all_replies_lose(struct hunt *hunt, unsigned depth)
{
    uint16_t cells[POSITION_CELLS_MAX];
    uint64_t near[BOARD_WORDS];
    const struct board *board = hunt->board;
    struct hunt_line longest = {0};
    for (size_t i = 0; i < BOARD_WORDS; i++)
        near[i] = board->sets[COLOUR_X][SET_FOUR][i] | board->sets[COLOUR_O][SET_FOUR][i];
    size_t count = board__list(near, cells);
    for (size_t i = 0; i < count; i++) {
        if (!reply_loses(hunt, cells[i], depth, true))
            return false;
        if (hunt->found.count > longest.count)
            longest = hunt->found;
    }
    for (unsigned cell = 0; cell < board->cells; cell++)
        if (board->colours[cell] == 0 && (near[cell >> 6] >> (cell & 63) & 1) == 0 &&
            !reply_loses(hunt, cell, depth, false))
            return false;
    if (longest.count > 0)
        hunt->found = longest;
    return board->stones < board->cells; /* with no reply left the game is drawn */
}

/* A stone that threatens: what it does to the other side, and what that answers. */
static bool threat_wins(struct hunt *hunt, unsigned cell, unsigned depth)
{
    const struct board *board = hunt->board;
    unsigned own = board->to_move;
    bool wins = false;
    if (!make(hunt, cell))
        return false;
    if (board__fives(board, own ^ 1u) > 0)
        wins = false;
    else if (board__fives(board, own) == 1)
        wins = !has_five(hunt->board, own ^ 1u) &&
               reply_loses(hunt, board__first(board, own, SET_FIVE), depth, true);
    else if (board__straights(board, own) > 0)
        wins = all_replies_lose(hunt, depth - 1);
    unmake(hunt);
    return wins;
}

/* Lists the cells for a threat: threes, then fours. */
static size_t list_threats(const struct board *board, uint16_t cells_out[POSITION_CELLS_MAX])
{
    uint64_t words[BOARD_WORDS];
    unsigned own = board->to_move;
    size_t kept = 0;
    for (size_t i = 0; i < BOARD_WORDS; i++)
        words[i] = board->sets[own][SET_THREE][i] | board->sets[own][SET_FOUR][i];
    size_t count = board__list(words, cells_out);
    bool is_urgent = board__straights(board, own ^ 1u) > 0;
    for (size_t i = 0; i < count; i++) {
        unsigned cell = cells_out[i];
        /* Against a three of the other side only a four, or a three that stops it. */
        if (!is_urgent || board->spots[own][cell] >= SPOT_FOUR ||
            board->spots[own ^ 1u][cell] >= SPOT_FOUR)
            cells_out[kept++] = (uint16_t)cell;
    }
    sort_by_spots(board->spots[own], cells_out, kept);
    return kept;
}

static bool threes(struct hunt *hunt, unsigned depth)
{
    uint16_t cells[POSITION_CELLS_MAX];
    const struct board *board = hunt->board;
    unsigned must = board__first(board, board->to_move ^ 1u, SET_FIVE);
    uint64_t key = board->key ^ THREES_KEY;
    if (depth == 0 || board__fives(board, board->to_move ^ 1u) > 1 ||
        is_known_to_fail(hunt, key, depth))
        return false;
    size_t count = list_threats(board, cells);
    for (size_t i = 0; i < count; i++)
        if ((must == BOARD_NOWHERE || cells[i] == must) && threat_wins(hunt, cells[i], depth))
            return true;
    remember_failure(hunt, key, depth);
    return false;
}

bool hunt__threes(struct hunt *hunt, unsigned depth, uint64_t nodes)
{
    hunt->path.count = 0;
    hunt->last_node = UINT64_MAX;
    limit_nodes(hunt, nodes);
    for (unsigned threes_count = 1; threes_count <= depth && may_go_on(hunt); threes_count++)
        if (threes(hunt, threes_count))
            return true;
    return false;
}

bool hunt__is_lost(struct hunt *hunt, unsigned depth, uint64_t nodes)
{
    struct board *board = hunt->board;
    hunt->path.count = 0;
    hunt->last_node = UINT64_MAX;
    limit_nodes(hunt, nodes);
    for (unsigned threes_count = 0; threes_count <= depth && may_go_on(hunt); threes_count++)
        if (!has_five(board, board->to_move) && all_replies_lose(hunt, threes_count))
            return true;
    return false;
}
