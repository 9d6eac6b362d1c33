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

/* Takes a number with its sign off the front: one number, one text, so no `+1`, `01` or `-0`. */
static bool take_signed(struct text_span *text, int *number_out)
{
    size_t number;
    bool is_negative = text__take_prefix(text, "-");
    bool has_nought = text->len > 0 && text->text[0] == '0';
    size_t digits = text->len;
    if (!text__take_number(text, &number))
        return false;
    *number_out = is_negative ? -(int)number : (int)number;
    return !has_nought || (digits - text->len == 1 && !is_negative);
}

static int parse_steps(const struct variant *variant, struct text_span text,
                       struct action *action_out)
{
    int column;
    int row;
    if (!take_signed(&text, &column) || !text__take_prefix(&text, ":") ||
        !take_signed(&text, &row) || text.len > 0)
        return ERR_BAD_NOTATION;
    column += (int)(variant_origin(variant) % variant->width);
    row += (int)(variant_origin(variant) / variant->width);
    if (column < 0 || column >= variant->width || row < 0 || row >= variant->height)
        return ERR_OFF_BOARD;
    *action_out = action_place((size_t)(column + row * variant->width));
    return 0;
}

static void put_signed(struct text_writer *writer, size_t at, size_t origin)
{
    if (at < origin)
        text__put(writer, '-');
    text__put_number(writer, at < origin ? origin - at : at - origin);
}

static void format_steps(const struct variant *variant, size_t cell, struct text_writer *writer)
{
    size_t origin = variant_origin(variant);
    put_signed(writer, cell % variant->width, origin % variant->width);
    text__put(writer, ':');
    put_signed(writer, cell / variant->width, origin / variant->width);
}

int square__parse(const struct variant *variant, struct text_span text, struct action *action_out)
{
    size_t column;
    size_t row;
    size_t level = 0;
    if (variant_is_sparse(variant))
        return parse_steps(variant, text, action_out);
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
    if (variant_is_sparse(variant)) {
        format_steps(variant, cell, writer);
        return;
    }
    size_t column = cell % variant->width;
    if (column >= LETTERS)
        text__put(writer, (char)('a' + column / LETTERS - 1));
    text__put(writer, (char)('a' + column % LETTERS));
    text__put_number(writer, cell / variant->width % variant->height + 1);
    if (variant_levels(variant) > 1)
        text__put(writer, (char)('a' + cell / variant->width / variant->height));
}
