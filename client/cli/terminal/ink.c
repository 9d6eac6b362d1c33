/* SPDX-License-Identifier: MIT */
/*
 * Text with colour, as client/cli/terminal/ink.h describes it. The bytes are collected and written
 * at once, so that a screen does not flicker.
 */
#include "client/cli/terminal/ink.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/terminal.h"
#include "client/cli/terminal/text.h"

#include <errno.h>
#include <langinfo.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Select graphic rendition (ECMA-48, 8.3.117), in the sixteen colours that every terminal has, and
 * for those who see no colours or faint text badly. */
static const struct {
    const char *usual;
    const char *contrast;
} renditions[COLOUR_COUNT] = {
    [COLOUR_PLAIN] = {"", ""},          [COLOUR_DIM] = {"2", ""},
    [COLOUR_BOLD] = {"1", "1"},         [COLOUR_WON] = {"33", "1"},
    [COLOUR_LOST] = {"31", "1"},        [COLOUR_DRAWN] = {"34", "1"},
    [COLOUR_ERROR] = {"31", "1"},       [COLOUR_CHAT] = {"32", ""},
    [COLOUR_ALARM] = {"1;7;31", "1;7"}, [COLOUR_LEAST] = {"30;41", "7"},
    [COLOUR_BETWEEN] = {"30;43", "1"},  [COLOUR_MOST] = {"30;42", ""},
};

struct theme {
    const char *ground;
    const char *lines;
    const char *x;
    const char *o;
    const char *last;
    const char *wins;
    const char *own;
    const char *theirs;
};

static const struct theme themes[PALETTE_COUNT] = {
#define THEME(ID, ground, lines, x, o, last, wins, own, theirs)                                    \
    [PALETTE_##ID] = {ground, lines, x, o, last, wins, own, theirs},
#include "client/cli/terminal/themes.def"
#undef THEME
};

/* There is no asking a terminal; this is what terminals say of themselves. */
static bool has_256_colours(const char *term)
{
    const char *colorterm = getenv("COLORTERM");
    return (colorterm != NULL && colorterm[0] != '\0') ||
           (term != NULL && strstr(term, "256color") != NULL);
}

struct look look_of(int fd, bool is_plain)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    bool is_asked_not_to = is_plain || (no_color != NULL && no_color[0] != '\0');
    bool is_dumb = term == NULL || strcmp(term, "dumb") == 0;
    return (struct look){
        .is_colour = !is_asked_not_to && !is_dumb && isatty(fd),
        .is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
        .has_256 = has_256_colours(term),
    };
}

void look_take_settings(struct look *look, const struct settings_record *settings)
{
    static const enum palette palettes[THEME_WORD_COUNT] = {
        [THEME_WORD_WOOD] = PALETTE_WOOD,
        [THEME_WORD_PAPER] = PALETTE_PAPER,
        [THEME_WORD_NIGHT] = PALETTE_NIGHT,
        [THEME_WORD_CONTRAST] = PALETTE_CONTRAST,
    };
    if (settings->theme != NONE) {
        enum palette palette = palettes[settings->theme];
        bool is_possible = look->has_256 || palette == PALETTE_CONTRAST;
        look->palette = is_possible ? palette : PALETTE_TERMINAL;
    }
    if (settings->pieces != NONE)
        look->has_stones = settings->pieces == PIECES_WORD_STONES;
}

bool look_needs_signs(const struct look *look)
{
    return !look->is_colour || look->palette == PALETTE_CONTRAST;
}

void ink_init(struct ink *ink, struct look look)
{
    *ink = (struct ink){.look = look};
}

void ink_init_for(struct ink *ink, int fd, bool is_plain)
{
    ink_init(ink, look_of(fd, is_plain));
    ink_break_lines(ink, terminal_columns(fd));
}

void ink_deinit(struct ink *ink)
{
    bytes_deinit(&ink->bytes);
}

void ink_clear(struct ink *ink)
{
    bytes_take(&ink->bytes, ink->bytes.len);
}

void ink_put_raw(struct ink *ink, const char *bytes, size_t len)
{
    bytes_append(&ink->bytes, bytes, len);
}

