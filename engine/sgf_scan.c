/* SPDX-License-Identifier: MIT */
/*
 * Reads the nodes of an SGF file, ours or another program's, one by one: the readers of a main line
 * and of a tree share it. A parser of outside bytes: it goes forward only and without recursion,
 * each step uses up at least one byte, and nothing is read past the end. Spans point into the
 * caller's text.
 */
#include "engine/sgf.h"

#include <string.h>

/* How often a property of a node may be given. */
enum times {
    TIMES_ONE,   /* a second one is a fault */
    TIMES_FIRST, /* others are passed over: programs differ */
    TIMES_LIST,  /* a list of values, once */
    TIMES_MOVE,  /* any number: some programs write a whole game into one node */
};

static const struct {
    const char *name;
    size_t offset;
    enum times times;
} properties[] = {
    {"GM", offsetof(struct sgf_node, game), TIMES_ONE},
    {"SZ", offsetof(struct sgf_node, size), TIMES_ONE},
    {"RU", offsetof(struct sgf_node, rule), TIMES_ONE},
    {SGF_VARIANT, offsetof(struct sgf_node, variant), TIMES_ONE},
    {"B", offsetof(struct sgf_node, moves), TIMES_MOVE},
    {"W", offsetof(struct sgf_node, moves), TIMES_MOVE},
    {SGF_CHOICE, offsetof(struct sgf_node, moves), TIMES_MOVE},
    {SGF_ACTION, offsetof(struct sgf_node, moves), TIMES_MOVE},
    {"AB", offsetof(struct sgf_node, add_black), TIMES_LIST},
    {"AW", offsetof(struct sgf_node, add_white), TIMES_LIST},
    {"AE", offsetof(struct sgf_node, add_empty), TIMES_LIST},
    {SGF_START, offsetof(struct sgf_node, start), TIMES_ONE},
    {"PL", offsetof(struct sgf_node, turn), TIMES_FIRST},
    {"C", offsetof(struct sgf_node, comment), TIMES_FIRST},
    {"GN", offsetof(struct sgf_node, title), TIMES_FIRST},
    {SGF_CLAIM, offsetof(struct sgf_node, claim), TIMES_FIRST},
};
#define PROPERTY_COUNT (sizeof(properties) / sizeof(properties[0]))

int sgf__fault(struct sgf_reader *reader, struct text_span span, int error)
{
    reader->attempt->fault = span;
    return error;
}

int sgf__fault_here(struct sgf_reader *reader, int error)
{
    return sgf__fault(reader, (struct text_span){reader->text + reader->at, 0}, error);
}

char sgf__peek(struct sgf_reader *reader)
{
    while (reader->at < reader->len && text__is_space(reader->text[reader->at]))
        reader->at++;
    return reader->at < reader->len ? reader->text[reader->at] : '\0';
}

/* The property's place in the table; PROPERTY_COUNT if it does not matter. */
static size_t property_find(const char *name)
{
    size_t at = 0;
    while (at < PROPERTY_COUNT && strcmp(properties[at].name, name) != 0)
        at++;
    return at;
}

void sgf__name(struct sgf_reader *reader, char name[SGF_NAME_SIZE])
{
    size_t len = 0;
    for (; reader->at < reader->len && text__is_letter(reader->text[reader->at]); reader->at++) {
        char letter = reader->text[reader->at];
        if (letter != text__lower(letter) && len < SGF_NAME_SIZE - 1)
            name[len++] = letter;
    }
    name[len] = '\0';
}

int sgf__value(struct sgf_reader *reader, struct text_span *value_out)
{
    size_t start = reader->at + 1;
    size_t at = start;
    while (at < reader->len && reader->text[at] != ']')
        at += reader->text[at] == '\\' ? 2 : 1;
    if (at >= reader->len) {
        reader->at = reader->len;
        return sgf__fault_here(reader, ERR_BAD_RECORD);
    }
    reader->at = at + 1;
    *value_out = text__trim((struct text_span){reader->text + start, at - start});
    return 0;
}

/* Keeps one more value of the property. A list reaches from its first value to its last. */
static int keep_value(struct sgf_reader *reader, struct sgf_node *node, size_t property,
                      struct text_span value, bool is_first)
{
    struct text_span *field =
        (struct text_span *)(void *)((char *)node + properties[property].offset);
    enum times times = properties[property].times;
    if (field->text == NULL)
        *field = value;
    else if (times == TIMES_MOVE || (times == TIMES_LIST && !is_first))
        field->len = (size_t)(value.text - field->text) + value.len;
    else if (times != TIMES_FIRST)
        return sgf__fault(reader, value, ERR_BAD_RECORD);
    return 0;
}

/* Reads a name and its values. */
static int read_property(struct sgf_reader *reader, struct sgf_node *node)
{
    char name[SGF_NAME_SIZE];
    size_t begin = reader->at;
    sgf__name(reader, name);
    size_t property = property_find(name);
    bool is_first = true;
    bool is_move = property < PROPERTY_COUNT && properties[property].times == TIMES_MOVE;
    if (sgf__peek(reader) != '[')
        return sgf__fault_here(reader, ERR_BAD_RECORD);
    while (sgf__peek(reader) == '[') {
        struct text_span value;
        int error = sgf__value(reader, &value);
        if (is_move) /* with all that it is made of: it is read once more */
            value = (struct text_span){reader->text + begin, reader->at - begin};
        if (error == 0 && property < PROPERTY_COUNT)
            error = keep_value(reader, node, property, value, is_first);
        if (error != 0)
            return error;
        is_first = false;
    }
    return 0;
}

