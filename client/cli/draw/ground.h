/* SPDX-License-Identifier: MIT */
/*
 * Facts of an empty board that every drawing of it shares, on a screen and on paper: its star
 * points, the places where small boards meet, and the names of its columns and rows. Functions of
 * the variant; columns and rows are counted from 0, from the left and from the bottom.
 */
#ifndef PENTAD_CLIENT_CLI_DRAW_GROUND_H
#define PENTAD_CLIENT_CLI_DRAW_GROUND_H

#include "engine/variant.h"

#include <stdbool.h>
#include <stddef.h>

/* Where squares are counted from the first stone, each one so far from it has its number. */
#define GROUND_COUNTED_EVERY 5

#define GROUND_LETTERS 26 /* columns with one letter; those behind them have two */
#define GROUND_NAME_SIZE 16

/* Whether the cell is a star point: large flat boards have them, as printed ones do. */
bool ground_is_star(const struct variant *variant, size_t cell);
/* Whether small boards meet between this column or row and the one before it; likewise fields of
 * small boards. */
bool ground_is_seam(const struct variant *variant, size_t at);
bool ground_is_field_seam(const struct variant *variant, size_t at);
/* The support of stones that fall: nothing does, the lowest row lies on a floor, or all four sides
 * are walls. */
enum ground_support {
    GROUND_NO_SUPPORT,
    GROUND_FLOOR,
    GROUND_WALLS,
};
enum ground_support ground_support(const struct variant *variant);
/* Whether the first column follows the last one. */
bool ground_goes_round(const struct variant *variant);
/* Writes the name of a column: letters, or its number where squares are counted from the first
 * stone. */
void ground_put_column(const struct variant *variant, size_t column, char text[GROUND_NAME_SIZE]);
/* The number of a column, or row, as it is counted from the first stone; of other rows from 1. */
int ground_column_number(const struct variant *variant, size_t column);
int ground_row_number(const struct variant *variant, size_t row);

#endif
