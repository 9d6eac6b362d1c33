/* SPDX-License-Identifier: MIT */
/*
 * Makes openings for matches: a few stones at random near the centre, kept if a computer player of
 * brain/ finds them even. Prints them one a line, with this command in front:
 *
 *   gomocup_openings COMPUTER COUNT [--seed N] [--nodes N] [--games N] [--play-nodes N]
 *                  [--within PERCENT] [--stones N] [--size N] [--rule 0|1]
 *
 * Even means three things. A computer that searches gives a share for the side to move, which lies
 * within so many per cent of a half at a limit of --nodes, and at a fifth and a fiftieth of it; one
 * that does not is not asked. Of --games games that the computer plays against itself from there, X
 * wins a part within as much of a half; the first half of them are played with a quarter of the
 * nodes, and a colour that is ahead by LEAD games ends them. And at the end of these games --stones
 * stones lie on the board on average: what a quick attack decides does not tell players apart.
 *
 * Each game has other chance, and each move another limit around --play-nodes, so that a computer
 * that leaves nothing to chance plays different games, too.
 */
#include "brain/computer.h"
#include "engine/game.h"
#include "engine/needs.h"
#include "tests/support/random.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STONES_LEAST 3
#define STONES_MOST 7
#define AREA 7 /* squares a side, around the centre */
#define KEPT_MAX 2000
#define MEMORY ((size_t)2 << 20) /* cleared for each thought */
#define SYMMETRIES 8
#define LEAD 3       /* games of one colour more than of the other: it is not even */
#define QUICK_PART 4 /* of the nodes, in games that come first */

struct maker {
    const struct computer *computer;
    struct variant variant;
    uint64_t chance;
    uint64_t nodes;
    uint64_t play_nodes;
    unsigned games;
    unsigned within;
    unsigned stones;
    size_t wanted;
    size_t tried;
    struct thinking thinking;
    char kept[KEPT_MAX][GAME_ACTIONS_MAX]; /* the least text of all symmetries */
    size_t kept_count;
};

/* ------------------------------------------------------------------ stones */

static void place_at_random(struct maker *maker, struct game *game)
{
    unsigned count =
        STONES_LEAST + (unsigned)random_below(&maker->chance, STONES_MOST - STONES_LEAST + 1);
    unsigned least = (maker->variant.width - AREA) / 2u;
    game_init(game, &maker->variant);
    while (game->stones < count) {
        size_t x = least + random_below(&maker->chance, AREA);
        size_t y = least + random_below(&maker->chance, AREA);
        (void)game_act(game, action_place(x + y * maker->variant.width));
    }
}

/* The stones as text under one symmetry: which order they came in does not matter. */
static void drawn(const struct game *game, int symmetry, char *text_out)
{
    size_t side = game->variant->width;
    size_t len = 0;
    for (size_t cell = 0; cell < side * side; cell++) {
        size_t x = cell % side;
        size_t y = cell / side;
        if (symmetry & 1)
            x = side - 1 - x;
        if (symmetry & 2)
            y = side - 1 - y;
        enum mark mark = game_cell(game, (symmetry & 4) ? y + x * side : x + y * side);
        if (mark != MARK_NONE)
            len += (size_t)sprintf(text_out + len, "%c%zu,", mark == MARK_X ? 'X' : 'O', cell);
    }
    text_out[len] = '\0';
}

/* Whether it is none of those that are kept; remembers it then. */
static bool is_new(struct maker *maker, const struct game *game)
{
    char least[GAME_ACTIONS_MAX];
    drawn(game, 0, least);
    for (int symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
        char text[GAME_ACTIONS_MAX];
        drawn(game, symmetry, text);
        if (strcmp(text, least) < 0)
            memcpy(least, text, sizeof(least));
    }
    for (size_t i = 0; i < maker->kept_count; i++)
        if (strcmp(maker->kept[i], least) == 0)
            return false;
    memcpy(maker->kept[maker->kept_count], least, sizeof(least));
    return true;
}

/* ------------------------------------------------------------------ whether it is even */

static bool is_within(const struct maker *maker, double share)
{
    return share * 100 >= 50.0 - maker->within && share * 100 <= 50.0 + maker->within;
}

static struct thought think(struct maker *maker, const struct game *game, uint64_t nodes)
{
    struct thought thought;
    maker->thinking.nodes = nodes;
    maker->thinking.seed = random_next(&maker->chance);
    memset(maker->thinking.memory, 0, maker->thinking.memory_size);
    if (computer_think(maker->computer, game, &maker->thinking, &thought) != 0)
        abort();
    return thought;
}

/* Games from one opening, so far. */
struct record {
    unsigned games;
    unsigned stones; /* that lay on the boards at their ends */
    double points;   /* of X */
};

/* Plays it out, and adds the game to the record. */
static void play_out(struct maker *maker, const struct game *opening, uint64_t around,
                     struct record *record)
{
    struct game game;
    game_copy(&game, opening);
    while (game_status(&game) == GAME_OPEN) {
        uint64_t nodes = around / 2 + random_below(&maker->chance, around + 1);
        game_do(&game, think(maker, &game, nodes).prospects[0].action);
    }
    record->games++;
    record->stones += game.stones;
    if (game_winner(&game) != SEAT_SECOND)
        record->points += game_winner(&game) == SEAT_FIRST ? 1 : 0.5;
}

