/* SPDX-License-Identifier: MIT */
/*
 * Writes a tree as SGF: each node once, in the order of the main line first. Pure functions of the
 * caller's bytes; the way back up goes by the parents, so there is no recursion.
 */
#include "engine/needs.h"
#include "engine/record_tree.h"
#include "engine/sgf.h"

/* Nodes in a line, so that people can read the file and mail does not break it. */
#define NODES_PER_LINE 10

struct tree_writer {
    const struct record_tree *tree;
    const struct record_tree_node *nodes;
    struct text_writer text;
    struct game game; /* at the node */
    size_t in_line;
};

/* Text of several lines, with the bytes escaped that would end it, behind `head`. */
static void put_comment(struct text_writer *writer, const char *head, const char *text)
{
    if (*head == '\0' && *text == '\0')
        return;
    text__put_string(writer, "C[");
    text__put_string(writer, head);
    if (*head != '\0' && *text != '\0')
        text__put(writer, '\n');
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == ']' || byte == '\\')
            text__put(writer, '\\');
        text__put(writer, (byte < 0x20 && byte != '\n') || byte == 0x7F ? ' ' : *text);
    }
    text__put(writer, ']');
}

static void put_stones(struct text_writer *writer, const char *name, const struct game *start,
                       enum mark mark)
{
    const struct action *actions = game_actions(start);
    if (start->ply < (mark == MARK_X ? 1 : 2))
        return;
    text__put_string(writer, name);
    for (size_t ply = mark == MARK_X ? 0 : 1; ply < start->ply; ply += 2)
        sgf__put_point(writer, start->variant, action_cell(actions[ply]));
}

/* "X exactly_five", or the player and the variant: "first cube4". */
static void put_claim(struct text_writer *writer, const struct record_tree *tree)
{
    const struct variant *variant = tree->start.variant;
    bool is_first = tree->claim == SEAT_FIRST;
    if (tree->claim == SEAT_NONE)
        return;
    text__put_string(writer, SGF_CLAIM "[");
    if (sgf__claims_by_mark(variant)) {
        text__put_string(writer, is_first ? "X " : "O ");
        text__put_string(writer, sgf__claim_rule(variant));
    } else {
        text__put_string(writer, is_first ? "first " : "second ");
        text__put_string(writer, variant->key);
    }
    text__put_string(writer, tree->is_only ? " only]" : "]");
}

static void put_actions(struct text_writer *writer, const struct game *start)
{
    char action[ACTION_TEXT_SIZE];
    text__put_string(writer, "\n" SGF_START);
    for (size_t ply = 0; ply < start->ply; ply++) {
        action_format(start->variant, game_actions(start)[ply], action);
        text__put(writer, ply == 0 ? '[' : ' ');
        text__put_string(writer, action);
    }
    text__put(writer, ']');
}

static void put_start(struct text_writer *writer, const struct record_tree *tree)
{
    const char *name = record_tree_get_name(tree);
    bool is_public = sgf__is_public(tree->start.variant);
    sgf__put_property(writer, "GN", *name != '\0' ? name : NULL);
    put_claim(writer, tree);
    if (tree->start.ply > 0 && !is_public) {
        put_actions(writer, &tree->start);
    } else if (tree->start.ply > 0) {
        text__put(writer, '\n');
        put_stones(writer, "AB", &tree->start, MARK_X);
        put_stones(writer, "AW", &tree->start, MARK_O);
        text__put_string(writer, game_next_mark(&tree->start) == MARK_X ? "PL[B]" : "PL[W]");
    }
    put_comment(writer, "", record_tree_get_comment(tree, RECORD_TREE_ROOT));
}

static bool has_siblings(const struct tree_writer *writer, uint32_t node)
{
    return writer->nodes[writer->nodes[writer->nodes[node].parent].child].next != RECORD_TREE_NONE;
}

/* Whether a choice goes into the node of the stone before it. */
static bool shares_node(const struct tree_writer *writer, uint32_t node)
{
    uint32_t parent = writer->nodes[node].parent;
    return parent != RECORD_TREE_ROOT && !has_siblings(writer, node) &&
           !action_is_choice(writer->nodes[parent].action) && writer->nodes[parent].comment == 0;
}

