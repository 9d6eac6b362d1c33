/* SPDX-License-Identifier: MIT */
/*
 * The sentences of client/cli/words/guide.h.
 */
#include "client/cli/words/guide.h"

#include "client/cli/terminal/i18n.h"
#include "engine/needs.h"

#include <stdio.h>
#include <string.h>

enum {
    TURNS = 1,
    WINS = 2,
    FULL = 4,
};

#define LINES_OF_RULES 3

static const struct guide_row {
    unsigned common;
    const char *example;
    const char *lines[LINES_OF_RULES];
} rows[RULES_COUNT] = {
#define GUIDE(ID, common, example, ...) [RULES_##ID] = {common, example, {__VA_ARGS__}},
#include "client/cli/words/guide.def"
};

enum advice {
    ADVICE_NONE,
#define ADVICE(ID, sentence) ADVICE_##ID,
#include "client/cli/words/advice.def"
    ADVICE_COUNT
};

static const char *const advice[ADVICE_COUNT] = {
#define ADVICE(ID, sentence) [ADVICE_##ID] = sentence,
#include "client/cli/words/advice.def"
};

/* The advice on each variant, up to ADVICE_NONE. */
static const uint8_t advised[VARIANT_COUNT][GUIDE_ADVICE_MAX] = {
#define A(ID) ADVICE_##ID
#define ADVISED(ID, ...) [VARIANT_##ID] = {__VA_ARGS__},
#include "client/cli/words/advice.def"
#undef A
};

static const struct {
    uint32_t needs;
    const char *title;
} kinds[GUIDE_KINDS] = {
#define GUIDE_KIND(ID, needs, title) [GUIDE_##ID] = {needs, title},
#include "client/cli/words/guide.def"
};

enum guide_kind guide_kind(const struct variant *variant)
{
    size_t kind = 0;
    while (kinds[kind].needs != 0 && (variant->needs & kinds[kind].needs) == 0)
        kind++;
    return (enum guide_kind)kind;
}

const char *guide_kind_name(enum guide_kind kind)
{
    return gettext(kinds[kind].title);
}

void guide_put_size(const struct variant *variant, char *text, size_t size)
{
    if (variant_is_sparse(variant))
        snprintf(text, size, "%s", _("no edge"));
    else if (variant_levels(variant) > 1)
        snprintf(text, size, "%ux%ux%zu", variant->width, variant->height, variant_levels(variant));
    else
        snprintf(text, size, "%ux%u", variant->width, variant->height);
}

/* ---------------------------------------------------------------- sentences */

/* Writes the sentence with the numbers of the variant in place of their names. */
static void fill(const struct variant *variant, const char *sentence, char *text)
{
    const struct variant_facts facts = variant_facts(variant);
    const struct {
        const char *name;
        unsigned number;
    } numbers[] = {
        {"{row}", variant->row},        {"{width}", variant->width},
        {"{height}", variant->height},  {"{each}", facts.stones_each},
        {"{points}", facts.points_win}, {"{limit}", facts.limit},
    };
    size_t len = 0;
    while (*sentence != '\0' && len + 1 < GUIDE_LINE_SIZE) {
        size_t i = 0;
        while (i < sizeof(numbers) / sizeof(numbers[0]) &&
               strncmp(sentence, numbers[i].name, strlen(numbers[i].name)) != 0)
            i++;
        if (i == sizeof(numbers) / sizeof(numbers[0])) {
            text[len++] = *sentence++;
            continue;
        }
        len += (size_t)snprintf(text + len, GUIDE_LINE_SIZE - len, "%u", numbers[i].number);
        sentence += strlen(numbers[i].name);
    }
    text[len < GUIDE_LINE_SIZE ? len : GUIDE_LINE_SIZE - 1] = '\0';
}

