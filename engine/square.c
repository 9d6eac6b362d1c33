/* SPDX-License-Identifier: MIT */
/*
 * Squares as text and back; engine/square.h describes them.
 */
#include "engine/square.h"

#include "engine/error.h"
#include "engine/require.h"

#define LETTERS 26

/* Takes one letter off the front. */
static bool take_letter(struct text_span *text, size_t *number_out)
{
    if (text->len == 0 || !text__is_letter(text->text[0]))
        return false;
    *number_out = (size_t)(text__lower(text->text[0]) - 'a');
    text->text++;
    text->len--;
    return true;
}

/* Takes a column off the front: `a` to `z`, and where there are more of them `aa`, `ab` ... */
static bool take_column(const struct variant *variant, struct text_span *text, size_t *column_out)
{
    size_t second;
    if (!take_letter(text, column_out))
        return false;
    if (variant->width > LETTERS && take_letter(text, &second))
        *column_out = (*column_out + 1) * LETTERS + second;
    return true;
}

int square__parse(const struct variant *variant, struct text_span text, struct action *action_out)
{
    size_t column;
    size_t row;
    size_t level = 0;
    if (!take_column(variant, &text, &column))
        return ERR_BAD_NOTATION;
    if (text.len > 1 && text.text[0] == '0')
        return ERR_BAD_NOTATION; /* one square, one text: "h08" is not h8 */
    bool has_levels = variant_levels(variant) > 1;
    if (!text__take_number(&text, &row) || (has_levels && !take_letter(&text, &level)) ||
        text.len > 0)
        return ERR_BAD_NOTATION;
    if (column >= variant->width || row < 1 || row > variant->height ||
        level >= variant_levels(variant))
        return ERR_OFF_BOARD;
    *action_out =
        action_place(column + (row - 1 + level * variant->height) * (size_t)variant->width);
    return 0;
}

void square__format(const struct variant *variant, struct action action, struct text_writer *writer)
{
    size_t cell = action_cell(action);
    REQUIRE(cell < variant_cells(variant));
    size_t column = cell % variant->width;
    if (column >= LETTERS)
        text__put(writer, (char)('a' + column / LETTERS - 1));
    text__put(writer, (char)('a' + column % LETTERS));
    text__put_number(writer, cell / variant->width % variant->height + 1);
    if (variant_levels(variant) > 1)
        text__put(writer, (char)('a' + cell / variant->width / variant->height));
}
