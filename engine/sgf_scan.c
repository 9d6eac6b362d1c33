/* SPDX-License-Identifier: MIT */
/*
 * Reads the nodes of an SGF file, ours or another program's, one by one: the readers of a main line
 * and of a tree share it. A parser of outside bytes: it goes forward only and without recursion,
 * each step uses up at least one byte, and nothing is read past the end. Spans point into the
 * caller's text.
 */
#include "engine/require.h"
#include "engine/sgf.h"

#include <string.h>

/* Names that we know have at most three letters; of longer ones the rest is dropped. */
#define NAME_SIZE 8
/* The board where SZ is missing. */
#define SIZE_DEFAULT 19

/* How often a property of a node may be given. */
enum times {
    TIMES_ONE,   /* a second one is a fault */
    TIMES_FIRST, /* others are passed over: programs differ */
    TIMES_LIST,  /* a list of values, once */
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
    {"B", offsetof(struct sgf_node, black), TIMES_ONE},
    {"W", offsetof(struct sgf_node, white), TIMES_ONE},
    {"AB", offsetof(struct sgf_node, add_black), TIMES_LIST},
    {"AW", offsetof(struct sgf_node, add_white), TIMES_LIST},
    {"AE", offsetof(struct sgf_node, add_empty), TIMES_LIST},
    {"PL", offsetof(struct sgf_node, turn), TIMES_FIRST},
    {"C", offsetof(struct sgf_node, comment), TIMES_FIRST},
    {"GN", offsetof(struct sgf_node, title), TIMES_FIRST},
    {SGF_CLAIM, offsetof(struct sgf_node, claim), TIMES_FIRST},
    {SGF_CHOICE, offsetof(struct sgf_node, choice), TIMES_ONE},
};
#define PROPERTY_COUNT (sizeof(properties) / sizeof(properties[0]))