static void put_string(struct ink *ink, const char *string)
{
    ink_put_raw(ink, string, strlen(string));
}

#define PARTS 3

/* Finds the parts of a colour: of a board's, the ground, then the thing on it, then what it adds.
 */
static void find_parts(const struct look *look, enum colour colour, const char *parts[PARTS])
{
    const struct theme *theme = &themes[look->palette];
    bool is_contrast = look->palette == PALETTE_CONTRAST;
    const char *const board[COLOUR_COUNT][PARTS - 1] = {
        [COLOUR_GROUND] = {"", ""},
        [COLOUR_LINES] = {theme->lines, ""},
        [COLOUR_X] = {theme->x, ""},
        [COLOUR_O] = {theme->o, ""},
        [COLOUR_X_LAST] = {theme->x, theme->last},
        [COLOUR_O_LAST] = {theme->o, theme->last},
        [COLOUR_X_WINS] = {theme->x, theme->wins},
        [COLOUR_O_WINS] = {theme->o, theme->wins},
        [COLOUR_OWN_WIN] = {"1", theme->own},
        [COLOUR_OWN_THREE] = {theme->own, ""},
        [COLOUR_THEIR_WIN] = {"1", theme->theirs},
        [COLOUR_THEIR_THREE] = {theme->theirs, ""},
    };
    bool is_board = colour >= COLOUR_GROUND && colour <= COLOUR_THEIR_THREE;
    const char *other = is_contrast ? renditions[colour].contrast : renditions[colour].usual;
    parts[0] = is_board ? theme->ground : "";
    parts[1] = is_board ? board[colour][0] : other;
    parts[2] = is_board ? board[colour][1] : "";
}

/* Returns whether there is anything to end again. */
static bool begin_colour(struct ink *ink, enum colour colour)
{
    const char *parts[PARTS];
    bool has_begun = false;
    find_parts(&ink->look, colour, parts);
    for (size_t i = 0; i < PARTS && ink->look.is_colour; i++) {
        if (parts[i][0] != '\0') {
            put_string(ink, has_begun ? ";" : "\x1b[");
            put_string(ink, parts[i]);
            has_begun = true;
        }
    }
    if (has_begun)
        put_string(ink, "m");
    return has_begun;
}

static void put_coloured(struct ink *ink, enum colour colour, const char *text, size_t len)
{
    bool is_coloured = len > 0 && begin_colour(ink, colour);
    ink_put_raw(ink, text, len);
    if (is_coloured)
        put_string(ink, "\x1b[0m");
}

/* ---------------------------------------------------------------- lines */

#define ROW_INDENT 2 /* of the further lines of a row */
#define SEPARATORS " ,;"

void ink_break_lines(struct ink *ink, size_t columns)
{
    ink->columns = columns;
}

static bool fits(const struct ink *ink, size_t width)
{
    return ink->columns == 0 || ink->at + ink->gap + width < ink->columns;
}

static void put_gap(struct ink *ink, size_t count)
{
    if (ink->columns > 0)
        ink->gap += count;
    for (; ink->columns == 0 && count > 0; count--)
        ink_put_raw(ink, " ", 1);
}

/* Puts clean text that fits. */
static void put_fitting(struct ink *ink, enum colour colour, const char *text)
{
    for (; ink->gap > 0 && text[0] != '\0'; ink->gap--, ink->at++)
        ink_put_raw(ink, " ", 1);
    if (ink->columns > 0)
        ink->at += text_width(text);
    put_coloured(ink, colour, text, strlen(text));
}

/* Goes on in the next line. */
static void break_line(struct ink *ink)
{
    bool is_row = ink->is_row;
    ink_end_line(ink);
    ink->is_row = is_row;
    ink->gap = is_row ? ROW_INDENT : 0;
}

