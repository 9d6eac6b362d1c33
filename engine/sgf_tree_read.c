/* SPDX-License-Identifier: MIT */
/*
 * Reads an SGF file with all its variations into a tree. Forward only and without recursion: the
 * brackets that are open are a list of nodes of bounded length.
 */
#include "engine/record_tree.h"
#include "engine/sgf.h"

struct tree_reader {
    struct record_tree *tree;
    struct sgf_reader bytes;
    struct game game; /* at the node */
    uint32_t node;
    uint32_t open[SGF_DEPTH_MAX]; /* the node at which each bracket was opened */
};

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

/* Reads what stands in the root alone. */
static int root_read(struct tree_reader *reader, const struct sgf_node *root)
{
    struct record_tree *tree = reader->tree;
    int error = sgf__begin(&reader->bytes, root, &tree->start);
    if (error == 0)
        error = sgf__set_up(&reader->bytes, root, &tree->start);
    if (error != 0)
        return error;
    if (root->claim.text != NULL && !claim_parse(tree, root->claim))
        return sgf__fault(&reader->bytes, root->claim, ERR_BAD_RECORD);
    tree->memory.nodes[RECORD_TREE_ROOT].ply = tree->start.ply;
    game_copy(&reader->game, &tree->start);
    return words_read(tree, root->title, &tree->title);
}

/* The words of a node besides its action: where no other program can show that, its text stands
 * before the words. */
static struct text_span own_words(const struct tree_reader *reader, struct text_span comment)
{
    char word[ACTION_TEXT_SIZE];
    const struct game *game = &reader->game;
    struct text_span rest = comment;
    if (game->ply == reader->tree->start.ply || sgf__is_public(game->variant))
        return comment;
    struct action action = game_actions(game)[game->ply - 1];
    action_format(game->variant, action, word);
    bool is_first = !sgf__is_shown(game->variant, action) && text__take_prefix(&rest, word) &&
                    (rest.len == 0 || is_blank(rest.text[0]));
    return is_first ? rest : comment;
}

/* Adds the node's actions to the tree, and its comment to the last of them. */
static int node_keep(struct tree_reader *reader, const struct sgf_node *node)
{
    struct record_tree *tree = reader->tree;
    size_t ply = reader->game.ply;
    int error = sgf__act(&reader->bytes, node, &reader->game);
    while (error == 0 && ply < reader->game.ply)
        error =
            record_tree_add(tree, reader->node, game_actions(&reader->game)[ply++], &reader->node);
    if (error == 0 && tree->memory.nodes[reader->node].comment == 0)
        error = words_read(tree, own_words(reader, node->comment),
                           &tree->memory.nodes[reader->node].comment);
    return error;
}

static int node_read(struct tree_reader *reader, bool is_root)
{
    struct sgf_node node;
    int error = sgf__node(&reader->bytes, &node);
    if (error == 0)
        error = is_root ? root_read(reader, &node) : sgf__no_root(&reader->bytes, &node);
    return error != 0 ? error : node_keep(reader, &node);
}

/* Goes back to the node at which the bracket was opened. */
static void bracket_close(struct tree_reader *reader)
{
    const struct record_tree_node *nodes = reader->tree->memory.nodes;
    reader->bytes.at++;
    reader->node = reader->open[--reader->bytes.depth];
    size_t ply = reader->tree->start.ply;
    if (reader->node != RECORD_TREE_ROOT)
        ply = nodes[reader->node].ply + 1u;
    while (reader->game.ply > ply)
        game_undo(&reader->game);
}

static int tree_read(struct tree_reader *reader)
{
    bool has_begun = false;
    int error = 0;
    while (error == 0) {
        char next = sgf__peek(&reader->bytes);
        if (next == '(') {
            size_t depth = reader->bytes.depth;
            error = sgf__enter(&reader->bytes);
            if (error == 0)
                reader->open[depth] = reader->node;
        } else if (next == ')') {
            bracket_close(reader);
            if (reader->bytes.depth == 0)
                return 0;
        } else {
            error = next == ';' ? node_read(reader, !has_begun)
                                : sgf__fault_here(&reader->bytes, ERR_BAD_RECORD);
            has_begun = true;
        }
    }
    return error;
}

/* Reads the tree as the next variant that it may be of. */
static int attempt_read(struct record_tree *tree, struct record_tree_memory memory,
                        struct text_span text, struct record_attempt *attempt)
{
    struct tree_reader reader = {.tree = tree, .node = RECORD_TREE_ROOT};
    record_tree_init(tree, variant_get((enum variant_id)0), memory);
    attempt->fault = text;
    int error = sgf__start(&reader.bytes, attempt, text);
    return error != 0 ? error : tree_read(&reader);
}

/* The first variant by which all of it is legal is taken, else the fault is that of the first. A
 * claim names its rule. */
int record_tree_read_sgf(struct record_tree *tree, struct record_tree_memory memory,
                         const char *text, size_t len, struct record_reading *reading)
{
    struct record_reading told = {.variant = NULL, .game = reading->game};
    struct record_attempt attempt = {.told = &told};
    struct text_span span = {text, len};
    int error = attempt_read(tree, memory, span, &attempt);
    while (error != 0 && (attempt.possible & ~attempt.tried) != 0)
        error = attempt_read(tree, memory, span, &attempt);
    if (error != 0)
        reading->at = (size_t)(attempt.fault.text - text);
    return error;
}
