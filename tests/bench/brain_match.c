/* SPDX-License-Identifier: MIT */
/*
 * Plays computer players against each other, from openings of chance that the player `pentad` holds
 * even, each with both colours:
 *
 *   brain_match VARIANT PAIRS PLAYER:LEVEL[:NODES] PLAYER:LEVEL[:NODES]
 *   brain_match VARIANT PAIRS levels
 *
 * PLAYER may be `beginner` (tests/support/beginner.h). `levels` plays every level of `pentad`
 * against the one below, the first against `random` and `beginner`. A line: both sides, games,
 * share of the first with its 95 % interval from pairs, pairs that one colour won twice, seconds.
 */
#include "tests/bench/brain_games.h"
#include "tests/support/beginner.h"
#include "tests/support/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LEVELS 10

/* ---------------------------------------------------------------- a match */

struct player {
    bool is_beginner;
    struct games_side side;
    char name[64];
};

static void player_init(struct player *player, const char *text, const struct variant *variant)
{
    char key[32] = "";
    unsigned level = 1;
    unsigned long long nodes = 0;
    memset(player, 0, sizeof(*player));
    snprintf(player->name, sizeof(player->name), "%s", text);
    sscanf(text, "%31[^:]:%u:%llu", key, &level, &nodes);
    player->is_beginner = strcmp(key, "beginner") == 0;
    if (!player->is_beginner)
        games_side_init(&player->side, key, level, nodes, variant);
}

static void player_deinit(struct player *player)
{
    if (!player->is_beginner)
        games_side_deinit(&player->side);
}

static int play(struct game *game, const struct player *players[SEAT_COUNT], uint64_t *chance)
{
    while (game_status(game) == GAME_OPEN) {
        const struct player *player = players[game_to_act(game)];
        uint64_t seed = random_next(chance);
        if (player->is_beginner)
            game_do(game, beginner_acts(game, seed));
        else
            game_do(game, games_think(&player->side, game, seed).prospects[0].action);
    }
    if (game_status(game) != GAME_WON)
        return 1;
    return game_winner(game) == SEAT_FIRST ? 2 : 0;
}

struct score {
    unsigned pairs;
    double sum;
    double squares;
    unsigned same_colour; /* pairs that one colour won twice */
};

static void count_pair(struct score *score, int as_first, int as_second)
{
    double share = (as_first + (2 - as_second)) / 4.0;
    score->pairs++;
    score->sum += share;
    score->squares += share * share;
    score->same_colour += as_first == as_second && as_first != 1;
}

static void match(const struct variant *variant, unsigned pairs, const char *one, const char *two)
{
    struct player players[2];
    struct games_side judge;
    struct score score = {0};
    uint64_t chance = 1;
    clock_t began = clock();
    player_init(&players[0], one, variant);
    player_init(&players[1], two, variant);
    games_side_init(&judge, "pentad", LEVELS, 0, variant);
    for (unsigned nth = 0; nth < pairs; nth++) {
        struct game game;
        struct game again;
        const struct player *forward[] = {&players[0], &players[1]};
        const struct player *backward[] = {&players[1], &players[0]};
        games_open(&game, variant, &judge, &chance);
        game_copy(&again, &game);
        int as_first = play(&game, forward, &chance);
        int as_second = play(&again, backward, &chance);
        count_pair(&score, as_first, as_second);
    }
    double mean = score.sum / score.pairs;
    double spread = sqrt(fabs(score.squares / score.pairs - mean * mean) / score.pairs);
    printf("%s\t%s\t%u\t%.3f\t%.3f..%.3f\t%u\t%.0f\n", one, two, 2 * score.pairs, mean,
           mean - 1.96 * spread, mean + 1.96 * spread, score.same_colour,
           (double)(clock() - began) / CLOCKS_PER_SEC);
    fflush(stdout);
    games_side_deinit(&judge);
    player_deinit(&players[0]);
    player_deinit(&players[1]);
}

static void match_levels(const struct variant *variant, unsigned pairs)
{
    match(variant, pairs, "pentad:1", "random:1");
    match(variant, pairs, "beginner:1", "pentad:1");
    for (unsigned level = 2; level <= LEVELS; level++) {
        char one[16];
        char two[16];
        snprintf(one, sizeof(one), "pentad:%u", level);
        snprintf(two, sizeof(two), "pentad:%u", level - 1);
        match(variant, pairs, one, two);
    }
}

int main(int argc, char **argv)
{
    const struct variant *variant = argc > 1 ? variant_find(argv[1], strlen(argv[1])) : NULL;
    unsigned pairs = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    if (variant == NULL || pairs == 0 || argc < 4) {
        fprintf(stderr, "usage: brain_match VARIANT PAIRS PLAYER:LEVEL[:NODES] "
                        "PLAYER:LEVEL[:NODES] | levels\n");
        return 2;
    }
    if (strcmp(argv[3], "levels") == 0)
        match_levels(variant, pairs);
    else if (argc > 4)
        match(variant, pairs, argv[3], argv[4]);
    return 0;
}
