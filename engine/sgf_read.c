/* SPDX-License-Identifier: MIT */
/*
 * Reads the main line of an SGF file, ours or another program's. A parser of outside bytes: it goes
 * forward only and without recursion, each step uses up at least one byte, and nothing is read past
 * the end. Spans point into the caller's text.
 */
#include "engine/record.h"
#include "engine/require.h"
#include "engine/sgf.h"
#include "engine/text.h"

#include <string.h>

/* Brackets that may be open at once. A file with a variation at every move stays far below. */
#define DEPTH_MAX 1024
/* Names that we know have at most three letters; of longer ones the rest is dropped. */
#define NAME_SIZE 8
/* The board where SZ is missing. */
#define SIZE_DEFAULT 19

/* `at` is where the reader is; after an error, where the fault is. */
struct reader {
    const char *text;
    size_t len;
    size_t at;
    size_t depth;
};

/* The properties of one node that matter here. Their order means nothing in SGF and programs change
 * it, so a node is read to its end before anything is done with it. */
struct node {
    struct text_span game;    /* GM */
    struct text_span size;    /* SZ */
    struct text_span rule;    /* RU */
    struct text_span variant; /* SGF_VARIANT */
    struct text_span black;   /* B */
    struct text_span white;   /* W */
    struct text_span setup;   /* AB, AW, AE: stones that nobody placed */
    struct text_span choice;  /* SGF_CHOICE */
};

static const struct {
    const char *name;
    size_t offset;
} properties[] = {
    {"GM", offsetof(struct node, game)},  {"SZ", offsetof(struct node, size)},
    {"RU", offsetof(struct node, rule)},  {SGF_VARIANT, offsetof(struct node, variant)},
    {"B", offsetof(struct node, black)},  {"W", offsetof(struct node, white)},
    {"AB", offsetof(struct node, setup)}, {"AW", offsetof(struct node, setup)},
    {"AE", offsetof(struct node, setup)}, {SGF_CHOICE, offsetof(struct node, choice)},
};

static int fault_at(struct reader *reader, struct text_span span, int error)
{
    reader->at = (size_t)(span.text - reader->text);
    return error;
}

/* The next byte that is no white space, NUL at the end; it is not used up. */
static char peek(struct reader *reader)
{
    while (reader->at < reader->len && text__is_space(reader->text[reader->at]))
        reader->at++;
    return reader->at < reader->len ? reader->text[reader->at] : '\0';
}

/* The place for the property's value; NULL if it does not matter. */
static struct text_span *node_field(struct node *node, const char *name)
{
    for (size_t i = 0; i < sizeof(properties) / sizeof(properties[0]); i++)
        if (strcmp(properties[i].name, name) == 0)
            return (struct text_span *)(void *)((char *)node + properties[i].offset);
    return NULL;
}

/* Reads a name: its capital letters. Before FF[4] others were allowed between them, for people. */
static void read_name(struct reader *reader, char *name)
{
    size_t len = 0;
    for (; reader->at < reader->len && text__is_letter(reader->text[reader->at]); reader->at++) {
        char letter = reader->text[reader->at];
        if (letter != text__lower(letter) && len < NAME_SIZE - 1)
            name[len++] = letter;
    }
    name[len] = '\0';
}

/* Reads from '[' to the ']' that no backslash escapes. */
static int read_value(struct reader *reader, struct text_span *value_out)
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

/* Reads a name and its values. No property that we know may be there twice or have several. */
static int read_property(struct reader *reader, struct node *node)
{
    char name[NAME_SIZE];
    read_name(reader, name);
    struct text_span *field = node_field(node, name);
    if (peek(reader) != '[')
        return ERR_BAD_RECORD;
    while (peek(reader) == '[') {
        struct text_span value;
        int error = read_value(reader, &value);
        if (error != 0)
            return error;
        if (field == NULL)
            continue;
        if (field->text != NULL)
            return fault_at(reader, value, ERR_BAD_RECORD);
        *field = value;
    }
    return 0;
}

