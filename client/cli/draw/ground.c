/* SPDX-License-Identifier: MIT */
/*
 * The facts of client/cli/draw/ground.h.
 */
#include "client/cli/draw/ground.h"

#include "engine/needs.h"
#include "engine/nested.h"

#include <stdio.h>

#define STAR_MIN 13 /* boards from this size have star points */

static bool is_star_line(size_t at, size_t size)
{
    return at == 3 || at == size - 4 || (size % 2 == 1 && at == size / 2);
}

bool ground_is_star(const struct variant *variant, size_t cell)
{
    return !variant_is_sparse(variant) && variant->width >= STAR_MIN &&
           variant->height >= STAR_MIN && (variant->needs & NEED_NESTED) == 0 &&
           is_star_line(cell % variant->width, variant->width) &&
           is_star_line(cell / variant->width, variant->height);
}

bool ground_is_seam(const struct variant *variant, size_t at)
{
    return (variant->needs & NEED_NESTED) != 0 && at % NESTED_SIDE == 0;
}

bool ground_is_field_seam(const struct variant *variant, size_t at)
{
    return (variant->needs & NEED_NESTED) != 0 && at > 0 && at % (NESTED_SIDE * NESTED_SIDE) == 0;
}

enum ground_support ground_support(const struct variant *variant)
{
    if ((variant->needs & NEED_SUPPORT) == 0)
        return GROUND_NO_SUPPORT;
    bool has_walls = variant->rules == RULES_CIRCLE || variant->rules == RULES_CIRCLE_LINETRIS;
    return has_walls ? GROUND_WALLS : GROUND_FLOOR;
}

bool ground_goes_round(const struct variant *variant)
{
    return (variant->needs & NEED_WRAP) != 0;
}

int ground_column_number(const struct variant *variant, size_t column)
{
    return (int)column - (int)(variant_origin(variant) % variant->width);
}

int ground_row_number(const struct variant *variant, size_t row)
{
    bool is_counted = variant_is_sparse(variant);
    return is_counted ? (int)row - (int)(variant_origin(variant) / variant->width) : (int)row + 1;
}

void ground_put_column(const struct variant *variant, size_t column, char text[GROUND_NAME_SIZE])
{
    char letter = (char)('a' + column % GROUND_LETTERS);
    if (variant_is_sparse(variant))
        snprintf(text, GROUND_NAME_SIZE, "%d", ground_column_number(variant, column));
    else if (column < GROUND_LETTERS)
        snprintf(text, GROUND_NAME_SIZE, "%c", letter);
    else
        snprintf(text, GROUND_NAME_SIZE, "%c%c", (char)('a' + column / GROUND_LETTERS - 1), letter);
}
