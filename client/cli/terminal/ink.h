/* SPDX-License-Identifier: MIT */
/*
 * Text that is about to be shown. Everything that a person reads is written through ink_put(),
 * which makes the whole formatted text harmless before colour is added: so no name, no message and
 * no chat line can reach the terminal as anything but text. Owns its bytes.
 */
#ifndef PENTAD_CLIENT_CLI_TERMINAL_INK_H
#define PENTAD_CLIENT_CLI_TERMINAL_INK_H

#include "client/core/bytes.h"
#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>

/* The longest text of one call; more is cut. */
#define INK_TEXT_SIZE 2048

/* PALETTE_TERMINAL, which is 0, PALETTE_WOOD ... of client/cli/terminal/themes.def. */
enum palette {
#define THEME(ID, ground, lines, x, o, last, wins, own, theirs) PALETTE_##ID,
#include "client/cli/terminal/themes.def"
#undef THEME
    PALETTE_COUNT
};

/* Abilities of the terminal, and how the person wants boards to look. */
struct look {
    bool is_colour;
    bool is_utf8;
    bool has_256; /* colours */
    enum palette palette;
    bool has_stones; /* instead of X and O, if it can show them */
};

enum colour {
    COLOUR_PLAIN,
    COLOUR_DIM,
    COLOUR_BOLD,
    COLOUR_GROUND, /* of a board; from here to COLOUR_THEIR_THREE the colours are its theme's */
    COLOUR_LINES,
    COLOUR_X,
    COLOUR_O,
    COLOUR_X_LAST,
    COLOUR_O_LAST,
    COLOUR_X_WINS,
    COLOUR_O_WINS,
    COLOUR_OWN_WIN,
    COLOUR_OWN_THREE,
    COLOUR_THEIR_WIN,
    COLOUR_THEIR_THREE,
    COLOUR_WON,
    COLOUR_LOST,
    COLOUR_DRAWN,
    COLOUR_ERROR,
    COLOUR_CHAT,
    COLOUR_ALARM,
    COLOUR_LEAST, /* of a heat map */
    COLOUR_BETWEEN,
    COLOUR_MOST,
    COLOUR_COUNT
};

/* A text with its colours. If `columns` gives the width of its window, it is broken into lines
 * (ink_break_lines()); else lines are as long as they are written. */
struct ink {
    struct look look;
    struct bytes bytes;
    size_t columns; /* of the window; the last one stays free; 0: lines are not broken */
    size_t at;      /* columns of the line so far */
    size_t gap;     /* spaces to put if something follows in the line */
    bool is_row;    /* the line began with a field */
    bool is_broken; /* printing failed */
};

/* Finds out what `fd` can show: colour if it is a terminal, TERM is not "dumb", and colours are not
 * switched off (`is_plain`, or NO_COLOR in the environment, https://no-color.org); UTF-8 by the
 * locale. */
struct look look_of(int fd, bool is_plain);
/* Takes over the settings `theme` and `pieces`, as far as they are there. A terminal without the
 * colours of a theme keeps its own. */
void look_take_settings(struct look *look, const struct settings_record *settings);
/* True if signs have to mark the last stone and the winning row, because colours cannot. */
bool look_needs_signs(const struct look *look);

void ink_init(struct ink *ink, struct look look);
/* Begins text for `fd`: with the abilities of its terminal (look_of()), in lines of its window. */
void ink_init_for(struct ink *ink, int fd, bool is_plain);
void ink_deinit(struct ink *ink);
void ink_clear(struct ink *ink);
/* From now on breaks lines that are longer than a window of `columns`; 0: breaks none, for scripts.
 * Text is broken between words, a row of fields between fields; the text of one call stays together
 * if it fits on a line. The further lines of a row are indented, and begin without the comma or
 * semicolon that would have separated two things. */
void ink_break_lines(struct ink *ink, size_t columns);

/* Puts text on the current line; the second also ends the line. */
void ink_put(struct ink *ink, enum colour colour, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void ink_put_line(struct ink *ink, enum colour colour, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Puts text as lines of whole words on a terminal of `columns`, leaving the last column free; 0, no
 * terminal: on one line, for scripts. A command to copy, from "penta" to the end or to a
 * punctuation mark after a word, is not broken if it fits on one line. */
void ink_put_lines(struct ink *ink, enum colour colour, size_t columns, const char *text);
/* Likewise, but the first line begins at column `at`, where the ink is, the others are indented by
 * `indent` columns, and the last one is not ended. */
struct ink_margin {
    size_t columns;
    size_t at;
    size_t indent;
};
void ink_put_paragraph(struct ink *ink, enum colour colour, const struct ink_margin *margin,
                       const char *text);
/* Puts text in a field of `width` columns: cut or filled with spaces; a negative width fills on the
 * left. */
void ink_put_cell(struct ink *ink, enum colour colour, int width, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void ink_put_spaces(struct ink *ink, size_t count);
/* Keeps the next `columns` columns that are put together on one line if they fit on one. */
void ink_keep(struct ink *ink, size_t columns);
void ink_end_line(struct ink *ink);
/* Puts JSON, or a file's content, as it is, except control characters that both allow and a
 * terminal would obey (DEL, C1, and C0 but line breaks and tabs), and those that change the
 * direction of writing. These become escapes like `\u009b` in JSON, else `?`. */
void ink_put_json(struct ink *ink, const char *bytes, size_t len);
void ink_put_file(struct ink *ink, const char *bytes, size_t len);
/* Puts a terminal's control sequence, or other bytes that need no change. */
void ink_put_raw(struct ink *ink, const char *bytes, size_t len);

/* Writes everything to `fd` and clears the ink. Returns 0, or -1 if writing failed. */
int ink_flush(struct ink *ink, int fd);
/* The same to standard output; tells the first failure on standard error, unless the reader is
 * gone. */
int ink_print(struct ink *ink);

#endif