static const char *board_sentence(const struct variant *variant)
{
    if ((variant->needs & NEED_NESTED) != 0 && variant->width > 9)
        return N_("Nine fields lie in a square, each of nine boards of 3x3 squares.");
    if ((variant->needs & NEED_NESTED) != 0)
        return N_("Nine boards of 3x3 squares lie in a square.");
    if ((variant->needs & NEED_DIMENSIONS) != 0)
        return N_("The board is a cube of {width}x{width}x{width} squares.");
    return N_("The board has {width} columns and {height} rows.");
}

static const char *win_sentence(const struct variant *variant)
{
    bool can_be_longer = variant->width > variant->row || variant->height > variant->row;
    if (can_be_longer && variant->overline == OVERLINE_NOTHING)
        return N_("Exactly {row} in a row win: along a row, a column or a diagonal. A longer row "
                  "is worth nothing.");
    if (can_be_longer)
        return N_("{row} or more in a row win: along a row, a column or a diagonal.");
    return N_("{row} in a row win: along a row, a column or a diagonal.");
}

static const char *rating_sentence(const struct variant *variant)
{
    return variant->can_be_rated
               ? N_("It is played for fun or for a rating.")
               : N_("It is played for fun: a short analysis settles it, so it has no rating.");
}

size_t guide_lines(const struct variant *variant, char lines_out[GUIDE_LINES_MAX][GUIDE_LINE_SIZE])
{
    const struct guide_row *row = &rows[variant->rules];
    size_t count = 0;
    if (!variant_is_sparse(variant))
        fill(variant, gettext(board_sentence(variant)), lines_out[count++]);
    if ((row->common & TURNS) != 0)
        fill(variant, _("X begins, and each turn is one stone."), lines_out[count++]);
    for (size_t i = 0; i < LINES_OF_RULES && row->lines[i] != NULL; i++)
        fill(variant, gettext(row->lines[i]), lines_out[count++]);
    if ((row->common & WINS) != 0)
        fill(variant, gettext(win_sentence(variant)), lines_out[count++]);
    if ((row->common & FULL) != 0)
        fill(variant, _("A full board without such a row is a draw."), lines_out[count++]);
    fill(variant, gettext(rating_sentence(variant)), lines_out[count++]);
    if (variant->clock != NULL)
        snprintf(lines_out[count++], GUIDE_LINE_SIZE, _("The clock is usually %s."),
                 variant->clock);
    return count;
}

size_t guide_advice(const struct variant *variant,
                    char lines_out[GUIDE_ADVICE_MAX][GUIDE_LINE_SIZE])
{
    size_t count = 0;
    if (variant->id >= VARIANT_COUNT)
        return 0;
    const uint8_t *told = advised[variant->id];
    for (; count < GUIDE_ADVICE_MAX && told[count] != ADVICE_NONE; count++)
        fill(variant, gettext(advice[told[count]]), lines_out[count]);
    return count;
}

/* ---------------------------------------------------------------- the picture */

/* The cell of the row's stone number `at`; `above`: of the one beside it. Around a cylinder the row
 * goes over the seam. */
static size_t example_cell(const struct variant *variant, size_t at, bool is_above)
{
    bool has_floor = (variant->needs & NEED_SUPPORT) != 0;
    bool goes_round = (variant->needs & NEED_WRAP) != 0;
    size_t width = variant->width;
    size_t column = goes_round ? width - 1 : (width - variant->row) / 2;
    size_t row = has_floor ? 0 : (variant->height - 1u) / 2;
    if (variant_is_sparse(variant)) {
        column = variant_origin(variant) % width;
        row = variant_origin(variant) / width;
    }
    return (column + at) % width + (row + (is_above ? 1 : 0)) * width;
}

bool guide_example(const struct variant *variant, struct game *game_out)
{
    const char *example = rows[variant->rules].example;
    if (example != NULL)
        return game_parse(game_out, variant, example, strlen(example), NULL) == 0;
    game_init(game_out, variant);
    for (size_t i = 0; i < 2u * variant->row && game_status(game_out) == GAME_OPEN; i++)
        if (game_act(game_out, action_place(example_cell(variant, i / 2, i % 2 == 1))) != 0)
            return false;
    return true;
}
