/* SPDX-License-Identifier: MIT */
/*
 * Writes positions of games of `pentad` that are won by fours and threes, and not by fours alone:
 *
 *   brain_threes [COUNT [SEED]] > tests/unit/brain/search/threes.txt
 *
 * Each claim is played against a defence that tries every empty cell
 * (tests/unit/brain/search/replay.h); what does not hold stops the program. The number of a line
 * (tests/unit/brain/search/corpus.h) is how many stones the side to move needs in the line that was
 * claimed.
 */
#include "tests/bench/brain_games.h"
#include "tests/support/random.h"
#include "tests/unit/brain/search/corpus.h"
#include "tests/unit/brain/search/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODES 100000
#define STONES_MAX 30
#define OF_A_GAME 2
#define PLAIN_STONES 9 /* in wins by fours */
#define PLAIN_BUDGET 3000
#define GAME_NODES 150 /* a move: such games leave wins behind */

struct writer {
    struct replay replay;
    unsigned count;
    unsigned of_game;
    unsigned most;
    uint64_t chance;
};

static bool has_fours(struct plain *plain, char side)
{
    long budget = PLAIN_BUDGET;
    return plain_has_fours(plain, side, PLAIN_STONES, &budget) || budget < 0;
}

/* The stones of the claimed win; 0 for none. */
static unsigned claim(struct writer *writer, const struct position *position)
{
    struct prove_line line;
    struct prover *prover = &writer->replay.prover;
    memset(prover->memory, 0, prover->memory_size);
    if (prove_fours(prover, position, NODES, &line) != PROVE_NO ||
        prove_threes(prover, position, NODES, &line) != PROVE_YES)
        return 0;
    return (line.count + 1u) / 2;
}

static void look(void *ctx, const struct game *game, struct action action)
{
    struct writer *writer = ctx;
    struct position position;
    struct plain plain;
    (void)action;
    if (writer->count == writer->most || writer->of_game == OF_A_GAME ||
        random_below(&writer->chance, 2) == 0)
        return;
    position_from_game(&position, game);
    unsigned stones = claim(writer, &position);
    corpus_show(game, position.overline_wins, 0, &plain);
    if (stones == 0 || has_fours(&plain, "XO"[position.to_move]))
        return;
    if (!replay_wins(&writer->replay, &position, &plain, STONES_MAX)) {
        fprintf(stderr, "brain_threes: a claim does not hold\n");
        exit(1);
    }
    corpus_write(game, (int)stones, 0);
    printf("\n");
    fflush(stdout);
    writer->count++;
    writer->of_game++;
}

int main(int argc, char **argv)
{
    static const enum variant_id ids[] = {VARIANT_CLASSIC, VARIANT_CLASSIC, VARIANT_FREESTYLE};
    struct writer writer = {.most = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 100,
                            .chance = argc > 2 ? strtoull(argv[2], NULL, 10) : 1,
                            .replay = {.nodes = 2 * NODES}};
    uint64_t chance = writer.chance;
    struct games_side sides[3];
    for (size_t i = 0; i < 3; i++)
        games_side_init(&sides[i], "pentad", 10, GAME_NODES, variant_get(ids[i]));
    writer.replay.prover.memory_size = prove_memory_size();
    writer.replay.prover.memory = games_allocate(prove_memory_size());
    for (unsigned nth = 0; writer.count < writer.most; nth++) {
        struct game game;
        const struct games_side *side = &sides[nth % 3];
        writer.of_game = 0;
        writer.replay.prover.tables = side->tables;
        games_open(&game, variant_get(ids[nth % 3]), side, &chance);
        games_play(&game, side, side, &chance, look, &writer);
    }
    free(writer.replay.prover.memory);
    for (size_t i = 0; i < 3; i++)
        games_side_deinit(&sides[i]);
    return 0;
}
