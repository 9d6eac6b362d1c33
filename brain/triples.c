/* SPDX-License-Identifier: MIT */
/*
 * The triples of brain/triples.def. Whoever places them one by one knows no more than the stones
 * that are there: a triple is drawn anew among those that agree with them.
 */
#include "brain/triples.h"

#include <stdbool.h>
#include <stddef.h>

#define STONES 3
#define REACH 3  /* columns and rows from the middle */
#define VIEWS 16 /* eight symmetries, and either X first */

/* An opening of three stones, from the middle of the board. */
struct triple {
    int16_t columns[STONES];
    int16_t rows[STONES];
};

static const struct triple triples[] = {
#define TRIPLE(x0, y0, x1, y1, x2, y2, score) {{(x0), (x1), (x2)}, {(y0), (y1), (y2)}},
#include "brain/triples.def"
#undef TRIPLE
};

#define IS_NEAR(x, y) ((x) >= -REACH && (x) <= REACH && (y) >= -REACH && (y) <= REACH)
#define TRIPLE(x0, y0, x1, y1, x2, y2, score)                                                      \
    _Static_assert(IS_NEAR(x0, y0) && IS_NEAR(x1, y1) && IS_NEAR(x2, y2), "within reach");
#include "brain/triples.def"
#undef TRIPLE

#define TRIPLES (sizeof(triples) / sizeof(*triples))

/* The cell of the nth stone of a triple, seen so. */
static unsigned cell_of(const struct position *position, size_t triple, unsigned view, unsigned nth)
{
    unsigned stone = view & 8 ? STONES - 1 - nth : nth;
    int column = triples[triple].columns[stone];
    int row = triples[triple].rows[stone];
    int turned = view & 1 ? row : column;
    int other = view & 1 ? column : row;
    turned = view & 2 ? -turned : turned;
    other = view & 4 ? -other : other;
    return (unsigned)(position->width / 2 + turned) +
           (unsigned)(position->height / 2 + other) * position->width;
}

static bool agrees(const struct position *position, size_t triple, unsigned view)
{
    for (unsigned nth = 0; nth < position->count; nth++)
        if (cell_of(position, triple, view, nth) != position->stones[nth].cell)
            return false;
    return true;
}

static bool has_room(const struct position *position)
{
    return position->width > 2 * REACH && position->height > 2 * REACH;
}

unsigned triples__follow(const struct position *position, struct chance *chance)
{
    uint64_t count = 0;
    unsigned cell = TRIPLES_NOWHERE;
    if (position->count >= STONES || !has_room(position))
        return TRIPLES_NOWHERE;
    for (size_t triple = 0; triple < TRIPLES; triple++)
        for (unsigned view = 0; view < VIEWS; view++)
            if (agrees(position, triple, view) && chance__below(chance, ++count) == 0)
                cell = cell_of(position, triple, view, position->count);
    return cell;
}
