/* SPDX-License-Identifier: MIT */
/*
 * The output of a visit: a screen for a person, lines of text for a script, JSON for a bot. Reads
 * the course of the visit and changes nothing in it. Owns the terminal and the last output. On the
 * loop's thread.
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
    void (*broken)(void *ctx); /* the reader is gone */
    struct ink ink;
    struct notes notes;
    struct terminal terminal;
    bool has_screen; /* the terminal is ours */
    struct repaint repaint;
    struct table reviewed;       /* the table that is drawn during a review */
    bool is_dirty;               /* the screen is out of date */
    bool is_bell_due;            /* the next drawing rings */
    char shown_task[WORDS_SIZE]; /* SHOW_LINES: the last sentence that was printed */
};

/* The output for this command line, by where it goes. */
enum show_output show_output_for(const struct invocation *invocation);
/* `broken` is called with `ctx` when output cannot be written. */
void show_init(struct show *show, enum show_output output, struct look look,
               void (*broken)(void *ctx), void *ctx);
void show_deinit(struct show *show);
/* Takes the terminal. Returns 0, or a negative errno value: then lines are shown instead. */
int show_open_screen(struct show *show, uv_loop_t *loop, const struct terminal_handler *handler);
/* Gives it back. */
void show_close_screen(struct show *show);

void show_say(struct show *show, enum colour colour, const char *text);
/* Corrects an earlier text: in its place on a screen, else by one more line. */
void show_correct(struct show *show, const char *before, const char *now);
/* SHOW_JSON: prints a received message, or the login. */
void show_notice(struct show *show, const struct notice *notice);
void show_ready(struct show *show, const struct session *session, const struct notice *ready);
/* Takes over the player's settings for the look of boards. */
void show_take_settings(struct show *show, const struct settings_record *settings);
/* Rings the terminal's bell with the next drawing. */
void show_ring(struct show *show);
/* Notes that something else is on the terminal: the next drawing is whole. */
void show_forget(struct show *show);
/* Draws or prints what has changed of the visit by `now_ms` (client/core/table.h), with the line
 * being typed. Returns true if the screen was drawn. */
bool show_changes(struct show *show, const struct course *course, const struct editor *editor,
                  int64_t now_ms);
/* Prints the board for a reader of lines; the screen is drawn whole next time. */
void show_board(struct show *show, const struct course *course, int64_t now_ms);
/* The screen is gone, and lines are shown from now on: first the result, if a game is over. */
void show_farewell(struct show *show, const struct table *table);

/* ------------------------------------------------------------------ attention */
/*
 * The focus of the terminal, which is told to the server in the player's rated games if the
 * terminal reports it. It is done for everybody at a screen, so that it means the same in every
 * game.
 */

struct attention {
    const struct visit *visit;
    bool is_away;   /* the terminal does not have the focus */
    uint64_t game;  /* the game that the server was told of */
    bool told_away; /* the last report for this game; at first false */
    bool is_said;   /* the player knows that it is reported */
};

/* The terminal lost the focus, or has it back. */
void attention_take(struct attention *attention, bool is_away);
/* Tells the server of a change, if the player has a rated game in progress here. */
void attention_tell(struct attention *attention);
/* The connection is gone: forgets what the server was told. */
void attention_forget(struct attention *attention);

#endif
