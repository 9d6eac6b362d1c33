/* SPDX-License-Identifier: MIT */
/*
 * Actions as values and as text. Choices have the same words in every game; the text of all else is
 * the rules'.
 */
#include "engine/action.h"

#include "engine/code.h"
#include "engine/error.h"
#include "engine/require.h"
#include "engine/rules.h"
#include "engine/square.h"
#include "engine/text.h"

#define VARIANT(id, key, name, width, height, row, overline, rules, ...)                           \
    _Static_assert(LIMITS_CELLS(rules, width, height) <= CODE_CHOICES,                             \
                   key ": more cells than codes for them");                                        \
    _Static_assert(LIMITS_ACTION_TEXT(rules, width, height) < ACTION_TEXT_SIZE,                    \
                   key ": raise ACTION_TEXT_SIZE");
#include "engine/variants.def"
#undef VARIANT
_Static_assert(LIMITS_CHOICE_TEXT < ACTION_TEXT_SIZE, "raise ACTION_TEXT_SIZE");

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
    return code__is_choice(action);
}

size_t action_cell(struct action action)
{
    REQUIRE(!code__is_choice(action));
    return action.code;
}

size_t action_square(const struct variant *variant, struct action action)
{
    REQUIRE(!code__is_choice(action));
    return rules__all[variant->rules]->square(variant, action);
}

enum choice action_choice(struct action action)
{
    REQUIRE(code__is_choice(action));
    return code__choice(action);
}

bool action_equals(struct action a, struct action b)
{
    return a.code == b.code;
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
    return rules__all[variant->rules]->parse(variant, span, action_out);
}

size_t action_format_cell(const struct variant *variant, size_t cell, char *text)
{
    struct text_writer writer;
    text__start(&writer, text, ACTION_TEXT_SIZE);
    square__format(variant, action_place(cell), &writer);
    return (size_t)text__end(&writer);
}

size_t action_format(const struct variant *variant, struct action action, char *text)
{
    struct text_writer writer;
    text__start(&writer, text, ACTION_TEXT_SIZE);
    if (code__is_choice(action)) {
        REQUIRE((unsigned)code__choice(action) < CHOICE_COUNT);
        text__put_string(&writer, choice_words[code__choice(action)]);
    } else {
        rules__all[variant->rules]->format(variant, action, &writer);
    }
    return (size_t)text__end(&writer);
}
