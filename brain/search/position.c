/* SPDX-License-Identifier: MIT */
/*
 * Positions as plain values.
 */
#include "brain/search/position.h"

#include "engine/lines.h"
#include "engine/needs.h"

#include <string.h>

static bool is_size(unsigned side)
{
    return side >= POSITION_SIDE_MIN && side <= POSITION_SIDE_MAX;
}

bool position_is_of(const struct variant *variant)
{
    return variant->row == 5 && is_size(variant->width) && is_size(variant->height) &&
           reader_knows(READER_SEARCH, variant);
}

void position_init(struct position *position, const struct variant *variant)
{
    memset(position, 0, sizeof(*position));
    position->width = (uint8_t)variant->width;
    position->height = (uint8_t)variant->height;
    position->overline_wins = variant->overline == OVERLINE_WINS;
}

static bool is_taken(const struct position *position, unsigned cell)
{
    for (size_t i = 0; i < position->count; i++)
        if (position->stones[i].cell == cell)
            return true;
    return false;
}

bool position_set(struct position *position, unsigned cell, enum colour colour)
{
    if (cell >= (unsigned)position->width * position->height || is_taken(position, cell))
        return false;
    position->stones[position->count++] = (struct position_stone){(uint16_t)cell, (uint8_t)colour};
    return true;
}

bool position_place(struct position *position, unsigned cell)
{
    if (!position_set(position, cell, position->to_move))
        return false;
    position->to_move ^= 1;
    return true;
}

void position_from_game(struct position *position, const struct game *game)
{
    const struct action *actions = game_actions(game);
    position_init(position, game->variant);
    for (size_t ply = 0; ply < game->ply; ply++) {
        if (action_is_choice(actions[ply]))
            continue;
        size_t cell = action_cell(actions[ply]);
        position->stones[position->count++] = (struct position_stone){
            (uint16_t)cell, game_cell(game, cell) == MARK_X ? COLOUR_X : COLOUR_O};
    }
    /* While a choice is open it is O whose stone comes next (Swap2). */
    position->to_move = game_next_mark(game) == MARK_X ? COLOUR_X : COLOUR_O;
}

bool position_is_over(const struct position *position)
{
    struct line lines[LINES];
    uint8_t marks[POSITION_CELLS_MAX] = {0};
    for (size_t i = 0; i < position->count; i++)
        marks[position->stones[i].cell] = (uint8_t)(1 + position->stones[i].colour);
    for (size_t i = 0; i < position->count; i++) {
        size_t cell = position->stones[i].cell;
        lines_through(position->width, position->height, cell, lines);
        for (size_t k = 0; k < LINES; k++) {
            int length = lines_length(marks, cell, &lines[k], marks[cell]);
            if (length == 5 || (length > 5 && position->overline_wins))
                return true;
        }
    }
    return position->count == position->width * position->height;
}
