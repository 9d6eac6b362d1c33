/* SPDX-License-Identifier: MIT */
/*
 * The screen of client/cli/draw/screen.h. Control sequences are those of ECMA-48: CUP (H) moves the
 * cursor, EL (K) erases the rest of a line, ED (J) the rest of the screen. Overwriting line by line
 * does not flicker as clearing would.
 */
#include "client/cli/draw/screen.h"

#include "client/cli/draw/board.h"
#include "client/cli/draw/panel.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/text.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "client/core/threat_map.h"

#include <stdio.h>

#define GAP 2        /* columns between the board and the panel */
#define PANEL_MIN 20 /* columns; less is not worth standing beside */
#define TASK_ROWS 2
#define PANEL_ROWS_MIN 3   /* below a board: the players' and one of a note */
#define PART_WIDTH_MIN 7   /* squares of a part of a board that is worth drawing */
#define PART_HEIGHT_MIN 4  /* likewise */
#define PART_BESIDE_MIN 13 /* squares in a row of one that stands beside a panel */
#define PART_PANEL_ROWS 5  /* of the panel below one, and a third of the window at most */
#define ANSWER_MIN 3       /* notes of an answer that may take the place of the board */
#define PROMPT "> "
#define PROMPT_COLUMNS 2

/* Where things stand. The last column stays free: some terminals wrap there. */
struct layout {
    size_t area; /* rows above the task */
    size_t board_rows;
    size_t board_columns;
    size_t panel_columns;
    struct board_part part; /* of a window that has no room for all of the board; else no width */
    bool is_beside;         /* the panel is beside the board, not below */
    bool fits;              /* the board, or a part of it */
};

/* Rows below a part of a board: of the players and of the last notes. Rather fewer notes than a
 * board that lacks a row. */
static size_t count_panel_rows(size_t area, const struct variant *variant)
{
    size_t third = area / 3;
    size_t players = SEAT_COUNT - SEAT_FIRST;
    size_t whole = variant->height + BOARD_PART_EDGE_ROWS;
    if (area >= whole + PANEL_ROWS_MIN)
        return area - whole;
    return third > PART_PANEL_ROWS ? PART_PANEL_ROWS : third < players ? players : third;
}

/* Lays out a window without room for the whole board: a part of it, beside the panel if that leaves
 * one that is worth it. */
static void lay_out_part(struct layout *layout, size_t columns, const struct variant *variant)
{
    size_t edge = board_part_edge(variant);
    size_t beside = columns > GAP + PANEL_MIN ? columns - GAP - PANEL_MIN : 0;
    layout->is_beside = beside >= edge + 2 * PART_BESIDE_MIN;
    size_t wide = layout->is_beside ? beside : columns;
    size_t below = layout->is_beside ? 0 : count_panel_rows(layout->area, variant);
    size_t high = layout->area > below ? layout->area - below : 0;
    size_t width = wide > edge ? (wide - edge) / 2 : 0;
    size_t height = high > BOARD_PART_EDGE_ROWS ? high - BOARD_PART_EDGE_ROWS : 0;
    layout->part.width = width < variant->width ? width : variant->width;
    layout->part.height = height < variant->height ? height : variant->height;
    layout->fits = width >= PART_WIDTH_MIN && height >= PART_HEIGHT_MIN;
    if (!layout->fits) {
        /* the least that is needed, with the rows of the players */
        layout->part = (struct board_part){.width = PART_WIDTH_MIN,
                                           .height = PART_HEIGHT_MIN + SEAT_COUNT - SEAT_FIRST};
        layout->is_beside = false;
    }
    layout->board_rows = layout->part.height + BOARD_PART_EDGE_ROWS;
    layout->board_columns = 2 * layout->part.width + edge;
}

/* Whether the whole board fits, and players and a note, too: else nobody sees clocks, nor why
 * something was refused. */
static bool has_room(const struct layout *layout, size_t columns)
{
    size_t rows = layout->board_rows + (layout->is_beside ? 0 : PANEL_ROWS_MIN);
    return rows <= layout->area && layout->board_columns <= columns;
}

