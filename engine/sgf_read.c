/* SPDX-License-Identifier: MIT */
/*
 * Reads SGF, ours or another program's: a main line as a game, or all variations as a tree. A
 * parser of outside bytes: it goes forward only and without recursion, each step uses up at least
 * one byte, and nothing is read past the end. Spans point into the caller's text.
 */
#include "engine/record_rule.h"
#include "engine/record_tree.h"
#include "engine/setup.h"
#include "engine/sgf.h"

#include <string.h>

/* Brackets that may be open at once. A file with a variation at every move stays far below. */
#define DEPTH_MAX 1024
/* Names that we know have at most three letters; of longer ones the rest is dropped. */
#define NAME_SIZE 8
/* The side up to which "tt" is beyond the board and means a pass. */
#define PASS_SIDE 19

struct sgf_reader {
    const char *text;
    size_t len;
    size_t at;
    size_t depth;                   /* brackets that are open */
    struct record_attempt *attempt; /* what it is to be read as, and what was found; the fault */
    bool is_ours;                   /* it names the variant as we do, and so says every choice */
};

/* The properties of one node that matter here. Their order means nothing in SGF and programs change
 * it, so a node is read to its end before anything is done with it. */
struct node {
    struct text_span game;      /* GM */
    struct text_span size;      /* SZ */
    struct text_span rule;      /* RU */
    struct text_span variant;   /* SGF_VARIANT */
    struct text_span add_black; /* AB, from its first value to its last: "hh][ii" */
    struct text_span add_white; /* AW, likewise */
    struct text_span add_empty; /* AE, likewise */
    struct text_span turn;      /* PL */
    struct text_span start;     /* SGF_START */
    struct text_span comment;   /* C, as it is in the file */
    struct text_span title;     /* GN, likewise */
    struct text_span claim;     /* SGF_CLAIM */
    struct text_span moves;     /* from its first B, W, SGF_CHOICE or SGF_ACTION to the end of
                                 the last */
};

/* A text on its way into a game, the main line alone, or into a tree. */
struct line_reader {
    struct sgf_reader bytes;
    struct game *game;        /* at the node */
    struct record_tree *tree; /* NULL: the main line is read */
    uint32_t node;            /* of the tree */
    uint32_t open[DEPTH_MAX]; /* the node at which each bracket was opened */
};

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
    {"GM", offsetof(struct node, game), TIMES_ONE},
    {"SZ", offsetof(struct node, size), TIMES_ONE},
    {"RU", offsetof(struct node, rule), TIMES_ONE},
    {SGF_VARIANT, offsetof(struct node, variant), TIMES_ONE},
    {"B", offsetof(struct node, moves), TIMES_MOVE},
    {"W", offsetof(struct node, moves), TIMES_MOVE},
    {SGF_CHOICE, offsetof(struct node, moves), TIMES_MOVE},
    {SGF_ACTION, offsetof(struct node, moves), TIMES_MOVE},
    {"AB", offsetof(struct node, add_black), TIMES_LIST},
    {"AW", offsetof(struct node, add_white), TIMES_LIST},
    {"AE", offsetof(struct node, add_empty), TIMES_LIST},
    {SGF_START, offsetof(struct node, start), TIMES_ONE},
    {"PL", offsetof(struct node, turn), TIMES_FIRST},
    {"C", offsetof(struct node, comment), TIMES_FIRST},
    {"GN", offsetof(struct node, title), TIMES_FIRST},
    {SGF_CLAIM, offsetof(struct node, claim), TIMES_FIRST},
};
#define PROPERTY_COUNT (sizeof(properties) / sizeof(properties[0]))

/* Makes the span that of the fault; return `error`. */
static int fault(struct sgf_reader *reader, struct text_span span, int error)
{
    reader->attempt->fault = span;
    return error;
}

static int fault_here(struct sgf_reader *reader, int error)
{
    return fault(reader, (struct text_span){reader->text + reader->at, 0}, error);
}

/* The next byte that is no white space, NUL at the end; it is not used up. */
static char peek(struct sgf_reader *reader)
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
static void read_name(struct sgf_reader *reader, char name[NAME_SIZE])
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
static int read_value(struct sgf_reader *reader, struct text_span *value_out)
{
    size_t start = reader->at + 1;
    size_t at = start;
    while (at < reader->len && reader->text[at] != ']')
        at += reader->text[at] == '\\' ? 2 : 1;
    if (at >= reader->len) {
        reader->at = reader->len;
        return fault_here(reader, ERR_BAD_RECORD);
    }
    reader->at = at + 1;
    *value_out = text__trim((struct text_span){reader->text + start, at - start});
    return 0;
}

