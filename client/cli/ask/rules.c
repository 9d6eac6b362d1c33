/* SPDX-License-Identifier: MIT */
/*
 * The command rules, and games --of: how a game is played, with a picture and advice, and the list
 * of games. No server is asked.
 */
#include "client/cli/ask/ask.h"
#include "client/cli/draw/board.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/terminal.h"
#include "client/cli/words/guide.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"
#include "engine/needs.h"

#include <unistd.h>

#define KEY_COLUMNS 23 /* the longest key, and a space */
#define SIZE_COLUMNS 9
#define RATED_COLUMNS 9
#define LINE_INDENT 2
#define LINE_COLUMNS 80 /* where there is no window, in a pipe */
/* Squares of a picture; of a larger board those around its stones. */
#define PICTURE_SIDE 9

static void put_game(const struct variant *variant, struct ink *ink)
{
    static const size_t before = LINE_INDENT + KEY_COLUMNS + SIZE_COLUMNS + RATED_COLUMNS;
    const struct ink_margin margin = {.columns = ink->columns, .at = before, .indent = before};
    char size[WORDS_SIZE];
    guide_put_size(variant, size, sizeof(size));
    ink_put_spaces(ink, LINE_INDENT);
    ink_put_cell(ink, COLOUR_PLAIN, KEY_COLUMNS, "%s", variant->key);
    ink_put_cell(ink, COLOUR_DIM, SIZE_COLUMNS, "%s", size);
    ink_put_cell(ink, COLOUR_DIM, RATED_COLUMNS, "%s", variant->can_be_rated ? _("rating") : "");
    ink_put_paragraph(ink, COLOUR_PLAIN, &margin, words_variant(variant));
    ink_end_line(ink);
}

/* The plain ones first, which are the last kind. */
static void put_list(struct ink *ink)
{
    for (unsigned kind = GUIDE_KINDS; kind-- > 0;) {
        ink_put_line(ink, COLOUR_BOLD, "%s", guide_kind_name((enum guide_kind)kind));
        for (int id = 0; id < VARIANT_COUNT; id++) {
            const struct variant *variant = variant_get((enum variant_id)id);
            if (guide_kind(variant) == kind)
                put_game(variant, ink);
        }
    }
    ink_put_line(ink, COLOUR_DIM, "%s", _("How one is played: penta rules GAME"));
}

static void put_picture(const struct variant *variant, struct ink *ink)
{
    struct game game;
    struct board board;
    if (!guide_example(variant, &game))
        return;
    struct action last = game_actions(&game)[game.ply - 1];
    board_init(&board, &game,
               action_is_choice(last) ? BOARD_NO_CELL : action_square(variant, last));
    if (!board_has_parts(variant) || variant->width <= PICTURE_SIDE) {
        board_draw(&board, ink);
        return;
    }
    size_t height = variant->height < PICTURE_SIDE ? variant->height : PICTURE_SIDE;
    bool goes_round = (variant->needs & NEED_WRAP) != 0;
    board_cut(&board, goes_round ? variant->width : PICTURE_SIDE, height);
    for (size_t row = 0; row < height + BOARD_PART_EDGE_ROWS; row++) {
        board_draw_row(&board, row, ink);
        ink_end_line(ink);
    }
}

static void put_sentences(char lines[][GUIDE_LINE_SIZE], size_t count, struct ink *ink)
{
    const struct ink_margin margin = {
        .columns = ink->columns, .at = LINE_INDENT, .indent = LINE_INDENT};
    for (size_t i = 0; i < count; i++) {
        ink_put(ink, COLOUR_DIM, "- ");
        ink_put_paragraph(ink, COLOUR_PLAIN, &margin, lines[i]);
        ink_end_line(ink);
    }
}

static void put_rules(const struct variant *variant, struct ink *ink)
{
    char lines[GUIDE_LINES_MAX][GUIDE_LINE_SIZE];
    put_sentences(lines, guide_lines(variant, lines), ink);
    put_picture(variant, ink);
}

static void put_advice(const struct variant *variant, struct ink *ink)
{
    char lines[GUIDE_ADVICE_MAX][GUIDE_LINE_SIZE];
    ink_put_line(ink, COLOUR_BOLD, "%s", _("Advice"));
    put_sentences(lines, guide_advice(variant, lines), ink);
}

static size_t count_lines(const struct ink *ink)
{
    size_t count = 0;
    for (size_t i = 0; i < ink->bytes.len; i++)
        count += ink->bytes.data[i] == '\n' ? 1 : 0;
    return count;
}

/* Puts the advice below the rules, unless a window that shows the rules would not show both, with
 * the prompt behind them: then how to ask for it. */
static void put_advice_below(const struct variant *variant, struct ink *ink)
{
    struct ink advice;
    size_t rows = terminal_rows(STDOUT_FILENO);
    ink_init(&advice, ink->look);
    ink_break_lines(&advice, ink->columns);
    put_advice(variant, &advice);
    if (rows == 0 || count_lines(ink) + count_lines(&advice) < rows)
        ink_put_raw(ink, advice.bytes.data, advice.bytes.len);
    else
        ink_put_line(ink, COLOUR_DIM, _("Advice: penta rules %s --advice"), variant->key);
    ink_deinit(&advice);
}

static void put_guide(const struct variant *variant, bool is_advice_alone, struct ink *ink)
{
    ink_put_line(ink, COLOUR_BOLD, "%s (%s)", words_variant(variant), variant->key);
    if (is_advice_alone) {
        put_advice(variant, ink);
        return;
    }
    put_rules(variant, ink);
    put_advice_below(variant, ink);
}

enum exit_code run_rules(const struct invocation *invocation)
{
    struct ink ink;
    const struct variant *variant = invocation_variant(invocation);
    ink_init_for(&ink, STDOUT_FILENO, invocation_has(invocation, OPTION_NO_COLOR));
    if (ink.columns == 0)
        ink_break_lines(&ink, LINE_COLUMNS);
    if (variant != NULL)
        put_guide(variant, invocation_has(invocation, OPTION_ADVICE), &ink);
    else
        put_list(&ink);
    return problem_print(&ink);
}
