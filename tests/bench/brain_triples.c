/* SPDX-License-Identifier: MIT */
/*
 * Finds openings of three stones for Swap2 after which `pentad` wins about as much with either
 * colour, and prints the table brain/triples.def:
 *
 *   brain_triples [COUNT [GAMES [SEED]]] > brain/triples.def
 *
 * A triple of chance that a search holds within 45 to 55 percent is played GAMES times. Each move
 * has another limit of nodes, by chance, so that no two games are the same. It is kept if O, which
 * moves next, scores 40 to 60 percent.
 */
#include "tests/bench/brain_games.h"
#include "tests/support/random.h"

#include <stdio.h>
#include <stdlib.h>

#define ZONE 7
#define JUDGE_NODES 20000
#define NODES_LEAST 100
#define NODES_SPREAD 300

struct triple {
    int x[3];
    int y[3];
};

static size_t cell_of(const struct variant *variant, int x, int y)
{
    return (size_t)(variant->width / 2 + x) + (size_t)(variant->height / 2 + y) * variant->width;
}

static void draw(struct triple *triple, const struct variant *variant, struct game *game,
                 uint64_t *chance)
{
    game_init(game, variant);
    for (int i = 0; i < 3; i++)
        do {
            triple->x[i] = (int)random_below(chance, ZONE) - ZONE / 2;
            triple->y[i] = (int)random_below(chance, ZONE) - ZONE / 2;
        } while (game_act(game, action_place(cell_of(variant, triple->x[i], triple->y[i]))) != 0);
}

static int play(const struct game *opening, struct games_side *side, uint64_t *chance)
{
    struct game game;
    game_copy(&game, opening);
    while (game_status(&game) == GAME_OPEN && game.stones < 150) {
        side->nodes = NODES_LEAST + random_below(chance, NODES_SPREAD);
        game_do(&game, games_think(side, &game, 1).prospects[0].action);
    }
    if (game_status(&game) != GAME_WON)
        return 1;
    return game_winner(&game) == SEAT_SECOND ? 2 : 0;
}

/* The score of O in hundredths, or -1 as soon as it cannot be even any more. */
static int score_of(const struct game *opening, struct games_side *side, unsigned games,
                    uint64_t *chance)
{
    unsigned points = 0;
    for (unsigned nth = 1; nth <= games; nth++) {
        points += (unsigned)play(opening, side, chance);
        unsigned share = 50 * points / nth;
        if (nth % 40 == 0 && (share < 36 || share > 64))
            return -1;
    }
    return (int)(50 * points / games);
}

int main(int argc, char **argv)
{
    unsigned count = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 60;
    unsigned games = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 200;
    uint64_t chance = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    const struct variant *variant = variant_get(VARIANT_CLASSIC);
    struct games_side side;
    games_side_init(&side, "pentad", 10, 0, variant);
    printf(
        "/* SPDX-License-Identifier: MIT */\n/*\n"
        " * Openings of three stones for Swap2, X O X, as columns and rows from the middle of the\n"
        " * board, and what O scored in %u games of `pentad` against itself, in hundredths.\n"
        " * Written by tests/bench/brain_triples.c.\n */\n",
        games);
    for (unsigned found = 0; found < count;) {
        struct triple t;
        struct game game;
        draw(&t, variant, &game, &chance);
        side.nodes = JUDGE_NODES;
        unsigned share = games_think(&side, &game, 1).prospects[0].share;
        if (share < 4500 || share > 5500)
            continue;
        int score = score_of(&game, &side, games, &chance);
        if (score < 40 || score > 60)
            continue;
        printf("TRIPLE(%d, %d, %d, %d, %d, %d, %d)\n", t.x[0], t.y[0], t.x[1], t.y[1], t.x[2],
               t.y[2], score);
        fflush(stdout);
        found++;
    }
    games_side_deinit(&side);
    return 0;
}
