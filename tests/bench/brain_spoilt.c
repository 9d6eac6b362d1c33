/* SPDX-License-Identifier: MIT */
/*
 * Games of two levels of the player `pentad`, spoilt at a known ply, and whether an analysis finds
 * it:
 *
 *   brain_spoilt make VARIANT GAMES [SEED]   writes such games: variant, ply, actions; a line each
 *   brain_spoilt judge [NODES]               reads them, and counts those whose first losing move
 *                                            is found
 *   brain_spoilt even VARIANT GAMES [SEED]   writes games of level 10 against itself likewise, with
 *                                            the ply at which the opening is over
 *   brain_spoilt calm [NODES]                reads them, and counts moves of the ten plies from
 *                                            there on that are called mistakes
 *
 * A game is played by levels 8 and 9 up to a ply drawn by chance. Nobody had a proven win before
 * it, and what is lost there is not lost by a proof. There a stone is placed after which the other
 * side has one, that side goes on at level 10, and wins.
 */
#include "brain/analysis/verdict.h"
#include "brain/search/prove.h"
#include "tests/bench/brain_games.h"
#include "tests/support/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define EVEN_NODES ANALYSIS_NODES /* that find no win before the ply */
#define SPOILT_NODES 20000        /* and those that find one behind it */
#define PLY_MIN 12
#define PLY_SPREAD 24
#define TRIES 60
#define NEAR 3
#define LENGTH_MAX 120
#define LEVEL_WEAK 8
#define LEVEL_STRONG 9
#define LEVEL_BEST 10
#define CALM_PLIES 10
#define ANALYSIS_MEMORY ((size_t)64 << 20)

/* ---------------------------------------------------------------- what is proven */

struct spoiler {
    const struct variant *variant;
    struct games_side sides[SEAT_COUNT];
    struct games_side best;
    struct prover prover;
    uint64_t chance;
};

static void spoiler_init(struct spoiler *spoiler, const struct variant *variant, uint64_t seed)
{
    *spoiler = (struct spoiler){.variant = variant, .chance = seed};
    games_side_init(&spoiler->sides[0], "pentad", LEVEL_WEAK, 0, variant);
    games_side_init(&spoiler->sides[1], "pentad", LEVEL_STRONG, 0, variant);
    games_side_init(&spoiler->best, "pentad", LEVEL_BEST, 0, variant);
    spoiler->prover.tables = spoiler->best.tables;
    spoiler->prover.memory = games_allocate(GAMES_MEMORY);
    spoiler->prover.memory_size = GAMES_MEMORY;
}

/* Whether the side to move has a win that is proven. */
static bool is_won(struct spoiler *spoiler, const struct game *game, uint64_t nodes)
{
    struct position position;
    struct prove_line line;
    position_from_game(&position, game);
    return prove_fours(&spoiler->prover, &position, nodes, &line) == PROVE_YES ||
           prove_threes(&spoiler->prover, &position, nodes, &line) == PROVE_YES;
}

static bool is_lost(struct spoiler *spoiler, const struct game *game)
{
    struct position position;
    struct prove_line line;
    position_from_game(&position, game);
    return prove_loss(&spoiler->prover, &position, EVEN_NODES, &line) == PROVE_YES;
}

/* ---------------------------------------------------------------- a spoilt game */

static bool act(struct spoiler *spoiler, struct game *game, const struct games_side *side)
{
    uint64_t seed = random_next(&spoiler->chance);
    game_do(game, games_think(side, game, seed).prospects[0].action);
    return game_status(game) == GAME_OPEN && game->ply < LENGTH_MAX;
}

/* A stone near the last ones that gives the other side a proven win. */
static bool spoil(struct spoiler *spoiler, struct game *game)
{
    size_t cells = variant_cells(game->variant);
    for (int tries = 0; tries < TRIES;) {
        size_t cell = random_below(&spoiler->chance, cells);
        size_t last = action_cell(game_actions(game)[game->ply - 1]);
        if (position_distance(game->variant->width, (unsigned)cell, (unsigned)last) > NEAR)
            continue;
        tries++;
        if (game_act(game, action_place(cell)) != 0)
            continue;
        if (game_status(game) == GAME_OPEN && is_won(spoiler, game, SPOILT_NODES))
            return true;
        game_undo(game);
    }
    return false;
}

/* Plays on to the spoilt ply; false if somebody had a win before it. */
static bool play_even(struct spoiler *spoiler, struct game *game)
{
    unsigned ply = game->ply + PLY_MIN + (unsigned)random_below(&spoiler->chance, PLY_SPREAD);
    while (game->ply < ply)
        if (is_won(spoiler, game, EVEN_NODES) ||
            !act(spoiler, game, &spoiler->sides[game_to_act(game)]))
            return false;
    return !is_won(spoiler, game, EVEN_NODES) && !is_lost(spoiler, game);
}

static bool make_game(struct spoiler *spoiler, struct game *game, unsigned *ply_out)
{
    games_open(game, spoiler->variant, &spoiler->best, &spoiler->chance);
    if (!play_even(spoiler, game))
        return false;
    *ply_out = game->ply;
    enum seat loser = game_to_act(game);
    if (!spoil(spoiler, game))
        return false;
    bool goes_on = true;
    while (goes_on)
        goes_on = act(spoiler, game,
                      game_to_act(game) == loser ? &spoiler->sides[loser] : &spoiler->best);
    return game_status(game) == GAME_WON && game_winner(game) != loser;
}

