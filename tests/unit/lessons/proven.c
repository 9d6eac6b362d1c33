/* SPDX-License-Identifier: MIT */
/* Small trees for the tests of lessons/. */
#include "tests/unit/lessons/proven.h"

#include "tests/support/cmocka_all.h"

#include <string.h>

enum { NODES = 256, WORDS = 256 };

static struct record_tree tree;

const struct record_tree *proven_read(const char *text)
{
    static struct record_tree_node nodes[NODES];
    static char words[WORDS];
    struct record_tree_memory memory = {nodes, NODES, words, WORDS};
    struct record_reading reading = {0};
    int error = record_tree_read_sgf(&tree, memory, text, strlen(text), &reading);
    if (error != 0)
        fail_msg("error %d at '%s'", error, text + reading.at);
    return &tree;
}

struct action proven_action(const char *text)
{
    struct action action;
    assert_int_equal(action_parse(tree.start.variant, text, strlen(text), &action), 0);
    return action;
}
