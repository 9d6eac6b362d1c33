/* SPDX-License-Identifier: MIT */
/*
 * Reads the main line of an SGF file. Forward only and without recursion, like the reader of nodes
 * that it is made of.
 */
#include "engine/sgf.h"

/* Reads the root: the board, and stones that are set up. */
static int root_read(struct sgf_reader *reader, const struct sgf_node *root, struct game *game)
{
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
