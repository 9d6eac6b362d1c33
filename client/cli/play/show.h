/* SPDX-License-Identifier: MIT */
/*
 * The output of a visit: a screen for a person, lines of text for a script, JSON for a bot. Reads
 * the course of the visit and changes nothing of it. Owns the terminal and what was shown last. On
 * the loop's thread.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_SHOW_H
#define PENTAD_CLIENT_CLI_PLAY_SHOW_H

#include "client/cli/draw/panel.h"
#include "client/cli/play/visit.h"
#include "client/cli/terminal/editor.h"
#include "client/cli/terminal/ink.h"
#include "client/cli/terminal/repaint.h"
#include "client/cli/terminal/terminal.h"
#include "client/cli/words/words.h"
#include "client/core/session.h"
#include "client/core/table.h"

#include <stdbool.h>
#include <stdint.h>

struct course;

enum show_output {
    SHOW_SCREEN, /* a person at a terminal */
    SHOW_LINES,  /* text, line by line: a script, a pipe */
    SHOW_JSON,   /* events and replies as JSON lines: a bot */
};

struct show {
    enum show_output output;
    void *ctx;
    void (*broken)(void *ctx); /* nobody reads any more */
    struct ink ink;
    struct notes notes;
    struct terminal terminal;
    bool has_screen; /* the terminal is ours */
    struct repaint repaint;
    struct table reviewed;       /* the one that is drawn while a game is looked at again */
    bool is_dirty;               /* the screen is older than what it shows */
    bool is_bell_due;            /* with the next drawing */
    char shown_task[WORDS_SIZE]; /* SHOW_LINES: the last sentence that was printed */
};

/* The output that the command line asks for, and where it goes. */
enum show_output show_output_for(const struct invocation *invocation);
/* `broken` is called with `ctx` when what is shown cannot be written. */
void show_init(struct show *show, enum show_output output, struct look look,
               void (*broken)(void *ctx), void *ctx);
void show_deinit(struct show *show);
/* Takes the terminal. Returns 0, or a negative errno value: then lines are shown from now on. */
int show_open_screen(struct show *show, uv_loop_t *loop, const struct terminal_handler *handler);
/* Gives it back. */
void show_close_screen(struct show *show);

void show_say(struct show *show, enum colour colour, const char *text);
/* Says otherwise what was said before: on a screen in its place, else by a line more. */
void show_correct(struct show *show, const char *before, const char *now);
/* SHOW_JSON: puts what was received, or the login. */
void show_notice(struct show *show, const struct notice *notice);
void show_ready(struct show *show, const struct session *session, const struct notice *ready);
/* Takes over the player's wishes for the look of boards. */
void show_take_settings(struct show *show, const struct settings_record *settings);
/* The next drawing rings the terminal's bell. */
void show_ring(struct show *show);
/* Something else is on the terminal now: the next drawing is whole. */
void show_forget(struct show *show);
/* Draws or prints what has changed of the visit by `now_ms` (client/core/table.h), with the line
 * being typed. Returns whether the screen was drawn. */
bool show_changes(struct show *show, const struct course *course, const struct editor *editor,
                  int64_t now_ms);
/* Prints the board for a reader of lines; the screen is drawn whole next time. */
void show_board(struct show *show, const struct course *course, int64_t now_ms);
/* The screen is gone, and lines are shown from now on: the result, where a game is over, first. */
void show_farewell(struct show *show, const struct table *table);

/* ------------------------------------------------------------------ attention */
/*
 * Whether the person looks at the terminal, told to the server of one's own rated games: terminals
 * that report their focus say so. Others say nothing, and then nothing is told. The same for
 * everybody at a screen, so that it means the same in every game.
 */

struct attention {
    const struct visit *visit;
    bool is_away;   /* the terminal has not the focus */
    uint64_t game;  /* that the server was told of */
    bool told_away; /* what it was told last of this game; it takes everybody for being there */
    bool is_said;   /* to the player, that it is told */
};

/* The terminal lost the focus, or has it back. */
void attention_take(struct attention *attention, bool is_away);
/* Tells the server what it does not know yet, if a rated game goes on at the own seat. */
void attention_tell(struct attention *attention);
/* The connection is gone, and with it what was told. */
void attention_forget(struct attention *attention);

#endif
