/* SPDX-License-Identifier: MIT */
/*
 * Says which answers to these stones lose, X to win:
 *
 *   brain_answers VARIANT "h8 i9 i7" [POSITIONS [FIRST [LAST]]]
 *
 * For each answer, from the square number FIRST to LAST in reading order from a1, at most POSITIONS
 * positions are opened (tests/bench/quiet_prover.h). A line: the answer, whether it is proven to
 * lose, and how many positions the tree has.
 */
#include "tests/bench/brain_games.h"
#include "tests/bench/quiet_prover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TREE_NODES 1000000u

int main(int argc, char **argv)
{
    struct game game;
    struct quiet_prover quiet;
    const struct variant *variant = argc > 2 ? variant_find(argv[1], strlen(argv[1])) : NULL;
    if (variant == NULL || game_parse(&game, variant, argv[2], strlen(argv[2]), NULL) != 0) {
        fprintf(stderr, "brain_answers VARIANT \"h8 i9 i7\" [POSITIONS [FIRST [LAST]]]\n");
        return 2;
    }
    unsigned positions = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 300;
    size_t first = argc > 4 ? strtoul(argv[4], NULL, 10) : 0;
    size_t last = argc > 5 ? strtoul(argv[5], NULL, 10) : variant_cells(variant) - 1;
    void *tables = games_allocate(search_tables_size());
    search_tables_make(tables, variant->overline == OVERLINE_WINS);
    quiet_prover_init(&quiet, tables, TREE_NODES);
    for (size_t cell = first; cell <= last && cell < variant_cells(variant); cell++) {
        char text[ACTION_TEXT_SIZE];
        struct position position;
        if (game_act(&game, action_place(cell)) != 0)
            continue;
        position_from_game(&position, &game);
        bool is_proven = quiet_prove(&quiet, &position, positions);
        action_format(variant, action_place(cell), text);
        printf("%s %s %u\n", text, is_proven ? "proven" : "unknown", quiet.count);
        fflush(stdout);
        game_undo(&game);
    }
    quiet_prover_deinit(&quiet);
    free(tables);
    return 0;
}
