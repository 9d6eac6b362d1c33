/* SPDX-License-Identifier: MIT */
/*
 * Plays drawn positions through the rules: the stones of both sides in turn, the small one last,
 * with filler stones for the side that has too few. Nothing is kept between calls.
 */
#include "tests/support/board_text.h"

#include "tests/support/cmocka_all.h"

#include <string.h>

/* A drawing taken apart. */
struct sketch {
    const struct variant *variant;
    size_t column;
    size_t row;
    size_t stones[2][GAME_CELLS_MAX]; /* cells of X and of O */
    size_t count[2];
    size_t last; /* cell of the small stone */
    char last_mark;
};

static bool is_drawn(const struct sketch *sketch, size_t cell)
{
    for (size_t side = 0; side < 2; side++) {
        for (size_t i = 0; i < sketch->count[side]; i++)
            if (sketch->stones[side][i] == cell)
                return true;
    }
    return sketch->last_mark != '\0' && sketch->last == cell;
}

static size_t rows_of(const char *drawing)
{
    size_t rows = 0;
    for (; *drawing != '\0'; drawing++)
        rows += *drawing == '\n' || drawing[1] == '\0';
    return rows;
}

static void sketch_add(struct sketch *sketch, size_t cell, char mark)
{
    size_t side = mark == 'O' || mark == 'o';
    if (mark == 'x' || mark == 'o') {
        sketch->last = cell;
        sketch->last_mark = mark;
    } else if (mark != '.') {
        sketch->stones[side][sketch->count[side]++] = cell;
    }
}

static void sketch_read(struct sketch *sketch, const char *drawing)
{
    size_t x = sketch->column;
    size_t y = sketch->row + rows_of(drawing) - 1;
    for (; *drawing != '\0'; drawing++) {
        if (*drawing == '\n') {
            x = sketch->column;
            y--;
        } else if (*drawing != ' ') {
            assert_non_null(strchr(".XOxo", *drawing));
            assert_true(x < sketch->variant->width && y < sketch->variant->height);
            sketch_add(sketch, x++ + y * sketch->variant->width, *drawing);
        }
    }
}

/* Whether a filler on the cell could touch anything. Fillers keep to a lattice on which no two of
 * them are neighbours in any direction. */
static bool is_fit_for_filler(const struct sketch *sketch, size_t cell)
{
    int width = sketch->variant->width;
    int x = (int)cell % width;
    int y = (int)cell / width;
    if ((x + 2 * y) % 5 != 0)
        return false;
    for (int near_y = y - 1; near_y <= y + 1; near_y++) {
        for (int near_x = x - 1; near_x <= x + 1; near_x++) {
            bool is_on_board =
                near_x >= 0 && near_x < width && near_y >= 0 && near_y < sketch->variant->height;
            if (is_on_board && is_drawn(sketch, (size_t)(near_x + near_y * width)))
                return false;
        }
    }
    return true;
}

static void sketch_fill(struct sketch *sketch, size_t side)
{
    size_t cells = variant_cells(sketch->variant);
    for (size_t cell = 0; cell < cells; cell++) {
        if (is_fit_for_filler(sketch, cell)) {
            sketch->stones[side][sketch->count[side]++] = cell;
            return;
        }
    }
    fail_msg("no room for a filler stone");
}

/* Adds fillers until the sides have alternated and the small stone's side is to move. */
static void sketch_balance(struct sketch *sketch)
{
    size_t *x = &sketch->count[0];
    size_t *o = &sketch->count[1];
    while (*o > *x)
        sketch_fill(sketch, 0);
    while (*x > *o + 1)
        sketch_fill(sketch, 1);
    if (sketch->last_mark == 'x' && *x > *o)
        sketch_fill(sketch, 1);
    if (sketch->last_mark == 'o' && *x == *o)
        sketch_fill(sketch, 0);
}

int board_text_play(struct game *game, const struct variant *variant, size_t column, size_t row,
                    const char *drawing)
{
    struct sketch sketch = {.variant = variant, .column = column, .row = row};
    sketch_read(&sketch, drawing);
    sketch_balance(&sketch);
    game_init(game, variant);
    for (size_t i = 0; i < sketch.count[0] + sketch.count[1]; i++)
        assert_int_equal(game_act(game, action_place(sketch.stones[i % 2][i / 2])), 0);
    return sketch.last_mark != '\0' ? game_act(game, action_place(sketch.last)) : 0;
}

void board_text_draw(const struct game *game, char *text)
{
    for (size_t y = game->variant->height; y-- > 0;) {
        for (size_t x = 0; x < game->variant->width; x++)
            *text++ = ".XO"[game_cell(game, x + y * game->variant->width)];
        *text++ = '\n';
    }
    *text = '\0';
}
