/* SPDX-License-Identifier: MIT */
/*
 * Facts about an empty board that all its drawings share, on a screen and on paper: its star
 * points, the places where small boards meet, and the names of its columns and rows. Functions of
 * the variant; columns and rows are counted from 0, from the left and from the bottom.
 */
#ifndef PENTAD_CLIENT_CLI_DRAW_GROUND_H
#define PENTAD_CLIENT_CLI_DRAW_GROUND_H

#include "engine/variant.h"

#include <stdbool.h>
#include <stddef.h>

/* On boards whose squares are counted from the first stone, every fifth one has its number. */
#define GROUND_COUNTED_EVERY 5

#define GROUND_LETTERS 26 /* columns with one letter; later ones have two */
#define GROUND_NAME_SIZE 16

/* True if the cell is a star point, as large flat boards have them in print. */
bool ground_is_star(const struct variant *variant, size_t cell);
/* True if small boards, or fields of small boards, meet between this column or row and the one
 * before it. */
bool ground_is_seam(const struct variant *variant, size_t at);
bool ground_is_field_seam(const struct variant *variant, size_t at);
/* The support of stones that fall: none do, the lowest row lies on a floor, or all four sides are
 * walls. */
enum ground_support {
    GROUND_NO_SUPPORT,
    GROUND_FLOOR,
    GROUND_WALLS,
};
enum ground_support ground_support(const struct variant *variant);
/* True if the first column follows the last one. */
bool ground_goes_round(const struct variant *variant);
/* Writes the name of a column: letters, or its number where squares are counted from the first
 * stone. */
void ground_put_column(const struct variant *variant, size_t column, char text[GROUND_NAME_SIZE]);
/* The number of a column or row, counted from the first stone; on other boards that of a row, from
 * 1. */
int ground_column_number(const struct variant *variant, size_t column);
int ground_row_number(const struct variant *variant, size_t row);

#endif