static void put_choice(struct tree_writer *writer, uint32_t node)
{
    char word[ACTION_TEXT_SIZE];
    action_format(writer->game.variant, writer->nodes[node].action, word);
    if (!shares_node(writer, node))
        text__put(&writer->text, ';');
    sgf__put_property(&writer->text, SGF_CHOICE, word);
}

/* Writes a stone or a choice, and does it. */
static void put_action(struct tree_writer *writer, uint32_t node)
{
    struct action action = writer->nodes[node].action;
    enum mark mark = game_next_mark(&writer->game);
    game_do(&writer->game, action);
    if (action_is_choice(action)) {
        put_choice(writer, node);
    } else {
        text__put_string(&writer->text, mark == MARK_X ? ";B" : ";W");
        sgf__put_point(&writer->text, writer->game.variant, action_cell(action));
    }
    put_comment(&writer->text, "", record_tree_get_comment(writer->tree, node));
}

/* The same of a game for which the format has no words. */
static void put_private(struct tree_writer *writer, uint32_t node)
{
    char word[ACTION_TEXT_SIZE];
    const struct variant *variant = writer->game.variant;
    struct action action = writer->nodes[node].action;
    enum mark mark = sgf__act_private(&writer->game, action);
    bool is_shown = sgf__is_shown(variant, action);
    action_format(variant, action, word);
    text__put(&writer->text, ';');
    if (is_shown)
        sgf__put_shown(&writer->text, variant, action, mark);
    sgf__put_property(&writer->text, SGF_ACTION, word);
    put_comment(&writer->text, is_shown ? "" : word, record_tree_get_comment(writer->tree, node));
}

/* Writes the node, and does its action. */
static int put_node(struct tree_writer *writer, uint32_t node)
{
    int error = game_check(&writer->game, writer->nodes[node].action);
    if (error != 0)
        return error;
    if (writer->in_line++ % NODES_PER_LINE == 0)
        text__put(&writer->text, '\n');
    if (has_siblings(writer, node))
        text__put(&writer->text, '(');
    if (sgf__is_public(writer->game.variant))
        put_action(writer, node);
    else
        put_private(writer, node);
    return 0;
}

/* Closes the node and those above it that are done; the next one, or the root at the end. */
static uint32_t next_node(struct tree_writer *writer, uint32_t node)
{
    while (node != RECORD_TREE_ROOT) {
        if (has_siblings(writer, node))
            text__put(&writer->text, ')');
        game_undo(&writer->game);
        if (writer->nodes[node].next != RECORD_TREE_NONE)
            return writer->nodes[node].next;
        node = writer->nodes[node].parent;
    }
    return RECORD_TREE_ROOT;
}

static int put_nodes(struct tree_writer *writer)
{
    uint32_t node = writer->nodes[RECORD_TREE_ROOT].child;
    while (node != RECORD_TREE_NONE && node != RECORD_TREE_ROOT) {
        int error = put_node(writer, node);
        if (error != 0)
            return error;
        uint32_t child = writer->nodes[node].child;
        node = child != RECORD_TREE_NONE ? child : next_node(writer, node);
    }
    return 0;
}

/* The game of the main line. */
static int main_line(const struct record_tree *tree, struct game *game_out)
{
    uint32_t node = RECORD_TREE_ROOT;
    while (tree->memory.nodes[node].child != RECORD_TREE_NONE)
        node = tree->memory.nodes[node].child;
    return record_tree_game(tree, node, game_out);
}

int record_tree_write_sgf(const struct record_tree *tree, const struct record_tags *tags,
                          char *text, size_t size)
{
    static const struct record_tags nothing = {.winner = SEAT_NONE};
    struct tree_writer writer = {.tree = tree, .nodes = tree->memory.nodes};
    if (!reader_knows(READER_SGF_ACTIONS, tree->start.variant))
        return ERR_NO_RECORD;
    text__start(&writer.text, text, size);
    int error = main_line(tree, &writer.game);
    if (error != 0)
        return error;
    sgf__put_root(&writer.text, &writer.game, tags != NULL ? tags : &nothing);
    game_copy(&writer.game, &tree->start);
    put_start(&writer.text, tree);
    error = put_nodes(&writer);
    text__put_string(&writer.text, ")\n");
    return error != 0 ? error : text__end(&writer.text);
}