/* A game of equals. */
static bool make_even(struct spoiler *spoiler, struct game *game, unsigned *ply_out)
{
    games_open(game, spoiler->variant, &spoiler->best, &spoiler->chance);
    *ply_out = game->ply;
    while (act(spoiler, game, &spoiler->best)) {
    }
    return game->ply >= *ply_out + CALM_PLIES;
}

typedef bool game_maker(struct spoiler *spoiler, struct game *game, unsigned *ply_out);

static void make(game_maker *make_one, const char *key, unsigned games, uint64_t seed)
{
    struct spoiler spoiler;
    spoiler_init(&spoiler, variant_find(key, strlen(key)), seed);
    for (unsigned count = 0; count < games;) {
        struct game game;
        char text[GAME_TEXT_SIZE];
        unsigned ply;
        if (!make_one(&spoiler, &game, &ply))
            continue;
        game_format(&game, text, sizeof(text));
        printf("%s %u %s\n", key, ply + 1, text);
        fflush(stdout);
        count++;
    }
}

/* ---------------------------------------------------------------- what an analysis finds */

struct judge {
    void *tables[2];
    void *memory;
    uint64_t nodes;
    unsigned games;
    unsigned found;
    unsigned mistakes; /* and less, of the plies that are looked at */
    unsigned slips;
    unsigned plies;
};

static void analyse(struct judge *judge, struct analysis *analysis, const struct game *game)
{
    bool overline_wins = game->variant->overline == OVERLINE_WINS;
    memset(judge->memory, 0, ANALYSIS_MEMORY);
    const struct analysis_options options = {.nodes = judge->nodes,
                                             .tables = judge->tables[overline_wins],
                                             .memory = judge->memory,
                                             .memory_size = ANALYSIS_MEMORY,
                                             .winner = SEAT_NONE};
    if (analysis_init(analysis, game, &options) != 0)
        exit(1);
    while (analysis_step(analysis)) {
    }
}

/* Says how an analysis of a game with this ply went. */
typedef void look(struct judge *judge, const struct analysis *analysis, unsigned ply);

static void look_for_loss(struct judge *judge, const struct analysis *analysis, unsigned ply)
{
    struct verdict_loss loss = verdict_loss(analysis);
    unsigned plies = analysis->game.ply;
    judge->found += loss.losing + 1 == ply;
    printf("spoilt %u\tfound %u%s\tof %u\tstops %u", ply, loss.losing + 1,
           loss.is_proven ? "" : "?", plies,
           loss.losing < plies ? analysis->places[loss.losing].stops_count : 0u);
}

static void look_for_mistakes(struct judge *judge, const struct analysis *analysis, unsigned ply)
{
    printf("costs");
    for (unsigned i = ply; i < ply + CALM_PLIES; i++) {
        struct verdict verdict = verdict_of(analysis, i);
        judge->plies++;
        judge->slips += verdict.mark == ANALYSIS_MARK_SLIP;
        judge->mistakes += verdict.mark == ANALYSIS_MARK_MISTAKE;
        printf(" %u", (verdict.cost + 50u) / 100);
    }
}

static void judge_line(struct judge *judge, struct analysis *analysis, look *say, char *line)
{
    struct game game;
    char *actions;
    char *key = strtok_r(line, " ", &actions);
    unsigned ply = (unsigned)strtoul(strtok_r(NULL, " ", &actions), NULL, 10);
    actions[strcspn(actions, "\n")] = '\0';
    if (game_parse(&game, variant_find(key, strlen(key)), actions, strlen(actions), NULL) != 0)
        exit(1);
    clock_t began = clock();
    analyse(judge, analysis, &game);
    judge->games++;
    printf("%s\t", key);
    say(judge, analysis, ply);
    printf("\t%.1f s\n", (double)(clock() - began) / CLOCKS_PER_SEC);
    fflush(stdout);
}

static void judge_all(look *say, uint64_t nodes)
{
    static struct analysis analysis;
    static char line[GAME_TEXT_SIZE + 64];
    struct judge judge = {.nodes = nodes, .memory = games_allocate(ANALYSIS_MEMORY)};
    for (int overline = 0; overline < 2; overline++) {
        judge.tables[overline] = games_allocate(search_tables_size());
        search_tables_make(judge.tables[overline], overline == 1);
    }
    while (fgets(line, sizeof(line), stdin) != NULL)
        judge_line(&judge, &analysis, say, line);
    if (judge.plies > 0)
        printf("mistakes %u, slips %u, of %u moves\n", judge.mistakes, judge.slips, judge.plies);
    else
        printf("%u of %u\n", judge.found, judge.games);
}

int main(int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    const char *key = argc > 2 ? argv[2] : "";
    bool is_even = strcmp(verb, "even") == 0;
    bool is_calm = strcmp(verb, "calm") == 0;
    if (argc > 3 && (is_even || strcmp(verb, "make") == 0) &&
        variant_find(key, strlen(key)) != NULL) {
        make(is_even ? make_even : make_game, key, (unsigned)strtoul(argv[3], NULL, 10),
             argc > 4 ? strtoull(argv[4], NULL, 10) : 1);
    } else if (is_calm || strcmp(verb, "judge") == 0) {
        judge_all(is_calm ? look_for_mistakes : look_for_loss,
                  argc > 2 ? strtoull(argv[2], NULL, 10) : 0);
    } else {
        fprintf(stderr,
                "usage: brain_spoilt make|even VARIANT GAMES [SEED] | judge|calm [NODES]\n");
        return 2;
    }
    return 0;
}
