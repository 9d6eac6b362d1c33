/* SPDX-License-Identifier: MIT */
/*
 * The facts of client/cli/print/sheet.h.
 */
#include "client/cli/print/sheet.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"
#include "engine/needs.h"

#include <stdio.h>

/* Squares of an empty board without an edge. */
#define EMPTY_WIDTH 25
#define EMPTY_HEIGHT 19

void sheet_title(const struct sheet *sheet, char text[SHEET_TITLE_SIZE])
{
    const struct variant *variant = sheet->game->variant;
    snprintf(text, SHEET_TITLE_SIZE, "%s (%s)", words_variant(variant), variant->key);
}

/* Whether the player's mark is O, which is nobody's where marks are chosen. */
static bool is_other(const struct game *game, enum seat seat)
{
    enum mark mark = game_seat_mark(game, seat);
    return mark == MARK_NONE ? seat == SEAT_SECOND : mark == MARK_O;
}

const char *sheet_side(const struct game *game, enum seat seat)
{
    if ((game->variant->needs & NEED_MARKS) != 0)
        return seat == SEAT_FIRST ? "1" : "2";
    return words_mark(is_other(game, seat) ? MARK_O : MARK_X);
}

/* The player of one of the first two fields. */
static enum seat seat_of(const struct game *game, enum sheet_field field)
{
    bool is_second = is_other(game, SEAT_SECOND) == (field == SHEET_OTHER);
    return is_second ? SEAT_SECOND : SEAT_FIRST;
}

void sheet_label(const struct sheet *sheet, enum sheet_field field, char text[SHEET_LABEL_SIZE])
{
    const char *label = field == SHEET_DATE ? _("Date") : _("Result");
    if (field == SHEET_ONE || field == SHEET_OTHER)
        label = sheet_side(sheet->game, seat_of(sheet->game, field));
    snprintf(text, SHEET_LABEL_SIZE, "%s:", label);
}

const char *sheet_value(const struct sheet *sheet, enum sheet_field field)
{
    const char *value = field == SHEET_DATE ? sheet->date : sheet->result;
    if (field == SHEET_ONE || field == SHEET_OTHER)
        value = sheet->players[seat_of(sheet->game, field)];
    return value != NULL ? value : "";
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

void sheet_board(const struct sheet *sheet, size_t width, size_t height, struct board *board_out)
{
    board_init(board_out, sheet->game, BOARD_NO_CELL);
    board_out->is_paper = true;
    if (!variant_is_sparse(sheet->game->variant))
        return;
    if (sheet->is_played)
        board_cut_to_stones(board_out, width, height);
    else
        board_cut(board_out, smaller(width, EMPTY_WIDTH), smaller(height, EMPTY_HEIGHT));
}

size_t sheet_entries(const struct sheet *sheet)
{
    const struct variant *variant = sheet->game->variant;
    unsigned limit = variant_facts(variant).limit;
    if (sheet->is_played)
        return sheet->game->ply;
    return limit > 0 ? limit : variant_cells(variant);
}

size_t sheet_number(const struct sheet *sheet, size_t cell)
{
    const struct variant *variant = sheet->game->variant;
    const struct action *actions = game_actions(sheet->game);
    for (size_t ply = sheet->game->ply; ply > 0; ply--)
        if (!action_is_choice(actions[ply - 1]) && action_square(variant, actions[ply - 1]) == cell)
            return ply;
    return 0;
}