int sgf__node(struct sgf_reader *reader, struct sgf_node *node)
{
    *node = (struct sgf_node){0};
    reader->at++;
    while (text__is_letter(sgf__peek(reader))) {
        int error = read_property(reader, node);
        if (error != 0)
            return error;
    }
    return 0;
}

int sgf__enter(struct sgf_reader *reader)
{
    if (reader->depth == SGF_DEPTH_MAX)
        return sgf__fault_here(reader, ERR_BAD_RECORD);
    reader->depth++;
    reader->at++;
    return sgf__peek(reader) == ';' ? 0 : sgf__fault_here(reader, ERR_BAD_RECORD);
}

/* ---------------------------------------------------------------- several games */

int sgf__skip(struct sgf_reader *reader)
{
    struct text_span ignored;
    while (reader->depth > 0) {
        char next = sgf__peek(reader);
        if (reader->at == reader->len || (next == '(' && reader->depth == SGF_DEPTH_MAX))
            return sgf__fault_here(reader, ERR_BAD_RECORD);
        if (next == '[') {
            int error = sgf__value(reader, &ignored);
            if (error != 0)
                return error;
            continue;
        }
        reader->depth += next == '(';
        reader->depth -= next == ')';
        reader->at++;
    }
    return 0;
}

/* Goes to the next bracket before a node. False: there is none, and the reader stays. */
static bool find_game(struct sgf_reader *reader)
{
    struct sgf_reader ahead = *reader;
    for (; ahead.at < ahead.len; ahead.at++) {
        if (ahead.text[ahead.at] != '(')
            continue;
        struct sgf_reader inside = ahead;
        inside.at++;
        if (sgf__peek(&inside) != ';')
            continue;
        *reader = ahead;
        return true;
    }
    return false;
}

/* Counts the games from here on, and tells where the one stands that is asked for. One that is
 * broken counts, and nothing behind it does. */
static unsigned count_games(struct sgf_reader ahead, unsigned wanted, size_t *at_out)
{
    unsigned count = 0;
    int error = 0;
    while (error == 0 && find_game(&ahead)) {
        if (++count == wanted)
            *at_out = ahead.at;
        ahead.at++;
        ahead.depth = 1;
        error = sgf__skip(&ahead);
    }
    return count;
}

int sgf__start(struct sgf_reader *reader, struct record_attempt *attempt, struct text_span text)
{
    unsigned wanted = attempt->told->game;
    struct text_span rest = text;
    int error = record__take_mark(&rest);
    *reader = (struct sgf_reader){
        .text = text.text, .len = text.len, .at = text.len - rest.len, .attempt = attempt};
    if (error != 0)
        return sgf__fault_here(reader, error);
    attempt->games = count_games(*reader, wanted > 0 ? wanted : 1, &reader->at);
    sgf__fault_here(reader, 0);
    bool is_one = attempt->games == 1 ? wanted <= 1 : wanted > 0 && wanted <= attempt->games;
    if (attempt->games > 0 && !is_one)
        return ERR_SEVERAL_GAMES;
    return sgf__peek(reader) == '(' ? 0 : sgf__fault_here(reader, ERR_BAD_RECORD);
}

bool record__find_sgf(struct text_span text, size_t *at_out)
{
    struct sgf_reader reader = {.text = text.text, .len = text.len};
    bool is_there = find_game(&reader);
    *at_out = reader.at;
    return is_there;
}

/* ------------------------------------------------------------------ reading */

/* Reads the root: the board, and stones that are set up. Of a file that ends there nobody knows
 * what more it would have said. */
static int root_read(struct sgf_reader *reader, const struct sgf_node *root, struct game *game)
{
    if (sgf__peek(reader) == '\0')
        return sgf__fault_here(reader, ERR_BAD_RECORD);
    int error = sgf__begin(reader, root, game);
    return error != 0 ? error : sgf__set_up(reader, root, game);
}

/* Reads the first branch of every tree, down to the first bracket that closes. */
static int read_main_line(struct sgf_reader *reader, struct game *game)
{
    struct sgf_node node;
    bool has_begun = false;
    int error = 0;
    while (error == 0) {
        char next = sgf__peek(reader);
        if (next == ')')
            return 0;
        if (next == '(') {
            error = sgf__enter(reader);
            continue;
        }
        error = next == ';' ? sgf__node(reader, &node) : sgf__fault_here(reader, ERR_BAD_RECORD);
        if (error == 0)
            error = has_begun ? sgf__no_root(reader, &node) : root_read(reader, &node, game);
        if (error == 0)
            error = sgf__act(reader, &node, game);
        has_begun = true;
    }
    return error;
}

int record__attempt_sgf(struct record_attempt *attempt, struct text_span text, struct game *game)
{
    struct sgf_reader reader;
    game_init(game, variant_get((enum variant_id)0));
    int error = sgf__start(&reader, attempt, text);
    if (error == 0)
        error = read_main_line(&reader, game);
    return error != 0 ? error : sgf__skip(&reader);
}