/* Reads the properties that follow ';'. */
static int read_node(struct reader *reader, struct node *node)
{
    *node = (struct node){0};
    reader->at++;
    while (text__is_letter(peek(reader))) {
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

/* Sets up the board that the root describes. */
static int game_begin(struct reader *reader, const struct node *root, struct game *game)
{
    const struct variant *variant;
    size_t width = SIZE_DEFAULT;
    size_t height = SIZE_DEFAULT;
    if (root->game.text != NULL && !text__is_word(root->game, "4"))
        return fault_at(reader, root->game, ERR_BAD_RECORD);
    if (root->size.text != NULL && !size_parse(root->size, &width, &height))
        return fault_at(reader, root->size, ERR_BAD_RECORD);
    if (root->variant.text != NULL)
        variant = variant_find(root->variant.text, root->variant.len);
    else
        variant = variant_guess(width, height, root->rule);
    bool is_other_size = variant != NULL && root->size.text != NULL &&
                         (variant->width != width || variant->height != height);
    if (variant == NULL || is_other_size) {
        struct text_span fault = root->variant.text != NULL ? root->variant : root->size;
        REQUIRE(fault.text != NULL); /* a board of SIZE_DEFAULT is in the table */
        return fault_at(reader, fault, ERR_BAD_RECORD);
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

/* The cell of a point such as "hh": column from the left, row from the top. */
static int stone_act(struct game *game, struct text_span point)
{
    const struct variant *variant = game->variant;
    if (point.len != 2 || !text__is_letter(point.text[0]) || !text__is_letter(point.text[1]))
        return ERR_BAD_RECORD; /* a pass, too */
    size_t column = letter_number(point.text[0]);
    size_t from_top = letter_number(point.text[1]);
    if (column >= variant->width || from_top >= variant->height)
        return game_check(game, action_place(variant_cells(variant)));
    return game_act(game, action_place(column + (variant->height - 1 - from_top) * variant->width));
}

static int choice_act(struct game *game, struct text_span word)
{
    struct action action;
    int error = action_parse(game->variant, word.text, word.len, &action);
    if (error != 0 || !action_is_choice(action))
        return ERR_BAD_RECORD;
    return game_act(game, action);
}

/* Does what the node says: its stone, then its choice. */
static int node_act(struct reader *reader, const struct node *node, struct game *game)
{
    struct text_span stone = node->black.text != NULL ? node->black : node->white;
    if (node->setup.text != NULL)
        return fault_at(reader, node->setup, ERR_BAD_RECORD);
    if (node->black.text != NULL && node->white.text != NULL)
        return fault_at(reader, node->white, ERR_BAD_RECORD);
    if (stone.text != NULL) {
        enum mark mark = node->black.text != NULL ? MARK_X : MARK_O;
        enum mark expected = game_next_mark(game);
        bool is_wrong_colour = expected != MARK_NONE && expected != mark;
        int error = is_wrong_colour ? ERR_BAD_RECORD : stone_act(game, stone);
        if (error != 0)
            return fault_at(reader, stone, error);
    }
    if (node->choice.text != NULL) {
        int error = choice_act(game, node->choice);
        if (error != 0)
            return fault_at(reader, node->choice, error);
    }
    return 0;
}

/* Goes into a bracket, which has to begin with a node. */
static int tree_enter(struct reader *reader)
{
    if (reader->depth == DEPTH_MAX)
        return ERR_BAD_RECORD;
    reader->depth++;
    reader->at++;
    return peek(reader) == ';' ? 0 : ERR_BAD_RECORD;
}

/* Reads the first branch of every tree, down to the first bracket that closes. */
static int read_main_line(struct reader *reader, struct game *game)
{
    struct node node;
    bool has_begun = false;
    int error = peek(reader) == '(' ? 0 : ERR_BAD_RECORD;
    while (error == 0) {
        char next = peek(reader);
        if (next == ')')
            return 0;
        if (next == '(') {
            error = tree_enter(reader);
            continue;
        }
        error = next == ';' ? read_node(reader, &node) : ERR_BAD_RECORD;
        if (error == 0 && !has_begun)
            error = game_begin(reader, &node, game);
        if (error == 0)
            error = node_act(reader, &node, game);
        has_begun = true;
    }
    return error;
}

/* Passes over the variations, up to the bracket that closes the game. */
static int skip_variations(struct reader *reader)
{
    struct text_span ignored;
    while (reader->depth > 0) {
        char next = peek(reader);
        if (reader->at == reader->len || (next == '(' && reader->depth == DEPTH_MAX))
            return ERR_BAD_RECORD;
        if (next == '[') {
            int error = read_value(reader, &ignored);
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

int record_read_sgf(struct game *game, const char *text, size_t len, size_t *at_out)
{
    struct reader reader = {.text = text, .len = len};
    struct text_span start = {text, len};
    game_init(game, variant_get((enum variant_id)0));
    if (text__take_prefix(&start, "\xEF\xBB\xBF")) /* the mark that Windows editors put in front */
        reader.at = len - start.len;
    int error = read_main_line(&reader, game);
    if (error == 0)
        error = skip_variations(&reader);
    if (error != 0 && at_out != NULL)
        *at_out = reader.at;
    return error;
}
