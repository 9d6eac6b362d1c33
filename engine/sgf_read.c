/* SPDX-License-Identifier: MIT */
/*
 * Reads the main line of an SGF file. Forward only and without recursion, like the reader of nodes
 * that it is made of.
 */
#include "engine/record.h"
#include "engine/sgf.h"

/* Reads the first branch of every tree, down to the first bracket that closes. */
static int read_main_line(struct sgf_reader *reader, struct game *game)
{
    struct sgf_node node;
    bool has_begun = false;
    int error = sgf__peek(reader) == '(' ? 0 : ERR_BAD_RECORD;
    while (error == 0) {
        char next = sgf__peek(reader);
        if (next == ')')
            return 0;
        if (next == '(') {
            error = sgf__enter(reader);
            continue;
        }
        error = next == ';' ? sgf__node(reader, &node) : ERR_BAD_RECORD;
        if (error == 0 && !has_begun)
            error = sgf__begin(reader, &node, game);
        if (error == 0)
            error = sgf__no_setup(reader, &node);
        if (error == 0)
            error = sgf__act(reader, &node, game);
        has_begun = true;
    }
    return error;
}

/* Passes over the variations, up to the bracket that closes the game. */
static int skip_variations(struct sgf_reader *reader)
{
    struct text_span ignored;
    while (reader->depth > 0) {
        char next = sgf__peek(reader);
        if (reader->at == reader->len || (next == '(' && reader->depth == SGF_DEPTH_MAX))
            return ERR_BAD_RECORD;
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

int record_read_sgf(struct game *game, const char *text, size_t len, size_t *at_out)
{
    struct sgf_reader reader;
    game_init(game, variant_get((enum variant_id)0));
    sgf__start(&reader, text, len);
    int error = read_main_line(&reader, game);
    if (error == 0)
        error = skip_variations(&reader);
    if (error != 0 && at_out != NULL)
        *at_out = reader.at;
    return error;
}