/* Puts clean text in as many lines as it needs. */
static void put_clean(struct ink *ink, enum colour colour, const char *text)
{
    if (ink->columns > 0 && ink->is_row && ink->at == 0)
        text += strspn(text, SEPARATORS); /* the line before ended in their place */
    if (ink->columns == 0 || fits(ink, text_width(text))) {
        put_fitting(ink, colour, text);
        return;
    }
    size_t parted = strspn(text, SEPARATORS);
    const char *rest = text + parted;
    struct ink_margin margin = {.columns = ink->columns, .indent = ink->is_row ? ROW_INDENT : 0};
    char word[INK_TEXT_SIZE];
    snprintf(word, sizeof(word), "%.*s", (int)(parted + strcspn(rest, " ")), text);
    bool is_one_line = margin.indent + text_width(rest) < ink->columns;
    if (ink->at > 0 && (is_one_line || !fits(ink, text_width(word)))) {
        break_line(ink);
        text = rest;
    }
    margin.at = ink->at + ink->gap;
    bool is_row = ink->is_row;
    ink_put_paragraph(ink, colour, &margin, text);
    ink->is_row = is_row;
}

static void put_text(struct ink *ink, enum colour colour, const char *format, va_list args)
{
    char raw[INK_TEXT_SIZE];
    char text[INK_TEXT_SIZE];
    vsnprintf(raw, sizeof(raw), format, args);
    text_clean(raw, ink->look.is_utf8, text, sizeof(text));
    put_clean(ink, colour, text);
}

void ink_put(struct ink *ink, enum colour colour, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_text(ink, colour, format, args);
    va_end(args);
}

void ink_put_line(struct ink *ink, enum colour colour, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_text(ink, colour, format, args);
    va_end(args);
    ink_end_line(ink);
}

#define COMMAND "penta "
#define BOUND '\xff' /* a space where no line ends: no byte of UTF-8, and as wide as one */

/* The length of the command that the text begins with: up to its end or a mark behind a word. */
static size_t command_len(const char *text)
{
    size_t len = 0;
    for (;;) { /* the first word has letters */
        len += strcspn(text + len, " ");
        if (text[len] == '\0' || strchr(".,;:)", text[len - 1]) != NULL)
            return len;
        len++;
    }
}

static void replace(char *text, size_t len, char from, char to)
{
    for (size_t i = 0; i < len; i++)
        text[i] = text[i] == from ? to : text[i];
}

/* Binds the words of each command that fits `width`. */
static void bind_commands(char *text, size_t width)
{
    for (char *at = strstr(text, COMMAND); at != NULL; at = strstr(at + 1, COMMAND)) {
        char command[INK_TEXT_SIZE];
        size_t len = command_len(at);
        bool is_word = at == text || at[-1] == ' ' || at[-1] == '(';
        snprintf(command, sizeof(command), "%.*s", (int)len, at);
        if (is_word && text_width(command) <= width)
            replace(at, len, ' ', BOUND);
    }
}

void ink_put_paragraph(struct ink *ink, enum colour colour, const struct ink_margin *margin,
                       const char *raw)
{
    char text[INK_TEXT_SIZE];
    size_t columns = margin->columns > 1 ? margin->columns - 1 : 2 * INK_TEXT_SIZE;
    size_t indent = margin->indent < columns ? margin->indent : 0;
    size_t at = margin->at < columns ? margin->at : 0;
    text_clean(raw, ink->look.is_utf8, text, sizeof(text));
    bind_commands(text, columns - (at > indent ? at : indent));
    const char *rest = text;
    char *line = text;
    for (size_t len; (len = text_wrap(&rest, columns - at)) > 0; at = indent) {
        replace(line, len, BOUND, ' ');
        if (line != text) {
            ink_end_line(ink);
            ink_put_spaces(ink, indent);
        }
        char end = line[len];
        line[len] = '\0';
        put_fitting(ink, colour, line);
        line[len] = end;
        line = text + (rest - text);
    }
}

void ink_put_lines(struct ink *ink, enum colour colour, size_t columns, const char *text)
{
    ink_put_paragraph(ink, colour, &(struct ink_margin){.columns = columns}, text);
    ink_end_line(ink);
}