/* Most openings are won by the same colour again and again, which a few quick games tell. */
static bool is_won_by_both(struct maker *maker, const struct game *opening)
{
    struct record record = {0};
    while (record.games < maker->games) {
        bool is_quick = record.games < maker->games / 2;
        play_out(maker, opening, is_quick ? maker->play_nodes / QUICK_PART : maker->play_nodes,
                 &record);
        double lead = 2 * record.points - record.games;
        if (lead >= LEAD || lead <= -LEAD)
            return false;
    }
    return record.games == 0 || (is_within(maker, record.points / record.games) &&
                                 record.stones >= maker->stones * record.games);
}

static bool is_held_even(struct maker *maker, const struct game *opening, uint64_t nodes)
{
    struct thought thought = think(maker, opening, nodes);
    const struct prospect *best = &thought.prospects[0];
    return best->proof == PROOF_UNKNOWN &&
           (best->depth == 0 || is_within(maker, (double)best->share / PROSPECT_SHARE_ONE));
}

/* Most are not, and a short look tells that of nearly all of them. */
static bool is_even(struct maker *maker, const struct game *opening)
{
    return is_held_even(maker, opening, maker->nodes / 50 + 1) &&
           is_held_even(maker, opening, maker->nodes / 5 + 1) &&
           is_held_even(maker, opening, maker->nodes) && is_won_by_both(maker, opening);
}

/* ------------------------------------------------------------------ making them */

static void make_all(struct maker *maker)
{
    while (maker->kept_count < maker->wanted) {
        char text[GAME_TEXT_SIZE];
        struct game game;
        maker->tried++;
        place_at_random(maker, &game);
        if (!is_even(maker, &game) || !is_new(maker, &game))
            continue;
        maker->kept_count++;
        game_format(&game, text, sizeof(text));
        printf("%s\n", text);
        fflush(stdout);
    }
    printf("# %zu of %zu were even.\n", maker->kept_count, maker->tried);
}

static void *must(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

static bool prepare(struct maker *maker)
{
    const struct computer *computer = maker->computer;
    size_t tables_size = computer_tables_size(computer, &maker->variant);
    size_t least = computer_memory_size(computer, &maker->variant);
    struct thinking *thinking = &maker->thinking;
    if (!variant_can_be_played(&maker->variant) || !computer_plays(computer, &maker->variant) ||
        maker->variant.width < AREA || maker->wanted > KEPT_MAX)
        return false;
    void *tables = must(calloc(1, tables_size + 1));
    thinking->level = computer->levels;
    thinking->prospects = 1;
    thinking->tables = tables;
    thinking->memory_size = least > 0 && least < MEMORY ? MEMORY : least;
    thinking->memory = must(calloc(1, thinking->memory_size + 1));
    return computer_tables_make(computer, &maker->variant, tables, tables_size) == 0;
}

static const struct option table[] = {
    {"seed", required_argument, NULL, 'd'},
    {"nodes", required_argument, NULL, 'n'},
    {"play-nodes", required_argument, NULL, 'p'},
    {"games", required_argument, NULL, 'g'},
    {"within", required_argument, NULL, 'w'},
    {"size", required_argument, NULL, 's'},
    {"rule", required_argument, NULL, 'r'},
    {"stones", required_argument, NULL, 't'},
    {NULL, 0, NULL, 0},
};

static void take(struct maker *maker, int option)
{
    unsigned long number = strtoul(optarg, NULL, 10);
    switch (option) {
    case 'd':
        maker->chance = number;
        break;
    case 'n':
        maker->nodes = number;
        break;
    case 'p':
        maker->play_nodes = number;
        break;
    case 'g':
        maker->games = (unsigned)number;
        break;
    case 'w':
        maker->within = (unsigned)number;
        break;
    case 't':
        maker->stones = (unsigned)number;
        break;
    case 's':
        variant_resize(&maker->variant, (size_t)number, (size_t)number);
        break;
    default:
        maker->variant.overline = number == 0 ? OVERLINE_WINS : OVERLINE_NOTHING;
    }
}

static bool read_command_line(struct maker *maker, int argc, char **argv)
{
    int option;
    while ((option = getopt_long(argc, argv, "", table, NULL)) != -1) {
        if (option == '?')
            return false;
        take(maker, option);
    }
    if (argc - optind != 2)
        return false;
    maker->computer = computer_find(argv[optind], strlen(argv[optind]));
    maker->wanted = strtoul(argv[optind + 1], NULL, 10);
    return maker->computer != NULL;
}

int main(int argc, char **argv)
{
    static struct maker maker = {.chance = 1,
                                 .nodes = 100000,
                                 .play_nodes = 1000,
                                 .games = 20,
                                 .within = 10,
                                 .variant = {.id = VARIANT_COUNT,
                                             .key = "openings",
                                             .name = "Openings",
                                             .width = 19,
                                             .height = 19,
                                             .stored = 361,
                                             .row = 5,
                                             .overline = OVERLINE_NOTHING,
                                             .rules = RULES_STANDARD,
                                             .needs = NEED_PLAIN}};
    printf("# Openings for matches, made by: gomocup_openings");
    for (int i = 1; i < argc; i++)
        printf(" %s", argv[i]);
    printf("\n");
    if (!read_command_line(&maker, argc, argv) || !prepare(&maker)) {
        fprintf(stderr, "gomocup_openings: see the head of gomocup_openings.c\n");
        return 2;
    }
    make_all(&maker);
    return 0;
}
