/* SPDX-License-Identifier: MIT */
/*
 * Finds the name of an opening: the eight symmetries of its stones are held against the table.
 * Pure functions of the game.
 */
#include "engine/opening.h"

#include "engine/needs.h"

#define STONES 3
#define SYMMETRIES 8

enum kind {
    KIND_VERTICAL,
    KIND_DIAGONAL,
};

static const struct {
    enum kind kind;
    struct opening opening;
    int dx;
    int dy;
} openings[] = {
#define OPENING(kind, number, name, dx, dy) {KIND_##kind, {number, name}, dx, dy},
#include "engine/openings.def"
#undef OPENING
};
_Static_assert(sizeof(openings) / sizeof(openings[0]) == OPENINGS, "each has a name");

/* A stone as steps from the first one. */
struct steps {
    int x;
    int y;
};

static struct steps steps_between(const struct variant *variant, size_t from, size_t to)
{
    return (struct steps){(int)(to % variant->width) - (int)(from % variant->width),
                          (int)(to / variant->width) - (int)(from / variant->width)};
}

/* Turned and mirrored: bit 0 swaps the axes, 1 and 2 mirror each. */
static struct steps turned(struct steps steps, unsigned symmetry)
{
    struct steps out =
        (symmetry & 1) != 0 ? (struct steps){steps.y, steps.x} : (struct steps){steps.x, steps.y};
    out.x = (symmetry & 2) != 0 ? -out.x : out.x;
    out.y = (symmetry & 4) != 0 ? -out.y : out.y;
    return out;
}

static const struct opening *find(struct steps second, struct steps third)
{
    if (second.y != 1 || second.x < 0 || second.x > 1)
        return NULL;
    enum kind kind = second.x == 0 ? KIND_VERTICAL : KIND_DIAGONAL;
    for (size_t i = 0; i < OPENINGS; i++)
        if (openings[i].kind == kind && openings[i].dx == third.x && openings[i].dy == third.y)
            return &openings[i].opening;
    return NULL;
}

/* The cells of the first stones; how many there are. */
static size_t first_stones(const struct game *game, size_t cells_out[STONES])
{
    size_t count = 0;
    for (size_t ply = 0; ply < game->ply && count < STONES; ply++)
        if (!action_is_choice(game_actions(game)[ply]))
            cells_out[count++] = action_cell(game_actions(game)[ply]);
    return count;
}

const struct opening *opening_find(const struct game *game)
{
    size_t cells[STONES];
    const struct opening *found = NULL;
    if (game->variant->row != 5 || !reader_knows(READER_OPENINGS, game->variant) ||
        first_stones(game, cells) < STONES)
        return NULL;
    struct steps second = steps_between(game->variant, cells[0], cells[1]);
    struct steps third = steps_between(game->variant, cells[0], cells[2]);
    for (unsigned symmetry = 0; found == NULL && symmetry < SYMMETRIES; symmetry++)
        found = find(turned(second, symmetry), turned(third, symmetry));
    return found;
}