int sgf__fault(struct sgf_reader *reader, struct text_span span, int error)
{
    reader->at = (size_t)(span.text - reader->text);
    return error;
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

/* Reads a name: its capital letters. Before FF[4] others were allowed between them, for people. */
static void read_name(struct sgf_reader *reader, char *name)
{
    size_t len = 0;
    for (; reader->at < reader->len && text__is_letter(reader->text[reader->at]); reader->at++) {
        char letter = reader->text[reader->at];
        if (letter != text__lower(letter) && len < NAME_SIZE - 1)
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
        return ERR_BAD_RECORD;
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
    if (field->text == NULL)
        *field = value;
    else if (properties[property].times == TIMES_LIST && !is_first)
        field->len = (size_t)(value.text - field->text) + value.len;
    else if (properties[property].times != TIMES_FIRST)
        return sgf__fault(reader, value, ERR_BAD_RECORD);
    return 0;
}

/* Reads a name and its values. */
static int read_property(struct sgf_reader *reader, struct sgf_node *node)
{
    char name[NAME_SIZE];
    read_name(reader, name);
    size_t property = property_find(name);
    bool is_first = true;
    if (sgf__peek(reader) != '[')
        return ERR_BAD_RECORD;
    while (sgf__peek(reader) == '[') {
        struct text_span value;
        int error = sgf__value(reader, &value);
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

/* "19" or "19:15". */
static bool size_parse(struct text_span text, size_t *width_out, size_t *height_out)
{
    if (!text__take_number(&text, width_out))
        return false;
    *height_out = *width_out;
    if (text__take_prefix(&text, ":") && !text__take_number(&text, height_out))
        return false;
    return text.len == 0;
}

/* The variant with such a board whose rule is `rule`; failing that the first one of standard
 * rules, since other programs name the same rule in many ways. */
static const struct variant *variant_guess(size_t width, size_t height, struct text_span rule)
{
    for (unsigned i = 0; i < VARIANT_COUNT; i++) {
        const struct variant *variant = variant_get((enum variant_id)i);
        if (variant->width == width && variant->height == height &&
            text__is_word(rule, sgf__rule(variant)))
            return variant;
    }
    return variant_find_plain(width, height);
}

int sgf__begin(struct sgf_reader *reader, const struct sgf_node *root, struct game *game)
{
    const struct variant *variant;
    size_t width = SIZE_DEFAULT;
    size_t height = SIZE_DEFAULT;
    if (root->game.text != NULL && !text__is_word(root->game, "4"))
        return sgf__fault(reader, root->game, ERR_BAD_RECORD);
    if (root->size.text != NULL && !size_parse(root->size, &width, &height))
        return sgf__fault(reader, root->size, ERR_BAD_RECORD);
    if (root->variant.text != NULL)
        variant = variant_find(root->variant.text, root->variant.len);
    else
        variant = variant_guess(width, height, root->rule);
    bool is_other_size = variant != NULL && root->size.text != NULL &&
                         (variant->width != width || variant->height != height);
    if (variant == NULL || is_other_size) {
        struct text_span fault = root->variant.text != NULL ? root->variant : root->size;
        REQUIRE(fault.text != NULL); /* a board of SIZE_DEFAULT is in the table */
        return sgf__fault(reader, fault, ERR_BAD_RECORD);
    }
    game_init(game, variant);
    return 0;
}

/* A letter as the number of a column or row: capitals go on after the small letters. */
static size_t letter_number(char letter)
{
    bool is_small = letter == text__lower(letter);
    return (size_t)(text__lower(letter) - 'a') + (is_small ? 0 : SGF_LETTERS);
}

int sgf__point(const struct variant *variant, struct text_span point, struct action *action_out)
{
    if (point.len != 2 || !text__is_letter(point.text[0]) || !text__is_letter(point.text[1]))
        return ERR_BAD_RECORD; /* a pass, too */
    size_t column = letter_number(point.text[0]);
    size_t from_top = letter_number(point.text[1]);
    if (column >= variant->width || from_top >= variant->height)
        return ERR_OFF_BOARD;
    *action_out = action_place(column + (variant->height - 1 - from_top) * variant->width);
    return 0;
}

static int stone_act(struct game *game, struct text_span point)
{
    struct action action = action_place(variant_cells(game->variant));
    int error = sgf__point(game->variant, point, &action);
    if (error == ERR_OFF_BOARD)
        return game_check(game, action);
    return error != 0 ? error : game_act(game, action);
}

static int choice_act(struct game *game, struct text_span word)
{
    struct action action;
    int error = action_parse(game->variant, word.text, word.len, &action);
    if (error != 0 || !action_is_choice(action))
        return ERR_BAD_RECORD;
    return game_act(game, action);
}

int sgf__act(struct sgf_reader *reader, const struct sgf_node *node, struct game *game)
{
    struct text_span stone = node->black.text != NULL ? node->black : node->white;
    if (node->black.text != NULL && node->white.text != NULL)
        return sgf__fault(reader, node->white, ERR_BAD_RECORD);
    if (stone.text != NULL) {
        enum mark mark = node->black.text != NULL ? MARK_X : MARK_O;
        enum mark expected = game_next_mark(game);
        bool is_wrong_colour = expected != MARK_NONE && expected != mark;
        int error = is_wrong_colour ? ERR_BAD_RECORD : stone_act(game, stone);
        if (error != 0)
            return sgf__fault(reader, stone, error);
    }
    if (node->choice.text != NULL) {
        int error = choice_act(game, node->choice);
        if (error != 0)
            return sgf__fault(reader, node->choice, error);
    }
    return 0;
}

int sgf__no_setup(struct sgf_reader *reader, const struct sgf_node *node)
{
    const struct text_span lists[] = {node->add_black, node->add_white, node->add_empty};
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
        if (lists[i].text != NULL)
            return sgf__fault(reader, lists[i], ERR_BAD_RECORD);
    return 0;
}

void sgf__start(struct sgf_reader *reader, const char *text, size_t len)
{
    struct text_span start = {text, len};
    *reader = (struct sgf_reader){.text = text, .len = len};
    if (text__take_prefix(&start, "\xEF\xBB\xBF")) /* the mark that Windows editors put in front */
        reader->at = len - start.len;
}

int sgf__enter(struct sgf_reader *reader)
{
    if (reader->depth == SGF_DEPTH_MAX)
        return ERR_BAD_RECORD;
    reader->depth++;
    reader->at++;
    return sgf__peek(reader) == ';' ? 0 : ERR_BAD_RECORD;
}
