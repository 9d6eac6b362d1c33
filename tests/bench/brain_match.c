/* SPDX-License-Identifier: MIT */
/*
 * Plays computer players against each other, from openings of chance that the player `pentad` holds
 * even, each with both colours:
 *
 *   brain_match [--openings FILE] VARIANT PAIRS PLAYER:LEVEL[:NODES] PLAYER:LEVEL[:NODES]
 *   brain_match [--openings FILE] VARIANT PAIRS levels
 *
 * With a file, which has an opening a line, they are taken from there one after the other.
 * PLAYER may be any of tests/bench/brain_player.h. `levels` plays every level of `pentad`
 * against the one below, the first against `random` and `beginner`. A line: both sides, games,
 * share of the first with its 95 % interval from pairs, pairs that one colour won twice, seconds.
 */
#include "engine/text.h"
#include "tests/bench/brain_player.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LEVELS 10

/* Where openings come from. */
struct source {
    const struct variant *variant;
    FILE *file; /* NULL: chance */
    struct games_side judge;
    uint64_t chance;
};

static void source_init(struct source *source, const struct variant *variant, FILE *file)
{
    *source = (struct source){.variant = variant, .file = file, .chance = 1};
    if (file != NULL)
        rewind(file);
    games_side_init(&source->judge, "pentad", LEVELS, 0, variant);
}

static void source_open(struct source *source, struct game *game)
{
    char line[256];
    while (source->file != NULL && fgets(line, sizeof(line), source->file) != NULL)
        if (game_parse(game, source->variant, line, strcspn(line, "\n"), NULL) == 0 &&
            game->stones > 0)
            return;
    /* Behind the last of the file chance goes on. */
    games_open(game, source->variant, &source->judge, &source->chance);
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

static void tell(const struct score *score, const char *one, const char *two, clock_t began)
{
    double mean = score->sum / score->pairs;
    double spread = sqrt(fabs(score->squares / score->pairs - mean * mean) / score->pairs);
    printf("%s\t%s\t%u\t%.3f\t%.3f..%.3f\t%u\t%.0f\n", one, two, 2 * score->pairs, mean,
           mean - 1.96 * spread, mean + 1.96 * spread, score->same_colour,
           (double)(clock() - began) / CLOCKS_PER_SEC);
    fflush(stdout);
}

/* The parts that all matches of a run share. */
struct plan {
    const struct variant *variant;
    unsigned pairs;
    FILE *openings;
};

static void match(const struct plan *plan, const char *one, const char *two)
{
    struct player players[2];
    struct source source;
    struct score score = {0};
    clock_t began = clock();
    player_init(&players[0], one, plan->variant);
    player_init(&players[1], two, plan->variant);
    source_init(&source, plan->variant, plan->openings);
    for (unsigned nth = 0; nth < plan->pairs; nth++) {
        struct game game;
        struct game again;
        struct player *forward[] = {&players[0], &players[1]};
        struct player *backward[] = {&players[1], &players[0]};
        source_open(&source, &game);
        game_copy(&again, &game);
        int as_first = player_match(&game, forward, &source.chance);
        int as_second = player_match(&again, backward, &source.chance);
        count_pair(&score, as_first, as_second);
    }
    tell(&score, one, two, began);
    games_side_deinit(&source.judge);
    player_deinit(&players[0]);
    player_deinit(&players[1]);
}

static void match_levels(const struct plan *plan)
{
    match(plan, "pentad:1", "random:1");
    match(plan, "beginner:1", "pentad:1");
    for (unsigned level = 2; level <= LEVELS; level++) {
        char one[16];
        char two[16];
        snprintf(one, sizeof(one), "pentad:%u", level);
        snprintf(two, sizeof(two), "pentad:%u", level - 1);
        match(plan, one, two);
    }
}

/* Takes `--openings FILE` off the front. False if there is no such file. */
static bool take_openings(struct plan *plan, int *argc, char ***argv)
{
    if (*argc < 3 || strcmp((*argv)[1], "--openings") != 0)
        return true;
    plan->openings = fopen((*argv)[2], "r");
    *argc -= 2;
    *argv += 2;
    return plan->openings != NULL;
}

int main(int argc, char **argv)
{
    struct plan plan = {0};
    bool is_file = take_openings(&plan, &argc, &argv);
    plan.variant = argc > 1 ? variant_find(argv[1], strlen(argv[1])) : NULL;
    plan.pairs = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    if (!is_file || plan.variant == NULL || plan.pairs == 0 || argc < 4) {
        fprintf(stderr, "usage: brain_match [--openings FILE] VARIANT PAIRS PLAYER:LEVEL[:NODES] "
                        "PLAYER:LEVEL[:NODES] | levels\n");
        return 2;
    }
    if (strcmp(argv[3], "levels") == 0)
        match_levels(&plan);
    else if (argc > 4)
        match(&plan, argv[3], argv[4]);
    if (plan.openings != NULL)
        fclose(plan.openings);
    return 0;
}
