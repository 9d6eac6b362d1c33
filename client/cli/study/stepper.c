/* SPDX-License-Identifier: MIT */
/*
 * The steps of client/cli/study/stepper.h.
 */
#include "client/cli/study/stepper.h"

#include "client/cli/draw/panel.h"
#include "client/cli/draw/screen.h"
#include "client/cli/terminal/editor.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/repaint.h"
#include "client/cli/terminal/steps.h"
#include "client/cli/terminal/terminal.h"
#include "client/cli/words/event.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include <uv.h>

struct stepper {
    const struct table *table;
    unsigned plies; /* done on the board that is shown */
    struct steps steps;
    struct table shown;
    struct notes notes;
    struct editor editor; /* the number being typed */
    struct ink ink;
    struct repaint repaint;
    bool is_over;
    uv_loop_t loop;
    struct terminal terminal;
    uv_signal_t signals[3];
};

static void end(struct stepper *stepper)
{
    if (stepper->is_over)
        return;
    stepper->is_over = true;
    terminal_close(&stepper->terminal);
    for (size_t i = 0; i < 3; i++)
        uv_close((uv_handle_t *)&stepper->signals[i], NULL);
}

/* ---------------------------------------------------------------- what is shown */

static void fill_notes(struct stepper *stepper)
{
    char text[WORDS_SIZE];
    const struct table *shown = &stepper->shown;
    notes_deinit(&stepper->notes);
    stepper->notes = (struct notes){.count = 0};
    for (unsigned row = 0; row < words_moves_rows(shown); row++) {
        words_moves_row(shown, row, false, text, sizeof(text));
        notes_add(&stepper->notes, COLOUR_PLAIN, text);
    }
    words_opening(&shown->game, text, sizeof(text));
    if (text[0] != '\0')
        notes_add(&stepper->notes, COLOUR_DIM, text);
    if (stepper->plies < stepper->table->game.ply || stepper->table->result == NONE)
        return;
    enum colour colour = words_result(stepper->table, text, sizeof(text));
    notes_add(&stepper->notes, colour, text);
}

static void put_task(const struct stepper *stepper, char text[2 * WORDS_SIZE])
{
    char move[WORDS_SIZE] = "";
    if (stepper->plies > 0)
        words_move(stepper->table, stepper->plies - 1, move, sizeof(move));
    else
        snprintf(move, sizeof(move), "%s", _("Before the first move"));
    snprintf(text, 2 * WORDS_SIZE, _("%s (of %u). Keys: arrows, Home, End, a number; q quits."),
             move, (unsigned)stepper->table->game.ply);
}

static void draw(struct stepper *stepper)
{
    char number[16] = "";
    char task[2 * WORDS_SIZE];
    table_at(stepper->table, stepper->plies, &stepper->shown);
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++)
        stepper->shown.seats[seat].is_connected = true; /* who is away now does not matter here */
    fill_notes(stepper);
    put_task(stepper, task);
    editor_init(&stepper->editor);
    if (stepper->steps.digits > 0)
        snprintf(number, sizeof(number), "%u", stepper->steps.number);
    editor_add(&stepper->editor, number);
    struct screen screen = {.table = &stepper->shown,
                            .notes = &stepper->notes,
                            .editor = &stepper->editor,
                            .task = task,
                            .task_colour = COLOUR_BOLD,
                            .now_ms = stepper->table->now_ms};
    terminal_size(&stepper->terminal, &screen.rows, &screen.columns);
    screen_draw(&screen, &stepper->ink);
    repaint_reduce(&stepper->repaint, &stepper->ink);
    if (ink_print(&stepper->ink) != 0)
        end(stepper);
}

/* ---------------------------------------------------------------- keys and signals */

/* Takes a step; false: that was the last one. */
static bool take(struct stepper *stepper, enum step step)
{
    unsigned last = stepper->table->game.ply;
    unsigned to = stepper->plies;
    if (step == STEP_BACK && to > 0)
        to--;
    else if (step == STEP_ON)
        to++;
    else if (step == STEP_FIRST)
        to = 0;
    else if (step == STEP_LAST)
        to = last;
    else if (step == STEP_TO)
        to = stepper->steps.number;
    stepper->plies = to < last ? to : last;
    return step != STEP_END;
}

static void on_bytes(void *ctx, const char *bytes, size_t len)
{
    struct stepper *stepper = ctx;
    for (size_t i = 0; i < len; i++) {
        if (!take(stepper, steps_take(&stepper->steps, bytes[i]))) {
            end(stepper);
            return;
        }
    }
    draw(stepper);
}

static void on_end(void *ctx)
{
    end(ctx);
}

static void on_redraw(void *ctx)
{
    struct stepper *stepper = ctx;
    repaint_forget(&stepper->repaint);
    draw(stepper);
}

static void on_signal(uv_signal_t *signal, int number)
{
    (void)number;
    end(signal->data);
}

static void start_signals(struct stepper *stepper)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < 3; i++) {
        uv_signal_init(&stepper->loop, &stepper->signals[i]);
        stepper->signals[i].data = stepper;
        uv_signal_start(&stepper->signals[i], on_signal, numbers[i]);
    }
}

int stepper_run(const struct table *table, struct look look)
{
    struct stepper *stepper = calloc(1, sizeof(*stepper));
    if (stepper == NULL || uv_loop_init(&stepper->loop) != 0)
        abort();
    const struct terminal_handler handler = {
        .feed = {.ctx = stepper, .bytes = on_bytes, .end = on_end}, .redraw = on_redraw};
    stepper->table = table;
    ink_init(&stepper->ink, look);
    int failed = terminal_open(&stepper->terminal, &stepper->loop, &handler);
    if (failed == 0) {
        start_signals(stepper);
        draw(stepper);
    }
    uv_run(&stepper->loop, UV_RUN_DEFAULT);
    uv_loop_close(&stepper->loop);
    notes_deinit(&stepper->notes);
    repaint_deinit(&stepper->repaint);
    ink_deinit(&stepper->ink);
    free(stepper);
    return failed;
}
