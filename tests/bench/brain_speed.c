/* SPDX-License-Identifier: MIT */
/*
 * How many nodes a second the player `pentad` looks at on one core, over openings of 19x19:
 *
 *   brain_speed OPENINGS [NODES [COUNT]]
 *
 * OPENINGS is a file with an opening a line; COUNT of them are thought about with NODES nodes each.
 * Processor time is counted, so that a busy machine shows less of a difference.
 */
#include "engine/text.h"
#include "tests/bench/brain_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LEVEL 10

struct speed {
    struct games_side side;
    uint64_t nodes;
    unsigned depths;
    unsigned count;
};

static void think(struct speed *speed, const struct game *game)
{
    memset(speed->side.memory, 0, GAMES_MEMORY);
    struct thought thought = games_think(&speed->side, game, 1);
    speed->nodes += thought.nodes;
    speed->depths += thought.prospects[0].depth;
    speed->count++;
}

static void read_openings(struct speed *speed, FILE *file, unsigned count)
{
    const struct variant *variant = variant_get(VARIANT_CLASSIC);
    char line[256];
    struct game game;
    while (speed->count < count && fgets(line, sizeof(line), file) != NULL)
        if (game_parse(&game, variant, line, strcspn(line, "\n"), NULL) == 0 && game.stones > 0)
            think(speed, &game);
}

int main(int argc, char **argv)
{
    struct speed speed = {0};
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: brain_speed OPENINGS [NODES [COUNT]]\n");
        return 2;
    }
    games_side_init(&speed.side, "pentad", LEVEL, argc > 2 ? strtoull(argv[2], NULL, 10) : 300000,
                    variant_get(VARIANT_CLASSIC));
    clock_t began = clock();
    read_openings(&speed, file, argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 20);
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    printf("%u openings, %llu nodes, %.2f s: %.0f nodes/s, mean depth %.1f\n", speed.count,
           (unsigned long long)speed.nodes, seconds, (double)speed.nodes / seconds,
           (double)speed.depths / speed.count);
    games_side_deinit(&speed.side);
    fclose(file);
    return 0;
}
