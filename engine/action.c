/* SPDX-License-Identifier: MIT */
/*
 * Actions as codes and as text. Cells take the codes from 0 up, choices the 256 at the top of the
 * range, so that a board may grow far beyond 361 cells without renumbering anything.
 */
#include "engine/action.h"

#include "engine/error.h"
#include "engine/require.h"
#include "engine/text.h"

#define CODE_CHOICES 0xFF00u

/* A square has one column letter; a wider board needs another notation first. */
#define VARIANT(id, key, name, width, ...)                                                         \
    _Static_assert((width) <= 26, key ": a column has one letter");
#include "engine/variants.def"
#undef VARIANT

static const char *const choice_words[CHOICE_COUNT] = {
    [CHOICE_WHITE] = "white",
    [CHOICE_BLACK] = "black",
    [CHOICE_TWO_MORE] = "two_more",
};

struct action action_place(size_t cell)
{
    /* A number too large for a code must not wrap round to a cell that exists. */
    return (struct action){(uint16_t)(cell < CODE_CHOICES ? cell : CODE_CHOICES - 1)};
}

struct action action_choose(enum choice choice)
{
    REQUIRE((unsigned)choice < CHOICE_COUNT);
    return (struct action){(uint16_t)(CODE_CHOICES + (unsigned)choice)};
}

bool action_is_choice(struct action action)
{
    return action.code >= CODE_CHOICES;
}

size_t action_cell(struct action action)
{
    REQUIRE(!action_is_choice(action));
    return action.code;
}

enum choice action_choice(struct action action)
{
    REQUIRE(action_is_choice(action));
    return (enum choice)(action.code - CODE_CHOICES);
}

bool action_equals(struct action a, struct action b)
{
    return a.code == b.code;
}

static int square_parse(const struct variant *variant, struct text_span text,
                        struct action *action_out)
{
    size_t row;
    if (text.len < 2 || !text__is_letter(text.text[0]))
        return ERR_BAD_NOTATION;
    size_t column = (size_t)(text__lower(text.text[0]) - 'a');
    text.text++;
    text.len--;
    if (text.len > 1 && text.text[0] == '0')
        return ERR_BAD_NOTATION; /* one square, one text: "h08" is not h8 */
    if (!text__take_number(&text, &row) || text.len > 0)
        return ERR_BAD_NOTATION;
    if (column >= variant->width || row < 1 || row > variant->height)
        return ERR_OFF_BOARD;
    *action_out = action_place(column + (row - 1) * variant->width);
    return 0;
}

int action_parse(const struct variant *variant, const char *text, size_t len,
                 struct action *action_out)
{
    struct text_span span = {text, len};
    for (unsigned i = 0; i < CHOICE_COUNT; i++) {
        if (text__is_word(span, choice_words[i])) {
            *action_out = action_choose((enum choice)i);
            return 0;
        }
    }
    return square_parse(variant, span, action_out);
}

size_t action_format(const struct variant *variant, struct action action, char *text)
{
    struct text_writer writer;
    text__start(&writer, text, ACTION_TEXT_SIZE);
    if (action_is_choice(action)) {
        REQUIRE((unsigned)action_choice(action) < CHOICE_COUNT);
        text__put_string(&writer, choice_words[action_choice(action)]);
    } else {
        REQUIRE(action_cell(action) < variant_cells(variant));
        text__put(&writer, (char)('a' + action_cell(action) % variant->width));
        text__put_number(&writer, action_cell(action) / variant->width + 1);
    }
    return (size_t)text__end(&writer);
}
