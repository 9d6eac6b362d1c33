/* SPDX-License-Identifier: MIT */
/*
 * The elements of client/cli/print/svg.h, by SVG 1.1 (https://www.w3.org/TR/SVG11/) and XML 1.0
 * (https://www.w3.org/TR/xml/). The whole text goes through ink_put_file(), which removes
 * everything that a terminal would obey.
 */
#include "client/cli/print/svg.h"

#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

#define ELEMENT_SIZE 512
/* The widths of letters in hundredths of their size, on the average in a wide font: of ASCII, of
 * Cyrillic and other alphabets, which have two bytes, and of scripts whose letters are squares. */
#define LETTER_WIDTH 65
#define OTHER_LETTER_WIDTH 70
#define SQUARE_LETTER_WIDTH 100

#define PUT(ink, ...)                                                                              \
    do {                                                                                           \
        char element_[ELEMENT_SIZE];                                                               \
        snprintf(element_, sizeof(element_), __VA_ARGS__);                                         \
        put(ink, element_);                                                                        \
    } while (0)

static void put(struct ink *ink, const char *text)
{
    ink_put_file(ink, text, strlen(text));
}

/* The attribute, with a space before it. */
static const char *class_of(enum svg_class class)
{
    static const char *const classes[] = {
        [SVG_PLAIN] = "",
        [SVG_STONE_X] = " class=\"stone x\"",
        [SVG_STONE_O] = " class=\"stone o\"",
        [SVG_OWNER] = " class=\"owner\"",
        [SVG_ROW] = " class=\"row\"",
    };
    return classes[class];
}

/* ---------------------------------------------------------------- text */

/* The bytes that one character of the text has; `out` is what stands for it in XML, or NULL:
 * itself. XML has no place for U+FFFE and U+FFFF, nor for what is no UTF-8. */
static size_t take_char(const char *text, size_t left, const char **out)
{
    static const char none[2][4] = {"\xEF\xBF\xBE", "\xEF\xBF\xBF"};
    size_t len = utf8_char_len(text, left);
    bool is_none = len == 3 && (memcmp(text, none[0], 3) == 0 || memcmp(text, none[1], 3) == 0);
    *out = NULL;
    if (len == 0 || is_none)
        *out = "?";
    else if (*text == '&')
        *out = "&amp;";
    else if (*text == '<')
        *out = "&lt;";
    else if (*text == '>')
        *out = "&gt;";
    else if (*text == '\n' || *text == '\r' || *text == '\t')
        *out = " ";
    return len > 0 ? len : 1;
}

/* In hundredths of the size of the letters. */
static int char_width(size_t len)
{
    return len == 1 ? LETTER_WIDTH : len == 2 ? OTHER_LETTER_WIDTH : SQUARE_LETTER_WIDTH;
}

/* Puts as much of the text as fits `room` in hundredths of the size of its letters; all for a
 * negative one. */
static void put_escaped(struct ink *ink, const char *text, int room)
{
    const char *out;
    size_t left = strlen(text);
    for (int used = 0; left > 0;) {
        size_t len = take_char(text, left, &out);
        used += char_width(len);
        if (room >= 0 && used > room)
            return;
        if (out != NULL)
            put(ink, out);
        else
            ink_put_file(ink, text, len);
        text += len;
        left -= len;
    }
}

int svg_text_width(const char *text, int size)
{
    const char *out;
    int width = 0;
    for (size_t left = strlen(text); left > 0;) {
        size_t len = take_char(text, left, &out);
        width += char_width(len);
        text += len;
        left -= len;
    }
    return (width * size + 99) / 100;
}

/* Puts the text; `look` are attributes more. */
static void put_text(struct ink *ink, const struct svg_letters *letters, struct point at,
                     const char *look, const char *text)
{
    static const char *const anchors[] = {
        [SVG_BEGIN] = "",
        [SVG_MIDDLE] = " text-anchor=\"middle\"",
        [SVG_END] = " text-anchor=\"end\"",
    };
    PUT(ink, "<text x=\"%d\" y=\"%d\" font-size=\"%d\"%s%s%s>", at.x, at.y, letters->size,
        anchors[letters->anchor], letters->is_bold ? " font-weight=\"bold\"" : "", look);
    put_escaped(ink, text, letters->room > 0 ? letters->room * 100 / letters->size : -1);
    put(ink, "</text>\n");
}

void svg_text(struct ink *ink, const struct svg_letters *letters, struct point at, const char *text)
{
    struct svg_letters fitting = *letters;
    while (letters->room > 0 && fitting.size > SVG_LETTER_MIN &&
           svg_text_width(text, fitting.size) > letters->room)
        fitting.size--;
    if (letters->is_clear)
        put_text(ink, &fitting, at, " stroke=\"#fff\" stroke-width=\"6\"", text);
    put_text(ink, &fitting, at, "", text);
}

/* ---------------------------------------------------------------- shapes */

void svg_begin(struct ink *ink, const char *title)
{
    PUT(ink,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%dmm\" height=\"%dmm\" "
        "viewBox=\"0 0 %d %d\">\n<title>",
        SVG_PAGE_WIDTH / 10, SVG_PAGE_HEIGHT / 10, SVG_PAGE_WIDTH, SVG_PAGE_HEIGHT);
    put_escaped(ink, title, -1);
    PUT(ink,
        "</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n"
        "<g fill=\"#000\" font-family=\"Helvetica, Arial, sans-serif\">\n",
        SVG_PAGE_WIDTH, SVG_PAGE_HEIGHT);
}

void svg_end(struct ink *ink)
{
    svg_close(ink);
    put(ink, "</svg>\n");
}

void svg_open(struct ink *ink, const char *class)
{
    PUT(ink, "<g class=\"%s\">\n", class);
}

void svg_close(struct ink *ink)
{
    put(ink, "</g>\n");
}

void svg_line(struct ink *ink, enum svg_class class, struct point from, struct point to, int width)
{
    PUT(ink,
        "<line%s x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#000\" stroke-width=\"%d\" "
        "stroke-linecap=\"square\"/>\n",
        class_of(class), from.x, from.y, to.x, to.y, width);
}

void svg_dashes(struct ink *ink, struct point from, struct point to)
{
    PUT(ink,
        "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#000\" stroke-width=\"3\" "
        "stroke-dasharray=\"12 10\"/>\n",
        from.x, from.y, to.x, to.y);
}

void svg_dot(struct ink *ink, struct point at, int radius)
{
    PUT(ink, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", at.x, at.y, radius);
}

void svg_cross(struct ink *ink, enum svg_class class, struct point at, int radius, int width)
{
    PUT(ink,
        "<path%s d=\"M%d %dL%d %dM%d %dL%d %d\" fill=\"none\" stroke=\"#000\" "
        "stroke-width=\"%d\"/>\n",
        class_of(class), at.x - radius, at.y - radius, at.x + radius, at.y + radius, at.x - radius,
        at.y + radius, at.x + radius, at.y - radius, width);
}

void svg_ring(struct ink *ink, enum svg_class class, struct point at, int radius, int width)
{
    PUT(ink,
        "<circle%s cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"none\" stroke=\"#000\" "
        "stroke-width=\"%d\"/>\n",
        class_of(class), at.x, at.y, radius, width);
}
