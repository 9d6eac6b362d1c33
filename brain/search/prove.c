/* SPDX-License-Identifier: MIT */
/*
 * Hunts (brain/search/hunt.h) as questions, with memory of their own.
 */
#include "brain/search/prove.h"

#include "brain/search/board.h"
#include "brain/search/effort.h"
#include "brain/search/hunt.h"
#include "engine/require.h"

#include <string.h>

#define ENTRIES_MIN ((size_t)1 << 10)
#define THREES_DEPTH 12
#define LOSS_DEPTH 6

/* In the lent memory; entries of failed hunts stand behind it. */
struct room {
    struct effort effort;
    struct hunt hunt;
    struct board board;
};

static size_t size_with(size_t entries)
{
    return sizeof(struct room) + 16 + entries * sizeof(struct hunt_entry);
}

size_t prove_memory_size(void)
{
    return size_with(ENTRIES_MIN);
}

static struct room *room_in(struct prover *prover, const struct position *position, uint64_t nodes)
{
    struct room *room = prover->memory;
    size_t entries = ENTRIES_MIN;
    REQUIRE(prover->memory_size >= prove_memory_size());
    while (size_with(2 * entries) <= prover->memory_size)
        entries *= 2;
    memset(room, 0, offsetof(struct room, board));
    room->effort.limit = nodes;
    room->effort.stop = prover->stop;
    room->effort.ctx = prover->ctx;
    room->hunt.board = &room->board;
    room->hunt.effort = &room->effort;
    room->hunt.entries = entries;
    room->hunt.memory = (struct hunt_entry *)(void *)((unsigned char *)prover->memory +
                                                      (sizeof(struct room) + 15) / 16 * 16);
    board__init(&room->board, prover->tables, position);
    return room;
}

/* Counts what was looked at, and tells the line of a proof. */
static enum prove_answer answer(struct prover *prover, const struct room *room, bool is_proven,
                                struct prove_line *line_out)
{
    const struct hunt_line *found = &room->hunt.found;
    prover->nodes += room->effort.nodes;
    prover->was_stopped = room->effort.is_stopped;
    line_out->count = 0;
    if (!is_proven)
        return PROVE_UNKNOWN;
    line_out->count = found->count < PROVE_LINE_MAX ? found->count : PROVE_LINE_MAX;
    memcpy(line_out->cells, found->cells, line_out->count * sizeof(*found->cells));
    return PROVE_YES;
}

enum prove_answer prove_fours(struct prover *prover, const struct position *position,
                              uint64_t nodes, struct prove_line *line_out)
{
    struct room *room = room_in(prover, position, nodes);
    struct board *board = &room->board;
    bool is_found = hunt__fours(&room->hunt, HUNT_FOURS_MAX, nodes);
    bool is_proven = is_found && hunt__is_sound(&room->hunt);
    bool is_complete = !is_found && !effort__is_over(&room->effort);
    /* Nothing is hunted where no stone makes a four: then there is no five either. */
    if (!is_found && board__first(board, board->to_move, SET_FOUR) == BOARD_NOWHERE)
        is_complete = true;
    enum prove_answer found = answer(prover, room, is_proven, line_out);
    return found == PROVE_UNKNOWN && is_complete ? PROVE_NO : found;
}

enum prove_answer prove_threes(struct prover *prover, const struct position *position,
                               uint64_t nodes, struct prove_line *line_out)
{
    struct room *room = room_in(prover, position, nodes);
    bool is_proven = hunt__threes(&room->hunt, THREES_DEPTH, nodes);
    return answer(prover, room, is_proven, line_out);
}

enum prove_answer prove_loss(struct prover *prover, const struct position *position, uint64_t nodes,
                             struct prove_line *line_out)
{
    struct room *room = room_in(prover, position, nodes);
    bool is_proven = hunt__is_lost(&room->hunt, LOSS_DEPTH, nodes);
    return answer(prover, room, is_proven, line_out);
}

static bool has_straight_line(uint16_t classes)
{
    for (unsigned direction = 0; direction < BOARD_DIRECTIONS; direction++)
        if ((classes >> 4 * direction & 15) == LINE_STRAIGHT)
            return true;
    return false;
}

static void see_cell(const struct board *board, unsigned cell, struct prove_sight *sight)
{
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        sight->spots[colour][cell] = board->spots[colour][cell];
        sight->is_one_line[colour][cell] = has_straight_line(board->classes[colour][cell]);
    }
}

void prove_see(struct prover *prover, const struct position *position,
               struct prove_sight *sight_out)
{
    const struct board *board = &room_in(prover, position, 0)->board;
    memset(sight_out, 0, sizeof(*sight_out));
    for (unsigned cell = 0; cell < board->cells; cell++)
        if (board->colours[cell] == 0)
            see_cell(board, cell, sight_out);
}

unsigned prove_count(const struct prove_sight *sight, enum colour colour, enum spot spot,
                     uint16_t *cell_out)
{
    unsigned count = 0;
    for (unsigned cell = 0; cell < POSITION_CELLS_MAX; cell++)
        if (sight->spots[colour][cell] == spot && count++ == 0)
            *cell_out = (uint16_t)cell;
    return count;
}
