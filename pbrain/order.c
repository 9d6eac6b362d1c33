/* SPDX-License-Identifier: MIT */
/*
 * Reading the lines of the Gomocup protocol. A cursor goes forward over the bytes of one line.
 */
#include "pbrain/order.h"

#include <string.h>

/* Numbers of the protocol have at most ten digits; longer ones are as good as this. */
#define NUMBER_MAX INT64_C(1000000000000000)

struct cursor {
    const char *at;
    const char *end;
};

static const struct command commands[COMMAND_COUNT] = {
#define COMMAND(ID, id, word, operands, meanwhile, synopsis, doc)                                  \
    [COMMAND_##ID] = {word, operands, meanwhile, synopsis, doc},
#include "pbrain/commands.def"
#undef COMMAND
};

const struct command *command_get(enum command_id id)
{
    return &commands[id];
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static char capital(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static void skip_blanks(struct cursor *cursor)
{
    while (cursor->at < cursor->end && is_blank(*cursor->at))
        cursor->at++;
}

static bool is_at_end(struct cursor *cursor)
{
    skip_blanks(cursor);
    return cursor->at == cursor->end;
}

static size_t take_word(struct cursor *cursor, const char **word_out)
{
    skip_blanks(cursor);
    *word_out = cursor->at;
    while (cursor->at < cursor->end && !is_blank(*cursor->at))
        cursor->at++;
    return (size_t)(cursor->at - *word_out);
}

static bool is_word(const char *bytes, size_t len, const char *word)
{
    if (strlen(word) != len)
        return false;
    for (size_t i = 0; i < len; i++)
        if (capital(bytes[i]) != word[i])
            return false;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool take_number(struct cursor *cursor, int64_t *number_out)
{
    int64_t number = 0;
    skip_blanks(cursor);
    bool is_negative = cursor->at < cursor->end && *cursor->at == '-';
    if (is_negative)
        cursor->at++;
    if (cursor->at == cursor->end || !is_digit(*cursor->at))
        return false;
    for (; cursor->at < cursor->end && is_digit(*cursor->at); cursor->at++)
        if (number < NUMBER_MAX)
            number = number * 10 + (*cursor->at - '0');
    *number_out = is_negative ? -number : number;
    return true;
}

static bool take_comma(struct cursor *cursor)
{
    skip_blanks(cursor);
    if (cursor->at == cursor->end || *cursor->at != ',')
        return false;
    cursor->at++;
    return true;
}

static bool take_operands(struct cursor *cursor, enum operands operands, struct order *order)
{
    if (operands == OPERANDS_TEXT) {
        skip_blanks(cursor);
        order->text = cursor->at;
        order->text_len = (size_t)(cursor->end - cursor->at);
        return true;
    }
    if (operands != OPERANDS_NONE && !take_number(cursor, &order->numbers[0]))
        return false;
    if (operands == OPERANDS_PAIR &&
        (!take_comma(cursor) || !take_number(cursor, &order->numbers[1])))
        return false;
    return is_at_end(cursor);
}

enum order_error order_read(const char *line, size_t len, struct order *order_out)
{
    struct cursor cursor = {line, line + len};
    const char *word;
    size_t word_len = take_word(&cursor, &word);
    *order_out = (struct order){.command = COMMAND_COUNT};
    for (int id = 0; id < COMMAND_COUNT; id++) {
        if (!is_word(word, word_len, commands[id].word))
            continue;
        order_out->command = (enum command_id)id;
        return take_operands(&cursor, commands[id].operands, order_out) ? ORDER_OK : ORDER_BAD;
    }
    return ORDER_UNKNOWN;
}

bool order_read_stone(const char *line, size_t len, struct order_stone *stone_out)
{
    struct cursor cursor = {line, line + len};
    return take_number(&cursor, &stone_out->x) && take_comma(&cursor) &&
           take_number(&cursor, &stone_out->y) && take_comma(&cursor) &&
           take_number(&cursor, &stone_out->field) && is_at_end(&cursor);
}

bool order_is_done(const char *line, size_t len)
{
    struct cursor cursor = {line, line + len};
    const char *word;
    size_t word_len = take_word(&cursor, &word);
    return is_word(word, word_len, "DONE") && is_at_end(&cursor);
}

size_t order_info_key(const char *text, size_t len)
{
    struct cursor cursor = {text, text + len};
    const char *word;
    return take_word(&cursor, &word);
}

bool order_info_number(const char *text, size_t len, int64_t *number_out)
{
    size_t key_len = order_info_key(text, len);
    struct cursor cursor = {text + key_len, text + len};
    return take_number(&cursor, number_out) && is_at_end(&cursor);
}
