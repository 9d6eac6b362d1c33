/* SPDX-License-Identifier: MIT */
/*
 * Finds how far from the middle the third stone of `swap15` leaves the choice of a colour open:
 *
 *   brain_thirds [GAMES [SEED]]
 *
 * For each distance of the second stone and of the third one from the middle, in steps of a king,
 * it prints what white scores, in hundredths, in so many games of `pentad` against itself behind
 * openings of chance. Each move has another limit of nodes, by chance.
 */
#include "brain/search/position.h"
#include "tests/bench/brain_games.h"
#include "tests/support/random.h"

#include <stdio.h>
#include <stdlib.h>

#define DISTANCES 7
#define NODES_LEAST 1000
#define NODES_SPREAD 3000

/* Places a stone on a square of chance so far from the middle. */
static void place(struct game *game, unsigned distance, uint64_t *chance)
{
    const struct variant *variant = game->variant;
    unsigned middle = (unsigned)variant_origin(variant);
    size_t cell;
    do
        cell = random_below(chance, variant_cells(variant));
    while (position_distance(variant->width, middle, (unsigned)cell) != distance ||
           game_act(game, action_place(cell)) != 0);
}

static int play(unsigned second, unsigned third, struct games_side *side, uint64_t *chance)
{
    struct game game;
    game_init(&game, variant_get(VARIANT_FREESTYLE15));
    place(&game, 0, chance);
    place(&game, second, chance);
    place(&game, third, chance);
    while (game_status(&game) == GAME_OPEN) {
        side->nodes = NODES_LEAST + random_below(chance, NODES_SPREAD);
        game_do(&game, games_think(side, &game, 1).prospects[0].action);
    }
    if (game_status(&game) != GAME_WON)
        return 1;
    return game_winner(&game) == SEAT_SECOND ? 2 : 0;
}

int main(int argc, char **argv)
{
    unsigned games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 200;
    uint64_t chance = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    struct games_side side;
    games_side_init(&side, "pentad", 10, 0, variant_get(VARIANT_FREESTYLE15));
    printf("second \\ third   1   2   3   4   5   6   7\n");
    for (unsigned second = 1; second <= DISTANCES; second++) {
        printf("%14u", second);
        for (unsigned third = 1; third <= DISTANCES; third++) {
            unsigned points = 0;
            for (unsigned nth = 0; nth < games; nth++)
                points += (unsigned)play(second, third, &side, &chance);
            printf(" %3u", 50 * points / games);
            fflush(stdout);
        }
        printf("\n");
    }
    games_side_deinit(&side);
    return 0;
}