/* Keeps one more value of the property. A list reaches from its first value to its last. */
static int keep_value(struct sgf_reader *reader, struct node *node, size_t property,
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
        return fault(reader, value, ERR_BAD_RECORD);
    return 0;
}

/* Reads a name and its values. */
static int read_property(struct sgf_reader *reader, struct node *node)
{
    char name[NAME_SIZE];
    size_t begin = reader->at;
    read_name(reader, name);
    size_t property = property_find(name);
    bool is_first = true;
    bool is_move = property < PROPERTY_COUNT && properties[property].times == TIMES_MOVE;
    if (peek(reader) != '[')
        return fault_here(reader, ERR_BAD_RECORD);
    while (peek(reader) == '[') {
        struct text_span value;
        int error = read_value(reader, &value);
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

/* Reads the properties that follow ';'. */
static int scan_node(struct sgf_reader *reader, struct node *node)
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

/* ---------------------------------------------------------------- several games */

/* Passes over the rest of the game, up to the bracket that closes it. */
static int skip(struct sgf_reader *reader)
{
    struct text_span ignored;
    while (reader->depth > 0) {
        char next = peek(reader);
        if (reader->at == reader->len || (next == '(' && reader->depth == DEPTH_MAX))
            return fault_here(reader, ERR_BAD_RECORD);
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

/* Goes to the next bracket before a node. False: there is none, and the reader stays. */
static bool find_game(struct sgf_reader *reader)
{
    struct sgf_reader ahead = *reader;
    for (; ahead.at < ahead.len; ahead.at++) {
        if (ahead.text[ahead.at] != '(')
            continue;
        struct sgf_reader inside = ahead;
        inside.at++;
        if (peek(&inside) != ';')
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
        error = skip(&ahead);
    }
    return count;
}

/* Begins at the game of the text that is asked for, or at the only one. Words before it are passed
 * over. Returns 0, ERR_UTF16, ERR_SEVERAL_GAMES or ERR_BAD_RECORD. */
static int start_at(struct sgf_reader *reader, struct record_attempt *attempt,
                    struct text_span text)
{
    unsigned wanted = attempt->told->game;
    struct text_span rest = text;
    int error = record__take_mark(&rest);
    *reader = (struct sgf_reader){
        .text = text.text, .len = text.len, .at = text.len - rest.len, .attempt = attempt};
    if (error != 0)
        return fault_here(reader, error);
    attempt->games = count_games(*reader, wanted > 0 ? wanted : 1, &reader->at);
    fault_here(reader, 0);
    bool is_one = attempt->games == 1 ? wanted <= 1 : wanted > 0 && wanted <= attempt->games;
    if (attempt->games > 0 && !is_one)
        return ERR_SEVERAL_GAMES;
    return peek(reader) == '(' ? 0 : fault_here(reader, ERR_BAD_RECORD);
}

bool record__find_sgf(struct text_span text, size_t *at_out)
{
    struct sgf_reader reader = {.text = text.text, .len = text.len};
    bool is_there = find_game(&reader);
    *at_out = reader.at;
    return is_there;
}

/* ---------------------------------------------------------------- the board */

/* "19" or "19:15". */
static bool size_parse(struct text_span text, size_t *width_out, size_t *height_out)
{
    if (!text__take_number(&text, width_out) || *width_out == 0)
        return false;
    *height_out = *width_out;
    if ((text__take_prefix(&text, ":") || text__take_prefix(&text, "x")) &&
        !text__take_number(&text, height_out))
        return false;
    return text.len == 0;
}

/* Sets up the empty board that the root describes. */
static int begin(struct sgf_reader *reader, const struct node *root, struct game *game)
{
    const struct variant *variant;
    struct record_naming naming = {.reader = READER_SGF,
                                   .reader_of_ours = READER_SGF_ACTIONS,
                                   .size = root->size,
                                   .rule = root->rule,
                                   .key = root->variant};
    if (root->game.len > 0 && !text__is_word(root->game, "4"))
        return fault(reader, root->game, ERR_OTHER_GAME);
    if (root->size.len > 0 && !size_parse(root->size, &naming.width, &naming.height))
        return fault(reader, root->size, ERR_BAD_RECORD);
    int error = record__next_variant(reader->attempt, &naming, &variant);
    if (error != 0)
        return error;
    reader->is_ours = root->variant.text != NULL;
    game_init(game, variant);
    return 0;
}

/* ---------------------------------------------------------------- points */

/* A letter as the number of a column or row: capitals go on after the small letters. */
static size_t letter_number(char letter)
{
    bool is_small = letter == text__lower(letter);
    return (size_t)(text__lower(letter) - 'a') + (is_small ? 0 : SGF_LETTERS);
}

/* The stone of a point such as "hh": column from the left, row from the top. Returns 0,
 * ERR_BAD_RECORD, ERR_PASS or ERR_OFF_BOARD. */
static int point_parse(const struct variant *variant, struct text_span point,
                       struct action *action_out)
{
    bool is_small = variant->width <= PASS_SIDE && variant->height <= PASS_SIDE;
    if (point.len == 0 || (is_small && text__is_word(point, "tt")))
        return ERR_PASS;
    if (point.len != 2 || !text__is_letter(point.text[0]) || !text__is_letter(point.text[1]))
        return ERR_BAD_RECORD;
    size_t column = letter_number(point.text[0]);
    size_t from_top = letter_number(point.text[1]);
    if (column >= variant->width || from_top >= variant->height)
        return ERR_OFF_BOARD;
    *action_out = action_place(column + (variant->height - 1 - from_top) * variant->width);
    return 0;
}

/* ---------------------------------------------------------------- stones that are set up */

/* Takes the next point of a list such as "hh][ii" off the front; an empty one says nothing. */
static bool take_point(struct text_span *list, struct text_span *point_out)
{
    point_out->len = 0;
    while (list->len > 0 && point_out->len == 0) {
        *point_out = text__trim(text__take_until(list, ']'));
        *list = text__trim(*list);
        text__take_prefix(list, "[");
    }
    return point_out->len > 0;
}

/* The stones of a root, and where each stands in the file. */
struct setting {
    size_t count;
    struct setup_stone stones[GAME_CELLS_MAX];
    struct text_span points[GAME_CELLS_MAX];
};

static int take_stones(struct sgf_reader *reader, const struct variant *variant,
                       struct text_span list, bool is_second, struct setting *setting)
{
    struct text_span point;
    while (take_point(&list, &point)) {
        struct action action;
        int error = point_parse(variant, point, &action);
        if (error == 0 && setting->count == GAME_CELLS_MAX)
            error = ERR_SET_UP_STONES;
        if (error != 0)
            return fault(reader, point, error);
        setting->points[setting->count] = point;
        setting->stones[setting->count++] =
            (struct setup_stone){(uint16_t)action_cell(action), is_second};
    }
    return 0;
}

/* Places the stones of both lists in turn. What is left over of one is a fault. */
static int place_stones(struct sgf_reader *reader, const struct node *root, struct game *game)
{
    size_t wrong;
    struct setting setting;
    setting.count = 0;
    int error = take_stones(reader, game->variant, root->add_black, false, &setting);
    if (error == 0)
        error = take_stones(reader, game->variant, root->add_white, true, &setting);
    if (error != 0)
        return error;
    error = setup_play(game, setting.stones, setting.count, &wrong);
    if (error == ERR_BAD_RECORD)
        error = ERR_SET_UP_STONES;
    return error != 0 ? fault(reader, setting.points[wrong], error) : 0;
}

/* Whether the root says the other side's turn. A turn that is no side's says nothing. */
static bool is_turn_wrong(const struct game *start, struct text_span turn)
{
    enum mark mark = game_next_mark(start);
    if (text__is_word(turn, "B") || text__is_word(turn, "black"))
        return mark != MARK_X;
    return (text__is_word(turn, "W") || text__is_word(turn, "white")) && mark != MARK_O;
}

/* Does an action that stands there by its text. */
static int action_act(struct sgf_reader *reader, struct game *game, struct text_span word)
{
    struct action action;
    int error = action_parse(game->variant, word.text, word.len, &action);
    if (error == 0)
        error = game_act(game, action);
    return error != 0 ? fault(reader, word, error) : 0;
}

/* Does the actions with which a game begins that the format has no stones for. */
static int start_act(struct sgf_reader *reader, struct text_span start, struct game *game)
{
    if (start.text != NULL && sgf__is_public(game->variant))
        return fault(reader, start, ERR_SET_UP_STONES);
    while (start.len > 0) {
        struct text_span word = text__take_until(&start, ' ');
        int error = action_act(reader, game, word);
        if (error != 0)
            return error;
        start = text__trim(start);
    }
    return 0;
}

/* Places the root's stones, X and O in turn, or does the actions that it begins with. */
static int set_up(struct sgf_reader *reader, const struct node *root, struct game *game)
{
    struct text_span point;
    struct text_span empty = root->add_empty;
    if (take_point(&empty, &point))
        return fault(reader, point, ERR_SET_UP_STONES);
    int error = place_stones(reader, root, game);
    if (error == 0)
        error = start_act(reader, root->start, game);
    if (error != 0)
        return error;
    reader->attempt->start = game->ply;
    return is_turn_wrong(game, root->turn) ? fault(reader, root->turn, ERR_OUT_OF_TURN) : 0;
}

/* Refuses what only a root may say: what game it is, and stones that nobody placed. */
static int refuse_root(struct sgf_reader *reader, const struct node *node)
{
    struct text_span point;
    const struct text_span said[] = {node->game, node->size, node->rule, node->variant,
                                     node->start};
    for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++)
        if (said[i].len > 0)
            return fault(reader, said[i], ERR_BAD_RECORD);
    struct text_span lists[] = {node->add_black, node->add_white, node->add_empty};
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
        if (take_point(&lists[i], &point))
            return fault(reader, point, ERR_SET_UP_STONES);
    return 0;
}

/* ---------------------------------------------------------------- moves */

/* Makes the choice that a record of others does not tell. Marks alternate whatever it was, so all
 * that is not known is who of both has which. */
static void assume_choice(struct sgf_reader *reader, struct game *game)
{
    bool is_asked = game_check(game, action_choose(CHOICE_TWO_MORE)) == 0;
    if (reader->is_ours || !is_asked || game_act(game, action_choose(CHOICE_WHITE)) != 0)
        return;
    reader->attempt->is_choice_assumed = true;
}

static int stone_act(struct game *game, enum mark mark, struct text_span point)
{
    struct action action = action_place(variant_cells(game->variant));
    enum mark expected = game_next_mark(game);
    int error = point_parse(game->variant, point, &action);
    if (error == ERR_OFF_BOARD)
        return game_check(game, action);
    if (error == 0 && expected != MARK_NONE && expected != mark)
        return ERR_OUT_OF_TURN;
    return error != 0 ? error : game_act(game, action);
}

static int choice_act(struct sgf_reader *reader, struct game *game, struct text_span word)
{
    struct action action;
    if (action_parse(game->variant, word.text, word.len, &action) != 0 || !action_is_choice(action))
        return fault(reader, word, ERR_BAD_RECORD);
    return action_act(reader, game, word);
}

/* Does one value of a node's moves. A choice may stand before the stone that it answers: then it
 * waits. Only one can. */
static int value_act(struct sgf_reader *reader, const char *name, struct text_span value,
                     struct game *game, struct text_span *waits)
{
    if (strcmp(name, SGF_CHOICE) == 0) {
        if (waits->text != NULL)
            return fault(reader, value, ERR_BAD_RECORD);
        *waits = value;
    } else {
        if (waits->text == NULL)
            assume_choice(reader, game);
        int error = stone_act(game, strcmp(name, "B") == 0 ? MARK_X : MARK_O, value);
        if (error != 0)
            return fault(reader, value, error);
    }
    struct text_span choice = *waits;
    if (choice.text == NULL || game_expects(game) != EXPECTS_CHOICE)
        return 0;
    waits->text = NULL;
    return choice_act(reader, game, choice);
}

/* Does what the node says in the order of the file: stones, and after a stone its choice. */
static int node_act(struct sgf_reader *reader, const struct node *node, struct game *game)
{
    struct text_span waits = {0};
    struct sgf_reader moves = *reader;
    bool is_public = sgf__is_public(game->variant);
    if (node->moves.text == NULL)
        return 0;
    moves.at = (size_t)(node->moves.text - reader->text);
    moves.len = moves.at + node->moves.len;
    while (peek(&moves) != '\0') {
        char name[NAME_SIZE];
        struct text_span value;
        read_name(&moves, name);
        bool is_move =
            strcmp(name, "B") == 0 || strcmp(name, "W") == 0 || strcmp(name, SGF_CHOICE) == 0;
        while (peek(&moves) == '[') {
            int error = read_value(&moves, &value);
            if (error == 0 && !is_public && strcmp(name, SGF_ACTION) == 0)
                error = action_act(reader, game, value);
            if (error == 0 && is_public && is_move)
                error = value_act(reader, name, value, game, &waits);
            if (error != 0)
                return error;
        }
    }
    return waits.text != NULL ? choice_act(reader, game, waits) : 0;
}

/* ---------------------------------------------------------------- words of a tree */

static bool is_blank(char byte)
{
    return (unsigned char)byte <= ' ' || (unsigned char)byte == 0x7F;
}

/* Takes the next byte of the words off the front, as it is meant: without the backslash before it,
 * white space as a blank, ends of lines as one byte. Returns false where it means nothing. */
static bool take_byte(struct text_span *words, char *byte_out)
{
    char byte = words->text[0];
    size_t used = 1;
    bool is_escaped = byte == '\\';
    if (is_escaped && words->len > 1)
        byte = words->text[used++];
    bool is_end = byte == '\n' || byte == '\r';
    if (is_end && used < words->len && words->text[used] != byte &&
        (words->text[used] == '\n' || words->text[used] == '\r'))
        used++; /* both bytes of an end of line */
    bool is_dropped = is_escaped && (is_end || words->len == 1);
    words->text += used;
    words->len -= used;
    *byte_out = byte;
    if (is_end)
        *byte_out = '\n';
    else if (is_blank(byte))
        *byte_out = ' ';
    return !is_dropped;
}

/* Keeps words of the file behind the others; 0 as their place if there are none. */
static int words_read(struct record_tree *tree, struct text_span words, uint32_t *place_out)
{
    const struct record_tree_memory *memory = &tree->memory;
    uint32_t start = tree->words_count;
    uint32_t end = start;
    uint32_t last = start; /* behind the last byte that is no white space */
    char byte;
    while (words.len > 0) {
        if (!take_byte(&words, &byte) || (end == start && is_blank(byte)))
            continue;
        if (end + 1 >= memory->words_max)
            return ERR_TOO_SMALL;
        memory->words[end++] = byte;
        last = is_blank(byte) ? last : end;
    }
    *place_out = last > start ? start : 0;
    if (last > start) {
        memory->words[last] = '\0';
        tree->words_count = last + 1;
    }
    return 0;
}

/* Reads "X five_or_more" or "first cube4", and "only" behind it. A claim by another rule than the
 * variant's is none. */
static bool claim_parse(struct record_tree *tree, struct text_span text)
{
    const struct variant *variant = tree->start.variant;
    bool is_by_mark = sgf__claims_by_mark(variant);
    if (text__take_prefix(&text, is_by_mark ? "X " : "first "))
        tree->claim = SEAT_FIRST;
    else if (text__take_prefix(&text, is_by_mark ? "O " : "second "))
        tree->claim = SEAT_SECOND;
    else
        return false;
    struct text_span rule = text__take_until(&text, ' ');
    tree->is_only = text__is_word(text, "only");
    return text__is_word(rule, is_by_mark ? sgf__claim_rule(variant) : variant->key) &&
           (tree->is_only || text.len == 0);
}

/* ---------------------------------------------------------------- nodes in brackets */

/* Reads what stands in the root alone: the board, stones that are set up, and of a tree its claim
 * and title. Of a file that ends there nobody knows what more a game would have been told. */
static int root_read(struct line_reader *reader, const struct node *root)
{
    struct record_tree *tree = reader->tree;
    struct game *start = tree != NULL ? &tree->start : reader->game;
    if (tree == NULL && peek(&reader->bytes) == '\0')
        return fault_here(&reader->bytes, ERR_BAD_RECORD);
    int error = begin(&reader->bytes, root, start);
    if (error == 0)
        error = set_up(&reader->bytes, root, start);
    if (error != 0 || tree == NULL)
        return error;
    if (root->claim.text != NULL && !claim_parse(tree, root->claim))
        return fault(&reader->bytes, root->claim, ERR_BAD_RECORD);
    tree->memory.nodes[RECORD_TREE_ROOT].ply = start->ply;
    game_copy(reader->game, start);
    return words_read(tree, root->title, &tree->title);
}

/* The words of a node besides its action: where no other program can show that, its text stands
 * before the words. */
static struct text_span own_words(const struct line_reader *reader, struct text_span comment)
{
    char word[ACTION_TEXT_SIZE];
    const struct game *game = reader->game;
    struct text_span rest = comment;
    if (game->ply == reader->tree->start.ply || sgf__is_public(game->variant))
        return comment;
    struct action action = game_actions(game)[game->ply - 1];
    action_format(game->variant, action, word);
    bool is_first = !sgf__is_shown(game->variant, action) && text__take_prefix(&rest, word) &&
                    (rest.len == 0 || is_blank(rest.text[0]));
    return is_first ? rest : comment;
}

/* Adds the node's actions, which are done from `ply` on, to the tree, and its comment to the last
 * of them. */
static int node_keep(struct line_reader *reader, const struct node *node, size_t ply)
{
    struct record_tree *tree = reader->tree;
    int error = 0;
    while (error == 0 && ply < reader->game->ply)
        error =
            record_tree_add(tree, reader->node, game_actions(reader->game)[ply++], &reader->node);
    if (error == 0 && tree->memory.nodes[reader->node].comment == 0)
        error = words_read(tree, own_words(reader, node->comment),
                           &tree->memory.nodes[reader->node].comment);
    return error;
}

static int node_read(struct line_reader *reader, bool is_root)
{
    struct node node;
    int error = scan_node(&reader->bytes, &node);
    if (error == 0)
        error = is_root ? root_read(reader, &node) : refuse_root(&reader->bytes, &node);
    if (error != 0)
        return error;
    size_t ply = reader->game->ply;
    error = node_act(&reader->bytes, &node, reader->game);
    return error == 0 && reader->tree != NULL ? node_keep(reader, &node, ply) : error;
}

/* Goes into a bracket, which has to begin with a node. */
static int bracket_open(struct line_reader *reader)
{
    if (reader->bytes.depth == DEPTH_MAX)
        return fault_here(&reader->bytes, ERR_BAD_RECORD);
    reader->open[reader->bytes.depth++] = reader->node;
    reader->bytes.at++;
    return peek(&reader->bytes) == ';' ? 0 : fault_here(&reader->bytes, ERR_BAD_RECORD);
}

/* Goes back to the node at which the bracket was opened. */
static void bracket_close(struct line_reader *reader)
{
    const struct record_tree_node *nodes = reader->tree->memory.nodes;
    reader->bytes.at++;
    reader->node = reader->open[--reader->bytes.depth];
    size_t ply = reader->tree->start.ply;
    if (reader->node != RECORD_TREE_ROOT)
        ply = nodes[reader->node].ply + 1u;
    while (reader->game->ply > ply)
        game_undo(reader->game);
}

/* Reads a tree to its end, or the main line down to the first bracket that closes. */
static int nodes_read(struct line_reader *reader)
{
    bool has_begun = false;
    int error = 0;
    while (error == 0) {
        char next = peek(&reader->bytes);
        if (next == '(') {
            error = bracket_open(reader);
        } else if (next == ')') {
            if (reader->tree != NULL)
                bracket_close(reader);
            if (reader->tree == NULL || reader->bytes.depth == 0)
                return 0;
        } else {
            error = next == ';' ? node_read(reader, !has_begun)
                                : fault_here(&reader->bytes, ERR_BAD_RECORD);
            has_begun = true;
        }
    }
    return error;
}

int record__attempt_sgf(struct record_attempt *attempt, struct text_span text, struct game *game)
{
    struct line_reader reader = {.game = game};
    game_init(game, variant_get((enum variant_id)0));
    int error = start_at(&reader.bytes, attempt, text);
    if (error == 0)
        error = nodes_read(&reader);
    return error != 0 ? error : skip(&reader.bytes);
}

/* Reads the tree as the next variant that it may be of. */
static int attempt_tree(struct record_tree *tree, struct record_tree_memory memory,
                        struct text_span text, struct record_attempt *attempt)
{
    struct game game;
    struct line_reader reader = {.game = &game, .tree = tree, .node = RECORD_TREE_ROOT};
    record_tree_init(tree, variant_get((enum variant_id)0), memory);
    attempt->fault = text;
    int error = start_at(&reader.bytes, attempt, text);
    return error != 0 ? error : nodes_read(&reader);
}

/* The first variant by which all of it is legal is taken, else the fault is that of the first. A
 * claim names its rule. */
int record_tree_read_sgf(struct record_tree *tree, struct record_tree_memory memory,
                         const char *text, size_t len, struct record_reading *reading)
{
    struct record_reading told = {.variant = NULL, .game = reading->game};
    struct record_attempt attempt = {.told = &told};
    struct text_span span = {text, len};
    int error = attempt_tree(tree, memory, span, &attempt);
    while (error != 0 && (attempt.possible & ~attempt.tried) != 0)
        error = attempt_tree(tree, memory, span, &attempt);
    if (error != 0)
        reading->at = (size_t)(attempt.fault.text - text);
    return error;
}