static struct layout lay_out(const struct screen *screen, size_t task_rows)
{
    const struct variant *variant = screen->table->variant;
    size_t below = task_rows + 1;
    size_t columns = screen->columns > 1 ? screen->columns - 1 : 1;
    struct layout layout = {
        .area = screen->rows > below ? screen->rows - below : 0,
        .board_rows = variant != NULL ? board_rows(variant) : 0,
        .board_columns = variant != NULL ? board_columns(variant) : 0,
    };
    layout.is_beside = columns >= layout.board_columns + GAP + PANEL_MIN;
    layout.fits = layout.board_rows <= layout.area && layout.board_columns <= columns;
    if (variant != NULL && board_has_parts(variant) && !has_room(&layout, columns))
        lay_out_part(&layout, columns, variant);
    layout.panel_columns = layout.is_beside ? columns - layout.board_columns - GAP : columns;
    return layout;
}

static void next_row(struct ink *ink)
{
    ink_put_raw(ink, "\x1b[K\r\n", 5);
}

static void put_panel_line(const struct panel *panel, size_t at, struct ink *ink)
{
    if (at >= panel->count)
        return;
    const struct panel_line *line = &panel->lines[at];
    ink_put(ink, line->colour, "%s", line->text);
    if (line->end[0] != '\0') {
        ink_put_spaces(ink, line->gap);
        ink_put(ink, line->end_colour, "%s", line->end);
    }
}

/* A board and what it borrows. */
struct drawing {
    struct board board;
    struct game empty; /* before the first game */
    struct threat_map threats;
    struct weight_map weights;
};

/* The mark of a stone that is on its way; its player may have chosen it. */
static enum mark mark_of(const struct game *game, struct action action)
{
    struct game after;
    if (game_next_mark(game) != MARK_NONE || game_check(game, action) != 0)
        return game_next_mark(game);
    game_copy(&after, game);
    game_do(&after, action);
    return game_cell(&after, action_square(game->variant, action));
}

static void init_drawing(struct drawing *drawing, const struct table *table, bool has_threats,
                         bool has_weights)
{
    size_t last = BOARD_NO_CELL;
    struct action pending;
    if (table->game_id == 0) {
        game_init(&drawing->empty, table->variant);
        board_init(&drawing->board, &drawing->empty, last);
        return;
    }
    table_last_cell(table, &last);
    board_init(&drawing->board, &table->game, last);
    if (table_pending(table, &pending) && !action_is_choice(pending)) {
        drawing->board.pending = action_square(table->game.variant, pending);
        drawing->board.pending_mark = mark_of(&table->game, pending);
    }
    if (has_threats) {
        threat_map_init(&drawing->threats, &table->game, table_my_mark(table));
        drawing->board.threats = &drawing->threats;
    }
    if (has_weights && weight_map_init(&drawing->weights, &table->game))
        drawing->board.weights = &drawing->weights;
}

static void draw_beside(const struct layout *layout, const struct board *board,
                        const struct panel *panel, struct ink *ink)
{
    for (size_t row = 0; row < layout->area; row++) {
        if (row < layout->board_rows)
            board_draw_row(board, row, ink);
        else if (row < panel->count)
            ink_put_spaces(ink, layout->board_columns);
        if (row < panel->count)
            ink_put_spaces(ink, GAP);
        put_panel_line(panel, row, ink);
        next_row(ink);
    }
}

static void draw_below(const struct layout *layout, const struct board *board,
                       const struct panel *panel, struct ink *ink)
{
    for (size_t row = 0; row < layout->area; row++) {
        if (row < layout->board_rows)
            board_draw_row(board, row, ink);
        else
            put_panel_line(panel, row - layout->board_rows, ink);
        next_row(ink);
    }
}

static void add_panel(const struct screen *screen, const struct board *board, struct panel *panel)
{
    char legend[WORDS_SIZE] = "";
    if (screen->has_threats && table_is_playing(screen->table))
        words_threats(screen->table, legend, sizeof(legend));
    if (panel->height < PANEL_HEAD_MIN)
        panel_add_players(panel, screen->table, screen->now_ms);
    else
        panel_add_head(panel, screen->table, screen->now_ms, legend);
    if (board != NULL) {
        panel_add_outside(panel, board_count_outside(board));
        panel_add_points(panel, board->game);
        panel_add_map(panel, board->game);
    }
}

