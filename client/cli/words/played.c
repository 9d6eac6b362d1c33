/* SPDX-License-Identifier: MIT */
/*
 * The words of client/cli/words/played.h.
 */
#include "client/cli/words/played.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/text.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"

#include <stdio.h>
#include <string.h>

#define TENTHS_BELOW_MS (10 * CLOCK_SECOND_MS)
#define CELL_COLUMNS 24

void words_spent(int64_t spent_ms, char *text, size_t size)
{
    words_duration(spent_ms, text, size);
    size_t len = strlen(text);
    if (spent_ms < TENTHS_BELOW_MS)
        snprintf(text + len, size - len, ".%d", (int)(spent_ms % CLOCK_SECOND_MS / 100));
}

/* The player of the action at `ply`. */
static enum seat actor(const struct table *table, unsigned ply)
{
    struct game game = table->game;
    while (game.ply > ply)
        game_undo(&game);
    return game_to_act(&game);
}

/* Puts the choice, or the square; `mark_out` is "" for a choice. */
static void put_action(const struct table *table, unsigned ply, char text[ACTION_TEXT_SIZE],
                       const char **mark_out)
{
    struct action action = game_actions(&table->game)[ply];
    action_format(table->game.variant, action, text);
    *mark_out =
        action_is_choice(action) ? "" : words_mark(game_cell(&table->game, action_cell(action)));
}

/* Stones that were laid out took nobody's time. */
static void put_time(const struct table *table, unsigned ply, char *text, size_t size)
{
    text[0] = '\0';
    if (table->spent_ms[ply] != NONE)
        words_spent(table->spent_ms[ply], text, size);
}

void words_move(const struct table *table, unsigned ply, char *text, size_t size)
{
    char at[ACTION_TEXT_SIZE];
    char time[WORDS_SIZE / 4];
    char mark[WORDS_SIZE / 4] = "";
    const char *letter;
    put_action(table, ply, at, &letter);
    put_time(table, ply, time, sizeof(time));
    if (letter[0] != '\0')
        snprintf(mark, sizeof(mark), " (%s)", letter);
    const char *name = ply < table->given ? _("laid out") : table->seats[actor(table, ply)].name;
    snprintf(text, size, "%u. %s%s, %s%s%s", ply + 1, at, mark, name, time[0] != '\0' ? ", " : "",
             time);
}

unsigned words_moves_rows(const struct table *table)
{
    return (table->game.ply + 1U) / 2;
}

static void put_cell(const struct table *table, unsigned ply, char *text, size_t size)
{
    char at[ACTION_TEXT_SIZE];
    char time[WORDS_SIZE / 4];
    const char *mark;
    put_action(table, ply, at, &mark);
    put_time(table, ply, time, sizeof(time));
    snprintf(text, size, "%2u. %s%s%s%s%s", ply + 1, mark, mark[0] != '\0' ? " " : "", at,
             time[0] != '\0' ? " " : "", time);
}

/* Names of marks and choices may have letters of several bytes. */
static void put_wide_cell(const struct table *table, unsigned ply, char *text, size_t size)
{
    char at[ACTION_TEXT_SIZE];
    char time[WORDS_SIZE / 4];
    char move[WORDS_SIZE / 4];
    const char *mark;
    put_action(table, ply, at, &mark);
    put_time(table, ply, time, sizeof(time));
    snprintf(move, sizeof(move), "%3u. %s%s%s", ply + 1, mark, mark[0] != '\0' ? " " : "", at);
    size_t used = text_width(move) + text_width(time);
    size_t gap = used < CELL_COLUMNS ? CELL_COLUMNS - used : 1;
    snprintf(text, size, "%s%*s%s", move, (int)gap, "", time);
}

static void put_row(const struct table *table, unsigned row, bool is_wide, char *text, size_t size)
{
    char cells[2][WORDS_SIZE / 2] = {"", ""};
    for (unsigned i = 0; i < 2 && row * 2 + i < table->game.ply; i++)
        if (is_wide)
            put_wide_cell(table, row * 2 + i, cells[i], sizeof(cells[i]));
        else
            put_cell(table, row * 2 + i, cells[i], sizeof(cells[i]));
    const char *gap = cells[1][0] == '\0' ? "" : is_wide ? "    " : "  ";
    snprintf(text, size, "%s%s%s", cells[0], gap, cells[1]);
}

void words_moves_row(const struct table *table, unsigned row, char *text, size_t size)
{
    put_row(table, row, false, text, size);
}

void words_moves_wide_row(const struct table *table, unsigned row, char *text, size_t size)
{
    put_row(table, row, true, text, size);
}
