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
    bool has_stones; /* rather than X and O, if it can show them */
};

enum colour {
    COLOUR_PLAIN,
    COLOUR_DIM,
    COLOUR_BOLD,
    COLOUR_GROUND, /* of a board; the colours from here to COLOUR_THEIR_THREE are its theme's */
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

/* Text is broken into lines where `columns` says how wide its window is (ink_break_lines()); else
 * lines are as long as what is put into them. */
struct ink {
    struct look look;
    struct bytes bytes;
    size_t columns; /* of the window, the last of which stays free; 0: lines are not broken */
    size_t at;      /* columns of the line so far */
    size_t gap;     /* and spaces, if something follows them in the line */
    bool is_row;    /* the line began with a field */
    bool is_broken; /* it could not be printed */
};

/* Finds out what `fd` can show: colour if it is a terminal, the person did not ask for none
 * (`is_plain`, or NO_COLOR in the environment, https://no-color.org), and TERM is not "dumb"; UTF-8
 * by the locale. */
struct look look_of(int fd, bool is_plain);
/* Takes over the settings `theme` and `pieces`; what is left out of them stays. A terminal
 * without the colours of a theme keeps its own. */
void look_take_settings(struct look *look, const struct settings_record *settings);
/* Whether signs have to say what colours cannot: which stone is the last, which ones win. */
bool look_needs_signs(const struct look *look);

void ink_init(struct ink *ink, struct look look);
/* Begins text that goes to `fd`: as it can show it (look_of()), in lines of its window. */
void ink_init_for(struct ink *ink, int fd, bool is_plain);
void ink_deinit(struct ink *ink);
void ink_clear(struct ink *ink);
/* Breaks lines from now on that are longer than a window of `columns`, 0: none, as a
 * script wants it. Text is broken between words, a row of fields between them; what one call put
 * stays together if it fits one line. The further lines of a row are indented, and begin without
 * the comma or semicolon that would have parted two things. */
void ink_break_lines(struct ink *ink, size_t columns);

/* Puts text on the current line; or the rest of the line and its end. */
void ink_put(struct ink *ink, enum colour colour, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void ink_put_line(struct ink *ink, enum colour colour, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Puts text as lines of whole words on a terminal of `columns`, the last of which stays free; 0,
 * which is no terminal: one line, as a script wants it. A command to copy, "penta ..." up to the
 * end or a mark behind a word, is not broken if it fits one line. */
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
/* Keeps so many columns that are put next together in one line if they fit one. */
void ink_keep(struct ink *ink, size_t columns);
void ink_end_line(struct ink *ink);
/* Puts JSON, or a file's content, as it is, but for the control characters that both allow and a
 * terminal would obey (DEL, C1, and C0 but line breaks and tabs), and those that turn the direction
 * of writing. They become `\u009b` in JSON, else `?`. */
void ink_put_json(struct ink *ink, const char *bytes, size_t len);
void ink_put_file(struct ink *ink, const char *bytes, size_t len);
/* Puts a terminal's control sequence, or other bytes that are right as they are. */
void ink_put_raw(struct ink *ink, const char *bytes, size_t len);

/* Writes everything to `fd` and clears. Returns 0, or -1 if the descriptor does not take it. */
int ink_flush(struct ink *ink, int fd);
/* The same to standard output; the first failure is told on standard error, unless nobody reads any
 * more. */
int ink_print(struct ink *ink);

#endif