/* Draws an answer that has no room beside the board in its place, part by part, and how to go on.
 * Returns whether there is one: after the last part the board is back. `panel` has what stands
 * above the notes. */
static bool draw_answer(const struct screen *screen, const struct layout *layout,
                        const struct panel *panel, struct ink *ink)
{
    struct panel page;
    const struct notes *notes = screen->notes;
    if (notes->answer < ANSWER_MIN || layout->area < ANSWER_MIN ||
        panel_count_answer(panel, notes) <= panel->height - panel->count)
        return false;
    panel_init(&page, screen->columns - 1, layout->area - 1, ink->look);
    size_t skip = notes->parts_read * page.height;
    if (skip >= panel_count_answer(&page, notes))
        return false;
    panel_add_answer(&page, notes, skip);
    for (size_t row = 0; row + 1 < layout->area; row++) {
        put_panel_line(&page, row, ink);
        next_row(ink);
    }
    ink_put_cell(ink, COLOUR_DIM, (int)screen->columns - 1, "%s", _("Press Return to go on."));
    next_row(ink);
    return true;
}

/* Of a window that has no room for the board there is the more for words: clocks go on. */
static void draw_too_small(const struct screen *screen, const struct layout *layout,
                           struct ink *ink)
{
    struct panel panel;
    if (layout->area == 0)
        return;
    panel_init(&panel, screen->columns - 1, layout->area - 1, ink->look);
    panel_add_players(&panel, screen->table, screen->now_ms);
    if (draw_answer(screen, layout, &panel, ink))
        return;
    ink_put_cell(ink, COLOUR_ERROR, (int)screen->columns - 1,
                 _("The board needs a window of %zux%zu."), layout->board_columns + 1,
                 layout->board_rows + screen->rows - layout->area);
    next_row(ink);
    panel_add_notes(&panel, screen->notes);
    for (size_t row = 0; row + 1 < layout->area; row++) {
        put_panel_line(&panel, row, ink);
        next_row(ink);
    }
}

static void draw_area(const struct screen *screen, const struct layout *layout, struct ink *ink)
{
    struct drawing drawing;
    struct panel panel;
    bool is_playing = table_is_playing(screen->table);
    size_t panel_rows = layout->is_beside ? layout->area : layout->area - layout->board_rows;
    panel_init(&panel, layout->panel_columns, panel_rows, ink->look);
    if (screen->table->variant == NULL) {
        add_panel(screen, NULL, &panel);
        if (draw_answer(screen, layout, &panel, ink))
            return;
        panel_add_notes(&panel, screen->notes);
        draw_below(layout, NULL, &panel, ink);
        return;
    }
    init_drawing(&drawing, screen->table, screen->has_threats && is_playing,
                 screen->has_weights && is_playing);
    if (layout->part.width > 0)
        board_cut(&drawing.board, layout->part.width, layout->part.height);
    add_panel(screen, &drawing.board, &panel);
    if (draw_answer(screen, layout, &panel, ink))
        return;
    panel_add_notes(&panel, screen->notes);
    if (layout->is_beside)
        draw_beside(layout, &drawing.board, &panel, ink);
    else
        draw_below(layout, &drawing.board, &panel, ink);
}

/* The sentence and the line to be copied, clean, and their rows. */
struct task {
    char sentence[INK_TEXT_SIZE];
    char copied[INK_TEXT_SIZE];
    size_t sentence_rows;
    size_t copied_rows;
    size_t rows; /* of both and of what stays empty */
};

static size_t count_rows(const char *text, size_t columns, size_t most)
{
    size_t count = 0;
    while (count < most && text_wrap(&text, columns) > 0)
        count++;
    return count;
}

/* Two rows, so that the board does not jump; more where they are needed, up to half of the window:
 * the end of a sentence often says what to type. */