void ink_put_cell(struct ink *ink, enum colour colour, int width, const char *format, ...)
{
    char raw[INK_TEXT_SIZE];
    char text[INK_TEXT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(raw, sizeof(raw), format, args);
    va_end(args);
    text_clean(raw, ink->look.is_utf8, text, sizeof(text));
    size_t field = (size_t)(width < 0 ? -width : width);
    size_t used;
    text[text_fit(text, field, &used)] = '\0';
    ink->is_row = ink->is_row || ink->at + ink->gap == 0;
    put_gap(ink, width < 0 ? field - used : 0);
    if (ink->at > 0 && !fits(ink, used))
        break_line(ink);
    put_fitting(ink, colour, text);
    put_gap(ink, width > 0 ? field - used : 0);
}

void ink_keep(struct ink *ink, size_t columns)
{
    if (ink->at > 0 && !fits(ink, columns) && ROW_INDENT + columns < ink->columns)
        break_line(ink);
}

void ink_put_spaces(struct ink *ink, size_t count)
{
    put_gap(ink, count);
}

void ink_end_line(struct ink *ink)
{
    ink_put_raw(ink, "\n", 1);
    ink->at = ink->gap = 0;
    ink->is_row = false;
}

/* Whether the character turns the direction of writing, or is a line end that is not ASCII. */
static bool turns_text(unsigned point)
{
    return (point >= 0x2028 && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069) ||
           point == 0x200E || point == 0x200F;
}

/* The control character that `bytes` begin with, or 0; `len_out` is how many bytes it has. C1 is
 * two bytes in UTF-8, what turns the text is three. */
static unsigned control_at(const char *bytes, size_t len, size_t *len_out)
{
    unsigned char byte = (unsigned char)bytes[0];
    if (byte == 0xE2 && len > 2) {
        unsigned point =
            0x2000U | ((unsigned char)bytes[1] & 0x3FU) << 6 | ((unsigned char)bytes[2] & 0x3FU);
        *len_out = turns_text(point) ? 3 : 1;
        return turns_text(point) ? point : 0;
    }
    *len_out = 1;
    if (byte == 0xC2 && len > 1 && ((unsigned char)bytes[1] & 0xE0) == 0x80) {
        *len_out = 2;
        return (unsigned char)bytes[1];
    }
    bool is_layout = byte == '\n' || byte == '\r' || byte == '\t';
    return (byte < 0x20 && !is_layout) || byte == 0x7F ? byte : 0;
}

static void put_guarded(struct ink *ink, const char *bytes, size_t len, bool is_json)
{
    for (size_t at = 0, step = 0; at < len; at += step) {
        char escape[sizeof("\\uffffffff")];
        unsigned control = control_at(bytes + at, len - at, &step);
        if (control == 0) {
            ink_put_raw(ink, bytes + at, step);
        } else if (!is_json) {
            put_string(ink, "?");
        } else {
            snprintf(escape, sizeof(escape), "\\u%04x", control);
            put_string(ink, escape);
        }
    }
}

void ink_put_json(struct ink *ink, const char *bytes, size_t len)
{
    put_guarded(ink, bytes, len, true);
}

void ink_put_file(struct ink *ink, const char *bytes, size_t len)
{
    put_guarded(ink, bytes, len, false);
}

/* Another program may have made the terminal non-blocking: then waiting is right. */
static int write_some(int fd, const char *bytes, size_t len, size_t *written_out)
{
    ssize_t written = write(fd, bytes, len);
    *written_out = written > 0 ? (size_t)written : 0;
    if (written < 0 && errno == EAGAIN) {
        struct pollfd poll_fd = {.fd = fd, .events = POLLOUT};
        return poll(&poll_fd, 1, -1) < 0 && errno != EINTR ? -1 : 0;
    }
    return written < 0 && errno != EINTR ? -1 : 0;
}

int ink_flush(struct ink *ink, int fd)
{
    int failed = 0;
    size_t done = 0;
    while (done < ink->bytes.len && failed == 0) {
        size_t written;
        failed = write_some(fd, ink->bytes.data + done, ink->bytes.len - done, &written);
        done += written;
    }
    ink_clear(ink);
    return failed;
}

int ink_print(struct ink *ink)
{
    if (ink_flush(ink, STDOUT_FILENO) == 0)
        return 0;
    if (errno != EPIPE && !ink->is_broken)
        fprintf(stderr, _("penta: The output cannot be written: %s\n"), strerror(errno));
    ink->is_broken = true;
    return -1;
}