static void init_task(struct task *task, const struct screen *screen, bool is_utf8)
{
    size_t half = screen->rows / 2;
    size_t most = half > TASK_ROWS ? half - 1 : TASK_ROWS;
    size_t columns = screen->columns - 1;
    text_clean(screen->task, is_utf8, task->sentence, sizeof(task->sentence));
    text_clean(screen->copied != NULL ? screen->copied : "", is_utf8, task->copied,
               sizeof(task->copied));
    task->copied_rows = count_rows(task->copied, columns, most);
    task->sentence_rows = count_rows(task->sentence, columns, most - task->copied_rows);
    size_t rows = task->sentence_rows + task->copied_rows;
    task->rows = rows > TASK_ROWS ? rows : TASK_ROWS;
}

static void draw_rows(const char *text, size_t rows, const struct screen *screen,
                      enum colour colour, struct ink *ink)
{
    for (size_t row = 0; row < rows; row++) {
        const char *line = text;
        size_t len = text_wrap(&text, screen->columns - 1);
        ink_put(ink, colour, "%.*s", (int)len, line);
        next_row(ink);
    }
}

static void draw_task(const struct task *task, const struct screen *screen, struct ink *ink)
{
    draw_rows(task->sentence, task->sentence_rows, screen, screen->task_colour, ink);
    draw_rows(task->copied, task->copied_rows, screen, COLOUR_PLAIN, ink);
    draw_rows("", task->rows - task->sentence_rows - task->copied_rows, screen, COLOUR_PLAIN, ink);
}

/* The part of the line around the cursor that fits; returns the cursor's column in it. */
static size_t draw_line(const struct screen *screen, struct ink *ink)
{
    char before[EDITOR_SIZE * 2];
    char all[EDITOR_SIZE * 2];
    char typed[EDITOR_SIZE];
    const struct editor *editor = screen->editor;
    size_t columns =
        screen->columns > PROMPT_COLUMNS + 2 ? screen->columns - PROMPT_COLUMNS - 2 : 1;
    snprintf(typed, sizeof(typed), "%.*s", (int)editor->cursor, editor->text);
    text_clean(typed, ink->look.is_utf8, before, sizeof(before));
    text_clean(editor->text, ink->look.is_utf8, all, sizeof(all));
    size_t width = text_width(before);
    size_t skipped = 0;
    const char *shown = all;
    if (width > columns)
        shown += text_fit(all, width - columns, &skipped);
    ink_put(ink, COLOUR_PLAIN, "%.*s", (int)text_fit(shown, columns, NULL), shown);
    return width - skipped;
}

static void draw_prompt(const struct screen *screen, struct ink *ink)
{
    char move[32];
    ink_put(ink, COLOUR_BOLD, PROMPT);
    size_t column = draw_line(screen, ink) + PROMPT_COLUMNS + 1;
    int len = snprintf(move, sizeof(move), "\x1b[J\x1b[%zu;%zuH", screen->rows, column);
    ink_put_raw(ink, move, (size_t)len);
}

void screen_draw(const struct screen *screen, struct ink *ink)
{
    struct task task;
    init_task(&task, screen, ink->look.is_utf8);
    struct layout layout = lay_out(screen, task.rows);
    ink_put_raw(ink, "\x1b[H", 3);
    if (layout.fits)
        draw_area(screen, &layout, ink);
    else
        draw_too_small(screen, &layout, ink);
    draw_task(&task, screen, ink);
    draw_prompt(screen, ink);
}

void screen_draw_board(const struct table *table, struct ink *ink)
{
    screen_draw_help(table, false, false, ink);
}

void screen_draw_help(const struct table *table, bool has_threats, bool has_weights,
                      struct ink *ink)
{
    char legend[WORDS_SIZE];
    struct drawing drawing;
    bool is_playing = table_is_playing(table);
    init_drawing(&drawing, table, has_threats && is_playing, has_weights && is_playing);
    board_draw(&drawing.board, ink);
    if (!has_threats || !is_playing)
        return;
    words_threats(table, legend, sizeof(legend));
    ink_put_line(ink, COLOUR_DIM, "%s", legend);
}
